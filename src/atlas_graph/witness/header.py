"""What a witness program says of itself: its pins, what it leaves behind, and what that shows.

The header is inline script metadata (PEP 723), so that the program can also be run on its own by any tool that
reads it: ``dependencies`` are the pins, and everything else stands under ``[tool.atlas-graph]``.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from ..model.records import Id, Record, Text, Texts, When, as_tuple
from .errors import HeaderError

_BLOCK = re.compile(r"(?m)^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
_FILE = r"^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$"

File = Annotated[str, Field(pattern=_FILE, description="path below the output directory")]
Files = Annotated[tuple[File, ...], BeforeValidator(as_tuple), Field(min_length=1)]


class ArtefactSpec(Record):
    """A file that the program leaves behind, the stage that it is, and the checks that make it that."""

    stage: Id
    file: File
    kind: Text
    checks: Annotated[tuple[dict[str, Any], ...], BeforeValidator(as_tuple)] = Field(
        min_length=1, description="each a table with 'is', the name of a check, and its options"
    )
    excerpt: Text | None = Field(default=None, description="regular expression at whose first match the excerpt begins")


class ControlSpec(Record):
    """A second run of the program in which some artefacts must be absent.

    ``variant`` is handed to the program. ``present`` must pass their checks there, which shows that the run took
    place; ``absent`` must be missing or fail theirs.
    """

    variant: Id
    description: Text
    present: Files
    absent: Files
    environment: dict[Text, str] = Field(default_factory=dict)


class Header(Record):
    """The whole header of a program."""

    title: Text
    requires: Texts = Field(description="pinned requirements, the framework first")
    from_source: Texts = Field(default=(), description="requirements that may be built from an sdist")
    device: Text = Field(description="what it ran on, such as 'CPU' or 'compiled for sm_90 without a device'")
    when: When = When()
    needs: Text | None = Field(default=None, description="a device or platform it cannot do without")
    needs_file: Text | None = Field(default=None, description="a path whose presence shows that it is there")
    seconds: int = Field(default=300, gt=0, description="limit of each run of the program")
    megabytes: int = Field(default=2000, gt=0, description="limit of the environment")
    environment: dict[Text, str] = Field(default_factory=dict, description="variables that the program is given")
    artefacts: Annotated[tuple[ArtefactSpec, ...], BeforeValidator(as_tuple)] = Field(min_length=1)
    controls: Annotated[tuple[ControlSpec, ...], BeforeValidator(as_tuple)] = Field(min_length=1)
    steps: dict[Text, Files] = Field(default_factory=dict, description="step id -> the files that show it")
    contradicts: dict[Text, Files] = Field(default_factory=dict, description="step id -> the files that show otherwise")

    @model_validator(mode="after")
    def _names_what_there_is(self) -> Self:
        files = [artefact.file for artefact in self.artefacts]
        if len(set(files)) != len(files):
            raise ValueError("two artefacts have one file")
        named = [file for group in (self.steps, self.contradicts) for shown in group.values() for file in shown]
        named += [file for control in self.controls for file in (*control.present, *control.absent)]
        for file in named:
            if file not in files:
                raise ValueError(f"'{file}' is none of the artefacts")
        if len({control.variant for control in self.controls}) != len(self.controls):
            raise ValueError("two controls have one variant")
        for requirement in self.requires:
            if "==" not in requirement:
                raise ValueError(f"'{requirement}' is not pinned; write NAME==VERSION")
        if (self.needs is None) != (self.needs_file is None):
            raise ValueError("'needs' and 'needs_file' go together")
        return self


class Program(Record):
    """A witness program: its file, its id (the name of its folder) and its header."""

    id: Id
    path: Path
    header: Header

    @property
    def name(self) -> str:
        """Return what the program is called where it speaks of itself and in messages: its id as a Python file."""
        return f"{self.id.replace('-', '_')}.py"


def read_program(path: Path) -> Program:
    """Read the header of a program file.

    Raises:
        HeaderError: when there is no header, or it is not valid.
    """
    name = f"{path.parent.name}/{path.name}"
    blocks = list(_BLOCK.finditer(path.read_text(encoding="utf-8")))
    if len(blocks) != 1:
        raise HeaderError(f"{name} needs one '# /// script' block; add it, as in the other programs")
    lines = blocks[0]["content"].splitlines()
    try:
        metadata = tomllib.loads("\n".join(line[2:] for line in lines))
        own = metadata.get("tool", {}).get("atlas-graph", {})
        header = Header.model_validate({"requires": metadata.get("dependencies", []), **own})
    except tomllib.TOMLDecodeError as error:
        raise HeaderError(f"the header of {name} is not TOML ({error}); correct it") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise HeaderError(f"the header of {name} is not valid at '{where}': {first['msg']}") from error
    return Program(id=path.parent.name, path=path, header=header)
