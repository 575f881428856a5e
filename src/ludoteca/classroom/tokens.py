"""Tokens: random texts that let their holder in. Only hashes of them are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """A random token of 192 bits."""
    return secrets.token_urlsafe(24)


def cookie_of(token: str, name: str) -> str:
    """The value of the cookie that stands for a token: a browser that has the cookie does not know the token."""
    return hmac.new(token.encode(errors="replace"), name.encode(), hashlib.sha256).hexdigest()


def hash_of(secret: str) -> str:
    """What is stored of a token or a cookie. A random text of 192 bits needs no slow hash."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def is_hash_of(stored: str, given: str) -> bool:
    """Whether a secret is the one whose hash is stored; the time it takes does not tell how much of it is right."""
    return hmac.compare_digest(stored, hash_of(given))
