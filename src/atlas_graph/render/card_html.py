"""An entity, or anything with all that is said of it, as a card for a notebook."""

from __future__ import annotations

from .card_sections import details, sections
from .html import evidence_html, page, path_fragment, safe_link, text, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..graph.parts import Entity
    from ..graph.show import Card
    from .card_sections import Item


def entity_html(entity: Entity) -> str:
    """Return an entity's own record as HTML."""
    return wrapped(_entity(entity))


def card_html(card: Card) -> str:
    """Return a card as HTML: the thing, the stacks it stands in, its steps, facts, links and misconceptions."""
    thing: Any = card.thing
    if card.kind == "path":
        return path_fragment(thing)
    parts = [_entity(thing) if card.kind == "entity" else f"<h2>{text(str(thing))}</h2>"]
    parts.append(f'<p class="note">{text(card.kind)} {text(card.id)}</p>')
    if card.kind == "step":
        parts.append(f"<p>{text(str(thing.grade))}: {text(thing.grade.why)}</p>")
    said = "".join(f"<li>{text(name)}: {text(value)}</li>" for name, value in details(card))
    parts.append(f"<ul>{said}</ul>" if said else "")
    parts.append(evidence_html(getattr(thing, "evidence", ())))
    parts += [_section(title, items) for title, items in sections(card)]
    return wrapped("\n".join(part for part in parts if part))


def card_page(card: Card) -> str:
    """Return a whole page that shows a card."""
    thing: Any = card.thing
    return page(thing.title if card.kind == "path" else str(thing), card_html(card))


def _section(title: str, items: list[Item]) -> str:
    shown = "".join(f"<li>{text(said)}{_id(key)}{evidence_html(quotes)}</li>" for said, key, quotes in items)
    return f"<h3>{text(title)}</h3><ul>{shown}</ul>"


def _id(key: str) -> str:
    return f' <span class="note">{text(key)}</span>' if key else ""


def _entity(entity: Entity) -> str:
    homepage = safe_link(entity.raw.get("homepage") or "")
    name = (
        f'<a href="{text(homepage)}" rel="noopener noreferrer">{text(entity.name)}</a>'
        if homepage
        else text(entity.name)
    )
    status = entity.raw.get("status", {})
    standing = (
        f'<p class="warn">{text(entity.status)}: {text(status.get("reason", ""))}</p>'
        if entity.status != "current"
        else ""
    )
    aliases = ", ".join(alias for alias in entity.aliases if alias != entity.name)
    known = f'<p class="note">also {text(aliases)}</p>' if aliases else ""
    return f'<h2>{name}</h2><p class="how">{text(entity.kind)}</p>{standing}<p>{text(entity.summary)}</p>{known}'
