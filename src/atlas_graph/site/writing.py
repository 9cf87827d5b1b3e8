"""Writes pages from templates: everything escaped, every address relative, the same bytes on every run."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ..graph.marks import pieces
from ..model.vocabulary import id_in_words
from ..render.html import safe_link
from ..render.shapes import CODES
from . import addresses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..graph.evidence import Evidence
    from .joins import Joins


class Writer:
    """Writes the files of one site and remembers what it wrote."""

    def __init__(self, folder: Path, joins: Joins, *, url: str | None, issues: str | None) -> None:
        base = url or joins.atlas.release["base"]
        self.folder = folder
        self.url = base if base.endswith("/") else f"{base}/"
        #: Way to the top of the site from an address under it of any depth, which is known where its place is.
        self._anywhere = urlsplit(self.url).path if url else ""
        #: Address of each page -> its title, in the order of writing.
        self.pages: dict[str, str] = {}
        self.files: dict[str, int] = {}
        self._environment = _environment(joins)
        self._environment.globals.update(issues=issues, site_url=self.url)

    def page(
        self, template: str, address: str, *, title: str, about: str, anywhere: bool = False, **context: Any
    ) -> None:
        """Write a page: ``title`` and ``about`` head it; every other name goes to its template.

        ``anywhere`` is for a page that a host shows at any address, whose links cannot be relative.
        """
        root = self._anywhere if anywhere else "../" * address.count("/")
        self.pages[address] = title
        rendered = self._environment.get_template(f"{template}.html").render(
            root=root, address=address, title=title, about=about, to=partial(_to, root), **context
        )
        self.file(address, rendered.strip() + "\n")

    def part(self, macro: str, address: str, *arguments: Any) -> str:
        """Return what a macro of ``parts.html`` makes of its arguments on the page at an address."""
        root = "../" * address.count("/")
        context = {"root": root, "address": address, "to": partial(_to, root)}
        module = self._environment.get_template("parts.html").make_module(context)
        return str(getattr(module, macro)(*arguments)).strip()

    def file(self, address: str, content: str | bytes) -> None:
        """Write a file."""
        target = self.folder / address
        target.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        target.write_bytes(data)
        self.files[address] = len(data)

    def json(self, address: str, value: Any) -> None:
        """Write a file of JSON."""
        self.file(address, json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def _to(root: str, address: str, fragment: str = "") -> str:
    """Return the link from a page, whose way up is ``root``, to an address of the site."""
    return f"{root}{quote(address, safe='/.-_~')}{f'#{quote(fragment)}' if fragment else ''}"


def _environment(joins: Joins) -> Environment:
    environment = Environment(
        loader=PackageLoader("atlas_graph.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.globals.update(
        {
            name: getattr(addresses, name)
            for name in (
                "choice_page", "compare_page", "condition_of", "entity_page", "option_page", "path_page", "source_page",
                "stack_page", "step_anchor", "step_page", "witness_page",
            )
        }
    )  # fmt: skip
    environment.globals.update(
        codes=CODES, joins=joins, atlas=joins.atlas, release=joins.atlas.release, entities=joins.atlas.table("entities")
    )
    environment.filters.update(
        marked=marked,
        safe_link=safe_link,
        number=number,
        bytes=in_bytes,
        words=id_in_words,
        plain=plain,
        licence=licence,
        breakable=breakable,
    )
    return environment


def _shown(value: Any) -> Any:
    """Return what is shown of a value: a text without control characters, each run right-to-left kept to itself."""
    if hasattr(value, "__html__"):
        return value
    text = str(value)
    return text if text.isascii() and text.isprintable() else plain(text)


def plain(value: str) -> str:
    """Return a text without control characters."""
    return "".join(one if one.isprintable() or one == "\n" else " " if one.isspace() else "" for one in value)


def marked(item: Evidence) -> Markup:
    """Return a quote with the words that carry parts of the statement underlined, and labelled with the parts."""
    shown = []
    for piece, labels in pieces(item.quote or "", item.marks):
        text = escape(plain(piece))
        named = ", ".join(label for label in labels if label != "text")
        if named:
            text = Markup('<mark data-p="{}">{}</mark>').format(named, text)
        elif labels:  # a clause of the step's text, which is named once on the page and not at each word
            text = Markup("<u>{}</u>").format(text)
        shown.append(text)
    return Markup("").join(shown)


def number(value: float | int | str) -> str:
    """Return a number as people read it.

    >>> number(108), number(3350.5), number(1e15), number("x")
    ('108', '3,350.5', '1e+15', 'x')
    """
    if isinstance(value, str):
        return value
    return f"{value:,.10g}" if abs(value) < 1e12 else f"{value:g}"


def in_bytes(size: int) -> str:
    """Return a size in kB or MB.

    >>> in_bytes(999), in_bytes(1500), in_bytes(2_500_000)
    ('999 B', '1.5 kB', '2.5 MB')
    """
    for unit, scale in (("MB", 1_000_000), ("kB", 1000)):
        if size >= scale:
            return f"{size / scale:.1f} {unit}"
    return f"{size} B"


def licence(expression: str) -> str:
    """Return a licence for people: an SPDX expression as it is, what has none by what it is.

    >>> licence("Apache-2.0"), licence("LicenseRef-proprietary")
    ('Apache-2.0', 'proprietary')
    """
    return expression.removeprefix("LicenseRef-")


def breakable(name: str) -> Markup:
    """Return a name of code that may break after its signs, where a line is too short for it.

    >>> breakable("MAX_AUTOTUNE=<1>")
    Markup('MAX_<wbr>AUTOTUNE=<wbr>&lt;1&gt;')
    """
    return Markup("<wbr>").join(escape(plain(piece)) for piece in re.split(r"(?<=[_.=(,])(?=\w|<)", name))
