"""Deep links that open a page at the quoted sentence.

The syntax is that of WICG's *URL Fragment Text Directives*: ``#:~:text=START[,END]``, where a comma, an
ampersand and a hyphen inside a term are percent-encoded.
"""

from __future__ import annotations

#: Quotes longer than this, in characters, are linked by their first and last words.
WHOLE_LIMIT = 120
_EDGE_WORDS = 5

#: What RFC 3986 leaves unreserved, but for the hyphen, which has a meaning in a text directive.
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~")
#: Per byte what stands for it. Own table: importing urllib.parse costs more than walking the graph.
_ENCODED = [chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in range(256)]


def text_link(url: str, quote: str) -> str:
    """Return ``url`` with a text directive that selects ``quote`` on the page.

    A short quote is looked for whole; a long one by its first and last words, which also spans markup that
    breaks the page's text.

    >>> text_link("https://docs.jax.dev/en/latest/jaxpr.html", "jaxprs are typed, pure")
    'https://docs.jax.dev/en/latest/jaxpr.html#:~:text=jaxprs%20are%20typed%2C%20pure'
    >>> text_link("https://example.org/a#part", "one-way")
    'https://example.org/a#part:~:text=one%2Dway'
    """
    words = quote.split()
    if len(quote) <= WHOLE_LIMIT or len(words) <= 2 * _EDGE_WORDS:
        directive = _term(" ".join(words))
    else:
        directive = f"{_term(' '.join(words[:_EDGE_WORDS]))},{_term(' '.join(words[-_EDGE_WORDS:]))}"
    joint = "" if "#" in url else "#"
    return f"{url}{joint}:~:text={directive}"


def _term(text: str) -> str:
    return "".join([_ENCODED[byte] for byte in text.encode("utf-8", "surrogatepass")])
