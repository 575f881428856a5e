"""What a child process can do wrong."""

from __future__ import annotations

from ludoteca.core.errors import LudotecaError


class ChildError(LudotecaError):
    """A child process did not answer as it should; it is dead by now."""


class TooSlow(ChildError):
    """It gave no answer in time."""


class Crashed(ChildError):
    """It ended without an answer: by an error of its own, or by a limit on memory, files or processes."""


class Flooded(ChildError):
    """It wrote more than one answer may have."""


class Garbled(ChildError):
    """It answered something that is not one JSON object."""
