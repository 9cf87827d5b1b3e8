from __future__ import annotations

import pytest

from atlas_graph.verify.check import check_document
from atlas_graph.verify.document import Fetched, Finding, Flag, Label, Verdict
from atlas_graph.verify.extract import extract
from atlas_graph.verify.pages import stead

from .documents import document, para

QUOTE = "JAX traces the function and hands it to XLA."
LONG = "<p>" + "A sentence that fills a page of real documentation with words about compilers. " * 60


def found(page: str) -> Finding:
    content = page.encode()
    return check_document(Fetched("d", "d", content, "text/html"), extract(content, media_type="text/html"), QUOTE)


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
        "<title>Cookies</title><h1>Cookies</h1><p>The session is kept in a cookie, which the server sets.",
    ],
)
def test_real_pages(page: str) -> None:
    """A page with something to say is a real one, even about logins, cookies and what is not found."""
    assert found(page).verdict is Verdict.GONE


def test_quote_that_stands_decides() -> None:
    """Where the quote stands the page is the document, whatever its title says."""
    assert found(f"<title>404</title><h1>Page not found</h1><p>{QUOTE}").verdict is Verdict.MATCH


def test_text_that_only_scripts_show() -> None:
    """A page that only asks for scripts cannot be checked."""
    assert found("<title>App</title><p>Loading…").verdict is Verdict.UNVERIFIABLE
    assert found("<title>App</title><div id=app></div><script src=app.js></script>").verdict is Verdict.UNVERIFIABLE


def test_navigation_is_not_what_a_page_says() -> None:
    """What stands in the navigation is left out when a page is judged."""
    menu = para("Log in to continue. Forgot your password?", labels=[Label.NAVIGATION])
    assert stead(document(menu, "The wine is red and the cheese is old.")) is None
