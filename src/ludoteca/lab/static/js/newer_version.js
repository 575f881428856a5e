// A knowledge file that was saved elsewhere meanwhile: the differences, and the question which text is to stay.

import { h } from "./dom.js";
import { differences } from "./editor.js";
import { say } from "./i18n.js";

/**
 * @param {{ name: string, text: string }} newer
 * @param {string} mine
 * @param {string} reason
 * @param {(event: Event) => void} keep
 * @param {(text: string) => void} take
 */
export async function newerVersion(newer, mine, reason, keep, take) {
  const shown = await differences(newer.text, mine, { label: reason, name: newer.name });
  const buttons = [
    h("button", { className: "main", onclick: keep }, say("keep_mine")),
    h("button", { onclick: () => take(newer.text) }, say("take_newer")),
  ];
  const question = [h("p", {}, reason), shown.element, h("div", { className: "buttons" }, buttons)];
  return { element: h("section", { className: "confirm" }, question), close: () => shown.close() };
}
