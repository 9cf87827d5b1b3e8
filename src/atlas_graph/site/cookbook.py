"""The SPARQL cookbook as the site shows it: each question with its query and what this release answers."""

from __future__ import annotations

import re
from pathlib import Path

from ..graph.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..atlas import Atlas

#: Rows of an answer that are shown.
_ROWS = 12
_RECIPE = re.compile(r"^## \d+\. (?P<title>.+?)\n(?P<text>.*?)```sparql\n(?P<query>.*?)```", re.MULTILINE | re.DOTALL)


class Recipe(Value):
    """A question, its query, and the answer: column names, rows of text, and how many there are beyond them."""

    __slots__ = ("columns", "more", "query", "rows", "text", "title")
    columns: tuple[str, ...]
    more: int
    query: str
    rows: tuple[tuple[str, ...], ...]
    text: str
    title: str


def read(atlas: Atlas, file: Path | None) -> list[Recipe]:
    """Return the recipes of a cookbook in Markdown with their answers; none where there is no file or no engine."""
    if file is None or not file.is_file():
        return []
    try:
        import pyoxigraph  # noqa: F401
    except ModuleNotFoundError:
        return []
    return [_answered(atlas, found) for found in _RECIPE.finditer(file.read_text(encoding="utf-8"))]


def _answered(atlas: Atlas, found: re.Match[str]) -> Recipe:
    answer = atlas.sparql(found["query"])
    rows: list[tuple[str, ...]] = []
    columns: tuple[str, ...] = ()
    if isinstance(answer, bool):
        rows, columns = [("yes" if answer else "no",)], ("answer",)
    else:
        listed = list(answer)
        columns = tuple(str(name) for name in getattr(answer, "variables", ())) or _names(found["query"])
        rows = [tuple("" if cell is None else str(getattr(cell, "short", cell)) for cell in row) for row in listed]
    if rows and len(columns) != len(rows[0]):
        columns = tuple(str(at + 1) for at in range(len(rows[0])))
    return Recipe(
        columns=columns,
        more=max(0, len(rows) - _ROWS),
        query=found["query"].strip(),
        rows=tuple(rows[:_ROWS]),
        text=" ".join(found["text"].replace("`", "").split()),
        title=found["title"].replace("`", ""),
    )


def _names(query: str) -> tuple[str, ...]:
    """Return the variables that a SELECT names, in order."""
    head = re.search(r"SELECT\s+(?:DISTINCT\s+)?(.*?)(?:WHERE|\{)", query, re.DOTALL | re.IGNORECASE)
    if head is None:
        return ()
    said = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\s+AS\s+(\?\w+)\s*\)", r"\1", head[1], flags=re.IGNORECASE)
    return tuple(name[1:] for name in re.findall(r"\?\w+", said))
