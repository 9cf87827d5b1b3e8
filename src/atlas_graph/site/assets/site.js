// What every page does beyond links: the search box, what follows from a stage, buttons that copy.
// The scripts are no modules because browsers load no module from a file; each keeps to a scope of its own.
"use strict";
(() => {
  const root = document.body.dataset.root;

  /** Load a script of the site once, and return when it has run. */
  const loaded = new Map();
  window.atlasLoad = (file) => {
    if (!loaded.has(file)) {
      loaded.set(file, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = root + file;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${file} is not there`));
        document.head.append(script);
      }));
    }
    return loaded.get(file);
  };

  /** Make an element with attributes and children. */
  window.atlasMake = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const make = window.atlasMake;

  // The search box: "/" goes there, hits come below it, arrows walk them.
  const box = document.getElementById("q");
  const list = make("ul", { class: "hits", id: "hits", "aria-label": "Suggestions" });
  list.hidden = true;
  box.after(list);
  let asked = 0;
  const suggest = async () => {
    const mine = ++asked;
    const text = box.value.trim();
    if (text.length < 2) { list.hidden = true; return; }
    await window.atlasLoad("assets/search.js");
    const hits = await window.atlasSearch.find(text, 8);
    if (mine !== asked) return;
    list.replaceChildren(...hits.map((hit) => make("li", {},
      make("a", { href: root + hit.page }, hit.title, make("small", {}, `${hit.kind} · ${hit.text}`)))));
    list.hidden = !hits.length;
  };
  box.addEventListener("input", suggest);
  box.addEventListener("focus", () => window.atlasLoad("assets/search.js").then(() => window.atlasSearch.ready()));
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); box.focus(); box.select(); }
    if (event.key === "Escape" && !list.hidden) { list.hidden = true; box.focus(); }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !list.hidden && box.parentElement.contains(document.activeElement)) {
      const links = [box, ...list.querySelectorAll("a")];
      const next = links[links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) { event.preventDefault(); next.focus(); }
    }
  });
  document.addEventListener("click", (event) => { if (!box.parentElement.contains(event.target)) list.hidden = true; });

  // The page of results.
  const results = document.getElementById("results");
  if (results) {
    const field = document.getElementById("s");
    const show = async () => {
      await window.atlasLoad("assets/search.js");
      const hits = await window.atlasSearch.find(field.value.trim(), 40);
      const rows = hits.map((hit) => make("li", {}, make("a", { href: root + hit.page }, hit.title),
        make("small", {}, hit.kind), make("p", {}, hit.text)));
      results.replaceChildren(rows.length ? make("ol", { class: "found" }, ...rows)
        : make("p", {}, field.value.trim() ? "Nothing fits. Try another spelling, or fewer words." : ""));
    };
    field.value = new URLSearchParams(location.search).get("q") ?? "";
    field.addEventListener("input", show);
    if (field.value) show();
  }

  // What leads to a stage and what follows from it light up when it is pointed at or reached by the keyboard.
  for (const map of document.querySelectorAll("svg.map")) {
    // A drawing that is wider than its place opens where it starts.
    const frame = map.closest(".scroll");
    if (frame && frame.scrollWidth > frame.clientWidth) {
      const places = [...map.querySelectorAll(".n:not(.off)")].map((node) => node.getBoundingClientRect());
      const first = places.reduce((top, place) => (place.top < top.top ? place : top), places[0]);
      if (first) frame.scrollLeft = first.left + first.width / 2 - frame.getBoundingClientRect().left - frame.clientWidth / 2;
    }
    const lines = [...map.querySelectorAll(".e")];
    const walk = (start, from, to) => {
      const reached = new Set([start]), passed = new Set();
      for (let grown = true; grown;) {
        grown = false;
        for (const line of lines) {
          if (!passed.has(line) && !line.classList.contains("off") && reached.has(line.dataset[from])) {
            passed.add(line); reached.add(line.dataset[to]); grown = true;
          }
        }
      }
      return { reached, passed };
    };
    const light = (event) => {
      const node = event.target.closest(".n");
      if (!node || node.classList.contains("off")) return;
      const after = walk(node.dataset.n, "a", "b"), before = walk(node.dataset.n, "b", "a");
      for (const line of lines) {
        line.classList.toggle("lit", after.passed.has(line) || before.passed.has(line));
        line.classList.toggle("before", before.passed.has(line));
      }
      for (const other of map.querySelectorAll(".n")) other.classList.toggle("lit", after.reached.has(other.dataset.n) || before.reached.has(other.dataset.n));
      map.classList.add("lit");
    };
    const dim = () => map.classList.remove("lit");
    map.addEventListener("mouseover", light);
    map.addEventListener("focusin", light);
    map.addEventListener("mouseout", dim);
    map.addEventListener("focusout", dim);
  }

  // What is folded in the part of a page that the address names is unfolded.
  const unfold = () => {
    const named = location.hash.length > 1 && !location.hash.includes("..") && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!named) return;
    for (const one of [named.closest("details"), ...named.querySelectorAll("details")]) if (one) one.open = true;
    if (named.matches("details")) named.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();

  // Buttons that copy: the link to a step, its quote as a citation, the line of Python that gives the path.
  const copying = (label, text) => {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(text()); button.textContent = "copied"; } catch { button.textContent = "not allowed"; }
      setTimeout(() => { button.textContent = label; }, 1500);
    });
    return button;
  };
  const steps = document.querySelector("ol.steps");
  window.atlasCopying = (step) => {
    const bar = make("span", { class: "copy" });
    bar.append(copying("copy link", () => `${location.href.split("#")[0]}#${step.id}`));
    const quote = step.querySelector(".q blockquote");
    if (quote) {
      bar.append(copying("copy quote", () => {
        const source = step.querySelector("figcaption a");
        const said = step.querySelector("figcaption").textContent.split(" · ")[0].trim();
        return `${quote.textContent.trim()} (${said}, ${source.href})`;
      }));
    }
    if (steps.dataset.issues) {
      const record = encodeURIComponent(`${steps.dataset.stack}/${step.id}`);
      bar.append(make("a", { href: `${steps.dataset.issues}/new?template=better-source.yml&record=${record}` }, "something wrong?"));
    }
    step.querySelector(".meta").append(bar);
  };
  document.querySelectorAll("li.step").forEach(window.atlasCopying);
  const cite = document.getElementById("cite");
  if (cite) cite.after(make("p", { class: "copybar" }, make("span", { class: "copy" }, copying("copy citation", () => cite.textContent.trim()))));
  const showing = document.getElementById("showing");
  if (steps && showing) {
    showing.append(make("span", { class: "copy" }, copying("copy Python", () => {
      const options = steps.dataset.options ? `, options=${JSON.stringify(steps.dataset.options.split(" "))}` : "";
      return `atlas_graph.load().path("${steps.dataset.stack}", mode="${steps.dataset.mode}", device="${steps.dataset.device}"${options})`;
    })));
  }
})();
