"""Tables for a terminal: whole words, aligned columns, no wider than they must be."""

from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.render.table import table_lines
from atlas_graph.render.terminal import Terminal, columns

WORDS = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=12)
CELLS = st.lists(WORDS, max_size=6).map(" ".join)
ROWS = st.integers(1, 4).flatmap(lambda count: st.lists(st.tuples(*[CELLS] * count), min_size=1, max_size=4))


@given(ROWS, st.integers(10, 80))
def test_every_word_stands_whole_in_the_table_and_no_line_is_wider_than_it_must_be(
    rows: list[tuple[str, ...]], width: int
) -> None:
    heads = [f"c{number}" for number in range(len(rows[0]))]
    lines = table_lines(heads, rows, Terminal(width=width))
    printed = " ".join(lines).split()
    for row in rows:
        for cell in row:
            assert all(word in printed for word in cell.split())
    cells = [*zip(*[heads, *rows], strict=True)]
    least = sum(max(columns(word) for cell in column for word in cell.split()) for column in cells)
    assert max(map(columns, lines)) <= max(width, least + 2 * (len(heads) - 1))


def test_a_table_that_fits_is_not_wrapped() -> None:
    rows = [("jax", "JAX on AMD GPUs"), ("编译器", "x")]
    assert table_lines(("id", "name"), rows, Terminal(width=30)) == [
        "id      name",
        "───────────────────────",
        "jax     JAX on AMD GPUs",
        "编译器  x",
    ]


def test_an_id_longer_than_the_terminal_stays_whole() -> None:
    """So that it can be copied."""
    name = "stack/" + "step-" * 20
    lines = table_lines(("id", "text"), [(name, "two words")], Terminal(width=40))
    assert any(line.startswith(name) for line in lines)


def test_headings_are_bold_where_there_is_colour() -> None:
    assert table_lines(("id",), [("jax",)], Terminal(colour=True))[0] == "\x1b[1mid\x1b[0m"
