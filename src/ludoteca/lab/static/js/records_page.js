// The page of all stored games: filtered, downloaded, uploaded, deleted. Its filters are in its address.

import { get, post, remove } from "./api.js";
import { h, table, toast } from "./dom.js";
import { language, mindName, say } from "./i18n.js";
import { Latest } from "./latest.js";
import { recordLink } from "./record_link.js";
import { go } from "./router.js";

const PAGE = 25; // games on one page of the list
const FILTERS = ["game", "mind", "over", "match", "offset", "owner"];

export async function draw() {
  const { games, minds } = await get("/catalogue");
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  const address = new URLSearchParams(location.search);
  const filters = new URLSearchParams([...address].filter(([name, value]) => FILTERS.includes(name) && value !== ""));
  const list = h("div", { "aria-live": "polite" });
  const choice = (name, options) => {
    const change = (event) => filter(name, event.target.value);
    const items = options.map(([value, text]) => h("option", { value, selected: value === filters.get(name) }, text));
    const label = `filter_${name}`;
    return h("select", { name: label, "aria-label": say(label), onchange: change }, items);
  };
  const choices = [
    choice("game", [["", say("all_games")], ...games.map((one) => [one.name, one.title])]),
    choice("mind", [["", say("all_minds")], ...minds.map((one) => [one.name, one.person ? say("person") : one.name])]),
    choice("over", [
      ["", say("all_states")],
      ["false", say("under_way")],
      ["true", say("finished")],
    ]),
  ];
  const file = h("input", {
    type: "file",
    accept: ".jsonl,application/json",
    hidden: true,
    onchange: () => upload(file),
  });

  // Sets a filter, shows the first page of what it leaves, and writes it into the address.
  async function filter(name, value) {
    filters.delete("offset");
    filters.delete(name);
    if (value !== "") filters.set(name, value);
    const query = filters.toString();
    history.replaceState(null, "", `/records${query && `?${query}`}`);
    await show();
  }

  const lists = new Latest();
  async function show() {
    const isLatest = lists.begin();
    const found = await get(`/games?limit=${PAGE}&${filters}`);
    if (!isLatest()) return;
    const none = say(filters.size > 0 ? "no_match" : "no_games");
    const shown = found.total === 0 ? h("p", { className: "faint" }, none) : gameTable(found, titles, show);
    list.replaceChildren(shown, pages(found.total));
  }

  const pages = (total) => {
    const offset = Number(filters.get("offset"));
    const turn = (to) => () => filter("offset", to > 0 ? String(to) : "");
    return h(
      "p",
      { className: "pages", hidden: total <= PAGE && offset === 0 },
      h("button", { disabled: offset === 0, onclick: turn(offset - PAGE) }, say("newer")),
      h("span", {}, say("of_total", { from: Math.min(offset + 1, total), to: Math.min(offset + PAGE, total), total })),
      h("button", { disabled: offset + PAGE >= total, onclick: turn(offset + PAGE) }, say("older")),
    );
  };

  await show();
  const uploading = h("button", { onclick: () => file.click() }, say("upload"));
  const element = h(
    "div",
    {},
    h("h1", {}, say("records")),
    h("div", { className: "filters" }, choices, uploading, file),
    list,
  );
  return { element, title: say("records") };
}

function gameTable(found, titles, again) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const mind = (name) => (name === "human" ? say("person") : mindName(name));
  const columns = ["game", "who", "moves", "state", "when", ""];
  const head = columns.map((key) =>
    key ? h("th", { className: key === "moves" && "number" }, say(`column_${key}`)) : h("td"),
  );
  const rows = found.games.map((game) => [
    h("td", {}, h("a", { href: `/game/${game.id}` }, titles[game.game] ?? game.game)),
    h("td", {}, game.minds.map(mind).join(" – "), game.owner_name && h("small", {}, ` · ${game.owner_name}`)),
    h("td", { className: "number", "data-unit": ` ${say("column_moves").toLowerCase()}` }, String(game.moves)),
    h("td", {}, outcome(game)),
    h("td", {}, date.format(new Date(1000 * game.updated))),
    h("td", {}, h("div", { className: "actions" }, actions(game, again))),
  ]);
  return h("div", { className: "scroll" }, table({ className: "records" }, head, rows));
}

function outcome(game) {
  if (!game.readable) return say("unreadable_game");
  if (!game.over) return say("under_way");
  return game.winner ? say("won_by", { seat: game.winner_title }) : say("drawn");
}

const actions = (game, again) => [
  recordLink(game.id, game.game),
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
