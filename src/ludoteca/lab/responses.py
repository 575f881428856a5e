"""What the API answers: games, positions and reasons, put into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.core.explanation import Explanation, Reason, Source
from ludoteca.core.game import Game, PlayedMove, seat_key
from ludoteca.core.i18n import Message, full_stop, has_words, phrase, say
from ludoteca.core.options import Option, Value
from ludoteca.core.record import Result
from ludoteca.core.vocabulary import lexicon_of, meaning, word_of
from ludoteca.games import game_names, load_game
from ludoteca.lab.animation import Step, places_of, steps
from ludoteca.lab.knowledge_files import KnowledgeFiles, Shelved
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.suggested_minds import opponent_for, sparring_for
from ludoteca.minds import about, mind_names, school
from ludoteca.minds.shared.knowledge import DIGEST, KnowledgeMind, Trial
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.production.firing_log import LoggedFiring, firing_log
from ludoteca.rules.production.game import ProductionGame, ProductionPosition


@dataclass(frozen=True, slots=True)
class Told:
    """A reason in words, with the facts it rests on and the reasons behind it."""

    sentence: str
    evidence: list[str]
    because: list[Told]
    source: Source | None


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move turned down, and why."""

    move: str
    reason: Told


@dataclass(frozen=True, slots=True)
class ToldWhy:
    """An explanation in words; the trace is the school's own data, drawn by its kind."""

    move: str
    reason: Told
    rejected: list[ToldMove]
    trace: dict[str, Any] | None
    value: float | None
    effort: int | None


@dataclass(frozen=True, slots=True)
class SeatView:
    name: str
    title: str
    mind: str
    person: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    seat: int
    text: str
    seconds: float
    value: float | None
    opening: bool


@dataclass(frozen=True, slots=True)
class ResultView:
    winner: int | None
    result: list[float]
    scores: list[float]
    sentence: str
    source: Source | None  # the line of knowledge that lost the game, if one did


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as it stands; positions and reasons are asked for one by one."""

    id: str
    game: str
    title: str
    options: dict[str, Value]
    seed: int | None  # not told while the game could be read from it
    seats: list[SeatView]
    turns: list[TurnView]
    scores: list[list[float]]
    turn: int | None
    thinking: int | None
    over: bool
    result: ResultView | None
    changes: int


@dataclass(frozen=True, slots=True)
class PositionView:
    """The board after so many moves: the picture, what can be played, why the last move was made.

    `lit` are the ids of what the reason rests on; `animation` is how the last move went, step by step.
    """

    ply: int
    turn: int | None
    svg: str
    moves: list[str]
    scores: list[float]
    why: ToldWhy | None
    lit: list[str]
    animation: list[Step]
    fired: list[LoggedFiring]


@dataclass(frozen=True, slots=True)
class OptionView:
    name: str
    kind: str
    default: Value
    low: float | None
    high: float | None
    choices: list[str]
    about: str
    title: str  # what it is called, in words where there are any
    choice_titles: list[str]  # the same for its choices


@dataclass(frozen=True, slots=True)
class GameCard:
    name: str
    title: str
    about: str
    seats: list[str]
    seat_names: list[str]  # the same, free of language
    options: list[OptionView]
    svg: str
    minds: list[str]
    inference: bool  # whether its rules are a production system
    planning: bool  # … or a planning domain
    opponent: str  # whom to play against …
    sparring: str  # … and whom to watch


@dataclass(frozen=True, slots=True)
class MindCard:
    name: str
    about: str
    person: bool
    parameters: list[OptionView]
    suffix: str | None  # of its files, if its minds are written
    missing: str | None  # what this machine would need to have


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything a page needs to offer a game."""

    games: list[GameCard]
    minds: list[MindCard]
    knowledge: list[Shelved]


def told(reason: Reason, language: str) -> Told:
    because = [told(other, language) for other in reason.because]
    return Told(say(reason.claim, language), [str(fact) for fact in reason.evidence], because, reason.source)


def told_why(game: Game, move: str, why: Explanation, language: str) -> ToldWhy:
    rejected = [ToldMove(other.move, told(other.reason, language)) for other in why.rejected]
    trace = None if why.trace is None else why.trace.page_data(game, language)
    return ToldWhy(move, told(why.reason, language), rejected, trace, why.value, why.effort)


def game_view(live: LiveGame, language: str) -> GameView:
    game, table = live.game, live.table
    names = list(game.seats)
    return GameView(
        id=live.id,
        game=game.name,
        title=phrase(f"games.{game.name}.title", language),
        options=dict(game.values),
        seed=None if live.keeps_secrets else table.seed,
        seats=[
            SeatView(name, phrase(seat_key(game, number), language), table.seats[number].mind, number in live.people)
            for number, name in enumerate(names)
        ],
        turns=[
            TurnView(names.index(turn.seat), turn.text, turn.seconds, turn.why.value, turn.opening)
            for turn in table.turns
        ],
        scores=[list(position.scores()) for position in table.positions],
        turn=None if live.result is not None else table.position.turn,
        thinking=live.thinking,
        over=live.result is not None,
        result=None if live.result is None else result_view(game, live.result, language),
        changes=live.changes,
    )


def result_view(game: Game, result: Result, language: str) -> ResultView:
    winner = None if result.winner is None else game.seats.index(result.winner)
    if winner is None:
        sentence = phrase("lab.draw", language)
    else:
        sentence = phrase("lab.won", language, seat=phrase(seat_key(game, winner), language))
    if result.forfeit is not None:
        loser = phrase(seat_key(game, game.seats.index(result.forfeit.seat)), language)
        sentence += " " + phrase(
            "lab.forfeit", language, seat=loser, reason=full_stop(say(result.forfeit.reason, language))
        )
    source = None if result.forfeit is None else guilty_line(result.forfeit.reason)
    return ResultView(winner, list(result.result), list(result.scores), sentence, source)


def guilty_line(reason: Message) -> Source | None:
    """The line of knowledge that a game was lost by, if that was it."""
    if not reason.key.startswith("minds.knowledge.at_line"):
        return None
    return Source(str(reason.args["file"]), int(str(reason.args["line"])))


def position_view(live: LiveGame, ply: int, language: str, animation: bool, narrow: bool) -> PositionView:
    table = live.table
    position = table.positions[ply]
    last = PlayedMove(table.positions[ply - 1], table.history[ply - 1]) if ply else None
    why = table.turns[ply - 1].why if ply else None
    before = live.game.svg(last.position, None, language, narrow) if last is not None else ""
    open_ = ply == len(table.turns) and live.result is None and position.turn in live.people
    return PositionView(
        ply=ply,
        turn=position.turn,
        svg=live.game.svg(position, last, language, narrow),
        moves=[move.text for move in position.moves] if open_ else [],
        scores=list(position.scores()),
        why=told_why(live.game, table.turns[ply - 1].text, why, language) if why is not None else None,
        lit=places_of(before, [str(fact) for fact in why.reason.evidence]) if why is not None else [],
        animation=steps(live.game.animation(last, language, narrow)) if animation and last is not None else [],
        fired=_fired(last, language),
    )


def _fired(last: PlayedMove | None, language: str) -> list[LoggedFiring]:
    """The firings of a move, in a game whose rules are a production system."""
    if last is None or not isinstance(last.position, ProductionPosition):
        return []
    return list(firing_log(last.position, last.position.firings(last.move), language))


def catalogue(shelf: KnowledgeFiles, language: str) -> Catalogue:
    games = [_game_card(name, language) for name in game_names()]
    return Catalogue(games, [_mind_card(name, language) for name in mind_names()], shelf.all())


@dataclass(frozen=True, slots=True)
class Seating:
    """Who can sit where, once a game's options are set."""

    seats: list[str]
    minds: list[str]


def seating(game: Game, language: str) -> Seating:
    return Seating(
        [phrase(seat_key(game, seat), language) for seat in range(len(game.seats))],
        [mind for mind in mind_names() if school(mind).with_defaults().refuses(game) is None],
    )


@dataclass(frozen=True, slots=True)
class Word:
    """A relation of a game's vocabulary."""

    name: str
    args: list[str]
    kind: str
    about: str


def words_of(game: Game, language: str) -> list[Word]:
    return [
        Word(relation.name, list(relation.args), relation.kind, meaning(relation, language))
        for relation in lexicon_of(game)
    ]


@dataclass(frozen=True, slots=True)
class DiagnosticView:
    """What is wrong with knowledge, on which line (0: none in particular)."""

    line: int
    sentence: str
    warning: bool


@dataclass(frozen=True, slots=True)
class ToldTrial:
    """What came of trying knowledge: complaints, or what it would play first and why."""

    diagnostics: list[DiagnosticView]
    why: ToldWhy | None


def told_trial(game: Game, trial: Trial, language: str) -> ToldTrial:
    diagnostics = [DiagnosticView(c.line, say(c.message, language), c.warning) for c in trial.diagnostics]
    choice = trial.choice
    return ToldTrial(diagnostics, None if choice is None else told_why(game, choice.move.text, choice.why, language))


def _game_card(name: str, language: str) -> GameCard:
    game = load_game(name)
    places = seating(game, language)
    return GameCard(
        name,
        phrase(f"games.{name}.title", language),
        phrase(f"games.{name}.about", language),
        places.seats,
        list(game.seats),
        [_option_view(option, language) for option in game.options],
        game.svg(game.start(0), None, language),
        places.minds,
        isinstance(game, ProductionGame),
        isinstance(game, PlanningGame),
        opponent_for(game),
        sparring_for(game),
    )


def _mind_card(name: str, language: str) -> MindCard:
    kind = school(name)
    written = kind if issubclass(kind, KnowledgeMind) else None
    missing = kind.missing()
    return MindCard(
        name,
        about(name, language),
        kind.at_terminal,
        [_option_view(option, language) for option in kind.parameters if option != DIGEST],
        None if written is None else written.suffix,
        None if missing is None else say(missing, language),
    )


def _option_view(option: Option, language: str) -> OptionView:
    words, _, name = option.about.rpartition(".option.")
    titles = [_titled(f"{words}.choice.{name}.{word_of(choice)}", choice, language) for choice in option.choices]
    title = _titled(f"{words}.option_title.{name}", option.name, language)
    return OptionView(**option.described(language), title=title, choice_titles=titles)


def _titled(key: str, name: str, language: str) -> str:
    return phrase(key, language) if has_words(key) else name
