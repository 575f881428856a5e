// A drawer beside the board: the rules of a game with a picture of its board. Escape closes it, and the focus returns.

import { get } from "./api.js";
import { h, picture } from "./dom.js";
import { say } from "./i18n.js";
import { still } from "./still_board.js";

/** @param {any} game @returns {Promise<() => void>} what closes it */
export async function openRules(game) {
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const [{ html }, { games }] = await Promise.all([get(`/rules/${game.game}`), get("/catalogue")]);
  const text = picture(html, { className: "text" });
  const card = games.find((one) => one.name === game.game);
  const close = () => {
    drawer.remove();
    document.removeEventListener("keydown", key);
    if (opener?.isConnected) opener.focus();
  };
  const key = (event) => {
    if (event.key === "Escape") close();
  };
  const closing = h("button", { className: "quiet", onclick: close }, say("close"));
  const drawer = h(
    "section",
    { className: "drawer", role: "dialog", "aria-label": `${game.title}: ${say("rules")}` },
    h("div", { className: "drawer-top" }, sections(text), closing),
    h("div", { className: "drawer-text rules", tabIndex: 0 }, still(card.svg), text),
  );
  document.addEventListener("keydown", key);
  document.body.append(drawer);
  closing.focus();
  return close;
}

// A list of the sections, to go to one of them.
function sections(text) {
  const titles = [...text.querySelectorAll("h2")];
  const choice = h(
    "select",
    { "aria-label": say("sections"), onchange: () => titles[choice.selectedIndex].scrollIntoView() },
    titles.map((title) => h("option", {}, title.textContent)),
  );
  return choice;
}
