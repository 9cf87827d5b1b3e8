"""What the dataset of this checkout keeps beyond what ``validate`` asks of any."""

from __future__ import annotations

from pathlib import Path

from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.rules import notices

DATASET = Path(__file__).parents[2] / "dataset"


def test_every_sentence_is_written_once() -> None:
    """No quote stands twice in full, no stage repeats what its steps lend it."""
    found = [str(problem) for problem in notices(read_dataset(DATASET)) if problem.code in {"AG221", "AG223"}]
    assert not found, "\n".join([*found, "mend it with: atlas-graph validate --fix dataset"])
