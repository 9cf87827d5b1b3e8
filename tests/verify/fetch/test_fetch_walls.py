"""Telling a wall from a document, without taking a document for a wall."""

from __future__ import annotations

import time

import pytest

from atlas_graph.verify.fetch import walls

REAL_TEXT = "<p>The compiler lowers the program to machine code, and says so at length.</p>" * 40


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("https://d.org/guide", "https://d.org/login"),
        ("https://d.org/guide", "https://d.org/login/?next=%2Fguide"),
        ("https://d.org/guide", "https://d.org/users/sign_in"),
        ("https://d.org/guide", "https://d.org/en/SignIn"),
        ("https://d.org/guide", "https://d.org/auth/start?return_to=/guide"),
        ("https://d.org/guide", "https://d.org/oauth2/authorize?client_id=1&redirect_uri=x"),
        ("https://d.org/guide", "https://accounts.d.org/x"),
        ("https://d.org/guide", "https://login.other.com/common/x"),
        ("https://d.org/guide", "https://auth.other.com/authorize?redirect_uri=x"),
        ("https://d.org/guide", "https://d.org/saml/request?SAMLRequest=x"),
        ("https://d.org/guide", "https://consent.d.org/m?continue=x"),
        ("https://d.org/guide", "https://d.org/consent?back=/guide"),
    ],
)
def test_a_redirect_to_a_wall(source: str, target: str) -> None:
    """A redirect to a page that signs people in or asks for consent is seen as such."""
    assert walls.login_redirect(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("https://d.org/guide", "https://d.org/en/latest/guide"),
        ("https://d.org/login", "https://d.org/login/"),
        ("https://d.org/cli/login", "https://docs.d.org/en/cli/login"),
        ("https://d.org/oauth", "https://d.org/docs/oauth"),
        ("https://d.org/guide/oauth", "https://d.org/en/oauth/guide"),
        ("https://d.org/guide", "https://d.org/blog/how-login-works"),
        ("https://accounts.d.org/a", "https://accounts.d.org/b"),
        ("https://d.org/a", "https://auth.d.org/docs/a"),
        ("https://d.org/session", "https://d.org/api/session?highlight=x"),
    ],
)
def test_a_redirect_like_any_other(source: str, target: str) -> None:
    """A page that moves is not a wall because some word of it is in its address."""
    assert walls.login_redirect(source, target) is None


@pytest.mark.parametrize(
    "page",
    [
        "<title>Just a moment...</title><noscript>Enable JavaScript and cookies to continue</noscript>",
        "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>",
        "<html><body><h1>Checking your browser before accessing docs.example</h1></body></html>",
        "<title>d.org</title><script>window._cf_chl_opt={}</script>",
        "<html><script src='/_Incapsula_Resource?x'></script></html>",
        "<title>Making sure you&#39;re not a bot!</title><p>Loading...</p>",
        "<title>Sign in - Docs</title><form><input type='password'></form>",
        "<title>Docs</title><h1>Log in</h1><form><input name=p TYPE=PASSWORD></form>",
        "<title>d.org</title><p>Our systems have detected unusual traffic from your computer network.</p>",
    ],
)
def test_a_wall(page: str) -> None:
    """A page that has nothing to say but "prove yourself" is a wall."""
    assert walls.wall_page(page.encode(), "text/html")


@pytest.mark.parametrize(
    "page",
    [
        f"<title>Guide</title>{REAL_TEXT}",
        f"<title>Just a moment: how challenge pages work</title>{REAL_TEXT}<p>Checking your browser</p>",
        f"<title>Log in with the client</title>{REAL_TEXT}<form>Sign in <input type=password></form>",
        f"<title>Guide</title><script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>{REAL_TEXT}",
        "<title>Guide</title><script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script><p>Short.</p>",
        "<title>App</title><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>",
        "<title>Short</title><p>Run the login command, then compile.</p>",
        "",
    ],
)
def test_no_wall(page: str) -> None:
    """A page with something to say is none, whatever words and scripts are in it."""
    assert walls.wall_page(page.encode(), "text/html") is None


def test_only_pages_are_walls() -> None:
    """A text file or a data file is never taken for a wall."""
    body = b"<title>Just a moment...</title>"
    assert walls.wall_page(body, "text/html")
    assert walls.wall_page(body, "text/markdown") is None
    assert walls.wall_page(body, None) is None
    assert walls.wall_page(b"<!DOCTYPE html>" + body, None)


@pytest.mark.parametrize(
    ("page", "target"),
    [
        ('<meta http-equiv="refresh" content="0; url=new.html">', "new.html"),
        ("<META HTTP-EQUIV=Refresh CONTENT=\"0;URL='https://d.org/a?b=1&amp;c=2'\">", "https://d.org/a?b=1&c=2"),
        ('<meta content="1;new.html" http-equiv="refresh">', "new.html"),
        ('<meta http-equiv="refresh" content="300; url=new.html">', None),
        ('<meta http-equiv="refresh" content="0">', None),
        ('<noscript><meta http-equiv="refresh" content="0; url=nojs.html"></noscript>', None),
        ('<!-- <meta http-equiv="refresh" content="0; url=new.html"> -->', None),
        (f'<meta http-equiv="refresh" content="0; url=new.html">{REAL_TEXT}', None),
    ],
)
def test_a_page_that_sends_its_reader_on(page: str, target: str | None) -> None:
    """A page without text of its own that sends its reader on at once is a redirect; no other is."""
    assert walls.refresh_target(f"<!doctype html>{page}".encode(), "text/html") == target


def test_the_header_fields_of_a_challenge() -> None:
    """Challenges that say so in their header are believed."""
    assert walls.challenge_header({"cf-mitigated": "challenge"})
    assert walls.challenge_header({"x-amzn-waf-action": "captcha"})
    assert walls.challenge_header({"server": "cloudflare"}) is None


@pytest.mark.parametrize(
    "piece", ["<script", "<!--", "<title>", "<meta http-equiv=refresh content='0;url=", "<a b='", "<p>" * 9]
)
def test_hostile_pages_are_judged_in_linear_time(piece: str) -> None:
    """Four times as much of the same takes about four times as long, not sixteen."""

    def seconds(size: int) -> float:
        page = (piece * (size // len(piece))).encode()
        best = 9.0
        for _ in range(3):
            began = time.perf_counter()
            walls.wall_page(page, "text/html")
            walls.refresh_target(page[:19_000], "text/html")
            best = min(best, time.perf_counter() - began)
        return best

    small, large = seconds(40_000), seconds(160_000)
    assert large < 10 * small + 0.05
