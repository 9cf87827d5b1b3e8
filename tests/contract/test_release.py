"""The release file: the same bytes on every run, what its schema says, and refused when broken."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.authoring.schema import schemas
from atlas_graph.cli.main import main
from atlas_graph.loading import load
from atlas_graph.model.release import Release
from atlas_graph.release.write import release_bytes

from ..unit.rules.example_dataset import BASE, write
from .commands import Command

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def release() -> dict:
    return compile_release(read_dataset(ROOT / "dataset"))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "schema" / "release.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_committed_schemas_are_those_of_the_models() -> None:
    """No schema file differs from what the models give, and none is left over."""
    committed = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "schema").glob("*.schema.json")}
    assert committed == schemas()


def test_the_schema_accepts_the_release(release: dict, validator: jsonschema.Draft202012Validator) -> None:
    """An independent validator finds nothing wrong with the release of this repository."""
    assert [error.message for error in validator.iter_errors(release)] == []


def _unknown_key(release: dict) -> None:
    release["stacks"][0]["steps"][0]["colour"] = "red"


def _no_quote_text(release: dict) -> None:
    release["stacks"][0]["steps"][0]["evidence"][0]["quote"] = "too short"


def _no_evidence(release: dict) -> None:
    release["stacks"][0]["steps"][0]["evidence"] = []


def _unknown_kind(release: dict) -> None:
    release["entities"][0]["kind"] = "gadget"


def _bad_hash(release: dict) -> None:
    release["sources"][0]["pinned"]["sha256"] = "xyz"


def _no_ledger(release: dict) -> None:
    del release["ledger"]


BREAKS = [_unknown_key, _no_quote_text, _no_evidence, _unknown_kind, _bad_hash, _no_ledger]


@pytest.mark.parametrize("break_it", BREAKS, ids=lambda function: function.__name__.strip("_"))
def test_schema_and_models_refuse_a_broken_release(release: dict, validator, break_it) -> None:
    """What the schema refuses, the models refuse as well."""
    broken = copy.deepcopy(release)
    break_it(broken)
    assert not validator.is_valid(broken)
    with pytest.raises(ValueError, match="validation error"):
        Release.model_validate(broken)


def test_the_models_read_the_release_back_unchanged(release: dict) -> None:
    """Read into the models and written out, the release is the same value."""
    again = Release.model_validate(release).model_dump(mode="json", by_alias=True, exclude_none=True)
    assert again == release


def test_build_writes_the_same_bytes_twice_with_their_checksum(tmp_path: Path, capsys) -> None:
    """Two builds of one dataset are byte-identical, and SHA256SUMS fits."""
    folder = write(BASE, tmp_path)
    outputs = []
    for name in ("one", "two"):
        assert main(["build", "--dataset", str(folder), "-o", str(tmp_path / name)]) == 0
        outputs.append((tmp_path / name / "demo-1.0.0.json").read_bytes())
    assert outputs[0] == outputs[1]
    digest = hashlib.sha256(outputs[0]).hexdigest()
    index = (tmp_path / "one" / "demo-1.0.0-search.sqlite3").read_bytes()
    assert index == (tmp_path / "two" / "demo-1.0.0-search.sqlite3").read_bytes()
    assert (tmp_path / "one" / "SHA256SUMS").read_text() == (
        f"{hashlib.sha256(index).hexdigest()}  demo-1.0.0-search.sqlite3\n{digest}  demo-1.0.0.json\n"
    )
    assert str(tmp_path / "two" / "demo-1.0.0.json") in capsys.readouterr().out


def test_build_writes_the_release_that_is_installed_where_there_is_no_dataset(
    real_release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was published, to the byte, with the index that searching it needs; and that release can be loaded."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("atlas_graph.loading._TREE", str(tmp_path / "nowhere"))
    monkeypatch.setattr("atlas_graph.loading._BUNDLED", str(real_release))
    assert main(["build", "-o", "out"]) == 0
    (written,) = (tmp_path / "out").glob("*.json")
    assert written.read_bytes() == release_bytes(json.loads(real_release.read_text(encoding="utf-8")))
    monkeypatch.setattr("atlas_graph.loading._cached_index", lambda *_: pytest.fail("an index was made"))
    assert load(written).search("who turns PTX into machine code")
    assert main(["build", "--for-release", "-o", "out"]) == 2


def test_an_index_that_does_not_fit_its_checksum_is_not_used(real_release: Path, tmp_path: Path) -> None:
    """The answers are the same; only an index of one's own is made."""
    out = tmp_path / "out"
    assert main(["build", "--release", str(real_release), "-o", str(out)]) == 0
    (written,) = out.glob("*.json")
    (index,) = out.glob("*-search.sqlite3")
    before = [str(hit) for hit in load(written).search("Triton")]
    index.write_bytes(index.read_bytes() + b"more")
    assert [str(hit) for hit in load(written).search("Triton")] == before


def test_a_build_says_its_commit_and_that_it_is_not_released(tmp_path: Path, capsys) -> None:
    """With a commit where the folder is checked out; with a word where something is not committed yet."""
    folder = write(BASE, tmp_path / "checkout")

    def git(*words: str) -> str:
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True).stdout

    def built() -> dict:
        assert main(["build", "--dataset", str(folder), "-o", str(tmp_path / "out")]) == 0
        return json.loads((tmp_path / "out" / "demo-1.0.0.json").read_text())

    assert (built()["released"], "commit" in built()) == (False, False)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "All of it")
    release = built()
    assert (release["commit"], "modified" in release) == (git("rev-parse", "HEAD").strip(), False)
    (folder / "dataset.yaml").write_text((folder / "dataset.yaml").read_text() + "# a remark\n")
    assert built()["modified"] is True
    assert "not released" in capsys.readouterr().err


def test_a_release_is_written_in_utf_8() -> None:
    """Letters of every script stand as themselves; what steers a terminal is an escape of JSON's own."""
    assert release_bytes({"title": "Karte 地図 é\u202e"}) == '{\n "title": "Karte 地図 é\\u202e"\n}\n'.encode()


def test_build_does_not_depend_on_hash_order(tmp_path: Path) -> None:
    """Interpreters with different hash seeds give the same bytes."""
    folder = write(BASE, tmp_path)
    digests = set()
    for seed in ("1", "2"):
        target = tmp_path / seed
        command = [sys.executable, "-m", "atlas_graph", "build", "--dataset", str(folder), "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True, env={"PYTHONHASHSEED": seed})
        digests.add((target / "SHA256SUMS").read_text())
    assert len(digests) == 1


def test_build_refuses_an_invalid_dataset(tmp_path: Path, capsys) -> None:
    """Nothing is written for a dataset with a problem; the problem is printed with file and line."""
    folder = write(BASE, tmp_path, {"entities/gamma.yaml": "id: gamma\nname: Gamma\nkind: gadget\nsummary: What?\n"})
    assert main(["build", "--dataset", str(folder), "-o", str(tmp_path / "out")]) == 2
    assert "entities/gamma.yaml:3: AG003 'kind'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_build_says_where_it_cannot_write(tmp_path: Path, capsys) -> None:
    """An output folder that is a file is one sentence and status 2."""
    (tmp_path / "out").write_text("")
    assert main(["build", "--dataset", str(write(BASE, tmp_path)), "-o", str(tmp_path / "out")]) == 2
    assert "cannot write to" in capsys.readouterr().err


def test_a_release_file_is_held_to_the_published_schema(
    plain_command: Command, real_release: Path, tmp_path: Path
) -> None:
    """Each problem with its line, in a file that some other program may have written."""
    assert plain_command("validate", str(real_release)).status == 0
    release = json.loads(real_release.read_text(encoding="utf-8"))
    del release["stacks"][0]["steps"][0]["text"]
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(release, ensure_ascii=False, indent=1), encoding="utf-8")
    done = plain_command("validate", str(spoilt))
    line = spoilt.read_text(encoding="utf-8").split('"steps": [', 1)[0].count("\n") + 2
    assert done.status == 2
    assert done.out == (
        f"{spoilt}:{line}: AG003 stacks/0/steps/0: 'text' is a required property; "
        "download the release again, or correct its maker\n"
    )


def test_a_release_file_whose_ids_dangle_breaks_a_rule(
    plain_command: Command, real_release: Path, tmp_path: Path
) -> None:
    """What a JSON Schema cannot say is said all the same."""
    release = json.loads(real_release.read_text(encoding="utf-8"))
    release["stacks"][0]["entry"] = "nobody"
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(release, ensure_ascii=False), encoding="utf-8")
    done = plain_command("validate", str(spoilt))
    assert (done.status, "AG101" in done.out, "nobody" in done.out) == (2, True, True)


def test_what_is_no_json_is_said_with_its_line(plain_command: Command, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": 1,\n"version": }\n', encoding="utf-8")
    done = plain_command("validate", str(broken))
    assert (done.status, done.out.startswith(f"{broken}:2: AG001 not JSON")) == (2, True)
