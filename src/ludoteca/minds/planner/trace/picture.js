// The picture of a plan: its steps in order, the first of which is the move; its cost and its proven quality.

import { h } from "/static/js/dom.js";
import { sourceLink } from "/static/js/explanation_view.js";
import { say } from "/static/js/i18n.js";
import { figure, proven } from "/static/js/plan_view.js";

const ALL = 12; // steps that are shown at once

export function picture(trace, game) {
  const rows = withHeadings(trace.steps);
  const [first, rest] = [rows.slice(0, ALL), rows.slice(ALL)];
  return h(
    "figure",
    { className: "plan" },
    h("figcaption", {}, say("trace.plan.title", { planner: trace.planner })),
    trace.again && h("p", { className: "notice mild" }, trace.again),
    list(first, game),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, say("trace.plan.more", { n: rest.length + (trace.steps_omitted ?? 0) })),
        list(rest, game),
      ),
    h(
      "p",
      { className: "sum" },
      h("b", {}, figure(trace.cost)),
      " ",
      proven({ ...trace, bound: trace.bound ?? null }),
      " ",
      h("small", {}, say("plans_states_of", { n: trace.states })),
    ),
    trace.assumes && h("p", { className: "assumes" }, trace.assumes),
  );
}

// The steps with their numbers, with headings where a turn begins or another player acts.
function withHeadings(steps) {
  const several = new Set(steps.map((step) => step.seat).filter(Boolean)).size > 1;
  let [turn, seat] = [undefined, undefined];
  return steps.map((step, at) => {
    const row = { ...step, number: at + 1, heading: null, player: null };
    if (step.turn !== undefined && step.turn !== turn) [row.heading, turn, seat] = [step.turn, step.turn, undefined];
    if (several && step.seat && step.seat !== seat) [row.player, seat] = [step.who, step.seat];
    return row;
  });
}

const list = (rows, game) =>
  h(
    "ol",
    {},
    rows.flatMap((row) => [
      row.heading !== null && h("li", { className: "turn" }, say("plan_turn", { n: row.heading })),
      row.player !== null && h("li", { className: "turn" }, h("span", { className: colour(row, game) }, row.player)),
      step(row, game),
    ]),
  );

function colour(one, game) {
  const seat = game.seats.findIndex((each) => each.name === one.seat);
  return seat >= 0 ? `seat-${seat}` : "";
}

function step(one, game) {
  return h(
    "li",
    { className: [one.number === 1 && "now", !one.seat && "itself"].filter(Boolean).join(" ") },
    place(one, game),
    h("div", { className: colour(one, game) }, one.text),
    h(
      "span",
      { className: "cost" },
      one.cost ? figure(one.cost) : "",
      one.cost ? h("small", {}, `Σ ${figure(one.total)}`) : "",
    ),
  );
}

// The number of a step, as a link to its action in the domain.
function place(one, game) {
  const link = one.source && sourceLink(game, one.source);
  if (!link) return h("span", { className: "number" }, one.number);
  link.className = "number";
  link.title = link.textContent;
  link.textContent = one.number;
  return link;
}
