"""Members of packages, from the user's own index to the bytes."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from fetch_world import Site, World, reply
from test_fetch_members import tar, wheel

from atlas_graph.verify.document import Verdict
from atlas_graph.verify.fetch import Fetcher, open_fetcher
from atlas_graph.verify.fetch.archives import pipconfig
from atlas_graph.verify.fetch.archives.clients import Answer
from atlas_graph.verify.fetch.archives.pipconfig import PipConfig
from atlas_graph.verify.fetch.clock import Deadline

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


def _index(world: World, answers: dict[str, Any] = ANSWERS, **options: Any) -> tuple[Site, Fetcher]:
    """An index of the user's own, which is on a private address, as they often are."""
    site = world.site("index.example", answers)
    world.servers["10.0.0.5", 80] = site.port
    world.names["index.example"] = [["10.0.0.5"]]
    pip = PipConfig(("http://index.example/simple/",))
    return site, world.fetcher(**({"pip": lambda: pip} | options))


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
    again = world.fetcher(pip=lambda: PipConfig(("http://index.example/simple/",)))
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
        ("pkg:npm/--registry@1.0#docs/a.md", Verdict.REFUSED, "names no package"),
        ("pkg:deb/debian/-oX@1.0#docs/a.md", Verdict.REFUSED, "names no package"),
        ("pkg:deb/debian/hello@1.0%20-oX#docs/a.md", Verdict.REFUSED, "names no version"),
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


def test_an_index_in_html(world: World) -> None:
    """An index that only knows HTML is read as well, its hash in the address."""
    link = f'<a href="../../files/{NAME}#sha256={_sha256(SDIST)}">{NAME}</a>'
    _, fetcher = _index(world, ANSWERS | {"/simple/some-package/": reply(body=link.encode())})
    assert fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md").content == b"# A"


@pytest.mark.parametrize("body", [b"{", b'{"files": 3}', b"null"])
def test_an_index_that_answers_nonsense(world: World, body: bytes) -> None:
    """An answer that is no list of files makes the document unreachable."""
    _, fetcher = _index(world, {"/simple/some-package/": reply(body=body, content_type=JSON)})
    fetched = fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "package index" in fetched.reason


def test_indexes_are_asked_in_turn(world: World) -> None:
    """A package that the first index lacks is looked for in the next; one that fails is not "missing"."""
    first = world.site("first.example", {})
    _index(world)
    both = PipConfig(("http://first.example/simple/", "http://index.example/simple"))
    fetched = world.fetcher(pip=lambda: both).fetch("pkg:pypi/some-package@1.0#docs/a.md")
    assert fetched.content == b"# A"
    assert first.paths() == ["/simple/some-package/"]
    failing = world.site("failing.example", {"/simple/absent/": reply(500)})
    both = PipConfig(("http://failing.example/simple/", "http://index.example/simple"))
    fetched = world.fetcher(pip=lambda: both).fetch("pkg:pypi/absent@1.0#a")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert failing.paths() == ["/simple/absent/"] * 3


def test_an_index_behind_a_password(world: World) -> None:
    """The name and password in pip's index-url are sent to it, and never shown."""
    site, _ = _index(world)
    pip = PipConfig(("http://me:s%40cret@index.example/simple/",))
    fetched = world.fetcher(pip=lambda: pip).fetch("pkg:pypi/some-package@9.9#docs/a.md")
    assert site.asked[0].headers["authorization"] == "Basic " + base64.b64encode(b"me:s@cret").decode()
    assert "cret" not in repr(fetched)


def test_an_index_that_is_a_folder(world: World) -> None:
    """An index that pip is told of by a file: address is read from the disk."""
    simple = world.folder / "index" / "simple" / "some-package"
    simple.mkdir(parents=True)
    (world.folder / "index" / NAME).write_bytes(SDIST)
    (simple / "index.html").write_text(f'<a href="../../{NAME}#sha256={_sha256(SDIST)}">{NAME}</a>')
    pip = PipConfig(((world.folder / "index" / "simple").as_uri(),))
    fetcher = world.fetcher(pip=lambda: pip)
    assert fetcher.fetch("pkg:pypi/some-package@1.0#docs/a.md").content == b"# A"
    assert fetcher.fetch("pkg:pypi/other@1.0#docs/a.md").verdict is Verdict.MISSING


def test_no_index_at_all(world: World) -> None:
    """Where pip is told to ask no index the user is told so."""
    fetched = world.fetcher(pip=lambda: PipConfig(())).fetch("pkg:pypi/some-package@1.0#a")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "index-url" in fetched.reason


def test_pips_own_configuration_is_read(tmp_path: Path) -> None:
    """Files and environment are read as pip reads them: later files win, and the environment over all."""
    first, second = tmp_path / "first.conf", tmp_path / "second.conf"
    first.write_text("[global]\nindex-url = https://a.example/simple\ncert = /a.pem\n[install]\nindex-url = x\n")
    second.write_text("[global]\nextra-index-url =\n    https://b.example/simple\n    https://c.example/100%/\n")
    files = [first, tmp_path / "none.conf", second]
    assert pipconfig.read({}, files) == PipConfig(
        ("https://a.example/simple", "https://b.example/simple", "https://c.example/100%/"), "/a.pem"
    )
    told = pipconfig.read({"PIP_INDEX_URL": "https://d.example", "PIP_CERT": ""}, files)
    assert (told.indexes[0], told.cert) == ("https://d.example", "/a.pem")
    assert pipconfig.read({"PIP_NO_INDEX": "1"}, files).indexes == ()
    second.write_text("no section at all")
    assert pipconfig.read({}, [second, first]).indexes == ("https://a.example/simple",)


def test_without_configuration_a_librarys_default_is_asked() -> None:
    """The address of the public index is a library's, not this project's."""
    from pypi_simple import PYPI_SIMPLE_ENDPOINT

    assert pipconfig.read({"PIP_CONFIG_FILE": os.devnull}).indexes == (PYPI_SIMPLE_ENDPOINT,)


def test_pip_agrees_about_its_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is read here is what pip itself says it was told."""
    conf = tmp_path / "pip.conf"
    conf.write_text("[global]\nindex-url = https://a.example/simple\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(conf))
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("pip is not installed beside this Python")
    assert pipconfig.read().indexes[0] == done.stdout.strip() == "https://a.example/simple"


# -- npm

TARBALL = tar({"package/README.md": b"# Thing", "package/lib/a.js": b"// a"}).read()
INTEGRITY = "sha512-" + base64.b64encode(hashlib.sha512(TARBALL).digest()).decode()


def _says(answers: dict[str, Answer]) -> Any:
    """A client that answers by its first argument after the name of the command."""
    asked: list[list[str]] = []

    def run(command: Sequence[str], deadline: Deadline) -> Answer:
        asked.append(list(command))
        for start, answer in answers.items():
            if " ".join(command).startswith(start):
                return answer
        raise AssertionError(command)

    run.asked = asked  # type: ignore[attr-defined]
    return run


def _dist(**changes: Any) -> Answer:
    told = {"tarball": "http://npm.example/thing-2.0.0.tgz", "integrity": INTEGRITY} | changes
    return Answer(0, json.dumps({key: value for key, value in told.items() if value}), "")


def test_a_member_of_an_npm_package(world: World) -> None:
    """npm says where the package is and what its hash is, and is asked once."""
    site = world.site("npm.example", {"/thing-2.0.0.tgz": _binary(TARBALL)})
    run = _says({"npm view": _dist()})
    fetcher = world.fetcher(run=run)
    fetched = fetcher.fetch("pkg:npm/%40scope/thing@2.0.0#README.md")
    assert (fetched.content, fetched.media_type) == (b"# Thing", "text/markdown")
    assert fetcher.fetch("pkg:npm/%40scope/thing@2.0.0#lib/a.js").content == b"// a"
    assert fetcher.fetch("pkg:npm/%40scope/thing@2.0.0#lib/b.js").verdict is Verdict.MISSING
    assert run.asked == [["npm", "view", "--json", "--", "@scope/thing@2.0.0", "dist"]]
    assert site.paths() == ["/thing-2.0.0.tgz"]


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        (Answer(1, '{"error": {"code": "E404", "summary": "Not found"}}', ""), Verdict.MISSING, "Not found"),
        (Answer(0, "", ""), Verdict.MISSING, "not in the registry"),
        (Answer(1, '{"error": {"code": "ECONNREFUSED", "summary": "no"}}', ""), Verdict.UNREACHABLE, "does not answer"),
        (Answer(1, '{"error": {"code": "E401", "summary": "who?"}}', ""), Verdict.BLOCKED, "who?"),
        (Answer(1, '{"error": {"code": "E429", "summary": "slow"}}', ""), Verdict.DEFERRED, "slow down"),
        (Answer(1, "rubbish", "npm error something\n"), Verdict.UNREACHABLE, "something"),
        (_dist(integrity=None), Verdict.UNVERIFIABLE, "no hash"),
        (_dist(integrity="sha1-AAAA"), Verdict.UNVERIFIABLE, "no hash"),
        (_dist(integrity="sha512-" + base64.b64encode(bytes(64)).decode()), Verdict.REFUSED, "is not the archive"),
    ],
)
def test_what_npm_may_answer(world: World, answer: Answer, verdict: Verdict, reason: str) -> None:
    """What npm says of a package becomes the verdict on its member."""
    world.site("npm.example", {"/thing-2.0.0.tgz": _binary(TARBALL)})
    fetched = world.fetcher(run=_says({"npm view": answer})).fetch("pkg:npm/thing@2.0.0#README.md")
    assert fetched.verdict is verdict
    assert reason in fetched.reason


@pytest.mark.parametrize("locator", ["pkg:npm/thing@2.0.0#README.md", "pkg:deb/debian/hello@1.0#usr/a"])
def test_a_client_that_is_not_installed(world: World, monkeypatch: pytest.MonkeyPatch, locator: str) -> None:
    """Where npm or apt is absent the user is told, and what to do."""
    monkeypatch.setenv("PATH", str(world.folder))
    fetched = world.fetcher().fetch(locator)
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "is not installed: install it, or give a mirror" in fetched.reason


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
def test_a_client_that_hangs(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client is given as long as the document has, and no longer."""
    script = world.folder / "npm"
    script.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(30)\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(world.folder))
    fetched = world.fetcher(deadline=0.5).fetch("pkg:npm/thing@2.0.0#README.md")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "within 0.5 s" in fetched.reason


# -- Debian


def _deb(members: dict[str, Any], mode: str = "w:xz") -> bytes:
    data = tar(members, mode).read()
    parts = {"debian-binary": b"2.0\n", "control.tar.xz": b"x" * 7, f"data.tar{mode[1:].replace(':', '.')}": data}
    made = b"!<arch>\n"
    for name, content in parts.items():
        header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
        made += header.encode() + content + b"\n" * (len(content) % 2)
    return made


def _gz(content: bytes) -> bytes:
    import gzip

    return gzip.compress(content)


TREE: dict[str, Any] = {
    "./": b"",
    "./usr/share/doc/hello/README": b"Say hello.",
    "./usr/share/doc/hello/NEWS.gz": _gz(b"News."),
    "./usr/share/doc/hello/link": (tarfile.SYMTYPE, "README"),
    "./usr/share/doc/hello/out": (tarfile.SYMTYPE, "/etc/passwd"),
}


def _uris(content: bytes, name: str = "hello_1%3a2.10-3_amd64.deb") -> Answer:
    line = f"'http://deb.example/{name}' {name} {len(content)} SHA256:{_sha256(content)}\n"
    return Answer(0, line, "")


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz"])
def test_a_file_of_a_debian_package(world: World, mode: str) -> None:
    """apt says where the package is; its file is read, and packed documentation unpacked."""
    package = _deb(TREE, mode)
    world.site("deb.example", {"/hello_1%3a2.10-3_amd64.deb": _binary(package)})
    run = _says({"apt-get --print-uris download": _uris(package)})
    fetcher = world.fetcher(run=run)
    base = "pkg:deb/debian/hello@1:2.10-3?arch=amd64#usr/share/doc/hello/"
    assert fetcher.fetch(base + "README").content == b"Say hello."
    assert fetcher.fetch(base + "NEWS.gz").content == b"News."
    assert fetcher.fetch(base + "link").content == b"Say hello."
    assert fetcher.fetch(base + "out").verdict is Verdict.REFUSED
    assert fetcher.fetch(base + "none").verdict is Verdict.MISSING
    assert run.asked == [["apt-get", "--print-uris", "download", "hello:amd64=1:2.10-3"]]


@pytest.mark.parametrize(
    ("answers", "verdict", "reason"),
    [
        (
            (Answer(100, "", "E: Version '9' for 'hello' was not found"), "a list"),
            Verdict.MISSING,
            "do not have hello 9",
        ),
        ((Answer(100, "", "E: Unable to locate package hello"), ""), Verdict.UNREACHABLE, "run apt-get update"),
        ((Answer(100, "", "E: The list of sources could not be read."), ""), Verdict.UNREACHABLE, "could not be read"),
        ((_uris(b"another file"), ""), Verdict.REFUSED, "is not the archive"),
    ],
)
def test_what_apt_may_answer(world: World, answers: tuple[Answer, str], verdict: Verdict, reason: str) -> None:
    """What apt says of a package becomes the verdict on its file."""
    world.site("deb.example", {"/hello_1%3a2.10-3_amd64.deb": _binary(_deb(TREE))})
    run = _says({"apt-get --print-uris": answers[0], "apt-get indextargets": Answer(0, answers[1], "")})
    fetched = world.fetcher(run=run).fetch("pkg:deb/debian/hello@9#usr/share/doc/hello/README")
    assert fetched.verdict is verdict
    assert reason in fetched.reason


@pytest.mark.parametrize("content", [b"", b"!<arch>\n", b"no ar", b"!<arch>\n" + b"x" * 60, _deb({})[:-40]])
def test_a_file_that_is_no_debian_package(world: World, content: bytes) -> None:
    """A file that is not what its name says is undecodable or lacks the member; it never raises."""
    world.site("deb.example", {"/hello_1%3a2.10-3_amd64.deb": _binary(content)})
    run = _says({"apt-get --print-uris": _uris(content)})
    fetched = world.fetcher(run=run).fetch("pkg:deb/debian/hello@9#usr/a")
    assert fetched.verdict in (Verdict.UNREACHABLE, Verdict.MISSING)


def test_source_packages_and_odd_architectures_are_refused(world: World) -> None:
    """What apt's download does not mean by a package is said before apt is asked."""
    fetcher = world.fetcher(run=_says({}))
    for architecture in ("source", "amd64%20-oX=y"):
        fetched = fetcher.fetch(f"pkg:deb/debian/hello@9?arch={architecture}#usr/a")
        assert fetched.verdict is Verdict.REFUSED


# -- for real


@pytest.mark.network
def test_a_real_source_archive(tmp_path: Path) -> None:
    """A small source archive comes from the user's own index, with a sentence that is known to be in it."""
    fetcher = open_fetcher(cache_dir=tmp_path, deadline=60.0)
    fetched = fetcher.fetch("pkg:pypi/six@1.16.0#README.rst")
    fetcher.close()
    if fetched.verdict is not None and not fetched.verdict.checked:
        pytest.skip(f"no package index here: {fetched.reason}")
    assert b"Six is a Python 2 and 3 compatibility library." in (fetched.content or b"")
    assert (fetched.revision, fetched.media_type) == ("1.16.0", "text/x-rst")


@pytest.mark.network
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_a_real_npm_package(tmp_path: Path) -> None:
    """A small npm package comes from the registry that npm is configured for."""
    fetcher = open_fetcher(cache_dir=tmp_path, deadline=60.0)
    fetched = fetcher.fetch("pkg:npm/left-pad@1.3.0#README.md")
    fetcher.close()
    if fetched.verdict is not None and not fetched.verdict.checked:
        pytest.skip(f"no npm registry here: {fetched.reason}")
    assert b"String left pad" in (fetched.content or b"")


@pytest.mark.network
@pytest.mark.skipif(shutil.which("apt-get") is None, reason="apt is not installed")
def test_a_real_debian_package(tmp_path: Path) -> None:
    """A file of the version of a small package that apt knows here is read."""
    policy = subprocess.run(["apt-cache", "policy", "hello"], capture_output=True, text=True, check=False)
    lines = [line.split() for line in policy.stdout.splitlines() if "Candidate:" in line]
    if not lines or lines[0][1] == "(none)":
        pytest.skip("apt has no list of packages here")
    fetcher = open_fetcher(cache_dir=tmp_path, deadline=60.0)
    fetched = fetcher.fetch(f"pkg:deb/debian/hello@{lines[0][1]}#usr/share/doc/hello/NEWS.gz")
    fetcher.close()
    if fetched.verdict is not None and not fetched.verdict.checked:
        pytest.skip(f"no Debian mirror here: {fetched.reason}")
    assert b"Noteworthy changes" in (fetched.content or b"")
