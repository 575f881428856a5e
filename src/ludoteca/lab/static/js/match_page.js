// The page of one match or tournament: its tables fill while it is running.

import { get, post, remove } from "./api.js";
import { columnHead, h, numberCell, picture, refresh, rowHead, table, toast } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { language, mindName, number, say, signed } from "./i18n.js";
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
  const names = match.minds.map(mindName);
  const cycle = (minds) => [...minds, minds[0]].map((mind) => names[mind]).join(" → ");
  return [
    h("h1", {}, say("match"), h("small", {}, names.join(" · "))),
    h("p", { className: "faint" }, say(`format_${match.format}`)),
    h("progress", { value: match.games / match.planned, max: 1, "aria-label": say("progress") }),
    h("p", { className: "status" }, spinner, matchProgress(match)),
    h("p", { className: "unseen", role: "status" }, matchState(match)), // read out when it changes
    match.fault && h("p", { className: "notice" }, match.fault),
    ...match.forfeits.map((one) => forfeit(match, one)),
    h("div", { className: "scroll" }, ranking(match)),
    ...match.cycles.map((minds) => h("p", { className: "notice" }, say("match_cycle", { minds: cycle(minds) }))),
    match.games > 0 && picture(match.chart, { className: "ratings" }),
    match.games > 0 && h("p", { className: "faint" }, say("seat_advantage", { seats: advantages(match) })),
    h("div", { className: "scroll" }, crossTable(match)),
    h("p", { className: "faint" }, say("cross_about")),
    h("p", {}, h("a", { href: `/records?match=${match.id}` }, say("match_games"))),
    h(
      "p",
      { className: "exports" },
      say("save_report"),
      ...["csv", "json", "html"].map((kind) => reportLink(match, kind)),
    ),
    h(
      "div",
      { className: "buttons" },
      match.running && h("button", { onclick: () => act("stop") }, say("stop")),
      resumable && h("button", { className: "main", onclick: () => act("resume") }, say("resume_match")),
      h("button", { onclick: () => act("delete") }, say("delete")),
    ),
  ].filter(Boolean);
}

function reportLink(match, kind) {
  const href = `/api/matches/${match.id}/report.${kind}?lang=${language()}`;
  return h("a", { className: "button", href, download: `${match.game}-${match.id}.${kind}` }, kind.toUpperCase());
}

function forfeit(match, one) {
  const mind = h("b", {}, mindName(match.minds[one.mind]));
  const text = say("forfeits_of", { n: one.games, reason: one.reason });
  return h("p", { className: "notice" }, mind, `, ${text} `, sourceLink(match, one.source));
}

const interval = (rating) => `${signed(rating.low)} … ${signed(rating.high)}`;

const advantages = (match) =>
  match.seats
    .map((seat, at) => `${seat} ${signed(match.advantages[at].value)} (${interval(match.advantages[at])})`)
    .join(", ");

function ranking(match) {
  const columns = ["mind", "rating", "interval", "games", "wins", "draws", "losses", "score", "points", "forfeits"];
  const ranked = [...match.rows].sort((a, b) => b.rating.value - a.rating.value || b.score - a.score);
  const rows = ranked.map((row) => [
    rowHead(mindName(match.minds[row.mind])),
    numberCell(h("b", {}, signed(row.rating.value))),
    numberCell(interval(row.rating)),
    numberCell(number(row.games)),
    numberCell(number(row.wins)),
    numberCell(number(row.draws)),
    numberCell(number(row.losses)),
    numberCell(`${number(100 * row.score, 1)} %`),
    numberCell(row.points === null ? "–" : number(row.points, 1)),
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

// The result of one mind against another, which the server gives once for each pair. It leads to their games.
function crossCell(match, row, column) {
  if (row === column) return h("td", { className: "self" }, "–");
  const cell = match.cells.find((one) => one.first === Math.min(row, column) && one.second === Math.max(row, column));
  if (!cell || cell.score === null) return h("td", { className: "faint" }, "…");
  const turned = cell.first !== row;
  const [low, high] = turned ? [1 - cell.interval[1], 1 - cell.interval[0]] : cell.interval;
  const score = turned ? 1 - cell.score : cell.score;
  const margin = cell.margin !== null && (turned ? -cell.margin : cell.margin);
  return h(
    "td",
    { className: low > 0.5 ? "ahead" : high < 0.5 ? "behind" : "" },
    h("a", { href: `/match/${match.id}/${row}-${column}` }, h("b", {}, `${number(100 * score, 1)} %`)),
    h("small", {}, `${number(100 * low)}–${number(100 * high)} %`),
    margin !== false && h("small", {}, signed(margin, 1)),
  );
}
