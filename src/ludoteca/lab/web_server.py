"""The web server of the lab."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from ludoteca.core.errors import BadInput
from ludoteca.lab.app import LOOPBACK, create_app
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.data_folder import DataFolder


def default_data() -> Path:
    """The folder that games are kept in by default: the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ludoteca"


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def serve(host: str, port: int, data: DataFolder, capacity: Capacity, say_where: Callable[[str], None]) -> None:
    """Serve until interrupted. On addresses other than loopback, every request needs a token."""
    token = None if is_loopback(host) else os.environ.get("LUDOTECA_TOKEN") or secrets.token_urlsafe(16)
    app = create_app(data, (*LOOPBACK, host) if token is None else None, token, capacity)
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", ws_max_size=1 << 20, timeout_graceful_shutdown=1
    )
    listener = _listener(host, port)
    shown, bound = f"[{host}]" if ":" in host else host, listener.getsockname()[1]
    address = f"http://{shown}:{bound}/" + (f"?token={token}" if token else "")
    _Server(config, lambda: say_where(address)).run(sockets=[listener])


def _listener(host: str, port: int) -> socket.socket:
    """A listening socket. With the protocol named, asyncio turns off Nagle's delay of 40 ms for small answers."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
    except OSError:
        raise BadInput("lab.no_port", host=host, port=port) from None
    return listener


class _Server(uvicorn.Server):
    """A server that calls `ready` once it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
