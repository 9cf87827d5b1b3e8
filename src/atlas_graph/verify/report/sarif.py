"""SARIF 2.1.0, for code-scanning views: one result for each quote that does not stand."""

from __future__ import annotations

import json
from typing import Any

from ...escapes import escaped, json_escaped
from ..document import Verdict
from .verification import Verification

_DESCRIPTIONS = {
    Verdict.MOVED: "The quote stands under another heading or in another cited document.",
    Verdict.DRIFT_WORDING: "The document words it otherwise now.",
    Verdict.DRIFT_MEANING: "A number, negation, modal or comparator differs in the document.",
    Verdict.GONE: "The quote is no longer in the document.",
    Verdict.MISSING: "The document is gone.",
    Verdict.BLOCKED: "The document asks for a login or a challenge.",
    Verdict.DEFERRED: "The server asked to come back later.",
    Verdict.UNREACHABLE: "The document could not be fetched.",
    Verdict.UNVERIFIABLE: "The document has no text that can be checked.",
    Verdict.SKIPPED: "robots.txt asks not to fetch the document.",
    Verdict.REFUSED: "The address or the archive is not one to be read.",
}


def sarif_report(run: Verification) -> str:
    """Return the log; what fell short is an error, what could not be checked a warning."""
    rules = [
        {
            "id": str(verdict),
            "shortDescription": {"text": text},
            "defaultConfiguration": {"level": "error" if verdict.falls_short else "warning"},
        }
        for verdict, text in _DESCRIPTIONS.items()
    ]
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    results = [_result(outcome, index) for outcome in run.outcomes if not outcome.verdict.stands]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "atlas-graph verify",
                        "informationUri": "https://w3id.org/atlas-graph/",
                        "rules": rules,
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
    return json_escaped(json.dumps(log, ensure_ascii=False, indent=2))


def _result(outcome: Any, index: dict[Any, int]) -> dict[str, Any]:
    finding = outcome.finding
    message = f"{finding.reason} Quote: {outcome.claim.quote}"
    if finding.diff:
        message += f" Diff: {finding.diff}"
    first = outcome.claim.used_by[0] if outcome.claim.used_by else ""
    stack = first.split("/", 1)[0] if "/" in first else ""
    file = f"dataset/stacks/{stack}.yaml" if stack and stack != "entity" else "dataset"
    return {
        "ruleId": str(finding.verdict),
        "ruleIndex": index[str(finding.verdict)],
        "level": "error" if finding.verdict.falls_short else "warning",
        "message": {"text": escaped(message)},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": file}},
                "logicalLocations": [{"fullyQualifiedName": user, "kind": "member"} for user in outcome.claim.used_by],
            }
        ],
        "partialFingerprints": {"quote": outcome.claim.id},
        "hostedViewerUri": outcome.claim.url,
    }
