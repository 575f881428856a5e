"""Responses: a game, its changes and its positions, in a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.core.explanation import Explanation, Source
from ludoteca.core.game import Game, PlayedMove, Position, seat_key
from ludoteca.core.i18n import capitalized, full_stop, phrase, quoted, say
from ludoteca.core.options import Value
from ludoteca.core.outcome import outcome
from ludoteca.core.record import Result
from ludoteca.core.seat_titles import seat_in_sentence
from ludoteca.lab.animation import AnimationStep, element_ids, steps
from ludoteca.lab.game_words import SheetRow
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.people import Person
from ludoteca.lab.player_names import names_in_sentences, player_names, seats_of
from ludoteca.lab.responses.explanation import ExplanationView, explanation_view, fault_source, move_names
from ludoteca.rules.production.firing_log import LoggedFiring, firing_log
from ludoteca.rules.production.game import ProductionPosition

_MOST_POSITIONS = 4  # in one change: enough for a person's move and the answers of minds


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat, and the mind at it. `who` is its name inside a sentence, with an article in languages that need one."""

    name: str
    title: str
    who: str
    mind: str
    person: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """A move that was made, its name and what it did in words, and the points after it."""

    seat: int
    text: str
    name: str
    sentence: str
    seconds: float
    value: float | None
    opening: bool
    scores: list[float]


@dataclass(frozen=True, slots=True)
class ResultView:
    """The result of a game, why it ended, and the score sheet.

    `source` is the line of a knowledge file that caused a forfeit.
    """

    winner: int | None
    result: list[float]
    scores: list[float]
    sentence: str
    ending: str | None
    sheet: list[SheetRow]
    source: Source | None


@dataclass(frozen=True, slots=True)
class LinkSeatView:
    """A seat of a person in a game by link: who sits there, or the code of the invitation for those who play."""

    seat: int
    name: str
    free: bool
    code: str | None


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The state of a game at its newest move: it has the same size at every move.

    `yours` are the seats for which the receiver moves; `link` are those of people if the game is played by link.

    `change` counts the changes; `branch` is another string after an undo: moves known before it are to be dropped.
    `fault` says how the game's rules failed: then the game is over, without a winner. `notice` says why the game does
    not go on just now: the lab is busy, or its disk is full. `redoable` is how many moves a redo would make again.
    """

    id: str
    change: int
    branch: str
    moves: int
    turn: int | None
    thinking: int | None
    over: bool
    result: ResultView | None
    fault: str | None
    notice: str | None
    redoable: int
    yours: list[int]
    link: list[LinkSeatView]
    seed: int | None  # hidden while secrets of the game could be computed from it


@dataclass(frozen=True, slots=True)
class GameView(GameStatus):
    """A game with all its moves; positions are asked for one by one."""

    game: str
    title: str
    options: dict[str, Value]
    seats: list[SeatView]
    set_up: bool  # whether it started from a position set up by hand
    start_scores: list[float]
    turns: list[TurnView]


@dataclass(frozen=True, slots=True)
class PositionView:
    """The position after so many moves: the board, the legal moves, the explanation of the last move.

    `names` are the legal moves in words, by their text. `lit` are the ids of the board's elements that the explanation
    rests on; `animation` shows the last move in steps.
    """

    ply: int
    turn: int | None
    svg: str
    moves: list[str]
    names: dict[str, str]
    why: ExplanationView | None
    lit: list[str]
    animation: list[AnimationStep]
    fired: list[LoggedFiring]


@dataclass(frozen=True, slots=True)
class GameChange(GameStatus):
    """A change of a game: `turns` take the place of all moves from number `start` on.

    `positions` are the newest ones that the receiver has not seen, in order.
    """

    start: int
    turns: list[TurnView]
    positions: list[PositionView]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How positions are drawn for one receiver."""

    language: str
    animation: bool = False
    narrow: bool = False


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position to draw, with the move that led to it and its explanation; nothing of it changes any more."""

    game: Game
    ply: int
    position: Position
    last: PlayedMove | None
    why: Explanation | None
    playable: bool
    player_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownState:
    """The moves of a game that a receiver knows; `over` if it knows that the game is over."""

    branch: str
    moves: int
    over: bool = False


def game_view(live: LiveGame, language: str, viewer: Person) -> GameView:
    game = live.game
    return GameView(
        **_status(live, language, viewer),
        game=game.name,
        title=phrase(f"games.{game.name}.title", language),
        options=dict(game.values),
        seats=[_seat_view(live, number, language) for number in range(len(game.seats))],
        set_up=bool(game.start_facts),
        start_scores=list(live.scores[0]),
        turns=_turn_views(live, 0, language),
    )


def _seat_view(live: LiveGame, seat: int, language: str) -> SeatView:
    game, key = live.game, seat_key(live.game, seat)
    title, who = phrase(key, language), phrase("lab.seat_who", language, seat=key)
    return SeatView(game.seats[seat], title, who, live.runner.seats[seat].mind, seat in live.people)


def game_status(live: LiveGame, language: str, viewer: Person) -> GameStatus:
    return GameStatus(**_status(live, language, viewer))


def game_change(live: LiveGame, known: KnownState, language: str, viewer: Person) -> GameChange:
    """The changes since a known state, without positions; all moves when it is of another branch."""
    start = _known_moves(live, known)
    status, turns = _status(live, language, viewer), _turn_views(live, start, language)
    return GameChange(**status, start=start, turns=turns, positions=[])


def new_plies(live: LiveGame, known: KnownState) -> list[int]:
    """The newest positions that a receiver has not seen, in order."""
    moves, start = len(live.runner.turns), _known_moves(live, known)
    if known_state(live) == known:
        return []
    newest = range(max(start + 1, moves - _MOST_POSITIONS + 1), moves + 1) if start == known.moves else ()
    return list(newest) or [moves]


def _known_moves(live: LiveGame, known: KnownState) -> int:
    """How many of the moves a receiver knows."""
    return known.moves if known.branch == live.branch and known.moves <= len(live.runner.turns) else 0


def known_state(live: LiveGame) -> KnownState:
    """What a receiver knows once it has the newest change."""
    return KnownState(live.branch, len(live.runner.turns), live.over)


def result_view(live: LiveGame, result: Result, language: str, viewer: Person) -> ResultView:
    game, forfeit, words = live.game, result.forfeit, live.words.end(live.runner.position)[language]
    winner = None if result.winner is None else game.seats.index(result.winner)
    names = names_in_sentences(live, viewer, language)
    sentence = say(outcome(game, result.result, result.scores, forfeit is None, names), language)
    for lost in result.forfeits:
        loser = quoted(seat_in_sentence(game, game.seats.index(lost.seat), names))
        reason = full_stop(say(lost.reason, language))
        sentence += " " + capitalized(phrase("lab.forfeit", language, seat=loser, reason=reason))
    source = None if forfeit is None else fault_source(forfeit.reason)
    scores = list(result.scores)
    return ResultView(winner, list(result.result), scores, sentence, words.ending, words.sheet, source)


def _link_views(live: LiveGame, viewer: Person) -> list[LinkSeatView]:
    """The seats of a game by link; only those who sit at it see the invitations."""
    codes = live.link.invitations
    seated = bool(live.link.of(viewer.id))
    return [
        LinkSeatView(one.seat, one.name, one.seat in codes, codes.get(one.seat) if seated else None)
        for one in live.link.seats
    ]


def shown_position(live: LiveGame, ply: int, viewer: Person, language: str) -> ShownPosition:
    """The position after so many moves, as it is to be shown now."""
    runner = live.runner
    position = runner.positions[ply]
    last = PlayedMove(runner.positions[ply - 1], runner.history[ply - 1]) if ply else None
    playable = ply == len(runner.turns) and not live.over and position.turn in seats_of(live, viewer)
    why, names = runner.turns[ply - 1].why if ply else None, player_names(live, viewer, language)
    return ShownPosition(live.game, ply, position, last, why, playable, names)


def position_view(shown: ShownPosition, drawing: Drawing) -> PositionView:
    """Draw a position. This takes long, and may be done in any thread."""
    game, position, last, why = shown.game, shown.position, shown.last, shown.why
    language, narrow, names = drawing.language, drawing.narrow, shown.player_names
    evidence = [str(fact) for fact in why.reason.evidence] if why is not None else []
    before = game.svg(last.position, None, language, narrow) if last is not None and evidence else ""
    return PositionView(
        ply=shown.ply,
        turn=position.turn,
        svg=game.svg(position, last, language, narrow, names),
        moves=[move.text for move in position.moves] if shown.playable else [],
        names=move_names(position, language),
        why=None if last is None or why is None else explanation_view(last.position, last.move.text, why, language),
        lit=element_ids(before, evidence) if before else [],
        animation=steps(game.animation(last, language, narrow, names)) if drawing.animation and last else [],
        fired=_firing_views(last, language),
    )


def _status(live: LiveGame, language: str, viewer: Person) -> dict[str, Any]:
    """The fields of `GameStatus`."""
    return {
        "id": live.id,
        "change": live.changes,
        "branch": live.branch,
        "moves": len(live.runner.turns),
        "turn": None if live.over else live.runner.position.turn,
        "thinking": live.thinking,
        "over": live.over,
        "result": None if live.result is None else result_view(live, live.result, language, viewer),
        "fault": None if live.fault is None else say(live.fault, language),
        "notice": None if live.notice is None else say(live.notice, language),
        "redoable": live.redoable,
        "yours": seats_of(live, viewer),
        "link": _link_views(live, viewer),
        "seed": None if live.keeps_secrets else live.runner.seed,
    }


def _turn_views(live: LiveGame, start: int, language: str) -> list[TurnView]:
    return [_turn_view(live, ply, language) for ply in range(start, len(live.runner.turns))]


def _turn_view(live: LiveGame, ply: int, language: str) -> TurnView:
    runner, turn = live.runner, live.runner.turns[ply]
    words = live.words.move(ply, runner.positions[ply], runner.history[ply])[language]
    return TurnView(
        seat=live.game.seats.index(turn.seat),
        text=turn.text,
        name=words.name,
        sentence=words.sentence,
        seconds=turn.seconds,
        value=turn.why.value,
        opening=turn.opening,
        scores=list(live.scores[ply + 1]),
    )


def _firing_views(last: PlayedMove | None, language: str) -> list[LoggedFiring]:
    """The rules that fired when a move was made, in games whose rules are a production system."""
    if last is None or not isinstance(last.position, ProductionPosition):
        return []
    return list(firing_log(last.position, last.position.firings(last.move), language))
