"""An atlas whose every text tries to break out of the format that it is written in."""

from __future__ import annotations

from ..graph.small import atlas, entity, quote, stack, step

NASTY = [
    "quote \" and ' and ` tick",
    "pipe | bracket [x](javascript:alert(1)) <script>alert(1)</script>",
    "line\nbreak\r\nand\ttab",
    "# heading\n- list\n1. one",
    "]]> --> end graph; subgraph x",
    '\\ backslash \\N \\G \\" %% comment',
    "עברית وعربي \u202eevil\u202c",
    "emoji 🧠→👾 and \x00 nul \x1b[31mred",
    "&amp; &lt; #quot; #35; entities",
    "{curly} (round) ((a)) >flag] /slash/",
]


def visible(text: str) -> str:
    """The text on one line, without what no reader sees."""
    return " ".join("".join(one for one in text if one.isprintable() or one.isspace()).split())


def hostile() -> object:
    """One stage after the other, each named and described by one of the texts."""
    names = [f"e{number}" for number in range(len(NASTY))]
    entities = [
        {**entity(name), "name": text, "summary": text, "aliases": [text]}
        for name, text in zip(names, NASTY, strict=True)
    ]
    steps = [
        step(
            one,
            other,
            text=text,
            qualifier=text,
            evidence=[quote(one, supports="contradicts") | {"quote": text + " and more words", "section": text}],
        )
        for one, other, text in zip(names, names[1:], NASTY, strict=False)
    ]
    steps.append(step(names[0], names[-1], text="It skips."))
    wrong = [{"id": "w", "claim": NASTY[1], "correction": NASTY[5], "stacks": ["s"], "evidence": [quote("w")]}]
    record = stack("s", *steps, title=NASTY[1])
    record["stages"] = [{**stage, "note": text} for stage, text in zip(record["stages"], NASTY, strict=True)]
    return atlas(record, entities=entities, misconceptions=wrong)
