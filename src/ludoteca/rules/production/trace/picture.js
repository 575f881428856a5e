// The trace of a production system: the firings in order, each with the elements it matched, asserted and retracted;
// then the agenda that was left.

import { h } from "/static/js/dom.js";
import { sourceLink } from "/static/js/explanation_view.js";
import { say } from "/static/js/i18n.js";

const UNFOLDED = 12; // of more firings only those that the choice rests on are unfolded

export function picture(trace, game) {
  const support = new Set((trace.support ?? []).map((place) => trace.firings[place]));
  const unfolded = trace.firings.length > UNFOLDED && support.size > 0 ? support : new Set(trace.firings);
  const items = groups(trace.firings, unfolded).map((group) =>
    unfolded.has(group[0]) ? firingItem(group[0], game) : foldedItem(group, game),
  );
  return h(
    "figure",
    { className: "rules-fired" },
    h("figcaption", {}, say("trace.firings.title")),
    trace.firings_omitted > 0 &&
      h("small", { className: "faint" }, say("trace.firings.omitted", { n: trace.firings_omitted })),
    h("ol", {}, items),
    trace.agenda?.length > 0 && agendaDetails(trace, game),
  );
}

// Unfolded firings stand alone; runs of others are grouped.
function groups(firings, unfolded) {
  const found = [];
  for (const firing of firings) {
    if (unfolded.has(firing) || !found.length || unfolded.has(found.at(-1)[0])) found.push([firing]);
    else found.at(-1).push(firing);
  }
  return found;
}

function firingItem(firing, game) {
  const { activation, changes = [] } = firing;
  const elements = (sign) => changes.filter((change) => change.sign === sign).map((change) => change.element);
  const asserted = elements("+"),
    retracted = elements("-");
  const matched = (activation.matched ?? []).filter((text) => !retracted.includes(text));
  return h(
    "li",
    {},
    h("span", { className: "number" }, firing.number || "•"),
    h("div", {}, head(activation, game), firing.comment && h("small", { className: "words" }, firing.comment)),
    h(
      "ul",
      { className: "facts" },
      elementItems(matched, "matched", "·"),
      elementItems(retracted, "retracted", "−"),
      elementItems(asserted, "asserted", "+"),
    ),
  );
}

const foldedItem = (group, game) =>
  h(
    "li",
    { className: "others" },
    h("span", { className: "number" }, "…"),
    h(
      "details",
      {},
      h("summary", {}, h("small", {}, say("trace.firings.others", { n: group.length }))),
      h(
        "ol",
        {},
        group.map((firing) => firingItem(firing, game)),
      ),
    ),
  );

const head = (activation, game) => [
  h("code", { className: "rule" }, activation.rule),
  activation.salience !== 0 &&
    h("small", { className: "salience" }, say("trace.firings.salience", { n: activation.salience })),
  " ",
  activation.source && sourceLink(game, activation.source),
];

function elementItems(texts, kind, sign) {
  const label = say(`trace.firings.${kind}`);
  return texts.map((text) =>
    h(
      "li",
      { className: kind },
      h("span", { className: "sign", title: label, role: "img", "aria-label": label }, sign),
      h("code", {}, text),
    ),
  );
}

const agendaDetails = (trace, game) =>
  h(
    "details",
    { className: "agenda" },
    h("summary", {}, say("trace.firings.agenda", { n: trace.agenda.length + (trace.agenda_omitted ?? 0) })),
    h(
      "ul",
      {},
      trace.agenda.map((activation) =>
        h("li", {}, head(activation, game), " ", h("small", {}, (activation.matched ?? []).join(" "))),
      ),
    ),
    trace.agenda_omitted > 0 &&
      h("small", { className: "faint" }, say("trace.firings.agenda_more", { n: trace.agenda_omitted })),
  );
