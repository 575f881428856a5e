// Practise from here: a new game from a position of another one, for a person against a mind.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { mindName, say } from "./i18n.js";
import { go } from "./router.js";

/**
 * The form for a new game from a position: the `place` of the game, or one of its moves.
 * @param {any} game
 * @param {any} position
 * @param {() => void} cancel
 */
export async function practiceForm(game, position, cancel) {
  const [{ games }, { minds }] = await Promise.all([
    get("/catalogue"),
    post("/seats", { game: game.game, options: game.options }),
  ]);
  const card = games.find((one) => one.name === game.game);
  const side = h(
    "select",
    { name: "practice-side" },
    game.seats.map((seat, i) => h("option", { value: i, selected: i === position.turn }, seat.title)),
  );
  const mind = h("select", { name: "practice-mind" }, opponents(game, card, minds));
  const begin = async (event) => {
    event.preventDefault();
    const chosen = game.seats.map((_, i) => (i === Number(side.value) ? "human" : mind.value));
    const start = game.place ?? { game: game.id, ply: position.ply };
    const next = await post("/games", { game: game.game, minds: chosen, start });
    go(`/game/${next.id}`);
  };
  return h(
    "form",
    { className: "practice", onsubmit: begin },
    h("h2", {}, game.place ? say("setup_play") : say("practise_title", { ply: position.ply })),
    h("label", {}, say("you_play"), " ", side),
    h("label", {}, say("against"), " ", mind),
    h(
      "div",
      { className: "buttons" },
      h("button", { className: "main" }, say("begin")),
      h("button", { type: "button", onclick: cancel }, say("cancel")),
    ),
  );
}

// The minds to play against: those of the game first, then the levels, then all others that can play it.
function opponents(game, card, able) {
  const offered = new Map();
  for (const { mind, person } of game.seats) if (!person) offered.set(mind, mindName(mind));
  for (const { mind, title } of card.levels ?? []) if (!offered.has(mind)) offered.set(mind, title);
  for (const mind of [card.opponent, ...able])
    if (mind !== "human" && !offered.has(mind)) offered.set(mind, mindName(mind));
  return [...offered].map(([value, title]) => h("option", { value }, title));
}
