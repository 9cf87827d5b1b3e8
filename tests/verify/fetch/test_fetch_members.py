"""One member out of an archive: found, missing, or not to be had."""

from __future__ import annotations

import io
import stat
import tarfile
import time
import zipfile
from collections.abc import Callable
from typing import BinaryIO

import pytest

from atlas_graph.verify.document import Verdict
from atlas_graph.verify.fetch.archives import members
from atlas_graph.verify.fetch.clock import Deadline, DeadlineError, SystemClock
from atlas_graph.verify.fetch.setback import Setback

CAP = 1_000_000


def _deadline(seconds: float = 20.0) -> Deadline:
    return Deadline(seconds, SystemClock())


def tar(entries: dict[str, bytes | tuple[bytes, str]], mode: str = "w:gz") -> BinaryIO:
    """A tar file; a pair is a link of that kind to that target."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in entries.items():
            entry = tarfile.TarInfo(name)
            if isinstance(content, tuple):
                entry.type, entry.linkname = content
                archive.addfile(entry)
            elif name.endswith("/"):
                entry.type = tarfile.DIRTYPE
                archive.addfile(entry)
            else:
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    made.seek(0)
    return made


def wheel(entries: dict[str, bytes]) -> BinaryIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    made.seek(0)
    return made


def _read(archive: BinaryIO, member: str, *, cap: int = CAP) -> bytes:
    return members.from_tar(archive, member, cap, "a.tar", _deadline())


FILES: dict[str, bytes | tuple[bytes, str]] = {
    "pkg-1.0/": b"",
    "pkg-1.0/docs/": b"",
    "pkg-1.0/docs/a.md": b"first",
    "pkg-1.0/docs/deeper/a.md": b"second",
    "pkg-1.0/link.md": (tarfile.SYMTYPE, "docs/a.md"),
    "pkg-1.0/docs/up.md": (tarfile.SYMTYPE, "../docs/deeper/a.md"),
    "pkg-1.0/hard.md": (tarfile.LNKTYPE, "pkg-1.0/docs/a.md"),
    "pkg-1.0/out.md": (tarfile.SYMTYPE, "../../etc/passwd"),
    "pkg-1.0/abs.md": (tarfile.SYMTYPE, "/etc/passwd"),
    "pkg-1.0/hardout.md": (tarfile.LNKTYPE, "../secret"),
    "pkg-1.0/loop.md": (tarfile.SYMTYPE, "loop.md"),
    "pkg-1.0/dangling.md": (tarfile.SYMTYPE, "nothing.md"),
    "pkg-1.0/device": (tarfile.CHRTYPE, ""),
}


@pytest.mark.parametrize("mode", ["w", "w:gz"])
@pytest.mark.parametrize(
    ("member", "content"),
    [
        ("docs/a.md", b"first"),
        ("docs/deeper/a.md", b"second"),
        ("link.md", b"first"),
        ("docs/up.md", b"second"),
        ("hard.md", b"first"),
    ],
)
def test_a_member_is_read(mode: str, member: str, content: bytes) -> None:
    """A member is found below the archive's own folder, through links inside it, in every compression."""
    assert _read(tar(FILES, mode), member) == content


@pytest.mark.parametrize(
    ("member", "verdict"),
    [
        ("a.md", Verdict.MISSING),
        ("pkg-1.0/docs/a.md", Verdict.MISSING),
        ("dangling.md", Verdict.MISSING),
        ("docs", Verdict.UNVERIFIABLE),
        ("out.md", Verdict.REFUSED),
        ("abs.md", Verdict.REFUSED),
        ("hardout.md", Verdict.REFUSED),
        ("loop.md", Verdict.REFUSED),
        ("device", Verdict.REFUSED),
    ],
)
def test_a_member_is_not_read(member: str, verdict: Verdict) -> None:
    """A member that is not there is missing, one that leads out of the archive or is no file is refused."""
    with pytest.raises(Setback) as caught:
        _read(tar(FILES), member)
    assert caught.value.verdict is verdict


def test_an_entry_that_climbs_is_never_the_member() -> None:
    """An entry with dots in its name is not taken for the member it would land on."""
    with pytest.raises(Setback) as caught:
        _read(tar({"pkg/../secret.md": b"x", "/pkg/abs.md": b"y"}), "secret.md")
    assert caught.value.verdict is Verdict.MISSING


@pytest.mark.parametrize("cut", [10, 100, 200])
def test_a_broken_archive(cut: int) -> None:
    """An archive that breaks off is undecodable, not an empty one."""
    whole = tar({"p/b.bin": bytes(range(256)) * 400, "p/a.md": b"text"}, "w:gz").read()
    with pytest.raises(Setback) as caught:
        _read(io.BytesIO(whole[:cut]), "a.md")
    assert caught.value.verdict is Verdict.UNREACHABLE


def test_rubbish_is_no_archive() -> None:
    """A file that is no archive at all is undecodable."""
    with pytest.raises(Setback, match="undecodable"):
        _read(io.BytesIO(b"<html>not found</html>" * 100), "a.md")


def test_a_member_over_the_cap() -> None:
    """A large member of a large archive is over the cap; a huge one of a tiny archive is a bomb."""
    noise = bytes((n * n * 31 + n // 7) % 256 for n in range(300_000))
    with pytest.raises(Setback) as caught:
        _read(tar({"p/a.md": noise}), "a.md", cap=100_000)
    assert caught.value.verdict is Verdict.UNVERIFIABLE
    with pytest.raises(Setback) as caught:
        _read(tar({"p/a.md": bytes(30_000_000)}), "a.md")
    assert caught.value.verdict is Verdict.REFUSED
    assert "bomb" in caught.value.reason


def test_a_bomb_before_the_member(monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive that inflates without end is refused on the way to the member."""
    monkeypatch.setattr(members, "_RATIO_FROM", 5_000_000)
    archive = tar({"p/big.bin": bytes(40_000_000), "p/a.md": b"text"})
    began = time.monotonic()
    with pytest.raises(Setback) as caught:
        _read(archive, "a.md")
    assert caught.value.verdict is Verdict.REFUSED
    assert time.monotonic() - began < 2.0


def test_unpacking_ends_at_the_deadline() -> None:
    """Unpacking is part of the document's time."""
    archive = tar({"p/big.bin": bytes(range(256)) * 4_000, "p/a.md": b"text"}, "w:gz")
    with pytest.raises(DeadlineError):
        members.from_tar(archive, "a.md", CAP, "a.tar", _deadline(0.0005))


def test_members_of_a_wheel() -> None:
    """A wheel has no folder of its own: its members are where its names say."""
    archive = wheel({"pkg/__init__.py": b'"""Doc."""', "pkg-1.0.dist-info/METADATA": b"Name: pkg"})
    assert members.from_zip(archive, "pkg/__init__.py", CAP, "a.whl") == b'"""Doc."""'


def _bomb() -> BinaryIO:
    return wheel({"a.md": bytes(5_000_000)})


def _link(target: str) -> Callable[[], BinaryIO]:
    def make() -> BinaryIO:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            entry = zipfile.ZipInfo("a.md")
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, target)
            archive.writestr("b.md", "text")
        made.seek(0)
        return made

    return make


def _lzma() -> BinaryIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.md", "text")
    made.seek(0)
    return made


@pytest.mark.parametrize(
    ("make", "verdict"),
    [
        (lambda: wheel({"b.md": b"x"}), Verdict.MISSING),
        (lambda: wheel({"a.md/b": b"x"}), Verdict.UNVERIFIABLE),
        (_bomb, Verdict.REFUSED),
        (_link("../../etc/passwd"), Verdict.REFUSED),
        (_link("a.md"), Verdict.REFUSED),
        (_lzma, Verdict.REFUSED),
        (lambda: io.BytesIO(b"PK rubbish"), Verdict.UNREACHABLE),
    ],
)
def test_members_of_a_wheel_that_are_not_read(make: Callable[[], BinaryIO], verdict: Verdict) -> None:
    """A wheel's member that is not there, no file, a bomb or a way out gets its verdict."""
    with pytest.raises(Setback) as caught:
        members.from_zip(make(), "a.md", CAP, "a.whl")
    assert caught.value.verdict is verdict


def test_a_link_inside_a_zip_is_followed() -> None:
    """A link to another member of the same archive is that member."""
    assert members.from_zip(_link("b.md")(), "a.md", CAP, "a.whl") == b"text"
