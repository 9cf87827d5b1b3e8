// The page that compares any two paths; those that are drawn have pages of their own.
"use strict";
(async () => {
  const tools = window.atlasGraphTools, make = window.atlasMake, root = document.body.dataset.root;
  const graph = await tools.open();
  const [left, right] = ["c-left", "c-right"].map((id) => document.getElementById(id));
  right.append(...[...left.options].map((one) => one.cloneNode(true)));
  const out = document.getElementById("compared");
  const name = (at) => graph.e[at][1];
  /** Return the address of the page on which two paths are drawn, if they are; the two in alphabetical order. */
  const address = (one, other) => {
    const at = one.findIndex((part, place) => part !== other[place]);
    const pair = at >= 0 && one[at] < other[at] ? [one, other] : [other, one];
    return `compare/${pair.map((names) => names.join(".")).join("--")}.html`;
  };
  const show = () => {
    const [one, other] = [left, right].map((select) => tools.path(graph, ...select.value.split(":")));
    const drawn = document.querySelector(`#drawn a[href="${address(left.value.split(":"), right.value.split(":"))}"]`);
    const groups = [["Both", (at) => one.stages.has(at) && other.stages.has(at)], ["Only the left", (at) => one.stages.has(at) && !other.stages.has(at)], ["Only the right", (at) => !one.stages.has(at) && other.stages.has(at)]];
    const every = [...new Set([...one.stages, ...other.stages])].sort((a, b) => graph.e[a][2] - graph.e[b][2] || name(a).localeCompare(name(b)));
    out.replaceChildren(...groups.map(([title, has]) => {
      const stages = every.filter(has);
      return make("section", {}, make("h2", {}, `${title}: ${stages.length} stages`), make("p", {},
        ...stages.flatMap((at, number) => [number ? ", " : "", make("a", { href: `${root}entity/${graph.e[at][0]}.html` }, name(at))])));
    }), ...(drawn ? [make("p", {}, make("a", { href: drawn.getAttribute("href"), class: "go" }, "Drawn side by side, step by step"))] : []));
    out.hidden = false;
  };
  const asked = () => {
    const query = new URLSearchParams(location.search);
    for (const [select, value] of [[left, query.get("left")], [right, query.get("right")]]) if ([...select.options].some((one) => one.value === value)) select.value = value;
    show();
  };
  const change = () => { try { history.pushState(null, "", `?left=${left.value}&right=${right.value}`); } catch { /* a file has no history */ } show(); };
  left.value = [...left.options].some((one) => one.value === "jax:jit:nvidia-gpu") ? "jax:jit:nvidia-gpu" : left.value;
  right.value = [...right.options].some((one) => one.value === "pytorch:compile:nvidia-gpu") ? "pytorch:compile:nvidia-gpu" : right.value;
  left.addEventListener("change", change); right.addEventListener("change", change);
  addEventListener("popstate", asked);
  document.getElementById("comparer").hidden = false;
  asked();
})();
