"""The outlines by which the kinds of stages are told apart in drawings, beside their colours; and labels in lines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: Kind -> the short name by which style sheets know it.
CODES = {
    "programming-language": "pl",
    "framework-component": "fc",
    "generated-source": "gs",
    "intermediate-representation": "ir",
    "compiler": "co",
    "kernel-library": "kl",
    "communication-library": "cl",
    "machine-code": "mc",
    "runtime": "rt",
    "driver": "dr",
    "interface": "in",
    "file-format": "ff",
    "hardware": "hw",
    "concept": "cn",
}
#: Short name -> its colour, which stands out from white and from black.
COLOURS = {
    "pl": "#6b7585",
    "fc": "#2f7bd6",
    "gs": "#6b7585",
    "ir": "#8b55c8",
    "co": "#d0453a",
    "kl": "#a8741a",
    "cl": "#a8741a",
    "mc": "#bf4a8b",
    "rt": "#1a8f85",
    "dr": "#648a1f",
    "in": "#1585b5",
    "ff": "#8c6f56",
    "hw": "#2e8a4c",
    "cn": "#757f88",
}
#: Kind -> name of its outline; every other kind is a plain box.
OUTLINES = {
    "generated-source": "note",
    "intermediate-representation": "note",
    "machine-code": "note",
    "file-format": "note",
    "compiler": "hexagon",
    "runtime": "pill",
    "driver": "pill",
    "kernel-library": "drum",
    "communication-library": "drum",
    "hardware": "chip",
    "interface": "slant",
    "concept": "pill",
}


def outline(kind: str, width: float, height: float) -> str:
    """Return the path of a kind's outline, drawn from its middle, for SVG's ``d``."""
    w, h = width / 2, height / 2
    name = OUTLINES.get(kind, "box")
    if name == "note":  # a sheet with a folded corner
        return f"M{-w:g} {-h:g}H{w - 9:g}L{w:g} {9 - h:g}V{h:g}H{-w:g}ZM{w - 9:g} {-h:g}V{9 - h:g}H{w:g}"
    if name == "hexagon":
        return f"M{8 - w:g} {-h:g}H{w - 8:g}L{w:g} 0L{w - 8:g} {h:g}H{8 - w:g}L{-w:g} 0Z"
    if name == "pill":
        round_ = f"A{h:g} {h:g} 0 0 1"
        return f"M{h - w:g} {-h:g}H{w - h:g}{round_} {w - h:g} {h:g}H{h - w:g}{round_} {h - w:g} {-h:g}Z"
    if name == "drum":  # shelves: a box with a double wall at either side
        return f"M{-w:g} {-h:g}H{w:g}V{h:g}H{-w:g}ZM{5 - w:g} {-h:g}V{h:g}M{w - 5:g} {-h:g}V{h:g}"
    if name == "chip":  # pins at its sides
        pins = "".join(f"M{x * w:g} {y * h:g}h{x * 4:g}" for x in (-1, 1) for y in (-0.5, 0, 0.5))
        return f"M{-w:g} {-h:g}H{w:g}V{h:g}H{-w:g}Z{pins}"
    if name == "slant":
        return f"M{9 - w:g} {-h:g}H{w:g}L{w - 9:g} {h:g}H{-w:g}Z"
    return f"M{4 - w:g} {-h:g}H{w - 4:g}q4 0 4 4V{h - 4:g}q0 4 -4 4H{4 - w:g}q-4 0 -4 -4V{4 - h:g}q0 -4 4 -4Z"


def label_lines(text: str, width: float, measure: Callable[[str], float] = len) -> list[str]:
    """Return a label in lines of at most ``width``, in letters or as ``measure`` has it; a longer word stands alone.

    >>> label_lines("for some kernels, and where it is asked for", 26)
    ['for some kernels, and', 'where it is asked for']
    """
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if measure(joined) <= width or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines
