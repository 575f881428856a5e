// A board that is only looked at, on which moves have rings.

import { picture, svg } from "./dom.js";

const ACTIVE = ["tabindex", "role", "data-move", "data-pick", "data-drop"];

export class RingedBoard {
  /** @param {string} drawing */
  constructor(drawing) {
    this.element = picture(drawing, { className: "board" });
    this.parts = [...this.element.querySelectorAll("[data-move], [data-pick], [data-drop]")].map((part) => ({
      part,
      made: { ...part.dataset },
    }));
    for (const part of this.element.querySelectorAll("*")) for (const name of ACTIVE) part.removeAttribute(name);
  }

  // Draws rings around the parts that a move is made with; the board must be on the page.
  ring(move, kind) {
    for (const { part, made } of this.parts) if (belongs(made, move)) ring(part, kind);
  }

  // Takes all rings and lights away.
  clear() {
    for (const drawn of this.element.querySelectorAll(".ring")) drawn.remove();
    for (const part of this.element.querySelectorAll(".lit")) part.classList.remove("lit");
  }

  light(ids) {
    for (const id of ids) this.element.querySelector(`#${CSS.escape(id)}`)?.classList.add("lit");
  }
}

/** Whether a part of a drawing is one that a move is made with. @param {any} made its data @param {string} move */
export const belongs = ({ move: whole, pick, drop }, move) =>
  whole === move ||
  (pick !== undefined && move.startsWith(`${pick} `)) ||
  (drop !== undefined && move.endsWith(` ${drop}`));

// A ring around a part of the board, in the units of the whole drawing: parts may have units of their own.
export function ring(part, kind = "hint-ring") {
  const root = part.closest(".board > svg");
  const inside = root.getScreenCTM().inverse();
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const from = new DOMPoint(left, top).matrixTransform(inside);
  const to = new DOMPoint(right, bottom).matrixTransform(inside);
  const box = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y, rx: 8 };
  root.append(svg("rect", { class: kind, ...box }));
}
