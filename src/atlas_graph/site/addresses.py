"""Where each page lies in the site. An IRI of the atlas is the address of its page, without the ending."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.path import Path

Condition = tuple[str, str, str]


def entity_page(entity: str) -> str:
    """Return the page of an entity."""
    return f"entity/{entity}.html"


def stack_page(stack: str) -> str:
    """Return the page of a stack."""
    return f"stack/{stack}.html"


def path_page(stack: str, mode: str, device: str) -> str:
    """Return the page of what a stack does in a mode on a device."""
    return f"path/{stack}/{mode}/{device}.html"


def step_page(step: str) -> str:
    """Return the page of a step; its id begins with that of its stack."""
    return f"step/{step}.html"


def source_page(source: str) -> str:
    """Return the page of a source."""
    return f"source/{source}.html"


def option_page(option: str) -> str:
    """Return the page of an option."""
    return f"option/{option}.html"


def choice_page(choice: str) -> str:
    """Return the page of a choice."""
    return f"choice/{choice}.html"


def witness_page(witness: str) -> str:
    """Return the page of a witness."""
    return f"witness/{witness}.html"


def compare_page(left: Condition, right: Condition) -> str:
    """Return the page of a comparison; the two in one order, whichever is named first."""
    one, other = sorted((left, right))
    return f"compare/{'.'.join(one)}--{'.'.join(other)}.html"


def condition_of(path: Path) -> Condition:
    """Return the stack, mode and device of a path that has both."""
    return path.stack, path.mode or "", path.device or ""


def step_anchor(step: str) -> str:
    """Return the fragment of a step on the pages of its stack: its id without the stack.

    >>> step_anchor("jax/jaxpr--lowers-to--stablehlo")
    'jaxpr--lowers-to--stablehlo'
    """
    return step.partition("/")[2]
