"""The classes and properties of the ``atlas:`` namespace: a label, a meaning, and what each specialises."""

from __future__ import annotations

from typing import NamedTuple

from ..model.vocabulary import (
    DOINGS,
    ENTITY_KINDS,
    KIND_LABELS,
    OPTION_KINDS,
    PART_STATES,
    PHASES,
    SOURCE_KINDS,
    STATUSES,
    SUPPORTS,
    UNCHECKED,
    VERDICTS,
)


class Class(NamedTuple):
    """A class: its label, what its members are, and the classes that it specialises (prefixed names)."""

    label: str
    comment: str
    above: tuple[str, ...] = ()


class Property(NamedTuple):
    """A property: its label, what it says, and the properties that it specialises (prefixed names)."""

    label: str
    comment: str
    above: tuple[str, ...] = ()


CLASSES: dict[str, Class] = {
    "Artefact": Class("artefact", "One thing that a witness saw.", ("prov:Entity",)),
    "Audit": Class("audit", "A second reader's judgement of the evidence of a statement, read together."),
    "Check": Class("check", "The outcome of looking for a quote in one copy of its document.", ("oa:TimeState",)),
    "CheckedQuote": Class(
        "checked quote", "A quote that was looked for. It stays known when nothing cites it any more."
    ),
    "Choice": Class(
        "choice", "A place where something chooses between steps or entities, or where all of them happen."
    ),
    "Control": Class("control", "What must be absent from a run without the flag, mode or device."),
    "DeclaredMode": Class("declared mode", "A way of running, as one stack names and explains it."),
    "Device": Class("device", "A target that steps can be limited to.", ("skos:Concept",)),
    "Effect": Class("effect", "What setting an option does to a step or a choice."),
    "Entity": Class("entity", "A thing that code passes through, or an idea needed to speak of it."),
    "Evidence": Class(
        "evidence",
        "What stands behind a statement: a verbatim quote from a source, or an observation by a witness. "
        "A quote is an oa:SpecificResource.",
    ),
    "Exclusion": Class("exclusion", "Modes and devices of a stack that do not go together, and why."),
    "Fact": Class("fact", "One sourced property of a subject, with its unit and all that qualifies it."),
    "Link": Class("link", "A sourced structural statement about two entities, outside any path."),
    "Looked": Class("look", "That someone looked for a way, what was read, when, and what was found."),
    "Misconception": Class("misconception", "A claim that is often made and wrong, with its correction."),
    "Option": Class(
        "option", "A switch that adds, removes, redirects or changes a step, or decides a choice."
    ),
    "OutOfScope": Class("out of scope", "Something that a stack does not cover, and why."),
    "Part": Class("part", "How one part of a statement is carried: by words, by a run, in general, or not."),
    "Path": Class(
        "path",
        "What holds in a stack under one mode and one device. Its IRI also names the graph that holds just its "
        "direct triples.",
    ),
    "PinnedCopy": Class(
        "pinned copy",
        "The immutable copy of a source that quotes are checked against.",
        ("dcat:Distribution", "prov:Entity"),
    ),
    "Question": Class(
        "question", "A golden question, and what the answer of the atlas must be.", ("schema:Question",)
    ),
    "Relation": Class(
        "relation", "A kind of statement that can be made of two entities. Each is a property itself.",
        ("owl:ObjectProperty",),
    ),
    "Release": Class("release", "All records of one version of the dataset.", ("dcat:Dataset", "void:Dataset")),
    "Run": Class("run", "A recorded run of a witness.", ("prov:Activity",)),
    "Since": Class("since", "From when on something holds: the first version of a package that has it, or a day."),
    "Source": Class("source", "One document that is quoted.", ("foaf:Document", "schema:CreativeWork", "prov:Entity")),
    "Stack": Class("stack", "One family of execution paths."),
    "Stage": Class("stage", "An entity in its role inside one stack."),
    "Step": Class("step", "One documented hand-over from a stage to another, under stated conditions."),
    "Until": Class(
        "until", "The first version or day without something, or the last with it where that is said to be inclusive."
    ),
    "Witness": Class(
        "witness", "A program that makes a real framework show its steps, and the record of its runs.", ("prov:Plan",)
    ),
}  # fmt: skip

PROPERTIES: dict[str, Property] = {
    "allHappen": Property("all happen", "Whether nothing is chosen, and all candidates happen."),
    "answer": Property("answer", "The answer to a golden question, in a sentence or two."),
    "archiveMember": Property("archive member", "The file inside a package archive, without its top folder."),
    "arguments": Property("arguments", "How a golden question is asked of the atlas, as JSON."),
    "artefactKind": Property("artefact kind", "What kind of artefact a witness saw."),
    "asPrinted": Property("as printed", "A value as its source prints it."),
    "ask": Property("ask", "Which of the atlas's questions a golden question is."),
    "askedAt": Property("asked at", "A page on which people ask this.", ("dcterms:references",)),
    "audit": Property("audit", "The audit of a statement's evidence."),
    "candidate": Property("candidate", "A step or entity that a choice may take (derived)."),
    "candidateId": Property("candidate (id)", "Id of a step or entity that a choice may take."),
    "check": Property("check", "What a witness checked of an artefact."),
    "checked": Property("checked", "When the quote of this evidence was last looked for (derived)."),
    "chooser": Property("chooser", "The entity that chooses."),
    "claim": Property("claim", "The claim that is wrong."),
    "command": Property("command", "The command that was run."),
    "concerns": Property("concerns", "What a misconception, or a topic out of scope, is about.", ("dcterms:subject",)),
    "concernsId": Property("concerns (id)", "Id of an entity or device that a question on this topic would name."),
    "continues": Property("continues", "A stack that takes over where this one ends."),
    "contradicts": Property("contradicts", "A step that a witness showed not to happen."),
    "control": Property("control", "A negative control of a run."),
    "correction": Property("correction", "What is right in place of a misconception."),
    "declaresMode": Property("declares mode", "A mode as this stack declares it."),
    "default": Property("default", "How things are where an option is not set, in words."),
    "defaultCandidate": Property("default candidate", "What a choice takes where nothing is set (derived)."),
    "defaultId": Property("default (id)", "Id of what a choice takes where nothing is set."),
    "device": Property("device", "A device under which something holds; of a step without one: all of its stack."),
    "diff": Property("diff", "How the quote and the nearest passage differ."),
    "digest": Property("digest", "A digest over what an auditor saw."),
    "does": Property("does", "What an option does to a step or choice."),
    "disputedPart": Property("disputed part", "A part of a statement on which its readers differ."),
    "doubt": Property("doubt", "Why support is only partial, in words."),
    "effect": Property("effect", "What setting this option does."),
    "entity": Property("entity", "The entity that a stage, device or artefact is about."),
    "entry": Property("entry", "The entity at which every path of a stack starts."),
    "evidence": Property("evidence", "What stands behind this.", ("prov:wasDerivedFrom",)),
    "evidenceClass": Property("evidence class", "Whether evidence is a quote or an observation."),
    "exception": Property("exception", "Why a quote need not name both ends of its step."),
    "allowedFlag": Property("allowed flag", "A remark of the checker that is no fault of this quote."),
    "allowedBecause": Property("allowed because", "Why a remark of the checker is no fault of this quote."),
    "excerpt": Property("excerpt", "A piece of what a witness saw."),
    "excludes": Property("excludes", "Modes and devices that do not go together."),
    "expect": Property("expect", "What the result of a golden question must hold, as JSON."),
    "extractor": Property("extractor", "What took the text out of the document, with its version."),
    "fallback": Property("fallback", "What happens where none of the candidates fits."),
    "firstMissing": Property("first missing", "When the quote was first not found on the live page."),
    "flag": Property("flag", "A remark of the verifier beside its verdict."),
    "flow": Property(
        "flow",
        "Some relation of an execution path leads from the one to the other, under at least one recorded condition. "
        "Derived, so that atlas:flow+ needs no inference.",
    ),
    "format": Property("format", "The version of the release file's layout."),
    "found": Property("found", "What was found, in words."),
    "from": Property("from", "The entity that a step or link starts from."),
    "fromKind": Property("from kind", "A kind of entity that a relation may start from; none: any."),
    "heading": Property("heading", "The heading under which the quote was found."),
    "implemented-in": Property("implemented in", "The first is written in the second."),
    "inPath": Property("in path", "A path that this step or stage is part of (derived).", ("dcterms:isPartOf",)),
    "inStack": Property("in stack", "The stack that this step or stage belongs to (derived).", ("dcterms:isPartOf",)),
    "inclusive": Property("inclusive", "Whether the version named is the last that still has it."),
    "inferred": Property("inferred", "Which part of a step's conditions no sentence speaks for, and why it is held."),
    "inverseLabel": Property("inverse label", "How a relation is read from its second entity to its first."),
    "judgedBy": Property("judged by", "The round of readers, or the person, that filed a judgement."),
    "judges": Property("judges", "A part of the statement, and how it is carried.", ("dcterms:hasPart",)),
    "kind": Property("kind", "What an entity is.", ("dcterms:type",)),
    "licence": Property("licence", "SPDX licence expression.", ("spdx:licenseDeclared",)),
    "limit": Property("limit", "A limit in words, such as 'for some kernels'."),
    "link": Property("link", "The live page, opened at the quoted sentence (derived)."),
    "liveCheck": Property("live check", "The last check of a quote on the live page."),
    "mark": Property("mark", "Words of a quote that carry a part of the statement; a selector of that quote."),
    "mode": Property("mode", "A mode in which something holds; of a step without one: all of its stack."),
    "nearest": Property("nearest", "The passage that comes nearest to a quote that was not found."),
    "needs": Property("needs", "A device or platform that a witness cannot do without."),
    "notPinnedBecause": Property("not pinned because", "Why there is no pinned copy of a source."),
    "observes": Property("observes", "A step that a witness showed to happen."),
    "ofStack": Property("of stack", "A stack that this is about."),
    "onChoice": Property("on choice", "The choice that an option decides or changes."),
    "onStep": Property("on step", "The step that an option adds, removes, redirects or changes."),
    "option": Property("option", "An option of which one must be set for something to hold."),
    "optionKind": Property("option kind", "What kind of switch an option is."),
    "order": Property("order", "In which order candidates are tried, as a JSON list of ids."),
    "outOfScope": Property("out of scope", "Something that a stack does not cover."),
    "overriddenBy": Property("overridden by", "An option that decides a choice."),
    "package": Property("package", "A package that a run used, as NAME==VERSION (derived)."),
    "packageVersion": Property(
        "package version", "The package and version from which, or until which, something holds."
    ),
    "packages": Property("packages", "The packages that a run used with their versions, as JSON."),
    "part": Property("part", "A part of a statement: from, relation, mode/ID, 'text: CLAUSE' …"),
    "part-of": Property("part of", "The first is a component of the second."),
    "partState": Property("part state", "How a part is carried."),
    "passed": Property("passed", "Whether a check came out as it must."),
    "phase": Property("phase", "When in the life of a program a step happens."),
    "pinned": Property("pinned", "The pinned copy of a source.", ("dcat:distribution",)),
    "pinnedCheck": Property("pinned check", "The last check of a quote in the pinned copy."),
    "platform": Property("platform", "The platform of a run."),
    "position": Property("position", "The place among its siblings, from 1 (derived).", ("schema:position",)),
    "previousRun": Property("previous run", "An earlier run of a witness."),
    "program": Property("program", "The file of a witness program."),
    "property": Property("property", "Which property of its subject a fact gives."),
    "purl": Property("purl", "The package URL.", ("dcterms:identifier",)),
    "python": Property("python", "The version of Python of a run."),
    "qualifiers": Property(
        "qualifiers", "What qualifies a fact, as JSON; each is also said as qualifier:KEY (derived)."
    ),
    "quote": Property("quote", "The words that are quoted."),
    "ranOn": Property("ran on", "The device of a run, as it calls itself."),
    "read": Property("read", "What was read in a look: the id of a source, or an address."),
    "readAt": Property("read at", "Where the checked copy was read."),
    "readBy": Property("read by", "The entity that reads an option."),
    "reason": Property("reason", "Why, in words."),
    "refines": Property("refines", "The quote in which the marked words stand (the inverse of oa:refinedBy)."),
    "relation": Property("relation", "The relation that a step or link states."),
    "revision": Property("revision", "The revision of the checked copy."),
    "role": Property("role", "Whether a relation is part of execution paths or describes."),
    "rule": Property("rule", "What a choice goes by, in words."),
    "run": Property("run", "The last run of a witness."),
    "scope": Property("scope", "What a stack covers."),
    "section": Property("section", "The heading under which a quote stands."),
    "sentence": Property("sentence", "The sentence around a quote, as it was found."),
    "since": Property("since", "When something began."),
    "slug": Property("slug", "What tells apart two steps of the same name."),
    "source": Property("source", "The document that a quote is taken from.", ("dcterms:source",)),
    "sourceKind": Property("source kind", "What a document is.", ("dcterms:type",)),
    "stage": Property("stage", "A stage of a stack.", ("dcterms:hasPart",)),
    "standsFor": Property("stands for", "The name in the same quote that a marked pronoun stands for."),
    "status": Property("status", "Whether a record can be relied on."),
    "statusReason": Property("status reason", "Why a record is deprecated, withdrawn or moved."),
    "statusSince": Property("status since", "When a record's status came to be so."),
    "statusUntil": Property("status until", "When a record's status ceased to be so."),
    "step": Property("step", "A step of a stack.", ("dcterms:hasPart",)),
    "structure": Property("structure", "Some relation that describes, outside any path, joins the two. Derived."),
    "subject": Property("subject", "What a fact is about.", ("dcterms:subject",)),
    "supports": Property("supports", "How far evidence carries its statement."),
    "to": Property("to", "The entity that a step or link ends at."),
    "toKind": Property("to kind", "A kind of entity that a relation may end at; none: any."),
    "unit": Property("unit", "The unit of a fact's value. GB is 10^9 bytes, GiB is 2^30."),
    "unless": Property("unless", "An option that must not be set for something to hold."),
    "until": Property("until", "When something ended."),
    "value": Property("value", "The value of a fact, in its unit."),
    "verdict": Property("verdict", "What the verifier says of a quote; of evidence: the last word on it (derived)."),
    "wikidata": Property("wikidata", "The same thing in Wikidata.", ("skos:closeMatch",)),
    "words": Property("words", "The marked words, as the quote has them."),
    "witness": Property("witness", "The witness whose observation this is.", ("prov:wasAttributedTo",)),
}

#: Folder of a closed vocabulary -> the scheme's label and the labels of its concepts by id.
SCHEMES: dict[str, tuple[str, dict[str, str]]] = {
    "ask": (
        "questions that can be asked",
        {name: name.replace("-", " ") for name in (
            "path", "routes", "compare", "explain", "why-not", "show", "facts", "misconceptions",
            "options", "choices", "search",
        )},
    ),
    "doing": ("what options do", {name: name for name in DOINGS}),
    "evidence-class": ("classes of evidence", {"quote": "quote", "observation": "observation"}),
    "kind": ("kinds of entity", {name: KIND_LABELS[name] for name in ENTITY_KINDS}),
    "option-kind": ("kinds of option", {name: name.replace("-", " ") for name in OPTION_KINDS}),
    "part-state": ("how parts are carried", {name: name for name in PART_STATES}),
    "phase": ("phases", {name: name for name in PHASES}),
    "role": ("roles of relations", {"flow": "flow", "structure": "structure"}),
    "source-kind": ("kinds of source", {name: name.replace("-", " ") for name in SOURCE_KINDS}),
    "status": ("statuses", {name: name for name in STATUSES}),
    "support": ("degrees of support", {name: name for name in (*SUPPORTS, "none")}),
    "verdict": ("verdicts", {name: name.replace("-", " ") for name in (*VERDICTS, UNCHECKED)}),
}  # fmt: skip


def kind_class(kind: str) -> str:
    """Return the name of the class of a kind.

    >>> kind_class("intermediate-representation")
    'IntermediateRepresentation'
    """
    return "".join(part.capitalize() for part in kind.split("-"))
