// Languages of parentheses: a parser for what two of them share.

import { begin, countBracket, goOn } from "./tokens.js";

/** @param {{ keywords: Set<string>, words: Set<string>, indent: number }} language `words` are those of the game */
export function parenthesesParser({ keywords, words, indent }) {
  const token = (stream, state) => {
    if (state.inside) return goOn(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(";")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match('"')) return begin(stream, state, '"', "string");
    if (stream.match(/^\$?\?[\w*-]*/)) return "variableName";
    if (stream.match(/^-?\d+(\.\d+)?(?![\w-])/)) return "number";
    if (stream.match(/^=>/)) return "definitionOperator";
    if (stream.match(/^:[\w-]+/)) return "keyword";
    const name = stream.match(/^[A-Za-z][\w-]*/);
    if (name) {
      if (keywords.has(name[0].toLowerCase())) return "keyword";
      return words.has(name[0]) ? "typeName" : null;
    }
    const next = stream.next();
    return "()".includes(next) ? countBracket(state, next) : "operator";
  };
  return {
    startState: () => ({ inside: null, depth: 0 }),
    copyState: (state) => ({ ...state }),
    token,
    indent: ({ inside, depth }, after) =>
      inside ? null : indent * Math.max(0, depth - (after.startsWith(")") ? 1 : 0)),
    languageData: {
      commentTokens: { line: ";" },
      closeBrackets: { brackets: ["(", '"'] },
      indentOnInput: /^\s*\)$/,
    },
  };
}
