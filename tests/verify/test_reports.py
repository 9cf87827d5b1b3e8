"""The reports of a verification: whole, machine-readable where they say so, and safe to print."""

from __future__ import annotations

import csv
import io
import json
import re
from xml.etree import ElementTree

import pytest

from atlas_graph.escapes import escaped
from atlas_graph.verify.claims import Claim
from atlas_graph.verify.document import Finding, Flag, Verdict
from atlas_graph.verify.outcome import Outcome
from atlas_graph.verify.report import FORMATS, write_report
from atlas_graph.verify.report.verification import Verification

HOSTILE = "\x1b[2J \x9b2J @everyone ````` =cmd() \u202e \u2066 <b>&</b> ]]> | \x00"


def made(number: int, verdict: Verdict, nearest: str | None = None, **more: object) -> Outcome:
    claim = Claim(
        f"src#0000000{number}", "src", "https://x.org", "https://x.org/raw", None, None, f"Quote {number} of them.",
        used_by=("jax/a--calls--b",),
    )  # fmt: skip
    return Outcome(claim, Finding(verdict, "So it is.", nearest=nearest, **more), "2026-01-01", "https://x.org/raw")


OUTCOMES = [
    made(1, Verdict.MATCH),
    made(2, Verdict.MATCH, flags=frozenset({Flag.CONTEXT_RISK})),
    made(3, Verdict.DRIFT_MEANING, HOSTILE, diff="at [-30-] {+60+} s"),
    made(4, Verdict.BLOCKED),
    made(5, Verdict.GONE, HOSTILE),
]
RUN = Verification(OUTCOMES, "live", "1.0.0", "2026-01-01", [OUTCOMES[0].claim])


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_is_reproducible_and_holds_no_control_character(name: str) -> None:
    """The same run gives the same text, and nothing from a document steers the terminal."""
    report = write_report(RUN, name)
    assert report == write_report(RUN, name)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]", report)


def test_json_is_the_contract() -> None:
    """Counts and quotes have the keys that others rely on, one quote for every outcome."""
    report = json.loads(write_report(RUN, "json"))
    assert report["checked"] == 5
    assert report["verdicts"] == {"match": 2, "drift-meaning": 1, "gone": 1, "blocked": 1}
    keys = {"id", "source", "url", "verdict", "reason", "flags", "diff", "nearest", "checked"}
    assert all(keys <= set(quote) for quote in report["quotes"])
    assert report["quotes"][4]["nearest"] == HOSTILE
    assert [json.loads(line) for line in write_report(RUN, "jsonl").splitlines()] == report["quotes"]


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_people_are_told_broken_quotes_from_silent_sites(name: str) -> None:
    """What fell short, what was not checked and what to look at again stand under headings of their own."""
    report = write_report(RUN, name)
    places = [report.index(heading) for heading in ("Fell short (2)", "Not checked (1)", "Look again (1)")]
    assert places == sorted(places)
    assert "src#00000001" not in report  # it stands, and nobody has to look at it
    assert "{+60+}" in report


def test_markdown_fences_hold_whatever_a_page_says() -> None:
    """A fence is longer than any run of backticks in it, mentions stay inside, and the body starts with its marker."""
    report = write_report(RUN, "markdown")
    assert report.startswith("<!-- atlas-graph: verification report -->\n")
    outside, fence = [], None
    for line in report.splitlines():
        mark = re.match(r"\s*(`{3,})", line)
        if fence is None and mark:
            fence = mark[1]
        elif fence is not None and line.strip() == fence:
            fence = None
        elif fence is None:
            outside.append(line)
    assert fence is None
    assert "@everyone" not in "\n".join(outside)
    assert "@everyone" in report


def test_junit_counts_failures_and_errors() -> None:
    """An XML parser reads it; what fell short is a failure and what was not checked an error."""
    suite = ElementTree.fromstring(write_report(RUN, "junit"))[0]
    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "5", "failures": "2", "errors": "1",
    }  # fmt: skip
    assert (len(suite.findall("*/failure")), len(suite.findall("*/error"))) == (2, 1)


def test_sarif_has_a_rule_for_every_result() -> None:
    """Results point at rules that exist, with the level that tells short from unchecked."""
    log = json.loads(write_report(RUN, "sarif"))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    levels = {result["ruleId"]: result["level"] for result in run["results"]}
    assert levels == {"drift-meaning": "error", "gone": "error", "blocked": "warning"}
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert log["version"] == "2.1.0"


@pytest.mark.parametrize("start", ["\t", "\r"])
def test_no_csv_cell_starts_with_a_control(start: str) -> None:
    """A control character in front of a formula does not hide it: it is written out."""
    run = Verification([made(1, Verdict.GONE, f"{start}=1+1")], "live", "1.0.0", "2026-01-01", [])
    (row,) = csv.DictReader(io.StringIO(write_report(run, "csv"), newline=""))
    assert row["nearest"] == f"{escaped(start)}=1+1"


@pytest.mark.parametrize("start", "=+-@")
def test_no_csv_cell_starts_a_formula(start: str) -> None:
    """A nearest passage that a spreadsheet would run is written as text."""
    run = Verification([made(1, Verdict.GONE, f"{start}1+1")], "live", "1.0.0", "2026-01-01", [])
    (row,) = csv.DictReader(io.StringIO(write_report(run, "csv"), newline=""))
    assert row["nearest"] == f"'{start}1+1"


def test_nothing_to_check_is_said() -> None:
    """A run of no quotes says so in every format."""
    for name in FORMATS:
        assert write_report(Verification([], "pinned", "1.0.0", "2026-01-01", []), name) or name == "jsonl"
