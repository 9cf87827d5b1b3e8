"""Which paths apply to this machine: what is installed, and what devices its tools tell of.

Looks only at the machine itself; nothing is sent anywhere.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Iterable
from glob import glob
from importlib.metadata import distributions
from typing import Any

from .catalog import Catalog
from .interop import Recorded
from .path import find_path
from .value import Value
from .witnesses import normalised, packages_of

#: Seconds that a tool may take to list devices.
TIMEOUT = 10.0


class Device(Value):
    """A device of this machine, and how that is known."""

    __slots__ = ("how", "id")
    how: str
    id: str


class Package(Value):
    """An installed distribution that the atlas knows as an entity."""

    __slots__ = ("entity", "name", "version")
    entity: str
    name: str
    version: str


class Applicable(Value):
    """A stack that applies here under a mode and a device, the package it rests on, and the command to print it."""

    __slots__ = ("device", "mode", "package", "stack", "title")
    device: str
    mode: str
    package: str
    stack: str
    title: str

    @property
    def command(self) -> str:
        """The command that prints the path."""
        return f"atlas-graph path {self.stack} --mode {self.mode} --device {self.device}"


#: Keys of a path's record.
_COLUMNS = ("stack", "mode", "device", "title", "package", "command")


class Here(Recorded, Value):
    """What was found on this machine. It is false where no path applies; iterating gives the paths."""

    columns = _COLUMNS

    __slots__ = ("devices", "packages", "paths")
    devices: tuple[Device, ...]
    packages: tuple[Package, ...]
    paths: tuple[Applicable, ...]

    def __bool__(self) -> bool:
        return bool(self.paths)

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Any:
        return iter(self.paths)

    def __repr__(self) -> str:
        return f"<Here {', '.join(device.id for device in self.devices)}: {len(self)} paths>"

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a path."""
        return [{name: getattr(path, name) for name in _COLUMNS} for path in self.paths]

    def to_dict(self) -> dict[str, Any]:
        """Return what was found as the JSON that ``here --format json`` prints."""
        return {
            "packages": [{"name": p.name, "version": p.version, "entity": p.entity} for p in self.packages],
            "devices": [{"id": device.id, "how": device.how} for device in self.devices],
            "paths": [
                {
                    "stack": path.stack,
                    "mode": path.mode,
                    "device": path.device,
                    "title": path.title,
                    "package": path.package,
                    "command": path.command,
                }
                for path in self.paths
            ],
        }


class Machine:
    """This machine, asked through its standard library and its vendors' tools. Tests put another in its place."""

    def packages(self) -> Iterable[tuple[str, str]]:
        """Yield name and version of every installed distribution whose metadata can be read.

        What a broken installation left behind is passed over: pip does so too.
        """
        for distribution in distributions():
            try:
                name, version = distribution.metadata["Name"], distribution.metadata["Version"]
            except Exception:  # no metadata, not text, no file: importlib lets through whatever comes
                continue
            if name and version:
                yield str(name), str(version)

    def system(self) -> tuple[str, str]:
        """Return the operating system and the processor's architecture, such as ("Linux", "x86_64")."""
        return platform.system(), platform.machine()

    def tool(self, *command: str) -> str | None:
        """Return what a command prints; None where it is not installed, fails or takes too long."""
        path = shutil.which(command[0])
        if path is None:
            return None
        try:
            done = subprocess.run(
                [path, *command[1:]], capture_output=True, text=True, timeout=TIMEOUT, check=False, errors="replace"
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout if done.returncode == 0 else None

    def files(self, pattern: str) -> list[str]:
        """Return the files that fit a pattern, of the kernel's own file systems."""
        return sorted(glob(pattern))

    def read(self, path: str) -> str:
        """Return a small text file, empty where it cannot be read."""
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read(4096)
        except OSError:
            return ""


def here(catalog: Catalog, machine: Machine | None = None) -> Here:
    """Return the paths that apply to a machine; see :meth:`Atlas.here`.

    A stack applies in a mode if the first stage of that path which comes from the Python package index, itself
    or as a part of something that does, is installed, and on each device that is there.
    """
    machine = machine or Machine()
    installed = {normalised(name): version for name, version in machine.packages()}
    known = {name: entity["id"] for entity in catalog.release["entities"] for name in packages_of(entity)}
    packages = tuple(
        Package(entity=known[name], name=name, version=installed[name]) for name in sorted(installed) if name in known
    )
    present = {package.entity: package for package in packages}
    devices = tuple(found_devices(machine))
    paths = tuple(
        found
        for stack in catalog.collection("stacks")
        for mode, device in stack.conditions
        if device in {item.id for item in devices}
        and (found := _applies(catalog, stack.id, mode, device, present)) is not None
    )
    return Here(devices=devices, packages=packages, paths=paths)


def _applies(catalog: Catalog, stack: str, mode: str, device: str, present: dict[str, Package]) -> Applicable | None:
    path = find_path(catalog, stack, mode, device)
    needed = next(filter(None, (_packaged(catalog, stage) for stage in path.stage_ids)), None)
    if needed is None or needed not in present:
        return None
    package = present[needed]
    return Applicable(
        device=device, mode=mode, package=f"{package.name} {package.version}", stack=stack, title=path.title
    )


def _packaged(catalog: Catalog, entity: str) -> str | None:
    """Return the entity by whose package another is installed: itself, or the nearest that it is a part of."""
    entities = catalog.table("entities")
    todo = [entity]
    for name in todo:
        if packages_of(entities[name]):
            return name
        todo += [whole for whole in entities[name].get("part_of", ()) if whole not in todo]
    return None


def found_devices(machine: Machine) -> Iterable[Device]:
    """Yield the devices that can be told; those that no tool or file tells of are left out."""
    system, architecture = machine.system()
    yield Device(how=f"the processor, {architecture}" if architecture else "the processor", id="cpu")
    for look in (_nvidia, _amd, _intel, _tpu):
        how = look(machine)
        if how:
            yield Device(how=how, id=look.__name__.removeprefix("_") + ("" if look is _tpu else "-gpu"))
    if system == "Darwin":
        how = _apple(machine, architecture)
        if how:
            yield Device(how=how, id="apple-gpu")


def _nvidia(machine: Machine) -> str | None:
    listed = machine.tool("nvidia-smi", "-L")
    if listed and "GPU " in listed:
        first = next(line for line in listed.splitlines() if "GPU " in line)
        return f"nvidia-smi: {first.split(' (UUID')[0].strip()}"
    return "/proc/driver/nvidia/gpus" if machine.files("/proc/driver/nvidia/gpus/*") else None


def _amd(machine: Machine) -> str | None:
    listed = machine.tool("rocminfo")
    if listed and "Device Type:" in listed:
        names = [line.split(":", 1)[1].strip() for line in listed.splitlines() if "Marketing Name:" in line]
        kinds = [line.split(":", 1)[1].strip() for line in listed.splitlines() if "Device Type:" in line]
        gpus = [name for name, kind in zip(names, kinds, strict=False) if kind == "GPU"]
        return f"rocminfo: {gpus[0]}" if gpus else None
    # The kernel's compute driver lists processors too; these have no SIMD units.
    for path in machine.files("/sys/class/kfd/kfd/topology/nodes/*/properties"):
        for line in machine.read(path).splitlines():
            name, _, value = line.partition(" ")
            if name == "simd_count" and value.strip() not in ("", "0"):
                return path
    return None


def _intel(machine: Machine) -> str | None:
    for path in machine.files("/sys/class/drm/card*/device/vendor"):
        if machine.read(path).strip() == "0x8086":
            return path
    return None


def _tpu(machine: Machine) -> str | None:
    if machine.files("/dev/accel[0-9]*"):
        for path in machine.files("/sys/class/accel/accel*/device/vendor"):
            if machine.read(path).strip() == "0x1ae0":
                return path
    return None


def _apple(machine: Machine, architecture: str) -> str | None:
    listed = machine.tool("system_profiler", "SPDisplaysDataType")
    if listed:
        for line in listed.splitlines():
            if "Chipset Model: Apple" in line:
                return f"system_profiler: {line.split(':', 1)[1].strip()}"
        return None
    return "every Mac with this processor has one" if architecture == "arm64" else None
