// The teacher's part of the page of an assignment: who handed in, what fails and why, grades, and who is active.

import { post, put } from "./api.js";
import { version } from "./assignment_page.js";
import { badge, fromNow, points } from "./coursework_words.js";
import { columnHead, h, rowHead, table, toast } from "./dom.js";
import { language, number, say } from "./i18n.js";

/** @param {any} view @param {() => Promise<any>} again */
export function overview(view, again) {
  const { assignment, students, grading } = view;
  const act = (work) => async () => {
    try {
      await work();
      await again();
    } catch (error) {
      toast(error.message);
    }
  };
  const base = `/coursework/assignments/${assignment.id}`;
  const busy = grading && ["waiting", "running"].includes(grading.state);
  return [
    h(
      "section",
      { className: "panel" },
      h("h2", {}, say("work_grading")),
      !assignment.over && h("p", { className: "notice mild" }, say("work_not_over")),
      job(grading),
      h(
        "div",
        { className: "buttons" },
        h(
          "button",
          { className: "main", disabled: busy, onclick: act(() => post(`${base}/grade`)) },
          say("work_grade_now"),
        ),
        ...["plain", "moodle", "canvas"].map((form) => download(assignment, form)),
        h("a", { className: "button", href: `/assignments/${assignment.id}/similar` }, say("work_similar")),
      ),
    ),
    assignment.league && league(view, act, base),
    h("h2", {}, say("work_students", { n: students.length })),
    h("div", { className: "scroll", tabIndex: 0 }, studentTable(assignment, students, act)),
  ];
}

function job(found) {
  if (!found) return null;
  const running = ["waiting", "running"].includes(found.state);
  const text = say(`work_job_${found.state}`, { done: number(found.done), planned: number(found.planned) });
  return h(
    "div",
    {},
    running &&
      h("progress", { value: found.planned ? found.done / found.planned : 0, max: 1, "aria-label": say("progress") }),
    h("p", { className: "status" }, running && h("span", { className: "spinner", "aria-hidden": "true" }), text),
    found.problem && h("p", { className: "notice" }, found.problem),
  );
}

function download(assignment, form) {
  const href = `/api/coursework/assignments/${assignment.id}/grades.csv?format=${form}&lang=${language()}`;
  const name = `${assignment.id}-${form}.csv`;
  return h("a", { className: "button", href, download: name }, say(`work_csv_${form}`));
}

function league({ assignment, league: found, league_hour: hour }, act, base) {
  const input = h("input", { type: "time", name: "hour", value: hour ?? "" });
  const set = act(() => put("/coursework/league-hour", { hour: input.value || "off" }));
  return h(
    "section",
    { className: "panel" },
    h("h2", {}, say("work_league")),
    job(found),
    h(
      "div",
      { className: "buttons" },
      h("button", { onclick: act(() => post(`${base}/league/play`)) }, say("work_league_now")),
      h("a", { className: "button", href: `/assignments/${assignment.id}/league` }, say("work_league_table")),
      h("label", { className: "inline" }, say("work_league_hour"), input),
      h("button", { onclick: set }, say("work_set")),
    ),
  );
}

function studentTable(assignment, students, act) {
  const head = ["work_student", "work_state", "work_points_head", "work_hand_ins", "work_active", "work_number"];
  const rows = students.map((one) => [
    rowHead(studentLink(assignment, one)),
    h("td", {}, badge(one.state), one.late && badge("late")),
    h("td", { className: "number" }, one.points === null ? "" : reportLink(assignment, one)),
    h("td", {}, versions(one)),
    h("td", {}, one.active === null ? "" : h("small", {}, `${activity(one.doing)} · ${fromNow(one.active)}`)),
    h("td", {}, numberField(one, act)),
  ]);
  return table(
    { className: "overview" },
    head.map((key) => columnHead(say(key))),
    rows,
  );
}

// A student's name, which leads to the newest state of the file that was handed in last.
function studentLink(assignment, { id, name, hand_ins: [newest] }) {
  return newest ? h("a", { href: `/write/${assignment.game}/${newest.file}?shelf=${id}` }, name) : name;
}

function reportLink(assignment, one) {
  const href = `/api/coursework/assignments/${assignment.id}/report.html?member=${one.id}&lang=${language()}`;
  return h("a", { href, download: `${assignment.id}-${one.id}.html` }, points(one.points));
}

function versions(one) {
  if (one.hand_ins.length === 0) return "";
  const newest = one.hand_ins[0];
  const rest = one.hand_ins.slice(1);
  const more = h("details", {}, h("summary", {}, say("work_more_versions", { n: rest.length })), rest.map(version));
  return h("ul", { className: "versions-list plain" }, version(newest), rest.length > 0 && h("li", {}, more));
}

const ACTIVITIES = { knowledge: "writes", games: "plays", matches: "matches", puzzles: "puzzles", lessons: "lessons" };
const activity = (part) => say(`work_doing_${ACTIVITIES[part] ?? "reads"}`);

function numberField(one, act) {
  const input = h("input", {
    name: `number-${one.id}`,
    value: one.number,
    maxLength: 100,
    placeholder: say("work_number"),
    "aria-label": say("work_number"),
  });
  input.addEventListener(
    "change",
    act(() => put(`/coursework/members/${one.id}/number`, { number: input.value })),
  );
  return input;
}
