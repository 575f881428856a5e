// The page of all stored games: filtered, downloaded, uploaded, deleted.

import { get, post, remove } from "./api.js";
import { h, numberCell, table, toast } from "./dom.js";
import { language, mindName, say } from "./i18n.js";
import { go } from "./router.js";

const PAGE = 25; // games on one page of the list

export async function draw() {
  const { games, minds } = await get("/catalogue");
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  const match = new URLSearchParams(location.search).get("match");
  let offset = 0;
  const list = h("div", { "aria-live": "polite" });
  const choose = (name, options) =>
    h(
      "select",
      { name, "aria-label": say(name), onchange: () => show(0) },
      options.map(([value, text]) => h("option", { value }, text)),
    );
  const game = choose("filter_game", [["", say("all_games")], ...games.map((one) => [one.name, one.title])]);
  const mind = choose("filter_mind", [
    ["", say("all_minds")],
    ...minds.map((one) => [one.name, one.person ? say("person") : one.name]),
  ]);
  const over = choose("filter_over", [
    ["", say("all_states")],
    ["false", say("under_way")],
    ["true", say("finished")],
  ]);
  const file = h("input", {
    type: "file",
    accept: ".jsonl,application/json",
    hidden: true,
    onchange: () => upload(file),
  });

  async function show(from) {
    offset = from;
    const wanted = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
    if (game.value) wanted.set("game", game.value);
    if (mind.value) wanted.set("mind", mind.value);
    if (over.value) wanted.set("over", over.value);
    if (match) wanted.set("match", match);
    const found = await get(`/games?${wanted}`);
    list.replaceChildren(
      found.total === 0
        ? h("p", { className: "faint" }, say("no_games"))
        : gameTable(found, titles, () => show(offset)),
      pages(found.total),
    );
  }

  const pages = (total) =>
    h(
      "p",
      { className: "pages" },
      h("button", { disabled: offset === 0, onclick: () => show(Math.max(0, offset - PAGE)) }, say("newer")),
      h("span", {}, say("of_total", { from: Math.min(offset + 1, total), to: Math.min(offset + PAGE, total), total })),
      h("button", { disabled: offset + PAGE >= total, onclick: () => show(offset + PAGE) }, say("older")),
    );

  await show(0);
  const element = h(
    "div",
    {},
    h("h1", {}, say("records")),
    h(
      "div",
      { className: "filters" },
      game,
      mind,
      over,
      h("button", { onclick: () => file.click() }, say("upload")),
      file,
    ),
    list,
  );
  return { element, title: say("records") };
}

function gameTable(found, titles, again) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const mind = (name) => (name === "human" ? say("person") : mindName(name));
  const columns = ["game", "who", "moves", "state", "when", ""];
  const head = columns.map((key) => h("th", {}, key && say(`column_${key}`)));
  const rows = found.games.map((game) => [
    h("td", {}, h("a", { href: `/game/${game.id}` }, titles[game.game] ?? game.game)),
    h("td", {}, game.minds.map(mind).join(" – ")),
    numberCell(String(game.moves)),
    h("td", {}, outcome(game)),
    h("td", {}, date.format(new Date(1000 * game.updated))),
    h("td", { className: "actions" }, actions(game, again)),
  ]);
  return h("div", { className: "scroll" }, table({}, head, rows));
}

function outcome(game) {
  if (!game.readable) return say("unreadable_game");
  if (!game.over) return say("under_way");
  return game.winner ? say("won_by", { seat: game.winner }) : say("drawn");
}

const actions = (game, again) => [
  h("a", { className: "button", href: `/api/games/${game.id}/record`, download: true }, say("download")),
  h("button", { onclick: () => deleteGame(game.id, again) }, say("delete")),
];

async function deleteGame(id, again) {
  if (!confirm(say("really_delete"))) return;
  await remove(`/games/${id}`);
  await again();
}

async function upload(file) {
  try {
    const game = await post("/records", { record: await file.files[0].text() });
    go(`/game/${game.id}/0`);
  } catch (error) {
    toast(error.message);
  }
  file.value = "";
}
