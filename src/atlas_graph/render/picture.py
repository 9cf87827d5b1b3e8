"""A graph of stages and steps as a layered SVG picture with real text; the explorer's and that of ``path``."""

from __future__ import annotations

import itertools
from html import escape

from ..graph.value import Value
from .layered import BOX_HEIGHT, BOX_WIDTH, layered
from .shapes import CODES, OUTLINES, label_lines, outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..graph.parts import Step
    from .layered import Layout, Point

#: How wide a letter of an arrow's label is, in pixels.
_LETTER = 5.4
#: Width of letters in a box by their form, in pixels, as in DejaVu Sans, which is among the widest that people have.
_NARROW, _WIDE = "fijlrt .,:;'!|()[]/", "mwMW@%"
_NARROW_WIDTH, _LOWER_WIDTH, _UPPER_WIDTH, _WIDE_WIDTH = 4.4, 7.3, 8.4, 11.2
#: What an outline takes of a box's width on both sides, by its name, and any other outline.
_TAKEN, _TAKEN_ELSE = {"drum": 20, "hexagon": 18, "slant": 18, "pill": 16}, 10
#: Lines of a box in letters of the usual size, how many lines of small ones, and how small those are.
_LINES, _SMALL_LINES, _SMALL = 2, 3, 10 / 12


class Node(Value):
    """A box: its text, kind, tooltip, the address that it leads to ("" where none), and its classes."""

    __slots__ = ("classes", "id", "kind", "link", "name", "tip")
    classes: str
    id: str
    kind: str
    link: str
    name: str
    tip: str


class Arrow(Value):
    """A line from one box to another: its label, tooltip and classes."""

    __slots__ = ("classes", "end", "id", "label", "start", "tip")
    classes: str
    end: str
    id: str
    label: str
    start: str
    tip: str


def arrows(steps: Iterable[Step]) -> list[Arrow]:
    """Return the arrows of steps, dashed where a step holds for some cases only."""
    return [
        Arrow(
            classes="some" if step.qualifier else "",
            end=step.to,
            id=step.id,
            label=step.label,
            start=step.from_,
            tip=step.text,
        )
        for step in steps
    ]


def picture(title: str, nodes: Sequence[Node], lines: Sequence[Arrow]) -> str:
    """Return the SVG; ``title`` is its text alternative, beside which the page gives the same in words."""
    layout = layered([node.id for node in nodes], [(line.id, line.start, line.end) for line in lines])
    places = _label_places(layout, lines)
    number = {node.id: at for at, node in enumerate(nodes)}
    drawn = []
    for at, line in enumerate(lines):
        named = f'data-i="{at}" data-a="{number[line.start]}" data-b="{number[line.end]}"'
        drawn.append(_arrow(line, named, layout.lines[line.id], places.get(line.id)))
    drawn += [_node(node, at, layout.boxes[node.id]) for at, node in enumerate(nodes)]
    return (
        f'<svg class="map" role="group" aria-label="{_text(title)}" width="{layout.width}" '
        f'height="{layout.height}" viewBox="0 0 {layout.width} {layout.height}" xmlns="http://www.w3.org/2000/svg">'
        f"{''.join(drawn)}</svg>"
    )


def _node(node: Node, number: int, at: Point) -> str:
    lines, small = wrapped_name(node.name, node.kind)
    high = 11 if small else 13
    top = -high / 2 * (len(lines) - 1) + 4
    text = "".join(
        f'<tspan x="0" y="{top + high * number:g}">{_text(line)}</tspan>' for number, line in enumerate(lines)
    )
    size = ' class="small"' if small else ""
    shape = f'<path d="{outline(node.kind, BOX_WIDTH, BOX_HEIGHT)}"/><text{size}>{text}</text>'
    tip = f"<title>{_text(node.tip)}</title>" if node.tip else ""
    held = f'<a href="{escape(node.link)}">{tip}{shape}</a>' if node.link else f"{tip}{shape}"
    classes = " ".join(filter(None, ("n", f"k-{CODES[node.kind]}", node.classes)))
    return f'<g class="{classes}" data-n="{number}" transform="translate({round(at[0])} {round(at[1])})">{held}</g>'


def _arrow(line: Arrow, named: str, points: tuple[Point, ...], place: Point | None) -> str:
    points = tuple((round(x), round(y)) for x, y in points)
    way = f"M{points[0][0]} {points[0][1]}"
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        middle = round((y + to_y) / 2)
        way += f"V{to_y}" if x == to_x else f"C{x} {middle} {to_x} {middle} {to_x} {to_y}"
    x, y = points[-1]
    tip = -6 if points[-1][1] > points[0][1] else 6
    head = f'<path class="t" d="M{x - 4:g} {y + tip:g}h8L{x:g} {y:g}Z"/>'
    said = f'<text x="{place[0]:g}" y="{place[1]:g}">{_text(line.label)}</text>' if place else ""
    classes = " ".join(filter(None, ("e", line.classes)))
    hint = f"<title>{_text(line.tip)}</title>" if line.tip else ""
    return f'<g class="{classes}" {named}>{hint}<path d="{way}"/>{head}{said}</g>'


def _label_places(layout: Layout, lines: Sequence[Arrow]) -> dict[str, Point]:
    """Return where each label stands: on its line, over no box and no other label; it is left out where none is."""
    taken = [
        (x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, x + BOX_WIDTH / 2, y + BOX_HEIGHT / 2) for x, y in layout.boxes.values()
    ]
    places: dict[str, Point] = {}
    for line in sorted(lines, key=lambda line: (len(layout.lines[line.id]), line.id)):
        width = len(line.label) * _LETTER
        for x, y in _candidates(layout.lines[line.id]):
            box = (x - width / 2 - 2, y - 8, x + width / 2 + 2, y + 4)
            inside = box[0] > 0 and box[2] < layout.width
            if inside and not any(_over(box, other) for other in taken):
                taken.append(box)
                places[line.id] = (round(x), round(y))
                break
    return places


def _candidates(points: tuple[Point, ...]) -> list[Point]:
    found = []
    for share in (0.5, 0.36, 0.64, 0.24, 0.76):
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            bent = share * share * (3 - 2 * share)
            found.append((x + (to_x - x) * bent, y + (to_y - y) * share + 3))
    return found


def _over(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def wrapped_name(name: str, kind: str) -> tuple[list[str], bool]:
    """Return a name on lines that fit into the box of a kind, and whether its letters are small.

    A name that does not fit into two lines stands in small letters on three; what still does not fit is cut.

    >>> wrapped_name("cuBLAS and cuDNN", "kernel-library"), wrapped_name("cuDNN", "kernel-library")
    ((['cuBLAS and', 'cuDNN'], False), (['cuDNN'], False))
    >>> wrapped_name("Metal Performance Shaders", "kernel-library")
    (['Metal Performance', 'Shaders'], True)
    """
    room: float = BOX_WIDTH - _TAKEN.get(OUTLINES.get(kind, ""), _TAKEN_ELSE)
    lines = label_lines(name, room, _width)
    if len(lines) <= _LINES and all(_width(line) <= room for line in lines):
        return lines, False
    room /= _SMALL
    lines = label_lines(name, room, _width)
    if len(lines) > _SMALL_LINES:
        lines = [*lines[: _SMALL_LINES - 1], " ".join(lines[_SMALL_LINES - 1 :])]
    return [_cut(line, room) for line in lines], True


def _cut(line: str, room: float) -> str:
    if _width(line) <= room:
        return line
    while line and _width(f"{line}…") > room:
        line = line[:-1]
    return f"{line}…"


def _width(text: str) -> float:
    return sum(
        _NARROW_WIDTH
        if letter in _NARROW
        else _WIDE_WIDTH
        if letter in _WIDE
        else _UPPER_WIDTH
        if letter.isupper() or not letter.isascii()
        else _LOWER_WIDTH
        for letter in text
    )


def _text(value: str) -> str:
    return escape("".join(character if character.isprintable() else " " for character in value))
