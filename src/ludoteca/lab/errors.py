"""Errors of the lab that the API turns into its own status codes."""

from __future__ import annotations

from ludoteca.core.errors import BadInput, LudotecaError


class NotFound(BadInput):
    """There is nothing with that id or name: a 404 in the API."""


class GameFault(LudotecaError):
    """The rules of a game failed. No player is to blame, so the game ends without a winner."""
