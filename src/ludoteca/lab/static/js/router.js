// The router: each address belongs to a page, a module that is loaded when it is first shown.

import { h, hideToast, icon, toast } from "./dom.js";
import { language, loadMessages, say } from "./i18n.js";
import { loadMe, me } from "./me.js";
import { skeleton } from "./skeleton.js";

// Each with the skeleton that is shown until it is drawn.
/** @type {[RegExp, () => Promise<{ draw: (...parts: any[]) => any }>, Parameters<typeof skeleton>[0]][]} */
const pages = [
  [/^\/$/, () => import("./home_page.js"), "cards"],
  [/^\/game\/([0-9a-f-]+)(?:\/(\d+))?$/, () => import("./game_page.js"), "board"],
  [/^\/game\/([0-9a-f-]+)\/review(?:\/(\d+))?$/, () => import("./review_page.js"), "board"],
  [/^\/puzzles(?:\/([a-z0-9_]+)(?:\/([0-9a-z]+))?)?$/, () => import("./puzzles_page.js"), "board"],
  [/^\/lessons$/, () => import("./lessons_page.js"), "list"],
  [/^\/lessons\/([a-z0-9-]+)$/, () => import("./lesson_page.js"), "panels"],
  [/^\/records$/, () => import("./records_page.js"), "list"],
  [/^\/matches$/, () => import("./matches_page.js"), "list"],
  [/^\/table$/, () => import("./table_page.js"), "list"],
  [/^\/match\/([0-9a-f]+)$/, () => import("./match_page.js"), "list"],
  [/^\/match\/([0-9a-f]+)\/(\d{1,2})-(\d{1,2})$/, () => import("./pair_page.js"), "list"],
  [/^\/inference(?:\/([a-z_]+)\/([a-z0-9_./-]+))?$/, () => import("./inference_page.js"), "panels"],
  [/^\/plans$/, () => import("./planning_page.js"), "panels"],
  [/^\/society$/, () => import("./society_page.js"), "panels"],
  [/^\/learning(?:\/([0-9a-f]+))?$/, () => import("./learning_page.js"), "panels"],
  [/^\/rules\/([a-z_]+)$/, () => import("./rules_page.js"), "text"],
  [/^\/setup\/([a-z0-9_]+)$/, () => import("./position_editor_page.js"), "board"],
  [/^\/step\/([a-z0-9_]+)\/([a-z0-9_.-]+)$/, () => import("./step_page.js"), "panels"],
  [/^\/assignments$/, () => import("./assignments_page.js"), "cards"],
  [/^\/assignments\/new$/, () => import("./assignment_form_page.js"), "panels"],
  [/^\/assignments\/([a-z0-9-]+)$/, () => import("./assignment_page.js"), "panels"],
  [/^\/assignments\/([a-z0-9-]+)\/league$/, () => import("./league_page.js"), "list"],
  [/^\/assignments\/([a-z0-9-]+)\/similar$/, () => import("./similar_page.js"), "list"],
  [/^\/hand-in\/(\d+)$/, () => import("./hand_in_page.js"), "text"],
  [/^\/class\/game\/([0-9a-f]{32})$/, () => import("./class_game_page.js"), "board"],
  [/^\/class$/, () => import("./class_page.js"), "list"],
  [/^\/write(?:\/([a-z_]+)\/([a-z0-9_.-]+))?$/, () => import("./knowledge_page.js"), "panels"],
];

// The navigation: address, message, and the other addresses that belong to it.
/** @type {[string, string, RegExp][]} */
const sections = [
  ["/", "play", /^\/(game|rules)\//],
  ["/puzzles", "puzzles", /^\/puzzles\//],
  ["/lessons", "lessons", /^\/lessons\//],
  ["/records", "records", /^\/records\//],
  ["/matches", "matches", /^\/match\//],
  ["/table", "table", /^\/table\//],
  ["/write", "write", /^\/(write|setup|step)\//],
  ["/society", "society", /^\/society\//],
  ["/learning", "learning", /^\/learning\//],
  ["/inference", "inference", /^\/inference\//],
  ["/plans", "plans", /^\/plans\//],
];

// In the lab of a class, its own pages come first.
/** @type {typeof sections} */
const ofClass = [
  ["/class", "class", /^\/class\//],
  ["/assignments", "assignments", /^\/(assignments|hand-in)\//],
];
const shownSections = () => (me().name === null ? sections : [...ofClass, ...sections]);

let leave = () => {};
let shown = null; // the pattern of the page that is shown
let drawing = new AbortController(); // of the latest page: an earlier one that is still being drawn is dropped

export async function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  await show();
  focusHeading();
  if (!replace) scrollTo(0, 0);
}

// Another page is shown: its heading gets the focus and is read out.
function focusHeading() {
  const place = document.getElementById("page");
  const heading = place.querySelector("h1") ?? place;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

async function show() {
  drawing.abort();
  drawing = new AbortController();
  const { signal } = drawing;
  leave();
  leave = () => {};
  const place = document.getElementById("page");
  hideToast();
  drawTop();
  for (const [pattern, load, shape] of pages) {
    const found = location.pathname.match(pattern);
    if (!found) continue;
    showSkeleton(pattern, shape);
    try {
      const page = await load();
      const content = await page.draw(...found.slice(1), signal);
      if (signal.aborted) return content.leave?.();
      place.replaceChildren(content.element);
      place.ariaBusy = "false";
      leave = content.leave ?? leave;
      document.title = `${content.title} · Ludoteca`;
    } catch (error) {
      if (signal.aborted) return;
      place.ariaBusy = "false";
      showNotice(error.message);
    }
    return;
  }
  shown = null;
  place.ariaBusy = "false";
  showNotice(say("nothing_here"));
}

function showNotice(text) {
  const parts = [h("h1", { className: "notice" }, text), h("a", { href: "/" }, say("play"))];
  document.getElementById("page").replaceChildren(...parts);
  document.title = "Ludoteca";
}

// Shows the outline of a page; the page that is shown already stays until it is drawn again.
function showSkeleton(pattern, shape) {
  const place = document.getElementById("page");
  if (pattern !== shown) place.replaceChildren(skeleton(shape));
  shown = pattern;
  place.ariaBusy = "true";
}

function drawTop() {
  const { pathname } = location;
  const current = (path, others) => (pathname === path ? "page" : others.test(pathname) && "true");
  const who = (path) => path === "/class" && h("small", { className: "who" }, me().member?.name);
  const link = ([path, key, others]) =>
    h("a", { href: path, "aria-current": current(path, others) }, say(key), " ", who(path));
  const nav = document.getElementById("nav");
  nav.replaceChildren(...shownSections().map(link));
  nav.setAttribute("aria-label", say("menu"));
  document.getElementById("menu").replaceChildren(icon("menu"), say("menu"));
  openMenu(false);
  document.querySelector(".skip").textContent = say("skip");
  const other = language() === "en" ? "es" : "en";
  document.getElementById("switches").replaceChildren(
    h(
      "a",
      {
        className: "button quiet",
        href: `/docs/${language()}/index.html`,
        "aria-label": say("docs"),
        title: say("docs"),
      },
      icon("docs"),
    ),
    h(
      "button",
      { className: "quiet", lang: other, onclick: () => setLanguage(other), title: say("other_language") },
      other.toUpperCase(),
    ),
    h(
      "button",
      { className: "quiet", onclick: toggleTheme, "aria-label": say("theme"), title: say("theme") },
      icon("theme"),
    ),
  );
}

async function setLanguage(code) {
  await loadMessages(code);
  await show();
  document.getElementById("switches").querySelector("button").focus();
}

const menuIsOpen = () => document.getElementById("menu").ariaExpanded === "true";

// Where the navigation has no room, a button opens it.
function openMenu(open) {
  document.getElementById("menu").setAttribute("aria-expanded", String(open));
}

function closeMenu(event) {
  const menu = document.getElementById("menu");
  const isInside = menu.contains(event.target) || document.getElementById("nav").contains(event.target);
  if (!menuIsOpen() || (event.type === "keydown" ? event.key !== "Escape" : isInside)) return;
  openMenu(false);
  if (event.type === "keydown") menu.focus();
}

function toggleTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  setTheme(now === "dark" ? "light" : "dark");
}

function setTheme(theme) {
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
}

function openLink(event) {
  const link = event.target.closest("a");
  const isElsewhere = !link || link.origin !== location.origin || /^\/(api|docs)\b/.test(link.pathname);
  if (isElsewhere || link.hasAttribute("download")) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.matches(".skip")) {
    event.preventDefault();
    focusHeading();
  }
  if (link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

export async function start() {
  document.addEventListener("click", openLink);
  document.getElementById("menu").addEventListener("click", () => openMenu(!menuIsOpen()));
  for (const name of ["pointerdown", "focusin", "keydown"]) document.addEventListener(name, closeMenu);
  addEventListener("popstate", async () => {
    await show();
    focusHeading();
  });
  addEventListener("unhandledrejection", (event) => toast(event.reason?.message ?? String(event.reason)));
  if (["light", "dark"].includes(localStorage.getItem("theme"))) setTheme(localStorage.getItem("theme"));
  if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname);
  const messages = Promise.all([loadMessages(), loadMe()]);
  const here = pages.find(([pattern]) => pattern.test(location.pathname));
  if (here) showSkeleton(here[0], here[2]);
  here?.[1](); // loaded at the same time as the messages
  await messages;
  await show();
}
