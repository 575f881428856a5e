// The form with which the teacher publishes an assignment; a TOML file does the same.

import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { mindField, optionFields } from "./forms.js";
import { say } from "./i18n.js";
import { go } from "./router.js";
import { uploadButton } from "./text_files.js";

export async function draw() {
  const all = await get("/catalogue");
  const title = say("work_new");
  const publish = async (body) => {
    try {
      const { id } = await post("/coursework/assignments", body);
      await go(`/assignments/${id}`);
    } catch (error) {
      toast(error.message);
    }
  };
  const upload = uploadButton(".toml", (toml) => publish({ toml }));
  const element = h(
    "div",
    { className: "coursework" },
    h("h1", {}, title),
    h("p", {}, say("work_toml"), " ", upload),
    form(all, publish),
  );
  return { element, title };
}

function form(all, publish) {
  const games = all.games.filter((game) => game.seats.length > 1);
  const field = (key, input) => h("label", {}, h("span", {}, say(key)), input);
  const input = (name, more) => h("input", { name, required: true, ...more });
  const inputs = {
    title: input("title", { maxLength: 200 }),
    id: input("id", { pattern: "[a-z0-9][a-z0-9\\-]{0,39}", title: say("work_id_about") }),
    deadline: input("deadline", { type: "datetime-local" }),
    games: input("games", { type: "number", value: 20, min: 1, max: 10000 }),
    time: input("time", { type: "number", value: 10, min: 0.01, max: 3600, step: "any" }),
    about: h("textarea", { name: "about", rows: 3, maxLength: 20000 }),
  };
  const choice = games.map((one) => h("option", { value: one.name }, one.title));
  const game = h("select", { name: "game", onchange: () => fill() }, choice);
  const written = all.minds.filter((mind) => mind.suffix && !mind.missing);
  const boxes = written.map((mind) =>
    h("input", { type: "checkbox", name: "school", value: mind.name, checked: true }),
  );
  const place = h("div");
  let panel = [];
  let options;
  const fill = () => {
    const chosen = games.find((one) => one.name === game.value);
    const rows = h("div", { className: "seats" });
    panel = [];
    const add = (mind) => {
      const seat = mindField(
        say("work_panel_mind"),
        all,
        chosen.name,
        chosen.minds,
        mind,
        `panel-${panel.length}`,
        false,
      );
      const worth = h("input", {
        type: "number",
        value: 5,
        min: 0.01,
        step: "any",
        "aria-label": say("work_points_head"),
      });
      seat.element.append(h("label", {}, h("span", {}, say("work_points_head")), worth));
      panel.push({ mind: seat.value, points: () => Number(worth.value) });
      rows.append(seat.element);
    };
    for (const mind of ["random", chosen.self_play]) add(mind);
    const adding = h("button", { type: "button", onclick: () => add("random") }, say("add_mind"));
    options = optionFields(chosen.options, "assignment");
    place.replaceChildren(rows, adding, h("details", {}, h("summary", {}, say("options")), options.element));
  };
  fill();
  const submit = (event) => {
    event.preventDefault();
    publish({
      data: {
        title: inputs.title.value,
        id: inputs.id.value,
        game: game.value,
        deadline: new Date(inputs.deadline.value).toISOString(),
        games: Number(inputs.games.value),
        time: Number(inputs.time.value),
        about: inputs.about.value,
        options: options.values(),
        schools: boxes.filter((box) => box.checked).map((box) => box.value),
        panel: panel.map((one) => ({ mind: one.mind(), points: one.points() })),
      },
    });
  };
  return h(
    "form",
    { className: "panel", onsubmit: submit },
    h(
      "div",
      { className: "fields" },
      field("work_title", inputs.title),
      field("work_id", inputs.id),
      field("column_game", game),
      field("work_deadline_field", inputs.deadline),
      field("work_games_each", inputs.games),
      field("work_time", inputs.time),
    ),
    field("work_about", inputs.about),
    h(
      "fieldset",
      {},
      h("legend", {}, say("work_allowed")),
      boxes.map((box) => h("label", { className: "inline" }, box, box.value)),
    ),
    h("h2", {}, say("work_panel_head")),
    place,
    h("button", { className: "main", type: "submit" }, say("work_publish")),
  );
}
