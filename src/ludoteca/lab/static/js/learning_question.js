// Two checkpoints of learners, then and now: play against one, or ask both what they would play in a position, and why.

import { post } from "./api.js";
import { h, toast } from "./dom.js";
import { explanation } from "./explanation_view.js";
import { capitalized, number, say } from "./i18n.js";
import { Latest } from "./latest.js";
import { go } from "./router.js";
import { still } from "./still_board.js";

const narrow = matchMedia("(max-width: 620px)");
const PERSON = "human";

export class Question {
  /** @param {() => void} changed called when other checkpoints are chosen */
  constructor(changed) {
    this.changed = changed;
    this.moves = [];
    this.run = null;
    this.over = false; // whether the position is the end of a game
    this.boards = new Latest();
    this.questions = new Latest(); // about this position and these checkpoints
    this.cards = ["then", "now"].map((when) => new Card(when, () => this.#chosen()));
    this.board = h("div", { className: "learning-board" });
    this.askButton = h(
      "button",
      { className: "main", type: "button", onclick: () => this.#ask() },
      say("learning_ask"),
    );
    this.element = h(
      "section",
      { className: "learning-question", hidden: true },
      h("div", { className: "panel" }, h("h2", {}, say("learning_position")), this.board, this.askButton),
      this.cards.map((card) => card.element),
    );
  }

  // Shows the checkpoints of a run; those that were chosen stay, and "now" follows the learner to its newest one.
  show(run) {
    const learner = run.learners.at(-1);
    this.element.hidden = learner.checkpoints.length === 0;
    if (this.element.hidden) return;
    const isNew = this.run?.id !== run.id;
    this.run = run;
    this.cards[0].show(run, isNew ? keyOf(learner, learner.checkpoints[0]) : null);
    this.cards[1].show(run, isNew || this.cards[1].follows ? keyOf(learner, learner.checkpoints.at(-1)) : null);
    if (!isNew) return;
    this.moves = [];
    this.#drawBoard();
  }

  // The checkpoints that are chosen.
  get chosen() {
    return this.cards.map((card) => card.checkpoint).filter(Boolean);
  }

  // Chooses a checkpoint as the earlier one.
  choose(learner, checkpoint) {
    this.cards[0].choose(learner, checkpoint);
    this.cards[0].element.scrollIntoView({ block: "nearest" });
  }

  #chosen() {
    this.#clear();
    this.changed();
  }

  #clear() {
    this.questions.drop();
    this.askButton.disabled = this.over;
    for (const card of this.cards) card.answer.replaceChildren();
  }

  async #drawBoard() {
    this.#clear();
    const isLatest = this.boards.begin();
    try {
      const { place } = await this.#post([]);
      if (!isLatest()) return;
      const move = (text) => {
        this.moves.push(text);
        this.#drawBoard();
      };
      const back = () => {
        this.moves.pop();
        this.#drawBoard();
      };
      const buttons = place.moves.map((text) =>
        h("button", { type: "button", className: "small", onclick: () => move(text) }, place.names[text]),
      );
      const undo = h("button", { type: "button", className: "quiet small", onclick: back }, say("learning_back"));
      const told =
        place.turn === null ? say("learning_over") : say("learning_to_move", { seat: capitalized(place.seat) });
      this.over = place.turn === null;
      this.askButton.disabled = this.over;
      const had = this.board.contains(document.activeElement);
      this.board.replaceChildren(
        still(place.svg),
        h("p", {}, told),
        h("div", { className: "buttons" }, buttons, this.moves.length > 0 && undo),
      );
      if (had) this.board.querySelector("button")?.focus();
    } catch (error) {
      if (isLatest()) this.board.replaceChildren(h("p", { className: "notice" }, error.message));
    }
  }

  #post(checkpoints) {
    return post(`/learning/${this.run.id}/ask?narrow=${narrow.matches}`, { moves: this.moves, checkpoints });
  }

  async #ask() {
    this.askButton.disabled = true;
    const isLatest = this.questions.begin();
    const spinner = () => h("span", { className: "spinner", "aria-hidden": "true" });
    for (const card of this.cards)
      card.answer.replaceChildren(h("p", { className: "status" }, spinner(), say("learning_asking")));
    try {
      const asked = this.cards.map((card) => ({ learner: card.learner.name, number: card.checkpoint.number }));
      const keys = this.cards.map((card) => card.select.value);
      const { answers } = await this.#post(asked);
      if (isLatest())
        answers.forEach(({ explanation: why }, at) => {
          if (this.cards[at].select.value === keys[at]) this.cards[at].tell(why, this.run);
        });
    } catch (error) {
      if (!isLatest()) return;
      this.#clear();
      toast(error.message);
    }
    if (isLatest()) this.askButton.disabled = false;
  }
}

// One of the two checkpoints: chosen in a list, played against, and what it answered.
class Card {
  constructor(when, changed) {
    this.follows = when === "now"; // until another checkpoint is chosen
    this.select = h("select", {
      name: `checkpoint-${when}`,
      onchange: () => {
        this.follows = this.select.selectedIndex === this.select.options.length - 1;
        this.#read();
        changed();
      },
    });
    this.changed = changed;
    this.scores = h("p", { className: "faint" });
    this.answer = h("div", { className: "learning-answer", "aria-live": "polite" });
    const play = (thinks) => this.#play(thinks).catch((error) => toast(error.message));
    const search = h("input", { type: "checkbox", name: `search-${when}` });
    const label = h("label", { className: "check" }, search, say("learning_thinking"));
    const button = h("button", { type: "button", onclick: () => play(search.checked) }, say("learning_play"));
    this.element = h(
      "div",
      { className: "panel learning-card" },
      h("h2", {}, say(`learning_${when}`)),
      h("label", { className: "wide" }, h("span", { className: "unseen" }, say(`learning_${when}`)), this.select),
      this.scores,
      h("div", { className: "buttons" }, button, label),
      this.answer,
    );
  }

  show(run, wanted) {
    this.run = run;
    const key = wanted ?? this.select.value;
    const known = run.learners.reduce((n, { checkpoints }) => n + checkpoints.length, 0);
    if (key === this.select.value && known === this.select.options.length) return this.#read();
    if (key !== this.select.value) this.answer.replaceChildren();
    const groups = run.learners.map((learner) =>
      h(
        "optgroup",
        { label: learner.title },
        learner.checkpoints.map((checkpoint) => {
          const value = keyOf(learner, checkpoint);
          const { games, seconds } = checkpoint;
          const values = { learner: learner.title, games, seconds: number(seconds, 1) };
          const text = say("learning_checkpoint", values);
          return h("option", { value, selected: value === key }, text);
        }),
      ),
    );
    this.select.replaceChildren(...groups);
    this.#read();
  }

  choose(learner, checkpoint) {
    this.select.value = keyOf(learner, checkpoint);
    this.#read();
    this.changed();
  }

  #read() {
    const [name, at] = this.select.value.split(" ");
    this.learner = this.run.learners.find((one) => one.name === name);
    this.checkpoint = this.learner?.checkpoints.find((one) => one.number === Number(at));
    const told = this.checkpoint?.scores.map(({ opponent, share }) =>
      say("learning_scores", { percent: number(100 * share), opponent }),
    );
    this.scores.textContent = told?.join(" · ") ?? "";
  }

  async #play(thinks) {
    const mind = thinks ? this.checkpoint.thinker : this.checkpoint.mind;
    const minds = Array.from({ length: this.run.seats }, (_, seat) => (seat === 0 ? PERSON : mind));
    const game = await post("/games", { game: this.run.game, options: this.run.options, minds });
    go(`/game/${game.id}`);
  }

  tell(why, run) {
    const value = why.value === null ? "" : ` (${number(100 * why.value)} %)`;
    const [, ...reasons] = explanation(why, { game: run.game, turns: [], seats: [] }, 0);
    this.answer.replaceChildren(h("h3", {}, say("learning_would", { move: why.name }), value), ...reasons);
  }
}

const keyOf = (learner, checkpoint) => `${learner.name} ${checkpoint.number}`;
