"""Routes, comparisons, receipts and the other answers as text for a terminal or a pipe."""

from __future__ import annotations

from .brief import cut, more_lines, numbered, step_rows
from .decisions import Names, at_steps, option_notes
from .terminal import Terminal
from .text import (
    counted,
    decision_lines,
    evidence_lines,
    misconception_lines,
    step_lines,
    step_text,
    switch_lines,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..graph.compare import Comparison
    from ..graph.here import Here
    from ..graph.parts import Step
    from ..graph.path import Explanation, Path
    from ..graph.routes import Leg, Route, Routes
    from ..graph.why_not import WhyNot

_INDENT = "   "
_COLOURS = {
    "documented-and-observed": "green",
    "documented": "green",
    "observed": "green",
    "partial": "yellow",
    "unaudited": "yellow",
    "contradicted": "red",
}


def routes_brief(routes: Routes, terminal: Terminal) -> str:
    """Return every route in two lines: what it passes, and under which conditions; and where it changes stack."""
    if not routes:
        return f"There is no route; atlas-graph why-not {routes.start} {routes.end or ''}".rstrip()
    lines: list[str] = []
    for number, route in enumerate(routes, 1):
        lines += _route_head(route, number, terminal)
        for change in route.changes:
            lines += terminal.wrap(f"changes stack {change}", _INDENT, _INDENT + "  ", "yellow")
    if routes.cap:
        lines += terminal.wrap(routes.cap, "", "", "yellow")
    asked = f"atlas-graph routes {routes.start} {routes.end or ''}".rstrip()
    asked += "".join(
        f" --{name} {value}" for name, value in (("mode", routes.mode), ("device", routes.device)) if value
    )
    said = (f"All quotes: {asked} --quotes", f"One route:  {asked} --route 1")
    return "\n".join([*lines, "", *(terminal.style(terminal.plain(line), "dim") for line in said)])


def routes_text(routes: Routes, terminal: Terminal) -> str:
    """Return every route with its steps and their quotes, the conditions of each leg, and every change of stack."""
    lines: list[str] = []
    for number, route in enumerate(routes, 1):
        lines += ["", *_route_lines(route, number, terminal)]
    if routes.cap:
        lines += ["", *terminal.wrap(routes.cap, "", "", "yellow")]
    return "\n".join(lines[1:] if lines and not lines[0] else lines)


def route_text(route: Route, number: int, terminal: Terminal) -> str:
    """Return one route with its steps and their quotes."""
    return "\n".join(_route_lines(route, number, terminal))


def _route_head(route: Route, number: int, terminal: Terminal) -> list[str]:
    return [
        *terminal.wrap(f"{number}. {route.line}", "", _INDENT, "bold"),
        *terminal.wrap(f"{counted(len(route), 'step')}, {conditions(route.legs)}", _INDENT, _INDENT, "cyan"),
    ]


def _route_lines(route: Route, number: int, terminal: Terminal) -> list[str]:
    lines = _route_head(route, number, terminal)
    changes = {change.index: change for change in route.changes}
    for index, step in enumerate(route.steps):
        if index in changes:
            lines += terminal.wrap(f"changes stack {changes[index]}", _INDENT, _INDENT + "  ", "yellow")
        old = f" ({step.status})" if step.status != "current" else ""
        lines += terminal.wrap(f"{step}{old}: {step.text}", _INDENT + "- ", _INDENT + "  ")
        lines += [_INDENT + line for evidence in step.evidence for line in evidence_lines(evidence, terminal)]
    return lines


def conditions(legs: Iterable[Leg]) -> str:
    """Say under which modes and devices each leg holds."""
    said = []
    for leg in legs:
        modes = sorted({mode for mode, _ in leg.conditions})
        devices = sorted({device for _, device in leg.conditions})
        any_mode = "" if leg.limited else ", which does not have the mode asked for"
        said.append(f"{leg.title} with {' or '.join(modes)} on {' or '.join(devices)}{any_mode}")
    return "; then ".join(said)


def comparison_text(comparison: Comparison, terminal: Terminal) -> str:
    """Return the shared stages and steps with the receipts of both sides, then what either has alone."""
    left, right = comparison.left, comparison.right
    lines = _compared(comparison, terminal, quotes=True)
    for number in range(1, len(comparison.shared_steps) + 1):
        lines += ["", *_shared_lines(comparison, number, terminal)]
    for path, stages, steps in (
        (left, comparison.left_stages, comparison.left_steps),
        (right, comparison.right_stages, comparison.right_steps),
    ):
        lines += ["", *terminal.wrap(f"Documented only for {path.title}", "", "", "bold")]
        if stages:
            lines += terminal.wrap(", ".join(stage.name for stage in stages), _INDENT, _INDENT)
        lines += [line for step in steps for line in terminal.wrap(f"- {step}", _INDENT, _INDENT + "  ")]
    for path, other_path in ((left, right), (right, left)):
        decided = {decision.choice.id for decision in other_path.choices}
        for decision in path.choices:
            if path is left or decision.choice.id not in decided:
                where = "both" if decision.choice.id in decided else path.title
                lines += ["", *terminal.wrap(f"Decided on {where}:", "", "", "bold")]
                lines += decision_lines(decision, Names(path), terminal)
    return "\n".join(lines)


def comparison_brief(comparison: Comparison, terminal: Terminal) -> str:
    """Return what two paths share, a line a step, and how many stages and steps either has alone."""
    left, right = comparison.left, comparison.right
    lines = _compared(comparison, terminal, quotes=False)
    if comparison.shared_steps:
        lines += ["", terminal.style("Steps that both pass", "bold")]
    for number, (one, other) in enumerate(comparison.shared_steps, 1):
        said = f"{one}" if str(one) == str(other) else f"{one}; {right.title}: {other}"
        line = terminal.plain(f"{number:>{len(str(len(comparison.shared_steps)))}}. {said}")
        lines.append(line if terminal.uncut else cut(line, terminal.width, terminal))
    for path, stages, steps in (
        (left, comparison.left_stages, comparison.left_steps),
        (right, comparison.right_stages, comparison.right_steps),
    ):
        lines += [
            "",
            *terminal.wrap(f"Documented only for {path.title}: {counted(len(steps), 'step')}", "", "", "bold"),
        ]
        lines += terminal.wrap(", ".join(stage.name for stage in stages), _INDENT, _INDENT) if stages else []
    asked = f"atlas-graph compare {_asked(left)} {_asked(right)}"
    said_more = [f"All quotes: {asked} --quotes"]
    said_more += [f"One step:   {asked} --step 1"] if comparison.shared_steps else []
    return "\n".join([*lines, "", *(terminal.style(terminal.plain(line), "dim") for line in said_more)])


def _asked(path: Path) -> str:
    return "+".join((path.name, *path.options))


def shared_step_text(comparison: Comparison, number: int, terminal: Terminal) -> str:
    """Return one step that both paths pass, with the receipts of both sides.

    Raises:
        AtlasError: where there is none of that number.
    """
    numbered([one for one, _ in comparison.shared_steps], number)
    return "\n".join(_shared_lines(comparison, number, terminal))


def _shared_lines(comparison: Comparison, number: int, terminal: Terminal) -> list[str]:
    one, other = comparison.shared_steps[number - 1]
    lines = terminal.wrap(f"{one.start.name} → {one.end.name}", f"{number}. ", _INDENT, "bold")
    for path, step in ((comparison.left, one), (comparison.right, other)):
        lines += terminal.wrap(f"{path.title}: {step.label}. {step.text}", _INDENT, _INDENT)
        lines += [line for evidence in step.evidence for line in evidence_lines(evidence, terminal)]
    return lines


def _compared(comparison: Comparison, terminal: Terminal, *, quotes: bool) -> list[str]:
    left, right = comparison.left, comparison.right
    names = ", ".join(stage.name for stage in comparison.shared_stages)
    lines = terminal.wrap(f"{left.title}  and  {right.title}", "", "", "bold")
    if not comparison.shared_stages:
        lines += ["", "They share no stage."]
    else:
        lines += ["", *terminal.wrap(f"Both pass {names}.")]
    for title, stages in (("They part at", comparison.parts), ("They meet at", comparison.meets)):
        if stages:
            lines += terminal.wrap(f"{title} {', '.join(stage.name for stage in stages)}.")
    for one_stage, other_stage in comparison.parts_of:
        lines += terminal.wrap(
            f"{one_stage.name} ({left.title}) and {other_stage.name} ({right.title}) are the same thing in other "
            "detail: one is a part of the other.",
            "",
            _INDENT,
        )
    for link in comparison.links:
        lines += terminal.wrap(f"{link}: {link.text}", "", _INDENT)
        for evidence in link.evidence if quotes else ():
            lines += evidence_lines(evidence, terminal)
    return lines


def explanation_brief(explanation: Explanation, terminal: Terminal) -> str:
    """Return the grade of the path, its weakest step, and a line for each step."""
    path = explanation.path
    lines = [*_graded(explanation, terminal), "", *step_rows(path.steps, terminal, path), ""]
    return "\n".join([*lines, *more_lines("explain", path, terminal)])


def receipt_text(step: Step, number: int, path: Path, terminal: Terminal) -> str:
    """Return one step of a path with its receipts and how each part of it is carried."""
    return "\n".join([step_text(step, number, path, terminal), *_receipt(step, terminal)])


def explanation_text(explanation: Explanation, terminal: Terminal) -> str:
    """Return the grade of the path, its weakest step, and each step's grade, publishers and receipts."""
    path = explanation.path
    lines = _graded(explanation, terminal)
    names, told = Names(path), at_steps(path)
    for number, step in enumerate(path.steps, 1):
        lines += ["", *step_lines(f"{number}. ", step, terminal, names), *_receipt(step, terminal)]
        for decision in told.get(step.id, ()):
            lines += ["", *decision_lines(decision, names, terminal)]
    lines += switch_lines(path, names, terminal)
    return "\n".join([*lines, *misconception_lines(path.misconceptions, terminal)])


def _graded(explanation: Explanation, terminal: Terminal) -> list[str]:
    path = explanation.path
    lines = [
        *terminal.wrap(path.title, "", "", "bold"),
        *terminal.wrap(
            f"Grade: {explanation.grade}, {explanation.grade.why}", "", "", _COLOURS[explanation.grade.name]
        ),
    ]
    if explanation.weakest is not None:
        lines += terminal.wrap(f"Weakest step: {explanation.weakest}")
    return lines + [line for note in option_notes(path) for line in terminal.wrap(note, "", _INDENT, "yellow")]


def _receipt(step: Step, terminal: Terminal) -> list[str]:
    who = f": {', '.join(step.publishers)}" if step.publishers else ""
    audited = step.raw.get("audit", {}).get("date")
    lines = terminal.wrap(
        f"{step.grade}: {step.grade.why}{f' (audited {audited})' if audited else ''}",
        _INDENT,
        _INDENT + " ",
        _COLOURS[step.grade.name],
    )
    lines += terminal.wrap(f"{counted(len(step.publishers), 'independent publisher')}{who}", _INDENT, _INDENT + " ")
    for part in step.parts:
        lines += terminal.wrap(f"- {part}", _INDENT, _INDENT + "  ", *(() if part.carried else ("yellow",)))
    for name in step.raw.get("audit", {}).get("disputed", ()):
        lines += terminal.wrap(
            f"{name} is disputed: readers differ, and no third has settled it", _INDENT, _INDENT + " "
        )
    if step.raw.get("inferred"):
        lines += terminal.wrap(f"inferred: {step.raw['inferred']}", _INDENT, _INDENT + " ")
    return lines


def why_not_text(answer: WhyNot, terminal: Terminal) -> str:
    """Return the verdict, the reason, every limit that applies, and the route where there is one."""
    lines = [terminal.style(answer.verdict.replace("-", " "), "bold"), *terminal.wrap(answer.why)]
    for limit in answer.limits[1:] if answer.verdict == "out-of-scope" else answer.limits:
        lines += terminal.wrap(f"{limit.stack} does not cover “{limit.topic}”: {limit.reason}")
    if answer.route is not None:
        for step in answer.route:
            lines += terminal.wrap(f"- {step}: {step.text}", _INDENT, _INDENT + "  ")
    return "\n".join(lines)


def here_text(found: Here, terminal: Terminal) -> str:
    """Return the packages and devices that were found, and for each path the command that prints it."""
    packages = (
        ", ".join(f"{package.name} {package.version}" for package in found.packages) or "none that the atlas knows"
    )
    lines = [
        *terminal.wrap(f"Installed: {packages}", "", _INDENT),
        *(
            line
            for device in found.devices
            for line in terminal.wrap(f"Device: {device.id} ({device.how})", "", _INDENT)
        ),
    ]
    for path in found.paths:
        lines += [
            "",
            *terminal.wrap(f"{path.title}  (by {path.package})", "", _INDENT, "bold"),
            _INDENT + terminal.plain(path.command),
        ]
    if not found.paths:
        lines += ["", *terminal.wrap("No path of the atlas applies to what is installed here.")]
    return "\n".join(lines)
