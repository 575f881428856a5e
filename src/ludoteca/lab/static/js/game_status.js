// What is going on in a game, in a sentence, and what its last moves did.

import { h } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { capitalized, say, uncapitalized } from "./i18n.js";
import { playsAlone, seatInside, seatName, seatSubject } from "./seats.js";

const MOST_SENTENCES = 4;

export const spinner = () => h("span", { className: "spinner", "aria-hidden": "true" });

/**
 * The state of a game, as the contents of an element.
 * @param {any} game
 * @param {number} ply of the position that is shown
 * @param {boolean} lookingBack whether a person looks at an earlier position
 * @param {boolean} connected
 */
export function status(game, ply, lookingBack, connected) {
  if (!connected) return [spinner(), say("reconnecting")];
  const last = game.turns.length;
  if (lookingBack) return [say("viewing_move", { ply, last })];
  if (ply < last) return [say("moving", { seat: seatName(game, game.turns[ply].seat) })];
  const place = { game: game.id, ply: last };
  if (game.result)
    return [h("strong", {}, game.result.sentence), sourceLink({ ...game, place }, game.result.source)].filter(Boolean);
  if (game.notice !== null) return [game.notice];
  if (game.thinking !== null) return [spinner(), say("thinking", { seat: seatName(game, game.thinking) })];
  if (game.turn === null) return [];
  const { title, who } = game.seats[game.turn];
  if (playsAlone(game) && game.yours[0] === game.turn) return [say("your_move", { seat: title })];
  return [capitalized(say("seat_to_move", { seat: seatInside(game, game.turn, who) }))];
}

// What the last moves did, a sentence each: for a person among minds, those since the person's last move.
export function sentences(game, ply) {
  let first = ply - 1;
  if (playsAlone(game)) {
    const mine = (turn) => game.yours.includes(turn.seat);
    while (first > 0 && ply - first < MOST_SENTENCES && !mine(game.turns[first])) first -= 1;
  }
  return game.turns.slice(Math.max(0, first), ply).map((turn) => {
    const who = h("b", { className: `seat-${turn.seat}` }, seatSubject(game, turn.seat));
    return h("p", {}, who, " ", uncapitalized(turn.sentence));
  });
}
