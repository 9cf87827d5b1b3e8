"""The statements behind the answer to a golden question."""

from __future__ import annotations

from typing import Any

import pytest

import atlas_graph as ag
from atlas_graph.graph.question_receipts import behind
from atlas_graph.model.vocabulary import ASKS

from .small import atlas, stack, step

SMALL = atlas(stack("s", step("code", "ir"), step("ir", "cpu")), stack("t", step("code", "cpu")))
_STEP = [("step", "s/ir--calls--cpu"), ("stage", "s/ir"), ("stage", "s/cpu")]


@pytest.mark.parametrize(
    ("ask", "arguments", "expect", "named"),
    [
        ("path", {"stack": "s"}, {"stages": ["ir", "cpu"]}, _STEP),
        ("path", {"stack": "s"}, {"steps": ["s/code--calls--ir"]}, [("step", "s/code--calls--ir")]),
        ("explain", {"stack": "s"}, {"stages": ["ir", "cpu"]}, _STEP),
        ("routes", {"from": "code", "to": "ir"}, {"stages": ["ir"]}, [("step", "s/code--calls--ir")]),
        ("compare", {"left": "s", "right": "t"}, {"shared_stages": ["cpu"], "corresponds": ["l"]}, [
            ("link", "l"), ("step", "s/ir--calls--cpu"), ("stage", "s/cpu"), ("step", "t/code--calls--cpu"),
            ("stage", "t/cpu"),
        ]),
        ("why-not", {"from": "code", "to": "ir"}, {}, [("step", "s/code--calls--ir")]),
        ("show", {"id": "ir"}, {"links": ["l"]}, [("link", "l"), ("entity", "ir")]),
        ("show", {"id": "stack/s"}, {}, [("stack", "s")]),
        ("search", {"text": "ir"}, {"hits": ["entity/ir", "step/s/ir--calls--cpu"]}, [
            ("entity", "ir"), ("step", "s/ir--calls--cpu"),
        ]),
        ("facts", {}, {"ids": ["one", "two", "one"]}, [("fact", "one"), ("fact", "two")]),
        ("misconceptions", {}, {"ids": ["one"]}, [("misconception", "one")]),
        ("options", {}, {"ids": ["one"]}, [("option", "one")]),
        ("choices", {}, {"ids": ["one"]}, [("choice", "one")]),
    ],
)  # fmt: skip
def test_each_way_to_ask_names_what_its_answer_rests_on(
    ask: str, arguments: dict[str, Any], expect: dict[str, Any], named: list[tuple[str, str]]
) -> None:
    """The steps and stages of a path that are expected, the records of a list, what a hit is; each once."""
    assert behind(SMALL, {"ask": ask, "arguments": arguments, "expect": expect}) == named
    assert ask in ASKS


def test_every_golden_question_rests_on_statements_that_there_are() -> None:
    """None is answered without a statement, and each can be shown."""
    whole = ag.load()
    for question in whole.release["questions"]:
        found = behind(whole, question)
        assert found, question["id"]
        assert all(whole.statement(kind, key) for kind, key in found), question["id"]
