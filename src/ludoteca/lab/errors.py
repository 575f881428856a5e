"""Errors of the lab that the API turns into its own status codes."""

from __future__ import annotations

from ludoteca.core.errors import BadInput, LudotecaError


class NotFound(BadInput):
    """There is nothing with that id or name: a 404 in the API."""


class LabBusy(LudotecaError):
    """The lab has no room for a request just now: a 503 in the API."""


class StoreError(LudotecaError):
    """The store cannot be written, and is as it was before: a 507 in the API."""
