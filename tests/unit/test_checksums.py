"""``SHA256SUMS``: every way in which it is written is read, and one that proves nothing refuses."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

import atlas_graph as ag
from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.release.write import write_release

from .rules.example_dataset import BASE, write


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return write_release(compile_release(read_dataset(write(BASE, tmp_path))), tmp_path / "release")[0]


WAYS = {
    "coreutils": "{digest}  {name}\n",
    "binary": "{digest} *{name}\n",
    "capitals": "{upper}  {name}\n",
    "CRLF": "{digest}  {name}\r\n",
    "byte order mark": "\ufeff{digest}  {name}\n",
    "BSD": "SHA256 ({name}) = {digest}\n",
    "from this folder": "{digest}  ./{name}\n",
    "tab": "{digest}\t{name}\n",
    "among others": "{other}  another.json\n\n# a remark\n{digest}  {name}\n",
}
NO_PROOF = {
    "another file alone": "{digest}  another.json\n",
    "of another folder": "{digest}  dist/{name}\n",
    "empty": "",
    "a digest alone": "{digest}\n",
    "of another length": "{short}  {name}\n",
    "a page": "<!doctype html><title>Not found</title>\n",
    "twice, and once otherwise": "{digest}  {name}\n{other}  {name}\n",
}


def _filled(way: str, release: Path) -> str:
    digest = hashlib.sha256(release.read_bytes()).hexdigest()
    return way.format(digest=digest, upper=digest.upper(), name=release.name, short=digest[:40], other="0" * 64)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_release_that_fits_is_read_and_one_that_does_not_is_refused(way: str, release: Path) -> None:
    """Whoever wrote the list, and however."""
    listed = _filled(way, release)
    (release.parent / "SHA256SUMS").write_text(listed, newline="")
    assert ag.load(release).version == "1.0.0"
    release.write_bytes(release.read_bytes().replace(b"Demo", b"Dema"))
    with pytest.raises(ag.ReleaseError, match="does not fit its checksum"):
        ag.load(release)


@pytest.mark.parametrize("way", NO_PROOF.values(), ids=NO_PROOF)
def test_a_list_that_proves_nothing_refuses(way: str, release: Path) -> None:
    """Even where the release is whole: nothing says so."""
    (release.parent / "SHA256SUMS").write_text(_filled(way, release))
    with pytest.raises(ag.ReleaseError, match="is refused"):
        ag.load(release)


def test_a_list_in_another_encoding_or_that_is_no_file_refuses(release: Path) -> None:
    """UTF-16, as a shell of Windows writes it, and a folder of that name."""
    sums = release.parent / "SHA256SUMS"
    sums.write_bytes(_filled(WAYS["coreutils"], release).encode("utf-16"))
    with pytest.raises(ag.ReleaseError, match="not UTF-8"):
        ag.load(release)
    sums.unlink()
    sums.mkdir()
    with pytest.raises(ag.ReleaseError, match="cannot be checked"):
        ag.load(release)


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are POSIX's")
def test_a_list_that_is_a_pipe_refuses(release: Path) -> None:
    """Nobody is waited for."""
    (release.parent / "SHA256SUMS").unlink()
    os.mkfifo(release.parent / "SHA256SUMS")
    with pytest.raises(ag.ReleaseError, match="a pipe"):
        ag.load(release)


def test_a_second_version_leaves_the_first_one_checked(release: Path) -> None:
    """Two releases in a folder are both in its list; one that is gone is not."""
    compiled = ag.load(release).release
    second = write_release({**compiled, "version": "1.1.0"}, release.parent)[0]
    assert ag.load(release).version == "1.0.0"
    assert ag.load(second).version == "1.1.0"
    release.unlink()
    write_release({**compiled, "version": "1.2.0"}, release.parent)
    assert release.name not in (release.parent / "SHA256SUMS").read_text()
