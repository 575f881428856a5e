// Opens a game of the class in the lab: to replay it, to review it, or to try the own program where it lost most.

import { post } from "./api.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";
import { addressOf } from "./place.js";
import { go } from "./router.js";

/** @param {string} key */
export async function draw(key) {
  const asked = new URLSearchParams(location.search);
  const { id, game, file, ply } = await post(`/coursework/games/${key}/open`);
  const place = { game: id, ply: ply ?? 0 };
  let address = `/game/${id}/0`;
  if (asked.has("review")) address = `/game/${id}/review`;
  else if (asked.has("try") && file) address = addressOf(`/write/${game}/${file}`, place);
  setTimeout(() => go(address, { replace: true }));
  return { element: h("p", { className: "faint" }, say("work_opening")), title: say("work_opening") };
}
