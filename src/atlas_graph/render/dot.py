"""A path as Graphviz dot."""

from __future__ import annotations

import itertools

from ..model.identifiers import BASE_IRI
from .decisions import choosing
from .main_line import main_line
from .shapes import CODES, COLOURS, label_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.compare import Comparison
    from ..graph.parts import Stage, Step
    from ..graph.path import Path

#: Kind -> how its box is drawn; every other kind is a rounded box.
_SHAPES = {
    "intermediate-representation": "shape=note, style=filled",
    "machine-code": "shape=note, style=filled",
    "file-format": "shape=tab, style=filled",
    "compiler": "shape=hexagon, style=filled",
    "kernel-library": "shape=box, style=filled, peripheries=2",
    "runtime": "shape=oval, style=filled",
    "driver": "shape=oval, style=filled",
    "interface": "shape=parallelogram, style=filled",
    "hardware": "shape=box3d, style=filled",
    "concept": "shape=ellipse, style=dashed",
}
#: Letters in a line of a label.
_LINE = 26


def path_dot(path: Path) -> str:
    """Return the path as a digraph; nodes are named by entity id, a step that holds for some cases only is dashed.

    Where something chooses between steps, they leave a diamond, named by the choice, below their stage.
    """
    lines = [
        f"digraph {quoted(path.stack)} {{",
        f"  graph [label={quoted(path.title)}, labelloc=t, rankdir=TB, fontname=Helvetica]",
        "  node [shape=box, style=rounded, fontname=Helvetica]",
        "  edge [fontname=Helvetica, fontsize=10]",
    ]
    lines += [_node(stage) for stage in path.stages]
    chosen: dict[str, str] = {}
    for decision in choosing(path):
        node, choice = f"choice/{decision.choice.id}", decision.choice
        label = quoted(f"{choice.chooser.name} chooses")
        lines.append(f"  {quoted(node)} [label={label}, tooltip={quoted(choice.text)}, shape=diamond, style=solid]")
        lines.append(f"  {quoted(decision.at or '')} -> {quoted(node)}")
        chosen.update((step, node) for step in decision.taken)
    line = main_line(path) if path else []
    main = set(itertools.pairwise(line))
    lines += [_edge(step, chosen.get(step.id, step.from_), (step.from_, step.to) in main) for step in path.steps]
    return "\n".join([*lines, "}"]) + "\n"


def comparison_dot(comparison: Comparison) -> str:
    """Return both paths in one digraph: what both pass is heavy, and each side's own has its title and colour."""
    title = quoted(f"{comparison.left.title} and {comparison.right.title}")
    lines = [
        "digraph comparison {",
        f"  graph [label={title}, labelloc=t, fontname=Helvetica]",
        "  node [shape=box, style=rounded, fontname=Helvetica]",
        "  edge [fontname=Helvetica, fontsize=10]",
    ]
    stages = (*comparison.shared_stages, *comparison.left_stages, *comparison.right_stages)
    lines += [_node(stage) for stage in stages]
    lines += [_edge(step, step.from_, True) for step, _ in comparison.shared_steps]
    for steps, colour in ((comparison.left_steps, _LEFT), (comparison.right_steps, _RIGHT)):
        lines += [_edge(step, step.from_, False, colour) for step in steps]
    for path, colour in ((comparison.left, _LEFT), (comparison.right, _RIGHT)):
        label = quoted(f"only {path.title}")
        lines.append(f"  {quoted(f'only/{path.name}')} [label={label}, shape=plaintext, fontcolor={quoted(colour)}]")
    return "\n".join([*lines, "}"]) + "\n"


#: Colours of what one side alone passes: told apart also by who sees no red or green.
_LEFT, _RIGHT = "#0b5394", "#b45f06"


def _node(stage: Stage) -> str:
    colour = COLOURS[CODES[stage.kind]]
    shape = _SHAPES.get(stage.kind, 'style="rounded,filled"')
    drawn = f'{shape}, color="{colour}", fillcolor="{colour}22"'
    link = quoted(f"{BASE_IRI}entity/{stage.id}")
    return f"  {quoted(stage.id)} [label={quoted(stage.name)}, tooltip={quoted(stage.note)}, URL={link}, {drawn}]"


def _edge(step: Step, start: str, main: bool, colour: str | None = None) -> str:
    label = "\n".join((step.label, *label_lines(step.qualifier, _LINE))) if step.qualifier else step.label
    heavy = ", weight=8, penwidth=1.6" if main else ""
    dashed = ", style=dashed" if step.qualifier else ""
    link = next((evidence.link for evidence in step.evidence if evidence.link), None)
    url = f", URL={quoted(link)}" if link else ""
    tip = quoted(step.text)
    own = f", color={quoted(colour)}, fontcolor={quoted(colour)}" if colour else ""
    return f"  {quoted(start)} -> {quoted(step.to)} [label={quoted(label)}, tooltip={tip}{dashed}{heavy}{url}{own}]"


def quoted(text: str) -> str:
    """Return a double-quoted dot string that shows ``text`` as it is.

    Graphviz reads ``\\``-escapes and HTML entities inside labels, so both are written out; line ends become
    line breaks and other control characters are left out.

    >>> print(quoted('a "b" \\\\N &amp; c'))
    "a \\"b\\" \\\\N &amp;amp; c"
    """
    shown = []
    for character in text:
        if character == "\n":
            shown.append("\\n")
        elif character == "\\":
            shown.append("\\\\")
        elif character == '"':
            shown.append('\\"')
        elif character == "&":
            shown.append("&amp;")
        elif character.isprintable():
            shown.append(character)
        elif character.isspace():
            shown.append(" ")
    return f'"{"".join(shown)}"'
