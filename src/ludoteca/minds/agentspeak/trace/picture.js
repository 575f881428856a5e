// The picture of an intention stack: the plans that led to a move, each with its alternatives, the beliefs of its
// context, and its steps: done, current, still to do.

import { h } from "/static/js/dom.js";
import { sourceLink } from "/static/js/explanation_view.js";
import { say } from "/static/js/i18n.js";

export function picture(trace, game) {
  return h(
    "figure",
    { className: "intentions" },
    trace.stack.length > 0 && h("figcaption", {}, say("trace.intentions.title")),
    h(
      "ol",
      { className: "stack" },
      trace.stack.map((frame) => h("li", {}, plan(frame, game))),
    ),
    trace.others.length > 0 && others(trace.others, game),
    trace.notes.length > 0 && notes(trace.notes, game),
  );
}

function plan(frame, game) {
  const beside = frame.alternatives.filter((one) => !one.chosen);
  return [
    h("div", { className: "event" }, h("code", {}, frame.event), " ", frame.source && sourceLink(game, frame.source)),
    frame.words && h("small", { className: "words" }, frame.words),
    frame.beliefs.length > 0 &&
      h(
        "div",
        { className: "beliefs" },
        h("small", {}, say("trace.intentions.believes")),
        frame.beliefs.map((one) => h("code", {}, one)),
      ),
    h(
      "ol",
      { className: "lines" },
      frame.steps.map((one) => line(one, game)),
    ),
    beside.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, h("small", {}, `${say("trace.intentions.plans")} (${frame.alternatives.length})`)),
        h(
          "ul",
          { className: "plans" },
          frame.alternatives.map((one) =>
            h(
              "li",
              {},
              h("code", {}, one.plan),
              " ",
              one.source && sourceLink(game, one.source),
              h("small", {}, ` ${say(`trace.intentions.${status(one)}`)}`),
            ),
          ),
        ),
      ),
  ];
}

const status = (one) =>
  one.chosen ? "plan_chosen" : one.applicable === null ? "plan_unasked" : one.applicable ? "plan_yes" : "plan_no";

function line(one, game) {
  const text = [
    h("span", {
      className: `state ${one.state}`,
      title: say(`trace.intentions.state_${one.state}`),
      role: "img",
      "aria-label": say(`trace.intentions.state_${one.state}`),
    }),
    h("code", {}, one.now ?? one.text),
    one.count > 1 && h("small", {}, ` × ${one.count}`),
    one.beliefs?.length > 0 && h("small", { className: "rests" }, one.beliefs.join(", ")),
  ];
  const indent = { style: `margin-left: ${one.indent}rem` };
  if (!one.below) return h("li", { className: one.state, ...indent }, text);
  return h(
    "li",
    { className: one.state, ...indent },
    h("details", {}, h("summary", {}, text), h("div", { className: "below" }, plan(one.below, game))),
  );
}

const others = (pending, game) =>
  h(
    "details",
    {},
    h("summary", {}, say("trace.intentions.others")),
    h(
      "ul",
      {},
      pending.map((one) =>
        h(
          "li",
          {},
          h("code", {}, one.event),
          " ",
          one.source && sourceLink(game, one.source),
          one.waits && h("small", {}, ` ${say("trace.intentions.waits_for", { event: one.waits })}`),
        ),
      ),
    ),
  );

const notes = (all, game) =>
  h(
    "details",
    {},
    h("summary", {}, say("trace.intentions.notes")),
    h(
      "ul",
      { className: "notes" },
      all.map((note) =>
        h("li", { className: note.kind }, note.sentence, " ", note.source && sourceLink(game, note.source)),
      ),
    ),
  );
