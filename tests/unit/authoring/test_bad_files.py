"""What contributors mistype: each is a problem with its file, its line and what to do, and none is a traceback."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.cli.main import main

from ..rules.example_dataset import BASE, QUOTE, overlaid, write

GOOD = "id: gamma\nname: Gamma\nkind: runtime\nsummary: One more.\n"
FACT = (
    "id: f\nsubject: alpha\nproperty: size\nunit: GB\nas_printed: x\nevidence:\n- {source: doc, quote: " + QUOTE + "}\n"
)


def said(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Run ``validate`` and the commands that compile the folder; return the problems without the folder's name."""
    status = main(["validate", str(folder)])
    lines = capsys.readouterr().out.splitlines()
    assert status == (2 if lines else 0)
    for words in (["path", "demo", "--dataset", str(folder)], ["build", "--dataset", str(folder), "-o", "unused"]):
        if lines:
            assert main(words) in (0, 2)
            assert "internal error" not in capsys.readouterr().err
    return [line.removeprefix(f"{folder.as_posix()}/") for line in lines]


ENTITY_FILES: list[tuple[str, str | bytes, str, str]] = [
    ("tab", "id: gamma\n\tname: Gamma\n", ":2: AG001", "indent with spaces"),
    ("indented too far", "id: gamma\n name: Gamma\n", ":2: AG001", "correct the indentation"),
    ("colon in a value", GOOD.replace("One", "a: b"), ":4: AG001", "put the value in quotes"),
    ("key twice", GOOD + "name: Two\n", ":5: AG001", "keep one of them"),
    ("nothing in it", "", ":1: AG003", "write one or remove the file"),
    ("a comment alone", "# later\n", ":1: AG003", "write one or remove the file"),
    ("an empty list", "[]\n", ":1: AG003", "write one or remove the file"),
    ("a word", "hello\n", ":1: AG003", "write 'key: value' lines"),
    ("UTF-16", GOOD.encode("utf-16"), ":1: AG001", "save the file as UTF-8"),
    ("Latin-1", GOOD.replace("One", "Éin").encode("latin-1"), ":1: AG001", "save the file as UTF-8"),
    ("control character", GOOD + "licence: 'a\x07b'\n", ":5: AG001", "U+0007 shows nothing"),
    ("escaped control character", GOOD + 'licence: "a\\u001b[31m"\n', ":5: AG001", "U+001B shows nothing"),
    ("override of direction", GOOD + "licence: a\u202eb\n", ":5: AG001", "U+202E shows nothing"),
    ("endless number", GOOD + f"licence: {'9' * 5000}\n", ":5: AG001", "too many digits"),
    ("anchor and alias", GOOD.replace("gamma", "&x gamma") + "licence: *x\n", ":5: AG001", "write the value out"),
    ("tag", GOOD.replace("Gamma", "!!binary aGk="), ":2: AG001", "write the value alone"),
    ("tag on a list", GOOD + "aliases: !!set [a]\n", ":5: AG001", "write the value alone"),
    ("two documents", GOOD + "---\n" + GOOD, ":5: AG001", "a file holds one record"),
    ("brackets without end", "a: " + "[" * 5000, ":1: AG001", "nest"),
    ("open quotation mark", 'id: gamma\nname: "Gamma\n', ":3: AG001", "close it"),
    ("misspelt key", GOOD.replace("summary", "sumary"), ":4: AG003", "unknown key 'sumary'"),
    ("number for text", GOOD.replace("Gamma", "5"), ":2: AG003", "put a number or true in quotes"),
    ("text for a list", GOOD + "aliases: one\n", ":5: AG003", "this must be a list"),
    ("id in capitals", GOOD.replace("gamma", "Gamma"), ":1: AG003", "lower-case letters"),
    ("unknown kind", GOOD.replace("runtime", "gadget"), ":3: AG003", "choose one"),
    ("address without scheme", GOOD + "homepage: example.org\n", ":5: AG003", "https://HOST/PATH"),
    ("address that is a script", GOOD + "homepage: 'javascript:x'\n", ":5: AG003", "https://HOST/PATH"),
    ("moved, not said where", GOOD + "status: {state: moved, reason: x}\n", ":5: AG003", "needs 'replaced_by'"),
    ("moved to itself", GOOD + "status: {state: moved, reason: x, replaced_by: gamma}\n", ":5: AG504", "itself"),
    ("moved to nowhere", GOOD + "status: {state: moved, reason: x, replaced_by: alpah}\n", ":5: AG101", "mean alpha"),
    ("alias twice", GOOD + "aliases: [G, G]\n", ":5: AG115", "keep it once"),
    ("another's name", GOOD.replace("Gamma", "Alpha"), ":2: AG116", "more precisely"),
]


@pytest.mark.parametrize(
    ("text", "place", "fix"), [case[1:] for case in ENTITY_FILES], ids=[c[0] for c in ENTITY_FILES]
)
def test_a_mistyped_file_is_told_of(
    text: str | bytes, place: str, fix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With file and line, and in words of a contributor."""
    folder = write(BASE, tmp_path)
    (folder / "entities/gamma.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    found = said(folder, capsys)
    assert any(line.startswith(f"entities/gamma.yaml{place}") and fix in line for line in found), found


@pytest.mark.parametrize("text", [GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD, "---\n" + GOOD, GOOD.rstrip()])
def test_other_editors_files_are_read(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Windows line ends, a byte order mark, a document mark and a missing last line end are no problem."""
    folder = write(BASE, tmp_path)
    (folder / "entities/gamma.yaml").write_bytes(text.encode())
    assert said(folder, capsys) == []


@pytest.mark.parametrize(
    ("value", "fix"),
    [
        ("1e999", "too large"),
        ("true", "must be a number, or words"),
        ("''", "must be a number, or words"),
        ("[1]", "must be a number, or words"),
        ("~", "must be a number, or words"),
    ],
)
def test_a_fact_has_a_finite_number_or_words(
    value: str, fix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what else stands there is told of once, not once for each type that it could have been."""
    folder = write(BASE, tmp_path, {"facts/f.yaml": f"value: {value}\n{FACT}"})
    (line,) = said(folder, capsys)
    assert line.startswith("facts/f.yaml:1: AG00")
    assert fix in line


@pytest.mark.parametrize(
    ("text", "line", "fix"),
    [
        ("", 1, "write one"),
        (
            "- {name: demo, title: D, version: 1.0.0, date: '2026-01-01', licence: MIT, description: D}\n" * 2,
            2,
            "keep one",
        ),
        ("name: ../evil\ntitle: D\nversion: 1.0.0\ndate: '2026-01-01'\nlicence: ISC\ndescription: D\n", 1, "an id is"),
        ("name: d\ntitle: D\nversion: 1.0\ndate: '2026-01-01'\nlicence: ISC\ndescription: D\n", 3, "in quotes"),
        (
            "name: d\ntitle: D\nversion: 1.0.0\ndate: '2026-02-30'\nlicence: ISC\ndescription: D\n",
            4,
            "no day 2026-02-30",
        ),
        ("name: d\ntitle: D\nversion: 1.0.0\ndate: '٢٠٢٦-٠١-٠١'\nlicence: MIT\ndescription: D\n", 4, "YYYY-MM-DD"),
    ],
)
def test_the_header_is_one_record_of_sound_values(
    text: str, line: int, fix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its name becomes a file's name, its date is a day of the calendar."""
    folder = write(BASE, tmp_path, {"dataset.yaml": text})
    found = said(folder, capsys)
    assert any(problem.startswith(f"dataset.yaml:{line}: AG003") and fix in problem for problem in found), found


def test_what_is_no_file_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder named like a file, and a link that leads nowhere, would otherwise be passed over in silence."""
    folder = write(BASE, tmp_path)
    (folder / "entities/gamma.yaml").mkdir()
    os.symlink(tmp_path / "nowhere", folder / "entities/delta.yaml")
    found = said(folder, capsys)
    assert [line.partition(" ")[0] for line in found] == ["entities/delta.yaml:1:", "entities/gamma.yaml:1:"]


@pytest.mark.parametrize("line", [b"\xff\xfe", b"garbage", b"[]", b"[" * 100_000, b'{"id": "doc#00000000"}'])
def test_a_ledger_line_that_is_none_is_told_of(line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At its own line, blank ones counted."""
    folder = write(BASE, tmp_path)
    ledger = folder / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b"\n" + line + b"\n")
    assert [problem.partition(" ")[0] for problem in said(folder, capsys)] == ["ledger.jsonl:4:"]


@pytest.mark.parametrize("line", ["[]", '{"source": "doc", "pinned": {}}', '{"source": "nobody"}'])
def test_a_document_of_the_ledger_that_is_none_is_told_of(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that is no document's, or a document's of which no quote is left."""
    folder = write(BASE, tmp_path)
    (folder / "ledger-documents.jsonl").write_text(line + "\n")
    assert [problem.partition(" ")[0] for problem in said(folder, capsys)] == ["ledger-documents.jsonl:1:"]


def test_a_quote_whose_reading_was_lost_in_a_merge_counts_as_never_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its line tells of no date and no document: it is not trusted, and stands in nobody's way."""
    folder = write(BASE, tmp_path)
    ledger = folder / "ledger.jsonl"
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    lines[0]["pinned"].pop("date")
    ledger.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert [line for line in said(folder, capsys) if ": AG4" not in line] == []
    assert read_dataset(folder).ledger.keys() == {line["id"] for line in lines[1:]}


def test_a_ledger_may_hold_what_other_programs_take_for_line_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence of the web with a line separator in it is one line of the ledger."""
    folder = write(BASE, tmp_path)
    ledger = folder / "ledger.jsonl"
    ledger.write_text(ledger.read_text().replace("Found.", "Found\u2028here."), encoding="utf-8")
    assert said(folder, capsys) == []


def _stack(**changes: Any) -> dict[str, Any]:
    records = copy.deepcopy(BASE)
    records["stacks"][0].update(copy.deepcopy(changes))
    return records


def _step(**changes: Any) -> dict[str, Any]:
    records = copy.deepcopy(BASE)
    records["stacks"][0]["steps"][0].update(copy.deepcopy(changes))
    return records


EVIDENCE = {"source": "doc", "quote": QUOTE}
OLD = {"state": "withdrawn", "reason": "It was taken out."}
LINK = {"from": "alpha", "relation": "part-of", "to": "beta", "text": "So it is.", "evidence": [EVIDENCE]}
CLAIM = {"id": "m", "claim": "It is so.", "correction": "It is not.", "stacks": ["nope"], "evidence": [EVIDENCE]}
STACKS: list[tuple[str, dict[str, Any], str]] = [
    ("a mode twice", _stack(modes=[{"id": "slow", "title": "S"}] * 2 + [{"id": "fast", "title": "F"}]), "AG115"),
    ("a device twice", _stack(devices=["cpu", "cpu"]), "AG115"),
    ("a quote twice", _step(evidence=[EVIDENCE, EVIDENCE]), "AG115"),
    ("an unknown device", _stack(devices=["cpuu"]), "AG101"),
    ("an unknown entry", _stack(entry="alpah"), "AG101"),
    ("continues itself", _stack(continues=["demo"]), "AG504"),
    ("all excluded", _stack(excludes=[{"modes": ["slow", "fast"], "devices": ["cpu"], "reason": "None."}]), "AG114"),
    ("no steps", _stack(steps=[]), "AG003"),
    ("no evidence", _step(evidence=[]), "AG003"),
    ("a condition twice", _step(when={"modes": ["slow", "slow", "fast"]}), "AG115"),
    ("a self-loop", _step(to="alpha"), "AG108"),
    ("only a withdrawn way", _step(status=OLD), "AG109"),
    ("replaced by no option", _step(status={**OLD, "replaced_by_option": "alpha"}), "AG101"),
    ("replaced by nothing there", _step(status={**OLD, "replaced_by": "nope"}), "AG101"),
    ("an unknown source", _step(evidence=[{**EVIDENCE, "source": "docc"}]), "AG101"),
    ("an unknown witness", _step(evidence=[{"class": "observation", "witness": "w"}]), "AG101"),
    ("a link to itself", {**BASE, "links": [{**LINK, "to": "alpha"}]}, "AG504"),
    ("a link twice", {**BASE, "links": [LINK, LINK]}, "AG002"),
    ("a misconception of no stack", {**BASE, "misconceptions": [CLAIM]}, "AG101"),
]


@pytest.mark.parametrize(("records", "code"), [case[1:] for case in STACKS], ids=[case[0] for case in STACKS])
def test_what_cannot_hold_together_is_told_of(
    records: dict[str, Any], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records that are well-formed each, and wrong beside each other."""
    apart = json.loads(json.dumps(records))  # no two parts the same object, which YAML would write as an alias
    found = said(write(apart, tmp_path), capsys)
    assert any(f" {code} " in line for line in found), found


def test_a_withdrawn_step_stays_without_being_walked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may lead anywhere, in a circle too: its id is never used again, and it is on no path."""
    old = {**BASE["stacks"][0]["steps"][0], "from": "beta", "to": "alpha", "status": OLD}
    old["evidence"] = [{"source": "doc", "quote": "Beta calls Alpha for all the work that there is."}]
    records = overlaid({})
    records["stacks"][0]["steps"].append(old)
    assert said(write(records, tmp_path), capsys) == []


def test_a_query_refuses_what_would_lead_it_astray(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dangling id stops a query with its file and line; a quote that was never verified does not."""
    unverified = write(BASE, tmp_path / "one")
    (unverified / "ledger.jsonl").unlink()
    assert main(["path", "demo", "--quotes", "--dataset", str(unverified)]) == 0
    assert "unchecked" in capsys.readouterr().out
    dangling = write(_step(relation="callz"), tmp_path / "two")
    assert main(["path", "demo", "--dataset", str(dangling)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "stacks/demo.yaml:" in err
    assert "did you mean calls?" in err


@pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links are POSIX's here")
def test_what_is_no_file_is_a_problem_and_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe, a link to a device without end, a link to nowhere, and a ledger that is a pipe."""
    folder = write(BASE, tmp_path)
    os.mkfifo(folder / "entities" / "pipe.yaml")
    (folder / "entities" / "zero.yaml").symlink_to("/dev/zero")
    (folder / "entities" / "gone.yaml").symlink_to("nowhere.yaml")
    (folder / "ledger.jsonl").unlink(missing_ok=True)
    os.mkfifo(folder / "ledger.jsonl")
    assert [line.split(": AG", 1) for line in said(folder, capsys)] == [
        ["entities/gone.yaml:1", "001 cannot be read (No such file or directory); put a file here or remove it"],
        ["entities/pipe.yaml:1", "001 cannot be read (it is a pipe, not a file); put a file here or remove it"],
        ["entities/zero.yaml:1", "001 cannot be read (it is a device, not a file); put a file here or remove it"],
        [
            "ledger.jsonl:1",
            "003 cannot be read (it is a pipe, not a file); remove it, and write the ledger again with verify --write",
        ],
    ]


def test_a_folder_that_cannot_be_read_is_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its records would otherwise be lost in silence."""
    folder = write(BASE, tmp_path)
    (folder / "links" / "locked").mkdir(parents=True)
    scandir = os.scandir

    def refusing(path: Any = ".") -> Any:
        if os.fspath(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert said(folder, capsys) == [
        "links/locked:1: AG003 cannot be read (Permission denied); make the folder readable"
    ]


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's here")
def test_a_folder_behind_a_link_is_read_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its records count, and a link that leads back to where it stands does not go round for ever."""
    folder = write(BASE, tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "bad.yaml").write_text("[]\n")
    (folder / "entities" / "more").symlink_to(tmp_path / "elsewhere")
    (folder / "entities" / "round").symlink_to(folder / "entities")
    assert [line.split(": AG")[0] for line in said(folder, capsys)] == ["entities/more/bad.yaml:1"]


def test_bad_records_without_number_end_at_a_thousand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The search ends there, and the sentence says that there may be more."""
    folder = write(BASE, tmp_path)
    (folder / "entities" / "many.yaml").write_text("- {}\n" * 5000)
    assert len(said(folder, capsys)) == 1000
    assert main(["path", "demo", "--dataset", str(folder)]) == 2
    assert "1000 problems and perhaps more" in capsys.readouterr().err.splitlines()[-1]
