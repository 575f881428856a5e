"""Errors with a message in both languages."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca.core.i18n import Argument, Message, say


class LudotecaError(Exception):
    """An error with a sentence for people, in either language; ``str`` gives the English one."""

    def __init__(self, key: str, /, **args: Argument) -> None:
        self.message = Message(key, args)
        super().__init__(key, args)

    def __str__(self) -> str:
        return say(self.message)


class BadInput(LudotecaError):
    """Wrong input: exit code 2 on the command line, a 4xx in the API."""


class NotFound(BadInput):
    """There is nothing with that id or name: a 404 in the API."""


class IllegalMove(BadInput):
    """A move that is not legal in the position."""


class Unavailable(LudotecaError):
    """Something this machine does not have: an engine, a program, memory."""


def nearest(given: str, known: Iterable[str]) -> str | None:
    """The known name most similar to the one given; None when none is similar.

    >>> nearest("rnadom", ["minimax", "random"])
    'random'
    """
    import difflib  # most processes start without a mistake

    return next(iter(difflib.get_close_matches(given, list(known), n=1, cutoff=0.6)), None)


def no_such(what: str, given: str, known: Iterable[str], prefix: str = "") -> BadInput:
    """The error for an unknown name; ``what`` is the kind of thing: game, mind, option…, or a message key.

    >>> print(no_such("game", "chess", ["kalah"]))
    There is no game "chess"; there are: kalah.
    >>> print(no_such("value", "emty", ["empty", "opposite"], prefix="capture="))
    There is no value "capture=emty"; did you mean "capture=empty"?
    """
    names = sorted(known)
    kind, near, given = what if "." in what else f"core.kind.{what}", nearest(given, names), prefix + given
    if near is not None:
        return BadInput("core.no_such.near", kind=kind, given=given, near=prefix + near)
    if not names:
        return BadInput("core.no_such.none", kind=kind, given=given)
    return BadInput("core.no_such.known", kind=kind, given=given, known=tuple(prefix + name for name in names))
