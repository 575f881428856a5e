"""Errors of the lab that the API turns into its own status codes."""

from __future__ import annotations

from ludoteca.core.errors import BadInput


class NotFound(BadInput):
    """There is nothing with that id or name: a 404 in the API."""
