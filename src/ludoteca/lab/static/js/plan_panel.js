// The panels of a search: its progress while it runs, and its result with the plan.

import { h } from "./dom.js";
import { number, say } from "./i18n.js";
import { nameOf } from "./plan_comparison.js";
import { figure, proven, timeline } from "./plan_view.js";
import { searchChart } from "./search_chart.js";

// The contents of the panel of a search: its figures, and the chart of bound and cost.
export function searchProgress(planner, { over, latest, trail }) {
  const { states, seconds, bound, cost } = latest;
  const cell = (key, text) => h("div", {}, h("dt", {}, say(key)), h("dd", { className: key }, text));
  const spinner = !over && h("span", { className: "spinner", "aria-hidden": "true" });
  const figures = h(
    "dl",
    { className: "figures" },
    cell("plans_states", number(states)),
    cell("plans_bound", bound === null ? "–" : figure(bound)),
    cell("plans_best", cost === null ? "–" : figure(cost)),
    cell("plans_time", `${number(seconds, seconds < 10 ? 2 : 0)} s`),
  );
  return [
    h("h2", { "aria-live": "polite" }, spinner, say(over ? "plans_searched" : "plans_searching", { planner })),
    h("div", { className: "search-desk" }, figures, searchChart(trail, latest) ?? ""),
  ];
}

/**
 * The result of a search.
 * @param {any} run
 * @param {Set<number>} marked the steps that another plan does not have
 */
export function planPanel(run, marked) {
  const { found } = run;
  return h(
    "section",
    { className: `panel plan-of ${found.status}` },
    h("h2", {}, nameOf(run), found.cost !== null && h("b", { className: "total" }, figure(found.cost))),
    h("p", { className: "verdict" }, [proven(found), ...remarks(found)].join(" ")),
    penalties(found),
    found.plan && timeline(found.plan, found.names, marked),
    summary(found),
    found.plan && download(run),
  );
}

function penalties(found) {
  const players = Object.keys(found.names);
  const penalty = ([player, amount]) => {
    const className = `seat-${players.indexOf(player) % 4}`;
    return h("span", { className }, found.names[player], " ", h("b", {}, figure(amount)));
  };
  const all = Object.entries(found.penalties).map(penalty);
  return all.length > 0 && h("p", { className: "penalties" }, say("plans_penalties"), " ", all);
}

// Sentences about a result besides its proven quality: a claim, the limit that was reached, what was read otherwise.
function remarks({ claim, ended, undefined: unset, time_as_steps: timed }) {
  return [
    claim && say(`plans_claim_${claim.status}`, { planner: claim.planner }),
    ended && !claim && say(`plans_ended_${ended}`),
    unset.length > 0 && say("plans_undefined", { fluents: unset.slice(0, 5).join(", ") }),
    timed && say("plans_time_as_steps"),
  ].filter(Boolean);
}

// Which engine found the plan, and which one proved it or the bound.
function engines({ status, planner, found_by: found, proved_by: proved }) {
  if (found === null && proved === null) return planner;
  if (found === null) return say("plans_proved_by", { proved });
  if (proved === null) return say("plans_found_by", { found });
  return say(status === "optimal" ? "plans_by" : "plans_bound_by", { found, proved });
}

function summary(found) {
  const facts = [
    engines(found),
    say("plans_states_of", { n: found.states }),
    `${number(found.seconds, 2)} s`,
    found.plan && say("plans_length", { n: found.plan.length }),
    found.bound !== null && say("plans_bound_of", { n: figure(found.bound) }),
  ];
  const validators = say("plans_checked", { who: found.checked.join(", ") });
  const checked = found.checked.length > 0 && h("span", { className: "checked" }, " ✓ ", validators);
  return h("p", { className: "faint" }, facts.filter(Boolean).join(" · "), checked);
}

// A link to the plan as a file in the format of planners and validators: one action a line.
function download(run) {
  const { plan, cost } = run.found;
  const text = [...plan.map((step) => step.action), `; cost = ${cost}`, ""].join("\n");
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  const file = `${run.about.split("/")[1]}.plan`;
  return h("a", { className: "button", download: file, href }, say("plans_download"));
}
