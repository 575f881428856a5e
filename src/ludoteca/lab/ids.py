"""Ids of games, matches and sessions."""

from __future__ import annotations

import secrets


def new_id() -> str:
    """A random id of ten hexadecimal digits."""
    return secrets.token_hex(5)
