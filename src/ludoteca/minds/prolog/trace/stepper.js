// What is shown of a step of a proof: the variables of the clause, and the goals around the one at hand.

import { h } from "/static/js/dom.js";
import { say } from "/static/js/i18n.js";

const MOST = 12; // goals around it

export function panel(steps, at) {
  const step = steps[at];
  const rows = step.bindings.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)));
  const goals = around(steps, at);
  return h(
    "div",
    { className: "goal-step" },
    h("h2", {}, say("trace.proof.bindings")),
    rows.length
      ? h("table", { className: "bindings" }, rows)
      : h("p", { className: "faint" }, say("trace.proof.no_bindings")),
    goals.length > 0 && [h("h2", {}, say("trace.proof.goals_around")), h("ol", { className: "around" }, goals)],
  );
}

// The goals that were called and have not been left, the outermost first.
function around(steps, at) {
  const found = [];
  let depth = steps[at].depth;
  for (let before = at - 1; before >= 0 && depth > 0; before--) {
    const step = steps[before];
    if (step.depth >= depth || !["call", "redo"].includes(step.port)) continue;
    depth = step.depth;
    found.unshift(h("li", {}, h("code", {}, step.text)));
  }
  return found.slice(-MOST);
}
