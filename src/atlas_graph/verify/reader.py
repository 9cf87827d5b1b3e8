"""Reading documents and looking quotes up in them within a time: in a process of its own, which can be ended.

Nothing in a program can stop a parser or a pattern that is at work on a hostile document. So the work is done by a
second process, which ends itself when a document's time is over; the next document has another one.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from .document import Fetched, Finding, Verdict

#: How the process ends that ends itself for want of time.
OVERTIME_STATUS = 1
_PROGRAM = "from atlas_graph.verify.reading_process import serve; serve()"


@dataclass(frozen=True, slots=True)
class Opening:
    """What the process is asked first of a document: to read it."""

    fetched: Fetched
    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Question:
    """What it is asked then, as often as wanted: what is found out about a quote, in the context that it has."""

    quote: str
    context: dict[str, Any]
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the process says: a result, or what went wrong; and how many seconds it took."""

    value: Any
    problem: str | None
    seconds: float


class Reader:
    """Reads one document after the other. For one thread; close it when done.

    :param seconds: for one document, from the first byte asked for to the last quote looked up.
    :param cache: the folder in which extractions are kept and the versions of the extractors, or None.
    """

    def __init__(self, seconds: float = 30.0, cache: tuple[Path, str] | None = None) -> None:
        self.seconds = seconds
        self._cache = cache
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self) -> None:
        """Start the process, if there is none; it gets ready while the first document is fetched."""
        if self._process is not None:
            return
        path = os.pathsep.join(dict.fromkeys(os.path.abspath(entry) for entry in sys.path if entry))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM],  # -P: the folder that it is started in has no say in what it runs
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # an interruption is for this process to hear
        )
        self._send(self._cache)

    def open(self, fetched: Fetched, name: str | None = None) -> OpenDocument:
        """Read a document that was fetched, for as many quotes as are asked of it.

        :param name: what its format is told by, where its media type does not; its address unless given.
        """
        return OpenDocument(self, fetched, fetched.url if name is None else name)

    def ask(self, message: Opening | Question) -> Answer:
        """Have the process do something.

        :raises TimeoutError: if it ended itself for want of time.
        :raises EOFError: if it ended otherwise.
        """
        self.start()
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            self._send(message)
            answer: Answer = pickle.load(self._process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            status = self._ended()
            if status == OVERTIME_STATUS:
                raise TimeoutError from None
            raise EOFError(f"status {status}") from None
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._ended()

    def _send(self, message: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()

    def _ended(self) -> int:
        process, self._process = self._process, None
        assert process is not None
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # over what was still to be sent to it
                    pipe.close()
        return process.wait()


class OpenDocument:
    """A document that is read once, for as many quotes as are asked of it."""

    def __init__(self, reader: Reader, fetched: Fetched, name: str) -> None:
        self._reader = reader
        self._left = reader.seconds - fetched.seconds
        #: The document's record, less its content.
        self.fetched = replace(fetched, content=None)
        #: The extractor's name and version, if the document was read.
        self.extractor: str | None = None
        self._failed: Finding | None = None
        if fetched.verdict is not None or fetched.content is None:
            verdict = fetched.verdict or Verdict.UNVERIFIABLE
            self._failed = Finding(verdict, fetched.reason, fetched.flags)
        else:
            self.extractor = self._asked(Opening(fetched, name, self._left))

    def check(self, quote: str, **context: Any) -> Finding:
        """The finding for one quote; ``context`` is what :func:`atlas_graph.verify.match.check` takes beside it."""
        if self._failed is None:
            finding = self._asked(Question(quote, context, self._left))
            if isinstance(finding, Finding):
                return finding
        assert self._failed is not None
        return self._failed

    def _asked(self, message: Opening | Question) -> Any:
        """What the process says; None if it says nothing, which is then the finding on every quote to come."""
        try:
            if self._left <= 0:
                raise TimeoutError
            answer = self._reader.ask(message)
        except TimeoutError:
            reason = f"The document was not read and searched within {self._reader.seconds:g} s."
            self._failed = Finding(Verdict.UNREACHABLE, reason, self.fetched.flags)
            return None
        except EOFError as problem:
            reason = f"The document could not be read: what read it broke down ({problem})."
            self._failed = Finding(Verdict.UNVERIFIABLE, reason, self.fetched.flags)
            return None
        self._left -= answer.seconds
        if answer.problem is not None:
            reason = f"The document could not be read ({answer.problem})."
            self._failed = Finding(Verdict.UNVERIFIABLE, reason, self.fetched.flags)
        return answer.value
