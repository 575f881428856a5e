"""The HTTP protocol of the web server: uvicorn's, which waits without end for half a request, with limits."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HEAD_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class LimitedProtocol(HttpToolsProtocol):
    """One connection. Bodies are limited by `AccessControl`."""

    head_seconds: ClassVar[float] = 10.0  # for the request line and the headers, however they trickle in
    read_seconds: ClassVar[float] = 60.0  # for the client to read something of the answer
    most_head_bytes: ClassVar[int] = 64 << 10
    most_connections: ClassVar[int] = 480  # further ones are closed at once; see `capacity`

    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.abort()
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head_timer is not None:
            self._head_bytes += len(data)
            if self._head_bytes > self.most_head_bytes:
                self._end(_HEAD_TOO_LARGE)
        elif (self.cycle is None or self.cycle.response_complete) and self.transport.get_protocol() is self:
            self._await_head()  # also after an empty line, which begins no request

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_head_timer()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        if self.url.isascii():
            super().handle_websocket_upgrade()
        else:  # the library for sockets would raise
            self.send_400_response("Invalid HTTP request received.")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer = self._read_timer or self.loop.call_later(self.read_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_read_timer()

    def _await_head(self) -> None:
        if self._head_timer is None and not self.transport.is_closing():
            self._head_bytes = 0
            self._head_timer = self.loop.call_later(self.head_seconds, self._end, _HEAD_TOO_LATE)

    def _end(self, answer: bytes) -> None:
        """Answer without the application, and close the connection."""
        self._stop_timers()
        self.transport.write(answer)
        self.transport.close()

    def _stop_timers(self) -> None:
        self._stop_head_timer()
        self._stop_read_timer()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
