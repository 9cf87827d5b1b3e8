"""How the time to build the explorer grows with the dataset, in one run.

``pytest tests/bench/test_site.py`` prints the times and writes ``.benchmarks/site.md``: a made dataset, and one ten
times as large, which may take at most eleven times as long.
"""

from __future__ import annotations

import time
from pathlib import Path

import atlas_graph as ag
from atlas_graph.site.build import build_site

from .ratios import Ratios
from .synthetic import release

#: Things, steps and stacks: stacks stay as large as they are today, and become more.
SIZES = {"one": (60, 90, 3), "ten times": (600, 900, 30)}


def test_ten_times_the_data_takes_at_most_eleven_times_as_long(tmp_path: Path) -> None:
    ratios = Ratios()
    build_site(ag.Atlas(release(20, 30, 1)), tmp_path / "warm")
    for name, size in SIZES.items():
        atlas = ag.Atlas(release(*size))
        best = float("inf")
        for attempt in range(3 if name == "one" else 1):
            start = time.process_time()
            build_site(atlas, tmp_path / f"{name} {attempt}")
            best = min(best, time.process_time() - start)
        ratios.add("build the explorer", "all", name, best)
    ratios.write("site", "one")
    assert ratios.of("build the explorer", "all", "ten times", "one") <= 11
