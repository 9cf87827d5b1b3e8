"""A path or a comparison as a Mermaid flowchart."""

from __future__ import annotations

from .decisions import choosing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..graph.compare import Comparison
    from ..graph.parts import Entity, Step
    from ..graph.path import Path

_CLASSES = """\
    classDef shared fill:#d9ead3,stroke:#38761d,color:#000
    classDef left fill:#cfe2f3,stroke:#0b5394,color:#000
    classDef right fill:#fce5cd,stroke:#b45f06,color:#000"""


def path_mermaid(path: Path) -> str:
    """Return the path from top to bottom; a step that holds for some cases only is dotted.

    Where something chooses between steps, they leave a diamond below their stage that says who does.
    """
    nodes = {stage.id: f"n{number}" for number, stage in enumerate(path.stages)}
    lines = ["flowchart TD", *_nodes((stage.entity for stage in path.stages), nodes)]
    chosen: dict[str, str] = {}
    for number, decision in enumerate(choosing(path)):
        lines.append(f'    c{number}{{"{escape(decision.choice.chooser.name)} chooses"}}')
        lines.append(f"    {nodes[decision.at or '']} --> c{number}")
        chosen.update((step, f"c{number}") for step in decision.taken)
    lines += [_edge(step, nodes, start=chosen.get(step.id)) for step in path.steps]
    return "\n".join(lines) + "\n"


def comparison_mermaid(comparison: Comparison) -> str:
    """Return both paths in one chart: shared stages and steps once, each side's own in its colour."""
    sides = (
        ("shared", comparison.shared_stages),
        ("left", comparison.left_stages),
        ("right", comparison.right_stages),
    )
    stages = [stage for _, group in sides for stage in group]
    nodes = {stage.id: f"n{number}" for number, stage in enumerate(stages)}
    lines = ["flowchart TD", *_nodes((stage.entity for stage in stages), nodes)]
    for left, right in comparison.shared_steps:
        same = left.label == right.label
        lines.append(_edge(left, nodes, None if same else f"{left.label} / {right.label}", arrow="==>"))
    lines += [_edge(step, nodes) for step in (*comparison.left_steps, *comparison.right_steps)]
    lines.append(_CLASSES)
    for name, group in sides:
        if group:
            lines.append(f"    class {','.join(nodes[stage.id] for stage in group)} {name}")
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Return a label's text, on one line, with every character that Mermaid or HTML may read as markup encoded.

    >>> escape('say "hi" <b>')
    'say #34;hi#34; #60;b#62;'
    """
    flat = " ".join(text.split())
    return "".join(
        character
        if character.isalnum() or character in " .,:/+-→·“”()" or (ord(character) > 127 and character.isprintable())
        else f"#{ord(character)};"
        for character in flat
        if character.isprintable()
    )


def _nodes(entities: Iterable[Entity], nodes: dict[str, str]) -> list[str]:
    return [
        f'    {nodes[entity.id]}{"([" if entity.kind == "hardware" else "["}"{escape(entity.name)}"'
        f"{'])' if entity.kind == 'hardware' else ']'}"
        for entity in entities
    ]


def _edge(
    step: Step, nodes: dict[str, str], label: str | None = None, arrow: str | None = None, start: str | None = None
) -> str:
    shown = label or step.how
    kind = arrow or ("-.->" if step.qualifier else "-->")
    return f'    {start or nodes[step.from_]} {kind}|"{escape(shown)}"| {nodes[step.to]}'
