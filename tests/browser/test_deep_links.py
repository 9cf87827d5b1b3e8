"""Deep links, opened in a real browser: the page scrolls to the quoted sentence."""

from __future__ import annotations

import functools
import html
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import atlas_graph as ag
from atlas_graph.graph.text_fragment import text_link

from .chromium import Chromium, program

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine"),
]

#: The section in the middle of the window, "" at the top of the page.
_SEEN = """(() => {
  const middle = scrollY + innerHeight / 2
  for (const one of document.querySelectorAll("section"))
    if (one.offsetTop <= middle && middle < one.offsetTop + one.offsetHeight) return one.id
  return ""
})()"""

#: Name -> what a page holds, and the quote where that is not the same.
CASES: dict[str, tuple[str, str | None]] = {
    "plain": ("JAX traces the function to a jaxpr before anything runs.", None),
    "inline markup": (
        "<code>jax.<wbr>jit()</code> com<em>pile</em>s the <a href=x>whole function</a> at once.",
        "jax.jit() compiles the whole function at once.",
    ),
    "hyphens": ("A just-in-time compiler, e.g. XLA, is an ahead-of-time one as well.", None),
    "commas": ("First, second, and third, in that order, are its parts.", None),
    "ampersand and angle brackets": (
        "Kernels &amp; graphs are captured &lt;once&gt; and replayed.",
        "Kernels & graphs are captured <once> and replayed.",
    ),
    "quotation marks": ('It is called "the runtime" by its users\' guide.', None),
    "curly marks on the page": (
        "It was named “the compiler” by one maker’s guide.",
        'It was named "the compiler" by one maker\'s guide.',
    ),
    "letters beyond ASCII": ("Größenänderung führt über 4³ Kerne nach Åland → Ende.", None),
    "decomposed accents": (
        "Cafe\u0301 kernels have accents of their own.",
        "Caf\u00e9 kernels have accents of their own.",
    ),
    "spaces and hyphens that do not show": (
        "It has 10&nbsp;GB of mem&shy;ory on every single board.",
        "It has 10 GB of memory on every single board.",
    ),
    "Chinese": ("编译器将程序转换为机器代码，然后在设备上运行。", None),
    "Hebrew": ("<bdi>עברית</bdi> words and Latin ones in a line.", "עברית words and Latin ones in a line."),
    "an emoji": ("An emoji 🧠 in the middle of this sentence.", None),
    "signs of addresses": ("Use 50% of memory? Yes: #1 / 2 + 3 = 4; so it is.", None),
    "colons": ("The name std::thread and a:b::c are in a text.", None),
    "wrapped": ("A sentence\n  that is wrapped\n  in the source.", "A sentence that is wrapped in the source."),
    "other case": ("THE Compiler Is Written In Capitals Here.", "The compiler is written in capitals here."),
    "ligatures": ("An e\ufb03cient com\ufb01ler of things is here.", "An efficient comfiler of things is here."),
    "an ellipsis": ("It goes on… and then it ends at last.", "It goes on... and then it ends at last."),
    "an option": ("Give the option --device none to leave the device out.", None),
    "a dash set by the site": (
        "It runs on any framework – benefiting at will from all of them.",
        "It runs on any framework -- benefiting at will from all of them.",
    ),
    "dashes without spaces": (
        "Given an input–such as an image represented as a tensor–the program is loaded.",
        "Given an input--such as an image represented as a tensor--the program is loaded.",
    ),
    "a function with its brackets": (
        "The <code>jax.grad()</code> transformation takes a function and gives another.",
        "The jax.grad transformation takes a function and gives another.",
    ),
    "long": (
        "When a <code>program</code> is compiled for the device, the compiler <b>first</b> rewrites the graph, then "
        "assigns buffers, and finally emits code for each of the <a href=x>fused</a> computations that remain in it.",
        "When a program is compiled for the device, the compiler first rewrites the graph, then assigns buffers, and "
        "finally emits code for each of the fused computations that remain in it.",
    ),
    "long, over two blocks": (
        "<p>Before a model is run on the device for the first time, its weights are packed.</p>"
        "<p>They are kept in that form from then on, until the process comes to its end.</p>",
        "Before a model is run on the device for the first time, its weights are packed. They are kept in that form "
        "from then on, until the process comes to its end.",
    ),
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with Chromium(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which it is served."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    folder = tmp_path_factory.mktemp("site")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield folder, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def write_page(target: Path, sections: dict[str, str]) -> None:
    """Write a page of tall sections, the first of them far below the top."""
    parts = [f'<section id="{html.escape(name)}">{text}</section>' for name, text in sections.items()]
    style = "<style>section, header { height: 3000px }</style>"
    target.write_text(
        f"<!DOCTYPE html><meta charset=utf-8>{style}<header>Here it begins.</header>{''.join(parts)}", encoding="utf-8"
    )


@pytest.mark.parametrize("name", CASES)
def test_a_link_scrolls_to_the_sentence(name: str, browser: Chromium, site: tuple[Path, str]) -> None:
    """However a page sets it: inside markup, in other typography, in any script."""
    folder, address = site
    write_page(folder / "cases.html", {case: text for case, (text, _) in CASES.items()})
    quote = CASES[name][1] or CASES[name][0]
    seen = browser.ask(text_link(f"{address}/cases.html", quote), _SEEN, wait_for="scrollY > 0")
    assert seen == name


def test_a_sentence_that_is_not_there_leaves_the_page_at_its_top(browser: Chromium, site: tuple[Path, str]) -> None:
    """So that the tests beside this one could fail."""
    folder, address = site
    write_page(folder / "cases.html", {case: text for case, (text, _) in CASES.items()})
    link = text_link(f"{address}/cases.html", "JAX traces the function to a graph before anything runs.")
    assert browser.ask(link, _SEEN, wait_for="scrollY > 0") == ""


def test_every_quote_of_a_path_is_found_on_a_page_that_marks_up_its_words(
    browser: Chromium, site: tuple[Path, str]
) -> None:
    """Each second word of the sentences behind a real path is in an element of its own, as words of documents are."""
    folder, address = site
    path = ag.load().path("jax", mode="jit", device="nvidia-gpu")
    quotes = sorted({evidence.quote for step in path for evidence in step.evidence if evidence.quote})
    assert len(quotes) > 10
    for number, quote in enumerate(quotes):
        words = [html.escape(word) for word in quote.split()]
        marked = " ".join(f"<code>{word}</code>" if at % 2 else word for at, word in enumerate(words))
        write_page(folder / f"{number}.html", {"quote": marked})
        seen = browser.ask(text_link(f"{address}/{number}.html", quote), _SEEN, wait_for="scrollY > 0")
        assert seen == "quote", quote


def test_context_opens_the_page_at_the_right_one_of_two_places(browser: Chromium, site: tuple[Path, str]) -> None:
    """A sentence that a page has twice is found where the words before it, or behind it, are those given."""
    folder, address = site
    sentence = "The lowering pass rewrites every region into a flat block list."
    places = {
        "old": f"The old engine is gone. {sentence} It did so for years.",
        "new": f"Reduces memory use. {sentence} It does so today.",
    }
    write_page(folder / "twice.html", places)
    for around in ({"prefix": "Reduces memory use."}, {"suffix": "It does so today."}):
        link = text_link(f"{address}/twice.html", sentence, **around)
        assert browser.ask(link, _SEEN, wait_for="scrollY > 0") == "new"
