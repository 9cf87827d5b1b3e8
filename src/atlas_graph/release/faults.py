"""What is wrong with a release that some command stumbled over.

Reading a release checks its outline only, so that every command starts fast; this looks at all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from ..model.collections import RELEASED, citations
from ..model.messages import describe
from ..model.release import Release


def fault(release: dict[str, Any]) -> str | None:
    """Return the first thing in a release that its schema or its own ids do not allow, None where all is well.

    What a release may lack, as one of an earlier version does, is no fault.
    """
    release = {**{row.name: [] for row in RELEASED if not row.required}, **release}
    try:
        Release.model_validate(release)
    except ValidationError as error:
        first, *others = error.errors(include_url=False, include_input=False)
        more = f", and {len(others)} more" if others else ""
        return describe(first, Release).partition(";")[0] + more
    return next(dangling(release), None)


def dangling(release: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for every id that a release names and does not have."""
    known = {row.name: {record["id"] for record in release.get(row.name, ())} for row in RELEASED}
    for where, collection, name in _named(release):
        if name not in known[collection]:
            yield f"{where} names '{name}', which is not among its {collection}"


def _named(release: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for record in release["devices"]:
        yield record["id"], "entities", record["entity"]
    for stack in release["stacks"]:
        yield stack["id"], "entities", stack["entry"]
        yield from ((stack["id"], "devices", device) for device in stack["devices"])
        yield from ((f"a stage of {stack['id']}", "entities", stage["entity"]) for stage in stack["stages"])
    for statement in (*(step for stack in release["stacks"] for step in stack["steps"]), *release["links"]):
        yield statement["id"], "entities", statement["from"]
        yield statement["id"], "entities", statement["to"]
        yield statement["id"], "relations", statement["relation"]
    for item in release["misconceptions"]:
        yield from ((item["id"], "stacks", stack) for stack in item["stacks"])
    for item in release["facts"]:
        yield item["id"], "entities", item["subject"]
    for key, _, evidence in citations(release):
        if "source" in evidence:
            yield key, "sources", evidence["source"]
