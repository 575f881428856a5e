"""Games whose rules are a production system: the position and the rules of play that they share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move, Position, Relation, illegal
from ludoteca.core.options import Option
from ludoteca.core.resources import Resource, resource
from ludoteca.core.seeds import derive
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.game_base import BasePosition, GameBase
from ludoteca.rules.production.client import InferenceEngine
from ludoteca.rules.production.engine import Engine, Outcome
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.rule_parser import Rule
from ludoteca.rules.production.values import value_text
from ludoteca.rules.production.working_memory import InvalidState, State

FIRES = Relation("fires", ("move", "rule"), "rules.production.relation.fires", "move")
BOUND = Relation("bound", ("move", "variable", "value"), "rules.production.relation.bound", "move")


def files_of(folder: Path, scenario: str) -> list[tuple[str, str]]:
    """The knowledge in a folder, in the order it is loaded: its own files, its rules, the scenario."""
    places = [*_places(folder), *_places(folder, "rules/")]
    places += [f"scenarios/{scenario}.clp"] if scenario else []
    files = {place: resource(folder / place) for place in places}
    return [(place, _read(file)) for place, file in files.items() if file.is_file()]


def _places(folder: Path, below: str = "") -> list[str]:
    """The CLIPS files of a folder, or of one in it, by their paths from the folder, in alphabetical order."""
    held = resource(folder / below)
    names = sorted(entry.name for entry in held.iterdir()) if held.is_dir() else []
    return [f"{below}{name}" for name in names if name.endswith(".clp")]


def _read(path: Resource) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")  # some editors put a mark before the text
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput("rules.production.unreadable", file=str(path), line=line) from None


def scenarios_of(folder: Path) -> tuple[str, ...]:
    """The scenarios a folder has, by name."""
    return tuple(PurePath(place).stem for place in _places(folder, "scenarios/"))


class ProductionGame(GameBase):
    """A game over a knowledge base. A subclass says what is its own: seats, facts, views."""

    seats: tuple[str, ...]
    phase_slots: ClassVar[tuple[tuple[str, str], ...]] = ()  # instances and slots that hold the phase of the game
    bookkeeping: ClassVar[frozenset[str]] = frozenset()  # rules that a player need not hear of

    @property
    @abstractmethod
    def engine(self) -> InferenceEngine:
        """The knowledge base, ready to run."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by name."""
        return self.engine.rules

    @property
    @abstractmethod
    def sources(self) -> Mapping[str, str]:
        """The files of the knowledge base, by name."""

    @cached_property
    def draws_unseen(self) -> bool:
        """Whether rules may draw random numbers by themselves, apart from those for chance."""
        return any("(random" in text for text in self.sources.values())

    def at(self, state: State) -> ProductionPosition:
        """A position with this working memory."""
        return ProductionPosition(self.with_own_start, state)

    def start(self, seed: int) -> ProductionPosition:
        if self.start_facts:
            position: ProductionPosition = self.set_up_start(seed)
            return position
        return ProductionPosition.begun(self, derive(seed, "chance"))

    def load(self, saved: str) -> ProductionPosition:
        try:
            return self.at(State.load(saved))
        except InvalidState:
            raise BadInput("rules.bad_state", game=self.name) from None

    @abstractmethod
    def facts_of(self, position: ProductionPosition) -> tuple[Fact, ...]:
        """A position in the game's vocabulary."""

    def heading(self, phase: tuple[str, ...], language: str) -> str:
        """The phase of the game in words, from the values of `phase_slots`; empty where the game has none."""
        return ""

    @abstractmethod
    def event_of(self, firing: Firing) -> Event:
        """A firing as an event."""


class ShippedGame(ProductionGame):
    """A production game of a plugin folder: its class stands beside its knowledge base."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.seats = cls.facts_module.SEATS
        known = scenarios_of(cls.folder)
        about = f"games.{cls.name}.option.scenario"
        cls.options = (Option("scenario", str, known[0], about=about, choices=known),)

    @property
    def engine(self) -> Engine:
        return _shipped(self.folder, str(self.values["scenario"]))

    @property
    def sources(self) -> Mapping[str, str]:
        return dict(files_of(self.folder, str(self.values["scenario"])))

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self.vocabulary = (*self.facts_module.RELATIONS, FIRES, BOUND, *map(self._event_word, self.rules.values()))

    def _event_word(self, rule: Rule) -> Relation:
        word = word_of(rule.name)
        return Relation(word, ("move", *rule.variables), f"{self.message_prefix}.rule.{word}", "event")

    def facts_of(self, position: ProductionPosition) -> tuple[Fact, ...]:
        facts: tuple[Fact, ...] = self.facts_module.facts_of(position)
        return facts

    def heading(self, phase: tuple[str, ...], language: str) -> str:
        text: str = self.facts_module.heading(phase, language)
        return text

    def event_of(self, firing: Firing) -> Event:
        event: Event = self.facts_module.event_of(firing)
        return event


@cache
def _shipped(folder: Path, scenario: str) -> Engine:
    return Engine(files_of(folder, scenario))


class ProductionPosition(BasePosition):
    """Working memory at a choice or at the end of the game: immutable, hashable."""

    game: ProductionGame
    state: State
    _begun_with: int | None = None  # the chance of the first position

    def identity(self) -> State:
        return self.state

    def __init__(self, game: ProductionGame, state: State, outcome: Outcome | None = None) -> None:
        self.game = game
        self.state = state
        if outcome is not None:
            self.__dict__["_outcome"] = outcome

    @classmethod
    def begun(cls, game: ProductionGame, chance: int) -> ProductionPosition:
        """The first position; the firings before it are its `opening`."""
        outcome = game.engine.begin(chance, log=False)
        first = cls(game, outcome.state, outcome)
        first._begun_with = chance
        return first

    @cached_property
    def _outcome(self) -> Outcome:
        return self.game.engine.outcome_at(self.state)

    @property
    def turn(self) -> int | None:
        return self._outcome.turn

    @property
    def phase(self) -> tuple[str, ...]:
        """What the slots hold that say where in the game we are."""
        named = self.state.named
        return tuple(value_text(named[name].values[slot]) for name, slot in self.game.phase_slots if name in named)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return tuple(Move(code, text) for code, text in enumerate(self._outcome.choices))

    @cached_property
    def offers(self) -> Mapping[str, Activation]:
        """The activation of each move, by the move's text."""
        return self.game.engine.offers(self.state)

    @cached_property
    def opening(self) -> tuple[Firing, ...]:
        """The firings before the first choice, if this is the first position of a game."""
        return () if self._begun_with is None else self.game.engine.begin(self._begun_with).firings

    @cached_property
    def _outcomes(self) -> dict[Move, list[Outcome | None]]:
        return {}

    def _played(self, move: Move, log: bool, changes: bool = False) -> Outcome:
        """The outcome of a move, as `Engine.play` gives it; cached, since minds ask for it repeatedly."""
        known = self._outcomes.setdefault(move, [None, None, None])
        detail = log + changes
        outcome = next((outcome for outcome in known[detail:] if outcome is not None), None)
        if outcome is None:
            if move not in self.moves:
                raise illegal(self, move.text)
            known[detail] = outcome = self.game.engine.play(self.state, move.text, log, changes)
        return outcome

    def after(self, move: Move) -> ProductionPosition:
        outcome = self._played(move, False)
        bare = Outcome(outcome.state, outcome.turn, outcome.choices)
        return ProductionPosition(self.game, outcome.state, bare)

    def firings(self, move: Move) -> tuple[Firing, ...]:
        """The firings of a move, up to the next choice."""
        return self._played(move, log=True, changes=True).firings

    def events(self, move: Move) -> tuple[Event, ...]:
        """The events of a move up to the first chance event, from which on they are not certain."""
        rules, firings = self.game.rules, self._played(move, log=True).firings
        certain = takewhile(lambda firing: rules[firing.activation.rule].role != "chance", firings)
        return tuple(self.game.event_of(firing) for firing in certain)

    def frames(self, move: Move) -> tuple[ProductionPosition, ...]:
        return (self.after(move),)

    def seen_by(self, seat: int, seed: int) -> ProductionPosition:
        state = State(self.state.elements, derive(seed, "secrets"), self.state.settings)
        outcome = self._outcome
        return ProductionPosition(self.game, state, Outcome(state, outcome.turn, outcome.choices))

    @property
    def chance(self) -> int | None:
        return None if self.game.draws_unseen else self.state.chance

    def facts(self) -> tuple[Fact, ...]:
        return self.game.facts_of(self)

    def move_facts(self, move: Move) -> tuple[Fact, ...]:
        offer = self.offers[move.text]
        bound = (Fact(BOUND.name, (move.text, name, _plain(value))) for name, value in offer.bindings)
        return (Fact(FIRES.name, (move.text, word_of(offer.rule))), *bound)

    @cached_property
    def _scores(self) -> tuple[float, ...]:
        return self.game.engine.scores(self.state)

    def playout(self, seed: int) -> tuple[float, ...]:
        """The points of each seat after a random playout."""
        return self.game.engine.playout(self.state, seed)

    def playout_after(self, move: Move, seed: int) -> tuple[float, ...]:
        """The points of each seat after a move and a random playout; the position between them is not read."""
        if move not in self.moves:
            raise illegal(self, move.text)
        return self.game.engine.playout(self.state, seed, move.text)

    def scores(self) -> tuple[float, ...]:
        return self._scores

    def expected_scores(self) -> tuple[float, ...]:
        return self._scores

    def result(self) -> tuple[float, ...]:
        best = max(self._scores)
        share = 1 / self._scores.count(best)
        return tuple(share if points == best else 0.0 for points in self._scores)

    def save(self) -> str:
        return self.state.save()


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) else str(value)


if TYPE_CHECKING:

    def _fits(game: ProductionGame, position: ProductionPosition) -> tuple[Game, Position]:
        """These are a game and a position."""
        return game, position
