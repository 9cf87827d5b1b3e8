"""One document on its way: what its visit may do, where it has been, which addresses it may be sent to."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import httpx

from ..document import Flag, Verdict
from . import addresses
from .clock import Deadline
from .setback import Setback

MOST_REDIRECTS = 5
#: Bytes that are read of one document at most.
LARGEST_DOCUMENT = 64_000_000

_NEVER_FETCHED = ("file", "ftp", "data", "javascript")


@dataclass(frozen=True)
class FetchPolicy:
    """What a visit is for, and so what it may do.

    ``private_addresses``: the address is the user's own package index, and may be a private one.
    """

    private_addresses: bool = False
    robots: bool = True
    cached: bool = True
    walls: bool = True
    cap: int = LARGEST_DOCUMENT
    accept: str = "text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.8"
    auth: tuple[str, str] | None = None


@dataclass
class Visit:
    """One document on its way: where it has been, and how long it has left."""

    locator: str
    policy: FetchPolicy
    deadline: Deadline
    begun: bool = False  # whether a byte of the document itself was asked for
    #: The requests made so far: the same address asked with other cookies is another request (RFC 6265).
    asked: set[tuple[str, str]] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)
    redirects: list[str] = field(default_factory=list)
    flags: set[Flag] = field(default_factory=set)

    def admit(self, address: str) -> httpx.URL:
        """The URL, if it is one to ask for at all; whether its host is public is judged on connecting.

        :raises Setback: otherwise.
        """
        later = self.redirects or self.begun
        try:
            url = httpx.URL(address).copy_with(fragment=None)
        except (httpx.InvalidURL, ValueError, UnicodeError) as problem:
            verdict = Verdict.UNREACHABLE if later else Verdict.REFUSED
            raise Setback(verdict, f"{address[:200]!r} is no URL ({problem})") from None
        prefix = "redirects to a" if later else "a"
        for wrong, what in (
            (url.scheme not in ("http", "https"), f"{url.scheme or 'relative'}: address; only http and https are read"),
            (not url.host, "URL without a host"),
            (url.userinfo, "URL that names a user; give it without"),
            (url.port == 0, "URL with port 0"),
        ):
            if wrong:
                raise Setback(Verdict.REFUSED, f"{prefix} {what}")
        literal = addresses.literal(url.host)
        if literal is not None and not self.policy.private_addresses:
            # Said before robots.txt or the pace of the host come into it.
            try:
                addresses.check(url.host, [literal])
            except addresses.ForbiddenAddressError as problem:
                reason = f"redirects to {problem}" if later else str(problem)
                raise Setback(Verdict.REFUSED, reason) from None
        return url


@dataclass
class Reply:
    """One answer, its body already in the sink if it is the document."""

    status: int
    headers: httpx.Headers
    from_cache: bool
    fresh: bool  # whether the server was asked
    location: str | None = None  # where a redirect points


def joined(url: httpx.URL, target: str) -> httpx.URL:
    """The URL that a redirect on a page leads to.

    :raises Setback: if it leads to none.
    """
    try:
        # Header fields come as latin-1; what sites mean by the odd byte is UTF-8.
        with contextlib.suppress(UnicodeError):
            target = target.encode("latin-1").decode("utf-8")
        return url.join(target.strip()).copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError, UnicodeError):
        if target.split(":", 1)[0].lower() in _NEVER_FETCHED:
            raise Setback(Verdict.REFUSED, f"redirects to {target[:200]!r}; only http and https are read") from None
        raise Setback(Verdict.UNREACHABLE, f"redirects to {target[:200]!r}, which is no URL", url=str(url)) from None


def scope(url: httpx.URL) -> str:
    """For what a ``Retry-After`` speaks: a host; on loopback, where one test server plays many, one URL."""
    address = addresses.literal(url.host)
    if url.host == "localhost" or (address is not None and addresses.is_loopback(address)):
        return str(url)
    return url.host
