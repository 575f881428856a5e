"""Errors of the lab that the API turns into its own status codes."""

from __future__ import annotations

from ludoteca.core.errors import LudotecaError


class LabBusy(LudotecaError):
    """The lab has no room for a request just now: a 503 in the API."""
