// A link that saves a game as a record file; the lab's refusal is shown, not saved.

import { h, toast } from "./dom.js";
import { language, say } from "./i18n.js";

/** @param {string} id @param {string} game the name of the game */
export function recordLink(id, game) {
  const href = `/api/games/${id}/record?lang=${language()}`;
  const file = `${game}-${id}.jsonl`;
  const save = async (event) => {
    event.preventDefault();
    const answer = await fetch(href);
    if (!answer.ok) return toast((await answer.json()).error);
    const address = URL.createObjectURL(await answer.blob());
    h("a", { href: address, download: file }).click();
    URL.revokeObjectURL(address);
  };
  return h("a", { className: "button", href, download: file, onclick: save }, say("download"));
}
