// The buttons of a game. They stay the same elements, so that the focus stays where it is.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { recordLink } from "./record_link.js";

/** Whether a button can be used, cannot, or is not shown. @typedef {boolean | null} Offer */

export class GameActions {
  /** @param {any} game @param {Record<string, (button: HTMLElement) => void>} actions by the name of their message */
  constructor(game, actions) {
    this.buttons = Object.entries(actions).map(([name, act]) => [name, actionButton(name, act)]);
    this.record = recordLink(game.id, game.game);
    this.element = h("div", { className: "buttons" }, ...this.buttons.map(([, button]) => button), this.record);
  }

  /** @param {Record<string, Offer>} offers @param {boolean} recorded whether the record can be downloaded */
  update(offers, recorded) {
    for (const [name, button] of this.buttons) {
      button.hidden = offers[name] === null;
      button.setAttribute("aria-disabled", String(!offers[name]));
    }
    this.record.hidden = !recorded;
  }
}

// A button that is not offered keeps the focus: it is marked as disabled, and does nothing.
function actionButton(name, act) {
  const onclick = () => button.getAttribute("aria-disabled") === "true" || act(button);
  const button = h("button", { onclick }, say(name));
  return button;
}
