"""Whether a site asks programs to leave a page alone (robots.txt, RFC 9309).

A site without the file, or that answers it with a refusal (4xx) or nothing but redirects, restricts nothing.
A site that *fails* to answer it (5xx, no connection) is not to be read at all until it does: the document
then has the verdict that its robots.txt got, and only a rule that was read makes it ``skipped``.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from protego import Protego

from ..document import Fetched, Verdict
from .clock import Clock, Deadline
from .setback import Setback

PRODUCT = "atlas-graph"

#: RFC 9309, 2.5 asks for half a mebibyte at least; a longer file than this is none that a person wrote.
LARGEST = 4 * 1024 * 1024

# Protego takes a group for ours whose token ours merely begins with, or which names a version behind it.
_USER_AGENT = re.compile(r"^([ \t]*user[- ]?agent[ \t]*:?[ \t]*)([^#\r\n]*)", re.I | re.M)
_TOKEN = re.compile(r"[a-z_-]+", re.I)
_SOMEBODY_ELSE = "somebody-else"

_RULES_LAST = 24 * 3600.0
_FAILURES_LAST = 300.0


@dataclass
class _Site:
    lock: threading.Lock = field(default_factory=threading.Lock)
    until: float = -1.0
    rules: Protego | None = None
    problem: tuple[Verdict, str] | None = None


class Robots:
    """What every site asked for so far, each asked once. Safe to share between threads.

    ``read`` fetches a robots.txt under the checks that hold for any document.
    """

    def __init__(
        self,
        read: Callable[[str, Deadline], Fetched],
        clock: Clock,
        slow_down: Callable[[str, float], None],
    ) -> None:
        self._read = read
        self._clock = clock
        self._slow_down = slow_down
        self._lock = threading.Lock()
        self._sites: dict[str, _Site] = {}

    def check(self, url: str, deadline: Deadline) -> None:
        """Return if a page may be asked for.

        :raises Setback: if not, with the verdict for the page.
        """
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            site = self._sites.setdefault(origin, _Site())
        with site.lock:
            if self._clock.monotonic() >= site.until:
                self._ask(site, origin, deadline)
        if site.problem is not None:
            raise Setback(*site.problem, url=url)
        if site.rules is not None and not site.rules.can_fetch(url, PRODUCT):
            raise Setback(
                Verdict.SKIPPED, f"{origin}/robots.txt asks programs not to read {parts.path or '/'}", url=url
            )

    def _ask(self, site: _Site, origin: str, deadline: Deadline) -> None:
        answer = self._read(f"{origin}/robots.txt", deadline)
        site.rules = site.problem = None
        site.until = self._clock.monotonic() + _RULES_LAST
        if answer.content is not None:
            # Some servers call the file HTML; a page that they show in its place begins with a tag.
            if not answer.content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
                site.rules = rules(answer.content.decode("utf-8-sig", "replace"))
                delay = site.rules.crawl_delay(PRODUCT)
                if delay:
                    self._slow_down(urlsplit(origin).netloc, delay)
            return
        verdict = answer.verdict or Verdict.UNREACHABLE
        led_away = bool(answer.redirects) and (verdict is Verdict.REFUSED or 300 <= (answer.status or 0) < 400)
        refused_at_once = verdict is Verdict.REFUSED and answer.status is None and not answer.redirects
        if verdict in (Verdict.UNREACHABLE, Verdict.DEFERRED) and not led_away:
            site.until = self._clock.monotonic() + _FAILURES_LAST
            # Without any answer it is the host that fails, not its robots.txt.
            prefix = f"{origin}/robots.txt: " if answer.status is not None else ""
            site.problem = (verdict, prefix + answer.reason)
        elif refused_at_once:
            # Nothing was asked: the host itself is not one to connect to.
            site.problem = (verdict, answer.reason)


def rules(text: str) -> Protego:
    """The rules of a robots.txt, each group under the product token that it names and no other (RFC 9309, 2.2.1).

    >>> [rules(f"User-agent: {name}\\nDisallow: /").can_fetch("/", PRODUCT) for name in ("atlas", "Atlas-Graph/2", "*")]
    [True, False, False]
    """
    return Protego.parse(_USER_AGENT.sub(lambda found: found[1] + _group_of(found[2].strip()), text))


def _group_of(named: str) -> str:
    token = _TOKEN.match(named)
    if named == "*" or (named[:1] == "*" and named[1:2].isspace()):
        return "*"
    return PRODUCT if token is not None and token[0].lower() == PRODUCT else _SOMEBODY_ELSE
