// Requests to the lab's API, and the socket that brings the changes of a game.

import { language, say } from "./i18n.js";

// A request that was refused, with the reason; an error in a text has its file and its line.
export class Refused extends Error {
  /** @param {{ error: string, file?: string, line?: number }} answer @param {number} [status] */
  constructor({ error, file, line }, status = 0) {
    super(error);
    this.status = status;
    this.file = file;
    this.line = line;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, body) {
  const address = new URL(`/api${path}`, location.href);
  address.searchParams.set("lang", language());
  /** @type {RequestInit} */
  const options = { method };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(address, options).catch(() => {
    throw new Refused({ error: say("no_answer") });
  });
  if (answer.status === 204) return null;
  const data = await answer.json();
  if (!answer.ok) throw new Refused(data, answer.status);
  return data;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path */
export const post = (path, body = {}) => request("POST", path, body);
/** @param {string} path @param {object} body */
export const put = (path, body) => request("PUT", path, body);
/** @param {string} path */
export const remove = (path) => request("DELETE", path);

const RECONNECTION = 500; // milliseconds before a lost connection is opened again; twice as many after each try …
const LONGEST_RECONNECTION = 5000; // … up to this
const REFUSED = 4000; // close codes from here on are the server's refusals

/**
 * Follows a game: calls `receive` with every change. A lost connection is opened again, with the query of that time;
 * `connection` is told when it is lost and when it is there again.
 * @param {string} id
 * @param {() => Record<string, string | number | boolean>} query what the client knows, and how boards are drawn
 * @param {(change: any) => void} receive
 * @param {(connected: boolean) => void} connection
 */
export function followGame(id, query, receive, connection) {
  /** @type {WebSocket} */
  let socket;
  let following = true;
  let wait = RECONNECTION;
  const open = () => {
    const parameters = Object.entries({ lang: language(), ...query() }).map(([name, value]) => [name, String(value)]);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = new WebSocket(
      `${scheme}://${location.host}/api/games/${id}/live?${new URLSearchParams(parameters)}`,
    );
    opened.onmessage = (event) => {
      if (opened !== socket) return;
      wait = RECONNECTION;
      connection(true);
      receive(JSON.parse(event.data));
    };
    opened.onclose = (event) => {
      if (event.code >= REFUSED || !following || opened !== socket) return;
      connection(false);
      setTimeout(() => following && opened === socket && open(), wait);
      wait = Math.min(2 * wait, LONGEST_RECONNECTION);
    };
    socket = opened;
  };
  open();
  const close = () => {
    following = false;
    socket.close();
  };
  const reopen = () => {
    const old = socket;
    open();
    old.close();
  };
  return { close, reopen };
}
