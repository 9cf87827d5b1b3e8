"""Rows as an aligned table for a terminal or a pipe, and as CSV."""

from __future__ import annotations

import csv
import sys

from ..escapes import csv_cell, escaped
from .terminal import Terminal
from .terminal import columns as columns_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TextIO

    from ..graph.tables import Coverage, Table


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under their headings, wrapped to the terminal, plain in a pipe."""
    terminal = Terminal.of(sys.stdout)
    print("\n".join(table_lines(columns, rows, terminal)))


def table_lines(columns: Sequence[str], rows: Iterable[Sequence[object]], terminal: Terminal) -> list[str]:
    """Return a table in lines of at most the terminal's width, or of as much as its longest words take.

    In a pipe each record is one line, uncut. Words are never broken, so that an id can be copied. Own code: what
    renders tables breaks words, or brings a megabyte of syntax highlighting.

    >>> print("\\n".join(table_lines(("id", "name"), [("jax", "JAX on AMD GPUs")], Terminal(width=14, unicode=False))))
    id   name
    --------------
    jax  JAX on
         AMD GPUs
    """
    texts = [[terminal.plain("" if cell is None else str(cell)) for cell in row] for row in rows]
    heads = [terminal.plain(column) for column in columns]
    # In a pipe a record is a line, for the programs that read lines.
    widths = _widths([heads, *texts], sys.maxsize if terminal.uncut else terminal.width)
    lines = [terminal.style(line, "bold") for line in _row(columns, widths, terminal)]
    lines.append(("─" if terminal.unicode else "-") * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    for row in texts:
        lines += _row(row, widths, terminal)
    return lines


def cell(value: Any) -> Any:
    """Return a value as a cell holds it: lists and mappings in words."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        return "; ".join(":".join(str(part) for part in item.values()) for item in value)
    if isinstance(value, (list, tuple)):
        return " ".join(value) if all(" " not in item for item in value) else "; ".join(value)
    if isinstance(value, dict):
        return "; ".join(f"{name}={part}" for name, part in value.items())
    return value


def listed(table: Table, terminal: Terminal, limit: int | None = None) -> str:
    """Return a table as text, in the columns that it shows; of at most ``limit`` records, then with long texts cut."""
    rows = ([cell(row[column]) for column in table.shown] for row in table[:limit])
    if limit is not None:
        rows = ([_shortened(text) for text in row] for row in rows)
    lines = table_lines(table.shown, rows, terminal)
    if limit is not None and len(table) > limit:
        lines.append(terminal.plain(f"… and {len(table) - limit:,} more"))
    return "\n".join(lines)


#: Characters of a text in a table of which not all is shown; an id is whole.
_CELL = 48


def _shortened(value: object) -> object:
    whole = not isinstance(value, str) or len(value) <= _CELL or " " not in value
    return value if whole else f"{str(value)[: _CELL - 1].rstrip()}…"


#: State of a stack, mode and device -> what a cell says.
_STATES = {"documented": "", "excluded": "excluded", "out of scope": "out", "not looked at": "?"}


def matrix(table: Coverage, terminal: Terminal) -> str:
    """Return the coverage as a line for each stack and mode, with a column for each device."""
    cells: dict[str, dict[str, object]] = {}
    for row in table:
        cells.setdefault(f"{row['stack']}:{row['mode']}", {})[row["device"]] = row["steps"] or _STATES[row["state"]]
    devices = list(dict.fromkeys(row["device"] for row in table))
    rows = ([name, *(line[device] for device in devices)] for name, line in cells.items())
    return "\n".join(table_lines(("path", *devices), rows, terminal))


_GAP = "  "


def _widths(rows: Sequence[Sequence[str]], available: int) -> list[int]:
    """Return the width of each column: what it needs, or what its longest word needs and its share of the rest."""
    wanted = [max(columns_of(cell) for cell in column) for column in zip(*rows, strict=True)]
    least = [
        max((columns_of(word) for cell in column for word in cell.split()), default=0)
        for column in zip(*rows, strict=True)
    ]
    spare = available - len(_GAP) * (len(wanted) - 1) - sum(least)
    missing = sum(wanted) - sum(least)
    if spare >= missing or not missing:
        return wanted
    return [low + max(spare, 0) * (high - low) // missing for low, high in zip(least, wanted, strict=True)]


def _row(cells: Sequence[str], widths: Sequence[int], terminal: Terminal) -> list[str]:
    """Return the lines of a row; cells that need fewer lines than others are blank in the rest."""
    folded = [
        Terminal(max(width, 1), unicode=terminal.unicode).wrap(cell) for cell, width in zip(cells, widths, strict=True)
    ]
    height = max(len(lines) for lines in folded)
    found = []
    for number in range(height):
        parts = [lines[number] if number < len(lines) else "" for lines in folded]
        padded = [part + " " * (width - columns_of(part)) for part, width in zip(parts, widths, strict=True)]
        found.append(_GAP.join(padded).rstrip())
    return found


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], stream: TextIO | None = None) -> None:
    """Print rows as RFC 4180 has them, but with line feeds alone, which every reader takes.

    Control characters are escaped, and a text that a spreadsheet would run as a formula has an apostrophe before it,
    as has one that begins with an apostrophe.
    """
    writer = csv.writer(stream or sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)


def _harmless(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    return csv_cell(escaped(cell, lines=True))
