"""The command ``quote``: what it prints, in which order, and how it exits."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from atlas_graph.cli.main import main

PAGE = """# Guide

The compiler may fuse the two loops. It needs at most 16 GB of memory.

## Devices

The “fast path” isn’t taken on the CPU. A \x1b[2J strange\u202e line ends here.
"""
KEYS = {"id", "verdict", "reason", "flags", "nearest", "score"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def batch(folder: Path, *lines: object, name: str = "cases.jsonl") -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{x if isinstance(x, str) else json.dumps(x)}\n" for x in lines), encoding="utf-8")
    return str(path)


def answers(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("quote", "options", "status", "said"),
    [
        ("The compiler may fuse the two loops.", [], 0, "stands: "),
        ('The "fast path" isn\'t taken on the CPU', [], 0, "stands loosely: "),
        ("The compiler may fuse the two loops.", ["--section", "Devices"], 1, "moved: "),
        ("The compiler may fuse these two loops in it.", [], 1, "reworded: "),
        ("The compiler must fuse the two loops.", [], 1, "means something else now: "),
        ("Nothing of the sort was ever in that document.", [], 1, "gone: "),
    ],
)
def test_one(quote: str, options: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One quote is answered in a sentence that begins with what has become of it."""
    assert main(["quote", "page.md", quote, *options]) == status
    out, err = capsys.readouterr()
    assert out.startswith(said)
    assert err == ""


def test_word_diff_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """A difference of meaning is named, and shown word by word."""
    main(["quote", "page.md", "It needs at least 16 GB of memory."])
    out = capsys.readouterr().out
    assert "the comparison differs: the quote has “at least”, the document “at most”" in out
    assert "It needs at [-least-] {+most+} 16 GB of memory." in out


def test_nearest_passage_of_what_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    """What is gone comes with the nearest passage."""
    main(["quote", "page.md", "The compiler will never unroll loops at all"])
    assert "nearest:" in capsys.readouterr().out


def test_json_of_one_is_json_of_a_batch(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both forms print the same object, id aside."""
    quote = "The compiler must fuse the two loops."
    assert main(["quote", "page.md", quote, "--format", "json"]) == 1
    one = json.loads(capsys.readouterr().out)
    assert main(["quote", "--batch", batch(folder, {"id": "a", "document": "page.md", "quote": quote})]) == 1
    (many,) = answers(capsys.readouterr().out)
    assert set(one) >= KEYS
    assert one | {"id": "a"} == many


def test_batch_keeps_order_and_ids(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A batch answers line by line in the order given, short quotes too, each under its id."""
    (folder / "other.txt").write_text("needs 3.10 now", encoding="utf-8")
    cases = batch(
        folder,
        {"id": "z", "document": "page.md", "quote": "two loops", "media_type": "text/markdown"},
        {"id": 7, "document": "other.txt", "quote": "needs 3.1"},
        {"id": "a", "document": "page.md", "quote": "16 GB"},
        {"document": str(folder / "other.txt"), "quote": "3.10", "media_type": "text/plain; charset=utf-8"},
    )
    assert main(["quote", "--batch", cases]) == 1
    found = answers(capsys.readouterr().out)
    assert [answer["id"] for answer in found] == ["z", 7, "a", 4]
    assert [answer["verdict"] for answer in found] == ["match", "drift-meaning", "match", "match"]
    assert found[2]["flags"] == ["context-risk"]
    assert all(set(answer) >= KEYS for answer in found)


def test_batch_with_context_and_section(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line may carry prefix, suffix and section."""
    (folder / "twice.md").write_text("# A\n\nOne. The same.\n\n# B\n\nTwo. The same.\n", encoding="utf-8")
    case = {"document": "twice.md", "quote": "The same."}
    cases = batch(
        folder,
        case,
        case | {"prefix": "Two."},
        case | {"section": "B"},
        case | {"section": "C"},
        case | {"suffix": None},
    )
    assert main(["quote", "--batch", cases]) == 1
    found = answers(capsys.readouterr().out)
    assert [(answer["verdict"], answer["flags"]) for answer in found] == [
        ("match", ["ambiguous"]),
        ("match", []),
        ("match", []),
        ("moved", []),
        ("match", ["ambiguous"]),
    ]


def test_batch_loses_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines that cannot be understood are answered as well, and make the exit status 2."""
    cases = batch(
        folder,
        "not json",
        {"id": "no quote", "document": "page.md"},
        {"id": "no document", "quote": "two loops"},
        [1, 2],
        "",
        {"id": "empty", "document": "page.md", "quote": "  "},
        {"id": "number", "document": "page.md", "quote": 43},
        {"id": "good", "document": "page.md", "quote": "two loops"},
        "[" * 100_000,
        '{"id": NaN, "document": "page.md", "quote": "two loops"}',
        '{"id": 1e999, "document": "page.md", "quote": "two loops"}',
    )
    assert main(["quote", "--batch", cases]) == 2
    found = answers(capsys.readouterr().out)
    assert [answer["id"] for answer in found] == [1, "no quote", "no document", 4, "empty", "number", "good", 9, 10, 11]
    assert [answer["verdict"] for answer in found] == ["unverifiable"] * 6 + ["match"] + ["unverifiable"] * 3
    assert "Line 1 is not JSON" in str(found[0]["reason"])
    assert 'no "quote"' in str(found[1]["reason"])


def test_batch_of_documents_that_are_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A document that cannot be had is answered as not checked, and the exit status is 3."""
    cases = batch(
        folder,
        {"id": 1, "document": "none.md", "quote": "two loops"},
        {"id": 2, "document": "file:///etc/hostname", "quote": "two loops"},
        {"id": 3, "document": "http://169.254.169.254/latest", "quote": "two loops"},
        {"id": 4, "document": "page.md", "quote": "two loops"},
    )
    assert main(["quote", "--batch", cases]) == 3
    found = answers(capsys.readouterr().out)
    assert [answer["verdict"] for answer in found] == ["unreachable", "refused", "refused", "match"]
    assert "no file none.md" in str(found[0]["reason"])


def test_batch_finds_documents_beside_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative path is looked for in the current folder first, then in the folder of the batch."""
    cases = batch(folder, {"document": "page.md", "quote": "two loops"}, name="sub/cases.jsonl")
    assert main(["quote", "--batch", cases]) == 0
    (folder / "sub" / "page.md").write_text("No such words.", encoding="utf-8")
    assert main(["quote", "--batch", cases]) == 0
    (folder / "page.md").unlink()
    assert main(["quote", "--batch", cases]) == 1
    assert [answer["verdict"] for answer in answers(capsys.readouterr().out)] == ["match", "match", "gone"]


def test_batch_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads the lines from standard input, which is UTF-8 whatever the terminal is set to."""
    line = json.dumps({"id": 1, "document": "page.md", "quote": "two\u2028loops"}, ensure_ascii=False)
    for mark in (b"", b"\xef\xbb\xbf"):
        given = io.BytesIO(mark + f"{line}\r\n\n".encode())
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(given, encoding="cp1252"))
        assert main(["quote", "--batch", "-"]) == 0
        assert answers(capsys.readouterr().out)[0]["verdict"] == "match"


def test_batch_as_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A batch can be answered in sentences."""
    cases = batch(folder, {"id": "a\x1b", "document": "page.md", "quote": "two loops"})
    assert main(["quote", "--batch", cases, "--format", "text"]) == 0
    assert capsys.readouterr().out.startswith("a\\x1b: stands: ")


def test_nothing_steers_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters and direction overrides of a document are printed escaped, in text and in JSON."""
    quote = "A very strange line ended here."
    for form in ("text", "json"):
        main(["quote", "page.md", quote, "--format", form])
        out = capsys.readouterr().out
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert ("\\x1b[2J" if form == "text" else "\\u001b[2J") in out
        assert "\\u202e" in out


def test_mirror(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page of the web and a member of a package are read from a mirror."""
    for member in ("docs.example.org/guide.md", "pypi/jax/0.4/docs/guide.md"):
        path = folder / "mirror" / member
        path.parent.mkdir(parents=True)
        path.write_text(PAGE, encoding="utf-8")
    for document in ("https://docs.example.org/guide.md", "pkg:pypi/jax@0.4#docs/guide.md"):
        assert main(["quote", document, "The compiler may fuse the two loops.", "--mirror", "mirror"]) == 0
    assert capsys.readouterr().out.count("stands: ") == 2


def test_media_type_of_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--media-type`` says what a document is where its name does not."""
    (folder / "page").write_text("<p>The com<b>pil</b>er fuses the two loops.", encoding="utf-8")
    assert main(["quote", "page", "The compiler fuses the two loops.", "--media-type", "text/html"]) == 0
    assert "stands" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["page.md", "two loops"], "the quote has 9 characters; give at least 25"),
        (["page.md"], "give a document and a quote"),
        ([], "give a document and a quote"),
        (["none.md", "The compiler may fuse the two loops."], "there is no file none.md"),
        (["page.md", "x" * 30, "--batch", "cases.jsonl"], "either DOCUMENT and QUOTE or --batch"),
        (["--batch", "cases.jsonl"], "cases.jsonl cannot be read"),
        (["--batch", "cases.jsonl", "--section", "A"], "into the lines"),
        (["page.md", "x" * 30, "--deadline", "0"], "is no time"),
        (["page.md", "x" * 30, "--format", "xml"], "invalid choice"),
    ],
)
def test_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What was asked wrongly is said in a sentence on standard error, and the exit status is 2."""
    assert main(["quote", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_a_flag_that_bars_is_allowed_by_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What runs across two paragraphs falls short with status 1, and stands where that is allowed."""
    page = folder / "two.md"
    page.write_text("# A\n\nThe first one ends here.\n\nThe second one starts there.\n", encoding="utf-8")
    quote = "The first one ends here. The second one starts there."
    assert main(["quote", str(page), quote]) == 1
    assert main(["quote", str(page), quote, "--allow", "spans-blocks"]) == 0
    capsys.readouterr()
    case = {"document": "two.md", "quote": quote}
    allowed = case | {"allow": ["spans-blocks"]}
    assert main(["quote", "--batch", batch(folder, case, allowed, case | {"allow": ["in-code"]})]) == 2
    found = [answer["verdict"] for answer in answers(capsys.readouterr().out)]
    assert found == ["drift-wording", "match", "unverifiable"]
