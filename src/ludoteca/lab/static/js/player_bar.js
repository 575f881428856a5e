// The bar to go through a game: the slider, steps, play and pause, the speed.

import { h, icon } from "./dom.js";
import { say } from "./i18n.js";

// Name, milliseconds for a step of an animation, milliseconds between two moves of a game that is watched.
/** @type {[string, number, number][]} */
export const SPEEDS = [
  ["slow", 260, 1600],
  ["normal", 130, 700],
  ["fast", 50, 200],
  ["instant", 0, 0],
];

export class PlayerBar {
  /**
   * @param {number} speed
   * @param {Record<"first" | "back" | "toggle" | "forward" | "newest", () => void>} steps
   * @param {(ply: number) => void} jump
   * @param {(speed: number) => void} setSpeed
   */
  constructor(speed, steps, jump, setSpeed) {
    const step = (key) =>
      h("button", { className: "quiet", "aria-label": say(key), title: say(key), onclick: steps[key] }, icon(key));
    const slide = () => jump(Number(this.slider.value));
    this.slider = h("input", { type: "range", min: 0, "aria-label": say("slider"), oninput: slide });
    this.toggle = h("button", { className: "quiet toggle", onclick: steps.toggle });
    this.count = h("output");
    const speeds = h(
      "select",
      { "aria-label": say("speed"), onchange: () => setSpeed(speeds.selectedIndex) },
      SPEEDS.map(([key], i) => h("option", { selected: i === speed }, say(`speed_${key}`))),
    );
    this.element = h(
      "div",
      { className: "player" },
      this.slider,
      step("first"),
      step("back"),
      this.toggle,
      step("forward"),
      step("newest"),
      this.count,
      speeds,
    );
  }

  /** @param {number} ply @param {number} last @param {boolean} playing @param {boolean} live nothing to play back */
  update(ply, last, playing, live) {
    this.toggle.disabled = live;
    this.slider.max = last;
    this.slider.value = ply;
    this.count.textContent = `${ply} / ${last}`;
    const name = playing && !live ? "pause" : "play";
    if (this.shown === name) return;
    this.shown = name;
    const label = say(name === "pause" ? "pause" : "resume");
    this.toggle.replaceChildren(icon(name));
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
  }
}
