"""The task `moves`: a mind must choose one of certain moves in every one of several positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ludoteca.arena.game_runner import seen_position
from ludoteca.arena.lessons.asking import asked, choice_of
from ludoteca.arena.lessons.positions import Reached, drawn
from ludoteca.arena.lessons.queries import known_of, read_fact, read_query, right_moves
from ludoteca.arena.lessons.task import Attempt, Failure, Outcome, Setting, Task
from ludoteca.arena.seat import Fault
from ludoteca.core.game import Move, Position, some_texts
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.mind import Choice


class PositionsTask(Task):
    """A task about positions: set up by `facts`, or drawn from random games where `when` and `move` can be met."""

    positions: Annotated[int, Field(ge=1, le=200)] = 10
    seed: int = 0
    facts: tuple[tuple[str, ...], ...] = ()
    when: tuple[str, ...] = ()
    move: tuple[str, ...] = ()
    highest: str | None = None

    def examine(self, setting: Setting) -> None:
        game = setting.board_game
        read_query(game, self.when)
        read_query(game, self.move)
        for facts in self.facts:
            game.position([read_fact(text) for text in facts])

    def steps(self, setting: Setting) -> int:
        return len(self.facts) or self.positions

    def situations(self, setting: Setting) -> list[Reached]:
        """The positions of the task; raises `BadInput`."""
        game = setting.board_game
        if self.facts:
            return [Reached(game.position([read_fact(text) for text in facts])) for facts in self.facts]
        when = read_query(game, self.when)

        def suits(position: Position) -> bool:
            return when.holds(*known_of(position)) and 0 < len(self.right(position)) < len(position.moves)

        return drawn(game, self.seed, self.positions, suits if self.move else lambda at: when.holds(*known_of(at)))

    def right(self, position: Position) -> list[Move]:
        """The moves that the task asks for; all of them if it asks for none."""
        query = read_query(position.game, self.move)
        return right_moves(position, query, self.highest) if self.move else list(position.moves)

    def choices(self, setting: Setting, attempt: Attempt) -> Iterator[tuple[int, Reached, Choice | Fault]]:
        """What a new player of the mind chooses in each position, until it fails; raises `BadInput` and `Stopped`."""
        situations = self.situations(setting)
        with asked(attempt.mind, setting.board_game) as seat:
            last: Reached | None = None
            for number, reached in enumerate(situations, 1):
                attempt.go_on()
                try:
                    yield number, reached, choice_of(seat, reached, self.seed, last)
                except Fault as fault:
                    yield number, reached, fault
                    return
                last = reached
                attempt.step()

    def seen(self, reached: Reached) -> Position:
        """A position as the mind saw it."""
        return seen_position(reached.position, self.seed, len(reached.history))

    def wanted(self) -> Message:
        """Which moves are right."""
        if self.highest is None:
            return Message("arena.lessons.moves.with", {"conditions": self.move})
        return Message("arena.lessons.moves.highest", {"conditions": self.move, "variable": self.highest})


def failed(number: int, reached: Reached, fault: Fault) -> Failure:
    """The failure of a mind that makes no move."""
    sentence = Message("arena.lessons.moves.fault", {"n": number, "what": quoted(fault.message)})
    return Failure(sentence, reached.position)


class Moves(PositionsTask):
    """Choose one of the right moves in every position."""

    move: Annotated[tuple[str, ...], Field(min_length=1)]

    def sentence(self, setting: Setting) -> Message:
        args: dict[str, Argument] = {"n": self.steps(setting), "what": quoted(self.wanted())}
        return Message("arena.lessons.moves.task", args)

    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        failures, right = list[Failure](), 0
        for number, reached, choice in self.choices(setting, attempt):
            if isinstance(choice, Fault):
                failures.append(failed(number, reached, choice))
                continue
            wanted = self.right(reached.position)
            if choice.move in wanted:
                right += 1
                continue
            args: dict[str, Argument] = {"n": number, "move": choice.move.text, "right": some_texts(wanted)}
            failures.append(Failure(Message("arena.lessons.moves.wrong", args), reached.position, choice.move))
        told = Message("arena.lessons.moves.result", {"right": right, "n": self.steps(setting)})
        return Outcome.of(told, failures)


KIND = Moves
