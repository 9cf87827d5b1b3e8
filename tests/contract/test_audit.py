"""``atlas-graph audit``: sheets are blind, judgements are filed one entry at a time, and the grade is computed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.cli.main import main

from ..unit.rules.example_dataset import overlaid, write

STEP = "demo/alpha--calls--beta"
MARKS: list[dict[str, Any]] = [
    {"part": "from", "quote": 1, "words": "Alpha"},
    {"part": "relation", "quote": 1, "words": "calls"},
    {"part": "to", "quote": "1", "words": "Beta"},
    {"part": "text: Work goes from one to the other", "quote": "doc#6eb9dfc6", "words": "all the work"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small dataset without audits."""
    return write(overlaid({}), tmp_path)


def sheet(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert main(["audit", "sheet", "--dataset", str(folder), "--format", "jsonl", *more]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def judgement(folder: Path, capsys: pytest.CaptureFixture[str], *marks: dict[str, Any]) -> dict[str, Any]:
    (item,) = sheet(folder, capsys, "--prefix", STEP)
    return {"of": item["of"], "digest": item["digest"], "marks": list(marks or MARKS)}


def file(folder: Path, judged: dict[str, Any], *more: str) -> int:
    path = folder.parent / "judgements.jsonl"
    path.write_text(json.dumps(judged) + "\n", encoding="utf-8")
    return main(["audit", "file", str(path), "--dataset", str(folder), *more])


def status(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["audit", "status", "--dataset", str(folder), "--prefix", STEP, "--all", "--format", "json"]) == 0
    (item,) = json.loads(capsys.readouterr().out)["statements"]
    return dict(item)


def test_marks_on_every_part_come_to_full(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A step whose parts are all carried by words is full, by computation."""
    assert file(folder, judgement(folder, capsys), "--by", "round-one") == 0
    found = status(folder, capsys)
    assert (found["state"], found["by"], found["lacking"]) == ("full", ["round-one"], [])
    written = (folder / "audits/demo.yaml").read_text(encoding="utf-8")
    assert "  - {part: from, quote: 'doc#6eb9dfc6', words: Alpha}\n" in written
    assert "supports" not in written


KINDS = ("choice", "option", "stage", "step")
OPTION = {
    "id": "direct", "name": "DIRECT=1", "kind": "environment-variable", "whose": "alpha", "text": "It says more.",
    "evidence": [{"source": "doc", "quote": "With DIRECT set Alpha says what it does."}],
}  # fmt: skip


def test_the_sheet_and_the_status_of_a_stack_hold_its_choices_and_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option is of the stacks in which it is read, a choice of that of its candidates, and of no other."""
    said = {"source": "doc", "quote": "Alpha looks at the work and takes one of the two."}
    step = {
        "from": "alpha",
        "relation": "runs-on",
        "to": "chip",
        "phase": "run",
        "text": "It runs.",
        "evidence": [said],
    }
    choice = {"id": "which", "chooser": "alpha", "rule": "By size.", "text": "It depends.", "evidence": [said]}
    choice["among"] = ["demo/alpha--calls--beta", "demo/alpha--runs-on--chip"]
    decides = {**OPTION, "id": "decides", "effects": [{"does": "decides", "choice": "which"}]}
    options = [{**OPTION, "stacks": ["demo"]}, decides]
    choice["overridden_by"] = ["decides"]
    records = overlaid({"choices": [choice], "options": options})
    records["stacks"][0]["steps"].append(step)
    records["stacks"].append({**records["stacks"][0], "id": "other"})
    folder = write(records, tmp_path)
    of = {kind: [item["of"] for item in sheet(folder, capsys, "--stack", "demo", "--kind", kind)] for kind in KINDS}
    assert of == {"choice": ["which"], "option": ["decides", "direct"], "stage": of["stage"], "step": of["step"]}
    assert len(of["stage"]) == 3
    assert len(of["step"]) == 3
    assert sheet(folder, capsys, "--stack", "other", "--kind", "option") == []
    assert main(["audit", "status", "--dataset", str(folder), "--stack", "demo", "--format", "json"]) == 0
    assert {"choice", "option", "stage", "step"} == set(json.loads(capsys.readouterr().out)["counts"])


def test_an_inferred_part_makes_it_partial_and_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is inferred, or carried by nothing, is said by its part and reason."""
    judged = judgement(folder, capsys, *MARKS[:1], {"part": "relation", "none": "It only exists."}, *MARKS[2:])
    assert file(folder, judged, "--by", "round-one") == 0
    found = status(folder, capsys)
    assert found["state"] == "partial"
    assert found["lacking"] == [{"part": "relation", "state": "none", "why": "It only exists."}]


def test_where_readers_differ_a_third_settles_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both judgements are kept and the part is disputed until most of three agree."""
    doubting = [*MARKS[:1], {"part": "relation", "none": "It only exists."}, *MARKS[2:]]
    assert file(folder, judgement(folder, capsys), "--by", "round-one") == 0
    assert file(folder, judgement(folder, capsys, *doubting), "--by", "round-two") == 0
    found = status(folder, capsys)
    assert (found["state"], found["disputed"]) == ("partial", ["relation"])
    assert file(folder, judgement(folder, capsys), "--by", "round-three") == 0
    found = status(folder, capsys)
    assert (found["state"], found["disputed"], len(found["by"])) == ("full", [], 3)


def test_an_authors_own_marks_count_as_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Marks of the author are kept, and the statement is unaudited."""
    assert file(folder, judgement(folder, capsys), "--by", "the-author", "--own") == 0
    assert status(folder, capsys)["state"] == "unaudited"
    assert [item["of"] for item in sheet(folder, capsys, "--unaudited", "--prefix", STEP)] == [STEP]


def test_a_sheet_shows_no_earlier_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither marks nor verdicts nor the curator's doubts on a quote are on a sheet."""
    doubted = {"source": "doc", "quote": "Alpha calls Beta for all the work that there is.", "supports": "partial"}
    step = {"from": "alpha", "relation": "calls", "to": "beta", "evidence": [{**doubted, "doubt": "A secret doubt."}]}
    folder = write(overlaid({"stacks": [{"id": "demo", "steps": [step]}]}), tmp_path)
    judged = judgement(folder, capsys, *MARKS[:1], {"part": "relation", "none": "A secret."}, *MARKS[2:])
    assert file(folder, judged, "--by", "round-one") == 0
    for form in ("text", "jsonl"):
        assert main(["audit", "sheet", "--dataset", str(folder), "--format", form]) == 0
        shown = capsys.readouterr().out
        assert STEP in shown
        assert "secret" not in shown
        assert "partial" not in shown


def test_filing_changes_one_entry_and_no_date(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Other entries keep their bytes; filing the same judgement again changes nothing."""
    other = "- of: demo/zeta--calls--beta\n  by: round-one\n  date: '2020-01-01'\n  digest: '000000000000'\n"
    other += "  marks:\n  - {part: from, none: Odd   spacing is kept.}\n"
    target = folder / "audits/demo.yaml"
    target.parent.mkdir()
    target.write_text("# a head\n" + other, encoding="utf-8")
    assert file(folder, judgement(folder, capsys), "--by", "round-one") == 0
    first = target.read_text(encoding="utf-8")
    assert first.startswith("# a head\n- of: demo/alpha")
    assert first.endswith(other)
    target.write_text(first.replace("date: '20", "date: '19"), encoding="utf-8")
    before = target.read_bytes()
    assert file(folder, judgement(folder, capsys), "--by", "round-one") == 0
    assert target.read_bytes() == before


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ([{"part": "from", "quote": 9, "words": "Alpha"}], "line 1: part 'from': there is no quote 9"),
        ([{"part": "from", "quote": 1, "word": "Alpha"}], "part 'from': unknown key 'word'"),
        ([{"part": "from", "quote": 1, "words": "Alp"}, *MARKS[1:]], "part 'from': words “Alp” do not stand"),
        ([{"part": "from", "quote": 1, "words": "work"}, *MARKS[1:]], "part 'from': “work” is no name or alias"),
        (MARKS[:3], "there is no mark of 'text: CLAUSE' for each clause"),
        ([*MARKS[:3], {**MARKS[3], "part": "text: Work goes from one"}], "no clause holds “to the other”"),
        ([*MARKS, {"part": "mode/fast", "general": "Any."}], "there is no part 'mode/fast' here"),
        ([{"part": "from", "general": "Always."}, *MARKS[1:]], "'general' is for modes"),
        ([{"part": "from", "witness": "demo-run"}, *MARKS[1:]], "no passed run of the witness"),
        ([{"part": "from", "words": "Alpha"}, *MARKS[1:]], "'quote' and 'words' go together"),
    ],
)
def test_every_error_names_line_and_part(
    folder: Path, capsys: pytest.CaptureFixture[str], marks: list[dict[str, Any]], said: str
) -> None:
    """A wrong mark is refused with one sentence, and nothing of the file is filed."""
    assert file(folder, judgement(folder, capsys, *marks), "--by", "round-one") == 2
    assert said in capsys.readouterr().err
    assert not (folder / "audits").exists()


def test_a_changed_statement_is_judged_anew(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A judgement of other words is refused; one that was filed before the change counts as none."""
    judged = judgement(folder, capsys)
    assert file(folder, judged, "--by", "round-one") == 0
    stack = folder / "stacks/demo.yaml"
    stack.write_text(stack.read_text().replace("Work goes", "All work goes"), encoding="utf-8")
    assert file(folder, judged, "--by", "round-two") == 2
    assert "has changed since its sheet was printed" in capsys.readouterr().err
    assert status(folder, capsys)["changed"] is True


def test_a_sample_is_the_same_for_the_same_seed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Statements are drawn by a seed, in their order."""
    one = [item["of"] for item in sheet(folder, capsys, "--sample", "2", "--seed", "a")]
    assert one == [item["of"] for item in sheet(folder, capsys, "--sample", "2", "--seed", "a")]
    assert len(one) == 2
