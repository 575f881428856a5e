"""The task `search`: set the parameters of a searching mind so that it finds a move within an effort."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field as Limited

from ludoteca.arena.lessons.asking import asked, choice_of
from ludoteca.arena.lessons.kinds.best_move import AnswerTask
from ludoteca.arena.lessons.task import Attempt, Failure, Field, Outcome, Setting
from ludoteca.arena.seat import Fault
from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import find_move
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.mind import MindName
from ludoteca.minds.schools import load_mind, school


class SearchParameters(AnswerTask):
    """Set `parameters` of the mind `by` so that it chooses `finds` with an effort of `most` at most."""

    by: str
    parameters: Annotated[tuple[str, ...], Limited(min_length=1)]
    finds: str
    most: Annotated[int, Limited(ge=1)]

    def examine(self, setting: Setting) -> None:
        super().examine(setting)
        load_mind(self.by, setting.board_game)
        known = {option.name for option in school(MindName.read(self.by).school).parameters}
        for name in self.parameters:
            if name not in known:
                raise no_such("parameter", name, known)
        find_move(self.situation(setting).position, self.finds)

    def sentence(self, setting: Setting) -> Message:
        args: dict[str, Argument] = {
            "mind": self.by,
            "parameters": self.parameters,
            "move": self.finds,
            "most": self.most,
        }
        return Message("arena.lessons.search.task", args)

    def fields(self, setting: Setting) -> tuple[Field, ...]:
        options = {option.name: option for option in school(MindName.read(self.by).school).parameters}
        return tuple(Field(name, options[name]) for name in self.parameters)

    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        missing = next((name for name in self.parameters if attempt.values.get(name) in (None, "")), None)
        if missing is not None:
            raise BadInput("arena.lessons.no_value", field=missing)
        name = MindName.read(self.by)
        values = {name: str(attempt.values[name]) for name in self.parameters}
        mind = str(MindName(name.school, {**name.settings, **values}))
        reached = self.situation(setting)
        try:
            with asked(mind, setting.board_game) as seat:
                choice = choice_of(seat, reached, self.seed)
        except Fault as fault:
            return Outcome.of(fault.message, [Failure(fault.message, reached.position)])
        attempt.step()
        effort, failures = choice.why.effort or 0, list[Failure]()
        told: dict[str, Argument] = {"mind": mind, "move": choice.move.text, "effort": effort}
        if choice.move.text != self.finds:
            sentence = Message("arena.lessons.search.other", {**told, "wanted": self.finds})
            failures.append(Failure(sentence, reached.position, choice.move))
        if effort > self.most:
            failures.append(Failure(Message("arena.lessons.search.effort", {"effort": effort, "most": self.most})))
        return Outcome.of(Message("arena.lessons.search.result", told), failures)


KIND = SearchParameters
