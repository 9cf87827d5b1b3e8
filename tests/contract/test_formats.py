"""Every command in every format that it offers: the table of both is held to the parsers, and each is what it says."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from atlas_graph.cli.main import module

from .commands import Command

#: Command, as an example is typed -> the formats that make sense for its answer, the default first.
TABLE = {
    "path jax:jit:tpu": ("text", "json", "markdown", "mermaid", "dot", "html"),
    "explain jax:jit:tpu": ("text", "json", "markdown", "html"),
    "compare jax:jit:tpu pytorch:compile:nvidia-gpu": (
        "text", "table", "json", "mermaid", "markdown", "dot", "html",
    ),
    "show ptx": ("text", "json", "markdown", "html"),
    "routes xla ptx": ("text", "json"),
    "why-not jax amd-gpu": ("text", "json"),
    "search ptx": ("text", "json"),
    "list facts": ("text", "json", "csv"),
    "coverage": ("text", "json", "csv"),
    "stats": ("text", "json"),
}  # fmt: skip
PAIRS = [(words, format) for words, formats in TABLE.items() for format in formats]


@pytest.mark.parametrize("words", TABLE)
def test_a_command_offers_the_formats_of_the_table(words: str) -> None:
    """No more, and the first is the default."""
    name, *rest = words.split()
    parser = argparse.ArgumentParser()
    module(name).set_up(parser)
    action = next(action for action in parser._actions if action.dest == "format")
    assert tuple(action.choices or ()) == TABLE[words]
    assert parser.parse_args(rest).format == TABLE[words][0]


class _Balanced(HTMLParser):
    """Counts the tags that stand open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("br", "meta", "hr", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _html(text: str) -> bool:
    reader = _Balanced()
    reader.feed(text)
    return text.startswith("<!DOCTYPE html>") and reader.open == [] and "<script" not in text


def _dot(text: str) -> bool:
    return bool(re.match(r"digraph \S+ \{", text)) and text.endswith("}\n") and text.count(" -> ") > 3


def _csv(text: str) -> bool:
    head, *rows = list(csv.reader(io.StringIO(text)))
    return bool(rows) and {len(row) for row in rows} == {len(head)}


CHECKS: dict[str, Callable[[str], object]] = {
    "text": lambda text: not re.search(r"[#|]{2}|<[a-z]+>", text),
    "table": lambda text: any(line.startswith(("─", "-")) for line in text.splitlines()[1:4]),  # below its head
    "json": json.loads,
    "markdown": lambda text: text.startswith(("#", "|")),
    "mermaid": lambda text: "flowchart" in text,
    "dot": _dot,
    "html": _html,
    "csv": _csv,
}


@pytest.mark.parametrize(("words", "format"), PAIRS)
def test_each_answer_is_what_its_format_says(command: Command, words: str, format: str) -> None:
    """Whole, and read by what reads it."""
    done = command(*words.split(), "--format", format)
    assert done.out.endswith("\n"), done.err
    assert CHECKS[format](done.out)


@pytest.mark.parametrize("words", ["path pytorch:compile:nvidia-gpu", "explain pytorch", "show ptx", "show stack/jax"])
def test_the_short_view_says_how_to_see_more(command: Command, words: str) -> None:
    """In the last lines, and that command prints the quotes."""
    short = command(*words.split())
    assert any("--quotes" in line for line in short.out.splitlines()[-2:])
    whole = command(*words.split(), "--quotes")
    assert len(whole.out.splitlines()) > 2 * len(short.out.splitlines())
