// The state of the planning page outlives it, so that it is still there when the reader comes back from another page.

import { EXAMPLE_PROBLEM } from "./example_problem.js";

export const OWN = ""; // the value of “a problem of my own”, in place of a game

// `base` are the texts as the server gave them, `costs` the costs that were changed since, by fluent.
export const state = {
  game: null,
  options: {},
  texts: null,
  base: null,
  costs: {},
  running: null,
  runs: [],
  compared: null,
  planner: "",
  seconds: 30,
};

// “A problem of my own” is saved in the browser.
export const ownProblem = () => JSON.parse(localStorage.getItem("plans-own")) ?? EXAMPLE_PROBLEM;
export const saveOwnProblem = (texts) => localStorage.setItem("plans-own", JSON.stringify(texts));

export const sameTexts = (one, two) => one.domain === two.domain && one.problem === two.problem;
export const sameOptions = (one, two) => JSON.stringify(one) === JSON.stringify(two);

// The runs of problems with the same name, which can be compared.
export const comparable = (run) => state.runs.filter((other) => other.about === run.about);

// Writes the game, its options and the latest search of these texts into the address, so that a result can be shared.
export function writeAddress(texts) {
  const query = new URLSearchParams(state.game === OWN ? {} : { game: state.game, ...state.options });
  const latest = state.running ?? state.runs.at(-1);
  if (latest && sameTexts(latest.texts, texts)) query.set("run", latest.id);
  history.replaceState(null, "", `/plans${query.size > 0 ? `?${query}` : ""}`);
}
