"""An entity, or anything with all that is said of it, as a card for a notebook."""

from __future__ import annotations

from .html import evidence_html, misconceptions_html, safe_link, text, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..graph.parts import Entity
    from ..graph.show import Card


def entity_html(entity: Entity) -> str:
    """Return an entity's own record as HTML."""
    return wrapped(_entity(entity))


def card_html(card: Card) -> str:
    """Return a card as HTML: the thing, the stacks it stands in, its steps, facts, links and misconceptions."""
    thing: Any = card.thing
    parts = [_entity(thing) if card.kind == "entity" else f"<h2>{text(str(thing))}</h2>"]
    parts.append(evidence_html(getattr(thing, "evidence", ())))
    parts.append(_list("In these stacks", [f"{stack.title}: {stage.note}" for stack, stage in card.roles]))
    parts.append(_list("Comes from", [f"{step} ({step.stack})" for step in card.arriving]))
    parts.append(_list("Goes on to", [f"{step} ({step.stack})" for step in card.leaving]))
    parts.append(_list("Choices", [f"{choice.chooser.name}: {choice.text}" for choice in card.choices]))
    parts.append(_list("Options", [f"{option.name}: {option.text}" for option in card.options]))
    parts.append(_list("Facts", [str(fact) for fact in card.facts]))
    parts.append(_list("Links", [link.text for link in card.links]))
    parts.append(_list("Cited by", list(card.cited)))
    parts.append(misconceptions_html(card.misconceptions))
    return wrapped("\n".join(part for part in parts if part))


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


def _list(title: str, items: list[str]) -> str:
    if not items:
        return ""
    return f"<h3>{title}</h3><ul>{''.join(f'<li>{text(item)}</li>' for item in items)}</ul>"
