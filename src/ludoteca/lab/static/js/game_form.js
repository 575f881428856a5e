// The form that starts a game with any mind at each seat, with options and a seed.

import { post } from "./api.js";
import { h, toast } from "./dom.js";
import { mindField, optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { Latest } from "./latest.js";

/** @param {any} game @param {any} all the catalogue @param {(body: object) => void} start */
export function gameForm(game, all, start) {
  const place = h("fieldset");
  let seats = [];
  // Options may change the number of seats; the minds that are chosen already stay.
  const seat = (places) => {
    const chosen = (i) => seats[i]?.value() ?? ["human", game.self_play][Math.min(i, 1)];
    seats = places.seats.map((name, i) =>
      mindField(name, all, game.name, places.minds, chosen(i), `${game.name}-seat-${i}`),
    );
    place.replaceChildren(h("legend", {}, say("seats")), ...seats.map((one) => one.element), linkLabel);
    offerLink();
  };
  const link = h("input", { type: "checkbox", name: `${game.name}-link` });
  const linkLabel = h("label", { className: "by-link" }, link, " ", say("by_link"));
  // With two people or more, the others can be invited by link.
  const offerLink = () => {
    linkLabel.hidden = seats.filter((one) => one.value() === "human").length < 2;
  };
  place.addEventListener("change", offerLink);
  const requests = new Latest();
  const options = optionFields(game.options, game.name, async () => {
    const isLatest = requests.begin();
    try {
      const places = await post("/seats", { game: game.name, options: options.values() });
      if (isLatest()) seat(places);
    } catch (error) {
      if (isLatest()) toast(error.message);
    }
  });
  seat(game);
  const seed = h("input", { type: "number", name: "seed", min: 0, step: 1, placeholder: say("any") });
  const submit = (event) => {
    event.preventDefault();
    const body = { game: game.name, minds: seats.map((one) => one.value()), options: options.values() };
    if (link.checked && !linkLabel.hidden) body.by_link = true;
    if (seed.value !== "") body.seed = Number(seed.value);
    start(body);
  };
  const seedLabel = h("label", {}, h("span", {}, say("seed")), seed, h("small", {}, say("seed_about")));
  const fields = [h("legend", {}, say("options")), options.element, h("div", { className: "fields" }, seedLabel)];
  const button = h("button", { className: "main", type: "submit" }, say("begin"));
  return h("form", { onsubmit: submit }, place, h("fieldset", {}, fields), button);
}
