"""Results as a notebook shows them: which function draws which."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def draw(format: str, result: Any) -> str:
    """Return a path, comparison, entity or card in a format, "html" or "markdown".

    What draws is imported here, since few programs show anything in a notebook.

    Raises:
        ValueError: for what nothing draws.
    """
    match type(result).__name__, format:
        case "Path", "html":
            from .html import path_fragment

            return path_fragment(result)
        case "Path", "markdown":
            from .markdown import path_markdown

            return path_markdown(result)
        case "Comparison", "html":
            from .html import comparison_fragment

            return comparison_fragment(result)
        case "Entity", "html":
            from .card import entity_html

            return entity_html(result)
        case "Card", "html":
            from .card import card_html

            return card_html(result)
    raise ValueError(f"nothing draws a {type(result).__name__} as {format}")
