// Puzzles: positions with one best move. It is found on the board; every answer is explained, and what was solved is
// remembered. The address names the puzzle and the choice it belongs to.

import { get, post } from "./api.js";
import { Board } from "./board.js";
import { h, toast } from "./dom.js";
import { spinner } from "./game_status.js";
import { number, say, uncapitalized } from "./i18n.js";
import { Latest } from "./latest.js";
import { tryAddress } from "./place.js";
import { verdictMark } from "./verdict_marks.js";

const narrow = matchMedia("(max-width: 640px)");
const DIFFICULTIES = ["easy", "medium", "hard"];
const SIGNS = { true: "✓", false: "✗", null: "" };

/** @param {any} game @param {any} id */
export async function draw(game, id) {
  const chosen = typeof game === "string" ? game : null;
  const all = await get(`/puzzles${chosen ? `?game=${encodeURIComponent(chosen)}` : ""}`);
  const page = new PuzzlesPage(all);
  await page.start(typeof id === "string" ? id : null);
  return { element: page.element, title: say("puzzles"), leave: () => page.leave() };
}

class PuzzlesPage {
  constructor(all) {
    this.all = all;
    this.left = false;
    this.wanted = null; // the puzzle that is shown or being loaded
    this.opened = new Latest();
    const asked = new URLSearchParams(location.search);
    const themes = all.themes.map(({ name, title }) => [name, title]);
    const difficulties = DIFFICULTIES.map((name) => [name, say(`puzzle_${name}`)]);
    const games = all.games.map(({ name, title }) => [name, title]);
    this.game = select("puzzle-game", games, all.game, () => this.#changeGame());
    this.theme = select("puzzle-theme", [["", say("puzzle_any")], ...themes], asked.get("theme"), () => this.next());
    this.difficulty = select(
      "puzzle-difficulty",
      [["", say("puzzle_any")], ...difficulties],
      asked.get("difficulty"),
      () => this.next(),
    );
    this.count = h("small", { className: "faint solved-count" });
    this.board = new Board((move) => this.#answer(move));
    this.about = h("p", { className: "faint puzzle-about" });
    this.task = h("p", { className: "puzzle-task" });
    this.told = h("section", { className: "panel detail", "aria-live": "polite" });
    this.line = h("div", { className: "puzzle-line" });
    this.list = h("div", { className: "puzzle-list" });
    const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
    this.element = h(
      "div",
      { className: "puzzles" },
      h("div", { className: "puzzles-head" }, h("h1", {}, say("puzzles"), this.count)),
      h("div", { className: "puzzles-board" }, this.task, this.board.element, this.line),
      h(
        "aside",
        {},
        h(
          "div",
          { className: "puzzle-choice" },
          label("puzzle_game", this.game),
          label("puzzle_theme", this.theme),
          label("puzzle_difficulty", this.difficulty),
        ),
        this.about,
        this.told,
        h("details", {}, h("summary", {}, say("puzzle_list")), this.list),
      ),
    );
    this.resized = () => this.#redraw();
  }

  async start(id) {
    narrow.addEventListener("change", this.resized);
    if (id) await this.#open(id);
    else await this.next();
  }

  leave() {
    this.left = true;
    narrow.removeEventListener("change", this.resized);
  }

  // The puzzles of the choice, easiest first.
  #listed() {
    const [theme, difficulty] = [this.theme.value, this.difficulty.value];
    return this.all.puzzles.filter(
      (puzzle) => (!theme || puzzle.themes.includes(theme)) && (!difficulty || puzzle.difficulty === difficulty),
    );
  }

  // Opens the next puzzle of the choice that is not solved, from the one that is shown on.
  async next() {
    const listed = this.#listed();
    if (listed.length === 0) return this.#nothing(say("puzzle_none"));
    const here = listed.findIndex(({ id }) => id === this.puzzle?.id);
    const order = [...listed.slice(here + 1), ...listed.slice(0, here + 1)];
    const found = order.find(({ solved }) => !solved);
    if (!found) toast(say("puzzle_all_solved"));
    await this.#open((found ?? order[0]).id);
  }

  #nothing(text) {
    this.puzzle = null;
    this.wanted = null;
    this.task.replaceChildren();
    this.about.replaceChildren();
    this.board.element.replaceChildren();
    this.line.replaceChildren();
    this.told.replaceChildren(h("p", {}, text));
    this.#drawList();
  }

  async #changeGame() {
    const game = this.game.value;
    this.opened.drop();
    const all = await get(`/puzzles?game=${game}`);
    if (this.left || this.game.value !== game) return; // another game has been chosen since
    this.all = all;
    const themes = this.all.themes.map(({ name, title }) => [name, title]);
    this.theme.replaceChildren(...options([["", say("puzzle_any")], ...themes], this.theme.value));
    this.puzzle = null;
    this.wanted = null;
    await this.next();
  }

  async #open(id) {
    this.wanted = id;
    const isLatest = this.opened.begin();
    const wanted = () => !this.left && isLatest();
    try {
      const puzzle = await get(`/puzzles/${this.game.value}/${id}?narrow=${narrow.matches}`);
      if (wanted()) this.#show(puzzle);
    } catch (error) {
      if (wanted()) this.#nothing(error.message);
    }
  }

  #show(puzzle) {
    this.puzzle = puzzle;
    this.tried = null;
    const query = new URLSearchParams();
    for (const field of [this.theme, this.difficulty])
      if (field.value) query.set(field.name.replace("puzzle-", ""), field.value);
    const search = query.size > 0 ? `?${query}` : "";
    history.replaceState(null, "", `/puzzles/${puzzle.game}/${puzzle.id}${search}`);
    const themes = puzzle.themes.map(({ title }) => h("span", { className: "theme" }, title));
    this.task.replaceChildren(puzzle.task);
    this.about.replaceChildren(
      h("b", {}, say(`puzzle_${puzzle.difficulty}`)),
      ` · ${say("puzzle_grade", { n: puzzle.grade })} `,
      ...themes,
    );
    this.#drawList();
    this.#retry();
  }

  #retry() {
    const { last } = this.puzzle;
    this.board.show(this.puzzle, this.puzzle.title);
    this.line.replaceChildren();
    this.told.replaceChildren(
      h("p", {}, say("puzzle_how")),
      h("p", { className: "faint" }, last && `${say("puzzle_last")} ${uncapitalized(last)}`),
      this.#buttons(["puzzle_show", () => this.#solution()], ["puzzle_next", () => this.next()]),
      h("p", {}, h("a", { href: tryAddress(this.puzzle.game, { puzzle: this.puzzle.id }) }, say("try_here"))),
    );
  }

  async #answer(move) {
    this.tried = move;
    await this.#tell(() => post(this.#address("answer"), { move }));
  }

  async #solution() {
    await this.#tell(() => post(this.#address("solution"), { move: this.tried }), true);
  }

  #address(what) {
    return `/puzzles/${this.puzzle.game}/${this.puzzle.id}/${what}?narrow=${narrow.matches}`;
  }

  async #tell(ask, given = false) {
    const { puzzle } = this;
    this.board.freeze();
    this.told.replaceChildren(h("p", { className: "status" }, spinner(), say("puzzle_checking")));
    try {
      const answer = await ask();
      if (this.left || this.puzzle !== puzzle) return;
      this.#remember(answer.right);
      this.#explain(answer, answer.right || given);
    } catch (error) {
      toast(error.message);
      if (!this.left && this.puzzle === puzzle) this.#retry();
    }
  }

  // Notes in the list that the puzzle was tried, as the lab has.
  #remember(right) {
    const entry = this.all.puzzles.find(({ id }) => id === this.puzzle.id);
    if (!entry) return;
    if (right && !entry.solved) this.all.games.find(({ name }) => name === this.all.game).solved++;
    entry.solved = right || entry.solved === true;
    this.#drawList();
  }

  #explain(answer, done) {
    const reason = ({ sentence, verdict }) => h("li", {}, verdictMark(verdict), " ", sentence);
    const kind = answer.right ? "right" : done ? "given" : "wrong";
    const compared =
      answer.compared.length > 0 &&
      h("details", {}, h("summary", {}, answer.compared_title), h("ul", {}, answer.compared.map(reason)));
    const buttons = done
      ? this.#buttons(["puzzle_next", () => this.next()], ["puzzle_retry", () => this.#retry()])
      : this.#buttons(["puzzle_retry", () => this.#retry()], ["puzzle_show", () => this.#solution()]);
    const said = [
      h("p", { className: `answer ${kind}` }, answer.verdict),
      answer.right && h("p", { className: "faint" }, say("puzzle_remembered")),
      answer.next_best && h("p", {}, answer.next_best),
      h("ul", { className: "reasons" }, answer.reasons.map(reason)),
      compared,
      buttons,
    ];
    this.told.replaceChildren(...said.filter(Boolean));
    this.#showLine(answer.line);
    buttons.querySelector("button").focus({ preventScroll: true });
  }

  // The play that follows, move by move: each shows the board after it.
  #showLine(line) {
    const said = h("p", { className: "faint line-sentence" });
    const steps = [{ name: say("puzzle_start"), sentence: "", svg: this.puzzle.svg }, ...line];
    const show = (step, button) => {
      for (const other of list.querySelectorAll("button")) other.removeAttribute("aria-current");
      button.setAttribute("aria-current", "true");
      this.board.show({ svg: step.svg, moves: [] }, this.puzzle.title);
      said.textContent = step.sentence;
    };
    const buttons = steps.map((step) => {
      const seat =
        step.seat_title === undefined ? null : h("span", { className: `name seat-${step.seat}` }, step.seat_title);
      const button = h(
        "button",
        { className: "quiet", onclick: () => show(step, button) },
        seat,
        seat && ": ",
        step.name,
      );
      return button;
    });
    const list = h(
      "ol",
      { className: "moves line", start: 0 },
      buttons.map((button) => h("li", {}, button)),
    );
    show(steps[1], buttons[1]);
    this.line.replaceChildren(h("h2", {}, say("puzzle_line")), list, said);
  }

  #buttons(...actions) {
    const main = (key, place) => (place === 0 && key !== "puzzle_show" ? "main" : "");
    const button = ([key, onclick], place) => h("button", { className: main(key, place), onclick }, say(key));
    return h("div", { className: "buttons" }, actions.map(button));
  }

  #drawList() {
    const listed = this.#listed();
    const solved = listed.filter((puzzle) => puzzle.solved).length;
    this.count.textContent = say("puzzle_solved", { n: number(solved), all: number(listed.length) });
    const items = listed.map(({ id, solved: state, difficulty }, place) => {
      const told = say(state === null ? "puzzle_is_new" : state ? "puzzle_is_solved" : "puzzle_is_failed");
      const name = `${place + 1}, ${say(`puzzle_${difficulty}`)}, ${told}`;
      const current = id === this.puzzle?.id ? "true" : null;
      const href = `/puzzles/${this.all.game}/${id}${location.search}`;
      const className = `tried-${state}`;
      return h(
        "a",
        { href, className, "aria-label": name, title: name, "aria-current": current },
        SIGNS[state] || place + 1,
      );
    });
    this.list.replaceChildren(...items);
  }

  // Draws the board for a screen that has become narrow or wide; an answer is dropped.
  async #redraw() {
    if (this.wanted) await this.#open(this.wanted);
  }
}

const options = (values, chosen) =>
  values.map(([value, title]) => h("option", { value, selected: value === chosen }, title));

function select(name, values, chosen, onchange) {
  const field = h("select", { name, onchange }, options(values, chosen));
  return field;
}
