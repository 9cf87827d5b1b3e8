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

_TITLES = (
    "just a moment",
    "attention required! | cloudflare",
    "access denied",
    "checking your browser",
    "please verify you are a human",
    "are you a robot",
    "pardon our interruption",
    "client challenge",
    "human verification",
    "security check",
    "security checkpoint",
    "making sure you're not a bot",
    "ddos-guard",
    "verifying your connection",
    "one moment, please",
    "robot check",
    "captcha",
)
_PHRASES = (
    "checking your browser",
    "verify you are human",
    "verify you are a human",
    "verifying you are human",
    "you are not a robot",
    "you're not a robot",
    "complete the captcha",
    "complete the security check",
    "enable javascript and cookies to continue",
    "needs to review the security of your connection",
    "unusual traffic from your computer",
)
# Left by the machinery itself; none of them is in an ordinary page that the same machinery guards.
_MARKERS = (
    b"_cf_chl_opt",
    b"cf-browser-verification",
    b"_Incapsula_Resource",
    b"sucuri_cloudproxy_js",
    b"captcha-delivery.com",
    b"px-captcha",
    b"awswaf.com/",
)
_SIGN_IN = re.compile(r"\b(log ?in|sign ?in|log on|sign on|password required)\b", re.I)
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
    """Why a page is a challenge or a login form rather than a document, else None."""
    page = _Page.of(body, media_type)
    if page is None or len(page.text) > _SMALL_TEXT:
        return None
    if any(marker in body for marker in _MARKERS):
        return "the site answers with a challenge page"
    lowered = page.text.lower()
    if any(page.title.startswith(known) for known in _TITLES) or any(phrase in lowered for phrase in _PHRASES):
        return f"the site answers with a challenge page ({page.title or lowered[:60]!r})"
    if page.asks_for_password and _SIGN_IN.search(f"{page.title} {lowered}"):
        return "the site answers with a login page"
    return None


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

    title: str  # lower case
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
        title = tree.css_first("title")
        refreshes = [
            node.attributes.get("content") or ""
            for node in tree.css("meta[http-equiv]")
            if (node.attributes.get("http-equiv") or "").lower() == "refresh" and not _within_noscript(node)
        ]
        asks = tree.css_first('input[type="password" i]') is not None
        titled = " ".join((title.text() if title else "").split()).lower()
        tree.strip_tags(["script", "style", "template", "svg", "title"])
        text = tree.root.text(separator=" ") if tree.root else ""
        return cls(titled, " ".join(text.split()), asks, refreshes[0] if refreshes else None)


def _within_noscript(node: LexborNode) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.tag == "noscript":
            return True
        parent = parent.parent
    return False
