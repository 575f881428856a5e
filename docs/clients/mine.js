#!/usr/bin/env node
// A program for Ludoteca: chooses the legal move that gains most. See ../protocol.md.
const readline = require("node:readline");

// A game begins: `seat` is ours.
function join(request) {
  return "ready";
}

// A move, and why.
function choose(request) {
  const gains = new Map();
  for (const [relation, move, seat, points] of request.facts) {
    if (relation === "gain" && seat === request.seat) gains.set(move, points);
  }
  const gain = (move) => gains.get(move) ?? 0;
  const move = request.moves.reduce((best, other) => (gain(other) > gain(best) ? other : best));
  return { move, because: "no move gains more" };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const answer = request.do === "join" ? join(request) : choose(request);
  console.log(JSON.stringify({ id: request.id, done: answer }));
});
