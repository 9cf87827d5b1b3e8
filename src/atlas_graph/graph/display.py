"""The door to what draws results for notebooks.

Drawing stands above this package: what draws enters itself here, and nothing here imports it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Drawer = Callable[[str, object], str]

_drawers: list[Drawer] = []


def draw_with(drawer: Drawer) -> None:
    """Let ``drawer`` draw from now on: it takes a format ("text", "html", "markdown") and a result, and gives text."""
    _drawers[:] = [drawer]


def drawn(format: str, result: object) -> str:
    """Return a result as text in a format, "text", "html" or "markdown"."""
    (drawer,) = _drawers
    return drawer(format, result)
