// The home page: games under way, the simplest game, and all others, each with a choice of the opponent.

import { get, post } from "./api.js";
import { h, picture } from "./dom.js";
import { gameForm } from "./game_form.js";
import { language, say } from "./i18n.js";
import { opponentChoice, schoolOf } from "./opponent_choice.js";
import { go } from "./router.js";

const CONTINUED = 3; // games under way that are shown

export async function draw() {
  const underWay = `/games?${new URLSearchParams({ over: "false", mind: "human", limit: String(CONTINUED) })}`;
  const [all, found] = await Promise.all([get("/catalogue"), get(underWay)]);
  const [first, ...others] = all.games;
  const element = h(
    "div",
    { className: "home" },
    all.broken.length > 0 && brokenPlugins(all.broken),
    found.games.length > 0 && continueSection(found, all.games),
    h("h1", {}, say("choose_game")),
    first && card(first, all, true),
    h(
      "div",
      { className: "cards" },
      others.map((game) => card(game, all, false)),
    ),
    h("p", {}, h("a", { href: "/table" }, say("table_home"))),
  );
  return { element, title: say("play") };
}

// The plugins that could not be loaded; everything else works without them.
function brokenPlugins(broken) {
  const items = broken.map(({ sentence }) => h("li", {}, sentence));
  return h("div", { className: "notice", role: "alert" }, say("broken_plugins"), h("ul", {}, items));
}

// The games under way

function continueSection({ games, total }, known) {
  const more =
    total > games.length && h("a", { href: "/records?mind=human&over=false" }, say("continue_all", { total }));
  const items = games.filter((game) => game.readable).map((game) => continued(game, known));
  return h(
    "section",
    { className: "continue" },
    h("h2", {}, say("continue"), " ", more && h("small", {}, more)),
    h("div", { className: "continued" }, items),
  );
}

function continued(game, known) {
  const title = known.find((one) => one.name === game.game)?.title ?? game.game;
  const others = game.minds.filter((mind) => mind !== "human").map(schoolOf);
  const who =
    others.length > 0 ? say("you_against", { others: [...new Set(others)].join(", ") }) : say("mode_all_people");
  const thumb = h("div", { className: "thumb", inert: true, "aria-hidden": "true" });
  const state = h("small", {}, say("moves_so_far", { n: game.moves }), " · ", ago(game.updated));
  get(`/games/${game.id}/positions/-1`).then(
    ({ svg, moves }) => {
      thumb.append(...picture(svg).childNodes);
      if (moves.length > 0) state.prepend(h("b", {}, say("your_turn")), " · ");
    },
    () => {}, // a game whose board cannot be drawn is still offered
  );
  const text = h("span", {}, h("strong", {}, title), h("span", {}, who), state);
  return h("a", { className: "card continued-game", href: `/game/${game.id}` }, thumb, text);
}

// How long ago a time is, in the largest unit that fits.
function ago(seconds) {
  const passed = Date.now() / 1000 - seconds;
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (passed < 3600) return format.format(-Math.floor(passed / 60), "minute");
  if (passed < 86400) return format.format(-Math.floor(passed / 3600), "hour");
  return format.format(-Math.floor(passed / 86400), "day");
}

// The games

function card(game, all, large) {
  const planning = game.planning && [" · ", h("a", { href: `/plans?game=${game.name}` }, say("plans"))];
  const links = h("p", {}, h("a", { href: `/rules/${game.name}` }, say("rules")), planning);
  const thumb = picture(game.svg, { className: "thumb", inert: true, "aria-hidden": "true" });
  const head = [h("h2", {}, game.title), h("p", {}, game.about), links];
  const custom = h("details", { className: "custom" }, h("summary", {}, say("your_own")), gameForm(game, all, start));
  const body = [playForm(game, all, large), custom];
  return large
    ? h("article", { className: "card large" }, thumb, h("div", {}, head, body))
    : h("article", { className: "card" }, h("div", { className: "card-head" }, thumb, h("div", {}, head)), body);
}

function playForm(game, all, large) {
  const choice = opponentChoice(game, all.minds, large);
  const submit = (event) => {
    event.preventDefault();
    start({ game: game.name, minds: choice.minds() });
  };
  const seats = game.seats.length;
  const mode = (key, mind, more = {}) => {
    const begin = () => start({ game: game.name, minds: Array(seats).fill(mind), ...more });
    return h("button", { type: "button", onclick: begin }, say(key));
  };
  const modes = h(
    "div",
    { className: "modes" },
    h("button", { className: "main play", type: "submit" }, say("play_now")),
    mode(seats > 2 ? "mode_all_people" : "mode_people", "human"),
    seats > 1 && mode("mode_link", "human", { by_link: true }),
    mode("mode_machines", game.self_play),
  );
  return h("form", { onsubmit: submit }, choice.element, modes);
}

async function start(body) {
  const game = await post("/games", body);
  go(`/game/${game.id}`);
}
