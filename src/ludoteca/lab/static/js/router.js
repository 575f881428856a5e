// The router: each address belongs to a page, a module that is loaded when it is first shown.

import { h, hideToast, icon, toast } from "./dom.js";
import { language, loadMessages, say } from "./i18n.js";

/** @type {[RegExp, () => Promise<{ draw: (...parts: any[]) => any }>][]} */
const pages = [
  [/^\/$/, () => import("./home_page.js")],
  [/^\/game\/([0-9a-f-]+)(?:\/(\d+))?$/, () => import("./game_page.js")],
  [/^\/records$/, () => import("./records_page.js")],
  [/^\/matches$/, () => import("./matches_page.js")],
  [/^\/match\/([0-9a-f]+)$/, () => import("./match_page.js")],
  [/^\/inference(?:\/([a-z_]+)\/([a-z0-9_./-]+))?$/, () => import("./inference_page.js")],
  [/^\/plans$/, () => import("./planning_page.js")],
  [/^\/society$/, () => import("./society_page.js")],
  [/^\/rules\/([a-z_]+)$/, () => import("./rules_page.js")],
  [/^\/write(?:\/([a-z_]+)\/([a-z0-9_.-]+))?$/, () => import("./knowledge_page.js")],
];

let leave = () => {};
let drawing = new AbortController(); // of the latest page: an earlier one that is still being drawn is dropped

export async function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  await show();
  if (!replace) scrollTo(0, 0);
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
  for (const [pattern, load] of pages) {
    const found = location.pathname.match(pattern);
    if (!found) continue;
    try {
      const page = await load();
      const content = await page.draw(...found.slice(1), signal);
      if (signal.aborted) return content.leave?.();
      place.replaceChildren(content.element);
      leave = content.leave ?? leave;
      document.title = `${content.title} · Ludoteca`;
    } catch (error) {
      place.replaceChildren(h("p", { className: "notice" }, error.message), h("a", { href: "/" }, say("play")));
    }
    return;
  }
  place.replaceChildren(h("p", { className: "notice" }, say("nothing_here")), h("a", { href: "/" }, say("play")));
}

function drawTop() {
  const here = (path) => (location.pathname === path ? "page" : null);
  document.getElementById("nav").replaceChildren(
    ...[
      ["/", "play"],
      ["/records", "records"],
      ["/matches", "matches"],
      ["/write", "write"],
      ["/society", "society"],
      ["/inference", "inference"],
      ["/plans", "plans"],
    ].map(([path, key]) => h("a", { href: path, "aria-current": here(path) }, say(key))),
  );
  document.querySelector(".skip").textContent = say("skip");
  const other = language() === "en" ? "es" : "en";
  document
    .getElementById("switches")
    .replaceChildren(
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
  if (!link || link.origin !== location.origin || link.hasAttribute("download") || link.pathname.startsWith("/api"))
    return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

export async function start() {
  document.addEventListener("click", openLink);
  addEventListener("popstate", show);
  addEventListener("unhandledrejection", (event) => toast(event.reason?.message ?? String(event.reason)));
  if (["light", "dark"].includes(localStorage.getItem("theme"))) setTheme(localStorage.getItem("theme"));
  if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname);
  const messages = loadMessages();
  pages.find(([pattern]) => pattern.test(location.pathname))?.[1](); // loaded at the same time as the messages
  await messages;
  await show();
}
