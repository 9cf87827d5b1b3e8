"""The pages of the explorer: what each shows, that every link leads somewhere, and that nothing asks another host."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

import html5lib
import pytest
from selectolax.lexbor import LexborHTMLParser

import atlas_graph as ag
from atlas_graph.changes.diff import diff
from atlas_graph.errors import ReleaseError
from atlas_graph.graph.search.documents import documents
from atlas_graph.model.collections import RELEASED
from atlas_graph.model.vocabulary import GRADES
from atlas_graph.site.build import build_site
from atlas_graph.site.engine import engine_script
from atlas_graph.site.joins import Joins

from .parts import portion

#: One page of each kind.
KINDS = [
    "index.html", "stack/pytorch.html", "path/jax/jit/nvidia-gpu.html", "entity/ptx.html",
    "step/jax/jaxpr--lowers-to--stablehlo.html", "source/aws-neuron-jax.html", "questions.html", "misconceptions.html",
    "compare.html", "explore.html", "hardware.html", "health.html", "data.html", "sparql.html", "search.html",
    "entities.html", "sources.html", "options.html", "404.html",
]  # fmt: skip


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_there_is_a_page_of_everything(site: Path, atlas: ag.Atlas) -> None:
    """Of each stack, path, step, entity, source and witness, at the address of its IRI."""
    wanted = [f"stack/{stack.id}" for stack in atlas.stacks]
    wanted += [f"path/{'/'.join(condition)}" for condition in Joins(atlas).paths]
    wanted += [f"step/{step['id']}" for stack in atlas.release["stacks"] for step in stack["steps"]]
    wanted += [f"entity/{entity.id}" for entity in atlas.entities]
    wanted += [f"source/{source.id}" for source in atlas.sources]
    wanted += [f"witness/{witness['id']}" for witness in atlas.release["witnesses"]]
    assert [name for name in wanted if not (site / f"{name}.html").is_file()] == []


def test_a_stack_page_grades_each_path_as_the_path_is_graded(site: Path, atlas: ag.Atlas) -> None:
    """A run on one device counts for the paths to that device alone, also where the page's script picks them."""
    for stack in atlas.stacks:
        tree = LexborHTMLParser((site / f"stack/{stack.id}.html").read_text(encoding="utf-8"))
        (picker,) = tree.css("[data-picker]")
        rows = zip(atlas.path(stack.id), tree.css("tr[data-i]"), strict=True)
        numbers = {step.id: str(row.attributes["data-g"]) for step, row in rows}
        for place, pair in enumerate(str(picker.attributes["data-pairs"]).split()):
            path = atlas.path(f"{stack.id}:{pair}")
            digits = [numbers[step.id] for step in path]
            weakest = max(int(one if len(one) == 1 else one[place]) for one in digits)
            assert GRADES[weakest] == path.grade.name, path


def test_every_link_and_fragment_inside_the_site_resolves(site: Path) -> None:
    """Also those of style sheets, scripts and other forms of a page."""
    anchors: dict[Path, set[str]] = {}
    links: list[tuple[Path, Path, str]] = []
    for page in pages(site):
        tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
        ids = [node.attributes["id"] or "" for node in tree.css("[id]")]
        assert len(ids) == len(set(ids)), f"{page}: an id stands twice"
        anchors[page] = set(ids)
        for node in tree.css("a[href], link[href], script[src]"):
            target = node.attributes.get("href") or node.attributes.get("src") or ""
            if not re.match(r"[a-z]+:", target):
                if page.name == "404.html" and not target.startswith(
                    "#"
                ):  # shown by hosts at any address, so its links begin at the top
                    assert target.startswith("/atlas/"), target
                    target = target.removeprefix("/atlas/")
                path, _, fragment = target.partition("#")
                there = (page.parent / unquote(path.partition("?")[0])).resolve() if path else page
                links.append((page, there, unquote(fragment)))
    assert len(links) > 10_000
    broken = [(page.name, there.as_posix(), fragment) for page, there, fragment in links if not there.is_file()]
    assert broken == []
    lost = [
        (page.name, there.name, fragment)
        for page, there, fragment in links
        # the finder of ways takes its question from the fragment
        if fragment and ".." not in fragment and there in anchors and fragment not in anchors[there]
    ]
    assert lost == []


def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    """What is loaded is the site's own, by a relative address; and there is neither inline script nor inline style."""
    for page in pages(site):
        text = page.read_text(encoding="utf-8")
        tree = LexborHTMLParser(text)
        for node in tree.css("script, img, iframe, link[rel=stylesheet], link[rel=icon], source, object, embed"):
            address = node.attributes.get("src") or node.attributes.get("href") or ""
            assert address
            assert not re.match(r"[a-z]+:|//", address), (page, node.html)
            assert not address.startswith("/") or page.name == "404.html"
        assert not tree.css("style, [style], [onclick], [onload]"), page
        policy = tree.css_first("meta[http-equiv=Content-Security-Policy]").attributes["content"] or ""
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "" if page.name == "sparql.html" else "unsafe")


@pytest.mark.parametrize("page", KINDS)
def test_html_is_valid(site: Path, page: str) -> None:
    """By the parser of the standard, which takes no error."""
    text = (site / page).read_text(encoding="utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    assert text.count("<h1") == 1


def test_a_path_reads_whole_without_a_script(site: Path, atlas: ag.Atlas) -> None:
    """Each step with its text and its quotes, four at most, and a link to every other mode and device."""
    page = LexborHTMLParser((site / "path/jax/jit/nvidia-gpu.html").read_text(encoding="utf-8"))
    said = " ".join(page.body.text().split())
    path = atlas.path("jax", mode="jit", device="nvidia-gpu")
    assert "Showing jax.jit on an NVIDIA GPU: 12 stages, 13 steps" in said
    items = {item.attributes["id"]: item for item in page.css("li.step")}
    for step in path:
        item = items[step.id.partition("/")[2]]
        assert " ".join(step.text.split()) in " ".join(item.text().split())
        quotes = {f"“{one.quote}”" for one in step.evidence if one.quote and not one.marks}
        shown = {" ".join(node.text().split()) for node in item.css("blockquote")}
        most = 3 + (step.receipt is not None)
        assert len(item.css("blockquote")) == min(len([one for one in step.evidence if one.quote]), most)
        if len(step.evidence) <= most:
            assert {" ".join(one.split()) for one in quotes} <= {text.removeprefix("Against it: ") for text in shown}
    targets = {node.attributes["href"] for node in page.css(".pick a")}
    assert {"../../../path/jax/no-jit/nvidia-gpu.html", "../../../path/jax/jit/tpu.html"} <= targets
    assert len(page.css("svg.map .n")) == 12
    assert len(page.css("svg.map .e")) == 13
    assert len(page.css("#rail > li")) == 12


def test_a_stack_fades_what_the_path_does_not_pass(site: Path, atlas: ag.Atlas) -> None:
    """It is drawn whole; steps off the path are rows of the table, each with its fragment and a link to its page."""
    page = LexborHTMLParser((site / "stack/pytorch.html").read_text(encoding="utf-8"))
    whole, path = atlas.path("pytorch"), atlas.path("pytorch", mode="compile", device="nvidia-gpu")
    assert len(page.css("svg.map .n")) == len(whole.stages)
    assert len(page.css("svg.map .n.off")) == len(whole.stages) - len(path.stages)
    assert [node.attributes["id"] for node in page.css("li.step")] == [step.id.partition("/")[2] for step in path]
    rows = page.css("tr[data-i]")
    assert len(rows) == len(whole)
    assert len([row for row in rows if row.attributes.get("id")]) == len(whole) - len(path)


def test_the_steps_off_the_path_stand_beside_the_page(site: Path, atlas: ag.Atlas) -> None:
    """In a file that its script loads when they are picked, each as the page would show it."""
    text = (site / "stack/pytorch.steps.js").read_text(encoding="utf-8")
    items = json.loads(text.removeprefix("atlasSteps=").removesuffix(";\n"))
    steps = list(atlas.path("pytorch"))
    on = {step.id for step in atlas.path("pytorch", mode="compile", device="nvidia-gpu")}
    assert {steps[int(number)].id for number in items} == {step.id for step in steps} - on
    for number, item in items.items():
        found = LexborHTMLParser(item).css_first("li.step")
        assert found.attributes["data-i"] == number
        assert " ".join(steps[int(number)].text.split()) in " ".join(found.text().split())


def test_pages_keep_to_their_budgets(site: Path) -> None:
    """A stack's page is under 150 kB before its picture, with room to grow by 30 %; the graph's index under 300 kB."""
    for page in [*site.glob("stack/*.html"), *site.glob("path/*/*/*.html")]:
        text = re.sub(r"<svg.*?</svg>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert len(text.encode()) * 1.3 < 150_000, page
    assert len(gzip.compress((site / "assets/graph-data.js").read_bytes(), mtime=0)) < 300_000


def test_a_second_build_gives_the_same_bytes(site: Path, atlas: ag.Atlas, tmp_path: Path) -> None:
    build_site(atlas, tmp_path / "again", url="https://example.org/atlas/", issues="https://example.org/issues")
    files = {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    again = {
        path.relative_to(tmp_path / "again"): path.read_bytes()
        for path in (tmp_path / "again").rglob("*")
        if path.is_file()
    }
    assert files == again


def test_a_build_takes_away_what_the_one_before_left(atlas: ag.Atlas, tmp_path: Path) -> None:
    build_site(portion(atlas, "jax"), tmp_path)
    build_site(portion(atlas, "jax-pallas"), tmp_path)
    assert not (tmp_path / "stack/jax.html").exists()
    assert (tmp_path / "stack/jax-pallas.html").is_file()


def test_a_folder_that_holds_other_things_is_left_alone(atlas: ag.Atlas, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(ReleaseError, match="holds no site"):
        build_site(atlas, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_nothing_in_a_release_becomes_markup_or_a_script(atlas: ag.Atlas, tmp_path: Path) -> None:
    """Names, texts, quotes and links of any content are text, and no link leads to another scheme than the web's."""
    import copy

    hostile = '"><script>alert(1)</script><b onclick=x>\u202e\x07'
    release = copy.deepcopy(portion(atlas, "jax").release)
    release["stacks"][0]["title"] = release["stacks"][0]["summary"] = hostile
    release["stacks"][0]["modes"][0]["title"] = hostile
    for entity in release["entities"]:
        entity.update(
            name=f"{hostile}{entity['id']}", summary=hostile, homepage="javascript:alert(1)", aliases=[hostile]
        )
    for source in release["sources"]:
        source.update(title=hostile, publisher=hostile, url="javascript:alert(1)")
    for step in release["stacks"][0]["steps"]:
        step["text"] = hostile
        for evidence in step["evidence"]:
            if "quote" in evidence:
                evidence["quote"] = f"{hostile} and some more words"
    build_site(ag.Atlas(release), tmp_path)
    for page in pages(tmp_path):
        tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
        assert not [node for node in tree.css("script") if not node.attributes.get("src")], page
        assert not tree.css("[onclick]"), page
        assert not [one for one in tree.css("a[href]") if "script:" in (one.attributes["href"] or "")], page
        assert "\x07" not in page.read_text(encoding="utf-8")


def test_marked_words_are_underlined_and_labelled(atlas: ag.Atlas, tmp_path: Path) -> None:
    """With the part that they carry, as the audit's offsets say."""
    import copy

    release = copy.deepcopy(portion(atlas, "jax").release)
    step = next(step for step in release["stacks"][0]["steps"] if step["id"] == "jax/jaxpr--lowers-to--stablehlo")
    quote = step["evidence"][0]
    words = quote["quote"][:12]
    step["audit"] = {
        "supports": "partial", "doubt": "Not all.", "digest": "0" * 12, "date": "2026-11-01", "by": ["a"],
        "disputed": [],
        "parts": [{"part": "from", "state": "quoted"}, {"part": "to", "state": "inferred", "why": "It follows."}],
        "marks": [{"part": "from", "quote": quote["id"], "words": words, "start": 0, "end": 12}],
    }  # fmt: skip
    build_site(ag.Atlas(release), tmp_path)
    page = LexborHTMLParser((tmp_path / "step/jax/jaxpr--lowers-to--stablehlo.html").read_text(encoding="utf-8"))
    marks = [(node.text(), node.attributes["data-p"]) for node in page.css("mark[data-p]")]
    assert (words, "from") in marks
    assert "to inferred: It follows." in " ".join(page.body.text().split())


def test_the_form_for_a_mistake_names_the_step(site: Path) -> None:
    page = LexborHTMLParser((site / "step/jax/jaxpr--lowers-to--stablehlo.html").read_text(encoding="utf-8"))
    link = page.css_first(".report a").attributes["href"] or ""
    assert link == ("https://example.org/issues/new?template=better-source.yml&record=jax/jaxpr--lowers-to--stablehlo")


def test_the_site_map_lists_every_page_and_the_feed_is_one(site: Path) -> None:
    from xml.etree import ElementTree

    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "a": "http://www.w3.org/2005/Atom"}
    listed = {node.text for node in ElementTree.parse(site / "sitemap.xml").iterfind("s:url/s:loc", names)}
    assert listed == {f"https://example.org/atlas/{page.relative_to(site).as_posix()}" for page in pages(site)} - {
        "https://example.org/atlas/404.html"
    }
    feed = ElementTree.parse(site / "feed.atom").getroot()
    assert feed.find("a:entry/a:title", names) is not None


def test_the_engine_is_the_one_that_is_vendored() -> None:
    """Its files are those of the sums beside them, and the script holds no word that a plain script may not say."""
    folder = files("atlas_graph.site").joinpath("vendor/oxigraph")
    told = folder.joinpath("README.md").read_text(encoding="utf-8")
    for name in ("web.js", "web_bg.wasm"):
        assert f"`{hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest()}`" in told
    script = engine_script()
    assert not re.search(r"^(export|import)\b|import\.meta", script, re.MULTILINE)
    assert len(script) < 3_000_000


def test_every_page_says_where_its_data_is(site: Path) -> None:
    """And what it says is there."""
    page = LexborHTMLParser((site / "entity/ptx.html").read_text(encoding="utf-8"))
    link = page.css_first("link[type='application/ld+json']").attributes["href"] or ""
    record = (
        json.loads((site / "entity" / link).read_text(encoding="utf-8"))
        if "/" not in link
        else json.loads((site / "entity" / link).resolve().read_text(encoding="utf-8"))
    )
    assert record["id"] == "ptx"
    context = json.loads((site / "entity" / record["@context"]).resolve().read_text(encoding="utf-8"))
    assert context["@context"]


def test_a_site_whose_place_is_not_known_has_relative_links_everywhere(atlas: ag.Atlas, tmp_path: Path) -> None:
    build_site(portion(atlas, "jax-pallas"), tmp_path)
    page = LexborHTMLParser((tmp_path / "404.html").read_text(encoding="utf-8"))
    assert page.css_first("link[rel=stylesheet]").attributes["href"] == "assets/site.css"


def test_the_search_holds_every_document_of_the_release(site: Path, atlas: ag.Atlas) -> None:
    """The same as the command's, each with a page that is there, and what stands under a hit in files of its own."""
    text = (site / "search/docs.js").read_text(encoding="utf-8")
    index = json.loads(text.partition(",")[2].removesuffix(");\n"))
    known = list(documents(atlas.release))
    assert [row[1] for row in index["docs"][: len(known)]] == [document.title for document in known]
    more = [row[2] for row in index["docs"][len(known) :]]
    assert set(more) == {
        page.relative_to(site).as_posix() for kind in ("path", "compare") for page in site.glob(f"{kind}/**/*.html")
    } | {f"{name}.html" for name in ("data", "health", "hardware", "compare", "explore", "misconceptions", "sparql")}
    for row in index["docs"]:
        page, _, fragment = row[2].partition("#")
        assert (site / page).is_file(), row
        assert not fragment or f'id="{fragment}"' in (site / page).read_text(encoding="utf-8"), row
    assert len(list((site / "search").glob("text-*.js"))) == -(-len(index["docs"]) // index["texts"])


def test_the_page_of_data_says_what_every_field_holds(site: Path, atlas: ag.Atlas) -> None:
    """Each key of each record of the release is in its dictionary."""
    page = LexborHTMLParser((site / "data.html").read_text(encoding="utf-8"))
    told = {node.attributes["id"]: {code.text() for code in node.css("th code")} for node in page.css("details.kind")}
    for row in RELEASED:
        keys = {key for record in atlas.release.get(row.name, ()) for key in record if not key.startswith("@")}
        assert keys <= told[f"record-{row.record}"], row.name


def test_the_page_of_data_shows_what_changed(atlas: ag.Atlas, tmp_path: Path) -> None:
    """Since the release before, and what the changelog says of each version, without Markdown's signs."""
    log = tmp_path / "log.md"
    log.write_text(
        "# Log\n\n## [1.0.0] - 2026-01-02\n\n### Added\n- A `thing`\n  of [two](x.md) lines.\n", encoding="utf-8"
    )
    build_site(
        portion(atlas, "jax"),
        tmp_path / "site",
        history=log,
        changes=diff(portion(atlas, "jax-pallas"), portion(atlas, "jax")),
    )
    page = LexborHTMLParser((tmp_path / "site/data.html").read_text(encoding="utf-8"))
    said = " ".join(page.body.text(separator=" ").split())
    assert "1.0.0, 2026-01-02 Added A thing of two lines." in said
    assert "1 added in stacks jax" in said


def test_the_health_says_between_which_dates_each_publisher_was_checked(site: Path, atlas: ag.Atlas) -> None:
    publisher = {source.id: source.publisher for source in atlas.sources}
    source = {item.id: name for name, cited in Joins(atlas).citing.items() for _, item in cited if item.id}
    dates: dict[str, list[str]] = {}
    for entry in atlas.release["ledger"]:
        check = entry.get("pinned") or entry.get("live")
        if check and entry["id"] in source:
            dates.setdefault(publisher[source[entry["id"]]], []).append(check["date"])
    page = LexborHTMLParser((site / "health.html").read_text(encoding="utf-8"))
    rows = page.css("section[aria-labelledby=h-publishers] tbody tr")
    assert rows
    for row in rows:
        name = row.css_first("th").text()
        shown = [time.attributes["datetime"] for time in row.css("time")]
        assert shown == ([min(dates[name]), max(dates[name])] if name in dates else []), name


def test_words_of_ids_are_written_as_people_write_them(site: Path) -> None:
    """Abbreviations in capitals, and a licence without its prefix."""
    page = LexborHTMLParser((site / "hardware.html").read_text(encoding="utf-8"))
    properties = {row.css("td")[0].text() for row in page.css("[aria-labelledby=h-facts] tbody tr")}
    assert "HBM bandwidth" in properties
    assert "LicenseRef" not in (site / "entity/ptx.html").read_text(encoding="utf-8")


def test_the_contents_of_a_path_stand_above_its_diagram(site: Path) -> None:
    """A tall diagram keeps nobody from the steps."""
    text = (site / "path/jax/jit/nvidia-gpu.html").read_text(encoding="utf-8")
    assert text.index('class="toc"') < text.index('<svg class="map') < text.index('id="steps"')
