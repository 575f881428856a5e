"""Tic-tac-toe in plain Python: replace it with your own game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludoteca.rules.python import Event, Fact, PythonGame, Relation

CELLS = tuple(column + row for row in "123" for column in "abc")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Board = tuple[int, ...]  # the seat that marked each cell, or -1


class PluginGame(PythonGame[Board]):
    """Three in a row wins."""

    seats = ("cross", "circle")
    vocabulary = (
        Relation("turn", ("seat",), "games.PLUGIN.relation.turn"),
        Relation("mark", ("cell", "seat"), "games.PLUGIN.relation.mark"),
        Relation("empty", ("cell",), "games.PLUGIN.relation.empty"),
        Relation("completed", ("move", "seat"), "games.PLUGIN.relation.completed", "event"),
    )

    def first_state(self, seed: int) -> Board:
        return (-1,) * 9

    def turn(self, state: Board) -> int | None:
        over = -1 not in state or max(self.scores(state)) > 0
        return None if over else sum(mark >= 0 for mark in state) % 2

    def moves(self, state: Board) -> Sequence[str]:
        return [cell for cell, mark in zip(CELLS, state, strict=True) if mark < 0]

    def play(self, state: Board, move: str) -> Board:
        at, seat = CELLS.index(move), self.turn(state)
        assert seat is not None
        return (*state[:at], seat, *state[at + 1 :])

    def scores(self, state: Board) -> Sequence[float]:
        rows = [{state[at] for at in line} for line in LINES]
        return [float({seat} in rows) for seat in range(2)]

    def facts(self, state: Board) -> Iterable[Fact]:
        turn = self.turn(state)
        if turn is not None:
            yield Fact("turn", (self.seats[turn],))
        for cell, mark in zip(CELLS, state, strict=True):
            yield Fact("empty", (cell,)) if mark < 0 else Fact("mark", (cell, self.seats[mark]))

    def events(self, state: Board, move: str) -> Iterable[Event]:
        seat = self.turn(state)
        assert seat is not None
        if self.scores(self.play(state, move))[seat]:
            yield Event("games.PLUGIN.event.completed", {"seat": f"games.PLUGIN.seat.{self.seats[seat]}"})


GAME = PluginGame
