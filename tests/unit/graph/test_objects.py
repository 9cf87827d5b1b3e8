"""What queries hand out: equal when made again, hashed alike, copied, pickled, and not changed by accident."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import atlas_graph as ag

KINDS: dict[str, Callable[[ag.Atlas], Any]] = {
    "atlas": lambda atlas: atlas,
    "path": lambda atlas: atlas.path("jax", mode="jit", device="cpu"),
    "step": lambda atlas: atlas.path("jax").steps[0],
    "stage": lambda atlas: atlas.path("jax").stages[0],
    "evidence": lambda atlas: atlas.path("jax").steps[0].evidence[0],
    "source": lambda atlas: atlas.path("jax").steps[0].evidence[0].source,
    "entity": lambda atlas: atlas.entity("jax"),
    "stack": lambda atlas: atlas.stack("jax"),
    "relation": lambda atlas: atlas.relations[0],
    "link": lambda atlas: atlas.links()[0],
    "misconception": lambda atlas: atlas.misconceptions()[0],
    "fact": lambda atlas: atlas.facts()[0],
    "routes": lambda atlas: atlas.path("jax", mode="jit", device="cpu").routes(),
    "route": lambda atlas: atlas.routes("jax", "cpu")[0],
    "comparison": lambda atlas: atlas.compare("jax:jit:cpu", "jax:jit:tpu"),
    "explanation": lambda atlas: atlas.explain("jax"),
    "grade": lambda atlas: atlas.path("jax").grade,
    "why not": lambda atlas: atlas.why_not("jax", "amd-gpu"),
    "hit": lambda atlas: atlas.search("jax")[0],
    "card": lambda atlas: atlas.show("jax"),
    "device": lambda atlas: atlas.get("device/cpu"),
}


@pytest.fixture(scope="module")
def atlas() -> ag.Atlas:
    return ag.load()


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_equal_and_hashed_alike_when_made_again(kind: str, atlas: ag.Atlas) -> None:
    """Asked for twice, copied, or sent to another process; and it is nothing else."""
    one = KINDS[kind](atlas)
    pickles = [pickle.loads(pickle.dumps(one, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for other in (KINDS[kind](atlas), copy.copy(one), copy.deepcopy(one), *pickles):
        assert other == one
        assert hash(other) == hash(one)
        assert repr(other) == repr(one)
    assert one != kind
    assert one != None  # noqa: E711 - the comparison itself is what is tested


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "atlas"])
def test_its_attributes_cannot_be_set_or_deleted(kind: str, atlas: ag.Atlas) -> None:
    """A typo in a program does not change what the next line reads."""
    one = KINDS[kind](atlas)
    for name in [name for name in dir(one) if not name.startswith("_")]:
        with pytest.raises(AttributeError):
            setattr(one, name, None)
        with pytest.raises(AttributeError):
            delattr(one, name)
    with pytest.raises(AttributeError):
        one.no_such_attribute = 1


@pytest.mark.parametrize("kind", KINDS)
def test_its_json_is_json(kind: str, atlas: ag.Atlas) -> None:
    """Also where a parser is strict: no NaN, no object of ours."""
    one = KINDS[kind](atlas)
    if hasattr(one, "to_dict"):
        assert json.loads(json.dumps(one.to_dict(), allow_nan=False)) == one.to_dict()


def test_many_threads_ask_one_atlas(tmp_path: Path) -> None:
    """What is worked out at the first question is worked out alike whoever asks first."""
    target = tmp_path / "release.json"
    target.write_text(json.dumps(ag.load().release))
    fresh, asked = ag.load(target), sorted(KINDS) * 4
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda kind: KINDS[kind](fresh), asked))
    assert all(answer == KINDS[kind](fresh) for kind, answer in zip(asked, answers, strict=True))


NO_IDS: list[Any] = [None, 5, b"jax", ["jax"], {"jax": 1}, ("jax",), object()]
ASKING: dict[str, Callable[[ag.Atlas, Any], object]] = {
    "path": lambda atlas, asked: atlas.path(asked),
    "explain": lambda atlas, asked: atlas.explain(asked),
    "show": lambda atlas, asked: atlas.show(asked),
    "get": lambda atlas, asked: atlas.get(asked),
    "entity": lambda atlas, asked: atlas.entity(asked),
    "stack": lambda atlas, asked: atlas.stack(asked),
    "source": lambda atlas, asked: atlas.source(asked),
    "relation": lambda atlas, asked: atlas.relation(asked),
    "routes": lambda atlas, asked: atlas.routes(asked, "cpu"),
    "why_not": lambda atlas, asked: atlas.why_not("jax", asked),
    "search": lambda atlas, asked: atlas.search(asked),
}


@pytest.mark.parametrize("question", ASKING)
@pytest.mark.parametrize("asked", NO_IDS, ids=lambda asked: type(asked).__name__)
def test_what_is_no_text_is_a_type_error(question: str, asked: Any, atlas: ag.Atlas) -> None:
    """In a sentence, and not an error from somewhere inside."""
    with pytest.raises(TypeError, match=r"is asked for in a str, and not in "):
        ASKING[question](atlas, asked)


@pytest.mark.parametrize("asked", ["", " ", "jax\n", "😀", "\ud800", "J" * 100_000, "jax/", "stack/", "step/x", "/"])
def test_any_text_is_an_unknown_id_in_one_short_sentence(asked: str, atlas: ag.Atlas) -> None:
    """However long or odd: the sentence stays readable."""
    for question in ("path", "show", "entity", "routes"):
        with pytest.raises(ag.UnknownIdError) as caught:
            ASKING[question](atlas, asked)
        assert len(str(caught.value)) < 400
    assert atlas.get(asked, 0) == 0
    assert atlas.why_not(asked, "cpu").verdict == "not-in-atlas"


def test_where_nothing_comes_close_it_is_said_what_there_is(atlas: ag.Atlas) -> None:
    """All of them, as long as they are few; never that there is nothing."""
    with pytest.raises(ag.UnknownIdError, match="use one of cuda-cpp, jax, "):
        atlas.path("zzzzzz")
    with pytest.raises(ag.UnknownIdError, match="nothing comes close; search for it"):
        atlas.entity("zzzzzz")


def test_a_value_is_made_by_keywords_alone_and_of_all_its_fields() -> None:
    with pytest.raises(TypeError, match="positional"):
        ag.Grade("documented", "it says so")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Grade needs 'why'"):
        ag.Grade(name="documented")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Grade has no field 'reason'"):
        ag.Grade(name="documented", why="it says so", reason="")  # type: ignore[call-arg]


def test_type_checkers_hold_the_keywords_of_a_value_against_its_fields(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text('import atlas_graph as ag\n\nag.Grade(name=1, why="")\nag.Grade("documented", "it says so")\n')
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert 'Argument "name" to "Grade" has incompatible type' in done.stdout
    assert "Too many positional arguments" in done.stdout
