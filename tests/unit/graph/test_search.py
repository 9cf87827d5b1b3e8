"""Search: by name, alias, text and quote, ranked, misspelt words forgiven."""

from __future__ import annotations

from pathlib import Path

import pytest

import atlas_graph as ag
from atlas_graph.graph.search.documents import documents
from atlas_graph.graph.search.index import open_index, write_index

from .small import atlas, entity, quote, stack, step

FOR = "The compiler is no runtime, as this sentence says of it."
AGAINST = "An earlier marmalade of XLA was a runtime as well, it says here."
SMALL = atlas(
    {
        **stack("s", step("xla", "cpu", text="It hands a fused loop to the processor.")),
        "out_of_scope": [{"topic": "Watches", "reason": "Nothing is documented of wearable devices.", "concerns": []}],
    },
    entities=[
        entity("xla", name="XLA", aliases=["Accelerated Linear Algebra"], summary="A compiler for arrays."),
        entity("stablehlo", name="StableHLO", summary="The input language of XLA."),
        entity("tile", name="Tile IR", summary="A representation."),
        entity("watch", name="Watch", summary="Hardware that tells the time."),
    ],
    misconceptions=[
        {
            "id": "m",
            "claim": "XLA is a runtime.",
            "correction": "It compiles.",
            "stacks": ["s"],
            "evidence": [
                {**quote("against"), "quote": AGAINST, "supports": "contradicts", "doubt": "It was long ago."},
                {**quote("for"), "quote": FOR},
            ],
        }
    ],
    facts=[{"id": "f", "subject": "cpu", "property": "cores", "value": 8, "as_printed": "8 cores", "evidence": []}],
    options=[
        {
            "id": "o",
            "name": "TRITON_PTXAS_PATH",
            "kind": "environment-variable",
            "whose": "tile",
            "text": "Names another assembler.",
            "effects": [{"does": "changes", "step": "s/xla--calls--cpu"}],
            "evidence": [],
        },
        {
            "id": "g",
            "name": "--xla_gpu_enable_triton_gemm",
            "kind": "compiler-flag",
            "whose": "xla",
            "text": "Has products generated.",
            "effects": [{"does": "changes", "step": "s/xla--calls--cpu"}],
            "evidence": [],
        },
    ],
    looked=[
        {
            "id": "xla--watch--2026-11-01",
            "of": {"from": "xla", "to": "watch"},
            "read": ["guide"],
            "date": "2026-11-01",
            "found": "The guide speaks of thunks and of no watch.",
            "evidence": [],
        }
    ],
    questions=[
        {
            "id": "q",
            "question": "Is XLA a runtime?",
            "asked_as": ["Does XLA run programs?"],
            "stacks": ["s"],
            "ask": "misconceptions",
            "arguments": {"stack": "s"},
            "answer": "No, a compiler.",
            "expect": {"ids": ["m"]},
        }
    ],
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
        ("fusing loops", "step/s/xla--calls--cpu"),
        ("who is it that hands the fused loop to a processor, and why?", "step/s/xla--calls--cpu"),
        ("earlier marmalade", "misconception/m"),
        ("cores", "fact/f"),
        ("the guide", "source/guide"),
        ("TRITON_PTXAS_PATH", "option/o"),
        ("set TRITON_PTXAS_PATH to another one", "option/o"),
        ("ptxas", "option/o"),
        ("--xla_gpu_enable_triton_gemm", "option/g"),
        ("xla_gpu_enable_triton_gemm=false", "option/g"),
        ("wearable devices", "out-of-scope/s#out-of-scope-1"),
        ("thunks", "looked/xla--watch--2026-11-01"),
    ],
)
def test_the_best_hit_comes_first(text: str, expected: str) -> None:
    """Names, aliases, texts, quotes, limits, looks and options are found, in other forms and misspelt ones too."""
    assert first(text) == expected


def test_no_word_is_required_and_what_nothing_knows_is_said() -> None:
    """The known words find what they find, and the others are named as they were typed."""
    hits = SMALL.search("does xla do the zzzzzz-qqqq?")
    assert hits[0].id == "xla"
    assert hits.unknown == ("zzzzzz-qqqq",)


def test_a_misspelt_word_is_said_with_what_was_taken_for_it() -> None:
    """So that nobody takes the answer for one to what was typed."""
    assert SMALL.search("stablehol").respelt == (("stablehol", "stablehlo"),)
    assert SMALL.search("stablehlo").respelt == ()


@pytest.mark.parametrize("text", ["", "   ", "!?", "zzzzzz"])
def test_what_fits_nothing_finds_nothing(text: str) -> None:
    """And it says which words nothing knows."""
    hits = SMALL.search(text)
    assert hits == []
    assert hits.unknown == (("zzzzzz",) if text == "zzzzzz" else ())


def test_the_number_of_hits_is_limited() -> None:
    """The limit keeps the best."""
    assert [hit.id for hit in SMALL.search("xla", limit=1)] == ["xla"]
    assert SMALL.search("xla", limit=0) == []


def test_a_hit_shows_the_sentence_with_its_words_and_the_command() -> None:
    """The marks are offsets into the sentence, and what the command shows is what was found."""
    hit = SMALL.search("fused loops")[0]
    assert (hit.where, hit.text) == ("text", "It hands a fused loop to the processor.")
    assert [hit.text[start:end] for start, end in hit.marks] == ["fused", "loop"]
    assert hit.command == "atlas-graph show step/s/xla--calls--cpu"
    assert SMALL.get(f"{hit.kind}/{hit.id}").text == hit.text
    assert hit.to_dict()["score"] == hit.score > 0
    assert str(hit) == "step s/xla--calls--cpu: XLA calls CPU (S)"


def test_a_quote_that_contradicts_is_called_one_and_is_no_receipt() -> None:
    """It is found, and never said to support what it stands under."""
    hit = SMALL.search("earlier marmalade")[0]
    assert (hit.kind, hit.where) == ("misconception", "quote that contradicts it")
    assert hit.evidence is not None
    assert hit.evidence.supports == "contradicts"
    answered = SMALL.search("Is XLA a runtime of some kind?")[0]
    assert answered.receipts
    assert all(evidence.supports != "contradicts" for receipt in answered.receipts for evidence in receipt.evidence)


@pytest.mark.parametrize("text", ["Is XLA a kind of runtime?", "does one run programs in XLA's runtime"])
def test_a_golden_question_that_fits_is_answered_first(text: str) -> None:
    """In its own wording or in another of its record."""
    hit = SMALL.search(text)[0]
    assert (hit.kind, hit.id, hit.answer) == ("question", "q", "No, a compiler.")
    assert [(receipt.kind, receipt.id) for receipt in hit.receipts] == [("misconception", "m")]
    assert hit.receipts[0].evidence[0].quote == FOR


@pytest.mark.parametrize("text", ["Is StableHLO a kind of runtime?", "xla", "Is XLA a kind of runtime on a cpu?"])
def test_a_question_of_another_thing_is_not_answered_by_it(text: str) -> None:
    """A name that the golden question does not have, or a name alone, is no such question."""
    assert all(hit.answer is None for hit in SMALL.search(text))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("jax: cache compilations to the filesystem", "eager-jax-compiles-too"),
        ("Is PTX what an AMD GPU executes?", "ptx-is-what-a-gpu-executes"),
        ("How does llama.cpp reach an NVIDIA GPU?", "llama-cpp-on-amd"),
        ("Can a CUDA binary reach an Apple GPU?", "cuda-on-amd"),
    ],
)
def test_a_neighbouring_question_is_not_taken_for_the_answer(text: str, other: str) -> None:
    """Of another vendor, or of something that the golden question does not know, however many words they share."""
    found = ag.load().search(text)
    assert found
    assert other not in [hit.id for hit in found if hit.answer is not None]


TWO = atlas(
    {**stack("s", step("s-code", "xla", text="It hands the graph over."), step("xla", "cpu")), "title": "Sigma"},
    {**stack("t", step("t-code", "xla", text="It hands the graph over."), step("xla", "cpu")), "title": "Tau"},
    entities=[entity("sigma", name="Sigma"), entity("tau", name="Tau", aliases=["Tauist"]), entity("xla", name="XLA")],
)


def test_what_several_stacks_say_is_one_hit_that_names_the_others() -> None:
    """The same step of another stack takes no place of its own, and can be shown."""
    hits = TWO.search("XLA calls the CPU", limit=40)
    steps = {hit.id: hit.also for hit in hits if hit.kind == "step" and hit.id.endswith("/xla--calls--cpu")}
    assert len(steps) == 1
    ((shown, also),) = steps.items()
    assert {shown, *(address.removeprefix("step/") for address in also)} == {"s/xla--calls--cpu", "t/xla--calls--cpu"}
    assert all(TWO.show(address) for address in also)
    assert hits[0].to_dict()["also"] == list(hits[0].also)


@pytest.mark.parametrize(("name", "first_of"), [("Sigma", "s"), ("Tau", "t"), ("Tauist", "t")])
def test_of_what_several_stacks_have_that_of_the_one_that_is_named_comes_first(name: str, first_of: str) -> None:
    """A stack is named by the entity with whose name its title begins, or by an alias of that."""
    found = [hit.id.partition("/")[0] for hit in TWO.search(f"{name}: who hands the graph over?") if hit.kind == "step"]
    assert found[0] == first_of


def test_every_kind_of_record_can_be_found_in_the_release() -> None:
    """By the words of its own title; each hit's command names something that can be shown."""
    atlas_ = ag.load()
    seen = set()
    for document in documents(atlas_.release):
        if document.kind not in seen:
            seen.add(document.kind)
            hits = atlas_.search(document.title, limit=20)
            assert (document.kind, document.id) in [(hit.kind, hit.id) for hit in hits], document
            assert atlas_.get(document.address) is not None, document
    assert {"entity", "step", "stage", "link", "misconception", "fact", "question", "out-of-scope", "choice"} <= seen
    assert {"option", "witness", "source", "stack", "relation"} <= seen


def test_real_names_are_found_as_people_misspell_them() -> None:
    """On the real data."""
    atlas_ = ag.load()
    for text, expected in (
        ("stable hlo", "stablehlo"),
        ("tritn ir", "triton-ir"),
        ("nvidia gpu", "nvidia-gpu"),
        ("jaxprs", "jaxpr"),
    ):
        assert expected in [hit.id for hit in atlas_.search(text)[:3]], text


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("PTX is what the GPU executes", "misconception ptx-is-what-a-gpu-executes"),
        ("H100 BF16 peak", "fact h100-peak-bf16-dense"),
        ("tpu v5e bf16", "fact tpu-v5e-peak-bf16"),
    ],
)
def test_a_question_is_searched_by_what_it_is_about(asked: str, found: str) -> None:
    """Words that every question has do not count, and a data type is found by its abbreviation."""
    assert found in [f"{hit.kind} {hit.id}" for hit in ag.load().search(asked)[:5]]


def test_an_index_is_made_once_and_the_same_for_the_same_release(tmp_path: Path) -> None:
    """Byte for byte; one of another release, or of no index at all, is not opened."""
    for name in ("one", "two"):
        write_index(SMALL.release, str(tmp_path / name))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert open_index(str(tmp_path / "one"), SMALL.release) is not None
    assert open_index(str(tmp_path / "one"), {**SMALL.release, "version": "9.9.9"}) is None
    (tmp_path / "spoilt").write_bytes(b"SQLite format 3\0 and then nothing")
    assert open_index(str(tmp_path / "spoilt"), SMALL.release) is None
    assert open_index(str(tmp_path / "nowhere"), SMALL.release) is None
