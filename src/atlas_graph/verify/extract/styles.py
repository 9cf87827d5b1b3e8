"""What style says of an element, its own and the page's sheet: whether it is seen, struck, a block, above the line.

Declarations and rules are tinycss2's, selectors are matched by the parser of the page; of several rules the more
specific counts, then the later. States that a reader brings about (``:hover``, ``:target``) are not the page's first
sight. What ``::before`` and ``::after`` add is read too. Sheets kept elsewhere are not asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2
import tinycss2.color4
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from ..document import Label
from .scripts import Script

Declarations = Mapping[str, str]
_Colour = tuple[float, float, float, float]

_SEEN = 1 / 16  # of full opacity, or of the range of a colour: fainter than this nobody sees

_ZERO = r"(?:0*\.?0+)(?:px|em|rem|pt|%|vw|vh)?\Z"
_FAINT = r"(?:0*\.0\d*|0+(?:\.0*)?|0*\d(?:\.\d*)?%)\Z"  # under a tenth
_TINY = r"0*(?:[0-2]?(?:\.\d+)?(?:px|pt)|(?:\.[01]\d*)(?:em|rem|vw|vh)|\d(?:\.\d*)?%)\Z"
_FAR = r".*-\s*(?:\d{3,}|[1-9]\d(?:em|rem|vw|vh|%))"
#: Property, value: what hides text, each for itself.
_HIDES = (
    ("display", r"none"),
    ("visibility", r"hidden|collapse"),
    ("content-visibility", r"hidden"),
    ("opacity", _FAINT),
    ("font-size", _ZERO),
    ("font-size", _TINY),
    ("font", r"(?:.*\s)?0(?:px|em)?[\s/]"),
    ("zoom", _ZERO),
    ("line-height", _ZERO),
    ("clip", r"rect\(\s*(?:0|1px)(?:px)?[\s,]+(?:0|1px)(?:px)?[\s,]+(?:0|1px)"),
    ("clip-path", r"inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*,\s*0"),
    ("left", _FAR),
    ("right", _FAR),
    ("top", _FAR),
    ("bottom", _FAR),
    ("inset", _FAR),
    ("text-indent", _FAR),
    ("margin", _FAR),
    ("margin-left", _FAR),
    ("margin-top", _FAR),
    ("transform", r".*scale[xy]?\(\s*0\s*[,)]|.*translate[xy]?\([^)]*-\s*(?:\d{3,}|[1-9]\d{2}%)"),
    ("scale", _ZERO),
    ("translate", _FAR),
    ("filter", r".*opacity\(\s*0%?\s*\)"),
    ("mask", r".*\btransparent\b"),
    ("mask-image", r".*\btransparent\b"),
)
_CUTS = ("height", "max-height", "width", "max-width", "block-size", "inline-size")
_THIN = re.compile(r"(?:0*\.?0+|1)(?:px|em|rem|pt|%)?\Z")
_BLOCK = re.compile(r"block|flex|grid|list-item|table(?:-\w+)?|flow-root")
_PATTERNS = tuple((name, re.compile(value)) for name, value in _HIDES)
_STRIKES = re.compile(r"\b(?:line-through|overline)\b")
_OTHERS = (
    "text-decoration text-decoration-line display vertical-align background background-color overflow overflow-x "
    "overflow-y unicode-bidi direction position z-index content color -webkit-text-fill-color"
)
_ASKED = frozenset({*(name for name, _ in _HIDES), *_CUTS, *_OTHERS.split()})
# a sheet for paper or for small windows only is not what a reader at a desk sees
_ELSEWHERE = re.compile(r"\b(?:print|speech)\b|\bnot\s+(?:all|screen)\b|\bmax-(?:device-)?width\b|\bwidth\s*<", re.I)
_MAX_RULES = 4_000


_PSEUDO = re.compile(r"(.*?)::?(before|after)\s*\Z", re.I | re.S)
_FULL = re.compile(r"100(?:%|vw|vh|vmax|dvh|svh)\Z")
_EDGE = re.compile(r"0*\.?0+(?:px|em|rem|pt|%)?\Z")
_SIDES = (("left", "right", "width"), ("top", "bottom", "height"))


class Look(NamedTuple):
    """What style makes of an element."""

    labels: frozenset[Label] = frozenset()
    block: bool = False
    inline: bool = False
    script: Script | None = None
    covers: bool = False  # it lies over all that stands in the same box


PLAIN = Look()


@lru_cache(maxsize=4096)
def own(style: str) -> Declarations:
    """The declarations of a ``style`` attribute that matter here."""
    return dict(_declared(tinycss2.parse_blocks_contents(style, skip_comments=True, skip_whitespace=True)))


def _declared(items: Any) -> Iterator[tuple[str, str]]:
    for item in items:
        if item.type == "declaration" and item.lower_name in _ASKED:
            value = tinycss2.serialize(item.value).strip()
            yield item.lower_name, value if item.lower_name == "content" else value.lower()


def look(said: Declarations) -> Look:
    """What declarations amount to.

    >>> sorted(look({"display": "none"}).labels), look({"display": "grid"}).block
    ([<Label.HIDDEN: 'hidden'>], True)
    """
    hidden = any(name in said and pattern.match(said[name]) for name, pattern in _PATTERNS)
    if any(said.get(name, "").startswith(("hidden", "clip")) for name in ("overflow", "overflow-x", "overflow-y")):
        hidden = hidden or any(name in said and _THIN.match(said[name]) for name in _CUTS)
    ground = _colour(said.get("background-color", "")) or _colour(said.get("background", ""))
    ink = _colour(said.get("-webkit-text-fill-color", "") or said.get("color", ""))
    hidden = hidden or (ink is not None and (ink[3] < _SEEN or (ground is not None and _are_alike(ink, ground))))
    # letters set the other way round say something else
    hidden = hidden or (said.get("unicode-bidi", "").endswith("override") and said.get("direction") == "rtl")
    struck = _STRIKES.search(said.get("text-decoration", "") + " " + said.get("text-decoration-line", ""))
    labels = [label for label, holds in ((Label.HIDDEN, hidden), (Label.DELETED, struck)) if holds]
    align, display = said.get("vertical-align"), said.get("display", "")
    script = Script.UP if align == "super" else Script.DOWN if align == "sub" else None
    covers = not hidden and ground is not None and ground[3] == 1 and _is_laid_over(said)
    return Look(frozenset(labels), _BLOCK.match(display) is not None, display == "inline", script, covers)


@lru_cache(maxsize=1024)
def _colour(value: str) -> _Colour | None:
    """Red, green, blue and opacity, from 0 to 1 each, of what CSS calls a colour; None of anything else."""
    found = tinycss2.color4.parse_color(value) if value else None
    if not isinstance(found, tinycss2.color4.Color):
        return None
    try:
        red, green, blue = (float(part or 0) for part in found.to("srgb").coordinates)
    except NotImplementedError:  # a space that has no way to this one
        return None
    return red, green, blue, float(found.alpha)


def _are_alike(ink: _Colour, ground: _Colour) -> bool:
    """Whether letters do not stand out from their ground, so that nobody reads them."""
    return max(abs(ours - theirs) for ours, theirs in zip(ink[:3], ground[:3], strict=True)) < _SEEN


def _is_laid_over(said: Declarations) -> bool:
    """Whether a box is taken out of the flow and set over the whole of the one that it is in."""
    if said.get("position") not in ("absolute", "fixed") or said.get("z-index", "").startswith("-"):
        return False
    inset = _EDGE.match(said.get("inset", "")) is not None
    return all(
        inset or (_EDGE.match(said.get(near, "")) and _EDGE.match(said.get(far, ""))) or _FULL.match(said.get(size, ""))
        for near, far, size in _SIDES
    )


@lru_cache(maxsize=1024)
def _said_by(content: str) -> tuple[tuple[str, bool], ...]:
    """The strings of a ``content`` declaration, and the names of attributes (True) whose values it shows."""
    parts: list[tuple[str, bool]] = []
    for token in tinycss2.parse_component_value_list(content):
        if token.type == "string":
            parts.append((token.value, False))
        elif token.type == "function" and token.lower_name == "attr":
            parts += [(name.value, True) for name in token.arguments if name.type == "ident"]
    return tuple(parts)


class Sheets:
    """The page's own style sheets, matched against its elements once."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._said: dict[int, dict[str, str]] = {}
        self._beside: dict[tuple[int, str], dict[str, str]] = {}
        rules: list[tuple[tuple[int, int, int], int, str, list[tuple[str, str]]]] = []
        for sheet in tree.css("style"):
            if _ELSEWHERE.search(sheet.attributes.get("media") or ""):
                continue
            text = sheet.text() or ""
            parsed = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
            for selectors, declarations in _rules(parsed):
                for selector in selectors.split(","):
                    rules.append((_specificity(selector), len(rules), selector, declarations))
        rules.sort(key=lambda rule: rule[:2])
        for _, _, selector, declarations in rules[:_MAX_RULES]:
            pseudo = _PSEUDO.match(selector)
            if pseudo is None and not (declarations := [said for said in declarations if said[0] != "content"]):
                continue
            try:
                nodes = tree.css((pseudo[1].strip() or "*") if pseudo else selector)
            except SelectolaxError:  # a selector of other pseudo-elements, or none at all
                continue
            for node in nodes:
                if pseudo is None:
                    self._said.setdefault(node.mem_id, {}).update(declarations)
                else:
                    self._beside.setdefault((node.mem_id, pseudo[2].lower()), {}).update(declarations)

    def added(self, node_id: int, where: str, attributes: Mapping[str, str | None]) -> str:
        """The words that the sheets set ``before`` or ``after`` what an element holds; signs alone are ornament."""
        said = self._beside.get((node_id, where))
        if not said or Label.HIDDEN in look(said).labels:
            return ""
        text = "".join(
            (attributes.get(part) or "") if named else part for part, named in _said_by(said.get("content", ""))
        )
        return text if any(char.isalnum() for char in text) else ""

    def of(self, node_id: int) -> Declarations:
        """What the sheets declare for an element."""
        return self._said.get(node_id, {})


def _rules(rules: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for rule in rules:
        if rule.type == "qualified-rule":
            content = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            if declarations := list(_declared(content)):
                yield tinycss2.serialize(rule.prelude), declarations
        elif rule.type == "at-rule" and rule.content and rule.lower_at_keyword in ("media", "supports", "layer"):
            elsewhere = _ELSEWHERE.search(tinycss2.serialize(rule.prelude))
            if elsewhere is None:
                yield from _rules(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))


def _specificity(selector: str) -> tuple[int, int, int]:
    return (
        selector.count("#"),
        len(re.findall(r"\.[\w-]|\[|(?<!:):(?!:)", selector)),
        len(re.findall(r"(?:^|[\s>+~(])[a-zA-Z]", selector)),
    )
