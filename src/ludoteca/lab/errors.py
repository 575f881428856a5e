"""Errors of the lab that the API turns into its own status codes."""

from __future__ import annotations

from ludoteca.core.errors import BadInput, LudotecaError


class Forbidden(BadInput):
    """This person may not do that: a 403 in the API."""


class Conflict(BadInput):
    """Somebody else has changed it meanwhile: a 409 in the API."""


class LabBusy(LudotecaError):
    """The lab has no room for a request just now: a 503 in the API."""
