"""The harness, run for real on fake programs."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from atlas_graph.witness.environment import ensure
from atlas_graph.witness.errors import IncompleteError
from atlas_graph.witness.run import run_witness

from .fakes import GOOD, write_program, write_wheel


def test_good_program_shows_its_steps(tmp_path: Path) -> None:
    """A program whose artefacts and control hold shows every step that it claims."""
    outcome = run_witness(write_program(tmp_path), cache=tmp_path / "cache")
    assert outcome.passed
    assert outcome.steps == ("jax/jax--traces-to--jaxpr", "jax/pjrt--runs-on--cpu")
    form = outcome.artefacts[0]
    assert (form.size, form.excerpt, len(form.sha256 or "")) == (9, "FORM of f", 64)


def test_missing_artefact_falls_short(tmp_path: Path) -> None:
    """An artefact that is not written fails, and so does no step that rests on it pass."""
    body = GOOD.replace('(out / "form.txt").write_text("FORM of f")', "pass")
    outcome = run_witness(write_program(tmp_path, body), cache=tmp_path / "cache")
    assert not outcome.passed
    assert outcome.steps == ()
    assert "it is not there" in outcome.artefacts[0].said


def test_wrong_artefact_falls_short(tmp_path: Path) -> None:
    """An artefact with something else in it fails and says what was looked for."""
    outcome = run_witness(write_program(tmp_path, GOOD.replace("FORM of f", "junk")), cache=tmp_path / "cache")
    assert not outcome.passed
    assert "the words FORM not found" in outcome.artefacts[0].said
    assert outcome.steps == ()


def test_wrong_value_falls_short(tmp_path: Path) -> None:
    """A value that differs from the one in plain Python fails; the other steps stand."""
    outcome = run_witness(write_program(tmp_path, GOOD.replace("11.271921", "11.4")), cache=tmp_path / "cache")
    assert not outcome.passed
    assert outcome.steps == ("jax/jax--traces-to--jaxpr",)


def test_control_fails_when_the_artefact_is_always_there(tmp_path: Path) -> None:
    """An artefact that is there without the compiler too proves nothing, and the control says so."""
    outcome = run_witness(write_program(tmp_path, GOOD.replace("== 2", "> 0")), cache=tmp_path / "cache")
    assert not outcome.passed
    assert "form.txt is there all the same" in outcome.controls[0].said


def test_control_fails_when_it_did_nothing(tmp_path: Path) -> None:
    """A control that leaves an empty folder does not pass for one without the artefact."""
    body = GOOD.replace("out = ", "if len(sys.argv) > 2: sys.exit()\nout = ")
    outcome = run_witness(write_program(tmp_path, body), cache=tmp_path / "cache")
    assert not outcome.passed
    assert "did not do its work" in outcome.controls[0].said


def test_crash_is_told_with_its_last_line(tmp_path: Path) -> None:
    """A program that crashes shows no step, whatever it wrote before, and its error is told."""
    outcome = run_witness(write_program(tmp_path, GOOD + "\nraise ValueError('no such op')"), cache=tmp_path / "cache")
    assert not outcome.passed
    assert outcome.trouble == "fake_thing.py ended with status 1: ValueError: no such op"
    assert outcome.steps == ()


def test_timeout_ends_the_program_and_its_children(tmp_path: Path) -> None:
    """At its limit a program is ended together with what it started."""
    body = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    start = time.monotonic()
    outcome = run_witness(write_program(tmp_path, body), cache=tmp_path / "cache", seconds=1.5)
    assert time.monotonic() - start < 15
    assert outcome.timed_out
    assert "ran longer than 1.5 seconds" in (outcome.trouble or "")
    child = int((tmp_path / "pid").read_text())
    assert not _running(child)


def test_output_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that writes more than it may is told so."""
    monkeypatch.setattr("atlas_graph.witness.run.OUTPUT_MEGABYTES", 1)
    body = "import sys\nopen(sys.argv[1] + '/big', 'wb').write(bytes(2_000_000))"
    outcome = run_witness(write_program(tmp_path, body), cache=tmp_path / "cache")
    assert "wrote more than 1 MB" in (outcome.trouble or "")


def test_hash_only_where_two_runs_agree(tmp_path: Path) -> None:
    """An artefact that differs from run to run is recorded without a hash."""
    outcome = run_witness(
        write_program(tmp_path, GOOD.replace('"FORM of f"', '"FORM" + str(__import__("time").time())')),
        cache=tmp_path / "cache",
    )
    assert outcome.passed
    assert outcome.artefacts[0].sha256 is None
    assert outcome.artefacts[1].sha256 is not None


def test_surroundings_are_not_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program sees neither the user's variables nor home, nor a GPU; its header's variables it does see."""
    monkeypatch.setenv("XLA_FLAGS", "--of-the-user")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    body = "import os, json\njson.dump(dict(os.environ), open('seen.json', 'w'))\n" + GOOD
    program = write_program(tmp_path, body, more='environment = { WHERE = "{out}/dump" }')
    outcome = run_witness(program, cache=tmp_path / "cache", keep=True)
    assert outcome.folder is not None
    import json
    import shutil

    out = outcome.folder / "run" / "out"
    seen = json.loads((out / "seen.json").read_text())
    shutil.rmtree(outcome.folder)
    assert not {"XLA_FLAGS", "PYTHONPATH"} & set(seen)
    assert seen["HOME"] != os.environ.get("HOME")
    assert seen["CUDA_VISIBLE_DEVICES"] == ""
    assert seen["WHERE"] == f"{out}/dump"


def test_excerpt_is_short_and_names_no_folder_of_the_machine(tmp_path: Path) -> None:
    """An excerpt has at most 300 characters, and stands-ins for the folders of the run."""
    body = GOOD.replace('"FORM of f"', '"FORM in " + str(out.resolve()) + "\\n" + "x" * 999')
    excerpt = run_witness(write_program(tmp_path, body), cache=tmp_path / "cache").artefacts[0].excerpt or ""
    assert len(excerpt) == 300
    assert excerpt.startswith("FORM in OUT\nxxx")


def test_device_that_is_not_there(tmp_path: Path) -> None:
    """A witness that needs a device is not tried without it."""
    more = f'needs = "an NVIDIA GPU"\nneeds_file = "{(tmp_path / "nothing").as_posix()}"'
    with pytest.raises(IncompleteError, match="needs an NVIDIA GPU, and none is seen here"):
        run_witness(write_program(tmp_path, more=more), cache=tmp_path / "cache")


@pytest.mark.slow
def test_environment_is_made_once_per_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same pins reuse the environment; another version makes another, and is what the program imports."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for version in ("1.0", "2.0"):
        write_wheel(wheels, "fakeframe", version, f"VERSION = {version!r}")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    body = GOOD.replace("FORM of f", "FORM of ").replace('of ")', 'of " + __import__("fakeframe").VERSION)')
    seen = []
    for pin in ("1.0", "1.0", "2.0"):
        program = write_program(tmp_path, body, requires=f'["fakeframe=={pin}"]')
        outcome = run_witness(program, cache=tmp_path / "cache")
        assert outcome.passed
        seen.append((outcome.environment.reused, outcome.environment.packages, outcome.artefacts[0].excerpt))
    assert seen == [
        (False, {"fakeframe": "1.0"}, "FORM of 1.0"),
        (True, {"fakeframe": "1.0"}, "FORM of 1.0"),
        (False, {"fakeframe": "2.0"}, "FORM of 2.0"),
    ]


def test_interrupted_environment_is_made_anew(tmp_path: Path) -> None:
    """An environment without its closing mark is not used."""
    program = write_program(tmp_path)
    first = run_witness(program, cache=tmp_path / "cache").environment
    (first.folder / "complete.json").unlink()
    (first.folder / "left-over").write_text("half")
    second = run_witness(program, cache=tmp_path / "cache").environment
    assert not second.reused
    assert not (first.folder / "left-over").exists()


@pytest.mark.slow
def test_unreachable_index_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no index answers, the error says so, and no half-made environment is left."""
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "http://127.0.0.1:9/more")
    monkeypatch.setenv("PIP_RETRIES", "1")
    program = write_program(tmp_path, requires='["fakeframe==1.0"]')
    with pytest.raises(IncompleteError, match=r"^no package index could be reached for fakeframe==1\.0; check"):
        run_witness(program, cache=tmp_path / "cache")
    assert not [path for path in (tmp_path / "cache").iterdir() if (path / "bin").exists()]


@pytest.mark.slow
def test_no_wheel_for_this_platform_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the pin has no file for this platform, the error names the pin and the platform."""
    write_wheel(tmp_path, "fakeframe", "1.0", tag="cp27-cp27m-win32")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    program = write_program(tmp_path, requires='["fakeframe==1.0"]')
    with pytest.raises(IncompleteError, match=r"^no file for fakeframe==1\.0 fits Python 3"):
        run_witness(program, cache=tmp_path / "cache")


def test_no_room_is_said_before_anything_is_made(tmp_path: Path) -> None:
    """Where the disk has less room than the environment may take, nothing is begun."""
    program = write_program(tmp_path)
    tight = program.model_copy(update={"header": program.header.model_copy(update={"megabytes": 10**9})})
    with pytest.raises(IncompleteError, match="make room"):
        run_witness(tight, cache=tmp_path / "cache")


def _running(process: int) -> bool:
    for _ in range(20):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.1)
    return True


def test_two_runs_at_once_make_one_environment(tmp_path: Path) -> None:
    """Two runs of the same pins at the same time wait for one another, and the second finds it made."""
    header = write_program(tmp_path).header
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: ensure(header, tmp_path / "cache"), range(2)))
    assert both[0].folder == both[1].folder
    assert sorted(environment.reused for environment in both) == [False, True]


@pytest.mark.slow
def test_environment_is_limited(tmp_path: Path) -> None:
    """An environment that grows over its limit is given up in one sentence, and nothing of it is left."""
    header = write_program(tmp_path, requires='["fakeframe==1.0"]').header.model_copy(update={"megabytes": 1})
    with pytest.raises(IncompleteError, match=r"needs more than the 1 MB allowed"):
        ensure(header, tmp_path / "cache")
    assert not [path for path in (tmp_path / "cache").iterdir() if (path / "bin").exists()]
