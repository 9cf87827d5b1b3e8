"""A layered drawing of a graph, by Sugiyama's method: where each box stands and each line runs.

Layers follow the order in which a program passes the stages; inside them boxes are sorted so that few lines cross, and
then moved as near to what they are joined with as their neighbours allow. Helper nodes, at which a line passes a layer,
take a line's width and not a box's: the libraries at hand give every node the same room, which makes a drawing of
PyTorch's 49 stages more than twice as wide.
"""

from __future__ import annotations

import itertools

from ..graph.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Point: TypeAlias = tuple[float, float]
    #: Key of the edge, the node it leaves, the node it leads to.
    Edge: TypeAlias = tuple[str, str, str]

#: Pixels: a box, the space between two boxes of a layer, and between two layers.
BOX_WIDTH, BOX_HEIGHT, BESIDE, BETWEEN, MARGIN = 120, 40, 13, 48, 8
#: Width of a line where it passes a layer.
_LINE = 2.0
#: Rounds of sorting and of moving; more bring nothing on graphs of this size.
_SORTING, _MOVING = 24, 30
#: Boxes in a layer from which on some are moved to the next.
_WIDE = 7


class Layout(Value):
    """Where everything is, in pixels: the middle of each box, and the points that each edge runs through."""

    __slots__ = ("boxes", "height", "lines", "width")
    boxes: dict[str, Point]
    height: int
    lines: dict[str, tuple[Point, ...]]
    width: int


class _Grid:
    """The graph with its helpers: the layers in order, and what each node is joined with above and below."""

    def __init__(self, count: int, down: list[tuple[int, int]]) -> None:
        self.real = count
        self.layer = _layers(count, down)
        self.chains = [self._chain(*pair) for pair in down]
        self.above: list[list[int]] = [[] for _ in self.layer]
        self.below: list[list[int]] = [[] for _ in self.layer]
        for chain in self.chains:
            for one, other in itertools.pairwise(chain):
                self.below[one].append(other)
                self.above[other].append(one)
        self.rows: list[list[int]] = [[] for _ in range(max(self.layer, default=-1) + 1)]
        for node in self._first_order():
            self.rows[self.layer[node]].append(node)

    def _chain(self, start: int, end: int) -> list[int]:
        """Return the nodes that an edge runs through, with a helper in each layer that it passes by."""
        passed = range(self.layer[start] + 1, self.layer[end])
        helpers = list(range(len(self.layer), len(self.layer) + len(passed)))
        self.layer.extend(passed)
        return [start, *helpers, end]

    def _first_order(self) -> list[int]:
        """Return the nodes depth first, so that what hangs together stands together from the start."""
        seen: dict[int, None] = {}
        for root in range(len(self.layer)):
            todo = [root] if not self.above[root] else []
            while todo:
                node = todo.pop()
                if node not in seen:
                    seen[node] = None
                    todo.extend(reversed(self.below[node]))
        return list(seen)

    def half(self, node: int) -> float:
        """Return half of a node's width, its share of the space beside it included."""
        return (BOX_WIDTH + BESIDE) / 2 if node < self.real else (_LINE + BESIDE) / 2


def layered(nodes: Sequence[str], edges: Sequence[Edge]) -> Layout:
    """Return a layout from top to bottom; ``nodes`` stand in the order in which they are read."""
    place = {node: number for number, node in enumerate(nodes)}
    ends = [(place[start], place[end]) for _, start, end in edges]
    down = [(min(pair), max(pair)) for pair in ends]
    grid = _Grid(len(nodes), down)
    _sort(grid)
    across = _move(grid)
    left = min((across[node] - grid.half(node) for node in range(len(across))), default=0.0)
    points = [
        (round(x - left + MARGIN, 1), layer * (BOX_HEIGHT + BETWEEN) + BOX_HEIGHT / 2 + MARGIN)
        for x, layer in zip(across, grid.layer, strict=True)
    ]
    lines = _ported([[points[node] for node in chain] for chain in grid.chains], down, points)
    return Layout(
        boxes={node: points[number] for number, node in enumerate(nodes)},
        height=round(max((y for _, y in points), default=0.0) + BOX_HEIGHT / 2 + MARGIN),
        lines={
            key: tuple(line if ends[number] == down[number] else line[::-1])
            for number, ((key, _, _), line) in enumerate(zip(edges, lines, strict=True))
        },
        width=round(max((point[0] + grid.half(node) for node, point in enumerate(points)), default=0.0) + MARGIN),
    )


def _layers(count: int, down: list[tuple[int, int]]) -> list[int]:
    """Return each node's layer: below all that leads to it, and as near to what it leads to as it can be."""
    following: list[list[int]] = [[] for _ in range(count)]
    leading: list[list[int]] = [[] for _ in range(count)]
    for start, end in down:
        following[start].append(end)
        leading[end].append(start)
    layers = [0] * count
    for node in range(count):
        layers[node] = max((layers[before] + 1 for before in leading[node]), default=0)
    for node in reversed(range(count)):
        if len(following[node]) > len(leading[node]):
            layers[node] = min(layers[after] for after in following[node]) - 1
    _narrow(layers, following)
    return layers


def _narrow(layers: list[int], following: list[list[int]]) -> None:
    """Move nodes out of layers that are too wide into the next, where what they lead to leaves room."""
    for layer in range(max(layers, default=0)):
        members = [node for node, at in enumerate(layers) if at == layer]
        movable = [node for node in members if min((layers[after] for after in following[node]), default=0) > layer + 1]
        for node in movable[: max(0, len(members) - _WIDE)]:
            layers[node] = layer + 1


def _sort(grid: _Grid) -> None:
    """Sort each layer by where its neighbours stand, down and up in turn, and keep the order with fewest crossings."""
    best, fewest = [list(row) for row in grid.rows], _crossings(grid)
    for round_ in range(_SORTING):
        rows = range(1, len(grid.rows)) if round_ % 2 == 0 else range(len(grid.rows) - 2, -1, -1)
        beside = grid.above if round_ % 2 == 0 else grid.below
        for row in rows:
            _sort_row(grid, row, beside)
        _exchange(grid)
        crossings = _crossings(grid)
        if crossings < fewest:
            best, fewest = [list(row) for row in grid.rows], crossings
        if not crossings:
            break
    grid.rows = best


def _sort_row(grid: _Grid, number: int, beside: list[list[int]]) -> None:
    place = {node: at for row in grid.rows for at, node in enumerate(row)}
    wanted = {}
    for node in grid.rows[number]:
        near = [place[other] for other in beside[node]]
        wanted[node] = sum(near) / len(near) if near else float(place[node])
    grid.rows[number].sort(key=lambda node: wanted[node])


def _exchange(grid: _Grid) -> None:
    """Exchange neighbours in a layer wherever that takes crossings away."""
    for number, row in enumerate(grid.rows):
        above = {node: at for at, node in enumerate(grid.rows[number - 1])} if number else {}
        below = {node: at for at, node in enumerate(grid.rows[number + 1])} if number + 1 < len(grid.rows) else {}
        changed = True
        while changed:
            changed = False
            for at in range(len(row) - 1):
                left, right = row[at], row[at + 1]
                saved = 0
                for joined, place in ((grid.above, above), (grid.below, below)):
                    for one, other in itertools.product(joined[left], joined[right]):
                        saved += (place[one] > place[other]) - (place[one] < place[other])
                if saved > 0:
                    row[at], row[at + 1] = right, left
                    changed = True


def _crossings(grid: _Grid) -> int:
    total = 0
    for upper, lower in itertools.pairwise(grid.rows):
        place = {node: at for at, node in enumerate(lower)}
        ends = [place[end] for node in upper for end in sorted(grid.below[node], key=place.__getitem__)]
        total += sum(ends[later] < end for at, end in enumerate(ends) for later in range(at + 1, len(ends)))
    return total


def _move(grid: _Grid) -> list[float]:
    """Return how far right each node stands: by turns each layer moves to the middle of what it is joined with."""
    across = [0.0] * len(grid.layer)
    for row in grid.rows:
        at = 0.0
        for node in row:
            across[node] = at + grid.half(node)
            at += 2 * grid.half(node)
        for node in row:
            across[node] -= at / 2
    count = len(grid.rows)
    for round_ in range(_MOVING):  # the last goes down, and leaves a chain straight under its head
        downwards = round_ % 2 == 1
        for number in range(count) if downwards else reversed(range(count)):
            _move_row(grid, grid.rows[number], across, downwards)
    return across


def _move_row(grid: _Grid, row: list[int], across: list[float], downwards: bool) -> None:
    """Move a layer's nodes to where they are wanted, by least squares, so that none comes over another."""
    blocks: list[tuple[float, float, list[int]]] = []  # of touching nodes: their weight, where the first wants to be
    offset = 0.0
    offsets = {}
    for node in row:
        offset += grid.half(node)
        offsets[node] = offset
        offset += grid.half(node)
        near = grid.above[node] if downwards else grid.below[node]
        helper = node >= grid.real
        weight = (6.0 if helper else 1.0 + len(near)) if near else 0.05
        places = sorted(across[other] for other in near)
        middle = (places[(len(places) - 1) // 2] + places[len(places) // 2]) / 2 if places else across[node]
        block = (weight, middle - offsets[node], [node])
        while blocks and blocks[-1][1] >= block[1]:
            before = blocks.pop()
            total = before[0] + block[0]
            block = (total, (before[0] * before[1] + block[0] * block[1]) / total, before[2] + block[2])
        blocks.append(block)
    for _, start, members in blocks:
        for node in members:
            across[node] = start + offsets[node]


def _ported(lines: list[list[Point]], down: list[tuple[int, int]], points: list[Point]) -> list[list[Point]]:
    """Let each edge leave and enter its boxes at a place of its own along their sides, in the order of its way."""
    leaving: dict[int, list[int]] = {}
    entering: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(down):
        leaving.setdefault(start, []).append(number)
        entering.setdefault(end, []).append(number)
    first: dict[int, Point] = {}
    last: dict[int, Point] = {}
    for node, numbers in leaving.items():
        numbers.sort(key=lambda number: (lines[number][1][0], number))
        for at, number in enumerate(numbers):
            first[number] = (_port(points[node][0], at, len(numbers)), points[node][1] + BOX_HEIGHT / 2)
    for node, numbers in entering.items():
        numbers.sort(key=lambda number: (lines[number][-2][0], number))
        for at, number in enumerate(numbers):
            last[number] = (_port(points[node][0], at, len(numbers)), points[node][1] - BOX_HEIGHT / 2)
    return [[first[number], *line[1:-1], last[number]] for number, line in enumerate(lines)]


def _port(middle: float, at: int, count: int) -> float:
    room = min(18.0, (BOX_WIDTH - 36) / max(count, 1))
    return round(middle + (at - (count - 1) / 2) * room, 1)
