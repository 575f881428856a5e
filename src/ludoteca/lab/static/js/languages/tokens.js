// Tokens of several languages: comments and quotations that may go on over lines. The state of a parser remembers
// in `inside` how the one under way ends.

/** Reads to the end of a comment or a quotation, or of the line. @param {any} stream @param {any} state */
export function goOn(stream, state) {
  const { end, style } = state.inside;
  while (!stream.eol()) {
    if (stream.match(end)) {
      state.inside = null;
      return style;
    }
    if (stream.next() === "\\" && style !== "comment") stream.next();
  }
  return style;
}

/** Begins a comment or a quotation. @param {any} stream @param {any} state @param {string} end @param {string} style */
export function begin(stream, state, end, style) {
  state.inside = { end, style };
  return goOn(stream, state);
}

/** Counts the brackets that are open. @param {any} state @param {string} bracket */
export function countBracket(state, bracket) {
  if ("([{".includes(bracket)) state.depth += 1;
  else state.depth = Math.max(0, state.depth - 1);
  return "bracket";
}

/** The first groups of all matches. @param {string} text @param {RegExp} pattern */
export const firstGroups = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
