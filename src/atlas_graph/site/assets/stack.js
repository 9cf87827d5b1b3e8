// A stack's page: picks a mode, a device and options without leaving it, and keeps them in the address.
"use strict";
(() => {
  const pick = document.querySelector("[data-picker]");
  if (!pick) return;
  const pairs = new Set(pick.dataset.pairs.split(" "));
  const list = document.querySelector("ol.steps");
  const words = (text) => (text ? text.split(" ") : []);
  const lines = new Map([...document.querySelectorAll("svg.map .e")].map((line) => [line.dataset.i, line.dataset]));
  const steps = [...document.querySelectorAll("tr[data-i]")].map((row) => ({
    row, i: row.dataset.i, a: lines.get(row.dataset.i).a, b: lines.get(row.dataset.i).b, grade: row.dataset.g,
    link: row.cells[1].querySelector("a"), modes: words(row.dataset.m), devices: words(row.dataset.d),
    options: words(row.dataset.o), unless: words(row.dataset.u),
  }));
  const grades = ["documented-and-observed", "documented", "observed", "partial", "unaudited", "contradicted"];
  const grade = (chip, number) => {
    chip.textContent = grades[number].replaceAll("-", " ");
    chip.className = `g g-${grades[number]}`;
  };
  // A digit a path, in the order of the pairs; one where every path has the same.
  const graded = (step, state) => Number(step.grade[step.grade.length > 1 ? [...pairs].indexOf(`${state.mode}:${state.device}`) : 0]);
  const first = { mode: list.dataset.mode, device: list.dataset.device, options: [] };

  const read = () => {
    const asked = new URLSearchParams(location.search);
    return settle({ mode: asked.get("mode") ?? first.mode, device: asked.get("device") ?? first.device, options: asked.getAll("option") });
  };

  /** Return the state with what goes together: the other of mode and device gives way. */
  const settle = (state, kept = "mode") => {
    if (pairs.has(`${state.mode}:${state.device}`)) return state;
    const split = [...pairs].map((pair) => pair.split(":"));
    const [at, other] = kept === "mode" ? [0, 1] : [1, 0];
    const near = split.find((pair) => pair[at] === state[kept]) ?? split.find((pair) => pair[other] === state[other ? "device" : "mode"]);
    const [mode, device] = near ?? [first.mode, first.device];
    return { ...state, mode, device };
  };

  const held = (state) => {
    const has = (step) => (!step.modes.length || step.modes.includes(state.mode))
      && (!step.devices.length || step.devices.includes(state.device))
      && (!step.options.length || step.options.some((one) => state.options.includes(one)))
      && !step.unless.some((one) => state.options.includes(one));
    const holding = steps.filter(has);
    const reached = new Set(["0"]);
    for (let grown = true; grown;) {
      grown = false;
      for (const step of holding) if (reached.has(step.a) && !reached.has(step.b)) { reached.add(step.b); grown = true; }
    }
    return { on: new Set(holding.filter((step) => reached.has(step.a)).map((step) => step.i)), reached };
  };

  const show = (state) => {
    const { on, reached } = held(state);
    listed(on, state);
    for (const one of document.querySelectorAll("svg.map .e")) one.classList.toggle("off", !on.has(one.dataset.i));
    for (const one of document.querySelectorAll("svg.map .n")) one.classList.toggle("off", !reached.has(one.dataset.n));
    for (const one of document.querySelectorAll("tr[data-i]")) one.classList.toggle("off", !on.has(one.dataset.i));
    for (const one of document.querySelectorAll("tr[data-n]")) one.classList.toggle("off", !reached.has(one.dataset.n));
    inWords(on, reached);
    const mode = choose("mode", state.mode);
    const device = choose("device", state.device);
    for (const one of pick.querySelectorAll("[data-option]")) {
      one.setAttribute("aria-pressed", String(state.options.includes(one.dataset.option)));
      const other = held({ ...state, options: state.options.filter((id) => id !== one.dataset.option).concat(state.options.includes(one.dataset.option) ? [] : [one.dataset.option]) }).on;
      one.classList.toggle("idle", other.size === on.size && [...other].every((i) => on.has(i)));
    }
    const weakest = Math.max(0, ...steps.filter((step) => on.has(step.i)).map((step) => graded(step, state)));
    document.getElementById("s-what").textContent = `${mode.textContent} on ${device.dataset.label}`
      + (state.options.length ? ` with ${state.options.join(", ")}` : "");
    document.getElementById("s-count").textContent = `${reached.size} stages, ${on.size} steps`;
    grade(document.getElementById("s-grade"), weakest);
    document.getElementById("s-page").href = `../path/${list.dataset.stack}/${state.mode}/${state.device}.html`;
    Object.assign(list.dataset, { mode: state.mode, device: state.device, options: state.options.join(" ") });
  };

  // The drawing in words is made again from the rows of stages and steps.
  const inWords = (on, reached) => {
    const make = window.atlasMake;
    const rows = [...document.querySelectorAll("tr[data-n]")].filter((row) => reached.has(row.dataset.n));
    document.getElementById("rail").replaceChildren(...rows.map((row) => {
      const chip = row.querySelector("th .k");
      const out = steps.filter((step) => on.has(step.i) && step.a === row.dataset.n).map((step) => make("li", {},
        `${step.link.textContent} `, make("a", { href: `#${anchor(step)}` }, step.row.cells[2].textContent), ...limit(step)));
      return make("li", { class: chip.className.replace("k ", "") }, make("a", { class: "k", href: `#${row.id}` }, chip.textContent), ...(out.length ? [make("ul", {}, ...out)] : []));
    }));
  };

  const limit = (step) => {
    const words = step.row.cells[1].textContent.slice(step.link.textContent.length).replace(/^, /, "");
    return words ? [" ", window.atlasMake("span", { class: "note" }, words)] : [];
  };
  const anchor = (step) => step.row.id || step.link.hash.slice(1);

  // Steps that are not on the path with which the page came stand in a file beside it, but for their rows in the table.
  let wanted = null;
  const listed = async (on, state) => {
    wanted = on;
    const held = () => new Map([...list.children].map((item) => [item.dataset.i, item]));
    if (steps.some((step) => on.has(step.i) && !held().has(step.i))) {
      await window.atlasLoad(`stack/${list.dataset.stack}.steps.js`);
      if (wanted !== on) return;
    }
    const there = held();
    for (const step of steps) {
      if (on.has(step.i) && !there.has(step.i)) {
        step.link.href = `#${anchor(step)}`;
        step.row.removeAttribute("id");
        const after = [...list.children].find((item) => Number(item.dataset.i) > Number(step.i)) ?? null;
        const made = document.createElement("template");
        made.innerHTML = window.atlasSteps[step.i];
        window.atlasCopying(made.content.firstElementChild);
        list.insertBefore(made.content, after);
      }
      const item = there.get(step.i);
      if (item) item.hidden = !on.has(step.i);
    }
    for (const [i, item] of held()) grade(item.querySelector(".meta .g"), graded(steps[Number(i)], state));
  };

  const choose = (kind, id) => {
    let found = null;
    for (const one of pick.querySelectorAll(`[data-${kind}]`)) {
      if (one.dataset[kind] === id) { one.setAttribute("aria-current", "true"); found = one; } else one.removeAttribute("aria-current");
    }
    return found;
  };

  const address = (state) => {
    const asked = new URLSearchParams({ mode: state.mode, device: state.device });
    for (const option of state.options) asked.append("option", option);
    return `?${asked}`;
  };

  for (const one of pick.querySelectorAll("[data-option]")) one.setAttribute("role", "button");
  pick.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-mode], a[data-device], a[data-option]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const now = read();
    let next = now;
    if (link.dataset.mode) next = settle({ ...now, mode: link.dataset.mode }, "mode");
    else if (link.dataset.device) next = settle({ ...now, device: link.dataset.device }, "device");
    else {
      const one = link.dataset.option;
      next = { ...now, options: now.options.includes(one) ? now.options.filter((other) => other !== one) : [...now.options, one] };
    }
    try { history.pushState(null, "", address(next)); } catch { location.search = address(next); return; }
    show(next);
  });
  pick.addEventListener("keydown", (event) => {
    const link = event.target.closest("[data-option]");
    if (link && event.key === " ") { event.preventDefault(); link.click(); }
  });
  window.addEventListener("popstate", () => show(read()));
  show(read());
})();
