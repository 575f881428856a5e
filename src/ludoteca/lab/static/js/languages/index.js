// The languages of the editor, by the suffix of a file. A language has a stream parser, a pattern for words that can be
// completed, words of its own, and a function for the names that a text defines.

const LANGUAGES = {
  ".pl": () => import("./prolog.js"),
  ".clp": () => import("./clips.js"),
  ".asl": () => import("./agentspeak.js"),
  ".pddl": () => import("./pddl.js"),
  ".py": () => import("./python.js"),
};

/**
 * @param {string} name of a file
 * @returns {Promise<{ parser: (words: Set<string>) => any, word: RegExp, keywords: string[],
 *   definitions: (text: string) => string[] } | null>}
 */
export async function languageOf(name) {
  const suffix = Object.keys(LANGUAGES).find((one) => name.endsWith(one));
  return suffix ? LANGUAGES[suffix]() : null;
}
