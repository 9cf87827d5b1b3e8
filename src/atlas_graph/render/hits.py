"""What a search found, as text: a golden question answered in full, then hit by hit the sentence that fits."""

from __future__ import annotations

from .card_text import receipt_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.search.hits import Hit
    from .terminal import Terminal

_INDENT = "   "
#: Where the sentence of a hit says nothing more than its title.
_TITLES = ("name", "title", "question", "label", "step", "look", "claim, which is wrong", "subject")


def hits_text(hits: list[Hit], terminal: Terminal) -> str:
    """Return the hits: what each is, the sentence that fits with its words marked, and the command that shows more."""
    lines: list[str] = []
    for hit in hits:
        lines += ["", *(_answer_lines(hit, terminal) if hit.answer is not None else _hit_lines(hit, terminal))]
    return "\n".join(lines[1:])


def _answer_lines(hit: Hit, terminal: Terminal) -> list[str]:
    lines = terminal.wrap(hit.title, "", _INDENT, "bold")
    lines += terminal.wrap(hit.answer or "", _INDENT, _INDENT)
    lines += receipt_lines(hit.receipts, terminal)
    return [*lines, *_more(hit, terminal)]


def _hit_lines(hit: Hit, terminal: Terminal) -> list[str]:
    lines = terminal.wrap(f"{hit.kind} {hit.id}", "", _INDENT, "bold")
    if hit.text != hit.title:
        lines += terminal.wrap(hit.title, _INDENT, _INDENT)
    label = "" if hit.where in _TITLES else f"{hit.where}: "
    marks = ("“", "”") if hit.evidence else ("", "")
    pieces = [(f"{label}{marks[0]}", False), *_pieces(hit), (marks[1], False)]
    lines += terminal.wrap_pieces(pieces, _INDENT, _INDENT + " ")
    if hit.marks and not terminal.colour:  # a quote stays as it is, also where nothing can be underlined in it
        words = dict.fromkeys(hit.text[start:end] for start, end in hit.marks)
        lines += terminal.wrap(f"words: {', '.join(words)}", _INDENT, _INDENT + " ")
    if hit.evidence is not None and hit.evidence.source is not None:
        source = hit.evidence.source
        checked = f"{hit.evidence.verdict}, {hit.evidence.checked}" if hit.evidence.checked else hit.evidence.verdict
        lines += terminal.wrap(f"{source.title}, {source.publisher} ({checked})", _INDENT, _INDENT + " ", "dim")
        lines.append(_INDENT + terminal.style(hit.evidence.link or source.url, "dim"))
    return [*lines, *_more(hit, terminal)]


def _pieces(hit: Hit) -> list[tuple[str, bool]]:
    """Return the sentence in pieces, with whether each is a word that was asked for."""
    pieces, last = [], 0
    for start, end in hit.marks:
        pieces += [(hit.text[last:start], False), (hit.text[start:end], True)]
        last = end
    return [*pieces, (hit.text[last:], False)]


def _more(hit: Hit, terminal: Terminal) -> list[str]:
    also = terminal.wrap(f"the same: {', '.join(hit.also)}", _INDENT, _INDENT + " ", "dim") if hit.also else []
    return [*also, _INDENT + terminal.style(terminal.plain(hit.command), "cyan")]
