"""Source files to blocks."""

from __future__ import annotations

import pytest

from atlas_graph.verify.document import Label
from tests.verify.extract.reading import labelled, read, texts


def _prose(source: str, name: str) -> list[str]:
    found = read(source, name)
    return [text for text, block in zip(texts(found), found.blocks, strict=True) if Label.CODE not in block.labels]


@pytest.mark.parametrize(
    ("name", "source", "prose"),
    [
        (
            "a.py",
            '"""The module.\n\nMore *of* it."""\nx = "no # comment"  # why\n# two\n# lines\n',
            ["The module.", "More of it.", "why", "two lines"],
        ),
        (
            "a.py",
            'def f():\n    """See :func:`~jax.jit` and ``x``."""\n    y = """not a docstring"""\n',
            ["See jit and x."],
        ),
        ("a.py", "print 'old'  # kept\n'''text\n", ["kept"]),
        (
            "a.cc",
            '// one\n//\n// two `x`\nint a = 1; // three\nchar* s = "// no"; /* four\n * five\n */',
            ["one", "two x", "three", "four five"],
        ),
        ("a.h", "/// The *brief*.\n/// - item\nint f();\n/** Block [doc](x). */", ["The brief.", "item", "Block doc."]),
        (
            "a.td",
            "def X {\n  let description = [{\n    Lowers *this* to\n    that.\n  }];\n}\n// note",
            ["Lowers this to that.", "note"],
        ),
        ("a.rs", '//! Crate `docs`.\nfn f<\'a>() { let s = r#"// no"#; } // yes', ["Crate docs.", "yes"]),
        ("a.js", "const s = `// no ${x}`; // yes\n/* block */", ["yes", "block"]),
        ("a.go", "// Package a does.\npackage a\nvar s = `// no`", ["Package a does."]),
        ("a.jl", '"""\nDoes *it*.\n"""\nf() = 1 # why\n#= block =#', ["Does it.", "why", "block"]),
        ("a.mlir", 'func @f() // lowers\n"x // no"', ["lowers"]),
        ("a.yaml", "key: a#b # why", ["why"]),
        ("CMakeLists.txt", '# Builds it.\nset(A "# no")', ["Builds it."]),
        ("a.ll", "; ModuleID\ndefine void @f()", ["ModuleID"]),
        ("a.cu", "/* unclosed comment", ["unclosed comment"]),
    ],
)
def test_comments_and_docstrings_are_the_text_of_a_source_file(name: str, source: str, prose: list[str]) -> None:
    """Neighbouring line comments join, strings are not comments, documentation is read as its tools read it."""
    assert _prose(source, name) == prose


def test_code_is_labelled_and_in_its_place() -> None:
    """The rest of the file is code, in reading order."""
    found = read("# first\nx = 1\n\ny = 2\n# last\n", "a.py")
    assert texts(found) == ["first", "x = 1", "y = 2", "last"]
    assert labelled(found, Label.CODE) == ["x = 1", "y = 2"]
