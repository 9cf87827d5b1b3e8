"""The tidy tables as CSV, with a description that tools read (a Data Package)."""

from __future__ import annotations

import json
from typing import Any

from ..escapes import csv_cell, csv_line
from .layout import Layout, layouts
from .rows import Cell, rows

#: The description of the tables that lies beside them.
DESCRIPTION = "datapackage.json"
_FIELD_TYPES = {"json": "string", "text": "string"}
_FORMULA = (
    "In CSV a text cell that begins with one of = + - @ (in any width), with ' or white space, or ends with white "
    "space, has a ' before it, so that no spreadsheet takes it for a formula; take one ' off to get the text."
)


def csv_files(release: dict[str, Any]) -> dict[str, bytes]:
    """Return file name -> content: ``TABLE.csv``, and ``datapackage.json`` with their columns and keys."""
    files = {DESCRIPTION: data_package(release, "csv")}
    filled = rows(release)
    for layout in layouts():
        lines = (tuple(column.name for column in layout.columns), *filled[layout.name])
        files[f"{layout.name}.csv"] = "".join(csv_line(map(_cell, row)) for row in lines).encode()
    return files


def data_package(release: dict[str, Any], ending: str) -> bytes:
    """Return the description of the tables as a Data Package: columns, their types and meanings, and foreign keys."""
    package = {
        "name": release["name"],
        "title": release["title"],
        "version": release["version"],
        "description": f"{release['description']} {_FORMULA}",
        "licenses": [{"name": release["licence"]}],
        "resources": [_resource(layout, ending) for layout in layouts()],
    }
    return (json.dumps(package, ensure_ascii=False, indent=1) + "\n").encode()


def _resource(layout: Layout, ending: str) -> dict[str, Any]:
    fields = [
        {"name": column.name, "type": _FIELD_TYPES.get(column.type, column.type), "description": column.meaning,
         **({"contentMediaType": "application/json"} if column.type == "json" else {})}
        for column in layout.columns
    ]  # fmt: skip
    keys = [
        {"fields": column.name, "reference": {"resource": column.references, "fields": "id"}}
        for column in layout.columns
        if column.references
    ]
    schema = {"fields": fields, "primaryKey": "id", **({"foreignKeys": keys} if keys else {})}
    return {"name": layout.name, "path": f"{layout.name}.{ending}", "description": layout.meaning, "schema": schema}


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return csv_cell(value) if isinstance(value, str) else repr(value)
