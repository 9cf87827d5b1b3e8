"""The ledger's two files: what is of the document stands once, and a quote's line changes when its verdict does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.model.ledger_lines import parted, whole
from atlas_graph.verify.ledger import read_ledger, write_ledger

_READING = {"date": "2026-01-01", "url": "https://example.org/a.md", "sha256": "0" * 64, "extractor": "markdown/1"}


def _entry(name: str, **changes: Any) -> dict[str, Any]:
    return {"id": name, "pinned": {"verdict": "match", "reason": "Found.", **_READING, **changes}}


def _joined(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    quotes, documents = parted(entries)
    return [whole(line, {item["source"]: item for item in documents}) for line in quotes]


def test_what_is_of_the_document_stands_once() -> None:
    """Two quotes of one document have short lines and share the document's."""
    quotes, documents = parted([_entry("a#00000001"), _entry("a#00000000")])
    assert quotes == [
        {"id": "a#00000000", "pinned": {"verdict": "match", "reason": "Found."}},
        {"id": "a#00000001", "pinned": {"verdict": "match", "reason": "Found."}},
    ]
    assert documents == [{"source": "a", "pinned": _READING}]


def test_another_reading_than_most_stands_with_the_quote() -> None:
    """A quote that was last sought on another day has its whole reading in its line."""
    late = _entry("a#00000002", date="2026-02-02")
    quotes, documents = parted([_entry("a#00000000"), _entry("a#00000001"), late])
    assert quotes[2] == late
    assert documents[0]["pinned"]["date"] == "2026-01-01"


_checks = st.fixed_dictionaries(
    {"verdict": st.sampled_from(["match", "gone"]), "date": st.sampled_from(["2026-01-01", "2026-01-02"])},
    optional={"revision": st.sampled_from(["a", "b"]), "heading": st.text(max_size=3), "extractor": st.just("x/1")},
)
_entries = st.dictionaries(
    st.sampled_from(["a#00000000", "a#00000001", "a#00000002", "b#00000000"]),
    st.fixed_dictionaries({}, optional={"pinned": _checks, "live": _checks}),
)


@given(_entries)
def test_nothing_is_lost_on_the_way_into_the_files_and_back(entries: dict[str, dict[str, Any]]) -> None:
    """Whatever was found, taken apart and put together again it is the same."""
    listed = [{"id": key, **entries[key]} for key in sorted(entries)]
    assert _joined(listed) == listed


def test_a_new_extractor_changes_a_line_for_each_document_and_none_for_a_quote(tmp_path: Path) -> None:
    """Where the verdicts stay, only the documents' file differs."""
    path = tmp_path / "ledger.jsonl"
    ledger = {name: _entry(name) for name in ("a#00000000", "a#00000001", "b#00000000")}
    write_ledger(path, ledger)
    before = path.read_bytes()
    newer = {key: _entry(key, extractor="markdown/2", date="2026-03-03") for key in ledger}
    write_ledger(path, newer)
    assert path.read_bytes() == before
    assert read_ledger(path) == newer
    lines = (tmp_path / "ledger-documents.jsonl").read_text().splitlines()
    assert [json.loads(line)["pinned"]["extractor"] for line in lines] == ["markdown/2", "markdown/2"]
