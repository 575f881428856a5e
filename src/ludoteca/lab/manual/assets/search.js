// The search of the documentation: every word must occur in a part of a page; headings count most.

const MOST = 12; // results shown
const AROUND = 70; // characters of the text on either side of a word

/** @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** @type {[string, string, string, string][]} */
const rows = Reflect.get(window, "ludotecaSearchIndex") ?? [];
const index = rows.map(([address, page, heading, text]) => ({
  address,
  page,
  heading,
  text,
  title: plain(`${page} ${heading}`),
  body: plain(text),
}));

/** The parts that have all words, the best first. @param {string} asked */
function results(asked) {
  const words = plain(asked).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return index
    .map((part) => ({ part, points: points(part, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MOST)
    .map(({ part }) => ({ part, words }));
}

function points(part, words) {
  let sum = 0;
  for (const word of words) {
    const own = (part.title.includes(word) ? 10 : 0) + Math.min(5, part.body.split(word).length - 1);
    if (own === 0) return 0;
    sum += own;
  }
  return sum;
}

function excerpt({ part, words }) {
  const at = Math.max(0, part.body.indexOf(words[0]) - AROUND);
  return `${at > 0 ? "…" : ""}${part.text.slice(at, at + 2 * AROUND)}…`;
}

const field = /** @type {HTMLInputElement} */ (document.querySelector(".search input"));
const list = /** @type {HTMLOListElement} */ (document.querySelector(".search ol"));

function show() {
  const found = results(field.value);
  const below = document.body.dataset.below ?? "";
  list.replaceChildren(
    ...found.map((result) => {
      const link = document.createElement("a");
      link.href = below + result.part.address;
      const title = document.createElement("b");
      title.textContent =
        result.part.page === result.part.heading ? result.part.page : `${result.part.page} › ${result.part.heading}`;
      const text = document.createElement("small");
      text.textContent = excerpt(result);
      link.append(title, text);
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  if (found.length === 0) list.textContent = field.dataset.none ?? "";
  list.hidden = field.value.trim() === "";
}

field.addEventListener("input", show);
field.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
field.form?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  field.value = "";
  show();
});

// On a narrow screen the navigation begins folded.
if (matchMedia("(max-width: 800px)").matches) document.querySelector("nav > details")?.removeAttribute("open");

if (field.value !== "") show(); // typed before this script was there
