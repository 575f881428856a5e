// Two plans side by side: what only one of them has, what kinds of deeds there are more or fewer of, what each costs.

import { post } from "./api.js";
import { h, toast } from "./dom.js";
import { number, say } from "./i18n.js";
import { figure } from "./plan_view.js";

export const nameOf = (run) => say("plans_number", { n: run.number });
export const titleOf = (run) => `${nameOf(run)}${run.found.cost === null ? "" : ` · ${figure(run.found.cost)}`}`;

// The places of the steps of one run's plan that the other does not have, whoever does them and whenever.
export function onlyIn(run, other) {
  const [found, left] = [run.found, new Map()];
  for (const deed of other.found.alike) left.set(deed, (left.get(deed) ?? 0) + 1);
  const alone = new Set();
  found.alike.forEach((deed, at) => {
    const there = left.get(deed) ?? 0;
    if (there > 0) left.set(deed, there - 1);
    else if (isDeed(found, at)) alone.add(at);
  });
  return alone;
}

// `earlier` are the runs that may stand beside the newest; `choose` is told which is wanted.
export function comparison(one, two, earlier, choose) {
  const select = h(
    "select",
    { name: "beside", onchange: () => choose(earlier.find((run) => String(run.number) === select.value)) },
    earlier.map((run) => h("option", { value: run.number, selected: run === one }, titleOf(run))),
  );
  const both = one.found.plan && two.found.plan;
  const differ = both && onlyIn(one, two).size + onlyIn(two, one).size > 0;
  const crossed = h("div", { className: "crossed" });
  if (both) cross(one, two, crossed);
  const changes = costChanges(one, two);
  return h(
    "section",
    { className: "panel comparison" },
    h("h2", {}, say("plans_compared")),
    earlier.length > 1 && h("label", { className: "sorting" }, h("span", {}, say("plans_beside")), select),
    changes.length > 0 &&
      h(
        "ul",
        { className: "cost-changes" },
        changes.map(({ words, before, after }) =>
          h("li", {}, words, " ", h("b", {}, before), " → ", h("b", {}, after)),
        ),
      ),
    h("div", { className: "two-tables" }, crossed, both && kindTable(one, two)),
    both &&
      h(
        "p",
        { className: "faint" },
        differ && h("span", { className: "only" }, "◆ "),
        say(differ ? "plans_lit" : "plans_same"),
      ),
  );
}

// Somebody's deed, and nothing that happens by itself.
const isDeed = (found, at) => Object.keys(found.names).length === 0 || found.plan[at].seat !== null;

// How many deeds of each kind there are in one plan and in the other, where it differs.
function kindTable(one, two) {
  const counted = [one, two].map(({ found }) => {
    const counts = new Map();
    found.kinds.forEach((kind, at) => isDeed(found, at) && counts.set(kind, (counts.get(kind) ?? 0) + 1));
    return counts;
  });
  const rows = [...new Set(counted.flatMap((counts) => [...counts.keys()]))]
    .map((kind) => [kind, ...counted.map((counts) => counts.get(kind) ?? 0)])
    .filter(([, before, after]) => before !== after);
  if (rows.length === 0) return null;
  return h(
    "div",
    { className: "kinds" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, say("plans_changes")),
          [one, two].map((run) => h("th", { scope: "col" }, nameOf(run))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([kind, before, after]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, kind),
            h("td", { className: "number" }, number(before)),
            h("td", { className: "number" }, h("b", {}, number(after))),
          ),
        ),
      ),
    ),
  );
}

// What each plan comes to under the costs of either.
async function cross(one, two, place) {
  const cost = async (plan, problem) => {
    if (plan === problem) return { cost: plan.found.cost };
    return post("/plans/replay", { ...problem.texts, plan: plan.found.plan.map((step) => step.action) });
  };
  const cell = (told, least) =>
    h(
      "td",
      { className: "number" },
      told.cost === null || told.cost === undefined
        ? h("small", { title: `${told.action} · ${told.missing}` }, say("plans_unfit", { step: told.step }))
        : h("b", { className: told.cost === least ? "least" : "" }, figure(told.cost)),
    );
  try {
    const rows = await Promise.all(
      [one, two].map((plan) => Promise.all([one, two].map((problem) => cost(plan, problem)))),
    );
    const least = [0, 1].map((column) => Math.min(...rows.map((row) => row[column].cost ?? Infinity)));
    place.replaceChildren(
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th"),
            [one, two].map((run) => h("th", { scope: "col" }, say("plans_under", { n: run.number }))),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row, at) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, nameOf([one, two][at])),
              row.map((told, column) => cell(told, least[column])),
            ),
          ),
        ),
      ),
    );
  } catch (error) {
    toast(error.message);
  }
}

// What things cost in one run and in another, where it differs.
function costChanges(one, two) {
  const before = new Map(one.costs.map((cost) => [cost.fluent, cost.value]));
  return two.costs
    .filter(({ fluent, value }) => before.has(fluent) && before.get(fluent) !== value)
    .map(({ fluent, words, value }) => ({ words, before: figure(before.get(fluent)), after: figure(value) }));
}
