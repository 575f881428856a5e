// Writing minds: a file of knowledge with the game's vocabulary beside it, tried, kept, and played at once.

import { get, post, put, remove } from "./api.js";
import { h, toast } from "./dom.js";
import { editor } from "./editor.js";
import { why } from "./explanation_view.js";
import { mindField } from "./forms.js";
import { say } from "./i18n.js";
import { go } from "./router.js";

export async function draw(game, name) {
  const all = await get("/catalogue");
  if (game === undefined) return { element: list(all), title: say("write") };
  const schools = all.minds.filter((mind) => mind.suffix);
  const school = schools.find((mind) => name.endsWith(mind.suffix));
  if (!school || !all.games.some((one) => one.name === game)) throw new Error(say("nothing_here"));
  const known = all.knowledge.find((item) => item.game === game && item.name === name);
  const [page, beside] = await Promise.all([
    known
      ? get(`/knowledge/${game}/${name}`)
      : get(`/knowledge/${game}/${name}/starter`).then(({ text }) => ({
          game,
          name,
          school: school.name,
          own: false,
          text,
        })),
    school.suffix === ".pddl"
      ? domain(game, all)
      : get(`/vocabulary/${game}`).then((words) => vocabulary(words, school.suffix === ".clp")),
  ]);
  const desk = new Desk(all, page, school, beside, page.own ? null : draft(game, name));
  return { element: desk.element, title: name, leave: () => desk.leave() };
}

// A text that was brought along, such as a copy of the game's own, or left behind unsaved.
function draft(game, name) {
  const key = `draft:${game}/${name}`;
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text;
}

function list(all) {
  const schools = all.minds.filter((mind) => mind.suffix);
  const game = h(
    "select",
    { name: "game", "aria-label": say("column_game") },
    all.games.map((one) => h("option", { value: one.name }, one.title)),
  );
  const name = h("input", {
    name: "name",
    value: "mine",
    required: true,
    pattern: "[a-z0-9][a-z0-9_\\-]{0,39}(\\.[a-z]+)?",
    maxLength: 44,
    title: say("name_about"),
  });
  const suffix = h(
    "select",
    { name: "school", "aria-label": say("school") },
    schools.map((mind) => h("option", { value: mind.suffix }, `${mind.suffix} (${mind.name})`)),
  );
  const begin = (event) => {
    event.preventDefault();
    go(`/write/${game.value}/${name.value.split(".")[0]}${suffix.value}`);
  };
  const titles = Object.fromEntries(all.games.map((one) => [one.name, one.title]));
  const rows = (items) =>
    h(
      "ul",
      { className: "matches" },
      items.map((item) =>
        h(
          "li",
          {},
          h("a", { href: `/write/${item.game}/${item.name}` }, item.name),
          " ",
          h("small", {}, `${titles[item.game]} · ${item.school}`),
        ),
      ),
    );
  const own = all.knowledge.filter((item) => item.own);
  const yours = all.knowledge.filter((item) => !item.own);
  return h(
    "div",
    {},
    h("h1", {}, say("write")),
    h("p", {}, say("write_about")),
    schools.filter((mind) => mind.missing).map((mind) => h("p", { className: "notice" }, mind.missing)),
    h(
      "form",
      { className: "panel", onsubmit: begin },
      h("h2", {}, say("write_new")),
      h(
        "div",
        { className: "fields" },
        h("label", {}, h("span", {}, say("column_game")), game),
        h("label", {}, h("span", {}, say("file_name")), name, h("small", {}, say("name_about"))),
        h("label", {}, h("span", {}, say("school")), suffix),
      ),
      h("button", { className: "main", type: "submit" }, say("write_begin")),
    ),
    h("h2", {}, say("yours")),
    yours.length === 0 ? h("p", { className: "faint" }, say("none_yet")) : rows(yours),
    h("h2", {}, say("games_own")),
    rows(own),
  );
}

// What went wrong is said, not swallowed.
const act = (work) => async (event) => {
  const button = event.currentTarget;
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    toast(error.message);
  }
  button.disabled = false;
};

class Desk {
  constructor(all, page, school, beside, draft) {
    this.all = all;
    this.page = page;
    this.school = school;
    this.kept = page.text;
    this.editor = editor(draft ?? page.text, page.own, say("text_of", { name: page.name }));
    this.editor.goTo(Number(new URLSearchParams(location.search).get("line")));
    this.found = h("section", { className: "found", role: "status", "aria-live": "polite", "aria-label": say("try") });
    this.element = h(
      "div",
      { className: "desk" },
      h(
        "div",
        {},
        h(
          "h1",
          {},
          page.name,
          h("small", {}, `${this.#title()} · ${school.name}${page.own ? ` · ${say("games_own_note")}` : ""}`),
        ),
        school.missing && h("p", { className: "notice" }, school.missing),
        this.editor.element,
        this.#buttons(),
        this.found,
        this.#rival(),
      ),
      h("aside", {}, h("section", { className: "vocabulary" }, h("h2", {}, say("vocabulary")), beside)),
    );
    this.warn = (event) => this.#unsaved() && event.preventDefault();
    addEventListener("beforeunload", this.warn);
  }

  leave() {
    removeEventListener("beforeunload", this.warn);
    if (this.#unsaved()) sessionStorage.setItem(`draft:${this.page.game}/${this.page.name}`, this.editor.text());
  }

  #unsaved() {
    return !this.page.own && this.editor.text() !== this.kept;
  }

  #title() {
    return this.all.games.find((one) => one.name === this.page.game).title;
  }

  #buttons() {
    const { own } = this.page;
    return h(
      "div",
      { className: "buttons" },
      h("button", { className: "main", onclick: act(() => this.#try()) }, say("try")),
      own
        ? h("button", { onclick: () => this.#copy() }, say("copy"))
        : h("button", { onclick: act(() => this.#keep()) }, say("keep")),
      !own && h("button", { onclick: act(() => this.#delete()) }, say("delete")),
    );
  }

  #rival() {
    const game = this.all.games.find((one) => one.name === this.page.game);
    const rival = mindField(say("against"), this.all, game.name, game.minds, "random", "rival");
    const named = this.page.name.split(".")[0]; // blocker.asl plays the blocker
    this.seat = h(
      "select",
      { name: "seat" },
      game.seats.map((seat, i) => h("option", { value: i, selected: game.seat_names[i] === named }, seat)),
    );
    const seat = h("div", { className: "seat" }, h("label", {}, h("span", {}, say("plays_as")), this.seat));
    return h(
      "div",
      { className: "panel rival" },
      seat,
      rival.element,
      h("button", { onclick: act(() => this.#play(game, rival)) }, say("keep_and_play")),
    );
  }

  async #try() {
    this.found.replaceChildren(
      h("p", { className: "status" }, h("span", { className: "spinner", "aria-hidden": "true" }), say("trying")),
    );
    const { diagnostics, why: told } = await post("/knowledge/try", {
      game: this.page.game,
      name: this.page.name,
      text: this.editor.text(),
      seat: Number(this.seat.value),
    });
    this.editor.mark(diagnostics);
    const grave = diagnostics.filter((one) => !one.warning);
    const parts = diagnostics.map((one) =>
      h(
        "p",
        { className: one.warning ? "notice mild" : "notice" },
        one.line > 0 &&
          h(
            "button",
            { className: "quiet line", onclick: () => this.editor.goTo(one.line) },
            say("line", { line: one.line }),
          ),
        " ",
        one.sentence,
      ),
    );
    if (told)
      parts.push(
        h("h2", {}, say("would_play", { move: told.move })),
        ...why(told, { ...this.page, turns: [], seats: [] }, 0).slice(1),
      );
    this.found.replaceChildren(...(parts.length ? parts : [h("p", {}, say("nothing_wrong"))]));
    if (grave.length) this.editor.goTo(grave[0].line);
    return grave.length === 0;
  }

  async #keep() {
    if (this.page.own) return;
    await put(`/knowledge/${this.page.game}/${this.page.name}`, { text: this.editor.text() });
    this.kept = this.editor.text();
    toast(say("is_kept", { name: this.page.name }));
  }

  async #play(game, rival) {
    await this.#keep();
    const mind = this.page.mind ?? `${this.school.name}:file=${this.page.name}`;
    const minds = game.seats.map((_, seat) => (seat === Number(this.seat.value) ? mind : rival.value()));
    const begun = await post("/games", { game: game.name, minds });
    go(`/game/${begun.id}`);
  }

  #copy() {
    const names = this.all.knowledge.filter((item) => item.game === this.page.game).map((item) => item.name);
    let number = 1;
    const name = () => `mine${number > 1 ? number : ""}${this.school.suffix}`;
    while (names.includes(name())) number += 1;
    sessionStorage.setItem(`draft:${this.page.game}/${name()}`, this.editor.text());
    go(`/write/${this.page.game}/${name()}`);
  }

  async #delete() {
    if (!confirm(say("really_delete"))) return;
    this.kept = this.editor.text();
    await remove(`/knowledge/${this.page.game}/${this.page.name}`);
    go("/write");
  }
}

// What the game has words for: as relations, or as the templates they are for rules, which act by `choose` alone.
function vocabulary(words, templates) {
  const kinds = ["position", "move", "event", ...(templates ? [] : ["action"])];
  const written = templates ? template : relation;
  return h(
    "div",
    {},
    kinds.map((kind) =>
      h(
        "details",
        { open: true },
        h("summary", {}, say(`words_${kind}`)),
        h(
          "dl",
          {},
          words
            .filter((word) => word.kind === kind)
            .map((word) => [h("dt", {}, h("code", {}, written(word))), h("dd", {}, word.about)])
            .flat(),
        ),
      ),
    ),
  );
}

// A domain of planning is written in the words of the game's own: what it declares before its actions.
async function domain(game, all) {
  const own = all.knowledge.find((item) => item.game === game && item.own && item.name.endsWith(".pddl"));
  const planning = all.games.find((one) => one.name === game).planning;
  const plans = h("p", {}, h("a", { href: planning ? `/plans?game=${game}` : "/plans" }, say("to_plans")));
  if (!own) return h("div", {}, h("p", { className: "faint" }, say("no_domain")), plans);
  const { text } = await get(`/knowledge/${game}/${own.name}`);
  const words = text
    .slice(
      Math.max(0, text.search(/\(:(types|constants|predicates|functions)\b/)),
      text.search(/^\s*(;;.*\s*)?\(:action\b/m),
    )
    .trim();
  return h(
    "div",
    {},
    h("p", {}, say("domain_words"), " ", h("a", { href: `/write/${game}/${own.name}` }, own.name)),
    plans,
    h("pre", { className: "words" }, h("code", {}, words)),
  );
}

const relation = (word) => (word.args.length ? `${word.name}(${word.args.map(capital).join(", ")})` : word.name);
const template = (word) => `(${[word.name, ...word.args.map((arg) => `(${arg} ?${arg})`)].join(" ")})`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
