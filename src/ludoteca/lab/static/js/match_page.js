// The page of one match: its table fills while the match is running.

import { get, post, remove } from "./api.js";
import { columnHead, h, numberCell, refresh, rowHead, table, toast } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { mindName, number, say } from "./i18n.js";
import { go } from "./router.js";

export async function draw(id) {
  const place = h("div");
  let gone = false;
  let timer;
  const show = (match) => {
    refresh(place, content(match, act));
    clearTimeout(timer);
    if (match.running && !gone) timer = setTimeout(poll, 700);
  };
  const poll = async () => {
    const match = await get(`/matches/${id}`);
    if (!gone) show(match);
  };
  const act = async (name) => {
    try {
      if (name === "delete") {
        if (!confirm(say("really_delete"))) return;
        await remove(`/matches/${id}`);
        go("/matches");
      } else show(await post(`/matches/${id}/${name}`));
    } catch (error) {
      toast(error.message);
    }
  };
  await poll();
  const leave = () => {
    gone = true;
    clearTimeout(timer);
  };
  return { element: place, title: say("match"), leave };
}

const matchState = (match) => say(match.finished ? "finished" : match.running ? "under_way" : "stopped");

/** @param {any} match how far it is, in words */
export const matchProgress = (match) => `${match.games} / ${match.planned} · ${matchState(match)}`;

function content(match, act) {
  const spinner = match.running && h("span", { className: "spinner", "aria-hidden": "true" });
  const resumable = !match.running && !match.finished;
  const crossed = match.cells.length > 0;
  return [
    h("h1", {}, say("match"), h("small", {}, match.minds.map(mindName).join(" · "))),
    h("progress", { value: match.games / match.planned, max: 1, "aria-label": say("progress") }),
    h("p", { className: "status" }, spinner, matchProgress(match)),
    h("p", { className: "unseen", role: "status" }, matchState(match)), // read out when it changes
    match.fault && h("p", { className: "notice" }, match.fault),
    ...match.rows.filter((row) => row.reason).map((row) => forfeit(match, row)),
    h("div", { className: "scroll", tabIndex: 0 }, ranking(match)), // focusable, since it scrolls
    crossed && h("div", { className: "scroll", tabIndex: 0 }, crossTable(match)),
    crossed && h("p", { className: "faint" }, say("cross_about")),
    h("p", {}, h("a", { href: `/records?match=${match.id}` }, say("match_games"))),
    h(
      "div",
      { className: "buttons" },
      match.running && h("button", { onclick: () => act("stop") }, say("stop")),
      resumable && h("button", { className: "main", onclick: () => act("resume") }, say("resume_match")),
      h("button", { onclick: () => act("delete") }, say("delete")),
    ),
  ].filter(Boolean);
}

function forfeit(match, row) {
  const mind = h("b", {}, mindName(match.minds[row.mind]));
  return h("p", { className: "notice" }, mind, `: ${row.reason} `, sourceLink(match, row.source));
}

function ranking(match) {
  const columns = ["mind", "games", "wins", "score", "points", "forfeits"];
  const ranked = [...match.rows].sort((a, b) => b.score - a.score);
  const rows = ranked.map((row) => [
    rowHead(mindName(match.minds[row.mind])),
    numberCell(number(row.games)),
    numberCell(number(row.wins)),
    numberCell(`${number(100 * row.score, 1)} %`),
    numberCell(number(row.points, 1)),
    numberCell(number(row.forfeits)),
  ]);
  const head = columns.map((key) => columnHead(say(`rank_${key}`)));
  return table({ className: "ranking" }, head, rows);
}

function crossTable(match) {
  const numbers = match.minds.map((_, i) => i);
  const head = [h("td"), ...numbers.map((i) => columnHead(String(i + 1)))];
  const rows = numbers.map((row) => [
    rowHead(`${row + 1}. ${mindName(match.minds[row])}`),
    ...numbers.map((column) => crossCell(match, row, column)),
  ]);
  return table({ className: "cross" }, head, rows);
}

// The result of one mind against another, which the server gives once for each pair.
function crossCell(match, row, column) {
  if (row === column) return h("td", { className: "self" }, "–");
  const found = (first, second) => match.cells.find((cell) => cell.first === first && cell.second === second);
  const [cell, turned] = [found(row, column) ?? found(column, row), !found(row, column)];
  if (!cell || cell.games === 0) return h("td", { className: "faint" }, "…");
  const [low, high] = turned ? [1 - cell.interval[1], 1 - cell.interval[0]] : cell.interval;
  const score = turned ? 1 - cell.score : cell.score;
  const margin = Math.round(10 * (turned ? -cell.margin : cell.margin)) / 10 || 0;
  return h(
    "td",
    { className: low > 0.5 ? "ahead" : high < 0.5 ? "behind" : "" },
    h("b", {}, `${number(100 * score, 1)} %`),
    h("small", {}, `${number(100 * low)}–${number(100 * high)} %`),
    h("small", {}, `${margin > 0 ? "+" : ""}${number(margin, 1)}`),
  );
}
