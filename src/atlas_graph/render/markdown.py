"""A path as CommonMark with GitHub's tables, safe against names that hold markup."""

from __future__ import annotations

from ..graph.marks import in_words, pieces
from .card_sections import details, sections
from .decisions import Names, at_steps, dated, decision_head, decision_parts, option_notes, switch_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..graph.compare import Comparison
    from ..graph.decisions import Decision
    from ..graph.evidence import Evidence
    from ..graph.parts import Step
    from ..graph.path import Explanation, Path
    from ..graph.show import Card

#: Characters that mean something in CommonMark, in its tables, or in the HTML that it lets through.
_SPECIAL = frozenset("\\`*_{}[]<>#|~&!^$")
#: Zero-width, and part of how some scripts are written.
_JOINERS = "\u200c\u200d"
#: Characters with a meaning at the beginning of a line alone.
_AT_START = frozenset("+-=:0123456789")


def path_markdown(path: Path) -> str:
    """Return the title, a table of the stages, and each step with its quotes as linked block quotes."""
    lines = [
        f"# {escape(path.title)}",
        "",
        f"Release {escape(path.release)}: {len(path.stages)} stages, {len(path)} steps.",
    ]
    lines += [line for note in option_notes(path) for line in ("", escape(note))]
    if path:
        lines += ["", "| stage | kind | what it does here |", "|---|---|---|"]
    lines += [f"| {escape(stage.name)} | {escape(stage.kind)} | {escape(stage.note)} |" for stage in path.stages]
    names, told = Names(path), at_steps(path)
    for number, step in enumerate(path.steps, 1):
        lines += ["", *_step(number, step, names)]
        for decision in told.get(step.id, ()):
            lines += ["", *_decision(decision, names)]
    if path.switches:
        lines += ["", "## Options that would change this path", ""]
        lines += [f"- {escape(switch_line(switch, names))}" for switch in path.switches]
    if path.misconceptions:
        lines += ["", "## Often said, and wrong", ""]
        lines += [f"- “{escape(item.claim)}” {escape(item.correction)}" for item in path.misconceptions]
    return "\n".join(lines) + "\n"


def explanation_markdown(explanation: Explanation) -> str:
    """Return the grade of a path and its weakest step, a table of how each step is backed, and the path."""
    lines = [f"**Grade: {escape(str(explanation.grade))}**, {escape(explanation.grade.why)}"]
    if explanation.weakest is not None:
        lines += ["", f"Weakest step: {escape(str(explanation.weakest))}"]
    lines += ["", "| step | grade | why | independent publishers |", "|---|---|---|---|"]
    for step in explanation.path:
        cells = (str(step), str(step.grade), step.grade.why, ", ".join(step.publishers))
        lines.append(f"| {' | '.join(escape(cell) for cell in cells)} |")
    title, _, rest = path_markdown(explanation.path).partition("\n")
    return "\n".join([title, "", *lines, rest])


def card_markdown(card: Card) -> str:
    """Return a card: what the record says, and a section for each kind of statement, with ids and quotes."""
    thing: Any = card.thing
    if card.kind == "path":
        return path_markdown(thing)
    lines = [f"# {escape(str(thing))}", "", f"{escape(card.kind)} `{card.id.replace('`', '')}`", ""]
    lines += [f"- {escape(name)}: {escape(value)}" for name, value in details(card)]
    lines += [f"- grade: {escape(str(thing.grade))}, {escape(thing.grade.why)}"] if card.kind == "step" else []
    for evidence in getattr(thing, "evidence", ()):
        lines += _quote(evidence)
    for title, items in sections(card):
        lines += ["", f"## {escape(title)}"]
        for text, key, quotes in items:
            named = f" (`{key.replace('`', '')}`)" if key else ""
            lines += ["", f"{escape(text)}{named}"] if text else []
            for evidence in quotes:
                lines += _quote(evidence)
    return "\n".join(lines) + "\n"


def comparison_markdown(comparison: Comparison) -> str:
    """Return a table with a row a stage: in the left path, in the right one, or in both."""
    titles = f"{escape(comparison.left.title)} | {escape(comparison.right.title)}"
    lines = [f"| stage | {titles} |", "|---|:-:|:-:|"]
    for stage, left, right in comparison.rows:
        lines.append(f"| {escape(stage.name)} | {'✓' if left else ''} | {'✓' if right else ''} |")
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Return text that Markdown shows as it is, on one line, without characters that show nothing.

    >>> escape("a|b [c] <script>\\n# d")
    'a\\\\|b \\\\[c\\\\] \\\\<script\\\\> \\\\# d'
    >>> escape("1. x"), escape("- x")
    ('1\\\\. x', '\\\\- x')
    """
    if not text.isprintable():
        text = "".join([one for one in text if one.isprintable() or one.isspace() or one in _JOINERS])
    shown = " ".join(text.split())
    escaped = "".join(f"\\{character}" if character in _SPECIAL else character for character in shown)
    if escaped and escaped[0] in _AT_START:
        digits = len(escaped) - len(escaped.lstrip("0123456789"))
        if digits == 0:
            return f"\\{escaped}"
        if escaped[digits : digits + 1] in (".", ")"):
            return f"{escaped[:digits]}\\{escaped[digits:]}"
    return escaped


def _decision(decision: Decision, names: Names) -> list[str]:
    lines = [f"### {escape(decision_head(decision, names))}", "", escape(decision.choice.text)]
    parts = [f"- {label}: {escape(words)}" for label, words in decision_parts(decision, names)]
    lines += ["", *parts] if parts else []
    for evidence in decision.choice.evidence:
        lines += _quote(evidence)
    return lines


def _step(number: int, step: Step, names: Names) -> list[str]:
    limit = step.how
    conditions = f"{', '.join(step.modes)} on {', '.join(step.devices)}"
    for word, options in (("with", step.options), ("unless", step.unless)):
        conditions += f" {word} {' or '.join(names.option(name) for name in options)}" if options else ""
    status = f" · **{escape(step.status)}**" if step.status != "current" else ""
    status += "".join(f" · {label} {escape(version)}" for label, version in dated(step.raw))
    lines = [
        f"## {number}. {escape(step.start.name)} → {escape(step.end.name)}",
        "",
        f"*{escape(limit)}* · {escape(step.phase)} · {escape(conditions)} · {escape(str(step.grade))}{status}",
        "",
        escape(step.text),
    ]
    lines += [line for seen in step.observed for line in ("", escape(str(seen)))]
    for evidence in step.evidence:
        lines += _quote(evidence)
    return lines


def _marked(evidence: Evidence) -> str:
    """Return a quote with the words that carry parts of the statement in bold."""
    runs: list[tuple[str, bool]] = []
    for text, labels in pieces(evidence.quote or "", evidence.marks):
        if runs and runs[-1][1] == bool(labels):
            runs[-1] = (runs[-1][0] + text, bool(labels))
        else:
            runs.append((text, bool(labels)))
    return "".join(f"**{_inner(text)}**" if marked else _inner(text) for text, marked in runs)


def _inner(text: str) -> str:
    """Return a piece of a line escaped, with the spaces at its ends, and nothing escaped as at a line's beginning."""
    escaped = escape(f"x{text}x")
    return escaped[1:-1]


def _quote(evidence: Evidence) -> list[str]:
    if evidence.quote is None or evidence.source is None or evidence.link is None:
        return []
    checked = f", {escape(evidence.checked)}" if evidence.checked else ""
    against = "contradicts: " if evidence.supports == "contradicts" else ""
    source = f"{evidence.source.title}, {evidence.source.publisher}"
    return [
        "",
        f"> {against}“{_marked(evidence)}”",
        ">",
        *([f"> {escape(in_words(evidence.marks))}", ">"] if evidence.marks else []),
        f"> [{escape(source)}](<{evidence.link}>) ({escape(evidence.verdict)}{checked})",
        *([">", f"> Doubt: {escape(evidence.doubt)}"] if evidence.doubt else []),
    ]
