"""A path as text for a terminal or a pipe, readable at 80 columns."""

from __future__ import annotations

import textwrap

from .terminal import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.parts import Evidence, Step
    from ..graph.path import Path

_INDENT = "   "


def path_text(path: Path, terminal: Terminal) -> str:
    """Return the title, the counts, and every step with its text, quotes, sources and deep links."""
    lines = [
        terminal.style(terminal.plain(path.title), "bold"),
        counted(len(path.stages), "stage") + ", " + counted(len(path), "step"),
    ]
    for number, step in enumerate(path.steps, 1):
        lines.append("")
        lines.extend(_step_lines(number, step, terminal))
    return "\n".join(lines)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "step"), counted(13, "step")
    ('1 step', '13 steps')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _step_lines(number: int, step: Step, terminal: Terminal) -> list[str]:
    head = f"{number}. {step.start.name} → {step.end.name}"
    limit = f"{step.label}, {step.qualifier}" if step.qualifier else step.label
    lines = [
        *_wrapped(head, terminal, "", _INDENT, "bold"),
        *_wrapped(f"{limit} · {step.phase}{_conditions(step)}{_standing(step)}", terminal, _INDENT, _INDENT, "cyan"),
        *_wrapped(step.text, terminal, _INDENT, _INDENT),
    ]
    for evidence in step.evidence:
        lines.extend(_evidence_lines(evidence, terminal))
    return lines


def _conditions(step: Step) -> str:
    when = step.raw.get("when", {})
    parts = [", ".join(when[key]) for key in ("modes", "devices") if when.get(key)]
    return f" · only {' on '.join(parts)}" if parts else ""


def _standing(step: Step) -> str:
    return f" · {step.status}" if step.status != "current" else ""


def _evidence_lines(evidence: Evidence, terminal: Terminal) -> list[str]:
    inner = _INDENT + "  "
    if evidence.quote is None:
        return _wrapped(f"observed: {evidence.witness}", terminal, _INDENT, inner, "green")
    assert evidence.source is not None and evidence.link is not None
    checked = f"{evidence.verdict}, {evidence.checked}" if evidence.checked else evidence.verdict
    contradicts = "contradicts: " if evidence.supports == "contradicts" else ""
    return [
        *_wrapped(f"{contradicts}“{evidence.quote}”", terminal, _INDENT, _INDENT + " ", "green"),
        *_wrapped(f"{evidence.source.title}, {evidence.source.publisher} ({checked})", terminal, inner, inner, "dim"),
        inner + terminal.style(evidence.link, "dim"),  # never wrapped: a broken link cannot be followed
    ]


def _wrapped(text: str, terminal: Terminal, first: str, rest: str, *styles: str) -> list[str]:
    lines = textwrap.wrap(
        terminal.plain(text),
        terminal.width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [terminal.style(line, *styles) if styles else line for line in lines]
