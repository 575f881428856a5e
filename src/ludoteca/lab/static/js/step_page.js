// The page that steps through a knowledge file: at a position of a game, or at the first turn of a seat.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";
import { addressOf, placeAddress, placeInAddress } from "./place.js";
import { Stepper } from "./stepper.js";

const SETTLED = 300; // milliseconds after which the address has the step that is shown

/** @param {string} game @param {string} name */
export async function draw(game, name) {
  const query = new URLSearchParams(location.search);
  const text = await textOf(game, name, query.get("digest"));
  const at = placeInAddress();
  const asked = { game, name, text, seat: Number(query.get("seat") ?? 0), at };
  const status = h(
    "p",
    { className: "status" },
    h("span", { className: "spinner", "aria-hidden": "true" }),
    say("step_running"),
  );
  const place = h("span", { className: "faint" });
  const load = async (first) => {
    const view = await post("/executions", { ...asked, first });
    const where = at
      ? say("step_after", { seat: view.seat, n: view.moves })
      : say("step_at_start", { seat: view.seat });
    place.replaceChildren(where);
    return view;
  };
  let settling = 0;
  const moved = (step) => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      query.set("step", String(step + 1));
      history.replaceState(null, "", `/step/${game}/${name}?${query}`);
    }, SETTLED);
  };
  const stepper = new Stepper(text, load, moved);
  const links = [
    place,
    h("a", { href: addressOf(`/write/${game}/${name}`, at) }, say("step_edit")),
    at && h("a", { href: placeAddress(game, at) }, say("step_to_board")),
  ];
  const head = h("div", { className: "step-head" }, h("h1", {}, name), links, stepper.ending);
  const element = h("div", {}, head, status, stepper.element);
  stepper.element.hidden = true;
  const step = Math.max(0, Number(query.get("step") ?? 1) - 1);
  stepper
    .open(0, step)
    .then(() => {
      stepper.element.hidden = false;
      status.remove();
      if (step >= stepper.view.steps.length && step < stepper.view.total) return stepper.open(step);
      stepper.show(stepper.at); // now that there is room, what it shows is in sight
    })
    .catch((error) => status.replaceChildren(error.message));
  const leave = () => {
    clearTimeout(settling);
    stepper.close();
  };
  return { element, title: `${say("step_through")}: ${name}`, leave };
}

// The text as it is being written, a kept version, or the file.
async function textOf(game, name, digest) {
  if (digest) return (await get(`/knowledge/${game}/${name}/versions/${digest}`)).text;
  return sessionStorage.getItem(`draft:${game}/${name}`) ?? (await get(`/knowledge/${game}/${name}`)).text;
}
