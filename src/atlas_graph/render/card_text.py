"""A thing of the atlas and what is said of it, as text."""

from __future__ import annotations

from .brief import path_brief
from .decisions import dated
from .terminal import Terminal
from .text import evidence_lines, misconception_lines, step_lines

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
        return path_brief(thing, terminal)
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
    for name, value in _details(card):
        lines += terminal.wrap(f"{name}: {value}", "", _INDENT)
    return lines


def receipt_lines(receipts: Iterable[Receipt], terminal: Terminal) -> list[str]:
    """Return the statements behind the answer to a golden question, each with its quote."""
    lines: list[str] = []
    for receipt in receipts:
        lines += ["", *terminal.wrap(f"{receipt.kind} {receipt.id}: {receipt.text}", "- ", "  ")]
        lines += [line for evidence in receipt.evidence for line in evidence_lines(evidence, terminal)]
    return lines


def _details(card: Card) -> list[tuple[str, str]]:
    """Return what the record itself says, in the order in which a reader wants it."""
    raw = getattr(card.thing, "raw", None) or {name: getattr(card.thing, name) for name in card.thing.__slots__}
    status = raw.get("status") or {}
    found: list[tuple[str, str]] = []
    if status.get("state", "current") != "current":
        other = status.get("replaced_by_option")
        instead = (
            f" Use {status.get('replaced_by') or f'option/{other}'}." if status.get("replaced_by") or other else ""
        )
        found.append((status["state"], f"{status.get('reason', '')}{instead}"))
    for key in _SHOWN:
        value = raw.get(key)
        if not value:
            continue
        if key == "modes":
            value = [f"{mode['id']} ({mode['title']})" for mode in value]
        if isinstance(value, dict):
            value = [f"{name} {part}" for name, part in value.items() if part]
        found.append(
            (key.replace("_", " "), ", ".join(map(_word, value)) if isinstance(value, (list, tuple)) else str(value))
        )
    found += dated(raw)
    for effect in raw.get("effects", ()):
        found.append((effect["does"], effect.get("step") or f"choice/{effect['choice']}"))
    if raw.get("all"):
        found.append(("all", "nothing is chosen; all of them happen"))
    for item in raw.get("out_of_scope", ()):
        found.append(("not covered", f"{item['topic']}. {item['reason']}"))
    run = raw.get("run")
    if run:
        found.append(("last run", f"{run['date']} on {run['device']}: {run['command']}"))
    return found


#: Fields of a record that are shown, whichever of them it has.
_SHOWN = (
    "kind", "summary", "text", "claim", "correction", "definition", "entity", "label", "inverse", "role", "aliases",
    "modes", "devices", "entry", "scope", "continues", "publisher", "url", "pinned", "licence", "homepage",
    "identifiers", "makers", "part_of", "implemented_in", "as_printed", "qualifiers", "stacks", "concerns", "program",
    "stack", "chooser", "among", "rule", "order", "default", "overridden_by", "fallback", "whose", "when",
    "of", "read", "found", "date", "answer", "ask", "arguments", "asked_as", "asked_at",
)  # fmt: skip


def _word(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value)


def _section(title: str, items: list[str], terminal: Terminal) -> list[str]:
    if not items:
        return []
    lines = ["", terminal.style(title, "bold")]
    for item in items:
        lines += terminal.wrap(item, "- ", "  ")
    return lines
