// The picture of a proof: each goal with the clause, the fact or the built-in predicate that proves it.

import { h } from "/static/js/dom.js";
import { sourceLink } from "/static/js/explanation_view.js";
import { say } from "/static/js/i18n.js";

export function picture(trace, game) {
  return h(
    "figure",
    { className: "proof" },
    h("figcaption", {}, say("trace.proof.title")),
    h("ul", {}, step(trace.root, game, 0)),
  );
}

function step(one, game, depth) {
  const line = [
    h(
      "span",
      { className: `how ${one.how}`, title: say(`trace.proof.how_${one.how}`) },
      one.how === "not" ? "¬" : one.how === "more" ? "…" : "",
    ),
    h("code", {}, one.how === "more" ? say("trace.proof.how_more") : one.goal),
    one.words && h("small", { className: "words" }, one.words),
  ];
  const source = one.source && sourceLink(game, one.source);
  if (!one.because?.length) return h("li", {}, source, h("div", { className: "leaf" }, line));
  return h(
    "li",
    {},
    source,
    h(
      "details",
      { open: depth < 2 },
      h("summary", {}, line),
      h(
        "ul",
        {},
        one.because.map((below) => step(below, game, depth + 1)),
      ),
    ),
  );
}
