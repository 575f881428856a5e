// Charts over the moves of a game: the score of each seat, and the result that each mind expected.

import { chartLegend } from "./chart_legend.js";
import { h, svg } from "./dom.js";
import { number, say } from "./i18n.js";
import { seatName } from "./seats.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [340, 130, 30, 18];

export function chart(game, ply, jump) {
  if (game.turns.length < 2) return [];
  const scores = game.seats.map((_, i) =>
    [game.start_scores, ...game.turns.map((turn) => turn.scores)].map((points, at) => [at, points[i]]),
  );
  const values = game.seats.map((_, i) =>
    game.turns.flatMap((turn, at) => (turn.seat === i && turn.value !== null ? [[at + 1, 100 * turn.value]] : [])),
  );
  const points = scores.flat().map(([, value]) => value);
  const charts = [
    figure(say("chart_scores"), scores, game, ply, [Math.min(0, ...points), Math.max(1, ...points)], jump),
  ];
  if (values.some((line) => line.length > 1))
    charts.push(figure(say("chart_values"), values, game, ply, [0, 100], jump));
  return charts;
}

function figure(title, lines, game, ply, [least, most], jump) {
  const last = game.turns.length;
  const x = (at) => LEFT + (at / last) * (WIDTH - LEFT - 8);
  const y = (value) => HEIGHT - BOTTOM - ((value - least) / (most - least)) * (HEIGHT - BOTTOM - 8);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  for (const part of [0, 0.5, 1]) {
    const value = least + part * (most - least);
    drawing.append(svg("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: y(value), y2: y(value) }));
    const label = svg("text", { class: "tick", x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" });
    label.append(number(value, value % 1 ? 1 : 0));
    drawing.append(label);
  }
  drawing.append(svg("line", { class: "now", x1: x(ply), x2: x(ply), y1: 4, y2: HEIGHT - BOTTOM }));
  lines.forEach((line, seat) => {
    drawing.append(
      svg("polyline", {
        class: `line seat-${seat}`,
        points: line.map(([at, value]) => `${x(at)},${y(value)}`).join(" "),
      }),
    );
  });
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    jump(Math.round(((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - 8)) * last));
  });
  const drawn = lines.flatMap((line, i) => (line.length > 0 ? [i] : []));
  const legend = chartLegend(drawn.map((i) => [`seat-${i}`, seatName(game, i)]));
  return h("figure", { className: "chart" }, h("figcaption", {}, title), drawing, legend);
}
