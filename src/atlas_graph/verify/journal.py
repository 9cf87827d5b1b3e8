"""What an interrupted run has found so far, so that the next one goes on from there.

One JSON line an outcome in the user's cache folder, under a name that is a digest of what is being checked; a
journal of another day, release, selection or version of the extractors is never taken up. It is removed when a run
ends. Where it cannot be written the run goes on without it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .claims import Claim
from .document import Finding, Flag, Verdict
from .outcome import Outcome


class Journal:
    """The journal of one run."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    @classmethod
    def of(cls, folder: Path | None, claims: Iterable[Claim], which: str, today: str, versions: str = "") -> Journal:
        """Return the journal of a run over ``claims`` with extractors of these versions; without a folder none."""
        if folder is None:
            return cls(None)
        seen = hashlib.sha256(f"{which}\0{today}\0{versions}".encode())
        for claim in claims:
            seen.update(f"{claim.id}\0{claim.locator}\0{claim.url}\0{claim.sha256}\n".encode())
        return cls(folder / f"verify-{seen.hexdigest()[:20]}.jsonl")

    def read(self, claims: Iterable[Claim]) -> dict[str, Outcome]:
        """Return the outcomes of an earlier run by id of their claim. A line that was cut short is left out."""
        if self.path is None or not self.path.is_file():
            return {}
        known = {claim.id: claim for claim in claims}
        found: dict[str, Outcome] = {}
        for line in self.path.read_text(encoding="utf-8", errors="replace").split("\n"):
            try:
                value = json.loads(line)
                outcome = _outcome(known[value["id"]], value)
            except (ValueError, KeyError, TypeError):
                continue
            # What could not be reached before is asked again: that is what one resumes for.
            if outcome.verdict.checked:
                found[outcome.claim.id] = outcome
        return found

    def add(self, outcome: Outcome) -> None:
        """Write one outcome at once."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(outcome.to_dict()) + "\n")
        except OSError:
            self.path = None

    def close(self) -> None:
        """Remove the journal: the run is over."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def _outcome(claim: Claim, value: dict[str, Any]) -> Outcome:
    told = ("reason", "diff", "nearest", "score", "extra", "heading", "sentence")
    flags = frozenset(Flag(flag) for flag in value["flags"])
    finding = Finding(Verdict(value["verdict"]), flags=flags, **{name: value[name] for name in told})
    return Outcome(
        claim, finding, value["checked"], value["read"], value["revision"], value["sha256"], value["extractor"],
        value["note"],
    )  # fmt: skip
