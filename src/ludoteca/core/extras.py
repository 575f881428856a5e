"""Packages that an optional extra brings: imported when they are needed, and asked for in one sentence if missing."""

from __future__ import annotations

import importlib
from typing import Any

from ludoteca.core.errors import Unavailable


def load_extra(module: str, extra: str) -> Any:
    """A module of an optional package; raises `Unavailable` with the command that installs it.

    >>> load_extra("no_such_package.inside", "data")
    Traceback (most recent call last):
    ludoteca.core.errors.Unavailable: This needs the package no_such_package: pip install 'ludoteca[data]'
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise missing_extra(module.partition(".")[0], extra) from None


def missing_extra(package: str, extra: str) -> Unavailable:
    """The error for a package that is not installed, with the command that installs it."""
    return Unavailable("core.extra_missing", package=package, extra=extra)
