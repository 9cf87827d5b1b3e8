"""The isolated environment of a witness: made once for the same pins, kept in the user's cache.

Packages come from wherever the user's own pip is told to look; no index is named here.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ..files import write_file
from ..user_cache import CACHE_VARIABLE, cache_directory
from .errors import IncompleteError
from .header import Header
from .process import Finished, run_limited, size_of

INSTALL_SECONDS = 3600  # one witness is compiled from its sources
_LOCK_SECONDS = 3600
_DONE = "complete.json"
_NOT_RECORDED = {"pip", "setuptools", "wheel"}
_UNREACHABLE = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|Failed to establish a new connection|Max retries exceeded"
    r"|connection broken|Name or service not known|Temporary failure in name resolution|ProxyError|SSLError"
    r"|Could not fetch URL"
)
_NO_MATCH = re.compile(
    r"(?:No matching distribution found for|Could not find a version that satisfies) ?(?:the requirement )?(\S+)"
)
# What a compiler started by a framework needs to be found, and what a process needs to exist at all.
_KEPT = ("PATH", "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "WINDIR", "NUMBER_OF_PROCESSORS", "LD_LIBRARY_PATH")
# What would make a second Python see the first one's packages, or run something at its start.
_PYTHON = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment that is ready: its folder, its interpreter, what is installed, and on what it runs."""

    folder: Path
    interpreter: Path
    packages: dict[str, str]
    python: str
    platform: str
    reused: bool

    def variables(self, home: Path, extra: Mapping[str, str]) -> dict[str, str]:
        """Return the variables of a program's process: none of the user's own, and no device in sight.

        ``home`` stands for the home, temporary and cache folders, so that nothing is read from or left in the user's.
        """
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        search = os.pathsep.join(filter(None, (str(self.interpreter.parent), kept.get("PATH"))))
        own = {
            "PATH": search,
            "LANG": "C.UTF-8",
            "PYTHONUTF8": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONNOUSERSITE": "1",
            "PYTHONSAFEPATH": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "CUDA_VISIBLE_DEVICES": "",
            "HIP_VISIBLE_DEVICES": "",
        }
        folders = dict.fromkeys(
            ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(home)
        )
        return {**kept, **own, **folders, **extra}


def cache_folder() -> Path:
    """Return the folder that environments are kept in."""
    return cache_directory() / "witness"


def ensure(header: Header, cache: Path, progress: Callable[[str], None] = lambda _: None) -> Environment:
    """Return the environment with the header's pins, made now if it is not there.

    Raises:
        IncompleteError: when no index is reached, a pin has no file for this platform, or room or time run out.
    """
    cache.mkdir(parents=True, exist_ok=True)
    folder = cache / _name(header)
    try:
        with FileLock(cache / f"{folder.name}.lock", timeout=_LOCK_SECONDS):
            # What is not complete was interrupted; nothing but this lock's holder writes here.
            known = _completed(folder)
            if known is None:
                shutil.rmtree(folder, ignore_errors=True)
                progress(f"making the environment: {', '.join(header.requires) or 'no packages'}")
                known = _make(header, folder)
            return _environment(folder, known, reused=not known.pop("new", False))
    except Timeout:
        raise IncompleteError(f"another run has been making {folder} for an hour; wait, or remove it") from None


def remove(environment: Environment) -> None:
    """Delete an environment, for machines with little room."""
    shutil.rmtree(environment.folder, ignore_errors=True)


def _name(header: Header) -> str:
    """The same pins for the same interpreter are the same environment, whichever witness asks for it."""
    framework = canonicalize_name(Requirement(header.requires[0]).name) if header.requires else "bare"
    facts = [*header.requires, "|", *header.from_source, "|", sys.version, platform.machine()]
    return f"{framework}-{hashlib.sha256(chr(10).join(facts).encode()).hexdigest()[:12]}"


def _interpreter(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _completed(folder: Path) -> dict[str, object] | None:
    try:
        known = json.loads((folder / _DONE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return known if isinstance(known, dict) and _interpreter(folder).exists() else None


def _environment(folder: Path, known: dict[str, object], *, reused: bool) -> Environment:
    packages = known["packages"]
    assert isinstance(packages, dict)
    system = f"{platform.system()} {platform.machine()}"
    return Environment(
        folder,
        _interpreter(folder),
        packages,
        f"{platform.python_implementation()} {platform.python_version()}",
        system,
        reused,
    )


def _make(header: Header, folder: Path) -> dict[str, object]:
    room = shutil.disk_usage(folder.parent).free // 1_000_000
    if room < header.megabytes:
        raise IncompleteError(
            f"the environment may take {header.megabytes} MB and {folder.parent} has {room} MB left; "
            f"make room, or name another folder in {CACHE_VARIABLE}"
        )
    _run([sys.executable, "-m", "venv", *([] if header.requires else ["--without-pip"]), str(folder)], folder, header)
    if header.requires:
        command = [str(_interpreter(folder)), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
        command += ["--only-binary", ":all:"]
        for package in header.from_source:
            command += ["--no-binary", package]
        _run([*command, *header.requires], folder, header)
    known: dict[str, object] = {"packages": _installed(header, folder)}
    # Whoever finds this file finds everything: it is put in place last, in one move.
    write_file(folder / _DONE, json.dumps(known).encode())
    return {**known, "new": True}


def _run(command: list[str], folder: Path, header: Header) -> Finished:
    variables = {name: value for name, value in os.environ.items() if name not in _PYTHON}
    log = folder.parent / f"{folder.name}.log"
    finished = run_limited(
        command,
        environment=variables,
        folder=folder.parent,
        log=log,
        seconds=INSTALL_SECONDS,
        watched=folder,
        megabytes=header.megabytes,
    )
    if finished.stopped or finished.code != 0:
        shutil.rmtree(folder, ignore_errors=True)
        raise IncompleteError(_why(finished, header))
    shutil.rmtree(log, ignore_errors=True)
    return finished


def _why(finished: Finished, header: Header) -> str:
    wanted = ", ".join(header.requires)
    if finished.stopped == "time":
        return f"installing {wanted} took more than {INSTALL_SECONDS // 60} minutes; try again with a nearer index"
    if finished.stopped == "disk":
        return f"{wanted} needs more than the {header.megabytes} MB allowed; point pip at smaller builds (CPU only)"
    said = finished.stdout + finished.stderr
    if _UNREACHABLE.search(said):
        return f"no package index could be reached for {wanted}; check the network or pip's configuration"
    missing = _NO_MATCH.search(said)
    if missing:
        return (
            f"no file for {missing[1]} fits Python {platform.python_version()} on "
            f"{platform.system()} {platform.machine()}; run this witness where there is one"
        )
    return f"{wanted} could not be installed: {finished.last_words}"


def _installed(header: Header, folder: Path) -> dict[str, str]:
    """Everything installed, the header's own requirements first and in its order, the rest by name."""
    script = (
        "import json, importlib.metadata as m; "
        "print(json.dumps({d.metadata['Name']: d.version for d in m.distributions()}))"
    )
    found = json.loads(_run([str(_interpreter(folder)), "-I", "-c", script], folder, header).stdout)
    asked = [canonicalize_name(Requirement(requirement).name) for requirement in header.requires]
    versions = {canonicalize_name(name): (name, version) for name, version in found.items()}
    rest = sorted(name for name in versions if name not in asked and name not in _NOT_RECORDED)
    return {versions[name][0]: versions[name][1] for name in (*asked, *rest) if name in versions}


__all__ = ["Environment", "cache_folder", "ensure", "remove", "size_of"]
