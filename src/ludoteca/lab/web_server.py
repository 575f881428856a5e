"""The web server of the lab."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from ludoteca.classroom.store import ClassStore
from ludoteca.classroom.tokens import new_token
from ludoteca.core.errors import BadInput
from ludoteca.core.garbage import collect_rarely
from ludoteca.lab.addresses import addresses_of, is_loopback
from ludoteca.lab.app import LOOPBACK, create_app
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.http_protocol import LimitedProtocol
from ludoteca.lab.token import checked_token

_SWITCHING = 0.001  # seconds after which a thread that draws lets the event loop run


def serve(
    host: str,
    port: int,
    data: DataFolder,
    capacity: Capacity,
    say_where: Callable[[list[str]], None],
    classroom: ClassStore | None = None,
) -> None:
    """Serve until interrupted. In a class members sign in; otherwise a token is needed on all addresses but loopback.

    `say_where` is called with the addresses to open, this machine's own first.
    """
    sys.setswitchinterval(_SWITCHING)
    token = None if is_loopback(host) or classroom is not None else _token()
    everywhere = token is not None or classroom is not None
    app = create_app(data, None if everywhere else (*LOOPBACK, host), token, capacity, classroom)
    listening = listener(host, port)
    ending = "" if token is None else f"?token={token}"
    app.state.addresses = [address + ending for address in addresses_of(host, listening.getsockname()[1])]
    _Server(server_config(app), lambda: say_where(app.state.addresses)).run(sockets=[listening])


def server_config(app: ASGIApp, protocol: type[LimitedProtocol] = LimitedProtocol) -> uvicorn.Config:
    """The settings of the web server."""
    return uvicorn.Config(
        app, http=protocol, log_level="warning", ws_max_size=1 << 20, timeout_keep_alive=5, timeout_graceful_shutdown=1
    )


def _token() -> str:
    """The token that the operator has chosen, or a new one; raises `BadInput`."""
    chosen = os.environ.get("LUDOTECA_TOKEN")
    return checked_token(chosen) if chosen else new_token()


def listener(host: str, port: int) -> socket.socket:
    """A socket bound to an address; raises `BadInput` when that is taken.

    With the protocol named, asyncio turns off Nagle's delay of 40 ms for small answers.
    """
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # "::" listens on IPv4 too
        opened.bind(place)
    except OSError:
        raise BadInput("lab.no_port", host=host, port=port) from None
    return opened


class _Server(uvicorn.Server):
    """A server that calls `ready` once it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # What the start has made stays: a garbage collection that looks at all of it takes 50 ms in the event loop.
        gc.collect()
        collect_rarely()
        await super().startup(sockets)
        if self.started:
            self._ready()
