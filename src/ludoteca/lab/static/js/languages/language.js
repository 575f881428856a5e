// The language of a file in the editor: schools bring theirs as `editor.SUFFIX.js`. A language has a stream parser, a
// pattern for words that can be completed, words of its own, and a function for the names that a text defines.

/**
 * @param {string} name of a file
 * @returns {Promise<{ parser: (words: Set<string>) => any, word: RegExp, keywords: string[],
 *   definitions: (text: string) => string[] } | null>}
 */
export async function languageOf(name) {
  const suffix = name.match(/\.(\w+)$/)?.[1];
  return suffix ? import(`/languages/${suffix}.js`).catch(() => null) : null;
}
