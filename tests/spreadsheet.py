"""Cells of CSV as their reader has them."""


def text_of(cell: str) -> str:
    """Return the text of a cell, without the mark that keeps it from being a formula."""
    return cell[1:] if cell.startswith("'") else cell
