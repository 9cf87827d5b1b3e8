"""The records of the ledger: what the verifier found of each quote, and the readings in which it was sought."""

from __future__ import annotations

from pydantic import Field

from .records import Date, Id, QuoteId, Record, Sha256, Text, Texts


class Reading(Record):
    """One reading of a copy of a document: when, where, in which bytes, and by which extractor."""

    date: Date
    url: Text = Field(description="where the copy was read")
    revision: Text | None = None
    sha256: Sha256 | None = None
    extractor: Text | None = None


class Check(Record):
    """The outcome of looking for a quote in one copy of its document."""

    verdict: Text
    reason: Text
    flags: Texts = ()
    date: Date
    url: Text = Field(description="where the copy was read")
    revision: Text | None = None
    sha256: Sha256 | None = None
    extractor: Text | None = None
    heading: Text | None = None
    sentence: Text | None = None
    diff: Text | None = None
    nearest: Text | None = None
    first_missing: Date | None = None


class LedgerEntry(Record):
    """What is known of one quote, in its pinned copy and on the live page. Written by the verifier."""

    id: QuoteId
    pinned: Check | None = None
    live: Check | None = None


class LedgerDocument(Record):
    """The readings of a document in which most of its quotes were sought. Written by the verifier."""

    source: Id
    pinned: Reading | None = None
    live: Reading | None = None
