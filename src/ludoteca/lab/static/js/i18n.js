// The page's words, in the reader's language.

let words = {};

export function language() {
  const kept = localStorage.getItem("language");
  if (kept === "en" || kept === "es") return kept;
  return navigator.language.toLowerCase().startsWith("es") ? "es" : "en";
}

export async function learn(code = language()) {
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
  const answer = await fetch(`/api/words?lang=${code}`);
  words = await answer.json();
}

// A sentence with its values; {n:count step|steps} is a number with what there are that many of.
export function say(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)(?::count ([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    return one === undefined ? value : `${number(value)} ${value === 1 ? one : many}`;
  });
}

// A mind as people call it: without the fingerprint that records need.
export const mindName = (mind) => mind.replace(/[,:]digest=[0-9a-f]+/, "");

export const number = (value, digits = 0) =>
  value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
