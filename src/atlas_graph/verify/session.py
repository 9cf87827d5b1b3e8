"""A verification as a maintainer starts it: what to check, from where, and what to keep."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..user_cache import cache_directory
from .claims import Claim, claims_of, narrowed
from .document import Fetched, Verdict
from .extract import EXTRACTOR_VERSIONS
from .fetch import Fetcher, FetchOptions, open_fetcher
from .journal import Journal
from .ledger import read_ledger, updated, write_ledger
from .outcome import Outcome
from .reader import Reader
from .run import Progress, utc_today, verify


@dataclass(frozen=True, slots=True)
class Selection:
    """Which quotes to check; empty means all. ``quotes`` are ids, None where all are meant."""

    stacks: Iterable[str] = ()
    sources: Iterable[str] = ()
    only_failed: bool = False
    since: str | None = None
    quotes: Collection[str] | None = None


class MirrorChain:
    """Several mirrors asked in turn: the first that has the document answers."""

    def __init__(self, fetchers: list[Fetcher]) -> None:
        self.fetchers = fetchers

    def fetch(self, locator: str) -> Fetched:
        """Return the first answer that is not "this mirror lacks it", else the last."""
        answer = self.fetchers[0].fetch(locator)
        for fetcher in self.fetchers[1:]:
            if answer.verdict is not Verdict.UNREACHABLE:
                break
            answer = fetcher.fetch(locator)
        return answer

    def close(self) -> None:
        """Close every mirror."""
        for fetcher in self.fetchers:
            fetcher.close()


class Session:
    """One verification of a release."""

    def __init__(
        self,
        release: dict[str, Any],
        *,
        which: str,
        mirrors: list[Path],
        deadline: float,
        keep: bool,
        selection: Selection,
        ledger_path: Path | None,
    ) -> None:
        self.which, self.mirrors, self.deadline, self.keep = which, mirrors, deadline, keep
        self.ledger_path = ledger_path
        self.today = utc_today()
        self.claims = claims_of(release)
        self.ledger = (
            read_ledger(ledger_path) if ledger_path else {entry["id"]: entry for entry in release.get("ledger", ())}
        )
        self.selected = narrowed(
            self.claims,
            self.ledger,
            which=which,
            stacks=selection.stacks,
            sources=selection.sources,
            only_failed=selection.only_failed,
            since=selection.since,
        )
        if selection.quotes is not None:
            self.selected = [claim for claim in self.selected if claim.id in selection.quotes]
        self.without_pinned: list[Claim] = (
            [] if which == "live" else [claim for claim in self.selected if claim.locator is None]
        )

    def run(self, progress: Progress | None = None) -> list[Outcome]:
        """Check what was selected and return the outcomes, sorted by quote id."""
        cache = cache_directory() if self.keep else None
        versions = ",".join(f"{name}={version}" for name, version in sorted(EXTRACTOR_VERSIONS.items()))
        fetcher = self._fetcher()
        reader = Reader(self.deadline, (cache / "extractions", versions) if cache else None)
        try:
            return verify(
                self.selected,
                fetcher,
                which=self.which,
                ledger=self.ledger,
                today=self.today,
                journal=Journal.of(cache and cache / "journals", self.selected, self.which, self.today, versions),
                reader=reader,
                progress=progress,
            )
        finally:
            reader.close()
            fetcher.close()

    def write(self, outcomes: list[Outcome]) -> None:
        """Enter the outcomes in the ledger file, as it is now: another run may have written it meanwhile.

        :raises OSError: if it may not be written.
        """
        assert self.ledger_path is not None
        cited = {claim.id for claim in self.claims}
        write_ledger(self.ledger_path, updated(read_ledger(self.ledger_path), outcomes, self.which, cited))

    def _fetcher(self) -> Fetcher:
        if self.mirrors:
            mirrors = [
                open_fetcher(FetchOptions(mirror=folder, deadline=self.deadline, local_files=False))
                for folder in self.mirrors
            ]
            return MirrorChain(mirrors)
        return open_fetcher(FetchOptions(deadline=self.deadline, cache=self.keep, local_files=False))
