"""Endgame tables in the lab: built by a process of its own, with the lowest priority, so that reviews find them."""

from __future__ import annotations

import threading

from ludoteca.child.client import Client
from ludoteca.child.limits import OURS
from ludoteca.core.errors import LudotecaError

_SERVICE = "ludoteca.arena.table_server"
_NICENESS = 19  # everything else goes first
_PATIENCE = 20.0  # seconds after the start of the lab: the page and the first game come first
_POLLING = 2.0  # seconds between two questions whether it is over
_ANSWERING = 600.0  # seconds for an answer: with the lowest priority it may wait long for its turn


class TableService:
    """Builds the tables in the background. `built` has the seeds of the largest table of each game so far."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self.built: dict[str, int] = {}
        self.over = False
        self.started = threading.Event()  # the process is at work
        self._patience = patience
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        if self._closing.wait(self._patience):
            return
        try:
            with Client.of_module(_SERVICE, OURS) as client:
                client.lower_priority(_NICENESS)
                client.ask("start", _ANSWERING)
                self.started.set()
                self._poll(client)
        except LudotecaError:  # no room for the process, or it ended: reviews build the tables that they need
            pass
        self.over = True

    def _poll(self, client: Client) -> None:
        while not self._closing.wait(_POLLING):
            answer = client.ask("snapshot", _ANSWERING)
            self.built = answer["built"]
            if answer["over"]:
                return
        client.kill()

    def close(self) -> None:
        """End the process; the table under way is given up."""
        self._closing.set()

    def join(self, seconds: float) -> bool:
        """Wait until the process has ended, for so many seconds at most; whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
