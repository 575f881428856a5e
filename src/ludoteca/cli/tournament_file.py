"""The settings of a tournament as they are given, in a TOML file or on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.tournament.settings import Format
from ludoteca.core.errors import BadInput


class GivenSettings(BaseModel):
    """The settings of a tournament; fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid")

    game: str
    minds: list[str]
    options: dict[str, int | float | bool | str] = Field(default_factory=dict)
    format: Format = "round-robin"
    rounds: Annotated[int, Field(ge=1, le=1000)] | None = None
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 20
    opening: Annotated[int, Field(ge=0, le=1000)] = 4
    time: Annotated[float, Field(ge=0.01, le=86_400)] = DEFAULT_LIMIT
    seed: Annotated[int, Field(ge=0, lt=1 << 63)] = 0


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a file; raises `BadInput`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput("cli.tournament.unreadable", path=str(path), reason=error.strerror or "") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput("cli.tournament.unreadable", path=str(path), reason=str(error)) from None


def checked_settings(data: dict[str, Any], name: str) -> GivenSettings:
    """Settings that are complete and within their ranges; raises `BadInput`, which names the file or the command."""
    try:
        return GivenSettings.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadInput("cli.tournament.config", path=name, field=field, reason=first["msg"]) from None
