// Watch it learn: learners teach themselves a small board, side by side, and can be played and asked at any checkpoint.

import { get, post, remove } from "./api.js";
import { confirm } from "./confirmation.js";
import { h, refresh, sleep, toast } from "./dom.js";
import { language, number, say } from "./i18n.js";
import { learningChart, opponentsOf } from "./learning_chart.js";
import { Question } from "./learning_question.js";

const POLLING = 700; // milliseconds between two requests for the progress of a run
const TIMES = [30, 60, 120, 300]; // seconds
const POSITIONS = [2000, 20_000]; // for each learner: the same number and seed give the same curves

export async function draw(id, signal) {
  const [boards, runs] = await Promise.all([get("/learning/boards"), get("/learning")]);
  const heading = [h("h1", {}, say("learning_title")), h("p", {}, say("learning_about"))];
  if (boards.length === 0)
    return { element: h("div", {}, heading, h("p", {}, say("learning_none"))), title: say("learning_title") };
  const page = new LearningPage(boards, runs, heading);
  if (signal.aborted) page.leave();
  await page.open(id);
  return { element: page.element, title: say("learning_title"), leave: () => page.leave() };
}

class LearningPage {
  constructor(boards, runs, heading) {
    this.boards = boards;
    this.runs = runs;
    this.shown = true; // until the page is left
    this.run = null;
    this.status = h("div", { className: "learning-status", role: "status" });
    this.charts = h("div", { className: "learning-charts" });
    this.question = new Question(() => this.#drawCharts());
    this.asking = h("div", {});
    this.results = h("div", { hidden: true }, this.#runPanel(), this.question.element);
    this.element = h("div", { className: "learning" }, heading, this.#form(), this.results);
  }

  // Shows a run: that of the address, or else the one under way, or the latest.
  async open(id) {
    if (id) return this.#show(await get(`/learning/${id}`));
    const wanted = this.runs.find((run) => run.state === "running") ?? this.runs[0];
    if (wanted) this.#show(wanted);
  }

  leave() {
    this.shown = false;
  }

  #form() {
    const options = this.boards.map(({ title }, at) => h("option", { value: at }, title));
    this.board = h("select", { name: "board" }, options);
    const count = (n) => h("option", { value: `positions ${n}` }, say("learning_positions", { n: number(n) }));
    const time = (seconds) => {
      const text =
        seconds < 60 ? say("learning_seconds", { n: seconds }) : say("learning_minutes", { n: seconds / 60 });
      return h("option", { value: `seconds ${seconds}`, selected: seconds === 60 }, text);
    };
    this.limit = h("select", { name: "limit" }, TIMES.map(time), POSITIONS.map(count));
    this.seed = h("input", { type: "number", name: "seed", value: 1, min: 0 });
    this.startButton = h("button", { className: "main", type: "submit" }, say("learning_start"));
    this.stopButton = h("button", { type: "button", disabled: true, onclick: () => this.#stop() }, say("stop"));
    this.list = h("select", { name: "run", onchange: () => this.#choose(this.list.value) });
    this.listLabel = h("label", { className: "learning-runs" }, h("span", {}, say("learning_runs")), this.list);
    const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
    const fields = [label("learning_board", this.board), label("learning_time", this.limit)];
    const submit = (event) => {
      event.preventDefault();
      this.#start().catch((error) => toast(error.message));
    };
    const buttons = h("div", { className: "buttons" }, this.startButton, this.stopButton);
    const all = h("div", { className: "fields" }, fields, label("learning_seed", this.seed), this.listLabel);
    this.#fillList();
    return h("form", { className: "panel", onsubmit: submit }, all, buttons);
  }

  #runPanel() {
    this.title = h("h2", {});
    const drop = () => this.#delete().catch((error) => toast(error.message));
    this.deleteButton = h(
      "button",
      { type: "button", className: "quiet small", onclick: drop },
      say("learning_delete"),
    );
    const head = h("div", { className: "learning-head" }, this.title, this.deleteButton);
    return h("section", { className: "panel" }, head, this.asking, this.status, this.charts);
  }

  #fillList() {
    const when = ({ began }) =>
      new Date(1000 * began).toLocaleString(language(), { dateStyle: "short", timeStyle: "short" });
    const options = this.runs.map((run) => h("option", { value: run.id }, `${run.title} · ${when(run)}`));
    this.list.replaceChildren(...options);
    if (this.run) this.list.value = this.run.id;
    this.listLabel.hidden = this.runs.length === 0;
  }

  async #start() {
    const { game, options } = this.boards[Number(this.board.value)];
    this.startButton.disabled = true;
    try {
      const [unit, most] = this.limit.value.split(" ");
      const run = await post("/learning", { game, options, [unit]: Number(most), seed: Number(this.seed.value) });
      this.runs = await get("/learning");
      if (this.shown) this.#show(run);
    } finally {
      this.startButton.disabled = this.run?.state === "running";
    }
  }

  async #stop() {
    this.stopButton.disabled = true;
    await post(`/learning/${this.run.id}/stop`).catch((error) => toast(error.message));
  }

  async #choose(id) {
    const run = await get(`/learning/${id}`);
    if (this.shown && this.list.value === id) this.#show(run); // unless another has been chosen since
  }

  async #delete() {
    if (!(await confirm(this.asking, this.deleteButton, say("learning_delete_sure"), say("learning_delete")))) return;
    await remove(`/learning/${this.run.id}`);
    this.runs = await get("/learning");
    if (!this.shown) return;
    this.run = null;
    this.#fillList();
    history.replaceState(null, "", "/learning");
    if (this.runs.length > 0) this.#show(this.runs[0]);
    else this.results.hidden = true;
    this.startButton.focus();
  }

  #show(run) {
    this.run = run;
    history.replaceState(null, "", `/learning/${run.id}`);
    this.#fillList();
    this.#update(run);
    if (run.state === "running") this.#follow(run.id).catch((error) => toast(error.message));
  }

  // Asks for the progress of a run until it is over, or another run or page is shown.
  async #follow(id) {
    while (this.shown && this.run?.id === id && this.run.state === "running") {
      await sleep(POLLING);
      const run = await get(`/learning/${id}`);
      if (this.shown && this.run?.id === id) this.#update(run);
    }
  }

  #update(run) {
    this.run = run;
    const running = run.state === "running";
    this.startButton.disabled = this.runs.some((one) => one.id !== run.id && one.state === "running") || running;
    this.runs = this.runs.map((one) => (one.id === run.id ? run : one));
    this.stopButton.disabled = !running;
    this.results.hidden = false;
    this.title.textContent = run.title;
    refresh(this.status, this.#statusLines(run, running));
    this.question.show(run);
    this.#drawCharts();
  }

  #statusLines(run, running) {
    const begun = run.learners.some((learner) => learner.checkpoints.length > 0);
    const state = running && !begun ? "preparing" : run.state;
    const spinner = running && h("span", { className: "spinner", "aria-hidden": "true" });
    const line = h("p", { className: "status" }, spinner, say(`learning_${state}`), run.fault && ` ${run.fault}`);
    const rows = run.learners.map((learner, at) => {
      const { games, positions } = learner;
      const counts = say("learning_counts", { seconds: number(learner.seconds, 1), games, positions });
      return h(
        "p",
        {},
        h("b", { className: `seat-${at}` }, learner.title),
        h("span", { className: "faint" }, ` · ${learner.about}`),
        h("br"),
        counts,
      );
    });
    return [line, ...rows];
  }

  #drawCharts() {
    const { run, question } = this;
    const choose = (learner, checkpoint) => question.choose(learner, checkpoint);
    const charts = opponentsOf(run).map((opponent) => learningChart(run, opponent, question.chosen, choose));
    const wait = run.state === "running" && h("p", { className: "faint" }, say("learning_wait"));
    this.charts.replaceChildren(...(charts.length > 0 ? charts : [wait || ""]));
  }
}
