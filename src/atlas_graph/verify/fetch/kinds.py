"""Which media type a document has: by what the server said, and by its name where that says more."""

from __future__ import annotations

from email.message import Message

# What a server says of a file that it did not look into.
_UNINFORMATIVE = {"", "text/plain", "application/octet-stream", "binary/octet-stream"}


def by_name(name: str) -> str | None:
    """The media type that the name of a file, a path or a URL, promises; None where it promises nothing.

    >>> by_name("docs/jit.md"), by_name("https://example.org/a.rst?x=1"), by_name("LICENSE")
    ('text/markdown', 'text/x-rst', None)
    """
    from ..extract import formats  # loads an extra's packages

    ending = formats.ending(name)
    if ending == "xhtml":
        return "application/xhtml+xml"
    return next((form.media_type for form in formats.FORMATS if ending in form.endings), None)


def of_response(content_type: str | None, url: str) -> tuple[str | None, str | None]:
    """Media type and charset of an answer.

    Hosts of raw files call every one of them ``text/plain``: there the name of the file decides.

    >>> of_response("text/html; charset=UTF-8", "https://example.org/a")
    ('text/html', 'utf-8')
    >>> of_response("text/plain; charset=utf-8", "https://example.org/a.rst?x=1")
    ('text/x-rst', 'utf-8')
    """
    media_type, charset = "", None
    if content_type:
        message = Message()
        message["content-type"] = content_type
        # The library calls an unreadable type text/plain, which is what is meant by "unknown" here as well.
        media_type = message.get_content_type()
        charset = message.get_content_charset()
    if media_type in _UNINFORMATIVE:
        media_type = by_name(url) or media_type
    return media_type or None, charset
