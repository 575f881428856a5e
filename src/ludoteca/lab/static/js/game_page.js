// A game on the table: played, watched, gone through again, and asked why.

import { follow, get, post } from "./api.js";
import { Board } from "./board.js";
import { h, icon, pause, toast } from "./dom.js";
import { fired, sourceLink, why } from "./explanation_view.js";
import { chart } from "./game_charts.js";
import { mindName, number, say } from "./i18n.js";
import { go } from "./router.js";

const narrow = matchMedia("(max-width: 640px)");
const SPEEDS = [
  ["slow", 260, 1600],
  ["normal", 130, 700],
  ["fast", 50, 200],
  ["instant", 0, 0],
];

export async function draw(id, ply) {
  const [game, position] = await Promise.all([
    get(`/games/${id}`),
    get(`/games/${id}/positions/${ply ?? -1}?narrow=${narrow.matches}`),
  ]);
  const table = new Table(game, ply === undefined ? null : Number(ply));
  await table.start(position);
  return { element: table.element, title: table.game.title, leave: () => table.leave() };
}

class Table {
  constructor(game, ply) {
    this.game = game;
    this.watching = game.seats.every((seat) => !seat.person);
    this.playing = ply === null;
    this.ply = ply ?? (this.watching && !game.over ? 0 : game.turns.length);
    this.ply = Math.min(this.ply, game.turns.length);
    this.speed = Number(localStorage.getItem("speed") ?? 1);
    this.gone = false;
    this.shown = null;
    this.board = new Board((move) => this.move(move));
    this.status = h("p", { className: "status", role: "status", "aria-live": "polite" });
    this.scores = h("div", { className: "scores" });
    this.buttons = h("div", { className: "buttons" });
    this.player = h("div", { className: "player" });
    this.why = h("section", { className: "why", "aria-label": say("why") });
    this.charts = h("section", { className: "charts", "aria-label": say("charts") });
    this.element = h(
      "div",
      { className: "table" },
      h(
        "div",
        { className: "play" },
        h("h1", { className: "table-title" }, game.title, h("small", {}, this.#who())),
        this.scores,
        this.board.element,
        this.status,
        this.player,
        this.buttons,
      ),
      h("aside", {}, this.why, this.charts),
    );
    this.keys = (event) => this.#key(event);
    this.turned = () => this.#show(this.ply, false);
  }

  async start(position) {
    document.addEventListener("keydown", this.keys);
    narrow.addEventListener("change", this.turned);
    if (position.ply === this.ply) this.#display(position);
    else await this.#show(this.ply, false);
    this.unfollow = follow(this.game.id, (game) => this.#changed(game));
    this.#advance();
  }

  leave() {
    this.gone = true;
    this.unfollow?.();
    document.removeEventListener("keydown", this.keys);
    narrow.removeEventListener("change", this.turned);
  }

  async move(move) {
    if (this.ply !== this.game.turns.length) return;
    this.board.freeze();
    this.position.moves = [];
    this.playing = true;
    try {
      this.#changed(await post(`/games/${this.game.id}/moves`, { move }));
    } catch (error) {
      toast(error.message);
      await this.#show(this.ply, false);
    }
  }

  #who() {
    return this.game.seats
      .map((seat) => `${seat.title}: ${seat.person ? say("person") : mindName(seat.mind)}`)
      .join(" · ");
  }

  #changed(game) {
    if (this.gone || game.changes < this.game.changes) return;
    this.game = game;
    if (this.ply > game.turns.length) this.#show(game.turns.length, false);
    this.#controls();
    this.#advance();
  }

  // Goes on towards the newest move, one after another, for as long as it is wanted.
  async #advance() {
    if (this.advancing) return;
    this.advancing = true;
    while (!this.gone && this.playing && this.ply < this.game.turns.length) {
      const before = this.ply;
      await this.#show(this.ply + 1, true);
      if (this.watching && this.ply < this.game.turns.length) await pause(SPEEDS[this.speed][2]);
      if (this.ply === before) break;
    }
    if (this.watching && this.game.over && this.ply === this.game.turns.length) this.playing = false;
    this.advancing = false;
    if (!this.gone) this.#controls();
  }

  async #show(ply, moving) {
    const wanted = (this.wanted = {});
    const film = moving && SPEEDS[this.speed][1] > 0;
    const position = await get(`/games/${this.game.id}/positions/${ply}?narrow=${narrow.matches}&animation=${film}`);
    if (this.gone || this.wanted !== wanted) return;
    if (film)
      await this.board.play(position.animation, SPEEDS[this.speed][1], () => !this.gone && this.wanted === wanted);
    if (this.gone || this.wanted !== wanted) return;
    this.#display(position);
  }

  #display(position) {
    const { ply } = position;
    this.ply = ply;
    this.position = position;
    this.board.show(position, say("move"));
    this.board.light(position.lit);
    this.#controls();
    this.why.replaceChildren(...why(position.why, this.game, ply), ...fired(position.fired, this.game));
    this.charts.replaceChildren(...chart(this.game, ply, (there) => this.#jump(there)));
    history.replaceState(null, "", `/game/${this.game.id}${ply === this.game.turns.length ? "" : `/${ply}`}`);
  }

  #jump(ply) {
    this.playing = false;
    return this.#show(Math.max(0, Math.min(ply, this.game.turns.length)), false);
  }

  #controls() {
    const { game, ply } = this;
    const last = game.turns.length;
    const scores = game.scores[ply] ?? game.scores[last];
    this.scores.replaceChildren(
      ...game.seats.map((seat, i) =>
        h(
          "span",
          { className: `seat-${i} ${game.turn === i && ply === last ? "to-move" : ""}` },
          `${seat.title} `,
          h("b", {}, number(scores[i])),
        ),
      ),
    );
    this.status.replaceChildren(...this.#state());
    this.#player(last);
    const people = game.seats.some((seat) => seat.person);
    const action = (key, name, enabled = true) =>
      h("button", { disabled: !enabled, onclick: () => this.#act(name) }, say(key));
    const buttons = [];
    if (people) {
      const mine = game.turn !== null && game.seats[game.turn].person;
      buttons.push(
        action(
          "undo",
          "undo",
          game.turns.some((turn) => game.seats[turn.seat].person && !turn.opening),
        ),
      );
      buttons.push(action("hint", "hint", mine && ply === last), action("resign", "resign", !game.over));
    }
    if (game.thinking !== null) buttons.push(action("hurry", "hurry"));
    buttons.push(h("button", { onclick: () => this.#again() }, say("again")));
    if (game.seed !== null)
      buttons.push(
        h("a", { className: "button", href: `/api/games/${game.id}/record`, download: true }, say("download")),
      );
    if (JSON.stringify(buttons.map((button) => button.outerHTML)) !== this.drawn) {
      this.drawn = JSON.stringify(buttons.map((button) => button.outerHTML));
      this.buttons.replaceChildren(...buttons);
    }
  }

  #state() {
    const { game } = this;
    if (game.over && this.ply === game.turns.length)
      return [h("strong", {}, game.result.sentence), sourceLink(game, game.result.source)].filter(Boolean);
    if (this.ply < game.turns.length) return [say("looking_back", { ply: this.ply, last: game.turns.length })];
    if (game.thinking !== null)
      return [
        h("span", { className: "spinner", "aria-hidden": "true" }),
        say("thinking", { seat: game.seats[game.thinking].title, mind: mindName(game.seats[game.thinking].mind) }),
      ];
    if (game.turn === null) return [];
    return [say("your_move", { seat: game.seats[game.turn].title })];
  }

  #player(last) {
    if (!this.slider) {
      const step = (key, sign, to) =>
        h("button", { className: "quiet", "aria-label": say(key), title: say(key), onclick: to }, icon(sign));
      this.slider = h("input", {
        type: "range",
        min: 0,
        "aria-label": say("slider"),
        oninput: () => this.#jump(Number(this.slider.value)),
      });
      this.toggle = h("button", { className: "quiet toggle", onclick: () => this.#toggle() });
      this.count = h("output");
      const speed = h(
        "select",
        {
          "aria-label": say("speed"),
          onchange: () => {
            this.speed = speed.selectedIndex;
            localStorage.setItem("speed", this.speed);
          },
        },
        SPEEDS.map(([key], i) => h("option", { selected: i === this.speed }, say(`speed_${key}`))),
      );
      this.player.append(
        step("first", "first", () => this.#jump(0)),
        step("back", "back", () => this.#jump(this.ply - 1)),
        this.toggle,
        step("forward", "forward", () => this.#step()),
        step("newest", "newest", () => this.#newest()),
        this.slider,
        this.count,
        speed,
      );
    }
    this.slider.max = last;
    this.slider.value = this.ply;
    this.count.textContent = `${this.ply} / ${last}`;
    this.toggle.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", say(this.playing ? "pause" : "resume"));
    this.toggle.title = say(this.playing ? "pause" : "resume");
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
      if (name === "hint") {
        this.board.hint(answer.move);
        this.why.replaceChildren(
          h("h2", {}, say("hint_title", { move: answer.move })),
          ...why(answer, this.game, this.ply).slice(1),
        );
      } else {
        this.playing = true;
        this.#changed(answer);
      }
    } catch (error) {
      toast(error.message);
    }
  }

  async #again() {
    const { game } = this;
    const next = await post("/games", {
      game: game.game,
      minds: game.seats.map((seat) => seat.mind),
      options: game.options,
    });
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
