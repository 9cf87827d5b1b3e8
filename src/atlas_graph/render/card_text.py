"""A thing of the atlas and what is said of it, as text."""

from __future__ import annotations

from ..graph.grade import receipt as best_of
from .brief import cut, path_brief
from .card_sections import details, sections
from .terminal import Terminal
from .text import evidence_lines, misconception_lines, path_text, step_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..graph.evidence import Evidence
    from ..graph.search.hits import Receipt
    from ..graph.show import Card

_INDENT = "   "


def card_text(card: Card, terminal: Terminal) -> str:
    """Return a card: its head, its own words, and a section for each kind of thing that is said of it."""
    if card.kind == "path":
        thing: Any = card.thing
        return path_text(thing, terminal)
    lines = _head(card, terminal)
    if card.kind != "step":
        lines += _quotes(getattr(card.thing, "evidence", ()), terminal)
    for bound, quotes in card.dates:
        lines += ["", f"{bound.replace('_', ' ')}:", *_quotes(quotes, terminal)]
    lines += receipt_lines(getattr(card.thing, "receipts", ()), terminal)
    lines += _quoted("In these stacks", ((f"{stack.id}: {stage.note}", stage) for stack, stage in card.roles), terminal)
    lines += _section("Comes from", [f"{step} ({step.stack})" for step in card.arriving], terminal)
    onward = {"entity": "Goes on to", "stack": "Steps", "relation": "Steps"}.get(card.kind, "Steps")
    lines += _section(onward, [f"{step} ({step.id})" for step in card.leaving], terminal)
    choices = ((f"{choice.chooser.name}: {choice.text} ({choice.id})", choice) for choice in card.choices)
    lines += _quoted("Choices", choices, terminal)
    options = ((f"{option.name}: {option.text} ({option.id})", option) for option in card.options)
    lines += _quoted("Options", options, terminal)
    lines += _quoted("Facts", ((f"{fact}, printed “{fact.as_printed}”", fact) for fact in card.facts), terminal)
    lines += _quoted("Links", ((link.text, link) for link in card.links), terminal)
    lines += _section("Cited by", list(card.cited), terminal)
    lines += misconception_lines(card.misconceptions, terminal)
    if card.stack is not None:
        lines += ["", *terminal.wrap(f"There is a stack of this id too: atlas-graph show stack/{card.stack.id}")]
    return "\n".join(lines)


def card_brief(card: Card, terminal: Terminal) -> str:
    """Return a card on a screen: its head, one quote of its own, a line for each statement, and how to see more."""
    thing: Any = card.thing
    if card.kind == "path":
        return path_brief(thing, terminal)
    lines = terminal.wrap(str(thing), "", "", "bold")
    lines += terminal.wrap(f"{card.kind} {card.id}", "", "", "dim")
    for name, value in details(card):
        whole = terminal.wrap(f"{name}: {value}", "", _INDENT)
        if len(whole) > _LINES and not terminal.uncut:
            whole = [*whole[: _LINES - 1], cut(terminal.plain(f"{whole[_LINES - 1]} …"), terminal.width, terminal)]
        lines += whole
    lines += [f"grade: {thing.grade}"] if card.kind == "step" else []
    best = best_of(getattr(thing, "evidence", ()))
    lines += evidence_lines(best, terminal) if best else []
    for title, items in sections(card):
        said = [_line(text, key, terminal) for text, key, _ in items[:_ITEMS] if text]
        lines += ["", terminal.style(title, "bold"), *said] if said else []  # that of a date has its quotes alone
        lines += [f"  and {len(items) - _ITEMS} more"] if len(items) > _ITEMS else []
    if card.stack is not None:
        lines += ["", *terminal.wrap(f"There is a stack of this id too: atlas-graph show stack/{card.stack.id}")]
    more = terminal.plain(f"All of it, with quotes: atlas-graph show {card.kind}/{card.id} --quotes")
    return "\n".join([*lines, "", terminal.style(more, "dim")])


#: Lines of a detail, and statements of a section, in the short view.
_LINES, _ITEMS = 3, 8


def _line(text: str, key: str, terminal: Terminal) -> str:
    """Return a statement in a line that ends with its whole id."""
    words, end = terminal.plain(" ".join(text.split())), terminal.plain(key)
    dot = terminal.plain(" · ") if end else ""
    if terminal.uncut:
        return f"- {words}{dot}{end}"
    room = terminal.width - 2 - (len(end) + 3 if end else 0)
    if room < _LEAST:  # the id alone fills it
        return f"- {cut(words, terminal.width - 2, terminal)}\n  {end}".rstrip()
    return f"- {cut(words, room, terminal)}{dot}{end}"


#: Columns in which a statement can still be told from another.
_LEAST = 30


def _quoted(title: str, items: Iterable[tuple[str, Any]], terminal: Terminal) -> list[str]:
    """Return a section of statements, each with its quotes; nothing where there is none."""
    lines: list[str] = []
    for text, statement in items:
        lines += [*terminal.wrap(text, "- ", "  "), *_quotes(statement.evidence, terminal)]
    return ["", terminal.style(title, "bold"), *lines] if lines else []


def _quotes(evidence: Iterable[Evidence], terminal: Terminal) -> list[str]:
    return [line for item in evidence for line in evidence_lines(item, terminal)]


def _head(card: Card, terminal: Terminal) -> list[str]:
    if card.kind == "step":
        thing: Any = card.thing
        return [
            *step_lines("", thing, terminal),
            *terminal.wrap(f"grade: {thing.grade.why}", _INDENT, _INDENT),
        ]
    lines = terminal.wrap(str(card.thing), "", "", "bold")
    lines += terminal.wrap(f"{card.kind} {card.id}", "", "", "dim")
    for name, value in details(card):
        lines += terminal.wrap(f"{name}: {value}", "", _INDENT)
    return lines


def receipt_lines(receipts: Iterable[Receipt], terminal: Terminal) -> list[str]:
    """Return the statements behind the answer to a golden question, each with its quote."""
    lines: list[str] = []
    for receipt in receipts:
        lines += ["", *terminal.wrap(f"{receipt.kind} {receipt.id}: {receipt.text}", "- ", "  ")]
        lines += [line for evidence in receipt.evidence for line in evidence_lines(evidence, terminal)]
    return lines


def _section(title: str, items: list[str], terminal: Terminal) -> list[str]:
    if not items:
        return []
    lines = ["", terminal.style(title, "bold")]
    for item in items:
        lines += terminal.wrap(item, "- ", "  ")
    return lines
