// Answers queries: in a worker, so that one that takes long can be stopped, or in a page that was opened from a file.
"use strict";
(() => {
  const unpacked = async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  let opened = null;
  const open = async () => {
    const { Store, initSync, wasm } = self.atlasEngine;
    initSync({ module: await WebAssembly.compile(await unpacked(wasm)) });
    const store = new Store();
    store.load(await unpacked(self.atlasData.trig), { format: "application/trig", no_transaction: true, lenient: true });
    return store;
  };

  /** Return a query with the prefixes that it uses and does not declare itself. */
  const declared = (query) => {
    const bare = query.replace(/<[^<>\s]*>|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g, " ");
    const own = new Set([...bare.matchAll(/\bPREFIX\s+([\w-]*):/gi)].map((found) => found[1]));
    const used = new Set([...bare.matchAll(/([A-Za-z][\w-]*):/g)].map((found) => found[1]));
    return Object.entries(self.atlasData.prefixes).filter(([name]) => used.has(name) && !own.has(name))
      .map(([name, iri]) => `PREFIX ${name}: <${iri}> `).join("") + query;
  };

  const written = (term) => (term === undefined ? "" : term.termType === "Literal" || term.termType === "NamedNode" ? term.value : String(term));
  const kind = (term) => (term?.termType === "NamedNode" ? "iri" : "text");

  /** Return the answer to a query: ``{ask}``, ``{columns, rows, more}`` with cells ``[kind, text]``, or ``{text}``. */
  self.atlasAsk = async (query, most = 500) => {
    const store = await (opened ??= open());
    const answer = store.query(declared(query));
    if (typeof answer === "boolean") return { ask: answer };
    const rows = answer.slice(0, most);
    if (rows[0] && !(rows[0] instanceof Map)) return { text: answer.slice(0, most).map((quad) => `${quad} .`).join("\n"), more: Math.max(0, answer.length - most) };
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    return {
      columns, more: Math.max(0, answer.length - most),
      rows: rows.map((row) => columns.map((name) => [kind(row.get(name)), written(row.get(name))])),
    };
  };

  if (typeof WorkerGlobalScope !== "undefined") {
    self.importScripts("oxigraph.js", "../data/graph.js");
    self.onmessage = async ({ data }) => {
      try { self.postMessage({ answer: await self.atlasAsk(data) }); } catch (error) { self.postMessage({ error: String(error.message ?? error) }); }
    };
  }
})();
