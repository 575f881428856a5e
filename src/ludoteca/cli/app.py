"""The commands with their options and help; errors become one sentence and exit code 2."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca import __version__
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput, LudotecaError, Unavailable, no_such
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.options import Option

app = typer.Typer(
    name="ludoteca",
    help=tell("help.app"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _check_language(given: str) -> str:
    if given not in LANGUAGES:
        raise no_such("value", given, LANGUAGES, prefix="--lang=")
    return given


def _number(name: str, kind: type[int] | type[float], low: float | None = None, high: float | None = None) -> Any:
    """Reads a number as `Option` does, so that its errors are ours and in the user's language."""
    shown = name if name.isupper() else f"--{name}"
    option = Option(shown, kind, 0, about=f"cli.help.{name.lower()}", low=low, high=high)
    return option.read


Json = Annotated[bool, typer.Option("--json", help=tell("help.json"))]
Lang = Annotated[str, typer.Option("--lang", help=tell("help.lang"), callback=_check_language, metavar="en|es")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))]
Minds = Annotated[list[str] | None, typer.Argument(metavar="MIND", help=tell("help.minds"))]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help=tell("help.set")),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", parser=_number("seed", int, 0, (1 << 63) - 1), metavar="N", help=tell("help.seed")),
]
Why = Annotated[bool, typer.Option("--why", help=tell("help.why"))]
Time = Annotated[
    float, typer.Option("--time", parser=_number("time", float, 0.01, 86400), metavar="S", help=tell("help.time"))
]
StartFile = Annotated[Path | None, typer.Option("--from", metavar="FILE", help=tell("help.from"))]
RecordFile = Annotated[Path | None, typer.Option("--record", metavar="FILE", help=tell("help.record"))]


def _print_version(asked: bool) -> None:
    if asked:
        print(f"ludoteca {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help=tell("help.version"))
    ] = False,
    lang: Lang = LANGUAGE,
) -> None:
    pass


@app.command(help=tell("help.games"))
def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.game"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import listing

    listing.show_games(name, as_json)


@app.command(help=tell("help.minds_of"))
def minds(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.game"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import listing

    listing.show_minds(game, as_json)


@app.command(help=tell("help.vocabulary"))
def vocabulary(game: GameName, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import listing

    listing.show_vocabulary(game, as_json)


@app.command(help=tell("help.watch"))
def watch(
    game: GameName,
    minds: Minds = None,
    seed: Seed = None,
    settings: Settings = None,
    why: Why = False,
    record: RecordFile = None,
    start: StartFile = None,
    trace: Annotated[Path | None, typer.Option("--trace", metavar="FILE", help=tell("help.trace"))] = None,
    time: Time = 10.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import play

    options = play.GameOptions(settings or [], seed, why, record, time, as_json, start, trace)
    play.watch(game, minds or [], options)


@app.command(help=tell("help.play"))
def play(
    game: GameName,
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT", help=tell("help.seat"))] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="MIND", help=tell("help.against")),
    ] = None,
    level: Annotated[str | None, typer.Option("--level", metavar="LEVEL", help=tell("help.level"))] = None,
    seed: Seed = None,
    settings: Settings = None,
    why: Why = False,
    record: RecordFile = None,
    start: StartFile = None,
    time: Time = 10.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import play as command

    command.play(
        game, seat, against or [], level, command.GameOptions(settings or [], seed, why, record, time, as_json, start)
    )


@app.command(help=tell("help.society"))
def society(
    game: GameName,
    agents: Annotated[list[str] | None, typer.Argument(metavar="FILE", help=tell("help.agents"))] = None,
    seed: Seed = None,
    settings: Settings = None,
    time: Time = 10.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import play, society

    society.show_society(game, agents or [], play.GameOptions(settings or [], seed, False, None, time, as_json))


@app.command(help=tell("help.step"))
def step(
    game: GameName,
    mind: Annotated[str, typer.Argument(metavar="MIND", help=tell("help.step_mind"))],
    after: Annotated[list[str] | None, typer.Option("--after", metavar="MOVE", help=tell("help.after"))] = None,
    first: Annotated[
        int,
        typer.Option("--first", parser=_number("first", int, 1, 1_000_000), metavar="N", help=tell("help.first_step")),
    ] = 1,
    seed: Seed = None,
    settings: Settings = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import step as command

    command.step(game, mind, after or [], first - 1, seed or 0, settings or [], as_json)


GamesNumber = Annotated[
    int,
    typer.Option("--games", parser=_number("games", int, 1, 1_000_000), metavar="N", help=tell("help.games_number")),
]
Opening = Annotated[
    int, typer.Option("--opening", parser=_number("opening", int, 0, 1000), metavar="N", help=tell("help.opening"))
]
Workers = Annotated[
    int, typer.Option("--workers", parser=_number("workers", int, 1, 256), metavar="N", help=tell("help.workers"))
]
RecordFolder = Annotated[Path | None, typer.Option("--record", metavar="DIR", help=tell("help.record_dir"))]


@app.command(help=tell("help.match"))
def match(
    game: GameName,
    minds: Minds = None,
    games: GamesNumber = 100,
    opening: Opening = 4,
    time: Time = 10.0,
    seed: Seed = None,
    settings: Settings = None,
    workers: Workers = 2,
    record: RecordFolder = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import match as command

    command.match(game, minds or [], settings or [], games, opening, time, seed or 0, workers, record, as_json)


@app.command(help=tell("help.tournament"))
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE", help=tell("help.tournament_game"))],
    minds: Minds = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="round-robin|swiss|gauntlet", help=tell("help.format")),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", parser=_number("rounds", int, 1, 1000), metavar="N", help=tell("help.rounds")),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", parser=_number("games", int, 1, 1_000_000), metavar="N", help=tell("help.games_each")),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option("--opening", parser=_number("opening", int, 0, 1000), metavar="N", help=tell("help.opening")),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", parser=_number("time", float, 0.01, 86400), metavar="S", help=tell("help.time")),
    ] = None,
    seed: Seed = None,
    settings: Settings = None,
    workers: Workers = 2,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=tell("help.cluster"))] = None,
    record: RecordFolder = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help=tell("help.csv"))] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help=tell("help.html"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import tournament as command

    given = {"format": form, "rounds": rounds, "games": games, "opening": opening, "time": time, "seed": seed}
    output = command.Output(record, csv, html, as_json)
    command.tournament(game, minds or [], settings or [], given, cluster or workers, output)


@app.command(help=tell("help.solve"))
def solve(
    game: GameName,
    settings: Settings = None,
    memory: Annotated[
        int,
        typer.Option("--memory", parser=_number("memory", int, 1, 1 << 20), metavar="MIB", help=tell("help.memory")),
    ] = 512,
    endgame: Annotated[
        int | None,
        typer.Option("--endgame", parser=_number("endgame", int, 0, 31), metavar="N", help=tell("help.endgame")),
    ] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import analyse

    analyse.solve(game, settings or [], memory, endgame, as_json)


@app.command(help=tell("help.plan"))
def plan(
    what: Annotated[str, typer.Argument(metavar="GAME|DOMAIN", help=tell("help.plan_what"))],
    file: Annotated[str | None, typer.Argument(metavar="PROBLEM", help=tell("help.plan_file"))] = None,
    problem: Annotated[str | None, typer.Option("--problem", metavar="N", help=tell("help.problem"))] = None,
    settings: Settings = None,
    planner: Annotated[str | None, typer.Option("--planner", metavar="NAME", help=tell("help.planner"))] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", parser=_number("seconds", float, 0.01, 86400), metavar="S", help=tell("help.seconds")
        ),
    ] = 60.0,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help=tell("help.output"))] = None,
    check: Annotated[Path | None, typer.Option("--check", metavar="PLAN", help=tell("help.check"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import plan as command

    options = command.PlanOptions(problem, settings or [], planner, seconds, output, check, as_json)
    raise typer.Exit(command.plan(what, file, options))


@app.command(help=tell("help.planners"))
def planners(as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import listing

    listing.show_planners(as_json)


@app.command(help=tell("help.doctor"))
def doctor(
    port: Annotated[
        int, typer.Option("--port", parser=_number("port", int, 0, 65535), metavar="N", help=tell("help.port"))
    ] = 8642,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help=tell("help.data"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import doctor as command

    raise typer.Exit(command.doctor(port, data, as_json))


check_app = typer.Typer(help=tell("help.check_group"), no_args_is_help=True)
new_app = typer.Typer(help=tell("help.new_group"), no_args_is_help=True)
export_app = typer.Typer(help=tell("help.export_group"), no_args_is_help=True)
app.add_typer(check_app, name="check")
app.add_typer(export_app, name="export")
app.add_typer(new_app, name="new")
kgp_app = typer.Typer(help=tell("help.kgp_group"), no_args_is_help=True)
app.add_typer(kgp_app, name="kgp")
Target = Annotated[str, typer.Argument(metavar="NAME|FOLDER", help=tell("help.target"))]
NewFolder = Annotated[Path, typer.Argument(metavar="FOLDER", help=tell("help.new_folder"))]


@check_app.command("game", help=tell("help.check_game"))
def check_game(
    game: Target,
    write: Annotated[bool, typer.Option("--write", help=tell("help.write"))] = False,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import check as command

    raise typer.Exit(command.check_game(game, write, as_json))


@check_app.command("mind", help=tell("help.check_mind"))
def check_mind(
    mind: Target,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help=tell("help.check_in"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import check as command

    raise typer.Exit(command.check_mind(mind, game, as_json))


@new_app.command("game", help=tell("help.new_game"))
def new_game(
    folder: NewFolder,
    compiled: Annotated[bool, typer.Option("--compiled", help=tell("help.compiled"))] = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import new as command

    command.new_game(folder, "compiled" if compiled else "python")


@new_app.command("mind", help=tell("help.new_mind"))
def new_mind(folder: NewFolder, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import new as command

    command.new_mind(folder)


@export_app.command("explanations", help=tell("help.export_explanations"))
def export_explanations(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=tell("help.export_folder"))],
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=tell("help.export_games"))] = None,
    times: Annotated[
        int,
        typer.Option(
            "--games", parser=_number("games", int, 1, 1_000_000), metavar="N", help=tell("help.export_times")
        ),
    ] = 1,
    minds: Annotated[list[str] | None, typer.Option("--mind", metavar="MIND", help=tell("help.export_minds"))] = None,
    seed: Seed = None,
    settings: Settings = None,
    time: Time = 10.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import export as command

    command.export_explanations(folder, games or [], minds or [], settings or [], times, seed or 0, time, as_json)


@app.command(help=tell("help.perft"))
def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Option("--depth", parser=_number("depth", int, 0, 64), metavar="N", help=tell("help.depth"))
    ],
    settings: Settings = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import analyse

    analyse.perft(game, settings or [], depth, as_json)


@app.command(help=tell("help.replay"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.file"))],
    verify: Annotated[bool, typer.Option("--verify", help=tell("help.verify"))] = False,
    why: Why = False,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import replay as command

    command.replay(file, verify, why, as_json)


@app.command(help=tell("help.puzzle"))
def puzzle(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.puzzle_game"))] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME", help=tell("help.theme"))] = None,
    grade: Annotated[
        int | None,
        typer.Option("--grade", parser=_number("grade", int, 1, 1000), metavar="N", help=tell("help.grade")),
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


@app.command(help=tell("help.lessons"))
def lessons(folder: Lessons = None, data: LessonData = None, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import lesson as command

    command.show_lessons(folder, data, as_json)


@app.command(help=tell("help.lesson"))
def lesson(
    name: Annotated[str, typer.Argument(metavar="NAME", help=tell("help.lesson_name"))],
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=tell("help.lesson_file"))] = None,
    hint: Annotated[
        int, typer.Option("--hint", parser=_number("hint", int, 0, 100), metavar="N", help=tell("help.hint"))
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


@app.command(help=tell("help.review"))
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.file"))],
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT", help=tell("help.review_seat"))] = None,
    mistakes: Annotated[bool, typer.Option("--mistakes", help=tell("help.mistakes"))] = False,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import review as command

    command.review(file, seat, mistakes, as_json)


@app.command(help=tell("help.ask"))
def ask(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.file"))],
    number: Annotated[
        int,
        typer.Argument(metavar="NUMBER", parser=_number("NUMBER", int, 1, 100_000), help=tell("help.number")),
    ],
    against: Annotated[str | None, typer.Option("--why-not", metavar="MOVE", help=tell("help.why_not"))] = None,
    instead: Annotated[str | None, typer.Option("--what-if", metavar="MOVE", help=tell("help.what_if"))] = None,
    mind: Annotated[str | None, typer.Option("--mind", metavar="MIND", help=tell("help.ask_mind"))] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", parser=_number("seconds", float, 0.1, 86400), metavar="S", help=tell("help.searching")
        ),
    ] = 30.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import ask as command

    command.ask(file, number, against, instead, mind, seconds, as_json)


@app.command(help=tell("help.lab"))
def lab(
    host: Annotated[str, typer.Option("--host", help=tell("help.host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", parser=_number("port", int, 0, 65535), metavar="N", help=tell("help.port"))
    ] = 8642,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help=tell("help.data"))] = None,
    longest: Annotated[
        float,
        typer.Option("--longest", parser=_number("longest", float, 0.1, 86400), metavar="S", help=tell("help.longest")),
    ] = 600,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", parser=_number("processes", int, 1, 10_000), metavar="N", help=tell("help.processes")
        ),
    ] = None,
    cores: Annotated[
        int | None,
        typer.Option("--cores", parser=_number("cores", int, 1, 10_000), metavar="N", help=tell("help.cores")),
    ] = None,
    backup: Annotated[Path | None, typer.Option("--backup", metavar="FILE", help=tell("help.backup"))] = None,
    restore: Annotated[Path | None, typer.Option("--restore", metavar="FILE", help=tell("help.restore"))] = None,
    trust: Annotated[bool, typer.Option("--trust-knowledge", help=tell("help.trust_knowledge"))] = False,
    tables: Annotated[bool, typer.Option("--tables/--no-tables", help=tell("help.tables"))] = True,
    lessons: Annotated[Path | None, typer.Option("--lessons", metavar="DIR", help=tell("help.lab_lessons"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.arena.lessons.folders import add_folder
    from ludoteca.cli import lab as command
    from ludoteca.lab.capacity import Capacity

    if lessons is not None:
        add_folder(lessons)
    if backup is not None and restore is not None:
        raise BadInput("lab.backup.one")
    if backup is not None:
        command.back_up(data, backup, as_json)
    elif restore is not None:
        command.restore(restore, data, as_json)
    else:
        command.lab(host, port, data, Capacity.of_machine(processes, cores, longest, tables), trust, as_json)


@kgp_app.command("serve", help=tell("help.kgp_serve"))
def kgp_serve(
    minds: Minds = None,
    host: Annotated[str, typer.Option("--host", help=tell("help.kgp_host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", parser=_number("port", int, 0, 65535), metavar="N", help=tell("help.port"))
    ] = 2671,
    settings: Settings = None,
    games: Annotated[
        int, typer.Option("--games", parser=_number("games", int, 0, 10**6), metavar="N", help=tell("help.kgp_games"))
    ] = 2,
    agents: Annotated[
        int, typer.Option("--agents", parser=_number("agents", int, 1, 64), metavar="N", help=tell("help.kgp_agents"))
    ] = 8,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="DIR", help=tell("help.kgp_record"))] = None,
    time: Time = 5.0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import kgp

    kgp.serve(minds or [], kgp.ServeOptions(host, port, settings or [], games, agents, seed, record, time, as_json))


@kgp_app.command("join", help=tell("help.kgp_join"))
def kgp_join(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help=tell("help.kgp_address"))],
    mind: Annotated[str, typer.Argument(metavar="MIND", help=tell("help.kgp_mind"))],
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help=tell("help.kgp_name"))] = None,
    time: Time = 4.0,
    seed: Seed = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import kgp

    kgp.join(address, mind, name, time, seed, as_json)


def main() -> None:
    """Run a command. Bad input is one sentence and exit code 2; a problem found is exit code 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 gets what it can show
    try:
        code = app(standalone_mode=False)
    except LudotecaError as error:
        code = _refuse(say(error.message, LANGUAGE), 2 if isinstance(error, BadInput | Unavailable) else 1)
    except typer.TyperException as error:
        # Without a command the help is shown: that says it all.
        code = 2 if type(error).__name__ == "NoArgsIsHelpError" else _refuse(_sentence(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        code = _refuse(tell("interrupted"), 130)
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        code = _refuse(tell("system", reason=error.strerror or str(error)), 2)
    sys.exit(code if isinstance(code, int) else 0)


def _sentence(error: typer.TyperException) -> str:
    """One sentence, in the user's language for the mistakes people make most."""
    option, parameter = getattr(error, "option_name", None), getattr(error, "param", None)
    match type(error).__name__:
        case "NoSuchOption":
            return say(no_such("option", str(option), getattr(error, "possibilities", None) or ()).message, LANGUAGE)
        case "BadOptionUsage":
            return tell("bad_usage", name=str(option))
        case "MissingParameter" if parameter is not None:
            return tell("missing", name=parameter.metavar if parameter.opts[0][0] != "-" else parameter.opts[0])
        case "UsageError" if str(error).startswith("No such command"):
            names = [command.callback.__name__ for command in app.registered_commands if command.callback]
            return say(no_such("command", str(error).split("'")[1], names).message, LANGUAGE)
        case _:
            return " ".join(str(getattr(error, "message", error)).split())


def _refuse(sentence: str, code: int) -> int:
    if "--json" in sys.argv:
        print(json.dumps({"error": sentence}, ensure_ascii=False))
    print(f"ludoteca: {sentence}", file=sys.stderr)
    return code
