"""What keeps a hostile file from the tree builder: a count of how deep its elements nest, in one pass over its tags.

The tree comes from a real HTML5 parser, which takes quadratic time over elements nested by the thousand and over tags
full of attributes. No page has such; of one that does the texts between the tags are read.
"""

from __future__ import annotations

import re

from .names import name_set

#: Elements that hold nothing.
VOID = name_set("area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen")
# they say nothing of depth: they hold nothing, or their end tags may be left out
_UNCOUNTED = VOID | name_set(
    "p li dt dd tr td th thead tbody tfoot option optgroup colgroup caption rt rp html head body a"
)
#: A comment, an element whose content is text whatever it looks like, or a tag with "/" where it is an end tag, its
#: name and its attributes. Possessive: what is never closed is found out in one pass.
TAG = re.compile(
    r"<!--(?:-?>|.*?(?:-->|\Z))"
    r"|<(script|style|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>]).*?(?:</\1(?=[\s/>])|\Z)"
    r"|<(/?)([a-z][^\s/>]*+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>?",
    re.I | re.S,
)
_MAX_DEPTH = 400
_MAX_ATTRIBUTES = 10_000  # characters in one tag, less the values in quotes
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")


def too_deep(raw: str) -> bool:
    """Whether tree building would not be linear: elements nested by the hundred, a tag full of attributes.

    >>> too_deep("<div>" * 9 + "</div>" * 9), too_deep("<div>" * 999)
    (False, True)
    """
    if len(raw) <= _MAX_ATTRIBUTES and raw.count("<") - raw.count("</") <= _MAX_DEPTH:
        return False
    depth = 0
    opened: dict[str, int] = {}
    for _, closing, name, attributes in TAG.findall(raw):
        if len(attributes) > _MAX_ATTRIBUTES and len(_QUOTED.sub("", attributes)) > _MAX_ATTRIBUTES:
            return True
        name = name.lower()
        if not name or name in _UNCOUNTED or attributes.endswith("/"):
            continue
        if not closing:
            opened[name] = opened.get(name, 0) + 1
            depth += 1
            if depth > _MAX_DEPTH:
                return True
        elif opened.get(name):
            opened[name] -= 1
            depth -= 1
    return False
