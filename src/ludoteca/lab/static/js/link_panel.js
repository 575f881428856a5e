// A game between people by link: the invitation to send, the seat to take, and who is missing.

import { post } from "./api.js";
import { copyField } from "./copy_field.js";
import { h, toast } from "./dom.js";
import { capitalized, say } from "./i18n.js";
import { me } from "./me.js";

const QUERY = "seat";

/** The code of the invitation in the address of the page. */
export const invitationInAddress = () => new URLSearchParams(location.search).get(QUERY);

/**
 * What is to be said about the seats of a game by link; nothing once all people sit.
 * @param {any} game
 * @param {string | null} code of the invitation that somebody opened
 * @param {(game: any) => void} seated called with the game after the seat was taken
 */
export function linkPanel(game, code, seated) {
  const free = game.link.filter((seat) => seat.free);
  if (free.length === 0 || game.over) return [];
  if (game.yours.length > 0) return free.filter((seat) => seat.code).map((seat) => invitation(game, seat));
  if (code === null) return [h("section", { className: "confirm" }, h("p", {}, say("link_waiting")))];
  const sit = async () => {
    try {
      seated(await post(`/games/${game.id}/seat`, { code }));
    } catch (error) {
      toast(error.message);
    }
  };
  const question =
    free.length === 1 ? say("link_invited", { seat: game.seats[free[0].seat].title }) : say("link_asked");
  return [
    h(
      "section",
      { className: "confirm", role: "group", "aria-label": question },
      h("p", {}, question),
      h("div", { className: "buttons" }, h("button", { className: "main", onclick: sit }, say("link_sit"))),
    ),
  ];
}

function invitation(game, { seat, code }) {
  const link = `${me().address}game/${game.id}?${QUERY}=${code}`;
  const title = say("link_invite", { seat: capitalized(game.seats[seat].who) });
  const watch = h("small", {}, say("link_watch"));
  return h("section", { className: "confirm" }, h("p", {}, title), copyField(link, title), h("p", {}, watch));
}
