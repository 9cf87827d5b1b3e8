// The front page's picker: "I run … as … on …", answered at once from the links that stand on the page.
"use strict";
(() => {
  const form = document.getElementById("picker");
  const [stack, mode, device] = ["p-stack", "p-mode", "p-device"].map((id) => document.getElementById(id));
  const answer = document.getElementById("answer");
  const make = window.atlasMake;
  const first = () => document.querySelector(`[data-stack="${stack.value}"]`).dataset;
  const links = () => [...document.querySelectorAll(`[data-stack="${stack.value}"] a[data-mode]`)];

  const fill = (select, rows, wanted) => {
    select.replaceChildren(...rows.map(([value, text]) => make("option", { value }, text)));
    if (rows.some(([value]) => value === wanted)) select.value = wanted;
  };
  const modes = () => {
    const rows = new Map(links().map((link) => [link.dataset.mode, link.dataset.modename]));
    fill(mode, [...rows], mode.value || first().mode);
  };
  const devices = () => {
    const rows = new Map(links().filter((link) => link.dataset.mode === mode.value).map((link) => [link.dataset.device, link.textContent]));
    fill(device, [...rows], device.value || first().device);
  };
  const show = () => {
    const link = links().find((one) => one.dataset.mode === mode.value && one.dataset.device === device.value);
    const way = link.dataset.way.split("|").map((one) => {
      const [kind, name] = [one.slice(0, 2), one.slice(3)];
      return make("li", { class: `k-${kind}` }, make("span", { class: `k k-${kind}` }, name));
    });
    answer.replaceChildren(
      make("p", { class: "kicker" }, `The main line: ${way.length} of ${link.dataset.count}`),
      make("ol", { class: "way" }, ...way),
      make("p", {}, make("a", { href: link.getAttribute("href"), class: "go" }, "Every step, with who says so"), ` · graded ${link.dataset.grade}`),
    );
  };
  stack.addEventListener("change", () => { mode.value = device.value = ""; modes(); devices(); show(); });
  mode.addEventListener("change", () => { devices(); show(); });
  device.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  const asked = new URLSearchParams(location.search);
  if ([...stack.options].some((one) => one.value === asked.get("stack"))) stack.value = asked.get("stack");
  modes(); devices(); show();
})();
