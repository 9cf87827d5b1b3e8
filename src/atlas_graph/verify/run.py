"""A verification run: each document fetched and taken apart once, each of its quotes looked up in it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from .claims import Claim
from .document import Fetched, Finding, Verdict
from .fetch import Fetcher
from .journal import Journal
from .ledger import noted
from .outcome import Outcome
from .reader import OpenDocument, Reader

Progress = Callable[[int, int, str], None]


def utc_today() -> str:
    """Return today's UTC date, YYYY-MM-DD."""
    return datetime.now(UTC).date().isoformat()


def verify(
    claims: Iterable[Claim],
    fetcher: Fetcher,
    *,
    which: str,
    ledger: dict[str, dict[str, object]] | None = None,
    today: str | None = None,
    journal: Journal | None = None,
    reader: Reader | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Look up every claim in its document and return the outcomes, sorted by the claims' ids.

    ``which`` is ``pinned`` (the immutable copy) or ``live`` (the page a person reads). Claims whose source has no
    pinned copy take no part in a pinned run; the caller reports them. A quote that its own document lost is looked
    for in the other documents of the run before it is called gone.
    """
    with contextlib.ExitStack() as closing:
        reader = reader or closing.enter_context(Reader())
        run = _Verification(fetcher, which, ledger or {}, today or utc_today(), journal or Journal(None), reader)
        wanted = [claim for claim in claims if which == "live" or claim.locator]
        done = run.journal.read(wanted)
        documents = _by_document([claim for claim in wanted if claim.id not in done], which)
        outcomes = list(done.values())
        for number, (locator, group) in enumerate(documents.items(), 1):
            if progress:
                progress(number, len(documents), locator)
            for outcome in run.document(locator, group):
                run.journal.add(outcome)
                outcomes.append(outcome)
        outcomes = run.moved(outcomes, list(_by_document(wanted, which)))
        run.journal.close()
    return sorted((noted(outcome, run.ledger, which) for outcome in outcomes), key=lambda outcome: outcome.claim.id)


def _by_document(claims: list[Claim], which: str) -> dict[str, list[Claim]]:
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(_locator(claim, which), []).append(claim)
    return {locator: groups[locator] for locator in sorted(groups)}


def _locator(claim: Claim, which: str) -> str:
    return claim.url if which == "live" else claim.locator or claim.url


class _Verification:
    """What the parts of one run share."""

    def __init__(
        self,
        fetcher: Fetcher,
        which: str,
        ledger: dict[str, dict[str, object]],
        today: str,
        journal: Journal,
        reader: Reader,
    ) -> None:
        self.fetcher, self.which, self.ledger, self.today = fetcher, which, ledger, today
        self.journal, self.reader = journal, reader

    def document(self, locator: str, claims: list[Claim]) -> Iterator[Outcome]:
        """Yield the outcome of each claim on one document."""
        document = self.open(locator)
        for claim in claims:
            yield self.outcome(claim, document)

    def open(self, locator: str) -> OpenDocument:
        """Fetch a document and read it."""
        self.reader.start()
        fetched = self.fetcher.fetch(locator)
        return self.reader.open(fetched, fetched.url.split("#", 1)[-1] if fetched.url.startswith("pkg:") else None)

    def outcome(self, claim: Claim, document: OpenDocument) -> Outcome:
        """Check one claim in a document that was read."""
        fetched = document.fetched
        if self.which == "pinned" and fetched.sha256 and claim.sha256 and fetched.sha256 != claim.sha256:
            finding = Finding(
                Verdict.UNVERIFIABLE,
                f"the copy's sha256 is {fetched.sha256} and the source says {claim.sha256}; pin the source again",
            )
        else:
            finding = document.check(
                claim.quote, prefix=claim.prefix, suffix=claim.suffix, section=claim.section, allow=claim.allow
            )
        return Outcome(claim, finding, self.today, fetched.url, fetched.revision, fetched.sha256, document.extractor)

    def moved(self, outcomes: list[Outcome], locators: list[str]) -> list[Outcome]:
        """Look for what its own document lost in every other document of the run, one document at a time."""
        lost = {
            outcome.claim.id: outcome
            for outcome in outcomes
            if outcome.verdict in (Verdict.GONE, Verdict.MISSING, Verdict.DRIFT_WORDING)
        }
        found: dict[str, Outcome] = {}
        for locator in locators if lost else ():
            document = self.open(locator)
            if document.extractor is None:
                continue
            for key, outcome in lost.items():
                if key in found or _locator(outcome.claim, self.which) == locator:
                    continue
                finding = document.check(outcome.claim.quote)
                if finding.verdict.stands:
                    found[key] = replace(outcome, finding=_moved(outcome, finding, document.fetched))
        return [found.get(outcome.claim.id, outcome) for outcome in outcomes]


def _moved(outcome: Outcome, finding: Finding, fetched: Fetched) -> Finding:
    reason = f"it no longer stands in its document, and stands in {fetched.url}, which this atlas cites as well"
    return replace(
        outcome.finding,
        verdict=Verdict.MOVED,
        reason=reason,
        heading=finding.heading,
        sentence=finding.sentence,
        diff=None,
        nearest=None,
    )
