"""Every sentence once: no quote in full twice, no stage that repeats its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.dataset import Dataset
from ..authoring.fix import lent_again, repeats
from .rule import Found, Rule

_TIDY = "or let 'atlas-graph validate --fix' do it"


def _twice(dataset: Dataset) -> Iterator[Found]:
    for home, *others in repeats(dataset):
        at = "{}:{}".format(*home.statement.located.where(*home.path))
        source, key = home.evidence.source, home.evidence.key
        for other in others:
            how = (
                f"write 'cite: {source}/{key}'" if key else f"give it a 'key: KEY' there and write 'cite: {source}/KEY'"
            )
            yield (
                other.statement.located,
                (*other.path, "quote"),
                f"this quote stands in full at {at} already; {how} here, {_TIDY}",
            )


def _lent(dataset: Dataset) -> Iterator[Found]:
    for item, step in lent_again(dataset):
        yield (
            item.statement.located,
            item.path,
            f"{step} has this evidence and lends it to the stage; remove it here, {_TIDY}",
        )


RULES = (
    Rule("AG221", "quote-twice", _twice, "release"),
    Rule("AG223", "stage-repeats-step", _lent, "release"),
)
