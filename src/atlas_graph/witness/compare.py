"""What changed since the last recorded run."""

from __future__ import annotations

from ..model.witness_records import Run


def changes(old: Run, new: Run) -> list[str]:
    """Return sentences on what differs between two runs, the versions first.

    What changes from version to version anyway (sizes, hashes, excerpts) is told only where both ran the same
    versions on the same platform.
    """
    versions = _versions(old.packages, new.packages)
    before, after = _stages(old), _stages(new)
    told = []
    if before == after:
        told.append("same stages")
    gone = [stage for stage in before if stage not in after]
    come = [stage for stage in after if stage not in before]
    if gone:
        told.append(f"no longer seen: {', '.join(gone)}")
    if come:
        told.append(f"newly seen: {', '.join(come)}")
    told.extend(_verdicts(old, new))
    lines = [f"{', '.join(versions) or 'same versions'}: {'; '.join(told)}"]
    for what in ("python", "platform", "device"):
        was, now = getattr(old, what), getattr(new, what)
        if was != now:
            lines.append(f"{what}: {was} → {now}")
    if not versions and len(lines) == 1:
        lines.extend(_contents(old, new))
    return lines


def same_observation(old: Run, new: Run) -> bool:
    """Whether two runs saw the very same thing, whatever the date."""
    return old.model_copy(update={"date": new.date}) == new


def _stages(run: Run) -> list[str]:
    return list(dict.fromkeys(artefact.stage for artefact in run.artefacts if artefact.passed))


def _versions(old: dict[str, str], new: dict[str, str]) -> list[str]:
    changed = [f"{name} {old[name]} → {new[name]}" for name in new if name in old and old[name] != new[name]]
    added = [f"{name} {new[name]} added" for name in new if name not in old]
    return changed + added + [f"{name} {old[name]} removed" for name in old if name not in new]


def _verdicts(old: Run, new: Run) -> list[str]:
    told = []
    before = {artefact.name: artefact.passed for artefact in old.artefacts}
    for artefact in new.artefacts:
        was = before.get(artefact.name)
        if was is not None and was != artefact.passed:
            told.append(f"{artefact.name} {'passes now' if artefact.passed else 'fails now'}: {artefact.check}")
    controls = {control.description: control.passed for control in old.controls}
    for control in new.controls:
        was = controls.get(control.description)
        if was is not None and was != control.passed:
            told.append(f"the control {'holds now' if control.passed else 'fails now'}: {control.description}")
    return told


def _contents(old: Run, new: Run) -> list[str]:
    before = {artefact.name: artefact for artefact in old.artefacts}
    lines = []
    for artefact in new.artefacts:
        was = before.get(artefact.name)
        if was is None:
            continue
        if was.sha256 and artefact.sha256 and was.sha256 != artefact.sha256:
            lines.append(f"{artefact.name}: other bytes, {was.size} → {artefact.size}")
        elif was.size != artefact.size:
            lines.append(f"{artefact.name}: {was.size} → {artefact.size} bytes")
    return lines
