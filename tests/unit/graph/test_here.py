"""Here: which paths apply, worked out on machines that are made up."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from atlas_graph.graph.here import Machine, found_devices, here

from .small import atlas, entity, stack, step


class MadeUp(Machine):
    """A machine that has what a test gives it."""

    def __init__(
        self,
        packages: Iterable[tuple[str, str]] = (),
        tools: dict[str, str] | None = None,
        files: dict[str, str] | None = None,
        system: tuple[str, str] = ("Linux", "x86_64"),
    ) -> None:
        self._packages, self._tools, self._files, self._system = packages, tools or {}, files or {}, system

    def packages(self) -> Iterable[tuple[str, str]]:
        return self._packages

    def system(self) -> tuple[str, str]:
        return self._system

    def tool(self, *command: str) -> str | None:
        return self._tools.get(command[0])

    def files(self, pattern: str) -> list[str]:
        from fnmatch import fnmatch

        return sorted(path for path in self._files if fnmatch(path, pattern))

    def read(self, path: str) -> str:
        return self._files[path]


def devices(machine: Machine) -> dict[str, str]:
    return {device.id: device.how for device in found_devices(machine)}


SMALL = atlas(
    stack(
        "s",
        step("code", "lib", modes=["on"]),
        step("code", "part", modes=["other"]),
        step("lib", "cpu", devices=["cpu"]),
        step("lib", "nvidia-gpu", devices=["nvidia-gpu"]),
        step("part", "cpu"),
        modes=("on", "other"),
        devices=("cpu", "nvidia-gpu"),
        excludes=[{"modes": ["other"], "devices": ["nvidia-gpu"], "reason": "No."}],
    ),
    entities=[
        entity("lib", identifiers={"purl": ["pkg:pypi/Some.Lib"]}),
        entity("whole", identifiers={"purl": ["pkg:pypi/whole"]}),
        entity("part", part_of=["whole"]),
    ],
)


def test_a_path_applies_where_its_package_is_installed_and_its_device_is_there() -> None:
    """Names are compared as PEP 503 does, and each path comes with the command that prints it."""
    found = here(SMALL, MadeUp([("some_lib", "1.2"), ("else", "3")], {"nvidia-smi": "GPU 0: H100 (UUID: x)\n"}))
    assert [(path.stack, path.mode, path.device) for path in found] == [("s", "on", "cpu"), ("s", "on", "nvidia-gpu")]
    assert found.paths[1].command == "atlas-graph path s --mode on --device nvidia-gpu"
    assert [(package.name, package.version, package.entity) for package in found.packages] == [
        ("some-lib", "1.2", "lib")
    ]


def test_a_device_that_is_not_there_leaves_its_paths_out() -> None:
    """Without a GPU only the processor's path applies."""
    assert [path.device for path in here(SMALL, MadeUp([("some-lib", "1.2")]))] == ["cpu"]


def test_a_part_is_installed_with_the_whole() -> None:
    """A stage without a package of its own counts by what it is a part of."""
    found = here(SMALL, MadeUp([("whole", "2.0")]))
    assert [(path.mode, path.package) for path in found] == [("other", "whole 2.0")]


def test_nothing_installed_gives_a_false_answer_with_what_was_looked_at() -> None:
    """The devices are still told."""
    found = here(SMALL, MadeUp())
    assert not found
    assert found.to_dict() == {
        "packages": [],
        "devices": [{"id": "cpu", "how": "the processor, x86_64"}],
        "paths": [],
    }


def test_each_vendor_s_tool_tells_of_its_device() -> None:
    """nvidia-smi, rocminfo and system_profiler are believed when they list a GPU."""
    rocm = "Device Type: CPU\nMarketing Name: EPYC\nDevice Type: GPU\nMarketing Name: MI300X\n"
    assert (
        devices(MadeUp(tools={"nvidia-smi": "GPU 0: NVIDIA H100 (UUID: GPU-1)"}))["nvidia-gpu"]
        == "nvidia-smi: GPU 0: NVIDIA H100"
    )
    assert devices(MadeUp(tools={"rocminfo": rocm}))["amd-gpu"] == "rocminfo: MI300X"
    apple = MadeUp(tools={"system_profiler": "  Chipset Model: Apple M4 Max\n"}, system=("Darwin", "arm64"))
    assert devices(apple)["apple-gpu"] == "system_profiler: Apple M4 Max"


def test_a_tool_that_lists_no_gpu_tells_of_none() -> None:
    """A driver without a device is not a device."""
    none = MadeUp(tools={"nvidia-smi": "No devices were found", "rocminfo": "Device Type: CPU\nMarketing Name: EPYC"})
    assert set(devices(none)) == {"cpu"}
    intel_mac = MadeUp(tools={"system_profiler": "Chipset Model: Intel Iris"}, system=("Darwin", "x86_64"))
    assert set(devices(intel_mac)) == {"cpu"}


def test_the_kernel_s_files_tell_where_no_tool_is_installed() -> None:
    """Drivers leave their devices under /proc and /sys."""
    files = {
        "/proc/driver/nvidia/gpus/0000:01:00.0": "",
        "/sys/class/kfd/kfd/topology/nodes/0/properties": "cpu_cores_count 8\nsimd_count 0\n",
        "/sys/class/kfd/kfd/topology/nodes/1/properties": "simd_count 304\n",
        "/sys/class/drm/card0/device/vendor": "0x8086\n",
        "/dev/accel0": "",
        "/sys/class/accel/accel0/device/vendor": "0x1ae0\n",
    }
    assert set(devices(MadeUp(files=files))) == {"cpu", "nvidia-gpu", "amd-gpu", "intel-gpu", "tpu"}
    quiet_mac = MadeUp(system=("Darwin", "arm64"))
    assert set(devices(quiet_mac)) == {"cpu", "apple-gpu"}


def test_a_compute_driver_that_lists_processors_alone_is_no_gpu() -> None:
    """AMD's kernel driver lists the processor as a node without SIMD units."""
    files = {"/sys/class/kfd/kfd/topology/nodes/0/properties": "cpu_cores_count 8\nsimd_count 0\n"}
    assert set(devices(MadeUp(files=files))) == {"cpu"}


def test_this_machine_can_be_asked() -> None:
    """The real one has a processor and at least this environment's packages, and a missing tool is no error."""
    machine = Machine()
    assert "cpu" in devices(machine)
    assert "pytest" in {name for name, _ in machine.packages()}
    assert machine.tool("no-such-tool-of-any-vendor") is None
    assert machine.read("/no/such/file") == ""


def test_what_a_broken_installation_left_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders without metadata, with an empty one, without a version, or with bytes that are no text."""
    for name, metadata in (
        ("none-1", None),
        ("empty-1", b""),
        ("half-1", b"Metadata-Version: 2.1\nName: half\n"),
        ("bytes-1", b"\xff\xfe\x00"),
        ("whole-2", b"Metadata-Version: 2.1\nName: whole\nVersion: 2\n"),
    ):
        folder = tmp_path / f"{name}.dist-info"
        folder.mkdir()
        if metadata is not None:
            (folder / "METADATA").write_bytes(metadata)
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert list(Machine().packages()) == [("whole", "2")]


@pytest.mark.skipif(os.name == "nt", reason="the tools are shell scripts")
def test_tools_of_any_temper_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that warns first is read, one that fails, is no program, or prints what is no text is not believed."""

    def tool(text: str) -> dict[str, str]:
        (tmp_path / "nvidia-smi").write_text(text)
        (tmp_path / "nvidia-smi").chmod(0o755)
        listed = Machine().tool("nvidia-smi", "-L")
        return devices(MadeUp(tools={"nvidia-smi": listed} if listed else {}))

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    warned = tool("#!/bin/sh\necho warning: old driver\necho 'GPU 0: NVIDIA H100 (UUID: GPU-1)'\n")
    assert warned["nvidia-gpu"] == "nvidia-smi: GPU 0: NVIDIA H100"
    for text in ("#!/bin/sh\necho 'GPU 0: x'; exit 9\n", "no program", "#!/bin/sh\nprintf '\\377\\376'\n"):
        assert "nvidia-gpu" not in tool(text)


def test_a_tool_that_hangs_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while; the rest is still told."""
    (tmp_path / "rocminfo").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "rocminfo").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("atlas_graph.graph.here.TIMEOUT", 0.2)
    assert Machine().tool("rocminfo") is None
