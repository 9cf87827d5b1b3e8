"""The closed vocabularies stand twice, as cheap constants and as types; the two say the same."""

from __future__ import annotations

from typing import get_args

import pytest

from atlas_graph.model import choices, records
from atlas_graph.model import vocabulary as words
from atlas_graph.verify.document import Verdict

PAIRS = [
    (words.ENTITY_KINDS, get_args(records.Kind)),
    (tuple(words.KIND_LABELS), words.ENTITY_KINDS),
    (words.OPTION_KINDS, get_args(choices.OptionKind)),
    (words.EFFECT_KINDS, get_args(choices.EffectKind)),
    (words.PHASES, get_args(records.Phase)),
    (words.SOURCE_KINDS, get_args(records.SourceKind)),
    (words.STATUSES, get_args(records.Status.model_fields["state"].annotation)),
    (words.VERDICTS, tuple(str(verdict) for verdict in Verdict)),
    (words.STANDING, tuple(str(verdict) for verdict in Verdict if verdict.stands)),
]


@pytest.mark.parametrize(("constants", "types"), PAIRS)
def test_constants_and_types_agree(constants: tuple[str, ...], types: tuple[str, ...]) -> None:
    """A word that is added to one is added to the other, in the same order."""
    assert constants == types
