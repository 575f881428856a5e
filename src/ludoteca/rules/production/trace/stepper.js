// What is shown of a step of a production system: its changes, the agenda that it was chosen from, and working memory.

import { h } from "/static/js/dom.js";
import { say } from "/static/js/i18n.js";

const MOST = 20; // activations of a step that are recorded
const opened = new Set(); // templates that the reader has unfolded

export function panel(steps, at) {
  const { activation, changes, agenda, port } = steps[at];
  const firing = port === "fires" ? [activation] : [];
  return h(
    "div",
    { className: "firing-step" },
    changesSection(changes, port),
    agendaSection([...firing, ...agenda], firing.length > 0),
    memorySection(memory(steps, at), changes),
  );
}

function changesSection(changes, port) {
  if (port !== "fires") return null;
  const items = changes.map(({ sign, element }) =>
    h("li", { className: sign === "+" ? "new" : "gone" }, `${sign === "+" ? "+" : "−"} ${element}`),
  );
  return h(
    "section",
    { className: "fired-changes" },
    h("h2", {}, say("trace.firings.changes")),
    items.length
      ? h("ul", { className: "changes" }, items)
      : h("p", { className: "faint" }, say("trace.firings.no_changes")),
  );
}

function agendaSection(agenda, fires) {
  const rows = agenda.map(({ rule, salience, matched = [] }, place) =>
    h(
      "tr",
      { className: fires && place === 0 ? "fires" : "" },
      h("td", { className: "number" }, salience),
      h("td", {}, h("code", {}, rule), h("small", {}, matched.join(" "))),
    ),
  );
  return h(
    "section",
    { className: "agenda" },
    h("h2", {}, say("trace.firings.agenda_now", { n: agenda.length > MOST ? `${MOST}+` : agenda.length })),
    rows.length
      ? h("table", {}, h("tbody", {}, rows))
      : h("p", { className: "faint" }, say("trace.firings.agenda_empty")),
  );
}

// The facts after a step: those before the first one, with the changes since.
function memory(steps, at) {
  const facts = [...steps[0].facts];
  for (const { changes } of steps.slice(0, at + 1))
    for (const { sign, element } of changes) {
      const place = sign === "-" ? facts.indexOf(element) : facts.length;
      if (place >= 0) facts.splice(place, sign === "-" ? 1 : 0, ...(sign === "+" ? [element] : []));
    }
  return facts;
}

function memorySection(facts, changes) {
  const asserted = new Set(changes.filter((change) => change.sign === "+").map((change) => change.element));
  const groups = new Map();
  for (const fact of facts) {
    const template = fact.match(/^\(?([^\s()]+)/)?.[1] ?? "";
    groups.set(template, [...(groups.get(template) ?? []), fact]);
  }
  const isLit = (group) => group.some((fact) => asserted.has(fact));
  const sorted = [...groups].sort(([, one], [, two]) => Number(isLit(two)) - Number(isLit(one)));
  const details = sorted.map(([template, group]) => {
    const lit = isLit(group);
    const items = group.map((fact) => h("li", { className: asserted.has(fact) ? "new" : "" }, h("code", {}, fact)));
    const summary = h("summary", {}, template, " ", h("small", {}, group.length));
    const folded = h(
      "details",
      { open: lit || opened.has(template), className: lit ? "lit" : "" },
      summary,
      h("ul", {}, items),
    );
    // A click comes before it opens or closes.
    summary.addEventListener("click", () => opened[folded.open ? "delete" : "add"](template));
    return folded;
  });
  return h("section", { className: "memory" }, h("h2", {}, say("trace.firings.memory", { n: facts.length })), details);
}
