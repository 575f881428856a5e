// The list of a game's moves: a click on a move, or the arrow keys in the list, show the position after it.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { seatName } from "./seats.js";

export class MoveList {
  /** @param {(ply: number) => void} jump */
  constructor(jump) {
    this.jump = jump;
    this.element = h("ol", { className: "moves", "aria-label": say("slider"), onkeydown: (event) => this.#key(event) });
    new ResizeObserver(() => this.#reveal()).observe(this.element);
    this.branch = null;
    this.ply = 0;
  }

  // Adds the new moves of a game, or all of them after an undo, and marks the one that is shown.
  update(game, ply) {
    const focused = this.element.contains(document.activeElement);
    if (this.branch !== game.branch || this.element.childElementCount > game.turns.length + 1) {
      this.branch = game.branch;
      this.element.replaceChildren(this.#item(0, say("move_start")));
    }
    for (let number = this.element.childElementCount; number <= game.turns.length; number++) {
      const turn = game.turns[number - 1];
      const name = turn.name ?? turn.text;
      this.element.append(this.#item(number, name, seatName(game, turn.seat), turn.seat));
    }
    this.#mark(ply, focused);
  }

  #item(number, name, who = "", seat = undefined) {
    const content = [
      h("span", { className: "number" }, number || ""),
      " ",
      h("span", { className: seat === undefined ? "dot" : `dot seat-${seat}`, "aria-hidden": "true" }),
      h("span", { className: "name" }, name),
      who && h("span", { className: "unseen" }, ` – ${who}`),
    ];
    const onclick = () => this.jump(number);
    const title = who ? `${number}. ${who}: ${name}` : name;
    return h("li", {}, h("button", { className: "quiet", tabIndex: -1, title, onclick }, content));
  }

  #mark(ply, focused) {
    const current = this.element.children[ply]?.firstElementChild;
    this.ply = ply;
    for (const button of this.element.querySelectorAll("[aria-current]")) {
      button.removeAttribute("aria-current");
      button.tabIndex = -1;
    }
    if (!current) return;
    current.setAttribute("aria-current", "true");
    current.tabIndex = 0;
    if (focused) current.focus({ preventScroll: true });
    this.#reveal();
  }

  // Scrolls the list, and nothing else, to the move that is shown.
  #reveal() {
    const current = this.element.children[this.ply];
    if (!current) return;
    const { scrollTop, clientHeight } = this.element;
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < scrollTop || bottom > scrollTop + clientHeight) this.element.scrollTop = top - clientHeight / 2;
  }

  #key(event) {
    const last = this.element.childElementCount - 1;
    const target = { ArrowUp: this.ply - 1, ArrowDown: this.ply + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.jump(Math.max(0, Math.min(target, last)));
  }
}
