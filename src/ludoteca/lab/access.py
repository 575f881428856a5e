"""Access control: requests from other sites, for other hosts, without the token or too large are refused unread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

from ludoteca.core.i18n import LANGUAGES, Argument, Message, say
from ludoteca.lab.token import COOKIE, Token, TokenTries
from ludoteca.lab.token_page import token_page

MOST_BYTES = 16 << 20
"""Bytes of the body of a request."""

_MOST_HEADER_BYTES = 32 << 10
_LONGEST_ADDRESS = 8 << 10  # bytes of path and query
_SLOWEST = 16 << 10  # bytes a second that the body of a request must come with, after its first seconds
_SAFE = ("GET", "HEAD", "OPTIONS")
_SINGLE = ("host", "origin", "content-length", "content-type", "authorization")  # headers that can stand once
_TOKEN_PATH = "/token"
_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class DirectAnswer(Exception):
    """An answer without the application: a status, the reason, and further headers."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None, **args: Argument) -> None:
        super().__init__(status, reason)
        self.status = status
        self.message = Message(f"lab.access.{reason}", args)
        self.headers = dict(headers or {})


class _Disconnected(Exception):
    """The client is gone, before its request was complete."""


@dataclass(frozen=True, slots=True)
class _Request:
    """What is known of a request before its body is read."""

    scope: Scope
    headers: Mapping[str, str]
    query: Mapping[str, str]

    @property
    def path(self) -> str:
        return str(self.scope.get("path", ""))

    @property
    def is_socket(self) -> bool:
        return bool(self.scope["type"] == "websocket")

    @property
    def safe(self) -> bool:
        """Whether it is a request that changes nothing."""
        return not self.is_socket and self.scope["method"] in _SAFE

    @property
    def client(self) -> str:
        """The address it comes from."""
        return str((self.scope.get("client") or ("",))[0])

    @property
    def wants_page(self) -> bool:
        """Whether a person opened it in a browser."""
        return self.safe and not self.path.startswith("/api/") and "text/html" in self.headers.get("accept", "")

    @property
    def language(self) -> str:
        """The language that the query asks for, or else the browser."""
        asked = (self.query.get("lang", ""), self.headers.get("accept-language", "")[:2].lower())
        return next((language for language in asked if language in LANGUAGES), LANGUAGES[0])


class AccessControl:
    """Middleware in front of the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: tuple[str, ...] | None,
        token: str | None,
        body_seconds: float = 20.0,
        tries: TokenTries | None = None,
    ) -> None:
        """`hosts` are the host names that are served (None: all); `token` is asked of every request (None: none).

        `body_seconds` is the time for a small body; a large one has more.
        """
        self._app = app
        self._hosts = hosts
        self._token = None if token is None else Token(token)
        self._body_seconds = body_seconds
        self._tries = tries or TokenTries()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = _Request(scope, {}, {})
        try:
            request = _read_request(scope)
            self._check_origin(request)
            cookie = await self._check_token(request, receive)
            if not request.is_socket:
                receive = await self._with_body(request, receive)
        except DirectAnswer as answer:
            await _send_answer(request, answer, receive, send)
            return
        except _Disconnected:
            return

        async def send_with_headers(event: Event) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], *_encoded(_HEADERS), *_encoded(cookie)]
            await send(event)

        await self._app(scope, receive, send_with_headers)

    def _check_origin(self, request: _Request) -> None:
        """Refuse requests for other hosts and from other sites."""
        host, headers = request.headers.get("host", ""), request.headers
        if self._hosts is not None and _hostname(host) not in self._hosts:
            raise DirectAnswer(403, "host", host=host[:100])
        if request.safe:
            return
        origin = headers.get("origin")
        foreign = origin is not None and _netloc(origin) != host
        if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise DirectAnswer(403, "origin")

    async def _check_token(self, request: _Request, receive: Receive) -> dict[str, str]:
        """Refuse requests without the token; the headers that keep a token from the address as a cookie."""
        if self._token is None:
            return {}
        if request.path == _TOKEN_PATH and not request.is_socket and request.scope["method"] == "POST":
            await self._enter(request, receive)
        if self._token.matches_cookie(_cookie(request.headers.get("cookie", ""))):
            if request.wants_page and "token" in request.query:
                raise DirectAnswer(303, "entered", {"location": _without_token(request)})
            return {}
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        given = bearer or request.query.get("token", "")
        if not given:
            raise DirectAnswer(401, "no_token")
        self._try(request, given)
        if bearer:
            return {}
        if request.wants_page:
            raise DirectAnswer(303, "entered", {"location": _without_token(request), **self._set_cookie(request)})
        return self._set_cookie(request)

    async def _enter(self, request: _Request, receive: Receive) -> None:
        """Try the token of the form, and lead to the lab."""
        assert self._token is not None
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
            raise DirectAnswer(422, "no_form")
        form = await self._read_body(request, receive, _LONGEST_ADDRESS)
        self._try(request, dict(parse_qsl(form.decode("latin-1"))).get("token", "").strip())
        raise DirectAnswer(303, "entered", {"location": "/", **self._set_cookie(request)})

    def _try(self, request: _Request, given: str) -> None:
        """Refuse a wrong token, and any token while the address has to wait."""
        assert self._token is not None
        wait = self._tries.seconds_to_wait(request.client)
        if wait:
            raise DirectAnswer(429, "tries", {"retry-after": str(wait)}, seconds=wait)
        if not self._token.matches(given):
            self._tries.add_wrong(request.client)
            raise DirectAnswer(401, "wrong_token")
        self._tries.forget(request.client)

    def _set_cookie(self, request: _Request) -> dict[str, str]:
        assert self._token is not None
        secure = "; Secure" if request.scope.get("scheme") in ("https", "wss") else ""
        return {"set-cookie": f"{COOKIE}={self._token.cookie}; HttpOnly; SameSite=Lax; Path=/{secure}"}

    async def _with_body(self, request: _Request, receive: Receive) -> Receive:
        """Read the whole body, which must be JSON; a `receive` that gives it to the application."""
        length, headers = _length(request), request.headers
        has_body = length > 0 or "transfer-encoding" in headers
        if has_body and request.safe:
            raise DirectAnswer(400, "body_of_get")
        if has_body and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise DirectAnswer(422, "not_json")
        body = await self._read_body(request, receive, MOST_BYTES) if has_body else b""
        events: list[Event] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_body() -> Event:
            return events.pop() if events else await receive()

        return receive_body

    async def _read_body(self, request: _Request, receive: Receive, most: int) -> bytes:
        """The body of a request; refused when it is too large or comes too slowly."""
        if _length(request) > most:
            raise DirectAnswer(413, "too_large", most=most >> 10)
        body, more, now = bytearray(), True, asyncio.get_running_loop().time
        started = now()
        while more:
            deadline = started + self._body_seconds + len(body) / _SLOWEST
            try:
                event = await asyncio.wait_for(receive(), deadline - now())
            except TimeoutError:
                raise DirectAnswer(408, "too_slow") from None
            if event["type"] != "http.request":
                raise _Disconnected
            body += event.get("body", b"")
            more = event.get("more_body", False)
            if len(body) > most:
                raise DirectAnswer(413, "too_large", most=most >> 10)
        return bytes(body)


def _read_request(scope: Scope) -> _Request:
    """The headers and the query of a request; raises `DirectAnswer`."""
    if sum(len(name) + len(value) for name, value in scope["headers"]) > _MOST_HEADER_BYTES:
        raise DirectAnswer(431, "headers_too_large", most=_MOST_HEADER_BYTES >> 10)
    query: bytes = scope.get("query_string", b"")
    if len(scope.get("raw_path") or b"") + len(query) > _LONGEST_ADDRESS:
        raise DirectAnswer(414, "address_too_long", most=_LONGEST_ADDRESS >> 10)
    headers: dict[str, str] = {}
    for raw_name, value in scope["headers"]:
        name = raw_name.decode("latin-1").lower()
        if name in headers and name in _SINGLE:
            raise DirectAnswer(400, "header_twice", name=name)
        headers[name] = f"{headers[name]}; {value.decode('latin-1')}" if name in headers else value.decode("latin-1")
    fields = parse_qs(query.decode("latin-1"))
    return _Request(scope, headers, {name: values[0] for name, values in fields.items()})


def _length(request: _Request) -> int:
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit() and len(length) < 20):
        raise DirectAnswer(400, "length")
    return int(length)


def _hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        raise DirectAnswer(400, "bad_host") from None


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        raise DirectAnswer(400, "bad_origin") from None


def _cookie(header: str) -> str:
    """The value of our cookie."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), "")


def _without_token(request: _Request) -> str:
    """The address of a request without the token; on this host, whatever its path looks like."""
    query = urlencode({name: value for name, value in request.query.items() if name != "token"}, encoding="latin-1")
    return f"/{quote(request.path.lstrip('/'))}" + (f"?{query}" if query else "")


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _send_answer(request: _Request, answer: DirectAnswer, receive: Receive, send: Send) -> None:
    """Send an answer and close the connection, so that a body that was not read is not waited for."""
    reason = say(answer.message, request.language)
    if request.is_socket:
        await receive()
        await send({"type": "websocket.close", "code": 4000 + answer.status, "reason": reason[:100]})
        return
    form = answer.status in (401, 429) and (request.wants_page or request.path == _TOKEN_PATH)
    if form:
        problem = None if answer.message.key == "lab.access.no_token" else answer.message
        body, kind = token_page(request.language, problem), "text/html; charset=utf-8"
    else:
        body, kind = json.dumps({"error": reason}).encode(), "application/json"
    about = {"content-type": kind, "content-length": str(len(body)), "connection": "close", "cache-control": "no-store"}
    if form:  # with "no-referrer", browsers would send it with the origin "null"
        about["referrer-policy"] = "same-origin"
    headers = _encoded({**_HEADERS, **about, **answer.headers})
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
