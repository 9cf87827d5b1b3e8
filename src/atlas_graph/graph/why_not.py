"""Why there is no route between two things, and what "no" means here."""

from __future__ import annotations

from typing import Any

from ..errors import UnknownIdError
from ..model.status import RETIRED, state
from .as_json import evidence_values
from .catalog import Catalog
from .interop import Recorded
from .lookup import bare, endpoint
from .nearby import Look, Nearby
from .path_names import path_named
from .routes import Route, find_routes
from .value import Value

#: The verdicts, in the order in which they are considered.
VERDICTS = (
    "not-in-atlas",
    "documented",
    "deprecated",
    "with-option",
    "out-of-scope",
    "withdrawn",
    "conditions-differ",
    "no-documented-step",
    "not-looked-at",
)
#: Verdicts under which there is a route after all.
_THERE = ("documented", "deprecated", "with-option")
#: Routes of which one that begins in the stack that was asked for is looked for.
_ROUTES = 20


class Limit(Value):
    """A limit that a stack declares for itself, and that a question runs into."""

    __slots__ = ("reason", "stack", "topic")
    reason: str
    stack: str
    topic: str


class WhyNot(Recorded, Value):
    """The answer.

    ``verdict`` is one of:

    ``not-in-atlas``
        one of the two is no entity, device or stack; ``nearest`` are the ids that come closest;
    ``documented``
        there is a route after all, in ``route``;
    ``deprecated``
        there is a route, and a step of it is deprecated;
    ``with-option``
        there is a route, with the ``options`` that are named set;
    ``out-of-scope``
        a stack says that it does not cover this, in ``limits``; another may, in ``route``;
    ``withdrawn``
        there was a route, and a step of it has been withdrawn;
    ``conditions-differ``
        both halves are documented, but hold under no mode and device in common; they would meet at ``nearest``;
    ``no-documented-step``
        someone looked for it and found none, as ``looked`` records, or both are one thing, or the first is hardware, at
        which every path ends; ``nearest`` are the stages reached that come closest;
    ``not-looked-at``
        nothing leads there in the atlas, and nobody has recorded that they looked: the answer is not known. ``nearest``
        are the stages reached that come closest, ``route`` may be another stack's.

    ``witnesses`` are the ids of recorded runs that reach the end. ``why`` says it in a sentence or two. It is true
    where there is no route.
    """

    columns = ("from", "to", "verdict", "why", "nearest", "options", "looked", "witnesses", "route")

    __slots__ = ("end", "limits", "looked", "nearest", "options", "route", "start", "verdict", "why", "witnesses")
    end: str
    limits: tuple[Limit, ...]
    looked: tuple[Look, ...]
    nearest: tuple[str, ...]
    options: tuple[str, ...]
    route: Route | None
    start: str
    verdict: str
    why: str
    witnesses: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.verdict not in _THERE

    def __repr__(self) -> str:
        return f"<WhyNot {self.start} → {self.end}: {self.verdict}>"

    def to_records(self) -> list[dict[str, Any]]:
        """Return the answer as one flat dict in a list: both ends, the verdict and why, and ids of what it names."""
        return [
            {
                "from": self.start,
                "to": self.end,
                "verdict": self.verdict,
                "why": self.why,
                "nearest": list(self.nearest),
                "options": list(self.options),
                "looked": [look.id for look in self.looked],
                "witnesses": list(self.witnesses),
                "route": list(self.route.step_ids) if self.route else None,
            }
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON that ``why-not --format json`` prints."""
        return {
            "from": self.start,
            "to": self.end,
            "verdict": self.verdict,
            "why": self.why,
            "limits": [{"stack": limit.stack, "topic": limit.topic, "reason": limit.reason} for limit in self.limits],
            "nearest": list(self.nearest),
            "options": list(self.options),
            "looked": [
                {
                    "id": look.id,
                    "date": look.date,
                    "read": list(look.read),
                    "found": look.found,
                    "evidence": evidence_values(look.evidence),
                }
                for look in self.looked
            ],
            "witnesses": list(self.witnesses),
            "route": self.route.to_dict() if self.route else None,
        }


def why_not(catalog: Catalog, start: str, end: str) -> WhyNot:
    """Answer why there is no route; see :class:`WhyNot`.

    Raises:
        UnknownIdError: where the first is ``STACK:MODE:DEVICE``, for what of it the atlas does not have.
    """
    stack, mode, device = path_named(catalog, start)
    if stack is not None:
        return _on_path(catalog, start, stack, end, mode, device)
    for asked in (start, end):
        try:
            endpoint(catalog, asked)
        except UnknownIdError as error:
            return _answered(start, end, "not-in-atlas", f"T{str(error)[1:]}", nearest=error.nearest)
    question = _Question(catalog, start, end)
    for answer in (question.documented, question.with_option, question.out_of_scope, question.withdrawn):
        found = answer()
        if found is not None:
            return found
    return question.nothing()


def _on_path(catalog: Catalog, asked: str, stack: str, end: str, mode: str | None, device: str | None) -> WhyNot:
    """Answer for a path: the route under its conditions, else what the whole stack answers."""
    whole = why_not(catalog, f"stack/{stack}", end)
    answer = {name: getattr(whole, name) for name in WhyNot.__slots__} | {"start": asked}
    if whole or whole.verdict == "with-option" or (mode, device) == (None, None):
        return WhyNot(**answer)
    found = find_routes(
        catalog, f"stack/{stack}", f"entity/{endpoint(catalog, end)}", mode=mode, device=device, limit=1, changes=0,
        stacks=(stack,),
    )  # fmt: skip
    if found:
        return WhyNot(**{**answer, "route": found[0], "why": f"{_documents(found[0])} it: {found[0]}."})
    why = f"{whole.why} But under {asked} no step leads there."
    return WhyNot(**{**answer, "verdict": "conditions-differ", "why": why})


def _answered(start: str, end: str, verdict: str, why: str, **more: Any) -> WhyNot:
    empty: dict[str, Any] = dict.fromkeys(("limits", "looked", "nearest", "options", "witnesses"), ())
    text = why if why.endswith((".", "?")) else f"{why}."
    return WhyNot(**{**empty, "route": None, **more}, start=start, end=end, verdict=verdict, why=text)


class _Question:
    """One question, with what several of its answers need."""

    def __init__(self, catalog: Catalog, start: str, end: str) -> None:
        self.catalog, self.start, self.end = catalog, start, end
        stacks = catalog.table("stacks")
        kind, name = bare(catalog, start)
        self.last = endpoint(catalog, end)
        self.own: tuple[str, ...]
        # An id that a stack has is read as the stack: a limit is a stack's, and its paths begin at its entry.
        self.of_stack = kind != "entity" and kind != "device" and name in stacks
        if self.of_stack:
            self.first, self.own = str(stacks[name]["entry"]), (name,)
        else:
            self.first = endpoint(catalog, start)
            self.own = catalog.network.at.get(self.first, ())
        self.nearby = Nearby(catalog, self.first, self.last, self.own)
        self.named = name
        self.limits = self._limits()

    def _limits(self) -> tuple[Limit, ...]:
        """Return the limits that stacks declare and that this question runs into, each said once.

        A stack's limits are about its own programs: they count where it, or what its programs begin with or only they
        pass, was asked for. Where no stack has looked at the start, one may have said that it will not.
        """
        stacks, at = self.catalog.table("stacks"), self.catalog.network.at
        ends = {self.last, bare(self.catalog, self.end)[1]}
        ends.update(name for name, device in self.catalog.table("devices").items() if device["entity"] == self.last)
        about = ends if self.own else {self.named, self.first}
        asked_of = [
            stack
            for stack in (self.own or stacks)
            if self.of_stack or not self.own or stacks[stack]["entry"] == self.first or len(at[self.first]) == 1
        ]
        found: dict[tuple[str, str], Limit] = {}
        for stack in asked_of:
            for item in stacks[stack].get("out_of_scope", ()):
                if about.intersection(item.get("concerns", ())):
                    found.setdefault(
                        (item["topic"], item["reason"]), Limit(reason=item["reason"], stack=stack, topic=item["topic"])
                    )
        return tuple(found.values())

    def documented(self) -> WhyNot | None:
        route = self._own_route()
        if route is None:
            return None
        stack = _documents(route)
        old = next((step for step in route if step.status == "deprecated"), None)
        if old is not None:
            reason = old.raw["status"].get("reason", "")
            return self._answer(
                "deprecated", f"{stack} it, but “{old}” is deprecated: {reason}", route=route, limits=()
            )
        return self._answer("documented", f"{stack} it: {route}", route=route, limits=())

    def with_option(self) -> WhyNot | None:
        for raw in self.catalog.release.get("options", ()):
            if state(raw) in RETIRED or not any(effect["does"] == "adds" for effect in raw["effects"]):
                continue
            if not any(effect.get("step", "").partition("/")[0] in self.own for effect in raw["effects"]):
                continue
            route = self._own_route((raw["id"],))
            if route is not None:
                why = f"{_documents(route)} it, with {raw['name']} set: {route}"
                return self._answer("with-option", why, route=route, options=(raw["id"],), limits=())
        return None

    def out_of_scope(self) -> WhyNot | None:
        if not self.limits:
            return None
        first = self.limits[0]
        title = self.catalog.stack(first.stack).title
        why = f"{title} does not cover “{first.topic}”: {first.reason}"
        route = self._route()
        if route is not None:
            why += f" {_documents(route)} a route: {route}"
        return self._answer("out-of-scope", why, route=route)

    def withdrawn(self) -> WhyNot | None:
        for asked in (self.first, self.last):
            entity = self.catalog.make_entity(asked)
            if entity.status in RETIRED:
                reason = entity.raw["status"].get("reason", "")
                return self._answer("withdrawn", f"{entity.name} is {entity.status}: {reason}")
        for step in self.nearby.retired():
            reason = step["status"].get("reason", "")
            names = f"{self._name(step['from'])} → {self._name(step['to'])}"
            return self._answer("withdrawn", f"The step {names} has been {step['status']['state']}: {reason}")
        return None

    def nothing(self) -> WhyNot:
        """Answer where nothing leads there: that none is documented only if someone looked, else that none did."""
        name, last = self._name(self.first), self._name(self.last)
        if self.first == self.last:
            return self._answer("no-documented-step", f"Both are {name}; a route leads from one thing to another")
        stacks = self.catalog.table("stacks")
        own = {*self.own, *(name for stack in self.own for name in stacks[stack].get("continues", ()))}
        for entity in reversed(self.nearby.reached):
            # Of a stack: what its programs do; that another's do otherwise is no answer.
            onward = [stack for stack in self.nearby.onward(entity) if not self.of_stack or stack in own]
            if onward:
                why = (
                    f"{name} reaches {self._name(entity)}, and {self._titles(onward)} leads from there to {last}, "
                    "but under no mode and device that the two have in common"
                )
                return self._answer("conditions-differ", why, nearest=(entity,))
        if self.catalog.make_entity(self.first).kind == "hardware":
            return self._answer("no-documented-step", f"{name} is hardware, at which every path ends")
        looked = self.nearby.looked()
        if looked:
            return self._none_found(looked)
        return self._unknown()

    def _none_found(self, looked: tuple[Look, ...]) -> WhyNot:
        look = looked[0]
        read = self._listed([self._document(document) for document in look.read])
        why = f"No documented step leads from {self._name(self.first)} to {self._name(self.last)}"
        nearest = self.nearby.nearest
        why += f"; it reaches {self._names(nearest)}. " if nearest else ". "
        why += f"Looked for on {look.date} in {read}: {look.found}"
        return self._answer("no-documented-step", why, nearest=nearest, looked=looked)

    def _unknown(self) -> WhyNot:
        name, last = self._name(self.first), self._name(self.last)
        nearest, before = self.nearby.nearest, self.nearby.before
        lonely = next((asked for asked in (self.first, self.last) if not self.catalog.network.at.get(asked)), None)
        if lonely is not None:
            why = f"{self._name(lonely)} is a stage of no stack yet; nobody has looked at it."
        else:
            within = f" in {self._titles(list(self.own))}" if self.of_stack else ""
            why = f"Nobody has looked for a way{within} from {name} to {last}; whether there is one is not known here."
        if nearest:
            why += f" {name} is known to reach {self._names(nearest)}."
        if before:
            why += f" {last} is known to be reached from {self._names(before)}."
        witnesses = self.nearby.witnesses()
        for witness in witnesses[:1]:
            title = self.catalog.table("witnesses")[witness]["title"]
            why += f" A recorded run reaches {last}: {title} (atlas-graph show {witness})."
        route = self._route() if self.of_stack else None
        if route is not None:
            why += f" Another stack has a route from {name}: {_documents(route)} {route}."
        return self._answer("not-looked-at", why, nearest=nearest, witnesses=witnesses, route=route)

    # ------------------------------------------------------------------------------------------------------

    def _answer(self, verdict: str, why: str, **more: Any) -> WhyNot:
        return _answered(self.start, self.end, verdict, why, **{"limits": self.limits, **more})

    def _own_route(self, options: tuple[str, ...] = ()) -> Route | None:
        """Return the shortest route that answers for what was asked: of a stack, one that begins in it."""
        inside = self._routes(options, limit=1, stacks=self.own, changes=0)
        if inside or self.limits:
            return inside[0] if inside else None
        found = self._routes(options, limit=_ROUTES if self.of_stack else 1)
        if self.of_stack:
            found = [route for route in found if route.stacks[0] in self.own]
        return found[0] if found else None

    def _route(self) -> Route | None:
        """Return the shortest route of whatever stack."""
        starts = [self.first]
        if self.named in self.catalog.table("entities") and self.named != self.first:
            starts.append(self.named)  # the like-named entity: another stack may go on from it
        for start in starts:
            found = self._routes((), start=start, limit=1)
            if found:
                return found[0]
        return None

    def _routes(
        self,
        options: tuple[str, ...],
        *,
        limit: int,
        start: str | None = None,
        stacks: tuple[str, ...] | None = None,
        changes: int = 2,
    ) -> list[Route]:
        found = find_routes(
            self.catalog, f"entity/{start or self.first}", f"entity/{self.last}", mode=None, device=None, limit=limit,
            changes=changes, stacks=stacks, options=options,
        )  # fmt: skip
        return list(found)

    def _titles(self, stacks: list[str]) -> str:
        return " or ".join(self.catalog.stack(stack).title for stack in stacks)

    def _name(self, entity: str) -> str:
        return self.catalog.make_entity(entity).name

    def _names(self, entities: tuple[str, ...]) -> str:
        return self._listed([self._name(entity) for entity in entities])

    def _document(self, document: str) -> str:
        source = self.catalog.table("sources").get(document)
        return f"“{source['title']}”" if source else document

    @staticmethod
    def _listed(names: list[str]) -> str:
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _documents(route: Route) -> str:
    """Say which stacks document a route: "JAX documents", "Keras and JAX document"."""
    titles = [leg.title for leg in route.legs]
    return f"{' and '.join(titles)} {'documents' if len(titles) == 1 else 'document'}"
