// Inference: the rules of a game fired one by one, the agenda and working memory laid open beside them.

import { get, post } from "./api.js";
import { h, picture, toast } from "./dom.js";
import { optionFields } from "./forms.js";
import { number, say } from "./i18n.js";

const STRATEGIES = ["depth", "breadth", "lex", "mea", "complexity", "simplicity", "random"];

export async function draw(game, file) {
  const title = say("inference");
  if (file) return { element: await wholeFile(game, file), title };
  const { games } = await get("/catalogue");
  const able = games.filter((one) => one.inference);
  const shown = h("section", { className: "inference" });
  const heading = [h("h1", {}, title), h("p", {}, say("inference_about"))];
  const page = form(able, shown);
  const kept = new URLSearchParams(location.search).get("sitting");
  if (kept) await page.goOn(kept).catch((error) => toast(error.message));
  return { element: h("div", {}, heading, page.element, shown), title };
}

function form(games, shown) {
  const select = h("select", { name: "game", onchange: () => fill() }, games.map((game) => h("option", { value: game.name }, game.title)));
  const strategy = h("select", { name: "strategy" }, STRATEGIES.map((name) => h("option", { value: name }, name)));
  const seed = h("input", { type: "number", name: "seed", value: 7, min: 0 });
  const place = h("div", { className: "inference-options" });
  let options;
  const fill = () => place.replaceChildren((options = optionFields(games.find((game) => game.name === select.value).options, "inference")).element);
  fill();
  const seat = (look) => {
    const desk = new Desk(look.id, strategy);
    strategy.value = look.strategy;
    shown.replaceChildren(desk.element);
    desk.show(look);
    panel.open = false;
  };
  const begin = async (event) => {
    event.preventDefault();
    const look = await post("/inference", { game: select.value, options: options.values(), seed: Number(seed.value) });
    seat(look);
    history.replaceState(null, "", `/inference?sitting=${look.id}`); // found again by the way back, while the lab is open
  };
  const goOn = async (id) => seat(await post(`/inference/${id}`, { do: "look" }));
  strategy.addEventListener("change", () => shown.firstChild?.dispatchEvent(new CustomEvent("strategy")));
  const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
  const panel = h("details", { className: "panel", open: true }, h("summary", {}, say("inference_begin_anew")),
    h("form", { onsubmit: begin }, h("div", { className: "fields" }, label("column_game", select), label("society_seed", seed)), place,
      h("div", { className: "buttons" }, h("button", { className: "main", type: "submit" }, say("inference_begin")))));
  return { element: panel, goOn };
}

// What is seen of one sitting: what fired last, the rule's source, the agenda, working memory.
class Desk {
  constructor(id, strategy) {
    this.id = id;
    this.strategy = strategy;
    this.busy = false;
    this.opened = new Set(); // classes somebody wants to see, whether they change or not
    this.when = h("h2", { className: "when", "aria-live": "polite" });
    const button = (key, body, main) => h("button", { type: "button", className: main ? "main" : "", onclick: () => this.ask(body), name: body.do }, say(key));
    this.fire = button("inference_fire", { do: "fire" }, true);
    this.on = button("inference_on", { do: "on" });
    this.back = button("inference_back", { do: "back" });
    this.fired = h("section", { className: "panel fired" });
    this.source = h("section", { className: "panel listing" });
    this.agenda = h("section", { className: "panel agenda" });
    this.memory = h("section", { className: "panel memory" });
    this.board = h("details", { className: "board-of" }, h("summary", {}, say("inference_board")), h("div", { className: "board" }));
    this.order = h("small", {});
    const sorting = h("label", { className: "sorting" }, h("span", {}, say("inference_strategy")), strategy);
    this.element = h("div", {}, this.when, h("div", { className: "buttons" }, this.fire, this.on, this.back, sorting, this.order), this.board,
      h("div", { className: "inference-desk" }, h("div", {}, this.fired, this.source), this.agenda, this.memory));
    this.element.addEventListener("strategy", () => this.ask({ do: "look" }));
  }

  async ask(body) {
    if (this.busy) return;
    this.busy = true;
    try {
      this.show(await post(`/inference/${this.id}`, { ...body, strategy: this.strategy.value }));
    } catch (error) {
      toast(error.message);
    }
    this.busy = false;
  }

  show(look) {
    this.look = look;
    this.when.textContent = [look.when, say("inference_number", { n: number(look.number) }), look.over && say("inference_over"), look.seat && say("inference_turn", { seat: look.seat })]
      .filter(Boolean).join(" · ");
    this.order.textContent = look.order;
    this.fire.disabled = this.on.disabled = look.over;
    this.back.disabled = look.first;
    this.#showFired();
    this.#showAgenda();
    this.#showMemory();
    if (look.svg) this.board.lastChild.replaceChildren(picture(look.svg, { inert: true }));
    this.board.hidden = !this.board.lastChild.firstChild;
    const rule = look.fired.at(-1) ?? look.agenda[0];
    if (rule) this.#showSource(rule);
  }

  #showFired() {
    const fired = this.look.fired;
    this.fired.replaceChildren(h("h2", {}, say("inference_fired")),
      fired.length === 0 ? h("p", { className: "faint" }, say("inference_nothing")) : h("ol", { start: this.look.number - fired.length + 1 }, fired.map((one, at) => this.#firing(one, at === fired.length - 1))));
    this.fired.querySelector("li:last-child")?.scrollIntoView({ block: "nearest" });
  }

  #firing(one, last) {
    return h("li", { className: last ? "last" : "" }, h("div", {}, h("b", { className: "salience" }, one.salience), " ", this.#ruleButton(one), " ", one.sentence),
      h("ul", { className: "changes" }, one.changes.map((change) => h("li", { className: { "+": "new", "-": "gone", "~": "other" }[change.sign] }, changeText(change)))),
      one.printed && h("pre", {}, one.printed));
  }

  #ruleButton(one) {
    return h("button", { type: "button", className: "rule", onclick: () => this.#showSource(one), title: `${one.file}:${one.line}` }, one.rule);
  }

  #showAgenda() {
    const rows = this.look.agenda.map((one) => h("tr", { className: one.role },
      h("td", { className: "number" }, one.salience),
      h("td", {}, this.#ruleButton(one), h("small", { title: one.matched.join(" ") }, one.bindings.length ? one.bindings.map(([name, value]) => `?${name} = ${value}`).join(", ") : one.matched.join(" "))),
      h("td", {}, this.#choice(one))));
    this.agenda.replaceChildren(h("h2", {}, say("inference_agenda", { n: this.look.agenda.length })),
      rows.length === 0 ? h("p", { className: "faint" }, say("inference_empty")) : h("div", { className: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("inference_salience")), h("th", { scope: "col" }, say("inference_rule")), h("th", { scope: "col" }, say("inference_role")))), h("tbody", {}, rows))));
  }

  #choice(one) {
    if (one.role !== "choice" || !this.look.choices.includes(one.text)) return h("small", {}, say(`inference_${one.role}`));
    return h("button", { type: "button", className: "choose", onclick: () => this.ask({ do: "fire", choose: one.text }) }, one.text);
  }

  #showMemory() {
    const lit = (group) => group.things.some((thing) => thing.new || thing.changed.length > 0);
    const groups = [...this.look.memory.filter(lit), ...this.look.memory.filter((group) => !lit(group))];
    this.memory.replaceChildren(h("h2", {}, say("inference_memory")), ...groups.map((group) => {
      const summary = h("summary", {}, group.kind, " ", h("small", {}, group.things.length));
      const details = h("details", { open: lit(group) || this.opened.has(group.kind), className: lit(group) ? "lit" : "" }, summary, h("ul", {}, group.things.map(element)));
      summary.addEventListener("click", () => this.opened[details.open ? "delete" : "add"](group.kind)); // before it turns
      return details;
    }));
  }

  async #showSource(rule) {
    const { text } = await get(`/inference/${this.look.game}/${rule.file}`);
    this.source.replaceChildren(h("h2", {}, h("a", { href: `/inference/${this.look.game}/${rule.file}?line=${rule.line}` }, `${rule.file}:${rule.line}`)), listing(text, rule.line, true));
  }
}

const changeText = (change) =>
  change.sign === "~" ? [`${change.element} ${change.slot}: ${change.before} `, h("b", {}, `→ ${change.after}`)] : `${change.sign === "+" ? "+" : "−"} ${change.element}`;

const element = (thing) =>
  h("li", { className: thing.new ? "new" : "" }, h("code", {}, thing.name), thing.slots.map(([slot, value]) =>
    h("span", { className: thing.changed.includes(slot) ? "slot changed" : "slot" }, h("small", {}, slot), " ", value === "" ? "()" : value)));

// A file, or only the form that begins at a line and what stands right above it, with the lines numbered.
function listing(text, line, only) {
  const lines = text.split("\n");
  const last = only ? endOf(lines, line - 1) : lines.length - 1;
  let first = line - 1;
  while (only && first > 0 && lines[first - 1].startsWith(";")) first--;
  const shown = only ? lines.slice(first, last + 1) : lines;
  return h("ol", { className: "code", start: only ? first + 1 : 1 }, shown.map((words, at) =>
    h("li", { className: (only ? first : 0) + at + 1 === line ? "here" : "" }, h("code", {}, words || " "))));
}

// The line on which the form ends that begins on this one.
function endOf(lines, at) {
  let depth = 0;
  for (let number = at; number < lines.length; number++) {
    for (const token of lines[number].match(/"(?:\\.|[^"\\])*"|;.*|[()]/g) ?? []) depth += { "(": 1, ")": -1 }[token] ?? 0;
    if (depth <= 0) return number;
  }
  return lines.length - 1;
}

async function wholeFile(game, file) {
  const { text } = await get(`/inference/${game}/${file}`);
  const line = Number(new URLSearchParams(location.search).get("line") ?? 0);
  const shown = listing(text, line, false);
  requestAnimationFrame(() => shown.querySelector(".here")?.scrollIntoView({ block: "center" }));
  return h("div", {}, h("h1", {}, file, h("small", {}, game)), h("p", {}, h("a", { href: "/inference" }, say("inference"))), h("section", { className: "panel listing" }, shown));
}
