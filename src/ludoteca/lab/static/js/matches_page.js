// The page of all matches, and the form that starts one.

import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { mindField, optionFields } from "./forms.js";
import { mindName, say } from "./i18n.js";
import { matchProgress } from "./match_page.js";
import { go } from "./router.js";

export async function draw() {
  const [all, matches] = await Promise.all([get("/catalogue"), get("/matches")]);
  const title = (match) => all.games.find((game) => game.name === match.game)?.title ?? match.game;
  const item = (match) => {
    const text = `${title(match)}: ${match.minds.map(mindName).join(", ")}`;
    return h("li", {}, h("a", { href: `/match/${match.id}` }, text), " ", h("small", {}, matchProgress(match)));
  };
  const none = h("p", { className: "faint" }, say("no_matches"));
  const list = matches.length === 0 ? none : h("ul", { className: "matches" }, matches.map(item));
  const element = h("div", {}, h("h1", {}, say("matches")), form(all), h("h2", {}, say("matches_so_far")), list);
  return { element, title: say("matches") };
}

function form(all) {
  const { games } = all;
  const place = h("div");
  const select = h(
    "select",
    { name: "game", "aria-label": say("column_game"), onchange: () => fill() },
    games.map((game) => h("option", { value: game.name }, game.title)),
  );
  const count = h("input", { type: "number", name: "games", value: 20, min: 1, max: 10000 });
  const format = h(
    "select",
    { name: "format", onchange: () => (rounds.disabled = format.value !== "swiss") },
    ["round-robin", "swiss", "gauntlet"].map((value) => h("option", { value }, say(`format_${value}`))),
  );
  const automatic = say("match_rounds_about");
  const rounds = h("input", {
    type: "number",
    name: "rounds",
    min: 1,
    max: 100,
    placeholder: automatic,
    disabled: true,
  });
  const opening = h("input", { type: "number", name: "opening", value: 4, min: 0, max: 100 });
  let seats = [];
  let options;
  const fill = () => {
    const game = games.find((one) => one.name === select.value);
    const rows = h("div", { className: "seats" });
    seats = [];
    let added = 0;
    // The minds are numbered as they stand; two have to stay for a match.
    const renumber = () => {
      for (const [index, seat] of seats.entries()) {
        const label = say("mind_number", { n: index + 1 });
        seat.element.querySelector("label > span").textContent = label;
        seat.remove.hidden = seats.length <= 2;
        seat.remove.setAttribute("aria-label", say("remove_mind", { mind: label }));
      }
    };
    const add = (chosen) => {
      const seat = mindField("", all, game.name, game.minds, chosen, `mind-${added++}`, false);
      const take = () => {
        seats = seats.filter((other) => other !== seat);
        seat.element.remove();
        renumber();
        adding.focus();
      };
      seat.remove = h("button", { type: "button", className: "remove", onclick: take }, "✕");
      seat.element.querySelector("label").after(seat.remove);
      seats.push(seat);
      rows.append(seat.element);
      renumber();
    };
    const adding = h("button", { type: "button", onclick: () => add(game.self_play) }, say("add_mind"));
    for (const mind of [game.self_play, "random"]) add(mind);
    options = optionFields(game.options, "match");
    place.replaceChildren(rows, adding, h("details", {}, h("summary", {}, say("options")), options.element));
  };
  fill();
  const submit = async (event) => {
    event.preventDefault();
    try {
      const match = await post("/matches", {
        game: select.value,
        minds: seats.map((seat) => seat.value()),
        options: options.values(),
        format: format.value,
        rounds: format.value === "swiss" && rounds.value ? Number(rounds.value) : null,
        games: Number(count.value),
        opening: Number(opening.value),
      });
      go(`/match/${match.id}`);
    } catch (error) {
      toast(error.message);
    }
  };
  return h(
    "form",
    { className: "panel", onsubmit: submit },
    h("div", { className: "fields" }, h("label", {}, h("span", {}, say("column_game")), select)),
    place,
    h(
      "div",
      { className: "fields" },
      h("label", {}, h("span", {}, say("match_format")), format),
      h("label", {}, h("span", {}, say("match_rounds")), rounds),
      h("label", {}, h("span", {}, say("games_each")), count),
      h("label", {}, h("span", {}, say("opening_moves")), opening),
    ),
    h("button", { className: "main", type: "submit" }, say("begin_match")),
  );
}
