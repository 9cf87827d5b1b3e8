"""What rules find beyond their own examples: each kind of fault under its code, at its line, in its words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.rules import check, notices
from atlas_graph.rules.release_file import check_release_file

from .example_dataset import overlaid, write

LINK = """
links:
- {from: alpha, relation: part-of, to: TO, text: One belongs to the other.,
   evidence: [{source: doc, quote: Alpha is a part of Beta in all of its releases.}]}
"""
DATED = """
stacks:
- id: demo
  steps:
  - from: alpha
    relation: calls
    to: beta
    since: {date: '2026-01-01', evidence: [{source: doc, quote: Alpha calls Beta since the new year.}]}
    until: {date: 'DATE', inclusive: INCLUSIVE, evidence: [{source: doc, quote: Alpha does without Beta at all.}]}
"""
TEXT = """
stacks:
- id: demo
  steps:
  - {from: alpha, relation: calls, to: beta, text: TEXT}
"""
UNPINNED = "sources:\n- {id: doc, pinned: {none: The page exists only live., url: null, sha256: null}}\n"


def found(overlay: str, folder: Path) -> list[tuple[str, str, str]]:
    """Return code, the line of the file and the sentence of each finding over the example dataset."""
    content: dict[str, Any] = yaml.safe_load(overlay)
    dataset = read_dataset(write(overlaid(content), folder))
    problems = check(dataset)
    dangling = "AG101" in {problem.code for problem in problems}  # then notices are not looked for
    return [
        (problem.code, (dataset.root / problem.file).read_text().splitlines()[problem.line - 1], problem.message)
        for problem in [*problems, *([] if dangling else notices(dataset))]
    ]


def test_a_link_from_a_thing_to_itself_is_found(tmp_path: Path) -> None:
    """At its end; a link to another thing is none."""
    assert [(line.strip(), said) for code, line, said in found(LINK.replace("TO", "alpha"), tmp_path / "itself")
            if code == "AG504"] == [
        ("to: alpha", "'alpha' is linked to itself; name another end or remove the link")
    ]  # fmt: skip
    assert "AG504" not in {code for code, _, _ in found(LINK.replace("TO", "beta"), tmp_path / "other")}


def test_a_stack_that_continues_itself_is_found(tmp_path: Path) -> None:
    """At the list of what it continues."""
    problems = found("stacks:\n- {id: demo, continues: [demo]}\n", tmp_path)
    assert [said for code, _, said in problems if code == "AG504"] == [
        "the stack continues itself; name the stack that takes over"
    ]


@pytest.mark.parametrize(
    ("date", "inclusive", "wrong"),
    [
        ("2025-12-31", "false", True), ("2025-12-31", "true", True), ("2026-01-01", "false", True),
        ("2026-01-01", "true", False), ("2026-01-02", "false", False), ("2026-01-02", "true", False),
    ],
)  # fmt: skip
def test_what_ends_on_the_day_it_begins_has_that_day_where_it_is_inclusive(
    date: str, inclusive: str, wrong: bool, tmp_path: Path
) -> None:
    """And what ends before it begins is wrong either way."""
    problems = found(DATED.replace("DATE", date).replace("INCLUSIVE", inclusive), tmp_path)
    assert ("AG120" in {code for code, _, _ in problems}) is wrong


@pytest.mark.parametrize(
    ("text", "shared"),
    [
        ("Here Beta for all the work that there is too.", "beta for all the work that there is"),
        ("Here it has Beta for all the work that there was.", None),
        ("Alpha calls Beta for all the work that was.", "alpha calls beta for all the work that"),
    ],
)
def test_eight_words_in_a_row_are_the_sources_at_the_quotes_beginning_and_end(
    text: str, shared: str | None, tmp_path: Path
) -> None:
    """Seven are ours."""
    said = [message for code, _, message in found(TEXT.replace("TEXT", text), tmp_path) if code == "AG202"]
    assert said == ([f"'{shared}' is the source's wording; say it in our own words, the quote has theirs"] if shared
                    else [])  # fmt: skip


def test_a_step_without_a_pinned_source_is_named_at_its_evidence(tmp_path: Path) -> None:
    """At the line of its own evidence, and not at that of the stack."""
    lines = [line.strip() for code, line, _ in found(UNPINNED, tmp_path) if code == "AG206"]
    assert len(lines) == 2
    assert all(line.startswith(("evidence", "- source", "- {source")) for line in lines)


@pytest.mark.parametrize(("key", "among"), [("source", "sources"), ("witness", "witnesses")])
def test_evidence_that_names_what_there_is_not_is_found_at_its_line(key: str, among: str, tmp_path: Path) -> None:
    """A source or a run that no record describes."""
    quote = {"source": "dog", "quote": "Alpha calls Beta for all the work that there was."}
    evidence = quote if key == "source" else {"class": "observation", "witness": "dog"}
    step = {"from": "alpha", "relation": "calls", "to": "beta", "evidence": [evidence]}
    overlay = yaml.safe_dump({"stacks": [{"id": "demo", "steps": [step]}]})
    named = [(line.strip(" -"), said) for code, line, said in found(overlay, tmp_path) if code == "AG101"]
    assert f"{key}: dog" in [line for line, _ in named]
    assert all(said.startswith(f"there is no 'dog' among the {among}; ") for _, said in named)


def test_a_step_to_what_there_is_not_is_found_at_that_end(tmp_path: Path) -> None:
    """At the line of the end, and not at that of the step."""
    step = {"from": "alpha", "relation": "calls", "to": "gamma", "phase": "run", "text": "It goes on.",
            "evidence": [{"source": "doc", "quote": "Alpha calls Beta for all the work that there is."}]}  # fmt: skip
    problems = found(yaml.safe_dump({"stacks": [{"id": "demo", "steps": [step]}]}), tmp_path)
    assert [line.strip(" -") for code, line, said in problems if code == "AG101" and "'gamma'" in said] == ["to: gamma"]


def test_a_fork_that_no_choice_covers_names_its_ends(tmp_path: Path) -> None:
    """All of them, where none is covered."""
    overlay = """
stacks:
- id: demo
  steps:
  - {from: alpha, relation: runs-on, to: chip, phase: run, text: It goes there at once.,
     evidence: [{source: doc, quote: Alpha runs on a Chip where it has to.}]}
"""
    said = [message for code, _, message in found(overlay, tmp_path) if "no choice says" in message]
    assert said
    assert "2 steps leave 'alpha', and no choice says what decides about beta, chip; " in said[0]


@pytest.mark.parametrize(
    ("sha256", "told"),
    [
        ("0" * 64, []),
        ("1" * 64, [("AG401", "this quote was checked against another copy")]),
        (None, [("AG404", "the line of doc#6eb9dfc6 does not say of which bytes it speaks")]),
    ],
)
def test_the_ledger_speaks_of_the_bytes_that_are_pinned(
    sha256: str | None, told: list[tuple[str, str]], tmp_path: Path
) -> None:
    """Other bytes were not read, and bytes that are not named might be any; each is told once."""
    check = {"verdict": "match", "reason": "Found.", "date": "2026-01-01", "sha256": sha256,
             "url": "https://example.org/raw/0000000000000000000000000000000000000000/doc.md"}  # fmt: skip
    overlay = yaml.safe_dump({"ledger": [{"id": "doc#6eb9dfc6", "pinned": check}]})
    said = [(code, message.partition(";")[0]) for code, _, message in found(overlay, tmp_path) if code[:3] == "AG4"]
    assert list(dict.fromkeys(said)) == told


def test_a_dead_end_is_found_at_its_stage(tmp_path: Path) -> None:
    """Where the path stops short of hardware, and not where it begins."""
    step = "{from: beta, relation: runs-on, to: chip, when: {modes: [fast]}}"
    problems = found(f"stacks:\n- id: demo\n  steps:\n  - {step}\n", tmp_path)
    ends = [line.strip(" -") for code, line, said in problems if code == "AG109" and "'beta'" in said]
    assert ends == ["entity: beta"]


def test_a_release_file_that_is_no_text_is_told_at_its_first_line(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are no release."""
    path = tmp_path / "release.json"
    path.write_bytes(b"\xff\xfe")
    assert [(problem.line, problem.code) for problem in check_release_file(path)] == [(1, "AG001")]
