// Trials of a knowledge file in a position: the board beside the text, with the move that is chosen and its reason.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { explanation } from "./explanation_view.js";
import { say } from "./i18n.js";
import { Latest } from "./latest.js";
import { addressOf, placeAddress } from "./place.js";
import { RingedBoard } from "./ringed_board.js";
import { showVerdicts } from "./verdict_marks.js";

const LOOK = 2000; // milliseconds between two looks at the queue

// Says how many trials come first, while they do.
async function showPlace(status, spinner) {
  const { place } = await get("/queue").catch(() => ({ place: 0 }));
  status.replaceChildren(spinner, place > 0 ? say("in_queue", { n: place }) : say("trying"));
}

export class TrialPanel {
  /**
   * @param {any} file whose text is tried
   * @param {import("./place.js").Place | null} place where it is tried; null for the first turn of a seat
   * @param {{ text: () => string, seat: () => number, goTo: (line: number) => void,
   *   mark: (diagnostics: any[]) => void }} page the text, the seat for the start, and where errors are shown
   */
  constructor(file, place, page) {
    this.file = file;
    this.place = place;
    this.page = page;
    this.trials = new Latest();
    this.boards = new Latest();
    this.wasAsked = false;
    this.where = h("p", { className: "where" });
    this.boardPlace = h("div", { className: "trial-board" });
    this.found = h("section", { className: "found", role: "status", "aria-live": "polite", "aria-label": say("try") });
    const title = h("h2", {}, say("trial"));
    this.element = h("section", { className: "trial", hidden: !place }, title, this.where, this.boardPlace, this.found);
  }

  // Shows the position of the address, and asks the text there.
  async open() {
    if (!this.place) return;
    await this.#drawBoard();
    await this.ask({ jump: false });
  }

  // Asks again, if it was asked before.
  async again() {
    if (this.wasAsked) await this.ask({ jump: false });
  }

  // Asks the text for its move; with `jump`, the first error is shown in the editor.
  async ask({ jump = true } = {}) {
    this.wasAsked = true;
    const isLatest = this.trials.begin();
    this.element.hidden = false;
    const spinner = h("span", { className: "spinner", "aria-hidden": "true" });
    const status = h("p", { className: "status" }, spinner, say("trying"));
    this.found.replaceChildren(status);
    const timer = setInterval(() => showPlace(status, spinner), LOOK);
    try {
      const { game, name } = this.file;
      const trial = { game, name, text: this.page.text(), ...this.#at() };
      const [answer] = await Promise.all([post("/knowledge/try", trial), this.place ? null : this.#drawBoard()]);
      if (isLatest()) this.#show(answer, jump, trial.text === this.page.text());
    } catch (error) {
      if (isLatest()) this.found.replaceChildren(h("p", { className: "notice" }, error.message));
    } finally {
      clearInterval(timer);
    }
  }

  #at() {
    return this.place ? { at: this.place } : { seat: this.page.seat() };
  }

  async #drawBoard() {
    const isLatest = this.boards.begin();
    try {
      const position = await post("/positions?narrow=true", { game: this.file.game, ...this.#at() });
      if (!isLatest()) return;
      this.board = new RingedBoard(position.svg);
      this.boardPlace.replaceChildren(this.board.element);
      this.where.replaceChildren(...this.#told(position));
    } catch (error) {
      if (isLatest()) this.where.replaceChildren(h("span", { className: "notice" }, error.message));
    }
  }

  // Where the position comes from, whose turn it is, and a way to change it.
  #told({ seat, turn, setup }) {
    const { game } = this.file;
    const key = !this.place ? "start" : this.place.game ? "game" : this.place.puzzle ? "puzzle" : "setup";
    const text = say(`place_${key}`, { ply: this.place?.ply });
    const from = this.place ? h("a", { href: placeAddress(game, this.place) }, text) : h("span", {}, text);
    const mover = seat && h("span", { className: `seat-${turn}` }, say("place_turn", { seat }));
    const change = setup && h("a", { href: addressOf(`/setup/${game}`, { setup }) }, say("place_change"));
    return [from, mover, change].filter(Boolean).flatMap((part, at) => (at ? [" · ", part] : [part]));
  }

  // Shows an answer; lines are marked only in the text that was tried.
  #show({ file, diagnostics, why, name, verdicts, lit, printed }, jump, unchanged) {
    if (unchanged) this.page.mark(diagnostics);
    const parts = diagnostics.map((one) => diagnosticView(one, this.file, this.place, this.page.goTo));
    if (file !== this.file.name) parts.unshift(h("p", { className: "faint" }, say("tried_as_part", { file })));
    if (printed) parts.push(h("h2", {}, say("printed")), h("pre", { className: "printed", tabIndex: 0 }, printed));
    this.board?.clear();
    if (why) {
      const title = say(this.place ? "plays_here" : "would_play", { move: this.place ? name : why.move });
      const game = { ...this.file, place: this.place, turns: [], seats: [] };
      const reasons = h("div", { className: "reasons" }, explanation(why, game, 0).slice(1));
      parts.push(h("h2", {}, title), reasons);
      if (verdicts) showVerdicts(reasons, verdicts);
      this.board?.light(lit);
      this.board?.ring(why.move, "ring better");
    }
    this.found.replaceChildren(...(parts.length ? parts : [h("p", {}, say("no_errors"))]));
    const error = diagnostics.find((one) => !one.warning);
    if (error?.file === this.file.name && jump && unchanged) this.page.goTo(error.line);
  }
}

/**
 * An error or a warning with a button to its line, or with a link to it in another file of the program.
 * @param {any} diagnostic
 * @param {{ game: string, name: string }} open the file that is open
 * @param {import("./place.js").Place | null} place
 * @param {(line: number) => void} goTo
 */
export function diagnosticView({ file, line, sentence, warning }, open, place, goTo) {
  const href = addressOf(`/write/${open.game}/${file}`, place, line > 0 ? { line } : {});
  const where =
    file !== open.name
      ? h("a", { className: "line", href }, line > 0 ? `${file}:${line}` : file)
      : line > 0 && h("button", { className: "quiet line", onclick: () => goTo(line) }, say("line", { line }));
  return h("p", { className: warning ? "notice mild" : "notice" }, where, " ", sentence);
}
