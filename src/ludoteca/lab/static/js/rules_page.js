// The page of a game's rules.

import { get } from "./api.js";
import { h, picture } from "./dom.js";
import { say } from "./i18n.js";

export async function draw(name) {
  const [{ html }, { games }] = await Promise.all([get(`/rules/${name}`), get("/catalogue")]);
  const game = games.find((one) => one.name === name);
  const element = h(
    "article",
    { className: "rules" },
    picture(game.svg, { className: "thumb", inert: true }),
    picture(html, { className: "text" }),
    h("p", {}, h("a", { className: "button main", href: "/" }, say("play"))),
  );
  return { element, title: `${game.title}: ${say("rules")}` };
}
