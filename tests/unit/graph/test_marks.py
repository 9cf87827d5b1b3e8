"""Marks: the words that prove a part, shown wherever a quote is shown, and the grade that follows the weakest part."""

from __future__ import annotations

import io
import json
from typing import Any

from atlas_graph.graph.marks import in_words, pieces
from atlas_graph.render.answers import explanation_text
from atlas_graph.render.html import path_html
from atlas_graph.render.markdown import path_markdown
from atlas_graph.render.terminal import Terminal
from atlas_graph.render.text import path_text

from .small import atlas, stack, standing, step

WORDS = "Here the guide says code-cpu in a sentence of its own."


def audited(**states: str) -> dict[str, Any]:
    """A step whose quote carries from and to, with the states given for its other parts."""
    parts = [{"part": name, "state": state, "why": "Why so."} for name, state in states.items()]
    mark = {"quote": "guide#code-cpu"}
    return {
        "supports": "full" if not set(states.values()) & {"inferred", "none"} else "partial",
        "doubt": "relation is inferred (Why so.)",
        "date": "2026-11-30",
        "by": ["round-one"],
        "parts": [{"part": "from", "state": "quoted"}, {"part": "to", "state": "quoted"}, *parts],
        "marks": [
            {**mark, "part": "to", "words": "code-cpu", "start": 20, "end": 28},
            {**mark, "part": "from", "words": "guide", "start": 9, "end": 14},
            {**mark, "part": "text: the guide", "words": "the guide says", "start": 5, "end": 19},
        ],
    }


def path(audit: dict[str, Any] | None, *evidence: dict[str, Any]) -> Any:
    more = {"evidence": list(evidence)} if evidence else {}
    made = step("code", "cpu", **more, **({"audit": audit} if audit else {}))
    return atlas(stack("s", made), ledger=standing("guide#code-cpu", "guide#other")).path("s")


def test_pieces_joined_are_the_quote() -> None:
    """Overlapping marks part a quote, and nothing of it is lost."""
    marks = path(audited(relation="quoted")).steps[0].evidence[0].marks
    cut = pieces(WORDS, marks)
    assert "".join(text for text, _ in cut) == WORDS
    assert ("guide", ("text", "from")) in cut
    assert in_words(marks) == "text: “the guide says” · from: “guide” · to: “code-cpu”"


def test_text_names_the_words_of_each_part() -> None:
    """In a pipe a line under the quote says which words prove which part; on a terminal they are underlined."""
    made = path(audited(relation="quoted"))
    plain = path_text(made, Terminal(width=100))
    assert "text: “the guide says” · from: “guide” · to: “code-cpu”" in plain
    assert "\x1b" not in plain
    styled = path_text(made, Terminal(width=100, colour=True))
    assert "\x1b[32;1;4mcode-cpu\x1b[0m" in styled
    assert "\x1b[32;1;4mthe guide says\x1b[0m" in styled


def test_a_marked_quote_is_wrapped_as_a_plain_one() -> None:
    """Styles take no columns: the lines break at the same words."""
    plain = Terminal(width=30).wrap_pieces([("Here the ", False), ("guide says code", True), (" and more.", False)])
    styled = Terminal(width=30, colour=True).wrap_pieces(
        [("Here the ", False), ("guide says code", True), (" and more.", False)], "", "", "green"
    )
    bare = [line.replace("\x1b[0m", "").replace("\x1b[32m", "").replace("\x1b[32;1;4m", "") for line in styled]
    assert bare == plain
    assert len(plain) == 2


def test_markdown_and_html_mark_the_words() -> None:
    """Markdown has them in bold with the line that names the parts, HTML in mark elements with the part's name."""
    made = path(audited(relation="quoted"))
    assert "> “Here **the guide says** **code-cpu** in a sentence of its own.”" in path_markdown(made)
    assert "> text: “the guide says” · from: “guide” · to: “code\\-cpu”" in path_markdown(made).replace(
        "code-cpu”", "code\\-cpu”"
    )
    assert '<mark title="text, from" data-part="text, from">guide</mark>' in path_html(made)


def test_json_has_offsets_into_the_quote() -> None:
    """Each mark's words are the quote from start to end, and each part says how it is carried."""
    value = json.loads(json.dumps(path(audited(relation="general")).to_dict()))["steps"][0]
    quote = value["evidence"][0]
    assert quote["marks"]
    for mark in quote["marks"]:
        assert quote["quote"][mark["start"] : mark["end"]] == mark["words"]
    assert {"part": "relation", "state": "general", "why": "Why so.", "witness": None} in value["parts"]


def test_a_grade_follows_the_weakest_part() -> None:
    """A step with an inferred part is partial and says which; one that a run alone carries is not documented."""
    assert path(audited(relation="quoted")).grade.name == "documented"
    inferred = path(audited(relation="inferred")).grade
    assert (inferred.name, "relation is inferred" in inferred.why) == ("partial", True)
    assert "a run alone carries relation" in path(audited(relation="observed")).grade.why


def test_explain_says_how_each_part_is_carried() -> None:
    """Part by part: quoted, observed, general, inferred."""
    shown = explanation_text(path(audited(relation="inferred")).explain(), Terminal(width=100))
    assert "- from: quoted" in shown
    assert "- relation: inferred (Why so.)" in shown


def test_the_receipt_is_the_quote_that_carries_most() -> None:
    """Where one quote stands for a step it is the one with most parts; without marks it is the first."""
    first = {"id": "guide#other", "class": "quote", "source": "guide", "quote": "Another sentence that carries none."}
    second = {"id": "guide#code-cpu", "class": "quote", "source": "guide", "quote": WORDS}
    assert path(audited(relation="quoted"), first, second).steps[0].receipt.quote == WORDS
    assert path(None, first, second).steps[0].receipt.id == "guide#other"


def test_a_release_without_marks_still_loads() -> None:
    """An audit of the older shape has neither parts nor marks, and grades as it did."""
    old = {"supports": "full", "digest": "0" * 12, "date": "2026-01-01"}
    made = path(old)
    assert made.grade.name == "documented"
    assert made.steps[0].parts == ()
    assert made.steps[0].evidence[0].marks == ()
    out = io.StringIO(path_text(made, Terminal(width=100)))
    assert "from:" not in out.getvalue()
