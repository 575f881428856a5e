// The page of one hand-in: its files as they were handed in.

import { get } from "./api.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";

/** @param {string} number */
export async function draw(number) {
  const files = await get(`/coursework/hand-ins/${number}`);
  const file = ([name, text]) =>
    h("section", {}, h("h2", {}, name), h("pre", { className: "panel", tabIndex: 0 }, text));
  const title = say("work_hand_in_number", { number });
  const element = h("div", { className: "coursework" }, h("h1", {}, title), Object.entries(files).map(file));
  return { element, title };
}
