"""The task `best_move`: choose a move in a position; a search proves which one is best."""

from __future__ import annotations

from ludoteca.arena.lessons.asking import asked, choice_of, reason_against
from ludoteca.arena.lessons.positions import Reached, reached_by
from ludoteca.arena.lessons.queries import read_fact
from ludoteca.arena.lessons.task import Attempt, Failure, Field, Outcome, Setting, Task
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import Message, quoted
from ludoteca.minds.schools import load_mind


class AnswerTask(Task):
    """A task about one position, set up by `facts` or reached by `moves`, with fields to fill in."""

    answers = "fields"
    suffix = ".toml"

    seed: int = 0
    facts: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()

    def examine(self, setting: Setting) -> None:
        self.situation(setting)

    def steps(self, setting: Setting) -> int:
        return 1

    def situation(self, setting: Setting) -> Reached:
        """The position of the task; raises `BadInput`."""
        if self.facts:
            return Reached(setting.board_game.position([read_fact(text) for text in self.facts]))
        return reached_by(setting.board_game, self.seed, self.moves)

    def board(self, setting: Setting) -> Position | None:
        return self.situation(setting).position


class BestMove(AnswerTask):
    """Choose the move that the mind `by` chooses and can defend."""

    by: str
    field: str = "move"

    def examine(self, setting: Setting) -> None:
        super().examine(setting)
        load_mind(self.by, setting.board_game)

    def sentence(self, setting: Setting) -> Message:
        position = self.situation(setting).position
        assert position.turn is not None
        seat = f"{position.game.message_prefix}.seat.{position.game.seats[position.turn]}"
        return Message("arena.lessons.best_move.task", {"seat": seat, "mind": self.by})

    def fields(self, setting: Setting) -> tuple[Field, ...]:
        return (Field(self.field, position=self.situation(setting).position),)

    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        reached, given = self.situation(setting), attempt.values.get(self.field)
        position = reached.position
        if given in (None, ""):
            raise BadInput("arena.lessons.no_value", field=self.field)
        try:
            move = find_move(position, str(given))
        except IllegalMove as error:
            return Outcome.of(error.message, [Failure(error.message, position)])
        with asked(self.by, setting.board_game) as seat:
            best = choice_of(seat, reached, self.seed)
            against = None if best.move == move else reason_against(seat, reached, move, self.seed)
        attempt.step()
        name = quoted(position.game.move_name(position, move))
        if against is None:
            args = {"move": name, "claim": quoted(best.why.reason.claim)}
            return Outcome(True, Message("arena.lessons.best_move.right", args))
        why = next((each.reason.claim for each in against.why.rejected if each.move == move.text), None)
        told = Message("arena.lessons.best_move.wrong", {"move": name})
        sentence = told if why is None else Message("arena.lessons.best_move.why", {"claim": quoted(why)})
        return Outcome.of(told, [Failure(sentence, position, move)])


KIND = BestMove
