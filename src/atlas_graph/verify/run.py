"""A verification run: each document fetched and taken apart once, each of its quotes looked up in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from .check import check_document
from .claims import Claim
from .document import Extraction, Fetched, Finding, Verdict
from .extract import extract
from .extraction_cache import ExtractionCache
from .fetch import Fetcher
from .journal import Journal
from .ledger import noted
from .match import DocumentIndex, index
from .outcome import Outcome

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
    cache: ExtractionCache | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Look up every claim in its document and return the outcomes, sorted by the claims' ids.

    ``which`` is ``pinned`` (the immutable copy) or ``live`` (the page a person reads). Claims whose source has no
    pinned copy take no part in a pinned run; the caller reports them. A quote that its own document lost is looked
    for in the other documents of the run before it is called gone.
    """
    run = _Run(fetcher, which, ledger or {}, today or utc_today(), journal or Journal(None), cache)
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


class _Run:
    """What the parts of one run share."""

    def __init__(
        self,
        fetcher: Fetcher,
        which: str,
        ledger: dict[str, dict[str, object]],
        today: str,
        journal: Journal,
        cache: ExtractionCache | None,
    ) -> None:
        self.fetcher, self.which, self.ledger, self.today = fetcher, which, ledger, today
        self.journal, self.cache = journal, cache

    def document(self, locator: str, claims: list[Claim]) -> Iterator[Outcome]:
        """Yield the outcome of each claim on one document."""
        fetched, extraction = self.read(locator)
        indexed = index(extraction) if extraction is not None else None
        for claim in claims:
            yield self.outcome(claim, fetched, extraction, indexed)

    def read(self, locator: str) -> tuple[Fetched, Extraction | None]:
        """Fetch a document and take its text out, from the cache where its bytes are known."""
        fetched = self.fetcher.fetch(locator)
        if fetched.content is None:
            return fetched, None
        name = fetched.url.split("#", 1)[-1] if fetched.url.startswith("pkg:") else fetched.url

        def take_out() -> Extraction:
            assert fetched.content is not None
            return extract(fetched.content, media_type=fetched.media_type, charset=fetched.charset, name=name)

        if self.cache is None:
            return fetched, take_out()
        return fetched, self.cache.get(fetched, name, take_out)

    def outcome(
        self, claim: Claim, fetched: Fetched, extraction: Extraction | None, indexed: DocumentIndex | None
    ) -> Outcome:
        """Check one claim in a document that was read."""
        if self.which == "pinned" and fetched.sha256 and claim.sha256 and fetched.sha256 != claim.sha256:
            finding = Finding(
                Verdict.UNVERIFIABLE,
                f"the copy's sha256 is {fetched.sha256} and the source says {claim.sha256}; pin the source again",
            )
        else:
            finding = check_document(
                fetched,
                indexed if indexed is not None else extraction,
                claim.quote,
                prefix=claim.prefix,
                suffix=claim.suffix,
                section=claim.section,
                allow=claim.allow,
            )
        return Outcome(
            claim,
            finding,
            self.today,
            fetched.url,
            fetched.revision,
            fetched.sha256,
            extraction.extractor if extraction is not None else None,
        )

    def moved(self, outcomes: list[Outcome], locators: list[str]) -> list[Outcome]:
        """Look for what its own document lost in every other document of the run, one document at a time."""
        lost = {
            outcome.claim.id: outcome
            for outcome in outcomes
            if outcome.verdict in (Verdict.GONE, Verdict.MISSING, Verdict.DRIFT_WORDING)
        }
        found: dict[str, Outcome] = {}
        for locator in locators if lost else ():
            fetched, extraction = self.read(locator)
            if extraction is None:
                continue
            indexed = index(extraction)
            for key, outcome in lost.items():
                if key in found or _locator(outcome.claim, self.which) == locator:
                    continue
                finding = check_document(fetched, indexed, outcome.claim.quote)
                if finding.verdict.stands:
                    found[key] = replace(outcome, finding=_moved(outcome, finding, fetched))
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
