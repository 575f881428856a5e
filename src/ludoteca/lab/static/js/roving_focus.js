// One tab stop for many elements: arrow keys move the focus to the nearest one in their direction, Home and End to the
// first and the last. A ring is drawn over the element that has the focus, equally wide at any scale of the picture.

import { h } from "./dom.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OUT_OF_LINE = 1e5; // added to the distance of elements that are not in the same row or column

export class RovingFocus {
  /** @param {HTMLElement} place what holds the elements */
  constructor(place) {
    this.place = place;
    this.stops = [];
    this.ring = h("div", { className: "focus-ring", hidden: true });
    place.addEventListener("focusin", ({ target }) => this.#entered(target));
    place.addEventListener("focusout", () => {
      this.ring.hidden = true;
    });
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  // Where the focus is inside the place, to be given to `restore` when what had it is drawn again.
  held() {
    const focused = document.activeElement;
    return this.place.contains(focused) ? { id: focused.id, box: focused.getBoundingClientRect() } : null;
  }

  // Makes these elements the stops, in the order of the page.
  setStops(stops) {
    for (const stop of this.stops) if (!stops.includes(stop)) leaveTabOrder(stop);
    this.stops = stops;
    this.#makeTabStop(stops.find((stop) => stop === document.activeElement || stop.id === this.last) ?? stops[0]);
    this.place.append(this.ring);
  }

  // Gives the focus back: to the element with the same id if it is a stop, else to the nearest stop.
  restore(held) {
    if (held === null) return;
    const same = held.id && this.place.querySelector(`#${CSS.escape(held.id)}`);
    const boxes = this.stops.map((stop) => stop.getBoundingClientRect());
    const found = this.stops.includes(same) ? same : (this.stops[closest(held.box, boxes)] ?? same) || this.place;
    if (!found.hasAttribute("tabindex")) found.setAttribute("tabindex", "-1");
    found.focus({ preventScroll: true });
  }

  #makeTabStop(chosen) {
    for (const stop of this.stops) stop.setAttribute("tabindex", stop === chosen ? "0" : "-1");
  }

  #entered(target) {
    if (this.stops.includes(target)) {
      this.last = target.id;
      this.#makeTabStop(target);
    }
    this.ring.hidden = target === this.place || !target.matches(":focus-visible");
    if (this.ring.hidden) return;
    const all = this.place.getBoundingClientRect();
    const { left, top, width, height } = target.getBoundingClientRect();
    this.ring.style.left = `${(100 * (left - all.left)) / all.width}%`;
    this.ring.style.top = `${(100 * (top - all.top)) / all.height}%`;
    this.ring.style.width = `${(100 * width) / all.width}%`;
    this.ring.style.height = `${(100 * height) / all.height}%`;
  }

  #key(event) {
    if (this.stops.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = this.#next(event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation(); // on the page, these keys step through the moves
    next?.focus();
  }

  // The stop that a key leads to: none (undefined), or null for keys that lead nowhere.
  #next(key) {
    if (key === "Home") return this.stops[0];
    if (key === "End") return this.stops.at(-1);
    if (!(key in DIRECTIONS)) return null;
    const boxes = this.stops.map((stop) => stop.getBoundingClientRect());
    const at = this.stops.indexOf(document.activeElement);
    if (at < 0) return this.stops[closest(document.activeElement.getBoundingClientRect(), boxes)];
    return this.stops[nearest(at, boxes, DIRECTIONS[key])];
  }
}

// What is no stop any more cannot be reached; what has the focus keeps it.
function leaveTabOrder(element) {
  if (element === document.activeElement) element.setAttribute("tabindex", "-1");
  else element.removeAttribute("tabindex");
}

const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** The number of the box whose centre is closest to a box's; -1 if there are none. */
function closest(box, boxes) {
  const [x, y] = centre(box);
  return least(boxes.map(centre).map(([cx, cy]) => Math.hypot(cx - x, cy - y)));
}

/** The number of the nearest box in a direction, first among those in the same row or column; -1 if there are none. */
function nearest(at, boxes, [dx, dy]) {
  const [x, y] = centre(boxes[at]);
  return least(
    boxes.map((box, i) => {
      const [cx, cy] = centre(box);
      const along = dx * (cx - x) + dy * (cy - y);
      const across = Math.abs(dy * (cx - x)) + Math.abs(dx * (cy - y));
      if (along < 1 && across < 1) return i !== at && i > at === dx + dy > 0 ? 0 : Infinity; // one on top of the other
      if (along < 1) return Infinity;
      return along + 2 * across + (inLine(boxes[at], box, dx !== 0) ? 0 : OUT_OF_LINE);
    }),
  );
}

// Whether two boxes overlap by half in a row, or else in a column.
function inLine(a, b, row) {
  const overlap = row
    ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    : Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return overlap > (row ? Math.min(a.height, b.height) : Math.min(a.width, b.width)) / 2;
}

function least(distances) {
  const distance = Math.min(...distances);
  return distance < Infinity ? distances.indexOf(distance) : -1;
}
