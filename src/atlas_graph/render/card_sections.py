"""What a card holds, in the order in which every form of it is read: sections of statements with ids and evidence."""

from __future__ import annotations

from .decisions import dated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..graph.evidence import Evidence
    from ..graph.search.hits import Receipt
    from ..graph.show import Card

    Item = tuple[str, str, tuple[Evidence, ...]]


def sections(card: Card) -> Iterator[tuple[str, list[Item]]]:
    """Yield the title of each section that has something, and its statements: text, id and what stands behind it."""
    onward = "Goes on to" if card.kind == "entity" else "Steps"
    found: tuple[tuple[str, Iterable[Item]], ...] = (
        *(((bound.replace("_", " ").capitalize(), [("", "", quotes)])) for bound, quotes in card.dates),
        ("Behind the answer", ((one.text, f"{one.kind}/{one.id}", one.evidence) for one in _receipts(card))),
        ("In these stacks", ((stage.note, f"stack/{stack.id}", stage.evidence) for stack, stage in card.roles)),
        ("Comes from", ((str(step), step.id, step.evidence) for step in card.arriving)),
        (onward, ((str(step), step.id, step.evidence) for step in card.leaving)),
        ("Choices", ((str(one), f"choice/{one.id}", one.evidence) for one in card.choices)),
        ("Options", ((f"{one.name}: {one.text}", f"option/{one.id}", one.evidence) for one in card.options)),
        ("Facts", ((f"{one}, printed “{one.as_printed}”", f"fact/{one.id}", one.evidence) for one in card.facts)),
        ("Links", ((one.text, f"link/{one.id}", one.evidence) for one in card.links)),
        ("Cited by", ((name, "", ()) for name in card.cited)),
        (
            "Often said, and wrong",
            ((str(one), f"misconception/{one.id}", one.evidence) for one in card.misconceptions),
        ),
    )
    for title, items in found:
        if listed := list(items):
            yield title, listed


def _receipts(card: Card) -> tuple[Receipt, ...]:
    found: tuple[Receipt, ...] = getattr(card.thing, "receipts", ())
    return found


def details(card: Card) -> list[tuple[str, str]]:
    """Return what the record itself says, in the order in which a reader wants it."""
    raw = getattr(card.thing, "raw", None) or card.to_dict()["record"]
    status = raw.get("status") or {}
    found: list[tuple[str, str]] = []
    if status.get("state", "current") != "current":
        other = status.get("replaced_by_option")
        instead = (
            f" Use {status.get('replaced_by') or f'option/{other}'}." if status.get("replaced_by") or other else ""
        )
        found.append((status["state"], f"{status.get('reason', '')}{instead}"))
    for key in _SHOWN:
        value = raw.get(key)
        if not value:
            continue
        if key == "modes":
            value = [f"{mode['id']} ({mode['title']})" for mode in value]
        if isinstance(value, dict):
            value = [f"{name} {part}" for name, part in value.items() if part]
        found.append(
            (key.replace("_", " "), ", ".join(map(_word, value)) if isinstance(value, (list, tuple)) else str(value))
        )
    found += dated(raw)
    for effect in raw.get("effects", ()):
        found.append((effect["does"], effect.get("step") or f"choice/{effect['choice']}"))
    if raw.get("all"):
        found.append(("all", "nothing is chosen; all of them happen"))
    for item in raw.get("out_of_scope", ()):
        found.append(("not covered", f"{item['topic']}. {item['reason']}"))
    run = raw.get("run")
    if run:
        found.append(("last run", f"{run['date']} on {run['device']}: {run['command']}"))
    return found


#: Fields of a record that are shown, whichever of them it has.
_SHOWN = (
    "kind", "summary", "text", "claim", "correction", "definition", "entity", "label", "inverse", "role", "aliases",
    "modes", "devices", "entry", "scope", "continues", "publisher", "url", "pinned", "licence", "homepage",
    "identifiers", "makers", "part_of", "implemented_in", "as_printed", "qualifiers", "stacks", "concerns", "program",
    "stack", "chooser", "among", "rule", "order", "default", "overridden_by", "fallback", "whose", "when",
    "of", "read", "found", "date", "answer", "ask", "arguments", "asked_as", "asked_at",
)  # fmt: skip


def _word(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value)
