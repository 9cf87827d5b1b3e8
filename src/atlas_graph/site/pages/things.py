"""The pages of single things: entities, steps, sources, options, choices, witnesses; and the lists of them."""

from __future__ import annotations

from collections import Counter

from ...model.vocabulary import ENTITY_KINDS, KIND_LABELS
from ..addresses import choice_page, entity_page, option_page, source_page, step_page, witness_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..joins import Joins
    from ..writing import Writer


def write_things(writer: Writer, joins: Joins) -> None:
    """Write a page for each entity, step, source, option, choice and witness, and a list of each."""
    _entities(writer, joins)
    _steps(writer, joins)
    _sources(writer, joins)
    _options(writer, joins)
    _choices(writer, joins)
    for witness in joins.atlas.release.get("witnesses", ()):
        address = witness_page(witness["id"])
        writer.page(
            "witness",
            address,
            title=witness["title"],
            about=f"A recorded run of a real framework: {witness['title']}.",
            witness=witness,
            jsonld=_linked(writer, address, witness),
        )


def _linked(writer: Writer, address: str, record: dict[str, Any]) -> str:
    """Write a record as JSON-LD beside its page, and return its address."""
    address = address.replace(".html", ".jsonld")
    writer.json(address, {"@context": "../" * address.count("/") + "data/context.jsonld", **record})
    return address


def _entities(writer: Writer, joins: Joins) -> None:
    atlas = joins.atlas
    arriving: dict[str, list[Any]] = {}
    leaving: dict[str, list[Any]] = {}
    for step in joins.steps.values():
        leaving.setdefault(step.from_, []).append(step)
        arriving.setdefault(step.to, []).append(step)
    links: dict[str, list[Any]] = {}
    for link in atlas.links():
        for end in {link.from_, link.to}:
            links.setdefault(end, []).append(link)
    facts: dict[str, list[Any]] = {}
    for fact in atlas.facts():
        facts.setdefault(fact.subject.id, []).append(fact)
    myths: dict[str, list[Any]] = {}
    for item in atlas.misconceptions():
        for concerned in item.concerns:
            myths.setdefault(concerned, []).append(item)
    roles: dict[str, list[Any]] = {}
    for whole in joins.wholes.values():
        for stage in whole.stages:
            roles.setdefault(stage.id, []).append((whole, stage))
    parts: dict[str, list[str]] = {}
    for entity in atlas.entities:
        for one in entity.part_of:
            parts.setdefault(one, []).append(entity.id)
    for entity in atlas.entities:
        address, id = entity_page(entity.id), entity.id
        writer.page(
            "entity",
            address,
            title=entity.name,
            about=entity.summary,
            entity=entity,
            arriving=arriving.get(id, ()),
            leaving=leaving.get(id, ()),
            links=links.get(id, ()),
            facts=facts.get(id, ()),
            misconceptions=myths.get(id, ()),
            roles=roles.get(id, ()),
            parts_in=parts.get(id, ()),
            paths=joins.paths_of_entity.get(id, ()),
            options=[one for one in atlas.release.get("options", ()) if one["whose"] == id],
            choices=atlas.choices(chooser=id),
            evidence=atlas.make_evidence(entity.raw.get("evidence", [])),
            jsonld=_linked(writer, address, entity.raw),
        )
    writer.page(
        "entities",
        "entities.html",
        title="All things",
        about="Every component, representation, compiler, library, runtime and chip of the atlas.",
        groups=[
            (kind, KIND_LABELS[kind], [entity for entity in atlas.entities if entity.kind == kind])
            for kind in ENTITY_KINDS
        ],
        uses={key: len({one[0] for one in paths}) for key, paths in joins.paths_of_entity.items()},
    )


def _steps(writer: Writer, joins: Joins) -> None:
    for step in joins.steps.values():
        address = step_page(step.id)
        writer.page(
            "step",
            address,
            title=f"{step.start.name} {step.label} {step.end.name}",
            about=step.text,
            step=step,
            stack=joins.atlas.stack(step.stack),
            paths=joins.paths_of_step.get(step.id, ()),
            witnesses=joins.witnessed.get(step.id, ()),
            jsonld=_linked(writer, address, step.raw),
        )


def _sources(writer: Writer, joins: Joins) -> None:
    ledger = joins.atlas.table("ledger")
    rows: list[dict[str, Any]] = []
    for source in joins.atlas.sources:
        address = source_page(source.id)
        cited = joins.citing.get(source.id, [])
        quotes: dict[str, dict[str, Any]] = {}
        for key, item in cited:
            if item.quote and item.id:
                row = quotes.setdefault(item.id, {"item": item, "stated": [], "ledger": ledger.get(item.id, {})})
                row["stated"].append(key)
        verdicts = Counter(row["item"].verdict for row in quotes.values())
        rows.append({"source": source, "quotes": len(quotes), "verdicts": sorted(verdicts.items())})
        raw = joins.atlas.table("sources")[source.id]
        writer.page(
            "source",
            address,
            title=source.title,
            about=f"What the atlas quotes from “{source.title}” by {source.publisher}, and whether it still stands.",
            source=source,
            raw=raw,
            quotes=quotes.values(),
            verdicts=sorted(verdicts.items()),
            jsonld=_linked(writer, address, raw),
        )
    publishers: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        publishers.setdefault(row["source"].publisher, []).append(row)
    writer.page(
        "sources",
        "sources.html",
        title="All sources",
        about="Every document that the atlas quotes, by publisher.",
        publishers=sorted(publishers.items(), key=lambda pair: pair[0].casefold()),
    )


def _options(writer: Writer, joins: Joins) -> None:
    atlas = joins.atlas
    options = atlas.release.get("options", ())
    for option in options:
        address = option_page(option["id"])
        writer.page(
            "option",
            address,
            title=option["name"],
            about=option["text"],
            option=option,
            evidence=atlas.make_evidence(option["evidence"], option.get("audit")),
            overrides=[one for one in atlas.choices() if option["id"] in one.overridden_by],
            needs=[step for step in joins.steps.values() if option["id"] in _named(step.raw)],
            jsonld=_linked(writer, address, option),
        )
    writer.page(
        "options",
        "options.html",
        title="Options and choices",
        about="Switches that add, remove or redirect a step, or decide a choice; and the choices.",
        options=options,
        choices=atlas.choices(),
    )


def _choices(writer: Writer, joins: Joins) -> None:
    for choice in joins.atlas.choices():
        address = choice_page(choice.id)
        chooser = joins.atlas.make_entity(choice.raw["chooser"]).name
        writer.page(
            "choice",
            address,
            title=f"What {chooser} does" if choice.all else f"What {chooser} chooses",
            about=choice.text,
            choice=choice,
            stacks=joins.stacks_of_choice.get(choice.id, ()),
            jsonld=_linked(writer, address, choice.raw),
        )


def _named(step: dict[str, Any]) -> list[str]:
    when = step.get("when", {})
    return [*(when.get("options") or ()), *(when.get("unless") or ())]
