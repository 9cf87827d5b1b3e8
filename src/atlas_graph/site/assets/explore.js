// The page that explores the whole graph: a drawing with a filter by kind, and a finder of ways.
"use strict";
(async () => {
  const tools = window.atlasGraphTools, make = window.atlasMake, root = document.body.dataset.root;
  const graph = await tools.open();
  const codes = { "programming-language": "pl", "framework-component": "fc", "intermediate-representation": "ir", compiler: "co", "kernel-library": "kl", "communication-library": "cl", "generated-source": "gs", "machine-code": "mc", runtime: "rt", driver: "dr", interface: "in", "file-format": "ff", hardware: "hw", concept: "cn" };
  const space = "http://www.w3.org/2000/svg";
  const draw = (name, attributes, ...children) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // The finder. A way is asked for by #FROM..TO in the address.
  const finder = document.getElementById("finder"), from = document.getElementById("f-from"), to = document.getElementById("f-to");
  const out = document.getElementById("ways");
  document.getElementById("names").append(...graph.e.map(([, name]) => make("option", { value: name })));
  const named = (text) => {
    const folded = text.trim().toLowerCase();
    const exact = graph.e.findIndex(([id, name]) => id === folded || name.toLowerCase() === folded);
    return exact >= 0 ? exact : graph.e.findIndex(([id, name]) => folded && (name.toLowerCase().startsWith(folded) || id.startsWith(folded)));
  };
  const search = () => {
    const [start, end] = [named(from.value), named(to.value)];
    if (start < 0 || end < 0) { out.replaceChildren(make("p", {}, `There is nothing called ${(start < 0 ? from : to).value || "that"} on a path.`)); return; }
    const found = tools.ways(graph, start, end);
    const rows = found.map((way) => {
      const stacks = [...new Set(way.steps.map((one) => graph.t[one][0]))].map((at) => graph.s[at]);
      const last = stacks.at(-1);
      const parts = [make("a", { href: `${root}entity/${graph.e[start][0]}.html`, class: `k k-${codes[graph.k[graph.e[start][2]]]}` }, graph.e[start][1])];
      for (const one of way.steps) {
        const step = graph.t[one], end_ = graph.e[step[3]];
        parts.push(" ", make("a", { class: "rel", href: root + tools.address(graph, one) }, graph.r[step[2]][1]), " ",
          make("a", { href: `${root}entity/${end_[0]}.html`, class: `k k-${codes[graph.k[end_[2]]]}` }, end_[1]));
      }
      const modes = last.m.filter((_, at) => way.modes >> at & 1).map(([, title]) => title), devices = last.d.filter((_, at) => way.devices >> at & 1).map(([, label]) => label);
      return make("li", {}, make("p", { class: "way" }, ...parts), make("span", { class: "note" },
        `${stacks.map((stack) => stack.t).join(", then ")} · ${modes.length === last.m.length ? "any mode" : modes.join(", ")} · ${devices.length === last.d.length ? "any device" : devices.join(", ")}`));
    });
    out.replaceChildren(rows.length ? make("ol", {}, ...rows) : make("p", {}, `No documented way leads from ${graph.e[start][1]} to ${graph.e[end][1]}.`));
  };
  finder.hidden = false;
  finder.addEventListener("submit", (event) => { event.preventDefault(); try { history.pushState(null, "", `#${graph.e[named(from.value)]?.[0] ?? ""}..${graph.e[named(to.value)]?.[0] ?? ""}`); } catch { /* a file has no history */ } search(); });
  const asked = () => {
    const [start, end] = decodeURIComponent(location.hash.slice(1)).split("..");
    if (!end) return;
    from.value = graph.e.find(([id]) => id === start)?.[1] ?? start;
    to.value = graph.e.find(([id]) => id === end)?.[1] ?? end;
    search();
  };
  addEventListener("popstate", asked);
  asked();

  // The drawing: columns by kind, in the order in which programs pass them.
  const svg = document.getElementById("whole"), about = document.getElementById("about"), box = document.getElementById("graphbox");
  const hidden = new Set();
  const render = () => {
    const shown = graph.e.map((entity, at) => ({ at, id: entity[0], name: entity[1], kind: entity[2] })).filter((one) => !hidden.has(graph.k[one.kind]));
    const columns = new Map();
    for (const one of shown) columns.set(one.kind, [...(columns.get(one.kind) ?? []), one]);
    const kinds = [...columns.keys()].sort((a, b) => a - b);
    const place = new Map(), gap = 19, most = 38;
    let x = 20;
    for (const kind of kinds) {
      const rows = columns.get(kind);
      const across = Math.ceil(rows.length / most), tall = Math.ceil(rows.length / across);
      rows.forEach((one, at) => place.set(one.at, [x + Math.floor(at / tall) * 160, 30 + (at % tall) * gap]));
      x += across * 160;
    }
    const height = 60 + Math.max(0, ...[...place.values()].map(([, y]) => y));
    svg.setAttribute("viewBox", `0 0 ${x} ${height}`); svg.setAttribute("width", x); svg.setAttribute("height", height);
    const pairs = new Map();
    graph.t.forEach((step) => { if (place.has(step[1]) && place.has(step[3])) pairs.set(`${step[1]} ${step[3]}`, step); });
    const lines = [...pairs.values()].map((step) => {
      const [a, b] = [place.get(step[1]), place.get(step[3])], bend = Math.max(40, Math.abs(b[0] - a[0]) / 2);
      return draw("path", { d: `M${a[0]} ${a[1]}C${a[0] + bend} ${a[1]} ${b[0] - bend} ${b[1]} ${b[0]} ${b[1]}`, "data-a": step[1], "data-b": step[3] });
    });
    const nodes = shown.map((one) => {
      const [left, top] = place.get(one.at);
      return draw("g", { class: `n k-${codes[graph.k[one.kind]]}`, "data-n": one.at, tabindex: "0", role: "button", transform: `translate(${left} ${top})` },
        draw("circle", { r: 5 }), draw("text", { x: 9, y: 3.5 }, one.name.length > 24 ? `${one.name.slice(0, 23)}…` : one.name));
    });
    svg.replaceChildren(...lines, ...nodes);
  };
  const choose = (node) => {
    const start = Number(node.dataset.n), near = new Set([start]);
    const lines = [...svg.querySelectorAll("path")];
    const walk = (here, there) => {
      const seen = new Set([start]), todo = [start];
      while (todo.length) { const at = todo.pop(); for (const line of lines) if (Number(line.dataset[here]) === at) { const next = Number(line.dataset[there]); if (!seen.has(next)) { seen.add(next); todo.push(next); } } }
      return seen;
    };
    const after = walk("a", "b"), before = walk("b", "a");
    for (const one of [...after, ...before]) near.add(one);
    for (const line of lines) line.classList.toggle("lit", (after.has(Number(line.dataset.a)) && after.has(Number(line.dataset.b))) || (before.has(Number(line.dataset.a)) && before.has(Number(line.dataset.b))));
    for (const one of svg.querySelectorAll(".n")) one.classList.toggle("lit", near.has(Number(one.dataset.n)));
    svg.classList.add("lit");
    const entity = graph.e[start];
    about.replaceChildren(make("a", { href: `${root}entity/${entity[0]}.html` }, entity[1]), `: ${after.size - 1} things come after it, ${before.size - 1} before.`);
  };
  svg.addEventListener("click", (event) => { const node = event.target.closest(".n"); if (node) choose(node); else svg.classList.remove("lit"); });
  svg.addEventListener("keydown", (event) => { const node = event.target.closest(".n"); if (node && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(node); } });
  document.getElementById("kinds").addEventListener("change", (event) => {
    if (event.target.checked) hidden.delete(event.target.value); else hidden.add(event.target.value);
    for (const row of document.querySelectorAll(".hoplist [data-kind]")) row.hidden = hidden.has(row.dataset.kind);
    render();
  });
  box.hidden = false;
  render();
})();
