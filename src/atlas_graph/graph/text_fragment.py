"""Deep links that open a page at the quoted sentence.

The syntax is that of WICG's *URL Fragment Text Directives*: ``#:~:text=START[,END]``, where a comma, an
ampersand and a hyphen inside a term are percent-encoded. What a browser makes of it was tried in Chromium
(``tests/browser/test_deep_links.py``): a term is found across inline markup, in any case, with straight or
curly quotation marks, but not across the end of a block or a ``<br>``, nor where a page sets another dash.
"""

from __future__ import annotations

#: A quote of more than twice as many words is looked for by its first and last words. Fewer words stand too
#: often elsewhere on the page, and a browser takes the first place; more would meet the end of a block.
_EDGE = 8
#: A part of a quote with fewer words is too likely to stand elsewhere as well.
_LEAST = 4

#: What RFC 3986 leaves unreserved, but for the hyphen, which has a meaning in a text directive.
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~")
#: Per byte what stands for it. Own table: importing urllib.parse costs more than walking the graph.
_ENCODED = [chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in range(256)]


def text_link(url: str, quote: str, prefix: str | None = None, suffix: str | None = None) -> str:
    """Return ``url`` with a text directive that selects ``quote`` on the page.

    A short quote is looked for whole; a long one by its first and last words, which also spans markup that
    breaks the page's text. Where that would lean on a word that sites print in several ways, the longest part
    of the quote without one is looked for. ``prefix`` and ``suffix``, the words around a quote that stands more
    than once, pick its place as far as the part that is looked for touches them.

    >>> text_link("https://docs.jax.dev/en/latest/jaxpr.html", "jaxprs are typed, pure")
    'https://docs.jax.dev/en/latest/jaxpr.html#:~:text=jaxprs%20are%20typed%2C%20pure'
    >>> text_link("https://example.org/a#part", "one-way", prefix="It is a", suffix="street.")
    'https://example.org/a#part:~:text=It%20is%20a-,one%2Dway,-street.'
    >>> text_link("https://example.org/a", "jax.grad takes a function")
    'https://example.org/a#:~:text=jax.grad%20takes%20a%20function'
    >>> text_link("https://example.org/a", "jax.grad takes a function and returns another -- of its own.")
    'https://example.org/a#:~:text=takes%20a%20function%20and%20returns%20another'
    """
    words = quote.split()
    part = words
    edges = _edges(part)
    if any(_varies(word) for edge in edges for word in edge):
        longest = max(_steady(words), key=len, default=words)
        if len(longest) >= _LEAST:
            part, edges = longest, _edges(longest)
    terms = [_term(" ".join(edge)) for edge in edges]
    around = _around(prefix, suffix)
    if around[0] and part[:1] == words[:1]:
        terms.insert(0, f"{around[0]}-")
    if around[1] and part[-1:] == words[-1:]:
        terms.append(f"-{around[1]}")
    url = _address(url)
    joint = "" if "#" in url else "#"
    return f"{url}{joint}:~:text={','.join(terms)}"


def _edges(words: list[str]) -> tuple[list[str], ...]:
    return (words[:_EDGE], words[-_EDGE:]) if len(words) > 2 * _EDGE else (words,)


def _around(prefix: str | None, suffix: str | None) -> tuple[str, str]:
    """Return the words next to the quote on either side, as far as every site prints them alike, as terms."""
    before = _steady((prefix or "").split())[-1][-_EDGE:]
    after = _steady((suffix or "").split())[0][:_EDGE]
    return _term(" ".join(before)), _term(" ".join(after))


def _address(url: str) -> str:
    """Return an address with nothing in it that could end it early, or that is no character of an address.

    The dataset has no such thing; a release from elsewhere may. An address of another scheme than http(s) is none.
    """
    if not url.startswith(("https://", "http://")):
        return ""
    if not url.isascii() or not url.isprintable():
        url = "".join([one if one.isascii() and one.isprintable() else _term(one) for one in url])
    return url.translate(_UNFIT)


#: Characters that RFC 3986 has nowhere in an address, and what stands for each.
_UNFIT = {ord(one): f"%{ord(one):02X}" for one in ' <>"{}|\\^`'}


def _steady(words: list[str]) -> list[list[str]]:
    """Return the runs of words that every site prints alike."""
    runs: list[list[str]] = [[]]
    for word in words:
        if _varies(word):
            runs.append([])
        else:
            runs[-1].append(word)
    return runs


def _varies(word: str) -> bool:
    """Tell a word that documentation tools print in several ways: a dash, or a function's name with or without ().

    >>> [_varies(word) for word in ("--", "input--such", "jax.grad", "torch.compile(),", "--device", "e.g.", "3.5")]
    [True, True, True, True, False, False, False]
    """
    bare = word.lstrip("-")  # of "--device" the hyphens are an option's, and printed as they are
    if not bare or "--" in bare or "–" in bare or "—" in bare:
        return True
    if "." not in bare:
        return False
    parts = bare.rstrip(".,;:!?").strip("()[]“”\"'`’‘").split(".")
    return len(parts) > 1 and all(len(part) > 1 and part.isidentifier() for part in parts)


def _term(text: str) -> str:
    return "".join([_ENCODED[byte] for byte in text.encode("utf-8", "surrogatepass")])
