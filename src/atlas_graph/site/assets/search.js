// Ranked search over an index in parts: BM25, with the beginnings of words and one wrong letter forgiven.
"use strict";
(() => {
  const held = {};
  const weights = { exact: 1, prefix: 0.6, near: 0.45 };
  // What kinds count for where the words fit alike: an answered question first, a document last.
  const prior = {
    question: 1.1, stack: 1.5, path: 1.3, comparison: 0.6, entity: 1.45, option: 1.4, choice: 1, misconception: 1, mode: 0.9, step: 0.9, stage: 0.7, link: 0.8,
    fact: 1, "out-of-scope": 0.6, source: 0.75, relation: 0.6, looked: 0.6, witness: 0.6, page: 1.2,
  };
  const empty = new Set(("a an and are as at by do does for from how i in into is it of on or that the to what when where which who why with"
    + " can go goes going happen happens layer layers pass passes report run runs stack stacks stage stages step steps through use uses").split(" "));
  let opened = null;

  const need = (name) => window.atlasLoad(`search/${name}.js`).then(() => held[name], () => ({}));
  const ready = () => (opened ??= Promise.all([need("docs"), need("terms")]));
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const partOf = (word) => (/^[a-z]/.test(word) ? word[0] : "0");

  /** Whether two words are the same but for one letter: another, missing, added, or two exchanged. */
  const near = (one, other) => {
    if (Math.abs(one.length - other.length) > 1) return false;
    let start = 0;
    while (start < one.length && one[start] === other[start]) start++;
    let end = 0;
    while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
    const left = one.length - start - end, right = other.length - start - end;
    return left <= 1 && right <= 1
      || (left === 2 && right === 2 && one[start] === other[start + 1] && one[start + 1] === other[start]);
  };

  /** Return the words of the index that a typed word stands for, each with its weight. */
  const expand = (word, terms, last) => {
    const found = new Map();
    for (const term of terms) {
      if (term === word) found.set(term, weights.exact);
      else if (word.length > 1 && (last || word.length > 3) && term.startsWith(word)) found.set(term, weights.prefix * word.length / term.length + 0.2);
    }
    if (!found.size && word.length > 3) for (const term of terms) if (near(word, term)) found.set(term, weights.near);
    return found;
  };

  const find = async (text, limit) => {
    const [{ kinds, docs, texts }, terms] = await ready();
    let typed = fold(text).split(" ").filter(Boolean);
    if (typed.some((word) => !empty.has(word))) typed = typed.filter((word) => !empty.has(word));
    const whole = typed.join(" ");
    const wanted = typed.map((word, at) => expand(word, terms, at === typed.length - 1));
    const parts = new Set(wanted.flatMap((found) => [...found.keys()].map(partOf)));
    if (typed.length > 1) parts.add(partOf(whole));
    await Promise.all([...parts].map((part) => need(`part-${part}`)));
    const mean = docs.reduce((sum, doc) => sum + doc[3], 0) / docs.length;
    const scores = new Map();
    // What a word counts for: as much as it is rare; one that stands nowhere counts for nothing.
    const rarity = (term) => { const count = (held[`part-${partOf(term)}`]?.[term] ?? []).length / 2; return Math.log(1 + (docs.length - count + 0.5) / (count + 0.5)); };
    const worth = wanted.map((found) => Math.max(0, ...[...found.keys()].map(rarity)));
    const all = worth.reduce((sum, one) => sum + one, 0) || 1;
    for (const [at, found] of wanted.entries()) {
      const best = new Map();
      for (const [term, weight] of found) {
        const flat = held[`part-${partOf(term)}`]?.[term] ?? [];
        const idf = rarity(term);
        for (let place = 0; place < flat.length; place += 2) {
          const often = flat[place + 1];
          const points = weight * idf * often * 2.2 / (often + 1.2 * (0.4 + 0.6 * docs[flat[place]][3] / mean));
          best.set(flat[place], Math.max(best.get(flat[place]) ?? 0, points));
        }
      }
      for (const [number, points] of best) {
        const row = scores.get(number) ?? [0, 0];
        scores.set(number, [row[0] + points, row[1] + worth[at]]);
      }
    }
    // Words that are one word when they are written together, as "torch inductor" is.
    const closed = held[`part-${partOf(whole)}`]?.[typed.join("")];
    if (typed.length > 1 && closed) {
      for (let at = 0; at < closed.length; at += 2) {
        const row = scores.get(closed[at]) ?? [0, 0];
        const points = Math.log(1 + docs.length / closed.length) * closed[at + 1] * 2.2 / (closed[at + 1] + 1.2);
        scores.set(closed[at], [row[0] + points, all]);
      }
    }
    const hits = [...scores].map(([number, [points, met]]) => {
      const [kind, title, page] = docs[number];
      const name = fold(title);
      const called = name === whole || name.replaceAll(" ", "") === typed.join("") ? 3 : name.startsWith(whole) ? 1.5 : 1;
      return { kind: kinds[kind].replaceAll("-", " "), title, page, score: points * prior[kinds[kind]] * called * (met / all) ** 2, number };
    });
    const best = hits.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, limit);
    const file = (hit) => `text-${Math.floor(hit.number / texts)}`;
    await Promise.all([...new Set(best.map(file))].map(need));
    return best.map((hit) => ({ ...hit, text: held[file(hit)]?.[hit.number % texts] ?? "" }));
  };

  window.atlasSearch = { take: (name, value) => { held[name] = value; }, ready, find };
})();
