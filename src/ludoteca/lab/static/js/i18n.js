// i18n: the messages of the page in the reader's language, and numbers as that language writes them.

let messages = {};

export function language() {
  const chosen = localStorage.getItem("language");
  if (chosen === "en" || chosen === "es") return chosen;
  return navigator.language.toLowerCase().startsWith("es") ? "es" : "en";
}

export async function loadMessages(code = language()) {
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
  const answer = await fetch(`/api/messages?lang=${code}`);
  messages = await answer.json();
}

// A message with its values; {n:count step|steps} is a number with its noun.
export function say(key, values = {}) {
  const text = messages[key] ?? key;
  return text.replace(/\{(\w+)(?::count ([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    return one === undefined ? value : `${number(value)} ${value === 1 ? one : many}`;
  });
}

/** @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence that goes on from other words: without a capital letter. @param {string} sentence */
export const uncapitalized = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

// The name of a mind without the digest and the shelf of its knowledge file, which only records need.
export const mindName = (mind) => mind.replace(/[,:]digest=[0-9a-f]+/, "").replace(/file=[0-9a-f]{10}\//, "file=");

export const number = (value, digits = 0) =>
  value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A number with its sign; zero has none. @param {number} value */
export const signed = (value, digits = 0) => {
  const rounded = Number(value.toFixed(digits)) || 0;
  return `${rounded > 0 ? "+" : ""}${number(rounded, digits)}`;
};
