// Who sits where: one person among minds is "you", a mind goes by its name.

import { capitalized, mindName, say } from "./i18n.js";

/** Whether all seats but one have minds. */
export const playsAlone = (game) => game.seats.filter((seat) => seat.person).length === 1;

// The name of a mind without its parameters; one that plays by a knowledge file goes by the name of the file.
const shortName = (mind) => mindName(mind).match(/file=([^,]+)/)?.[1] ?? mind.split(":")[0];

/** The seat as the subject of a sentence: "South (you)". @param {any} game @param {number} number of a seat */
export function seatSubject(game, number) {
  const { who, mind, person } = game.seats[number];
  const name = person ? playsAlone(game) && say("you") : shortName(mind);
  return name ? `${capitalized(who)} (${name})` : capitalized(who);
}

/** @param {any} game @param {number} number of a seat */
export function seatName(game, number) {
  const { title, mind, person } = game.seats[number];
  if (person) return playsAlone(game) ? say("you_at", { seat: title }) : title;
  return `${shortName(mind)} (${title})`;
}
