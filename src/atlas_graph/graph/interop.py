"""The atlas as other libraries hold such things: networkx graphs, pandas tables, plain records."""

from __future__ import annotations

from ..errors import MissingExtraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .atlas import Atlas
    from .parts import Entity, Step
    from .path import Path


def path_to_records(path: Path) -> list[dict[str, Any]]:
    """Return one flat dict a step; several modes or devices are joined by spaces."""
    return [step_record(step) for step in path.steps]


def step_record(step: Step) -> dict[str, Any]:
    """Return a step as one flat dict, with its first quote."""
    first = next((item for item in step.evidence if item.quote is not None), None)
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
        import pandas
    except ImportError:
        raise MissingExtraError("pandas", "pandas") from None
    return pandas.DataFrame.from_records(records)


def path_to_networkx(path: Path) -> Any:
    """Return a path as a ``networkx.MultiDiGraph`` whose edges are keyed by step id.

    Raises:
        MissingExtraError: where networkx is not installed.
    """
    graph = _empty_graph(stack=path.stack, mode=path.mode, device=path.device, release=path.release)
    _add(graph, (stage.entity for stage in path.stages), path.steps)
    return graph


def atlas_to_networkx(atlas: Atlas) -> Any:
    """Return every step of every stack as a ``networkx.MultiDiGraph`` whose edges are keyed by step id.

    Raises:
        MissingExtraError: where networkx is not installed.
    """
    graph = _empty_graph(release=atlas.version)
    stacks = atlas.release["stacks"]
    _add(graph, atlas.entities, (atlas.make_step(stack, raw) for stack in stacks for raw in stack["steps"]))
    return graph


def _empty_graph(**attributes: Any) -> Any:
    try:
        import networkx
    except ImportError:
        raise MissingExtraError("networkx", "networkx") from None
    return networkx.MultiDiGraph(**attributes)


def _add(graph: Any, entities: Iterable[Entity], steps: Iterable[Step]) -> None:
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
