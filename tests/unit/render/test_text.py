"""Text: readable at 80 columns, coloured on a terminal alone, plain ASCII where nothing else can be shown."""

from __future__ import annotations

import io

import pytest

from atlas_graph.render.answers import explanation_text, routes_brief, routes_text
from atlas_graph.render.brief import path_brief
from atlas_graph.render.card_text import card_text
from atlas_graph.render.terminal import Terminal
from atlas_graph.render.text import path_text

from ..graph.small import atlas, stack, standing, step
from ..graph.test_grade import FULL, RUN, witness
from .hostile import hostile

SMALL = atlas(
    stack("s", step("code", "lib", qualifier="for some", audit=FULL), step("lib", "cpu", modes=["on"])),
    ledger=standing("guide#code-lib"),
    witnesses=[witness(RUN, ("s/code--calls--lib",)), witness(RUN, (), ("s/lib--calls--cpu",))],
)


class Stream(io.StringIO):
    def __init__(self, tty: bool, encoding: str) -> None:
        super().__init__()
        self._tty, self._encoding = tty, encoding

    def isatty(self) -> bool:
        return self._tty

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding


def test_a_path_is_written_step_by_step_with_its_receipts() -> None:
    """Title, counts, then per step: ends, relation, limits, text, run, quote, source, verdict, page."""
    assert path_text(SMALL.path("s", mode="on"), Terminal()).splitlines() == [
        "S · On",
        "3 stages, 2 steps",
        "",
        "1. CODE → LIB",
        "   calls (for some) · run",
        "   code calls lib.",
        "   observed (alpha-lib 0.12.0, CPU, 2026-12-01)",
        "   “Here the guide says code-lib in a sentence of its own.”",
        "     The guide, Makers (match, 2026-11-01)",
        "     https://example.org/guide",
        "",
        "2. LIB → CPU",
        "   calls · run · only on",
        "   lib calls cpu.",
        "   contradicted (alpha-lib 0.12.0, CPU, 2026-12-01)",
        "   “Here the guide says lib-cpu in a sentence of its own.”",
        "     The guide, Makers (unchecked)",
        "     https://example.org/guide",
    ]


def test_the_receipts_say_grade_publishers_and_the_weakest_step() -> None:
    """What explain adds to the path's text."""
    lines = explanation_text(SMALL.explain("s"), Terminal(width=200)).splitlines()
    assert lines[1] == "Grade: contradicted, a recorded run shows otherwise (alpha-lib 0.12.0, CPU, 2026-12-01)"
    assert lines[2] == "Weakest step: LIB calls CPU"
    assert "   1 independent publisher: Makers" in lines
    assert "   0 independent publishers" in lines


def test_hostile_texts_stay_inside_their_lines() -> None:
    """Control characters are escaped, line ends are spaces, and no line but a link or a word is wider than asked."""
    path = hostile().path("s")
    shown = path_text(path, Terminal(width=80)) + card_text(hostile().show("e1"), Terminal(width=80))
    assert "\x1b" not in shown
    assert "\x00" not in shown
    assert "\u202e" not in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if "http" not in line and " " in line.strip())
    assert shown.count("\n- list") == 0


@pytest.mark.parametrize(
    ("tty", "environment", "colour"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch, tty: bool, environment: dict[str, str], colour: bool
) -> None:
    """As no-color.org has it: any value but the empty one turns colour off."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal.of(Stream(tty, "utf-8"))
    assert terminal.colour is colour
    assert ("\x1b[1m" in path_text(SMALL.path("s"), terminal)) is colour


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "no-such-encoding"])
def test_a_stream_without_arrows_gets_ascii(encoding: str) -> None:
    """Arrows and curly quotes fall back, and nothing that cannot be written is left."""
    terminal = Terminal.of(Stream(False, encoding))
    shown = path_text(SMALL.path("s"), terminal)
    assert shown.isascii()
    assert "1. CODE -> LIB" in shown
    assert '"Here the guide says' in shown
    assert path_text(hostile().path("s"), terminal).isascii()


def test_routes_say_their_conditions_their_changes_and_their_cap() -> None:
    """What is not said in the sentence of a step stands on a line of its own."""
    front = stack("front", step("code", "ir"))
    back = stack("back", step("ir", "cpu"), step("ir", "x"), step("x", "cpu"))
    small = atlas(front, back)
    shown = routes_text(small.routes("code", "cpu", limit=1), Terminal(width=100)).splitlines()
    quoted = "      “Here the guide says {} in a sentence of its own.”"
    source = ["        The guide, Makers (unchecked)", "        https://example.org/guide"]
    assert shown == [
        "1. CODE → IR → CPU",
        "   2 steps, FRONT with on on cpu; then BACK with on on cpu",
        "   - CODE calls IR: code calls ir.",
        quoted.format("code-ir"),
        *source,
        "   changes stack at IR, from FRONT to BACK",
        "   - IR calls CPU: ir calls cpu.",
        quoted.format("ir-cpu"),
        *source,
        "",
        "There are more than these 1; raise the limit to see them.",
    ]


def test_routes_are_short_until_more_is_asked_for() -> None:
    """Two lines a route, a line a change of stack, the cap, and how to see more."""
    front, back = stack("front", step("code", "ir")), stack("back", step("ir", "cpu"))
    shown = routes_brief(atlas(front, back).routes("code", "cpu"), Terminal(width=100)).splitlines()
    assert shown == [
        "1. CODE → IR → CPU",
        "   2 steps, FRONT with on on cpu; then BACK with on on cpu",
        "   changes stack at IR, from FRONT to BACK",
        "",
        "All quotes: atlas-graph routes code cpu --quotes",
        "One route:  atlas-graph routes code cpu --route 1",
    ]


def test_a_short_path_takes_a_line_a_step() -> None:
    """Grade, ends, what limits it and its source; only the conditions that the path leaves open; how to see more."""
    assert path_brief(SMALL.path("s"), Terminal()).splitlines() == [
        "S",
        "3 stages, 2 steps",
        "",
        "1. ✓✓ CODE calls LIB (for some) · The guide",
        "2. ✗  LIB calls CPU · only on · The guide",
        "✓✓ documented and observed ✗ contradicted",
        "",
        "All quotes: atlas-graph path s --quotes",
        "One step:   atlas-graph path s --step 1",
    ]
    assert "2. ✗  LIB calls CPU · The guide" in path_brief(SMALL.path("s", mode="on"), Terminal())


def test_a_short_line_is_cut_on_a_terminal_and_whole_with_its_id_in_a_pipe() -> None:
    """What does not fit gives way to a sign; a pipe gets every word, and the id to ask for the step by."""
    narrow = path_brief(SMALL.path("s"), Terminal(width=30)).splitlines()
    assert narrow[3] == "1. ✓✓ CODE calls LIB (for som…"
    piped = path_brief(SMALL.path("s"), Terminal(width=30, uncut=True)).splitlines()
    assert piped[3] == "1. ✓✓ CODE calls LIB (for some) · The guide · s/code--calls--lib"


def test_a_terminal_with_links_opens_the_sentence() -> None:
    """The address that ends at the sentence is behind the text, never in it; nothing hostile gets into it."""
    linked = Terminal(links=True)
    shown = path_text(SMALL.path("s"), linked)
    address = "https://example.org/guide#:~:text=Here%20the%20guide%20says%20code%2Dlib"
    assert f"\x1b]8;;{address}" in shown
    assert "example.org" not in "".join(part.split("\x1b\\")[-1] for part in shown.split("\x1b]8;;"))
    assert linked.link("a", "https://x.org/\x1b\\ü") == "\x1b]8;;https://x.org/%1B\\%C3%BC\x1b\\a\x1b]8;;\x1b\\"


@pytest.mark.parametrize(
    ("tty", "columns", "width", "uncut"),
    [(False, None, 80, True), (False, "120", 120, False), (True, "132", 132, False), (True, "wide", 80, False)],
)
def test_the_width_is_what_columns_says(
    monkeypatch: pytest.MonkeyPatch, tty: bool, columns: str | None, width: int, uncut: bool
) -> None:
    """``COLUMNS`` decides; without it the terminal does; in a pipe nothing is cut."""
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    terminal = Terminal.of(Stream(tty, "utf-8"))
    assert (terminal.width, terminal.uncut) == (width, uncut)


@pytest.mark.parametrize(
    ("environment", "links"),
    [
        ({}, False),
        ({"FORCE_HYPERLINK": "1"}, True),
        ({"FORCE_HYPERLINK": "0", "WT_SESSION": "x"}, False),
        ({"VTE_VERSION": "6003"}, True),
        ({"VTE_VERSION": "4002"}, False),
        ({"TERM": "foot-extra"}, True),
        ({"TERM_PROGRAM": "WezTerm"}, True),
        ({"WT_SESSION": "x", "NO_COLOR": "1"}, False),
    ],
)
def test_links_are_for_terminals_that_have_them(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], links: bool
) -> None:
    """By what terminals say of themselves; never in a pipe."""
    for name in (
        "FORCE_HYPERLINK", "VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM",
        "TERM_PROGRAM", "NO_COLOR",
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Terminal.of(Stream(True, "utf-8")).links is links
    assert not Terminal.of(Stream(False, "utf-8")).links


def test_wrapping_keeps_every_word_and_breaks_none() -> None:
    """Words wider than the line stand alone; the rest is filled greedily."""
    text = "one two three verylongwordthatdoesnotfit four"
    lines = Terminal(width=12).wrap(text, "- ", "  ")
    assert lines == ["- one two", "  three", "  verylongwordthatdoesnotfit", "  four"]
    assert Terminal(width=12).wrap("") == [""]
