// Elements of the page. Strings become text, never HTML, except in `picture`, which is given the server's own drawings
// and rules pages.

/**
 * An element with properties, attributes or listeners (`onclick`), and children; `null` and `false` are left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {any} an element; `any`, since its type depends on the tag
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * A table.
 * @param {Record<string, any>} properties
 * @param {any[]} head the cells of its header
 * @param {any[][]} rows the cells of its rows
 */
export function table(properties, head, rows) {
  const body = rows.map((cells) => h("tr", {}, cells));
  return h("table", properties, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
}

// A cell at the head of a column or of a row, and a cell with a number.
export const columnHead = (...content) => h("th", { scope: "col" }, ...content);
export const rowHead = (...content) => h("th", { scope: "row" }, ...content);
export const numberCell = (...content) => h("td", { className: "number" }, ...content);

/** An element with markup that the server has drawn. @param {string} markup */
export function picture(markup, properties = {}) {
  const element = h("div", properties);
  element.innerHTML = markup;
  return element;
}

/**
 * Shows these children in place of others. Those that look the same stay, so that what has the focus keeps it; where it
 * is lost, it goes to what is new, if possible to something of the same kind.
 * @param {HTMLElement} place
 * @param {any[]} children
 */
export function refresh(place, children) {
  const hadFocus = place.contains(document.activeElement);
  const kind = document.activeElement?.tagName ?? "";
  const old = [...place.childNodes];
  const added = [];
  for (const child of children) {
    const same = old.findIndex((node) => node.isEqualNode(child));
    for (const gone of old.splice(0, same + 1).slice(0, -1)) gone.remove();
    if (same >= 0) continue;
    place.insertBefore(child, old[0] ?? null);
    added.push(child);
  }
  for (const gone of old) gone.remove();
  if (!hadFocus || place.contains(document.activeElement)) return;
  const found = (selector) => added.map((child) => child.querySelector(selector)).find(Boolean);
  (found(kind) ?? found("button, a[href], input, select"))?.focus();
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

let hiding;

export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => place.classList.remove("shown"), 5000);
}

// Another page is shown: its toast is hidden.
export const hideToast = () => document.getElementById("toast").classList.remove("shown");

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const ICONS = {
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  back: "M17 4v16L6 12z",
  play: "M7 4l13 8L7 20z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M7 4l11 8L7 20zM18 4h2v16h-2z",
  newest: "M4 4l11 8L4 20zM16 4h3v16h-3z",
  menu: "M3 5h18v2.5H3zM3 11h18v2.5H3zM3 17h18v2.5H3z",
  docs: "M3 5c3-1 6-1 8 1v14c-2-2-5-2-8-1zM21 5c-3-1-6-1-8 1v14c2-2 5-2 8-1z",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
};

export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
