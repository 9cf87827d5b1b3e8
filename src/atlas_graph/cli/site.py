"""``atlas-graph site``: writes the explorer, a static site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..changes.diff import diff
from ..errors import AtlasError
from ..loading import load
from ..site.build import build_site
from ..site.writing import in_bytes
from .common import add_release, open_atlas


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Write the explorer: a static site that works on any host, under any path and from a file, and asks no other"
        " host for anything. The same release gives the same bytes."
    )
    parser.epilog = "example: atlas-graph site -o public"
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="folder to write into")
    parser.add_argument("--url", metavar="URL", help="where it will stand, for sitemap, feed and canonical links")
    parser.add_argument("--issues", metavar="URL", help="address of the issue tracker whose forms the pages link to")
    parser.add_argument("--cookbook", metavar="FILE", help="SPARQL cookbook in Markdown, shown with its answers")
    parser.add_argument("--changelog", metavar="FILE", help="changelog in Markdown, shown on the page of data")
    parser.add_argument("--previous", metavar="RELEASE", help="the release before, of which the feed says what changed")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    for name in ("url", "issues"):
        if (value := getattr(args, name)) and not value.startswith(("https://", "http://")):
            raise AtlasError(f"--{name} is a web address, https://…; not '{value[:80]}'")
    for name in ("cookbook", "changelog"):
        if (file := getattr(args, name)) and not Path(file).is_file():
            raise AtlasError(f"there is no {name} {file}; name a Markdown file, or leave out --{name}")
    atlas = open_atlas(args)
    built = build_site(
        atlas,
        Path(args.output),
        url=args.url,
        issues=args.issues.rstrip("/") if args.issues else None,
        recipes=Path(args.cookbook) if args.cookbook else None,
        changes=diff(load(args.previous), atlas) if args.previous else None,
        history=Path(args.changelog) if args.changelog else None,
    )
    print(Path(args.output) / "index.html")
    print(f"built {built.pages} pages, {built.files} files, {in_bytes(built.bytes)}", file=sys.stderr)
    return 0
