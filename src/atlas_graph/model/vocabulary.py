"""The closed vocabularies, as plain tuples so that importing them costs nothing.

What grows with the data (relations, devices, each stack's modes) is data and lives in ``dataset/``.
"""

from __future__ import annotations

#: Words of ids that are abbreviations, as they are written; every other word of an id is an ordinary word.
ABBREVIATIONS = {"hbm": "HBM", "l2": "L2", "mxu": "MXU", "pcie": "PCIe", "sram": "SRAM", "vmem": "VMEM"}

#: What an entity can be, and the plural for headings and tables; in the order of a program's way to the chip.
KIND_LABELS = {
    "programming-language": "programming languages and user code",
    "framework-component": "framework components",
    "generated-source": "generated source code",
    "intermediate-representation": "intermediate representations",
    "compiler": "compilers",
    "kernel-library": "kernel libraries",
    "communication-library": "communication libraries",
    "machine-code": "machine code",
    "runtime": "runtimes",
    "driver": "drivers",
    "interface": "interfaces",
    "file-format": "file formats",
    "hardware": "hardware",
    "concept": "concepts",
}
ENTITY_KINDS = tuple(KIND_LABELS)

#: Kinds that no package and no repository can hold.
NO_SOFTWARE = frozenset(("hardware", "concept"))

#: When in the life of a program a step happens.
PHASES = ("build", "trace", "compile", "load", "run")

#: Whether a record can be relied on today.
STATUSES = ("current", "deprecated", "withdrawn", "moved")

SOURCE_KINDS = ("project-docs", "specification", "vendor-docs", "source-code", "paper")

#: What an option can be, and what setting it does to a step or choice.
OPTION_KINDS = ("environment-variable", "compiler-flag", "build-option", "argument", "call")
EFFECT_KINDS = ("adds", "removes", "redirects", "decides", "changes")

#: What a golden question can ask of the atlas.
ASKS = (
    "path", "routes", "compare", "explain", "why-not", "show", "facts", "misconceptions", "options", "choices",
    "search",
)  # fmt: skip

#: How far one piece of evidence, or an audited set of it, carries its step.
SUPPORTS = ("full", "partial", "contradicts")

#: How one part of a statement is carried, strongest first; the first three carry it.
PART_STATES = ("quoted", "observed", "general", "inferred", "none", "unmarked")
CARRIED = ("quoted", "observed", "general")

#: Grades of a step, strongest first; a path is as good as its weakest step.
GRADES = ("documented-and-observed", "documented", "observed", "partial", "unaudited", "contradicted")

#: What the verifier can say of a quote. The first two mean that it stands.
VERDICTS = (
    "match", "loose", "moved", "drift-wording", "drift-meaning", "gone", "missing", "blocked",
    "deferred", "unreachable", "unverifiable", "skipped", "refused",
)  # fmt: skip
STANDING = ("match", "loose")

#: The verdict shown where the ledger has no entry for a quote.
UNCHECKED = "unchecked"

#: Version of the release file's layout. Raised when a reader of the older layout would misread the newer.
RELEASE_FORMAT = 1


def id_in_words(name: str) -> str:
    """Return an id as words for people.

    >>> id_in_words("intermediate-representation"), id_in_words("pcie-bandwidth")
    ('intermediate representation', 'PCIe bandwidth')
    """
    return " ".join(ABBREVIATIONS.get(word, word) for word in name.split("-"))
