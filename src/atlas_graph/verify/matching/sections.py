"""Whether a passage stands under a given heading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..normalise import Tier, normalise

_NUMBERING = re.compile(
    r"^(?:(?:chapter|section|appendix|part)\s+)?(?:\d+|[a-z](?=\.\d))(?:\.\d+)*(?:[.):]+|\s)\s*", re.I
)
_PERMALINK = re.compile(r"\s*(?:¶|#|§|🔗|\[(?:source|edit|link)\]|link to this (?:heading|section))\s*$", re.I)
_MARKUP = re.compile(r"[`*]|\s+#+$|^#+\s+")


def heading_key(heading: str) -> str:
    """What a heading is compared by: without numbering, permalink, markup and case.

    >>> heading_key("1.2. Just-in-time `jit`¶"), heading_key("2D arrays")
    ('just-in-time jit', '2d arrays')
    """
    text = normalise(_MARKUP.sub("", _PERMALINK.sub("", normalise(heading))), Tier.LOOSE)
    bare = _NUMBERING.sub("", text)
    return normalise(bare or text, Tier.LOOSE).casefold().rstrip(" :.")


def under(headings: Sequence[str], section: str) -> bool:
    """Whether ``section``, a heading or a path of headings joined by " > ", is among ``headings``.

    >>> under(("Guide", "3. Compiling"), "Compiling"), under(("Guide",), "Compiling")
    (True, False)
    >>> under(("Guide", "Compiling", "Caching"), "Guide > Caching")
    True
    """
    keys = [heading_key(heading) for heading in headings]
    if heading_key(section) in keys:
        return True
    parts = [heading_key(part) for part in section.split(" > ")]
    at = 0
    for part in parts:
        while at < len(keys) and keys[at] != part:
            at += 1
        if at == len(keys):
            return False
        at += 1
    return True
