"""Responses: puzzles and the answers to them, in a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.arena.judgement import Judged
from ludoteca.arena.puzzles import Difficulty, Puzzle, set_up, theme_name, themes_of
from ludoteca.arena.puzzles.answers import Answer, task
from ludoteca.core.game import Game, PlayedMove, find_move, seat_key
from ludoteca.core.i18n import capitalized, phrase, say
from ludoteca.core.seat_titles import seat_title
from ludoteca.lab.player_names import names_to_move, you
from ludoteca.lab.puzzle_log import PuzzleState
from ludoteca.lab.responses.review import CheckedReasonView


@dataclass(frozen=True, slots=True)
class PuzzleGameView:
    """A game that has puzzles: how many were solved."""

    name: str
    title: str
    solved: int


@dataclass(frozen=True, slots=True)
class ThemeView:
    """A theme of puzzles."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle in the list; `solved` is None for one that was not tried."""

    id: str
    grade: int
    difficulty: Difficulty
    themes: list[str]
    solved: bool | None
    first_try: bool


@dataclass(frozen=True, slots=True)
class PuzzlesView:
    """The games that have puzzles, and the puzzles of one of them, easiest first."""

    games: list[PuzzleGameView]
    game: str | None
    themes: list[ThemeView]
    puzzles: list[PuzzleEntry]


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle without its answer: the board, the legal moves with their names, and what is to be found."""

    game: str
    title: str
    id: str
    grade: int
    difficulty: Difficulty
    themes: list[ThemeView]
    solved: bool | None
    seat: str
    task: str
    last: str | None
    svg: str
    moves: list[str]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line: who makes it, its name, what it does, and the board after it."""

    move: str
    name: str
    seat: int
    seat_title: str
    sentence: str
    svg: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer: whether it is right, what the move leads to and does, the reasons, and the play that follows.

    `reasons` are those for the best move if the answer is right, those against the move if it is wrong. `compared` are
    those against the other move, with which the best one is compared; they are empty for a wrong answer, since they
    give the best move away.
    """

    right: bool
    move: str
    verdict: str
    sentence: str
    next_best: str | None
    reasons: list[CheckedReasonView]
    compared_title: str | None
    compared: list[CheckedReasonView]
    line: list[LineMove]


def puzzles_view(
    games: Sequence[Game],
    game: Game | None,
    puzzles: Mapping[str, Puzzle],
    states: Mapping[str, Mapping[str, PuzzleState]],
    language: str,
) -> PuzzlesView:
    tried = {} if game is None else states[game.name]
    return PuzzlesView(
        games=[
            PuzzleGameView(each.name, _title(each, language), sum(state.solved for state in states[each.name].values()))
            for each in games
        ],
        game=None if game is None else game.name,
        themes=_theme_views(themes_of(list(puzzles.values())), language),
        puzzles=[_entry(puzzle, tried.get(puzzle.id)) for puzzle in puzzles.values()],
    )


def puzzle_view(game: Game, puzzle: Puzzle, state: PuzzleState | None, language: str, narrow: bool) -> PuzzleView:
    position, last = set_up(game, puzzle)
    assert position.turn is not None
    return PuzzleView(
        game=game.name,
        title=_title(game, language),
        id=puzzle.id,
        grade=puzzle.grade,
        difficulty=puzzle.difficulty,
        themes=_theme_views(puzzle.themes, language),
        solved=None if state is None else state.solved,
        seat=phrase(seat_key(game, position.turn), language),
        task=capitalized(say(task(position, puzzle), language)),
        last=None if last is None else say(game.move_sentence(last.position, last.move), language),
        svg=game.svg(position, last, language, narrow, names_to_move(position, you(language))),
        moves=[move.text for move in position.moves],
        names={move.text: say(game.move_name(position, move), language) for move in position.moves},
    )


def answer_view(given: Answer, asked: bool, language: str, narrow: bool) -> AnswerView:
    game, position, right = given.position.game, given.position, given.is_right
    next_best = given.rival_outcome()
    rival = say(game.move_name(position, given.rival), language)
    return AnswerView(
        right=right and not asked,
        move=given.move.text,
        verdict=say(given.verdict(asked), language),
        sentence=say(game.move_sentence(position, given.move), language),
        next_best=say(next_best, language) if right and next_best is not None else None,
        reasons=_reasons(given.merits if right else given.clues, language),
        compared_title=phrase("lab.puzzle.compared", language, move=rival) if right else None,
        compared=_reasons(given.against, language) if right else [],
        line=list(_line(given, language, narrow)),
    )


def _title(game: Game, language: str) -> str:
    return phrase(f"{game.message_prefix}.title", language)


def _theme_views(themes: Sequence[str], language: str) -> list[ThemeView]:
    return [ThemeView(theme, say(theme_name(theme), language)) for theme in themes]


def _entry(puzzle: Puzzle, state: PuzzleState | None) -> PuzzleEntry:
    solved, first_try = (None, False) if state is None else (state.solved, state.solved and state.first_try)
    return PuzzleEntry(puzzle.id, puzzle.grade, puzzle.difficulty, list(puzzle.themes), solved, first_try)


def _reasons(judged: Sequence[Judged], language: str) -> list[CheckedReasonView]:
    """Reasons as sentences, without the lines: these are shown on the board."""
    return [
        CheckedReasonView(capitalized(say(each.reason.claim, language)), each.verdict)
        for each in judged
        if each.reason is not None and each.reason.claim.key != "minds.compare.line"
    ]


def _line(given: Answer, language: str, narrow: bool) -> Iterator[LineMove]:
    position, game = given.position, given.position.game
    names = names_to_move(position, you(language))
    for text in given.line:
        move, seat = find_move(position, text), position.turn
        assert seat is not None
        name, sentence = game.move_name(position, move), game.move_sentence(position, move)
        played, position = PlayedMove(position, move), position.after(move)
        yield LineMove(
            text,
            say(name, language),
            seat,
            seat_title(game, seat, language, names),
            say(sentence, language),
            game.svg(position, played, language, narrow, names),
        )
