// A place: a position that an address leads to, in a stored game, in a puzzle, or set up by hand.

import { fileOf, foreignShelf } from "./me.js";

/** @typedef {{ game?: string, ply?: number, puzzle?: string, setup?: string }} Place */

/** The place in the address of the page. @returns {Place | null} */
export function placeInAddress() {
  const asked = new URLSearchParams(location.search);
  const [game, puzzle, setup] = ["from", "puzzle", "setup"].map((name) => asked.get(name));
  if (game) return { game, ply: Number(asked.get("ply") ?? -1) };
  if (puzzle) return { puzzle };
  return setup ? { setup } : null;
}

/**
 * An address with a place, and with other values.
 * @param {string} path
 * @param {Place | null | undefined} place
 * @param {Record<string, string | number | undefined>} [more]
 */
export function addressOf(path, place, more = {}) {
  const { game, ply, puzzle, setup } = place ?? {};
  const values = { ...more, from: game, ply: game && ply, puzzle, setup };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `${path}?${query}` : path;
}

/**
 * The address at which minds are tried in a place: that of the file of the mind to move there, if it plays by one.
 * @param {string} game its name
 * @param {Place} place
 * @param {string} [mind]
 * @param {number} [line] of the file
 */
export function tryAddress(game, place, mind = "", line = undefined) {
  const file = fileOf(mind);
  const shelf = foreignShelf(mind);
  if (file) return addressOf(`/write/${game}/${file}`, place, { line, shelf });
  return addressOf("/write", place, { game });
}

/** The page that a place belongs to. @param {string} game @param {Place} place */
export function placeAddress(game, place) {
  if (place.game) return place.ply >= 0 ? `/game/${place.game}/${place.ply}` : `/game/${place.game}`;
  if (place.puzzle) return `/puzzles/${game}/${place.puzzle}`;
  return addressOf(`/setup/${game}`, place);
}
