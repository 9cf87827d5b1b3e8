from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.verify.normalise import Tier, key, normalise, normalise_mapped

# Whatever the passes look for, mixed with everything else.
TEXT = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "aAbzNOT1 ,.-–—\n\t\r\u00a0\u00ad\u200b\u200d\u202f\u2009\ufeff\ufdd0"
            "ﬃﬅe\u0301か\u3099漢字…’“\u1100\u1161\u11a8İ"
        ),
        st.characters(),
    ),
    max_size=40,
)


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("a\n b\t\u00a0c\u2028d", "a b c d"),
        (" a ", "a"),
        ("e\u0301", "é"),
        ("\u1100\u1161\u11a8", "각"),
        ("o\u200bn\u2060e\ufeff\u00ad", "one"),
        ("ﬀ ﬁ ﬂ ﬃ ﬄ ﬅ ﬆ", "ff fi fl ffi ffl st st"),
        ("漢字\n漢字 漢字", "漢字漢字 漢字"),
        ("漢字\nabc", "漢字 abc"),
        ("한국\n어", "한국 어"),
        ("4³ ½ ① ｘ №", "4³ ½ ① ｘ №"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\u202eb", "a\u202eb"),
        ("“x” – it’s", "“x” – it’s"),
    ],
)
def test_strict(text: str, strict: str) -> None:
    """Strict folds what a reader sees unchanged, and nothing else."""
    assert normalise(text) == strict


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("“x” it’s «y»", '"x" it\'s "y"'),
        ("1–3 and 2−1", "1-3 and 2-1"),
        ("a — b—c -- d--e – f", "a – b – c – d – e – f"),
        ("error - free, error-free, error—free", "error - free, error-free, error – free"),
        ("use --flag and -x", "use --flag and -x"),
        ("use –flag", "use --flag"),
        ("is −5 and -5", "is -5 and -5"),
        ("wait…", "wait..."),
        ("1,000,000 and (128,256)", "1,000,000 and (128,256)"),
        ("1\u202f000 and 4 128", "1\ufdd1000 and 4 128"),
        ("4\u00a0128-bit lanes", "4 128-bit lanes"),
        ("The Compiler", "the Compiler"),
        ("It ends. The Long is one.” Then", 'it ends. the Long is one." then'),
        ("JAX, iOS, IOS, MAY, McCabe", "JAX, iOS, IOS, MAY, McCabe"),
        ("torch.Tensor and Tensor(x) and mlir::Op", "torch.Tensor and Tensor(x) and mlir::Op"),
        ("It is NOT", "it is NOT"),
        ("A map of A to B", "a map of A to B"),
        ("-Wall", "-Wall"),
        ("Just-In-Time", "just-In-Time"),
        ("使用 JAX 编译", "使用JAX编译"),
    ],
)
def test_loose(text: str, loose: str) -> None:
    """Loose folds typography and the case of prose, and leaves numbers, signs, options and names apart."""
    assert normalise(text, Tier.LOOSE) == loose


def test_key_of_the_article() -> None:
    """A word by itself is compared in its loose form, the article too."""
    assert [key(word) for word in ("A", "The", "B", "1,000")] == ["a", "the", "B", "1,000"]


@given(TEXT, st.sampled_from(list(Tier)))
def test_mapped_agrees(text: str, tier: Tier) -> None:
    """The mapped form is the same text, and every character of it came from somewhere, in order."""
    plain = normalise(text, tier)
    mapped, origin = normalise_mapped(text, tier)
    assert mapped == plain
    spans = [origin.span(at, at + 1) for at in range(len(mapped))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    forward = [origin.forward(at) for at in range(len(text) + 1)]
    assert forward == sorted(forward)
    assert not forward or 0 <= forward[0] <= forward[-1] <= len(plain)


@given(TEXT)
def test_idempotent(text: str) -> None:
    """What is normalised stays as it is."""
    assert normalise(normalise(text)) == normalise(text)
