// The box that runs a query in the page. The engine and the data are loaded when the first query is run.
"use strict";
(() => {
  const form = document.getElementById("asker");
  const [field, out, stop] = ["query", "answer", "stop"].map((id) => document.getElementById(id));
  const root = document.body.dataset.root, make = window.atlasMake;
  const { base, prefixes } = { base: form.dataset.base, prefixes: JSON.parse(form.dataset.prefixes) };
  const pages = /^(entity|step|source|option|choice|stack|witness|path)\/[\w./-]+$/;
  let worker = null;

  /** Return a promise of the answer, by a worker where the page may have one. */
  const ask = async (query) => {
    if (location.protocol === "file:") {
      for (const file of ["assets/oxigraph.js", "data/graph.js", "assets/sparql-engine.js"]) await window.atlasLoad(file);
      return self.atlasAsk(query);
    }
    worker ??= new Worker(`${root}assets/sparql-engine.js`);
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.answer));
      worker.onerror = (event) => reject(new Error(event.message || "the engine did not load"));
      worker.postMessage(query);
    });
  };

  const cell = ([kind, text]) => {
    if (kind !== "iri") return text;
    const near = text.startsWith(base) ? text.slice(base.length) : "";
    const prefix = Object.entries(prefixes).filter(([, iri]) => text.startsWith(iri)).sort((a, b) => b[1].length - a[1].length)[0];
    const short = prefix ? `${prefix[0]}:${text.slice(prefix[1].length)}` : text;
    return pages.test(near) ? make("a", { href: `${root}${near}.html` }, short) : short;
  };

  const shown = (answer) => {
    if ("ask" in answer) return [make("p", {}, make("strong", {}, answer.ask ? "yes" : "no"))];
    const more = answer.more ? [make("p", { class: "note" }, `and ${answer.more} more`)] : [];
    if ("text" in answer) return [make("pre", { tabindex: "0" }, answer.text), ...more];
    if (!answer.rows.length) return [make("p", {}, "No rows.")];
    const head = make("tr", {}, ...answer.columns.map((name) => make("th", { scope: "col" }, name)));
    const rows = answer.rows.map((row) => make("tr", {}, ...row.map((one) => make("td", {}, cell(one)))));
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
    return [make("p", { class: "note" }, `${answer.rows.length + answer.more} ${answer.rows.length + answer.more === 1 ? "row" : "rows"}`),
      make("div", { class: "tablebox", tabindex: "0", role: "group", "aria-label": "Rows of the answer" }, table), ...more];
  };

  const run = async () => {
    out.replaceChildren(make("p", {}, worker ? "Asking …" : "Loading the engine and the data, once: about 3 MB …"));
    stop.hidden = location.protocol === "file:";
    try { out.replaceChildren(...shown(await ask(field.value))); } catch (error) { out.replaceChildren(make("p", { class: "warn" }, error.message)); }
    stop.hidden = true;
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); run(); });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); } });
  stop.addEventListener("click", () => { worker?.terminate(); worker = null; stop.hidden = true; out.replaceChildren(make("p", {}, "Stopped.")); });
  for (const block of document.querySelectorAll("pre[data-recipe]")) {
    const button = make("button", { type: "button", class: "try" }, "Run it here");
    button.addEventListener("click", () => { field.value = block.textContent; form.scrollIntoView(); run(); });
    block.after(button);
  }
  form.hidden = false;
})();
