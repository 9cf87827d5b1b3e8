"""A path as text for a terminal or a pipe, readable at 80 columns."""

from __future__ import annotations

from ..graph.marks import in_words, pieces
from .decisions import Names, at_steps, dated, decision_head, decision_parts, option_notes, switch_line
from .terminal import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..graph.decisions import Decision
    from ..graph.evidence import Evidence
    from ..graph.parts import Step
    from ..graph.path import Path
    from ..graph.statements import Misconception

_INDENT = "   "
#: Grades that a reader of the quotes could not tell; a contradiction shows by itself.
_SAID = ("partial", "unaudited")


def path_text(path: Path, terminal: Terminal) -> str:
    """Return the long view: title, counts, every step with its receipts, and what is often said of it and wrong."""
    lines = [
        *terminal.wrap(path.title, "", "", "bold"),
        counted(len(path.stages), "stage") + ", " + counted(len(path), "step"),
        *(line for note in option_notes(path) for line in terminal.wrap(note, "", _INDENT, "yellow")),
    ]
    names, told = Names(path), at_steps(path)
    for number, step in enumerate(path.steps, 1):
        lines.append("")
        lines.extend(step_lines(f"{number}. ", step, terminal, names))
        for decision in told.get(step.id, ()):
            lines.extend(["", *decision_lines(decision, names, terminal)])
    lines.extend(switch_lines(path, names, terminal))
    lines.extend(misconception_lines(path.misconceptions, terminal))
    return "\n".join(lines)


def step_text(step: Step, number: int, path: Path, terminal: Terminal) -> str:
    """Return one step of a path with its id, its receipts, and the choices that are made after it."""
    names = Names(path)
    lines = [
        *step_lines(f"{number}. ", step, terminal, names),
        _INDENT + terminal.style(terminal.plain(step.id), "dim"),
    ]
    for decision in at_steps(path).get(step.id, ()):
        lines += ["", *decision_lines(decision, names, terminal)]
    return "\n".join(lines)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "step"), counted(13, "step")
    ('1 step', '13 steps')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def decision_lines(decision: Decision, names: Names, terminal: Terminal) -> list[str]:
    """Return a choice: who chooses between what, its text, rule, order, default, options and fallback, and quotes."""
    lines = terminal.wrap(decision_head(decision, names), "◇ " if terminal.unicode else "* ", _INDENT, "bold")
    lines += terminal.wrap(decision.choice.text, _INDENT, _INDENT)
    for label, words in decision_parts(decision, names):
        lines += terminal.wrap(f"{label}: {words}", _INDENT, _INDENT + " ")
    for evidence in decision.choice.evidence:
        lines += evidence_lines(evidence, terminal)
    return lines


def switch_lines(path: Path, names: Names, terminal: Terminal) -> list[str]:
    """Return the options that would change the path, a line each; nothing where there is none."""
    lines: list[str] = []
    for switch in path.switches:
        if not lines:
            lines += ["", terminal.style("Options that would change this path", "bold")]
        lines += terminal.wrap(switch_line(switch, names), _INDENT + "- ", _INDENT + "  ")
    return lines


def step_lines(number: str, step: Step, terminal: Terminal, names: Names | None = None) -> list[str]:
    """Return a step: its two ends, how it is limited, its text, what was observed, and every quote with its link."""
    limit = step.how
    lines = [
        *terminal.wrap(f"{step.start.name} → {step.end.name}", number, _INDENT, "bold"),
        *terminal.wrap(
            f"{limit} · {step.phase}{conditions_of(step, names)}{standing_of(step)}", _INDENT, _INDENT, "cyan"
        ),
        *terminal.wrap(step.text, _INDENT, _INDENT),
    ]
    if step.grade.name in _SAID:
        lines.extend(terminal.wrap(f"{step.grade}: {step.grade.why}", _INDENT, _INDENT, "yellow"))
    elif (doubt := (step.raw.get("audit") or {}).get("doubt")) is not None:  # a run saw it; its quotes say less
        lines.extend(terminal.wrap(f"documented in part: {doubt}", _INDENT, _INDENT, "yellow"))
    for seen in step.observed:
        bad = seen.contradicts or not seen.passed
        lines.extend(terminal.wrap(str(seen), _INDENT, _INDENT + " ", "red" if bad else "green"))
    for evidence in step.evidence:
        lines.extend(evidence_lines(evidence, terminal))
    return lines


def evidence_lines(evidence: Evidence, terminal: Terminal) -> list[str]:
    """Return a quote with its source, what was last found of it, and the link that opens it."""
    if evidence.quote is None or evidence.source is None or evidence.link is None:
        return []  # an observation; the run itself is shown with the step
    inner = _INDENT + "  "
    checked = f"{evidence.verdict}, {evidence.checked}" if evidence.checked else evidence.verdict
    contradicts = "contradicts: " if evidence.supports == "contradicts" else ""
    return [
        *terminal.wrap_pieces(_marked(f"{contradicts}“", evidence), _INDENT, _INDENT + " ", "green"),
        *(terminal.wrap(in_words(evidence.marks), inner, inner + " ") if evidence.marks else ()),
        *_source_lines(f"{evidence.source.title}, {evidence.source.publisher} ({checked})", evidence, inner, terminal),
        *(terminal.wrap(f"doubt: {evidence.doubt}", inner, inner) if evidence.doubt else ()),
    ]


def _source_lines(said: str, evidence: Evidence, indent: str, terminal: Terminal) -> list[str]:
    """Return a source that opens at the sentence where the terminal has links, else with the address of its page.

    The address that ends at the sentence is for programs and pages: it is in the JSON, Markdown and HTML.
    """
    lines = terminal.wrap(said, indent, indent, "dim")
    if terminal.links:
        return [
            indent + terminal.link(line[len(indent) :], evidence.link) for line in terminal.wrap(said, indent, indent)
        ]
    return [
        *lines,
        indent + terminal.style(terminal.plain(evidence.url or ""), "dim"),
    ]  # whole, so that it can be followed


def _marked(before: str, evidence: Evidence) -> list[tuple[str, bool]]:
    """Return a quote in quotation marks, in pieces, with whether each carries a part of the statement."""
    shown = [(text, bool(labels)) for text, labels in pieces(evidence.quote or "", evidence.marks)]
    return [(before, False), *shown, ("”", False)]


def misconception_lines(items: Iterable[Misconception], terminal: Terminal) -> list[str]:
    """Return what is often said and wrong, each with its correction; nothing where there is none."""
    lines: list[str] = []
    for item in items:
        if not lines:
            lines += ["", terminal.style("Often said, and wrong", "bold")]
        lines.extend(terminal.wrap(f"“{item.claim}”", _INDENT, _INDENT + " ", "yellow"))
        lines.extend(terminal.wrap(item.correction, _INDENT + "  ", _INDENT + "  "))
        for evidence in item.evidence:
            lines.extend(
                "  " + line
                for line in evidence_lines(evidence, Terminal(terminal.width - 2, terminal.colour, terminal.unicode))
            )
    return lines


def conditions_of(step: Step, names: Names | None, keys: tuple[str, ...] = ("modes", "devices")) -> str:
    """Return under which conditions alone a step holds, each after a point; of modes and devices those of ``keys``."""
    when = step.raw.get("when", {})
    parts = [", ".join(when[key]) for key in keys if when.get(key)]
    shown = f" · only {' on '.join(parts)}" if parts else ""
    for key, word in (("options", "with"), ("unless", "unless")):
        if when.get(key):
            shown += f" · {word} {' or '.join(names.option(name) if names else name for name in when[key])}"
    return shown


def standing_of(step: Step) -> str:
    """Return the status of a step that is not current, and since or until when it holds."""
    shown = f" · {step.status}" if step.status != "current" else ""
    return shown + "".join(f" · {label} {version}" for label, version in dated(step.raw))
