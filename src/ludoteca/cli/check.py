"""`check`: run the conformance exam on a game or a mind and show what is missing, each with its remedy."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.markup import escape

from ludoteca.cli.output import announce_compiling, console, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.plugins import add_to_path, kind_of
from ludoteca.core.resources import has_tables
from ludoteca.exam import Result, examine_game, examine_mind
from ludoteca.exam.golden import golden_files, write_golden
from ludoteca.exam.perft import perft_file, write_perft
from ludoteca.games import folder_of, load_game, open_game
from ludoteca.minds.schools import school


def check_game(target: str, write: bool, as_json: bool) -> int:
    """Examine a game by its name or its folder; the exit code."""
    announce_compiling()
    game = open_game(target)
    if write:
        _write_missing(game)
    return _show(target, examine_game(game), as_json)


def check_mind(target: str, game: str | None, as_json: bool) -> int:
    """Examine a mind by its name or its folder, in every game it plays or in one; the exit code."""
    announce_compiling()
    folder, name = Path(target), target
    if folder.is_dir() and (kind_of(folder) == "minds" or (folder / "__init__.py").is_file()):
        add_to_path(folder)
        name = folder.resolve().name
    school(name)
    if game is not None:
        load_game(game)
    return _show(target, examine_mind(name, game), as_json)


def _write_missing(game: Game) -> None:
    """Write perft counts and a golden game where there are none."""
    folder = folder_of(game)
    if not has_tables(perft_file(folder)):
        console.print(tell("check.wrote", path=str(write_perft(game))))
    if not golden_files(folder):
        console.print(tell("check.wrote", path=str(write_golden(game, "random", {}, 1))))


def _show(target: str, results: Iterable[Result], as_json: bool) -> int:
    """Print results as they come; 1 when a check failed."""
    found, told = list[Result](), set[str]()
    for result in results:
        found.append(result)
        if not as_json:
            _print_result(result, told)
    failed = sum(not result.passed for result in found)
    if as_json:
        print_json({"checked": target, "passed": failed == 0, "checks": [_as_data(result) for result in found]})
    else:
        console.print(tell("check.failed" if failed else "check.passed", n=len(found), failed=failed))
    return int(failed > 0)


def _print_result(result: Result, told: set[str]) -> None:
    """Print one result; a problem that stops several checks is told once."""
    title = escape(say(result.check, LANGUAGE))
    if result.problem is None:
        console.print(f"[green]✓[/green] {title}")
        return
    console.print(f"[red]✗[/red] {title}")
    problem = say(result.problem, LANGUAGE)
    console.print(f"    {escape(tell('check.same') if problem in told else problem)}")
    told.add(problem)
    if result.remedy is not None:
        console.print(f"    [dim]→ {escape(say(result.remedy, LANGUAGE))}[/dim]")


def _as_data(result: Result) -> dict[str, object]:
    problem, remedy = result.problem, result.remedy
    return {
        "check": say(result.check, LANGUAGE),
        "passed": result.passed,
        "problem": None if problem is None else say(problem, LANGUAGE),
        "remedy": None if remedy is None else say(remedy, LANGUAGE),
    }
