"""Collects the times of one run and writes how they compare."""

from __future__ import annotations

import json
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[2] / ".benchmarks"


class Ratios:
    """Times in seconds by question, size and who answers, all of one run on one machine."""

    def __init__(self) -> None:
        self.times: dict[tuple[str, str], dict[str, float]] = {}

    def add(self, question: str, size: str, who: str, seconds: float) -> None:
        """Note the best time of one who answers a question at a size."""
        self.times.setdefault((question, size), {})[who] = seconds

    def of(self, question: str, size: str, who: str, base: str) -> float:
        """Return how many times as long ``who`` takes as ``base`` does."""
        times = self.times[question, size]
        return times[who] / times[base]

    def table(self, base: str) -> str:
        """Return a Markdown table: per question and size everyone's time in milliseconds and its ratio to ``base``."""
        lines = ["| question | size | who | ms | ratio |", "|---|---|---|--:|--:|"]
        for (question, size), times in self.times.items():
            for who, seconds in times.items():
                ratio = f"{seconds / times[base]:.2f}" if base in times else ""
                lines.append(f"| {question} | {size} | {who} | {seconds * 1e3:.3f} | {ratio} |")
        return "\n".join(lines)

    def write(self, name: str, base: str) -> None:
        """Write the table and the bare numbers below ``.benchmarks``, and print the table."""
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}.md").write_text(self.table(base) + "\n", encoding="utf-8")
        numbers = [{"question": key[0], "size": key[1], **times} for key, times in self.times.items()]
        (RESULTS / f"{name}.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        print(f"\n{self.table(base)}")
