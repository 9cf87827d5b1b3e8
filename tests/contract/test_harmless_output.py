"""Nothing that a release holds steers a terminal: every command, in every format, with hostile text in every field."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.cli.main import main
from atlas_graph.escapes import csv_cell, escaped, is_safe, json_escaped, rdf_escaped, xml_escaped

from ..rdf.example import example

#: Terminal sequences of one and of two bytes, a bell, an override of direction, an isolate, a tag, a line separator.
CONTROLS = "\x1b[2J\x9b31m\x07\x7f\u202e\u2066\u2028\U000e0041"
#: The same without what XML cannot hold.
IN_XML = "\x9b31m\x7f\u202e\u2066\u2028\U000e0041"
_FREE = frozenset((
    "name", "title", "summary", "note", "text", "quote", "claim", "correction", "reason", "topic", "scope", "label",
    "definition", "question", "answer", "description", "publisher", "as_printed", "needs", "python", "platform",
    "excerpt", "check", "sentence", "heading", "diff", "nearest",
))  # fmt: skip

FORMATS = {
    "path demo": ("text", "json", "markdown", "mermaid", "dot", "html"),
    "path demo --quotes": ("text", "markdown"),
    "routes alpha chip": ("text", "json"),
    "compare demo demo": ("text", "json", "markdown", "html"),
    "explain demo": ("text", "json", "markdown", "html"),
    "why-not alpha omega": ("text", "json"),
    "show alpha": ("text", "json"),
    "show demo": ("text", "json"),
    "show chip": ("text", "json"),
    "search alpha": ("text", "json"),
    "stats": ("text", "json"),
    **{f"list {what}": ("text", "json", "csv") for what in (
        "stacks", "entities", "sources", "relations", "facts", "steps", "devices", "links", "misconceptions",
        "witnesses")},
    "witness list": ("text", "json"),
    "verify --mirror .": ("text", "json", "jsonl", "csv", "markdown", "sarif", "junit"),
    "sparql 'SELECT ?s ?o { ?s rdfs:label|dcterms:description ?o }'": ("table", "json", "csv", "xml"),
}  # fmt: skip
EXPORTS = ("turtle", "jsonld", "nquads", "trig", "graphml", "cypher")


def hostile(value: Any, controls: str, key: str = "") -> Any:
    """Return a release with control characters in all its prose."""
    if isinstance(value, dict):
        return {name: inner if name == "@context" else hostile(inner, controls, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [hostile(inner, controls, key) for inner in value]
    prose = isinstance(value, str) and key in _FREE and (" " in value or key in ("name", "label", "title"))
    return f"{value[:5]}{controls}{value[5:]}" if prose else value


@pytest.fixture(scope="module", params=[CONTROLS, IN_XML], ids=["controls", "in XML"])
def release(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("hostile") / "release.json"
    made = json.loads(json.dumps(example()))
    path.write_text(json.dumps(hostile(made, request.param)))
    return path, request.param


def said(words: list[str], capsysbinary: pytest.CaptureFixture[bytes]) -> tuple[int, str]:
    """Run a command and return its status and its output, having seen that it is harmless."""
    status = main(words)
    out, err = capsysbinary.readouterr()
    for stream in (out.decode(), err.decode()):
        assert is_safe(stream, "\n\t\r"), [one for one in stream if not is_safe(one, "\n\t\r")]
    assert status in (0, 1, 2, 3)
    return status, out.decode()


@pytest.mark.parametrize(("command", "format"), [(c, f) for c, formats in FORMATS.items() for f in formats])
def test_a_command_prints_nothing_harmful(
    command: str, format: str, release: tuple[Path, str], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """And what it prints is of its format still."""
    import shlex

    path, controls = release
    status, out = said([*shlex.split(command), "--format", format, "--release", str(path)], capsysbinary)
    if format in ("json", "sarif"):
        json.loads(out)
    if format in ("xml", "junit") and (format == "junit" or controls == IN_XML):
        ElementTree.fromstring(out)
    if format == "xml" and controls == CONTROLS:
        assert (status, out) == (2, "")


@pytest.mark.parametrize("format", EXPORTS)
def test_an_export_prints_nothing_harmful(
    format: str, release: tuple[Path, str], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """In the escapes of its own format, so that who reads it has the text as it was; GraphML refuses what XML must."""
    path, controls = release
    status, out = said(["export", format, "--release", str(path)], capsysbinary)
    assert status == (2 if format == "graphml" and controls == CONTROLS else 0)
    if format == "graphml" and controls == IN_XML:
        assert any(controls in (node.text or "") for node in ElementTree.fromstring(out).iter())
    if format == "jsonld":
        assert json.loads(out)["title"] == json.loads(path.read_text())["title"]
    if format in ("turtle", "trig", "nquads"):
        from ..rdf.engines import with_pyoxigraph

        assert any(controls in getattr(triple.object, "value", "") for triple in with_pyoxigraph(out, format))


def test_a_difference_prints_nothing_harmful(
    release: tuple[Path, str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """In its three forms."""
    path, controls = release
    other = json.loads(path.read_text())
    other["version"] = "9.0.0"
    other["stacks"][0]["steps"][0]["id"] += controls
    other["entities"].append({**other["entities"][0], "id": f"x{controls}"})
    (tmp_path / "other.json").write_text(json.dumps(other))
    for format in ("text", "json", "markdown"):
        said(["diff", str(path), str(tmp_path / "other.json"), "--format", format], capsysbinary)


@given(st.text())
def test_no_form_of_escape_lets_anything_through(text: str) -> None:
    """Whatever the text: no control, no format character but the joiners, no separator of lines, no half character."""
    forms = [escaped(text), json_escaped(text.replace("\n", "")), rdf_escaped(text.replace("\n", "").replace("\t", ""))]
    for form in forms:
        categories = {unicodedata.category(one) for one in form if one not in "\u200c\u200d"}
        assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert json.loads(json_escaped(json.dumps(text, ensure_ascii=False))) == text


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\t\n\r\x85\x9b")))
def test_xml_comes_back_as_it_was(text: str) -> None:
    """As the content of an element, whatever XML can hold."""
    from xml.sax.saxutils import escape

    if "\ufffe" not in text and "\uffff" not in text:
        assert (ElementTree.fromstring(f"<a>{xml_escaped(escape(text))}</a>").text or "") == text


@given(st.text(st.sampled_from("=+-@＝＋－＠﹢⁺\u00a0 \t\u200b\ufeff'ab1")))
def test_no_cell_is_a_formula_and_each_comes_back(text: str) -> None:
    """By what a spreadsheet sees: behind white space and invisible marks, in every width."""
    cell = csv_cell(text)
    seen = "".join(one for one in unicodedata.normalize("NFKC", cell) if one.isprintable()).strip()
    assert seen[:1] not in tuple("=+-@") or not seen
    assert text == (cell[1:] if cell.startswith("'") else cell)
    row = io.StringIO()
    csv.writer(row).writerow([cell])
    assert next(csv.reader(io.StringIO(row.getvalue(), newline="")), [""])[0] == cell
