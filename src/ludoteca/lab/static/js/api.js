// The server, as the page sees it.

import { language } from "./i18n.js";

// What was refused, and why; what is wrong with a text has its file and its line.
export class Refused extends Error {
  constructor({ error, file, line }) {
    super(error);
    Object.assign(this, { file, line });
  }
}

export async function ask(method, path, body) {
  const address = new URL(`/api${path}`, location.href);
  address.searchParams.set("lang", language());
  const request = { method, headers: {} };
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(address, request);
  if (answer.status === 204) return null;
  const data = await answer.json();
  if (!answer.ok) throw new Refused(data);
  return data;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
export const remove = (path) => ask("DELETE", path);

// Calls `tell` with the game after every change, for as long as it is wanted; the connection mends itself.
export function follow(id, tell) {
  let socket;
  let wanted = true;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/games/${id}/live?lang=${language()}`);
    socket.onmessage = (event) => tell(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (wanted && event.code < 4000) setTimeout(open, 700);
    };
  };
  open();
  return () => {
    wanted = false;
    socket.close();
  };
}
