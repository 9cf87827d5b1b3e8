"""JUnit XML: a test case a quote; what fell short is a failure, what could not be checked an error."""

from __future__ import annotations

from xml.etree import ElementTree

from ...escapes import escaped
from ..outcome import Outcome
from .verification import Verification


def junit_report(run: Verification) -> str:
    """Return the test suite."""
    short = sum(outcome.verdict.falls_short for outcome in run.outcomes)
    unknown = sum(not outcome.verdict.checked for outcome in run.outcomes)
    counts = {"tests": str(len(run.outcomes)), "failures": str(short), "errors": str(unknown)}
    suites = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(suites, "testsuite", {"name": f"quotes ({run.which})", **counts})
    for outcome in run.outcomes:
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": _xml(outcome.claim.source), "name": _xml(outcome.claim.id), "time": "0"}
        )
        if not outcome.verdict.stands:
            tag = "failure" if outcome.verdict.falls_short else "error"
            problem = ElementTree.SubElement(
                case, tag, {"type": str(outcome.verdict), "message": _xml(outcome.finding.reason)}
            )
            problem.text = _xml(_details(outcome))
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode")


def _details(outcome: Outcome) -> str:
    finding = outcome.finding
    found = finding.diff or finding.nearest
    return "\n".join(filter(None, [f"quote: {outcome.claim.quote}", found and f"found: {found}", outcome.url]))


def _xml(text: str) -> str:
    return escaped(text, lines=True)
