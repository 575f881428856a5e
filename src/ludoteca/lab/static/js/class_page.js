// The page of a class: for the teacher the members, their files and how they join; for a student the own data.

import { get, post, put, remove, request } from "./api.js";
import { confirm, openPanel } from "./confirmation.js";
import { copyField } from "./copy_field.js";
import { columnHead, h, numberCell, picture, rowHead, table, toast } from "./dom.js";
import { language, say } from "./i18n.js";
import { isTeacher, me } from "./me.js";

const day = (seconds) => new Date(1000 * seconds).toLocaleDateString(language(), { dateStyle: "medium" });
const exportLink = (id) =>
  h("a", { className: "button", href: `/api/class/members/${id}/export`, download: "" }, say("class_export"));

export async function draw() {
  const { name, member } = me();
  if (name === null || member === null) throw new Error(say("nothing_here"));
  const title = say("class_title", { name });
  const account = h(
    "section",
    { className: "panel account" },
    h("p", {}, say(isTeacher() ? "class_you_teach" : "class_you_are", { name: member.name })),
    h("div", { className: "buttons" }, exportLink(member.id), h("button", { onclick: signOut }, say("sign_out"))),
  );
  const parts = isTeacher() ? await new TeacherDesk().open() : [];
  return { element: h("div", { className: "class-page" }, h("h1", {}, title), account, ...parts), title };
}

async function signOut() {
  await post("/class/sign-out");
  location.assign("/");
}

// What only the teacher sees.
class TeacherDesk {
  constructor() {
    this.joining = h("section", { className: "panel joining", "aria-label": say("class_joining") });
    this.members = h("div", { className: "scroll" });
    this.panel = h("div", { className: "asked", "aria-live": "polite" });
  }

  async open() {
    const [joining] = await Promise.all([get("/class/joining"), this.#list()]);
    this.#showJoining(joining);
    return [this.joining, h("h2", {}, say("class_members")), this.panel, this.members];
  }

  #showJoining({ links }) {
    const change = (method) => async () => this.#showJoining(await request(method, "/class/joining"));
    const renew = h("button", { onclick: change("POST") }, say(links.length ? "class_renew" : "class_open"));
    const close = links.length > 0 && h("button", { onclick: change("DELETE") }, say("class_close"));
    const [first, ...others] = links;
    this.joining.replaceChildren(
      h("h2", {}, say("class_joining")),
      h("p", {}, say(first ? "class_joining_about" : "class_joining_closed")),
      ...(first
        ? [h("div", { className: "join-link" }, picture(first.qr, { className: "qr" }), joinFields(links))]
        : []),
      ...(others.length === 0 && first && isLocal(first.link)
        ? [h("p", { className: "notice" }, say("class_local"))]
        : []),
      h("div", { className: "buttons" }, renew, close),
    );
  }

  async #list() {
    const members = await get("/class/members");
    const heads = ["class_name", "class_joined", "class_files", "class_games", ""].map((key) =>
      columnHead(key && say(key)),
    );
    this.members.replaceChildren(
      table(
        { className: "members" },
        heads,
        members.map((member) => this.#row(member)),
      ),
    );
  }

  #row(member) {
    const name = member.role === "teacher" ? [member.name, " ", h("small", {}, say("class_teacher"))] : [member.name];
    const file = (item) =>
      h("a", { href: `/write/${item.game}/${item.name}?shelf=${member.id}` }, `${item.game}/${item.name}`);
    const files = member.files.flatMap((item, at) => (at ? [", ", file(item)] : [file(item)]));
    const action = (key, act) =>
      h("button", { className: "small", "aria-label": `${say(key)}: ${member.name}`, onclick: act }, say(key));
    const actions = [
      action("class_reset", (event) => this.#reset(member, event.currentTarget)),
      action("class_rename", (event) => this.#rename(member, event.currentTarget)),
      exportLink(member.id),
      member.role === "student" && action("class_remove", (event) => this.#remove(member, event.currentTarget)),
    ];
    return [
      rowHead(...name),
      h("td", {}, day(member.joined)),
      h("td", { className: "files-cell" }, files.length ? files : "–"),
      numberCell(member.games ? h("a", { href: `/records?owner=${member.id}` }, String(member.games)) : "0"),
      h("td", {}, h("div", { className: "buttons" }, actions.filter(Boolean))),
    ];
  }

  async #reset(member, button) {
    if (!(await confirm(this.panel, button, say("class_reset_confirm", member), say("class_reset")))) return;
    const { link, qr } = await post(`/class/members/${member.id}/reset`);
    openPanel(this.panel, button, (close) =>
      h(
        "section",
        { className: "confirm" },
        h("p", {}, say("class_new_link", member)),
        h("div", { className: "join-link" }, picture(qr, { className: "qr" }), copyField(link, say("class_reset"))),
        h("div", { className: "buttons" }, h("button", { onclick: close }, say("close"))),
      ),
    );
  }

  #rename(member, button) {
    openPanel(this.panel, button, (close) => {
      const field = h("input", { name: "name", value: member.name, maxLength: 60, required: true });
      const save = async (event) => {
        event.preventDefault();
        try {
          await put(`/class/members/${member.id}/name`, { name: field.value });
          close();
          await this.#list();
        } catch (error) {
          toast(error.message);
        }
      };
      return h(
        "form",
        { className: "confirm", onsubmit: save },
        h("label", {}, say("class_new_name", member), " ", field),
        h(
          "div",
          { className: "buttons" },
          h("button", { className: "main" }, say("class_rename")),
          h("button", { type: "button", onclick: close }, say("cancel")),
        ),
      );
    });
  }

  async #remove(member, button) {
    if (!(await confirm(this.panel, button, say("class_remove_confirm", member), say("class_remove")))) return;
    await remove(`/class/members/${member.id}`);
    await this.#list();
  }
}

const isLocal = (link) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link).hostname);

const joinFields = (links) =>
  h(
    "div",
    {},
    links.map(({ link }) => copyField(link, say("class_joining"))),
  );
