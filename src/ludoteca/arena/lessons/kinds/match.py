"""The task `match`: a mind must score a share of the points against another one."""

from __future__ import annotations

import itertools
from statistics import fmean
from typing import Annotated

from pydantic import Field

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.lessons.asking import SECONDS, asked
from ludoteca.arena.lessons.task import Attempt, Failure, Outcome, Setting, Task
from ludoteca.arena.tournament.schedule import Pairing, schedule
from ludoteca.arena.tournament.settings import Settings
from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.record import Record
from ludoteca.minds.schools import load_mind


class MatchTask(Task):
    """Score at least `percent` of the points in `games` games, seats rotated, against the mind `against`."""

    against: str
    games: Annotated[int, Field(ge=1, le=1000)] = 20
    percent: Annotated[float, Field(gt=0, le=100)] = 60
    opening: Annotated[int, Field(ge=0, le=100)] = 4
    seed: int = 0

    def examine(self, setting: Setting) -> None:
        load_mind(self.against, setting.board_game)

    def sentence(self, setting: Setting) -> Message:
        args: dict[str, Argument] = {"mind": self.against, "percent": self.percent, "n": self.games}
        return Message("arena.lessons.match.task", args)

    def steps(self, setting: Setting) -> int:
        return self.games

    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        game, failures = setting.board_game, list[Failure]()
        minds = (attempt.mind, *[self.against] * (len(game.seats) - 1))
        match = Settings(game.name, game.values, minds, self.games, self.opening, SECONDS, self.seed)
        results = []
        with asked(attempt.mind, game) as mine, asked(self.against, game) as other:
            for pairing in itertools.chain.from_iterable(schedule(match, len(game.seats), lambda mind: 0)):
                attempt.go_on()
                seats = [mine if mind == 0 else other for mind in pairing.minds]
                runner = GameRunner(game, seats, pairing.seed, SECONDS)
                record = runner.play(self.opening, lambda played, turn: attempt.go_on())
                assert record.result is not None
                results.append(record.result.result[pairing.minds.index(0)])
                failures += _lost(game, pairing, record, runner.position)
                attempt.step()
        score = 100 * fmean(results)
        told: dict[str, Argument] = {"score": score, "percent": self.percent, "n": self.games, "mind": self.against}
        passed = score >= self.percent
        name = "passed" if passed else "failed"
        return Outcome.of(Message(f"arena.lessons.match.{name}", told), [] if passed else failures, passed)


def _lost(game: Game, pairing: Pairing, record: Record, last: Position) -> list[Failure]:
    """The failure of a game that the first mind lost, by a fault or on the board."""
    result, seat = record.result, pairing.minds.index(0)
    assert result is not None
    args: dict[str, Argument] = {"n": pairing.number + 1, "seat": f"{game.message_prefix}.seat.{game.seats[seat]}"}
    if result.forfeit is not None and result.forfeit.seat == game.seats[seat]:
        return [Failure(Message("arena.lessons.match.forfeit", {**args, "why": quoted(result.forfeit.reason)}), last)]
    if result.result[seat] >= max(result.result):
        return []
    points = tuple(f"{points:g}" for points in result.scores)
    return [Failure(Message("arena.lessons.match.lost", {**args, "points": points}), last)]


KIND = MatchTask
