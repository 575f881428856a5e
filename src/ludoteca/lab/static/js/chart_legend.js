// The legend of a chart: each line as it is drawn, solid or dashed, with its name.

import { h, svg } from "./dom.js";

/** @param {[string, string][]} lines the class of each line, and its name */
export function chartLegend(lines) {
  const sample = (kind) =>
    svg(
      "svg",
      { class: "sample", viewBox: "0 0 28 8", "aria-hidden": "true" },
      svg("line", { class: `line ${kind}`, x1: 1, x2: 27, y1: 4, y2: 4 }),
    );
  const item = ([kind, name]) => h("span", { className: kind }, sample(kind), name);
  return h("p", { className: "legend" }, lines.map(item));
}
