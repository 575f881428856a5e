"""The planning view of the game: the rest of the game as a problem in which a seat minimizes its own penalty."""

from __future__ import annotations

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_planning import FOLDER, domain
from ludoteca.games.agricola_planning.hints import move_order
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, ProblemTemplate, StateDescription, Transition
from ludoteca.rules.planning.game import PlanningGame, owner_of, text_of
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import Action, State, Task

_NAMES = {word_of(name): name for name in (*domain().predicates, *domain().functions)}


class WorkingDayView(PlanningView):
    """The rest of the game, as if both players minimized the penalty of one seat."""

    file = FOLDER / "domain.pddl"

    def template(self, game: Game, seat: int) -> ProblemTemplate:
        assert isinstance(game, PlanningGame)
        things = [
            f"{name} - {types[0]}"
            for name, types in game.table.task.problem.objects.items()
            if name not in domain().constants
        ]
        metric = f"minimize (penalty {game.seats[seat]})"
        return ProblemTemplate("rest-of-the-game", " ".join(things), "", "(and (finished))", metric)

    def described_symbols(self, game: Game) -> frozenset[str]:
        return frozenset(_NAMES.values())

    def describe(self, position: Position, seat: int) -> StateDescription:
        facts, values = set[Atom](), dict[Atom, Number]()
        for fact in position.facts():
            name = _NAMES[fact.relation]
            if name in domain().predicates:
                facts.add(Atom(name, tuple(map(str, fact.args))))
            else:
                *args, value = fact.args
                assert isinstance(value, int), "the working day counts in whole numbers"
                values[Atom(name, tuple(map(str, args)))] = value
        return StateDescription(frozenset(facts), values)

    def move_of(self, game: Game, seat: int, action: Action) -> PlannedMove | None:
        owner = owner_of(action)
        return None if owner is None else PlannedMove(game.seats.index(owner), text_of(action))

    def urgency(self, game: Game, task: Task, action: Action) -> Number:
        return self.preference(game, task, task.initial, action)

    def preference(self, game: Game, task: Task, state: State, action: Action) -> Number:
        return move_order(task, state, action)

    def step_message(self, game: Game, transition: Transition) -> Message | None:
        assert isinstance(game, PlanningGame)
        if not game.table.task.problem.objects.keys() >= set(transition.action.args):
            return None  # objects of another problem have no names in the game's messages
        event = game.event_of(transition.action)
        return Message(event.key, event.args)


VIEW = WorkingDayView()
