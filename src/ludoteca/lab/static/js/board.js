// The board: a picture from the server, whatever the game. Things that can be played carry `data-move`, things
// that move keep their `id`; nothing here knows what they are.

import { calm, h, pause } from "./dom.js";

export class Board {
  constructor(onMove) {
    this.element = h("div", { className: "board" });
    this.onMove = onMove;
    this.element.addEventListener("click", (event) => this.#choose(event.target));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        if (this.#choose(event.target)) event.preventDefault();
      }
    });
  }

  show(position, label) {
    performance.mark("board");
    const focused = document.activeElement?.closest?.("[data-move]")?.id;
    this.element.innerHTML = position.svg;
    const playable = new Set(position.moves);
    for (const thing of this.element.querySelectorAll("[data-move]")) {
      if (!playable.has(thing.dataset.move)) {
        thing.removeAttribute("data-move");
        thing.removeAttribute("tabindex");
      } else {
        thing.setAttribute("role", "button");
        thing.setAttribute("aria-label", `${label} ${thing.dataset.move}`);
      }
    }
    if (focused) this.element.querySelector(`#${CSS.escape(focused)}`)?.focus();
  }

  light(ids) {
    for (const thing of this.element.querySelectorAll(".lit")) thing.classList.remove("lit");
    for (const id of ids) this.element.querySelector(`#${CSS.escape(id)}`)?.classList.add("lit");
  }

  // Plays a film on the picture that is there; `wanted` says whether anybody still looks.
  async play(film, step, wanted) {
    if (calm() || step < 20) return;
    performance.mark("answered");
    for (const { shifts, words } of film) {
      if (!wanted()) return;
      for (const [id, [x, y]] of Object.entries(shifts)) {
        const thing = this.element.querySelector(`#${CSS.escape(id)}`);
        if (!thing) continue;
        thing.style.transition = `transform ${step}ms ease-in-out`;
        thing.style.transform = `translate(${x}px, ${y}px)`;
      }
      for (const [id, text] of Object.entries(words)) {
        const thing = this.element.querySelector(`#${CSS.escape(id)}`);
        if (thing) thing.textContent = text;
      }
      await pause(step);
    }
  }

  // A move has been chosen: nothing more can be, until the board is shown again.
  freeze() {
    for (const thing of this.element.querySelectorAll("[data-move]")) thing.removeAttribute("data-move");
  }

  hint(move) {
    this.element.querySelector(`[data-move="${CSS.escape(move)}"]`)?.classList.add("hinted");
  }

  #choose(target) {
    const thing = target.closest?.("[data-move]");
    if (!thing) return false;
    const { move } = thing.dataset;
    performance.mark("chosen");
    thing.classList.add("chosen");
    this.onMove(move);
    return true;
  }
}
