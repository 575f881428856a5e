"""Errors of the lab that the API turns into its own status codes."""

from __future__ import annotations

from ludoteca.core.errors import BadInput, LudotecaError, Unavailable


class NotFound(BadInput):
    """There is nothing with that id or name: a 404 in the API."""


class LabBusy(LudotecaError):
    """The lab has no room for a request just now: a 503 in the API."""


class StoreError(Unavailable):
    """The lab's data cannot be read or written, and are as they were before: a 507 in the API."""
