// Words that the pages about coursework share: moments, results, states.

import { h } from "./dom.js";
import { language, mindName, number, say, signed } from "./i18n.js";

/** A moment in the reader's own time zone. @param {number} seconds since 1970 */
export const moment = (seconds) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(1000 * seconds));

/** How long until a deadline, or since. @param {number} seconds since 1970 */
export function fromNow(seconds) {
  const minutes = Math.round((1000 * seconds - Date.now()) / 60_000);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (Math.abs(minutes) < 90) return words.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 36 ? words.format(hours, "hour") : words.format(Math.round(hours / 24), "day");
}

export const percent = (share) => `${number(100 * share)} %`;

export const points = (value) => value.toLocaleString(language(), { maximumFractionDigits: 2 });

/** A small coloured word for a state. @param {string} state @param {string} [text] */
export const badge = (state, text = say(`work_state_${state}`)) => h("span", { className: `badge ${state}` }, text);

// The address of a game of the class, in the lab.
export const classGame = (key, view = "") => `/class/game/${key}${view && `?${view}`}`;

/** A game of a student with its links. @param {any} game */
export function gameLine(game) {
  const result = say(game.result === 1 ? "work_won" : game.result === 0 ? "work_lost" : "work_drawn");
  const against = say("work_against", { minds: game.opponents.map(mindName).join(", "), seat: game.seat });
  const link = (view, key) => h("a", { href: classGame(game.key, view) }, say(key));
  return h(
    "li",
    {},
    game.kind && h("b", {}, say(`work_kind_${game.kind}`), " "),
    `${result} ${signed(game.margin)} ${against} `,
    game.forfeit && h("span", { className: "forfeit" }, game.forfeit, " "),
    h(
      "span",
      { className: "links" },
      link("", "work_replay"),
      link("review", "work_review"),
      game.result < 1 && link("try", "work_try"),
    ),
  );
}
