"""An agent of the tests' own: it speaks the protocol as the public Python client does, with rules of its own."""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

_COMMAND = re.compile(r"\s*(?:(?P<id>\d+)(?:@(?P<ref>\d+))?\s+)?(?P<name>\w+)(?:\s+(?P<args>.*?))?\s*", re.S)
PATIENCE = 60  # seconds


@dataclass
class Board:
    """A board as the protocol has it; the player to move is south."""

    stores: list[int]
    pits: list[list[int]]

    @classmethod
    def read(cls, text: str) -> Board:
        size, south, north, *rest = map(int, text.strip("<>").split(","))
        assert len(rest) == 2 * size
        return cls([south, north], [rest[:size], rest[size:]])

    def __str__(self) -> str:
        numbers = [len(self.pits[0]), *self.stores, *self.pits[0], *self.pits[1]]
        return f"<{','.join(map(str, numbers))}>"

    def legal(self) -> list[int]:
        return [number for number, seeds in enumerate(self.pits[0], 1) if seeds]

    def moves_again(self, move: int) -> bool:
        """Sow, capture, and at the end collect what is left; whether south moves once more."""
        size, side, place = len(self.pits[0]), 0, move
        seeds, self.pits[0][move - 1] = self.pits[0][move - 1], 0
        while seeds:
            if place < size:
                self.pits[side][place] += 1
                place, seeds = place + 1, seeds - 1
                continue
            if side == 0:
                self.stores[0] += 1
                seeds -= 1
            side, place = 1 - side, 0
        again = (side, place) == (1, 0)
        if side == 0 and place > 0 and self.pits[0][place - 1] == 1 and self.pits[1][size - place]:
            self.stores[0] += 1 + self.pits[1][size - place]
            self.pits[0][place - 1] = self.pits[1][size - place] = 0
        over = not any(self.pits[0]) or not any(self.pits[1])
        if over:
            self.stores = [store + sum(row) for store, row in zip(self.stores, self.pits, strict=True)]
            self.pits = [[0] * size, [0] * size]
        return again and not over


def any_move(board: Board) -> int:
    return random.choice(board.legal())


@dataclass
class Peer:
    """A connection to a server."""

    address: tuple[str, int]
    heard: list[tuple[str, str]] = field(default_factory=list)  # names and arguments of all commands
    _id: int = 1

    def __post_init__(self) -> None:
        self.socket = socket.create_connection(self.address, PATIENCE)
        self._lines = self.socket.makefile("r", encoding="utf-8")

    def send(self, name: str, *args: str | int, ref: str | None = None) -> None:
        """Send a command; texts are quoted, as the public client does."""
        shown = [f'"{arg}"' if isinstance(arg, str) else str(arg) for arg in args]
        number = f"{self._id}@{ref}" if ref else str(self._id)
        self._id += 2
        self.raw(" ".join([number, name, *shown]) + "\r\n")

    def raw(self, text: str) -> None:
        self.socket.sendall(text.encode())

    def next(self) -> tuple[str | None, str, str]:
        """The id, the name and the arguments of the next command; the name is empty at the end."""
        line = self._lines.readline()
        found = _COMMAND.fullmatch(line)
        if found is None:
            assert line == "", line
            return None, "", ""
        self.heard.append((found["name"], found["args"] or ""))
        return found["id"], found["name"], found["args"] or ""

    def until(self, *names: str) -> tuple[str | None, str, str]:
        """The next command of one of some names."""
        while True:
            command = self.next()
            assert command[1], (names, self.heard)
            if command[1] in names:
                return command

    def begin(self, name: str = "peer") -> None:
        """Greet the server and ask to play."""
        assert self.until("kgp")[2].split()[0] == "1"
        self.send("set", "info:name", name)
        self.send("set", "info:authors", "nobody")
        self.send("mode", "freeplay")

    def play(self, choose: Callable[[Board], int] = any_move) -> int:
        """Play until the server says goodbye; how many boards it answered. Boards must follow from each other."""
        answered, expected = 0, None
        while True:
            number, name, args = self.next()
            if name in ("", "goodbye"):
                return answered
            if name == "state":
                if expected is not None:
                    assert args == expected
                board = Board.read(args)
                move = choose(board)
                self.send("move", move, ref=number)
                self.send("yield", ref=number)
                answered += 1
                again = board.moves_again(move)
                expected = str(board) if again and len(board.legal()) > 1 else None
            elif name == "ping":
                self.send("pong", ref=number)

    def close(self) -> None:
        self._lines.close()
        self.socket.close()
