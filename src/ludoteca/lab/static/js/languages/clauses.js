// Languages of clauses that end with a full stop: a parser for what two of them share.

import { begin, countBracket, goOn } from "./tokens.js";

const OPERATOR = /[-+*/\\^<>=~:.?@#&|!;,]/;

/**
 * @param {{ line: string, keywords: Set<string>, words: Set<string>, arrow: RegExp, atom: RegExp }} language `line`
 *   begins a comment, `arrow` stands between head and body, `words` are those of the game
 */
export function clauseParser({ line, keywords, words, arrow, atom }) {
  const nameStyle = (name) => {
    if (keywords.has(name)) return "keyword";
    return words.has(name) ? "typeName" : null;
  };
  const token = (stream, state) => {
    if (state.inside) return goOn(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(line)) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) return begin(stream, state, "*/", "comment");
    if (stream.match(/^0'(\\.|.)/) || stream.match(/^\d+(\.\d+)?([eE][-+]?\d+)?/)) return "number";
    if (stream.match(/^[A-Z_]\w*/)) return "variableName";
    const name = stream.match(atom);
    if (name) return nameStyle(name[0]);
    if (stream.match(arrow)) {
      state.body = true;
      return "definitionOperator";
    }
    if (stream.match(/^\.(?=\s|$|%|\/\/)/)) {
      state.body = false;
      state.depth = 0;
      return "punctuation";
    }
    const next = stream.next();
    if ("'\"`".includes(next)) return begin(stream, state, next, "string");
    if ("()[]{}".includes(next)) return countBracket(state, next);
    return OPERATOR.test(next) ? "operator" : null;
  };
  return {
    startState: () => ({ inside: null, depth: 0, body: false }),
    copyState: (state) => ({ ...state }),
    token,
    indent: ({ inside, depth, body }, after, { unit }) => {
      if (inside) return null;
      return unit * Math.max(0, depth + (body ? 1 : 0) - (/^[)\]}]/.test(after) ? 1 : 0));
    },
    languageData: {
      commentTokens: { line, block: { open: "/*", close: "*/" } },
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
      indentOnInput: /^\s*[)\]}]$/,
    },
  };
}
