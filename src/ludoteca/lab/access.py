"""Access control: requests from other sites, for other hosts, without the token or too large are refused unread."""

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


class AccessControl:
    """Middleware in front of the whole application."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] | None, token: str | None) -> None:
        """`hosts` are the host names that are served (None: all); `token` is asked of every request (None: none)."""
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
        cookie = self._token_cookie(scope)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_encoded(_HEADERS), *cookie]
            await send(message)

        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MOST_BYTES:
                raise _TooLarge
            return message

        try:
            await self._app(scope, receive_limited, send_with_headers)
        except _TooLarge:
            if not started:
                await _refuse(scope, receive, send, 413, _TOO_LARGE)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if self._hosts is not None and _hostname(host) not in self._hosts:
            return 403, f"This lab is not served under the host name {host!r}."
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
                return 422, "The body must be JSON, with Content-Type: application/json."
        if self._token is not None and not self._has_token(scope, headers):
            return 401, "This lab needs its token: open it as /?token=…"
        return None

    def _has_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        given = [
            headers.get("authorization", "").removeprefix("Bearer "),
            cookie.value if cookie else "",
            _token_in_address(scope),
        ]
        return any(hmac.compare_digest(word.encode(), (self._token or "").encode()) for word in given)

    def _token_cookie(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """The header that keeps a token from the address as a cookie."""
        if self._token is None or not _token_in_address(scope):
            return []
        return _encoded({"set-cookie": f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"})


_TOO_LARGE = f"The body is larger than {MOST_BYTES >> 20} MiB."


def _token_in_address(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get("token", [""])[0]


def _hostname(host: str) -> str:
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
