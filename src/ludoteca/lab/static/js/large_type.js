// Large type, for a projector: a class of an element, remembered in this browser.

import { h } from "./dom.js";
import { say } from "./i18n.js";

const KEY = "large_type";

/** @param {HTMLElement} element */
export const setLarge = (element) => element.classList.toggle("large", localStorage.getItem(KEY) !== null);

/** @param {HTMLElement} element */
export function toggleLarge(element) {
  if (localStorage.getItem(KEY) === null) localStorage.setItem(KEY, "yes");
  else localStorage.removeItem(KEY);
  setLarge(element);
}

/** @param {() => HTMLElement} element @param {() => void} [done] */
export const largeButton = (element, done) =>
  h(
    "button",
    {
      type: "button",
      name: "large",
      onclick: () => {
        toggleLarge(element());
        done?.();
      },
    },
    say("step_large"),
  );
