// The review of a game: every move with its grade, the better move and the reasons; a position to practise from.

import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { spinner } from "./game_status.js";
import { number, say } from "./i18n.js";
import { tryAddress } from "./place.js";
import { practiceForm } from "./practice.js";
import { reviewChart } from "./review_chart.js";
import { RingedBoard } from "./ringed_board.js";
import { playsAlone, seatName } from "./seats.js";
import { verdictMark } from "./verdict_marks.js";

const POLLING = 700; // milliseconds between two looks at a review under way
const FEW = 3; // reasons against a move that leave room for those for the better one
const narrow = matchMedia("(max-width: 640px)");
const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {string} id @param {string} [chosen] the number of the move that is shown */
export async function draw(id, chosen) {
  const game = await get(`/games/${id}`);
  const page = new ReviewPage(game, chosen === undefined ? null : Number(chosen));
  await page.start();
  return { element: page.element, title: `${say("to_review")} · ${game.title}`, leave: () => page.leave() };
}

class ReviewPage {
  constructor(game, chosen) {
    this.game = game;
    this.chosen = chosen;
    this.left = false;
    this.filter = h("select", { name: "review-filter", "aria-label": say("review_filter") }, this.#filters());
    this.filter.addEventListener("change", () => this.#filtered());
    this.progress = h("div", { className: "review-progress", role: "status", "aria-live": "polite" });
    this.bar = h("progress", { max: 1, "aria-label": say("progress") });
    this.board = h("div", { className: "board" });
    this.marks = h("p", { className: "legend review-legend" });
    this.detail = h("section", { className: "panel detail", "aria-live": "polite" });
    this.summary = h("div", { className: "summary" });
    this.charts = h("div", { className: "charts" });
    this.list = h("ol", { className: "moves reviewed", "aria-label": say("slider") });
    const steps = [
      ["review_back", () => this.#step(-1)],
      ["review_next", () => this.#step(1)],
    ].map(([key, onclick]) => h("button", { onclick }, say(key)));
    const back = h("a", { href: `/game/${game.id}` }, say("review_game"));
    this.element = h(
      "div",
      { className: "review" },
      h("div", { className: "review-head" }, h("h1", {}, say("to_review"), h("small", {}, game.title, " · ", back))),
      this.progress,
      h("div", { className: "review-board" }, this.board, this.marks, this.detail),
      h(
        "aside",
        {},
        this.summary,
        this.charts,
        h("div", { className: "review-filter" }, this.filter, ...steps),
        this.list,
      ),
    );
    this.keys = (event) => this.#key(event);
  }

  async start() {
    document.addEventListener("keydown", this.keys);
    this.#update(await post(`/games/${this.game.id}/review`));
  }

  leave() {
    this.left = true;
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.keys);
  }

  #filters() {
    const mistakes = (_, seat) => {
      const me = playsAlone(this.game) && this.game.yours[0] === seat;
      const text = me ? say("review_mine") : say("review_mistakes_of", { seat: seatName(this.game, seat) });
      return h("option", { value: seat }, text);
    };
    return [
      h("option", { value: "all" }, say("review_all")),
      h("option", { value: "mistakes" }, say("review_mistakes")),
      ...this.game.seats.map(mistakes),
    ];
  }

  // Takes the review as far as it is, and asks again until it is whole.
  #update(review) {
    this.review = review;
    this.#drawProgress();
    this.#drawSummary();
    this.#drawList();
    const shown = this.review.moves.find((move) => move.number === this.chosen);
    if (shown) this.#show(shown);
    else if (review.state === "done") this.#show(this.#first());
    else this.#drawChart();
    if (review.state === "waiting" || review.state === "running")
      this.timer = setTimeout(() => this.#refresh(), POLLING);
  }

  async #refresh() {
    try {
      const review = await get(`/games/${this.game.id}/review`);
      if (!this.left) this.#update(review);
    } catch (error) {
      toast(error.message);
      if (!this.left) this.timer = setTimeout(() => this.#refresh(), POLLING);
    }
  }

  // The move that is shown first: the costliest one, if there is any that cost something.
  #first() {
    const [mine] = this.game.yours;
    const own = this.review.moves.filter((move) => !playsAlone(this.game) || move.seat === mine);
    return own.reduce((worst, move) => ((move.cost ?? 0) > (worst?.cost ?? 0) ? move : worst), this.review.moves[0]);
  }

  #drawProgress() {
    const { state, progress, building, fault, exact } = this.review;
    if (state === "failed") this.progress.replaceChildren(h("p", { className: "notice" }, fault));
    else if (state === "done")
      this.progress.replaceChildren(h("p", { className: "faint" }, say(exact ? "review_exact" : "review_estimated")));
    else {
      const text = say(building ? "review_building" : state === "waiting" ? "review_waiting" : "review_running");
      const share = `${number(Math.floor(100 * progress))} %`;
      this.bar.value = progress;
      this.progress.replaceChildren(this.bar, h("p", { className: "status" }, spinner(), `${text} ${share}`));
    }
  }

  #drawSummary() {
    const rows = this.review.seats.map(({ accuracy, counts }, seat) => {
      const share = accuracy === null ? "–" : `${number(accuracy)} %`;
      const grades = Object.keys(SIGNS)
        .filter((grade) => counts[grade] > 0)
        .map((grade) =>
          h(
            "span",
            { className: `grade ${grade}`, title: this.review.grades[grade] },
            `${SIGNS[grade]} ${counts[grade]}`,
          ),
        );
      return h(
        "div",
        { className: "seat-summary" },
        h("span", { className: `name seat-${seat}` }, seatName(this.game, seat)),
        h("b", { title: say("review_accuracy") }, share),
        h("span", { className: "grades" }, grades),
      );
    });
    this.summary.replaceChildren(h("h2", {}, say("review_accuracy")), ...rows);
    this.summary.hidden = rows.length === 0;
  }

  // The moves that the filter lets through.
  #listed() {
    const { value } = this.filter;
    return this.review.moves.filter(
      (move) => value === "all" || (move.is_error && (value === "mistakes" || move.seat === Number(value))),
    );
  }

  #drawList() {
    const focused = this.list.contains(document.activeElement);
    const items = this.#listed().map((move) => h("li", {}, this.#item(move)));
    const none = h("li", { className: "faint" }, say("review_none"));
    this.list.replaceChildren(...(items.length > 0 ? items : this.review.state === "done" ? [none] : []));
    if (focused) this.list.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  #item(move) {
    const { grade, title } = move;
    return h(
      "button",
      {
        className: "quiet",
        "data-number": move.number,
        "aria-current": move.number === this.chosen ? "true" : null,
        onclick: () => this.#show(move),
      },
      h("span", { className: "number" }, move.number),
      h("span", { className: `dot seat-${move.seat}`, title: seatName(this.game, move.seat) }),
      h("span", { className: "name" }, move.name),
      h("span", { className: `grade ${grade ?? "none"}` }, grade ? `${SIGNS[grade]} ${title}` : "–"),
      move.turning_point && h("span", { className: "turn-mark", title: say("review_turning") }, "↯"),
    );
  }

  #filtered() {
    this.#drawList();
    const listed = this.#listed();
    if (listed.length > 0 && !listed.some((move) => move.number === this.chosen)) this.#show(listed[0]);
  }

  #drawChart() {
    const jump = (there) => {
      const move = this.review.moves.find((one) => one.number === Math.max(1, there));
      if (move) this.#show(move);
    };
    this.charts.replaceChildren(...reviewChart(this.game, this.review, this.chosen, jump));
  }

  async #show(move) {
    if (!move) return;
    const another = this.shown !== move.number;
    this.chosen = move.number;
    this.shown = move.number;
    for (const button of this.list.querySelectorAll("button")) {
      const current = Number(button.dataset.number) === move.number;
      current ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current");
      if (current) this.#reveal(button.parentElement);
    }
    this.#drawChart();
    if (!another) return;
    history.replaceState(null, "", `/game/${this.game.id}/review/${move.number}`);
    this.detail.replaceChildren(...this.#explained(move));
    const query = `narrow=${narrow.matches}`;
    const position = await get(`/games/${this.game.id}/positions/${move.number - 1}?${query}`);
    if (!this.left && this.shown === move.number) this.#drawBoard(position, move);
  }

  // Scrolls the list, and nothing else, to the move that is shown.
  #reveal(item) {
    const { scrollTop, clientHeight } = this.list;
    if (item.offsetTop < scrollTop || item.offsetTop + item.offsetHeight > scrollTop + clientHeight)
      this.list.scrollTop = item.offsetTop - clientHeight / 2;
  }

  // The board before the move; the played move and the better one have rings.
  #drawBoard(position, move) {
    const drawn = new RingedBoard(position.svg);
    this.board.replaceWith(drawn.element);
    this.board = drawn.element;
    if (move.is_error) drawn.ring(move.best, "ring better");
    drawn.ring(move.move, "ring played");
    const key = (kind, name) => h("span", {}, h("span", { className: `swatch ${kind}` }), `${say(kind)} ${name}`);
    this.marks.replaceChildren(
      key("review_played", move.name),
      ...(move.is_error ? [key("review_better", move.best_name)] : []),
    );
  }

  #explained(move) {
    const reason = ({ sentence, verdict }) => h("li", {}, verdictMark(verdict), " ", sentence);
    const grade = move.grade && h("b", { className: `grade ${move.grade}` }, `${SIGNS[move.grade]} ${move.title}`);
    const why = say("review_why_better", { move: move.best_name });
    const summary = h("summary", {}, why);
    const open = move.reasons.length <= FEW;
    const merits = move.is_error && h("details", { open }, summary, h("ul", {}, move.merits.map(reason)));
    const turning = move.turning_point && h("p", { className: "turn-mark" }, `↯ ${say("review_turned")}`);
    const panel = h("div", { className: "asked" });
    const place = { game: this.game.id, ply: move.number - 1 };
    const { mind } = this.game.seats[move.seat];
    const faultSource = move.is_error && sourceLink({ ...this.game, place }, move.source);
    return [
      h("h2", {}, `${move.number}. ${seatName(this.game, move.seat)}: ${move.name}`),
      h("p", { className: "verdict" }, grade, grade && " ", move.sentence),
      faultSource && h("p", {}, say("fault_source"), " ", faultSource),
      turning,
      move.reasons.length > 0 && h("ul", { className: "reasons" }, move.reasons.map(reason)),
      merits,
      h(
        "div",
        { className: "buttons" },
        h("button", { className: move.is_error ? "main" : "", onclick: () => this.#practise(move, panel) }, [
          say("practise"),
        ]),
        h("a", { className: "button", href: tryAddress(this.game.game, place, mind) }, say("try_here")),
        h("a", { className: "button", href: `/game/${this.game.id}/${move.number}` }, say("review_in_game")),
      ),
      panel,
    ].filter(Boolean);
  }

  async #practise(move, panel) {
    try {
      const position = { turn: move.seat, ply: move.number - 1 };
      panel.replaceChildren(await practiceForm(this.game, position, () => panel.replaceChildren()));
      panel.querySelector("select")?.focus();
      panel.scrollIntoView({ block: "nearest" });
    } catch (error) {
      toast(error.message);
    }
  }

  // Shows the next move that the filter lets through, in either direction.
  #step(by) {
    const listed = this.#listed();
    const ahead = listed.filter((move) => (by > 0 ? move.number > this.chosen : move.number < this.chosen));
    this.#show(by > 0 ? ahead[0] : ahead.at(-1));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#step(by);
  }
}
