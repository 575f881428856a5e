// The history of a knowledge file: its saved versions, the differences from the text in the editor, and a way back.

import { get } from "./api.js";
import { h, toast } from "./dom.js";
import { differences } from "./editor.js";
import { language, say } from "./i18n.js";
import { Latest } from "./latest.js";

const moment = (seconds) =>
  new Date(1000 * seconds).toLocaleString(language(), { dateStyle: "medium", timeStyle: "medium" });

export class Versions {
  /**
   * @param {{ game: string, name: string }} file
   * @param {() => string} text what is in the editor
   * @param {(text: string) => Promise<void>} restore
   */
  constructor({ game, name }, text, restore) {
    this.path = `/knowledge/${game}/${name}/versions`;
    this.name = name;
    this.text = text;
    this.restore = restore;
    this.list = h("ol", { className: "versions-list" });
    this.lists = new Latest();
    this.comparisons = new Latest();
    this.shown = h("div", { "aria-live": "polite" });
    this.element = h(
      "details",
      { className: "panel versions", ontoggle: () => this.update() },
      h("summary", {}, say("versions")),
      h("p", { className: "faint" }, say("versions_about")),
      this.list,
      this.shown,
    );
  }

  // Lists the versions anew, if they are shown.
  async update() {
    if (!this.element.open) return;
    const isLatest = this.lists.begin();
    try {
      const versions = await get(this.path);
      if (!isLatest()) return;
      this.list.replaceChildren(...versions.map((version, number) => this.#row(version, number === 0)));
      if (versions.length === 0) this.list.replaceChildren(h("li", { className: "faint" }, say("no_versions")));
    } catch (error) {
      toast(error.message);
    }
  }

  close() {
    this.view?.close();
  }

  #row({ digest, saved, lines }, newest) {
    const about = h("span", {}, moment(saved), " ", h("small", {}, say("version_lines", { n: lines })));
    const button = (key, work) =>
      h(
        "button",
        { type: "button", "aria-label": `${say(key)}: ${moment(saved)}`, onclick: () => work(digest) },
        say(key),
      );
    return h(
      "li",
      {},
      about,
      newest && h("small", {}, say("version_newest")),
      h(
        "span",
        { className: "buttons" },
        button("version_differences", (one) => this.#compare(one, saved)),
        button("version_restore", (one) => this.#restore(one)),
      ),
    );
  }

  async #compare(digest, saved) {
    const isLatest = this.comparisons.begin();
    const { text } = await get(`${this.path}/${digest}`);
    if (!isLatest()) return;
    this.close();
    const label = say("version_differences_of", { when: moment(saved) });
    if (text === this.text()) {
      this.shown.replaceChildren(h("h3", {}, label), h("p", {}, say("version_same")));
      return;
    }
    const view = await differences(text, this.text(), { label, name: this.name });
    if (!isLatest()) return view.close();
    this.view = view;
    this.shown.replaceChildren(h("h3", {}, label), this.view.element);
  }

  async #restore(digest) {
    try {
      const { text } = await get(`${this.path}/${digest}`);
      await this.restore(text);
      this.shown.replaceChildren();
    } catch (error) {
      toast(error.message);
    }
  }
}
