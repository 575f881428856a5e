// The film of a society: step by step the board, the messages between the agents as arrows, and what each of them does.

import { h, svg, toast } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { number, say } from "./i18n.js";
import { PlayerBar, SPEEDS } from "./player_bar.js";
import { still } from "./still_board.js";

const [WIDTH, HEIGHT, RADIUS] = [560, 340, 50];
const MOST_LABELS = 3; // messages between two agents whose content is written
const LONGEST = 30; // characters of a content
const PACE = 2; // a step of the film lasts so many times as long as a move of a game

export class Film {
  /**
   * @param {any} life
   * @param {number} step the first one that is shown
   * @param {(step: number) => void} moved is told the step that is shown
   */
  constructor(life, step, moved) {
    this.life = life;
    this.moved = moved;
    this.speed = 1;
    this.last = life.rows.length - 1;
    const jump = (to) => {
      this.#pause();
      this.show(to);
    };
    const steps = {
      first: () => jump(0),
      back: () => jump(this.step - 1),
      toggle: () => this.#toggle(),
      forward: () => jump(this.step + 1),
      newest: () => jump(this.last),
    };
    this.bar = new PlayerBar(this.speed, steps, jump, (speed) => {
      this.speed = speed;
    });
    const share = h("button", { type: "button", name: "share", onclick: () => copyAddress() }, say("society_share"));
    this.board = h("div", { className: "film-board" });
    this.stage = h("figure", { className: "film-stage" });
    this.doings = h("div", { className: "film-doings", "aria-live": "polite" });
    this.table = chronicle(life, jump);
    const rows = h("details", { className: "panel" }, h("summary", {}, say("society_all")), this.table);
    this.element = h(
      "div",
      { className: "film" },
      h("div", { className: "film-head" }, h("p", { className: "reason" }, life.end), share),
      this.bar.element,
      h("div", { className: "film-desk" }, this.board, h("div", {}, this.stage, this.doings)),
      rows,
    );
    this.keys = (event) => this.#key(event, steps);
    document.addEventListener("keydown", this.keys);
    this.show(step);
  }

  close() {
    this.#pause();
    document.removeEventListener("keydown", this.keys);
  }

  show(step) {
    const { rows, boards } = this.life;
    this.step = Math.max(0, Math.min(step, this.last));
    const row = rows[this.step];
    const after = rows[this.step + 1]?.moves ?? boards.length - 1;
    this.board.replaceChildren(still(boards[after]));
    this.stage.replaceChildren(stage(this.life, row));
    this.doings.replaceChildren(...doings(this.life, row));
    this.table.querySelector("tr.here")?.classList.remove("here");
    this.table.querySelector(`tr[data-step="${this.step}"]`)?.classList.add("here");
    this.#update();
    this.moved(this.step);
  }

  #update() {
    this.bar.update(this.step, this.last, Boolean(this.playing), false);
    this.bar.count.textContent = `${this.step + 1} / ${this.last + 1}`; // the first step is done when it is shown
  }

  #toggle() {
    if (this.playing) return this.#pause();
    if (this.step === this.last) this.show(0);
    this.#play();
  }

  #play() {
    const next = () => {
      this.playing = 0;
      if (this.step >= this.last) return this.#update();
      this.#play();
      this.show(this.step + 1);
    };
    this.playing = setTimeout(next, PACE * SPEEDS[this.speed][2]);
    this.#update();
  }

  #pause() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.#update();
  }

  #key(event, steps) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, button, summary, a")) return;
    const work = {
      ArrowRight: steps.forward,
      ArrowLeft: steps.back,
      " ": steps.toggle,
      Home: steps.first,
      End: steps.newest,
    }[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  }
}

async function copyAddress() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(say("society_shared"));
  } catch {
    toast(location.href); // no clipboard without https
  }
}

// The agents in a ring, the messages of one step as arrows between them.
function stage({ seats }, row) {
  const places = seats.map((_, seat) => placeOf(seat, seats.length));
  const pairs = new Map();
  for (const { sender, to, content } of row.sent) {
    const key = `${sender}-${to}`;
    pairs.set(key, { sender, to, contents: [...(pairs.get(key)?.contents ?? []), content] });
  }
  const arrows = [...pairs.values()].map((pair) => arrow(places, pair));
  const agents = seats.map((name, seat) => {
    const acts = row.agents[seat].some((line) => line.kind === "acts");
    const [x, y] = places[seat];
    return svg(
      "g",
      { class: `agent${acts ? " acts" : ""}`, style: `--seat: var(--seat-${seat % 4})` },
      svg("circle", { cx: x, cy: y, r: RADIUS }),
      svg("text", { x, y: y + 6 }, name),
    );
  });
  const told = row.sent.map(({ sender, to, content }) => `${seats[sender]} → ${seats[to]}: ${content}`).join("; ");
  const head = svg(
    "marker",
    {
      id: "film-head",
      viewBox: "0 0 10 10",
      refX: 9,
      refY: 5,
      markerWidth: 8,
      markerHeight: 8,
      orient: "auto-start-reverse",
    },
    svg("path", { d: "M0 0L10 5L0 10z" }),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told || say("society_silence") },
    svg("defs", {}, head),
    ...agents,
    ...arrows,
  );
}

function placeOf(seat, count) {
  if (count === 1) return [WIDTH / 2, HEIGHT / 2];
  const angle = (2 * Math.PI * seat) / count + (count === 2 ? Math.PI : -Math.PI / 2);
  return [
    WIDTH / 2 + (WIDTH / 2 - 110) * Math.cos(angle),
    HEIGHT / 2 + 10 + (HEIGHT / 2 - RADIUS - 14) * Math.sin(angle),
  ];
}

// A bent arrow from one agent to another: the two directions between them stand apart.
function arrow(places, { sender, to, contents }) {
  const [[x1, y1], [x2, y2]] = [places[sender], places[to]];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [middleX, middleY] = [(x1 + x2) / 2 - dy * 42, (y1 + y2) / 2 + dx * 42];
  const edge = (x, y) => {
    const far = Math.hypot(middleX - x, middleY - y) || 1;
    return `${x + ((middleX - x) / far) * (RADIUS + 5)} ${y + ((middleY - y) / far) * (RADIUS + 5)}`;
  };
  const shown = contents
    .slice(0, MOST_LABELS)
    .map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
  if (contents.length > MOST_LABELS) shown.push(`+ ${contents.length - MOST_LABELS}`);
  const [labelX, labelY] = [(x1 + x2) / 2 - dy * 38, (y1 + y2) / 2 + dx * 38];
  const labels = shown.map((text, line) =>
    svg("text", { x: labelX, y: labelY + 5 + (line - (shown.length - 1) / 2) * 18 }, text),
  );
  return svg(
    "g",
    { class: "mail", style: `--seat: var(--seat-${sender % 4})` },
    svg("path", { d: `M${edge(x1, y1)}Q${middleX} ${middleY} ${edge(x2, y2)}`, "marker-end": "url(#film-head)" }),
    ...labels,
  );
}

// What happened in a step: to each agent, and to the game.
function doings(life, row) {
  const columns = [
    ...row.agents.map((lines, seat) => ({ name: life.seats[seat], lines, seat })),
    { name: say("society_world"), lines: row.world, seat: null },
  ];
  return columns
    .filter((column) => column.lines.length > 0)
    .map(({ name, lines, seat }) =>
      h(
        "section",
        { style: seat === null ? "" : `--seat: var(--seat-${seat % 4})` },
        h("h3", {}, name),
        lines.map((line) => entry(line, life)),
      ),
    );
}

function chronicle(life, jump) {
  const head = [
    say("society_time"),
    ...life.seats.map((seat, i) => [seat, h("small", {}, ` ${life.files[i]}`)]),
    say("society_world"),
  ];
  const rows = life.rows.map((row, step) =>
    h(
      "tr",
      { className: row.world.length ? "moved" : "", "data-step": String(step) },
      h(
        "td",
        { className: "number" },
        h("button", { type: "button", className: "quiet", onclick: () => jump(step) }, `${number(row.time, 1)} s`),
      ),
      [...row.agents, row.world].map((column) =>
        h(
          "td",
          {},
          column.map((line) => entry(line, life)),
        ),
      ),
    ),
  );
  const cells = head.map((cell) => h("th", { scope: "col" }, cell));
  const table = h("table", { className: "society" }, h("thead", {}, h("tr", {}, cells)), h("tbody", {}, rows));
  return h("div", { className: "scroll" }, table);
}

const entry = (line, life) =>
  h(
    "div",
    { className: `entry ${line.kind}` },
    line.sentence,
    line.count > 1 && h("b", {}, ` × ${line.count}`),
    " ",
    line.source && sourceLink(life, line.source),
  );
