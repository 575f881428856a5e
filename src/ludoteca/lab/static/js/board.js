// The board of any game: an SVG from the server. A click on an element with `data-move` makes that move; where a move
// has two steps, the first element carries `data-pick` and the second `data-drop`. Elements that move keep their `id`.
// The board is one tab stop; what can be played is a button, named by the drawing and by the move's name.

import { h, reducedMotion, sleep } from "./dom.js";
import { RovingFocus } from "./roving_focus.js";

export class Board {
  constructor(onMove) {
    this.element = h("div", { className: "board" });
    this.onMove = onMove;
    this.focus = new RovingFocus(this.element);
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
    const held = this.focus.held();
    this.element.innerHTML = position.svg;
    this.label = label;
    this.moves = new Set(position.moves);
    this.names = position.names ?? {};
    this.picked = null;
    this.drawn = new Map(); // the role and the name that the drawing gives to what can be played
    for (const thing of this.element.querySelectorAll("[data-move], [data-pick], [data-drop]"))
      this.drawn.set(thing, { role: thing.getAttribute("role"), name: thing.getAttribute("aria-label") });
    this.others = [...this.element.querySelectorAll("[tabindex]")].filter((thing) => !this.drawn.has(thing));
    const starts = (pick) => position.moves.some((move) => move.startsWith(`${pick} `));
    for (const thing of this.element.querySelectorAll("[data-move]"))
      if (!this.moves.has(thing.dataset.move)) this.#withdraw(thing, "data-move");
    for (const thing of this.element.querySelectorAll("[data-pick]"))
      if (!starts(thing.dataset.pick)) this.#withdraw(thing, "data-pick");
    if (position.moves.length === 0)
      for (const thing of this.element.querySelectorAll("[data-drop]")) this.#withdraw(thing, "data-drop");
    this.#offer();
    this.focus.restore(held);
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
    this.#offer();
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

  #withdraw(thing, name) {
    thing.removeAttribute(name);
    thing.removeAttribute("tabindex");
  }

  // Makes buttons of what can be played now, and gives everything else its own role and name back.
  #offer() {
    const apart = (thing) => !thing.closest(".open") && !thing.querySelector(".open"); // no button inside another
    const offered = [...this.element.querySelectorAll("[data-move], [data-pick], [data-drop]")].filter(
      (thing) => thing.matches(".open") || (!thing.hasAttribute("data-drop") && apart(thing)),
    );
    for (const [thing, { role, name }] of this.drawn) {
      const button = offered.includes(thing);
      setAttribute(thing, "role", button ? "button" : role);
      setAttribute(thing, "aria-label", button ? this.#name(thing, name) : name);
      const title = thing.querySelector(":scope > title"); // a button's name has it already
      if (title) setAttribute(title, "aria-hidden", button ? "true" : null);
    }
    const stops = new Set([...offered, ...this.others]);
    this.focus.setStops([...this.element.querySelectorAll("*")].filter((thing) => stops.has(thing)));
  }

  // What a button says: what is there, and what the move does where the drawing does not say so.
  #name(thing, drawn) {
    const title = thing.querySelector("title") ?? thing.parentElement.querySelector(":scope > title");
    const there = drawn ?? title?.textContent;
    const { pick, drop, move = drop === undefined ? pick : `${this.picked} ${drop}` } = thing.dataset;
    const name = this.names[move];
    if (drop !== undefined && there && name) return `${there}: ${name}`;
    return there ?? name ?? `${this.label} ${move}`;
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
      place.classList.remove("hinted");
      place.classList.toggle("open", this.picked !== null && this.moves.has(`${this.picked} ${place.dataset.drop}`));
    }
    this.#offer();
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

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
