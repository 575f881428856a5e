// The inference page: a game run rule by rule, beside its agenda and working memory.

import { get, post } from "./api.js";
import { h, picture, toast } from "./dom.js";
import { optionFields } from "./forms.js";
import { number, say } from "./i18n.js";
import { largeButton, setLarge, toggleLarge } from "./large_type.js";
import { go } from "./router.js";

const STRATEGIES = ["depth", "breadth", "lex", "mea", "complexity", "simplicity", "random"];

export async function draw(game, file) {
  const title = say("inference");
  if (file) return { element: await wholeFile(game, file), title };
  const all = await get("/catalogue");
  const productionGames = all.games.filter((game) => game.inference);
  const shown = h("section", { className: "inference" });
  const heading = [h("h1", {}, title), h("p", {}, say("inference_about"))];
  const page = form(productionGames, shown);
  const session = new URLSearchParams(location.search).get("session");
  if (session) await page.resume(session).catch((error) => toast(error.message));
  const keys = (event) => current?.key(event);
  document.addEventListener("keydown", keys);
  const leave = () => {
    document.removeEventListener("keydown", keys);
    current = null;
  };
  return {
    element: h("div", {}, heading, h("div", { className: "inference-forms" }, page.element, mindForm(all)), shown),
    title,
    leave,
  };
}

/** @type {Session | null} */
let current = null; // the session that is shown

// A form that leads to the steps of a mind's own rules: of files whose executions are drawn as firings.
function mindForm({ games, minds, knowledge }) {
  const suffixes = minds.filter((mind) => mind.stepper === "firings").map((mind) => mind.suffix);
  const files = knowledge.filter((item) => suffixes.some((suffix) => item.name.endsWith(suffix)));
  const titles = new Map(games.map((game) => [game.name, game]));
  const seat = h("select", { name: "seat" });
  const file = h(
    "select",
    { name: "file", onchange: () => fill() },
    [...titles.values()].map((game) =>
      h(
        "optgroup",
        { label: game.title },
        files
          .filter((item) => item.game === game.name)
          .map((item) => h("option", { value: `${item.game}/${item.name}` }, item.name)),
      ),
    ),
  );
  const fill = () => {
    const game = titles.get(file.value.split("/")[0]);
    seat.replaceChildren(...(game?.seats ?? []).map((name, at) => h("option", { value: at }, name)));
  };
  fill();
  const submit = (event) => {
    event.preventDefault();
    if (file.value) go(`/step/${file.value}?seat=${seat.value}`);
  };
  const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
  return h(
    "details",
    { className: "panel minds-rules" },
    h("summary", {}, say("inference_mind")),
    h(
      "form",
      { onsubmit: submit },
      h("p", {}, say("inference_mind_about")),
      h("div", { className: "fields" }, label("inference_file", file), label("plays_as", seat)),
      h("div", { className: "buttons" }, h("button", { className: "main", type: "submit" }, say("step_through"))),
    ),
  );
}

function form(games, shown) {
  const select = h(
    "select",
    { name: "game", onchange: () => fill() },
    games.map((game) => h("option", { value: game.name }, game.title)),
  );
  const strategy = h(
    "select",
    { name: "strategy" },
    STRATEGIES.map((name) => h("option", { value: name }, name)),
  );
  const seed = h("input", { type: "number", name: "seed", value: 7, min: 0 });
  const place = h("div", { className: "inference-options" });
  let options;
  const fill = () => {
    options = optionFields(games.find((game) => game.name === select.value).options, "inference");
    place.replaceChildren(options.element);
  };
  fill();
  const open = (view) => {
    const session = new Session(view.id, strategy);
    current = session;
    strategy.value = view.strategy;
    shown.replaceChildren(session.element);
    session.show(view);
    panel.open = false;
  };
  const begin = async (event) => {
    event.preventDefault();
    const view = await post("/inference", { game: select.value, options: options.values(), seed: Number(seed.value) });
    open(view);
    history.replaceState(null, "", `/inference?session=${view.id}`); // for the browser's way back to this page
  };
  const resume = async (id) => open(await post(`/inference/${id}`, { do: "look" }));
  strategy.addEventListener("change", () => shown.firstChild?.dispatchEvent(new CustomEvent("strategy")));
  const label = (key, field) => h("label", {}, h("span", {}, say(key)), field);
  const panel = h(
    "details",
    { className: "panel", open: true },
    h("summary", {}, say("inference_begin_anew")),
    h(
      "form",
      { onsubmit: begin },
      h("div", { className: "fields" }, label("column_game", select), label("society_seed", seed)),
      place,
      h("div", { className: "buttons" }, h("button", { className: "main", type: "submit" }, say("inference_begin"))),
    ),
  );
  return { element: panel, resume };
}

// A session on the page: the last firings, the source of a rule, the agenda, working memory.
class Session {
  constructor(id, strategy) {
    this.id = id;
    this.strategy = strategy;
    this.busy = false;
    this.opened = new Set(); // classes that the reader has unfolded
    this.when = h("h2", { className: "when", "aria-live": "polite" });
    const button = (key, body, main) =>
      h(
        "button",
        { type: "button", className: main ? "main" : "", onclick: () => this.ask(body), name: body.do },
        say(key),
      );
    this.fire = button("inference_fire", { do: "fire" }, true);
    this.on = button("inference_on", { do: "on" });
    this.back = button("inference_back", { do: "back" });
    this.fired = h("section", { className: "panel fired" });
    this.source = h("section", { className: "panel listing" });
    this.agenda = h("section", { className: "panel agenda" });
    this.memory = h("section", { className: "panel memory" });
    this.board = h("div", { className: "board" });
    this.history = h("ol", { className: "inference-history", tabIndex: 0, "aria-label": say("inference_history") });
    this.order = h("small", {});
    const sorting = h("label", { className: "sorting" }, h("span", {}, say("inference_strategy")), strategy);
    this.element = h(
      "div",
      {},
      this.when,
      h(
        "div",
        { className: "buttons" },
        this.fire,
        this.on,
        this.back,
        largeButton(() => this.element),
        sorting,
        this.order,
      ),
      this.history,
      h(
        "div",
        { className: "inference-desk" },
        h("div", {}, this.board, this.fired, this.source),
        this.agenda,
        this.memory,
      ),
    );
    setLarge(this.element);
    this.element.addEventListener("strategy", () => this.ask({ do: "look" }));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, .scroll"))
      return;
    if (event.key.toLowerCase() === "a") return toggleLarge(this.element);
    const button = { ArrowRight: this.fire, ArrowDown: this.on, ArrowLeft: this.back }[event.key];
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
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

  show(view) {
    this.view = view;
    this.when.textContent = [
      view.when,
      say("inference_number", { n: number(view.number) }),
      view.over && say("inference_over"),
      view.seat && say("inference_turn", { seat: view.seat }),
    ]
      .filter(Boolean)
      .join(" · ");
    this.order.textContent = view.order;
    this.fire.disabled = this.on.disabled = view.over;
    this.back.disabled = view.first;
    this.#showFired();
    this.#showAgenda();
    this.#showMemory();
    if (view.svg) this.board.replaceChildren(picture(view.svg, { inert: true }));
    this.#showHistory();
    const shown = view.fired.at(-1)?.firing.activation ?? view.agenda[0]?.activation;
    if (shown) this.#showSource(shown.source);
  }

  // The steps so far; a click goes back to the end of one.
  #showHistory() {
    const items = this.view.history.map((past, at) =>
      h(
        "li",
        { className: at === this.view.history.length - 1 ? "now" : "" },
        h(
          "button",
          { type: "button", tabIndex: -1, onclick: () => this.#backTo(past.number) },
          `${number(past.number)} ${past.rule}`,
        ),
      ),
    );
    this.history.replaceChildren(...items);
    this.history.scrollLeft = this.history.scrollWidth;
  }

  #backTo(to) {
    if (to < this.view.number) this.ask({ do: "back", to });
  }

  #showFired() {
    const { fired, number: last } = this.view;
    const items = fired.map((entry, at) => this.#firing(entry, at === fired.length - 1));
    this.fired.replaceChildren(
      h("h2", {}, say("inference_fired")),
      fired.length === 0
        ? h("p", { className: "faint" }, say("inference_nothing"))
        : h("ol", { start: last - fired.length + 1 }, items),
    );
    const list = this.fired.querySelector("ol");
    if (list) list.scrollTop = list.scrollHeight;
  }

  #firing({ sentence, firing: { activation, changes, printed } }, last) {
    const item = (change) =>
      h("li", { className: { "+": "new", "-": "gone", "~": "other" }[change.sign] }, changeText(change));
    return h(
      "li",
      { className: last ? "last" : "" },
      h(
        "div",
        {},
        h("b", { className: "salience" }, activation.salience),
        " ",
        this.#ruleButton(activation),
        " ",
        sentence,
      ),
      h("ul", { className: "changes" }, changes.map(item)),
      printed && h("pre", {}, printed),
    );
  }

  #ruleButton({ rule, source }) {
    const title = `${source.file}:${source.line}`;
    return h("button", { type: "button", className: "rule", onclick: () => this.#showSource(source), title }, rule);
  }

  #showAgenda() {
    const rows = this.view.agenda.map((entry) => {
      const { salience, matched, bindings } = entry.activation;
      const values = bindings.map(([name, value]) => h("span", {}, `?${name} = ${value}`));
      return h(
        "tr",
        { className: entry.role },
        h("td", { className: "number" }, salience),
        h(
          "td",
          {},
          this.#ruleButton(entry.activation),
          h("small", { title: matched.join(" ") }, values.length ? values : matched.join(" ")),
        ),
        h("td", {}, this.#choice(entry)),
      );
    });
    const columns = ["inference_salience", "inference_rule", "inference_role"];
    const heads = columns.map((key) => h("th", { scope: "col" }, say(key)));
    this.agenda.replaceChildren(
      h("h2", {}, say("inference_agenda", { n: rows.length })),
      rows.length === 0
        ? h("p", { className: "faint" }, say("inference_empty"))
        : h("div", { className: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows))),
    );
  }

  #choice({ role, activation: { text } }) {
    if (role !== "choice" || !this.view.choices.includes(text)) return h("small", {}, say(`inference_${role}`));
    const choose = () => this.ask({ do: "fire", choose: text });
    return h("button", { type: "button", className: "choose", onclick: choose }, text);
  }

  #showMemory() {
    const { memory } = this.view;
    const lit = (group) => group.elements.some((one) => one.new || one.changed.length > 0);
    const groups = [...memory.filter(lit), ...memory.filter((group) => !lit(group))];
    this.memory.replaceChildren(
      h("h2", {}, say("inference_memory")),
      ...groups.map((group) => {
        const summary = h("summary", {}, group.kind, " ", h("small", {}, group.elements.length));
        const open = lit(group) || this.opened.has(group.kind);
        const details = h(
          "details",
          { open, className: lit(group) ? "lit" : "" },
          summary,
          h("ul", {}, group.elements.map(elementItem)),
        );
        // The click comes before the element opens or closes.
        summary.addEventListener("click", () => this.opened[details.open ? "delete" : "add"](group.kind));
        return details;
      }),
    );
  }

  async #showSource(source) {
    this.wantedSource = source;
    const { file, line } = source;
    const { text } = await get(`/inference/${this.view.game}/${file}`);
    if (this.wantedSource !== source) return; // another rule has been asked for since
    const link = h("a", { href: `/inference/${this.view.game}/${file}?line=${line}` }, `${file}:${line}`);
    this.source.replaceChildren(h("h2", {}, link), listing(text, line, true));
  }
}

const changeText = ({ sign, element, slot, before, after }) =>
  sign === "~"
    ? [`${element} ${slot}: ${before} `, h("b", {}, `→ ${after}`)]
    : `${sign === "+" ? "+" : "−"} ${element}`;

function elementItem(element) {
  const slots = element.slots.map(([slot, value]) =>
    h(
      "span",
      { className: element.changed.includes(slot) ? "slot changed" : "slot" },
      h("small", {}, slot),
      " ",
      value === "" ? "()" : value,
    ),
  );
  return h("li", { className: element.new ? "new" : "" }, h("code", {}, element.name), slots);
}

// A file with numbered lines, or only the construct that begins at a line and the comment above it.
function listing(text, line, only) {
  const lines = text.split("\n");
  const last = only ? endOf(lines, line - 1) : lines.length - 1;
  let first = line - 1;
  while (only && first > 0 && lines[first - 1].startsWith(";")) first--;
  const shown = only ? lines.slice(first, last + 1) : lines;
  return h(
    "ol",
    { className: "code", start: only ? first + 1 : 1, tabIndex: 0 }, // focusable, since it scrolls
    shown.map((words, at) =>
      h("li", { className: (only ? first : 0) + at + 1 === line ? "here" : "" }, h("code", {}, words || " ")),
    ),
  );
}

// The last line of the construct that begins on a line.
function endOf(lines, at) {
  let depth = 0;
  for (let number = at; number < lines.length; number++) {
    for (const token of lines[number].match(/"(?:\\.|[^"\\])*"|;.*|[()]/g) ?? [])
      depth += { "(": 1, ")": -1 }[token] ?? 0;
    if (depth <= 0) return number;
  }
  return lines.length - 1;
}

async function wholeFile(game, file) {
  const { text } = await get(`/inference/${game}/${file}`);
  const line = Number(new URLSearchParams(location.search).get("line") ?? 0);
  const shown = listing(text, line, false);
  requestAnimationFrame(() => shown.querySelector(".here")?.scrollIntoView({ block: "center" }));
  return h(
    "div",
    {},
    h("h1", {}, file, h("small", {}, game)),
    h("p", {}, h("a", { href: "/inference" }, say("inference"))),
    h("section", { className: "panel listing" }, shown),
  );
}
