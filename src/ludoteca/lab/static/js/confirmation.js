// A question on the page before something is lost; Escape and Cancel say no, and the focus returns.

import { h } from "./dom.js";
import { say } from "./i18n.js";

/**
 * A panel in the place of another; `close` removes it.
 * @param {HTMLElement} place
 * @param {HTMLElement} opener gets the focus back
 * @param {(close: () => void) => any} content
 */
export async function openPanel(place, opener, content) {
  const close = () => {
    place.replaceChildren();
    opener.focus();
  };
  const panel = await content(close);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  place.replaceChildren(panel);
  panel.querySelector("button, select")?.focus();
  panel.scrollIntoView({ block: "nearest" });
}

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} opener
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirm(place, opener, question, yes) {
  return new Promise((answer) => {
    openPanel(place, opener, (close) => {
      const reply = (value) => () => {
        close();
        answer(value);
      };
      const buttons = [
        h("button", { className: "main", onclick: reply(true) }, yes),
        h("button", { onclick: reply(false) }, say("cancel")),
      ];
      return h(
        "section",
        { className: "confirm", role: "group", "aria-label": question },
        h("p", {}, question),
        h("div", { className: "buttons" }, buttons),
      );
    });
  });
}
