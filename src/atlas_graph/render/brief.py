"""The short views: a numbered line a step, so that every path of the atlas fits a screen."""

from __future__ import annotations

from ..errors import AtlasError
from .decisions import Names, option_notes
from .terminal import Terminal, columns
from .text import conditions_of, counted, standing_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..graph.parts import Step
    from ..graph.path import Path

#: Grade -> how a line shows it, its fallback in ASCII, and its colour.
_MARKS = {
    "documented-and-observed": ("✓✓", "++", "green"),
    "documented": ("✓", "+", "green"),
    "observed": ("◦", "o", "green"),
    "partial": ("~", "~", "yellow"),
    "unaudited": ("?", "?", "yellow"),
    "contradicted": ("✗", "!", "red"),
}
#: Columns that a mark takes.
_MARK = 2


def path_brief(path: Path, terminal: Terminal) -> str:
    """Return the title, the counts, a line a step, and how to see more."""
    lines = [
        *terminal.wrap(path.title, "", "", "bold"),
        counted(len(path.stages), "stage") + ", " + counted(len(path), "step"),
        *(line for note in option_notes(path) for line in terminal.wrap(note, "", "   ", "yellow")),
        "",
        *step_rows(path.steps, terminal, path),
        "",
    ]
    more = (
        (len(path.choices), "choice is made on it", "choices are made on it"),
        (len(path.switches), "option would change it", "options would change it"),
        (len(path.misconceptions), "thing is often said of it and wrong", "things are often said of it and wrong"),
    )
    said = [f"{count} {one if count == 1 else many}" for count, one, many in more if count]
    lines += terminal.wrap(f"{'; '.join(said)}.") if said else []
    return "\n".join([*lines, *more_lines("path", path, terminal)])


def step_rows(steps: Sequence[Step], terminal: Terminal, path: Path | None = None) -> list[str]:
    """Return a numbered line for each step, and last what the marks of their grades mean.

    A line says the grade, both ends, the conditions that ``path`` leaves open, who chooses the step before others, and
    the source that stands for it. On a terminal it is cut at the width, from the end; in a pipe it goes on with the id.
    """
    found = []
    names = Names(path) if path is not None else None
    chosen = _chosen(path, names) if path is not None and names is not None else {}
    given = (("modes", path and path.mode), ("devices", path and path.device))
    keys = tuple(key for key, value in given if not value)
    for number, step in enumerate(steps, 1):
        head = f"{number:>{len(str(len(steps)))}}."
        mark, colour = _mark(step.grade.name, terminal)
        parts = [f"{step}{conditions_of(step, names, keys)}{standing_of(step)}", *chosen.get(step.id, ())]
        receipt = step.receipt
        if receipt is not None and receipt.source is not None:
            parts.append(receipt.source.title)
        elif step.observed:
            parts.append(str(step.observed[0]))
        if terminal.uncut:
            parts.append(step.id)
        room = terminal.width - len(head) - _MARK - 2
        text = terminal.plain(" · ".join(parts).replace("\n", " "))
        line = terminal.link(text if terminal.uncut else cut(text, room, terminal), receipt.link if receipt else None)
        found.append(f"{terminal.style(head, 'bold')} {terminal.style(mark, colour)} {line}")
    return found + _legend({step.grade.name for step in steps}, terminal)


def _chosen(path: Path, names: Names) -> dict[str, list[str]]:
    """Return per id of a step who chooses it, and before what."""
    others: dict[str, dict[str, dict[str, None]]] = {}
    for decision in path.choices:
        ends = [names.ends(name) for name in (*decision.taken, *decision.left)]
        for taken in () if decision.choice.all else decision.taken:
            mine = others.setdefault(taken, {}).setdefault(decision.choice.chooser.name, {})
            mine.update(dict.fromkeys(end for end in ends if end != names.ends(taken)))
    return {
        step: [f"chosen by {chooser}, or {', '.join(ends)}" for chooser, ends in choosers.items() if ends]
        for step, choosers in others.items()
    }


def _mark(grade: str, terminal: Terminal) -> tuple[str, str]:
    mark, plain, colour = _MARKS[grade]
    return f"{mark if terminal.unicode else plain:<{_MARK}}", colour


def _legend(grades: set[str], terminal: Terminal) -> list[str]:
    """Say what the marks mean that are used."""
    said = [f"{_mark(name, terminal)[0].strip()} {name.replace('-', ' ')}" for name in _MARKS if name in grades]
    return terminal.wrap("   ".join(said), "", "", "dim") if said else []


def cut(text: str, room: int, terminal: Terminal) -> str:
    """Return a text in at most ``room`` columns, with a sign that there is more where there is.

    >>> cut("JAX calls XLA", 9, Terminal())
    'JAX call…'
    """
    if columns(text) <= room:
        return text
    sign = "…" if terminal.unicode else "..."
    kept = text[: max(room - len(sign), 1)]
    while len(kept) > 1 and columns(kept) + len(sign) > room:
        kept = kept[:-1]
    return kept.rstrip() + sign


def more_lines(command: str, path: Path, terminal: Terminal) -> list[str]:
    """Say with which command more is seen of a path."""
    words = [f"atlas-graph {command} {path.name}"]
    words += [f"--option {option}" for option in path.options]
    words += [f"--at {path.history.at}"] if path.history is not None else []
    return [
        terminal.style(f"All quotes: {' '.join(words)} --quotes", "dim"),
        terminal.style(f"One step:   {' '.join(words)} --step 1", "dim"),
    ]


def numbered(items: Iterable[Step], number: int) -> Step:
    """Return the step of a number, from 1 on.

    Raises:
        AtlasError: where there is none of that number.
    """
    steps = tuple(items)
    if not 1 <= number <= len(steps):
        raise AtlasError(f"there is no step {number}; name one from 1 to {len(steps)}")
    return steps[number - 1]
