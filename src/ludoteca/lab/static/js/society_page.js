// A society: agents live together in one game, and what each of them does stands side by side.

import { get, post } from "./api.js";
import { h, picture, toast } from "./dom.js";
import { sourceLink } from "./explanation_view.js";
import { optionFields } from "./forms.js";
import { number, say } from "./i18n.js";

export async function draw() {
  const all = await get("/catalogue");
  const games = all.games.filter((game) => files(all, game.name).some((item) => item.own));
  const heading = [h("h1", {}, say("society")), h("p", {}, say("society_about"))];
  if (games.length === 0)
    return { element: h("div", {}, heading, h("p", {}, say("society_none"))), title: say("society") };
  const shown = h("section", { className: "life", "aria-live": "polite" });
  return { element: h("div", {}, heading, form(all, games, shown), shown), title: say("society") };
}

const files = (all, game) => all.knowledge.filter((item) => item.game === game && item.name.endsWith(".asl"));

function form(all, games, shown) {
  const wanted = games.find((game) => game.seats.length > 2) ?? games[0];
  const select = h(
    "select",
    { name: "game" },
    games.map((game) => h("option", { value: game.name, selected: game === wanted }, game.title)),
  );
  const place = h("div", {});
  let chosen;
  const choose = async () => {
    const game = games.find((one) => one.name === select.value);
    const options = optionFields(game.options, "society", () => seat().catch((error) => toast(error.message)));
    const seats = h("div", { className: "seats" });
    let agents = [];
    const seat = async () => {
      const { seats: names } = await post("/seats", { game: game.name, options: options.values() });
      agents = names.map((name) => agentField(name, files(all, game.name)));
      seats.replaceChildren(...agents.map((agent) => agent.element));
    };
    await seat();
    place.replaceChildren(options.element, seats);
    chosen = { game: game.name, options: () => options.values(), agents: () => agents.map((agent) => agent.value()) };
  };
  select.addEventListener("change", choose);
  choose();
  const seed = h("input", { type: "number", name: "seed", value: 0, min: 0 });
  const button = h("button", { className: "main", type: "submit" }, say("society_live"));
  const live = async (event) => {
    event.preventDefault();
    button.disabled = true;
    shown.replaceChildren(
      h(
        "p",
        { className: "status" },
        h("span", { className: "spinner", "aria-hidden": "true" }),
        say("society_living"),
      ),
    );
    try {
      const life = await post("/societies", {
        game: chosen.game,
        options: chosen.options(),
        agents: chosen.agents(),
        seed: Number(seed.value),
      });
      shown.replaceChildren(...chronicle(life));
    } catch (error) {
      shown.replaceChildren(h("p", { className: "notice" }, error.message));
    }
    button.disabled = false;
  };
  return h(
    "form",
    { className: "panel", onsubmit: live },
    h(
      "div",
      { className: "fields" },
      h("label", {}, h("span", {}, say("column_game")), select),
      h("label", {}, h("span", {}, say("society_seed")), seed),
    ),
    place,
    h("div", { className: "buttons" }, button),
  );
}

function agentField(label, items) {
  const select = h(
    "select",
    {},
    h("option", { value: "" }, say("society_own")),
    items.map((item) => h("option", { value: item.name }, item.name)),
  );
  return {
    element: h("div", { className: "seat" }, h("label", {}, h("span", {}, label), select)),
    value: () => select.value || null,
  };
}

function chronicle(life) {
  const head = [
    say("society_time"),
    ...life.seats.map((seat, i) => [seat, h("small", {}, ` ${life.files[i]}`)]),
    say("society_world"),
  ];
  const rows = life.rows.map((row) =>
    h(
      "tr",
      { className: row.world.length ? "moved" : "" },
      h("td", { className: "number" }, `${number(row.time, 1)} s`),
      [...row.agents, row.world].map((column) =>
        h(
          "td",
          {},
          column.map((line) => entry(line, life)),
        ),
      ),
    ),
  );
  return [
    h("p", { className: "reason" }, life.end),
    picture(life.svg, { className: "board final", inert: true }),
    h(
      "div",
      { className: "scroll" },
      h(
        "table",
        { className: "society" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((cell) => h("th", { scope: "col" }, cell)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  ];
}

const entry = (line, life) =>
  h(
    "div",
    { className: `entry ${line.kind}` },
    line.sentence,
    line.count > 1 && h("b", {}, ` × ${line.count}`),
    " ",
    line.source && sourceLink(life, line.source),
  );
