// The board of any game: an SVG from the server. A click on an element with `data-move` makes that move; where a move
// has two steps, the first element carries `data-pick` and the second `data-drop`. Elements that move keep their `id`.

import { h, reducedMotion, sleep } from "./dom.js";

export class Board {
  constructor(onMove) {
    this.element = h("div", { className: "board" });
    this.onMove = onMove;
    this.element.addEventListener("click", (event) => this.#choose(event.target));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        if (this.#choose(event.target)) event.preventDefault();
        this.element.querySelector(".open")?.focus(); // on to where it can be put …
      }
      if (event.key === "Escape") {
        const held = this.element.querySelector(".picked");
        this.#pick(null);
        held?.focus(); // … and back
      }
    });
  }

  show(position, label) {
    performance.mark("board");
    const focused = document.activeElement?.closest?.(".board [id]")?.id;
    this.element.innerHTML = position.svg;
    this.label = label;
    this.moves = new Set(position.moves);
    this.picked = null;
    for (const thing of this.element.querySelectorAll("[data-move]"))
      this.#offer(thing, "data-move", this.moves.has(thing.dataset.move));
    for (const thing of this.element.querySelectorAll("[data-pick]"))
      this.#offer(
        thing,
        "data-pick",
        position.moves.some((move) => move.startsWith(`${thing.dataset.pick} `)),
      );
    if (position.moves.length === 0)
      for (const thing of this.element.querySelectorAll("[data-drop]")) thing.removeAttribute("data-drop");
    if (focused) this.element.querySelector(`#${CSS.escape(focused)}`)?.focus();
  }

  light(ids) {
    for (const thing of this.element.querySelectorAll(".lit")) thing.classList.remove("lit");
    for (const id of ids) this.element.querySelector(`#${CSS.escape(id)}`)?.classList.add("lit");
  }

  // Plays an animation on the board that is shown, until `wanted` says no.
  async play(animation, step, wanted) {
    if (reducedMotion() || step < 20) return;
    performance.mark("answered");
    for (const { shifts, texts } of animation) {
      if (!wanted()) return;
      for (const [id, [x, y]] of Object.entries(shifts)) {
        const thing = this.element.querySelector(`#${CSS.escape(id)}`);
        if (!thing) continue;
        thing.style.transition = `transform ${step}ms ease-in-out`;
        thing.style.transform = `translate(${x}px, ${y}px)`;
      }
      for (const [id, text] of Object.entries(texts)) {
        const thing = this.element.querySelector(`#${CSS.escape(id)}`);
        if (thing) thing.textContent = text;
      }
      await sleep(step);
    }
  }

  // Offers no moves until the board is shown again.
  freeze() {
    for (const name of ["data-move", "data-pick", "data-drop"])
      for (const thing of this.element.querySelectorAll(`[${name}]`)) thing.removeAttribute(name);
    for (const thing of this.element.querySelectorAll(".open, .picked")) thing.classList.remove("open", "picked");
  }

  hint(move) {
    this.element.querySelector(`[data-move="${CSS.escape(move)}"]`)?.classList.add("hinted");
    for (const thing of this.element.querySelectorAll("[data-pick]"))
      if (move.startsWith(`${thing.dataset.pick} `)) {
        this.#pick(thing);
        thing.classList.add("hinted");
        this.element
          .querySelector(`[data-drop="${CSS.escape(move.slice(thing.dataset.pick.length + 1))}"]`)
          ?.classList.add("hinted");
      }
  }

  #offer(thing, name, can) {
    if (can) {
      thing.setAttribute("role", "button");
      thing.setAttribute("aria-label", `${this.label} ${thing.getAttribute(name)}`);
    } else {
      thing.removeAttribute(name);
      thing.removeAttribute("tabindex");
    }
  }

  // Picks an element, or drops it again; then only the places where it can go are offered.
  #pick(thing) {
    this.picked = thing === null || thing.dataset.pick === this.picked ? null : thing.dataset.pick;
    for (const other of this.element.querySelectorAll("[data-pick]")) {
      other.classList.remove("hinted");
      other.classList.toggle("picked", other.dataset.pick === this.picked);
      other.setAttribute("aria-pressed", String(other.dataset.pick === this.picked));
    }
    for (const place of this.element.querySelectorAll("[data-drop]")) {
      const move = `${this.picked} ${place.dataset.drop}`;
      const open = this.picked !== null && this.moves.has(move);
      place.classList.remove("hinted");
      place.classList.toggle("open", open);
      for (const [name, value] of [
        ["tabindex", "0"],
        ["role", "button"],
        ["aria-label", `${this.label} ${move}`],
      ])
        open ? place.setAttribute(name, value) : place.removeAttribute(name);
    }
  }

  #choose(target) {
    const thing = target.closest?.("[data-move], [data-pick], [data-drop].open");
    if (!thing) return false;
    if (thing.hasAttribute("data-pick")) {
      this.#pick(thing);
      return true;
    }
    performance.mark("chosen");
    thing.classList.add("chosen");
    this.onMove(thing.dataset.move ?? `${this.picked} ${thing.dataset.drop}`);
    return true;
  }
}
