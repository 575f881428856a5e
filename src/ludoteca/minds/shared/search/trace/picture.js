// The picture of a search tree: visits and value of each move, and the expected line of play.

import { h } from "/static/js/dom.js";
import { number, say } from "/static/js/i18n.js";

const MANY = 8; // moves shown at once

export function picture(trace, game) {
  const most = Math.max(1, ...trace.branches.map((branch) => branch.visits ?? 0));
  const shown = { most, game, points: trace.max_points !== undefined };
  return h(
    "figure",
    { className: "tree" },
    h("figcaption", {}, say("trace.search_tree.title")),
    h(
      "ul",
      {},
      trace.branches.slice(0, MANY).map((one, i) => branch(one, shown, i === 0)),
    ),
    trace.branches.length > MANY &&
      h(
        "details",
        {},
        h(
          "summary",
          {},
          say("trace.search_tree.more", { n: trace.branches.length - MANY + (trace.branches_omitted ?? 0) }),
        ),
        h(
          "ul",
          {},
          trace.branches.slice(MANY).map((one) => branch(one, shown, false)),
        ),
      ),
    trace.expected?.length > 0 &&
      h(
        "p",
        { className: "expected" },
        say("trace.search_tree.expected"),
        " ",
        h("b", {}, trace.expected.join(trace.expected.some((move) => move.includes(" ")) ? " · " : " ")),
      ),
  );
}

function branch(one, shown, best) {
  const seat = shown.game.seats.findIndex((each) => each.name === one.seat);
  const share = one.visits === undefined ? null : one.visits / shown.most;
  const row = [
    h("b", { className: `seat-${seat}` }, one.move),
    share !== null &&
      h("span", { className: "bar", "aria-hidden": "true" }, h("i", { style: `width:${Math.max(2, 100 * share)}%` })),
    h("span", {}, one.visits === undefined ? margin(one) : visited(one, shown.points)),
  ];
  if (!one.children?.length) return h("li", { className: best ? "best" : "" }, h("div", { className: "leaf" }, row));
  return h(
    "li",
    { className: best ? "best" : "" },
    h(
      "details",
      { open: best },
      h("summary", {}, row),
      h(
        "ul",
        {},
        one.children.map((child, i) => branch(child, shown, best && i === 0)),
        one.rest && h("li", {}, h("div", { className: "leaf" }, rest(one.rest))),
      ),
    ),
  );
}

// The visits that went to none of the replies shown.
function rest(one) {
  const visits = number(one.visits);
  if (one.value === undefined) return say("trace.search_tree.rest_visits", { visits });
  return say("trace.search_tree.rest", { visits, value: number(100 * one.value, 1) });
}

const SIGNS = { exact: "", at_most: "≤ ", at_least: "≥ ", estimate: "≈ ", estimate_at_most: "≲ " };

const margin = (one) => `${SIGNS[one.bound]}${one.value > 0 ? "+" : ""}${number(one.value)}`;

// The visits of a move with its result if it ends the game, else with its estimated value; points are always a value.
function visited(one, points) {
  const visits = number(one.visits);
  if (points || one.bound !== "exact")
    return say("trace.search_tree.row", { visits, value: number(100 * one.value, 1) });
  const result = { 1: "won", 0: "lost" }[one.value] ?? "drawn";
  return say(`trace.search_tree.${result}`, { visits });
}
