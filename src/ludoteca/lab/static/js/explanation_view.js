// Why a move was made: the reason in a sentence, what it rests on, what was turned down, and the school's own picture.

import { h } from "./dom.js";
import { say } from "./i18n.js";

// Where a rule is written: its file, opened at its line.
export const sourceLink = (game, source) => {
  const room = source?.file.includes("/") ? "inference" : "write"; // a game's own rules lie in folders of theirs
  return (
    source &&
    h(
      "a",
      { className: "source", href: `/${room}/${game.game}/${source.file}?line=${source.line}` },
      `${source.file}:${source.line}`,
    )
  );
};

export function why(told, game, ply) {
  if (!told) return [h("h2", {}, say("why")), h("p", { className: "faint" }, say("no_move_yet"))];
  const turn = game.turns[ply - 1];
  const seat = turn ? game.seats[turn.seat] : null;
  const parts = [
    h("h2", {}, seat ? say("why_title", { seat: seat.title, move: told.move }) : say("why")),
    h("p", { className: "reason" }, told.reason.sentence, " ", sourceLink(game, told.reason.source)),
    ...because(told.reason.because, game),
  ];
  if (told.trace) {
    const place = h("div", { className: "picture" });
    draw(told.trace, game, place);
    parts.push(place);
  }
  if (told.rejected.length > 0)
    parts.push(
      h(
        "details",
        { className: "rejected", open: told.rejected.length <= 6 },
        h("summary", {}, say("turned_down", { n: told.rejected.length })),
        h(
          "ul",
          {},
          told.rejected.map(({ move, reason: other }) =>
            h(
              "li",
              {},
              h("b", {}, move),
              " ",
              other.sentence,
              " ",
              sourceLink(game, other.source),
              other.because.filter(expects).map((line) => h("small", {}, " ", line.sentence)),
            ),
          ),
        ),
      ),
    );
  return parts.filter(Boolean);
}

const MANY = 8; // reasons that are read at once

function because(reasons, game) {
  if (reasons.length === 0) return [];
  const items = reasons.map((one) => reason(one, game));
  const first = h("ul", { className: "because" }, items.slice(0, MANY));
  if (items.length <= MANY + 2) return [h("ul", { className: "because" }, items)];
  return [
    first,
    h(
      "details",
      {},
      h("summary", {}, say("because_more", { n: items.length - MANY })),
      h("ul", { className: "because" }, items.slice(MANY)),
    ),
  ];
}

// What fired when the move was made, phase by phase: for games whose rules fire.
export function fired(lines, game) {
  if (lines.length === 0) return [];
  const phases = [];
  for (const line of lines) {
    if (phases.at(-1)?.when !== line.when) phases.push({ when: line.when, lines: [] });
    phases.at(-1).lines.push(line);
  }
  return [
    h(
      "details",
      { className: "happened", open: lines.length <= 12 },
      h("summary", {}, say("happened", { n: lines.length })),
      phases
        .map((phase) => [
          h("h3", {}, phase.when),
          h(
            "ul",
            {},
            phase.lines.map((line) => h("li", { title: line.rule }, line.sentence, " ", sourceLink(game, line.source))),
          ),
        ])
        .flat(),
    ),
  ];
}

const expects = (told) => told.evidence.length === 0 && told.because.length === 0;
const reason = (told, game) =>
  h(
    "li",
    {},
    told.sentence,
    " ",
    sourceLink(game, told.source),
    told.because.length > 0 &&
      h(
        "ul",
        {},
        told.because.map((one) => reason(one, game)),
      ),
  );

// Each kind of trace has a module of its own, loaded when the first of its kind is to be drawn.
async function draw(trace, game, place) {
  const { picture } = await import(`/traces/${trace.kind}.js`);
  place.replaceChildren(picture(trace, game));
}
