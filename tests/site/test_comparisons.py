"""Which paths are compared on pages of their own: few of each, however many stacks there are."""

from __future__ import annotations

import pytest

import atlas_graph as ag
from atlas_graph.site.joins import Joins
from atlas_graph.site.pages.comparisons import chosen

from .parts import copies


@pytest.mark.parametrize("stacks", [2, 12])
def test_each_path_is_compared_with_few_others_where_all_stacks_pass_the_same(atlas: ag.Atlas, stacks: int) -> None:
    """With the stack's own other modes and devices, and with three of other stacks."""
    joins = Joins(copies(atlas, "jax", stacks))
    compared = chosen(joins)
    assert len(compared) == stacks * len({condition[1:] for condition in compared})
    for (stack, mode, device), others in compared.items():
        beside = [one for one in compared if one[0] == stack and (one[1] == mode) != (one[2] == device)]
        elsewhere = [one for one in others if one[0] != stack]
        assert sorted(one for one in others if one[0] == stack) == sorted(beside)
        assert len(elsewhere) == min(3, stacks - 1)
        assert len({one[0] for one in elsewhere}) == len(elsewhere)
