"""The SPARQL engine of the page: Oxigraph's WebAssembly in one script, and the release as what it loads.

Both are plain scripts with compressed bytes as text, because a page that is opened from a file may load scripts and
nothing else. They are loaded when a query is run, and by no other page.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from importlib.resources import files

from ..jsonld.errors import RdfError
from ..jsonld.namespaces import PREFIXES
from ..model.identifiers import BASE_IRI
from ..rdf.dataset import graphs
from ..rdf.turtle import trig, turtle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .writing import Writer

#: What only a module may say, in the module that is vendored: each with what a plain script says in its place.
_MODULE = (
    (re.compile(r"^export (?=class |function )", re.MULTILINE), ""),
    (re.compile(r"^export \{ initSync, __wbg_init as default \};\s*$", re.MULTILINE), ""),
    (re.compile(r"new URL\('web_bg\.wasm', import\.meta\.url\)"), "undefined"),
)


def write_engine(writer: Writer, release: dict[str, Any]) -> str | None:
    """Write ``assets/oxigraph.js`` and ``data/graph.js``, or return why the release cannot be said in RDF."""
    try:
        made = graphs(release)
    except RdfError as error:
        return str(error)
    writer.file("assets/oxigraph.js", engine_script())
    text = turtle(made.merged) + trig(dict(made.paths))
    data = {"base": BASE_IRI, "prefixes": PREFIXES, "trig": _packed(text.encode())}
    writer.file("data/graph.js", f"self.atlasData={json.dumps(data, separators=(',', ':'))};\n")
    return None


def engine_script() -> str:
    """Return Oxigraph as one plain script, which leaves its ``Store``, what starts it and its bytes in ``atlasEngine``.

    Raises:
        ValueError: where the vendored module is not made as it was when this was written.
    """
    folder = files("atlas_graph.site").joinpath("vendor/oxigraph")
    script = folder.joinpath("web.js").read_text(encoding="utf-8")
    for pattern, instead in _MODULE:
        script, found = pattern.subn(instead, script)
        if not found:
            raise ValueError(f"vendor/oxigraph/web.js has no {pattern.pattern}; look how this version is made")
    wasm = _packed(folder.joinpath("web_bg.wasm").read_bytes())
    return (
        "// Oxigraph 0.5, https://github.com/oxigraph/oxigraph, Apache-2.0 OR MIT.\n"
        f"(() => {{\n{script}\nself.atlasEngine={{Store,initSync,wasm:{json.dumps(wasm)}}};\n}})();\n"
    )


def _packed(content: bytes) -> str:
    return b64encode(gzip.compress(content, 9, mtime=0)).decode()
