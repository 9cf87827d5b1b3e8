"""A path as HTML that needs nothing beside itself: no script, no font, no image from elsewhere."""

from __future__ import annotations

from html import escape
from unicodedata import bidirectional

from ..graph.marks import pieces
from ..model.identifiers import BASE_IRI
from .decisions import Names, at_steps, dated, decision_head, decision_parts, option_notes, switch_line
from .diagram import path_svg
from .picture import Node, arrows, picture
from .shapes import COLOURS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..graph.compare import Comparison
    from ..graph.decisions import Decision
    from ..graph.evidence import Evidence
    from ..graph.parts import Step
    from ..graph.path import Explanation, Path
    from ..graph.statements import Misconception

STYLE = """\
.ag{font:15px/1.5 system-ui,sans-serif;max-width:60rem;color:#1b1f23;color-scheme:light dark}
.ag h1,.ag h2,.ag h3{line-height:1.25;margin:1.2em 0 .3em}.ag h1{font-size:1.6em}.ag h2{font-size:1.25em}
.ag h3{font-size:1.05em}.ag p{margin:.3em 0}.ag ol{padding-left:1.6em}
.ag .how{color:#0b5394}.ag .note,.ag cite{color:#57606a;font-style:normal;font-size:.9em}
.ag blockquote{margin:.5em 0;padding:.1em 0 .1em .9em;border-left:3px solid #7aa67a}
.ag blockquote.against{border-color:#c0392b}.ag .warn{color:#9a3412}
.ag table{border-collapse:collapse}.ag th,.ag td{border:1px solid #8886;padding:.25em .6em;text-align:left}
.ag .choice{border:1px dashed #8886;border-radius:6px;padding:.1em .9em .5em;margin:.8em 0}
.ag svg{max-width:100%;height:auto}.ag svg text{font:13px system-ui,sans-serif;fill:currentColor}
.ag svg .edge path{fill:none;stroke:currentColor;stroke-width:1.4}.ag svg .some path{stroke-dasharray:5 4}
.ag svg .edge .tip{fill:currentColor;stroke:none}
.ag .wide{overflow-x:auto}.ag .wide svg{max-width:none}.ag .narrow{display:none}
.ag .map text{font-size:12px;text-anchor:middle}.ag .map text.small{font-size:10px}
.ag .map .n path{fill:Canvas;stroke:currentColor}
.ag .map .e path{fill:none;stroke:currentColor;stroke-width:1.2;opacity:.7}.ag .map .e .t{fill:currentColor;stroke:none}
.ag .map .e.some>path:not(.t){stroke-dasharray:5 4}.ag .map a{color:inherit}
.ag .map .e text{font-size:10.5px;paint-order:stroke;stroke:Canvas;stroke-width:4px}
@media(max-width:44rem){.ag .wide{display:none}.ag .narrow{display:block}}
@KINDS@
.ag svg .node{fill:#8881;stroke:currentColor}.ag svg .hardware{fill:#2e7d3233}
.ag mark{background:#7aa67a33;color:inherit;border-bottom:2px solid #2e7d32}
.ag mark::after{content:attr(data-part);font-size:.7em;vertical-align:super;margin-left:.15em;color:#57606a}
.ag a{color:#0969da}
@media(prefers-color-scheme:dark){.ag{color:#e6edf3}.ag .how,.ag a{color:#79b8ff}.ag .note,.ag cite{color:#9da7b1}
.ag .warn{color:#f0a35e}}"""

STYLE = STYLE.replace(
    "@KINDS@",
    "\n".join(
        f".ag .map .k-{code} path{{fill:color-mix(in srgb,{colour} 12%,Canvas);stroke:{colour}}}"
        for code, colour in COLOURS.items()
    ),
)

_DOCUMENT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<meta name="color-scheme" content="light dark">
<style>:root{{color-scheme:light dark}}body{{margin:2rem auto;padding:0 1rem;max-width:60rem;background:Canvas}}</style>
</head>
<body>
{body}
</body>
</html>
"""


def path_html(path: Path) -> str:
    """Return a whole page that shows a path."""
    return page(path.title, path_fragment(path))


def page(title: str, body: str) -> str:
    """Return a whole page around a fragment."""
    return _DOCUMENT.format(title=text(title), body=body)


def explanation_html(explanation: Explanation) -> str:
    """Return a whole page: the grade of a path and its weakest step, how each step is backed, and the path."""
    path = explanation.path
    weakest = f"<p>Weakest step: {text(str(explanation.weakest))}</p>" if explanation.weakest else ""
    cells = ((str(step), str(step.grade), step.grade.why, ", ".join(step.publishers)) for step in path)
    rows = "".join(f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>" for row in cells)
    head = "".join(f"<th>{name}</th>" for name in ("step", "grade", "why", "independent publishers"))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    grade = f"<p><strong>Grade: {text(str(explanation.grade))}</strong>, {text(explanation.grade.why)}</p>"
    return page(path.title, f"{wrapped(grade + weakest + table)}\n{path_fragment(path)}")


def comparison_html(comparison: Comparison) -> str:
    """Return a whole page: which stages both paths pass and which only one, and both paths in full."""
    sides = f"{comparison.left.title} and {comparison.right.title}"
    paths = "\n".join(path_fragment(path) for path in (comparison.left, comparison.right))
    return page(sides, f"{wrapped(f'<h1>{text(sides)}</h1>')}\n{comparison_fragment(comparison)}\n{paths}")


def path_fragment(path: Path) -> str:
    """Return a path as a part of a page: a drawing, then every step with its receipts."""
    names, told = Names(path), at_steps(path)
    steps = "\n".join(
        f"<li>{_step(step, names)}{''.join(_decision(item, names) for item in told.get(step.id, ()))}</li>"
        for step in path.steps
    )
    notes = "".join(f'<p class="warn">{text(note)}</p>\n' for note in option_notes(path))
    body = f"{_drawing(path)}\n<ol>\n{steps}\n</ol>" if path else f"<p>{text(path.excluded or 'There is no step.')}</p>"
    return wrapped(
        f"<h1>{text(path.title)}</h1>\n"
        f'<p class="note">Atlas Graph {text(path.release)}: {len(path.stages)} stages, {len(path)} steps</p>\n'
        f"{notes}{body}{_switches(path, names)}{misconceptions_html(path.misconceptions)}"
    )


def _drawing(path: Path) -> str:
    """Return the path drawn in layers, and for a narrow window its stages one below the other."""
    base = f"{BASE_IRI}entity/"
    nodes = [
        Node(classes="", id=stage.id, kind=stage.kind, link=f"{base}{stage.id}", name=stage.name, tip=stage.note)
        for stage in path.stages
    ]
    layered = picture(path.title, nodes, arrows(path.steps))
    return f'<div class="wide">{layered}</div>\n<div class="narrow">{path_svg(path)}</div>'


def comparison_fragment(comparison: Comparison) -> str:
    """Return a comparison as a table with a row a stage."""
    rows = [
        f"<tr><td>{text(stage.name)}</td><td>{'✓' if left else ''}</td><td>{'✓' if right else ''}</td></tr>"
        for stage, left, right in comparison.rows
    ]
    head = "".join(f"<th>{text(title)}</th>" for title in ("stage", comparison.left.title, comparison.right.title))
    return wrapped(f"<table><thead><tr>{head}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table>")


def wrapped(body: str) -> str:
    """Return a fragment with its style, scoped by a class so that it leaves the page around it alone."""
    return f'<div class="ag"><style>{STYLE}</style>\n{body}\n</div>'


def text(value: str) -> str:
    """Return text for HTML, control characters left out and each run that may be right-to-left kept to itself.

    >>> text('<b>"x"</b>')
    '&lt;b&gt;&quot;x&quot;&lt;/b&gt;'
    """
    shown = "".join(character if character.isprintable() else " " if character.isspace() else "" for character in value)
    return f"<bdi>{escape(shown)}</bdi>" if any(_turns(character) for character in shown) else escape(shown)


def evidence_html(items: Iterable[Evidence]) -> str:
    """Return quotes as block quotes, each linked to the sentence on its page."""
    parts = []
    for item in items:
        if item.quote is None or item.source is None or item.link is None:
            continue
        against = item.supports == "contradicts"
        checked = f", {text(item.checked)}" if item.checked else ""
        parts.append(
            f"<blockquote{' class=against' if against else ''}>"
            f"{'<strong>contradicts:</strong> ' if against else ''}“{_marked(item)}”<br>"
            f'<cite><a href="{escape(safe_link(item.link))}" rel="noopener noreferrer">{text(item.source.title)}</a>, '
            f"{text(item.source.publisher)} ({text(item.verdict)}{checked})</cite>"
            f"{f'<br><span class=note>Doubt: {text(item.doubt)}</span>' if item.doubt else ''}</blockquote>"
        )
    return "".join(parts)


def _marked(item: Evidence) -> str:
    """Return a quote with the words that carry parts of the statement marked, and labelled with the parts."""
    return "".join(
        f'<mark title="{escape(", ".join(labels))}" data-part="{escape(", ".join(labels))}">{text(piece)}</mark>'
        if labels
        else text(piece)
        for piece, labels in pieces(item.quote or "", item.marks)
    )


def misconceptions_html(items: Iterable[Misconception]) -> str:
    """Return what is often said and wrong, with its correction; nothing where there is none."""
    shown = "".join(
        f"<p><q>{text(item.claim)}</q> {text(item.correction)}</p>{evidence_html(item.evidence)}" for item in items
    )
    return f"\n<h2>Often said, and wrong</h2>\n{shown}" if shown else ""


def safe_link(link: str) -> str:
    """Return a link if it leads to a web page, else an empty one, so that no other scheme is ever followed."""
    return link if link.startswith(("https://", "http://")) else ""


def _decision(decision: Decision, names: Names) -> str:
    parts = "".join(f"<li>{text(label)}: {text(said)}</li>" for label, said in decision_parts(decision, names))
    return (
        f'<div class="choice"><h3>{text(decision_head(decision, names))}</h3><p>{text(decision.choice.text)}</p>'
        f"{f'<ul>{parts}</ul>' if parts else ''}{evidence_html(decision.choice.evidence)}</div>"
    )


def _switches(path: Path, names: Names) -> str:
    items = "".join(f"<li>{text(switch_line(switch, names))}</li>" for switch in path.switches)
    return f"\n<h2>Options that would change this path</h2>\n<ul>{items}</ul>" if items else ""


def _step(step: Step, names: Names) -> str:
    limit = step.how
    conditions = f"{', '.join(step.modes)} on {', '.join(step.devices)}"
    for word, options in (("with", step.options), ("unless", step.unless)):
        conditions += f" {word} {' or '.join(names.option(name) for name in options)}" if options else ""
    conditions += "".join(f" · {label} {version}" for label, version in dated(step.raw))
    status = f' <strong class="warn">{text(step.status)}</strong>' if step.status != "current" else ""
    observed = "".join(
        f'<p class="{"warn" if seen.contradicts or not seen.passed else "note"}">{text(str(seen))}</p>'
        for seen in step.observed
    )
    return (
        f"<h3>{text(step.start.name)} → {text(step.end.name)}</h3>"
        f'<p><span class="how">{text(limit)}</span> <span class="note">· {text(step.phase)} · {text(conditions)}'
        f" · {text(str(step.grade))}</span>{status}</p>"
        f"<p>{text(step.text)}</p>{observed}{evidence_html(step.evidence)}"
    )


def _turns(character: str) -> bool:
    return character > "\u0590" and bidirectional(character) in ("R", "AL", "RLE", "RLO", "RLI", "LRI", "FSI")
