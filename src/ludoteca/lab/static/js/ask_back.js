// Questions about a choice: why not another move, and what would change the mind. The game goes on undisturbed.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { reasonItem, told } from "./explanation_view.js";
import { mindName, say } from "./i18n.js";
import { still } from "./still_board.js";

/**
 * A fold with the questions about a choice; the moves and minds are asked for when it is opened.
 * @param {any} game
 * @param {number} moves those before the choice
 */
export function askBack(game, moves) {
  const panel = h("div", { className: "questions" });
  const open = async () => {
    if (!fold.open || panel.childElementCount > 0) return;
    panel.replaceChildren(...(await fields(game, moves)));
  };
  const fold = h("details", { className: "ask-back", ontoggle: open }, h("summary", {}, say("ask_back")), panel);
  return fold;
}

async function fields(game, moves) {
  const { text: chosen, seat } = game.turns[moves];
  const [names, { minds }] = await Promise.all([
    get(`/games/${game.id}/positions/${moves}/moves`),
    post("/seats", { game: game.game, options: game.options }),
  ]);
  const others = Object.keys(names).filter((text) => text !== chosen);
  if (others.length === 0) return [h("p", { className: "faint" }, say("ask_only_move"))];
  const { mind, person } = game.seats[seat];
  const able = minds.filter((name) => name !== mind && name !== "human");
  const move = h("select", { name: "ask-move" }, ...others.map((text) => option(text, names[text])));
  const who = h(
    "select",
    { name: "ask-mind" },
    h("option", { value: "" }, person ? say("ask_adviser") : mindName(mind)),
    ...able.map((name) => option(name)),
  );
  const answer = h("div", { className: "answer", role: "status", "aria-live": "polite" });
  const buttons = ["why-not", "what-if"].map((question) => {
    const key = question.replace("-", "_");
    return h("button", { type: "button", onclick: () => ask(question, key) }, say(`ask_${key}`));
  });

  async function ask(question, key) {
    for (const button of buttons) button.disabled = true;
    answer.replaceChildren(h("span", { className: "spinner", "aria-hidden": "true" }), say(`ask_${key}_waiting`));
    try {
      const body = { move: move.value, mind: who.value || null };
      const found = await post(`/games/${game.id}/positions/${moves}/${question}`, body);
      answer.replaceChildren(...(question === "why-not" ? against(found, game) : change(found, game)));
    } catch (error) {
      answer.replaceChildren(h("p", { className: "notice" }, error.message));
    }
    for (const button of buttons) button.disabled = false;
  }

  return [
    h("label", {}, say("ask_move"), " ", move),
    h("label", {}, say("ask_mind"), " ", who),
    h("div", { className: "buttons" }, buttons),
    answer,
  ];
}

const option = (value, name = value) => h("option", { value }, name);

function against({ mind, chosen, chosen_name, reason, move, name, against: found }, game) {
  const names = { mind: mindName(mind), move: chosen_name };
  if (chosen === move) return [h("p", {}, h("b", {}, say("ask_chooses_it", names)), " ", told(reason, game))];
  const title = h("h3", {}, say("ask_not", { move: name }));
  const none = () => h("p", {}, say("ask_no_reason", { move: name }));
  const said = found === null ? none() : h("ul", {}, reasonItem(found, game));
  return [title, said, h("p", { className: "faint" }, say("ask_chooses", names), " ", told(reason, game))];
}

function change({ mind, name: move, tried, complete, change: found }, game) {
  if (found === null) return [h("p", {}, say(complete ? "ask_none" : "ask_not_found", { move, tried }))];
  const facts = (title, list) => h("li", {}, say(title), h("ul", {}, list.map(factItem)));
  return [
    h("h3", {}, say("ask_change", { mind: mindName(mind), move })),
    h("ul", {}, facts("ask_gone", found.gone), facts("ask_new", found.new)),
    h("div", { className: "changed-board" }, still(found.svg)),
    h("p", {}, told(found.reason, game)),
    h("p", { className: "faint" }, say("ask_tried", { tried })),
  ];
}

// A fact in words, with the fact itself beside them.
const factItem = ({ fact, words }) =>
  h("li", {}, words, words && " ", h("code", { className: words && "faint" }, fact));
