// The page of similar programs: pairs of students with the share in common, and both texts side by side.

import { get } from "./api.js";
import { percent } from "./coursework_words.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";

/** @param {string} id */
export async function draw(id) {
  const [page, pairs] = await Promise.all([
    get(`/coursework/assignments/${id}`),
    get(`/coursework/assignments/${id}/similar`),
  ]);
  const title = say("work_similar");
  const element = h(
    "div",
    { className: "coursework" },
    h("h1", {}, title, h("small", {}, h("a", { href: `/assignments/${id}` }, page.assignment.title))),
    h("p", {}, say("work_similar_about")),
    pairs.length === 0 && h("p", { className: "faint" }, say("work_no_similar")),
    pairs.map(pairView),
  );
  return { element, title };
}

function pairView(pair) {
  const summary = say("work_pair", { first: pair.names[0], second: pair.names[1], share: percent(pair.share) });
  const lines = [pair.parts.map((part) => part.first), pair.parts.map((part) => part.second)];
  const side = (at) =>
    h(
      "section",
      {},
      h("h3", {}, `${pair.names[at]} · ${pair.files[at]}`),
      h("pre", { tabIndex: 0 }, marked(pair.texts[at], lines[at])),
    );
  return h(
    "details",
    { className: "panel" },
    h("summary", {}, summary),
    h("div", { className: "sides" }, side(0), side(1)),
  );
}

// The lines of a text, those of the matching parts marked.
function marked(text, parts) {
  const isIn = (line) => parts.some(([first, last]) => first <= line && line <= last);
  return text.split("\n").map((line, at) => h(isIn(at + 1) ? "mark" : "span", {}, `${line}\n`));
}
