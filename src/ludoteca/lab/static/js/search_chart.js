// The chart of a search: the proven bound rises, the best cost falls, and where they meet the plan is proven optimal.

import { chartLegend } from "./chart_legend.js";
import { h, svg } from "./dom.js";
import { number, say } from "./i18n.js";
import { figure } from "./plan_view.js";

const [HEIGHT, LEFT, RIGHT, BOTTOM] = [170, 38, 12, 22];
const narrow = matchMedia("(max-width: 620px)");

/** @param {any[]} trail @param {any} latest */
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
  const legend = chartLegend([
    ["seat-0", say("plans_best")],
    ["seat-1", say("plans_bound")],
  ]);
  return h("figure", { className: "chart search" }, h("figcaption", {}, say("plans_chart")), drawing, legend);
}

function label(text, x, y, anchor) {
  return svg("text", { class: "tick", x, y, "text-anchor": anchor }, text);
}
