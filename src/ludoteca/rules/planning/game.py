"""Games whose rules are a planning domain: their positions and their referee.

The comment that opens an action gives its role in the game. ``; ?j: ?p plows by ?c`` makes it a move of the player
`?j`, with that text. ``; by itself: the next turn`` makes it a forced action, which is applied automatically as soon as
it is applicable. The game ends when the goal holds, or when the player to move has no move and loses. A player's points
are the negative of `(penalty ?player)`.
"""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move, Position, Relation, illegal, seat_key
from ludoteca.core.i18n import Message, sentence
from ludoteca.core.loading import GameFault
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.game_base import BasePosition, GameBase
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import Atom, Domain, Holds, Number, Parameter, Schema, conjuncts, tidy
from ludoteca.rules.planning.task import Action, State, Task

DOES = Relation("does", ("move", "action"), "rules.planning.relation.does", "move")
PUT = Relation("put", ("move", "parameter", "value"), "rules.planning.relation.put", "move")

_OWNED = re.compile(r"(\?[^\s:]+):\s*(.+)")
_FORCED = re.compile(r"by itself:\s*(.*)")
_VARIABLE = re.compile(r"\?[^\s,.;:()]+")
MOST_SEATS = 6
_NUMBER = r"-?[0-9]{1,400}(/[1-9][0-9]{0,400})?"
_SAVED = re.compile(rf"[0-9a-f]+:({_NUMBER}(,{_NUMBER})*)?")
_MOST_FORCED = 1_000  # forced actions between two moves: a longer sequence counts as endless
_BEHIND = 30.0  # points below the others that a player without a move gets, where only points are compared


@dataclass(frozen=True, slots=True)
class Role:
    """The role of an action in a game: the parameter of its player, None for a forced action, and its text."""

    owner: str | None
    text: str


def role_of(schema: Schema) -> Role | None:
    """The role that the comment of an action gives it; None when there is no such comment."""
    if found := _OWNED.fullmatch(schema.comment):
        return Role(found[1], found[2])
    if found := _FORCED.fullmatch(schema.comment):
        return Role(None, found[1])
    return None


def text_of(action: Action) -> str:
    """The text of an action by its comment; without one, the action as PDDL."""
    role = role_of(action.schema)
    if role is None or role.owner is None:
        return str(action)
    bound = action.bound
    return _VARIABLE.sub(lambda found: bound.get(found[0], found[0]), role.text)


def owner_of(action: Action) -> str | None:
    """The player of an action; None for a forced action or one without a role."""
    role = role_of(action.schema)
    return None if role is None or role.owner is None else action.bound.get(role.owner)


class EndlessActions(GameFault, BadPddl):
    """Forced actions that never come to an end."""


class PlayableTask:
    """A task as a game: its seats, the moves of each, and the forced actions."""

    def __init__(self, task: Task) -> None:
        """Raises `BadPddl` when the domain does not give its actions roles, or a number has no value."""
        self.task = task
        if task.undefined:
            unset = str(task.undefined[0])
            raise BadPddl(task.problem.file, task.problem.init_line, "no_value", fluent=unset)
        self.roles = {schema.name: self._role(schema) for schema in task.domain.schemas.values()}
        owned = [schema for schema in task.domain.schemas.values() if self.roles[schema.name].owner is not None]
        if not owned:
            raise BadPddl(task.domain.file, 1, "no_moves")
        self.seats = self._seats(owned)
        self.current = self._current(owned)
        self.forced = tuple(action for action in task.actions if self.roles[action.schema.name].owner is None)
        self.texts: dict[int, str] = {id(action): text_of(action) for action in task.actions}
        self.owners: dict[int, int] = {}
        for action in task.actions:
            owner = owner_of(action)
            if owner is not None:
                self.owners[id(action)] = self.seats.index(owner)
        self._check_distinct()

    def _role(self, schema: Schema) -> Role:
        role = role_of(schema)
        if role is None:
            raise BadPddl(self.task.domain.file, schema.line, "no_role", name=schema.name)
        known = {each.name for each in schema.parameters}
        for name in [role.owner or "", *(_VARIABLE.findall(role.text) if role.owner else ())]:
            if name and name not in known:
                raise BadPddl(self.task.domain.file, schema.line, "no_parameter", name=name, action=schema.name)
        return role

    def _seats(self, owned: list[Schema]) -> tuple[str, ...]:
        types = dict.fromkeys(
            kind
            for schema in owned
            for each in schema.parameters
            if each.name == self.roles[schema.name].owner
            for kind in each.types
        )
        objects = self.task.problem.objects.items()
        seats = tuple(name for name, own in objects if any(self.task.domain.supertypes(k) & set(types) for k in own))
        if not 2 <= len(seats) <= MOST_SEATS:
            raise BadPddl(self.task.problem.file, 1, "few_players", type="/".join(types))
        return seats

    def _current(self, owned: list[Schema]) -> str | None:
        """The predicate of the player to move: a precondition of all moves that holds for one player at first."""
        common: set[str] | None = None
        for schema in owned:
            owner = self.roles[schema.name].owner
            parts = (part.atom for part in conjuncts(schema.condition) if isinstance(part, Holds))
            own = {atom.name for atom in parts if atom.args == (owner,)}
            common = own if common is None else common & own
        task = self.task
        holders = {
            name: sum(task.holds(task.initial, Atom(name, (seat,))) for seat in self.seats) for name in common or ()
        }
        return min(holders, key=lambda name: (holders[name] != 1, name), default=None)

    def _check_distinct(self) -> None:
        """Raises `BadPddl` when two moves of a player have the same text."""
        seen: dict[tuple[int, str], Action] = {}
        for action in self.task.actions:
            if id(action) in self.owners:
                other = seen.setdefault((self.owners[id(action)], self.texts[id(action)]), action)
                if other is not action:
                    file, line = self.task.domain.file, action.schema.line
                    raise BadPddl(file, line, "same_text", text=self.texts[id(action)], one=str(other), two=str(action))

    def apply_forced(self, state: State) -> tuple[State, tuple[Action, ...]]:
        """The state after all forced actions, and those actions; raises `BadPddl` when they never end."""
        applied = list[Action]()
        while not self.task.finished(state):
            action = next((action for action in self.forced if self.task.is_applicable(state, action)), None)
            if action is None:
                break
            if len(applied) >= _MOST_FORCED:
                raise EndlessActions(self.task.domain.file, action.schema.line, "endless", action=str(action))
            applied.append(action)
            state = self.task.after(state, action)
        return state, tuple(applied)

    def choices(self, state: State) -> tuple[int | None, list[Action]]:
        """The seat to move and its actions; None when the game is over."""
        if self.task.finished(state):
            return None, []
        found = [action for action in self.task.applicable(state) if id(action) in self.owners]
        if not found:
            return None, []
        seat = min(self.owners[id(action)] for action in found)
        return seat, [action for action in found if self.owners[id(action)] == seat]

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is, even when it has no move."""
        if self.current is None:
            return None
        seats = (n for n, seat in enumerate(self.seats) if self.task.holds(state, Atom(self.current or "", (seat,))))
        return next(seats, None)

    def points(self, state: State) -> tuple[float, ...]:
        """The points of each seat: the negative of its penalty."""
        penalties = (self.task.value(state, Atom("penalty", (seat,))) for seat in self.seats)
        return tuple(-float(penalty) if penalty else 0.0 for penalty in penalties)


class PlanningGame(GameBase):
    """A game over a domain and a problem; subclasses add options, messages and views."""

    @property
    @abstractmethod
    def table(self) -> PlayableTask:
        """The task as a game."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.table.seats

    def event_of(self, action: Action) -> Event:
        """The event of an action."""
        args = zip(_arguments(action.schema.parameters), action.args, strict=True)
        return Event(_event_key(self.message_prefix, action.schema), dict(args))

    def facts_of(self, position: PlanningPosition) -> tuple[Fact, ...]:
        """A position in the game's vocabulary: what holds, and what never changes too."""
        task, state = self.table.task, position.state
        atoms = [atom for atom, bit in task.bit.items() if state.facts & bit]
        facts = [Fact(word_of(atom.name), atom.args) for atom in (*atoms, *sorted(task.static_facts, key=str))]
        numbers = [*zip(task.fluents, state.values, strict=True), *task.static_values.items()]
        return (*facts, *(Fact(word_of(fluent.name), (*fluent.args, fact_number(value))) for fluent, value in numbers))

    def ending(self, position: Position) -> Message | None:
        """Why the game is over: as its `words.py` says, or because a seat is stuck."""
        said = super().ending(position)
        stuck = position.stuck if isinstance(position, PlanningPosition) else None
        if said is not None or stuck is None:
            return said
        return sentence(Message("rules.planning.stuck", {"seat": seat_key(self, stuck)}))

    def start(self, seed: int) -> PlanningPosition:
        """The first position; there is no chance, so the seed does not matter."""
        if self.start_facts:
            position: PlanningPosition = self.set_up_start(seed)
            return position
        return PlanningPosition(self, self.table.apply_forced(self.table.task.initial)[0])

    def load(self, saved: str) -> PlanningPosition:
        task = self.table.task
        if not _SAVED.fullmatch(saved):
            raise BadInput("rules.bad_state", game=self.name)
        facts, _, values = saved.partition(":")
        state = State(int(facts, 16), tuple(tidy(Fraction(value)) for value in values.split(",") if value))
        if state.facts >> len(task.atoms) or len(state.values) != len(task.fluents):
            raise BadInput("rules.bad_state", game=self.name)
        return PlanningPosition(self.with_own_start, state)


class PlanningPosition(BasePosition):
    """A state in which a seat has to move or the game is over; immutable and hashable."""

    game: PlanningGame
    state: State

    def identity(self) -> State:
        return self.state

    def __init__(self, game: PlanningGame, state: State) -> None:
        self.game = game
        self.state = state

    @cached_property
    def _choices(self) -> tuple[int | None, list[Action]]:
        return self.game.table.choices(self.state)

    @property
    def turn(self) -> int | None:
        return self._choices[0]

    @property
    def stuck(self) -> int | None:
        """The seat that is to move and has no move; None when the game goes on or the goal holds."""
        over = self.turn is None and not self.game.table.task.finished(self.state)
        return self.game.table.to_move(self.state) if over else None

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        texts = self.game.table.texts
        return tuple(Move(code, texts[id(action)]) for code, action in enumerate(self._choices[1]))

    def chosen(self, move: Move) -> Action:
        """The action behind a move; raises `IllegalMove`."""
        if move not in self.moves:
            raise illegal(self, move.text)
        return self._choices[1][move.code]

    def actions_of(self, move: Move) -> tuple[Action, ...]:
        """The action of a move and the forced actions after it."""
        action = self.chosen(move)
        table = self.game.table
        return (action, *table.apply_forced(table.task.after(self.state, action))[1])

    def after(self, move: Move) -> PlanningPosition:
        table = self.game.table
        return PlanningPosition(self.game, table.apply_forced(table.task.after(self.state, self.chosen(move)))[0])

    def move_order(self, move: Move) -> int:
        """A hint for searches: the rank by the game's `hints.py`, if it has one."""
        rank = getattr(self.game.module("hints"), "move_order", None)
        return 0 if rank is None else int(rank(self.game.table.task, self.state, self.chosen(move)))

    def events(self, move: Move) -> tuple[Event, ...]:
        return tuple(self.game.event_of(action) for action in self.actions_of(move))

    def frames(self, move: Move) -> tuple[PlanningPosition, ...]:
        return (self.after(move),)

    def seen_by(self, seat: int, seed: int) -> PlanningPosition:
        """The position itself: there is no hidden information."""
        return self

    @cached_property
    def _facts(self) -> tuple[Fact, ...]:
        return self.game.facts_of(self)

    def facts(self) -> tuple[Fact, ...]:
        return self._facts

    def move_facts(self, move: Move) -> tuple[Fact, ...]:
        action = self.chosen(move)
        bound = zip(_arguments(action.schema.parameters), action.args, strict=True)
        does = Fact(DOES.name, (move.text, word_of(action.schema.name)))
        return (does, *(Fact(PUT.name, (move.text, name, value)) for name, value in bound))

    def playout(self, seed: int) -> tuple[float, ...]:
        """The points of each seat after a random playout; a seat that ends it without a move gets the fewest."""
        lot, table, state = random.Random(seed), self.game.table, self.state
        while (found := table.choices(state))[0] is not None:
            state = table.apply_forced(table.task.after(state, lot.choice(found[1])))[0]
        points = list(table.points(state))
        stuck = None if table.task.finished(state) else table.to_move(state)
        if stuck is not None:
            points[stuck] = min(points) - _BEHIND
        return tuple(points)

    def playout_after(self, move: Move, seed: int) -> tuple[float, ...]:
        """The points of each seat after a move and a random playout."""
        return self.after(move).playout(seed)

    def scores(self) -> tuple[float, ...]:
        return self.game.table.points(self.state)

    def expected_scores(self) -> tuple[float, ...]:
        return self.scores()

    def result(self) -> tuple[float, ...]:
        seats, stuck = len(self.game.seats), self.stuck
        if stuck is not None:
            return tuple(0.0 if seat == stuck else 1 / (seats - 1) for seat in range(seats))
        points = self.scores()
        best = max(points)
        return tuple(1 / points.count(best) if own == best else 0.0 for own in points)

    def save(self) -> str:
        return f"{self.state.facts:x}:{','.join(map(str, self.state.values))}"


def relations_of(domain: Domain, words: str) -> tuple[Relation, ...]:
    """The vocabulary of a domain: the relations of states, of moves, and of their events."""
    relations = [
        Relation(word_of(name), _arguments(parameters), f"{words}.relation.{word_of(name)}")
        for name, parameters in domain.predicates.items()
    ]
    relations += [
        Relation(word_of(name), (*_arguments(parameters), "value"), f"{words}.relation.{word_of(name)}")
        for name, parameters in domain.functions.items()
    ]
    events = [
        Relation(word_of(schema.name), ("move", *_arguments(schema.parameters)), _event_key(words, schema), "event")
        for schema in domain.schemas.values()
    ]
    return (*relations, DOES, PUT, *events)


def _event_key(words: str, schema: Schema) -> str:
    return f"{words}.action.{word_of(schema.name)}"


def _arguments(parameters: tuple[Parameter, ...]) -> tuple[str, ...]:
    """The names of parameters in a vocabulary."""
    return tuple(word_of(each.name.removeprefix("?")) for each in parameters)


def fact_number(value: Number) -> str | int:
    """A number in a fact: an integer, or the text of a fraction."""
    return value if isinstance(value, int) else str(value)


if TYPE_CHECKING:

    def _fits(game: PlanningGame, position: PlanningPosition) -> tuple[Game, Position]:
        """These are a game and a position."""
        return game, position
