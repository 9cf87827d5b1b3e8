"""Members of packages, from the user's own index to the bytes."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fetch_world import Site, World, reply, to
from test_fetch_members import tar, wheel

from atlas_graph.verify.document import Verdict
from atlas_graph.verify.fetch import Fetcher, FetchOptions, open_fetcher
from atlas_graph.verify.fetch.archives.pypi import index_address

SDIST = tar({"some_package-1.0/docs/a.md": b"# A", "some_package-1.0/README.rst": b"read me"}).read()
WHEEL = wheel({"some_package/__init__.py": b"'''Doc.'''", "docs/only.md": b"wheel"}).read()
JSON = "application/vnd.pypi.simple.v1+json"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _file(name: str, content: bytes, **changes: Any) -> dict[str, Any]:
    return {"filename": name, "url": f"../../files/{name}", "hashes": {"sha256": _sha256(content)}} | changes


def _page(*files: dict[str, Any]) -> bytes:
    told = {
        "meta": {"api-version": "1.1"},
        "name": "some-package",
        "files": [{"requires-python": None, **f} for f in files],
    }
    return reply(body=json.dumps(told).encode(), content_type=JSON)


def _binary(content: bytes) -> bytes:
    return reply(body=content, content_type="application/octet-stream")


NAME = "some_package-1.0.tar.gz"
ANSWERS: dict[str, Any] = {
    "/simple/some-package/": _page(
        _file("some_package-1.0-py3-none-any.whl", WHEEL),
        _file(NAME, SDIST),
        _file("some_package-2.0.tar.gz", b"", hashes={"sha256": "00" * 32}),
        _file("some_package-3.0.tar.gz", SDIST, hashes={"md5": "00"}),
    ),
    f"/files/{NAME}": _binary(SDIST),
    "/files/some_package-1.0-py3-none-any.whl": _binary(WHEEL),
    "/files/some_package-2.0.tar.gz": _binary(SDIST),
    "/files/some_package-3.0.tar.gz": _binary(SDIST),
}


INDEX = "http://index.example/simple/"


@pytest.fixture(autouse=True)
def _own_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", INDEX)


def _index(world: World, answers: dict[str, Any] = ANSWERS, **options: Any) -> tuple[Site, Fetcher]:
    """An index of the user's own, which is on a private address, as they often are."""
    site = world.site("index.example", answers)
    world.servers["10.0.0.5", 80] = site.port
    world.names["index.example"] = [["10.0.0.5"]]
    return site, world.fetcher(**options)


def test_a_member_of_a_source_archive(world: World) -> None:
    """The index is asked, its relative address followed, and the member read from the archive."""
    site, fetcher = _index(world)
    fetched = fetcher.fetch("pkg:pypi/Some_Package@1.0#docs/a.md")
    assert fetched.content == b"# A", fetched.reason
    assert fetched.url == f"http://index.example/files/{NAME}"
    assert (fetched.revision, fetched.media_type) == ("1.0", "text/markdown")
    assert fetched.sha256 == _sha256(b"# A")
    assert site.paths() == ["/simple/some-package/", f"/files/{NAME}"]


def test_a_member_that_only_the_wheel_has(world: World) -> None:
    """What the source archive lacks is looked for in the wheel."""
    _, fetcher = _index(world)
    assert fetcher.fetch("pkg:pypi/some-package@1.0#docs/only.md").content == b"wheel"
    assert fetcher.fetch("pkg:pypi/some-package@1.0.0#some_package/__init__.py").content == b"'''Doc.'''"


def test_one_archive_is_fetched_once(world: World) -> None:
    """Several members of one archive cost one download, in this run and the next."""
    site, fetcher = _index(world)
    fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md")
    fetcher.fetch("pkg:pypi/some-package@1.0#README.rst")
    assert site.paths().count(f"/files/{NAME}") == 1
    assert site.paths().count("/simple/some-package/") == 1
    again = world.fetcher()
    assert again.fetch("pkg:pypi/some-package@1.0#README.rst").content == b"read me"
    assert site.paths().count(f"/files/{NAME}") == 1


def test_a_damaged_archive_in_the_cache_is_fetched_again(world: World) -> None:
    """An archive that is kept but has another hash by now is thrown away."""
    site, fetcher = _index(world)
    fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md")
    (kept,) = (world.folder / "cache" / "archives").iterdir()
    kept.write_bytes(b"damaged")
    assert fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md").content == b"# A"
    assert site.paths().count(f"/files/{NAME}") == 2


def test_without_a_cache_nothing_stays(world: World) -> None:
    """Without a cache an archive is held as long as the fetcher, and then gone."""
    site, fetcher = _index(world, cache=False)
    for member in ("docs/a.md", "README.rst"):
        assert fetcher.fetch(f"pkg:pypi/some-package@1.0#{member}").verdict is None
    assert site.paths().count(f"/files/{NAME}") == 1
    assert not (world.folder / "cache").exists()


@pytest.mark.parametrize(
    ("locator", "verdict", "reason"),
    [
        ("pkg:pypi/some-package@1.0#docs/none.md", Verdict.MISSING, "there is no docs/none.md in"),
        ("pkg:pypi/some-package@1.0#docs", Verdict.UNVERIFIABLE, "is a folder"),
        ("pkg:pypi/some-package@9.9#docs/a.md", Verdict.MISSING, "has no version 9.9"),
        ("pkg:pypi/other@1.0#docs/a.md", Verdict.MISSING, "other"),
        ("pkg:pypi/some-package@2.0#docs/a.md", Verdict.REFUSED, "is not the archive that the index names"),
        ("pkg:pypi/some-package@3.0#docs/a.md", Verdict.UNVERIFIABLE, "no hash"),
        (f"pkg:pypi/some-package@1.0?checksum=sha256:{'11' * 32}#docs/a.md", Verdict.REFUSED, "another archive"),
        ("pkg:pypi/some-package@1.0#../secret", Verdict.REFUSED, "outside the archive"),
        ("pkg:pypi/some-package@1.0#docs/%2e%2e/%2e%2e/secret", Verdict.REFUSED, "outside the archive"),
        ("pkg:pypi/some-package@1.0#/etc/passwd", Verdict.REFUSED, "absolute path"),
        ("pkg:pypi/some-package@1.0", Verdict.REFUSED, "names no member"),
        ("pkg:pypi/some-package#docs/a.md", Verdict.REFUSED, "names no version"),
        ("pkg:pypi/--index-url=x@1.0#docs/a.md", Verdict.REFUSED, "names no package"),
        ("pkg:pypi/some-package@file:../x#docs/a.md", Verdict.REFUSED, "names no version"),
        ("pkg:pypi/some-package@1.0%20--index-url=x#docs/a.md", Verdict.REFUSED, "names no version"),
        ("pkg:pypi/some-package@%3E=1.0#docs/a.md", Verdict.REFUSED, "names no version"),
        ("pkg:pypi/some-package@1.x#docs/a.md", Verdict.REFUSED, "names no version"),
        ("pkg:pypi/some-package@%D9%A1.0#docs/a.md", Verdict.REFUSED, "names no version"),
        ("pkg:pypi/space/some-package@1.0#docs/a.md", Verdict.REFUSED, "no namespace"),
        ("pkg:npm/thing@git+ssh:%2F%2Fx.example%2Fa.git#README.md", Verdict.REFUSED, "type 'npm'"),
        ("pkg:npm/thing@http:%2F%2F169.254.169.254%2Fa.tgz#README.md", Verdict.REFUSED, "type 'npm'"),
        ("pkg:deb/debian/hello@1.0#docs/a.md", Verdict.REFUSED, "type 'deb'"),
        ("pkg:gem/rails@1.0#docs/a.md", Verdict.REFUSED, "type 'gem'"),
        ("pkg:", Verdict.REFUSED, "no member"),
        ("pkg:#a", Verdict.REFUSED, "no package URL"),
    ],
)
def test_what_cannot_be_had(world: World, locator: str, verdict: Verdict, reason: str) -> None:
    """Whatever is wrong with a package, its archive or the locator is the verdict on the document."""
    _, fetcher = _index(world)
    fetched = fetcher.fetch(locator)
    assert (fetched.verdict, fetched.content) == (verdict, None)
    assert reason in fetched.reason


@pytest.mark.parametrize("body", [b"{", b'{"files": 3}', b"null"])
def test_an_index_that_answers_nonsense(world: World, body: bytes) -> None:
    """An answer that is no list of files makes the document unreachable."""
    _, fetcher = _index(world, {"/simple/some-package/": reply(body=body, content_type=JSON)})
    fetched = fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "package index" in fetched.reason


def test_an_index_that_fails_has_lost_nothing(world: World) -> None:
    """An index that is out of order says nothing of the package, and is asked again."""
    site, fetcher = _index(world, {"/simple/absent/": reply(500)})
    fetched = fetcher.fetch("pkg:pypi/absent@1.0#a")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert site.paths() == ["/simple/absent/"] * 3


def test_an_index_behind_a_password(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name and password in the index's address are sent to it, and neither shown nor sent elsewhere."""
    files = world.site("files.example", {f"/{NAME}": _binary(SDIST)})
    told = _page(_file(NAME, SDIST, url=f"http://files.example/{NAME}"))
    site, fetcher = _index(world, {"/simple/some-package/": told})
    monkeypatch.setenv("PIP_INDEX_URL", "http://me:s%40cret@index.example/simple/")
    fetched = fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md")
    assert fetched.content == b"# A", fetched.reason
    assert site.asked[0].headers["authorization"] == "Basic " + base64.b64encode(b"me:s@cret").decode()
    assert "authorization" not in files.asked[0].headers
    assert "cret" not in repr(fetched)


def test_a_public_index_leads_to_no_private_address(world: World) -> None:
    """Only where the index itself is on a private address may an archive be, or a redirect lead there."""
    world.names["inside.example"] = [["10.0.0.7"]]
    told = _page(_file(NAME, SDIST, url=f"http://inside.example/{NAME}"))
    site = world.site("index.example", {"/simple/some-package/": told, "/simple/moved/": to("http://10.0.0.7/")})
    for package in ("some-package", "moved"):
        fetched = world.fetcher().fetch(f"pkg:pypi/{package}@1.0#docs/a.md")
        assert fetched.verdict is Verdict.REFUSED
        assert "10.0.0.7" in fetched.reason
    assert len(site.asked) == 2
    assert "10.0.0.7" not in world.dialled


@pytest.mark.parametrize("address", ["file:///etc", "ftp://index.example/simple", "no address"])
def test_an_index_is_asked_over_http_alone(world: World, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """An index that is a folder of this machine, or nothing at all, is refused."""
    monkeypatch.setenv("PIP_INDEX_URL", address)
    assert world.fetcher().fetch("pkg:pypi/some-package@1.0#a").verdict is Verdict.REFUSED


def test_no_configuration_file_is_read_and_no_program_is_run(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What lies in the folder that a command is given in decides nothing about packages."""
    (tmp_path / "pip.conf").write_text("[global]\nindex-url = http://other.example/simple\n")
    (tmp_path / ".npmrc").write_text("registry=http://other.example\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    monkeypatch.chdir(tmp_path)
    for name in ("Popen", "run"):
        monkeypatch.setattr(subprocess, name, lambda *given, **named: pytest.fail(f"a program was run: {given}"))
    _, fetcher = _index(world)
    assert fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md").content == b"# A"
    assert fetcher.fetch("pkg:npm/thing@1.0.0#README.md").verdict is Verdict.REFUSED
    assert "other.example" not in world.looked_up


def test_the_index_of_the_ecosystem_is_a_librarys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an index of the user's own the one is asked that the library of package URLs knows."""
    monkeypatch.delenv("PIP_INDEX_URL")
    address, auth = index_address()
    assert auth is None
    assert address.startswith("https://")
    assert address.endswith("/simple/")


# -- for real


@pytest.mark.network
def test_a_real_source_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small source archive comes from the user's own index, with a sentence that is known to be in it."""
    monkeypatch.delenv("PIP_INDEX_URL")
    fetcher = open_fetcher(FetchOptions(cache_dir=tmp_path, deadline=60.0))
    fetched = fetcher.fetch("pkg:pypi/six@1.16.0#README.rst")
    fetcher.close()
    if fetched.verdict is not None and not fetched.verdict.checked:
        pytest.skip(f"no package index here: {fetched.reason}")
    assert b"Six is a Python 2 and 3 compatibility library." in (fetched.content or b"")
    assert (fetched.revision, fetched.media_type) == ("1.16.0", "text/x-rst")
