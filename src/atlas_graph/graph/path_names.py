"""What ``STACK:MODE:DEVICE`` names: the parts of a path's name, and the records that they mean."""

from __future__ import annotations

from ..errors import AtlasError
from ..model.identifiers import BASE_IRI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .catalog import Catalog


def parts_of_name(stack: str, mode: str | None, device: str | None) -> tuple[str, str | None, str | None]:
    """Take apart ``STACK:MODE:DEVICE``, of which the last two may be left out or given apart.

    Raises:
        AtlasError: for more than three parts, or one that is given twice.
    """
    if type(stack) is str:
        stack = stack.removeprefix(BASE_IRI)
    if type(stack) is not str or ":" not in stack:
        return stack, mode, device
    parts = stack.removeprefix("stack/").split(":")
    if len(parts) > 3:
        raise AtlasError(f"a path is STACK:MODE:DEVICE, of which the last two may be left out; not '{stack}'")
    given = [part or None for part in (*parts[1:], "", "")[:2]]
    for name, inside, apart in (("mode", given[0], mode), ("device", given[1], device)):
        if inside is not None and apart is not None and inside != apart:
            raise AtlasError(f"'{stack}' names the {name} '{inside}', and '{apart}' is asked for as well; name one")
    return parts[0], mode if mode is not None else given[0], device if device is not None else given[1]


def conditions(
    catalog: Catalog, stack: str, mode: str | None, device: str | None
) -> tuple[dict[str, Any], str | None, str | None]:
    """Return the released record of the stack that is named, and the ids of the mode and the device.

    Raises:
        UnknownIdError: for a stack, mode or device that the atlas does not have.
        AtlasError: for more than three parts, or one that is given twice.
    """
    stack, mode, device = parts_of_name(stack, mode, device)
    record = catalog.record("stacks", "stack", stack)
    index = catalog.network.index(record["id"])
    if mode is not None and (type(mode) is not str or mode not in index.by_mode):
        from .names import mode_of  # for what is no id as it stands

        mode = mode_of(catalog, mode, record["id"])
    if device is not None and (type(device) is not str or device not in index.by_device):
        from .names import device_of  # for what is no id as it stands

        device = device_of(catalog, device, record["id"])
    return record, mode, device


def path_named(
    catalog: Catalog, asked: str, mode: str | None = None, device: str | None = None
) -> tuple[str | None, str | None, str | None]:
    """Return stack, mode and device where a text is ``STACK:MODE:DEVICE``; no stack where it is something else.

    Raises:
        UnknownIdError: for a stack, mode or device in it that the atlas does not have.
        AtlasError: for more than three parts, or one that is given twice.
    """
    name = asked.removeprefix(BASE_IRI) if type(asked) is str else ""
    if ":" not in name or "//" in name:
        return None, mode, device
    record, mode, device = conditions(catalog, name, mode, device)
    return str(record["id"]), mode, device
