"""Headless Chromium over its debugging pipe: pages opened as from the address bar, and asked in JavaScript."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

#: Without the last ones the browser asks its maker's hosts for things at every start.
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--window-size=800,600",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
_PATIENCE = 20.0
#: Becomes the browser, with two files under the numbers that it looks for.
_AS_3_AND_4 = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def program() -> str | None:
    """The browser's program, None where there is none, or where it cannot be driven as here."""
    if os.name == "nt":
        return None
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for found in map(shutil.which, names) if found), None)


class Chromium:
    """A browser for a ``with`` block; ``profile`` is an empty folder."""

    def __init__(self, profile: Path) -> None:
        import fcntl  # not on Windows, where this is not run

        found = program()
        assert found is not None
        ours, theirs = os.pipe(), os.pipe()
        command = [found, *_FLAGS, f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (ours[0], theirs[1])]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _AS_3_AND_4, *map(str, ends), *command],
            pass_fds=ends,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (ours[0], theirs[1], *ends):
            os.close(end)
        self._to, self._from = os.fdopen(ours[1], "wb", 0), os.fdopen(theirs[0], "rb", 0)
        self._read = b""
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self.call("Browser.close")
        finally:
            self._to.close()
            self._from.close()
            self._process.wait(_PATIENCE)

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Send one command of the DevTools protocol and return its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        self._to.write(json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            while b"\0" not in self._read:
                part = self._from.read(1 << 16)
                if not part:
                    raise EOFError("the browser has ended")
                self._read += part
            line, _, self._read = self._read.partition(b"\0")
            answer = json.loads(line)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                result: dict[str, Any] = answer["result"]
                return result

    def ask(self, url: str, script: str, wait_for: str = "true") -> Any:
        """Open a page, wait until ``wait_for`` holds or a second after it is loaded, and return a script's value."""
        target = self.call("Target.createTarget", url=url)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

        def value(expression: str) -> Any:
            asked = self.call("Runtime.evaluate", session, expression=expression, returnByValue=True)
            return asked["result"].get("value")

        end = time.monotonic() + _PATIENCE
        while (
            value(f"document.readyState === 'complete' && location.href !== 'about:blank' && ({wait_for})") is not True
        ):
            if (
                value("performance.now() > 1000 && document.readyState === 'complete'") is True
                or time.monotonic() > end
            ):
                break
            time.sleep(0.02)
        found = value(script)
        self.call("Target.closeTarget", targetId=target)
        return found
