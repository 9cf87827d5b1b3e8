"""Run a witness: its environment, its program twice, its controls, and what came of them."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from . import environment as env
from .collect import Seen, all_pass, collect, judge
from .environment import Environment
from .errors import IncompleteError
from .header import ControlSpec, Program
from .process import Finished, run_limited

OUTPUT_MEGABYTES = 500


@dataclass(frozen=True, slots=True)
class ControlSeen:
    """A control as it came out."""

    spec: ControlSpec
    passed: bool
    said: str


@dataclass(frozen=True, slots=True)
class RunResult:
    """All that came of one run. ``trouble`` is why the program did not end well, in a sentence."""

    program: Program
    environment: Environment
    artefacts: tuple[Seen, ...]
    controls: tuple[ControlSeen, ...]
    seconds: float
    trouble: str | None = None
    timed_out: bool = False
    folder: Path | None = None
    steps: tuple[str, ...] = field(default=())
    contradicts: tuple[str, ...] = field(default=())

    @property
    def passed(self) -> bool:
        """Whether the program ended well and every check and control holds."""
        checks = all(seen.passed for seen in self.artefacts)
        return self.trouble is None and checks and all(control.passed for control in self.controls)


def run_witness(
    program: Program,
    *,
    cache: Path | None = None,
    seconds: float | None = None,
    keep: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> RunResult:
    """Run one witness and judge what it leaves behind.

    ``seconds`` replaces the header's limit of each run; ``keep`` leaves the output where :attr:`RunResult.folder` says.

    Raises:
        IncompleteError: when it cannot be run here (see :func:`~atlas_graph.witness.environment.ensure`).
    """
    header = program.header
    if header.needs_file is not None and not Path(header.needs_file).exists():
        raise IncompleteError(f"{program.id} needs {header.needs}, and none is seen here; run it where there is one")
    limit = seconds or header.seconds
    environment = env.ensure(header, cache or env.cache_folder(), progress)
    with _work(keep) as work:
        progress("running the program")
        first = _execute(program, environment, work, "run", None, limit)
        trouble = _trouble(program, first, limit)
        if trouble is None:
            progress("running it again, to see what is the same")
            again = _execute(program, environment, work, "again", None, limit)
            trouble = _trouble(program, again, limit)
        hidden = _hidden(work, environment)
        artefacts = tuple(
            collect(spec, work / "run" / "out", work / "again" / "out", hidden) for spec in header.artefacts
        )
        controls = []
        for control in header.controls:
            if trouble is not None:
                controls.append(ControlSeen(control, False, "not tried, for the program itself did not end well"))
                continue
            progress(f"running the control '{control.variant}'")
            controls.append(_control(program, control, environment, work, limit))
        good = {seen.spec.file for seen in artefacts if seen.passed} if trouble is None else set()
        return RunResult(
            program,
            environment,
            artefacts,
            tuple(controls),
            first.seconds,
            trouble,
            first.stopped == "time",
            work if keep else None,
            *(tuple(step for step, files in shown.items() if good.issuperset(files))
              for shown in (header.steps, header.contradicts)),
        )  # fmt: skip


def judge_control(program: Program, control: ControlSpec, folder: Path) -> tuple[bool, str]:
    """Return whether a control holds in a folder: what must be present passes, what must be absent does not."""
    specs = {spec.file: spec for spec in program.header.artefacts}
    ran, why = all_pass((specs[file] for file in control.present), folder)
    if not ran:
        return False, f"the control did not do its work: {why}"
    for file in control.absent:
        passed, said = judge(specs[file], folder)
        if passed:
            return False, f"{file} is there all the same: {said}"
    return True, f"no {', no '.join(control.absent)}"


def _control(program: Program, control: ControlSpec, environment: Environment, work: Path, limit: float) -> ControlSeen:
    finished = _execute(program, environment, work, f"control-{control.variant}", control, limit)
    trouble = _trouble(program, finished, limit)
    if trouble is not None:
        return ControlSeen(control, False, trouble)
    return ControlSeen(control, *judge_control(program, control, work / f"control-{control.variant}" / "out"))


def _execute(
    program: Program, environment: Environment, work: Path, name: str, control: ControlSpec | None, limit: float
) -> Finished:
    folder = work / name
    out, home = folder / "out", folder / "home"
    out.mkdir(parents=True)
    home.mkdir()
    # The program runs from a copy, so that nothing it prints leads to the place where this package is installed.
    script = folder / program.name
    shutil.copyfile(program.path, script)
    extra = {**program.header.environment, **(control.environment if control else {})}
    return run_limited(
        [str(environment.interpreter), str(script), str(out), *([control.variant] if control else [])],
        environment=environment.variables(
            home, {name: value.replace("{out}", str(out)) for name, value in extra.items()}
        ),
        folder=out,
        log=folder / "log",
        seconds=limit,
        watched=folder,
        megabytes=OUTPUT_MEGABYTES,
    )


def _trouble(program: Program, finished: Finished, limit: float) -> str | None:
    if finished.stopped == "time":
        return f"{program.name} ran longer than {limit:g} seconds and was ended; allow more with --timeout"
    if finished.stopped == "disk":
        return f"{program.name} wrote more than {OUTPUT_MEGABYTES} MB and was ended"
    if finished.code != 0:
        return f"{program.name} ended with status {finished.code}: {finished.last_words}"
    return None


def _hidden(work: Path, environment: Environment) -> dict[str, str]:
    """Paths of this machine, the longest first, and what to print for them."""
    names = {work / "run" / "out": "OUT", work / "run": "RUN", environment.folder: "ENVIRONMENT"}
    spelt = {str(form): short for path, short in names.items() for form in (path, path.resolve())}
    return dict(sorted(spelt.items(), key=lambda item: -len(item[0])))


@contextlib.contextmanager
def _work(keep: bool) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="atlas-graph-witness-"))
    try:
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
