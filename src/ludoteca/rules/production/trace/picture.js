// Rules fired: one after the other, what each matched, what it asserted and retracted; then what was left on the agenda.

import { h } from "/static/js/dom.js";
import { sourceLink } from "/static/js/explanation_view.js";
import { say } from "/static/js/i18n.js";

const ALL = 12; // firings that are unfolded, whatever they are; of more, those that the last one rests on

export function picture(trace, game) {
  const led = trace.fired.length > ALL ? support(trace.fired) : new Set(trace.fired);
  return h("figure", { className: "rules-fired" },
    h("figcaption", {}, say("trace.rules.title")),
    trace.more > 0 && h("small", { className: "faint" }, say("trace.rules.more", { n: trace.more })),
    h("ol", {}, groups(trace.fired, led).map((group) => (led.has(group[0]) ? firing(group[0], game) : others(group, game)))),
    trace.left?.length > 0 && agenda(trace, game));
}

// The last firing, those that asserted what it matched, those that asserted what these matched, and so on.
function support(fired) {
  const led = new Set(), wanted = new Set();
  for (const one of [...fired].reverse()) {
    if (led.size > 0 && !one.asserted?.some((text) => wanted.has(text))) continue;
    led.add(one);
    one.asserted?.forEach((text) => wanted.delete(text));
    one.matched.forEach((text) => wanted.add(text));
  }
  return led;
}

// Firings that led to the last one stand alone; others in a row are folded together.
function groups(fired, led) {
  const found = [];
  for (const one of fired) {
    if (led.has(one) || !found.length || led.has(found.at(-1)[0])) found.push([one]);
    else found.at(-1).push(one);
  }
  return found;
}

function firing(one, game) {
  return h("li", {},
    h("span", { className: "number" }, one.number || "•"),
    h("div", {}, head(one, game), one.words && h("small", { className: "words" }, one.words)),
    h("ul", { className: "facts" },
      facts(one.matched.filter((text) => !one.retracted?.includes(text)), "matched", "·"),
      facts(one.retracted, "retracted", "−"),
      facts(one.asserted, "asserted", "+")));
}

const others = (group, game) =>
  h("li", { className: "others" },
    h("span", { className: "number" }, "…"),
    h("details", {}, h("summary", {}, h("small", {}, say("trace.rules.others", { n: group.length }))), h("ol", {}, group.map((one) => firing(one, game)))));

const head = (one, game) => [
  h("code", { className: "rule" }, one.rule),
  one.salience !== 0 && h("small", { className: "salience" }, say("trace.rules.salience", { n: one.salience })),
  " ",
  one.source && sourceLink(game, one.source),
];

const facts = (texts, kind, sign) =>
  (texts ?? []).map((text) =>
    h("li", { className: kind }, h("span", { className: "sign", title: say(`trace.rules.${kind}`), role: "img", "aria-label": say(`trace.rules.${kind}`) }, sign), h("code", {}, text)));

const agenda = (trace, game) =>
  h("details", { className: "agenda" }, h("summary", {}, say("trace.rules.left", { n: trace.left.length + (trace.left_more ?? 0) })),
    h("ul", {}, trace.left.map((one) => h("li", {}, head(one, game), " ", h("small", {}, one.matched.join(" "))))),
    trace.left_more > 0 && h("small", { className: "faint" }, say("trace.rules.left_more", { n: trace.left_more })));
