"""The explorer in a real browser: pickers, address, keyboard, no scripts, dark, narrow, in print, and for everyone."""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atlas_graph as ag
from atlas_graph.site.build import build_site
from tests.site.parts import portion

from .chromium import program

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine"),
]

#: Pages of every kind, as axe and the screenshots go through them.
PAGES = [
    "index.html", "stack/pytorch.html", "path/jax/jit/nvidia-gpu.html", "entity/ptx.html",
    "step/jax/jaxpr--lowers-to--stablehlo.html", "source/{source}.html", "questions.html", "misconceptions.html",
    "compare.html", "{compare}", "explore.html", "hardware.html", "health.html", "data.html", "sparql.html",
    "search.html?q=ptx", "entities.html", "sources.html", "options.html", "option/{option}.html",
    "choice/{choice}.html", "witness/{witness}.html",
]  # fmt: skip
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("explorer") / "public"
    build_site(portion(ag.load(), "jax", "jax-pallas", "pytorch"), made, issues="https://example.org/issues")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where the site is served, under a path that is not the root."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder.parent))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/public"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program(), args=_FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page that fails its test where the console shows an error or anything is asked of another host."""
    with opened(browser, address) as made:
        yield made


class opened:
    """A page of a browser, with what went wrong in it told at the end."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        self.address = address
        self.wrong: list[str] = []

    def __enter__(self) -> Any:
        page = self.context.new_page()
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda asked: self._asked(asked.url))
        return page

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address.rpartition("/")[0], "file:", "data:")):
            self.wrong.append(f"asked {url}")

    def __exit__(self, *error: object) -> None:
        self.context.close()
        if error[0] is None:
            assert self.wrong == []


def test_the_front_page_answers_at_once_what_is_picked(page: Any, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.select_option("#p-stack", "jax")
    page.select_option("#p-mode", "jit")
    page.select_option("#p-device", "tpu")
    assert "stages" in page.inner_text("#answer .kicker").casefold()
    assert page.locator("#answer .way li").last.inner_text() == "Google TPU"
    page.click("#answer .go")
    assert page.url.endswith("path/jax/jit/tpu.html")


def test_a_stack_shows_what_is_picked_and_the_address_says_it(page: Any, address: str) -> None:
    page.goto(f"{address}/stack/pytorch.html")
    shown = page.locator("li.step:visible").count()
    page.click("[data-mode=eager]")
    page.click("[data-device=amd-gpu]")
    assert page.url.endswith("?mode=eager&device=amd-gpu")
    assert "Eager execution on an AMD GPU" in page.inner_text("#showing")
    path = ag.load().path("pytorch", mode="eager", device="amd-gpu")
    visible = "document.querySelectorAll('li.step:not([hidden])').length"
    page.wait_for_function(f"{visible} === {len(path)}")
    assert page.locator("li.step:visible").count() == len(path) != shown
    assert page.locator("svg.map .n:not(.off)").count() == len(path.stages)
    assert page.locator("#rail > li").count() == len(path.stages)
    ids = page.eval_on_selector_all("li.step:not([hidden])", "items => items.map(one => one.id)")
    assert ids == [step.id.partition("/")[2] for step in path]


def test_back_and_forward_lead_through_what_was_picked(page: Any, address: str) -> None:
    page.goto(f"{address}/stack/jax.html")
    page.click("[data-device=cpu]")
    page.click("[data-device=tpu]")
    page.go_back()
    assert "on a CPU" in page.inner_text("#showing")
    page.go_back()
    assert "on an NVIDIA GPU" in page.inner_text("#showing")
    page.go_forward()
    assert "on a CPU" in page.inner_text("#showing")


def test_an_address_opens_what_it_says(page: Any, address: str) -> None:
    page.goto(f"{address}/stack/jax.html?mode=no-jit&device=cpu")
    assert "Without jit on a CPU" in page.inner_text("#showing")
    assert page.get_attribute("[data-device=cpu]", "aria-current") == "true"
    page.goto(f"{address}/stack/jax.html?mode=nonsense&device=cpu")
    assert "on a CPU" in page.inner_text("#showing")


def test_the_picker_begins_where_the_page_of_the_stack_does(page: Any, address: str) -> None:
    page.goto(f"{address}/stack/jax.html")
    shown = page.inner_text("#s-what")
    page.goto(f"{address}/index.html")
    page.select_option("#p-stack", "jax")
    picked = [page.eval_on_selector(f"#p-{part}", "one => one.selectedOptions[0].text") for part in ("mode", "device")]
    assert shown == f"{picked[0]} on an {picked[1]}"


@pytest.mark.parametrize("start", ["stack/pytorch.html", "stack/jax-pallas.html"])
def test_names_keep_clear_of_what_their_boxes_are_drawn_with(page: Any, address: str, start: str) -> None:
    page.goto(f"{address}/{start}")
    over = """() => [...document.querySelectorAll("svg.map .n")].filter((node) => {
        const room = { kl: 110, cl: 110, co: 104, in: 104 };
        const kind = [...node.classList].find((name) => name.startsWith("k-")).slice(2);
        return node.querySelector("text").getBBox().width > (room[kind] ?? 116);
    }).map((node) => node.textContent)"""
    assert page.evaluate(over) == []


def test_a_drawing_that_is_wider_than_the_screen_opens_where_it_starts(
    browser: Any, address: str, folder: Path
) -> None:
    drawn = max(folder.glob("compare/*.html"), key=lambda page: page.read_text(encoding="utf-8").count('class="n '))
    with opened(browser, address, viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{address}/compare/{drawn.name}")
        boxes = page.eval_on_selector_all(
            "svg.map .n",
            "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.left, box.right])",
        )
        _, left, right = min(boxes)
        assert 0 <= left < right <= 360


def test_the_key_of_the_search_makes_way_for_what_is_typed(page: Any, address: str) -> None:
    page.goto(f"{address}/index.html")
    assert page.locator(".find kbd").is_visible()
    page.fill("#q", "ptx")
    assert not page.locator(".find kbd").is_visible()


def test_what_does_not_go_together_gives_way(page: Any, address: str) -> None:
    """Of a mode and a device that a stack excludes, the one that was picked last stays."""
    page.goto(f"{address}/stack/jax-pallas.html?mode=triton&device=nvidia-gpu")
    page.click("[data-device=tpu]")
    assert "on a Google TPU" in page.inner_text("#showing")
    assert "Triton" not in page.inner_text("#s-what")


def test_an_option_adds_its_step(page: Any, address: str) -> None:
    """And takes it away again; the count follows what the query gives."""
    atlas = ag.load()
    page.goto(f"{address}/stack/pytorch.html?mode=compile&device=nvidia-gpu")
    options = page.locator("[data-option]")
    assert options.count() > 0
    seen = set()
    for number in range(options.count()):
        option = options.nth(number).get_attribute("data-option")
        options.nth(number).click()
        path = atlas.path("pytorch", mode="compile", device="nvidia-gpu", options=[option])
        page.wait_for_function(
            f"document.querySelectorAll('li.step:not([hidden])').length === {len(path)}"
            f" && document.getElementById('s-count').textContent.endsWith(' {len(path)} steps')"
        )
        seen.add(len(path))
        options.nth(number).click()
    assert len(page.url.split("option=")) == 1
    assert seen - {len(atlas.path("pytorch", mode="compile", device="nvidia-gpu"))}


def test_the_search_is_reached_by_a_key_and_forgives_a_wrong_letter(page: Any, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.keyboard.press("/")
    page.keyboard.type("stabelhlo")
    page.wait_for_selector("#hits a")
    assert "StableHLO" in page.locator("#hits a").first.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/entity/stablehlo.html")


@pytest.mark.parametrize(
    ("asked", "page_of"),
    [("PTX", "entity/ptx.html"), ("pytorch", "stack/pytorch.html"), ("jaxpr", "entity/jaxpr.html"),
     ("torch inductor", "entity/torchinductor.html"), ("H100", "entity/nvidia-h100.html"), ("download", "data.html"),
     ("cite the data", "data.html"), ("how fresh are the checks", "health.html")],
)  # fmt: skip
def test_a_name_is_found_first(page: Any, address: str, asked: str, page_of: str) -> None:
    page.goto(f"{address}/search.html?q={asked}")
    page.wait_for_selector(".found a")
    found = [link.get_attribute("href") for link in page.locator(".found a").all()[:2]]
    assert page_of in found


def test_the_keyboard_reaches_the_stages_and_lights_what_comes_before_and_after(page: Any, address: str) -> None:
    page.goto(f"{address}/path/jax/jit/nvidia-gpu.html")
    page.focus("svg.map .n a >> nth=4")
    assert page.locator("svg.map.lit").count() == 1
    assert 1 < page.locator("svg.map .n.lit").count() <= page.locator("svg.map .n").count()
    before = page.locator("svg.map .e.lit.before").count()
    assert 0 < before < page.locator("svg.map .e.lit").count()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.n') !== null")


def test_a_fact_that_is_found_shows_its_receipt(page: Any, address: str) -> None:
    """Two keys and a click from the front page: what the address names is unfolded."""
    page.goto(f"{address}/index.html")
    page.keyboard.press("/")
    page.keyboard.type("HBM bandwidth of the H100")
    page.wait_for_selector("#hits a")
    page.locator("#hits a[href*='hardware.html#']").first.click()
    page.wait_for_url("**/hardware.html#*")
    assert page.locator("tr:target blockquote").first.is_visible()


def test_a_wrong_step_is_reported_from_where_it_is_read(page: Any, address: str) -> None:
    """Also one that was not on the page when it came."""
    page.goto(f"{address}/stack/jax.html?mode=no-jit&device=cpu")
    page.wait_for_function("document.querySelectorAll('li.step:not([hidden])').length > 2")
    links = page.eval_on_selector_all(
        "li.step:not([hidden])", "items => items.map(one => [one.id, one.querySelector('.copy a').href])"
    )
    form = "https://example.org/issues/new?template=better-source.yml&record="
    assert all(link == f"{form}jax%2F{anchor}" for anchor, link in links)


def test_the_first_thing_that_tab_reaches_skips_to_the_content(page: Any, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_the_path_finder_shows_ways_that_hold(page: Any, address: str) -> None:
    page.goto(f"{address}/explore.html")
    page.fill("#f-from", "XLA")
    page.fill("#f-to", "PTX")
    page.click("#finder button")
    first = " ".join(page.locator("#ways li .way").first.inner_text().split())
    assert first.startswith("XLA")
    assert first.endswith("PTX")
    assert page.url.endswith("#xla..ptx")
    box = page.locator("#kinds input[value=hardware]")
    before = page.locator("#whole .n").count()
    box.uncheck()
    assert page.locator("#whole .n").count() < before


def test_any_two_paths_can_be_compared(page: Any, address: str) -> None:
    """And what both pass is what the query says."""
    page.goto(f"{address}/compare.html?left=jax:jit:nvidia-gpu&right=pytorch:eager:amd-gpu")
    found = ag.load().compare("jax:jit:nvidia-gpu", "pytorch:eager:amd-gpu")
    page.wait_for_selector("#compared h2")
    heads = page.locator("#compared h2").all_inner_texts()
    assert heads == [
        f"Both: {len(found.shared_stages)} stages",
        f"Only the left: {len(found.left_stages)} stages",
        f"Only the right: {len(found.right_stages)} stages",
    ]


def test_a_table_sorts_by_number(page: Any, address: str) -> None:
    page.goto(f"{address}/hardware.html")
    page.click("table.sortable th:nth-child(3) button")
    values = [row.get_attribute("data-value") for row in page.locator("table.sortable td.num").all()]
    numbers = [float(value) for value in values if value.replace(".", "").isdigit()]
    assert numbers == sorted(numbers)


QUERY = "SELECT ?name { entity:jaxpr atlas:flow+/rdfs:label ?name } ORDER BY ?name"


@pytest.mark.parametrize("opened_from", ["a server", "a file"])
def test_a_query_runs_in_the_page(page: Any, address: str, folder: Path, opened_from: str) -> None:
    """With the answer that the package gives, by an engine that no page loads before it is asked."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{address}/sparql.html" if opened_from == "a server" else f"file://{folder}/sparql.html")
    page.wait_for_selector("#asker:not([hidden])")
    assert not {"oxigraph.js", "graph.js"} & set(asked)
    page.fill("#query", QUERY)
    page.click("#asker [type=submit]")
    page.wait_for_selector("#answer table, #answer .warn", timeout=120_000)
    rows = [cell.strip() for cell in page.locator("#answer td").all_inner_texts()]
    wanted = [str(row[0]) for row in portion(ag.load(), "jax", "jax-pallas", "pytorch").sparql(QUERY)]
    assert rows == wanted
    page.fill(
        "#query", "ASK FROM <https://w3id.org/atlas-graph/path/jax/jit/tpu> { entity:jaxpr atlas:flow+ entity:ptx }"
    )
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#answer strong")
    assert page.inner_text("#answer strong") == "no"
    page.fill("#query", "SELECT ?x { ?x")
    page.click("#asker [type=submit]")
    page.wait_for_selector("#answer .warn")
    page.fill("#query", "SELECT ?step { ?step a atlas:Step } ORDER BY ?step LIMIT 1")
    page.click("#asker [type=submit]")
    page.wait_for_selector("#answer a")
    page.click("#answer a")
    assert "/step/" in page.url


@pytest.mark.parametrize("start", ["index.html", "stack/pytorch.html", "path/jax/jit/nvidia-gpu.html", "search.html"])
def test_everything_reads_without_javascript(browser: Any, address: str, start: str) -> None:
    """Each choice is a link, and what needs a script is not shown."""
    with opened(browser, address, java_script_enabled=False) as page:
        page.goto(f"{address}/{start}")
        assert page.locator("h1").count() == 1
        assert not page.locator("#picker, #finder").first.is_visible() if start == "index.html" else True
        if start != "search.html":
            link = page.locator(".pick a, .card a").nth(1)
            target = link.get_attribute("href")
            link.click()
            assert page.url.endswith(target.replace("../", ""))
        if start.startswith("path"):
            assert page.locator("li.step blockquote").first.is_visible()


@pytest.mark.parametrize(
    "start",
    ["index.html", "stack/pytorch.html", "explore.html", "hardware.html", "compare.html", "option/{longest}.html"],
)
def test_no_page_is_wider_than_a_telephone(browser: Any, address: str, folder: Path, start: str) -> None:
    """Not even that of the option with the longest name."""
    names = {one["id"]: max(map(len, one["name"].split())) for one in ag.load().release["options"]}
    start = start.format(longest=max((page.stem for page in folder.glob("option/*.html")), key=lambda id: names[id]))
    with opened(browser, address, viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{address}/{start}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if start.startswith("stack"):
            assert page.locator("#rail").is_visible()
            assert not page.locator("svg.map").is_visible()


def test_it_works_from_a_file(browser: Any, folder: Path, address: str) -> None:
    """With its scripts, its search and its pickers."""
    with opened(browser, address) as page:
        page.goto(f"file://{folder}/index.html")
        page.select_option("#p-stack", "jax")
        page.keyboard.press("/")
        page.fill("#q", "ptx")
        page.wait_for_selector("#hits a")
        page.goto(f"file://{folder}/stack/jax.html?mode=jit&device=cpu")
        assert "jax.jit on a CPU" in page.inner_text("#showing")
        page.click("[data-device=tpu]")
        page.wait_for_function("document.getElementById('showing').textContent.includes('on a Google TPU')")


def test_it_prints_without_its_controls(browser: Any, address: str) -> None:
    with opened(browser, address) as page:
        page.goto(f"{address}/path/jax/jit/nvidia-gpu.html")
        page.emulate_media(media="print")
        assert not page.locator(".top nav").is_visible()
        assert not page.locator(".copy").first.is_visible()
        assert page.locator("svg.map").is_visible()
        assert page.pdf()[:5] == b"%PDF-"


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe-core, fetched by npm into a temporary folder."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm, which fetches axe-core")
    where = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        [npm, "install", "--silent", "--no-save", "--prefix", str(where), "axe-core@4"],
        capture_output=True,
        timeout=120,
    )
    script = where / "node_modules/axe-core/axe.min.js"
    if done.returncode or not script.is_file():
        pytest.skip("npm cannot fetch axe-core here")
    return script.read_text(encoding="utf-8")


def named(folder: Path, page: str) -> str:
    """Return the address of a page, with the first of its kind where it names none."""
    kinds = {kind: sorted(folder.glob(f"{kind}/*.html"))[0].stem for kind in ("source", "option", "choice", "witness")}
    return page.format(compare=sorted(folder.glob("compare/*.html"))[0].relative_to(folder).as_posix(), **kinds)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(browser: Any, address: str, folder: Path, axe: str, scheme: str) -> None:
    """On a page of each kind, in both colour schemes."""
    found = {}
    with opened(browser, address, color_scheme=scheme, bypass_csp=True) as page:
        for name in PAGES:
            page.goto(f"{address}/{named(folder, name)}")
            page.evaluate(axe)
            result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            faults = [
                f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
                for one in result["violations"]
                for node in one["nodes"][:3]
            ]
            if faults:
                found[name] = faults
    assert found == {}, json.dumps(found, indent=1)


@pytest.mark.slow
def test_pictures_of_the_main_pages_are_there_to_look_at(
    browser: Any, address: str, folder: Path, tmp_path: Path
) -> None:
    """Written where ``ATLAS_GRAPH_PICTURES`` says; on each the width of the page is that of the window."""
    where = Path(os.environ.get("ATLAS_GRAPH_PICTURES", tmp_path))
    for width in (360, 1600):
        for scheme in ("light", "dark"):
            with opened(browser, address, viewport={"width": width, "height": 1000}, color_scheme=scheme) as page:
                for name in ("index.html", "stack/jax.html", "stack/pytorch.html", "entity/ptx.html", "{compare}",
                             "explore.html", "hardware.html", "health.html"):  # fmt: skip
                    page.goto(f"{address}/{named(folder, name)}")
                    title = name.strip("{}").replace("/", "-").removesuffix(".html")
                    page.screenshot(path=where / f"{title}-{width}-{scheme}.png", full_page=True)
                    assert page.evaluate("document.documentElement.scrollWidth") <= width
