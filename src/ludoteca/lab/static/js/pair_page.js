// The page of the games in which two minds of a match met; each leads to its moves.

import { get } from "./api.js";
import { columnHead, h, table } from "./dom.js";
import { mindName, number, say } from "./i18n.js";

export async function draw(id, first, second) {
  const [match, games] = await Promise.all([get(`/matches/${id}`), get(`/matches/${id}/games/${first}/${second}`)]);
  const names = match.minds.map(mindName);
  const title = say("pair_games", { first: names[first] ?? "?", second: names[second] ?? "?" });
  const head = [say("pair_number"), ...match.seats].map((text) => columnHead(text));
  const rows = games.map((game, at) => [
    h("td", {}, game.id ? h("a", { href: `/game/${game.id}/0` }, number(at + 1)) : number(at + 1)),
    ...game.minds.map((mind, seat) => seatCell(game, names[mind], seat)),
  ]);
  const element = h(
    "div",
    {},
    h("h1", {}, title),
    h("p", {}, h("a", { href: `/match/${id}` }, say("back_to_match"))),
    h("div", { className: "scroll" }, table({ className: "pair-games" }, head, rows)),
  );
  return { element, title };
}

function seatCell(game, name, seat) {
  const won = game.result[seat] === 1;
  const lost = game.forfeits.includes(seat) && h("small", {}, ` ${say("pair_lost")}`);
  return h("td", {}, won ? h("b", {}, name) : name, h("small", {}, ` ${number(game.scores[seat])}`), lost);
}
