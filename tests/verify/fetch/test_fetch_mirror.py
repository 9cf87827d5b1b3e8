"""A folder that stands in for the web: what it answers, what it lacks, and that nothing outside it is read."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from fetch_world import HandClock

from atlas_graph.verify.document import Fetched, Verdict
from atlas_graph.verify.fetch import FetchOptions, open_fetcher
from atlas_graph.verify.fetch.mirror import Mirror

SHARED = Path(__file__).resolve().parents[4] / "shared" / "mirror"


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    files = {
        "docs.example/index.html": "root",
        "docs.example/guide/index.html": "guide",
        "docs.example/a b/ü.md": "odd",
        "docs.example/plain.txt": "plain",
        "docs.example/q.html": "without",
        "docs.example/q.html@v=2": "version 2",
        "docs.example/100%25.txt": "per cent, as the URL has it",
        "docs.example%3A8080/p.txt": "other port",
        "raw.githubusercontent.com/o/r/v1.2/docs/a.rst": "raw",
        "pypi/some-package/1.0/docs/a.md": "member",
    }
    root = tmp_path / "mirror"
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret")
    return root


def _fetch(mirror: Path, locator: str) -> Fetched:
    fetcher = open_fetcher(FetchOptions(mirror=mirror, resolver=_nobody))
    try:
        return fetcher.fetch(locator)
    finally:
        fetcher.close()


def _nobody(host: str, port: int) -> list[str]:
    raise AssertionError(f"the network was asked for {host}")


@pytest.mark.parametrize(
    ("locator", "text"),
    [
        ("https://docs.example", "root"),
        ("https://docs.example/", "root"),
        ("http://docs.example/", "root"),
        ("https://DOCS.example:443/guide/", "guide"),
        ("https://docs.example/guide", "guide"),
        ("https://docs.example//guide/./", "guide"),
        ("https://docs.example/a%20b/%C3%BC.md", "odd"),
        ("https://docs.example/a b/ü.md#part", "odd"),
        ("https://docs.example/plain.txt?highlight=x", "plain"),
        ("https://docs.example/q.html", "without"),
        ("https://docs.example/q.html?v=2", "version 2"),
        ("https://docs.example/q.html?v=3", "without"),
        ("https://docs.example/100%25.txt", "per cent, as the URL has it"),
        ("https://docs.example:8080/p.txt", "other port"),
        ("https://github.com/o/r/blob/v1.2/docs/a.rst#L3", "raw"),
        ("https://raw.githubusercontent.com/o/r/v1.2/docs/a.rst", "raw"),
        ("pkg:pypi/some-package@1.0#docs/a.md", "member"),
        ("pkg:pypi/Some_Package@1.0#docs/./a.md", "member"),
    ],
)
def test_what_is_there_is_read(mirror: Path, locator: str, text: str) -> None:
    """A locator is answered from the file that its host and path name, and nobody else is asked."""
    fetched = _fetch(mirror, locator)
    assert fetched.verdict is None, fetched.reason
    assert (fetched.content or b"").decode() == text
    assert fetched.locator == locator


@pytest.mark.parametrize(
    ("locator", "looked_for"),
    [
        ("https://docs.example/lacking.md", "docs.example/lacking.md"),
        ("https://docs.example/lacking/", "docs.example/lacking/index.html"),
        ("https://docs.example/plain.txt/more", "docs.example/plain.txt/more"),
        ("https://elsewhere.example/", "elsewhere.example/index.html"),
        ("https://docs.example/Plain.txt", "docs.example/Plain.txt"),
        ("https://docs.example:81/", "docs.example:81/index.html"),
        ("pkg:pypi/some-package@1.1#docs/a.md", "pypi/some-package/1.1/docs/a.md"),
    ],
)
def test_what_is_lacking_is_named(mirror: Path, locator: str, looked_for: str) -> None:
    """A document that the folder lacks is unreachable, and the reason names the file that was looked for."""
    fetched = _fetch(mirror, locator)
    assert fetched.verdict is Verdict.UNREACHABLE
    if os.name != "nt":
        assert str(mirror / looked_for) in fetched.reason


@pytest.mark.parametrize(
    "locator",
    [
        "https://docs.example/../../secret.txt",
        "https://docs.example/%2e%2e/%2e%2e/secret.txt",
        "https://docs.example/%2E./..%2fsecret.txt",
        "https://docs.example/..%2f..%2fsecret.txt",
        "https://docs.example/..%5c..%5csecret.txt",
        "https://docs.example/..\\..\\secret.txt",
        "https://docs.example/%252e%252e/%252e%252e/secret.txt",
        "https://docs.example/plain.txt%00.md",
        "https://../secret.txt",
        "https://user@docs.example/plain.txt",
        "pkg:pypi/some-package@1.0#../../../../secret.txt",
        "pkg:pypi/some-package@1.0#%2e%2e/%2e%2e/secret.txt",
        "pkg:pypi/some-package@1.0#docs/%2e%2e%2f..%2fsecret.txt",
        "pkg:pypi/some-package@1.0#/etc/passwd",
        "pkg:pypi/some-package@..#docs/a.md",
        "pkg:pypi/..@1.0#docs/a.md",
        "pkg:npm/..%2f..@1.0#secret.txt",
        "file:///etc/passwd",
    ],
)
def test_no_way_out(mirror: Path, locator: str) -> None:
    """A locator that would leave the folder is refused, in every spelling."""
    fetched = _fetch(mirror, locator)
    assert fetched.verdict is Verdict.REFUSED
    assert fetched.content is None


def test_links_stay_inside(mirror: Path) -> None:
    """A link inside the folder is followed, one that leads out is refused."""
    try:
        (mirror / "docs.example" / "out.txt").symlink_to(mirror.parent / "secret.txt")
        (mirror / "docs.example" / "in.txt").symlink_to("plain.txt")
        (mirror / "docs.example" / "outside").symlink_to(mirror.parent)
        (mirror / "docs.example" / "loop.txt").symlink_to("loop.txt")
    except OSError:
        pytest.skip("links cannot be made here")
    assert _fetch(mirror, "https://docs.example/in.txt").content == b"plain"
    assert _fetch(mirror, "https://docs.example/out.txt").verdict is Verdict.REFUSED
    assert _fetch(mirror, "https://docs.example/outside/secret.txt").verdict is Verdict.REFUSED
    assert _fetch(mirror, "https://docs.example/loop.txt").verdict is Verdict.UNREACHABLE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes cannot be made here")
def test_a_pipe_is_not_waited_for(mirror: Path) -> None:
    """A named pipe in the folder is refused rather than read for ever."""
    os.mkfifo(mirror / "docs.example" / "pipe.txt")
    assert _fetch(mirror, "https://docs.example/pipe.txt").verdict is Verdict.REFUSED


def test_case_counts_even_where_the_disk_ignores_it(mirror: Path) -> None:
    """A page is not taken from a file whose name differs in case."""
    exact = Mirror(mirror, HandClock(), 1000, exact_case=True)
    assert exact.fetch("https://docs.example/plain.txt").content == b"plain"
    assert exact.fetch("https://docs.example/PLAIN.txt").verdict is Verdict.UNREACHABLE


def test_a_file_over_the_cap_is_not_read(mirror: Path) -> None:
    """A file that is larger than any document may be is unverifiable."""
    fetched = Mirror(mirror, HandClock(), 3).fetch("https://docs.example/plain.txt")
    assert fetched.verdict is Verdict.UNVERIFIABLE
    assert "over the size cap" in fetched.reason


def test_no_mirror_folder(tmp_path: Path) -> None:
    """A mirror that does not exist is said so, once for each document."""
    fetched = _fetch(tmp_path / "none", "https://docs.example/")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "there is no mirror folder" in fetched.reason


def test_revision_and_type(mirror: Path) -> None:
    """The tag in an address and the version of a package are the revision; the name tells the media type."""
    raw = _fetch(mirror, "https://github.com/o/r/blob/v1.2/docs/a.rst")
    member = _fetch(mirror, "pkg:pypi/some-package@1.0#docs/a.md")
    assert (raw.revision, raw.media_type, raw.status) == ("v1.2", "text/x-rst", 200)
    assert (member.revision, member.media_type) == ("1.0", "text/markdown")


def test_a_mirror_needs_no_web_client(mirror: Path) -> None:
    """Reading a mirror loads no HTTP library."""
    import subprocess
    import sys

    code = (
        "import sys; from pathlib import Path; from atlas_graph.verify.fetch import FetchOptions, open_fetcher;"
        f"f = open_fetcher(FetchOptions(mirror=Path({str(mirror)!r}))).fetch('https://docs.example/plain.txt');"
        "assert f.content == b'plain', f; print(sorted({'httpx', 'requests', 'hishel'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.skipif(not SHARED.is_dir(), reason="no mirror of documentation beside the project")
def test_the_shared_mirror_is_read_whole() -> None:
    """Every file of the mirror beside the project is found under the locator that its path spells."""
    fetcher = open_fetcher(FetchOptions(mirror=SHARED, resolver=_nobody))
    tried = 0
    for path in sorted(SHARED.rglob("*"))[::37]:
        parts = path.relative_to(SHARED).parts
        if not path.is_file() or len(parts) < 2:
            continue
        if parts[0] == "pypi":
            locator = f"pkg:pypi/{parts[1]}@{parts[2]}#{'/'.join(parts[3:])}"
        else:
            locator = "https://" + re.sub("[%#?]", lambda odd: f"%{ord(odd.group()):02X}", "/".join(parts))
        assert fetcher.fetch(locator).content == path.read_bytes(), locator
        tried += 1
    fetcher.close()
    assert tried > 50
