// The constant costs of a planning problem: read and replaced in its PDDL text, and as form fields.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { figure } from "./plan_view.js";
import { placeholders } from "./skeleton.js";

const MOST_FIELDS = 60; // a problem with more constants is edited as text

// Matches the assignment of a fluent in the initial state, up to its number.
function assignment(fluent) {
  const words = fluent
    .replace(/[()]/g, "")
    .split(" ")
    .map((word) => word.replace(/[.*+?^${}|[\]\\]/g, "\\$&"));
  return new RegExp(`^([^;\\n]*\\(\\s*=\\s*\\(\\s*${words.join("\\s+")}\\s*\\)\\s*)([-+\\d.eE]+)`, "im");
}

/** The value of a fluent in the text of a problem, or null. @param {string} text @param {string} fluent */
function costIn(text, fluent) {
  const found = text.match(assignment(fluent));
  return found && Number(found[2]);
}

/**
 * The text of a problem with another value for a fluent, or null when it has none.
 * @param {string} text
 * @param {string} fluent
 * @param {number} value
 */
export function withCost(text, fluent, value) {
  const pattern = assignment(fluent);
  return pattern.test(text) ? text.replace(pattern, (_, before) => `${before}${value}`) : null;
}

// The texts of a domain and a problem with other values for some fluents.
export const withCosts = ({ domain, problem }, costs) => ({
  domain,
  problem: Object.entries(costs).reduce((text, [fluent, value]) => withCost(text, fluent, value) ?? text, problem),
});

// The costs of a problem that differ from those in another text of it, by fluent.
export const changedCosts = (costs, original) =>
  Object.fromEntries(
    costs.map(({ fluent, value }) => [fluent, value]).filter(([fluent, value]) => value !== costIn(original, fluent)),
  );

export class CostFields {
  /** @param {(fluent: string, value: number | null) => void} onChange `null`: the field was emptied */
  constructor(onChange) {
    this.onChange = onChange;
    this.fields = [];
    this.element = h("div", { className: "costs" }, placeholders(12));
  }

  // Shows the costs of a problem; `original` is its text before any cost was changed.
  show(costs, original) {
    const shown = costs.slice(0, MOST_FIELDS);
    const sameFields =
      shown.length === this.fields.length && shown.every((cost, at) => cost.fluent === this.fields[at].fluent);
    if (!sameFields) {
      this.fields = shown.map((cost) => this.#field(cost));
      const none = h("p", { className: "faint" }, say("plans_no_costs"));
      this.element.replaceChildren(...(shown.length ? this.fields.map((field) => field.element) : [none]));
    }
    for (const [at, { value }] of shown.entries()) this.fields[at].show(value, original);
  }

  #field({ fluent, words }) {
    const changed = () => this.onChange(fluent, input.value === "" ? null : Number(input.value));
    const input = h("input", { type: "number", name: fluent, step: "any", onchange: changed });
    const was = h("small");
    const element = h("label", { title: fluent }, h("span", {}, words, " ", was), input);
    const show = (value, original) => {
      const before = costIn(original, fluent);
      const isChanged = before !== null && before !== value;
      element.className = isChanged ? "changed" : "";
      was.textContent = isChanged ? say("plans_was", { n: figure(before) }) : "";
      // A field that is being edited is left alone.
      if (input !== document.activeElement || input.value === "") input.value = value;
    };
    return { fluent, element, show };
  }
}
