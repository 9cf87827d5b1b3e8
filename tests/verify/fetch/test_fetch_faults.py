"""Every fault on the list gets its verdict, and a reason that a reader can use."""

from __future__ import annotations

import time

import pytest
from faults import FAULTS, Fault, outcome
from fetch_world import World


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
def test_fault(world: World, fault: Fault) -> None:
    """A fault that the world injects becomes the verdict that is right for it, within the deadline."""
    locator = fault.inject(world)
    fetcher = world.fetcher(**fault.options)
    began = time.monotonic()
    fetched = outcome(fetcher.fetch(locator))
    took = time.monotonic() - began
    assert fetched.verdict == fault.verdict, fetched.reason
    assert fault.reason in fetched.reason
    assert fetched.flags == fault.flags
    assert (fetched.content is None) == (fault.verdict is not None)
    assert fetched.locator == locator
    assert took < fault.options.get("deadline", 10.0) + 1.0


def test_titles_are_distinct() -> None:
    """Each fault of the list has a title of its own."""
    titles = [fault.title for fault in FAULTS]
    assert len(set(titles)) == len(titles)
