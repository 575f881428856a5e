// The chart of a review: what the position was worth after each move, with mistakes and turning points marked.

import { chartLegend } from "./chart_legend.js";
import { h, svg } from "./dom.js";
import { number, say } from "./i18n.js";
import { seatInside, seatName } from "./seats.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [400, 150, 34, 10, 18, 14];

/**
 * @param {any} game
 * @param {any} review
 * @param {number | null} chosen the number of the move that is shown
 * @param {(move: number) => void} jump
 */
export function reviewChart(game, review, chosen, jump) {
  const valued = review.moves.filter((move) => move.played_value !== null);
  if (valued.length < 2) return [];
  const percent = review.unit === "chance";
  const lines = percent && game.seats.length > 2 ? linesOfSeats(game, valued) : [lineOfFirst(valued, percent)];
  const values = lines.flat().map(([, value]) => value);
  const most = Math.max(2, ...values.map(Math.abs));
  const [least, highest] = percent ? [0, 100] : [-most, most];
  const last = game.turns.length;
  const x = (at) => LEFT + (at / last) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - ((value - least) / (highest - least)) * (HEIGHT - BOTTOM - TOP);
  const seat = seatInside(game, 0);
  const title = lines.length > 1 ? say("review_chances") : say(percent ? "review_chance" : "review_margin", { seat });
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  for (const value of [least, (least + highest) / 2, highest]) {
    const sign = !percent && value > 0 ? "+" : "";
    drawing.append(
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, `${sign}${number(value)}`),
    );
  }
  if (chosen !== null)
    drawing.append(svg("line", { class: "now", x1: x(chosen), x2: x(chosen), y1: TOP, y2: y(least) }));
  lines.forEach((line, at) => {
    const points = line.map(([ply, value]) => `${x(ply)},${y(value)}`).join(" ");
    drawing.append(svg("polyline", { class: `line seat-${at}`, points }));
  });
  for (const move of valued.filter((one) => one.is_error)) {
    const value = lines.length > 1 ? 100 * move.played_value : valueForFirst(move, move.played_value, percent);
    const dot = svg("circle", { class: `error ${move.grade}`, cx: x(move.number), cy: y(value), r: 3.5 });
    dot.append(svg("title", {}, `${move.number}. ${seatName(game, move.seat)}: ${move.name} · ${move.title}`));
    drawing.append(dot);
    if (move.turning_point)
      drawing.append(svg("text", { class: "turn-mark", x: x(move.number), y: 11, "text-anchor": "middle" }, "↯"));
  }
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    jump(Math.max(1, Math.min(last, Math.round(at * last))));
  });
  const turning = review.moves.some((move) => move.turning_point) && h("span", {}, "↯ ", say("review_turning"));
  const key =
    lines.length > 1
      ? chartLegend(game.seats.map((_, seat) => [`seat-${seat}`, seatName(game, seat)]))
      : h("p", { className: "legend" }, turning);
  return [h("figure", { className: "chart" }, h("figcaption", {}, title), drawing, key)];
}

// What a value of the seat that moved is worth for the first seat.
function valueForFirst(move, value, percent) {
  if (percent) return 100 * (move.seat === 0 ? value : 1 - value);
  return move.seat === 0 ? value : -value;
}

// The value before the first move that is valued, and after each of them, for the first seat.
function lineOfFirst(valued, percent) {
  const [first] = valued;
  const before = [first.number - 1, valueForFirst(first, first.best_value, percent)];
  return [before, ...valued.map((move) => [move.number, valueForFirst(move, move.played_value, percent)])];
}

// Among more seats: the chances of each seat after its own moves.
const linesOfSeats = (game, valued) =>
  game.seats.map((_, seat) =>
    valued.filter((move) => move.seat === seat).map((move) => [move.number, 100 * move.played_value]),
  );
