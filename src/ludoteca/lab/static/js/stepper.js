// A stepper: the execution of a program step by step, its text beside the board and what the school shows of a step.

import { h, icon } from "./dom.js";
import { number, say } from "./i18n.js";
import { largeButton, setLarge, toggleLarge } from "./large_type.js";
import { still } from "./still_board.js";

const INDENT = 0.8; // rem for each box around a step …
const MOST_INDENT = 14; // … up to so many boxes

/**
 * What a school draws: the panel of a step.
 * @typedef {{ panel: (steps: any[], at: number) => Node }} School
 */

/** @type {Map<string, Promise<School>>} */
const schools = new Map();

const schoolOf = (kind) => {
  if (!schools.has(kind)) {
    document.head.append(h("link", { rel: "stylesheet", href: `/traces/${kind}.css` }));
    schools.set(kind, import(`/traces/${kind}.stepper.js`));
  }
  return schools.get(kind);
};

export class Stepper {
  /**
   * @param {string} file that is shown first
   * @param {string} text of it
   * @param {(first: number) => Promise<any>} load the execution from a step on
   * @param {(step: number) => void} moved is told the number of the step that is shown
   */
  constructor(file, text, load, moved) {
    this.load = load;
    this.moved = moved;
    this.at = 0;
    this.#build();
    this.#showText(file, text);
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
  }

  close() {
    document.removeEventListener("keydown", this.keys);
  }

  // Shows the text of a file of the program.
  #showText(file, text) {
    this.file = file;
    this.lines = text.split("\n");
    this.starts = []; // the number of the first character of each line
    let start = 0;
    for (const line of this.lines) {
      this.starts.push(start);
      start += [...line].length + 1;
    }
    this.fileName.replaceChildren(file);
    this.program.replaceChildren(...this.#program());
  }

  #build() {
    const button = (name, content, work) =>
      h(
        "button",
        { type: "button", name, title: say(`step_${name}`), "aria-label": say(`step_${name}`), onclick: work },
        content,
      );
    const words = (name, work) =>
      h("button", { type: "button", name, title: say(`step_${name}_about`), onclick: work }, say(`step_${name}`));
    this.slider = h("input", {
      type: "range",
      min: 0,
      "aria-label": say("step_list"),
      oninput: () => this.show(Number(this.slider.value)),
    });
    this.count = h("output", { className: "step-count" });
    this.boxes = [words("over", () => this.over()), words("out", () => this.out())];
    const controls = h(
      "div",
      { className: "buttons step-controls" },
      button("first", icon("first"), () => this.go(0)),
      button("back", icon("back"), () => this.back()),
      h("button", { type: "button", className: "main", name: "next", onclick: () => this.next() }, say("step_next")),
      this.boxes,
      words("same_line", () => this.sameLine()),
      button("last", icon("newest"), () => this.end()),
      this.slider,
      this.count,
      largeButton(
        () => this.element,
        () => this.#show(),
      ),
    );
    this.now = h("p", { className: "step-now", "aria-live": "polite" });
    this.fileName = h("p", { className: "step-file faint", hidden: true });
    this.program = h("ol", { className: "program", tabIndex: 0, "aria-label": say("step_text") });
    this.list = h("ol", { className: "steps", tabIndex: 0, role: "listbox", "aria-label": say("step_list") });
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[data-at]");
      if (item) this.show(Number(item.dataset.at));
    });
    this.board = h("div", { className: "step-board" });
    this.panel = h("div", { className: "step-panel" });
    this.ending = h("p", { className: "step-ending" }); // for the page, which knows where it has room
    this.desk = h(
      "div",
      { className: "step-desk" },
      h("section", { className: "panel step-text" }, this.fileName, this.program),
      h("section", { className: "panel step-list" }, this.list),
      this.board,
      this.panel,
    );
    this.element = h("div", { className: "stepper" }, controls, this.now, this.desk);
    setLarge(this.element);
  }

  #program() {
    const jump = (line) => () => this.#toLine(line);
    return this.lines.map((words, at) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", tabIndex: -1, title: say("step_at_line", { line: at + 1 }), onclick: jump(at + 1) },
          at + 1,
        ),
        h("code", {}, words || " "),
      ),
    );
  }

  #enlarge() {
    toggleLarge(this.element);
    this.#show();
  }

  // Loads the steps from a number on, and shows one of them.
  async open(first, step = first) {
    const view = await this.load(first);
    this.school = await schoolOf(view.kind);
    this.view = view;
    this.fileName.hidden = Object.keys(view.files).length < 2;
    this.element.dataset.kind = view.kind;
    this.board.replaceChildren(still(view.svg));
    this.ending.replaceChildren(view.fault ?? (view.move === null ? "" : say("step_chose", { move: view.move })));
    this.ending.classList.toggle("notice", Boolean(view.fault));
    this.slider.max = String(Math.max(0, view.steps.length - 1));
    for (const one of this.boxes) one.hidden = view.steps.every((each) => each.depth === 0);
    this.#list();
    if (view.steps.length === 0) this.now.replaceChildren(say("step_none"));
    else this.show(Math.min(Math.max(0, step - view.first), view.steps.length - 1));
  }

  #list() {
    const { kind, steps, first, total } = this.view;
    const items = steps.map((step, at) =>
      h(
        "li",
        { role: "option", "data-at": String(at), style: `padding-left: ${indent(step)}rem` },
        h("span", { className: `port ${step.port}` }, portName(kind, step)),
        " ",
        h("code", {}, step.text),
      ),
    );
    const turn = (key, from) => h("li", {}, h("button", { type: "button", onclick: () => this.open(from) }, say(key)));
    if (first > 0) items.unshift(turn("step_earlier", Math.max(0, first - steps.length)));
    if (first + steps.length < total) items.push(turn("step_later", first + steps.length));
    this.list.replaceChildren(...items);
  }

  show(at) {
    this.at = at;
    this.#show();
  }

  #show() {
    const { kind, steps, first, total } = this.view ?? { steps: [] };
    const step = steps[this.at];
    if (!step) return;
    this.slider.value = String(this.at);
    this.count.textContent = say("step_number", { n: number(first + this.at + 1), total: number(total) });
    this.now.replaceChildren(
      h(
        "span",
        { className: `port ${step.port}`, title: say(`trace.${kind}.port_about_${step.port}`) },
        portName(kind, step),
      ),
      " ",
      h("code", {}, step.text),
      h("small", {}, say(`trace.${kind}.port_about_${step.port}`)),
    );
    this.list.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    const item = this.list.querySelector(`[data-at="${this.at}"]`);
    item?.setAttribute("aria-selected", "true");
    if (item) reveal(this.list, item);
    this.#mark(step);
    this.panel.replaceChildren(this.school.panel(steps, this.at));
    this.moved(first + this.at);
  }

  // Marks the line of a step in the text, and in it the characters of the goal.
  #mark({ source, span }) {
    for (const old of this.program.querySelectorAll(".here")) {
      old.classList.remove("here");
      old.lastChild.replaceChildren(old.lastChild.textContent);
    }
    if (!source) return;
    const other = source.file === this.file ? undefined : this.view.files[source.file];
    if (other !== undefined) this.#showText(source.file, other);
    const [from, to] = span ?? [-1, -1];
    let first = null;
    for (let at = source.line - 1; at < this.lines.length; at++) {
      const item = this.program.children[at];
      if (at >= source.line && this.starts[at] >= to) break;
      item.classList.add("here");
      first ??= item;
      const characters = [...this.lines[at]];
      const [start, end] = [Math.max(0, from - this.starts[at]), Math.max(0, to - this.starts[at])];
      if (span)
        item.lastChild.replaceChildren(
          characters.slice(0, start).join(""),
          h("mark", {}, characters.slice(start, end).join("")),
          characters.slice(end).join(""),
        );
    }
    if (first) reveal(this.program, first);
  }

  #find(wanted, from = this.at + 1) {
    const steps = this.view?.steps ?? [];
    for (let at = from; at < steps.length; at++) if (wanted(steps[at])) return at;
    return -1;
  }

  get #step() {
    return this.view?.steps[this.at];
  }

  go(number) {
    const { first, steps } = this.view;
    if (number >= first && number < first + steps.length) this.show(number - first);
    else this.open(Math.max(0, number), number);
  }

  next() {
    const { first, total } = this.view;
    if (first + this.at + 1 < total) this.go(first + this.at + 1);
  }

  back() {
    const { first, steps } = this.view;
    if (this.at > 0) this.show(this.at - 1);
    else if (first > 0) this.open(Math.max(0, first - steps.length), first - 1);
  }

  end() {
    this.show(this.view.steps.length - 1);
  }

  over() {
    const { depth } = this.#step;
    this.#to(this.#find((step) => step.depth <= depth));
  }

  out() {
    const { depth } = this.#step;
    this.#to(this.#find((step) => step.depth < depth));
  }

  sameLine() {
    if (this.#step?.source) this.#toLine(this.#step.source.line);
  }

  #toLine(line) {
    const on = (step) => step.source?.line === line && step.source.file === this.file;
    const found = this.#find(on);
    this.#to(found >= 0 ? found : this.#find(on, 0), this.at);
  }

  // Shows a step, or the last one if there is none.
  #to(at, otherwise = this.view.steps.length - 1) {
    this.show(at >= 0 ? at : otherwise);
  }

  #key(event) {
    if (!this.view?.steps.length || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    const work = {
      ArrowRight: () => this.next(),
      ArrowLeft: () => this.back(),
      ArrowDown: () => this.over(),
      ArrowUp: () => this.out(),
      Home: () => this.go(0),
      End: () => this.end(),
      l: () => this.sameLine(),
      a: () => this.#enlarge(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!work) return;
    event.preventDefault();
    work();
  }
}

const indent = (step) => 0.4 + INDENT * Math.min(step.depth, MOST_INDENT);
const portName = (kind, step) => say(`trace.${kind}.port_${step.port}`);

// Scrolls a list so that an item is in sight; the page stays where it is.
function reveal(list, item) {
  const top = item.offsetTop; // from the top of the list, which is positioned
  const room = list.clientHeight - item.offsetHeight;
  if (top < list.scrollTop || top > list.scrollTop + room) list.scrollTop = top - room / 2;
}
