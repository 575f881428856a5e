// The position editor of any game: the server draws the board with its places, and says what can be placed and whether
// the position can be. A click adds, with Shift or in the other mode it takes away. The address holds the position.

import { get, post } from "./api.js";
import { openPanel } from "./confirmation.js";
import { h, toast } from "./dom.js";
import { explanation } from "./explanation_view.js";
import { optionFields } from "./forms.js";
import { spinner } from "./game_status.js";
import { say } from "./i18n.js";
import { Latest } from "./latest.js";
import { addressOf, placeInAddress, tryAddress } from "./place.js";
import { practiceForm } from "./practice.js";
import { RingedBoard } from "./ringed_board.js";
import { RovingFocus } from "./roving_focus.js";

const narrow = matchMedia("(max-width: 640px)");
const ACTIVE = ["tabindex", "data-move", "data-pick", "data-drop"];

/** @param {string} game */
export async function draw(game) {
  const { games } = await get("/catalogue");
  const card = games.find((one) => one.name === game && one.editing);
  if (!card) throw new Error(say("nothing_here"));
  const page = new PositionEditorPage(game, placeInAddress(), card.options);
  await page.start();
  return { element: page.element, title: say("setup_title"), leave: () => page.leave() };
}

class PositionEditorPage {
  constructor(game, place, options) {
    this.game = game;
    this.place = place;
    this.tool = null;
    this.taking = false; // away
    this.left = false;
    this.hints = new Latest();
    this.changes = Promise.resolve(); // each is made after the one before
    this.board = h("div", { className: "board" });
    this.board.addEventListener("click", (event) => this.#use(event.target, event.shiftKey));
    this.focus = new RovingFocus(this.board);
    this.tools = h("div", { className: "tools", role: "radiogroup", "aria-label": say("setup_tools") });
    this.turn = h("select", { name: "turn", onchange: () => this.#change({ turn: this.turn.value }) });
    this.verdict = h("p", { className: "setup-verdict", role: "status", "aria-live": "polite" });
    this.actions = h("div", { className: "buttons" });
    this.panel = h("div", { className: "asked" });
    this.hint = h("section", { className: "hint-here", role: "status", "aria-live": "polite" });
    this.title = h("h1", {}, say("setup_title"));
    this.element = h(
      "div",
      { className: "setup" },
      h("div", { className: "setup-head" }, this.title, h("p", { className: "faint" }, say("setup_about"))),
      h("div", { className: "setup-board" }, this.board),
      h(
        "aside",
        {},
        this.tools,
        h("label", { className: "setup-turn" }, h("span", {}, say("setup_turn")), this.turn),
        this.verdict,
        this.actions,
        this.panel,
        this.hint,
      ),
    );
    this.options = optionFields(options, "setup");
    const again = h(
      "button",
      { onclick: () => this.#ask(() => ({ options: this.options.values() })) },
      say("setup_start"),
    );
    const fields = h("details", {}, h("summary", {}, say("options")), this.options.element);
    this.element.querySelector("aside").append(...(options.length > 0 ? [fields] : []), h("div", {}, again));
    this.keys = (event) => this.#key(event);
    this.resized = () => this.#change();
  }

  async start() {
    this.#show(await this.#edited({ at: this.place }));
    document.addEventListener("keydown", this.keys);
    narrow.addEventListener("change", this.resized);
  }

  leave() {
    this.left = true;
    document.removeEventListener("keydown", this.keys);
    narrow.removeEventListener("change", this.resized);
  }

  #edited(body) {
    return post(`/positions/edit?narrow=${narrow.matches}`, { game: this.game, ...body });
  }

  // Asks for a position once the changes before have been made; `body` is called then.
  #ask(body) {
    this.changes = this.changes.then(async () => {
      try {
        const position = await this.#edited(body());
        if (!this.left) this.#show(position);
      } catch (error) {
        if (this.left) return;
        this.#judge(error.message);
        this.turn.value = this.position.turn;
      }
    });
  }

  // Draws the position again, after a change if one is given.
  #change(edit) {
    this.#ask(() => ({ facts: this.position.facts, options: this.position.options, edit }));
  }

  #show(position) {
    const held = this.focus.held();
    this.position = position;
    this.title.replaceChildren(say("setup_title"), h("small", {}, position.title));
    this.board.innerHTML = position.svg;
    for (const part of this.board.querySelectorAll("svg *:not(.place)"))
      for (const name of ACTIVE) part.removeAttribute(name);
    this.focus.setStops([...this.board.querySelectorAll(".place")]);
    this.focus.restore(held);
    this.#drawTools();
    const choice = ({ name, title }) => h("option", { value: name, selected: name === position.turn }, title);
    this.turn.replaceChildren(...position.turns.map(choice));
    this.panel.replaceChildren();
    this.hints.drop();
    this.hint.replaceChildren();
    this.#judge(position.problem);
    this.#offer();
    if (position.setup) history.replaceState(null, "", addressOf(`/setup/${this.game}`, { setup: position.setup }));
  }

  // Says what is wrong, or that the position can be.
  #judge(problem) {
    this.verdict.className = `setup-verdict ${problem ? "wrong" : "right"}`;
    this.verdict.textContent = problem ?? say("setup_possible");
  }

  #drawTools() {
    const { tools } = this.position;
    this.tool ??= tools[0].name;
    const tool = ({ name, title }, at) => {
      const chosen = name === this.tool && !this.taking;
      const choose = () => this.#choose(name, false);
      const key = tools.length > 1 ? h("kbd", {}, at + 1) : null;
      return h("button", { role: "radio", "aria-checked": String(chosen), onclick: choose }, key, " ", title);
    };
    const away = h(
      "button",
      { role: "radio", "aria-checked": String(this.taking), onclick: () => this.#choose(this.tool, true) },
      h("kbd", {}, "−"),
      " ",
      say("setup_remove"),
    );
    this.tools.replaceChildren(...tools.map(tool), away);
  }

  #choose(tool, taking) {
    this.tool = tool;
    this.taking = taking;
    const held = this.tools.contains(document.activeElement);
    this.#drawTools();
    if (held) this.tools.querySelector('[aria-checked="true"]')?.focus();
  }

  #use(target, other, taking = this.taking !== other) {
    const place = target.closest?.(".place")?.dataset.place;
    if (place !== undefined) this.#change({ place, tool: this.tool, remove: taking });
    return place !== undefined;
  }

  #offer() {
    const { setup } = this.position;
    if (!setup) return this.actions.replaceChildren();
    const play = h("button", { className: "main", onclick: () => this.#play(play) }, say("setup_play"));
    return this.actions.replaceChildren(
      play,
      h("a", { className: "button", href: tryAddress(this.game, { setup }) }, say("try_here")),
      h("button", { onclick: () => this.#askHint() }, say("hint")),
      h("button", { onclick: () => this.#copyLink() }, say("setup_copy")),
    );
  }

  #play(button) {
    const { options, turns, turn, setup } = this.position;
    const seats = turns.slice(0, -1).map(({ title }) => ({ title, mind: "", person: true }));
    const game = { game: this.game, options, seats, place: { setup } };
    const at = turns.findIndex(({ name }) => name === turn);
    openPanel(this.panel, button, (close) => practiceForm(game, { turn: at }, close));
  }

  async #askHint() {
    const { setup } = this.position;
    const isLatest = this.hints.begin();
    this.hint.replaceChildren(h("p", { className: "status" }, spinner(), say("hint_waiting")));
    try {
      const at = { setup };
      const [found, { svg, names }] = await Promise.all([
        post("/positions/hint", { game: this.game, at }),
        post("/positions?narrow=true", { game: this.game, at }),
      ]);
      if (!isLatest()) return;
      const board = new RingedBoard(svg);
      const [, reason] = explanation(found, { game: this.game, turns: [], seats: [] }, 0);
      const title = h("h2", {}, say("hint_title", { move: names[found.move] ?? found.move }));
      this.hint.replaceChildren(title, reason, board.element);
      board.ring(found.move, "ring better");
    } catch (error) {
      if (isLatest()) this.hint.replaceChildren(h("p", { className: "notice" }, error.message));
    }
  }

  async #copyLink() {
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    toast(say("setup_copied"));
  }

  // Digits choose a tool; on a place, plus and Enter add, minus and Delete take away.
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const tool = this.position.tools[Number(event.key) - 1];
    const adds = ["+", "Enter", " "].includes(event.key);
    const takes = ["-", "Delete", "Backspace"].includes(event.key);
    if (tool) this.#choose(tool.name, false);
    else if (!(adds && this.#use(event.target, false, event.key === "+" ? false : this.taking)))
      if (!(takes && this.#use(event.target, false, true))) return;
    event.preventDefault();
  }
}
