"""Licences: expressions over SPDX's list, letter for letter, and addresses of what is listed alone."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from packaging.licenses import canonicalize_license_expression

from atlas_graph.cli.main import main
from atlas_graph.model.licences import demand_expression, listed_licence

from ..rules.example_dataset import overlaid, write

NONE = {
    "BSD": "is no SPDX expression",
    "Proprietary": "is no SPDX expression",
    "NOASSERTION": "is no SPDX expression",
    "NONE": "is no SPDX expression",
    "Apache 2": "is no SPDX expression",
    "MIT OR": "is no SPDX expression",
    "MIT WITH MIT": "is no SPDX expression",
    "LLVM-exception": "is no SPDX expression",
    "apache-2.0": "SPDX writes 'Apache-2.0'",
    "MIT or ISC": "SPDX writes 'MIT OR ISC'",
    "Apache-2.0+": "names versions that are not listed",
}


@pytest.mark.parametrize(("text", "said"), NONE.items())
def test_what_is_no_expression_is_refused_and_has_no_address(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the line, in ``validate``; and no triple names a page of SPDX that does not exist."""
    entity = yaml.safe_load(f"entities: [{{id: alpha, licence: '{text}'}}]")
    folder = write(overlaid(entity), tmp_path)
    assert main(["validate", str(folder)]) == 2
    out = capsys.readouterr().out
    assert said in out
    assert "AG003 'licence': " in out
    assert listed_licence(text) is None


@pytest.mark.parametrize(
    "text", ["MIT", "LicenseRef-proprietary", "Apache-2.0 WITH LLVM-exception", "MIT AND (ISC OR 0BSD)"]
)
def test_an_expression_stays_as_it_is(text: str) -> None:
    """Of one licence, of several, and of one that is listed nowhere."""
    assert demand_expression(text) == text == canonicalize_license_expression(text)


def test_only_what_is_listed_has_an_address() -> None:
    """Not an expression, nor a licence of somebody's own."""
    assert listed_licence("MIT") == "https://spdx.org/licenses/MIT"
    for text in ("MIT OR ISC", "LicenseRef-proprietary", "(MIT)", "", "MIT/../x", "MIT\n", "ＭＩＴ"):
        assert listed_licence(text) is None
