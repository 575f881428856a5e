// The table of schools: how strong each is in each game, what its moves cost, and games worth seeing.

import { get, post } from "./api.js";
import { columnHead, h, icon, numberCell, picture, rowHead, table, toast } from "./dom.js";
import { number, say, signed } from "./i18n.js";
import { go } from "./router.js";

export async function draw() {
  const page = await get("/table");
  const found = page.table;
  const titles = Object.fromEntries(found.games.map(({ name, title }) => [name, title]));
  const cellOf = (school, game) => found.cells.find((cell) => cell.school === school && cell.game === game);
  const isPartial = found.cells.some((cell) => cell.state === "not_played");
  const element = h(
    "div",
    { className: "school-table" },
    h("h1", {}, say("table_title")),
    h("p", {}, say("table_about")),
    isPartial && h("p", { className: "faint" }, say("table_partial")),
    h("div", { className: "scroll", tabIndex: 0 }, overview(found, titles, cellOf)), // focusable, since it scrolls
    legend(),
    h("p", { className: "faint" }, say("table_rule")),
    found.games.map((game) => gameSection(game, page.charts[game.name], cellOf, titles)),
    emptyCells(found, titles),
  );
  return { element, title: say("table") };
}

const interval = (rating) => `${signed(rating.low)} … ${signed(rating.high)}`;

function overview(found, titles, cellOf) {
  const heads = found.games.map(({ name, title }) => columnHead(h("a", { href: `#${name}` }, title)));
  const rows = found.schools.map((school) => {
    const cells = found.games.map(({ name }) => cellOf(school, name));
    const best = cells.find((cell) => cell.is_best);
    return [
      rowHead(school),
      ...cells.map((cell) => overviewCell(cell, titles)),
      h("td", {}, best && titles[best.game]),
    ];
  });
  return table(
    { className: "schools" },
    [columnHead(say("table_school")), ...heads, columnHead(say("table_best"))],
    rows,
  );
}

function overviewCell(cell, titles) {
  if (!cell.rating) {
    const sign = h("span", { "aria-hidden": "true" }, cell.state === "refused" ? "–" : "…");
    return h("td", { className: "none", title: cell.reason }, sign, h("span", { className: "unseen" }, cell.reason));
  }
  const links = [watchButton(cell, titles, icon("play")), ...knowledgeLinks(cell, titles, () => icon("docs"))];
  return h(
    "td",
    { "data-level": cell.level },
    h("b", {}, signed(cell.rating.value), cell.is_best && " ★", cell.changed && " †"),
    h("small", {}, interval(cell.rating)),
    h("span", { className: "cell-links" }, links),
  );
}

// A button that plays the game worth seeing of a cell again.
function watchButton(cell, titles, shown, className = "quiet") {
  if (!cell.watch) return null;
  const label = say("table_watch_of", { school: cell.school, game: titles[cell.game] });
  const watch = async () => {
    try {
      const game = await post(`/table/${cell.game}/${cell.school}/game`);
      go(`/game/${game.id}`);
    } catch (error) {
      toast(error.message);
    }
  };
  return h("button", { className, onclick: watch, "aria-label": label, title: label }, shown);
}

function knowledgeLinks(cell, titles, shown) {
  return cell.knowledge.map((file) => {
    const label = say("table_knowledge_of", { school: cell.school, game: titles[cell.game], file });
    return h("a", { href: `/write/${cell.game}/${file}`, "aria-label": label, title: label }, shown(file));
  });
}

function legend() {
  const steps = [-3, -2, -1, 0, 1, 2, 3].map((level) => h("span", { className: "step", "data-level": level }));
  return h(
    "p",
    { className: "faint table-legend" },
    h("span", {}, say("table_low")),
    h("span", { className: "steps", role: "img", "aria-label": say("table_colours") }, steps),
    h("span", {}, say("table_high")),
    h("span", {}, say("table_marks")),
  );
}

function gameSection(game, chart, cellOf, titles) {
  const cells = game.order.map((school) => cellOf(school, game.name));
  const rated = cells.filter((cell) => cell.rating);
  const waiting = cells.filter((cell) => !cell.rating);
  const columns = ["", "rank_mind", "rank_rating", "rank_interval", "table_cost", "table_watched"];
  const head = columns.map((key) => columnHead(key && say(key)));
  const place = ({ rating }) => 1 + rated.findIndex((other) => other.rating.value === rating.value);
  const rows = rated.map((cell) => orderRow(cell, place(cell), titles));
  return h(
    "section",
    { className: "panel", id: game.name },
    h("h2", {}, game.title),
    game.games > 0 && h("p", { className: "faint" }, played(game)),
    h(
      "div",
      { className: "order-and-cost" },
      rated.length > 0 && h("div", { className: "scroll", tabIndex: 0 }, table({ className: "order" }, head, rows)),
      chart && picture(chart, { className: "cost-chart" }),
    ),
    waiting.length > 0 && h("p", { className: "faint" }, say("table_waiting", { schools: names(waiting) })),
  );
}

const played = ({ games, opening }) => say(opening > 0 ? "table_opened" : "table_games", { n: games, opening });
const names = (cells) => cells.map((cell) => cell.school).join(", ");

// Milliseconds with two digits that say something.
const cost = (value) => (value === null ? "–" : number(value, value < 1 ? 2 : value < 10 ? 1 : 0));

function orderRow(cell, rank, titles) {
  const seen = cell.watch && h("small", {}, cell.watch.sentence);
  const files = knowledgeLinks(cell, titles, (file) => file);
  const changed = cell.changed && h("small", {}, say("table_changed"));
  const level = { className: "number", "data-level": cell.level };
  const budget = cell.mind.slice(cell.school.length + 1).replaceAll(",", " ");
  return [
    numberCell(number(rank)),
    rowHead(cell.school, budget && h("small", {}, budget)),
    h("td", level, h("b", {}, signed(cell.rating.value))),
    numberCell(interval(cell.rating)),
    h("td", { className: "number", "data-unit": " ms" }, cost(cell.milliseconds)),
    h("td", { className: "seen" }, watchButton(cell, titles, say("table_watch"), "watch"), files, seen, changed),
  ];
}

function emptyCells(found, titles) {
  const refused = found.cells.filter((cell) => cell.state === "refused");
  if (refused.length === 0) return null;
  const items = refused.map((cell) => h("li", {}, h("b", {}, cell.school), ` · ${titles[cell.game]}: ${cell.reason}`));
  return h("details", {}, h("summary", {}, say("table_empty")), h("ul", {}, items));
}
