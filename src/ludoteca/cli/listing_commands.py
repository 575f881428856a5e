"""The commands that list and examine: games, minds, vocabularies, planners, plugins, the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import GameName, Json, Lang, Seed, Settings, Time, number, shared_number
from ludoteca.cli.text import LANGUAGE, tell

commands = Commands()


@commands.command(help=tell("help.games"))
def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.game"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import listing

    listing.show_games(name, as_json)


@commands.command(help=tell("help.minds_of"))
def minds(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.game"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import listing

    listing.show_minds(game, as_json)


@commands.command(help=tell("help.table"))
def table(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.game"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import table as command

    command.show_table(game, as_json)


@commands.command(help=tell("help.vocabulary"))
def vocabulary(game: GameName, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import listing

    listing.show_vocabulary(game, as_json)


@commands.command(help=tell("help.planners"))
def planners(as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import listing

    listing.show_planners(as_json)


@commands.command(help=tell("help.doctor"))
def doctor(
    port: Annotated[
        int, typer.Option("--port", parser=number("port", int, 0, 65535), metavar="N", help=tell("help.port"))
    ] = 8642,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help=tell("help.data"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import doctor as command

    raise typer.Exit(command.doctor(port, data, as_json))


check_app = Commands(help=tell("help.check_group"), no_args_is_help=True)
new_app = Commands(help=tell("help.new_group"), no_args_is_help=True)
export_app = Commands(help=tell("help.export_group"), no_args_is_help=True)
commands.add_typer(check_app, name="check")
commands.add_typer(export_app, name="export")
commands.add_typer(new_app, name="new")
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
        typer.Option("--games", parser=shared_number("games"), metavar="N", help=tell("help.export_times")),
    ] = 1,
    minds: Annotated[list[str] | None, typer.Option("--mind", metavar="MIND", help=tell("help.export_minds"))] = None,
    seed: Seed = None,
    settings: Settings = None,
    time: Time = 10.0,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help=tell("help.export_data_format"))] = "jsonl",
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import export as command

    command.export_explanations(folder, games or [], minds or [], settings or [], times, seed or 0, time, as_json, form)


@export_app.command("records", help=tell("help.export_records"))
def export_records(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.export_file"))],
    records: Annotated[list[Path], typer.Argument(metavar="RECORD…", help=tell("help.export_what"))],
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help=tell("help.export_format"))] = "parquet",
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import export as command

    command.export_records(file, records, form, as_json)
