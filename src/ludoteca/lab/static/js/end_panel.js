// The panel at the end of a game: who won and by what, why it ended, the score sheet, and what to do next.

import { post } from "./api.js";
import { columnHead, h, numberCell, rowHead, table } from "./dom.js";
import { number, say } from "./i18n.js";
import { go } from "./router.js";
import { playsAlone, seatName } from "./seats.js";

/** @param {any} game that is over @param {boolean} played whether it was played to its end, not forfeited */
export function endPanel(game, played) {
  const { result } = game;
  const minds = game.seats.map((seat) => seat.mind);
  const swapped = [...minds.slice(1), minds[0]];
  const again = (key, seats) => h("button", { onclick: () => newGame(game, seats) }, say(key));
  return h(
    "section",
    { className: `end-panel ${played ? "played" : ""}`, "aria-label": say("end_title") },
    result && h("h2", {}, headline(game, result, played)),
    result?.ending && h("p", {}, result.ending),
    h(
      "div",
      { className: "buttons" },
      again("rematch", minds),
      swapped.join() !== minds.join() && again("swap_sides", swapped),
      h("a", { className: "button", href: `/game/${game.id}/review` }, say("to_review")),
    ),
    result?.sheet?.length > 0 && sheet(game, result.sheet),
  );
}

// A new game with these minds; a game with an opening, or from a position set up by hand, starts from there again.
async function newGame(game, minds) {
  const opening = game.turns.filter((turn) => turn.opening).length;
  const from = opening || game.set_up ? { start: { game: game.id, ply: opening } } : { options: game.options };
  const next = await post("/games", { game: game.game, minds, ...from });
  go(`/game/${next.id}`);
}

// Who won; by how many points, if the game was played to its end.
function headline(game, { winner, scores }, played) {
  if (winner === null) return say("end_draw");
  const [me] = game.yours;
  const others = playsAlone(game) && winner !== me ? [scores[me]] : scores.filter((_, seat) => seat !== winner);
  const n = scores[winner] - Math.max(...others);
  const key = !playsAlone(game) ? "end_wins" : winner === me ? "end_won" : "end_lost";
  return say(played && n > 0 ? `${key}_by` : key, { n, seat: seatName(game, winner) });
}

function sheet(game, rows) {
  const cells = (points) => points.map((value) => numberCell(number(value, value % 1 ? 1 : 0)));
  const total = game.seats.map((_, seat) => rows.reduce((sum, row) => sum + row.points[seat], 0));
  const head = [
    columnHead(),
    ...game.seats.map((_, i) => h("th", { scope: "col", className: `seat-${i}` }, seatName(game, i))),
  ];
  const body = rows.map(({ label, points }) => [rowHead(label), ...cells(points)]);
  if (rows.length > 1) body.push([rowHead(h("b", {}, say("sheet_total"))), ...cells(total)]);
  return h("div", { className: "scroll" }, table({ className: "sheet" }, head, body));
}
