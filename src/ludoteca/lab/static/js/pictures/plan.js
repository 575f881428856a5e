// A plan behind a move: its steps on a line of time, the first of them the move itself; what it costs, what is proven.

import { h } from "../dom.js";
import { figure, proven } from "../plan.js";
import { sourceLink } from "../why.js";
import { number, say } from "../words.js";

const ALL = 12; // steps that are shown at once

export function picture(trace, game) {
  const rows = withTurns(trace.steps);
  const [first, rest] = [rows.slice(0, ALL), rows.slice(ALL)];
  return h("figure", { className: "plan" },
    h("figcaption", {}, say("plan_title", { planner: trace.planner })),
    trace.again && h("p", { className: "notice mild" }, trace.again),
    list(first, game),
    rest.length > 0 && h("details", {}, h("summary", {}, say("plan_more", { n: rest.length })), list(rest, game)),
    h("p", { className: "sum" }, h("b", {}, figure(trace.cost)), " ", proven({ ...trace, bound: trace.bound ?? null }), " ", h("small", {}, say("plans_states_of", { n: number(trace.states) }))));
}

// Each step with its place, and the turn where a new one begins.
const withTurns = (steps) =>
  steps.map((step, at) => ({ ...step, number: at + 1, heading: step.turn !== undefined && step.turn !== steps[at - 1]?.turn ? step.turn : null }));

const list = (rows, game) => h("ol", {}, rows.map((row) => [row.heading !== null && h("li", { className: "turn" }, say("plan_turn", { n: row.heading })), step(row, game)]).flat());

function step(one, game) {
  const seat = game.seats.findIndex((each) => each.name === one.seat);
  return h("li", { className: [one.number === 1 && "now", !one.seat && "itself"].filter(Boolean).join(" ") },
    place(one, game),
    h("div", { className: seat >= 0 ? `seat-${seat}` : "" }, one.text),
    h("span", { className: "cost" }, one.cost ? figure(one.cost) : "", one.cost ? h("small", {}, `Σ ${figure(one.total)}`) : ""));
}

// The number of a step leads to where its action is written.
function place(one, game) {
  const link = one.source && sourceLink(game, one.source);
  if (!link) return h("span", { className: "number" }, one.number);
  link.className = "number";
  link.title = link.textContent;
  link.textContent = one.number;
  return link;
}
