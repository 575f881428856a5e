"""Access control: requests from other sites, for other hosts, without the token or too large are refused unread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

from ludoteca.core.i18n import say
from ludoteca.lab.access_request import (
    LONGEST_ADDRESS,
    AccessRequest,
    DirectAnswer,
    hostname_of,
    netloc_of,
    read_request,
)
from ludoteca.lab.gates import JOIN, SIGN_IN, ClassGate, Entry, Gate, token_in
from ludoteca.lab.token import TokenTries

MOST_BYTES = 16 << 20
"""Bytes of the body of a request."""

_LARGE = 1 << 20  # bytes: a larger body is copied in a thread
_SLOWEST = 16 << 10  # bytes a second that the body of a request must come with, after its first seconds
_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class _Disconnected(Exception):
    """The client is gone, before its request was complete."""


class AccessControl:
    """Middleware in front of the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: tuple[str, ...] | None,
        gate: Gate | None,
        body_seconds: float = 20.0,
        tries: TokenTries | None = None,
    ) -> None:
        """`hosts` are the host names that are served (None: all); `gate` says who is let in (None: everybody).

        `body_seconds` is the time for a small body; a large one has more.
        """
        self._app = app
        self._hosts = hosts
        self._gate = gate
        self._body_seconds = body_seconds
        self._tries = tries or TokenTries()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = AccessRequest(scope, {}, {})
        try:
            request = read_request(scope)
            self._check_origin(request)
            cookie = await self._check_entry(request, receive)
            if not request.is_socket:
                receive = await self._with_body(request, receive)
        except DirectAnswer as answer:
            await self._send_answer(request, answer, receive, send)
            return
        except _Disconnected:
            return

        async def send_with_headers(event: Event) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], *_encoded(_HEADERS), *_encoded(cookie)]
            await send(event)

        await self._app(scope, receive, send_with_headers)

    def _check_origin(self, request: AccessRequest) -> None:
        """Refuse requests for other hosts and from other sites."""
        host, headers = request.headers.get("host", ""), request.headers
        if self._hosts is not None and hostname_of(host) not in self._hosts:
            raise DirectAnswer(403, "host", host=host[:100])
        if request.safe:
            return
        origin = headers.get("origin")
        foreign = origin is not None and netloc_of(origin) != host
        if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise DirectAnswer(403, "origin")

    async def _check_entry(self, request: AccessRequest, receive: Receive) -> dict[str, str]:
        """Refuse requests of people who are not let in; the headers that keep a token from the address as a cookie.

        The member of a class who sends the request is noted in its scope.
        """
        gate = self._gate
        if gate is None:
            return {}
        if request.is_form and request.path == SIGN_IN:
            await self._sign_in(request, receive, gate)
        if request.path.startswith(JOIN) and isinstance(gate, ClassGate):
            await self._join(request, receive, gate)
        entry = gate.by_cookie(request.cookie(gate.cookie_name))
        if entry is not None:
            if request.wants_page and "token" in request.query:
                self._change_person(request, gate, entry)
            request.scope["member"] = entry.member
            return {}
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        given = bearer or request.query.get("token", "")
        if not given:
            raise DirectAnswer(401, gate.no_token)
        entry = self._try(request, given, gate)
        if not bearer and request.wants_page:
            raise DirectAnswer(303, "entered", {"location": request.without_token, **gate.set_cookie(request, given)})
        request.scope["member"] = entry.member
        return {} if bearer else gate.set_cookie(request, given)

    def _change_person(self, request: AccessRequest, gate: Gate, entry: Entry) -> None:
        """Lead to the address without the token. If that is somebody else's, this person is let in instead."""
        given = request.query["token"]
        other = entry if self._tries.seconds_to_wait(request.client) else gate.by_token(given)
        if other is None:
            self._tries.add_wrong(request.client)
        cookie = {} if other in (None, entry) else gate.set_cookie(request, given)
        raise DirectAnswer(303, "entered", {"location": request.without_token, **cookie})

    async def _sign_in(self, request: AccessRequest, receive: Receive, gate: Gate) -> None:
        """Try the token of the form, and lead to the lab."""
        given = token_in((await self._read_form(request, receive)).get("token", ""))
        self._try(request, given, gate)
        raise DirectAnswer(303, "entered", {"location": "/", **gate.set_cookie(request, given)})

    async def _join(self, request: AccessRequest, receive: Receive, gate: ClassGate) -> None:
        """Answer with the form to join the class, or let a new student in; wrong codes count as wrong tokens."""
        code, form = request.path.removeprefix(JOIN), None
        self._refuse_waiting(request)
        if request.is_form:
            form = await self._read_form(request, receive)
        if not gate.members.is_code(code):
            self._tries.add_wrong(request.client)
        raise await gate.join(request, code, None if form is None else form.get("name", ""))

    async def _read_form(self, request: AccessRequest, receive: Receive) -> dict[str, str]:
        """The fields of a form."""
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
            raise DirectAnswer(422, "no_form")
        form = await self._read_body(request, receive, LONGEST_ADDRESS)
        return dict(parse_qsl(form.decode("latin-1")))

    def _try(self, request: AccessRequest, given: str, gate: Gate) -> Entry:
        """Who comes in by a token; a wrong one is refused, and any while the address has to wait."""
        self._refuse_waiting(request)
        entry = gate.by_token(given)
        if entry is None:
            self._tries.add_wrong(request.client)
            raise DirectAnswer(401, gate.wrong_token)
        self._tries.forget(request.client)
        return entry

    def _refuse_waiting(self, request: AccessRequest) -> None:
        wait = self._tries.seconds_to_wait(request.client)
        if wait:
            raise DirectAnswer(429, "tries", {"retry-after": str(wait)}, seconds=wait)

    async def _with_body(self, request: AccessRequest, receive: Receive) -> Receive:
        """Read the whole body, which must be JSON; a `receive` that gives it to the application."""
        length, headers = request.length, request.headers
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

    async def _read_body(self, request: AccessRequest, receive: Receive, most: int) -> bytes:
        """The body of a request; refused when it is too large or comes too slowly."""
        if request.length > most:
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
        return bytes(body) if len(body) < _LARGE else await asyncio.to_thread(bytes, body)

    async def _send_answer(self, request: AccessRequest, answer: DirectAnswer, receive: Receive, send: Send) -> None:
        """Send an answer and close the connection, so that a body that was not read is not waited for."""
        reason = say(answer.message, request.language)
        if request.is_socket:
            await receive()
            await send({"type": "websocket.close", "code": 4000 + answer.status, "reason": reason[:100]})
            return
        page = answer.page or self._form(request, answer)
        body, kind = page or json.dumps({"error": reason}).encode(), "text/html; charset=utf-8"
        about = {
            "content-type": kind if page else "application/json",
            "content-length": str(len(body)),
            "connection": "close",
            "cache-control": "no-store",
        }
        if page:  # with "no-referrer", browsers would send its form with the origin "null"
            about["referrer-policy"] = "same-origin"
        headers = _encoded({**_HEADERS, **about, **answer.headers})
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _form(self, request: AccessRequest, answer: DirectAnswer) -> bytes | None:
        """The form that asks a person for the token."""
        asked = request.wants_page or (request.is_form and request.path.startswith((SIGN_IN, JOIN)))
        if self._gate is None or answer.status not in (401, 429) or not asked:
            return None
        problem = None if answer.message.key == f"lab.access.{self._gate.no_token}" else answer.message
        return self._gate.form(request.language, problem)


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
