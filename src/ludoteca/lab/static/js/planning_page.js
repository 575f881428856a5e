// Planning: a problem is chosen or written, a planner searches while one looks on, and its plan is laid out; costs are
// changed, and two plans compared.

import { get, post } from "./api.js";
import { h, pause, toast } from "./dom.js";
import { editor } from "./editor.js";
import { BAKERY } from "./example_problem.js";
import { optionFields } from "./forms.js";
import { number, say } from "./i18n.js";
import { comparison, nameOf, onlyIn } from "./plan_comparison.js";
import { figure, proven, searchChart, timeline } from "./plan_view.js";

const OFTEN = 200; // milliseconds between two looks
const MANY_COSTS = 60; // numbers that can be set one by one; of more, the text is the place

const OWN = ""; // in place of a game: a problem of one's own

// What is on the desk stays there while one looks elsewhere in the lab: `base` are the texts as they came, `costs` what
// was set since, number by number.
const kept = {
  game: null,
  options: {},
  texts: null,
  base: null,
  costs: {},
  running: null,
  runs: [],
  beside: null,
  planner: "",
  seconds: 30,
};

// A problem of one's own is kept in the browser.
const own = () => JSON.parse(localStorage.getItem("plans-own")) ?? BAKERY;
const keepOwn = (texts) => localStorage.setItem("plans-own", JSON.stringify(texts));
const same = (one, two) => one.domain === two.domain && one.problem === two.problem;

export async function draw() {
  const [{ games }, planners] = await Promise.all([get("/catalogue"), get("/plans/planners")]);
  const desk = new Desk(
    games.filter((game) => game.planning),
    planners,
  );
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
    this.refusal = h("div", { role: "alert" });
    this.refused = false; // whether the form asks for what cannot be
    this.taking = Promise.resolve();
    this.warn = (event) => this.#edited() && event.preventDefault();
    this.costs = h("div", { className: "costs" });
    this.size = h("p", { className: "faint size" });
    this.live = h("section", { className: "panel live", "aria-live": "polite", hidden: true });
    this.plans = h("div", { className: "plans" });
    this.element = h(
      "div",
      { className: "planning" },
      h("h1", {}, say("plans")),
      h("p", {}, say("plans_about")),
      h(
        "div",
        { className: "planning-desk" },
        h("div", {}, this.#chooser(), this.#runner(planners)),
        this.#costPanel(),
      ),
      this.#text(),
      this.fault,
      this.live,
      this.plans,
    );
    for (const one of Object.values(this.editors)) {
      one.element.addEventListener("input", () => this.#typed());
      one.element.addEventListener("change", () => this.#read());
    }
  }

  async open() {
    addEventListener("beforeunload", this.warn);
    if (kept.texts && kept.game === this.game) {
      this.#put(kept.texts);
      await Promise.all([this.#read(), this.#speakAnew()]);
      this.#showPlans();
    } else await this.#retake();
    if (kept.running) this.#follow(kept.running).catch((error) => this.#complain(error));
  }

  leave() {
    this.wanted = false;
    removeEventListener("beforeunload", this.warn);
    kept.texts = this.#texts();
  }

  // Choosing

  #chooser() {
    const asked = new URLSearchParams(location.search).get("game") ?? kept.game ?? this.games[0]?.name ?? OWN;
    if (location.search) history.replaceState(null, "", location.pathname); // asked for once
    this.choice = h(
      "select",
      { name: "game" },
      this.games.map((game) => h("option", { value: game.name, selected: game.name === asked }, game.title)),
      h("option", { value: OWN, selected: asked === OWN }, say("plans_own")),
    );
    this.form = h("div", { className: "inference-options" });
    this.#fill(asked === kept.game ? kept.options : {});
    this.choice.addEventListener("change", () => {
      this.#fill({});
      this.#retake();
    });
    return h(
      "section",
      { className: "panel" },
      h("h2", {}, say("plans_problem")),
      h("div", { className: "fields" }, h("label", { className: "wide" }, h("span", {}, say("plans_of")), this.choice)),
      this.form,
      this.refusal,
    );
  }

  // The form of what is chosen, with some values in it.
  #fill(values) {
    this.game = this.choice.value;
    const game = this.games.find((one) => one.name === this.game);
    this.options = optionFields(game?.options ?? [], "plans", () => this.#retake());
    this.form.replaceChildren(game ? this.options.element : h("p", { className: "faint" }, say("plans_own_about")));
    for (const [name, value] of Object.entries(values)) this.form.querySelector(`[name="plans-${name}"]`).value = value;
  }

  #retake() {
    this.taking = this.#take();
    return this.taking;
  }

  // The problem that the form asks for, or one's own; nothing is planned while the form asks for what cannot be.
  async #take() {
    const asking = (this.asking = Symbol("asking")); // the answer to an older question is of no use
    const [game, options] = [this.game, this.options.values()];
    try {
      const wrong = this.form.querySelector(":invalid");
      if (wrong?.validity.badInput) throw new Error(wrong.validationMessage);
      const texts = game === OWN ? null : await post("/plans/texts", { game, options });
      if (asking !== this.asking) return;
      this.#refuse(null);
      if (!this.#putAway()) {
        this.choice.value = kept.game;
        this.#fill(kept.options);
        return;
      }
      if (game !== kept.game) kept.costs = {};
      [kept.game, kept.options, kept.base] = [game, options, texts ?? own()];
      this.#put(withCosts(kept.base, kept.costs));
      if (game === OWN) this.text.open = true;
      await this.#read();
    } catch (error) {
      if (asking === this.asking) this.#refuse(error);
    }
  }

  #refuse(error) {
    this.refused = error !== null;
    this.refusal.replaceChildren(...(error ? [h("p", { className: "notice" }, error.message)] : []));
  }

  // What was written by hand is about to make place: it becomes a problem of one's own, if that does not cost another.
  #putAway() {
    if (!this.#edited()) return true;
    const texts = this.#texts();
    if (!same(own(), BAKERY) && !same(own(), texts)) return confirm(say("plans_discard"));
    keepOwn(texts);
    toast(say("plans_put_away"));
    return true;
  }

  // Whether something was written by hand that is kept nowhere else.
  #edited() {
    return kept.base !== null && kept.game !== OWN && !same(this.#texts(), withCosts(kept.base, kept.costs));
  }

  // What was wrong before may be right now.
  #typed() {
    this.#complain(null);
    if (kept.game === OWN) keepOwn(this.#texts());
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
    this.size.textContent = say("plans_size", {
      name: contents.problem,
      actions: contents.actions,
      facts: contents.facts,
      numbers: contents.numbers,
    });
    const costs = contents.costs.slice(0, MANY_COSTS);
    if (costs.length !== this.fields.length || costs.some((cost, at) => cost.fluent !== this.fields[at].fluent)) {
      this.fields = costs.map((cost) => this.#field(cost));
      this.costs.replaceChildren(
        ...(costs.length
          ? this.fields.map((field) => field.element)
          : [h("p", { className: "faint" }, say("plans_no_costs"))]),
      );
    }
    costs.forEach((cost, at) => this.fields[at].show(cost));
  }

  #costPanel() {
    return h(
      "section",
      { className: "panel" },
      h("h2", {}, say("plans_costs")),
      h("p", { className: "faint" }, say("plans_costs_about")),
      this.costs,
      this.size,
    );
  }

  // A number that can be changed; what somebody is typing is left alone.
  #field({ fluent, words }) {
    const input = h("input", {
      type: "number",
      name: fluent,
      step: "any",
      onchange: () => this.#setCost(fluent, input),
    });
    const was = h("small");
    const element = h("label", { title: fluent }, h("span", {}, words, " ", was), input);
    const show = ({ value }) => {
      const before = costIn(kept.base.problem, fluent);
      const changed = before !== null && before !== value;
      element.className = changed ? "changed" : "";
      was.textContent = changed ? say("plans_was", { n: figure(before) }) : "";
      if (input !== document.activeElement || input.value === "") input.value = value;
    };
    return { fluent, element, show };
  }

  #setCost(fluent, input) {
    const value = Number(input.value);
    const text = input.value === "" ? null : withCost(this.editors.problem.text(), fluent, value);
    if (text !== null) {
      this.editors.problem.put(text);
      if (kept.game === OWN) keepOwn(this.#texts());
      else kept.costs[fluent] = value;
    }
    this.#read();
  }

  #text() {
    const part = (key, one) => h("div", {}, h("h3", {}, say(key)), one.element);
    this.text = h(
      "details",
      { className: "panel text" },
      h("summary", {}, say("plans_text")),
      h(
        "div",
        { className: "two-texts" },
        part("plans_problem_text", this.editors.problem),
        part("plans_domain_text", this.editors.domain),
      ),
    );
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
    this.planner = h(
      "select",
      { name: "planner" },
      h("option", { value: "" }, say("plans_any")),
      planners.map((one) =>
        h(
          "option",
          { value: one.name, selected: one.name === kept.planner, disabled: one.missing !== null },
          one.proves ? one.name : say("plans_no_proof", { name: one.name }),
        ),
      ),
    );
    this.seconds = h("input", { type: "number", name: "seconds", value: kept.seconds, min: 1, max: 600, step: 1 });
    this.go = h("button", { className: "main", type: "submit" }, say("plans_run"));
    this.halt = h("button", { type: "button", disabled: true, onclick: () => this.#stop() }, say("stop"));
    const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
    const submit = (event) => {
      event.preventDefault();
      this.#run();
    };
    return h(
      "form",
      { className: "panel runner", onsubmit: submit },
      label("plans_planner", this.planner),
      label("plans_seconds", this.seconds),
      this.go,
      this.halt,
      h(
        "p",
        { className: "faint" },
        say("plans_try"),
        planners
          .filter((one) => one.missing)
          .map((one) => [h("br"), one.missing])
          .flat(),
      ),
    );
  }

  async #run() {
    this.go.disabled = true;
    await this.taking;
    if (this.refused) {
      this.go.disabled = false;
      this.refusal.scrollIntoView({ block: "center" });
      return;
    }
    [kept.planner, kept.seconds, kept.texts] = [this.planner.value, Number(this.seconds.value), this.#texts()];
    const body = { ...kept.texts, seconds: kept.seconds, instead: kept.running?.id };
    if (kept.planner) body.planner = kept.planner;
    try {
      const begun = await post("/plans", body);
      this.#complain(null);
      this.#shown(begun.contents);
      kept.running = {
        id: begun.id,
        planner: begun.planner,
        texts: kept.texts,
        costs: begun.contents.costs,
        about: `${begun.contents.domain}/${begun.contents.problem}`,
      };
      await this.#follow(kept.running, true);
    } catch (error) {
      this.#complain(error);
    }
    this.go.disabled = false;
  }

  async #stop() {
    this.halt.disabled = true;
    await post(`/plans/${kept.running.id}/stop`);
  }

  async #follow(run, begun = false) {
    this.halt.disabled = false;
    this.live.hidden = false;
    const come = () => {
      this.live.scrollIntoView({ block: "start" });
      return scrollY;
    };
    const here = begun ? come() : null;
    try {
      const look = await this.#lookedAt(run);
      if (!this.wanted || kept.running !== run) return;
      if (look.fault) throw new Error(look.fault);
      run.found = await get(`/plans/${run.id}/result`);
      run.planner = run.found.planner; // whoever began may have handed over
      this.#showLook(run, look);
    } finally {
      if (this.wanted && kept.running === run) kept.running = null;
      this.halt.disabled = true;
    }
    run.number = (kept.runs.at(-1)?.number ?? 0) + 1;
    kept.beside = alike(run).at(-1) ?? null;
    kept.runs.push(run);
    this.#showPlans();
    if (scrollY === here) come(); // there was not room enough before; who has gone elsewhere since stays there
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
      h(
        "h2",
        {},
        !look.over && h("span", { className: "spinner", "aria-hidden": "true" }),
        say(look.over ? "plans_searched" : "plans_searching", { planner: run.planner }),
      ),
      h(
        "div",
        { className: "search-desk" },
        h(
          "dl",
          { className: "figures" },
          cell("plans_states", number(states)),
          cell("plans_bound", bound === null ? "–" : figure(bound)),
          cell("plans_best", cost === null ? "–" : figure(cost)),
          cell("plans_time", `${number(seconds, seconds < 10 ? 2 : 0)} s`),
        ),
        searchChart(look.trail, look.latest) ?? "",
      ),
    );
  }

  // In another language, what was found is told anew; what the lab has let go stays as it was.
  async #speakAnew() {
    await Promise.all(
      kept.runs.map(async (run) => {
        run.found = await get(`/plans/${run.id}/result`).catch(() => run.found);
      }),
    );
  }

  // What was found

  #showPlans() {
    const run = kept.runs.at(-1);
    if (!run) return;
    const other = kept.beside;
    const alone = (one, two) => (other?.found.plan && run.found.plan ? onlyIn(one, two) : new Set());
    const beside = (earlier) => {
      kept.beside = earlier;
      this.#showPlans();
    };
    this.plans.replaceChildren(
      other
        ? comparison(
            other,
            run,
            alike(run).filter((one) => one !== run),
            beside,
          )
        : "",
      h(
        "div",
        { className: other ? "pair" : "single" },
        other && planOf(other, alone(other, run)),
        planOf(run, alone(run, other)),
      ),
    );
  }
}

// The runs there were of a problem of the same name: plans of others have nothing to do with each other.
const alike = (run) => kept.runs.filter((other) => other.about === run.about);

function planOf(run, alone) {
  const { found } = run;
  const penalties = Object.entries(found.penalties);
  const players = Object.keys(found.names);
  return h(
    "section",
    { className: `panel plan-of ${found.status}` },
    h("h2", {}, nameOf(run), found.cost !== null && h("b", { className: "total" }, figure(found.cost))),
    h("p", { className: "verdict" }, proven(found)),
    penalties.length > 0 &&
      h(
        "p",
        { className: "penalties" },
        say("plans_penalties"),
        " ",
        penalties.map(([player, amount]) =>
          h(
            "span",
            { className: `seat-${players.indexOf(player) % 4}` },
            found.names[player],
            " ",
            h("b", {}, figure(amount)),
          ),
        ),
      ),
    found.plan && timeline(found.plan, found.names, alone),
    h(
      "p",
      { className: "faint" },
      [
        found.planner,
        say("plans_states_of", { n: found.states }),
        `${number(found.seconds, 2)} s`,
        found.plan && say("plans_length", { n: found.plan.length }),
        found.bound !== null && say("plans_bound_of", { n: figure(found.bound) }),
      ]
        .filter(Boolean)
        .join(" · "),
      found.checked.length > 0 &&
        h("span", { className: "checked" }, " ✓ ", say("plans_checked", { who: found.checked.join(", ") })),
    ),
    found.plan &&
      h(
        "a",
        {
          className: "button",
          download: `${run.about.split("/")[1]}.plan`,
          href: `data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(found))}`,
        },
        say("plans_download"),
      ),
  );
}

// A plan as planners and validators write it: one action a line.
const fileOf = (found) => [...found.plan.map((step) => step.action), `; cost = ${found.cost}`, ""].join("\n");

// Where a problem says what a number is that never changes.
function placeOf(fluent) {
  const words = fluent
    .replace(/[()]/g, "")
    .split(" ")
    .map((word) => word.replace(/[.*+?^${}|[\]\\]/g, "\\$&"));
  return new RegExp(`^([^;\\n]*\\(\\s*=\\s*\\(\\s*${words.join("\\s+")}\\s*\\)\\s*)([-+\\d.eE]+)`, "im");
}

// The number there, if any.
function costIn(text, fluent) {
  const found = text.match(placeOf(fluent));
  return found && Number(found[2]);
}

// The text with another number; null when it is not there.
function withCost(text, fluent, value) {
  const pattern = placeOf(fluent);
  return pattern.test(text) ? text.replace(pattern, (_, before) => `${before}${value}`) : null;
}

const withCosts = ({ domain, problem }, costs) => ({
  domain,
  problem: Object.entries(costs).reduce((text, [fluent, value]) => withCost(text, fluent, value) ?? text, problem),
});
