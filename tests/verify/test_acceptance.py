"""Quotes of documents in every markup, each answered as a reader of the document would answer."""

from __future__ import annotations

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Verdict
from atlas_graph.verify.extract import extract

from .acceptance import FRAMES, ROWS

STANDS = frozenset({"match", "loose"})


@pytest.mark.parametrize(("ending", "text", "quote", "verdict", "flags", "section"), ROWS)
def test_acceptance(ending: str, text: str, quote: str, verdict: str, flags: str, section: str | None) -> None:
    """Extraction, matching and the look at the page together give the verdict and the flags that are right."""
    before, after = FRAMES.get(ending, ("", ""))
    content = f"{before}{text}{after}".encode()
    name = f"page.{ending}"
    finding = Document(Fetched(name, name, content), extract(content, name=name)).check(quote, section=section)
    right = {"stands": STANDS, "falls short": frozenset(v.value for v in Verdict if v.falls_short)}
    assert finding.verdict.value in right.get(verdict, {verdict}), finding
    for flag in flags.split():
        assert (flag.removeprefix("-") in finding.flags) != flag.startswith("-"), finding
