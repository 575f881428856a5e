"""The token of a lab that other machines can reach: what it must be like, its cookie, and how often it may be tried."""

from __future__ import annotations

import hmac
import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable

from ludoteca.classroom.tokens import cookie_of
from ludoteca.core.errors import BadInput

COOKIE = "ludoteca_token"
FREE_TRIES = 10
CLASS_TRIES = 100
"""Wrong tokens without a wait in a class, whose members often share one address."""

_SHORTEST = 22  # characters: 128 bits, 6 in each
_FEWEST = 10  # different characters
_TOKEN = re.compile(rf"[A-Za-z0-9._~-]{{{_SHORTEST},200}}")


def checked_token(text: str) -> str:
    """A token that somebody has chosen; raises `BadInput` for one that can be guessed."""
    if not _TOKEN.fullmatch(text) or len(set(text)) < _FEWEST:
        raise BadInput("lab.access.weak_token", shortest=_SHORTEST, fewest=_FEWEST)
    return text


class Token:
    """A token, and the value of the cookie that stands for it: a browser that has the cookie does not know the token.

    >>> token = Token("correct-horse-battery-staple")
    >>> token.matches("correct-horse-battery-staple"), token.matches(token.cookie), token.matches_cookie(token.cookie)
    (True, False, True)
    """

    def __init__(self, text: str) -> None:
        self._text = text.encode()
        self.cookie = cookie_of(text, COOKIE)

    def matches(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(errors="replace"), self._text)

    def matches_cookie(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(errors="replace"), self.cookie.encode())


class TokenTries:
    """Counts wrong tokens by address; after some of them the address must wait, longer after each further one.

    Cookies are not counted: their values cannot be guessed, and a browser keeps sending an old one.
    """

    _FIRST, _LONGEST = 30.0, 3600.0  # seconds to wait
    _FORGOTTEN = 7200.0  # seconds after the last wrong token
    _MOST = 4096  # addresses; the one whose last try is longest ago is forgotten

    def __init__(self, now: Callable[[], float] = time.monotonic, free: int = FREE_TRIES) -> None:
        """`free` wrong tokens make nobody wait."""
        self._now = now
        self._free = free
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()  # wrong tokens, and when the last one came

    def seconds_to_wait(self, address: str) -> int:
        """The seconds until the address may try again; 0 when it may."""
        count, last = self._of(_network(address))
        if count < self._free:
            return 0
        wait = min(self._FIRST * 2.0 ** (count - self._free), self._LONGEST)
        return max(0, math.ceil(last + wait - self._now()))

    def add_wrong(self, address: str) -> None:
        key = _network(address)
        count, _ = self._of(key)
        self._tries[key] = min(count + 1, self._free + 20), self._now()
        self._tries.move_to_end(key)
        if len(self._tries) > self._MOST:
            self._tries.popitem(last=False)

    def forget(self, address: str) -> None:
        """Forget the wrong tokens of an address, after the right one."""
        self._tries.pop(_network(address), None)

    def _of(self, key: str) -> tuple[int, float]:
        count, last = self._tries.get(key, (0, 0.0))
        return (count, last) if self._now() - last < self._FORGOTTEN else (0, 0.0)


def _network(address: str) -> str:
    """The address, or the network of a machine that has many: /64 of IPv6.

    >>> _network("2001:db8:1:2:3:4:5:6"), _network("::ffff:192.0.2.7"), _network("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found) >> 64 << 64, 64)))
