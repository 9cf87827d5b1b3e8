"""Results as ``print`` and notebooks show them: which function draws which."""

from __future__ import annotations

from .terminal import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: Columns of what is printed, and records of a table.
_WIDTH, _ROWS = 100, 20


def draw(format: str, result: Any) -> str:
    """Return a result in a format, "text", "html" or "markdown"; as text it is what the command line gives.

    What draws is imported here, since few programs show anything in a notebook.

    Raises:
        ValueError: for what nothing draws.
    """
    name = type(result).__name__
    module, function = _DRAWERS.get((name, format), (None, ""))
    if module is None:
        raise ValueError(f"nothing draws a {name} as {format}")
    drawer: Callable[..., str] = getattr(__import__(f"{__package__}.{module}", fromlist=[function]), function)
    if format != "text":
        return drawer(result)
    return drawer(result, Terminal(_WIDTH), *((_ROWS,) if function == "listed" else ()))


#: What is drawn and the format -> where the function is that draws it.
_DRAWERS = {
    ("Card", "html"): ("card_html", "card_html"),
    ("Card", "markdown"): ("markdown", "card_markdown"),
    ("Card", "text"): ("card_text", "card_brief"),
    ("Comparison", "html"): ("html", "comparison_fragment"),
    ("Comparison", "text"): ("answers", "comparison_brief"),
    ("Coverage", "text"): ("table", "matrix"),
    ("Entity", "html"): ("card_html", "entity_html"),
    ("Explanation", "text"): ("answers", "explanation_brief"),
    ("Here", "text"): ("answers", "here_text"),
    ("Hits", "text"): ("hits", "hits_text"),
    ("Path", "html"): ("html", "path_fragment"),
    ("Path", "markdown"): ("markdown", "path_markdown"),
    ("Path", "text"): ("brief", "path_brief"),
    ("Routes", "text"): ("answers", "routes_brief"),
    ("Table", "text"): ("table", "listed"),
    ("WhyNot", "text"): ("answers", "why_not_text"),
}
