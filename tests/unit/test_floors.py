"""Imports run one way: each part of the package stands on a floor and imports from lower floors only.

Imports inside functions and for types count too. The floors and the reasons for them are in ``docs/design.md``.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "atlas_graph"

#: The floors, the highest first. What shares a floor does not import each other.
FLOORS = (
    {"__main__"},
    {"cli"},
    {"site"},
    {"serve", "changes"},
    {"__init__"},
    {"loading"},
    {"compile_cache", "index_cache"},
    {"atlas"},
    {"rdf", "render"},
    {"tabular"},
    {"graph", "rules", "verify", "witness"},
    {"authoring", "download"},
    {"jsonld", "release"},
    {"model"},
    {"errors", "escapes", "files", "problems", "user_cache"},
)
FLOOR = {part: len(FLOORS) - number for number, parts in enumerate(FLOORS) for part in parts}


def imports(package: Path) -> Iterator[tuple[str, str, int]]:
    """Yield importing module, imported module and line of every import inside a package, wherever it stands."""
    modules = {_name(package, path): path for path in package.rglob("*.py")}
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for target in _targets(node, name if path.name == "__init__.py" else name.rpartition(".")[0]):
                found = target if target in modules else target.rpartition(".")[0]
                if found in modules:
                    yield name, found, node.lineno


def _name(package: Path, path: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _targets(node: ast.AST, around: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    parents = around.split(".")[: len(around.split(".")) - node.level + 1] if node.level else []
    base = ".".join([*parents, *([node.module] if node.module else [])])
    return [f"{base}.{alias.name}" for alias in node.names]


def part(module: str) -> str:
    """Return the part of the package that a module belongs to; ``__init__`` is the package's own front."""
    return module.split(".")[1] if "." in module else "__init__"


def rising(package: Path) -> list[str]:
    return sorted(
        f"{importer} imports {imported} (line {line})"
        for importer, imported, line in imports(package)
        if part(importer) != part(imported) and FLOOR[part(importer)] <= FLOOR[part(imported)]
    )


def circles(package: Path) -> list[list[str]]:
    """Return the groups of modules that import each other round in a circle."""
    onward: dict[str, set[str]] = {}
    for importer, imported, _ in imports(package):
        onward.setdefault(importer, set()).add(imported)
    reached = {module: _reached(onward, module) for module in onward}
    groups = {frozenset(other for other in reached[one] if one in reached.get(other, ())) for one in onward}
    return sorted(sorted(group) for group in groups if group)


def _reached(onward: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        for module in onward.get(todo.pop(), set()) - found:
            found.add(module)
            todo.append(module)
    return found


def test_no_import_runs_up() -> None:
    assert rising(PACKAGE) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(PACKAGE) == []


def test_every_part_of_the_package_stands_on_a_floor() -> None:
    parts = {part(_name(PACKAGE, path)) for path in PACKAGE.rglob("*.py")}
    assert parts == set(FLOOR)


@pytest.mark.parametrize(
    "line",
    [
        "from ..graph.path import Path",
        "from .. import graph",
        "import atlas_graph.graph.path",
        "def late():\n    from ..graph.path import Path",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from ..graph.path import Path",
    ],
)
def test_an_import_that_runs_up_is_found_wherever_it_stands(tmp_path: Path, line: str) -> None:
    package = tmp_path / "atlas_graph"
    for folder, name, text in (("model", "names.py", line), ("graph", "path.py", ""), ("graph", "__init__.py", "")):
        (package / folder).mkdir(parents=True, exist_ok=True)
        (package / folder / name).write_text(text)
    assert len(rising(package)) == 1


def test_a_circle_is_found(tmp_path: Path) -> None:
    package = tmp_path / "atlas_graph"
    package.mkdir()
    for name, other in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")):
        (package / f"{name}.py").write_text(f"from .{other} import thing\n")
    assert circles(package) == [["atlas_graph.a", "atlas_graph.b", "atlas_graph.c"]]


def test_the_package_imports_itself_relatively() -> None:
    """So that a part can be read, moved or tried without the name of the whole."""
    absolute = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] == "atlas_graph"
    ]
    assert absolute == []
