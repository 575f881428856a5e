// The home page: the games, and who is to play them.

import { get, post } from "./api.js";
import { h, picture, toast } from "./dom.js";
import { mindField, optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { go } from "./router.js";

export async function draw() {
  const all = await get("/catalogue");
  const cards = all.games.map((game) => card(game, all));
  const element = h(
    "div",
    {},
    h("h1", {}, say("choose_game")),
    all.broken.length > 0 && brokenPlugins(all.broken),
    h("div", { className: "cards" }, cards),
  );
  return { element, title: say("play") };
}

// The plugins that could not be loaded; everything else works without them.
function brokenPlugins(broken) {
  const items = broken.map(({ sentence }) => h("li", {}, sentence));
  return h("div", { className: "notice", role: "alert" }, say("broken_plugins"), h("ul", {}, items));
}

function card(game, all) {
  const planning = game.planning && [" · ", h("a", { href: `/plans?game=${game.name}` }, say("plans"))];
  const links = h("p", {}, h("a", { href: `/rules/${game.name}` }, say("rules")), planning);
  const parts = [h("h2", {}, game.title), h("p", {}, game.about), links, modes(game), custom(game, all)];
  const thumb = picture(game.svg, { className: "thumb", inert: true });
  return h("article", { className: "card" }, thumb, h("div", { className: "card-text" }, parts));
}

function modes(game) {
  const others = game.seats.length - 1;
  const ways = [
    ["mode_against", ["human", ...Array(others).fill(game.opponent)], true],
    [others > 1 ? "mode_all_people" : "mode_people", Array(others + 1).fill("human")],
    ["mode_machines", Array(others + 1).fill(game.self_play)],
  ];
  const button = ([key, minds, main]) =>
    h("button", { className: main ? "main" : "", onclick: () => start({ game: game.name, minds }) }, say(key));
  return h("div", { className: "modes" }, ways.map(button));
}

// The form for other seats, options and seeds.
function custom(game, all) {
  const place = h("fieldset");
  let seats = [];
  // Options may change the number of seats; the minds that are chosen already stay.
  const seat = (places) => {
    const chosen = (i) => seats[i]?.value() ?? ["human", game.self_play][Math.min(i, 1)];
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
    start(body);
  };
  const seedLabel = h("label", {}, h("span", {}, say("seed")), seed, h("small", {}, say("seed_about")));
  const fields = [h("legend", {}, say("options")), options.element, h("div", { className: "fields" }, seedLabel)];
  const button = h("button", { className: "main", type: "submit" }, say("begin"));
  const form = h("form", { onsubmit: submit }, place, h("fieldset", {}, fields), button);
  return h("details", { className: "custom" }, h("summary", {}, say("your_own")), form);
}

async function start(body) {
  const game = await post("/games", body);
  go(`/game/${game.id}`);
}
