"""What is to be checked: every distinct quote of a release, with its source and all that rests on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..model.collections import citations, stacks_of
from ..model.identifiers import pin_locator


@dataclass(frozen=True, slots=True)
class Claim:
    """One quote and where it is said to stand.

    ``allow`` names the checker's flags that are no fault of this quote.
    ``locator`` is the pinned copy (a URL, or ``purl#member``), None where the source has none and ``unpinned``
    says why. ``used_by`` are ids of the records that rest on the quote, ``stacks`` the stacks among them.
    """

    id: str
    source: str
    url: str
    locator: str | None
    sha256: str | None
    unpinned: str | None
    quote: str
    section: str | None = None
    prefix: str | None = None
    suffix: str | None = None
    used_by: tuple[str, ...] = ()
    stacks: frozenset[str] = frozenset()
    allow: tuple[str, ...] = ()


def claims_of(release: dict[str, Any]) -> list[Claim]:
    """Return the claims of a release, sorted by id."""
    sources = {source["id"]: source for source in release["sources"]}
    choices = {choice["id"]: choice for choice in release.get("choices", ())}
    users: dict[str, list[str]] = {}
    stacks: dict[str, set[str]] = {}
    cited: dict[str, dict[str, Any]] = {}
    for user, record, evidence in citations(release):
        if "quote" not in evidence:
            continue
        key = evidence["id"]
        cited[key] = evidence
        users.setdefault(key, []).append(user)
        stacks.setdefault(key, set()).update(stacks_of(user, record, choices))
    found = []
    for key in sorted(cited):
        evidence, source = cited[key], sources[cited[key]["source"]]
        pin = source["pinned"]
        found.append(
            Claim(
                id=key,
                source=source["id"],
                url=source["url"],
                locator=pin_locator(pin.get("url"), pin.get("purl"), pin.get("path")),
                sha256=pin.get("sha256"),
                unpinned=pin.get("none"),
                quote=evidence["quote"],
                section=evidence.get("section"),
                prefix=evidence.get("prefix"),
                suffix=evidence.get("suffix"),
                used_by=tuple(sorted(set(users[key]))),
                stacks=frozenset(stacks[key]),
                allow=tuple(evidence.get("allow", {}).get("flags", ())),
            )
        )
    return found


def narrowed(
    claims: Iterable[Claim],
    ledger: dict[str, dict[str, Any]],
    *,
    which: str,
    stacks: Iterable[str] = (),
    sources: Iterable[str] = (),
    only_failed: bool = False,
    since: str | None = None,
) -> list[Claim]:
    """Return the claims that a maintainer asked for.

    ``which`` is ``pinned`` or ``live``: the side of the ledger that ``only_failed`` (what does not stand, or was
    never checked) and ``since`` (what was not checked on or after that UTC date) look at.
    """
    wanted_stacks, wanted_sources = set(stacks), set(sources)
    kept = []
    for claim in claims:
        known = ledger.get(claim.id, {}).get(which, {})
        if wanted_stacks and not claim.stacks & wanted_stacks:
            continue
        if wanted_sources and claim.source not in wanted_sources:
            continue
        if only_failed and known.get("verdict") in ("match", "loose"):
            continue
        if since is not None and known.get("date", "") >= since:
            continue
        kept.append(claim)
    return kept
