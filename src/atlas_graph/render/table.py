"""Rows as an aligned table for a terminal or a pipe, and as CSV."""

from __future__ import annotations

import sys

from ..escapes import csv_cell, escaped
from .terminal import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TextIO


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under their headings, wrapped to the terminal, plain in a pipe."""
    from io import StringIO

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = Terminal.of(sys.stdout)
    # Into a text of ours, not to the stream: rich ends the process itself where a pipe is closed.
    written = StringIO()
    console = Console(
        file=written,
        width=terminal.width,
        no_color=not terminal.colour,
        highlight=False,
        force_terminal=terminal.colour,
    )
    style = box.SIMPLE_HEAD if terminal.unicode else box.ASCII2
    table = Table(box=style, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        table.add_column(Text(terminal.plain(column)), overflow="fold")
    for row in rows:
        table.add_row(*(Text(terminal.plain("" if cell is None else str(cell))) for cell in row))
    console.print(table)
    print(written.getvalue(), end="")


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], stream: TextIO | None = None) -> None:
    """Print rows as RFC 4180 has them, but with line feeds alone, which every reader takes.

    Control characters are escaped, and a text that a spreadsheet would run as a formula has an apostrophe before it,
    as has one that begins with an apostrophe.
    """
    import csv

    writer = csv.writer(stream or sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)


def _harmless(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    return csv_cell(escaped(cell, lines=True))
