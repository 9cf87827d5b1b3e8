"""The atlas as other libraries hold such things: networkx graphs, pandas tables, plain records."""

from __future__ import annotations

from ..errors import MissingExtraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .parts import Entity, Step


def step_record(step: Step) -> dict[str, Any]:
    """Return a step as one flat dict, with the quote that carries most of it."""
    first = step.receipt
    return {
        "id": step.id,
        "stack": step.stack,
        "from": step.from_,
        "from_name": step.start.name,
        "relation": step.relation,
        "to": step.to,
        "to_name": step.end.name,
        "modes": " ".join(step.modes),
        "devices": " ".join(step.devices),
        "phase": step.phase,
        "qualifier": step.qualifier,
        "status": step.status,
        "grade": step.grade.name,
        "text": step.text,
        "quote": first.quote if first else None,
        "source": first.source.id if first and first.source else None,
        "link": first.link if first else None,
        "verdict": first.verdict if first else None,
    }


def records_to_pandas(records: list[dict[str, Any]]) -> Any:
    """Return records as a ``pandas.DataFrame``.

    Raises:
        MissingExtraError: where pandas is not installed.
    """
    try:
        import pandas  # the user's own; half a second
    except ImportError:
        raise MissingExtraError("pandas", "pandas") from None
    return pandas.DataFrame.from_records(records)


def to_networkx(entities: Iterable[Entity], steps: Iterable[Step], attributes: dict[str, Any]) -> Any:
    """Return a ``networkx.MultiDiGraph`` of entities, whose edges are steps, keyed by their ids.

    Raises:
        MissingExtraError: where networkx is not installed.
    """
    try:
        import networkx  # the user's own
    except ImportError:
        raise MissingExtraError("networkx", "networkx") from None
    graph: Any = networkx.MultiDiGraph(**attributes)
    for entity in entities:
        graph.add_node(entity.id, name=entity.name, kind=entity.kind)
    for step in steps:
        graph.add_edge(
            step.from_,
            step.to,
            key=step.id,
            relation=step.relation,
            stack=step.stack,
            modes=step.modes,
            devices=step.devices,
            phase=step.phase,
            qualifier=step.qualifier,
            status=step.status,
            text=step.text,
        )
    return graph
