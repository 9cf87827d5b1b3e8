"""Which formats there are, and which of them a document is in.

A server's media type is believed where it says something. ``text/plain`` and ``application/octet-stream`` say
nothing (raw files are served so whatever they hold): then the ending of the name decides, and where there is
none, the first characters do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from .names import name_set


@dataclass(frozen=True, slots=True)
class Format:
    """One format: its name, the version of its extractor, its media types and its file endings.

    ``version`` goes up whenever the extractor would give other text for the same bytes; name and version
    together are :attr:`~atlas_graph.verify.document.Extraction.extractor`.
    """

    name: str
    version: int
    media_type: str
    other_media_types: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    @property
    def extractor(self) -> str:
        """Name and version as the ledger has them, for example ``html/1``."""
        return f"{self.name}/{self.version}"


HTML = Format("html", 5, "text/html", ("application/xhtml+xml",), ("html", "htm", "xhtml", "shtml"))
MARKDOWN = Format(
    "markdown",
    4,
    "text/markdown",
    ("text/x-markdown", "text/x-web-markdown", "text/mdx"),
    ("md", "markdown", "mdx", "mkd", "mdown", "qmd", "myst"),
)
RST = Format("rst", 4, "text/x-rst", ("text/rst", "text/restructuredtext", "text/prs.fallenstein.rst"), ("rst", "rest"))
ASCIIDOC = Format("asciidoc", 3, "text/asciidoc", ("text/x-asciidoc",), ("adoc", "asciidoc"))
BIKESHED = Format("bikeshed", 3, "text/x-bikeshed", (), ("bs",))
NOTEBOOK = Format("notebook", 3, "application/x-ipynb+json", (), ("ipynb",))
PDF = Format("pdf", 3, "application/pdf", ("application/x-pdf",), ("pdf",))
SOURCE = Format(
    "source",
    3,
    "text/x-source",
    (
        "application/javascript",
        "application/typescript",
        "application/x-python",
        "application/x-sh",
        "text/javascript",
        "text/x-c",
        "text/x-c++",
        "text/x-c++src",
        "text/x-chdr",
        "text/x-csrc",
        "text/x-go",
        "text/x-java",
        "text/x-java-source",
        "text/x-python",
        "text/x-rust",
        "text/x-rustsrc",
        "text/x-script.python",
        "text/x-shellscript",
    ),
    # the endings are those that source.py knows a comment syntax for
    tuple(
        sorted(
            name_set(
                "py pyi pyx pxd c h cc cpp cxx hh hpp hxx cu cuh cl inc td mlir ll rs go java kt swift js mjs cjs ts "
                "tsx jsx scala cs m mm metal proto sh bash jl r rb toml yaml yml cmake lua hs sql s asm mojo wgsl "
                "glsl hlsl f90 f zig bzl bazel"
            )
        )
    ),
)
TEXT = Format("text", 2, "text/plain", (), ("txt", "text", "log"))

FORMATS = (HTML, MARKDOWN, RST, ASCIIDOC, BIKESHED, NOTEBOOK, PDF, SOURCE, TEXT)
EXTRACTOR_VERSIONS = {form.name: form.version for form in FORMATS}

_BY_MEDIA_TYPE = {
    media_type: form
    for form in FORMATS
    if form is not TEXT
    for media_type in (form.media_type, *form.other_media_types)
}
_BY_ENDING = {ending: form for form in FORMATS for ending in form.endings}
# What a server says of a file whose kind it does not know
_SAYS_NOTHING = frozenset({"text/plain", "application/octet-stream", "binary/octet-stream", "application/json", ""})
# An ending that says only how the file is kept beside the real one (Sphinx keeps ``page.rst.txt``)
_WRAPPERS = frozenset({"txt", "in", "tmpl", "template", "inc"})

_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*){0,8}<(?:!doctype\s+html|html\b|head\b|body\b)", re.I | re.S
)
_RST_SIGNS = re.compile(r"^\.\. (?:[a-z][\w:-]*::|_[^:\n]+:)|:[a-z]+(?::[a-z]+)*:`[^`\n]+`", re.M)
_MARKDOWN_SIGNS = re.compile(r"^(?:#{1,6} \S|```|~~~)|\[[^\]\n]+\]\([^)\n]+\)", re.M)


def ending(name: str | None) -> str:
    """The ending of the file that ``name`` (a path, URL or purl with a member) ends at, in lower case.

    >>> ending("https://example.org/docs/guide.md?plain=1#L3"), ending("pkg:pypi/jax@1.0#docs/jit.rst")
    ('md', 'rst')
    >>> ending("_sources/index.rst.txt"), ending("README")
    ('rst', '')
    """
    if not name:
        return ""
    if name.startswith("pkg:"):
        path = name.partition("#")[2]
    elif "://" in name[:12]:
        path = unquote(name.partition("#")[0].partition("?")[0].partition("://")[2].partition("/")[2])
    else:
        path = name
    parts = re.split(r"[/\\]", path)[-1].lower().split(".")
    if parts[-1] == "cmakelists" or parts[0] == "cmakelists":
        return "cmake"
    if len(parts) > 2 and parts[-1] in _WRAPPERS and parts[-2] in _BY_ENDING:
        return parts[-2]
    return parts[-1] if len(parts) > 1 else ""


def source_ending(media_type: str | None) -> str:
    """The file ending of the language that a media type names.

    >>> source_ending("text/x-python; charset=utf-8"), source_ending(None)
    ('py', 'c')
    """
    said = (media_type or "").partition(";")[0].strip().lower()
    named = (("python", "py"), ("shell", "sh"), ("x-sh", "sh"), ("script", "js"), ("rust", "rs"), ("x-go", "go"))
    return next((ending for word, ending in named if word in said), "c")


def of_bytes(content: bytes, *, media_type: str | None, name: str | None) -> Format | None:
    """The format as far as the first bytes, the media type and the name say; None leaves it to the text."""
    head = content[:1024].lstrip()
    if head.startswith(b"%PDF-"):
        return PDF
    declared = (media_type or "").partition(";")[0].strip().lower()
    form = _BY_MEDIA_TYPE.get(declared)
    if form is PDF:
        return None  # an error page where a PDF was promised
    if form is not None:
        return form
    by_name = _BY_ENDING.get(ending(name))
    if by_name is PDF:
        return None
    if by_name is not None and by_name is not TEXT:
        return by_name
    if declared not in _SAYS_NOTHING:
        return TEXT if by_name is TEXT else None
    return by_name if by_name is TEXT else None


def of_text(text: str) -> Format:
    """The format that the first characters of ``text`` speak for.

    >>> of_text("<!DOCTYPE html><p>Hi").name, of_text("# Title\\n\\ntext").name, of_text("Plain.").name
    ('html', 'markdown', 'text')
    """
    head = text[:20_000]
    if _HTML_START.match(head):
        return HTML
    if head.lstrip().startswith("{") and '"nbformat"' in text:
        return NOTEBOOK
    if _RST_SIGNS.search(head):
        return RST
    if _MARKDOWN_SIGNS.search(head):
        return MARKDOWN
    return TEXT
