// A society: agents live together in one game, which is shown as a film.

import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { Latest } from "./latest.js";
import { placeholders } from "./skeleton.js";
import { Film } from "./society_film.js";

const SETTLED = 300; // milliseconds

export async function draw() {
  const all = await get("/catalogue");
  const games = all.games.filter((game) => files(all, game.name).some((item) => item.own));
  const heading = [h("h1", {}, say("society")), h("p", {}, say("society_about"))];
  if (games.length === 0)
    return { element: h("div", {}, heading, h("p", {}, say("society_none"))), title: say("society") };
  const shown = h("section", { className: "life", "aria-live": "polite" });
  const society = new SocietyForm(all, games, shown);
  society.open();
  return {
    element: h("div", {}, heading, society.element, shown),
    title: say("society"),
    leave: () => society.leave(),
  };
}

const files = (all, game) => all.knowledge.filter((item) => item.game === game && item.name.endsWith(".asl"));

// The form of a society. Its address has what was chosen: the same agents with the same seed live the same life.
class SocietyForm {
  constructor(all, games, shown) {
    this.all = all;
    this.games = games;
    this.shown = shown;
    this.left = false;
    this.seats = new Latest();
    this.asked = new URLSearchParams(location.search);
    const wanted =
      games.find((game) => game.name === this.asked.get("game")) ??
      games.find((game) => game.seats.length > 2) ??
      games[0];
    const choose = () => this.#choose({}, []).catch((error) => toast(error.message));
    this.game = h(
      "select",
      { name: "game", onchange: choose },
      games.map((game) => h("option", { value: game.name, selected: game === wanted }, game.title)),
    );
    this.seed = h("input", { type: "number", name: "seed", value: this.asked.get("seed") ?? 0, min: 0 });
    this.button = h("button", { className: "main", type: "submit" }, say("society_live"));
    this.place = h("div", {}, placeholders(3));
    const submit = (event) => {
      event.preventDefault();
      this.#live();
    };
    const form = h(
      "form",
      { onsubmit: submit },
      h(
        "div",
        { className: "fields" },
        h("label", {}, h("span", {}, say("column_game")), this.game),
        h("label", {}, h("span", {}, say("society_seed")), this.seed),
      ),
      this.place,
      h("div", { className: "buttons" }, this.button),
    );
    this.element = h("details", { className: "panel", open: true }, h("summary", {}, say("society_who")), form);
  }

  leave() {
    this.left = true;
    this.#closeFilm();
  }

  #closeFilm() {
    this.film?.close();
    clearTimeout(this.settling);
  }

  // Fills the form; the society of a link lives at once, and its film begins at the step of the link.
  async open() {
    try {
      await this.#choose(Object.fromEntries(this.asked), this.asked.get("agents")?.split(",") ?? []);
      if (this.asked.has("game") && !this.left) await this.#live(Number(this.asked.get("step") ?? 0));
    } catch (error) {
      this.#showError(error);
    }
  }

  // Shows the options and the seats of the chosen game.
  async #choose(given, chosen) {
    const game = this.games.find((one) => one.name === this.game.value);
    const items = files(this.all, game.name);
    const seats = h("div", { className: "seats" });
    const seat = async () => {
      const isLatest = this.seats.begin();
      const { seats: names } = await post("/seats", { game: game.name, options: this.options.values() });
      if (!isLatest()) return;
      const agents = this.agents?.map((agent) => agent.value() ?? "") ?? chosen;
      this.agents = names.map((name, i) => agentField(name, items, agents[i]));
      seats.replaceChildren(...this.agents.map((agent) => agent.element));
    };
    const changed = () => seat().catch((error) => toast(error.message));
    const options = optionFields(game.options, "society", changed, given);
    this.options = options;
    this.agents = null;
    await seat();
    if (options === this.options) this.place.replaceChildren(options.element, seats); // no other game has been chosen
  }

  async #live(step = 0) {
    const [game, options, seed] = [this.game.value, this.options.values(), Number(this.seed.value)];
    const agents = this.agents.map((agent) => agent.value());
    const names = agents.some(Boolean) ? { agents: agents.map((name) => name ?? "").join(",") } : {};
    const query = new URLSearchParams({ game, seed: String(seed), ...options, ...names });
    history.replaceState(null, "", `/society?${query}`);
    this.button.disabled = true;
    const spinner = h("span", { className: "spinner", "aria-hidden": "true" });
    this.shown.replaceChildren(h("p", { className: "status" }, spinner, say("society_living")));
    this.#closeFilm();
    try {
      const life = await post("/societies", { game, options, agents, seed });
      if (this.left) return;
      this.film = new Film(life, step, (at) => this.#remember(query, at));
      this.shown.replaceChildren(this.film.element);
      this.element.open = false;
    } catch (error) {
      this.#showError(error);
    }
    this.button.disabled = false;
  }

  // The address has the step that is shown, once it rests.
  #remember(query, step) {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (step > 0) query.set("step", String(step));
      else query.delete("step");
      history.replaceState(null, "", `/society?${query}`);
    }, SETTLED);
  }

  #showError(error) {
    this.shown.replaceChildren(h("p", { className: "notice" }, error.message));
  }
}

function agentField(label, items, chosen) {
  const select = h(
    "select",
    {},
    h("option", { value: "" }, say("society_own")),
    items.map((item) => h("option", { value: item.name, selected: item.name === chosen }, item.name)),
  );
  return {
    element: h("div", { className: "seat" }, h("label", {}, h("span", {}, label), select)),
    value: () => select.value || null,
  };
}
