"""The atlas as other libraries hold such things: networkx graphs, pandas tables, plain records."""

from __future__ import annotations

from ..errors import MissingExtraError
from .display import drawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, ClassVar

    import networkx
    import pandas

    from .parts import Entity, Step


#: Keys of a step's record.
STEP_COLUMNS = (
    "id", "stack", "from", "from_name", "relation", "to", "to_name", "modes", "devices", "phase", "qualifier",
    "status", "grade", "text", "quote", "source", "link", "verdict",
)  # fmt: skip


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


def records_to_pandas(records: list[dict[str, Any]], columns: Iterable[str]) -> pandas.DataFrame:
    """Return records as a ``pandas.DataFrame``, with these columns also where there is no record.

    Raises:
        MissingExtraError: where pandas is not installed.
    """
    try:
        import pandas  # the user's own; half a second
    except ImportError:
        raise MissingExtraError("pandas", "pandas") from None
    return pandas.DataFrame.from_records(records).reindex(columns=list(columns))


class Recorded:
    """What can be had as flat records: ``columns`` are their keys, also where there is none."""

    __slots__ = ()
    columns: ClassVar[tuple[str, ...]]

    def __str__(self) -> str:
        return drawn("text", self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return the flat records."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """Return the records as a ``pandas.DataFrame``, whose columns are there also without a row.

        Raises:
            MissingExtraError: where pandas is not installed.
        """
        return records_to_pandas(self.to_records(), self.columns)


def to_networkx(
    entities: Iterable[Entity], steps: Iterable[Step], attributes: dict[str, Any]
) -> networkx.MultiDiGraph[str]:
    """Return a ``networkx.MultiDiGraph`` of entities, whose edges are steps, keyed by their ids.

    Attributes are texts, so that every format of networkx takes them; modes and devices have spaces between.

    Raises:
        MissingExtraError: where networkx is not installed.
    """
    try:
        import networkx  # the user's own
    except ImportError:
        raise MissingExtraError("networkx", "networkx") from None
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(**_scalars(attributes))
    for entity in entities:
        graph.add_node(entity.id, name=entity.name, kind=entity.kind)
    for step in steps:
        graph.add_edge(
            step.from_,
            step.to,
            key=step.id,
            relation=step.relation,
            stack=step.stack,
            modes=" ".join(step.modes),
            devices=" ".join(step.devices),
            phase=step.phase,
            status=step.status,
            text=step.text,
            **_scalars({"qualifier": step.qualifier}),
        )
    return graph


def _scalars(attributes: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes that say something: GraphML and its like have no place for None."""
    return {name: value for name, value in attributes.items() if value is not None}
