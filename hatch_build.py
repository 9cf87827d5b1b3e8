"""Build hook: compiles the dataset into the wheel, so that an installed package carries its release."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileDataset(BuildHookInterface):
    """Puts the release and its search index into a wheel; an editable install makes its own."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the dataset folder beside this file; hatchling calls it before it collects files."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        try:
            from atlas_graph.authoring.checkout import commit_of
            from atlas_graph.authoring.compile import compile_release
            from atlas_graph.authoring.dataset import read_dataset
            from atlas_graph.graph.search.index import write_index
            from atlas_graph.problems import DatasetError
            from atlas_graph.release.write import release_bytes
            from atlas_graph.rules import check
        finally:
            sys.path.pop(0)
        dataset = read_dataset(root / "dataset")
        # A wheel carries nothing that breaks a rule; one that is published, nothing that is unaudited either.
        problems = check(dataset, release=bool(os.environ.get("ATLAS_GRAPH_FOR_RELEASE")))
        if problems:
            raise DatasetError(problems)
        target = Path(self.directory) / ".release" / "atlas-graph.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        published = bool(os.environ.get("ATLAS_GRAPH_FOR_RELEASE"))
        content = release_bytes(compile_release(dataset, released=published, commit=commit_of(root / "dataset")))
        target.write_bytes(content)
        index = target.with_name("atlas-graph-search.sqlite3")
        index.unlink(missing_ok=True)
        write_index(json.loads(content), str(index))
        for path in (target, index):
            build_data["force_include"][str(path)] = f"atlas_graph/data/{path.name}"
