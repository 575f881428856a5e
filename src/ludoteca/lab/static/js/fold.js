// A part of the page that is folded or open; the browser remembers which.

import { h } from "./dom.js";

/**
 * @param {string} name under which the browser remembers it
 * @param {string} title
 * @param {boolean} open whether it is open until somebody folds or opens it
 * @param {Record<string, any>} properties
 * @param {...any} content
 */
export function fold(name, title, open, properties, ...content) {
  const key = `fold-${name}`;
  const kept = localStorage.getItem(key);
  const element = h(
    "details",
    { ...properties, open: kept === null ? open : kept === "open" },
    h("summary", { onclick: () => localStorage.setItem(key, element.open ? "folded" : "open") }, title),
    ...content,
  );
  return element;
}
