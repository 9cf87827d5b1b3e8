"""Real documents: every file of the mirror is read, without a stumble."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from atlas_graph.verify import extract as extraction
from atlas_graph.verify.document import Extraction
from atlas_graph.verify.extract import extract, rst

MIRROR = Path(__file__).resolve().parents[4] / "shared" / "mirror"
pytestmark = pytest.mark.skipif(not MIRROR.is_dir(), reason="there is no mirror of documents beside the project")


def _read(path: Path) -> Extraction:
    return extract(path.read_bytes(), media_type="text/plain", name=path.as_posix())


@pytest.mark.slow
def test_every_mirrored_document_is_read_by_its_own_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    """No document of one in ten makes a parser raise, and so falls back to being read as plain text."""
    stumbles: list[str] = []
    parsed, document = extraction._parsed, rst.parsed

    def noted(raw: str, *rest: object) -> object:
        try:
            return parsed(raw, *rest)  # type: ignore[arg-type]
        except Exception as error:
            stumbles.append(f"{path}: {error!r}")
            raise

    def noted_rst(lines: list[str]) -> object:
        try:
            return document(lines)
        except Exception as error:
            stumbles.append(f"{path}: {error!r}")
            raise

    monkeypatch.setattr(extraction, "_parsed", noted)
    monkeypatch.setattr(rst, "parsed", noted_rst)
    problems: Counter[str] = Counter()
    count = 0
    for path in sorted(MIRROR.rglob("*"))[::10]:  # all six thousand take two minutes
        if path.is_file():
            count += 1
            found = _read(path)
            if found.problem:
                problems[found.problem] += 1
    assert not stumbles
    assert count > 500
    # a few files hold nothing but directives that a build fills in
    assert problems["no-text"] <= count // 100
    assert set(problems) <= {"no-text"}
