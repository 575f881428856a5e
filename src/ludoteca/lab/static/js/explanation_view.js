// The explanation of a move: the reason, what it rests on, the rejected moves, and the picture of the school's trace.

import { h } from "./dom.js";
import { capitalized, say } from "./i18n.js";
import { fileOf, foreignShelf } from "./me.js";
import { addressOf } from "./place.js";
import { playsAlone, seatName } from "./seats.js";
import { marked, numberReasons } from "./verdict_marks.js";

// A link to the line of a file in which a rule is written, with the place in which it spoke, if the game has one.
export const sourceLink = (game, source) => {
  if (!source) return source;
  const { file, line } = source;
  const href = file.includes("/") // the rules of games lie in folders
    ? `/inference/${game.game}/${file}?line=${line}`
    : addressOf(`/write/${game.game}/${file}`, game.place, { line, shelf: game.shelf });
  return h("a", { className: "source", href }, `${file}:${line}`);
};

/**
 * @param {any} why the explanation, or null before the first move
 * @param {any} shown the game
 * @param {number} ply
 * @param {any[]} fired the rules that fired: what they did is not said twice
 */
export function explanation(why, shown, ply, fired = []) {
  const shelf = foreignShelf(shown.seats?.[shown.turns?.[ply - 1]?.seat]?.mind);
  const game = { place: placeBefore(shown, ply), ...shown, shelf: shelf ?? shown.shelf };
  if (!why) return [h("h2", {}, say("why")), h("p", { className: "faint" }, say("no_move_yet"))];
  numberReasons(why);
  const turn = game.turns[ply - 1];
  const said = new Set(fired.map(({ sentence }) => sentence));
  const parts = [
    h("h2", {}, turn ? whyTitle(game, turn) : say("why")),
    h("p", { className: "reason" }, told({ ...why.reason, sentence: capitalized(why.reason.sentence) }, game)),
    ...because(
      why.reason.because.filter((one) => one.because.length > 0 || !said.has(one.sentence)),
      game,
    ),
  ];
  if (why.trace) {
    const place = h("div", { className: "picture" });
    drawTrace(why.trace, game, place);
    parts.push(h("div", { className: "marked" }, marked("trace", place)), stepLink(why, game, ply));
  }
  if (why.rejected.length > 0) parts.push(rejected(why.rejected, why.rejected_omitted, game));
  return parts.filter(Boolean);
}

// The position in which a move was chosen; none while the game keeps secrets.
const placeBefore = (game, ply) => (game.id && game.seed !== null && ply > 0 ? { game: game.id, ply: ply - 1 } : null);

// A link to the steps of the program that chose a move of a game.
function stepLink({ steps }, game, ply) {
  const turn = game.turns[ply - 1];
  if (!steps || !turn || !game.place || game.shelf) return null;
  const { mind } = game.seats[turn.seat];
  const digest = mind.match(/\bdigest=([0-9a-f]{8})/)?.[1];
  const main = fileOf(mind) ?? steps; // the reason may lie in a file it includes
  const href = addressOf(`/step/${game.game}/${main}`, game.place, digest ? { digest } : {});
  return h("p", {}, h("a", { className: "button", href }, say("step_through")));
}

function whyTitle(game, turn) {
  const move = turn.name ?? turn.text;
  if (playsAlone(game) && game.yours[0] === turn.seat) return say("why_you", { move });
  return say("why_title", { seat: seatName(game, turn.seat), move });
}

function rejected(moves, omitted, game) {
  const rows = moves.map(({ move, name, reason: other }) => [
    h("b", { title: move }, name),
    ": ",
    told(other, game),
    other.because.filter(isExpectation).map((line) => h("small", {}, told(line, game))),
  ]);
  const list = rows.map((row) => h("li", {}, ...row));
  if (omitted > 0) list.push(h("li", { className: "faint" }, say("rejected_omitted", { n: omitted })));
  const summary = h("summary", {}, say("rejected_moves", { n: moves.length + omitted }));
  return h("details", { className: "rejected", open: moves.length <= 6 }, summary, h("ul", {}, list));
}

const MANY = 8; // reasons that are shown at once

function because(reasons, game) {
  if (reasons.length === 0) return [];
  const items = reasons.map((one) => reasonItem(one, game));
  const list = (some) => h("ul", { className: "because" }, some);
  if (items.length <= MANY + 2) return [list(items)];
  const summary = h("summary", {}, say("because_more", { n: items.length - MANY }));
  return [list(items.slice(0, MANY)), h("details", {}, summary, list(items.slice(MANY)))];
}

// The rules of the game that fired when the move was made, phase by phase. Bookkeeping is hidden until it is asked for.
export function firings(log, game) {
  if (log.length === 0) return [];
  const phases = [];
  for (const entry of log) {
    if (phases.at(-1)?.when !== entry.when) phases.push({ when: entry.when, entries: [] });
    phases.at(-1).entries.push(entry);
  }
  const hidden = log.filter(({ bookkeeping }) => bookkeeping).length;
  const item = ({ sentence, bookkeeping, firing: { activation } }) =>
    h(
      "li",
      { title: activation.rule, className: bookkeeping && "bookkeeping" },
      sentence,
      " ",
      sourceLink(game, activation.source),
    );
  const content = phases.map(({ when, entries }) => {
    const className = entries.every(({ bookkeeping }) => bookkeeping) && "bookkeeping";
    return h("section", { className }, h("h3", {}, when), h("ul", {}, entries.map(item)));
  });
  const title = say("rules_fired", { n: log.length });
  const element = h("section", { className: "happened" }, h("h2", {}, title), content);
  if (hidden > 0) element.append(bookkeepingButton(element, hidden));
  return [element];
}

function bookkeepingButton(element, n) {
  const label = (shown) => say(shown ? "bookkeeping_hide" : "bookkeeping_show", { n });
  const onclick = () => {
    button.textContent = label(element.classList.toggle("all"));
  };
  const button = h("button", { type: "button", className: "quiet small", onclick }, label(false));
  return button;
}

// An expected line of play: a reason without evidence.
const isExpectation = (one) => one.evidence.length === 0 && one.because.length === 0;

// A reason with those behind it.
export function reasonItem(one, game) {
  const behind = one.because.map((other) => reasonItem(other, game));
  return h("li", {}, told(one, game), behind.length > 0 && h("ul", {}, behind));
}

// A reason with the rule it comes from, and with places for its verdict.
export const told = (one, game) => marked(one.number, one.sentence, " ", sourceLink(game, one.source), " ");

/** @type {Map<string, Promise<(trace: any, game: any) => Node>>} */
const pictures = new Map();

// Each kind of trace has a module and a stylesheet, which are loaded before the first trace of that kind is drawn.
function pictureOf(kind) {
  if (!pictures.has(kind)) {
    const loading = Promise.all([import(`/traces/${kind}.js`), stylesheet(`/traces/${kind}.css`)]);
    pictures.set(
      kind,
      loading.then(([module]) => module.picture),
    );
  }
  return pictures.get(kind);
}

// Without a stylesheet, a picture is drawn all the same.
const stylesheet = (href) =>
  new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));

async function drawTrace(trace, game, place) {
  const picture = await pictureOf(trace.kind);
  place.replaceChildren(picture(trace, game));
}
