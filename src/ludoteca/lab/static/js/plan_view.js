// The view of a plan: its proven quality, and its steps as a timeline with a column for each turn and a row for each
// player.

import { h } from "./dom.js";
import { number, say } from "./i18n.js";

// A number with two decimals, or with none if it is whole.
export function figure(value) {
  const rounded = Number(value.toFixed(2)) || 0; // never -0
  return number(rounded, Number.isInteger(rounded) ? 0 : 2);
}

// A sentence about the proven quality of a plan.
export function proven({ status, cost, bound }) {
  const known = bound !== null && bound !== undefined;
  if (status === "gap" && !known) return say("plan_status_plan");
  return say(
    `plan_status_${status}`,
    known && cost !== null ? { bound: figure(bound), gap: figure(Math.abs(cost - bound)) } : {},
  );
}

const MANY = 4; // turns in one row, in which the players are aligned; a longer plan is broken into rows

/**
 * The timeline of a plan. Where it has to be scrolled, its edges are shaded.
 * @param {any[]} steps
 * @param {Record<string, string>} names the names of the players, in their order
 * @param {Set<number>} marked the indices of steps that are marked
 */
export function timeline(steps, names, marked = new Set()) {
  const players = Object.keys(names);
  const numbered = steps.map((step, at) => ({ ...step, number: at + 1, marked: marked.has(at) }));
  const turns = [];
  for (const step of numbered) {
    if (turns.at(-1)?.turn !== step.turn || turns.length === 0) turns.push({ turn: step.turn, steps: [] });
    turns.at(-1).steps.push(step);
  }
  const drawing = h(
    "div",
    { className: turns.length > MANY ? "timeline long" : "timeline", style: `--rows: ${players.length || 1}` },
    turns.map(({ turn, steps: own }) => column(turn, own, players, names)),
  );
  const box = h(
    "div",
    {
      className: "scroll turns",
      tabIndex: 0,
      role: "region",
      "aria-label": say("plan_timeline"),
      onscroll: () => shade(),
    },
    drawing,
  );
  const shade = () => {
    box.classList.toggle("more-before", box.scrollLeft > 2);
    box.classList.toggle("more-after", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
  };
  new ResizeObserver(shade).observe(box);
  return box;
}

function column(turn, steps, players, names) {
  const cost = steps.reduce((sum, step) => sum + step.cost, 0);
  const head = h(
    "h3",
    {},
    turn === null || turn === undefined ? say("plan_steps") : say("plan_turn", { n: turn }),
    h("small", {}, figure(cost)),
  );
  return h(
    "section",
    { className: "turn" },
    head,
    shares(steps, players).map((own, row) =>
      h(
        "div",
        { className: "share" },
        players.length > 0 && h("h4", { className: `seat-${row % 4}` }, names[players[row]]),
        h(
          "ol",
          {},
          own.map((step) => card(step, players.length > 0, row, names[step.seat])),
        ),
      ),
    ),
  );
}

// The steps of each player; an automatic step is shown with the player who acted last.
function shares(steps, players) {
  if (players.length === 0) return [steps];
  const found = players.map(() => []);
  let last = Math.max(0, players.indexOf(steps.find((step) => step.seat)?.seat));
  for (const step of steps) {
    if (step.seat) last = players.indexOf(step.seat);
    found[last].push(step);
  }
  return found;
}

// A step, without the name of its player, which is shown above it.
function card(step, owned, row, player) {
  const automatic = owned && !step.seat;
  const classes = ["step", automatic ? "itself" : `of-${row % 4}`, step.marked && "alone"];
  const only = say("plan_only_here");
  return h(
    "li",
    { className: classes.filter(Boolean).join(" "), title: step.action },
    h("span", { className: "place" }, step.number),
    h("span", { className: "deed" }, player ? withoutName(step.text, player) : step.text),
    step.marked && h("span", { className: "only", role: "img", "aria-label": only, title: only }, "◆"),
    (step.cost !== 0 || !automatic) && h("b", { className: "cost" }, figure(step.cost)),
  );
}

function withoutName(text, player) {
  if (!text.startsWith(`${player} `)) return text;
  return text.slice(player.length + 1).replace(/^\(([^()]*)\)/, "$1");
}
