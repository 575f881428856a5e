// The page of knowledge files: an editor with the game's vocabulary beside it, trials, and games against other minds.

import { get, post, put, remove } from "./api.js";
import { h, picture, toast } from "./dom.js";
import { editor } from "./editor.js";
import { mindField } from "./forms.js";
import { say } from "./i18n.js";
import { me } from "./me.js";
import { newerVersion } from "./newer_version.js";
import { addressOf, placeInAddress } from "./place.js";
import { placePreview } from "./place_preview.js";
import { go } from "./router.js";
import { download, uploadButton } from "./text_files.js";
import { diagnosticView, TrialPanel } from "./trial_panel.js";
import { Versions } from "./versions_view.js";
import { vocabulary, vocabularyWords } from "./vocabulary_view.js";

const CONFLICT = 409; // the status of a save over a newer version
const MOST_LINKS = 12; // to other files of the game

/** @param {string} [game] @param {string} [name] */
export async function draw(game, name) {
  const all = await get("/catalogue");
  if (game === undefined) return { element: list(all, placeInAddress()), title: say("write") };
  const school = all.minds.find((mind) => mind.suffix && name.endsWith(mind.suffix));
  if (!school || !all.games.some((one) => one.name === game)) throw new Error(say("nothing_here"));
  const shelf = new URLSearchParams(location.search).get("shelf"); // a student's, for the teacher to read
  const exists = all.knowledge.some((item) => item.game === game && item.name === name);
  const load = async () => {
    if (shelf) return { ...(await get(`/knowledge/${game}/${name}?shelf=${shelf}`)), own: true, shelf };
    if (exists) return get(`/knowledge/${game}/${name}`);
    const { text } = await get(`/knowledge/${game}/${name}/starter`);
    return { game, name, school: school.name, own: false, text, digest: "", program: [name] };
  };
  const [file, beside, words] = await Promise.all([
    load(),
    vocabulary(school.vocabulary, game, all),
    vocabularyWords(school.vocabulary, game, all),
  ]);
  const draft = file.own ? null : takeDraft(game, name);
  if (draft !== null) file.digest = takeDraft(game, name, "base") ?? file.digest;
  const page = new KnowledgePage(all, file, school, { beside, words }, draft);
  return { element: page.element, title: name, leave: () => page.leave() };
}

// The text that was left unsaved, or the copy of a game's own file; or the digest of the text that it was made from.
function takeDraft(game, name, what = "draft") {
  const key = `${what}:${game}/${name}`;
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text;
}

// The files to write; those of one game, if they are to be tried in a place.
function list(all, place) {
  const wanted = place && new URLSearchParams(location.search).get("game");
  const games = all.games.filter((one) => !wanted || one.name === wanted);
  const schools = all.minds.filter((mind) => mind.suffix);
  const game = h(
    "select",
    { name: "game", "aria-label": say("column_game") },
    games.map((one) => h("option", { value: one.name }, one.title)),
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
  const start = (event) => {
    event.preventDefault();
    go(addressOf(`/write/${game.value}/${name.value.split(".")[0]}${suffix.value}`, place));
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
          h("a", { href: addressOf(`/write/${item.game}/${item.name}`, place) }, item.name),
          " ",
          h("small", {}, `${titles[item.game]} · ${item.school}`),
        ),
      ),
    );
  const files = all.knowledge.filter((item) => games.some((one) => one.name === item.game));
  const own = files.filter((item) => item.own);
  const yours = files.filter((item) => !item.own);
  return h(
    "div",
    {},
    h("h1", {}, say("write")),
    h("p", {}, say("write_about")),
    wanted && placePreview(wanted, place),
    schools.filter((mind) => mind.missing).map((mind) => h("p", { className: "notice" }, mind.missing)),
    h(
      "form",
      { className: "panel", onsubmit: start },
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
    !place && setupLinks(games),
    h("h2", {}, say("your_files")),
    yours.length === 0 ? h("p", { className: "faint" }, say("no_files")) : rows(yours),
    h("h2", {}, say("games_files")),
    rows(own),
  );
}

// Links to the position editors of the games that have one.
function setupLinks(games) {
  const links = games.filter((one) => one.editing).map((one) => h("a", { href: `/setup/${one.name}` }, one.title));
  const listed = links.flatMap((link, at) => (at ? [" · ", link] : [link]));
  return links.length > 0 && h("p", {}, say("setup_link"), " ", ...listed);
}

// The tutorial of a school, loaded when it is opened.
function tutorial({ name }) {
  const text = picture("", { className: "text", tabIndex: 0, role: "region", "aria-label": say("tutorial") });
  const load = async () => {
    if (text.childElementCount) return;
    try {
      const { html } = await get(`/tutorials/${name}`);
      text.innerHTML = html;
      for (const block of text.querySelectorAll("pre")) block.tabIndex = 0; // a long line scrolls
    } catch (error) {
      text.textContent = error.message;
    }
  };
  return h(
    "section",
    { className: "tutorial" },
    h("details", { ontoggle: load }, h("summary", {}, h("h2", {}, say("tutorial"))), text),
  );
}

// A listener that disables its button while it works, and shows an error as a toast.
const act = (work) => async (event) => {
  const button = event?.currentTarget;
  if (button) button.disabled = true;
  try {
    await work();
  } catch (error) {
    toast(error.message);
  }
  if (button) button.disabled = false;
};

class KnowledgePage {
  constructor(all, file, school, { beside, words }, draft) {
    this.all = all;
    this.file = file;
    this.school = school;
    this.saved = file.text;
    this.conflict = h("div", { role: "alert" });
    this.problems = h("div", { className: "problems", role: "status", "aria-live": "polite" });
    this.editor = editor(draft ?? file.text, {
      label: say("text_of", { name: file.name }),
      name: file.name,
      fixed: file.own,
      words,
      check: file.own || school.missing ? undefined : (text) => this.#check(text),
      checked: (diagnostics, error) => this.#showProblems(diagnostics, error),
      save: file.own ? undefined : act(() => this.#save()),
      run: () => this.trial.ask(),
    });
    this.versions = file.own
      ? null
      : new Versions(
          file,
          () => this.editor.text(),
          (text) => this.#restore(text),
        );
    this.editor.goTo(Number(new URLSearchParams(location.search).get("line")));
    this.trial = new TrialPanel(file, placeInAddress(), {
      text: () => this.editor.text(),
      seat: () => Number(this.seat.value),
      goTo: (line) => this.editor.goTo(line),
      mark: (diagnostics) => this.editor.mark(diagnostics),
    });
    this.program = h("nav", { className: "files program-files", "aria-label": say("files_of_program") });
    this.#showProgram();
    const owner = file.own && say(file.shelf ? "shelf_note" : "game_file_note");
    this.element = h(
      "div",
      { className: "desk" },
      h(
        "div",
        {},
        h("h1", {}, file.name, h("small", {}, [this.#title(), school.name, owner].filter(Boolean).join(" · "))),
        this.#files(),
        this.program,
        school.missing && h("p", { className: "notice" }, school.missing),
        this.editor.element,
        this.conflict,
        !file.own && this.problems,
        this.#buttons(),
        this.versions?.element,
        this.#opponent(),
      ),
      h(
        "aside",
        {},
        this.trial.element,
        tutorial(school),
        h("section", { className: "vocabulary" }, h("h2", {}, say("vocabulary")), beside),
      ),
    );
    this.warn = (event) => this.#unsaved() && event.preventDefault();
    addEventListener("beforeunload", this.warn);
    if (!school.missing) this.trial.open();
  }

  leave() {
    removeEventListener("beforeunload", this.warn);
    this.versions?.close();
    if (this.#unsaved()) {
      sessionStorage.setItem(`draft:${this.file.game}/${this.file.name}`, this.editor.text());
      sessionStorage.setItem(`base:${this.file.game}/${this.file.name}`, this.file.digest);
    }
    this.newer?.close();
    this.editor.close();
  }

  #unsaved() {
    return !this.file.own && this.editor.text() !== this.saved;
  }

  #title() {
    return this.all.games.find((one) => one.name === this.file.game).title;
  }

  // Links to the other files for the game, those that were changed last first.
  #files() {
    const { game, name } = this.file;
    const files = this.all.knowledge.filter((item) => item.game === game);
    const shown = files.sort((one, two) => Number(one.own) - Number(two.own)).slice(0, MOST_LINKS);
    const { place } = this.trial;
    const href = (item) => addressOf(`/write/${game}/${item.name}`, place);
    const link = (item) => h("a", { href: href(item), "aria-current": item.name === name ? "page" : null }, item.name);
    return h("nav", { className: "files", "aria-label": say("files_of_game") }, shown.map(link));
  }

  // Tabs for the files of the program, if there are several. One that is included and not written yet can be begun.
  #showProgram() {
    const { game, name, program } = this.file;
    const isWritten = (file) => this.all.knowledge.some((item) => item.game === game && item.name === file);
    const tab = (file) =>
      h(
        "a",
        {
          href: addressOf(`/write/${game}/${file}`, this.trial.place),
          "aria-current": file === name ? "page" : null,
          className: file === name || isWritten(file) ? "" : "missing",
        },
        file === name || isWritten(file) ? file : say("file_missing", { file }),
      );
    this.program.hidden = program.length < 2;
    this.program.replaceChildren(h("span", {}, say("files_of_program")), ...program.map(tab));
  }

  #buttons() {
    const { own } = this.file;
    return h(
      "div",
      { className: "buttons" },
      h("button", { className: "main", onclick: act(() => this.trial.ask()) }, say("try")),
      this.school.stepper && h("button", { onclick: () => this.#step() }, say("step_through")),
      own
        ? h("button", { onclick: () => this.#copy() }, say("copy"))
        : h("button", { onclick: act(() => this.#save()) }, say("save")),
      this.#handIn(),
      h("button", { onclick: () => download(this.file.name, this.editor.text()) }, say("download")),
      !own && uploadButton(this.school.suffix, (text) => this.editor.put(text, true)),
      !own && h("button", { onclick: act(() => this.#delete()) }, say("delete")),
    );
  }

  // In a class: to the assignments for this game, after the text is saved.
  #handIn() {
    if (this.file.own || me().member?.role !== "student") return null;
    const { game, name } = this.file;
    const open = async () => {
      if (this.#unsaved()) await this.#save();
      await go(`/assignments?game=${game}&file=${name}`);
    };
    return h("button", { onclick: act(open) }, say("work_hand_in"));
  }

  #opponent() {
    const game = this.all.games.find((one) => one.name === this.file.game);
    const opponent = mindField(say("against"), this.all, game.name, game.minds, "random", "rival");
    const named = this.file.name.split(".")[0]; // a file named after a seat is for that seat
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
      opponent.element,
      h("button", { onclick: act(() => this.#play(game, opponent)) }, say("save_and_play")),
    );
  }

  #check(text) {
    return post("/knowledge/check", { game: this.file.game, name: this.file.name, text });
  }

  // The first error or warning of each file, and how many more there are in this one.
  #showProblems(diagnostics, error) {
    if (error) return this.problems.replaceChildren(h("p", { className: "notice mild" }, error.message));
    if (!diagnostics.length) return this.problems.replaceChildren(h("p", { className: "faint" }, say("no_errors")));
    const sorted = [...diagnostics].sort((one, two) => Number(one.warning) - Number(two.warning));
    const isFirst = (one) => sorted.find((other) => other.file === one.file) === one;
    const here = sorted.filter((one) => one.file === this.file.name).length;
    const shown = sorted.filter(isFirst).map((one) => {
      const view = diagnosticView(one, this.file, this.trial.place, (line) => this.editor.goTo(line));
      const more = one.file === this.file.name ? here - 1 : 0;
      if (more > 0) view.append(" ", h("small", {}, say("more_problems", { n: more })));
      return view;
    });
    return this.problems.replaceChildren(...shown);
  }

  async #restore(text) {
    this.editor.put(text, true);
    await this.#save();
  }

  // What is unsaved is kept as a draft when the page is left.
  #step() {
    const { game, name } = this.file;
    go(addressOf(`/step/${game}/${name}`, this.trial.place, this.trial.place ? {} : { seat: this.seat.value }));
  }

  async #save() {
    if (this.file.own) return;
    const path = `/knowledge/${this.file.game}/${this.file.name}`;
    const text = this.editor.text();
    try {
      this.file.digest = (await put(path, { text, base: this.file.digest })).digest;
    } catch (error) {
      if (error.status === CONFLICT) await this.#showNewer(await get(path), error.message);
      throw error;
    }
    this.#closeNewer();
    this.saved = text;
    const [{ program }, all] = await Promise.all([
      get(`/knowledge/${this.file.game}/${this.file.name}`),
      get("/catalogue"),
    ]);
    this.file.program = program;
    this.all = all;
    this.#showProgram();
    toast(say("saved", { name: this.file.name }));
    this.versions.update();
    this.trial.again();
  }

  async #showNewer(newer, reason) {
    this.newer?.close();
    const take = (text) => {
      this.saved = text;
      this.editor.put(text, true);
      this.#closeNewer();
    };
    this.newer = await newerVersion(
      newer,
      this.editor.text(),
      reason,
      act(() => this.#save()),
      take,
    );
    this.file.digest = newer.digest;
    this.conflict.replaceChildren(this.newer.element);
  }

  #closeNewer() {
    this.newer?.close();
    this.newer = null;
    this.conflict.replaceChildren();
  }

  async #play(game, opponent) {
    await this.#save();
    const main = await this.#mainFile();
    const mind = main === this.file.name && this.file.mind ? this.file.mind : `${this.school.name}:file=${main}`;
    const minds = game.seats.map((_, seat) => (seat === Number(this.seat.value) ? mind : opponent.value()));
    const started = await post("/games", { game: game.name, minds });
    go(`/game/${started.id}`);
  }

  // The file that is played by: this one, or the one that includes it where this one does not play on its own.
  async #mainFile() {
    const { game, name, program } = this.file;
    if (program[0] === name) return name;
    return (await post("/knowledge/try", { game, name, text: this.editor.text(), seat: Number(this.seat.value) })).file;
  }

  #copy() {
    const names = this.all.knowledge.filter((item) => item.game === this.file.game).map((item) => item.name);
    let number = 1;
    const name = () => `mine${number > 1 ? number : ""}${this.school.suffix}`;
    while (names.includes(name())) number += 1;
    sessionStorage.setItem(`draft:${this.file.game}/${name()}`, this.editor.text());
    const line = new URLSearchParams(location.search).get("line");
    go(addressOf(`/write/${this.file.game}/${name()}`, this.trial.place, line ? { line } : {}));
  }

  async #delete() {
    if (!confirm(say("really_delete"))) return;
    this.saved = this.editor.text();
    await remove(`/knowledge/${this.file.game}/${this.file.name}`);
    go("/write");
  }
}
