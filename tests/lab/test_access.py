"""Access control and the web server's own limits: garbage, tokens, tries, half-sent requests, addresses."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from ludoteca.classroom.tokens import new_token
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import say
from ludoteca.lab.access import AccessControl
from ludoteca.lab.addresses import addresses_of
from ludoteca.lab.app import create_app
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.gates import TokenGate
from ludoteca.lab.http_protocol import LimitedProtocol
from ludoteca.lab.token import Token, TokenTries, checked_token
from ludoteca.lab.web_server import serve, server_config
from tests.lab.conftest import Lab, run_async
from tests.waiting import PATIENCE

TOKEN = "correct-horse-battery-staple"
COOKIE = f"ludoteca_token={Token(TOKEN).cookie}"
PAGE = {"accept": "text/html,*/*"}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers with the body it was sent."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Answer:
    """What an application has sent."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.events = events
        self.status: int = events[0].get("status", 0)
        self.headers = {name.decode(): value.decode() for name, value in events[0].get("headers", [])}
        self.text = b"".join(event.get("body", b"") for event in events[1:]).decode()


def ask(
    app: Any,
    path: str = "/",
    headers: dict[str, str] | list[tuple[bytes, bytes]] | None = None,
    *,
    method: str = "GET",
    query: bytes = b"",
    body: bytes = b"",
    kind: str = "http",
    **more: Any,
) -> Answer:
    """One request to an ASGI application, without a server."""
    given = headers if isinstance(headers, list) else [(n.encode(), v.encode()) for n, v in (headers or {}).items()]
    if not isinstance(headers, list):
        given.append((b"host", b"localhost"))
        if body:
            given.append((b"content-length", b"%d" % len(body)))
    scope: dict[str, Any] = {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "headers": given,
    }
    scope |= {"client": ("192.0.2.7", 5), "scheme": "http", "server": ("localhost", 80), "root_path": ""}
    scope |= {"http_version": "1.1", "method": method, "subprotocols": [], **more}
    came: list[dict[str, Any]] = [
        {"type": "http.request", "body": body, "more_body": False},
        {"type": "http.disconnect"},
    ]
    if kind == "websocket":
        came = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1005}]
    sent: list[dict[str, Any]] = []

    async def run() -> None:
        events = iter(came)

        async def receive() -> dict[str, Any]:
            return next(events)

        async def send(event: dict[str, Any]) -> None:
            sent.append(event)

        await app(scope, receive, send)

    run_async(run())
    return Answer(sent)


NO_DATA: Any = None  # opened in the application's lifespan, which is not entered here
NAMES = b"""host origin cookie content-length content-type authorization accept accept-language sec-fetch-site
    transfer-encoding if-none-match accept-encoding range""".split()
VALUES = (
    *(b"localhost", b"[", b"http://[", b"http://localhost", b"*/*", b"text/html", b"Bearer ", b"gzip, br;q=\xff"),
    *(b"ludoteca_token=\xff", b"application/json", b"%zz", b"en-\xe9", b"*;q=", b"bytes=9-1"),
)
PATHS = ("/", "/games/1", "/static/js/dom.js", "/static/%", "/api/messages", "/api/nothing", "/traces/x", "/token")


@cache
def application(locked: bool) -> FastAPI:
    """The lab's application, with a token or without: made when a test asks for it, not when tests are collected."""
    return create_app(NO_DATA, None, TOKEN) if locked else create_app(NO_DATA, ("localhost",))


@pytest.fixture
def locked() -> AccessControl:
    return AccessControl(echo, None, TokenGate(TOKEN))


class TestGarbage:
    @pytest.mark.parametrize(
        ("header", "value", "status"),
        [
            ("host", "[", 400),
            ("host", "[::1", 400),
            ("host", "é", 403),
            ("host", "", 403),
            ("origin", "http://[", 400),
            ("origin", "http://[::1", 400),
            ("origin", "null", 403),
            ("content-length", "²", 400),
            ("content-length", "9" * 5000, 400),
            ("content-length", "-1", 400),
            ("cookie", "ludoteca_token", 200),
            ("cookie", "=;;=\x00;\x7f", 200),
            ("x-long", "x" * 40_000, 431),
        ],
    )
    def test_a_malformed_header_is_the_senders_fault(self, header: str, value: str, status: int) -> None:
        headers = {b"host": b"localhost", header.encode(): value.encode("latin-1")}
        answer = ask(AccessControl(echo, ("localhost",), None), "/", list(headers.items()), method="POST")
        assert answer.status == status
        assert status == 200 or '{"error": "' in answer.text

    def test_a_header_that_must_stand_once_is_refused_twice(self) -> None:
        twice = [(b"host", b"localhost"), (b"Host", b"evil.example")]
        assert ask(AccessControl(echo, ("localhost",), None), "/", twice).status == 400

    def test_a_huge_query_is_refused(self) -> None:
        assert ask(AccessControl(echo, None, None), query=b"a=" + b"x" * 9000).status == 414

    def test_a_body_of_a_get_request_is_refused(self) -> None:
        assert ask(AccessControl(echo, None, None), body=b"{}").status == 400

    @settings(deadline=None)
    @given(
        st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES) | st.binary(max_size=40)), max_size=8),
        st.sampled_from(PATHS),
        st.sampled_from(["GET", "POST", "HEAD", "PUT", "OPTIONS", "X"]),
        st.one_of(st.binary(max_size=60), st.sampled_from([b"lang=%ff", b"token=%e9", b"lang=xx&lang=en", b"%%%"])),
        st.booleans(),
    )
    def test_no_garbage_is_our_fault(
        self, headers: list[tuple[bytes, bytes]], path: str, method: str, query: bytes, locked: bool
    ) -> None:
        headers = [*headers, (b"host", b"localhost")] if b"host" not in dict(headers) else headers
        answer = ask(application(locked), path, headers, method=method, query=query, body=b"{}")
        assert 200 <= answer.status < 500

    @pytest.mark.parametrize("query", ["moves=abc", "moves=%ff", "narrow=9", "moves=1e400"])
    def test_a_bad_query_of_a_socket_closes_it_before_it_opens(self, lab: Lab, query: str) -> None:
        with connected(httpx.URL(lab.address).port or 80) as client:
            client.sendall(upgrade(f"/api/games/1/live?{query}"))
            assert received(client).startswith(b"HTTP/1.1 403 ")


class TestToken:
    def test_a_request_without_the_token_is_refused(self, locked: AccessControl) -> None:
        answer = ask(locked, "/api/games", query=b"lang=es")
        assert answer.status == 401
        assert "necesita su clave" in answer.text
        assert answer.headers["connection"] == "close"
        socket_answer = ask(locked, "/api/games/1/live", kind="websocket")
        assert [event["type"] for event in socket_answer.events] == ["websocket.close"]

    def test_the_token_is_taken_from_the_address_once(self, locked: AccessControl) -> None:
        query = f"token={TOKEN}&lang=es".encode()
        answer = ask(locked, "/games/7", PAGE, query=query)
        assert (answer.status, answer.headers["location"]) == (303, "/games/7?lang=es")
        cookie, *attributes = answer.headers["set-cookie"].split("; ")
        assert cookie == COOKIE and TOKEN not in cookie
        assert sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=Lax"]
        assert ask(locked, "/api/games", {"cookie": f"a=b; {cookie}"}).status == 200
        again = ask(locked, "/", {**PAGE, "cookie": cookie}, query=query)
        assert (again.status, again.headers["location"]) == (303, "/?lang=es")

    def test_the_way_back_leads_to_no_other_site(self, locked: AccessControl) -> None:
        answer = ask(locked, "//evil.example/\r\n", PAGE, query=f"token={TOKEN}".encode())
        assert answer.headers["location"] == "/evil.example/%0D%0A"

    def test_over_https_the_cookie_is_secure(self, locked: AccessControl) -> None:
        answer = ask(locked, "/api/games", query=f"token={TOKEN}".encode(), scheme="https")
        assert answer.status == 200
        assert answer.headers["set-cookie"].endswith("; Secure")

    def test_scripts_give_it_as_a_bearer(self, locked: AccessControl) -> None:
        assert ask(locked, "/api/games", {"authorization": f"Bearer {TOKEN}"}).status == 200
        assert ask(locked, "/api/games", {"authorization": "Bearer wrong"}).status == 401
        assert ask(locked, "/api/games", {"authorization": f"Bearer {Token(TOKEN).cookie}"}).status == 401

    @pytest.mark.parametrize(("language", "words"), [("en", "Open the lab"), ("es-AR,es", "Abrir el laboratorio")])
    def test_a_browser_is_shown_a_form(self, locked: AccessControl, language: str, words: str) -> None:
        answer = ask(locked, "/", {**PAGE, "accept-language": language})
        assert answer.status == 401
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert words in answer.text and '<form method="post" action="/token?lang=' in answer.text
        assert "default-src 'self'" in answer.headers["content-security-policy"]

    def test_the_form_opens_the_lab(self, locked: AccessControl) -> None:
        form = {"content-type": "application/x-www-form-urlencoded", "origin": "http://localhost"}
        answer = ask(locked, "/token", form, method="POST", body=f"token=+{TOKEN}".encode())
        assert (answer.status, answer.headers["location"]) == (303, "/")
        assert answer.headers["set-cookie"].startswith(COOKIE)
        wrong = ask(locked, "/token", form, method="POST", body=b"token=%FF<script>")
        assert wrong.status == 401 and "This is not the token" in wrong.text and "script" not in wrong.text
        foreign = {**form, "origin": "http://evil.example"}
        assert ask(locked, "/token", foreign, method="POST", body=f"token={TOKEN}".encode()).status == 403
        assert ask(locked, "/token", form, method="POST", body=b"token=" + b"x" * 9000).status == 413

    @pytest.mark.parametrize(
        "text", ["secret", "a" * 40, "abcabcabcabcabcabcabcabc", f"{TOKEN};", f"{TOKEN} x", "ñ" * 30]
    )
    def test_a_weak_token_is_refused_with_a_way_to_make_one(self, text: str) -> None:
        with pytest.raises(BadInput) as caught:
            checked_token(text)
        assert "secrets.token_urlsafe" in str(caught.value)
        assert "secrets.token_urlsafe" in say(caught.value.message, "es")

    def test_a_good_token_is_kept(self) -> None:
        assert checked_token(TOKEN) == TOKEN
        assert checked_token(new_token()) != checked_token(new_token())


class TestTries:
    def test_wrong_tokens_make_an_address_wait_longer_and_longer(self) -> None:
        now = 0.0
        tries = TokenTries(lambda: now)
        app = AccessControl(echo, None, TokenGate(TOKEN), tries=tries)

        def given(token: str, address: str = "192.0.2.7") -> Answer:
            return ask(app, "/api/games", {"authorization": f"Bearer {token}"}, client=(address, 1))

        assert [given("wrong").status for _ in range(10)] == [401] * 10
        blocked = given(TOKEN)
        assert (blocked.status, blocked.headers["retry-after"]) == (429, "30")
        assert "30 seconds" in blocked.text
        assert given(TOKEN, "192.0.2.8").status == 200
        assert ask(app, "/api/games", {"cookie": COOKIE}).status == 200  # who is in stays in
        waits = []
        for _ in range(9):
            now += int(given("wrong").headers["retry-after"])
            assert given("wrong").status == 401
            waits.append(int(given("wrong").headers["retry-after"]))
        assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
        now += 3600
        assert given(TOKEN).status == 200
        assert [given("wrong").status for _ in range(10)] == [401] * 10  # the count begins anew

    def test_old_cookies_and_missing_tokens_do_not_count(self) -> None:
        app = AccessControl(echo, None, TokenGate(TOKEN))
        assert {ask(app, "/", {"cookie": "ludoteca_token=old"}).status for _ in range(20)} == {401}
        assert ask(app, "/", {"authorization": f"Bearer {TOKEN}"}).status == 200

    def test_addresses_are_forgotten(self) -> None:
        now = 0.0
        tries = TokenTries(lambda: now)
        for number in range(5000):
            tries.add_wrong(f"10.0.{number // 250}.{number % 250}")
        assert len(tries._tries) == 4096
        for _ in range(10):
            tries.add_wrong("2001:db8::1")
        assert tries.seconds_to_wait("2001:db8::2") == 30  # the same network
        now += 7200
        assert tries.seconds_to_wait("2001:db8::2") == 0


class Patient(LimitedProtocol):
    """Waits longer than any test."""

    head_seconds = 600
    most_connections = 3


class Impatient(LimitedProtocol):
    head_seconds = 0.1
    read_seconds = 0.1


@contextmanager
def served(app: Any, protocol: type[LimitedProtocol]) -> Iterator[int]:
    """A real server in a thread; its port."""
    server = uvicorn.Server(server_config(app, protocol))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(AccessControl(echo, None, TokenGate(TOKEN), body_seconds=0.1), Patient) as found:
        yield found


@pytest.fixture(scope="module")
def impatient_port() -> Iterator[int]:
    with served(echo, Impatient) as found:
        yield found


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        yield client


def received(client: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while data := client.recv(1 << 16):
            found += data
    return found


def upgrade(path: str, more: str = "") -> bytes:
    """A request to open a socket."""
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    return f"{head}{key}{more}\r\n".encode()


HEAD = f"Host: localhost\r\nCookie: {COOKIE}\r\n".encode()


class TestHalfSentRequests:
    def test_a_connection_that_says_nothing_is_closed(self, impatient_port: int) -> None:
        with connected(impatient_port) as client:
            assert received(client).startswith(b"HTTP/1.1 408 ")

    def test_headers_that_trickle_in_are_not_waited_for(self, impatient_port: int) -> None:
        closed = threading.Event()

        def trickle(client: socket.socket) -> None:
            client.sendall(b"GET / HTTP/1.1\r\n")
            while not closed.wait(0.05):
                try:
                    client.sendall(b"A: b\r\n")
                except OSError:
                    return

        with connected(impatient_port) as client:
            thread = threading.Thread(target=trickle, args=[client])
            thread.start()
            try:
                assert received(client).startswith(b"HTTP/1.1 408 ")
            finally:
                closed.set()
                thread.join()

    def test_an_empty_line_does_not_keep_a_connection_open(self, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
        with connected(port) as client:
            client.sendall(b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n")
            assert client.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            monkeypatch.setattr(Patient, "head_seconds", 0.1)
            client.sendall(b"\r\n")
            assert received(client).startswith(b"HTTP/1.1 408 ")

    def test_endless_headers_are_refused(self, port: int) -> None:
        start = b"GET / HTTP/1.1\r\nA: "
        with connected(port) as client:
            client.sendall(start + b"b" * (Patient.most_head_bytes - len(start)))
            client.sendall(b"b")
            assert received(client).startswith(b"HTTP/1.1 431 ")

    @pytest.mark.parametrize("length", [b"Content-Length: 100", b"Transfer-Encoding: chunked"])
    def test_a_body_that_does_not_come_is_not_waited_for(self, port: int, length: bytes) -> None:
        with connected(port) as client:
            client.sendall(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\n" + length + b"\r\n\r\n")
            answer = received(client)
            assert answer.startswith(b"HTTP/1.1 408 ")
            assert b"The body came too slowly." in answer

    def test_a_body_that_comes_with_the_headers_is_no_header(self) -> None:
        body = b'"' + b"x" * 2 * Patient.most_head_bytes + b'"'
        head = HEAD + b"Content-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
        with served(AccessControl(echo, None, None), Patient) as port, connected(port) as client:
            client.sendall(b"POST / HTTP/1.1\r\n" + head + body)
            assert received(client).endswith(b"\r\n\r\n" + body)

    def test_without_the_token_a_body_is_not_read(self, port: int) -> None:
        with connected(port) as client:
            client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
            assert received(client).startswith(b"HTTP/1.1 401 ")

    @pytest.mark.parametrize(("cookie", "status"), [("", b"403"), (f"Cookie: {COOKIE}\r\n", b"101")])
    def test_a_socket_without_the_token_is_refused_and_closed(self, port: int, cookie: str, status: bytes) -> None:
        with connected(port) as client:
            client.sendall(upgrade("/x", cookie))
            assert received(client).startswith(b"HTTP/1.1 " + status)

    def test_a_socket_with_an_address_that_is_not_ascii_is_refused(self, port: int) -> None:
        with connected(port) as client:
            client.sendall(b"GET /\xff HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            assert received(client).startswith(b"HTTP/1.1 400 ")

    def test_too_many_connections_are_closed_at_once(self, port: int) -> None:
        with connected(port) as one, connected(port) as two, connected(port) as three:
            for client in (one, two, three):
                client.sendall(b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n")
                assert client.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            with connected(port) as fourth:
                assert received(fourth) == b""

    def test_a_client_that_does_not_read_is_cut_off(self) -> None:
        gone = threading.Event()

        async def endless(scope: Scope, receive: Receive, send: Send) -> None:
            async def write() -> None:
                while not gone.is_set():
                    await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})

            assert (await receive())["type"] == "http.request"
            await send({"type": "http.response.start", "status": 200, "headers": []})
            writing = asyncio.create_task(write())
            assert (await receive())["type"] == "http.disconnect"
            gone.set()
            await writing

        with served(endless, Impatient) as port, connected(port) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert gone.wait(30)


class TestAddresses:
    @pytest.mark.parametrize("host", ["0.0.0.0", "::"])
    def test_everywhere_is_no_address(self, host: str) -> None:
        first, *others = addresses_of(host, 8642)
        assert first == "http://127.0.0.1:8642/"
        assert not [address for address in others if re.search(r"//(0\.0\.0\.0|127\.|\[::1?\])", address)]

    @pytest.mark.parametrize(
        ("host", "address"), [("192.0.2.9", "http://192.0.2.9:80/"), ("fd00::7", "http://[fd00::7]:80/")]
    )
    def test_one_address_is_itself(self, host: str, address: str) -> None:
        assert addresses_of(host, 80) == [address]


def test_a_weak_token_in_the_environment_is_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_TOKEN", "secret")
    with closing(DataFolder(tmp_path)) as data, pytest.raises(BadInput, match="LUDOTECA_TOKEN"):
        serve("0.0.0.0", 0, data, Capacity(), lambda addresses: None)
