"""Whether an answer is the document, or a wall in front of it: a login, a challenge, a consent page.

A wall is only called one on plain signs. A real page that talks *about* logins or challenges must get
through, so words alone never decide on a page that has much to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from .. import page_phrases

_LOGIN = {
    "login",
    "signin",
    "sign-in",
    "sign_in",
    "log-in",
    "log_in",
    "logon",
    "signon",
    "login.html",
    "login.php",
}
_LOGIN_IF_RETURNING = {
    "oauth",
    "oauth2",
    "authorize",
    "auth",
    "sso",
    "saml",
    "saml2",
    "idp",
    "account",
    "session",
}
_LOGIN_HOSTS = {"accounts", "login", "signin", "sso", "idp", "consent"}
_LOGIN_HOSTS_IF_RETURNING = {"auth", "id", "account", "identity"}
_RETURNING = {
    "next", "return", "return_to", "returnto", "return_url", "returnurl", "redirect", "redirect_to",
    "redirect_uri", "redirect_url", "continue", "service", "target", "goto", "destination", "dest",
    "samlrequest", "client_id", "fromuri", "rd", "back",
}  # fmt: skip
_CONSENT = {"consent", "cookie-consent", "cookiewall"}

_SMALL_TEXT = 1_500  # characters; a wall says a sentence or two
_LARGEST_WALL = 200_000  # bytes

_STRAIGHT = str.maketrans("‘’“”", "''\"\"")
_MACHINERY = tuple(mark.encode() for mark in page_phrases.MACHINERY)

_REFRESH = re.compile(r"\s*[0-5]?(?:\.\d+)?\s*[;,]\s*(?:url\s*=)?\s*(.+)", re.I | re.S)


def login_redirect(source: str, target: str) -> str | None:
    """Why a redirect leads to a login or consent page rather than to the document, else None.

    >>> login_redirect("https://d.org/guide", "https://d.org/login?next=/guide")
    'it sends readers to a login page (https://d.org/login)'
    >>> login_redirect("https://d.org/cli/login", "https://d.org/en/cli/login")
    """
    came, goes = urlsplit(source), urlsplit(target)
    before, after = _segments(came.path), _segments(goes.path)
    query = {name.lower() for name, _ in parse_qsl(goes.query, keep_blank_values=True)}
    returning = bool(query & _RETURNING)
    first = (goes.hostname or "").split(".")[0]
    # A document that is itself about logging in may move like any other.
    new = after - before
    last = after and unquote(goes.path).rstrip("/").rsplit("/", 1)[-1].lower()
    shown = f"{goes.scheme}://{goes.netloc.rsplit('@', 1)[-1]}{goes.path}"
    if new & _CONSENT or (first == "consent" and goes.hostname != came.hostname):
        return f"it sends readers to a consent page ({shown})"
    if (
        (last in _LOGIN and last in new)
        or (new & _LOGIN and returning)
        or (new & _LOGIN_IF_RETURNING and returning)
        or (goes.hostname != came.hostname and first in _LOGIN_HOSTS)
        or (goes.hostname != came.hostname and first in _LOGIN_HOSTS_IF_RETURNING and returning)
    ):
        return f"it sends readers to a login page ({shown})"
    return None


def _segments(path: str) -> set[str]:
    return {segment.lower() for segment in unquote(path).split("/") if segment}


def challenge_header(headers: Mapping[str, str]) -> str | None:
    """Why the header fields say that this is a challenge, else None."""
    if headers.get("cf-mitigated", "").lower() == "challenge":
        return "the site answers with a challenge page (cf-mitigated: challenge)"
    action = headers.get("x-amzn-waf-action", "").lower()
    if action in ("challenge", "captcha"):
        return f"the site answers with a challenge page (x-amzn-waf-action: {action})"
    return None


def wall_page(body: bytes, media_type: str | None) -> str | None:
    """Why a page is a challenge or a login form rather than a document, as far as a first look tells, else None."""
    page = _Page.of(body, media_type)
    if page is None or len(page.text) > _SMALL_TEXT:
        return None
    if machinery(body, media_type):
        return "the site answers with a challenge page"
    heads = [head for head in (page.title, page.heading) if head]
    if page_phrases.is_challenge(heads, page.text):
        return f"the site answers with a challenge page ({page.title or page.text[:60]!r})"
    if page_phrases.is_login(heads, [page.text], asks_password=page.asks_for_password):
        return "the site answers with a login page"
    return None


def machinery(body: bytes, media_type: str | None) -> bool:
    """Whether a page of little text holds the machinery of a challenge, which no document does."""
    page = _Page.of(body, media_type)
    return page is not None and len(page.text) <= _SMALL_TEXT and any(mark in body for mark in _MACHINERY)


def refresh_target(body: bytes, media_type: str | None) -> str | None:
    """Where a page that only says "this has moved" sends its reader at once (``meta refresh``), else None."""
    page = _Page.of(body, media_type)
    if page is None or page.refresh is None or len(page.text) > 400:
        return None
    found = _REFRESH.fullmatch(page.refresh)
    return found.group(1).strip().strip("\"'").strip() or None if found else None


@dataclass(frozen=True)
class _Page:
    """What a small HTML page shows, roughly; the extractors do the careful reading later."""

    title: str  # this, the first heading and the text folded: small letters, straight quotation marks
    heading: str
    text: str
    asks_for_password: bool
    refresh: str | None

    @classmethod
    def of(cls, body: bytes, media_type: str | None) -> _Page | None:
        """The page, or None for anything that is not HTML or too large to be a wall."""
        if len(body) > _LARGEST_WALL or media_type not in (None, "text/html", "application/xhtml+xml"):
            return None
        if media_type is None and not re.match(rb"\s*<(!doctype html|html)", body[:200], re.I):
            return None
        tree = LexborHTMLParser(body.decode("utf-8", "replace"))
        title, heading = tree.css_first("title"), tree.css_first("h1")
        refreshes = [
            node.attributes.get("content") or ""
            for node in tree.css("meta[http-equiv]")
            if (node.attributes.get("http-equiv") or "").lower() == "refresh" and not _within_noscript(node)
        ]
        asks = tree.css_first('input[type="password" i]') is not None
        titled, headed = _folded(title), _folded(heading)
        tree.strip_tags(["script", "style", "template", "svg", "title", "noscript"])
        return cls(titled, headed, _folded(tree.root), asks, refreshes[0] if refreshes else None)


def _folded(node: LexborNode | None) -> str:
    text = " ".join(node.text(separator=" ").split()) if node is not None else ""
    return text.lower().translate(_STRAIGHT)


def _within_noscript(node: LexborNode) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.tag == "noscript":
            return True
        parent = parent.parent
    return False
