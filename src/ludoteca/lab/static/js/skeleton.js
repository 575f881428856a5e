// Skeletons: the outline of a page, shown at once and until the page is drawn.

import { h } from "./dom.js";

// The outlines: rows of blocks by their height.
const SHAPES = {
  cards: [["tall"], ["medium", "medium"], ["medium", "medium"]],
  board: [["line"], ["tall", "medium"]],
  list: [["line"], ["line"], ["line"], ["line"], ["line"], ["line"]],
  panels: [["line"], ["medium", "medium"], ["line"]],
  text: [["tall"]],
};

const bone = (kind) => h("div", { className: `bone ${kind}`, "aria-hidden": "true" });

// Lines that stand for contents that are on their way.
export const placeholders = (count) => Array.from({ length: count }, () => bone("line"));

/** @param {keyof typeof SHAPES} shape */
export function skeleton(shape) {
  const rows = SHAPES[shape].map((kinds) => h("div", { className: "row" }, kinds.map(bone)));
  return h("div", { className: "skeleton", "aria-hidden": "true" }, bone("title"), rows);
}
