"""The feed of changes and the map of the site for search engines."""

from __future__ import annotations

from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..atlas import Atlas
    from ..changes.diff import Diff
    from .writing import Writer


def write_feed(writer: Writer, atlas: Atlas, changes: Diff | None) -> None:
    """Write ``feed.atom``: an entry for this release, with what changed since the one before where that is given."""
    release = atlas.release
    stamp = f"{release['date']}T00:00:00Z"
    said = (
        f"{release['title']} {release['version']}: {len(release['stacks'])} stacks, {len(release['entities'])} things."
    )
    if changes is not None:
        listed = "".join(f"<li>{escape(change.kind)} {escape(change.id)}</li>" for change in changes.changes)
        said = f"<p>{escape(f'{changes.old} to {changes.new}, a step of {changes.bump}.')}</p><ul>{listed}</ul>"
    writer.file(
        "feed.atom",
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{escape(release['title'])}: changes</title>\n<id>{escape(release['base'])}</id>\n"
        f'<link href="{escape(writer.url)}"/>\n<link rel="self" href="{escape(writer.url)}feed.atom"/>\n'
        f"<updated>{stamp}</updated>\n<author><name>{escape(release['title'])}</name></author>\n"
        f"<entry><title>{escape(release['title'])} {escape(release['version'])}</title>"
        f"<id>{escape(release['base'])}release/{escape(release['version'])}</id>"
        f'<link href="{escape(writer.url)}data.html"/><updated>{stamp}</updated>'
        f'<content type="html">{escape(said)}</content></entry>\n</feed>\n',
    )


def write_sitemap(writer: Writer, date: str) -> None:
    """Write ``sitemap.xml`` and ``robots.txt``; after all pages."""
    rows = "".join(
        f"<url><loc>{escape(writer.url + page)}</loc><lastmod>{date}</lastmod></url>\n"
        for page in sorted(writer.pages)
        if page != "404.html"
    )
    writer.file(
        "sitemap.xml",
        '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{rows}</urlset>\n",
    )
    writer.file("robots.txt", f"User-agent: *\nAllow: /\nSitemap: {writer.url}sitemap.xml\n")
