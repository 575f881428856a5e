// The choice of an opponent: a level, the side that the person takes, and the opponent's school.

import { h } from "./dom.js";
import { mindOption } from "./forms.js";
import { say } from "./i18n.js";

const ANY = "random"; // the side that is drawn when the game starts

const saved = (game) => JSON.parse(localStorage.getItem(`opponent-${game.name}`)) ?? {};
const firstSentence = (text) => text.split(/(?<=\.)\s/)[0];
export const schoolOf = (mind) => mind.split(":")[0];

/**
 * Fields for a game; `minds()` are the minds for its seats with a person at one of them. The last choice is remembered.
 * @param {any} game
 * @param {any[]} minds all minds of the catalogue
 * @param {boolean} wide whether every level and side is shown, or a list of them
 */
export function opponentChoice(game, minds, wide) {
  const known = saved(game);
  const offered = minds.filter((mind) => game.minds.includes(mind.name) && !mind.person);
  const field = wide ? radioField : selectField;
  const levels = game.levels.map(({ name, title }) => [name, title]);
  const level = levels.length > 0 ? field(game, "level", levels, known.level ?? levels[1]?.[0]) : null;
  const side = field(game, "side", sides(game), known.side);
  const school = h(
    "select",
    { name: `${game.name}-school` },
    h("option", { value: "" }),
    offered.map((mind) => mindOption(mind, known.school)),
  );
  const about = h("small", { className: "school-about" });
  const ofLevel = () => game.levels.find((one) => one.name === level?.value())?.mind ?? game.opponent;
  const opponent = () => school.value || ofLevel();
  const changed = () => {
    school.options[0].textContent = say(level ? "school_of_level" : "school_suggested", {
      school: schoolOf(ofLevel()),
    });
    const mind = minds.find((one) => one.name === schoolOf(opponent()));
    about.textContent = mind.missing ?? firstSentence(mind.about);
    school.setCustomValidity(mind.missing ?? "");
    level?.element.classList.toggle("unused", school.value !== "");
  };
  const element = h(
    "div",
    { className: "choices", onchange: changed },
    level?.element,
    side.element,
    h("label", { className: "choice" }, h("span", {}, say("choose_school")), school),
    about,
  );
  changed();
  const seats = () => {
    const choice = { level: level?.value(), side: side.value(), school: school.value };
    localStorage.setItem(`opponent-${game.name}`, JSON.stringify(choice));
    const person = choice.side === ANY ? Math.floor(Math.random() * game.seats.length) : Number(choice.side);
    return game.seats.map((_, seat) => (seat === person ? "human" : opponent()));
  };
  return { element, minds: seats };
}

// With two seats, who begins; with more, the seats by their names.
function sides(game) {
  const names = game.seats.length === 2 ? [say("side_first"), say("side_second")] : game.seats;
  return [...names.map((name, seat) => [String(seat), name]), [ANY, say("side_random")]];
}

/** @param {any} game @param {string} what @param {string[][]} options @param {string} [chosen] */
function selectField(game, what, options, chosen) {
  const items = options.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  const select = h("select", { name: `${game.name}-${what}` }, items);
  const element = h("label", { className: "choice" }, h("span", {}, say(`choose_${what}`)), select);
  return { element, value: () => select.value };
}

/** @param {any} game @param {string} what @param {string[][]} options @param {string} [chosen] */
function radioField(game, what, options, chosen) {
  const known = options.some(([value]) => value === chosen);
  const name = `${game.name}-${what}`;
  const items = options.map(([value, text], at) => {
    const checked = known ? value === chosen : at === 0;
    return h("label", {}, h("input", { type: "radio", name, value, checked }), h("span", {}, text));
  });
  const element = h("fieldset", { className: "choice radios" }, h("legend", {}, say(`choose_${what}`)), items);
  return { element, value: () => element.querySelector(":checked").value };
}
