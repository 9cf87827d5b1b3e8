"""The order of hits: the engine's rank, weighed by what kind of thing it is, how much was asked for, and of what.

The engine sums over words. What it cannot know: that a row which has most of what was asked for answers better than one
that has a single rare word often; that a question about JAX is not about llama.cpp; that a choice or a misconception is
an answer more often than the name of a stage; and that one statement in several stacks is one hit.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .index import Row
    from .wanted import Asked

#: How often a kind of document is an answer, relative to others. Measured on the golden questions: tuned on one half of
#: them, and kept where the other half, which the tuning had not seen, gained as well.
PRIORS = {
    "choice": 1.3,
    "misconception": 1.15,
    "out-of-scope": 1.15,
    "option": 1.1,
    "link": 0.9,
    "step": 0.8,
    "fact": 0.7,
    "question": 0.7,
    "stage": 0.6,
    "entity": 0.5,
    "looked": 0.5,
    "mode": 0.5,
    "stack": 0.4,
    "witness": 0.4,
    "relation": 0.3,
    "source": 0.3,
}
#: What a row without any of the weight of the words would keep of its rank, next to one that has all.
_UNCOVERED = 0.5
#: What a row of other stacks than those that were named keeps of its rank.
_OFF = 0.6
#: What is called by all the words that were asked for is what is looked for, whatever kind of thing it is.
_CALLED = 1.5
#: Rows, best by the engine, that are weighed.
_WEIGHED = 200


def ranked(asked: Asked, limit: int) -> list[Row]:
    """Return the rows that fit best, best first, each statement once."""
    if not asked.terms or limit <= 0:
        return []
    index = asked.index
    found = index.best(asked.query, max(_WEIGHED, limit))
    places = [candidate.place for candidate in found]
    weight = dict.fromkeys(places, 0.0)
    total = 0.0
    for word in asked.words:
        among, telling = index.having(word, places)[0], index.telling(word)
        total += telling
        for place in among:
            weight[place] += telling
    stacks, called = index.owned(asked.text), _called(asked)
    for candidate in found:
        candidate.score *= _UNCOVERED + weight[candidate.place] / (total or 1.0)
        candidate.score *= _CALLED if candidate.place in called else PRIORS.get(candidate.kind, 1.0)
        if stacks and candidate.stacks and not stacks & candidate.stacks:
            candidate.score *= _OFF
    found.sort(key=lambda candidate: (-candidate.score, candidate.place))
    groups: dict[str, list[int]] = {}
    for candidate in found:
        groups.setdefault(candidate.same, []).append(candidate.place)
    shown = {group[0]: group[1:] for group in list(groups.values())[:limit]}
    scores = {candidate.place: candidate.score for candidate in found}
    rows = {row.place: row for row in index.rows(asked.query, shown)}
    also = index.addresses([place for others in shown.values() for place in others])
    for place, others in shown.items():
        rows[place].score = scores[place]
        rows[place].also = tuple(also[other] for other in others)
    return [rows[place] for place in shown]


def _called(asked: Asked) -> set[int]:
    """Return the documents whose names have all the words that were asked for, also where they write them as one."""
    joined = "".join(asked.words)
    return asked.index.called(asked.words) | (asked.index.called([joined]) if joined in asked.terms else set())
