"""Search: by name, alias, text and quote, ranked, misspelt words forgiven."""

from __future__ import annotations

import pytest

import atlas_graph as ag

from .small import atlas, entity, stack, step

SMALL = atlas(
    stack("s", step("xla", "cpu", text="It hands a fused loop to the processor.")),
    entities=[
        entity("xla", name="XLA", aliases=["Accelerated Linear Algebra"], summary="A compiler for arrays."),
        entity("stablehlo", name="StableHLO", summary="The input language of XLA."),
        entity("tile", name="Tile IR", summary="A representation."),
    ],
    misconceptions=[
        {"id": "m", "claim": "XLA is a runtime.", "correction": "It compiles.", "stacks": ["s"], "evidence": []}
    ],
    facts=[{"id": "f", "subject": "cpu", "property": "cores", "value": 8, "as_printed": "8 cores", "evidence": []}],
)


def first(text: str) -> str:
    hits = SMALL.search(text)
    return f"{hits[0].kind}/{hits[0].id}" if hits else ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xla", "entity/xla"),
        ("Stable HLO", "entity/stablehlo"),
        ("stablehol", "entity/stablehlo"),
        ("accelerated linear algebra", "entity/xla"),
        ("acelerated linaer algebra", "entity/xla"),
        ("fused loop", "step/s/xla--calls--cpu"),
        ("fussed loop", "step/s/xla--calls--cpu"),
        ("sentence of its own", "step/s/xla--calls--cpu"),
        ("runtime", "misconception/m"),
        ("cores", "fact/f"),
        ("the guide", "source/guide"),
        ("S", "stack/s"),
    ],
)
def test_the_best_hit_comes_first(text: str, expected: str) -> None:
    """Names, aliases, texts, quotes, titles, claims and facts are all found, misspelt or not."""
    assert first(text) == expected


def test_a_name_counts_for_more_than_a_mention() -> None:
    """What is called so comes before what is only described with the word, each once."""
    hits = SMALL.search("xla")
    assert hits[0].id == "xla"
    assert "stablehlo" in [hit.id for hit in hits]
    assert len({(hit.kind, hit.id) for hit in hits}) == len(hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("text", ["", "   ", "!?", "zzzzzz", "xla zzzzzz"])
def test_what_fits_nothing_finds_nothing(text: str) -> None:
    """Every word has to be found somewhere."""
    assert SMALL.search(text) == []


def test_the_number_of_hits_is_limited() -> None:
    """The limit keeps the best."""
    assert [hit.id for hit in SMALL.search("xla", limit=1)] == ["xla"]
    assert SMALL.search("xla", limit=0) == []


def test_a_hit_leads_back_to_what_it_found() -> None:
    """Kind and id together are an id that the atlas takes, and the hit tells where the words stand."""
    hit = SMALL.search("fused loop")[0]
    assert SMALL.get(f"{hit.kind}/{hit.id}").text == hit.text
    assert hit.where == "text"
    assert hit.to_dict()["score"] == hit.score
    assert str(hit) == "step s/xla--calls--cpu: It hands a fused loop to the processor."


def test_real_names_are_found_as_people_misspell_them() -> None:
    """On the real data."""
    atlas_ = ag.load()
    for text, expected in (
        ("stable hlo", "stablehlo"),
        ("tritn ir", "triton-ir"),
        ("nvidia", "nvidia-gpu"),
        ("jaxprs", "jaxpr"),
    ):
        assert expected in [hit.id for hit in atlas_.search(text)[:3]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("what does xla emit", "step jax/xla--emits--llvm-ir"),
        ("how does torch.compile work", "entity torch-compile"),
        ("PTX is what the GPU executes", "misconception ptx-is-what-a-gpu-executes"),
        ("H100 BF16 peak", "fact h100-peak-bf16-dense"),
        ("tpu bf16", "fact tpu-v5e-peak-bf16"),
    ],
)
def test_a_question_is_searched_by_what_it_is_about(asked: str, found: str) -> None:
    """Words that every question has do not count, and a data type is found by its abbreviation."""
    import atlas_graph as ag

    hit = ag.load().search(asked)[0]
    assert f"{hit.kind} {hit.id}" == found
