"""Which witnesses there are: the programs in a dataset's folder of them, each beside the record of its runs."""

from __future__ import annotations

from pathlib import Path

from ..errors import UnknownIdError
from ..model.suggest import nearest
from .header import Program, read_program

#: Folder of the dataset that holds ``ID/program.py`` and ``ID/record.yaml`` for each witness.
FOLDER = "witnesses"
PROGRAM, RECORD = "program.py", "record.yaml"


def programs(dataset: Path) -> dict[str, Program]:
    """Return every witness program of a dataset folder by its id, in the order of the ids."""
    found = sorted((dataset / FOLDER).glob(f"*/{PROGRAM}"))
    return {program.id: program for program in map(read_program, found)}


def program(name: str, dataset: Path) -> Program:
    """Return one witness program.

    Raises:
        UnknownIdError: when there is none of that id.
    """
    known = programs(dataset)
    if name not in known:
        raise UnknownIdError("witness", name, tuple(nearest(name, known)), tuple(known))
    return known[name]
