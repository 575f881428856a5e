// Form fields for the options of a game and for a mind with its parameters, as the catalogue describes them.

import { h } from "./dom.js";
import { say } from "./i18n.js";

// Fields for a list of options, set to `given` or to the defaults; `values()` gives what differs from the defaults.
export function optionFields(options, prefix, changed = () => {}, given = {}) {
  const inputs = options.map((option) => [option, field(option, prefix, given[option.name] ?? option.default)]);
  const element = h(
    "div",
    { className: "fields", onchange: () => changed() },
    inputs.map(([option, input]) =>
      h("label", {}, h("span", {}, option.title), input, !inWords(option) && h("small", {}, option.about)),
    ),
  );
  const values = () => {
    const given = {};
    for (const [option, input] of inputs) {
      const value = option.kind === "bool" ? input.checked : input.value.trim();
      if (value !== "" && String(value) !== String(option.default ?? "")) given[option.name] = value;
    }
    return given;
  };
  return { element, values };
}

// Whether all choices have titles, which make a description superfluous.
const inWords = ({ choices, choice_titles: titles }) =>
  choices.length > 0 && choices.every((choice, at) => choice !== titles[at]);

function field(option, prefix, value) {
  const name = `${prefix}-${option.name}`;
  if (option.kind === "bool") return h("input", { type: "checkbox", name, checked: String(value) === "true" });
  if (option.choices.length)
    return h(
      "select",
      { name },
      option.default === null && h("option", { value: "" }, "–"),
      option.choices.map((choice, at) =>
        h("option", { value: choice, selected: choice === value }, option.choice_titles[at]),
      ),
    );
  const isNumber = option.kind !== "str";
  return h("input", {
    type: isNumber ? "number" : "text",
    name,
    value: value ?? "",
    min: option.low ?? undefined,
    max: option.high ?? undefined,
    step: option.kind === "int" ? "1" : "any",
    placeholder: option.default === null ? "–" : undefined,
  });
}

/** A mind in a list; one whose program this machine lacks says so. @param {any} mind @param {string} [chosen] */
export function mindOption(mind, chosen) {
  const name = mind.missing ? say("school_missing", { school: mind.name }) : mind.name;
  return h("option", { value: mind.name, selected: mind.name === chosen }, mind.person ? say("person") : name);
}

/**
 * The choice of a mind and its parameters; `value()` is its name as the server reads it.
 * @param {string} label
 * @param {{ minds: any[], knowledge: any[] }} catalogue
 * @param {string} game
 * @param {string[]} able the minds that can play the game
 * @param {string} chosen
 * @param {string} prefix of the names of the fields
 * @param {boolean} [people] whether a person can be chosen
 */
export function mindField(label, { minds, knowledge }, game, able, chosen, prefix, people = true) {
  const offered = minds.filter((mind) => able.includes(mind.name) && (people || !mind.person));
  const written = knowledge.filter(
    (item) => item.game === game && !item.own && !minds.find((mind) => mind.name === item.school).missing,
  );
  const select = h(
    "select",
    { name: prefix, onchange: () => fill() },
    offered.map((mind) => mindOption(mind, chosen)),
    written.length > 0 &&
      h(
        "optgroup",
        { label: say("your_minds") },
        written.map((item) => h("option", { value: item.mind, selected: item.mind === chosen }, item.name)),
      ),
  );
  const about = h("small");
  const details = h("details", { className: "parameters" }, h("summary", {}, say("parameters")));
  let fields;
  const fill = () => {
    const mind = minds.find((one) => one.name === select.value.split(":")[0]);
    about.textContent = mind.missing ?? (mind.person ? "" : mind.about);
    select.setCustomValidity(mind.missing ?? "");
    // A knowledge file is chosen by its name above; the other parameters are set here.
    const parameters = mind.parameters.filter((option) => !(mind.suffix && option.name === "file"));
    fields = optionFields(parameters, prefix);
    details.replaceChildren(details.firstChild, fields.element);
    details.hidden = parameters.length === 0;
  };
  fill();
  const value = () => {
    const settings = Object.entries(fields.values())
      .map(([name, given]) => `${name}=${given}`)
      .join(",");
    return settings ? `${select.value}${select.value.includes(":") ? "," : ":"}${settings}` : select.value;
  };
  return {
    element: h("div", { className: "seat" }, h("label", {}, h("span", {}, label), select), about, details),
    value,
  };
}
