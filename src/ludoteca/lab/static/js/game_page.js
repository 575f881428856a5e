// The page of one game: a person plays, watches, goes back through the moves and reads their explanations. Changes come
// over a socket and carry the newest positions, so that a move needs one request. Reasons that are read are checked.

import { followGame, get, post } from "./api.js";
import { askBack } from "./ask_back.js";
import { Board } from "./board.js";
import { confirm, openPanel } from "./confirmation.js";
import { h, reducedMotion, refresh, sleep, toast } from "./dom.js";
import { openRules } from "./drawer.js";
import { endPanel } from "./end_panel.js";
import { explanation, firings } from "./explanation_view.js";
import { fold } from "./fold.js";
import { GameActions } from "./game_actions.js";
import { chart } from "./game_charts.js";
import { sentences, status } from "./game_status.js";
import { Hint } from "./hint.js";
import { mindName, number, say } from "./i18n.js";
import { invitationInAddress, linkPanel } from "./link_panel.js";
import { MoveList } from "./move_list.js";
import { tryAddress } from "./place.js";
import { PlayerBar, SPEEDS } from "./player_bar.js";
import { practiceForm } from "./practice.js";
import { go } from "./router.js";
import { seatName } from "./seats.js";
import { showVerdicts } from "./verdict_marks.js";

const narrow = matchMedia("(max-width: 640px)");
const sideBySide = matchMedia("(min-width: 901px)"); // the board and everything else
const KEPT_POSITIONS = 60; // positions from the socket that are kept for showing them again
const READING = 300; // milliseconds that an explanation is shown before its reasons are checked
const WIDE = 1.7; // boards so much wider than high leave room for the charts below them

/** @param {string} id @param {string} [ply] */
export async function draw(id, ply) {
  const [game, position] = await Promise.all([
    get(`/games/${id}`),
    get(`/games/${id}/positions/${ply ?? -1}?narrow=${narrow.matches}`),
  ]);
  const page = new GamePage(game, ply === undefined ? null : Number(ply));
  await page.start(position);
  return { element: page.element, title: page.game.title, leave: () => page.leave() };
}

class GamePage {
  constructor(game, ply) {
    this.game = game;
    this.watching = game.seats.every((seat) => !seat.person);
    this.playing = ply === null && !game.over;
    this.ply = Math.min(ply ?? (this.watching && !game.over ? 0 : game.turns.length), game.turns.length);
    this.speed = Number(localStorage.getItem("speed") ?? 1);
    this.left = false;
    this.connected = true;
    this.received = new Map(); // positions from the socket, by ply
    this.verdicts = new Map(); // on the reasons of the moves that were read, by ply
    this.board = new Board((move) => this.move(move));
    this.hint = new Hint(this.board);
    this.moves = new MoveList((there) => this.#jump(there));
    this.fault = h("div", { role: "alert" });
    this.status = h("p", { className: "status", role: "status", "aria-live": "polite" });
    this.scores = h("div", { className: "scores" });
    this.sentences = h("div", { className: "sentences", "aria-live": "polite" });
    this.panel = h("div", { className: "asked" }); // a question, or the form to practise
    this.invitation = invitationInAddress();
    this.link = h("div", { className: "asked" }); // the seats of people who are missing
    this.end = h("div", { className: "end" });
    this.why = h("section", { className: "why", "aria-label": say("why") });
    this.whyFold = fold("why", say("why_short"), this.watching, { className: "why-fold" }, this.why);
    this.whyFold.addEventListener("toggle", () => this.#readReasons());
    this.charts = h("section", { className: "charts", "aria-label": say("charts") });
    this.chartFold = fold("charts", say("charts"), false, { className: "chart-fold" });
    this.player = this.#playerBar();
    this.actions = this.#gameActions();
    this.play = h("div", { className: "play" }, this.board.element, this.fault);
    this.element = h(
      "div",
      { className: "table" },
      h("div", { className: "head" }, this.#title(), this.scores, this.status),
      this.play,
      h("div", { className: "news" }, this.link, this.end, this.sentences, this.hint.element, this.panel),
      h("div", { className: "middle" }, this.whyFold, this.moves.element, this.chartFold),
      h("div", { className: "controls" }, this.player.element, this.actions.element),
    );
    this.keys = (event) => this.#key(event);
    this.resized = () => this.#redraw();
  }

  #title() {
    const rules = h("button", { className: "quiet", onclick: () => this.#openRules() }, say("rules"));
    return h("div", { className: "table-title" }, h("h1", {}, this.game.title), rules);
  }

  #playerBar() {
    const steps = {
      first: () => this.#jump(0),
      back: () => this.#jump(this.ply - 1),
      toggle: () => this.#toggle(),
      forward: () => this.#step(),
      newest: () => this.#jump(this.game.turns.length),
    };
    return new PlayerBar(
      this.speed,
      steps,
      (ply) => this.#jump(ply),
      (speed) => this.#setSpeed(speed),
    );
  }

  #gameActions() {
    return new GameActions(this.game, {
      hint: () => this.hint.ask(this.game, this.position),
      undo: (button) => this.#undo(button),
      redo: () => this.#act("redo"),
      move_now: () => this.#act("interrupt"),
      resign: (button) => this.#resign(button),
      practise: (button) => this.#practise(button),
      try_here: () => this.#tryHere(),
    });
  }

  async start(position) {
    document.addEventListener("keydown", this.keys);
    narrow.addEventListener("change", this.resized);
    if (position.ply === this.ply) this.#display(position);
    else await this.#show(this.ply, false);
    const query = () => ({
      branch: this.game.branch,
      moves: this.game.turns.length,
      over: this.game.over,
      animation: this.#animated(),
      narrow: narrow.matches,
    });
    this.following = followGame(
      this.game.id,
      query,
      (change) => this.#changed(change),
      (connected) => this.#connection(connected),
    );
    this.#advance();
  }

  leave() {
    this.left = true;
    this.following?.close();
    this.closeRules?.();
    document.removeEventListener("keydown", this.keys);
    narrow.removeEventListener("change", this.resized);
  }

  async move(move) {
    if (this.ply !== this.game.turns.length) return;
    const { position } = this;
    this.board.freeze();
    this.position = { ...position, moves: [] };
    this.playing = true;
    try {
      await post(`/games/${this.game.id}/moves`, { move });
    } catch (error) {
      toast(error.message);
      if (this.ply === position.ply) this.#display(position);
    }
  }

  #animated() {
    return SPEEDS[this.speed][1] > 0 && !reducedMotion();
  }

  #connection(connected) {
    if (this.left || this.connected === connected) return;
    this.connected = connected;
    this.#controls();
  }

  // Takes a change from the socket: moves that are new, or all of them when some were undone.
  #changed({ start, turns, positions, ...status }) {
    if (this.left) return;
    const other = status.branch !== this.game.branch; // after an undo or a restart of the lab
    const before = textOf(this.game.turns, this.ply);
    Object.assign(this.game, status);
    this.game.turns.splice(start, this.game.turns.length, ...turns);
    const undone = other && textOf(this.game.turns, this.ply) !== before;
    if (other) {
      this.received.clear();
      this.verdicts.clear();
    }
    for (const position of positions) this.received.set(position.ply, position);
    const superfluous = [...this.received.keys()].sort((a, b) => a - b).slice(0, -KEPT_POSITIONS);
    for (const ply of superfluous) this.received.delete(ply);
    if (undone || this.ply > this.game.turns.length) this.#show(Math.min(this.ply, this.game.turns.length), false);
    else if (positions.some(({ ply }) => ply === this.ply)) this.#display(this.received.get(this.ply));
    this.#controls();
    this.#advance();
  }

  // Draws everything again, because the width of the screen or the speed has changed.
  #redraw() {
    this.received.clear();
    this.following?.reopen();
    this.#show(this.ply, false);
  }

  // Shows one move after another up to the newest, as long as nothing pauses it.
  async #advance() {
    if (this.advancing) return;
    this.advancing = true;
    while (!this.left && this.playing && this.ply < this.game.turns.length) {
      const before = this.ply;
      try {
        await this.#show(this.ply + 1, true);
      } catch (error) {
        toast(error.message); // the next change goes on from here
        break;
      }
      if ((this.watching || this.game.over) && this.ply < this.game.turns.length) await sleep(SPEEDS[this.speed][2]);
      if (this.ply === before) break;
    }
    if (this.game.over && this.ply === this.game.turns.length) this.playing = false;
    this.advancing = false;
    if (!this.left) this.#controls();
  }

  async #show(ply, moving) {
    const wanted = {};
    this.wanted = wanted;
    const isWanted = () => !this.left && this.wanted === wanted;
    const animated = moving && this.#animated();
    const query = `narrow=${narrow.matches}&animation=${animated}`;
    const position = this.received.get(ply) ?? (await get(`/games/${this.game.id}/positions/${ply}?${query}`));
    if (animated && isWanted()) await this.board.play(position.animation, SPEEDS[this.speed][1], isWanted);
    if (isWanted()) this.#display(position);
  }

  #display(position) {
    const { ply } = position;
    const playable = ply === this.game.turns.length && !this.game.over;
    this.ply = ply;
    this.position = playable ? position : { ...position, moves: [] };
    this.board.show(this.position, say("move"));
    this.board.element.classList.toggle("idle", this.position.moves.length === 0);
    this.#placeCharts();
    this.hint.mark(this.game, this.position);
    this.#controls();
    this.#explain(position);
    this.charts.replaceChildren(...chart(this.game, ply, (there) => this.#jump(there)));
    this.chartFold.hidden = this.charts.parentElement !== this.chartFold || this.charts.childElementCount === 0;
    history.replaceState(null, "", `/game/${this.game.id}${ply === this.game.turns.length ? "" : `/${ply}`}`);
  }

  // The charts stand below a wide board, and folded beside any other one.
  #placeCharts() {
    const box = this.board.element.querySelector("svg")?.viewBox.baseVal;
    const room = sideBySide.matches && box && box.width > WIDE * box.height;
    const place = room ? this.play : this.chartFold;
    if (this.charts.parentElement !== place) place.append(this.charts);
  }

  // Explains the last move; an explanation that is shown already stays as it is.
  #explain(position) {
    const key = `${this.game.branch} ${position.ply}`;
    if (this.explained !== key) {
      this.explained = key;
      const { why, fired } = position;
      const parts = [...explanation(why, this.game, position.ply, fired), ...firings(fired, this.game)];
      this.why.replaceChildren(...parts, ...this.#questions(position.ply));
    }
    this.#readReasons();
  }

  // While the reasons can be read, what they rest on is lit on the board, and they are checked.
  #readReasons() {
    if (!this.position) return;
    const { open } = this.whyFold;
    const atEnd = this.game.over && this.ply === this.game.turns.length;
    this.board.light(open && !atEnd ? this.position.lit : []);
    if (open) this.#markReasons(this.position);
  }

  // The questions about the last move; what was answered stays when the same move is drawn again.
  #questions(ply) {
    if (ply === 0 || this.game.turns[ply - 1].opening) return [];
    const key = `${this.game.branch} ${ply}`;
    if (this.asked?.key !== key) this.asked = { key, element: askBack(this.game, ply - 1) };
    return [this.asked.element];
  }

  // Marks the reasons of a move that is shown long enough to be read. Marks that the lab has no time for stay empty.
  async #markReasons({ ply, why }) {
    if (!why) return;
    const { firstElementChild: shown } = this.why;
    if (!this.verdicts.has(ply)) {
      await sleep(READING);
      if (this.left || this.why.firstElementChild !== shown) return;
      const { branch } = this.game;
      const found = await get(`/games/${this.game.id}/positions/${ply}/verdicts`).catch(() => null);
      if (found === null || this.game.branch !== branch) return;
      this.verdicts.set(ply, found);
    }
    if (!this.left && this.why.firstElementChild === shown) showVerdicts(this.why, this.verdicts.get(ply));
  }

  // Shows any position. At the newest one, moves that follow are shown as they are made.
  #jump(ply) {
    const last = this.game.turns.length;
    this.playing = ply >= last && !this.game.over;
    return this.#show(Math.max(0, Math.min(ply, last)), false).catch((error) => toast(error.message));
  }

  #controls() {
    const { game, ply, playing } = this;
    const last = game.turns.length;
    const lookingBack = ply < last && !playing;
    const fault = game.fault && h("p", { className: "notice" }, say("rules_fault"), " ", game.fault);
    this.#seats(last);
    this.fault.replaceChildren(...(fault ? [fault] : []));
    replaceText(this.status, status(game, ply, lookingBack, this.connected));
    replaceText(this.sentences, sentences(game, ply));
    this.player.update(ply, last, playing, !this.watching && !game.over && ply === last);
    this.moves.update(game, ply);
    this.actions.update(this.#offers(last), game.seed !== null);
    refresh(
      this.link,
      linkPanel(game, this.invitation, (seated) => this.#sitDown(seated)),
    );
    this.#showEnd(game.over && ply === last);
  }

  // Every seat with who sits there and the points.
  #seats(last) {
    const { game, ply } = this;
    const scores = game.turns[Math.min(ply, last) - 1]?.scores ?? game.start_scores;
    const toMove = ply === last ? game.turn : game.turns[ply].seat;
    const seats = game.seats.map((seat, i) =>
      h(
        "span",
        { className: `seat-${i} ${toMove === i ? "to-move" : ""}`, title: seat.person ? "" : mindName(seat.mind) },
        h("span", { className: "dot", "aria-hidden": "true" }),
        h("span", { className: "name" }, seatName(game, i)),
        h("b", {}, number(scores[i])),
      ),
    );
    this.scores.replaceChildren(...seats);
  }

  #offers(last) {
    const { game, ply, position } = this;
    const people = game.yours.length > 0;
    const mine = game.turn !== null && game.yours.includes(game.turn);
    const byLink = game.link.length > 0;
    const chance = position && position.turn !== null; // somebody can choose in the position that is shown
    return {
      hint: byLink && !game.over ? null : Boolean(chance && (mine || ply < last || game.over)),
      undo: people && !byLink ? game.turns.some(isChoiceOf(game)) : null,
      redo: byLink ? null : game.redoable > 0 || (people ? false : null),
      move_now: game.thinking !== null || null,
      resign: people && !game.over ? true : null,
      practise: Boolean(chance && game.seed !== null && (ply < last || game.over)) || null,
      try_here: (Boolean(chance && game.seed !== null) && !(byLink && !game.over)) || null,
    };
  }

  // The panel at the end is drawn once for each end of the game.
  #showEnd(shown) {
    const key = shown ? `${this.game.branch} ${this.game.turns.length} ${this.game.over}` : "";
    if (this.ended === key) return;
    this.ended = key;
    this.end.replaceChildren(...(shown ? [endPanel(this.game, this.position.turn === null)] : []));
  }

  #setSpeed(speed) {
    const before = this.#animated();
    this.speed = speed;
    localStorage.setItem("speed", String(speed));
    if (this.#animated() === before) return;
    this.received.clear();
    this.following?.reopen();
  }

  #toggle() {
    this.playing = !this.playing;
    if (this.playing && this.game.over && this.ply === this.game.turns.length) this.ply = 0;
    this.#controls();
    this.#advance();
  }

  async #step() {
    const last = this.game.turns.length;
    if (this.ply >= last) return;
    this.playing = this.ply + 1 === last && !this.game.over;
    await this.#show(this.ply + 1, true).catch((error) => toast(error.message));
  }

  async #act(name) {
    try {
      await post(`/games/${this.game.id}/${name}`);
      this.playing = true;
      this.#advance();
    } catch (error) {
      toast(error.message);
    }
  }

  // Undoes; where that could surprise, it asks first: while looking back, and when the game is over.
  async #undo(button) {
    const { game } = this;
    const last = game.turns.length;
    const kept = game.turns.findLastIndex(isChoiceOf(game));
    if (this.ply < last || game.over) {
      const question = say("undo_confirm", { n: last - kept, ply: kept });
      if (!(await confirm(this.panel, button, question, say("undo_yes")))) return;
      await this.#jump(last);
    }
    await this.#act("undo");
  }

  async #resign(button) {
    if (await confirm(this.panel, button, say("resign_confirm"), say("resign"))) await this.#act("resign");
  }

  // Takes the seat of an invitation: the board can be played on from now on.
  async #sitDown({ turns, ...game }) {
    Object.assign(this.game, game);
    this.received.clear();
    this.following?.reopen();
    await this.#show(this.ply, false);
  }

  #practise(button) {
    openPanel(this.panel, button, (close) => practiceForm(this.game, this.position, close));
  }

  #tryHere() {
    const { game, ply, position } = this;
    go(tryAddress(game.game, { game: game.id, ply }, game.seats[position.turn].mind));
  }

  async #openRules() {
    this.closeRules?.();
    this.closeRules = await openRules(this.game);
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, .drawer")) return;
    if (event.key === "ArrowLeft") this.#jump(this.ply - 1);
    else if (event.key === "ArrowRight") this.#step();
    else if (event.key === "End") this.#jump(this.game.turns.length);
    else if (event.key === "Home") this.#jump(0);
    else if (this.position?.moves.includes(event.key)) this.move(event.key);
    else return;
    event.preventDefault();
  }
}

// Whether a move was chosen by a person, so that it can be undone.
const isChoiceOf = (game) => (turn) => game.seats[turn.seat].person && !turn.opening;

const textOf = (turns, ply) =>
  turns
    .slice(0, ply)
    .map((turn) => turn.text)
    .join("\n");

// Replaces what an element says, if it says something else: what is read aloud is read once.
function replaceText(element, content) {
  const next = h("div", {}, content);
  if (next.innerHTML !== element.innerHTML) element.replaceChildren(...next.childNodes);
}
