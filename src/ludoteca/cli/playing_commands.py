"""The commands that play: games, matches, tournaments, societies, and programs step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import (
    GameName,
    GamesNumber,
    Json,
    Lang,
    Minds,
    Opening,
    RecordFile,
    RecordFolder,
    Seed,
    Settings,
    StartFile,
    Time,
    TracePath,
    Why,
    Workers,
    number,
    shared_number,
)
from ludoteca.cli.text import LANGUAGE, tell

commands = Commands()


@commands.command(help=tell("help.watch"))
def watch(
    game: GameName,
    minds: Minds = None,
    seed: Seed = None,
    settings: Settings = None,
    why: Why = False,
    record: RecordFile = None,
    start: StartFile = None,
    trace: TracePath = None,
    time: Time = 10.0,
    opening: Opening = 0,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import play

    options = play.GameOptions(settings or [], seed, why, record, time, as_json, start, trace, opening)
    play.watch(game, minds or [], options)


@commands.command(help=tell("help.play"))
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


@commands.command(help=tell("help.society"))
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


@commands.command(help=tell("help.step"))
def step(
    game: GameName,
    mind: Annotated[str, typer.Argument(metavar="MIND", help=tell("help.step_mind"))],
    after: Annotated[list[str] | None, typer.Option("--after", metavar="MOVE", help=tell("help.after"))] = None,
    first: Annotated[
        int,
        typer.Option("--first", parser=number("first", int, 1, 1_000_000), metavar="N", help=tell("help.first_step")),
    ] = 1,
    seed: Seed = None,
    settings: Settings = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import step as command

    command.step(game, mind, after or [], first - 1, seed or 0, settings or [], as_json)


@commands.command(help=tell("help.match"))
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


@commands.command(help=tell("help.tournament"))
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE", help=tell("help.tournament_game"))],
    minds: Minds = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="round-robin|swiss|gauntlet", help=tell("help.format")),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", parser=number("rounds", int, 1, 1000), metavar="N", help=tell("help.rounds")),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", parser=shared_number("games"), metavar="N", help=tell("help.games_each")),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option("--opening", parser=shared_number("opening"), metavar="N", help=tell("help.opening")),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", parser=shared_number("time", "limit"), metavar="S", help=tell("help.time")),
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
