"""What can go wrong before there is anything to judge."""

from __future__ import annotations

from ..errors import AtlasError


class HeaderError(AtlasError, ValueError):
    """A program whose header cannot be read; the text names the file and the fix."""


class IncompleteError(AtlasError):
    """A run that could not be made here: no index, no wheel, no room, no device, no time."""


class CheckFailed(Exception):
    """An artefact that is not what it should be; the text says what was found in its place."""
