"""A release in the formats of other tools. The same release gives the same bytes, whatever ran before."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..files import write_file, write_files
from ..jsonld.errors import RdfError
from ..jsonld.linked import linked
from ..release.write import release_bytes
from ..tabular.columnar import parquet_files
from ..tabular.database import sqlite_file
from ..tabular.layout import layouts
from ..tabular.texts import csv_files
from .cypher import cypher
from .dataset import graphs
from .graphml import graphml
from .nanopub import nanopublications
from .neo4j import neo4j_files
from .propertygraph import property_graph, step_graph
from .turtle import nquads, trig, turtle

#: Formats that are one file, and those that are a folder of files.
FILES = ("json", "turtle", "jsonld", "nquads", "trig", "graphml", "cypher", "sqlite")
FOLDERS = ("csv", "parquet", "neo4j")
#: What the GraphML holds: the steps between entities, or every record.
PARTS = ("steps", "all")
#: How the files of a folder are called, by which those of an earlier export are known.
_OURS = re.compile(r"(nodes-|edges)[^/]*\.(csv|parquet)|README\.txt|datapackage\.json")


def export(release: dict[str, Any], format: str, *, derived: bool = True, only: str = "steps") -> dict[str, bytes]:
    """Return a release in a format as file name -> content; one file has the name "".

    ``derived`` says whether Turtle holds what follows from the release too, such as the direct triples between
    entities. JSON-LD never does; N-Quads and TriG hold it in a graph of its own. ``only`` is one of :data:`PARTS`, of
    the GraphML.

    Raises:
        RdfError: for what the format cannot hold, and for a format that there is not.
        MissingExtraError: where the format needs a package that is not installed.
    """
    if format not in (*FILES, *FOLDERS):
        raise RdfError(f"there is no format '{format}'; use one of {', '.join(sorted((*FILES, *FOLDERS)))}")
    if format == "graphml":
        return {"": graphml(step_graph(release) if only == "steps" else property_graph(release)).encode()}
    if format == "turtle":
        return {"": _turtle(release, derived).encode()}
    if format in _FOLDERS:
        return _FOLDERS[format](release)
    return {"": _TEXTS[format](release).encode() if format in _TEXTS else _BYTES[format](release)}


def _turtle(release: dict[str, Any], derived: bool) -> str:
    made = graphs(release)
    title = f"{release['title']} {release['version']}, {release['licence']}"
    note = "with what follows from it" if derived else "without what follows from it"
    return turtle(made.core | made.derived if derived else made.core, f"{title}; {note}")


def _trig(release: dict[str, Any]) -> str:
    title = f"{release['title']} {release['version']}, {release['licence']}; each step a nanopublication"
    return trig(dict(nanopublications(release, graphs(release))), title)


#: Format -> what gives its file, or the files of its folder.
_TEXTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "cypher": lambda release: cypher(property_graph(release)),
    "nquads": lambda release: nquads(dict(graphs(release).named)),
    "trig": _trig,
}
_BYTES: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "json": lambda release: release_bytes(linked(release)),
    "jsonld": lambda release: release_bytes(linked(release)),
    "sqlite": lambda release: sqlite_file(linked(release)),
}
_FOLDERS: dict[str, Callable[[dict[str, Any]], dict[str, bytes]]] = {
    "csv": lambda release: csv_files(linked(release)),
    "neo4j": lambda release: neo4j_files(property_graph(release)),
    "parquet": lambda release: parquet_files(linked(release)),
}


def write(files: dict[str, bytes], target: Path) -> None:
    """Write what :func:`export` gave: one file, or a folder whose files of an earlier export are replaced.

    Raises:
        RdfError: where the folder holds files of someone else.
        OSError: where it cannot be written.
    """
    if set(files) == {""}:
        write_file(target, files[""])
        return
    endings = {name.rpartition(".")[2] for name in files}
    tables = {layout.name for layout in layouts()}
    if target.is_dir():
        for path in sorted(target.iterdir()):
            ours = _OURS.fullmatch(path.name) or path.stem in tables
            if not ours or path.suffix[1:] not in endings:
                raise RdfError(f"{target} holds {path.name}, which is none of this export's; name an empty folder")
    target.mkdir(parents=True, exist_ok=True)
    write_files([(target / name, content) for name, content in files.items()])
    for path in target.iterdir():
        if path.name not in files:
            path.unlink()
