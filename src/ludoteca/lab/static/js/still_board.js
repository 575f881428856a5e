// A board that is looked at: nothing in it can be clicked, and no id is there twice.

import { picture } from "./dom.js";

const ACTIVE = ["id", "tabindex", "data-move", "data-pick", "data-drop"];

/** @param {string} svg */
export function still(svg) {
  const board = picture(svg, { className: "still-board" });
  for (const part of board.querySelectorAll("*")) {
    const symbol = part.closest("defs, symbol"); // what other parts refer to by its id
    for (const name of ACTIVE) if (!(symbol && name === "id")) part.removeAttribute(name);
  }
  return board;
}
