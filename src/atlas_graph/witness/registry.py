"""Which witnesses there are: the files in ``programs``."""

from __future__ import annotations

from pathlib import Path

from ..errors import UnknownIdError
from ..model.suggest import nearest
from .header import Program, read_program

PROGRAMS = Path(__file__).parent / "programs"


def programs(folder: Path = PROGRAMS) -> dict[str, Program]:
    """Return every witness program by its id, in the order of the ids."""
    return {program.id: program for program in map(read_program, sorted(folder.glob("*.py")))}


def program(name: str, folder: Path = PROGRAMS) -> Program:
    """Return one witness program.

    Raises:
        UnknownIdError: when there is none of that id.
    """
    known = programs(folder)
    if name not in known:
        raise UnknownIdError("witness", name, tuple(nearest(name, known)), tuple(known))
    return known[name]
