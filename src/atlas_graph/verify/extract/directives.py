"""What Sphinx directives and roles show a reader: one table for reStructuredText and MyST Markdown.

A name that is not here shows its argument and its body, a role its text: better a word too many than a
sentence lost.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from html import escape

from .html import either
from .names import name_set
from .scripts import named


class Shows(Enum):
    """What a directive shows of its argument and its body."""

    BODY = auto()  # body, of which the argument is the first line (note, tip)
    TITLE_AND_BODY = auto()  # argument as a title, then the body
    BODY_ONLY = auto()  # the argument is a name, path or option that is not shown
    CODE = auto()  # the body as code; the argument is a language or a path
    CODE_ARGUMENT = auto()  # a signature, then the body
    NAMES = auto()  # a name a line, in a table
    CONTENTS = auto()  # titles of other pages, a line each, some with "title <page>"
    VERSION = auto()  # "Added in version ARGUMENT: body"
    MATH = auto()
    TABLE = auto()  # caption, then comma-separated values
    RST = auto()  # the body is reStructuredText, whatever the file is
    RAW = auto()  # HTML, where the argument says so; otherwise nothing
    MAYBE = auto()  # the body, in builds of one kind or configuration
    NOTHING = auto()


_NAMED: dict[Shows, str] = {
    Shows.BODY: "note tip hint warning caution danger error important attention seealso info epigraph highlights "
    "pull-quote compound glossary hlist line-block deprecated-note success question abstract example",
    Shows.TITLE_AND_BODY: "admonition topic sidebar rubric centered tab tab-item group-tab tabbed dropdown details "
    "card grid-item-card collapse toggle list-table table panels button-link button-ref customcarditem "
    "customcalloutitem details-summary step cards-item warning-title exercise solution proof theorem definition "
    "lemma property",
    Shows.RAW: "raw",
    Shows.MAYBE: "only ifconfig",
    Shows.BODY_ONLY: "container class grid grid-item tabs tab-set tab-set-code card-carousel role-card "
    "figure subfigure carousel rst-class cssclass flat-table fluid-grid margin aside literally sphinx-gallery "
    "tab-group content-tabs div selector selected selected-content steps card-grid",
    Shows.CODE: "code code-block sourcecode code-cell literalinclude parsed-literal testcode testoutput testsetup "
    "doctest ipython ipython3 prompt mermaid graphviz digraph graph plot productionlist highlight-block terminal "
    "console command-output program-output jupyter-execute exec_code blockdiag uml plantuml pyexec tikz altair-plot "
    "code-diff shell bash python cpp text c json yaml mlir",
    Shows.CODE_ARGUMENT: "function class-signature method attribute data exception classmethod staticmethod decorator "
    "decoratormethod property-signature describe object option cmdoption envvar confval macro type var member "
    "enum enumerator struct union concept alias autofunction autoclass automodule automethod autoattribute autodata "
    "autoexception autodecorator autoproperty autoenum autopydantic_model doxygenfunction doxygenclass doxygenstruct "
    "doxygenenum doxygentypedef doxygendefine doxygenvariable doxygengroup doxygenfile automacro autotypedef "
    "ufunc module-doc",
    Shows.NAMES: "autosummary",
    Shows.CONTENTS: "toctree nbgallery linkgallery minigallery tableofcontents",
    Shows.VERSION: "versionadded versionchanged deprecated versionremoved deprecated-removed",
    Shows.MATH: "math",
    Shows.TABLE: "csv-table",
    Shows.RST: "eval-rst",
    Shows.NOTHING: "image include todo todolist contents sectnum section-numbering meta index highlight "
    "currentmodule module program default-role default-domain role unicode date title header footer target-notes "
    "bibliography tags tabularcolumns youtube video vimeo iframe testcleanup restructuredtext-test-directive "
    "inheritance-diagram automodapi acks-hidden sphinx-version namespace namespace-push namespace-pop "
    "datatemplate card-image figure-md-hidden py:module py:currentmodule c:namespace cpp:namespace embed anchor "
    "doxygenindex jinja comment",
}
_BY_NAME = {name: shows for shows, names in _NAMED.items() for name in names.split()}
_VERSIONS = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
    "deprecated-removed": "Deprecated since version",
    "versionremoved": "Removed in version",
}

_TITLE_AND_TARGET = re.compile(r"^(.*?)\s*<([^<>]*)>$", re.S)
_TOCTREE_ENTRY = re.compile(r"(.*?)\s*<[^<>]*>\s*$")
_ABBREVIATION = re.compile(r"^(.*?)\s*\([^()]*\)\s*$", re.S)
# roles whose text is a target in a programming language: "~a.b.c" shows "c", "!a.b" shows "a.b"
_DOMAIN = re.compile(
    r"^(?:[a-z]+:)?(?:func|function|meth|method|class|mod|module|attr|attribute|obj|object|data|exc|exception|const|"
    r"type|macro|member|var|struct|enum|enumerator|union|any|expr|texpr|concept|envvar|py|cpp|c|term|numref|ref|doc|"
    r"deco|option|token|keyword|download|rst|dir|role|external.*|static|classmethod|property|alias|param)$"
)
_NO_TARGET = name_set("math kbd code literal emphasis strong sub sup subscript superscript raw eq")
# those of Python, in which a leading dot only says where to look
_PYTHON = re.compile(r"^(?:py:)?(?:func|meth|class|mod|attr|obj|data|exc|const|deco)$")
_BRACES = re.compile(r"\{([^{}]*)\}")


def shows(name: str, argument: str = "") -> Shows:
    """What the directive ``name`` shows; a domain ("py:function") and the case do not matter.

    >>> shows("Note").name, shows("py:function").name, shows("unheard-of").name
    ('BODY', 'CODE_ARGUMENT', 'TITLE_AND_BODY')
    """
    name = name.lower()
    if found := _BY_NAME.get(name):
        return found
    domain, colon, local = name.rpartition(":")
    if colon and domain:
        if local in ("class", "property", "module-doc"):
            return Shows.CODE_ARGUMENT
        found = _BY_NAME.get(local)
        return found if found in (Shows.CODE_ARGUMENT, Shows.NOTHING) else Shows.CODE_ARGUMENT
    return Shows.TITLE_AND_BODY


def is_reference(role: str) -> bool:
    """Whether a role without a text of its own shows the heading or caption that its label stands at."""
    return role.lower() in ("ref", "std:ref")


def is_call(role: str, content: str) -> bool:
    """Whether Sphinx may add "()" to what the role shows, as the project has it set.

    >>> is_call("py:func", "~jax.jit"), is_call("func", "the function <jax.jit>"), is_call("class", "Array")
    (True, False, False)
    """
    if role.lower().rpartition(":")[2] not in ("func", "meth") or content.endswith(")"):
        return False
    return _TITLE_AND_TARGET.match(content) is None


def version_html(name: str, argument: str) -> tuple[str, str]:
    """The words that Sphinx puts before the body of a version directive, as HTML, and the rest of its argument.

    Sphinx before 7.3 wrote "New" for "Added"; either may be what is built.
    """
    said = argument.split()
    text = f"{_VERSIONS[name.lower()]} {said[0] if said else ''}".rstrip()
    taken = 1
    if name.lower() == "deprecated-removed":
        taken = 2
        if len(said) > 1:
            text += f", will be removed in version {said[1]}"
    now, before = f"{text}: ", f"{text.replace('Added', 'New', 1)}: "
    return escape(now) if now == before else either(escape(now), before), " ".join(said[taken:])


def is_surely_built(name: str, argument: str) -> bool:
    """Whether what an ``only`` holds is in every HTML page that is built; of ``ifconfig`` nobody knows.

    >>> is_surely_built("only", "html and not latex"), is_surely_built("only", "internal")
    (True, False)
    """
    if name != "only":
        return False
    parts = re.split(r"\band\b", argument)
    return all(
        part.strip(" ()") in ("html", "builder_html", "format_html", "not latex", "not man", "not text", "not epub")
        or bool(re.search(r"\bor\s+html\b|\bhtml\s+or\b", part))
        for part in parts
    )


def toctree_titles(lines: Iterable[str]) -> str:
    """The titles of other pages that a list of contents names, as HTML."""
    found = (_TOCTREE_ENTRY.match(line.strip()) for line in lines)
    return "".join(f"<p>{escape(entry[1])}</p>" for entry in found if entry)


def table_rows(lines: Sequence[str]) -> list[list[str]]:
    """The cells of comma-separated values, row by row; of what is none, each line as a cell."""
    try:
        return list(csv.reader(lines, skipinitialspace=True))
    except csv.Error:
        return [[line] for line in lines]


def role_html(name: str, content: str) -> str:
    """What a role shows of its content, as HTML; a role of the page's own may strike or hide by its name.

    >>> role_html("sup", "3"), role_html("strike", "old")
    ('<sup>3</sup>', '<span class="strike">old</span>')
    """
    shown = role_text(name, content)
    if script := named(name):
        return f"<{script.value}>{escape(shown)}</{script.value}>"
    if is_call(name, content):
        return either(escape(shown), f"{shown}()")
    return f'<span class="{escape(name.lower())}">{escape(shown)}</span>' if name.isalpha() else escape(shown)


def role_text(name: str, content: str) -> str:
    """What a role shows of its content.

    >>> role_text("func", "~jax.jit"), role_text("ref", "the guide <guide>"), role_text("abbr", "IR (x y)")
    ('jit', 'the guide', 'IR')
    """
    name = name.lower()
    if name in _NO_TARGET or name.endswith(":math"):
        return content
    if name in ("file", "samp"):
        return _BRACES.sub(r"\1", content)
    if titled := _TITLE_AND_TARGET.match(content):
        # "vector<int>" is a C++ name, not a title and its target; "<target>" alone has no title
        spaced = content[titled.end(1) : titled.end(1) + 1].isspace()
        if titled[1] and (spaced or not name.startswith(("cpp:", "c:"))):
            return titled[1]
    if name in _WRITTEN:
        return _WRITTEN[name](content)
    return _target_text(name, content) if _DOMAIN.match(name) else content


def _abbreviated(content: str) -> str:
    found = _ABBREVIATION.match(content)
    return found[1] if found else content


#: Roles whose text is written in a way of their own.
_WRITTEN: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("abbr", "abbreviation"), _abbreviated),
    "pep": lambda content: f"PEP {content.partition('#')[0]}",
    "rfc": lambda content: f"RFC {content.partition('#')[0]}",
    "guilabel": lambda content: content.replace("&", ""),
    "menuselection": lambda content: content.replace("-->", "\N{TRIANGULAR BULLET}").replace("&", ""),
}


def _target_text(name: str, content: str) -> str:
    """What is shown of the name of something in a programming language."""
    if content.startswith("!"):
        return content[1:].lstrip("~")
    if content.startswith("~"):
        return re.split(r"\.|::", content[1:].rstrip("."))[-1] or content[1:]
    return content.removeprefix(".") if _PYTHON.match(name) else content
