// The board of a place, above the choice of a file that is to be tried there.

import { post } from "./api.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";
import { still } from "./still_board.js";

/** @param {string} game @param {import("./place.js").Place} place */
export function placePreview(game, place) {
  const board = h("div", { className: "preview-board" });
  const draw = async () => {
    try {
      board.replaceChildren(still((await post("/positions", { game, at: place })).svg));
    } catch (error) {
      board.replaceChildren(h("p", { className: "notice" }, error.message));
    }
  };
  draw();
  return h(
    "section",
    { className: "panel preview" },
    h("h2", {}, say("try_here")),
    h("p", {}, say("try_choose")),
    board,
  );
}
