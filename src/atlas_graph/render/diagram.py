"""A path drawn: its stages one below the other, steps that skip stages as arcs beside them.

In a topological order every step leads down, so that no layout has to be searched for and nothing crosses a
stage.
"""

from __future__ import annotations

from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.path import Path

_ROW, _BOX, _MARGIN, _LEFT, _WIDTH, _LANE = 46, 28, 4, 8, 230, 16  # pixels


def path_svg(path: Path) -> str:
    """Return an SVG picture of a path, with each step's text as its tooltip."""
    place = {stage.id: row for row, stage in enumerate(path.stages)}
    shapes: list[str] = []
    lanes: list[list[tuple[int, int]]] = []
    for step in sorted(path.steps, key=lambda step: abs(place[step.to] - place[step.from_])):
        first, last = place[step.from_], place[step.to]
        line = _down(first) if last == first + 1 else _beside(first, last, _lane(lanes, first, last))
        some = " some" if step.qualifier else ""
        shapes.append(f'<g class="edge{some}"><title>{_text(step.text)}</title>{line}</g>')
    for row, stage in enumerate(path.stages):
        kind = " hardware" if stage.kind == "hardware" else ""
        top, middle = row * _ROW + _MARGIN, _LEFT + _WIDTH // 2
        shapes.append(
            f'<g><title>{_text(stage.note)}</title><rect class="node{kind}" x="{_LEFT}" y="{top}" width="{_WIDTH}" '
            f'height="{_BOX}" rx="5"/><text x="{middle}" y="{top + 19}" text-anchor="middle">'
            f"{_text(_short(stage.name))}</text></g>"
        )
    width, height = _LEFT + _WIDTH + 24 + len(lanes) * _LANE, len(path.stages) * _ROW
    return (
        f'<svg role="img" aria-label="{_text(path.title)}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">{"".join(shapes)}</svg>'
    )


def _lane(lanes: list[list[tuple[int, int]]], first: int, last: int) -> int:
    """Return the first lane in which nothing else runs between two rows, and take it."""
    low, high = min(first, last), max(first, last)
    for number, taken in enumerate(lanes):
        if all(high <= begin or end <= low for begin, end in taken):
            taken.append((low, high))
            return number
    lanes.append([(low, high)])
    return len(lanes) - 1


def _down(row: int) -> str:
    """Return an arrow from a stage to the one below it."""
    x, top, bottom = _LEFT + _WIDTH // 2, row * _ROW + _MARGIN + _BOX, (row + 1) * _ROW + _MARGIN
    return f'<path d="M{x} {top}V{bottom - 5}"/><path class="tip" d="M{x - 4} {bottom - 7}h8l-4 7Z"/>'


def _beside(first: int, last: int, lane: int) -> str:
    """Return an arrow from a stage to another, round the right side of those between them."""
    x, bow = _LEFT + _WIDTH, _LEFT + _WIDTH + 14 + lane * _LANE
    start, end = first * _ROW + _MARGIN + 20, last * _ROW + _MARGIN + 8
    bend = 8 if start < end else -8
    line = f"M{x} {start}H{bow - 8}Q{bow} {start} {bow} {start + bend}V{end - bend}Q{bow} {end} {bow - 8} {end}H{x + 5}"
    return f'<path d="{line}"/><path class="tip" d="M{x + 7} {end - 4}v8l-7 -4Z"/>'


def _short(name: str) -> str:
    return name if len(name) <= 32 else name[:31] + "…"


def _text(value: str) -> str:
    return escape("".join(character if character.isprintable() else " " for character in value))
