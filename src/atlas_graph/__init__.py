"""Atlas Graph: the open, sourced map of how machine-learning code reaches the chip.

>>> import atlas_graph as ag
>>> path = ag.load().path("jax", mode="jit", device="cpu")
>>> [stage.id for stage in path.stages][:3]
['jax-code', 'jax', 'jaxpr']
"""

from __future__ import annotations

from .atlas import Atlas
from .errors import AtlasError, AtlasWarning, MissingExtraError, ReleaseError, UnknownIdError
from .graph.evidence import Evidence, Source
from .graph.parts import Entity, Stage, Step
from .graph.path import Explanation, Path
from .loading import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .graph.choices import Choice, Option
    from .graph.collection import Collection
    from .graph.compare import Comparison
    from .graph.decisions import Decision, Switch
    from .graph.forks import Fork
    from .graph.grade import Grade
    from .graph.here import Here
    from .graph.routes import Route, Routes
    from .graph.search.hits import Hit
    from .graph.show import Card
    from .graph.stack import Stack
    from .graph.statements import Fact, Link, Misconception, Relation
    from .graph.tables import Coverage, Table
    from .graph.things import Citation, Device, Looked, Mode, Publisher, Question, Quote, Witness
    from .graph.why_not import WhyNot

#: Answers and records that few programs name: imported when they are, so that the rest starts faster.
_LATER = {
    "Card": "show",
    "Choice": "choices",
    "Citation": "things",
    "Collection": "collection",
    "Comparison": "compare",
    "Coverage": "tables",
    "Decision": "decisions",
    "Device": "things",
    "Fact": "statements",
    "Fork": "forks",
    "Grade": "grade",
    "Here": "here",
    "Hit": "search.hits",
    "Link": "statements",
    "Looked": "things",
    "Misconception": "statements",
    "Mode": "things",
    "Option": "choices",
    "Publisher": "things",
    "Question": "things",
    "Quote": "things",
    "Relation": "statements",
    "Route": "routes",
    "Routes": "routes",
    "Stack": "stack",
    "Switch": "decisions",
    "Table": "tables",
    "WhyNot": "why_not",
    "Witness": "things",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        return load().version
    if name not in _LATER:
        raise AttributeError(f"module 'atlas_graph' has no attribute '{name}'")
    module = __import__(f"atlas_graph.graph.{_LATER[name]}", fromlist=[name])
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "Atlas",
    "AtlasError",
    "AtlasWarning",
    "Card",
    "Choice",
    "Citation",
    "Collection",
    "Comparison",
    "Coverage",
    "Decision",
    "Device",
    "Entity",
    "Evidence",
    "Explanation",
    "Fact",
    "Fork",
    "Grade",
    "Here",
    "Hit",
    "Link",
    "Looked",
    "Misconception",
    "MissingExtraError",
    "Mode",
    "Option",
    "Path",
    "Publisher",
    "Question",
    "Quote",
    "Relation",
    "ReleaseError",
    "Route",
    "Routes",
    "Source",
    "Stack",
    "Stage",
    "Step",
    "Switch",
    "Table",
    "UnknownIdError",
    "WhyNot",
    "Witness",
    "load",
]
