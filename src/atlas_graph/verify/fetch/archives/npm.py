"""Where the archive of an npm package is: asked of the registry that the user's npm is configured for."""

from __future__ import annotations

import json

from atlas_graph.verify.document import Verdict

from ..clock import Deadline
from ..outcome import Setback
from .clients import Run
from .downloads import Checksum, Located
from .purl import Package

_OUTAGES = ("ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "ECONNRESET", "EAI_AGAIN", "ERR_SOCKET_TIMEOUT")


def locate(package: Package, run: Run, deadline: Deadline) -> Located:
    """Ask npm about a version.

    :raises Setback: ``missing`` if the registry has no such version, else what keeps npm from saying.
    :raises DeadlineError: if that takes too long.
    """
    name = f"{package.namespace}/{package.name}" if package.namespace else package.name
    answer = run(["npm", "view", "--json", "--", f"{name}@{package.version}", "dist"], deadline)
    try:
        told = json.loads(answer.out or "{}")
    except ValueError:
        told = {}
    if isinstance(told, list):  # several versions match; an exact one comes alone
        told = told[0] if len(told) == 1 else {}
    if not isinstance(told, dict):
        told = {}
    if answer.code:
        raise _problem(told.get("error"), answer.err, package)
    url, integrity = told.get("tarball"), told.get("integrity")
    if not isinstance(url, str):
        raise Setback(Verdict.MISSING, f"the npm package {package.title} is not in the registry")
    return Located(url, Checksum.of_integrity(integrity) if isinstance(integrity, str) else None)


def _problem(error: object, err: str, package: Package) -> Setback:
    told = error if isinstance(error, dict) else {}
    code = str(told.get("code") or "")
    summary = str(told.get("summary") or "").strip() or _first_line(err)
    if code in ("E404", "ETARGET"):
        return Setback(Verdict.MISSING, f"the npm package {package.title} is not in the registry ({summary})")
    if code in ("E401", "E403"):
        return Setback(Verdict.BLOCKED, f"the npm registry does not let this user see {package.title} ({summary})")
    if code == "E429":
        return Setback(Verdict.DEFERRED, f"the npm registry asks to slow down ({summary})")
    reason = "does not answer" if code in _OUTAGES else "cannot be asked"
    return Setback(Verdict.UNREACHABLE, f"the npm registry {reason} about {package.title} ({summary or code})")


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:200] if lines else "npm says nothing"
