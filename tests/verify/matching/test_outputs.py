"""Quotes that only the outputs of a notebook hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Verdict
from atlas_graph.verify.extract import extract

QUOTE = "XLA compiles graphs for many kinds of hardware."


def _verdict(output: dict[str, Any]) -> Verdict:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["Words of the notebook that are there to be read."]},
        {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": "run()", "outputs": [output]},
    ]
    content = json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}).encode()
    fetched = Fetched("a.ipynb", "a.ipynb", content)
    return Document(fetched, extract(content, name="a.ipynb")).check(QUOTE).verdict


@pytest.mark.parametrize(
    "output",
    [
        {"output_type": "stream", "name": "stdout", "text": ["First. ", QUOTE]},
        {"output_type": "stream", "name": "stdout", "text": QUOTE},
        {"output_type": "execute_result", "metadata": {}, "data": {"text/plain": [QUOTE]}},
        {
            "output_type": "display_data",
            "metadata": {},
            "data": {"text/html": f"<p>{QUOTE.replace('XLA', '<b>XLA</b>')}"},
        },
    ],
)
def test_what_a_cell_prints_is_not_checked(output: dict[str, Any]) -> None:
    """A sentence that a cell printed is shown, so that it is not gone; nor is it a text to quote."""
    assert _verdict(output) is Verdict.UNVERIFIABLE


@pytest.mark.parametrize(
    "output",
    [
        {"output_type": "stream", "name": "stdout", "text": QUOTE.replace("many", "few")},
        {"output_type": "display_data", "data": {"image/svg+xml": QUOTE}},
        {"output_type": "stream", "text": None},
        {"data": 3},
    ],
)
def test_what_no_cell_prints_is_gone(output: dict[str, Any]) -> None:
    """A sentence that stands in neither text nor output is gone, in a malformed notebook too."""
    assert _verdict(output) is Verdict.GONE
