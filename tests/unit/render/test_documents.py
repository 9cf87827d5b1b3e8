"""Markdown, Mermaid, dot and HTML: what they show, and that no text breaks out of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

import atlas_graph as ag
from atlas_graph.model.vocabulary import ENTITY_KINDS
from atlas_graph.render.card_html import card_html
from atlas_graph.render.dot import path_dot
from atlas_graph.render.html import comparison_fragment, path_html
from atlas_graph.render.markdown import comparison_markdown, escape, path_markdown
from atlas_graph.render.mermaid import comparison_mermaid, path_mermaid
from atlas_graph.render.shapes import CODES, COLOURS

from .hostile import NASTY, hostile, visible

VOID = {"br", "meta", "rect", "path"}


class Reader(HTMLParser):
    """Reads HTML as a browser does: tags with their attributes, and the text between them."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def jax() -> ag.Path:
    return ag.load().path("jax", mode="jit", device="nvidia-gpu")


def receipts() -> list[Any]:
    """What the path shows sentences of: its steps, and who chooses between them and what they leave out."""
    return [*jax(), *(decision.choice for decision in jax().choices)]


def forks() -> int:
    """How many choices are drawn: one a stage that the path itself leaves by more than one way that is chosen."""
    return len({decision.at for decision in jax().choices if len(decision.taken) > 1})


def shown(text: str) -> str:
    """A text as a reader sees it: on one line, without what cannot be printed."""
    return " ".join("".join(character for character in text if character.isprintable() or character.isspace()).split())


# HTML -------------------------------------------------------------------------------------------------------


def test_html_is_whole_and_needs_nothing_from_elsewhere() -> None:
    """Every tag is closed, and there is no script, import, image or font; a policy forbids them besides."""
    document = path_html(jax())
    reader = Reader(document)
    assert not reader.open
    assert {tag for tag, _ in reader.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "embed"})
    assert "@import" not in document
    assert "url(" not in document
    assert any(attributes.get("http-equiv") == "Content-Security-Policy" for _, attributes in reader.tags)
    text = "".join(reader.text)
    assert "12 stages, 13 steps" in text
    for step in jax():
        assert step.text in text
        for evidence in step.evidence:
            assert evidence.quote is None or evidence.quote in text  # a run has none
    stages = {f"https://w3id.org/atlas-graph/entity/{stage.id}" for stage in jax().stages}
    assert {attributes["href"] for tag, attributes in reader.tags if tag == "a"} == stages | {
        evidence.link for item in receipts() for evidence in item.evidence if evidence.link
    } | {evidence.link for item in jax().misconceptions for evidence in item.evidence}


def test_hostile_texts_are_text_in_html() -> None:
    """No tag and no attribute comes from the data, and what can be printed is all there."""
    reader = Reader(path_html(hostile().path("s")))
    assert not reader.open
    assert {tag for tag, _ in reader.tags} <= {
        "html", "head", "meta", "title", "style", "body", "div", "h1", "h2", "h3", "p", "ol", "li", "span", "q", "cite",
        "a", "br", "blockquote", "strong", "bdi", "svg", "g", "rect", "path", "text",
        "tspan",
    }  # fmt: skip
    assert not any(name.startswith("on") for _, attributes in reader.tags for name in attributes)
    assert all((attributes.get("href") or "https:").startswith("https:") for _, attributes in reader.tags)
    text = shown("".join(reader.text))
    for nasty in NASTY[:-1]:
        assert shown(nasty) in text, nasty


def test_runs_that_turn_the_direction_are_kept_to_themselves() -> None:
    """Hebrew and Arabic are isolated, and an override character is dropped."""
    document = path_html(hostile().path("s"))
    assert "\u202e" not in document
    assert "<bdi>עברית وعربي" in document


def test_an_empty_path_shows_its_reason() -> None:
    """In HTML as elsewhere."""
    from ..graph.small import atlas, stack, step

    excludes = [{"modes": ["on"], "devices": ["cpu"], "reason": "There is no back end."}]
    small = atlas(stack("s", step("code", "cpu"), excludes=excludes))
    assert "There is no back end." in path_html(small.path("s", mode="on", device="cpu"))


def test_cards_and_comparisons_are_whole_html_too() -> None:
    """As notebooks show them."""
    atlas = hostile()
    for document in (
        card_html(atlas.show("e1")),
        card_html(atlas.show("stack/s")),
        comparison_fragment(atlas.compare("s", "s")),
        atlas.entity("e5")._repr_html_(),
    ):
        reader = Reader(document)
        assert not reader.open
        assert {tag for tag, _ in reader.tags}.isdisjoint({"script", "b"})


def test_a_link_with_another_scheme_is_not_followed() -> None:
    """A page address that is not one of the web's leads nowhere."""
    from ..graph.small import SOURCE, atlas, stack, step

    bad = [{**SOURCE, "url": "javascript:alert(1)"}]
    small = atlas(stack("s", step("code", "cpu")), sources=bad)
    assert "javascript:" not in path_html(small.path("s"))


# Notebook ---------------------------------------------------------------------------------------------------


def test_a_path_shows_itself_in_a_notebook() -> None:
    """The bundle holds what front ends choose from, and its JSON is plain."""
    bundle = jax()._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "text/markdown", "application/json"}
    assert bundle["text/html"] == jax()._repr_html_()
    assert not Reader(bundle["text/html"]).open
    json.dumps(bundle)


# Markdown ---------------------------------------------------------------------------------------------------


def rendered(markdown: str) -> Reader:
    return Reader(MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(markdown))


def test_markdown_renders_to_what_the_path_says() -> None:
    """Read by a CommonMark parser: one table row a stage, one heading a step, every link."""
    reader = rendered(path_markdown(jax()))
    tags = [tag for tag, _ in reader.tags]
    assert tags.count("tr") == 1 + len(jax().stages)
    assert tags.count("h2") >= len(jax())
    assert {attributes["href"] for tag, attributes in reader.tags if tag == "a"} == {
        evidence.link for item in receipts() for evidence in item.evidence if evidence.link
    }


def test_hostile_texts_are_text_in_markdown() -> None:
    """A CommonMark parser that lets HTML through finds no tag, no link and no table cell that the data made."""
    reader = rendered(path_markdown(hostile().path("s")))
    assert {tag for tag, _ in reader.tags} <= {
        "h1", "h2", "p", "table", "thead", "tbody", "tr", "th", "td", "em", "blockquote", "a", "ul", "li", "strong",
    }  # fmt: skip
    assert all((attributes.get("href") or "https:").startswith("https:") for _, attributes in reader.tags)
    assert [tag for tag, _ in reader.tags].count("td") == 3 * len(NASTY)
    text = " ".join("".join(reader.text).split())
    for nasty in NASTY:
        assert visible(nasty) in text, nasty


@pytest.mark.parametrize(
    "text", [*NASTY, "+ plus", "= rule", "---", ": term", "12) item", "2026-11-29", "~~x~~", "$x^2$"]
)
def test_escaped_markdown_shows_the_text_and_nothing_else(text: str) -> None:
    """One paragraph, whose text is what went in."""
    reader = rendered(escape(text))
    assert [tag for tag, _ in reader.tags] == ["p"]
    assert "".join(reader.text).strip() == visible(text)


def test_a_comparison_is_a_markdown_table() -> None:
    """Three columns, a row a stage, a mark for each side that passes it."""
    atlas = ag.load()
    reader = rendered(comparison_markdown(atlas.compare("jax:no-jit:cpu", "jax:jit:cpu")))
    rows = [tag for tag, _ in reader.tags].count("tr")
    assert rows == 1 + len(atlas.path("jax", mode="jit", device="cpu").stages)


# dot --------------------------------------------------------------------------------------------------------


def test_dot_names_every_stage_and_step() -> None:
    """Nodes by id; a step for some cases only is dashed and opens its sentence."""
    text = path_dot(jax())
    assert '"jaxpr" -> "stablehlo" [label="lowers to"' in text
    assert text.count(" -> ") == 13 + forks()
    assert text.count("shape=diamond") == forks() == 1
    assert 'label="emits\\nfor some kernels"' in text
    assert text.count("style=dashed") == 2


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_draws_what_dot_says() -> None:
    """The real program reads it without a warning and shows each label as it is written."""
    for path, nodes, edges in ((jax(), 12 + forks(), 13 + forks()), (hostile().path("s"), len(NASTY), len(NASTY))):
        done = subprocess.run(
            ["dot", "-Tsvg"], input=path_dot(path), capture_output=True, encoding="utf-8", check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr
        # Graphviz wants URLs in tooltips to be known; fonts may be missing on a bare machine.
        complaints = [line for line in done.stderr.splitlines() if "font" not in line.lower()]
        assert complaints == []
        assert done.stdout.count('class="node"') == nodes
        assert done.stdout.count('class="edge"') == edges
        import xml.etree.ElementTree as ElementTree

        tree = ElementTree.fromstring(done.stdout)
        drawn = {
            "".join(element.itertext()).replace("\u00a0", " ")
            for element in tree.iter("{http://www.w3.org/2000/svg}text")
        }
        for stage in path.stages:
            if "\n" not in stage.name and "\t" not in stage.name:
                label = "".join(character for character in stage.name if character.isprintable())
                assert label in drawn or " ".join(label.split()) in drawn, label


# Mermaid ----------------------------------------------------------------------------------------------------


def test_mermaid_has_a_node_a_stage_and_an_arrow_a_step() -> None:
    """Hardware is round; a step for some cases only is dotted."""
    text = path_mermaid(jax())
    assert text.startswith("flowchart TD\n")
    assert len(re.findall(r"^    n\d+\(?\[", text, re.MULTILINE)) == 12
    assert len(re.findall(r"^    [nc]\d+ (?:-->|-\.->)\|", text, re.MULTILINE)) == 13
    assert '(["NVIDIA GPU"])' in text
    assert text.count("-.->") == 2


def test_hostile_texts_are_labels_in_mermaid() -> None:
    """Nothing outside the quotes comes from the data, and inside them nothing is markup."""
    text = path_mermaid(hostile().path("s"))
    for line in text.splitlines()[1:]:
        assert re.fullmatch(
            r'    n\d+(?:\["[^"<>`&\[\]{}|\\]*"\]|\(\["[^"<>`]*"\]\)| (?:-->|-\.->)\|"[^"<>`&\[\]{}|\\]*"\| n\d+)', line
        ), line


def mermaid_folder() -> Path | None:
    """Where the npm packages mermaid and jsdom are: named by MERMAID_MODULES, else below the project."""
    for folder in (os.environ.get("MERMAID_MODULES"), Path(__file__).resolve().parents[3] / "node_modules"):
        if folder and Path(folder, "mermaid").is_dir() and Path(folder, "jsdom").is_dir():
            return Path(folder)
    return None


PARSE = """
const {pathToFileURL} = await import('node:url');
const {createRequire} = await import('node:module');
const require = createRequire(process.argv[1] + '/');
const {JSDOM} = require('jsdom');
const window = new JSDOM('').window;
Object.assign(globalThis, {window, document: window.document});
const mermaid = (await import(pathToFileURL(process.argv[1] + '/mermaid/dist/mermaid.core.mjs'))).default;
const charts = JSON.parse(await new Promise(done => {
  let text = ''; process.stdin.on('data', part => text += part).on('end', () => done(text));
}));
const answers = [];
for (const chart of charts) {
  await mermaid.parse(chart);
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(chart);
  const vertices = [...diagram.db.getVertices().values()].map(vertex => vertex.text);
  answers.push({vertices, edges: diagram.db.getEdges().length});
}
console.log(JSON.stringify(answers));
"""


@pytest.mark.skipif(
    shutil.which("node") is None or mermaid_folder() is None,
    reason="node with the packages mermaid and jsdom is not there",
)
def test_mermaid_s_own_parser_reads_what_we_write() -> None:
    """The real parser finds every stage with its name, and every step."""
    atlas = ag.load()
    comparison = atlas.compare("jax:no-jit:cpu", "jax:jit:nvidia-gpu")
    paths = [jax(), hostile().path("s")]
    charts = [*(path_mermaid(path) for path in paths), comparison_mermaid(comparison)]
    done = subprocess.run(
        ["node", "--input-type=module", "-e", PARSE, str(mermaid_folder())],
        input=json.dumps(charts),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    for path, answer in zip(paths, answers, strict=False):
        assert answer["edges"] == len(path)
        assert len(answer["vertices"]) == len(path.stages)
    stages = {*comparison.left.stage_ids, *comparison.right.stage_ids}
    assert len(answers[2]["vertices"]) == len(stages)
    assert answers[2]["edges"] == len(comparison.left) + len(comparison.right) - len(comparison.shared_steps)


def test_every_kind_has_its_colour_in_drawings() -> None:
    """A kind that is added is drawn, in the dot of a path as on the page."""
    assert set(COLOURS) == set(CODES.values())
    assert set(CODES) == set(ENTITY_KINDS)
