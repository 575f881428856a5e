// One match: a cross table that fills while it runs.

import { get, post, remove } from "./api.js";
import { h, toast } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { mindName, number, say } from "./i18n.js";
import { go } from "./router.js";

export async function draw(id) {
  const place = h("div", { "aria-live": "polite" });
  let gone = false;
  let timer;
  const show = (match) => {
    place.replaceChildren(...content(match, act));
    clearTimeout(timer);
    if (match.running && !gone) timer = setTimeout(refresh, 700);
  };
  const refresh = async () => {
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
  await refresh();
  const leave = () => {
    gone = true;
    clearTimeout(timer);
  };
  return { element: place, title: say("match"), leave };
}

function content(match, act) {
  const done = match.games / match.planned;
  return [
    h("h1", {}, say("match"), h("small", {}, match.minds.map(mindName).join(" · "))),
    h("progress", { value: done, max: 1, "aria-label": say("progress") }),
    h(
      "p",
      { className: "status", role: "status" },
      match.running && h("span", { className: "spinner", "aria-hidden": "true" }),
      `${match.games} / ${match.planned} · ${say(match.finished ? "finished" : match.running ? "under_way" : "stopped")}`,
    ),
    match.fault && h("p", { className: "notice" }, match.fault),
    match.rows
      .filter((row) => row.reason)
      .map((row) =>
        h(
          "p",
          { className: "notice" },
          h("b", {}, mindName(match.minds[row.mind])),
          ": ",
          row.reason,
          " ",
          sourceLink(match, row.source),
        ),
      ),
    h("div", { className: "scroll" }, ranking(match)),
    match.cells.length > 0 && h("div", { className: "scroll" }, cross(match)),
    match.cells.length > 0 && h("p", { className: "faint" }, say("cross_about")),
    h("p", {}, h("a", { href: `/records?match=${match.id}` }, say("its_games"))),
    h(
      "div",
      { className: "buttons" },
      match.running && h("button", { onclick: () => act("stop") }, say("stop")),
      !match.running &&
        !match.finished &&
        h("button", { className: "main", onclick: () => act("go-on") }, say("go_on")),
      h("button", { onclick: () => act("delete") }, say("delete")),
    ),
  ]
    .flat()
    .filter(Boolean);
}

function ranking(match) {
  const rows = [...match.rows].sort((a, b) => b.score - a.score);
  return h(
    "table",
    { className: "ranking" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["mind", "games", "wins", "score", "points", "forfeits"].map((key) =>
          h("th", { scope: "col" }, say(`rank_${key}`)),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, mindName(match.minds[row.mind])),
          h("td", { className: "number" }, number(row.games)),
          h("td", { className: "number" }, number(row.wins)),
          h("td", { className: "number" }, `${number(100 * row.score, 1)} %`),
          h("td", { className: "number" }, number(row.points, 1)),
          h("td", { className: "number" }, number(row.forfeits)),
        ),
      ),
    ),
  );
}

function cross(match) {
  const numbers = match.minds.map((_, i) => i);
  const found = (row, column) => match.cells.find((cell) => cell.first === row && cell.second === column);
  const entry = (row, column) => {
    if (row === column) return h("td", { className: "self" }, "–");
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
  };
  return h(
    "table",
    { className: "cross" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th"),
        numbers.map((i) => h("th", { scope: "col" }, String(i + 1))),
      ),
    ),
    h(
      "tbody",
      {},
      numbers.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, `${row + 1}. ${mindName(match.minds[row])}`),
          numbers.map((column) => entry(row, column)),
        ),
      ),
    ),
  );
}
