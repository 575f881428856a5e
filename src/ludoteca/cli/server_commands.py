"""The commands that serve: the lab, and the Kalah Game Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import Json, Lang, Minds, Seed, Settings, Time, number
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput

commands = Commands()


@commands.command(help=tell("help.lab"))
def lab(
    host: Annotated[str, typer.Option("--host", help=tell("help.host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", parser=number("port", int, 0, 65535), metavar="N", help=tell("help.port"))
    ] = 8642,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help=tell("help.data"))] = None,
    longest: Annotated[
        float,
        typer.Option("--longest", parser=number("longest", float, 0.1, 86400), metavar="S", help=tell("help.longest")),
    ] = 600,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", parser=number("processes", int, 1, 10_000), metavar="N", help=tell("help.processes")
        ),
    ] = None,
    cores: Annotated[
        int | None,
        typer.Option("--cores", parser=number("cores", int, 1, 10_000), metavar="N", help=tell("help.cores")),
    ] = None,
    backup: Annotated[Path | None, typer.Option("--backup", metavar="FILE", help=tell("help.backup"))] = None,
    restore: Annotated[Path | None, typer.Option("--restore", metavar="FILE", help=tell("help.restore"))] = None,
    class_name: Annotated[str | None, typer.Option("--class", metavar="NAME", help=tell("help.lab_class"))] = None,
    address: Annotated[str | None, typer.Option("--address", metavar="URL", help=tell("help.address"))] = None,
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
        place, capacity = (
            command.LabAddress(host, port, address),
            Capacity.of_machine(processes, cores, longest, tables),
        )
        command.lab(place, data, capacity, trust, as_json, class_name)


kgp_app = Commands(help=tell("help.kgp_group"), no_args_is_help=True)
commands.add_typer(kgp_app, name="kgp")


@kgp_app.command("serve", help=tell("help.kgp_serve"))
def kgp_serve(
    minds: Minds = None,
    host: Annotated[str, typer.Option("--host", help=tell("help.kgp_host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", parser=number("port", int, 0, 65535), metavar="N", help=tell("help.port"))
    ] = 2671,
    settings: Settings = None,
    games: Annotated[
        int, typer.Option("--games", parser=number("games", int, 0, 10**6), metavar="N", help=tell("help.kgp_games"))
    ] = 2,
    agents: Annotated[
        int, typer.Option("--agents", parser=number("agents", int, 1, 64), metavar="N", help=tell("help.kgp_agents"))
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
