"""The commands that study: solve, learn, probe, distil, plan, replay, review, ask, puzzles and lessons."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import GameName, Json, Lang, Seed, Settings, TracePath, Why, number, shared_number
from ludoteca.cli.text import LANGUAGE, tell

commands = Commands()


@commands.command(help=tell("help.solve"))
def solve(
    game: GameName,
    settings: Settings = None,
    memory: Annotated[
        int,
        typer.Option("--memory", parser=shared_number("memory"), metavar="MIB", help=tell("help.memory")),
    ] = 512,
    endgame: Annotated[
        int | None,
        typer.Option("--endgame", parser=number("endgame", int, 0, 31), metavar="N", help=tell("help.endgame")),
    ] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import analyse

    analyse.solve(game, settings or [], memory, endgame, as_json)


@commands.command(help=tell("help.learn"))
def learn(
    game: GameName,
    settings: Settings = None,
    learner: Annotated[str, typer.Option("--learner", metavar="NAME", help=tell("help.learner"))] = "network",
    minutes: Annotated[
        float,
        typer.Option(
            "--minutes", parser=number("minutes", float, 0.05, 10_000), metavar="M", help=tell("help.minutes")
        ),
    ] = 2.0,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions", parser=number("positions", int, 1, 10**9), metavar="N", help=tell("help.positions")
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", parser=shared_number("seed"), metavar="N", help=tell("help.seed"))] = 1,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help=tell("help.learn_output"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import learn as learning

    learning.learn(game, settings or [], learner, minutes, positions, seed, output, as_json)


Weights = Annotated[Path | None, typer.Option("--weights", metavar="FILE", help=tell("help.weights"))]
OwnGames = Annotated[
    int | None,
    typer.Option("--games", parser=number("games", int, 4, 1_000_000), metavar="N", help=tell("help.own_games")),
]


@commands.command(help=tell("help.probe"))
def probe(
    game: GameName,
    settings: Settings = None,
    weights: Weights = None,
    games: OwnGames = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions", parser=number("positions", int, 1, 10_000), metavar="N", help=tell("help.probe_positions")
        ),
    ] = None,
    seed: Seed = None,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help=tell("help.probe_output"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import networks

    networks.probe(networks.Study(game, settings or [], weights, games, seed, output, as_json), positions)


@commands.command(help=tell("help.distil"))
def distil(
    game: GameName,
    settings: Settings = None,
    weights: Weights = None,
    games: OwnGames = None,
    seed: Seed = None,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help=tell("help.distil_output"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import networks

    networks.distil(networks.Study(game, settings or [], weights, games, seed, output, as_json))


@commands.command(help=tell("help.plan"))
def plan(
    what: Annotated[str, typer.Argument(metavar="GAME|DOMAIN", help=tell("help.plan_what"))],
    file: Annotated[str | None, typer.Argument(metavar="PROBLEM", help=tell("help.plan_file"))] = None,
    problem: Annotated[str | None, typer.Option("--problem", metavar="N", help=tell("help.problem"))] = None,
    settings: Settings = None,
    planner: Annotated[str | None, typer.Option("--planner", metavar="NAME", help=tell("help.planner"))] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", parser=shared_number("seconds"), metavar="S", help=tell("help.seconds")),
    ] = 60.0,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help=tell("help.output"))] = None,
    check: Annotated[Path | None, typer.Option("--check", metavar="PLAN", help=tell("help.check"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import plan as command

    options = command.PlanOptions(problem, settings or [], planner, seconds, output, check, as_json)
    raise typer.Exit(command.plan(what, file, options))


@commands.command(help=tell("help.perft"))
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", parser=shared_number("depth"), metavar="N", help=tell("help.depth"))],
    settings: Settings = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import analyse

    analyse.perft(game, settings or [], depth, as_json)


@commands.command(help=tell("help.replay"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.file"))],
    verify: Annotated[bool, typer.Option("--verify", help=tell("help.verify"))] = False,
    why: Why = False,
    trace: TracePath = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import replay as command

    command.replay(file, verify, why, trace, as_json)


@commands.command(help=tell("help.puzzle"))
def puzzle(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.puzzle_game"))] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME", help=tell("help.theme"))] = None,
    grade: Annotated[
        int | None,
        typer.Option("--grade", parser=number("grade", int, 1, 1000), metavar="N", help=tell("help.grade")),
    ] = None,
    key: Annotated[str | None, typer.Option("--id", metavar="ID", help=tell("help.puzzle_id"))] = None,
    move: Annotated[str | None, typer.Option("--move", metavar="MOVE", help=tell("help.puzzle_move"))] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help=tell("help.puzzle_data"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import puzzle as command

    command.puzzle(game, command.PuzzleChoice(theme, grade, key), move, data, as_json)


Lessons = Annotated[Path | None, typer.Option("--lessons", metavar="DIR", help=tell("help.lesson_folder"))]
LessonData = Annotated[Path | None, typer.Option("--data", metavar="DIR", help=tell("help.puzzle_data"))]


@commands.command(help=tell("help.lessons"))
def lessons(folder: Lessons = None, data: LessonData = None, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import lesson as command

    command.show_lessons(folder, data, as_json)


@commands.command(help=tell("help.lesson"))
def lesson(
    name: Annotated[str, typer.Argument(metavar="NAME", help=tell("help.lesson_name"))],
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=tell("help.lesson_file"))] = None,
    hint: Annotated[
        int, typer.Option("--hint", parser=number("hint", int, 0, 100), metavar="N", help=tell("help.hint"))
    ] = 0,
    answer: Annotated[bool, typer.Option("--answer", help=tell("help.lesson_answer"))] = False,
    write: Annotated[Path | None, typer.Option("--write", metavar="FILE", help=tell("help.lesson_write"))] = None,
    folder: Lessons = None,
    data: LessonData = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import lesson as command

    options = command.LessonOptions(file, hint, answer, write, folder, data, as_json)
    raise typer.Exit(command.lesson(name, options))


@commands.command(help=tell("help.review"))
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.file"))],
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT", help=tell("help.review_seat"))] = None,
    mistakes: Annotated[bool, typer.Option("--mistakes", help=tell("help.mistakes"))] = False,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import review as command

    command.review(file, seat, mistakes, as_json)


@commands.command(help=tell("help.ask"))
def ask(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.file"))],
    number: Annotated[
        int,
        typer.Argument(metavar="NUMBER", parser=number("NUMBER", int, 1, 100_000), help=tell("help.number")),
    ],
    against: Annotated[str | None, typer.Option("--why-not", metavar="MOVE", help=tell("help.why_not"))] = None,
    instead: Annotated[str | None, typer.Option("--what-if", metavar="MOVE", help=tell("help.what_if"))] = None,
    mind: Annotated[str | None, typer.Option("--mind", metavar="MIND", help=tell("help.ask_mind"))] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", parser=number("seconds", float, 0.1, 86400), metavar="S", help=tell("help.searching")
        ),
    ] = 30.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import ask as command

    command.ask(file, number, against, instead, mind, seconds, as_json)
