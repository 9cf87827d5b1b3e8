"""Choices, options and versions as each format says them."""

from __future__ import annotations

from typing import Any

import pytest

from atlas_graph import Atlas
from atlas_graph.render.answers import comparison_text, explanation_text
from atlas_graph.render.card_text import card_text
from atlas_graph.render.dot import path_dot
from atlas_graph.render.html import path_html
from atlas_graph.render.markdown import path_markdown
from atlas_graph.render.mermaid import path_mermaid
from atlas_graph.render.terminal import Terminal
from atlas_graph.render.text import path_text

from ..graph.small import atlas, choice, option, quote, stack, step

TERMINAL = Terminal(width=200)
LIBRARY, TEMPLATE = "s/ir--calls--cublas", "s/ir--calls--triton"
SINCE = {"version": "pkg:pypi/lib@2.1", "evidence": [quote("since")]}
TEXTS = {
    "text": lambda path: path_text(path, TERMINAL),
    "explanation": lambda path: explanation_text(path.explain(), TERMINAL),
    "markdown": lambda path: path_markdown(path).replace("\\", ""),
    "html": path_html,
}


def when(item: dict[str, Any], **conditions: list[str]) -> dict[str, Any]:
    """A step under conditions."""
    return {**item, "when": conditions}


@pytest.fixture(scope="module")
def small() -> Atlas:
    record = stack(
        "s",
        step("code", "ir"),
        {**step("ir", "cublas"), "since": SINCE},
        step("ir", "triton"),
        when(step("ir", "graphs"), options=["graphs"]),
        *(step(end, "cpu") for end in ("cublas", "triton", "graphs")),
    )
    gemm = choice(
        "gemm", LIBRARY, TEMPLATE, rule="By measuring.", default=LIBRARY, order=[TEMPLATE, LIBRARY],
        overridden_by=["tune"], fallback="The library is called.",
    )  # fmt: skip
    options = [
        option("tune", "TUNE=1", {"does": "decides", "choice": "gemm"}),
        option("graphs", "GRAPHS=1", {"does": "adds", "step": "s/ir--calls--graphs"}, default="Off."),
    ]
    return atlas(record, choices=[gemm], options=options)


@pytest.mark.parametrize("form", sorted(TEXTS))
def test_a_choice_is_told_where_the_path_forks(small: Atlas, form: str) -> None:
    """After the last step that it is about: who chooses, by what rule, what overrides it, what else happens."""
    shown = TEXTS[form](small.path("s:on:cpu"))
    for part in (
        "CODE chooses: CUBLAS or TRITON",
        "What gemm is about.",
        "rule: By measuring.",
        "order: TRITON, then CUBLAS",
        "default: CUBLAS",
        "overridden by: TUNE=1",
        "otherwise: The library is called.",
        "Here the guide says gemm in a sentence of its own.",
        "since pkg:pypi/lib@2.1",
    ):
        assert part in shown, part
    assert shown.index("IR → TRITON") < shown.index("CODE chooses") < shown.index("CUBLAS → CPU")


@pytest.mark.parametrize("form", sorted(TEXTS))
def test_the_options_that_would_change_a_path_are_told(small: Atlas, form: str) -> None:
    """With what each would do; those that are set stand in the title and with their steps."""
    shown = TEXTS[form](small.path("s:on:cpu"))
    assert "GRAPHS=1 adds IR → GRAPHS. Default: Off." in shown
    assert "TUNE=1 decides the choice gemm." in shown
    with_it = TEXTS[form](small.path("s:on:cpu", options=["graphs", "tune"]))
    assert "S · On · CPU · with GRAPHS=1 · with TUNE=1" in with_it
    assert "with GRAPHS=1" in with_it.partition("IR → GRAPHS")[2]
    assert "set here: TUNE=1" in with_it
    assert "Options that would change" not in with_it


@pytest.mark.parametrize("form", sorted(TEXTS))
def test_what_is_known_of_a_version_is_told(small: Atlas, form: str) -> None:
    """What that version lacks, and of how much nothing is known."""
    shown = TEXTS[form](small.path("s:on:cpu", at="pkg:pypi/lib@2.0"))
    assert "Not at pkg:pypi/lib@2.0: IR → CUBLAS, it came with pkg:pypi/lib@2.1." in shown
    assert "of 3 more nothing is known" in shown


def test_that_all_of_them_happen_is_told() -> None:
    """No one chooses then."""
    both = choice("both", "s/code--calls--a", "s/code--calls--b", all=True)
    record = stack("s", step("code", "a"), step("code", "b"), step("a", "cpu"), step("b", "cpu"))
    path = atlas(record, choices=[both]).path("s:on:cpu")
    assert "All of them happen: A and B" in path_text(path, TERMINAL)
    assert "chooses" not in path_mermaid(path)


def test_drawings_have_a_diamond_where_something_chooses(small: Atlas) -> None:
    """The steps that are chosen between leave it, and not the stage."""
    mermaid = path_mermaid(small.path("s:on:cpu")).splitlines()
    assert '    c0{"CODE chooses"}' in mermaid
    assert "    n1 --> c0" in mermaid
    assert [line for line in mermaid if line.startswith("    c0 -->|")] == [
        '    c0 -->|"calls"| n2',
        '    c0 -->|"calls"| n3',
    ]
    dot = path_dot(small.path("s:on:cpu"))
    assert '"choice/gemm" [label="CODE chooses"' in dot
    assert '"ir" -> "choice/gemm"' in dot
    assert '"choice/gemm" -> "triton"' in dot
    assert '"ir" -> "triton"' not in dot


def test_a_comparison_tells_choices_once(small: Atlas) -> None:
    """Those of both sides, and those of one."""
    shown = comparison_text(small.compare("s:on:cpu", "s:on:cpu+graphs"), TERMINAL)
    assert shown.count("CODE chooses") == 1
    assert "Decided on both:" in shown


def test_cards_tell_choices_and_options(small: Atlas) -> None:
    """With every field, and of an entity those that it makes and reads."""
    shown = card_text(small.show("choice/gemm"), TERMINAL)
    for part in ("choice gemm", "chooser: code", f"default: {LIBRARY}", "overridden by: tune", "rule: By measuring."):
        assert part in shown, part
    shown = card_text(small.show("option/graphs"), TERMINAL)
    assert "adds: s/ir--calls--graphs" in shown
    assert "whose: code" in shown
    shown = card_text(small.show("entity/code"), TERMINAL)
    assert "- CODE: What gemm is about. (gemm)" in shown
    assert "- GRAPHS=1: What graphs does. (graphs)" in shown
