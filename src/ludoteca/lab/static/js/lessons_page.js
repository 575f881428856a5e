// The list of lessons by subject, with what was passed.

import { get } from "./api.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";

export async function draw() {
  const { lessons, broken } = await get("/lessons");
  const passed = lessons.filter((lesson) => lesson.passed).length;
  const subjects = [...new Set(lessons.map((lesson) => lesson.subject))];
  const element = h(
    "div",
    { className: "lessons" },
    h("h1", {}, say("lessons"), h("small", { className: "faint solved-count" }, progress(passed, lessons.length))),
    h("p", {}, say("lessons_about")),
    broken.length > 0 && h("div", { className: "notice" }, h("p", {}, say("lessons_broken")), sentences(broken)),
    h(
      "div",
      { className: "subjects" },
      subjects.map((subject) =>
        section(
          subject,
          lessons.filter((lesson) => lesson.subject === subject),
        ),
      ),
    ),
  );
  return { element, title: say("lessons") };
}

const progress = (n, all) => say("lessons_progress", { n, all });

const sentences = (texts) =>
  h(
    "ul",
    {},
    texts.map((text) => h("li", {}, text)),
  );

function section(subject, lessons) {
  const passed = lessons.filter((lesson) => lesson.passed).length;
  return h(
    "section",
    { className: "panel" },
    h("h2", {}, subject, " ", h("small", { className: "faint" }, progress(passed, lessons.length))),
    h("ol", {}, lessons.map(entry)),
  );
}

const SIGNS = { true: "✓", false: "…", null: "" };
const STATES = { true: "lesson_passed", false: "lesson_tried", null: "lesson_new" };

function entry({ name, title, minutes, passed }) {
  const state = String(passed);
  return h(
    "li",
    { className: `state-${state}` },
    h(
      "span",
      { className: "sign", role: "img", "aria-label": say(STATES[state]), title: say(STATES[state]) },
      SIGNS[state],
    ),
    h("a", { href: `/lessons/${name}` }, title),
    " ",
    h("small", { className: "faint" }, say("lesson_minutes", { n: minutes })),
  );
}
