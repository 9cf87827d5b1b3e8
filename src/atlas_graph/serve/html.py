"""The pages of the endpoint: a description of one IRI, a query form, and a sentence on what went wrong."""

from __future__ import annotations

from html import escape

from ..jsonld.namespaces import PREFIXES
from ..jsonld.terms import Triple
from ..model.identifiers import BASE_IRI
from ..rdf.results import Iri
from ..rdf.sparql import unescaped

_STYLE = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-top: 1px solid #8884; }
td { overflow-wrap: anywhere; }
textarea { width: 100%; min-height: 14rem; font: 1rem/1.4 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
"""
EXAMPLE = """SELECT DISTINCT ?name WHERE {
  ?a atlas:flow+ entity:ptx ; rdfs:label ?name .
} ORDER BY ?name"""


def page(title: str, body: str) -> str:
    """Return a page; ``body`` is HTML, ``title`` is text."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>\n{body}\n</main></body></html>\n"
    )


def description(
    path: str, said: set[Triple], pointing: set[Triple], labels: dict[str, str], card: str | None = None
) -> str:
    """Return the page that describes the IRI at ``path``: its card with receipts, if it has one, and its data."""
    iri = f"<{BASE_IRI}{path}>"
    title = _text(labels[iri]) if iri in labels else path
    parts = [f"<p><code>{escape(iri[1:-1])}</code> · {_forms(path)}</p>"]
    parts += [card, "<h2>As data</h2>"] if card else []
    subjects: dict[str, list[Triple]] = {}
    for triple in sorted(said):
        subjects.setdefault(triple[0], []).append(triple)
    for subject, triples in sorted(subjects.items(), key=lambda item: (item[0] != iri, item[0])):
        if subject != iri:
            fragment = subject[1:-1].partition("#")[2]
            parts.append(f'<h2 id="{escape(fragment)}">{escape(fragment)}</h2>')
        parts.append(_table("", [(triple[1], triple[2]) for triple in triples], labels))
    if pointing:
        rows = [(triple[1], triple[0]) for triple in sorted(pointing, key=lambda t: (t[1], t[0]))]
        parts.append(_table("What points here", rows, labels))
    return page(title, "\n".join(parts))


def _forms(path: str) -> str:
    links = [f'<a href="/{escape(path)}{end}">{name}</a>' for name, end in (("Turtle", ".ttl"), ("JSON-LD", ".jsonld"))]
    return "as " + " or ".join(links)


def _table(caption: str, rows: list[tuple[str, str]], labels: dict[str, str]) -> str:
    grouped: dict[str, list[str]] = {}
    for predicate, value in rows:
        grouped.setdefault(predicate, []).append(value)
    lines = [
        f'<tr><th scope="row">{_link(predicate, {})}</th><td>{"<br>".join(_link(v, labels) for v in values)}</td></tr>'
        for predicate, values in grouped.items()
    ]
    head = f"<h2>{escape(caption)}</h2>" if caption else ""
    return f"{head}<table>{''.join(lines)}</table>"


def _link(term: str, labels: dict[str, str]) -> str:
    if term[0] != "<":
        return escape(_text(term))
    iri = term[1:-1]
    shown = _text(labels[term]) if term in labels else Iri(iri).short
    href = f"/{iri.removeprefix(BASE_IRI)}" if iri.startswith(BASE_IRI) else iri
    if not href.startswith(("/", "https://", "http://")):
        return escape(iri)
    return f'<a href="{escape(href)}" title="{escape(Iri(iri).short)}">{escape(shown)}</a>'


def _text(term: str) -> str:
    """Return the text of a literal, without its datatype."""
    return unescaped(term[1 : term.rindex('"')])


def query_form(base: str) -> str:
    """Return the page with the query form."""
    prefixes = ", ".join(f"<code>{name}:</code>" for name in PREFIXES)
    return page(
        "SPARQL endpoint of the atlas",
        f'<form action="/sparql" method="get"><p><label for="query">SPARQL 1.1 query</label></p>'
        f'<p><textarea id="query" name="query" spellcheck="false">{escape(EXAMPLE)}</textarea></p>'
        f"<p><button>Ask</button></p></form><p>Clients ask <code>{escape(base)}</code> with GET or POST, as the SPARQL "
        f"1.1 Protocol has it. Prefixes that need no declaration: {prefixes}.</p>",
    )


def landing(title: str, version: str, held: dict[str, list[tuple[str, str]]]) -> str:
    """Return the page at the root, where there is no explorer; ``held`` are names and paths of what there is."""
    lists = "".join(
        f"<details{' open' if what == 'stacks' else ''}><summary>{len(things)} {escape(what)}</summary><ul>"
        + "".join(f'<li><a href="/{escape(path)}">{escape(name)}</a></li>' for name, path in things)
        + "</ul></details>"
        for what, things in held.items()
    )
    return page(
        f"{title} {version}",
        '<ul><li><a href="/sparql">SPARQL endpoint</a></li><li><a href="/release.json">The release (JSON-LD)</a></li>'
        f'<li><a href="/release/{escape(version)}">What it holds</a></li>'
        f'<li><a href="/ns">The vocabulary</a></li></ul>{lists}',
    )
