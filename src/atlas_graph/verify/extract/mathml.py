"""What MathML shows between the parts of a formula, whose places on the page plain text does not keep."""

from __future__ import annotations

from typing import NamedTuple

from selectolax.lexbor import LexborNode

from .names import name_set
from .scripts import Script

# elements whose parts have places, between which white space is nothing
PLACED = name_set("msup msub msubsup mover munder munderover mmultiscripts mfrac mroot msqrt mtable mtr mlabeledtr")
_LEAVES = name_set("mi mn mo ms mtext")
_GROUPS = name_set("mrow mfrac mstyle mpadded")
_APART = name_set("mn mfrac mroot msqrt mtd mtr mspace")
_MOST = 8  # neighbours that are looked at
_SCRIPTS = {
    ("msup", 1): Script.UP,
    ("msub", 1): Script.DOWN,
    ("msubsup", 1): Script.DOWN,
    ("msubsup", 2): Script.UP,
    ("mover", 1): Script.UP,
    ("munder", 1): Script.DOWN,
    ("munderover", 1): Script.DOWN,
    ("munderover", 2): Script.UP,
}


class Surrounds(NamedTuple):
    """What goes before and after an element, and how it stands."""

    before: str = ""
    after: str = ""
    script: Script | None = None
    apart: bool = False


NOTHING = Surrounds()


def surrounds(node: LexborNode, tag: str, parent: str) -> Surrounds:
    """What is shown around the element ``node`` inside an element ``parent``."""
    before = after = ""
    if tag in ("msqrt", "mroot"):
        before, after = ("√(", ")") if tag == "mroot" or _is_group(node) else ("√", "")
    apart = tag in _APART
    if parent not in PLACED:
        return Surrounds(before, after, None, apart) if apart else NOTHING
    index = _index(node)
    if parent == "mfrac":
        grouped = tag in _GROUPS and (tag == "mfrac" or _is_group(node))
        line = "" if not index else " " if _is_bare(node) else "/"
        opening, closing = ("(", ")") if grouped else ("", "")
        return Surrounds(f"{line}{opening}{before}", f"{after}{closing}", None, apart)
    if parent == "mroot" and index:
        return Surrounds(f"; {before}", after, None, apart)
    script = Script.UP if parent == "mmultiscripts" and index else _SCRIPTS.get((parent, index))
    return Surrounds(before, after, script, apart or (script is not None and parent == "mmultiscripts"))


def _index(node: LexborNode) -> int:
    """How many elements stand before ``node`` in its parent; more than three are not told apart."""
    index = 0
    before = node.prev
    for _ in range(_MOST):
        if before is None or index > 2:
            break
        index += before.is_element_node
        before = before.prev
    return index


def _is_group(node: LexborNode) -> bool:
    """Whether an element shows more than one thing."""
    elements = 0
    child = node.first_child
    for _ in range(_MOST):
        if child is None:
            return elements > 1
        if child.is_element_node:
            elements += 1 if child.tag in _LEAVES else 2
        child = child.next
    return True


def _is_bare(node: LexborNode) -> bool:
    """Whether the fraction around ``node`` has no line, as a binomial coefficient has none."""
    parent = node.parent
    return parent is not None and (parent.attributes.get("linethickness") or "").startswith("0")
