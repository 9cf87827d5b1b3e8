"""Facts of hardware: a table with units, qualifiers and receipts, and a roofline plot."""

from __future__ import annotations

import math

from markupsafe import Markup, escape

from ..writing import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...graph.statements import Fact
    from ..joins import Joins
    from ..writing import Writer

#: Peak and bandwidth in their units, as TFLOP/s and TB/s.
_PEAK = {"GFLOP/s": 1e-3, "TFLOP/s": 1.0, "PFLOP/s": 1e3}
_BANDWIDTH = {"GB/s": 1e-3, "TB/s": 1.0}
#: The plot, in pixels, and its axes, as powers of ten: FLOP per byte, and TFLOP/s.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _BOTTOM = 760, 380, 56, 28, 40
_X, _Y = (0, 4), (0, 4)
#: Room that a chip's name takes beside its roof.
_NAME_HEIGHT, _NAME_WIDTH = 13, 130


def write_hardware(writer: Writer, joins: Joins) -> None:
    """Write the page."""
    facts = joins.atlas.facts()
    roofs = _roofs(list(facts))
    writer.page(
        "hardware",
        "hardware.html",
        title="Hardware in numbers",
        about="Peak rates, bandwidths and sizes of accelerators with units, qualifiers and the sentence behind each.",
        facts=facts,
        roofs=roofs,
        roofline=_plot(roofs) if roofs else None,
    )


def _roofs(facts: list[Fact]) -> list[dict[str, Any]]:
    """Return the chips of which both a dense peak and a memory bandwidth of the whole chip are known."""
    bandwidths = {
        fact.subject.id: fact
        for fact in facts
        if fact.property == "hbm-bandwidth" and fact.unit in _BANDWIDTH and isinstance(fact.value, int | float)
    }
    roofs = []
    for fact in facts:
        wide = bandwidths.get(fact.subject.id)
        whole = fact.qualifiers.get("per") in ("GPU", "chip")
        dense = fact.qualifiers.get("sparsity") != "structured sparsity"
        if fact.property != "peak-compute" or fact.unit not in _PEAK or wide is None or not whole or not dense:
            continue
        peak, band = float(fact.value) * _PEAK[fact.unit], float(wide.value) * _BANDWIDTH[wide.unit or ""]
        roofs.append(
            {"name": fact.subject.name, "peak": peak, "band": band, "ridge": peak / band, "of": fact, "with": wide}
        )
    return roofs


def _plot(roofs: list[dict[str, Any]]) -> Markup:
    """Return the rooflines: what a program can reach, by how much it computes per byte that it moves."""
    grid, said = [], []
    for power in range(_X[0], _X[1] + 1):
        x = _across(10.0**power)
        grid.append(f"M{x:g} 8V{_HEIGHT - _BOTTOM}")
        said.append(f'<text x="{x:g}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{10**power}</text>')
    for power in range(_Y[0], _Y[1] + 1):
        y = _up(10.0**power)
        grid.append(f"M{_LEFT} {y:g}H{_WIDTH - _RIGHT}")
        said.append(f'<text x="{_LEFT - 6}" y="{y + 4:g}" text-anchor="end">{10**power}</text>')
    lines = []
    above: list[float] = []
    for number, roof in enumerate(sorted(roofs, key=lambda roof: roof["peak"])):
        start, ridge, end = 10.0 ** _X[0], roof["ridge"], 10.0 ** _X[1]
        # Roofs of nearly one height have their names side by side.
        beside = sum(abs(_up(roof["peak"]) - other) < _NAME_HEIGHT for other in above)
        above.append(_up(roof["peak"]))
        right = _across(end) - 4 - beside * _NAME_WIDTH
        way = (
            f"M{_across(start):.1f} {_up(start * roof['band']):.1f}"
            f"L{_across(ridge):.1f} {_up(roof['peak']):.1f}H{_across(end):.1f}"
        )
        name = f"{roof['name']}: {roof['peak']:g} TFLOP/s, {roof['band']:g} TB/s, ridge at {ridge:.0f} FLOP per byte"
        lines.append(
            f'<g class="roof r{number % 6}"><title>{escape(plain(name))}</title><path d="{way}"/>'
            f'<circle cx="{_across(ridge):.1f}" cy="{_up(roof["peak"]):.1f}" r="4"/>'
            f'<text x="{right:.1f}" y="{_up(roof["peak"]) - 6:.1f}" text-anchor="end">'
            f"{escape(plain(roof['name']))}</text></g>"
        )
    middle = (_LEFT + _WIDTH) / 2
    return Markup(
        f'<svg class="plot" role="img" aria-label="Roofline plot; the table below holds its numbers" width="{_WIDTH}" '
        f'height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"><path class="grid" d="{"".join(grid)}"/>{"".join(said)}'
        f'<text x="{middle:g}" y="{_HEIGHT - 6}" text-anchor="middle">floating-point operations per byte moved</text>'
        f'<text x="{_LEFT + 6}" y="20">TFLOP/s</text>{"".join(lines)}</svg>'
    )


def _across(value: float) -> float:
    return _LEFT + (math.log10(value) - _X[0]) / (_X[1] - _X[0]) * (_WIDTH - _LEFT - _RIGHT)


def _up(value: float) -> float:
    return _HEIGHT - _BOTTOM - (math.log10(value) - _Y[0]) / (_Y[1] - _Y[0]) * (_HEIGHT - _BOTTOM - 8)
