"""``SHA256SUMS``, as sha256sum, shasum and BSD's sha256 write it."""

from __future__ import annotations

import re

CHECKSUMS = "SHA256SUMS"
#: What follows the name and version of a release in the name of its search index.
INDEX_SUFFIX = "-search.sqlite3"
#: Bytes of the longest list that is read: ten thousand files.
MOST_CHECKSUMS = 1 << 20

#: ``DIGEST  NAME`` of coreutils (``*`` for binary), and ``SHA256 (NAME) = DIGEST`` of the BSDs and of ``--tag``.
_LINE = re.compile(
    r"(?:(?P<digest>[0-9A-Fa-f]{64})(?: [ *]|[ \t]+)(?P<name>[^\s].*)"
    r"|SHA256 ?\((?P<tagged>.+)\) ?= ?(?P<last>[0-9A-Fa-f]{64}))\Z"
)


def checksums(content: bytes) -> list[tuple[str, str]]:
    """Return the digests, in lower case, and the names of a list of checksums.

    Raises:
        ValueError: where a line is none; its text says which.
    """
    found = []
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.match(line.rstrip())
        if match is None:
            raise ValueError(f"line {number} is no checksum with a name")
        name = match["name"] or match["tagged"]
        found.append(((match["digest"] or match["last"]).lower(), name.removeprefix("./")))
    return found


def refused(content: bytes, file: str, listed: bytes) -> str | None:
    """Return why ``file`` with this content cannot be trusted beside a list of checksums, None where it can."""
    try:
        digests = {digest for digest, name in checksums(listed) if name == file}
    except ValueError as error:
        return f"the {CHECKSUMS} beside it cannot be used ({error}); download both again"
    if not digests:
        return f"the {CHECKSUMS} beside it does not name {file}; download both again, or move the file elsewhere"
    from hashlib import sha256  # loads OpenSSL

    if digests != {sha256(content).hexdigest()}:
        return f"it does not fit its checksum in {CHECKSUMS}; download the release again"
    return None
