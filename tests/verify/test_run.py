"""A verification run: what is checked, in which copy, what is remembered and how it is resumed."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.verify.claims import Claim, claims_of, narrowed
from atlas_graph.verify.document import Fetched, Finding, Flag, Verdict
from atlas_graph.verify.extraction_cache import ExtractionCache
from atlas_graph.verify.journal import Journal
from atlas_graph.verify.ledger import noted, read_ledger, updated, write_ledger
from atlas_graph.verify.outcome import Outcome, exit_status, tally
from atlas_graph.verify.run import verify
from atlas_graph.verify.session import Selection, Session

from ..unit.rules.example_dataset import BASE, write

GUIDE = (
    "# Guide\n\nThe compiler lowers every graph to plain text.\n\n## Limits\n\nIt takes at most 30 seconds to do so.\n"
)
OTHER = "# Other\n\nWhat has moved away from the guide now stands here.\n"


class Shelf:
    """A fetcher with a few documents, that counts what it is asked."""

    def __init__(self, documents: dict[str, str | Verdict]) -> None:
        self.documents, self.asked = documents, []

    def fetch(self, locator: str) -> Fetched:
        self.asked.append(locator)
        found = self.documents.get(locator, Verdict.MISSING)
        if isinstance(found, Verdict):
            return Fetched(locator, locator, verdict=found, reason=f"The answer was {found}.")
        content = found.encode()
        digest = hashlib.sha256(content).hexdigest()
        return Fetched(locator, locator, content, "text/markdown", "utf-8", 200, sha256=digest, revision="abc")

    def close(self) -> None:
        pass


def claim(key: str, quote: str, locator: str | None = "https://x.org/guide.md", **more: object) -> Claim:
    text = {"https://x.org/guide.md": GUIDE}.get(locator or "", OTHER)
    sha256 = hashlib.sha256(text.encode()).hexdigest() if locator else None
    values = {"sha256": sha256, "unpinned": None, "used_by": ("demo/a--calls--b",), "stacks": frozenset({"demo"})}
    return Claim(
        id=key, source=key.split("#")[0], url="https://x.org/live", locator=locator, quote=quote, **values | more
    )


STANDS = claim("guide#00000001", "The compiler lowers every graph to plain text.")
DRIFTS = claim("guide#00000002", "It takes at most 60 seconds to do so.")
MOVES = claim("guide#00000003", "What has moved away from the guide now stands here.")
OTHER_DOC = claim("other#00000004", "What has moved away from the guide now stands here.", "https://x.org/other.md")
LOST = claim("lost#00000005", "The compiler lowers every graph to plain text.", "https://x.org/lost.md")
LIVE_ONLY = claim("live#00000006", "The compiler lowers every graph to plain text.", None, unpinned="It is a web page.")
SHELF = {"https://x.org/guide.md": GUIDE, "https://x.org/other.md": OTHER, "https://x.org/lost.md": Verdict.DEFERRED}


def verdicts(outcomes: list[Outcome]) -> dict[str, str]:
    return {outcome.claim.id: str(outcome.verdict) for outcome in outcomes}


def test_each_document_is_asked_once_and_each_quote_gets_its_verdict() -> None:
    """Standing, drifted, moved to another cited document, and not checked are told apart in one run."""
    shelf = Shelf(SHELF)
    outcomes = verify([LOST, MOVES, DRIFTS, STANDS, OTHER_DOC], shelf, which="pinned", today="2026-01-01")
    assert verdicts(outcomes) == {
        "guide#00000001": "match",
        "guide#00000002": "drift-meaning",
        "guide#00000003": "moved",
        "lost#00000005": "deferred",
        "other#00000004": "match",
    }
    assert "other.md" in outcomes[2].finding.reason
    assert shelf.asked[:3] == ["https://x.org/guide.md", "https://x.org/lost.md", "https://x.org/other.md"]


def test_a_copy_with_other_bytes_is_not_checked() -> None:
    """A pinned copy that does not have the hash of its source says nothing about the quote."""
    wrong = claim("guide#00000007", STANDS.quote, sha256="0" * 64)
    (outcome,) = verify([wrong], Shelf(SHELF), which="pinned", today="2026-01-01")
    assert outcome.verdict is Verdict.UNVERIFIABLE
    assert "pin the source again" in outcome.finding.reason


def test_a_live_run_reads_the_page_and_a_pinned_run_leaves_out_what_has_no_copy() -> None:
    """The live page has no hash to keep; a source without a copy is asked only live."""
    shelf = Shelf({"https://x.org/live": GUIDE})
    assert verdicts(verify([LIVE_ONLY], shelf, which="live", today="2026-01-01")) == {"live#00000006": "match"}
    assert verify([LIVE_ONLY], shelf, which="pinned", today="2026-01-01") == []


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ([Verdict.MATCH, Verdict.LOOSE], 0),
        ([Verdict.MATCH, Verdict.DEFERRED], 3),
        ([Verdict.DEFERRED, Verdict.GONE], 1),
        ([], 0),
        *[([verdict], 1) for verdict in Verdict if verdict.falls_short],
        *[([verdict], 3) for verdict in Verdict if not verdict.checked],
    ],
)
def test_exit_status(found: list[Verdict], status: int) -> None:
    """What fell short outweighs what was not checked."""
    outcomes = [Outcome(STANDS, Finding(verdict, ""), "2026-01-01", "u") for verdict in found]
    assert exit_status(outcomes) == status
    assert sum(tally(outcomes).values()) == len(found)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """What was found before the interruption is not asked again; what could not be reached is."""

    class Interrupted(Shelf):
        def fetch(self, locator: str) -> Fetched:
            if locator.endswith("other.md"):
                raise KeyboardInterrupt
            return super().fetch(locator)

    claims = [STANDS, LOST, OTHER_DOC]
    journal = Journal.of(tmp_path, claims, "pinned", "2026-01-01")
    with pytest.raises(KeyboardInterrupt):
        verify(claims, Interrupted(SHELF), which="pinned", today="2026-01-01", journal=journal)
    shelf = Shelf(SHELF)
    outcomes = verify(claims, shelf, which="pinned", today="2026-01-01", journal=journal)
    assert shelf.asked == ["https://x.org/lost.md", "https://x.org/other.md"]
    assert outcomes == verify(claims, Shelf(SHELF), which="pinned", today="2026-01-01")
    assert list(tmp_path.iterdir()) == []


def test_a_torn_journal_line_is_checked_again(tmp_path: Path) -> None:
    """A line that was cut short by the interruption loses nothing but its own work."""
    journal = Journal.of(tmp_path, [STANDS], "pinned", "2026-01-01")
    journal.add(verify([STANDS], Shelf(SHELF), which="pinned", today="2026-01-01")[0])
    assert journal.path is not None
    journal.path.write_text(journal.path.read_text()[:-20])
    assert journal.read([STANDS]) == {}


def test_a_journal_of_other_extractors_is_not_taken_up(tmp_path: Path) -> None:
    """After an upgrade everything is checked again, also what was checked today."""
    one, other = (Journal.of(tmp_path, [STANDS], "pinned", "2026-01-01", version) for version in ("html=1", "html=2"))
    one.add(verify([STANDS], Shelf(SHELF), which="pinned", today="2026-01-01")[0])
    assert one.read([STANDS])
    assert other.read([STANDS]) == {}


def test_a_run_goes_on_without_a_journal_that_cannot_be_written(tmp_path: Path) -> None:
    """A cache folder that may not be written costs the resuming, and nothing else."""
    (tmp_path / "file").write_text("not a folder")
    journal = Journal.of(tmp_path / "file" / "journals", [STANDS], "pinned", "2026-01-01")
    (outcome,) = verify([STANDS], Shelf(SHELF), which="pinned", today="2026-01-01", journal=journal)
    assert outcome.verdict is Verdict.MATCH


def test_a_ledger_that_cannot_be_written_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails half-way leaves the old ledger and no crumbs."""
    path = tmp_path / "ledger.jsonl"
    write_ledger(path, {"a#1": {"id": "a#1"}})
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_ledger(path, {"a#1": {"id": "a#1"}, "b#2": {"id": "b#2"}})
    assert path.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["ledger-documents.jsonl", "ledger.jsonl"]


def test_two_sessions_at_once_keep_each_others_entries(tmp_path: Path) -> None:
    """A run enters its outcomes in the ledger as it is when the run ends, not as it was when it began."""
    path = tmp_path / "ledger.jsonl"
    empty = {key: [] for key in ("sources", "stacks", "entities", "facts", "links", "misconceptions", "ledger")}
    session = Session(
        empty, which="pinned", mirrors=[], deadline=1.0, keep=False,
        selection=Selection(), ledger_path=path,
    )  # fmt: skip
    session.claims = [replace(STANDS, id=key) for key in ("s#1", "s#2")]
    write_ledger(path, {"s#1": {"id": "s#1", "pinned": {"verdict": "match"}}})
    found = Finding(Verdict.MATCH, "It stands.")
    session.write([Outcome(session.claims[1], found, "2026-01-01", "https://x.org/guide.md")])
    assert sorted(read_ledger(path)) == ["s#1", "s#2"]


def test_an_extraction_is_made_once_for_the_same_bytes(tmp_path: Path) -> None:
    """The second run takes the text from the cache; another version of the extractors does not."""
    fetched = Shelf(SHELF).fetch("https://x.org/guide.md")
    made = []

    def make():
        from atlas_graph.verify.extract import extract

        made.append(1)
        return extract(GUIDE.encode(), media_type="text/markdown")

    first = ExtractionCache(tmp_path, "md=1").get(fetched, "guide.md", make)
    again = ExtractionCache(tmp_path, "md=1").get(fetched, "guide.md", make)
    assert (first, len(made)) == (again, 1)
    ExtractionCache(tmp_path, "md=2").get(fetched, "guide.md", make)
    assert len(made) == 2
    for path in tmp_path.iterdir():
        path.write_bytes(b"spoilt")
    assert ExtractionCache(tmp_path, "md=1").get(fetched, "guide.md", make) == first


def outcome(verdict: Verdict, day: str, sha256: str = "a" * 64, extractor: str = "md/1") -> Outcome:
    return Outcome(STANDS, Finding(verdict, "Because.", frozenset({Flag.AMBIGUOUS})), day, "u", None, sha256, extractor)


def test_the_ledger_keeps_both_sides_and_drops_what_nobody_cites(tmp_path: Path) -> None:
    """Pinned and live stand side by side; entries of quotes that are gone from the data go."""
    ledger = updated({}, [outcome(Verdict.MATCH, "2026-01-01")], "pinned", {STANDS.id})
    ledger = updated(ledger, [outcome(Verdict.LOOSE, "2026-01-02")], "live", {STANDS.id})
    path = tmp_path / "ledger.jsonl"
    write_ledger(path, ledger)
    entry = read_ledger(path)[STANDS.id]
    assert (entry["pinned"]["verdict"], entry["live"]["verdict"]) == ("match", "loose")
    assert entry["pinned"]["flags"] == ["ambiguous"]
    assert updated(ledger, [], "live", set()) == {}


def test_a_page_that_could_not_be_read_does_not_erase_what_is_known() -> None:
    """An earlier check outlives a timeout."""
    ledger = updated({}, [outcome(Verdict.MATCH, "2026-01-01")], "live", {STANDS.id})
    assert updated(ledger, [outcome(Verdict.UNREACHABLE, "2026-01-09")], "live", {STANDS.id}) == ledger


def test_a_pinned_check_with_the_same_result_keeps_its_date() -> None:
    """The ledger of a dataset changes only when something does."""
    ledger = updated({}, [outcome(Verdict.MATCH, "2026-01-01")], "pinned", {STANDS.id})
    assert updated(ledger, [outcome(Verdict.MATCH, "2026-01-09")], "pinned", {STANDS.id}) == ledger


def test_first_missing_is_remembered_until_the_quote_is_back() -> None:
    """A live page is acted on only when the quote is missing on a second day."""
    first = noted(outcome(Verdict.GONE, "2026-01-01"), {}, "live")
    assert "another day" in (first.note or "")
    ledger = updated({}, [first], "live", {STANDS.id})
    second = noted(outcome(Verdict.GONE, "2026-01-08", "b" * 64), ledger, "live")
    assert second.note == "missing since 2026-01-01"
    ledger = updated(ledger, [second], "live", {STANDS.id})
    assert ledger[STANDS.id]["live"]["first_missing"] == "2026-01-01"
    ledger = updated(ledger, [outcome(Verdict.MATCH, "2026-01-15")], "live", {STANDS.id})
    assert "first_missing" not in ledger[STANDS.id]["live"]


def test_another_verdict_on_the_same_bytes_is_a_change_of_the_tool() -> None:
    """An upgraded extractor is not reported as drift of the source."""
    ledger = updated({}, [outcome(Verdict.MATCH, "2026-01-01")], "pinned", {STANDS.id})
    same_bytes = noted(outcome(Verdict.GONE, "2026-01-02", extractor="md/2"), ledger, "pinned")
    assert "tool change, not drift" in (same_bytes.note or "")
    assert noted(outcome(Verdict.GONE, "2026-01-02", "b" * 64, "md/2"), ledger, "pinned").note is None


def test_claims_of_a_release_name_all_their_users(tmp_path: Path) -> None:
    """A quote that two records cite is one claim with both as users."""
    claims = claims_of(compile_release(read_dataset(write(BASE, tmp_path))))
    assert sorted(claim.quote[:10] for claim in claims) == ["Alpha call", "Beta runs "]
    shared = next(claim for claim in claims if claim.quote.startswith("Alpha"))
    assert shared.used_by == ("demo/alpha--calls--beta", "demo/stage/alpha", "demo/stage/beta")
    assert shared.locator == "https://example.org/raw/0000000000000000000000000000000000000000/doc.md"


def test_the_quotes_of_a_stack_are_those_of_its_options_and_choices_too() -> None:
    """An option that decides a choice, or is only read in a stack, is checked with that stack."""
    source = {"id": "doc", "url": "https://example.org/", "pinned": {"none": "It exists only live."}}
    quotes = [
        {"id": f"doc#{number}", "source": "doc", "quote": f"Sentence {number} of the guide."} for number in range(4)
    ]
    release = {
        "sources": [source],
        "stacks": [],
        "choices": [{"id": "which", "among": ["demo/a--calls--b", "demo/a--calls--c"], "evidence": [quotes[0]]}],
        "options": [
            {"id": "one", "effects": [{"does": "decides", "choice": "which"}], "evidence": [quotes[1]]},
            {"id": "two", "effects": [], "stacks": ["demo"], "evidence": [quotes[2]]},
            {"id": "three", "effects": [{"does": "adds", "step": "other/a--calls--b"}], "evidence": [quotes[3]]},
        ],
    }
    of = {
        stack: [claim.id for claim in narrowed(claims_of(release), {}, which="pinned", stacks=[stack])]
        for stack in ("demo", "other")
    }
    assert of == {"demo": ["doc#0", "doc#1", "doc#2"], "other": ["doc#3"]}


def test_selections_narrow_a_run() -> None:
    """By stack, by source, by what does not stand, by date."""
    ledger = updated({}, [outcome(Verdict.MATCH, "2026-01-05")], "pinned", {STANDS.id})
    claims = [STANDS, DRIFTS, OTHER_DOC]

    def ids(**selection: object) -> list[str]:
        return [claim.id[-1] for claim in narrowed(claims, ledger, which="pinned", **selection)]

    assert ids() == ["1", "2", "4"]
    assert ids(stacks=["other"]) == []
    assert ids(sources=["other"]) == ["4"]
    assert ids(only_failed=True) == ["2", "4"]
    assert ids(since="2026-01-05") == ["2", "4"]
    assert ids(since="2026-01-06") == ["1", "2", "4"]


def test_a_journal_line_holds_everything_an_outcome_has(tmp_path: Path) -> None:
    """An outcome written and read back is the same, with every key that reports rely on."""
    written = verify([STANDS, DRIFTS], Shelf(SHELF), which="pinned", today="2026-01-01")
    journal = Journal.of(tmp_path, [STANDS, DRIFTS], "pinned", "2026-01-01")
    for outcome_written in written:
        journal.add(outcome_written)
    assert list(journal.read([STANDS, DRIFTS]).values()) == written
    keys = {"id", "source", "url", "verdict", "reason", "flags", "diff", "nearest", "checked"}
    assert keys <= set(written[0].to_dict())
