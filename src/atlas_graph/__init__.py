"""Atlas Graph: the open, sourced map of how machine-learning code reaches the chip.

>>> import atlas_graph as ag
>>> path = ag.load().path("jax", mode="jit", device="cpu")
>>> [stage.id for stage in path.stages][:3]
['jax-code', 'jax', 'jaxpr']
"""

from __future__ import annotations

from .errors import AtlasError, AtlasWarning, MissingExtraError, ReleaseError, UnknownIdError
from .graph.atlas import Atlas
from .graph.parts import Entity, Evidence, Source, Stage, Step
from .graph.path import Path
from .loading import load

__all__ = [
    "Atlas",
    "AtlasError",
    "AtlasWarning",
    "Entity",
    "Evidence",
    "MissingExtraError",
    "Path",
    "ReleaseError",
    "Source",
    "Stage",
    "Step",
    "UnknownIdError",
    "load",
]
