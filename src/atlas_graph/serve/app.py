"""The web application: what is at which path."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..atlas import Atlas
from ..errors import UnknownIdError
from ..jsonld.namespaces import FOLDERS
from ..model.identifiers import BASE_IRI
from ..rdf.dataset import graphs
from ..rdf.engine_process import MEMORY, payload
from ..rdf.engines import GRAPH_FORMATS, RESULT_FORMATS, choose_engine
from ..rdf.errors import QueryError, QueryTimeout
from ..rdf.export import export
from ..rdf.sparql import checked, request_of
from ..rdf.turtle import ntriples, turtle
from ..render.card_html import card_html
from .html import description, landing, query_form
from .negotiate import choose
from .pool import BusyError, Pool
from .protocol import ProtocolError, ProtocolRequest, asked
from .resource import Resources
from .service_description import service_description

#: Media types of the results of SELECT and ASK, the preferred first, with the format of each.
_RESULTS = {
    "application/sparql-results+json": "json",
    "application/json": "json",
    "application/sparql-results+xml": "xml",
    "application/xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
_GRAPHS = {
    "text/turtle": "turtle",
    "application/ld+json": "jsonld",
    "application/n-triples": "ntriples",
    "application/rdf+xml": "rdfxml",
}
_HTML, _TURTLE, _JSONLD, _JSON = "text/html", "text/turtle", "application/ld+json", "application/json"
_ENDINGS = {".ttl": _TURTLE, ".jsonld": _JSONLD, ".html": _HTML, ".nt": "application/n-triples"}
#: Nothing on these pages needs a script, a frame or another host.
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
}


class Endpoint:
    """The application's state and its handlers."""

    def __init__(
        self,
        release: dict[str, Any],
        *,
        site: Path | None = None,
        engine: str = "auto",
        workers: int = 2,
        timeout: float = 10.0,
        wait: float = 5.0,
        memory: int = MEMORY,
    ) -> None:
        self._release = release
        self._atlas = Atlas(release)
        self._site = site
        self._graphs = graphs(release)
        self._known = frozenset(self._graphs.named)
        self._resources = Resources(self._graphs)
        self._file = export(release, "jsonld")[""]
        self._whole: bytes | None = None
        self._pool_of = {
            "content": payload(self._graphs),
            "engine": choose_engine(engine),
            "size": workers,
            "timeout": timeout,
            "wait": wait,
            "memory": memory,
        }
        self._pool: Pool | None = None

    def app(self) -> Starlette:
        """Return the ASGI application."""
        routes: list[Any] = [
            Route("/sparql", self.sparql, methods=["GET", "POST"]),
            Route("/release.json", self.release_file),
            Route(f"/release/{self._release['version']}", self.release),
            Route("/ns", self.resource),
            *(Route(f"/{folder}/{{rest:path}}", self.resource) for folder in FOLDERS),
        ]
        if self._site is not None:
            routes.append(Mount("/", StaticFiles(directory=self._site, html=True)))
        else:
            routes.append(Route("/", self.root))
        middleware = [
            Middleware(
                CORSMiddleware,
                allow_origins=["*"],
                allow_methods=["GET", "POST", "HEAD", "OPTIONS"],
                allow_headers=["*"],
                expose_headers=["ETag", "Content-Location"],
            ),
            Middleware(GZipMiddleware, minimum_size=2000),
        ]
        return Starlette(routes=routes, middleware=middleware, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self._pool = Pool(**self._pool_of)  # type: ignore[arg-type]
        try:
            await self._pool.start()
            yield
        finally:
            self._pool.close()

    def stop(self) -> None:
        """End every running query, so that the server can stop; safe in a signal handler."""
        if self._pool is not None:
            self._pool.stop()

    # SPARQL -----------------------------------------------------------------------------------------------

    async def sparql(self, request: Request) -> Response:
        """Answer the SPARQL Protocol."""
        try:
            return await self._answer(request, await asked(request))
        except ClientDisconnect:
            return Response(status_code=499)  # which nobody reads
        except ProtocolError as error:
            return _sentence(error.status, str(error))
        except QueryTimeout as error:
            return _sentence(504, str(error))
        except QueryError as error:
            return _sentence(400, str(error))
        except BusyError:
            return _sentence(503, "every worker is busy; ask again in a moment", {"Retry-After": "5"})

    async def _answer(self, request: Request, wanted: ProtocolRequest) -> Response:
        accept = request.headers.get("accept")
        if wanted.query is None:
            return self._service(request, accept)
        query = checked(wanted.query, self._known, wanted.default_graphs, wanted.named_graphs)
        is_graph = query.form in ("CONSTRUCT", "DESCRIBE")
        offered = _GRAPHS if is_graph else _RESULTS
        media = choose(accept, list(offered))
        if media is None:
            return _sentence(406, f"the answer of {query.form} comes as {', '.join(offered)}")
        format = offered[media]
        results, graph = ("json", format) if is_graph else (format, "turtle")
        made = request_of(query, results, graph, wanted.default_graphs, wanted.named_graphs)
        assert self._pool is not None
        content = await self._pool.ask(made, request.is_disconnected)
        types = GRAPH_FORMATS if is_graph else RESULT_FORMATS
        full = media if media in (_JSON, "application/xml") else types[format]
        return Response(content, headers={"Content-Type": full, "Vary": "Accept", **_SAFE})

    def _service(self, request: Request, accept: str | None) -> Response:
        """Return the service's description, or the form to people."""
        media = choose(accept, [_HTML, *_GRAPHS])
        address = str(request.url.replace(query=""))
        if media == _HTML or media is None:
            return _respond(request, query_form(address).encode(), f"{_HTML}; charset=utf-8")
        return self._as(request, service_description(address, self._graphs), media)

    # The release ------------------------------------------------------------------------------------------

    async def release_file(self, request: Request) -> Response:
        """Return the release file."""
        return _respond(request, self._file, _JSON)

    async def release(self, request: Request) -> Response:
        """Return the release by its IRI: JSON, all of its Turtle, or a page."""
        media = choose(request.headers.get("accept"), [_HTML, _JSONLD, _JSON, _TURTLE])
        if media in (_JSON, _JSONLD):
            return _respond(request, self._file, media, {"Content-Location": "/release.json"})
        if media == _TURTLE:
            content = await run_in_threadpool(self._turtle)
            return _respond(request, content, GRAPH_FORMATS["turtle"])
        return await self.resource(request)

    def _turtle(self) -> bytes:
        if self._whole is None:
            self._whole = export(self._release, "turtle")[""]
        return self._whole

    # IRIs -------------------------------------------------------------------------------------------------

    async def resource(self, request: Request) -> Response:
        """Return the description of an IRI below the base, in the form that the header or the ending asks for."""
        path = request.url.path.lstrip("/")
        media = None
        if not self._resources.said_of(path):
            for ending, of_ending in _ENDINGS.items():
                if path.endswith(ending) and self._resources.said_of(path.removesuffix(ending)):
                    path, media = path.removesuffix(ending), of_ending
        said = self._resources.said_of(path)
        if not said and (file := self._file_of_site(path)):
            return FileResponse(file)
        if not said:
            return _sentence(404, f"the atlas has nothing at {BASE_IRI}{path}")
        offered = [_HTML, *_GRAPHS]
        media = media or choose(request.headers.get("accept"), offered)
        if media is None:
            return _sentence(406, f"this comes as {', '.join(offered)}")
        if media != _HTML:
            return self._as(request, self._resources.described(path), media)
        if page := self._page_of_site(path):
            return FileResponse(page, headers={"Vary": "Accept"})
        pointing = self._resources.pointing_to(path)
        content = description(path, said, pointing, self._resources.labels, self._card(path))
        return _respond(request, content.encode(), f"{_HTML}; charset=utf-8")

    def _card(self, path: str) -> str | None:
        """Return what an IRI names with its receipts, None where it names no thing of the atlas."""
        try:
            return card_html(self._atlas.show(f"{BASE_IRI}{path}"))
        except UnknownIdError:
            return None

    def _page_of_site(self, path: str) -> Path | None:
        """Return the explorer's page of an IRI, where it is built and has one."""
        return self._file_of_site(f"{path}/index.html") or self._file_of_site(f"{path}.html")

    def _file_of_site(self, path: str) -> Path | None:
        """Return a file of the explorer, where it is built and has one; never one outside its folder."""
        if self._site is None:
            return None
        root = self._site.resolve()
        file = (root / path).resolve()
        return file if file.is_file() and file.is_relative_to(root) else None

    def _as(self, request: Request, triples: Any, media: str) -> Response:
        """Return triples in a form of RDF."""
        if media == _TURTLE:
            return _respond(request, turtle(triples).encode(), GRAPH_FORMATS["turtle"])
        content = ntriples(triples)
        if media != "application/n-triples":
            content = _converted(content, media)
        return _respond(request, content.encode(), media)

    async def root(self, request: Request) -> Response:
        """Return the first page."""
        held = {
            "stacks": [(one.title, f"stack/{one.id}") for one in self._atlas.stacks],
            "entities": [(one.name, f"entity/{one.id}") for one in self._atlas.entities],
            "steps": [(str(one), f"step/{one.id}") for one in self._atlas.steps],
            "sources": [(one.title, f"source/{one.id}") for one in self._atlas.sources],
        }
        content = landing(self._release["title"], self._release["version"], held)
        return _respond(request, content.encode(), f"{_HTML}; charset=utf-8")


def _converted(text: str, media: str) -> str:
    """Return N-Triples as JSON-LD or RDF/XML."""
    import pyoxigraph as ox  # for one of three formats

    formats = ox.RdfFormat
    chosen = formats.JSON_LD if media == _JSONLD else formats.RDF_XML
    content = ox.serialize(ox.parse(text, formats.N_TRIPLES), format=chosen)
    return (content or b"").decode()


def _respond(request: Request, content: bytes, media: str, headers: dict[str, str] | None = None) -> Response:
    """Return content with its ETag, or 304 where the client has it already."""
    # Weak, because the same content goes out compressed to some.
    tag = f'"{hashlib.sha256(media.encode() + content).hexdigest()[:32]}"'
    more = {"ETag": f"W/{tag}", "Vary": "Accept", "Cache-Control": "no-cache", **_SAFE, **(headers or {})}
    held = [name.strip().removeprefix("W/") for name in request.headers.get("if-none-match", "").split(",")]
    if tag in held or "*" in held:
        return Response(status_code=304, headers=more)
    return Response(content, headers={"Content-Type": media, **more})


def _sentence(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(f"{text}\n", status, {**_SAFE, **(headers or {})})
