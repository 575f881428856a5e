"""Reads TOML files that people write: a wrong one is a `BadInput` with path, line and remedy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.resources import Resource, read_tables


def read_toml(path: Path | Resource, keys: Sequence[str] = ()) -> dict[str, Any]:
    """The tables of a file, which must have some keys; raises `BadInput`."""
    try:
        tables = read_tables(path)
    except ValueError as error:  # of TOML or of UTF-8
        raise BadInput("core.toml.wrong", path=str(path), text=str(error)) from None
    if missing := tuple(key for key in keys if key not in tables):
        raise BadInput("core.toml.no_keys", path=str(path), keys=missing)
    return tables
