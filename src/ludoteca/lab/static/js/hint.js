// A hint beside the board: a sign that it is thought about, then the move in words with its reason.

import { post } from "./api.js";
import { h } from "./dom.js";
import { explanation } from "./explanation_view.js";
import { spinner } from "./game_status.js";
import { say } from "./i18n.js";
import { belongs, ring } from "./ringed_board.js";

export class Hint {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("section", { className: "hint", role: "status", "aria-live": "polite", hidden: true });
    this.place = ""; // the branch and the move that the hint is about
  }

  // Asks for a hint in the position that is shown.
  async ask(game, position) {
    const place = placeOf(game, position.ply);
    this.place = place;
    this.found = null;
    this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.#unmark();
    this.#say(spinner(), say("hint_waiting"));
    try {
      const found = await post(`/games/${game.id}/positions/${position.ply}/hint`);
      if (this.place !== place) return;
      this.found = found;
      const title = h("h2", {}, say("hint_title", { move: found.name }));
      const [, reason, ...rest] = explanation(found, game, position.ply);
      const more = h("details", {}, h("summary", {}, say("why_short")), rest);
      this.#say(title, reason, rest.length > 0 && more, this.#closing());
      this.mark(game, position);
    } catch (error) {
      if (this.place === place) this.#say(h("p", { className: "notice" }, error.message), this.#closing());
    }
  }

  // Marks the move on the board that is shown, or drops the hint when that is another position.
  mark(game, position) {
    if (this.place !== placeOf(game, position.ply)) this.close();
    if (!this.found) return;
    if (position.moves.length > 0) this.board.hint(this.found.move);
    else markPast(this.board.element, position.svg, this.found.move);
    for (const part of this.board.element.querySelectorAll(".hinted")) ring(part);
  }

  close() {
    this.place = "";
    this.found = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.#unmark();
  }

  #unmark() {
    for (const part of this.board.element.querySelectorAll(".hinted")) part.classList.remove("hinted");
    for (const drawn of this.board.element.querySelectorAll(".hint-ring")) drawn.remove();
  }

  #say(...content) {
    this.element.hidden = false;
    this.element.replaceChildren(...content.filter(Boolean));
    this.element.scrollIntoView({ block: "nearest" });
  }

  #closing() {
    const onclick = () => {
      this.close();
      this.opener?.focus(); // the focus goes back to where the hint was asked for
    };
    return h("button", { className: "quiet close", "aria-label": say("close"), onclick }, "×");
  }
}

const placeOf = (game, ply) => `${game.branch} ${ply}`;

// Marks a move of a past position, on a board that offers no moves: the drawing says where it was.
function markPast(board, svg, move) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml");
  const parts = [...drawing.documentElement.querySelectorAll("*")];
  const shown = board.querySelectorAll("svg *");
  parts.forEach((part, at) => {
    if (belongs(/** @type {SVGElement} */ (part).dataset, move))
      (part.id ? board.querySelector(`#${CSS.escape(part.id)}`) : shown[at])?.classList.add("hinted");
  });
}
