// The first page: choose a game, and who plays it.

import { get, post } from "./api.js";
import { h, picture, toast } from "./dom.js";
import { mindField, optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { go } from "./router.js";

export async function draw() {
  const all = await get("/catalogue");
  const element = h(
    "div",
    {},
    h("h1", {}, say("choose_game")),
    h(
      "div",
      { className: "cards" },
      all.games.map((game) => card(game, all)),
    ),
  );
  return { element, title: say("play") };
}

function card(game, all) {
  return h(
    "article",
    { className: "card" },
    picture(game.svg, { className: "thumb", inert: true }),
    h(
      "div",
      { className: "card-text" },
      h("h2", {}, game.title),
      h("p", {}, game.about),
      h(
        "p",
        {},
        h("a", { href: `/rules/${game.name}` }, say("rules")),
        game.planning && [" · ", h("a", { href: `/plans?game=${game.name}` }, say("plans"))],
      ),
      modes(game),
      custom(game, all),
    ),
  );
}

function modes(game) {
  const others = game.seats.length - 1;
  const ways = [
    ["mode_against", ["human", ...Array(others).fill(game.opponent)], true],
    [others > 1 ? "mode_all_people" : "mode_people", Array(others + 1).fill("human")],
    ["mode_machines", Array(others + 1).fill(game.sparring)],
  ];
  return h(
    "div",
    { className: "modes" },
    ways.map(([key, seated, main]) =>
      h(
        "button",
        { className: main ? "main" : "", onclick: () => begin({ game: game.name, minds: seated }) },
        say(key),
      ),
    ),
  );
}

function custom(game, all) {
  const place = h("fieldset");
  let seats = [];
  // Options may decide how many sit down; those who are there already stay.
  const seat = (places) => {
    const chosen = (i) => seats[i]?.value() ?? ["human", game.sparring][Math.min(i, 1)];
    seats = places.seats.map((name, i) =>
      mindField(name, all, game.name, places.minds, chosen(i), `${game.name}-seat-${i}`),
    );
    place.replaceChildren(h("legend", {}, say("seats")), ...seats.map((one) => one.element));
  };
  const options = optionFields(game.options, game.name, async () => {
    try {
      seat(await post("/seats", { game: game.name, options: options.values() }));
    } catch (error) {
      toast(error.message);
    }
  });
  seat(game);
  const seed = h("input", { type: "number", name: "seed", min: 0, step: 1, placeholder: say("any") });
  const submit = (event) => {
    event.preventDefault();
    const body = { game: game.name, minds: seats.map((one) => one.value()), options: options.values() };
    if (seed.value !== "") body.seed = Number(seed.value);
    begin(body);
  };
  return h(
    "details",
    { className: "custom" },
    h("summary", {}, say("your_own")),
    h(
      "form",
      { onsubmit: submit },
      place,
      h(
        "fieldset",
        {},
        h("legend", {}, say("options")),
        options.element,
        h(
          "div",
          { className: "fields" },
          h("label", {}, h("span", {}, say("seed")), seed, h("small", {}, say("seed_about"))),
        ),
      ),
      h("button", { className: "main", type: "submit" }, say("begin")),
    ),
  );
}

async function begin(body) {
  const game = await post("/games", body);
  go(`/game/${game.id}`);
}
