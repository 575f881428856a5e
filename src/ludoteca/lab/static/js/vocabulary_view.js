// The vocabulary beside a knowledge file: the game's relations as the language of the school writes them, or the
// declarations of the game's planning domain.

import { get } from "./api.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// How a relation is written as a term of a logic program, and as a template of a production system.
const WRITTEN = {
  relations: ({ name, args }) => (args.length ? `${name}(${args.map(capital).join(", ")})` : name),
  templates: ({ name, args }) => `(${[name, ...args.map((arg) => `(${arg} ?${arg})`)].join(" ")})`,
};

/**
 * The words of a game's vocabulary that the editor completes, with their meaning.
 * @param {string} style as for `vocabulary`
 * @param {string} game
 * @param {any} catalogue
 * @returns {Promise<import("./completion.js").Word[]>}
 */
export async function vocabularyWords(style, game, catalogue) {
  if (style === "domain") {
    const { declarations } = await ownDomain(game, catalogue);
    const declared = [...declarations.matchAll(/(\(([A-Za-z][\w-]*)[^()]*\))[^\S\n]*(?:;+\s*(.*))?/g)];
    return declared.map(([, written, label, about]) => ({ label, written, about: about ?? "" }));
  }
  const relations = await get(`/vocabulary/${game}`);
  return relations.map((relation) => ({
    label: relation.name,
    written: WRITTEN[style](relation),
    about: relation.about,
  }));
}

/**
 * @param {string} style how the school writes it: `relations`, `templates` or `domain`
 * @param {string} game
 * @param {any} catalogue
 */
export async function vocabulary(style, game, catalogue) {
  if (style === "domain") return domain(game, catalogue);
  const relations = await get(`/vocabulary/${game}`);
  // Rules choose by a fact; only agents have actions.
  const kinds = ["position", "move", "event", ...(style === "templates" ? [] : ["action"])];
  const group = (kind) => {
    const entries = relations
      .filter((relation) => relation.kind === kind)
      .flatMap((relation) => [h("dt", {}, h("code", {}, WRITTEN[style](relation))), h("dd", {}, relation.about)]);
    return h("details", { open: true }, h("summary", {}, say(`vocabulary_${kind}`)), h("dl", {}, entries));
  };
  return h("div", {}, kinds.map(group));
}

// The game's own planning domain, if it has one, and its declarations, which other domains for the game must share.
async function ownDomain(game, { knowledge, minds }) {
  const schools = minds.filter((mind) => mind.vocabulary === "domain").map((mind) => mind.name);
  const own = knowledge.find((item) => item.game === game && item.own && schools.includes(item.school));
  if (!own) return { own: null, declarations: "" };
  const { text } = await get(`/knowledge/${game}/${own.name}`);
  const start = Math.max(0, text.search(/\(:(types|constants|predicates|functions)\b/));
  return { own, declarations: text.slice(start, text.search(/^\s*(;;.*\s*)?\(:action\b/m)).trim() };
}

async function domain(game, catalogue) {
  const { own, declarations } = await ownDomain(game, catalogue);
  const planning = catalogue.games.find((one) => one.name === game).planning;
  const plans = h("p", {}, h("a", { href: planning ? `/plans?game=${game}` : "/plans" }, say("to_plans")));
  if (!own) return h("div", {}, h("p", { className: "faint" }, say("no_domain")), plans);
  const link = h("a", { href: `/write/${game}/${own.name}` }, own.name);
  const listing = h("pre", { className: "words" }, h("code", {}, declarations));
  return h("div", {}, h("p", {}, say("domain_vocabulary"), " ", link), plans, listing);
}
