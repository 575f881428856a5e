// Completion: the vocabulary of the game with its meaning, the words of the language, and the names that the text
// defines.

/**
 * A word that is completed: what is written for it, and what it means.
 * @typedef {{ label: string, written: string, about: string }} Word
 */

/**
 * A source of completions for CodeMirror.
 * @param {{ word: RegExp, keywords: string[], definitions: (text: string) => string[] }} language
 * @param {Word[]} words
 */
export function completion({ word, keywords, definitions }, words) {
  const known = words.map(({ label, written, about }) => ({
    label,
    detail: written,
    info: about || undefined,
    type: "type",
    boost: 2,
    apply: (view, _, from, to) => insert(view, label, written, from, to),
  }));
  const taken = new Set(words.map(({ label }) => label));
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from).match(word)?.[0] ?? "";
    if (!before && !context.explicit) return null;
    const rest = [...definitions(context.state.doc.toString()), ...keywords];
    const others = [...new Set(rest)].filter((label) => !taken.has(label) && label !== before);
    const options = [...known, ...others.map((label) => ({ label }))];
    return { from: context.pos - before.length, options, validFor: /^[\w.:-]*$/ };
  };
}

// Writes a word with its arguments; only the word where brackets are there already.
function insert(view, label, written, from, to) {
  const [before, after] = [view.state.sliceDoc(from - 1, from), view.state.sliceDoc(to, to + 1)];
  const inner = written.startsWith("(") && before === "(" ? written.slice(1, -1) : written;
  const text = after === "(" ? label : inner;
  view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length } });
}
