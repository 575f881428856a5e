"""Parameters that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

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
    typer.Option("--seed", parser=number("seed", int, 0, (1 << 63) - 1), metavar="N", help=tell("help.seed")),
]
Why = Annotated[bool, typer.Option("--why", help=tell("help.why"))]
Time = Annotated[
    float, typer.Option("--time", parser=number("time", float, 0.01, 86400), metavar="S", help=tell("help.time"))
]
StartFile = Annotated[Path | None, typer.Option("--from", metavar="FILE", help=tell("help.from"))]
RecordFile = Annotated[Path | None, typer.Option("--record", metavar="FILE", help=tell("help.record"))]
GamesNumber = Annotated[
    int,
    typer.Option("--games", parser=number("games", int, 1, 1_000_000), metavar="N", help=tell("help.games_number")),
]
Opening = Annotated[
    int, typer.Option("--opening", parser=number("opening", int, 0, 1000), metavar="N", help=tell("help.opening"))
]
Workers = Annotated[
    int, typer.Option("--workers", parser=number("workers", int, 1, 256), metavar="N", help=tell("help.workers"))
]
RecordFolder = Annotated[Path | None, typer.Option("--record", metavar="DIR", help=tell("help.record_dir"))]
