// Learning curves: what each learner won against one opponent, over the time it has learnt; every checkpoint is a dot.

import { chartLegend } from "./chart_legend.js";
import { h, svg } from "./dom.js";
import { number, say } from "./i18n.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [210, 34, 14, 10, 22];
const narrow = matchMedia("(max-width: 620px)");
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/**
 * @param {any} run
 * @param {string} opponent
 * @param {any[]} chosen the checkpoints that are chosen, each with its learner
 * @param {(learner: any, checkpoint: any) => void} choose
 */
export function learningChart(run, opponent, chosen, choose) {
  const width = narrow.matches ? 340 : 480;
  const axis = run.seconds === null ? "positions" : "seconds";
  const end = Math.max(1, ...run.learners.map((learner) => learner[axis]), limitOf(run));
  // By the square root: checkpoints are dense at the beginning, where a learner changes most.
  const x = (checkpoint) => LEFT + Math.sqrt(Math.min(1, checkpoint[axis] / end)) * (width - LEFT - RIGHT);
  const y = (share) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  const title = say("learning_chart", { opponent });
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": title });
  for (const share of [0, 0.5, 1])
    drawing.append(
      svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(share), y2: y(share) }),
      tick(number(100 * share), LEFT - 6, y(share) + 4, "end"),
    );
  const even = svg("line", { class: "now", x1: LEFT, x2: width - RIGHT, y1: y(run.even), y2: y(run.even) });
  even.append(svg("title", {}, say("learning_even")));
  drawing.append(even);
  for (const part of TICKS) {
    const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
    drawing.append(tick(figure(part ** 2 * end, axis), x({ [axis]: part ** 2 * end }), HEIGHT - 6, anchor));
  }
  run.learners.forEach((learner, at) => {
    const points = learner.checkpoints.map((each) => [x(each), y(scoreOf(each, opponent).share)]);
    drawing.append(
      svg("polyline", { class: `line seat-${at}`, points: points.map((point) => point.join()).join(" ") }),
    );
    learner.checkpoints.forEach((each, i) => {
      const is = chosen.includes(each) ? " chosen" : "";
      const dot = svg("circle", { class: `dot seat-${at}${is}`, cx: points[i][0], cy: points[i][1], r: is ? 6 : 4 });
      dot.append(svg("title", {}, dotTitle(learner, each, opponent)));
      dot.addEventListener("click", () => choose(learner, each));
      drawing.append(dot);
    });
  });
  const names = /** @type {[string, string][]} */ (run.learners.map(({ title: name }, at) => [`seat-${at}`, name]));
  const legend = chartLegend([...names, ["now", say("learning_even")]]);
  const caption = h(
    "figcaption",
    {},
    title,
    h("small", {}, say(axis === "seconds" ? "learning_axis" : "learning_axis_positions")),
  );
  return h("figure", { className: "chart learning" }, caption, drawing, legend);
}

const limitOf = (run) => (run.seconds === null ? run.positions : run.seconds / run.learners.length);

export const scoreOf = (checkpoint, opponent) => checkpoint.scores.find((score) => score.opponent === opponent);

export const opponentsOf = (run) => [
  ...new Set(
    run.learners.flatMap(({ checkpoints }) => checkpoints.flatMap(({ scores }) => scores.map((one) => one.opponent))),
  ),
];

function dotTitle(learner, checkpoint, opponent) {
  const { share, games } = scoreOf(checkpoint, opponent);
  const values = { learner: learner.title, games: checkpoint.games, percent: number(100 * share), played: games };
  return say("learning_dot", values);
}

const figure = (value, axis) =>
  axis === "seconds" ? `${number(value, value % 1 && value < 10 ? 1 : 0)} s` : number(value);

const tick = (text, x, y, anchor) => svg("text", { class: "tick", x, y, "text-anchor": anchor }, text);
