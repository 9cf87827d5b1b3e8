"""Loading: what a release can be loaded from, and what is said of one that cannot be trusted."""

from __future__ import annotations

import http.server
import json
import threading
from functools import partial
from pathlib import Path

import pytest

import atlas_graph as ag
from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.release.write import write_release

from .rules.example_dataset import BASE, write


@pytest.fixture
def release(tmp_path: Path) -> Path:
    dataset = read_dataset(write(BASE, tmp_path))
    return write_release(compile_release(dataset), tmp_path / "release")[0]


@pytest.fixture
def served(release: Path):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=release.parent))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{release.name}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_file_is_loaded(release: Path) -> None:
    """A release file that fits its checksum gives an atlas of its version."""
    atlas = ag.load(release)
    assert (atlas.version, len(atlas.path("demo"))) == ("1.0.0", 2)


def test_a_url_is_loaded_and_checked(served: str, release: Path) -> None:
    """A release is read over HTTP, and refused where the checksums beside it do not fit."""
    assert ag.load(served).version == "1.0.0"
    release.write_bytes(release.read_bytes().replace(b"Demo", b"Dema"))
    with pytest.raises(ag.ReleaseError, match="does not fit its checksum"):
        ag.load(served)


def test_a_url_without_checksums_is_loaded(served: str, release: Path) -> None:
    """A release that is published alone can still be read."""
    (release.parent / "SHA256SUMS").unlink()
    assert ag.load(served).version == "1.0.0"


def test_an_address_that_does_not_answer_is_one_sentence(served: str) -> None:
    """A URL that is not there raises a ReleaseError that names it."""
    with pytest.raises(ag.ReleaseError, match=r"cannot fetch .*nowhere"):
        ag.load(served + "nowhere")


def test_nothing_named_gives_the_packages_own_release() -> None:
    """Without an argument the release of this package is loaded, and its version is known by name."""
    atlas = ag.load()
    assert "jax" in {stack["id"] for stack in atlas.release["stacks"]}
    assert ag.load(atlas.version) == atlas


def test_a_dataset_folder_is_compiled_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is compiled once for each state: an edit shows, and the second load reads what the first kept."""
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "cache"))
    folder = write(BASE, tmp_path)
    assert ag.load(dataset=folder) == ag.load(dataset=folder)
    assert len(list((tmp_path / "cache").rglob("release-*.json"))) == 1
    alpha = folder / "entities" / "alpha.yaml"
    alpha.write_text(alpha.read_text().replace("The first of them.", "The very first of them."))
    assert ag.load(dataset=folder).entity("alpha").summary == "The very first of them."


def _truncate(text: str) -> str:
    return text[: len(text) // 2]


def _newer(text: str) -> str:
    return json.dumps({**json.loads(text), "format": 999})


def _lacking(text: str) -> str:
    value = json.loads(text)
    del value["stacks"]
    return json.dumps(value)


CASES = [
    (_truncate, "not a whole release"),
    (lambda _: "", "not a whole release"),
    (lambda _: "[]", "not a release of the atlas"),
    (lambda _: '{"format": "1"}', "not a release of the atlas"),
    (_newer, "upgrade it with"),
    (_lacking, "lacks 'stacks'"),
]


@pytest.mark.parametrize(("spoil", "sentence"), CASES)
def test_a_spoilt_file_is_one_sentence(release: Path, spoil, sentence: str) -> None:
    """Cut short, empty, foreign, newer or incomplete: each is refused with what to do."""
    (release.parent / "SHA256SUMS").unlink()
    release.write_text(spoil(release.read_text()))
    with pytest.raises(ag.ReleaseError, match=sentence):
        ag.load(release)


def test_a_file_that_fails_its_checksum_is_refused(release: Path) -> None:
    """One changed byte is noticed where SHA256SUMS lists the file."""
    release.write_bytes(release.read_bytes().replace(b"Demo", b"Dema"))
    with pytest.raises(ag.ReleaseError, match="checksum"):
        ag.load(release)


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_path_that_cannot_be_read_is_one_sentence(name: str, tmp_path: Path) -> None:
    """A missing file and a folder are told apart."""
    with pytest.raises(ag.ReleaseError, match=r"cannot read|is a folder"):
        ag.load(tmp_path / name)


def test_release_and_dataset_exclude_each_other(release: Path) -> None:
    """Naming both is an error, not a choice made in silence."""
    with pytest.raises(ag.ReleaseError, match="not both"):
        ag.load(release, dataset="dataset")
