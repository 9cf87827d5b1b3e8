from __future__ import annotations

import pytest

from atlas_graph.verify.document import Flag, Verdict
from atlas_graph.verify.match import check

from .adversarial import FALLS_SHORT, MEANING, RISKY, SAFE, STANDS, WORDING
from .documents import document


@pytest.mark.parametrize(("text", "quote", "verdict"), STANDS)
def test_stands(text: str, quote: str, verdict: str) -> None:
    """A quote that differs in nothing, or in typography alone, stands."""
    assert check(document(*text.split("\n\n")), quote).verdict == verdict


@pytest.mark.parametrize(("text", "quote"), RISKY)
def test_risky(text: str, quote: str) -> None:
    """A fragment stands, with a warning where its sentence turns it round."""
    finding = check(document(text), quote)
    assert finding.verdict is Verdict.MATCH
    assert Flag.CONTEXT_RISK in finding.flags


@pytest.mark.parametrize(("text", "quote"), SAFE)
def test_safe(text: str, quote: str) -> None:
    """No warning is given where the rest of the sentence is harmless."""
    finding = check(document(text), quote)
    assert finding.verdict is Verdict.MATCH
    assert Flag.CONTEXT_RISK not in finding.flags


@pytest.mark.parametrize(("text", "quote"), MEANING)
def test_meaning(text: str, quote: str) -> None:
    """One word on which the meaning hangs is never a match, and is named as a difference of meaning."""
    finding = check(document("Something before it.", text, "Something after it."), quote)
    assert finding.verdict is Verdict.DRIFT_MEANING, finding


@pytest.mark.parametrize(("text", "quote"), WORDING)
def test_wording(text: str, quote: str) -> None:
    """A rewording that says the same is called a rewording."""
    finding = check(document("Something before it.", text, "Something after it."), quote)
    assert finding.verdict is Verdict.DRIFT_WORDING, finding


@pytest.mark.parametrize(("text", "quote"), FALLS_SHORT)
def test_falls_short(text: str, quote: str) -> None:
    """A quote that cuts a token or glues two does not stand."""
    assert check(document(*text.split("\n\n")), quote).verdict.falls_short
