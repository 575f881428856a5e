"""Who may ask what: foreign pages, foreign hosts, huge bodies and strangers are turned away before anything is read."""

from __future__ import annotations

import hmac
import json
from collections.abc import MutableMapping
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 16 << 20  # of one request
COOKIE = "ludoteca_token"
_SAFE = ("GET", "HEAD", "OPTIONS")
_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class _TooLarge(Exception):
    pass


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] | None, token: str | None) -> None:
        """`hosts` are the names we answer to (None: any, and then only the token protects); `token` opens the door."""
        self._app = app
        self._hosts = hosts
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        welcome = self._welcome(scope)
        started = False

        async def dressed(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_encoded(_HEADERS), *welcome]
            await send(message)

        taken = 0

        async def measured() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                raise _TooLarge
            return message

        try:
            await self._app(scope, measured, dressed)
        except _TooLarge:
            if not started:
                await _refuse(scope, receive, send, 413, _TOO_LARGE)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if self._hosts is not None and _name_of(host) not in self._hosts:
            return 403, f"This lab does not answer to the name {host!r}."
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            origin = headers.get("origin")
            foreign = origin is not None and urlsplit(origin).netloc != host
            if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return 403, "Requests from other sites are refused."
        if scope["type"] == "http" and scope["method"] not in _SAFE:
            length = headers.get("content-length", "0")
            if not length.isdigit():
                return 400, "The length of the body is not a number."
            if int(length) > MOST_BYTES:
                return 413, _TOO_LARGE
            has_body = int(length) > 0 or "transfer-encoding" in headers
            if has_body and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                return 422, "Bodies are JSON: say so with Content-Type: application/json."
        if self._token is not None and not self._knows(scope, headers):
            return 401, "This lab asks for its token: open it as /?token=…"
        return None

    def _knows(self, scope: Scope, headers: dict[str, str]) -> bool:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        given = [
            headers.get("authorization", "").removeprefix("Bearer "),
            cookie.value if cookie else "",
            _asked(scope),
        ]
        return any(hmac.compare_digest(word.encode(), (self._token or "").encode()) for word in given)

    def _welcome(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Who came with the token in the address keeps it as a cookie."""
        if self._token is None or not _asked(scope):
            return []
        return _encoded({"set-cookie": f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"})


_TOO_LARGE = f"The body is larger than {MOST_BYTES >> 20} MiB."


def _asked(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get("token", [""])[0]


def _name_of(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": reason[:120]})
        return
    body = json.dumps({"error": reason}).encode()
    headers = _encoded({"content-type": "application/json", "content-length": str(len(body)), **_HEADERS})
    start: MutableMapping[str, Any] = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
