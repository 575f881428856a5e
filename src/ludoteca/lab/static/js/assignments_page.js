// The page of all assignments of the class.

import { get } from "./api.js";
import { badge, fromNow, moment, points } from "./coursework_words.js";
import { h } from "./dom.js";
import { number, say } from "./i18n.js";
import { isTeacher, me } from "./me.js";

export async function draw() {
  const [all, listed] = await Promise.all([get("/catalogue"), get("/coursework/assignments")]);
  const teacher = isTeacher();
  const asked = new URLSearchParams(location.search); // a file to hand in, from the editor
  const found = listed.filter(({ assignment }) => !asked.has("game") || assignment.game === asked.get("game"));
  const file = asked.has("file") ? `?file=${encodeURIComponent(asked.get("file"))}` : "";
  const title = (name) => all.games.find((game) => game.name === name)?.title ?? name;
  const card = ({ assignment, state, points: given, states }) =>
    h(
      "li",
      { className: "card" },
      h("h2", {}, h("a", { href: `/assignments/${assignment.id}${file}` }, assignment.title)),
      h("p", { className: "faint" }, `${title(assignment.game)} · ${deadline(assignment)}`),
      teacher ? counts(states) : studentState(assignment, state, given),
    );
  const none = h("p", { className: "faint" }, say("work_none"));
  const element = h(
    "div",
    { className: "coursework" },
    h("h1", {}, say("assignments"), h("small", {}, asked.get("file") ?? me().name ?? "")),
    teacher && h("p", {}, h("a", { className: "button main", href: "/assignments/new" }, say("work_new"))),
    found.length === 0 ? none : h("ul", { className: "cards plain" }, found.map(card)),
  );
  return { element, title: say("assignments") };
}

/** The deadline in words. @param {any} assignment */
export function deadline(assignment) {
  const key = assignment.over ? "work_deadline_over" : "work_deadline";
  return say(key, { when: moment(assignment.deadline), far: fromNow(assignment.deadline) });
}

function studentState(assignment, state, given) {
  if (given === null) return h("p", {}, badge(state));
  const text = say("work_points", { points: points(given), most: points(assignment.points) });
  return h("p", {}, badge(state), " ", h("b", {}, text));
}

function counts(states) {
  const parts = Object.entries(states).map(([state, n]) => [badge(state), ` ${number(n)} `]);
  return h("p", {}, parts.flat());
}
