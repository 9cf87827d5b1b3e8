"""A path as Graphviz dot."""

from __future__ import annotations

from .decisions import choosing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.parts import Step
    from ..graph.path import Path

_SHAPES = {"hardware": "box3d", "intermediate-representation": "note", "machine-code": "note", "concept": "ellipse"}


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
    for stage in path.stages:
        shape = f", shape={_SHAPES[stage.kind]}, style=solid" if stage.kind in _SHAPES else ""
        lines.append(f"  {quoted(stage.id)} [label={quoted(stage.name)}, tooltip={quoted(stage.note)}{shape}]")
    chosen: dict[str, str] = {}
    for decision in choosing(path):
        node, choice = f"choice/{decision.choice.id}", decision.choice
        label = quoted(f"{choice.chooser.name} chooses")
        lines.append(f"  {quoted(node)} [label={label}, tooltip={quoted(choice.text)}, shape=diamond, style=solid]")
        lines.append(f"  {quoted(decision.at or '')} -> {quoted(node)}")
        chosen.update((step, node) for step in decision.taken)
    lines += [_edge(step, chosen.get(step.id, step.from_)) for step in path.steps]
    return "\n".join([*lines, "}"]) + "\n"


def _edge(step: Step, start: str) -> str:
    label = f"{step.label}\n{step.qualifier}" if step.qualifier else step.label
    dashed = ", style=dashed" if step.qualifier else ""
    link = next((evidence.link for evidence in step.evidence if evidence.link), None)
    url = f", URL={quoted(link)}" if link else ""
    tip = quoted(step.text)
    return f"  {quoted(start)} -> {quoted(step.to)} [label={quoted(label)}, tooltip={tip}{dashed}{url}]"


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
