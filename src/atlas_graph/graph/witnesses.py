"""What recorded runs say of steps: which run saw which step, and whether its checks passed."""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Observation(Value):
    """A recorded run of a real framework that shows a step, or shows that it is otherwise.

    ``label`` names package, version, device and UTC date, such as "JAX 0.12.0, CPU, 2026-12-01". ``passed`` is
    true where every check and every negative control of the run did. ``modes`` and ``devices`` are what the run
    speaks for; empty means any. ``options`` are those of which one was set for it, ``unless`` those of which none was.
    """

    __slots__ = ("contradicts", "date", "device", "devices", "label", "modes", "options", "passed", "unless", "witness")
    contradicts: bool
    date: str
    device: str
    devices: tuple[str, ...]
    label: str
    modes: tuple[str, ...]
    options: tuple[str, ...]
    passed: bool
    unless: tuple[str, ...]
    witness: str

    def speaks_for(self, mode: str | None, device: str | None, options: frozenset[str] | None = None) -> bool:
        """Whether the run was made under a mode, a device and options (None: whichever)."""
        if options is not None and (
            (self.options and options.isdisjoint(self.options)) or not options.isdisjoint(self.unless)
        ):
            return False
        return (mode is None or not self.modes or mode in self.modes) and (
            device is None or not self.devices or device in self.devices
        )

    def __str__(self) -> str:
        outcome = "contradicted" if self.contradicts else "observed"
        return f"{outcome} ({self.label})" if self.passed else f"not confirmed ({self.label})"


def observations(release: dict[str, Any]) -> dict[str, tuple[Observation, ...]]:
    """Return per step id the observations of it; a witness that has not been run gives none."""
    found: dict[str, list[Observation]] = {}
    witnesses = release.get("witnesses")
    if not witnesses:
        return {}
    names = _package_names(release)
    devices = {device["id"]: device["label"] for device in release["devices"]}
    for witness in witnesses:
        run = witness.get("run")
        if not run:
            continue
        passed = all(part["passed"] for key in ("artefacts", "controls") for part in run[key])
        label = ", ".join((*_package(run, names), devices.get(run["device"], run["device"]), run["date"]))
        when = witness.get("when", {})
        modes, targets = tuple(when.get("modes") or ()), tuple(when.get("devices") or ())
        for key, contradicts in (("steps", False), ("contradicts", True)):
            for step in witness.get(key, ()):
                seen = Observation(
                    contradicts=contradicts,
                    date=run["date"],
                    device=run["device"],
                    devices=targets,
                    label=label,
                    modes=modes,
                    options=tuple(when.get("options") or ()),
                    passed=passed,
                    unless=tuple(when.get("unless") or ()),
                    witness=witness["id"],
                )
                found.setdefault(step, []).append(seen)
    return {step: tuple(seen) for step, seen in found.items()}


def _package(run: dict[str, Any], names: dict[str, str]) -> list[str]:
    """Return the first recorded package under its entity's name, with its version."""
    for package, version in run["packages"].items():
        return [f"{names.get(normalised(package), package)} {version}"]
    return []


def _package_names(release: dict[str, Any]) -> dict[str, str]:
    return {package: entity["name"] for entity in release["entities"] for package in packages_of(entity)}


def packages_of(entity: dict[str, Any]) -> list[str]:
    """Return the names under which an entity is installed from the Python package index, normalised."""
    purls = entity.get("identifiers", {}).get("purl", ())
    return [normalised(purl[len("pkg:pypi/") :].split("@")[0]) for purl in purls if purl.startswith("pkg:pypi/")]


def normalised(package: str) -> str:
    """Return a distribution's name as PEP 503 compares it.

    >>> normalised("Torch_XLA")
    'torch-xla'
    """
    return "-".join(part for part in package.lower().replace("_", "-").replace(".", "-").split("-") if part)
