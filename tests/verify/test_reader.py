"""Reading and searching within a time."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from atlas_graph.verify.document import Fetched, Verdict
from atlas_graph.verify.reader import Reader

QUOTE = "XLA compiles graphs for many kinds of hardware."
PAGE = Fetched("a.md", "a.md", f"# Guide\n\n{QUOTE}\n".encode())
ENDLESS = Fetched("b.html", "b.html", b"<p>word <b>word</b> " * 400_000)


@pytest.fixture
def reader() -> Iterator[Reader]:
    with Reader(20.0) as opened:
        yield opened


def test_a_document_is_read_once_for_many_quotes(reader: Reader) -> None:
    """Each quote has its finding, and the document its extractor."""
    document = reader.open(PAGE)
    assert document.check(QUOTE).verdict is Verdict.MATCH
    assert document.check(QUOTE, section="Another").verdict is Verdict.MOVED
    assert document.check("Nothing of the kind stands in this document.").verdict is Verdict.GONE
    assert document.extractor is not None
    assert document.fetched == replace(PAGE, content=None)


def test_what_takes_too_long_is_ended_and_the_next_document_is_read() -> None:
    """Reading and searching end when the document's time is over; nothing is learnt about its quotes."""
    with Reader(0.4) as reader:
        reader.open(PAGE)
        begun = time.monotonic()
        document = reader.open(ENDLESS)
        finding = document.check(QUOTE)
        assert finding.verdict is Verdict.UNREACHABLE
        assert "within 0.4 s" in finding.reason
        assert document.check(QUOTE) == finding
        assert time.monotonic() - begun < 10.0
        assert reader.open(PAGE).check(QUOTE).verdict is Verdict.MATCH


def test_the_time_that_fetching_took_counts(reader: Reader) -> None:
    """Fetching, reading and searching share one time."""
    finding = reader.open(replace(PAGE, seconds=20.1)).check(QUOTE)
    assert (finding.verdict, finding.verdict.checked) == (Verdict.UNREACHABLE, False)


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no signals there")
def test_a_reader_that_breaks_down_takes_nothing_with_it(reader: Reader) -> None:
    """Where a parser takes its process down the document is not checked, and the next one is read."""
    document = reader.open(PAGE)
    process = reader._process
    assert process is not None
    os.kill(process.pid, signal.SIGSEGV)
    process.wait()
    assert document.check(QUOTE).verdict is Verdict.UNVERIFIABLE
    assert reader.open(PAGE).check(QUOTE).verdict is Verdict.MATCH


def test_a_document_that_was_not_fetched_needs_no_process(reader: Reader) -> None:
    """The verdict of fetching is the finding on every quote."""
    document = reader.open(Fetched("x", "x", verdict=Verdict.BLOCKED, reason="the server answers 403"))
    assert document.check(QUOTE).verdict is Verdict.BLOCKED
    assert reader._process is None


def test_the_folder_that_it_is_started_in_has_no_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file named like a module does not run because a quote is checked beside it."""
    for name in ("json", "re", "selectolax", "rapidfuzz"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    with Reader(20.0) as reader:
        assert reader.open(PAGE).check(QUOTE).verdict is Verdict.MATCH
    assert not (tmp_path / "ran").exists()


def test_extractions_are_kept_between_runs(tmp_path: Path) -> None:
    """With a folder for them extractions are found again by another reader."""
    kept = replace(PAGE, sha256="0" * 64)
    for _ in range(2):
        with Reader(20.0, (tmp_path, "1")) as reader:
            assert reader.open(kept).check(QUOTE).verdict is Verdict.MATCH
    assert len(list(tmp_path.iterdir())) == 1


def test_closing_leaves_no_process(reader: Reader) -> None:
    """A closed reader has ended its process, and may be used again."""
    reader.open(PAGE)
    process = reader._process
    reader.close()
    assert process is not None
    assert process.returncode is not None
    assert reader.open(PAGE).check(QUOTE).verdict is Verdict.MATCH
