// A proof: the goals that were shown, each by a clause of the knowledge, a fact of the game, or Prolog itself; it folds.

import { h } from "../dom.js";
import { sourceLink } from "../why.js";
import { say } from "../words.js";

export function picture(trace, game) {
  return h("figure", { className: "proof" }, h("figcaption", {}, say("proof")), h("ul", {}, step(trace.root, game, 0)));
}

function step(one, game, depth) {
  const line = [
    h("span", { className: `how ${one.how}`, title: say(`how_${one.how}`) }, one.how === "not" ? "¬" : one.how === "more" ? "…" : ""),
    h("code", {}, one.how === "more" ? say("how_more") : one.goal),
    " ",
    one.source && sourceLink(game, one.source),
    one.words && h("small", { className: "words" }, one.words),
  ];
  if (!one.because?.length) return h("li", {}, h("div", { className: "leaf" }, line));
  return h("li", {}, h("details", { open: depth < 2 }, h("summary", {}, line), h("ul", {}, one.because.map((below) => step(below, game, depth + 1)))));
}
