"""Which media type a document has: by what the server said, and by its name where that says more."""

from __future__ import annotations

import posixpath
from email.message import Message
from urllib.parse import unquote, urlsplit

# Only names whose meaning differs from what ``mimetypes`` says, or varies from one machine to the next.
_BY_SUFFIX = {
    ".htm": "text/html",
    ".html": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdx": "text/markdown",
    ".rst": "text/x-rst",
    ".rest": "text/x-rst",
    ".ipynb": "application/x-ipynb+json",
    ".pdf": "application/pdf",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".adoc": "text/asciidoc",
    ".asciidoc": "text/asciidoc",
    ".bs": "text/x-bikeshed",
    ".td": "text/x-tablegen",
    ".py": "text/x-python",
    ".pyi": "text/x-python",
    ".jl": "text/x-julia",
    ".c": "text/x-c",
    ".h": "text/x-c",
    ".cc": "text/x-c++",
    ".cpp": "text/x-c++",
    ".cxx": "text/x-c++",
    ".hh": "text/x-c++",
    ".hpp": "text/x-c++",
    ".cu": "text/x-c++",
    ".cuh": "text/x-c++",
    ".rs": "text/x-rust",
    ".go": "text/x-go",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".ts": "text/x-typescript",
    ".java": "text/x-java",
    ".json": "application/json",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".toml": "application/toml",
    ".xml": "application/xml",
}

# What a server says of a file that it did not look into.
_UNINFORMATIVE = {"", "text/plain", "application/octet-stream", "binary/octet-stream"}


def by_name(path: str) -> str | None:
    """The media type that the name of a file promises, or None where it promises nothing.

    >>> by_name("docs/jit.md"), by_name("LICENSE")
    ('text/markdown', None)
    """
    return _BY_SUFFIX.get(posixpath.splitext(path.lower())[1])


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
        media_type = by_name(unquote(urlsplit(url).path)) or media_type
    return media_type or None, charset
