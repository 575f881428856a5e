"""The working day for planners: the game is a problem already; each seat wants the least penalty for itself."""

from __future__ import annotations

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_planning import FOLDER, domain
from ludoteca.rules.planning.as_problem import Deed, Frame, Moment, PlanningView, Taken
from ludoteca.rules.planning.game import PlanningGame, owner_of, text_of
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import Action

_NAMES = {word_of(name): name for name in (*domain().predicates, *domain().functions)}


class WorkingDay(PlanningView):
    """The whole game, as if both played for one seat; that the other does not is found out as it goes."""

    file = FOLDER / "domain.pddl"

    def frame(self, game: Game, seat: int) -> Frame:
        assert isinstance(game, PlanningGame)
        things = [
            f"{name} - {types[0]}"
            for name, types in game.table.task.problem.objects.items()
            if name not in domain().constants
        ]
        metric = f"minimize (penalty {game.seats[seat]})"
        return Frame("rest-of-the-game", " ".join(things), "", "(and (finished))", metric)

    def words(self, game: Game) -> frozenset[str]:
        return frozenset(_NAMES.values())

    def moment(self, position: Position, seat: int) -> Moment:
        facts, values = set[Atom](), dict[Atom, Number]()
        for fact in position.facts():
            name = _NAMES[fact.relation]
            if name in domain().predicates:
                facts.add(Atom(name, tuple(map(str, fact.args))))
            else:
                *args, value = fact.args
                assert isinstance(value, int), "the working day counts in whole numbers"
                values[Atom(name, tuple(map(str, args)))] = value
        return Moment(frozenset(facts), values)

    def deed(self, game: Game, seat: int, action: Action) -> Deed | None:
        owner = owner_of(action)
        return None if owner is None else Deed(game.seats.index(owner), text_of(action))

    def said(self, game: Game, taken: Taken) -> Message | None:
        assert isinstance(game, PlanningGame)
        if not game.table.task.problem.objects.keys() >= set(taken.action.args):
            return None  # somebody's own things have no names of ours
        event = game.event_of(taken.action)
        return Message(event.key, event.args)


VIEW = WorkingDay()
