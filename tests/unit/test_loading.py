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
from atlas_graph.cli.main import main
from atlas_graph.errors import UnreachableError
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


def _of_wrong_types(text: str) -> str:
    return json.dumps({**json.loads(text), "stacks": 5})


def _of_no_ids(text: str) -> str:
    return json.dumps({**json.loads(text), "entities": [{}]})


CASES = [
    (lambda _: "[" * 200_000, "nested too deeply"),
    (lambda _: '{"format": true}', "not a release of the atlas"),
    (lambda _: '{"format": 0}', "not a release of the atlas"),
    (_of_wrong_types, "'stacks' is not a list of records"),
    (_of_no_ids, "'entities' is not a list of records"),
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


@pytest.mark.parametrize(("option", "sentence"), [("release", "name a file"), ("dataset", "name the folder")])
def test_an_empty_name_is_no_name(option: str, sentence: str) -> None:
    """As a shell passes it for a variable that is not set; it does not mean the folder one happens to be in."""
    with pytest.raises(ag.ReleaseError, match=sentence):
        ag.load(**{option: ""})


def test_a_spoilt_cache_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a full disk left of a compiled release costs time, not the use of the folder."""
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "cache"))
    folder = write(BASE, tmp_path)
    ag.load(dataset=folder)
    (kept,) = (tmp_path / "cache").rglob("release-*.json")
    kept.write_bytes(kept.read_bytes()[:100])
    assert ag.load(dataset=folder).version == "1.0.0"
    assert ag.load(dataset=folder).version == "1.0.0"


def test_a_cache_that_cannot_be_made_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that is a file, as in some containers, is no reason to fail."""
    (tmp_path / "home").write_text("")
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "home" / "cache"))
    assert ag.load(dataset=write(BASE, tmp_path)).version == "1.0.0"


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers as the path says: ``/STATUS/…``, ``/short/…`` with less than announced, ``/nonsense/…``."""

    release = b""
    sums = b""

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        kind, _, name = self.path.strip("/").partition("?")[0].partition("/")
        if kind == "nonsense":
            self.wfile.write(b"hello\r\n")
        elif name == "SHA256SUMS":
            self.answer(503 if kind == "sums503" else 200 if kind == "sums" else 404, self.sums)
        elif kind.isdecimal():
            self.answer(int(kind), b"")
        else:
            self.answer(200, self.release[: 100 if kind == "short" else None], len(self.release))

    def answer(self, status: int, body: bytes, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if status == 302:
            self.send_header("Location", self.path)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def answering(release: Path):
    Answers.release = release.read_bytes()
    Answers.sums = (release.parent / "SHA256SUMS").read_bytes()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("path", ["503/x.json", "429/x.json", "nonsense/x.json", "short/x.json", "sums503/x.json"])
def test_what_may_pass_is_unreachable(answering: str, path: str) -> None:
    """A server in trouble says nothing of the release: status 3, not 2. So with checksums that may be there."""
    with pytest.raises(UnreachableError, match=path.partition("/")[0]):
        ag.load(f"{answering}/{path}")
    assert main(["stats", "--release", f"{answering}/{path}"]) == 3


@pytest.mark.parametrize("path", ["404/x.json", "403/x.json", "302/x.json"])
def test_a_wrong_address_is_wrong_usage(answering: str, path: str) -> None:
    """What is not there will not be there later."""
    assert main(["stats", "--release", f"{answering}/{path}"]) == 2


@pytest.mark.parametrize("address", ["http://", "http://127.0.0.1:1/x", "http://a b/c", "http://[::x/"])
def test_an_address_that_is_none_is_one_sentence(address: str) -> None:
    """Neither a traceback nor an internal error."""
    with pytest.raises(ag.ReleaseError, match="cannot fetch http"):
        ag.load(address)


def test_the_file_name_of_a_url_is_that_of_its_path(answering: str, release: Path) -> None:
    """With a query behind it the release is found in its checksums all the same."""
    assert ag.load(f"{answering}/sums/{release.name}?token=a/b").version == "1.0.0"
    Answers.release = Answers.release.replace(b"Demo", b"Dema")
    with pytest.raises(ag.ReleaseError, match="does not fit its checksum"):
        ag.load(f"{answering}/sums/{release.name}?token=a/b")


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_path_that_cannot_be_read_is_one_sentence(name: str, tmp_path: Path) -> None:
    """A missing file and a folder are told apart."""
    with pytest.raises(ag.ReleaseError, match=r"cannot read|is a folder"):
        ag.load(tmp_path / name)


def test_release_and_dataset_exclude_each_other(release: Path) -> None:
    """Naming both is an error, not a choice made in silence."""
    with pytest.raises(ag.ReleaseError, match="not both"):
        ag.load(release, dataset="dataset")
