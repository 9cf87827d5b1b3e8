"""Files: written whole or not at all, onto files alone; read within bounds, from files alone."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from atlas_graph import files
from atlas_graph.cli.main import main
from atlas_graph.files import read_file, write_file, write_files
from atlas_graph.release.write import write_release

from .rules.example_dataset import BASE, write

posix = pytest.mark.skipif(os.name != "posix", reason="links, modes and pipes are POSIX's here")


def test_a_new_file_has_its_content_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    """What is written is there, and the part that it was written as is not."""
    write_file(tmp_path / "a", b"one")
    assert (tmp_path / "a").read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["a"]


@posix
def test_a_link_stays_a_link_and_the_mode_stays(tmp_path: Path) -> None:
    """The file that a link leads to is replaced, with the mode that it had."""
    real = tmp_path / "real"
    real.write_bytes(b"old")
    real.chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@posix
def test_a_link_that_leads_nowhere_gets_its_file(tmp_path: Path) -> None:
    """As a shell's redirection does."""
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@posix
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """Who reads from it gets everything; without a reader it is refused rather than waited for."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="nobody reads"):
        write_file(pipe, b"x")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    content = b"x" * 300_000
    while True:
        try:
            write_file(pipe, content)
            break
        except OSError as error:
            if error.errno != errno.ENXIO:  # the reader is not there yet
                raise
    reader.join()
    assert got == [content]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
@pytest.mark.parametrize("words", [["export", "turtle"], ["export", "graphml"]])
def test_a_device_stays_a_device(words: list[str], tmp_path: Path) -> None:
    """``export -o /dev/null`` writes to the device; it used to be replaced by a file."""
    before = os.stat("/dev/null")
    assert main([*words, "--dataset", str(write(BASE, tmp_path)), "-o", "/dev/null"]) == 0
    after = os.stat("/dev/null")
    assert stat.S_ISCHR(after.st_mode)
    assert (before.st_ino, before.st_dev) == (after.st_ino, after.st_dev)


def test_a_folder_is_not_written_onto(tmp_path: Path) -> None:
    """And stays."""
    with pytest.raises(OSError, match="it is a folder"):
        write_file(tmp_path, b"x")
    assert tmp_path.is_dir()


def test_a_full_disk_leaves_the_old_release_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the checksums find no room, the release beside them is still the old one, and nothing lies about."""
    release = {"name": "demo", "version": "1.0.0"}
    written = write_release(release, tmp_path)
    before = [path.read_bytes() for path in written]
    stage, calls = files._stage, []

    def full(target: str, *rest: object) -> object:
        calls.append(target)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return stage(target, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "_stage", full)
    with pytest.raises(OSError, match="No space"):
        write_release({**release, "title": "changed"}, tmp_path)
    assert [os.path.basename(target) for target in calls] == ["demo-1.0.0.json", "SHA256SUMS"]
    assert [path.read_bytes() for path in written] == before
    assert len(os.listdir(tmp_path)) == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_device_that_is_full_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2, and the reason."""
    assert main(["export", "turtle", "--dataset", str(write(BASE, tmp_path)), "-o", "/dev/full"]) == 2
    assert "No space left" in capsys.readouterr().err


def test_files_that_belong_together_arrive_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are beside their places before the first is moved."""
    moved = []
    replace = os.replace

    def seen(part: str, target: str) -> None:
        moved.append((os.path.basename(target), len(list(tmp_path.glob(".*.part")))))
        replace(part, target)

    monkeypatch.setattr(os, "replace", seen)
    write_files([(tmp_path / "a", b"1"), (tmp_path / "b", b"2")])
    assert moved == [("a", 2), ("b", 1)]


@posix
def test_what_is_no_file_or_without_end_is_not_read(tmp_path: Path) -> None:
    """Devices and pipes are refused, a pipe that is asked for is read, and the limit holds."""
    os.mkfifo(tmp_path / "pipe")
    for name, why in ((tmp_path / "pipe", "a pipe"), ("/dev/zero", "a device")):
        with pytest.raises(OSError, match=f"it is {why}, not a file"):
            read_file(name, 1 << 20)
    (tmp_path / "long").write_bytes(b"x" * ((1 << 20) + 1))
    with pytest.raises(OSError, match="larger than 1 MiB"):
        read_file(tmp_path / "long", 1 << 20)
    assert len(read_file(tmp_path / "long", 2 << 20)) == (1 << 20) + 1
    ends = os.pipe()
    os.write(ends[1], b"{}")
    os.close(ends[1])
    assert read_file(f"/dev/fd/{ends[0]}", 1 << 20, pipes=True) == b"{}"
    os.close(ends[0])
