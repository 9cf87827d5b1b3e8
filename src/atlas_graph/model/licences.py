"""Licences, as expressions over SPDX's own list.

``packaging`` has the list and the grammar. An identifier is written letter for letter as it is listed, so that an
address made of it leads somewhere.
"""

from __future__ import annotations

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression


def demand_expression(text: str) -> str:
    """Return a licence that is an SPDX expression in its canonical spelling.

    >>> demand_expression("Apache-2.0 WITH LLVM-exception OR MIT")
    'Apache-2.0 WITH LLVM-exception OR MIT'

    Raises:
        ValueError: for what is none; its text says what to write.
    """
    try:
        canonical = canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        raise ValueError(
            f"'{text}' is no SPDX expression; write identifiers of spdx.org/licenses, such as BSD-3-Clause, "
            "joined by AND, OR or WITH, or LicenseRef-proprietary"
        ) from None
    if canonical != text:
        raise ValueError(f"SPDX writes '{canonical}'; write it so")
    if "+" in text:
        raise ValueError(f"'{text}' names versions that are not listed; write each that is offered, joined by OR")
    return text


def listed_licence(text: str) -> str | None:
    """Return the address of a licence at SPDX where it is one that is listed; None for an expression and all else.

    >>> listed_licence("MIT"), listed_licence("BSD"), listed_licence("MIT OR Apache-2.0")
    ('https://spdx.org/licenses/MIT', None, None)
    """
    if not text.isascii() or " " in text or "(" in text or text.startswith("LicenseRef-"):
        return None
    try:
        demand_expression(text)
    except ValueError:
        return None
    return f"https://spdx.org/licenses/{text}"
