"""`kgp serve` and `kgp join`: the Kalah Game Protocol in the terminal."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from ludoteca.cli.output import announce_compiling, console, errors, print_json, seat_name
from ludoteca.cli.play import summary
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import capitalized, full_stop, say
from ludoteca.core.options import read_settings
from ludoteca.core.outcome import outcome
from ludoteca.core.record import Record
from ludoteca.kgp.boards import kalah
from ludoteca.kgp.client import Client, ClientSettings, connect
from ludoteca.kgp.server import Server, ServerSettings
from ludoteca.minds.schools import suggested_mind

TOKEN = "LUDOTECA_KGP_TOKEN"
"""The variable with the token by which a server knows our mind again."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of a server in the terminal."""

    host: str
    port: int
    settings: Sequence[str]
    games: int
    agents: int
    seed: int | None
    records: Path | None
    seconds: float
    as_json: bool


def serve(minds: Sequence[str], options: ServeOptions) -> None:
    """Serve until interrupted."""
    announce_compiling()
    game = kalah(read_settings(options.settings))

    def show(number: int, record: Record) -> None:
        if options.as_json:
            print(json.dumps({"number": number, **summary(record)}, ensure_ascii=False), flush=True)
            return
        result = record.result
        assert result is not None
        seated = zip(record.header.seats, record.header.minds, result.scores, strict=True)
        who = ", ".join(f"{seat_name(game, seat)} {mind} {score:g}" for seat, mind, score in seated)
        end = say(outcome(game, result.result, result.scores, result.forfeit is None), LANGUAGE)
        if result.forfeit is not None:
            end = f"{end} {full_stop(capitalized(say(result.forfeit.reason, LANGUAGE)))}"
        console.print(escape(tell("kgp_command.game", number=number, who=who, outcome=end)), soft_wrap=True)

    settings = ServerSettings(
        game,
        minds or [suggested_mind(game, "exhibition")],
        options.games,
        options.seconds,
        options.agents,
        options.seed,
        options.records,
    )
    with contextlib.closing(Server(settings, options.host, options.port, show)) as server:
        host, port = server.address
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if options.as_json:
            print(json.dumps({"address": address}), flush=True)
        else:
            if not _is_loopback(host):
                errors.print(escape(tell("kgp_command.open_to_all")), style="yellow", soft_wrap=True)
            console.print(escape(tell("kgp_command.listening", address=address)), soft_wrap=True)
        server.serve()


def _is_loopback(host: str) -> bool:
    return ipaddress.ip_address(host).is_loopback


def join(address: str, mind: str, name: str | None, seconds: float, seed: int | None, as_json: bool) -> None:
    """Let a mind play at a server until that says goodbye."""
    announce_compiling()

    def show(board: str, move: str) -> None:
        if not as_json:
            console.print(escape(f"{board} → {move}"), soft_wrap=True)

    settings = ClientSettings(mind, name or mind, os.environ.get(TOKEN) or None, seconds, seed)
    client = Client(settings, show)
    client.run(connect(address))
    if as_json:
        print_json({"address": address, "mind": mind, "moves": client.answered})
    else:
        console.print(escape(tell("kgp_command.over", moves=client.answered)))
