// The first page: choose a game, and who plays it.

import { get, post } from "./api.js";
import { h, picture } from "./dom.js";
import { mindField, optionFields } from "./forms.js";
import { go } from "./router.js";
import { say } from "./words.js";

export async function draw() {
  const { games, minds } = await get("/catalogue");
  const element = h("div", {}, h("h1", {}, say("choose_game")), h("div", { className: "cards" }, games.map((game) => card(game, minds))));
  return { element, title: say("play") };
}

function card(game, allMinds) {
  const minds = allMinds.filter((mind) => game.minds.includes(mind.name));
  return h("article", { className: "card" },
    picture(game.svg, { className: "thumb" }),
    h("div", { className: "card-text" },
      h("h2", {}, game.title), h("p", {}, game.about),
      h("p", {}, h("a", { href: `/rules/${game.name}` }, say("rules"))),
      modes(game), custom(game, minds)),
  );
}

const STRONG = "montecarlo:simulations=20000";

function modes(game) {
  const others = game.seats.length - 1;
  const ways = [
    ["mode_against", ["human", ...Array(others).fill(STRONG)], true],
    ["mode_people", Array(others + 1).fill("human")],
    ["mode_machines", Array(others + 1).fill("montecarlo")],
  ];
  return h("div", { className: "modes" }, ways.map(([key, seated, main]) =>
    h("button", { className: main ? "main" : "", onclick: () => begin({ game: game.name, minds: seated }) }, say(key))));
}

function custom(game, minds) {
  const chosen = ["human", "montecarlo"];
  const seats = game.seats.map((seat, i) => mindField(seat, minds, chosen[Math.min(i, 1)], `${game.name}-seat-${i}`));
  const options = optionFields(game.options, game.name);
  const seed = h("input", { type: "number", name: "seed", min: 0, step: 1, placeholder: say("any") });
  const submit = (event) => {
    event.preventDefault();
    const body = { game: game.name, minds: seats.map((seat) => seat.value()), options: options.values() };
    if (seed.value !== "") body.seed = Number(seed.value);
    begin(body);
  };
  return h("details", { className: "custom" }, h("summary", {}, say("your_own")),
    h("form", { onsubmit: submit },
      h("fieldset", {}, h("legend", {}, say("seats")), seats.map((seat) => seat.element)),
      h("fieldset", {}, h("legend", {}, say("options")), options.element,
        h("div", { className: "fields" }, h("label", {}, h("span", {}, say("seed")), seed, h("small", {}, say("seed_about"))))),
      h("button", { className: "main", type: "submit" }, say("begin"))));
}

async function begin(body) {
  const game = await post("/games", body);
  go(`/game/${game.id}`);
}
