"""All that a release says, as documents: what can be found, and in which words.

The index of ``search`` is made of these, and so is whatever else lets people look for words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...model.collections import receipts, stacks_of
from ...model.status import BOUNDS
from ...model.vocabulary import id_in_words
from ..value import Value
from .words import parts

Record = dict[str, Any]

#: Parts of a document, in the order of the index's columns: what it is called, what the atlas says of it, the quotes
#: that stand for it, the quotes that contradict it, what a golden question asks and its answer, and what is around it,
#: which is searched and never shown.
PARTS = ("name", "said", "quoted", "against", "asked", "answer", "around")
#: How documentation abbreviates what a fact's qualifiers write out.
_SHORT = {"bfloat16": "BF16", "float16": "FP16", "float32": "FP32", "float64": "FP64", "float8": "FP8", "int8": "INT8"}


class Text(Value):
    """One text of a document: the ``part`` that it belongs to, what it is (``role``) and the ``words`` themselves.

    ``quote`` is the id of the quote that it is, None for words of the atlas.
    """

    __slots__ = ("part", "quote", "role", "words")
    part: str
    quote: str | None
    role: str
    words: str


class Document(Value):
    """Something that can be found.

    ``kind`` says what it is ("entity", "step", "stage", "out-of-scope" …), ``id`` names it among its kind, ``title``
    is for people; ``address`` is what ``show`` takes. ``stacks`` are those that it is of, if of any; documents that
    have the same ``same`` say one thing of several stacks.
    """

    __slots__ = ("address", "id", "kind", "same", "stacks", "texts", "title")
    address: str
    id: str
    kind: str
    same: str
    stacks: tuple[str, ...]
    texts: tuple[Text, ...]
    title: str


def documents(release: Record) -> Iterator[Document]:
    """Yield every document of a release: golden questions first, then collection by collection, as released."""
    return _Reader(release).documents()


def owners(release: Record) -> Iterator[tuple[str, str]]:
    """Yield the names by which people name a stack, each with its id.

    They are those of the entity with whose name its title begins; where that is the whole title, they are of every
    stack that begins in the same place as well (PyTorch's, of torch.export). What people call a device by is none.
    """
    devices = {_plain(alias) for device in release["devices"] for alias in device.get("aliases", ())}
    for stack in release["stacks"]:
        begins = [entity for entity in release["entities"] if stack["title"].startswith(entity["name"])]
        if not begins:
            continue
        owner = max(begins, key=lambda entity: len(entity["name"]))
        family = [
            other["id"]
            for other in release["stacks"]
            if other is stack or (owner["name"] == stack["title"] and other["entry"] == stack["entry"])
        ]
        for name in (owner["name"], *(alias for alias in owner.get("aliases", ()) if len(parts(alias)) == 1)):
            if _plain(name) not in devices:
                yield from ((_plain(name), stack_id) for stack_id in family)


def _plain(name: str) -> str:
    return " ".join(parts(name))


class _Reader:
    """Makes the documents of one release, with the names that its ids stand for."""

    def __init__(self, release: Record) -> None:
        self.release = release
        self.entities = {record["id"]: record for record in release["entities"]}
        self.stacks = {record["id"]: record for record in release["stacks"]}
        self.options = {record["id"]: record for record in release.get("options", ())}
        self.choices = {record["id"]: record for record in release.get("choices", ())}
        self.sources = {record["id"]: record for record in release["sources"]}
        self.devices = {record["id"]: record["label"] for record in release["devices"]}
        self.hardware = {record["id"]: record["entity"] for record in release["devices"]}
        self.typed = {record["entity"]: record.get("aliases", ()) for record in release["devices"]}
        self.labels = {record["id"]: record["label"] for record in release["relations"]}
        self.steps = {step["id"]: step for stack in release["stacks"] for step in stack["steps"]}

    def documents(self) -> Iterator[Document]:
        for collection, make in (
            ("questions", self.question),
            ("entities", self.entity),
            ("misconceptions", self.misconception),
            ("facts", self.fact),
            ("links", self.link),
            ("choices", self.choice),
            ("options", self.option),
            ("looked", self.looked),
            ("witnesses", self.witness),
            ("relations", self.relation),
            ("sources", self.source),
        ):
            for record in self.release.get(collection, ()):
                yield make(record)
        for stack in self.release["stacks"]:
            yield self.stack(stack)
            for mode in stack["modes"]:
                yield self.mode(stack, mode)
            for number, limit in enumerate(stack.get("out_of_scope", ()), 1):
                yield self.limit(stack, limit, number)
            for stage in stack["stages"]:
                yield self.stage(stack, stage)
            for step in stack["steps"]:
                yield self.step(stack, step)

    # Names ------------------------------------------------------------------------------------------------

    def name(self, entity: str) -> str:
        return str(self.entities[entity]["name"]) if entity in self.entities else entity

    def called(self, entities: Iterable[str]) -> list[str]:
        """Return every name of entities, or of the hardware that devices are."""
        found: list[str] = []
        for name in entities:
            entity = name if name in self.entities else self.hardware.get(name, name)
            found += [self.name(entity), *self.entities.get(entity, {}).get("aliases", ()), *self.typed.get(entity, ())]
        return found

    def of(self, record: Record) -> list[str]:
        """Return the stacks that a choice, option or other record is of."""
        return sorted(stacks_of("", record, self.choices))

    def titles(self, stacks: Iterable[str]) -> list[str]:
        return [str(self.stacks[stack]["title"]) for stack in stacks if stack in self.stacks]

    def conditions(self, stack: Record, when: Record) -> list[str]:
        """Return the titles of the modes, labels of the devices and names of the options of a condition."""
        modes = {mode["id"]: mode["title"] for mode in stack.get("modes", ())}
        named = [modes.get(mode, mode) for mode in when.get("modes", ())]
        for device in when.get("devices", ()):
            named += [self.devices.get(device, device), *self.typed.get(self.hardware.get(device, device), ())]
        options = [*when.get("options", ()), *when.get("unless", ())]
        return named + [self.options[option]["name"] for option in options if option in self.options]

    def ends(self, candidate: str) -> str:
        """Return what a candidate of a choice is called: an entity, or a step by its ends."""
        step = self.steps.get(candidate)
        return self.title_of(step) if step else self.name(candidate)

    def ends_of(self, candidate: str) -> tuple[str, ...]:
        """Return the entities of a candidate of a choice: itself, or both ends of a step."""
        step = self.steps.get(candidate)
        return (step["from"], step["to"]) if step else (candidate,)

    def title_of(self, step: Record) -> str:
        relation = self.labels.get(step["relation"], step["relation"])
        return f"{self.name(step['from'])} {relation} {self.name(step['to'])}"

    # Documents --------------------------------------------------------------------------------------------

    def question(self, record: Record) -> Document:
        names = [("question", record["question"]), *(("asked as", other) for other in record.get("asked_as", ()))]
        around = self.titles(record.get("stacks", ()))
        return _document(
            "question",
            record,
            record["question"],
            [*names, ("answer", record["answer"])],
            [],
            around,
            stacks=self.of(record),
        )

    def entity(self, record: Record) -> Document:
        aliases = [("alias", alias) for alias in record.get("aliases", ())]
        names = [("name", record["name"]), ("id", record["id"]), *aliases]
        around = [record["kind"].replace("-", " "), *map(self.name, record.get("part_of", ()))]
        around += self.typed.get(record["id"], ())
        return _document("entity", record, record["name"], names, [("summary", record["summary"])], around)

    def misconception(self, record: Record) -> Document:
        names, said = [("claim, which is wrong", record["claim"])], [("correction", record["correction"])]
        around = [*self.called(record.get("concerns", ())), *self.titles(record["stacks"])]
        return _document("misconception", record, record["claim"], names, said, around, stacks=self.of(record))

    def fact(self, record: Record) -> Document:
        subject, unit = self.name(record["subject"]), record.get("unit") or ""
        qualifiers = record.get("qualifiers", {})
        printed = f"{id_in_words(record['property'])}: {record.get('value', record.get('value_text'))} {unit}".rstrip()
        said = [("value", printed), ("as printed", record["as_printed"])]
        said += [("qualifier", f"{key}: {value}") for key, value in qualifiers.items()]
        short = [_SHORT[value] for value in qualifiers.values() if value in _SHORT]
        title = f"{subject}: {printed}"
        return _document(
            "fact", record, title, [("subject", subject)], said, [*self.called([record["subject"]]), *short]
        )

    def link(self, record: Record) -> Document:
        around = self.called((record["from"], record["to"]))
        return _document("link", record, self.title_of(record), [], [("text", record["text"])], around)

    def choice(self, record: Record) -> Document:
        said = [(key, record[key]) for key in ("text", "rule", "fallback") if record.get(key)]
        if record.get("default"):
            said.append(("default", self.ends(record["default"])))
        said += [("candidate", self.ends(candidate)) for candidate in record["among"]]
        stacks = [record["stack"]] if record.get("stack") else []
        options = [self.options[option]["name"] for option in record.get("overridden_by", ()) if option in self.options]
        when = self.conditions(self.stacks[stacks[0]] if stacks else {}, record.get("when", {}))
        ends = self.called(end for candidate in record["among"] for end in self.ends_of(candidate))
        around = [*self.called([record["chooser"]]), *ends, *self.titles(stacks), *options, *when]
        title = f"What {self.name(record['chooser'])} chooses: {record['text']}"
        return _document("choice", record, title, [], said, around, stacks=self.of(record))

    def option(self, record: Record) -> Document:
        names = [("name", record["name"]), *(("alias", alias) for alias in record.get("aliases", ()))]
        said = [("text", record["text"])]
        if record.get("default"):
            said.append(("default", record["default"]))
        around = [record["kind"].replace("-", " "), *self.called([record["whose"]])]
        for effect in record["effects"]:
            if "step" in effect:
                around += [*self.titles([effect["step"].partition("/")[0]]), self.ends(effect["step"])]
                around += self.called(self.ends_of(effect["step"]))
            elif effect.get("choice") in self.choices:
                choice = self.choices[effect["choice"]]
                around += [choice["text"], *(self.ends(candidate) for candidate in choice["among"])]
        around += self.titles(record.get("stacks", ()))
        return _document("option", record, record["name"], names, said, around, stacks=self.of(record))

    def looked(self, record: Record) -> Document:
        of = record["of"]
        what = self.titles([of["stack"]]) if "stack" in of else [self.name(of["from"]), self.name(of["to"])]
        title = f"Looked for a way {' to '.join(what)}" if "to" in of else f"Looked into {what[0]}"
        read = [("read", self.sources[name]["title"] if name in self.sources else name) for name in record["read"]]
        around = self.called(name for name in (of.get("from"), of.get("to")) if name)
        return _document(
            "looked",
            record,
            title,
            [("look", title)],
            [("found", record["found"]), *read],
            around,
            stacks=self.of(record),
        )

    def witness(self, record: Record) -> Document:
        run = record.get("run") or {}
        artefacts = run.get("artefacts", ())
        said = [("check", item["check"]) for item in artefacts if item.get("check")]
        said += [("needs", record["needs"])] if isinstance(record.get("needs"), str) else []
        around = [str(item.get("kind", "")) for item in artefacts]
        around += [*self.called(item["stage"] for item in artefacts if "stage" in item), *run.get("packages", ())]
        around += [self.ends(step) for step in (*record.get("steps", ()), *record.get("contradicts", ()))]
        return _document("witness", record, record["title"], [("title", record["title"])], said, around)

    def relation(self, record: Record) -> Document:
        names = [("label", record["label"]), ("inverse", record["inverse"])]
        said = [("definition", record["definition"])]
        return _document("relation", record, record["label"], names, said, [])

    def source(self, record: Record) -> Document:
        names = [("title", record["title"]), ("id", record["id"])]
        return _document("source", record, record["title"], names, [], [record["publisher"]])

    def stack(self, record: Record) -> Document:
        said = [("summary", record["summary"]), ("scope", record["scope"])]
        said += [("excluded", item["reason"]) for item in record.get("excludes", ())]
        names = [("title", record["title"]), ("id", record["id"])]
        around = [self.devices.get(device, device) for device in record["devices"]]
        return _document("stack", record, record["title"], names, said, around)

    def mode(self, stack: Record, record: Record) -> Document:
        title = f"{record['title']} ({stack['title']})"
        said = [("note", record["note"])] if record.get("note") else []
        key, address = f"{stack['id']}#mode-{record['id']}", f"stack/{stack['id']}"
        return _document(
            "mode",
            record,
            title,
            [("name", record["title"])],
            said,
            [stack["title"]],
            key=key,
            address=address,
            stacks=[stack["id"]],
        )

    def limit(self, stack: Record, record: Record, number: int) -> Document:
        key = f"{stack['id']}#out-of-scope-{number}"
        said = [("not covered", record["topic"]), ("why", record["reason"])]
        title = f"{stack['title']} does not cover: {record['topic']}"
        around = [stack["title"], *self.called(record.get("concerns", ()))]
        return _document(
            "out-of-scope",
            record,
            title,
            [],
            said,
            around,
            key=key,
            address=f"stack/{stack['id']}",
            stacks=[stack["id"]],
        )

    def stage(self, stack: Record, record: Record) -> Document:
        key = f"{stack['id']}/{record['entity']}"
        name = self.name(record["entity"])
        around = [*self.called([record["entity"]]), stack["title"]]
        return _document(
            "stage",
            record,
            f"{name} in {stack['title']}",
            [("name", name)],
            [("note", record["note"])],
            around,
            key=key,
            stacks=[stack["id"]],
            same=record["entity"],
        )

    def step(self, stack: Record, record: Record) -> Document:
        title = self.title_of(record)
        said = [(key, record[key]) for key in ("text", "qualifier", "inferred") if record.get(key)]
        around = [*self.called((record["from"], record["to"])), stack["title"], record["phase"]]
        around += self.conditions(stack, record.get("when", {}))
        same = f"{record['from']}--{record['relation']}--{record['to']}"
        return _document(
            "step",
            record,
            f"{title} ({stack['title']})",
            [("step", title)],
            said,
            around,
            stacks=[stack["id"]],
            same=same,
        )


def _document(
    kind: str,
    record: Record,
    title: str,
    names: list[tuple[str, str]],
    said: list[tuple[str, str]],
    around: list[str],
    *,
    key: str | None = None,
    address: str | None = None,
    stacks: Iterable[str] = (),
    same: str | None = None,
) -> Document:
    """Make a document of its names, its words and what is around it, with the evidence and status of its record."""
    name = key or record["id"]
    part = {"question": "asked", "source": "said"}.get(kind, "name")
    texts = [
        Text(part="answer" if role == "answer" else part, quote=None, role=role, words=words) for role, words in names
    ]
    texts += [Text(part="said", quote=None, role=role, words=words) for role, words in [*said, *_status(record)]]
    texts += _evidence(record)
    around = [*around, *(item["section"] for item in receipts(record) if item.get("section"))]
    texts += [Text(part="around", quote=None, role="around", words=words) for words in dict.fromkeys(around) if words]
    return Document(
        address=address or f"{kind}/{name}",
        id=name,
        kind=kind,
        same=f"{kind}/{name if same is None else same}",
        stacks=tuple(stacks),
        texts=tuple(texts),
        title=title,
    )


def _status(record: Record) -> Iterator[tuple[str, str]]:
    """Yield why a thing has a status other than current, and from and until when it holds."""
    status = record.get("status") or {}
    if status.get("state", "current") != "current":
        yield status["state"], f"{status['state']}: {status.get('reason', '')}"
    for bound in BOUNDS:
        if bound in record:
            yield (
                bound.replace("_", " "),
                f"{bound.replace('_', ' ')} {record[bound].get('version') or record[bound].get('date')}",
            )


def _evidence(record: Record) -> Iterator[Text]:
    """Yield the quotes of a record, those that contradict it apart, and the doubts about them."""
    for item in receipts(record):
        against = item.get("supports") == "contradicts"
        if item.get("quote"):
            role = "quote that contradicts it" if against else "quote"
            yield Text(part="against" if against else "quoted", quote=item["id"], role=role, words=item["quote"])
        if item.get("doubt"):
            yield Text(part="against" if against else "said", quote=None, role="doubt", words=item["doubt"])
