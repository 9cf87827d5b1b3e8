"""The table of commands: where each is, what it does in a line, and the extra that brings what it imports.

So the help text and the shell's completion of commands need none of their modules, and each module imports at its top.
"""

from __future__ import annotations


class Command:
    """One command: its ``module`` in this package, the line that ``--help`` shows, and the ``extra`` that it needs."""

    __slots__ = ("extra", "help", "module")

    def __init__(self, module: str, help: str, extra: str | None = None) -> None:
        self.module, self.help, self.extra = module, help, extra


COMMANDS = {
    "audit": Command(
        "audit", "print sheets for second readers, file what they mark, say what lacks support", extra="author"
    ),
    "build": Command("build", "write the one-file release, its search index and their checksums"),
    "compare": Command("compare", "say what two paths share and where they part"),
    "completion": Command("completion", "print the script that makes a shell complete this command"),
    "coverage": Command("coverage", "print which stacks, modes and devices are documented"),
    "diff": Command("diff", "say what changed between two releases"),
    "explain": Command("explain", "print what stands behind each step of a path, and how well"),
    "explain-rule": Command("explain_rule", "say what a rule of the dataset wants", extra="author"),
    "export": Command("export", "write a release as RDF, tables or a property graph"),
    "here": Command("here", "print the paths that apply to this machine"),
    "list": Command("listing", "list stacks, steps, choices, options, open forks, facts and more"),
    "path": Command("path", "print the stages and steps of a stack, with their quotes"),
    "quote": Command("quote", "say whether a quote stands in a document", extra="verify"),
    "routes": Command("routes", "print the linear routes from one stage to another"),
    "search": Command("search", "find what fits a question best, in any wording"),
    "serve": Command("serve", "serve a release: SPARQL, IRIs and the release file over HTTP", extra="serve"),
    "show": Command("show", "print a thing by its id, with everything that is said of it"),
    "site": Command("site", "write the explorer, a static site", extra="site"),
    "sparql": Command("sparql", "answer a SPARQL query", extra="rdf"),
    "stats": Command("stats", "print the counts of the release"),
    "validate": Command("validate", "check a dataset folder against every rule, or a release file", extra="author"),
    "verify": Command("verify", "look every quote up in its document", extra="verify"),
    "why-not": Command("why_not", "say why the atlas has no route between two things"),
    "witness": Command("witness", "list, show or repeat the recorded runs of real frameworks", extra="witness"),
}
