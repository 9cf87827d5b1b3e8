"""Health: what stands and what does not, by publisher; the oldest checks; how well each stack is backed."""

from __future__ import annotations

from collections import Counter

from ...model.vocabulary import GRADES, STANDING, UNCHECKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..joins import Joins
    from ..writing import Writer

#: Rows of the lists of oldest checks and of fallen quotes.
_OLDEST, _FALLEN = 15, 60


def write_health(writer: Writer, joins: Joins) -> None:
    """Write the page."""
    atlas = joins.atlas
    publisher = {source.id: source.publisher for source in atlas.sources}
    ledger = atlas.table("ledger")
    quotes = {item.id: source for source, cited in joins.citing.items() for _, item in cited if item.id}
    checked = [{"id": name, **ledger.get(name, {})} for name in sorted(quotes)]
    pinned, live = (Counter(_verdicts(checked, copy)) for copy in ("pinned", "live"))
    by_publisher: dict[str, Counter[str]] = {}
    dates: dict[str, list[str]] = {}
    checks: list[tuple[str, str, str, str]] = []
    for entry in checked:
        source = quotes[entry["id"]]
        check = entry.get("pinned") or entry.get("live") or {}
        by_publisher.setdefault(publisher[source], Counter())[check.get("verdict", UNCHECKED)] += 1
        if check:
            dates.setdefault(publisher[source], []).append(check["date"])
            checks.append((check["date"], source, check["verdict"], check["reason"]))
    checks.sort()
    writer.page(
        "health",
        "health.html",
        title="Health: what stands, and what does not",
        about="Verdicts on every quote by publisher, the oldest checks, and how well each stack is backed.",
        pinned=sorted(pinned.items(), key=lambda pair: (-pair[1], pair[0])),
        live=sorted(live.items(), key=lambda pair: (-pair[1], pair[0])),
        total=len(quotes),
        unchecked=len(quotes) - len(checks),
        standing=sum(pinned[name] for name in STANDING),
        publishers=[
            _row(name, counts, dates.get(name, []))
            for name, counts in sorted(by_publisher.items(), key=lambda pair: pair[0].casefold())
        ],
        oldest=list(dict.fromkeys(checks))[:_OLDEST],
        fallen=[check for check in checks if check[2] not in STANDING][:_FALLEN],
        grades=[name for name in GRADES if any(step.grade.name == name for step in joins.steps.values())],
        looked=atlas.release.get("looked", ()),
        stacks=_stacks(joins),
        witnesses=[one for one in atlas.release.get("witnesses", ()) if one.get("run")],
    )


def _verdicts(ledger: list[dict[str, Any]], copy: str) -> list[str]:
    return [entry[copy]["verdict"] for entry in ledger if entry.get(copy)]


def _row(name: str, counts: Counter[str], dates: list[str]) -> dict[str, Any]:
    total = sum(counts.values())
    standing = sum(counts[verdict] for verdict in STANDING)
    others = sorted((verdict, count) for verdict, count in counts.items() if verdict not in STANDING)
    return {"name": name, "total": total, "standing": standing, "others": others} | (
        {"oldest": min(dates), "newest": max(dates)} if dates else {"oldest": None, "newest": None}
    )


def _stacks(joins: Joins) -> list[tuple[Any, Counter[str], str]]:
    rows = []
    for stack in joins.atlas.stacks:
        grades = Counter(step.grade.name for step in joins.steps.values() if step.stack == stack.id)
        documented = grades["documented"] + grades["documented-and-observed"]
        rows.append((stack, grades, f"{100 * documented / max(sum(grades.values()), 1):.0f} %"))
    return rows
