"""Builds the site: every page, the indexes and the assets, the same bytes for the same release."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from ..errors import ReleaseError
from ..graph.value import Value
from . import changelog, cookbook, feed
from .joins import Joins
from .pages.answers import write_answers
from .pages.comparisons import chosen, write_comparisons
from .pages.data import write_data
from .pages.explore import write_explore
from .pages.front import write_front
from .pages.hardware import write_hardware
from .pages.health import write_health
from .pages.paths import write_paths
from .pages.things import write_things
from .search_index import write_search_index
from .writing import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..atlas import Atlas
    from ..changes.diff import Diff

#: A file by which a folder is known as a site of ours, which may be written over.
MARKER = "assets/site.css"


class Built(Value):
    """A site that was built: how many pages and files it has, and how many bytes they take."""

    __slots__ = ("bytes", "files", "pages")
    bytes: int
    files: int
    pages: int


def build_site(
    atlas: Atlas,
    folder: Path,
    *,
    url: str | None = None,
    issues: str | None = None,
    recipes: Path | None = None,
    changes: Diff | None = None,
    history: Path | None = None,
) -> Built:
    """Write the site of a release into a folder.

    ``url`` is where it will stand, for what must be absolute (the sitemap, the feed, canonical links); ``issues`` the
    address of the tracker whose forms pages link to; ``recipes`` a SPARQL cookbook in Markdown; ``changes`` the
    difference from the release before, for the feed and the page of data; ``history`` a changelog in Markdown.

    Raises:
        ReleaseError: where the folder cannot be written, or holds something that is no site.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARKER).is_file():
        raise ReleaseError(f"{folder} is not empty and holds no site; name a new folder, or empty this one")
    joins = Joins(atlas)
    writer = Writer(folder, joins, url=url, issues=issues)
    try:
        _write(writer, joins, cookbook.read(atlas, recipes), changes, changelog.read(history))
        _remove_others(folder, set(writer.files))
    except OSError as error:
        raise ReleaseError(f"cannot write to {folder}: {error.strerror}; choose another folder") from None
    return Built(bytes=sum(writer.files.values()), files=len(writer.files), pages=len(writer.pages))


def _write(
    writer: Writer,
    joins: Joins,
    recipes: list[cookbook.Recipe],
    changes: Diff | None,
    history: list[changelog.Version],
) -> None:
    for asset in sorted(files("atlas_graph.site").joinpath("assets").iterdir(), key=lambda asset: asset.name):
        writer.file(f"assets/{asset.name}", asset.read_bytes())
    compared = chosen(joins)
    write_front(writer, joins)
    write_paths(writer, joins, compared)
    write_things(writer, joins)
    write_comparisons(writer, joins, compared)
    write_answers(writer, joins)
    write_explore(writer, joins)
    write_hardware(writer, joins)
    write_health(writer, joins)
    write_data(writer, joins, recipes, changes, history)
    write_search_index(writer, joins, compared)
    writer.page("missing", "404.html", title="Nothing here", about="There is no such page.", anywhere=True)
    feed.write_feed(writer, joins.atlas, changes)
    feed.write_sitemap(writer, joins.atlas.release["date"])


def _remove_others(folder: Path, written: set[str]) -> None:
    """Remove what an earlier build left in the folder and this one has not written."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in written:
            path.unlink()
