"""The tidy tables as Parquet."""

from __future__ import annotations

from typing import Any

from ..errors import MissingExtraError
from .layout import Layout, layouts
from .rows import Cell, rows
from .texts import DESCRIPTION, data_package


def parquet_files(release: dict[str, Any]) -> dict[str, bytes]:
    """Return file name -> content: ``TABLE.parquet``, and ``datapackage.json`` with their columns and keys.

    The meaning of each table and column is in the files' own metadata as well.

    Raises:
        MissingExtraError: where pyarrow is not installed.
    """
    try:
        import pyarrow  # noqa: F401  # an extra's: said before anything is made
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    filled = rows(release)
    files = {f"{layout.name}.parquet": _parquet(layout, filled[layout.name]) for layout in layouts()}
    return {DESCRIPTION: data_package(release, "parquet"), **files}


def _parquet(layout: Layout, filled: list[tuple[Cell, ...]]) -> bytes:
    import pyarrow  # an extra's, or slow to load: only where it is asked for
    import pyarrow.parquet

    types = {"boolean": pyarrow.bool_(), "integer": pyarrow.int64(), "number": pyarrow.float64()}
    fields = [
        pyarrow.field(column.name, types.get(column.type, pyarrow.string()), metadata={"description": column.meaning})
        for column in layout.columns
    ]
    schema = pyarrow.schema(fields, metadata={"description": layout.meaning})
    columns = [pyarrow.array([row[place] for row in filled], type=field.type) for place, field in enumerate(fields)]
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_arrays(columns, schema=schema), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content
