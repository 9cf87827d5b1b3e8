"""``atlas-graph serve``: the SPARQL endpoint, the IRIs and the explorer, over HTTP."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FrameType

import uvicorn

from ..atlas import Atlas
from ..errors import AtlasError, MissingExtraError
from ..serve.app import Endpoint
from ..serve.connections import GuardedProtocol, Registry
from .common import add_release, add_seconds, open_atlas


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Serve a release over HTTP: /sparql (SPARQL 1.1 Protocol), every IRI of the atlas as HTML, Turtle or JSON-LD,"
        " /release.json, and a built explorer with --site. Ctrl-C ends it."
    )
    parser.epilog = "example: atlas-graph serve --port 8000"
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes a free one (default: 8000)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--site", metavar="DIR", help="folder of a built explorer, served at /")
    shown.add_argument("--explorer", action="store_true", help="build the explorer first, and serve it at /")
    add_seconds(parser, "--timeout", 10.0, "seconds a query may take")
    parser.add_argument("--workers", metavar="N", type=int, default=2, help="queries answered at once (default: 2)")
    parser.add_argument(
        "--memory", metavar="MB", type=int, default=2048, help="memory a query may take (default: 2048)"
    )
    add_release(parser)


#: Processes, and megabytes: beyond these no machine helps.
_MOST_WORKERS, _MOST_MEMORY = 1000, 10_000_000


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if not (1 <= args.workers <= _MOST_WORKERS and 1 <= args.memory <= _MOST_MEMORY):
        raise AtlasError(f"--workers is from 1 to {_MOST_WORKERS}, --memory from 1 to {_MOST_MEMORY}")
    site = Path(args.site) if args.site is not None else None
    if site is not None and not os.path.isfile(site / "index.html"):
        raise AtlasError(f"there is no explorer in {site}; name a folder with an index.html, or leave out --site")
    with contextlib.ExitStack() as stack:
        atlas = open_atlas(args)
        if args.explorer:
            site = stack.enter_context(_explorer(atlas))
        return _serve(args, atlas, site)


@contextlib.contextmanager
def _explorer(atlas: Atlas) -> Iterator[Path]:
    """Build the explorer in a folder that lasts as long as it is served.

    Raises:
        MissingExtraError: where its extra is not installed.
    """
    try:
        from ..site.build import build_site  # of the site extra
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or "jinja2", "site", "atlas-graph serve --explorer") from None
    print("atlas-graph: building the explorer", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="atlas-graph-") as folder:
        build_site(atlas, Path(folder))
        yield Path(folder)


def _serve(args: argparse.Namespace, atlas: Atlas, site: Path | None) -> int:
    endpoint = Endpoint(
        atlas.release,
        site=site,
        workers=args.workers,
        timeout=args.timeout,
        memory=args.memory * 1024**2,
    )
    listener = _listen(args.host, args.port)
    config = uvicorn.Config(
        endpoint.app(),
        http=partial(GuardedProtocol, Registry()),  # type: ignore[arg-type]
        ws="none",
        log_level="warning",
        server_header=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=5,
    )
    host = f"[{args.host}]" if ":" in args.host else args.host
    print(f"http://{host}:{listener.getsockname()[1]}/", flush=True)
    print("atlas-graph: serving; Ctrl-C ends it", file=sys.stderr)
    server = uvicorn.Server(config)
    stop_as_usual = server.handle_exit

    def stop(signal: int, frame: FrameType | None) -> None:
        endpoint.stop()  # or the server would wait for queries that run away
        stop_as_usual(signal, frame)

    server.handle_exit = stop  # type: ignore[assignment,method-assign]
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises the signal again after it has stopped as it should
        server.run(sockets=[listener])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Raises:
        AtlasError: where the address or port cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise AtlasError(f"cannot listen on {host} port {port}: {reason}; choose another with --port") from None
    return listener
