"""Why there is no route between two things, and what "no" means here."""

from __future__ import annotations

from ..errors import UnknownIdError
from ..model.status import RETIRED, state
from .lookup import endpoint
from .routes import find_routes
from .trails import Search
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .catalog import Catalog
    from .routes import Route

#: The verdicts, in the order in which they are considered.
VERDICTS = (
    "not-in-atlas",
    "documented",
    "deprecated",
    "out-of-scope",
    "withdrawn",
    "not-looked-at",
    "conditions-differ",
    "no-documented-step",
)
_NEAREST = 5


class Limit(Value):
    """A limit that a stack declares for itself, and that a question runs into."""

    __slots__ = ("reason", "stack", "topic")
    reason: str
    stack: str
    topic: str


class WhyNot(Value):
    """The answer. ``verdict`` is one of:

    ``not-in-atlas``
        one of the two is no entity, device or stack; ``nearest`` are the ids that come closest;
    ``documented``
        there is a route after all, in ``route``;
    ``deprecated``
        there is a route, and a step of it is deprecated;
    ``out-of-scope``
        a stack says that it does not cover this, in ``limits``; another may, in ``route``;
    ``withdrawn``
        there was a route, and a step of it has been withdrawn;
    ``not-looked-at``
        one of the two is a stage of no stack yet;
    ``conditions-differ``
        both halves are documented, but hold under no mode and device in common; they would meet at ``nearest``;
    ``no-documented-step``
        every step from the start was followed and none leads there; ``nearest`` are the stages reached that
        come closest.

    ``why`` says it in a sentence or two. It is true where there is no route.
    """

    __slots__ = ("end", "limits", "nearest", "route", "start", "verdict", "why")
    end: str
    limits: tuple[Limit, ...]
    nearest: tuple[str, ...]
    route: Route | None
    start: str
    verdict: str
    why: str

    def __bool__(self) -> bool:
        return self.verdict not in ("documented", "deprecated")

    def __str__(self) -> str:
        return f"{self.verdict}: {self.why}"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON that ``why-not --format json`` prints."""
        return {
            "from": self.start,
            "to": self.end,
            "verdict": self.verdict,
            "why": self.why,
            "limits": [{"stack": limit.stack, "topic": limit.topic, "reason": limit.reason} for limit in self.limits],
            "nearest": list(self.nearest),
            "route": self.route.to_dict() if self.route else None,
        }


def why_not(catalog: Catalog, start: str, end: str) -> WhyNot:
    """Answer why there is no route; see :class:`WhyNot`."""
    for asked in (start, end):
        try:
            endpoint(catalog, asked)
        except UnknownIdError as error:
            return WhyNot(
                end=end,
                limits=(),
                nearest=error.nearest,
                route=None,
                start=start,
                verdict="not-in-atlas",
                why=f"T{str(error)[1:]}",
            )
    question = _Question(catalog, start, end)
    for answer in (question.documented, question.out_of_scope, question.withdrawn, question.not_looked_at):
        found = answer()
        if found is not None:
            return found
    return question.no_step()


class _Question:
    """One question, with what several of its answers need."""

    def __init__(self, catalog: Catalog, start: str, end: str) -> None:
        self.catalog, self.start, self.end = catalog, start, end
        stacks = catalog.table("stacks")
        self.last = endpoint(catalog, end)
        self.own: tuple[str, ...]
        if start in stacks:
            # An id that a stack has is read as the stack: a limit is a stack's, and its paths begin at its entry.
            self.first, self.own = str(stacks[start]["entry"]), (start,)
        else:
            self.first = endpoint(catalog, start)
            self.own = catalog.network.at.get(self.first, ())
        ends = {end, self.last}
        ends.update(name for name, device in catalog.table("devices").items() if device["entity"] == self.last)
        # Where no stack has looked at the start, one may have said that it will not.
        asked_of, about = (self.own, ends) if self.own else (stacks, {start, self.first})
        self.limits = tuple(
            Limit(reason=item["reason"], stack=stack, topic=item["topic"])
            for stack in asked_of
            for item in stacks[stack].get("out_of_scope", ())
            if about.intersection(item.get("concerns", ()))
        )

    def documented(self) -> WhyNot | None:
        route = self._route(inside=self.own) or (None if self.limits else self._route())
        if route is None:
            return None
        stack = _documents(route)
        old = next((step for step in route if step.status == "deprecated"), None)
        if old is not None:
            reason = old.raw["status"].get("reason", "")
            return self._answer("deprecated", f"{stack} it, but “{old}” is deprecated: {reason}", route)
        return self._answer("documented", f"{stack} it: {route}", route)

    def out_of_scope(self) -> WhyNot | None:
        if not self.limits:
            return None
        title = self.catalog.stack(self.limits[0].stack).title
        first = self.limits[0]
        why = f"{title} does not cover “{first.topic}”: {first.reason}"
        route = self._route()
        if route is not None:
            why += f" {_documents(route)} a route: {route}"
        return self._answer("out-of-scope", why, route)

    def withdrawn(self) -> WhyNot | None:
        for asked in (self.first, self.last):
            entity = self.catalog.make_entity(asked)
            if entity.status in RETIRED:
                reason = entity.raw["status"].get("reason", "")
                return self._answer("withdrawn", f"{entity.name} is {entity.status}: {reason}")
        for step in self._retired():
            reason = step["status"].get("reason", "")
            names = f"{self._name(step['from'])} → {self._name(step['to'])}"
            return self._answer("withdrawn", f"The step {names} has been {step['status']['state']}: {reason}")
        return None

    def not_looked_at(self) -> WhyNot | None:
        for asked in (self.first, self.last):
            if not self.catalog.network.at.get(asked):
                return self._answer(
                    "not-looked-at", f"{self._name(asked)} is a stage of no stack yet; nobody has looked at it"
                )
        return None

    def no_step(self) -> WhyNot:
        reached = self._reached()
        name, last = self._name(self.first), self._name(self.last)
        if self.first == self.last:
            return self._answer("no-documented-step", f"Both are {name}; a route leads from one thing to another")
        for entity in reversed(reached):
            onward = self._onward(entity)
            if onward:
                why = (
                    f"{name} reaches {self._name(entity)}, and {self._titles(onward)} leads from there to {last}, "
                    "but under no mode and device that the two have in common"
                )
                return self._answer("conditions-differ", why, nearest=(entity,))
        kind = self.catalog.make_entity(self.last).kind
        alike = [entity for entity in reached if self.catalog.make_entity(entity).kind == kind]
        shown = tuple((alike or reached[::-1])[:_NEAREST])
        if not shown:
            return self._answer("no-documented-step", f"No documented step leaves {name}")
        why = f"No documented step leads from {name} to {last}; it reaches {self._names(shown)}"
        return self._answer("no-documented-step", why, nearest=shown)

    # ------------------------------------------------------------------------------------------------------

    def _answer(self, verdict: str, why: str, route: Route | None = None, nearest: tuple[str, ...] = ()) -> WhyNot:
        return WhyNot(
            end=self.end,
            limits=self.limits,
            nearest=nearest,
            route=route,
            start=self.start,
            verdict=verdict,
            why=why if why.endswith((".", "?")) else f"{why}.",
        )

    def _route(self, inside: tuple[str, ...] | None = None) -> Route | None:
        """Return the shortest route; ``inside`` limits it to stacks, of which it then uses one alone."""
        starts = [self.first]
        if inside is None and self.start in self.catalog.table("entities") and self.start != self.first:
            starts.append(self.start)  # the like-named entity: another stack may go on from it
        for start in starts:
            found = find_routes(
                self.catalog, start, self.last, mode=None, device=None, limit=1, changes=2 if inside is None else 0,
                stacks=inside,
            )  # fmt: skip
            if found:
                return found[0]
        return None

    def _reached(self) -> list[str]:
        """Return what the start reaches inside each of its stacks, nearest first."""
        network = self.catalog.network
        found: dict[str, None] = {}
        for stack in self.own:
            index = network.index(stack)
            within = Search(network, {stack: index.everywhere}, self.first, (), 0).reachable()
            found.update((entity, None) for _, entity in within if entity != self.first)
        return list(found)

    def _onward(self, entity: str) -> list[str]:
        """Return the stacks that lead from an entity to the end, each by itself."""
        network = self.catalog.network
        found = []
        for stack in network.at.get(entity, ()):
            within = Search(network, {stack: network.index(stack).everywhere}, entity, (), 0).reachable()
            if (stack, self.last) in within and entity != self.last:
                found.append(stack)
        return found

    def _titles(self, stacks: list[str]) -> str:
        return " or ".join(self.catalog.stack(stack).title for stack in stacks)

    def _retired(self) -> list[dict[str, Any]]:
        """Return the retired steps of the own stacks that a way from the start to the end would take."""
        stacks = self.catalog.table("stacks")
        for stack in self.own:
            steps = stacks[stack]["steps"]
            if not any(state(step) in RETIRED for step in steps):
                continue
            forward: dict[str, list[dict[str, Any]]] = {}
            for step in steps:
                forward.setdefault(step["from"], []).append(step)
            came_by: dict[str, dict[str, Any] | None] = {self.first: None}
            todo = [self.first]
            for entity in todo:
                for step in forward.get(entity, ()):
                    if step["to"] not in came_by:
                        came_by[step["to"]] = step
                        todo.append(step["to"])
            way: list[dict[str, Any]] = []
            step_to = came_by.get(self.last)
            while step_to is not None:
                way.append(step_to)
                step_to = came_by[step_to["from"]]
            retired = [step for step in reversed(way) if state(step) in RETIRED]
            if retired:
                return retired
        return []

    def _name(self, entity: str) -> str:
        return self.catalog.make_entity(entity).name

    def _names(self, entities: tuple[str, ...]) -> str:
        names = [self._name(entity) for entity in entities]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _documents(route: Route) -> str:
    """Say which stacks document a route: "JAX documents", "Keras and JAX document"."""
    titles = [leg.title for leg in route.legs]
    return f"{' and '.join(titles)} {'documents' if len(titles) == 1 else 'document'}"
