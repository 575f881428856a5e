// The picture of a network's choice: each move at first sight and after the search, and the facts that carry the value.

import { h } from "/static/js/dom.js";
import { number, say } from "/static/js/i18n.js";

const MANY = 8; // moves shown at once

export function picture(trace) {
  const hidden = trace.moves.length - MANY;
  return h(
    "figure",
    { className: "network" },
    h("figcaption", {}, say("trace.network_search.title")),
    h("p", {}, say("trace.network_search.first_sight", { value: percent(trace.first_sight) })),
    table(trace.moves.slice(0, MANY), true),
    hidden > 0 &&
      h(
        "details",
        {},
        h("summary", {}, say("trace.network_search.more", { n: hidden + (trace.moves_omitted ?? 0) })),
        table(trace.moves.slice(MANY), false),
      ),
    trace.facts?.length > 0 && facts(trace.facts),
    trace.concepts?.length > 0 && concepts(trace.concepts),
    trace.expected?.length > 0 &&
      h(
        "p",
        { className: "expected" },
        say("trace.network_search.expected"),
        " ",
        h("b", {}, trace.expected.join(trace.expected.some((move) => move.includes(" ")) ? " · " : " ")),
      ),
  );
}

const percent = (share) => number(100 * share, 1);

function table(moves, first) {
  return tableOf(
    ["move", "prior", "visits", "value"],
    moves.map((one, i) => row(one, first && i === 0)),
  );
}

function tableOf(names, rows) {
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        names.map((name) => h("th", { scope: "col" }, say(`trace.network_search.${name}`))),
      ),
    ),
    h("tbody", {}, rows),
  );
}

function row(one, best) {
  const value = percent(one.value);
  return h(
    "tr",
    { className: best ? "best" : "" },
    h("th", { scope: "row" }, one.move),
    h("td", {}, bar(one.prior), ` ${percent(one.prior)} %`),
    h("td", {}, number(one.visits)),
    one.visits > 0 || one.proven
      ? h("td", {}, bar(one.value), one.proven ? ` ${say("trace.network_search.proven", { value })}` : ` ${value} %`)
      : h("td", {}, "–"),
  );
}

const bar = (share) =>
  h("span", { className: "bar", "aria-hidden": "true" }, h("i", { style: `width:${Math.max(2, 100 * share)}%` }));

function facts(weights) {
  return [
    h("p", {}, say("trace.network_search.facts")),
    h(
      "ul",
      {},
      weights.map((weight) =>
        h(
          "li",
          {},
          h("code", {}, `${weight.fact.relation}(${weight.fact.args.join(", ")})`),
          ` ${percent(weight.without)} %`,
        ),
      ),
    ),
  ];
}

// What its probes read from the network, beside what the referee says; what neither sees is folded.
function concepts(all) {
  const shown = all.filter((one) => one.probability > 0.5 || one.holds);
  const others = all.filter((one) => !shown.includes(one));
  return [
    h("p", {}, say("trace.network_search.concepts")),
    shown.length > 0 && conceptTable(shown),
    others.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, say("trace.network_search.unseen", { n: others.length })),
        conceptTable(others),
      ),
  ];
}

function conceptTable(concepts) {
  return tableOf(
    ["concept", "probability", "holds"],
    concepts.map((one) =>
      h(
        "tr",
        { className: one.probability > 0.5 === one.holds ? "" : "mistaken" },
        h("th", { scope: "row", className: "concept" }, one.words),
        h("td", {}, bar(one.probability), ` ${number(one.probability, 2)}`),
        h("td", {}, say(`trace.network_search.${one.holds ? "yes" : "no"}`)),
      ),
    ),
  );
}
