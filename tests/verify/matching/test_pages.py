from __future__ import annotations

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Finding, Flag, Label, Verdict
from atlas_graph.verify.extract import extract
from atlas_graph.verify.pages import substitute_for

from .documents import document, para

QUOTE = "JAX traces the function and hands it to XLA."
LONG = "<p>" + "A sentence that fills a page of real documentation with words about compilers. " * 60


def found(page: str) -> Finding:
    content = page.encode()
    return Document(Fetched("d", "d", content, "text/html"), extract(content, media_type="text/html")).check(QUOTE)


@pytest.mark.parametrize(
    "page",
    [
        "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.",
        "<title>Page not found | Docs</title><h1>Oops!</h1><p>Try the search.",
        "<title>Docs</title><h1>Page Not Found</h1><p>We could not find what you were looking for.",
        "<title>Docs</title><p>404: Page not found",
        "<title>Example</title><p>Sorry, the page you are looking for does not exist.",
        "<title>Example</title><p>The page you requested has been removed.",
        "<title>404</title><h1>404</h1><p>Maintainers: fix your links.",
        "<title>Page not found – Example Docs</title><h1>Sorry, this page does not exist.</h1>",
        "<title>Seite nicht gefunden</title><h1>Seite nicht gefunden</h1><p>Die Seite existiert nicht.",
        "<title>Erreur</title><h1>Page introuvable</h1><p>La page demandée n'existe pas.",
        "<title>404</title><p>找不到页面",
        "<title>ページが見つかりません</title><p>お探しのページは見つかりませんでした。",
        "<title>Whoops</title><h1>Something went missing</h1><p>The page you're looking for isn't here.",
        "<title>Docs</title><h1>Lost?</h1><p>The link you followed may be broken, or the page may have been removed.",
        "<title>NoSuchKey</title><p>The specified key does not exist.",
        "<title>Docs</title><p>This page isn’t available right now. The link you followed may have expired.",
        "<title>Docs</title><nav>" + "<a href=x>A link of the menu</a> " * 400 + "</nav><h1>Page not found</h1><p>Hm.",
    ],
)
def test_soft_404(page: str) -> None:
    """A page that says it is not there is missing, whatever its status."""
    finding = found(page)
    assert (finding.verdict, finding.flags) == (Verdict.MISSING, frozenset({Flag.SOFT_404}))


@pytest.mark.parametrize(
    "page",
    [
        "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue",
        "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>",
        "<title>Docs</title><p>Please verify you are human by completing the action below.",
        "<title>Access Denied</title><p>You don't have permission to access this page on this server.",
        "<title>Sign in · Example</title><p>Username <p>Password <p>Forgot your password?",
        "<title>Docs</title><p>Please log in to view this page.",
        "<title>Sign in</title><label>Name<input></label><label>Password<input type=password></label>",
        "<title>Anmelden</title><h1>Anmelden</h1><form>Name <input> Passwort <input type=password></form>",
        "<title>ログイン</title><form>パスワード <input type=password></form>",
        "<title>Docs</title><p>Authentication required. Please enter your credentials.",
        "<title>Docs</title><p>Subscribe to continue reading. Already a subscriber? Log in.",
        "<title>Security Checkpoint</title><p>We're verifying your browser",
        "<title>Request Rejected</title><p>The requested URL was rejected. Please consult with your administrator.",
        "<title>Sorry...</title><p>Your computer or network may be sending automated queries.",
        "<title>x</title><p>Request unsuccessful.<script src=/_Incapsula_Resource?x></script>",
        "<title>403 Forbidden</title><h1>403 Forbidden</h1><p>Request forbidden by administrative rules.",
        "<title>Example</title><h2>We value your privacy</h2><p>We and our 842 partners store cookies.<p>Accept all",
        "<title>Hinweis</title><p>Wir verwenden Cookies. Bitte stimmen Sie zu, um fortzufahren.",
        "<title>Before you continue</title><p>Before you continue to Example, accept all cookies or reject them.",
    ],
)
def test_blocked(page: str) -> None:
    """A login, a challenge or a consent page says nothing about the quote."""
    assert found(page).verdict is Verdict.BLOCKED


@pytest.mark.parametrize(
    "page",
    [
        "<title>Changelog</title><h1>Changelog</h1><ul><li>The page for the old API has been removed.</ul>",
        "<title>Handling errors</title><h1>404 responses</h1><p>Return this when there is nothing to return.",
        f"<title>Logging in</title><h1>Log in to the registry</h1>{LONG}",
        f"<title>404 Not Found - HTTP reference</title><h1>404 Not Found</h1>{LONG}",
        f"<title>Guide</title>{LONG}<p>If the page is not found, a 404 error is returned. Please log in to continue.",
        "<title>Files</title><h1>Files</h1><p>The compiler stops where the header file cannot be found by it.",
        "<title>Security check</title><h1>Security checks in the runtime</h1>"
        "<p>The runtime verifies that each binary is signed before it is loaded.",
        "<title>Removed features</title><h1>Removed features</h1><p>These have been removed: pmap, xmap and soft_pmap.",
        "<title>Login</title><h1>The login command</h1><p>It stores a token on this machine, and asks for a user name.",
        "<title>FileNotFoundError</title><h1>FileNotFoundError</h1><p>Raised when a file or directory does not exist.",
        "<title>Guide</title><div>We use cookies. Accept all cookies?</div><h1>Guide</h1><p>"
        + "The runtime loads the library and calls it with the buffers of its arguments. " * 3,
        "<title>Guide</title><form>Sign in <input type=password></form><h1>Guide</h1><p>"
        + "The runtime loads the library and calls it with the buffers of its arguments. " * 3,
        "<title>Cookies</title><h1>Cookies</h1><p>The session is kept in a cookie, which the server sets.",
    ],
)
def test_real_pages(page: str) -> None:
    """A page with something to say is a real one, even about logins, cookies and what is not found."""
    assert found(page).verdict is Verdict.GONE


def test_quote_that_stands_decides() -> None:
    """Where the quote stands the page is the document, whatever its title says."""
    assert found(f"<title>404</title><h1>Page not found</h1><p>{QUOTE}").verdict is Verdict.MATCH


@pytest.mark.parametrize(
    ("page", "verdict"),
    [
        ("<title>Whoa there!</title><p>You have exceeded a secondary rate limit. Please wait.", Verdict.DEFERRED),
        ("<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><p>cloudflare", Verdict.UNREACHABLE),
        ("<title>We'll be back soon!</title><p>The site is being worked on.", Verdict.UNREACHABLE),
    ],
)
def test_a_server_that_is_busy_or_out_of_order(page: str, verdict: Verdict) -> None:
    """A page that speaks of its server's troubles says nothing about the quote, whatever its status."""
    assert found(page).verdict is verdict


@pytest.mark.parametrize(
    "around",
    [
        "<title>Captcha</title><p>Please verify you are a human.",
        "<title>Sign in</title><form>Sign in <input type=password></form>",
        "<title>Cookies</title><p>We value your privacy. Accept all cookies.",
        "<title>Guide</title><noscript>Enable JavaScript and cookies to continue</noscript>",
    ],
)
def test_quote_that_stands_decides_about_walls_too(around: str) -> None:
    """Words of a wall around a quote that stands make the page no wall."""
    assert found(f"{around}<p>{QUOTE}").verdict is Verdict.MATCH


def test_text_that_only_scripts_show() -> None:
    """A page that only asks for scripts cannot be checked."""
    assert found("<title>App</title><p>Loading…").verdict is Verdict.UNVERIFIABLE
    assert found("<title>App</title><div id=app></div><script src=app.js></script>").verdict is Verdict.UNVERIFIABLE


def test_navigation_is_not_what_a_page_says() -> None:
    """What stands in the navigation is left out when a page is judged."""
    menu = para("Log in to continue. Forgot your password?", labels=[Label.NAVIGATION])
    assert substitute_for(document(menu, "The wine is red and the cheese is old.")) is None
