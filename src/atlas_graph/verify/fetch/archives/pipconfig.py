"""Which package indexes this user's pip asks, read from where pip itself reads it.

Nothing is configured on most machines; then it is the default of the pypi-simple library.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from platformdirs import user_config_path

_SECTIONS = ("global", "download")  # later ones win


@dataclass(frozen=True)
class PipConfig:
    """What pip was told: indexes in the order in which they are asked, and a file of authorities for TLS."""

    indexes: tuple[str, ...]
    cert: str | None = None


def read(environ: Mapping[str, str] | None = None, files: Sequence[Path] | None = None) -> PipConfig:
    """The configuration in force: files, then the environment, which wins."""
    environ = os.environ if environ is None else environ
    settings: dict[str, str] = {}
    for path in _files(environ) if files is None else files:
        parser = configparser.RawConfigParser()
        try:
            parser.read(path, encoding="utf-8")
        except (configparser.Error, UnicodeError, OSError):
            continue  # pip will say so when it is run; for the index the next file may do
        for section in _SECTIONS:
            if parser.has_section(section):
                settings.update({_key(name): value for name, value in parser.items(section) if value})
    for name, value in environ.items():
        if name.startswith("PIP_") and value:
            settings[_key(name.removeprefix("PIP_"))] = value
    first = settings.get("index-url") or _default()
    without = settings.get("no-index", "").lower() in ("1", "true", "yes", "on")
    indexes = [] if without else [first, *settings.get("extra-index-url", "").split()]
    return PipConfig(tuple(dict.fromkeys(index.strip() for index in indexes)), settings.get("cert"))


def _key(name: str) -> str:
    return name.lower().replace("_", "-")


def _default() -> str:
    from pypi_simple import PYPI_SIMPLE_ENDPOINT

    return PYPI_SIMPLE_ENDPOINT


def _files(environ: Mapping[str, str]) -> list[Path]:
    """The configuration files, the weakest first, as pip's documentation lists them."""
    named = environ.get("PIP_CONFIG_FILE")
    if named == os.devnull:
        return []
    name = "pip.ini" if sys.platform == "win32" else "pip.conf"
    if sys.platform == "win32":
        wide = [Path(environ.get("PROGRAMDATA", r"C:\ProgramData")) / "pip" / name]
    elif sys.platform == "darwin":
        wide = [Path("/Library/Application Support/pip") / name]
    else:
        folders = environ.get("XDG_CONFIG_DIRS") or "/etc/xdg"
        wide = [Path(folder) / "pip" / name for folder in folders.split(os.pathsep) if folder]
        wide.append(Path("/etc") / name)
    home = Path.home()
    own = user_config_path("pip", appauthor=False, roaming=True) / name
    if sys.platform == "darwin" and not own.parent.is_dir():
        own = home / ".config" / "pip" / name
    files = [*wide, home / ("pip" if sys.platform == "win32" else ".pip") / name, own, Path(sys.prefix) / name]
    return [*files, Path(named)] if named else files


def without_password(url: str) -> tuple[str, tuple[str, str] | None]:
    """An index's URL fit to be shown, and the name and password that were in it.

    >>> without_password("https://me:s%40fe@index.example.org/simple")
    ('https://index.example.org/simple', ('me', 's@fe'))
    """
    parts = urlsplit(url)
    if parts.username is None:
        return url, None
    place = parts.netloc.rsplit("@", 1)[1]
    auth = (unquote(parts.username), unquote(parts.password or ""))
    return urlunsplit(parts._replace(netloc=place)), auth
