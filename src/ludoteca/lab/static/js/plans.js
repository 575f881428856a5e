// Planning: a problem is chosen or written, a planner searches while one looks on, and its plan is laid out; costs are
// changed, and two plans compared.

import { get, post } from "./api.js";
import { h, pause, toast } from "./dom.js";
import { editor } from "./editor.js";
import { optionFields } from "./forms.js";
import { figure, onlyIn, proven, searchChart, timeline } from "./plan.js";
import { number, say } from "./words.js";

const OFTEN = 200; // milliseconds between two looks
const MANY_COSTS = 60; // numbers that can be set one by one; of more, the text is the place

// What is on the desk stays there while one looks elsewhere in the lab.
const kept = { game: null, options: {}, texts: null, first: null, running: null, runs: [], beside: null, planner: "", seconds: 30 };

export async function draw() {
  const [{ games }, planners] = await Promise.all([get("/catalogue"), get("/plans/planners")]);
  const desk = new Desk(games.filter((game) => game.planning), planners);
  await desk.open();
  return { element: desk.element, title: say("plans"), leave: () => desk.leave() };
}

class Desk {
  constructor(games, planners) {
    this.games = games;
    this.wanted = true;
    this.fields = [];
    this.editors = {
      problem: editor("", false, say("plans_problem_text")),
      domain: editor("", false, say("plans_domain_text")),
    };
    this.fault = h("div", { role: "alert" });
    this.costs = h("div", { className: "costs" });
    this.size = h("p", { className: "faint size" });
    this.live = h("section", { className: "panel live", "aria-live": "polite", hidden: true });
    this.plans = h("div", { className: "plans" });
    this.element = h("div", { className: "planning" }, h("h1", {}, say("plans")), h("p", {}, say("plans_about")),
      h("div", { className: "planning-desk" }, this.#chooser(), this.#costPanel()), this.#text(), this.#runner(planners), this.fault, this.live, this.plans);
    for (const one of Object.values(this.editors)) one.element.addEventListener("change", () => this.#read());
  }

  async open() {
    if (kept.texts && kept.game === this.game) {
      this.#put(kept.texts);
      await Promise.all([this.#read(), this.#speakAnew()]);
      this.#showPlans();
    } else await this.#take();
    if (kept.running) this.#follow(kept.running).catch((error) => this.#complain(error));
  }

  leave() {
    this.wanted = false;
    kept.texts = this.#texts();
  }

  // Choosing

  #chooser() {
    const asked = new URLSearchParams(location.search).get("game") ?? kept.game;
    const select = h("select", { name: "game", onchange: () => {
      kept.options = {};
      fill();
    } }, this.games.map((game) => h("option", { value: game.name, selected: game.name === asked }, game.title)));
    const place = h("div", { className: "inference-options" });
    const fill = () => {
      const game = this.games.find((one) => one.name === select.value);
      this.options = optionFields(game.options, "plans", () => this.#take());
      this.game = game.name;
      place.replaceChildren(this.options.element);
    };
    if (this.games.length > 0) fill();
    if (this.game === kept.game) for (const [name, value] of Object.entries(kept.options)) place.querySelector(`[name="plans-${name}"]`).value = value;
    select.addEventListener("change", () => this.#take());
    return h("section", { className: "panel" }, h("h2", {}, say("plans_problem")),
      this.games.length > 1 && h("div", { className: "fields" }, h("label", {}, h("span", {}, say("column_game")), select)), place);
  }

  // The problem that the options ask for.
  async #take() {
    [kept.game, kept.options] = [this.game, this.options.values()];
    try {
      const texts = await post("/plans/texts", { game: kept.game, options: kept.options });
      this.#put(texts);
      kept.first = null;
      await this.#read();
    } catch (error) {
      this.#complain(error);
    }
  }

  #texts() {
    return { domain: this.editors.domain.text(), problem: this.editors.problem.text() };
  }

  #put({ domain, problem }) {
    this.editors.domain.put(domain);
    this.editors.problem.put(problem);
    kept.texts = { domain, problem };
  }

  // What there is in the problem: its size, and what things cost.
  async #read() {
    kept.texts = this.#texts();
    const reading = (this.reading = Symbol("reading")); // the answer to an older question is of no use
    try {
      const contents = await post("/plans/read", kept.texts);
      if (reading !== this.reading) return;
      this.#shown(contents);
      this.#complain(null);
    } catch (error) {
      if (reading === this.reading) this.#complain(error);
    }
  }

  #shown(contents) {
    this.size.textContent = say("plans_size", { name: contents.problem, actions: number(contents.actions), facts: number(contents.facts), numbers: number(contents.numbers) });
    kept.first ??= Object.fromEntries(contents.costs.map((cost) => [cost.fluent, cost.value]));
    const costs = contents.costs.slice(0, MANY_COSTS);
    if (costs.length !== this.fields.length || costs.some((cost, at) => cost.fluent !== this.fields[at].fluent)) {
      this.fields = costs.map((cost) => this.#field(cost));
      this.costs.replaceChildren(...(costs.length ? this.fields.map((field) => field.element) : [h("p", { className: "faint" }, say("plans_no_costs"))]));
    }
    costs.forEach((cost, at) => this.fields[at].show(cost));
  }

  #costPanel() {
    return h("section", { className: "panel" }, h("h2", {}, say("plans_costs")), h("p", { className: "faint" }, say("plans_costs_about")), this.costs, this.size);
  }

  // A number that can be changed; what somebody is typing is left alone.
  #field({ fluent, words }) {
    const input = h("input", { type: "number", name: fluent, step: "any", onchange: () => this.#setCost(fluent, input) });
    const was = h("small");
    const element = h("label", { title: fluent }, h("span", {}, words, " ", was), input);
    const show = ({ value }) => {
      const before = kept.first[fluent];
      const changed = before !== undefined && before !== value;
      element.className = changed ? "changed" : "";
      was.textContent = changed ? say("plans_was", { n: figure(before) }) : "";
      if (input !== document.activeElement || input.value === "") input.value = value;
    };
    return { fluent, element, show };
  }

  #setCost(fluent, input) {
    const text = input.value === "" ? null : withCost(this.editors.problem.text(), fluent, Number(input.value));
    if (text !== null) this.editors.problem.put(text);
    this.#read();
  }

  #text() {
    const part = (key, one) => h("div", {}, h("h3", {}, say(key)), one.element);
    this.text = h("details", { className: "panel text" }, h("summary", {}, say("plans_text")),
      h("div", { className: "two-texts" }, part("plans_problem_text", this.editors.problem), part("plans_domain_text", this.editors.domain)));
    return this.text;
  }

  // What is wrong, and in which line.
  #complain(error) {
    for (const one of Object.values(this.editors)) one.mark([]);
    this.fault.replaceChildren();
    if (!error) return;
    const where = this.editors[error.file?.replace(".pddl", "")];
    if (where && error.line) {
      this.text.open = true;
      where.mark([{ line: error.line }]);
      where.goTo(error.line);
    }
    this.fault.replaceChildren(h("p", { className: "notice" }, error.message));
  }

  // Searching

  #runner(planners) {
    this.planner = h("select", { name: "planner" }, h("option", { value: "" }, say("plans_any")),
      planners.map((one) => h("option", { value: one.name, selected: one.name === kept.planner, disabled: one.missing !== null, title: one.missing ?? "" }, one.proves ? one.name : say("plans_no_proof", { name: one.name }))));
    this.seconds = h("input", { type: "number", name: "seconds", value: kept.seconds, min: 1, max: 600, step: 1 });
    this.go = h("button", { className: "main", type: "submit" }, say("plans_run"));
    this.halt = h("button", { type: "button", disabled: true, onclick: () => this.#stop() }, say("stop"));
    const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
    const submit = (event) => {
      event.preventDefault();
      this.#run();
    };
    return h("form", { className: "panel runner", onsubmit: submit }, label("plans_planner", this.planner), label("plans_seconds", this.seconds), this.go, this.halt);
  }

  async #run() {
    [kept.planner, kept.seconds, kept.texts] = [this.planner.value, Number(this.seconds.value), this.#texts()];
    this.go.disabled = true;
    const body = { ...kept.texts, seconds: kept.seconds, instead: kept.running?.id };
    if (kept.planner) body.planner = kept.planner;
    try {
      const begun = await post("/plans", body);
      this.#complain(null);
      this.#shown(begun.contents);
      kept.running = { id: begun.id, planner: begun.planner, texts: kept.texts, costs: begun.contents.costs, about: `${begun.contents.domain}/${begun.contents.problem}` };
      await this.#follow(kept.running);
    } catch (error) {
      this.#complain(error);
    }
    this.go.disabled = false;
  }

  async #stop() {
    this.halt.disabled = true;
    await post(`/plans/${kept.running.id}/stop`);
  }

  async #follow(run) {
    this.halt.disabled = false;
    this.live.hidden = false;
    try {
      const look = await this.#lookedAt(run);
      if (!this.wanted || kept.running !== run) return;
      if (look.fault) throw new Error(look.fault);
      run.found = await get(`/plans/${run.id}/result`);
    } finally {
      if (this.wanted && kept.running === run) kept.running = null;
      this.halt.disabled = true;
    }
    run.number = (kept.runs.at(-1)?.number ?? 0) + 1;
    kept.beside = alike(run).at(-1) ?? null;
    kept.runs.push(run);
    this.#showPlans();
    this.plans.scrollIntoView({ block: "nearest" });
  }

  // Looks on until the search is over, or somebody goes elsewhere.
  async #lookedAt(run) {
    for (;;) {
      const look = await get(`/plans/${run.id}`);
      if (this.wanted) this.#showLook(run, look);
      if (look.over || !this.wanted) return look;
      await pause(OFTEN);
    }
  }

  #showLook(run, look) {
    const { states, seconds, bound, cost } = look.latest;
    const cell = (key, text) => h("div", {}, h("dt", {}, say(key)), h("dd", { className: key }, text));
    this.live.replaceChildren(
      h("h2", {}, !look.over && h("span", { className: "spinner", "aria-hidden": "true" }), say(look.over ? "plans_searched" : "plans_searching", { planner: run.planner })),
      h("div", { className: "search-desk" },
        h("dl", { className: "figures" }, cell("plans_states", number(states)), cell("plans_bound", bound === null ? "–" : figure(bound)), cell("plans_best", cost === null ? "–" : figure(cost)), cell("plans_time", `${number(seconds, seconds < 10 ? 2 : 0)} s`)),
        searchChart(look.trail, look.latest) ?? ""));
  }

  // In another language, what was found is told anew; what the lab has let go stays as it was.
  async #speakAnew() {
    await Promise.all(kept.runs.map(async (run) => {
      run.found = await get(`/plans/${run.id}/result`).catch(() => run.found);
    }));
  }

  // What was found

  #showPlans() {
    const run = kept.runs.at(-1);
    if (!run) return;
    const other = kept.beside;
    const alone = (one, two) => (other?.found.plan && run.found.plan ? onlyIn(one.found, two.found) : new Set());
    this.plans.replaceChildren(
      other ? this.#comparison(other, run) : "",
      h("div", { className: other ? "pair" : "single" }, other && planOf(other, alone(other, run)), planOf(run, alone(run, other))));
  }

  #comparison(one, two) {
    const earlier = alike(two).filter((run) => run !== two);
    const choose = h("select", { name: "beside", onchange: () => {
      kept.beside = earlier.find((run) => String(run.number) === choose.value);
      this.#showPlans();
    } }, earlier.map((run) => h("option", { value: run.number, selected: run === one }, title(run))));
    const changes = costChanges(one, two);
    const differ = one.found.plan && two.found.plan && onlyIn(one.found, two.found).size + onlyIn(two.found, one.found).size > 0;
    const crossed = h("div", { className: "crossed" });
    this.#cross(one, two, crossed);
    return h("section", { className: "panel comparison" }, h("h2", {}, say("plans_compared")),
      earlier.length > 1 && h("label", { className: "sorting" }, h("span", {}, say("plans_beside")), choose),
      changes.length > 0 && h("ul", { className: "cost-changes" }, changes.map(({ words, before, after }) => h("li", {}, words, " ", h("b", {}, before), " → ", h("b", {}, after)))),
      crossed, one.found.plan && two.found.plan && h("p", { className: "faint" }, differ && h("span", { className: "only" }, "◆ "), say(differ ? "plans_lit" : "plans_same")));
  }

  // What each plan comes to under the costs of either.
  async #cross(one, two, place) {
    if (!one.found.plan || !two.found.plan) return;
    const cost = async (plan, problem) => {
      if (plan === problem) return { cost: plan.found.cost };
      return post("/plans/replay", { ...problem.texts, plan: plan.found.plan.map((step) => step.action) });
    };
    const cell = (told, least) => h("td", { className: "number" }, told.cost === null || told.cost === undefined ? h("small", { title: `${told.action} · ${told.missing}` }, say("plans_unfit", { step: told.step })) : h("b", { className: told.cost === least ? "least" : "" }, figure(told.cost)));
    try {
      const rows = await Promise.all([one, two].map((plan) => Promise.all([one, two].map((problem) => cost(plan, problem)))));
      const least = [0, 1].map((column) => Math.min(...rows.map((row) => row[column].cost ?? Infinity)));
      place.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, h("th"), [one, two].map((run) => h("th", { scope: "col" }, say("plans_under", { n: run.number }))))),
        h("tbody", {}, rows.map((row, at) => h("tr", {}, h("th", { scope: "row" }, name([one, two][at])), row.map((told, column) => cell(told, least[column])))))));
    } catch (error) {
      toast(error.message);
    }
  }
}

// The runs there were of a problem of the same name: plans of others have nothing to do with each other.
const alike = (run) => kept.runs.filter((other) => other.about === run.about);
const name = (run) => say("plans_number", { n: run.number });
const title = (run) => `${name(run)}${run.found.cost === null ? "" : ` · ${figure(run.found.cost)}`}`;

function planOf(run, alone) {
  const { found } = run;
  const penalties = Object.entries(found.penalties);
  const players = Object.keys(found.names);
  return h("section", { className: `panel plan-of ${found.status}` },
    h("h2", {}, name(run), found.cost !== null && h("b", { className: "total" }, figure(found.cost))),
    h("p", { className: "verdict" }, proven(found)),
    penalties.length > 0 && h("p", { className: "penalties" }, say("plans_penalties"), " ", penalties.map(([player, amount]) =>
      h("span", { className: `seat-${players.indexOf(player) % 4}` }, found.names[player], " ", h("b", {}, figure(amount))))),
    found.plan && timeline(found.plan, found.names, alone),
    h("p", { className: "faint" }, [found.planner, say("plans_states_of", { n: number(found.states) }), `${number(found.seconds, 2)} s`, found.plan && say("plans_length", { n: number(found.plan.length) }), found.bound !== null && say("plans_bound_of", { n: figure(found.bound) })].filter(Boolean).join(" · "),
      found.checked.length > 0 && h("span", { className: "checked" }, " ✓ ", say("plans_checked", { who: found.checked.join(", ") }))));
}

// What things cost in one run and in another, where it differs.
function costChanges(one, two) {
  const before = new Map(one.costs.map((cost) => [cost.fluent, cost.value]));
  return two.costs.filter(({ fluent, value }) => before.has(fluent) && before.get(fluent) !== value).map(({ fluent, words, value }) => ({ words, before: figure(before.get(fluent)), after: figure(value) }));
}

// The text of a problem with another number for one that never changes; null when it is not there.
export function withCost(text, fluent, value) {
  const words = fluent.replace(/[()]/g, "").split(" ").map((word) => word.replace(/[.*+?^${}|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^(([^;\\n]*)\\(\\s*=\\s*\\(\\s*${words.join("\\s+")}\\s*\\)\\s*)[-+\\d.eE/]+`, "im");
  return pattern.test(text) ? text.replace(pattern, (_, before) => `${before}${value}`) : null;
}
