"""Text: readable at 80 columns, coloured on a terminal alone, plain ASCII where nothing else can be shown."""

from __future__ import annotations

import io

import pytest

from atlas_graph.render.answers import explanation_text, routes_text
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
    """Title, counts, then per step: ends, relation, limits, text, run, quote, source, verdict, link."""
    assert path_text(SMALL.path("s", mode="on"), Terminal()).splitlines() == [
        "S · On",
        "3 stages, 2 steps",
        "",
        "1. CODE → LIB",
        "   calls, for some · run",
        "   code calls lib.",
        "   observed (alpha-lib 0.12.0, CPU, 2026-12-01)",
        "   “Here the guide says code-lib in a sentence of its own.”",
        "     The guide, Makers (match, 2026-11-01)",
        "     https://example.org/guide#:~:text=Here%20the%20guide%20says%20code%2Dlib%20in%20a%20sentence%20of%20its%20own.",
        "",
        "2. LIB → CPU",
        "   calls · run · only on",
        "   lib calls cpu.",
        "   contradicted (alpha-lib 0.12.0, CPU, 2026-12-01)",
        "   “Here the guide says lib-cpu in a sentence of its own.”",
        "     The guide, Makers (unchecked)",
        "     https://example.org/guide#:~:text=Here%20the%20guide%20says%20lib%2Dcpu%20in%20a%20sentence%20of%20its%20own.",
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
    assert shown == [
        "1. CODE → IR → CPU",
        "   2 steps, FRONT with on on cpu; then BACK with on on cpu",
        "   - CODE calls IR: code calls ir.",
        "   changes stack at IR, from FRONT to BACK",
        "   - IR calls CPU: ir calls cpu.",
        "",
        "There are more than these 1; raise the limit to see them.",
    ]


def test_wrapping_keeps_every_word_and_breaks_none() -> None:
    """Words wider than the line stand alone; the rest is filled greedily."""
    text = "one two three verylongwordthatdoesnotfit four"
    lines = Terminal(width=12).wrap(text, "- ", "  ")
    assert lines == ["- one two", "  three", "  verylongwordthatdoesnotfit", "  four"]
    assert Terminal(width=12).wrap("") == [""]
