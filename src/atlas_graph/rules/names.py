"""Names: steps told apart, and files found by the id of what is in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from ..authoring.dataset import Dataset
from .rule import Found, Rule


def _slugs(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        steps = located.record.steps
        triples = Counter((step.from_, step.relation, step.to) for step in steps)
        seen: set[str] = set()
        for number, step in enumerate(steps):
            name = step.id_in(located.record.id)
            if name in seen:
                yield (
                    located,
                    ("steps", number),
                    f"the step {name} stands twice; give this one a 'slug' of its own",
                )
            elif step.slug is not None and triples[(step.from_, step.relation, step.to)] == 1:
                yield located, ("steps", number, "slug"), f"no other step is called {name}; remove its 'slug'"
            seen.add(name)


def _files(dataset: Dataset) -> Iterator[Found]:
    for collection in ("entities", "stacks", "witnesses"):
        for located in dataset.all(collection):
            expected = f"{collection}/{located.record.id}.yaml"
            if located.file != expected:
                where = PurePosixPath(located.file)
                yield located, (), f"'{located.record.id}' stands in {where}; move it to {expected}"


_STEP = "stacks:\n- id: demo\n  steps:\n  - {from: alpha, relation: calls, to: beta"

RULES = (
    Rule(
        "AG112",
        "step-name",
        "Two steps of one name have slugs that tell them apart, and no other step has one.",
        _STEP + "}\n",
        _STEP + ", slug: again}\n",
        _slugs,
    ),
    Rule(
        "AG113",
        "file-name",
        "An entity, stack or witness stands in a file named after its id, so that it is found and edited by name.",
        "entities:\n- {id: alpha, name: Alpha}\n",
        "file: entities/others.yaml\nentities:\n- {id: gamma, name: Gamma, kind: runtime, summary: One more.}\n",
        _files,
    ),
)
