"""What an HTTP status says about the document, which is less than it seems: only 404 and 410 say it is gone."""

from __future__ import annotations

from ..document import Verdict
from .clock import stamp
from .setback import Setback

PERMANENT = (301, 308)
REDIRECTS = (301, 302, 303, 307, 308)

_MISSING = (404, 410)
_BLOCKED = (401, 402, 403, 407, 451, 511)
_MAY_BE_A_WALL = (202, 403, 405, 503)
_WORTH_ANOTHER_TRY = (408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524)


def may_be_a_wall(status: int) -> bool:
    """Whether challenge pages come with this status, so that the page is worth a look."""
    return status in _MAY_BE_A_WALL


def judge(where: str, status: int, phrase: str, until: float | None, wall: str | None) -> Setback:
    """The verdict on an answer that is neither a document nor a redirect.

    :param until: the moment that a ``Retry-After`` named, in seconds since the epoch.
    :param wall: why the page is a challenge or a login, if it is one.
    """
    said = f"{status} {phrase}".strip()
    if status == 429 or (status == 503 and until is not None):
        if until is None:
            reason = f"{said}: the site asks to slow down and does not say until when"
            return Setback(Verdict.DEFERRED, reason, url=where, status=status, again=True)
        reason = f"{said}: the site asks to come back after {stamp(until)}"
        return Setback(Verdict.DEFERRED, reason, url=where, status=status)
    if status in _MISSING:
        return Setback(Verdict.MISSING, f"the server answers {said}", url=where, status=status)
    if wall is not None or status in _BLOCKED:
        return Setback(Verdict.BLOCKED, wall or f"the server answers {said}", url=where, status=status)
    again = status in _WORTH_ANOTHER_TRY
    return Setback(Verdict.UNREACHABLE, f"the server answers {said}", url=where, status=status, again=again)
