"""Ids: how they are spelt, made and taken apart."""

from __future__ import annotations

BASE_IRI = "https://w3id.org/atlas-graph/"

#: Kebab-case: lower-case letters and digits, joined by single hyphens.
ID_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"

#: A quote elsewhere: the id of its source and its key.
CITE_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*$"


def step_id(stack: str, source: str, relation: str, target: str, slug: str | None = None) -> str:
    """Return the id of a step, ``STACK/FROM--RELATION--TO``, with ``--SLUG`` where one is declared.

    >>> step_id("jax", "jaxpr", "lowers-to", "stablehlo")
    'jax/jaxpr--lowers-to--stablehlo'
    """
    return f"{stack}/{link_id(source, relation, target, slug)}"


def stage_id(stack: str, entity: str) -> str:
    """Return the id under which a stage is spoken of, ``STACK/stage/ENTITY``."""
    return f"{stack}/stage/{entity}"


def pin_locator(url: str | None, purl: str | None, path: str | None) -> str | None:
    """Return what the verifier fetches for a pinned copy: the URL, or ``purl#path``; None where there is none."""
    return url or (f"{purl}#{path}" if purl else None)


def link_id(source: str, relation: str, target: str, slug: str | None = None) -> str:
    """Return the id of a structural link, ``FROM--RELATION--TO``."""
    return f"{source}--{relation}--{target}" + (f"--{slug}" if slug else "")


def quote_id(
    source: str, quote: str, section: str | None = None, prefix: str | None = None, suffix: str | None = None
) -> str:
    """Return the id of a quote: its source and eight hex digits over what is looked for.

    The same words cited twice from one source are one quote, checked once; any change of them is another.

    >>> quote_id("jax-about", "JAX is a library for array-oriented numerical computation")
    'jax-about#b637df10'
    """
    from hashlib import sha256  # loads OpenSSL; who reads a release makes no ids

    looked_for = "\x1f".join((quote, section or "", prefix or "", suffix or ""))
    return f"{source}#{sha256(looked_for.encode()).hexdigest()[:8]}"


def audit_digest(seen: list[str]) -> str:
    """Return twelve hex digits over what an auditor saw; any change of it makes the audit stale."""
    from hashlib import sha256  # as above

    return sha256("\x1f".join(seen).encode()).hexdigest()[:12]
