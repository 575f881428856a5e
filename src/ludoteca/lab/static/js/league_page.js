// The page of a league: the table with pseudonyms, one's own history, and one's own games.

import { get, put } from "./api.js";
import { gameLine, moment } from "./coursework_words.js";
import { columnHead, h, numberCell, picture, rowHead, table, toast } from "./dom.js";
import { number, say, signed } from "./i18n.js";
import { go } from "./router.js";

/** @param {string} id */
export async function draw(id) {
  const [page, league] = await Promise.all([
    get(`/coursework/assignments/${id}`),
    get(`/coursework/assignments/${id}/league`),
  ]);
  const lost = league.games
    .filter((game) => game.result < 1)
    .sort((a, b) => a.result - b.result || a.margin - b.margin);
  const won = league.games.filter((game) => game.result === 1);
  const title = say("work_league");
  const element = h(
    "div",
    { className: "coursework" },
    h("h1", {}, title, h("small", {}, h("a", { href: `/assignments/${id}` }, page.assignment.title))),
    h("p", {}, say("work_league_about")),
    league.played === null
      ? h("p", { className: "faint" }, say("work_no_night"))
      : h("p", { className: "faint" }, say("work_night", { when: moment(league.played) })),
    league.pseudonym && ownName(league, id),
    league.rows.length > 0 && h("div", { className: "scroll", tabIndex: 0 }, ranking(league.rows)),
    league.chart && h("h2", {}, say("league_history")),
    league.chart && picture(league.chart, { className: "history-chart" }),
    lost.length > 0 && h("h2", {}, say("work_my_losses")),
    lost.length > 0 && h("p", { className: "faint" }, say("work_my_losses_about")),
    h("ul", { className: "game-lines" }, lost.map(gameLine)),
    won.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, say("work_my_wins", { n: won.length })),
        h("ul", { className: "game-lines" }, won.map(gameLine)),
      ),
  );
  return { element, title };
}

function ownName(league, id) {
  const change = async (event) => {
    try {
      await put("/coursework/league-name", { shown: event.target.checked });
      await go(`/assignments/${id}/league`, { replace: true });
    } catch (error) {
      toast(error.message);
    }
  };
  const box = h("input", { type: "checkbox", name: "shown", checked: league.shown, onchange: change });
  return h(
    "p",
    {},
    say("work_pseudonym", { name: league.pseudonym }),
    " ",
    h("label", { className: "inline" }, box, say("work_show_name")),
  );
}

function ranking(found) {
  const columns = ["place", "mind", "rating", "interval", "games", "wins", "draws", "losses", "forfeits"];
  const text = { place: say("work_place"), mind: say("work_student") };
  const rows = found.map((row) => [
    numberCell(number(row.place)),
    rowHead(row.name, row.mine && h("b", {}, ` ${say("work_you")}`)),
    numberCell(h("b", {}, signed(row.rating))),
    numberCell(`${signed(row.low)} … ${signed(row.high)}`),
    ...["games", "wins", "draws", "losses", "forfeits"].map((key) => numberCell(number(row[key]))),
  ]);
  const head = columns.map((key) => columnHead(text[key] ?? say(`rank_${key}`)));
  return table({ className: "ranking league" }, head, rows);
}
