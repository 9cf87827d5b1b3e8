"""Variables that only an outer group binds: both engines answer as the recommendation has it, and it is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from atlas_graph.atlas import Atlas
from atlas_graph.cli.main import main
from atlas_graph.errors import AtlasWarning
from atlas_graph.rdf.errors import QueryError
from atlas_graph.rdf.query import read
from atlas_graph.rdf.sparql import sparql

from .example import example

#: A pattern -> the variables that stand in it where they are unbound, and how many solutions it has.
UNBOUND = {
    "GRAPH ?g { FILTER(BOUND(?g)) }": ("?g", 0),
    "BIND(5 AS ?k) { ?s atlas:calls ?b FILTER(BOUND(?k)) }": ("?k", 0),
    "BIND(5 AS ?k) { ?s atlas:calls ?b FILTER(!BOUND(?k)) }": ("?k", 1),
    "BIND(5 AS ?k) { { ?s atlas:calls ?b FILTER(BOUND(?k)) } UNION { ?s atlas:calls ?b } }": (
        "?k",
        1,
    ),
    "BIND(5 AS ?k) { SELECT ?s { ?s atlas:calls ?b FILTER(BOUND(?k)) } }": ("?k", 0),
    "BIND(5 AS ?k) { BIND(?k + 1 AS ?l) ?s atlas:calls ?b } FILTER(BOUND(?l))": ("?k", 0),
    "?s atlas:calls ?b { ?t atlas:calls ?u FILTER(?s != ?t) }": ("?s", 0),
    "?s atlas:calls ?b MINUS { ?s atlas:calls ?b FILTER(BOUND(?g)) } BIND(1 AS ?g)": ("?g", 1),
    "?s atlas:calls ?b OPTIONAL { { ?t atlas:calls ?b FILTER(?s = ?t) } } FILTER(BOUND(?t))": (
        "?s",
        0,
    ),
}
#: A pattern in which everything is bound where it is asked for -> how many solutions it has.
BOUND = {
    "?s atlas:calls ?b FILTER(BOUND(?s))": 1,
    "{ ?s atlas:calls ?b } FILTER(BOUND(?s))": 1,
    "FILTER(BOUND(?s)) ?s atlas:calls ?b": 1,
    "?s atlas:calls ?b OPTIONAL { ?t atlas:calls ?b FILTER(?s = ?t) } FILTER(BOUND(?t))": 1,
    "?s atlas:calls ?b FILTER EXISTS { ?t atlas:calls ?b FILTER(?s = ?t) }": 1,
    "?s atlas:calls ?b FILTER(?s != 1 && NOT EXISTS { ?t atlas:calls ?b FILTER(?s != ?t) })": 1,
    "{ SELECT (?s AS ?t) { ?s atlas:calls ?b } } FILTER(BOUND(?t))": 1,
    "{ SELECT * { ?s atlas:calls ?b FILTER(ISIRI(?s)) } GROUP BY ?s HAVING(COUNT(?s) > 0) } FILTER(BOUND(?s))": 1,
    "VALUES (?k ?l) { (1 2) (3 UNDEF) } FILTER(?k > 1)": 1,
    "BIND(5 AS ?k) FILTER(?k > 1 && STRLEN(')}{') = 3) ?s atlas:calls ?b": 1,
    "GRAPH ?g { ?s atlas:calls ?b } FILTER(BOUND(?g) && BOUND(?s))": None,
}


@pytest.mark.parametrize("engine", ["oxigraph", "rdflib"])
@pytest.mark.parametrize(("pattern", "expected"), UNBOUND.items(), ids=range(len(UNBOUND)))
def test_what_an_outer_group_binds_is_unbound_inside(
    pattern: str, expected: tuple[str, int], engine: str, atlas: Atlas
) -> None:
    """On both engines, and the author of the query is told."""
    name, count = expected
    with pytest.warns(AtlasWarning, match=f"{re.escape(name)} is bound only outside"):
        (row,) = sparql(atlas, f"SELECT (COUNT(*) AS ?n) {{ {pattern} }}", engine=engine)  # type: ignore[misc]
    assert row.n == count


@pytest.mark.parametrize("engine", ["oxigraph", "rdflib"])
@pytest.mark.parametrize(("pattern", "count"), BOUND.items(), ids=range(len(BOUND)))
def test_what_is_bound_stays_as_it_is(pattern: str, count: int | None, engine: str, atlas: Atlas) -> None:
    """No warning, and the query goes out as it was written."""
    query = f"SELECT (COUNT(*) AS ?n) {{ {pattern} }}"
    assert read(query, ()).text == query
    if count is not None and "SELECT *" not in pattern:
        (row,) = sparql(atlas, query, engine=engine)  # type: ignore[misc]
        assert row.n == count


def test_the_new_name_stands_nowhere_in_the_query() -> None:
    """Not even where somebody thought of it before."""
    asked = read("SELECT * { BIND(5 AS ?k) ?k_ ?p ?o { ?s ?p ?o FILTER(?k > 1 && $k < 9) } }", ())
    assert asked.unbound == ("?k",)
    assert asked.text == "SELECT * { BIND(5 AS ?k) ?k_ ?p ?o { ?s ?p ?o FILTER(?k__ > 1 && $k__ < 9) } }"


def test_behind_escapes_it_is_refused() -> None:
    """Their places are not those of the text."""
    with pytest.raises(QueryError, match="write no escapes"):
        read(r"SELECT * { BIND(5 AS ?k) { ?s ?p '\u0041' FILTER(?k > 1) } }", ())


@pytest.mark.parametrize("query", ["SELECT * { FILTER", "SELECT * { { BIND(", "{ SELECT", "} FILTER(?x) {", "{" * 5000])
def test_what_is_no_query_is_left_to_the_engine(query: str) -> None:
    """Which says where it is wrong."""
    assert read(query, ()).unbound == ()


@pytest.mark.parametrize("engine", ["oxigraph", "rdflib"])
def test_the_command_says_which_engine_answers_and_warns(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, before the answer."""
    path = tmp_path / "release.json"
    path.write_text(json.dumps(example()))
    query = "SELECT (COUNT(*) AS ?n) { BIND(5 AS ?k) { ?s atlas:calls ?b FILTER(BOUND(?k)) } }"
    assert main(["sparql", query, "--engine", engine, "--release", str(path)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == f"atlas-graph: {engine} answers"
    assert lines[1].startswith("atlas-graph: note: ?k is bound only outside the group that asks for it")
