// The comparison of two plans: the actions that only one of them has, and the cost of each in either problem.

import { post } from "./api.js";
import { columnHead, h, numberCell, rowHead, table, toast } from "./dom.js";
import { number, say } from "./i18n.js";
import { figure } from "./plan_view.js";

export const nameOf = (run) => say("plans_number", { n: run.number });
export const titleOf = (run) => `${nameOf(run)}${run.found.cost === null ? "" : ` · ${figure(run.found.cost)}`}`;

// The indices of the steps of one run's plan that the other does not have; player and turn do not count.
export function onlyIn(run, other) {
  const [found, left] = [run.found, new Map()];
  for (const action of other.found.alike) left.set(action, (left.get(action) ?? 0) + 1);
  const only = new Set();
  for (const [at, action] of found.alike.entries()) {
    const count = left.get(action) ?? 0;
    if (count > 0) left.set(action, count - 1);
    else if (isPlayers(found, at)) only.add(at);
  }
  return only;
}

/**
 * The panel that compares two runs.
 * @param {any} one
 * @param {any} two the newest run
 * @param {any[]} earlier the runs that the newest can be compared with
 * @param {(run: any) => void} choose
 */
export function comparison(one, two, earlier, choose) {
  const select = h(
    "select",
    { name: "beside", onchange: () => choose(earlier.find((run) => String(run.number) === select.value)) },
    earlier.map((run) => h("option", { value: run.number, selected: run === one }, titleOf(run))),
  );
  const both = one.found.plan && two.found.plan;
  const differ = both && onlyIn(one, two).size + onlyIn(two, one).size > 0;
  const crossed = h("div", { className: "crossed" });
  if (both) drawCosts(one, two, crossed);
  const mark = differ && h("span", { className: "only" }, "◆ ");
  return h(
    "section",
    { className: "panel comparison" },
    h("h2", {}, say("plans_compared")),
    earlier.length > 1 && h("label", { className: "sorting" }, h("span", {}, say("plans_beside")), select),
    costChanges(one, two),
    h("div", { className: "two-tables" }, crossed, both && kindTable(one, two)),
    both && h("p", { className: "faint" }, mark, say(differ ? "plans_only_here" : "plans_same")),
  );
}

// Whether a step is an action of a player, not one that is applied automatically.
const isPlayers = (found, at) => Object.keys(found.names).length === 0 || found.plan[at].seat !== null;

// The kinds of actions of which the two plans have different numbers.
function kindTable(one, two) {
  const counted = [one, two].map(({ found }) => {
    const counts = new Map();
    for (const [at, kind] of found.kinds.entries())
      if (isPlayers(found, at)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  });
  const kinds = [...new Set(counted.flatMap((counts) => [...counts.keys()]))];
  const rows = kinds
    .map((kind) => [kind, ...counted.map((counts) => counts.get(kind) ?? 0)])
    .filter(([, before, after]) => before !== after)
    .map(([kind, before, after]) => [rowHead(kind), numberCell(number(before)), numberCell(h("b", {}, number(after)))]);
  if (rows.length === 0) return null;
  const head = [columnHead(say("plans_changes")), ...[one, two].map((run) => columnHead(nameOf(run)))];
  return h("div", { className: "kinds" }, table({}, head, rows));
}

// Draws the cost of each plan in the problem of each run, once the server has replayed them.
async function drawCosts(one, two, place) {
  const runs = [one, two];
  const replay = async (plan, problem) => {
    if (plan === problem) return { cost: plan.found.cost };
    return post("/plans/replay", { ...problem.texts, plan: plan.found.plan.map((step) => step.action) });
  };
  try {
    const costs = await Promise.all(runs.map((plan) => Promise.all(runs.map((problem) => replay(plan, problem)))));
    const least = [0, 1].map((column) => Math.min(...costs.map((row) => row[column].cost ?? Infinity)));
    const head = [h("td"), ...runs.map((run) => columnHead(say("plans_under", { n: run.number })))];
    const rows = costs.map((row, at) => [
      rowHead(nameOf(runs[at])),
      ...row.map((replayed, column) => numberCell(costText(replayed, least[column]))),
    ]);
    place.replaceChildren(table({}, head, rows));
  } catch (error) {
    toast(error.message);
  }
}

// A cost, or the step at which a plan cannot go on.
function costText({ cost, action, missing, step }, least) {
  if (cost === null || cost === undefined)
    return h("small", { title: `${action} · ${missing}` }, say("plans_inapplicable", { step }));
  return h("b", { className: cost === least ? "least" : "" }, figure(cost));
}

// The costs that differ between two runs.
function costChanges(one, two) {
  const before = new Map(one.costs.map((cost) => [cost.fluent, cost.value]));
  const changed = two.costs.filter(({ fluent, value }) => before.has(fluent) && before.get(fluent) !== value);
  if (changed.length === 0) return null;
  const item = ({ fluent, words, value }) =>
    h("li", {}, words, " ", h("b", {}, figure(before.get(fluent))), " → ", h("b", {}, figure(value)));
  return h("ul", { className: "cost-changes" }, changed.map(item));
}
