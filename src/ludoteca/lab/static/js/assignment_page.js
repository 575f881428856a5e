// The page of one assignment: a student hands in and sees the grade, the teacher sees the class.

import { get, post } from "./api.js";
import { deadline } from "./assignments_page.js";
import { badge, gameLine, moment, percent, points } from "./coursework_words.js";
import { columnHead, h, numberCell, refresh, rowHead, table, toast } from "./dom.js";
import { language, mindName, number, say } from "./i18n.js";
import { isTeacher } from "./me.js";
import { overview } from "./overview_panel.js";

const POLLING = 1000; // milliseconds between two looks while something is being worked out

/** @param {string} id */
export async function draw(id) {
  const all = await get("/catalogue");
  const teacher = isTeacher();
  const place = h("div", { className: "coursework" });
  let gone = false;
  let timer;
  let known = "";
  const show = async () => {
    clearTimeout(timer);
    const [page, students] = await Promise.all([
      get(`/coursework/assignments/${id}`),
      teacher && get(`/coursework/assignments/${id}/overview`),
    ]);
    if (gone) return page;
    const busy = teacher || page.hand_ins.some((one) => one.state === "checking");
    if (busy) timer = setTimeout(show, teacher ? 3 * POLLING : POLLING);
    const news = JSON.stringify([page, students]);
    if (news === known) return page; // what is open or half written stays
    known = news;
    const parts = teacher ? overview(students, show) : [grade(page), handIn(page, all, show), handIns(page)];
    const task = facts(page.assignment, teacher);
    refresh(place, [heading(page.assignment, all), task, ...parts].filter(Boolean));
    return page;
  };
  const page = await show();
  const leave = () => {
    gone = true;
    clearTimeout(timer);
  };
  return { element: place, title: page.assignment.title, leave };
}

function heading(assignment, all) {
  const game = all.games.find((one) => one.name === assignment.game)?.title ?? assignment.game;
  return h("h1", {}, assignment.title, h("small", {}, `${game} · ${deadline(assignment)}`));
}

// What the assignment asks for; folded for the teacher, who wrote it.
function facts(assignment, folded) {
  const options = Object.entries(assignment.options).map(([name, value]) => `${name} = ${value}`);
  const budget = Object.entries(assignment.budget).flatMap(([school, values]) =>
    Object.entries(values).map(([name, value]) => `${school}: ${name} = ${value}`),
  );
  const limits = [say("work_seconds", { n: assignment.time }), ...budget].join(" · ");
  const rows = assignment.panel.map((one) => [
    rowHead(mindName(one.mind)),
    numberCell(points(one.points)),
    h("td", {}, rule(one)),
  ]);
  const head = ["work_panel_mind", "work_points_head", "work_rule"].map((key) => columnHead(say(key)));
  const links = [
    assignment.league && h("a", { href: `/assignments/${assignment.id}/league` }, say("work_league")),
  ].filter(Boolean);
  return h(
    folded ? "details" : "section",
    { className: "panel" },
    folded && h("summary", {}, say("work_task")),
    assignment.about && h("p", { className: "about" }, assignment.about),
    h("p", {}, say("work_schools", { schools: assignment.schools.join(", ") })),
    h("p", { className: "faint" }, say("work_limits", { limits })),
    h("details", {}, h("summary", {}, say("options")), h("p", { className: "faint" }, options.join(" · "))),
    h("h2", {}, say("work_panel", { n: assignment.games })),
    h("div", { className: "scroll", tabIndex: 0 }, table({ className: "ranking panel-rules" }, head, rows)),
    assignment.bonus && h("p", {}, say("work_bonus", { points: points(assignment.bonus) })),
    h("p", { className: "faint" }, assignment.seed ? say("work_seed", { seed: assignment.seed }) : say("work_no_seed")),
    links.length > 0 && h("p", {}, links),
  );
}

function rule({ points: most, thresholds }) {
  if (thresholds.length === 0) return say("work_by_share", { points: points(most) });
  return thresholds
    .map((step) => say("work_step", { score: percent(step.score), points: points(step.points) }))
    .join("; ");
}

// The form that hands in a file of one's own.
function handIn({ assignment }, all, again) {
  const suffixes = all.minds.filter((mind) => assignment.schools.includes(mind.name)).map((mind) => mind.suffix);
  const files = all.knowledge.filter(
    (item) => item.game === assignment.game && !item.own && suffixes.some((suffix) => item.name.endsWith(suffix)),
  );
  const wanted = new URLSearchParams(location.search).get("file");
  if (files.length === 0) {
    const link = h("a", { href: "/write" }, say("write"));
    return h(
      "section",
      { className: "panel" },
      h("h2", {}, say("work_hand_in")),
      h("p", {}, say("work_no_file"), " ", link),
    );
  }
  const options = files.map((item) => h("option", { value: item.name, selected: item.name === wanted }, item.name));
  const select = h("select", { name: "file" }, options);
  const send = async (event) => {
    event.preventDefault();
    try {
      const done = await post(`/coursework/assignments/${assignment.id}/hand-ins`, { file: select.value });
      toast(say("work_handed_in", { file: done.hand_in.file, digest: done.hand_in.digest }));
      await again();
    } catch (error) {
      toast(error.message);
    }
  };
  return h(
    "form",
    { className: "panel", onsubmit: send },
    h("h2", {}, say("work_hand_in")),
    assignment.over && h("p", { className: "notice mild" }, say("work_is_late")),
    h("div", { className: "fields" }, h("label", {}, h("span", {}, say("work_file")), select)),
    h("button", { className: "main", type: "submit" }, say("work_hand_in_button")),
    h(
      "p",
      { className: "faint" },
      say("work_hand_in_about", { games: assignment.games, minds: assignment.panel.length }),
    ),
  );
}

function handIns({ hand_ins: found }) {
  if (found.length === 0) return h("p", { className: "faint" }, say("work_nothing_yet"));
  return h(
    "section",
    {},
    h("h2", {}, say("work_hand_ins")),
    h("ul", { className: "versions-list plain" }, found.map(version)),
  );
}

/** One version that was handed in. @param {any} one */
export function version(one) {
  const state = one.state === "valid" && one.late ? "late" : one.state;
  return h(
    "li",
    {},
    badge(state, say(`work_check_${state}`)),
    h("a", { href: `/hand-in/${one.number}` }, `${one.file} · ${one.digest}`),
    h("small", {}, moment(one.handed)),
    one.counts && h("b", {}, say("work_counts")),
    one.problems.map((problem) => h("p", { className: "notice" }, problem)),
  );
}

function grade({ assignment, grade: found }) {
  if (!found) return null;
  const rows = found.scores.map((score) => [
    rowHead(score.bonus ? say("work_own_version") : mindName(score.mind)),
    numberCell(`${number(score.wins)} – ${number(score.draws)} – ${number(score.losses)}`),
    numberCell(h("b", {}, percent(score.score))),
    numberCell(`${percent(score.interval[0])} … ${percent(score.interval[1])}`),
    numberCell(`${points(score.points)} / ${points(score.most)}`),
  ]);
  const head = ["work_panel_mind", "work_results", "work_score", "work_interval", "work_points_head"].map((key) =>
    columnHead(say(key)),
  );
  const report = `/api/coursework/assignments/${assignment.id}/report.html?lang=${language()}`;
  return h(
    "section",
    { className: "panel" },
    h("h2", {}, say("work_grade", { points: points(found.points), most: points(found.most) })),
    h("div", { className: "scroll", tabIndex: 0 }, table({ className: "ranking" }, head, rows)),
    found.forfeits.map((text) => h("p", { className: "notice" }, text)),
    found.instructive.length > 0 && h("h3", {}, say("work_instructive")),
    h("ul", { className: "game-lines" }, found.instructive.map(gameLine)),
    found.lost.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, say("work_losses", { n: found.lost.length })),
        h("ul", { className: "game-lines" }, found.lost.map(gameLine)),
      ),
    h("p", {}, h("a", { className: "button", href: report, download: `${assignment.id}.html` }, say("work_report"))),
  );
}
