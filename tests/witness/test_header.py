"""The headers of programs: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas_graph.errors import UnknownIdError
from atlas_graph.witness.errors import HeaderError
from atlas_graph.witness.header import read_program
from atlas_graph.witness.registry import program

from .fakes import HEADER, write_program


def test_header_is_read_from_the_program(tmp_path: Path) -> None:
    """The id is the name of its folder; the pins and the claims stand in the block of metadata."""
    found = write_program(tmp_path, requires='["fakeframe==1.0"]')
    assert (found.id, found.header.requires) == ("fake-thing", ("fakeframe==1.0",))
    assert found.header.artefacts[0].stage == "jaxpr"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('absent = ["form.txt"]', 'absent = ["other.txt"]'), "'other.txt' is none of the artefacts"),
        (('absent = ["form.txt"]', "absent = []"), "absent"),
        (('stage = "cpu"', 'stage = "CPU"'), "stage"),
        (('"result.json"', '"../result.json"'), "file"),
        (('file = "result.json"', 'file = "form.txt"'), "two artefacts have one file"),
        (("seconds = 20", "second = 20"), "second"),
        (("seconds = 20", 'needs = "a TPU"'), "'needs' and 'needs_file' go together"),
        (("seconds = 20", "seconds = [20"), "not TOML"),
    ],
)
def test_wrong_header_is_refused(change: tuple[str, str], why: str, tmp_path: Path) -> None:
    """A header that names what is not there, or does not parse, is refused with the place."""
    with pytest.raises(HeaderError) as error:
        write_program(tmp_path, header=HEADER.format(more="").replace(*change))
    assert why in str(error.value)
    assert "fake-thing/program.py" in str(error.value)


def test_requirement_without_version_is_refused(tmp_path: Path) -> None:
    """A witness pins what it runs."""
    with pytest.raises(HeaderError, match="'fakeframe' is not pinned"):
        write_program(tmp_path, requires='["fakeframe"]')


def test_program_without_header_is_refused(tmp_path: Path) -> None:
    """A file without metadata is no witness."""
    path = tmp_path / "bare.py"
    path.write_text("print()")
    with pytest.raises(HeaderError, match=r"bare\.py needs one"):
        read_program(path)


def test_misspelt_witness_names_the_nearest() -> None:
    """An unknown id names the ids that come closest."""
    with pytest.raises(UnknownIdError, match="did you mean jax-cpu"):
        program("jax-cpuu", Path(__file__).parents[2] / "dataset")
