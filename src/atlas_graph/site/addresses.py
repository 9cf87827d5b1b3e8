"""Where each page lies in the site. An IRI of the atlas is the address of its page, without the ending."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


def page_of(kind: str, id: str, release: dict[str, Any]) -> tuple[str, str]:
    """Return the page that shows a document of the search, and the fragment on it, "" where it is the whole page.

    >>> page_of("fact", "h100-hbm", {}), page_of("stage", "jax/xla", {})
    (('hardware.html', 'h100-hbm'), ('stack/jax.html', 'stage-xla'))
    """
    whole = {
        "choice": choice_page, "entity": entity_page, "option": option_page, "source": source_page,
        "stack": stack_page, "step": step_page, "witness": witness_page,
    }  # fmt: skip
    if kind in whole:
        return whole[kind](id), ""
    if kind == "link":
        start = next(one["from"] for one in release["links"] if one["id"] == id)
        return entity_page(start), f"link-{id}"
    if kind in ("mode", "out-of-scope"):
        stack = id.partition("#")[0]
        return stack_page(stack), "not" if kind == "out-of-scope" else ""
    if kind == "stage":
        stack, _, entity = id.partition("/")
        return stack_page(stack), f"stage-{entity}"
    listed = {"fact": "hardware", "looked": "health", "misconception": "misconceptions", "question": "questions"}
    return (f"{listed[kind]}.html", id) if kind in listed else ("data.html", f"relation-{id}")
