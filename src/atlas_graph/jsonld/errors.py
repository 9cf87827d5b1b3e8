"""The error of this package, one sentence that says what to do."""

from __future__ import annotations

from ..errors import AtlasError


class RdfError(AtlasError, ValueError):
    """Something in a release that cannot be said in the format that was asked for."""
