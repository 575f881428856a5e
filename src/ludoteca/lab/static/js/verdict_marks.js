// Marks beside reasons: checked, false, or not checked here. They are empty until the verdicts have been asked for.

import { h } from "./dom.js";
import { say } from "./i18n.js";

const SIGNS = { true: "✓", false: "✗", uncheckable: "·" };

/** The mark of a verdict that is known. @param {string} verdict */
export const verdictMark = (verdict) =>
  h("span", { className: `mark ${verdict}`, title: say(`verdict_${verdict}`) }, SIGNS[verdict]);

// Numbers the reasons of an explanation in reading order, in which the lab gives its verdicts.
export function numberReasons(why) {
  let next = 0;
  const number = (reason) => {
    reason.number = next++;
    reason.because.forEach(number);
  };
  number(why.reason);
  for (const { reason } of why.rejected) number(reason);
}

/**
 * Something said, between the places for its mark and for what is wrong with it.
 * @param {number | "trace"} name the number of a reason
 * @param {...any} said
 */
export const marked = (name, ...said) => [
  h("span", { className: "mark", "data-reason": name }),
  ...said,
  h("small", { className: "problem", "data-reason": name }),
];

/**
 * Fills the marks of an explanation that is shown.
 * @param {HTMLElement} element
 * @param {any} verdicts as `GET /api/games/{id}/positions/{n}/verdicts` gives them
 */
export function showVerdicts(element, verdicts) {
  for (const place of element.querySelectorAll("[data-reason]")) {
    const name = /** @type {HTMLElement} */ (place).dataset.reason;
    const found = name === "trace" ? verdicts.trace : verdicts.reasons[Number(name)];
    if (found && place.classList.contains("mark")) fill(place, found);
    else place.textContent = found?.problem ?? "";
  }
  element.querySelector(".verdicts")?.remove();
  element.append(h("p", { className: "verdicts faint" }, summary(verdicts)));
}

function fill(place, { verdict, problem }) {
  const text = [say(`verdict_${verdict}`), problem].filter(Boolean).join(": ");
  const sign = h("span", { role: "img", "aria-label": text, title: text }, SIGNS[verdict]);
  place.className = `mark ${verdict}`;
  place.replaceChildren(sign, " ");
}

function summary({ reasons, trace }) {
  const all = trace ? [...reasons, trace] : reasons;
  const count = (wanted) => all.filter(({ verdict }) => verdict === wanted).length;
  const [right, wrong, open] = ["true", "false", "uncheckable"].map(count);
  return say("verdicts_summary", { n: all.length, true: right, false: wrong, uncheckable: open });
}
