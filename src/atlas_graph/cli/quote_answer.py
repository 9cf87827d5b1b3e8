"""One document for many quotes, and a finding as JSON and as text: what both forms of ``quote`` share."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from email.message import Message
from pathlib import Path
from typing import Any

from ..escapes import escaped, json_escaped
from ..verify.document import Finding
from ..verify.fetch import Fetcher, locators
from ..verify.reader import OpenDocument, Reader

_HEADS = {
    "match": "stands",
    "loose": "stands loosely",
    "moved": "moved",
    "drift-wording": "reworded",
    "drift-meaning": "means something else now",
    "gone": "gone",
    "missing": "document missing",
}


def missing_file(document: str) -> str | None:
    """Why a document that is no address is no file either, else None."""
    if locators.kind(document) != "file" or Path(document).expanduser().exists():
        return None
    return f"there is no file {document}; give a path, an http(s) URL or a pkg: address"


def open_document(fetcher: Fetcher, reader: Reader, locator: str, media_type: str | None) -> OpenDocument:
    """A document that is fetched and read once, for as many quotes as are asked of it."""
    reader.start()
    fetched = fetcher.fetch(locator)
    kind, charset = _parted(media_type)
    told = replace(fetched, media_type=kind or fetched.media_type, charset=charset or fetched.charset)
    # A package URL ends in the member's name; a page's own address may say more than the one asked.
    return reader.open(told, locator if locator.startswith("pkg:") else None)


def _parted(media_type: str | None) -> tuple[str | None, str | None]:
    """A media type and the charset among its parameters."""
    if not media_type:
        return None, None
    message = Message()
    message["content-type"] = media_type
    return message.get_content_type(), message.get_content_charset()


def record(identifier: object, finding: Finding, url: str | None) -> dict[str, Any]:
    """The object that ``--format json`` prints; keys may be added, never changed."""
    return {
        "id": identifier,
        "verdict": finding.verdict.value,
        "reason": finding.reason,
        "flags": sorted(flag.value for flag in finding.flags),
        "nearest": finding.nearest,
        "score": finding.score,
        "diff": finding.diff,
        "heading": finding.heading,
        "sentence": finding.sentence,
        "url": url,
    }


def as_json(record: dict[str, Any]) -> str:
    """One line of ASCII, so that no control character or direction override of a document reaches the terminal."""
    return json_escaped(json.dumps(record, ensure_ascii=True))


def as_text(finding: Finding) -> str:
    """The answer as a sentence, and under it what differs and where it stands."""
    head = _HEADS.get(finding.verdict.value, f"could not be checked ({finding.verdict.value})")
    lines = [f"{head}: {escaped(finding.reason)}"]
    for name, value in (
        ("differs", finding.diff),
        ("nearest", finding.nearest),
        ("heading", finding.heading),
        ("sentence", finding.sentence if finding.verdict.stands else None),
        ("flags", ", ".join(sorted(flag.value for flag in finding.flags))),
    ):
        if value:
            lines.append(f"  {name + ':':<10}{escaped(value)}")
    return "\n".join(lines)


def print_text(text: str) -> None:
    """Print, with what the terminal's encoding lacks written out rather than refused."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
