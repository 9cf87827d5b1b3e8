"""What must hold of any text, not only of the cases somebody thought of."""

from __future__ import annotations

import html
import random
import re
import textwrap

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from atlas_graph.verify.document import Verdict
from atlas_graph.verify.extract import extract
from atlas_graph.verify.match import check, index

from .documents import document

WORD = st.text(alphabet="abcdefghijklmnopqrstuvwxyzéß", min_size=2, max_size=9)
NUMBER = st.one_of(
    st.integers(-999, 99999).map(str),
    st.tuples(st.integers(0, 99), st.integers(0, 99)).map(lambda pair: f"{pair[0]}.{pair[1]}"),
)
TOKEN = st.one_of(
    WORD, WORD, WORD, NUMBER, st.sampled_from(["JAX", "GPU", "x86-64", "LLVM IR", "don't", "3.10", "C++"])
)
SENTENCE = st.lists(TOKEN, min_size=6, max_size=14).map(lambda words: " ".join(["The", *words]))
SEEDS = st.integers(0, 2**32)


def wrapped(text: str, chance: random.Random) -> str:
    """Line wraps and runs of spaces for single spaces."""
    return re.sub(" ", lambda _: chance.choice([" ", " ", "\n", "  ", " \n  ", "\t"]), text)


def marked_up(text: str, chance: random.Random) -> str:
    """Inline HTML around words and inside them, entities, soft hyphens and zero-width marks."""
    out: list[str] = []
    for word in text.split(" "):
        piece = "".join(
            chance.choice(["&shy;", "&#8203;", "<wbr>", "\u2060"]) + char
            if at and word.isalpha() and chance.random() < 0.1
            else f"&#{ord(char)};"
            if chance.random() < 0.1
            else html.escape(char)
            for at, char in enumerate(word)
        )
        tag = chance.choice(["", "", "", "b", "em", "code", "a", "span"])
        out.append(f"<{tag}>{piece}</{tag}>" if tag else piece)
    return chance.choice([" ", "\n", "&nbsp;"]).join(out)


@given(SENTENCE, SEEDS)
@settings(max_examples=150)
def test_marked_up_text_is_found(sentence: str, seed: int) -> None:
    """A sentence that is wrapped, marked up, entity-escaped or softly hyphenated is found as it is."""
    chance = random.Random(seed)
    page = f"<h1>Guide</h1><p>Before it. {marked_up(sentence, chance)}. After it.</p>"
    finding = check(extract(page.encode(), media_type="text/html"), wrapped(sentence, chance))
    assert finding.verdict is Verdict.MATCH, (page, finding)


@given(SENTENCE, SEEDS)
@settings(max_examples=100)
def test_wrapped_plain_text_is_found(sentence: str, seed: int) -> None:
    """A sentence whose lines are wrapped, words cut with hyphens, is found in plain text."""
    chance = random.Random(seed)
    cut = re.sub(
        r"\b[a-z]{6,}\b",
        lambda m: f"{m[0][:3]}-\n{m[0][3:]}" if chance.random() < 0.3 else m[0],
        textwrap.fill(sentence, chance.randint(30, 60), break_on_hyphens=False),
    )
    finding = check(extract(f"Before it.\n\n{cut}.\n".encode(), media_type="text/plain"), sentence)
    assert finding.verdict is Verdict.MATCH, (cut, finding)


def changed(sentence: str, chance: random.Random) -> str | None:
    """The sentence with one number, sign or negation changed; None where it has nothing to change."""
    words = sentence.split(" ")
    numbers = [at for at, word in enumerate(words) if re.fullmatch(r"-?\d+(\.\d+)?", word)]
    kind = chance.choice(["number", "sign", "negation"])
    if kind == "negation" or not numbers:
        if "don't" in words and chance.random() < 0.5:
            words[words.index("don't")] = "do"
        else:
            words.insert(chance.randrange(2, len(words)), chance.choice(["not", "never", "without"]))
        return " ".join(words)
    at = chance.choice(numbers)
    if kind == "sign":
        if float(words[at]) == 0:
            return None
        words[at] = words[at][1:] if words[at].startswith("-") else "-" + words[at]
    else:
        digit = chance.choice([n for n, char in enumerate(words[at]) if char.isdigit()])
        other = chance.choice([d for d in "0123456789" if d != words[at][digit]])
        words[at] = words[at][:digit] + other + words[at][digit + 1 :]
    return " ".join(words)


@given(SENTENCE, SEEDS)
@settings(max_examples=300)
def test_a_changed_number_sign_or_negation_never_passes(sentence: str, seed: int) -> None:
    """Whichever of document and quote holds the change, the quote does not stand."""
    other = changed(sentence, random.Random(seed))
    assume(other is not None)
    assert other is not None
    for text, quote in ((sentence, other), (other, sentence)):
        finding = check(document("Before it.", f"{text}.", "After it."), quote)
        assert not finding.verdict.stands, (text, quote, finding)


@given(st.lists(st.text(max_size=60), max_size=5), st.text(max_size=60), st.text(max_size=8), st.text(max_size=8))
@settings(max_examples=300)
def test_no_text_raises(blocks: list[str], quote: str, prefix: str, section: str) -> None:
    """Any document, quote, context and section get a finding."""
    finding = check(document(*blocks), quote, prefix=prefix, section=section)
    assert finding.verdict.checked or finding.verdict is Verdict.UNVERIFIABLE
    assert finding.reason.endswith(".")


@given(st.lists(SENTENCE, min_size=1, max_size=4), st.data())
@settings(max_examples=100)
def test_every_run_of_whole_words_stands(sentences: list[str], data: st.DataObject) -> None:
    """Any run of whole words of a document stands in it, unless it parts two numbers that may be one statement."""
    text = data.draw(st.sampled_from(sentences))
    words = text.split(" ")
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    meeting = [words[at - 1 : at + 1] for at in (start, end) if 0 < at < len(words)]
    assume(not any(all(char.isdigit() for char in (left[-1], right[-1])) for left, right in meeting))
    quote = " ".join(words[start:end])
    assert check(index(document(*sentences)), quote).verdict is Verdict.MATCH


@given(SENTENCE, st.data())
@settings(max_examples=100)
def test_a_cut_word_does_not_stand(sentence: str, data: st.DataObject) -> None:
    """A run that starts or ends inside a word or number does not stand."""
    spaces = [at for at, char in enumerate(sentence) if char.isalnum() and at and sentence[at - 1].isalnum()]
    cut = data.draw(st.sampled_from(spaces))
    assume(sentence.count(sentence[cut:]) == 1)
    assume(sentence.count(sentence[:cut]) == 1)
    for quote in (sentence[cut:], sentence[:cut]):
        assert not check(document(sentence), quote).verdict.stands


@pytest.mark.parametrize(
    "quote", ["x" * 5000, "word " * 2000, "[...]" * 50, "… " * 500, "-" * 500, "\u202e\x1b[2J" * 50]
)
def test_strange_quotes(quote: str) -> None:
    """Quotes that nobody would write are answered too."""
    assert check(document("The compiler lowers the graph. " * 20), quote).verdict.falls_short
