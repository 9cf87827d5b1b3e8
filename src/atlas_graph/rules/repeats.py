"""Every sentence once: no quote in full twice, no key that nobody cites, no stage that repeats its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.dataset import Dataset
from ..authoring.fix import lent_again, repeats, uncited
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


def _uncited(dataset: Dataset) -> Iterator[Found]:
    for item in uncited(dataset):
        yield (
            item.statement.located,
            (*item.path, "key"),
            f"nobody cites '{item.evidence.source}/{item.evidence.key}'; remove this 'key', {_TIDY}",
        )


def _lent(dataset: Dataset) -> Iterator[Found]:
    for item, step in lent_again(dataset):
        yield (
            item.statement.located,
            item.path,
            f"{step} has this evidence and lends it to the stage; remove it here, {_TIDY}",
        )


_STEP = "  steps:\n  - {from: alpha, relation: calls, to: beta, evidence: [{source: doc, "
_QUOTE = "quote: Alpha calls Beta for all the work that there is.}]}\n"
_AGAIN = "{source: doc, quote: Alpha calls Beta for all the work that there is.}"

RULES = (
    Rule(
        "AG221",
        "quote-twice",
        "A quote is written in full once; elsewhere it is cited by the key that it has there. The same words under "
        "another heading are another quote.",
        "stacks:\n- id: demo\n"
        + _STEP
        + "key: calls, "
        + _QUOTE
        + "entities:\n- {id: alpha, evidence: [{cite: doc/calls}]}\n",
        "stacks:\n- id: demo\n" + _STEP + _QUOTE + "entities:\n- {id: alpha, evidence: [" + _AGAIN + "]}\n",
        _twice,
        "release",
    ),
    Rule(
        "AG222",
        "key-uncited",
        "A quote has a 'key' only where something cites it; one that is no longer needed is removed.",
        "stacks:\n- id: demo\n" + _STEP + _QUOTE,
        "stacks:\n- id: demo\n" + _STEP + "key: calls, " + _QUOTE,
        _uncited,
        "release",
    ),
    Rule(
        "AG223",
        "stage-repeats-step",
        "A stage lists only the evidence that is its own; that of the steps which touch it is its evidence as well.",
        "stacks:\n- id: demo\n" + _STEP + _QUOTE,
        "stacks:\n- id: demo\n  stages: [{entity: alpha, note: It begins., evidence: [{cite: doc/calls}]}]\n"
        + _STEP
        + "key: calls, "
        + _QUOTE,
        _lent,
        "release",
    ),
)
