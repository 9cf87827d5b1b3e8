"""What can be listed: the same from Python and from the command line, filtered, with columns also where it is empty."""

from __future__ import annotations

import json
import pickle

import pytest

import atlas_graph as ag
from atlas_graph.cli.main import main
from atlas_graph.graph.tables import COLUMNS, FILTERS

from .small import atlas, stack, step

ATLAS = ag.load()


@pytest.mark.parametrize("what", sorted(COLUMNS))
def test_the_command_line_lists_what_python_has(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Record for record, with the columns that are promised."""
    assert main(["list", what, "--format", "json"]) == 0
    rows = ATLAS.rows(what)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(rows.to_records()))
    assert rows
    assert all(tuple(row) == rows.columns == COLUMNS[what] for row in rows)


def test_the_columns_are_these() -> None:
    """Programs read them by name: one that is added or lost is a change of the interface."""
    assert {what: " ".join(columns) for what, columns in COLUMNS.items()} == {
        "choices": "id chooser among default order rule overridden_by fallback all text",
        "devices": "id label entity",
        "entities": "id name kind status licence aliases summary",
        "evidence": "id source publisher verdict of checked stack quote quote_id supports section url link",
        "facts": "id subject property as_printed value unit qualifiers",
        "forks": "id open choices steps conditions stack at",
        "links": "id from relation to text",
        "looked": "id date found read",
        "misconceptions": "id claim stacks concerns correction",
        "modes": "stack id title note",
        "options": "id name kind whose default aliases status effects text",
        "publishers": "id sources quotes",
        "questions": "id question ask stacks answer asked_as asked_at",
        "quotes": "id source publisher verdict checked of quote link",
        "relations": "id label inverse role definition",
        "sources": "id title publisher kind licence url",
        "stacks": "id title modes devices stages steps summary",
        "steps": "id stack from from_name relation to to_name modes devices phase qualifier status grade text quote "
        "source link verdict",
        "witnesses": "id title date device",
    }


def test_a_receipt_is_named_by_what_it_joins() -> None:
    """A statement and a quote: so the name stays where others are added before it, and each is there once."""
    rows = ATLAS.rows("evidence")
    assert all(row["quote_id"].replace("#", "-") in row["id"] for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)
    assert {row["quote_id"] for row in rows} == {row["id"] for row in ATLAS.rows("quotes")}


@pytest.mark.parametrize(("what", "name"), [(what, name) for what, names in FILTERS.items() for name in names])
def test_every_filter_leaves_out_what_it_should(what: str, name: str) -> None:
    """The rows that are left are some of the rows, in their order, and fewer or all alike."""
    value = {
        "stack": "jax", "device": "cpu", "mode": "jit", "publisher": "JAX", "status": "current", "verdict": "match",
        "grade": "documented", "chooser": "aten", "concerns": "xla", "entity": "cublas", "property": "multiprocessors",
        "relation": "calls" if what == "steps" else "corresponds-to", "source": "jax-aot", "subject": "nvidia-h100",
        "whose": "nvcc",
        "kind": {"entities": "compiler", "options": "environment-variable", "sources": "specification"}.get(what, ""),
    }[name]  # fmt: skip
    everything, found = ATLAS.rows(what), ATLAS.rows(what, **{name: value})
    kept = [row for row in everything if row in found]
    assert kept == list(found)
    if name in ("publisher", "verdict", "grade", "kind", "status") and name in everything.columns:
        assert {row[name] for row in found} <= {value}
    assert found
    if name not in ("status", "verdict"):
        assert len(found) < len(everything)


@pytest.mark.parametrize("what", sorted(COLUMNS))
def test_every_collection_goes_by_ids_and_places(what: str) -> None:
    """Also by a slice and by ``in``; what is not there has a default, or an error that names the nearest."""
    found = getattr(ATLAS, what)
    assert len(found) == len(list(found)) == len(found.keys()) == len(found.to_records()) == len(ATLAS.rows(what))
    key, thing = found.items()[-1]
    assert found[key] == found[-1] == found.get(key) == found[-1:][0] == found.values()[-1] == thing
    assert key in found
    assert thing in found
    assert "no-such-id" not in found
    assert found.get("no-such-id") is None
    assert found.get("no-such-id", 1) == 1
    with pytest.raises(ag.UnknownIdError, match="no-such-id"):
        found["no-such-id"]
    assert pickle.loads(pickle.dumps(found)) == found == found()
    assert len(repr(found)) < 400
    assert len(str(found)) < 6_000
    assert list(found.to_pandas().columns) == list(found.columns)


def test_a_collection_takes_names_and_paths_as_every_call_does() -> None:
    """Any case, an alias, and ``STACK:MODE:DEVICE`` for what a path passes."""
    assert ATLAS.entities["XLA"].id == "xla"
    assert "StableHLO" in ATLAS.entities
    path = ATLAS.path("pytorch:compile:amd-gpu")
    assert {one.id for one in ATLAS.entities(stack="pytorch:compile:amd-gpu")} == set(path.stage_ids)
    assert {one.id for one in ATLAS.choices("pytorch:compile:amd-gpu")} == {one.choice.id for one in path.choices}
    cited = {evidence.source for step in path for evidence in step.evidence if evidence.source}
    assert cited <= set(ATLAS.sources(stack="pytorch:compile:amd-gpu"))
    assert all("amd-gpu" in one.devices and "compile" in one.modes for one in ATLAS.steps("pytorch:compile:amd-gpu"))
    assert {one.to for one in ATLAS.steps(entity="cublas", relation="calls")} == {"cublas"}
    with pytest.raises(ag.AtlasError, match="the stack is given twice"):
        ATLAS.steps("jax", stack="keras")


def test_steps_are_objects_that_hold_under_the_conditions() -> None:
    """And have the grade and a quote of the publisher."""
    found = ATLAS.steps(stack="JAX", device="tpu", publisher="openxla")
    assert found
    assert all("tpu" in one.devices and one.stack == "jax" and "OpenXLA" in one.publishers for one in found)
    assert {one.grade.name for one in ATLAS.steps(grade="documented")} == {"documented"}


def test_what_cannot_be_filtered_or_listed_is_an_error() -> None:
    """An error in a sentence, with what there is."""
    with pytest.raises(ag.AtlasError, match="relations are not filtered by stack; they can be by nothing"):
        ATLAS.rows("relations", stack="jax")
    with pytest.raises(ag.UnknownIdError, match="there is no list 'stepps'; did you mean steps"):
        ATLAS.rows("stepps")
    with pytest.raises(ag.UnknownIdError, match="there is no publisher 'Nobody'"):
        ATLAS.rows("sources", publisher="Nobody")


def test_an_empty_table_keeps_its_columns() -> None:
    """In every form, and through a pickle."""
    pandas = pytest.importorskip("pandas")
    small = atlas(stack("s", step("code", "cpu")))
    empty = small.rows("facts")
    assert (list(empty), empty.columns) == ([], COLUMNS["facts"])
    assert list(empty.to_dict()) == list(empty.to_pandas().columns) == list(COLUMNS["facts"])
    assert isinstance(empty.to_pandas(), pandas.DataFrame)
    assert pickle.loads(pickle.dumps(small.rows("steps"))).columns == COLUMNS["steps"]
    assert repr(small.rows("modes")) == "<Table of 1 rows: stack, id, title, note>"


def test_what_decides_is_listed_by_stack() -> None:
    """A stack's choices are those among its steps, its options those with an effect there; its forks are its own."""
    for what in ("choices", "options", "forks"):
        of_jax, of_all = ATLAS.rows(what, stack="jax"), ATLAS.rows(what)
        assert 0 < len(of_jax) < len(of_all)
    assert {row["id"] for row in ATLAS.rows("options", stack="jax")} == {one.id for one in ATLAS.options(stack="jax")}
    among = {name for row in ATLAS.rows("choices", stack="jax") for name in row["among"] if "/" in name}
    assert among
    assert all(name.startswith("jax/") for name in among)


def test_coverage_says_of_every_stack_mode_and_device_what_is_known() -> None:
    """Documented where there is a path, excluded or out of scope with the reason, else not looked at."""
    rows = {(row["stack"], row["mode"], row["device"]): row for row in ATLAS.coverage()}
    assert len(rows) == sum(len(one.modes) for one in ATLAS.stacks) * len(ATLAS.release["devices"])
    for (name, mode, device), row in rows.items():
        if row["state"] == "documented":
            assert row["steps"] == len(ATLAS.path(name, mode=mode, device=device)) > 0
        else:
            assert row["steps"] == 0
            assert (row["why"] is None) is (row["state"] == "not looked at")
    assert rows["jax", "jit", "amd-gpu"]["state"] == "out of scope"
    assert {row["state"] for row in rows.values()} >= {"documented", "out of scope", "not looked at"}


def test_the_coverage_matrix_is_a_line_a_mode(capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe whole, with the devices as columns."""
    assert main(["coverage"]) == 0
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["path", *(device["id"] for device in ATLAS.release["devices"])]
    assert len(lines) == sum(len(one.modes) for one in ATLAS.stacks)


def test_the_version_is_that_of_the_data() -> None:
    """As the command line says it."""
    assert ag.__version__ == ATLAS.version


def test_a_fact_says_its_value_in_a_line() -> None:
    """As it is looked at in a session."""
    assert repr(ATLAS.get("h100-hbm-bandwidth")) == "<Fact h100-hbm-bandwidth: 3.35 TB/s>"
