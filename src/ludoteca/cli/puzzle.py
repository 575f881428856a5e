"""`puzzle`: positions with one best move, to be found; every answer is explained, and what was solved is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from ludoteca.arena.judgement import Judged
from ludoteca.arena.puzzles import Puzzle, chosen, find_puzzle, games_with_puzzles, puzzles_of, set_up, theme_name
from ludoteca.arena.puzzles.answers import Answer, answer, solution, task
from ludoteca.cli.output import console, print_json
from ludoteca.cli.review import VERDICT_MARKS
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput, IllegalMove, no_such
from ludoteca.core.game import Game, Position, find_move
from ludoteca.core.i18n import capitalized, phrase, say
from ludoteca.lab.puzzle_log import PuzzleLog
from ludoteca.minds.human import parse_move
from ludoteca.storage.folders import default_data

_SOLUTION = ("solution", "solución", "solucion")
_NEXT = ("next", "siguiente")
_QUIT = ("quit", "exit", "salir")


@dataclass(frozen=True, slots=True)
class PuzzleChoice:
    """Which puzzles are asked for."""

    theme: str | None
    grade: int | None
    id: str | None


def puzzle(name: str | None, choice: PuzzleChoice, move: str | None, folder: Path | None, as_json: bool) -> None:
    """Ask puzzles until the input ends; with `move` or `as_json`, one of them, without asking."""
    game, log = _game(name), PuzzleLog(folder or default_data())
    if choice.id is not None:
        puzzles: Sequence[Puzzle] = [find_puzzle(game, choice.id)]
    else:
        puzzles = chosen(game, choice.theme, choice.grade)
    if not puzzles:
        raise BadInput("cli.puzzle.none", game=game.name)
    states = log.states(game.name)
    unsolved = [each for each in puzzles if each.id not in states or not states[each.id].solved]
    waiting = list(unsolved or puzzles)
    if as_json:
        _print_json(game, waiting[0], move, log)
        return
    solved = sum(state.solved for state in states.values())
    console.print(escape(tell("puzzle.solved", solved=solved, total=len(puzzles_of(game)), game=game.name)))
    if move is not None:
        _show(game, waiting[0])
        _answered(game, waiting[0], move, log)
        return
    for each in waiting:
        if not _ask(game, each, log):
            return
    console.print(tell("puzzle.no_more"))


def _game(name: str | None) -> Game:
    """A game with puzzles, by default the one with most; raises `BadInput`."""
    games = games_with_puzzles()
    if name is None:
        return max(games, key=lambda game: len(puzzles_of(game)))
    found = next((game for game in games if game.name == name), None)
    if found is None:
        raise no_such("game", name, [game.name for game in games])
    return found


def _show(game: Game, asked: Puzzle) -> Position:
    position, last = set_up(game, asked)
    themes = ", ".join(say(theme_name(theme), LANGUAGE) for theme in asked.themes)
    difficulty = phrase(f"arena.puzzles.difficulty.{asked.difficulty}", LANGUAGE)
    head = tell("puzzle.head", id=asked.id, difficulty=difficulty, grade=asked.grade, themes=themes)
    console.print()
    console.print(f"[bold]{escape(head)}[/bold]")
    console.print(game.terminal(position, last, LANGUAGE))
    console.print(escape(capitalized(say(task(position, asked), LANGUAGE))))
    return position


def _ask(game: Game, asked: Puzzle, log: PuzzleLog) -> bool:
    """Ask a puzzle until it is solved or left; whether another one is wanted."""
    position, tried = _show(game, asked), None
    while True:
        try:
            word = console.input(escape(tell("puzzle.ask"))).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return False
        if word in _QUIT:
            return False
        if word in _NEXT:
            return True
        if word in _SOLUTION:
            log.add(game.name, asked.id, False)
            _explain(solution(game, asked, tried), asked_for=True)
            return True
        try:
            tried = parse_move(position, word, LANGUAGE).text
        except IllegalMove as error:
            console.print(escape(say(error.message, LANGUAGE)))
            continue
        if _answered(game, asked, tried, log):
            return True


def _answered(game: Game, asked: Puzzle, move: str, log: PuzzleLog) -> bool:
    """Explain an answer and remember it; whether it is right."""
    given = answer(game, asked, move)
    log.add(game.name, asked.id, given.is_right)
    _explain(given)
    return given.is_right


def _explain(given: Answer, asked_for: bool = False) -> None:
    """Print what the move leads to, the reasons, and the play that follows."""
    style = "green" if given.is_right else "red"
    console.print(f"[bold {style}]{escape(say(given.verdict(asked_for), LANGUAGE))}[/]")
    console.print(f"  {escape(_sentence(given))}")
    for each in given.merits if given.is_right else given.clues:
        _print_reason(each)
    if given.is_right:
        rival = say(given.position.game.move_name(given.position, given.rival), LANGUAGE)
        console.print(f"  {escape(tell('puzzle.compared', move=rival))}")
        for each in given.against:
            _print_reason(each)


def _sentence(given: Answer) -> str:
    return say(given.position.game.move_sentence(given.position, given.move), LANGUAGE)


def _print_reason(judged: Judged) -> None:
    if judged.reason is not None:
        mark = VERDICT_MARKS.get(judged.verdict, "[dim]·[/dim]")
        console.print(f"  {mark} {escape(say(judged.reason.claim, LANGUAGE))}")


def _print_json(game: Game, asked: Puzzle, move: str | None, log: PuzzleLog) -> None:
    """Print a puzzle without its answer, or with a move and what it leads to."""
    position, _ = set_up(game, asked)
    assert position.turn is not None
    data: dict[str, object] = {
        "game": game.name,
        "id": asked.id,
        "grade": asked.grade,
        "difficulty": asked.difficulty,
        "themes": asked.themes,
        "seat": game.seats[position.turn],
        "task": capitalized(say(task(position, asked), LANGUAGE)),
        "seed": asked.seed,
        "moves": asked.moves,
        "facts": [str(fact) for fact in position.facts()],
        "legal": {each.text: say(game.move_name(position, each), LANGUAGE) for each in position.moves},
    }
    if move is not None:
        given = answer(game, asked, find_move(position, move).text)
        log.add(game.name, asked.id, given.is_right)
        shown = given.merits if given.is_right else given.clues
        data["answer"] = {
            "move": given.move.text,
            "right": given.is_right,
            "value": asked.outcomes[given.move.text].value,
            "verdict": say(given.verdict(), LANGUAGE),
            "sentence": _sentence(given),
            "line": given.line,
            "reasons": [
                {"sentence": say(each.reason.claim, LANGUAGE), "verdict": each.verdict.value}
                for each in shown
                if each.reason is not None
            ],
        }
    print_json(data)
