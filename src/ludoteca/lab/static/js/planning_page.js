// The planning page: choose or write a problem, follow the search of a planner, see its plan, change costs and compare.

import { get, post } from "./api.js";
import { h, refresh, sleep, toast } from "./dom.js";
import { editor } from "./editor.js";
import { EXAMPLE_PROBLEM } from "./example_problem.js";
import { optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { Latest } from "./latest.js";
import { CostFields, changedCosts, withCost, withCosts } from "./pddl_costs.js";
import { comparison, onlyIn } from "./plan_comparison.js";
import { planPanel, searchProgress } from "./plan_panel.js";
import {
  comparable,
  OWN,
  ownProblem,
  sameOptions,
  sameTexts,
  saveOwnProblem,
  state,
  writeAddress,
} from "./planning_state.js";

const POLLING = 200; // milliseconds between two requests for the progress of a search

export async function draw(signal) {
  const [{ games }, planners] = await Promise.all([get("/catalogue"), get("/plans/planners")]);
  const planningGames = games.filter((game) => game.planning);
  const page = new PlanningPage(planningGames, planners);
  if (signal.aborted) page.leave();
  else signal.addEventListener("abort", () => page.leave());
  page.open(); // the page is shown meanwhile
  return { element: page.element, title: say("plans"), leave: () => page.leave() };
}

class PlanningPage {
  constructor(games, planners) {
    this.games = games;
    this.shown = true; // until the page is left
    this.opened = false; // once its texts are loaded
    this.editors = {
      problem: editor("", { label: say("plans_problem_text"), name: "problem.pddl", ...this.#listeners() }),
      domain: editor("", { label: say("plans_domain_text"), name: "domain.pddl", ...this.#listeners() }),
    };
    this.error = h("div", { role: "alert" });
    this.formError = h("div", { role: "alert" });
    this.formInvalid = false;
    this.loading = Promise.resolve();
    this.loads = new Latest();
    this.reads = new Latest();
    this.warn = (event) => this.#edited() && event.preventDefault();
    this.costs = new CostFields((fluent, value) => this.#setCost(fluent, value));
    this.size = h("p", { className: "faint size" });
    this.live = h("section", { className: "panel live", hidden: true });
    this.plans = h("div", { className: "plans" });
    const right = h("div", {}, this.#searchForm(planners), this.#costPanel());
    this.element = h(
      "div",
      { className: "planning" },
      h("h1", {}, say("plans")),
      h("p", {}, say("plans_about")),
      h("div", { className: "planning-desk" }, this.#problemPanel(), right),
      this.#textPanel(),
      this.error,
      this.live,
      this.plans,
    );
  }

  #listeners() {
    return { changed: () => this.#typed(), settled: () => this.#read(), run: () => this.#run() };
  }

  open() {
    if (!this.shown) return;
    addEventListener("beforeunload", this.warn);
    this.loading = this.#open().catch((error) => this.#showError(error));
  }

  async #open() {
    const shared = this.asked.get("run");
    const known = [...state.runs, state.running].some((run) => run?.id === shared);
    if (shared && !known) await this.#openShared(shared).catch((error) => this.#showError(error));
    else if (state.texts && state.game === this.game && sameOptions(state.options, this.options.values())) {
      this.#setTexts(state.texts);
      await Promise.all([this.#read(), this.#reloadResults()]);
      this.#showPlans();
    } else await this.#loadProblem();
    if (!this.shown) return;
    this.opened = true;
    writeAddress(this.#texts());
    if (state.running) this.#follow(state.running).catch((error) => this.#showError(error));
  }

  // Opens the search of a link: its problem, and its result once it is over.
  async #openShared(id) {
    await this.#loadProblem();
    const [texts, progress] = await Promise.all([get(`/plans/${id}/problem`), get(`/plans/${id}`)]);
    const contents = await post("/plans/read", texts);
    if (!this.shown) return;
    if (this.game === OWN) state.base = texts;
    state.costs = changedCosts(contents.costs, state.base.problem);
    this.#setTexts(texts);
    this.#showContents(contents);
    const about = `${contents.domain}/${contents.problem}`;
    const run = { id, planner: "", texts, costs: contents.costs, about };
    if (progress.over) await this.#addResult(run);
    else state.running = run;
  }

  leave() {
    this.shown = false;
    removeEventListener("beforeunload", this.warn);
    if (this.opened) state.texts = this.#texts();
    this.opened = false;
    for (const one of Object.values(this.editors)) one.close();
  }

  // The problem

  #problemPanel() {
    const options = new URLSearchParams(location.search);
    this.asked = new URLSearchParams(options);
    for (const name of ["game", "run"]) options.delete(name);
    const fallback = this.asked.has("run") ? OWN : (state.game ?? this.games[0]?.name ?? OWN);
    const asked = this.asked.get("game") ?? fallback;
    this.choice = h(
      "select",
      { name: "game" },
      this.games.map((game) => h("option", { value: game.name, selected: game.name === asked }, game.title)),
      h("option", { value: OWN, selected: asked === OWN }, say("plans_own")),
    );
    this.form = h("div", { className: "inference-options" });
    this.#fillForm(asked === state.game && options.size === 0 ? state.options : Object.fromEntries(options));
    this.choice.addEventListener("change", () => {
      this.#fillForm({});
      this.#load();
    });
    const label = h("label", { className: "wide" }, h("span", {}, say("plans_source")), this.choice);
    return h(
      "section",
      { className: "panel" },
      h("h2", {}, say("plans_problem")),
      h("div", { className: "fields" }, label),
      this.form,
      this.formError,
    );
  }

  // Fills the form with the options of the chosen game.
  #fillForm(values) {
    this.game = this.choice.value;
    const game = this.games.find((one) => one.name === this.game);
    this.options = optionFields(game?.options ?? [], "plans", () => this.#load(), values);
    this.form.replaceChildren(game ? this.options.element : h("p", { className: "faint" }, say("plans_own_about")));
  }

  #load() {
    this.loading = this.#loadProblem().then(() => this.shown && writeAddress(this.#texts()));
    return this.loading;
  }

  // Loads the problem of the form, or the reader's own. While the form is invalid, no search can be started.
  async #loadProblem() {
    const isLatest = this.loads.begin();
    const [game, options] = [this.game, this.options.values()];
    try {
      const wrong = this.form.querySelector(":invalid");
      if (wrong?.validity.badInput) throw new Error(wrong.validationMessage);
      const texts = game === OWN ? null : await post("/plans/texts", { game, options });
      if (!isLatest() || !this.shown) return;
      this.#showFormError(null);
      if (!this.#saveEdits()) {
        this.choice.value = state.game;
        this.#fillForm(state.options);
        return;
      }
      if (game !== state.game) state.costs = {};
      [state.game, state.options, state.base] = [game, options, texts ?? ownProblem()];
      this.#setTexts(withCosts(state.base, state.costs));
      if (game === OWN) this.text.open = true;
      await this.#read();
    } catch (error) {
      if (isLatest()) this.#showFormError(error);
    }
  }

  #showFormError(error) {
    this.formInvalid = error !== null;
    this.formError.replaceChildren(...(error ? [h("p", { className: "notice" }, error.message)] : []));
  }

  // Saves edited texts as the reader's own problem before they are replaced, and asks if that would overwrite another.
  #saveEdits() {
    if (!this.#edited()) return true;
    const [texts, own] = [this.#texts(), ownProblem()];
    if (!sameTexts(own, EXAMPLE_PROBLEM) && !sameTexts(own, texts)) return confirm(say("plans_discard"));
    saveOwnProblem(texts);
    toast(say("plans_saved_as_own"));
    return true;
  }

  // Whether the texts of a game were edited: these edits are saved nowhere yet.
  #edited() {
    return state.base !== null && state.game !== OWN && !sameTexts(this.#texts(), withCosts(state.base, state.costs));
  }

  #typed() {
    this.#showError(null);
    if (state.game === OWN) saveOwnProblem(this.#texts());
  }

  #texts() {
    return { domain: this.editors.domain.text(), problem: this.editors.problem.text() };
  }

  #setTexts({ domain, problem }) {
    this.editors.domain.put(domain);
    this.editors.problem.put(problem);
    state.texts = { domain, problem };
  }

  // Asks the server for the contents of the problem: its size and its costs.
  async #read() {
    const texts = this.#texts();
    state.texts = texts;
    const isLatest = this.reads.begin();
    try {
      const contents = await post("/plans/read", texts);
      if (!isLatest() || !this.#shows(texts)) return;
      this.#showContents(contents);
      this.#showError(null);
    } catch (error) {
      if (isLatest() && this.#shows(texts)) this.#showError(error);
    }
  }

  // Whether the page still shows the texts that a request was about: they may have been edited since.
  #shows(texts) {
    return this.shown && sameTexts(texts, this.#texts());
  }

  #showContents({ problem: name, actions, facts, numbers, costs }) {
    this.size.textContent = say("plans_size", { name, actions, facts, numbers });
    this.costs.show(costs, state.base.problem);
  }

  #costPanel() {
    const about = h("p", { className: "faint" }, say("plans_costs_about"));
    return h("section", { className: "panel" }, h("h2", {}, say("plans_costs")), about, this.costs.element, this.size);
  }

  #setCost(fluent, value) {
    const text = value === null ? null : withCost(this.editors.problem.text(), fluent, value);
    if (text !== null) {
      this.editors.problem.put(text);
      if (state.game === OWN) saveOwnProblem(this.#texts());
      else state.costs[fluent] = value;
    }
    this.#read();
  }

  #textPanel() {
    const part = (key, one) => h("div", {}, h("h3", {}, say(key)), one.element);
    const texts = h(
      "div",
      { className: "two-texts" },
      part("plans_problem_text", this.editors.problem),
      part("plans_domain_text", this.editors.domain),
    );
    this.text = h("details", { className: "panel text" }, h("summary", {}, say("plans_text")), texts);
    return this.text;
  }

  // Shows an error, and marks its line if it has one.
  #showError(error) {
    for (const one of Object.values(this.editors)) one.mark([]);
    this.error.replaceChildren();
    if (!error) return;
    const place = this.editors[error.file?.replace(".pddl", "")];
    if (place && error.line) {
      this.text.open = true;
      place.mark([{ line: error.line }]);
      place.goTo(error.line);
    }
    this.error.replaceChildren(h("p", { className: "notice" }, error.message));
  }

  // The search

  #searchForm(planners) {
    const option = ({ name, proves, missing }) => {
      const properties = { value: name, selected: name === state.planner, disabled: missing !== null };
      return h("option", properties, proves ? name : say("plans_no_proof", { name }));
    };
    const any = h("option", { value: "" }, say("plans_any"));
    this.planner = h("select", { name: "planner" }, any, planners.map(option));
    this.seconds = h("input", { type: "number", name: "seconds", value: state.seconds, min: 1, max: 600, step: 1 });
    this.startButton = h("button", { className: "main", type: "submit" }, say("plans_run"));
    this.stopButton = h("button", { type: "button", disabled: true, onclick: () => this.#stop() }, say("stop"));
    const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
    const submit = (event) => {
      event.preventDefault();
      this.#run();
    };
    const missing = planners
      .filter((one) => one.missing)
      .flatMap((one) => [h("br"), one.missing])
      .slice(1);
    return h(
      "form",
      { className: "panel runner", onsubmit: submit },
      label("plans_planner", this.planner),
      label("plans_seconds", this.seconds),
      this.startButton,
      this.stopButton,
      missing.length > 0 && h("p", { className: "faint" }, missing),
    );
  }

  async #run() {
    this.startButton.disabled = true;
    await this.loading;
    if (this.formInvalid) {
      this.startButton.disabled = false;
      this.formError.scrollIntoView({ block: "center" });
      return;
    }
    const texts = this.#texts();
    [state.planner, state.seconds, state.texts] = [this.planner.value, Number(this.seconds.value), texts];
    const body = { ...texts, seconds: state.seconds, replaces: state.running?.id };
    try {
      const { id, planner, contents } = await post(
        "/plans",
        state.planner ? { ...body, planner: state.planner } : body,
      );
      if (this.#shows(texts)) {
        this.#showError(null);
        this.#showContents(contents);
      }
      const about = `${contents.domain}/${contents.problem}`;
      state.running = { id, planner, texts, costs: contents.costs, about };
      if (this.shown) writeAddress(texts);
      await this.#follow(state.running, true);
    } catch (error) {
      if (!this.shown) return;
      if (this.#shows(texts)) this.#showError(error);
      else toast(error.message); // it is about texts that have been edited since
    }
    this.startButton.disabled = false;
  }

  async #stop() {
    this.stopButton.disabled = true;
    await post(`/plans/${state.running.id}/stop`);
  }

  // Follows a search to its end, and shows its plan.
  async #follow(run, isNew = false) {
    this.stopButton.disabled = false;
    this.live.hidden = false;
    const scrollThere = () => {
      this.live.scrollIntoView({ block: "start" });
      return scrollY;
    };
    const there = isNew ? scrollThere() : null;
    try {
      const progress = await this.#poll(run);
      if (!this.shown || state.running !== run) return;
      if (progress.fault) throw new Error(progress.fault);
      await this.#addResult(run);
      refresh(this.live, searchProgress(run.planner, progress));
    } finally {
      if (this.shown && state.running === run) state.running = null;
      this.stopButton.disabled = true;
    }
    if (!this.shown) return;
    writeAddress(this.#texts());
    if (scrollY === there) scrollThere(); // the page was too short before; a reader who has scrolled since stays there
  }

  // Adds the result of a search that is over, and compares it with the one before.
  async #addResult(run) {
    run.found = await get(`/plans/${run.id}/result`);
    run.planner = run.found.planner; // may be another than the one that started
    run.number = (state.runs.at(-1)?.number ?? 0) + 1;
    state.compared = comparable(run).at(-1) ?? null;
    state.runs.push(run);
    this.#showPlans();
  }

  // Asks for the progress of a search until it is over, or another page is shown.
  async #poll(run) {
    for (;;) {
      const progress = await get(`/plans/${run.id}`);
      if (this.shown) refresh(this.live, searchProgress(run.planner, progress));
      if (progress.over || !this.shown) return progress;
      await sleep(POLLING);
    }
  }

  // Loads the results again, in case the language has changed. Results that the server has dropped stay as they are.
  async #reloadResults() {
    const reload = async (run) => {
      run.found = await get(`/plans/${run.id}/result`).catch(() => run.found);
    };
    await Promise.all(state.runs.map(reload));
  }

  // The plans

  #showPlans() {
    const run = state.runs.at(-1);
    if (!run) return;
    const other = state.compared;
    const marked = (one, two) => (other?.found.plan && run.found.plan ? onlyIn(one, two) : new Set());
    const choose = (earlier) => {
      state.compared = earlier;
      this.#showPlans();
    };
    const earlier = comparable(run).filter((one) => one !== run);
    const panels = [other && planPanel(other, marked(other, run)), planPanel(run, marked(run, other))];
    this.plans.replaceChildren(
      other ? comparison(other, run, earlier, choose) : "",
      h("div", { className: other ? "pair" : "single" }, panels),
    );
  }
}
