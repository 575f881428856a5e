// One lesson: its text beside the editor or the fields, hints, and a check that says what is wrong and where.

import { get, post } from "./api.js";
import { h, picture, sleep, toast } from "./dom.js";
import { editor } from "./editor.js";
import { optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { resultOf } from "./lesson_result.js";
import { still } from "./still_board.js";
import { vocabulary, vocabularyWords } from "./vocabulary_view.js";

const POLLING = 250; // milliseconds between two looks at a check
const narrow = matchMedia("(max-width: 640px)");

/** @param {string} name */
export async function draw(name) {
  const [lesson, all] = await Promise.all([get(`/lessons/${name}?narrow=${narrow.matches}`), get("/catalogue")]);
  const school = all.minds.find((mind) => mind.name === lesson.school);
  const [beside, words] = school
    ? await Promise.all([
        vocabulary(school.vocabulary, lesson.game, all),
        vocabularyWords(school.vocabulary, lesson.game, all),
      ])
    : [null, []];
  const page = new LessonPage(lesson, school, beside, words);
  return { element: page.element, title: lesson.title, leave: () => page.leave() };
}

// The text that was left without a check.
const keepDraft = (name, text) => sessionStorage.setItem(`lesson:${name}`, text);
function takeDraft(name) {
  const text = sessionStorage.getItem(`lesson:${name}`);
  sessionStorage.removeItem(`lesson:${name}`);
  return text;
}

// The values of fields as a text: one a line.
const written = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join("\n");

// The values that such a text has.
const valuesOf = (text) =>
  Object.fromEntries(
    [...(text ?? "").matchAll(/^\s*(\w+)\s*=\s*(?:"(.*)"|(\S+))\s*$/gm)].map(([, name, words, bare]) => [
      name,
      words ?? bare,
    ]),
  );

class LessonPage {
  constructor(lesson, school, beside, words) {
    this.lesson = lesson;
    this.school = school;
    this.shownHints = 0;
    this.left = false;
    this.running = null;
    this.input = lesson.fields.length > 0 ? this.#fields() : this.#editor(words);
    this.checkButton = h("button", { className: "main check", onclick: () => this.#check() }, say("lesson_check"));
    this.stopButton = h("button", { hidden: true, onclick: () => this.#stop() }, say("lesson_stop"));
    this.result = h("section", {
      className: "lesson-result",
      role: "status",
      "aria-live": "polite",
      "aria-label": say("lesson_result"),
    });
    this.hints = h("div", { className: "hints", "aria-live": "polite" });
    this.hintButton = h("button", { className: "quiet", onclick: () => this.#hint() });
    this.answerButton = h("button", { className: "quiet", onclick: () => this.#answer() }, say("lesson_answer"));
    this.model = h("section", { className: "model" });
    this.mark = h("span", { className: "lesson-mark" });
    this.#showState();
    const text = picture(lesson.html, { className: "text" });
    for (const block of text.querySelectorAll("pre")) block.tabIndex = 0; // a long line scrolls
    this.element = h(
      "div",
      { className: "lesson" },
      h(
        "div",
        { className: "lesson-head" },
        h("p", { className: "faint" }, h("a", { href: "/lessons" }, say("lesson_all")), ` · ${lesson.subject}`),
        h("h1", {}, lesson.title, " ", this.mark),
      ),
      h("article", {}, text, beside && this.#vocabulary(beside)),
      h(
        "div",
        { className: "lesson-work" },
        school?.missing && h("p", { className: "notice" }, school.missing),
        h(
          "div",
          { className: "lesson-task panel" },
          h("h2", {}, say("lesson_task")),
          lesson.tasks.map((task) => h("p", {}, task)),
        ),
        lesson.boards.map(still),
        this.input.element,
        h(
          "div",
          { className: "buttons" },
          this.checkButton,
          this.stopButton,
          this.hintButton,
          this.answerButton,
          h("button", { className: "quiet", onclick: () => this.#restart() }, say("lesson_restart")),
        ),
        this.hints,
        this.result,
        this.model,
      ),
    );
  }

  leave() {
    this.left = true;
    if (this.input.text() !== (this.lesson.text ?? this.lesson.start)) keepDraft(this.lesson.name, this.input.text());
    this.input.close();
    if (this.running) this.#stop();
  }

  #editor(words) {
    const { file, text, start, game, options, answers } = this.lesson;
    const checkable = answers === "mind" && !this.school?.missing;
    const made = editor(takeDraft(this.lesson.name) ?? text ?? start, {
      label: say("lesson_your_answer"),
      name: file,
      words,
      check: checkable ? (typed) => post("/knowledge/check", { game, options, name: file, text: typed }) : undefined,
      run: () => this.#check(),
    });
    return { element: made.element, text: made.text, put: made.put, goTo: made.goTo, close: made.close };
  }

  #fields() {
    const place = h("div", { className: "panel" });
    let fields;
    const put = (text) => {
      fields = optionFields(this.lesson.fields, "answer", () => {}, valuesOf(text));
      place.replaceChildren(fields.element);
    };
    put(takeDraft(this.lesson.name) ?? this.lesson.text ?? "");
    return { element: place, text: () => written(fields.values()), put, goTo: () => {}, close: () => {} };
  }

  #vocabulary(beside) {
    return h("details", { className: "lesson-vocabulary" }, h("summary", {}, say("lesson_vocabulary")), beside);
  }

  #showState() {
    const { passed, tries, hints } = this.lesson;
    this.mark.textContent = passed ? `✓ ${say("lesson_passed")}` : "";
    this.answerButton.hidden = tries === 0;
    this.hintButton.hidden = this.shownHints >= hints.length;
    this.hintButton.textContent = say("lesson_hint", { n: this.shownHints + 1, all: hints.length });
  }

  #hint() {
    this.hints.append(picture(this.lesson.hints[this.shownHints++], { className: "hint-text panel" }));
    this.#showState();
  }

  async #answer() {
    try {
      const { text } = await get(`/lessons/${this.lesson.name}/answer`);
      const put = () => this.input.put(text, true);
      this.model.replaceChildren(
        h("h2", {}, say("lesson_answer_title")),
        h("pre", { tabIndex: 0 }, h("code", {}, text)),
        h("button", { onclick: put }, say("lesson_use_answer")),
      );
    } catch (error) {
      toast(error.message);
    }
  }

  #restart() {
    this.input.put(this.lesson.start, true);
    this.result.replaceChildren();
  }

  async #stop() {
    if (this.running) await post(`/lessons/checks/${this.running}/stop`).catch(() => {});
  }

  async #check() {
    if (this.running) return;
    this.#busy(true);
    this.result.replaceChildren(this.#progress({ done: 0, total: 0 }));
    try {
      let check = await post(`/lessons/${this.lesson.name}/checks`, { text: this.input.text() });
      this.running = check.id;
      while (!check.over && !this.left) {
        this.result.replaceChildren(this.#progress(check));
        await sleep(POLLING);
        check = await get(`/lessons/checks/${check.id}?narrow=${narrow.matches}`);
      }
      if (!this.left) this.#show(check);
    } catch (error) {
      this.result.replaceChildren(h("p", { className: "notice" }, error.message));
    }
    this.running = null;
    this.#busy(false);
  }

  #busy(busy) {
    this.checkButton.disabled = busy;
    this.stopButton.hidden = !busy;
  }

  #progress({ done, total }) {
    const told = total > 0 ? say("lesson_checking", { done, total }) : say("lesson_waiting");
    const bar = h("progress", { max: total || 1, "aria-label": told });
    if (total > 0) bar.value = done;
    return h("p", { className: "status" }, bar, " ", told);
  }

  #show(check) {
    this.result.replaceChildren(...resultOf(check, this.lesson, (line) => this.input.goTo(line)));
    if (check.fault) return;
    this.lesson.text = this.input.text();
    this.lesson.tries += 1;
    this.lesson.passed ||= check.passed;
    this.#showState();
  }
}
