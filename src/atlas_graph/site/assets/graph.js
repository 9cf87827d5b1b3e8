// The graph as the explorer's pages use it: its index, and the ways from one thing to another.
"use strict";
(() => {
  const open = async () => {
    await window.atlasLoad("assets/graph-data.js");
    const data = window.atlasGraph;
    const leaving = data.e.map(() => []);
    data.t.forEach((step, number) => leaving[step[1]].push(number));
    return { ...data, leaving };
  };

  /** Return whether a step holds under the bits of modes and devices. */
  const holds = (step, modes, devices) => (!step[4] || step[4] & modes) && (!step[5] || step[5] & devices);
  const all = (list) => (1 << list.length) - 1;

  /** Return the ways inside one stack, or where there is none, over two: those of fewest limited steps first. */
  const ways = (graph, start, end, limit = 12) => {
    const inside = walk(graph, start, end, 0);
    const found = inside.length ? inside : walk(graph, start, end, 1);
    return found.sort((a, b) => qualified(graph, a) - qualified(graph, b) || a.steps.length - b.steps.length).slice(0, limit);
  };

  const walk = (graph, start, end, changes) => {
    const found = [];
    let edge = [{ at: start, steps: [], stack: null, modes: 0, devices: 0, changes: 0 }];
    for (let depth = 0; depth < 32 && edge.length && found.length < 300; depth++) {
      const next = [];
      for (const way of edge) {
        for (const number of graph.leaving[way.at]) {
          const step = graph.t[number];
          const stack = graph.s[step[0]];
          const first = way.stack === null, same = first || way.stack === step[0];
          if (!same && (way.changes === changes || way.steps.some((one) => graph.t[one][0] === step[0]))) continue;
          const modes = (same && !first ? way.modes : all(stack.m)) & (step[4] || all(stack.m));
          const devices = (same && !first ? way.devices : carried(graph, way, stack)) & (step[5] || all(stack.d));
          if (!modes || !devices || step[3] === start || way.steps.some((one) => graph.t[one][1] === step[3])) continue;
          const made = { at: step[3], steps: [...way.steps, number], stack: step[0], modes, devices, changes: way.changes + (same ? 0 : 1) };
          if (step[3] === end) found.push(made); else next.push(made);
        }
      }
      edge = next.slice(0, 5000);
    }
    return found;
  };
  const qualified = (graph, way) => way.steps.filter((one) => graph.t[one][6]).length;

  /** Return the bits, in another stack, of the devices under which a way holds so far. */
  const carried = (graph, way, stack) => {
    if (way.stack === null) return all(stack.d);
    const names = graph.s[way.stack].d.filter((_, at) => way.devices >> at & 1).map(([id]) => id);
    return stack.d.reduce((bits, [id], at) => bits | (names.includes(id) ? 1 << at : 0), 0);
  };

  /** Return the stages and steps of a stack's path under a mode and a device, without options. */
  const path = (graph, id, mode, device) => {
    const at = graph.s.findIndex((stack) => stack.id === id);
    const stack = graph.s[at];
    const modes = 1 << stack.m.findIndex(([name]) => name === mode), devices = 1 << stack.d.findIndex(([name]) => name === device);
    const steps = graph.t.map((step, number) => [step, number]).filter(([step]) => step[0] === at && !(step[6] & 2) && holds(step, modes, devices));
    const reached = new Set([stack.e]);
    for (let grown = true; grown;) {
      grown = false;
      for (const [step] of steps) if (reached.has(step[1]) && !reached.has(step[3])) { reached.add(step[3]); grown = true; }
    }
    return { stages: reached, steps: steps.filter(([step]) => reached.has(step[1])).map(([, number]) => number) };
  };

  /** Return the address of a step's page. */
  const address = (graph, number) => {
    const step = graph.t[number];
    const name = step[7] || `${graph.e[step[1]][0]}--${graph.r[step[2]][0]}--${graph.e[step[3]][0]}`;
    return `step/${graph.s[step[0]].id}/${name}.html`;
  };
  window.atlasGraphTools = { open, ways, path, address, all };
})();
