"""The passage of a document that is nearest to a quote which does not stand there.

Similarity is used here, and only here. It finds where to look; it never lets a quote pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from ..diff import Hunk, Word, hunks, words
from ..normalise import Tier, normalise
from .views import ATOM, Place, View

_COMMON = 1_500  # an atom that stands more often than this says little about where a quote is
_WINDOWS = 6  # looked at closely
_LONGEST_QUOTE = 4_000  # characters; of a longer quote the beginning is located
_BY_LETTERS = 400  # characters; a longer quote is aligned by its words alone, which is quick at any length
_BEYOND = 24  # characters after the likest stretch, where the quote's last words may stand behind others
_SCANNED = 200_000  # characters that are scanned where no word of the quote is in the document


@dataclass(frozen=True, slots=True)
class Nearest:
    """A passage of a view that resembles a quote, aligned with it."""

    view: View
    place: Place
    score: float  # per cent
    quote: Sequence[Word]
    passage: Sequence[Word]
    hunks: Sequence[Hunk]

    @property
    def worth(self) -> tuple[float, float]:
        """What the nearest is chosen by: words in common less words between them, then likeness."""
        return _worth(self.hunks, self.quote), self.score

    @property
    def text(self) -> str:
        """The passage as the document has it, normalised."""
        return self.view.spaced[self.place.start : self.place.end]


def nearest(view: View, quote: str, seeds: Sequence[int] = ()) -> Nearest | None:
    """The passage of ``view`` that is nearest to a normalised quote, or None where nothing is near.

    ``seeds`` are positions worth looking at, such as those where the quote stands but cuts a word.
    """
    quote = quote[:_LONGEST_QUOTE]
    asked = words(quote)
    text = view.spaced
    if not asked or not text:
        return None
    best: Nearest | None = None
    margin = len(quote) // 2 + 40
    spans = {(max(0, at - margin), min(len(text), at + len(quote) + margin)) for at in seeds[:3]}
    spans |= set(_windows(view, quote, margin))
    if not spans:
        spans = _scan(text, quote, margin)
    for start, end in sorted(spans):
        found = _closest(view, quote, asked, start, end)
        if found is not None and (best is None or found.worth > best.worth):
            best = found
    return best


def _windows(view: View, quote: str, margin: int) -> list[tuple[int, int]]:
    """The stretches that hold most of the quote's words, rare ones counting more."""
    positions = view.atoms
    wanted = Counter(found[0] for found in ATOM.finditer(quote.lower()))
    known = {atom: positions[atom] for atom in wanted if atom in positions}
    rare = {atom: at for atom, at in known.items() if len(at) <= _COMMON}
    # A quote of nothing but common words is looked for by the rarest of them, in the first places they have.
    used = rare or {atom: at[:_COMMON] for atom, at in sorted(known.items(), key=lambda item: len(item[1]))[:3]}
    hits = sorted((at, atom) for atom, places in used.items() for at in places)
    weight = {atom: 1.0 / (1 + len(places)) ** 0.25 for atom, places in used.items()}
    width = len(quote) + margin // 2
    inside: Counter[str] = Counter()
    total = 0.0
    scored: list[tuple[float, int]] = []
    first = 0
    for at, atom in hits:
        inside[atom] += 1
        if inside[atom] <= wanted[atom]:
            total += weight[atom]
        while hits[first][0] < at - width:
            gone = hits[first][1]
            inside[gone] -= 1
            if inside[gone] < wanted[gone]:
                total -= weight[gone]
            first += 1
        scored.append((total, hits[first][0]))
    scored.sort(key=lambda entry: (-entry[0], entry[1]))
    chosen: list[tuple[int, int]] = []
    for _, begin in scored:
        if all(abs(begin - other) > width // 2 for other, _ in chosen):
            chosen.append((begin, begin + width))
            if len(chosen) == _WINDOWS:
                break
    return [(max(0, begin - margin), min(len(view.spaced), end + margin)) for begin, end in chosen]


def _scan(text: str, quote: str, margin: int) -> set[tuple[int, int]]:
    """Where no word of the quote is known: by the letters alone, in the beginning of the document."""
    found = fuzz.partial_ratio_alignment(quote[:64], text[:_SCANNED], score_cutoff=55)
    if found is None:
        return set()
    return {(max(0, found.dest_start - margin), min(len(text), found.dest_end + len(quote) + margin))}


def _closest(view: View, quote: str, asked: Sequence[Word], start: int, end: int) -> Nearest | None:
    """The passage inside a window, cut at words, that is aligned best with the quote."""
    text = view.spaced
    while start > 0 and not text[start - 1].isspace() and start > end - 10_000:
        start -= 1
    while end < len(text) and not text[end].isspace() and end < start + 10_000:
        end += 1
    window = text[start:end]
    run = words(window)
    low, high = _letters(quote, window)
    best: Nearest | None = None
    near = [word for word in run if word.end > low and word.start < high + _BEYOND]
    for candidate in (near, run):
        aligned = _trimmed(hunks(asked, candidate), asked, candidate)
        if aligned is None:
            if candidate is run or not near or len(near) > len(asked) + 2:
                continue
            aligned = near, hunks(asked, near)  # no word in common: "3.1" and "3.10"
        kept, parts = aligned
        score = fuzz.ratio(_loose(quote), _loose(window[kept[0].start : kept[-1].end]))
        place = view.place(start + kept[0].start, start + kept[-1].end)
        found = Nearest(view, place, round(score, 1), asked, kept, parts)
        if best is None or found.worth > best.worth:
            best = found
    return best


def _worth(parts: Sequence[Hunk], quote: Sequence[Word]) -> float:
    total = 0.0
    for part in parts:
        if part.equal:
            total += sum(1.0 if word.text[0].isalnum() else 0.3 for word in quote[part.a : part.b])
        else:
            total -= 0.25 * (part.d - part.c)  # less than a full stop is worth: "is not." answers "is."
    return total


def _loose(text: str) -> str:
    return normalise(text, Tier.LOOSE)


def _letters(quote: str, window: str) -> tuple[int, int]:
    if len(window) <= len(quote) or len(quote) > _BY_LETTERS:
        return 0, len(window)
    found = fuzz.partial_ratio_alignment(quote, window)
    return (found.dest_start, found.dest_end) if found else (0, len(window))


_BEHIND = 5  # words

# Words that belong to what follows them and may stand just outside an aligned passage: "at most", "do not".
_OPENING = frozenset(
    {"no", "not", "never", "at", "up", "less", "more", "fewer", "do", "does", "cannot", "or", "is", "to"}
)


def _trimmed(
    parts: Sequence[Hunk], asked: Sequence[Word], run: Sequence[Word]
) -> tuple[Sequence[Word], list[Hunk]] | None:
    """The stretch of ``run`` that answers the quote, and its alignment; what lies before and after is left out."""
    equal = _tightened([part for part in parts if part.equal], run)
    if not equal:
        return None
    first, last = _core(equal)
    a, c = equal[first].a, equal[first].c
    b, d = equal[last].b, equal[last].d
    # What the quote has before and after the words in common is set against as many words of the document.
    begin, end = max(0, c - a), min(len(run), d + len(asked) - b)
    while begin < c and a and begin > 0 and run[begin - 1].text.lower() in _OPENING:
        begin -= 1
    if a == 0:
        begin = c
    if b == len(asked):
        end = d
    else:
        # "is not." answers "is.": the quote's last word is looked for behind a few others.
        ending = next((at for at in range(d, min(len(run), d + _BEHIND)) if run[at].key == asked[-1].key), None)
        end = end if ending is None else max(end, ending + 1)
    kept = run[begin:end]
    return kept, hunks(asked, kept)


def _tightened(equal: list[Hunk], run: Sequence[Word]) -> list[Hunk]:
    """The runs in common with the outermost ones moved inwards where the same words stand nearer.

    Of "… after it. It uses …" the alignment may have taken the "it" of the sentence before.
    """
    if len(equal) > 1:
        first, second = equal[0], equal[1]
        size, shift = first.b - first.a, second.c - first.d
        if first.b == second.a and _same(run, first.c, first.c + shift, size):
            equal[0:2] = [Hunk(True, first.a, second.b, first.c + shift, second.d)]
    if len(equal) > 1:
        before, last = equal[-2], equal[-1]
        size, shift = last.b - last.a, last.c - before.d
        if before.b == last.a and _same(run, last.c, last.c - shift, size):
            equal[-2:] = [Hunk(True, before.a, last.b, before.c, last.d - shift)]
    return equal


def _same(run: Sequence[Word], one: int, other: int, size: int) -> bool:
    return all(run[one + n].key == run[other + n].key for n in range(size))


def _core(equal: Sequence[Hunk]) -> tuple[int, int]:
    """Which runs of equal words belong together: the ones with the most words less the gaps between them."""
    best = (0.0, 0, 0)
    start, total = 0, 0.0
    for at, part in enumerate(equal):
        size = sum(1.0 for _ in range(part.a, part.b))
        if at:
            gap = part.c - equal[at - 1].d
            total -= 0.25 * max(0, gap - (part.a - equal[at - 1].b)) + 0.05 * gap
        if total <= 0:
            start, total = at, 0.0
        total += size
        if total > best[0]:
            best = total, start, at
    return best[1], best[2]
