"""The process that reads documents for :mod:`atlas_graph.verify.reader`, and ends itself when its time is over."""

from __future__ import annotations

import faulthandler
import os
import pickle
import sys
import time
from typing import Any

from .check import Document
from .extraction_cache import ExtractionCache
from .reader import Answer, Opening, Question


class _Desk:
    """The document that lies open, and where extractions are kept."""

    def __init__(self, cache: ExtractionCache | None) -> None:
        self._cache = cache
        self._open: Document | None = None

    def answer(self, message: Opening | Question) -> Any:
        """The extractor of a document that was opened, or the finding on a quote in it."""
        if isinstance(message, Question):
            assert self._open is not None
            return self._open.check(message.quote, **message.context)
        self._open = None  # one document at a time is held
        self._open = Document.read(message.fetched, message.name, self._cache)
        return self._open.extractor


def serve() -> None:
    """Answer what comes in on standard input, until it ends."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = open(os.devnull, "w")  # noqa: SIM115 - to the end of the process
    os.dup2(nowhere.fileno(), sys.stdout.fileno())  # what a library prints is no reply
    try:
        kept = pickle.load(sys.stdin.buffer)
        desk = _Desk(ExtractionCache(*kept) if kept is not None else None)
        while True:
            message: Opening | Question = pickle.load(sys.stdin.buffer)
            begun = time.monotonic()
            # A thread of C watches the time: no parser and no pattern can keep it from ending the process (status 1).
            faulthandler.dump_traceback_later(max(message.seconds, 0.001), exit=True, file=nowhere)
            value, problem = None, None
            try:
                value = desk.answer(message)
            except (Exception, RecursionError) as error:
                problem = f"{type(error).__name__}: {error}"
            faulthandler.cancel_dump_traceback_later()
            pickle.dump(Answer(value, problem, time.monotonic() - begun), replies)
            replies.flush()
    except (EOFError, OSError):
        return
