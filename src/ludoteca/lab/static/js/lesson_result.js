// What a check of an answer to a lesson found: each task with what is wrong, the boards and the lines.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { still } from "./still_board.js";

/**
 * The parts of a result.
 * @param {any} check
 * @param {any} lesson
 * @param {(line: number) => void} goTo shows a line of the answer
 */
export function resultOf(check, lesson, goTo) {
  if (check.fault) return [h("p", { className: "notice" }, check.fault)];
  const told = check.passed
    ? h("p", { className: "answer right" }, say("lesson_done"))
    : h("p", { className: "answer wrong" }, say("lesson_not_done"));
  const next =
    check.passed && lesson.next && h("a", { className: "next", href: `/lessons/${lesson.next}` }, say("lesson_next"));
  return [told, ...check.outcomes.map((outcome) => outcomeView(outcome, goTo)), next].filter(Boolean);
}

function outcomeView({ passed, sentence, failures, left_out: more }, goTo) {
  return h(
    "div",
    { className: "outcome" },
    h("p", { className: passed ? "passed" : "failed" }, `${passed ? "✓" : "✗"} ${sentence}`),
    failures.length > 0 &&
      h(
        "ul",
        {},
        failures.map((failure) => failureView(failure, goTo)),
      ),
    more > 0 && h("p", { className: "faint" }, say("lesson_more", { n: more })),
  );
}

function failureView({ sentence, svg, line }, goTo) {
  const found = line ?? Number(sentence.match(/(?:line|línea) (\d+)/)?.[1] ?? 0);
  const button =
    found > 0 && h("button", { className: "quiet line", onclick: () => goTo(found) }, say("line", { line: found }));
  return h("li", {}, h("p", {}, button, button && " ", sentence), svg && still(svg));
}
