// A text to copy, such as a link: a field with a button.

import { h } from "./dom.js";
import { say } from "./i18n.js";

/** Copies the text of a field. @param {HTMLInputElement} field */
export async function copyText(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without HTTPS, browsers have no clipboard for scripts: copies what is selected
  }
}

/** @param {string} text @param {string} label */
export function copyField(text, label) {
  const field = h("input", { readOnly: true, value: text, "aria-label": label });
  const copy = async () => {
    await copyText(field);
    button.textContent = say("copied");
  };
  const button = h("button", { type: "button", onclick: copy }, say("copy_link"));
  return h("div", { className: "copy-field" }, field, button);
}
