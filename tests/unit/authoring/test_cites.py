"""Every sentence once: quotes where they are cited, stages with their steps' evidence, repeats tidied."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from atlas_graph.authoring.cites import seen
from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import Dataset, read_dataset
from atlas_graph.authoring.fix import fix
from atlas_graph.errors import AtlasError
from atlas_graph.problems import DatasetError
from atlas_graph.rules import check

from ..rules.example_dataset import QUOTE, overlaid, write

OTHER = "Beta runs on a Chip and on nothing else."
STEP = {"from": "alpha", "relation": "calls", "to": "beta"}
KEYED = {**STEP, "evidence": [{"source": "doc", "quote": QUOTE, "key": "alpha-calls"}]}


def _read(tmp_path: Path, **overlay: list[dict[str, object]]) -> Dataset:
    return read_dataset(write(overlaid(overlay), tmp_path))


def _cited(tmp_path: Path, evidence: dict[str, object]) -> Dataset:
    """Return a dataset in which an entity has the evidence, and a step the quote with the key ``alpha-calls``."""
    entity = {"id": "omega", "evidence": [evidence]}
    return _read(tmp_path, stacks=[{"id": "demo", "steps": [KEYED]}], entities=[entity])


def _codes(dataset: Dataset) -> list[str]:
    return [problem.code for problem in check(dataset, release=True) if problem.code.startswith("AG2")]


def _stack(dataset: Dataset) -> object:
    return next(dataset.records("stacks"))


def test_a_reference_is_the_quote_with_its_own_judgement(tmp_path: Path) -> None:
    """What is cited has the words and the place of the quote, and the conditions and doubts of where it is cited."""
    cited = {"cite": "doc/alpha-calls", "supports": "partial", "doubt": "It says nothing of Omega."}
    dataset = _cited(tmp_path, cited)
    (evidence,) = next(item for item in dataset.records("entities") if item.id == "omega").evidence
    assert (evidence.source, evidence.quote, evidence.supports) == ("doc", QUOTE, "partial")
    assert (evidence.cite, evidence.key) == (None, None)
    assert _codes(dataset) == []


def test_the_release_has_neither_keys_nor_references(tmp_path: Path) -> None:
    """A reader of the release sees each piece of evidence in full, as before."""
    cited = {"cite": "doc/alpha-calls"}
    dataset = _cited(tmp_path, cited)
    release = compile_release(dataset)
    entity = next(item for item in release["entities"] if item["id"] == "omega")
    assert entity["evidence"][0]["quote"] == QUOTE
    assert "alpha-calls" not in str(release)


def test_a_stage_has_the_evidence_of_the_steps_that_touch_it(tmp_path: Path) -> None:
    """Its own comes first; what steps lend holds where they do, and has none of their doubts."""
    doubtful = {"supports": "partial", "doubt": "It names no mode.", "exception": "The heading does."}
    narrow = {**STEP, "when": {"modes": ["fast"]}, "evidence": [{"source": "doc", "quote": QUOTE, **doubtful}]}
    own = {"entity": "alpha", "evidence": [{"source": "doc", "quote": "Alpha is where each of the programs begins."}]}
    dataset = _read(tmp_path, stacks=[{"id": "demo", "stages": [own], "steps": [narrow]}])
    alpha, beta, chip = _stack(dataset).stages  # type: ignore[attr-defined]
    assert [item.quote for item in alpha.evidence] == ["Alpha is where each of the programs begins.", QUOTE]
    lent = alpha.evidence[1]
    assert (lent.when.modes, lent.supports, lent.doubt, lent.exception) == (("fast",), None, None, None)
    assert [item.quote for item in beta.evidence] == [QUOTE, OTHER]
    assert [item.quote for item in chip.evidence] == [OTHER]


def test_what_contradicts_a_step_or_is_of_a_retired_one_is_not_lent(tmp_path: Path) -> None:
    """A sentence against a step says nothing for its ends, and a withdrawn step is on no path."""
    against = {"source": "doc", "quote": "Alpha calls nothing at all in this release.", "supports": "contradicts"}
    gone = {
        "from": "alpha", "relation": "runs-on", "to": "chip", "phase": "run", "text": "It once ran there.",
        "status": {"state": "withdrawn", "reason": "It never did."},
        "evidence": [{"source": "doc", "quote": "Alpha runs on a Chip without any help."}],
    }  # fmt: skip
    step = {**STEP, "evidence": [{"source": "doc", "quote": QUOTE}, {**against, "doubt": "Old."}]}
    dataset = _read(tmp_path, stacks=[{"id": "demo", "steps": [step, gone]}])
    alpha = _stack(dataset).stages[0]  # type: ignore[attr-defined]
    assert [item.quote for item in alpha.evidence] == [QUOTE]


def test_the_same_sentence_of_two_steps_is_lent_once_where_their_conditions_join(tmp_path: Path) -> None:
    """Two steps that hold in one mode each lend one piece of evidence for both modes."""
    again = {**KEYED, "slug": "again", "when": {"modes": ["slow"]}, "evidence": [{"cite": "doc/alpha-calls"}]}
    first = {**KEYED, "when": {"modes": ["fast"]}}
    records = overlaid({"stacks": [{"id": "demo", "steps": [first]}]})
    records["stacks"][0]["steps"].append({**again, "phase": "run", "text": "The same in the other mode."})
    alpha = _stack(read_dataset(write(records, tmp_path))).stages[0]  # type: ignore[attr-defined]
    assert [(seen(item), item.when.modes) for item in alpha.evidence] == [("doc#6eb9dfc6", ("fast", "slow"))]


def test_a_key_that_stands_twice_is_told_with_both_places(tmp_path: Path) -> None:
    """A key is unique within its source."""
    other = {"from": "beta", "relation": "runs-on", "to": "chip"}
    again = {**other, "evidence": [{"source": "doc", "quote": OTHER, "key": "alpha-calls"}]}
    with pytest.raises(DatasetError) as raised:
        _read(tmp_path, stacks=[{"id": "demo", "steps": [KEYED, again]}])
    (problem,) = raised.value.problems
    assert problem.code == "AG002"
    assert "'doc/alpha-calls' stands already at stacks/demo.yaml:" in problem.message


def test_a_reference_has_nothing_of_the_quote(tmp_path: Path) -> None:
    """Source and words are written where the quote stands in full."""
    both = {"cite": "doc/alpha-calls", "section": "Start"}
    with pytest.raises(DatasetError, match="'section' is that of the quote that 'cite' refers to"):
        _cited(tmp_path, both)


def test_fixing_writes_each_quote_once_and_changes_nothing_that_is_said(tmp_path: Path) -> None:
    """Repeats become references, stages lose what their steps have, comments stay, and the release stays the same."""
    folder = write(overlaid({}), tmp_path)
    (folder / "entities/omega.yaml").write_text(
        "# The last one.\nid: omega\nname: Omega\nkind: compiler\nsummary: The last of them.\nevidence:\n"
        f"  # said of Alpha\n  - source: doc\n    quote: >-\n      {QUOTE}\n    supports: partial\n"
        f"    doubt: It says nothing of Omega.\n  - {{source: doc, quote: {OTHER}}}\n"
    )
    stack = folder / "stacks/demo.yaml"
    value = yaml.safe_load(stack.read_text())
    value["stages"][0]["evidence"] = [{"source": "doc", "quote": QUOTE}]
    stack.write_text(yaml.safe_dump(value, sort_keys=False))
    before = compile_release(read_dataset(folder))
    assert set(_codes(read_dataset(folder))) == {"AG221", "AG223"}

    assert fix(folder) == ["entities/omega.yaml", "stacks/demo.yaml"]

    after = read_dataset(folder)
    assert _codes(after) == []
    assert compile_release(after) == before
    assert (folder / "entities/omega.yaml").read_text() == (
        "# The last one.\nid: omega\nname: Omega\nkind: compiler\nsummary: The last of them.\nevidence:\n"
        "  # said of Alpha\n  - cite: doc/alpha-calls-beta\n    supports: partial\n"
        "    doubt: It says nothing of Omega.\n  - {cite: doc/beta-runs-chip}\n"
    )
    assert "evidence" not in yaml.safe_load(stack.read_text())["stages"][0]
    assert fix(folder) == []


def test_fixing_leaves_a_key_that_nobody_cites_yet(tmp_path: Path) -> None:
    """Someone else may have begun to cite it, in files that are not here."""
    folder = write(overlaid({"stacks": [{"id": "demo", "steps": [KEYED]}]}), tmp_path)
    before = (folder / "stacks/demo.yaml").read_text()
    assert fix(folder) == []
    assert (folder / "stacks/demo.yaml").read_text() == before
    assert _codes(read_dataset(folder)) == []


def test_fixing_undoes_what_would_lose_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a statement would have less behind it afterwards, every file is as it was and the error names it."""
    folder = write(overlaid({"stacks": [{"id": "demo", "steps": [KEYED]}]}), tmp_path)
    path = folder / "entities/omega.yaml"
    two = f"[{{source: doc, quote: {QUOTE}}}, {{source: doc, quote: {OTHER}}}]"
    path.write_text(f"id: omega\nname: Omega\nkind: compiler\nsummary: The last.\nevidence: {two}\n")
    before = {file: file.read_text() for file in folder.rglob("*.yaml")}
    monkeypatch.setattr("atlas_graph.authoring.fix._as_reference", lambda text, node, *, cite: _cut(text, node))
    with pytest.raises(AtlasError, match="evidence would be lost of omega"):
        fix(folder)
    assert {file: file.read_text() for file in folder.rglob("*.yaml")} == before


def _cut(text: str, node: yaml.Node) -> tuple[int, int, str]:
    """Replace a piece of evidence by another one, as a fault of the tool might."""
    return node.start_mark.index, node.end_mark.index, "{source: doc, quote: Omega is not what it was said to be here.}"
