// The page of one game: a person plays, watches, goes back through the moves and reads their explanations. Changes come
// over a socket and carry the newest positions, so that a move needs one request. Reasons that are read are checked.

import { followGame, get, post } from "./api.js";
import { askBack } from "./ask_back.js";
import { Board } from "./board.js";
import { h, icon, reducedMotion, sleep, toast } from "./dom.js";
import { explanation, firings, sourceLink } from "./explanation_view.js";
import { chart } from "./game_charts.js";
import { mindName, number, say } from "./i18n.js";
import { go } from "./router.js";
import { showVerdicts } from "./verdict_marks.js";

const narrow = matchMedia("(max-width: 640px)");
const KEPT_POSITIONS = 60; // positions from the socket that are kept for showing them again
const READING = 300; // milliseconds that an explanation is shown before its reasons are checked

// Name, milliseconds for a step of an animation, milliseconds between two moves of a game that is watched.
/** @type {[string, number, number][]} */
const SPEEDS = [
  ["slow", 260, 1600],
  ["normal", 130, 700],
  ["fast", 50, 200],
  ["instant", 0, 0],
];

/** @param {string} id @param {string} [ply] */
export async function draw(id, ply) {
  const [game, position] = await Promise.all([
    get(`/games/${id}`),
    get(`/games/${id}/positions/${ply ?? -1}?narrow=${narrow.matches}`),
  ]);
  const page = new GamePage(game, ply === undefined ? null : Number(ply));
  await page.start(position);
  return { element: page.element, title: page.game.title, leave: () => page.leave() };
}

class GamePage {
  constructor(game, ply) {
    this.game = game;
    this.watching = game.seats.every((seat) => !seat.person);
    this.playing = ply === null;
    this.ply = Math.min(ply ?? (this.watching && !game.over ? 0 : game.turns.length), game.turns.length);
    this.speed = Number(localStorage.getItem("speed") ?? 1);
    this.left = false;
    this.received = new Map(); // positions from the socket, by ply
    this.verdicts = new Map(); // on the reasons of the moves that were read, by ply
    this.board = new Board((move) => this.move(move));
    this.fault = h("div", { role: "alert" });
    this.status = h("p", { className: "status", role: "status", "aria-live": "polite" });
    this.scores = h("div", { className: "scores" });
    this.buttons = h("div", { className: "buttons" });
    this.player = h("div", { className: "player" });
    this.why = h("section", { className: "why", "aria-label": say("why") });
    this.charts = h("section", { className: "charts", "aria-label": say("charts") });
    const title = h("h1", { className: "table-title" }, game.title, h("small", {}, this.#seats()));
    const parts = [title, this.scores, this.board.element, this.fault, this.status, this.player, this.buttons];
    this.element = h(
      "div",
      { className: "table" },
      h("div", { className: "play" }, parts),
      h("aside", {}, this.why, this.charts),
    );
    this.keys = (event) => this.#key(event);
    this.resized = () => this.#redraw();
  }

  async start(position) {
    document.addEventListener("keydown", this.keys);
    narrow.addEventListener("change", this.resized);
    if (position.ply === this.ply) this.#display(position);
    else await this.#show(this.ply, false);
    const query = () => ({
      branch: this.game.branch,
      moves: this.game.turns.length,
      over: this.game.over,
      animation: this.#animated(),
      narrow: narrow.matches,
    });
    this.following = followGame(this.game.id, query, (change) => this.#changed(change));
    this.#advance();
  }

  leave() {
    this.left = true;
    this.following?.close();
    document.removeEventListener("keydown", this.keys);
    narrow.removeEventListener("change", this.resized);
  }

  async move(move) {
    if (this.ply !== this.game.turns.length) return;
    const { position } = this;
    this.board.freeze();
    this.position = { ...position, moves: [] };
    this.playing = true;
    try {
      await post(`/games/${this.game.id}/moves`, { move });
    } catch (error) {
      toast(error.message);
      if (this.ply === position.ply) this.#display(position);
    }
  }

  #animated() {
    return SPEEDS[this.speed][1] > 0 && !reducedMotion();
  }

  #seats() {
    const mind = (seat) => (seat.person ? say("person") : mindName(seat.mind));
    return this.game.seats.map((seat) => `${seat.title}: ${mind(seat)}`).join(" · ");
  }

  // Takes a change from the socket: moves that are new, or all of them when some were undone.
  #changed({ start, turns, positions, ...status }) {
    if (this.left) return;
    const undone = status.branch !== this.game.branch;
    Object.assign(this.game, status);
    this.game.turns.splice(start, this.game.turns.length, ...turns);
    if (undone) {
      this.received.clear();
      this.verdicts.clear();
    }
    for (const position of positions) this.received.set(position.ply, position);
    const superfluous = [...this.received.keys()].sort((a, b) => a - b).slice(0, -KEPT_POSITIONS);
    for (const ply of superfluous) this.received.delete(ply);
    if (undone || this.ply > this.game.turns.length) this.#show(Math.min(this.ply, this.game.turns.length), false);
    else if (positions.some(({ ply }) => ply === this.ply)) this.#display(this.received.get(this.ply));
    this.#controls();
    this.#advance();
  }

  // Draws everything again, because the width of the screen or the speed has changed.
  #redraw() {
    this.received.clear();
    this.following?.reopen();
    this.#show(this.ply, false);
  }

  // Shows one move after another up to the newest, as long as nothing pauses it.
  async #advance() {
    if (this.advancing) return;
    this.advancing = true;
    while (!this.left && this.playing && this.ply < this.game.turns.length) {
      const before = this.ply;
      await this.#show(this.ply + 1, true);
      if (this.watching && this.ply < this.game.turns.length) await sleep(SPEEDS[this.speed][2]);
      if (this.ply === before) break;
    }
    if (this.watching && this.game.over && this.ply === this.game.turns.length) this.playing = false;
    this.advancing = false;
    if (!this.left) this.#controls();
  }

  async #show(ply, moving) {
    const wanted = {};
    this.wanted = wanted;
    const isWanted = () => !this.left && this.wanted === wanted;
    const animated = moving && this.#animated();
    const query = `narrow=${narrow.matches}&animation=${animated}`;
    const position = this.received.get(ply) ?? (await get(`/games/${this.game.id}/positions/${ply}?${query}`));
    if (animated && isWanted()) await this.board.play(position.animation, SPEEDS[this.speed][1], isWanted);
    if (isWanted()) this.#display(position);
  }

  #display(position) {
    const { ply } = position;
    const playable = ply === this.game.turns.length && !this.game.over;
    this.ply = ply;
    this.position = playable ? position : { ...position, moves: [] };
    this.board.show(this.position, say("move"));
    this.board.light(position.lit);
    this.#controls();
    const parts = [...explanation(position.why, this.game, ply), ...firings(position.fired, this.game)];
    this.why.replaceChildren(...parts, ...this.#questions(ply));
    this.#markReasons(position);
    this.charts.replaceChildren(...chart(this.game, ply, (there) => this.#jump(there)));
    history.replaceState(null, "", `/game/${this.game.id}${ply === this.game.turns.length ? "" : `/${ply}`}`);
  }

  // The questions about the last move; what was answered stays when the same move is drawn again.
  #questions(ply) {
    if (ply === 0 || this.game.turns[ply - 1].opening) return [];
    const key = `${this.game.branch} ${ply}`;
    if (this.asked?.key !== key) this.asked = { key, element: askBack(this.game, ply - 1) };
    return [this.asked.element];
  }

  // Marks the reasons of a move that is shown long enough to be read. Marks that the lab has no time for stay empty.
  async #markReasons({ ply, why }) {
    if (!why) return;
    const { firstElementChild: shown } = this.why;
    if (!this.verdicts.has(ply)) {
      await sleep(READING);
      if (this.left || this.why.firstElementChild !== shown) return;
      const { branch } = this.game;
      const found = await get(`/games/${this.game.id}/positions/${ply}/verdicts`).catch(() => null);
      if (found === null || this.game.branch !== branch) return;
      this.verdicts.set(ply, found);
    }
    if (!this.left && this.why.firstElementChild === shown) showVerdicts(this.why, this.verdicts.get(ply));
  }

  #jump(ply) {
    this.playing = false;
    return this.#show(Math.max(0, Math.min(ply, this.game.turns.length)), false);
  }

  #controls() {
    const { game, ply } = this;
    const last = game.turns.length;
    const scores = game.turns[Math.min(ply, last) - 1]?.scores ?? game.start_scores;
    const score = (seat, i) => {
      const toMove = game.turn === i && ply === last ? "to-move" : "";
      return h("span", { className: `seat-${i} ${toMove}` }, `${seat.title} `, h("b", {}, number(scores[i])));
    };
    this.scores.replaceChildren(...game.seats.map(score));
    const fault = game.fault && h("p", { className: "notice" }, say("rules_fault"), " ", game.fault);
    this.fault.replaceChildren(...(fault ? [fault] : []));
    this.status.replaceChildren(...this.#state());
    this.#player(last);
    const buttons = this.#actions(last);
    const drawn = buttons.map((button) => button.outerHTML).join();
    if (drawn === this.drawn) return; // a button that has the focus keeps it
    this.drawn = drawn;
    this.buttons.replaceChildren(...buttons);
  }

  #actions(last) {
    const { game } = this;
    const action = (key, name, enabled = true) =>
      h("button", { disabled: !enabled, onclick: () => this.#act(name) }, say(key));
    const buttons = [];
    if (game.seats.some((seat) => seat.person)) {
      const mine = game.turn !== null && game.seats[game.turn].person;
      buttons.push(
        action(
          "undo",
          "undo",
          game.turns.some((turn) => game.seats[turn.seat].person && !turn.opening),
        ),
        action("hint", "hint", mine && this.ply === last),
        action("resign", "resign", !game.over),
      );
    }
    if (game.thinking !== null) buttons.push(action("move_now", "interrupt"));
    buttons.push(h("button", { onclick: () => this.#again() }, say("again")));
    const record = `/api/games/${game.id}/record`;
    if (game.seed !== null)
      buttons.push(h("a", { className: "button", href: record, download: true }, say("download")));
    return buttons;
  }

  #state() {
    const { game } = this;
    if (this.ply < game.turns.length) return [say("viewing_move", { ply: this.ply, last: game.turns.length })];
    if (game.result) {
      const sentence = h("strong", {}, game.result.sentence);
      return [sentence, sourceLink(game, game.result.source)].filter(Boolean);
    }
    if (game.notice !== null) return [game.notice];
    if (game.thinking !== null) {
      const { title, mind } = game.seats[game.thinking];
      const spinner = h("span", { className: "spinner", "aria-hidden": "true" });
      return [spinner, say("thinking", { seat: title, mind: mindName(mind) })];
    }
    return game.turn === null ? [] : [say("your_move", { seat: game.seats[game.turn].title })];
  }

  #player(last) {
    if (!this.slider) this.#drawPlayer();
    this.slider.max = last;
    this.slider.value = this.ply;
    this.count.textContent = `${this.ply} / ${last}`;
    this.toggle.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", say(this.playing ? "pause" : "resume"));
    this.toggle.title = say(this.playing ? "pause" : "resume");
  }

  #drawPlayer() {
    const step = (key, onclick) =>
      h("button", { className: "quiet", "aria-label": say(key), title: say(key), onclick }, icon(key));
    const slide = () => this.#jump(Number(this.slider.value));
    this.slider = h("input", { type: "range", min: 0, "aria-label": say("slider"), oninput: slide });
    this.toggle = h("button", { className: "quiet toggle", onclick: () => this.#toggle() });
    this.count = h("output");
    const speed = h(
      "select",
      { "aria-label": say("speed"), onchange: () => this.#setSpeed(speed.selectedIndex) },
      SPEEDS.map(([key], i) => h("option", { selected: i === this.speed }, say(`speed_${key}`))),
    );
    this.player.append(
      step("first", () => this.#jump(0)),
      step("back", () => this.#jump(this.ply - 1)),
      this.toggle,
      step("forward", () => this.#step()),
      step("newest", () => this.#newest()),
      this.slider,
      this.count,
      speed,
    );
  }

  #setSpeed(speed) {
    const before = this.#animated();
    this.speed = speed;
    localStorage.setItem("speed", String(speed));
    if (this.#animated() === before) return;
    this.received.clear();
    this.following?.reopen();
  }

  #toggle() {
    this.playing = !this.playing;
    if (this.playing && this.watching && this.game.over && this.ply === this.game.turns.length) this.ply = 0;
    this.#controls();
    this.#advance();
  }

  async #step() {
    this.playing = false;
    if (this.ply < this.game.turns.length) await this.#show(this.ply + 1, true);
  }

  async #newest() {
    await this.#jump(this.game.turns.length);
    this.playing = true;
    this.#controls();
  }

  async #act(name) {
    try {
      const answer = await post(`/games/${this.game.id}/${name}`);
      if (name === "hint") this.#showHint(answer);
      else this.playing = true;
    } catch (error) {
      toast(error.message);
    }
  }

  #showHint(hint) {
    this.board.hint(hint.move);
    const title = h("h2", {}, say("hint_title", { move: hint.move }));
    this.why.replaceChildren(title, ...explanation(hint, this.game, this.ply).slice(1));
  }

  async #again() {
    const { game, seats, options } = this.game;
    const next = await post("/games", { game, minds: seats.map((seat) => seat.mind), options });
    go(`/game/${next.id}`);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === "ArrowLeft") this.#jump(this.ply - 1);
    else if (event.key === "ArrowRight") this.#step();
    else if (event.key === "End") this.#newest();
    else if (event.key === "Home") this.#jump(0);
    else if (this.position?.moves.includes(event.key)) this.move(event.key);
    else return;
    event.preventDefault();
  }
}
