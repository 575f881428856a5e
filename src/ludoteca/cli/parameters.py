"""Parameters that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.api.arguments import number_option
from ludoteca.cli.text import tell
from ludoteca.core.errors import no_such
from ludoteca.core.i18n import LANGUAGES
from ludoteca.core.options import Option


def check_language(given: str) -> str:
    if given not in LANGUAGES:
        raise no_such("value", given, LANGUAGES, prefix="--lang=")
    return given


def number(name: str, kind: type[int] | type[float], low: float | None = None, high: float | None = None) -> Any:
    """Reads a number as `Option` does, so that its errors are ours and in the user's language."""
    shown = name if name.isupper() else f"--{name}"
    option = Option(shown, kind, 0, about=f"cli.help.{name.lower()}", low=low, high=high)
    return option.read


def shared_number(name: str, argument: str | None = None) -> Any:
    """Reads a number in the range that the Python interface gives it, there under another name if one is named."""
    return number_option(argument or name, f"--{name}").read


Json = Annotated[bool, typer.Option("--json", help=tell("help.json"))]
Lang = Annotated[str, typer.Option("--lang", help=tell("help.lang"), callback=check_language, metavar="en|es")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))]
Minds = Annotated[list[str] | None, typer.Argument(metavar="MIND", help=tell("help.minds"))]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help=tell("help.set")),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", parser=shared_number("seed"), metavar="N", help=tell("help.seed")),
]
Why = Annotated[bool, typer.Option("--why", help=tell("help.why"))]
Time = Annotated[
    float, typer.Option("--time", parser=shared_number("time", "limit"), metavar="S", help=tell("help.time"))
]
StartFile = Annotated[Path | None, typer.Option("--from", metavar="FILE", help=tell("help.from"))]
TracePath = Annotated[Path | None, typer.Option("--trace", metavar="FILE", help=tell("help.trace"))]
RecordFile = Annotated[Path | None, typer.Option("--record", metavar="FILE", help=tell("help.record"))]
GamesNumber = Annotated[
    int,
    typer.Option("--games", parser=shared_number("games"), metavar="N", help=tell("help.games_number")),
]
Opening = Annotated[
    int, typer.Option("--opening", parser=shared_number("opening"), metavar="N", help=tell("help.opening"))
]
Workers = Annotated[
    int, typer.Option("--workers", parser=shared_number("workers"), metavar="N", help=tell("help.workers"))
]
RecordFolder = Annotated[Path | None, typer.Option("--record", metavar="DIR", help=tell("help.record_dir"))]
