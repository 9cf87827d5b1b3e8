"""Whether a quote is really there: fetch the document, take its text out, look, and say why not.

``fetch`` brings bytes, ``extract`` makes blocks of text of them, ``match`` looks for the quote, ``check`` joins the
last two (``Document.read(fetched).check(quote)``), and ``reader`` does so within a time; ``claims``, ``run`` and
``session`` do it for a whole release, ``ledger`` and ``report`` write it down.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .check import Document as Document

__all__ = ["Document"]


def __getattr__(name: str) -> object:
    """Load the readers of every format only where a document is opened."""
    if name == "Document":
        from .check import Document  # loads an extra's packages

        return Document
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
