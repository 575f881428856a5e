// A plan as it is drawn: what is known of it, and its steps as a timeline, a column for every turn and a row for every
// player.

import { h, svg } from "./dom.js";
import { number, say } from "./i18n.js";

// A number without digits that say nothing.
export const figure = (value) => number(value, Number.isInteger(value) ? 0 : 2);

// How good a plan is known to be, in a sentence.
export function proven({ status, cost, bound }) {
  const known = bound !== null && bound !== undefined;
  if (status === "gap" && !known) return say("plan_status_plan");
  return say(
    `plan_status_${status}`,
    known && cost !== null ? { bound: figure(bound), gap: figure(Math.abs(cost - bound)) } : {},
  );
}

const MANY = 4; // turns that stand in one row, players in line with each other; more of them go on below

// The timeline; where it does not fit, its edges show that there is more. `names` are what players are called, in their order; `alone` are the places of steps to be lit.
export function timeline(steps, names, alone = new Set()) {
  const players = Object.keys(names);
  const numbered = steps.map((step, at) => ({ ...step, number: at + 1, lit: alone.has(at) }));
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

// Whose steps they are; what happens by itself stands with whoever acted last.
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

// A step; whose it is stands above it already.
function card(step, owned, row, player) {
  const itself = owned && !step.seat;
  return h(
    "li",
    {
      className: ["step", itself ? "itself" : `of-${row % 4}`, step.lit && "alone"].filter(Boolean).join(" "),
      title: step.action,
    },
    h("span", { className: "place" }, step.number),
    h(
      "span",
      { className: "deed" },
      player && step.text.startsWith(`${player} `)
        ? step.text.slice(player.length + 1).replace(/^\(([^()]*)\)/, "$1")
        : step.text,
    ),
    step.lit &&
      h("span", { className: "only", role: "img", "aria-label": say("plan_alone"), title: say("plan_alone") }, "◆"),
    (step.cost !== 0 || !itself) && h("b", { className: "cost" }, figure(step.cost)),
  );
}

const [HEIGHT, LEFT, RIGHT, BOTTOM] = [170, 38, 12, 22];
const narrow = matchMedia("(max-width: 620px)");

// Bound and best cost as a search went on: the one rises, the other falls, and where they meet it is proven.
export function searchChart(trail, latest) {
  const moments = [...trail, latest].filter((one) => one.bound !== null || one.cost !== null);
  const values = moments.flatMap((one) => [one.bound, one.cost]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const pad = Math.max(1, (most - least) * 0.08);
  const width = narrow.matches ? 340 : 800;
  const end = Math.max(latest.seconds, moments.at(-1).seconds, 0.001);
  const x = (seconds) => LEFT + (seconds / end) * (width - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - ((value - least + pad) / (most - least + 2 * pad)) * (HEIGHT - BOTTOM - 8);
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": say("plans_chart") });
  for (const value of new Set([least, most])) {
    drawing.append(
      svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
      label(figure(value), LEFT - 6, y(value) + 4, "end"),
    );
  }
  drawing.append(
    label("0 s", LEFT, HEIGHT - 6, "start"),
    label(`${number(end, 2)} s`, width - RIGHT, HEIGHT - 6, "end"),
  );
  for (const [key, kind] of [
    ["bound", "seat-1"],
    ["cost", "seat-0"],
  ]) {
    const known = moments.filter((one) => one[key] !== null);
    if (known.length === 0) continue;
    const points = known.flatMap((one, at) =>
      at === 0
        ? [[one.seconds, one[key]]]
        : [
            [one.seconds, known[at - 1][key]],
            [one.seconds, one[key]],
          ],
    );
    points.push([end, known.at(-1)[key]]);
    drawing.append(
      svg("polyline", {
        class: `line ${kind}`,
        points: points.map(([seconds, value]) => `${x(seconds)},${y(value)}`).join(" "),
      }),
    );
    drawing.append(svg("circle", { class: `dot ${kind}`, cx: x(known[0].seconds), cy: y(known[0][key]), r: 3 }));
  }
  const legend = h(
    "p",
    { className: "legend" },
    h("span", { className: "seat-0" }, "— ", say("plans_best")),
    h("span", { className: "seat-1" }, "┄ ", say("plans_bound")),
  );
  return h("figure", { className: "chart search" }, h("figcaption", {}, say("plans_chart")), drawing, legend);
}

function label(text, x, y, anchor) {
  return svg("text", { class: "tick", x, y, "text-anchor": anchor }, text);
}
