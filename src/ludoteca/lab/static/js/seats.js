// Who sits where: a person who plays for one seat is "you", a mind goes by its name.

import { capitalized, mindName, say } from "./i18n.js";

/** Whether the reader plays for one seat. */
export const playsAlone = (game) => game.yours.length === 1;

const isMine = (game, number) => playsAlone(game) && game.yours[0] === number;

// The name of a person who plays by link; empty without one.
const personName = (game, number) => game.link.find(({ seat }) => seat === number)?.name;

// The name of a mind without its parameters; one that plays by a knowledge file goes by the name of the file.
const shortName = (mind) => mindName(mind).match(/file=([^,]+)/)?.[1] ?? mind.split(":")[0];

/** The seat as the subject of a sentence: "South (you)". @param {any} game @param {number} number of a seat */
export const seatSubject = (game, number) => capitalized(seatInside(game, number, game.seats[number].who));

/**
 * The seat inside a sentence: "south (you)".
 * @param {any} game
 * @param {number} number of a seat
 * @param {string} [title] with an article in languages that need one
 */
export function seatInside(game, number, title = game.seats[number].title) {
  const { mind, person } = game.seats[number];
  const name = isMine(game, number) ? say("you") : person ? personName(game, number) : shortName(mind);
  return name ? `${title} (${name})` : title;
}

/** @param {any} game @param {number} number of a seat */
export function seatName(game, number) {
  const { title, mind, person } = game.seats[number];
  if (isMine(game, number)) return say("you_at", { seat: title });
  const name = person ? personName(game, number) : shortName(mind);
  return name ? `${name} (${title})` : title;
}
