"""The addresses under which the lab can be opened."""

from __future__ import annotations

import ipaddress
import socket

from ludoteca.core.operating_system import interface_addresses

# Reserved for documentation: no machine has them. Connecting a UDP socket sends nothing, but chooses the own address.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses to open in a browser, this machine's own first, for the host that the server listens on.

    >>> addresses_of("localhost", 8642), addresses_of("::1", 80)
    (['http://localhost:8642/'], ['http://[::1]:80/'])
    >>> addresses_of("0.0.0.0", 8642)[0]
    'http://127.0.0.1:8642/'
    """
    try:
        everywhere = ipaddress.ip_address(host)
    except ValueError:
        return [_address(host, port)]
    if not everywhere.is_unspecified:
        return [_address(host, port)]
    others = [other for other in machine_addresses() if everywhere.version == 6 or ":" not in other]
    return [_address(other, port) for other in ("127.0.0.1", *others)]


def machine_addresses() -> list[str]:
    """The addresses of this machine that others may reach, found without sending anything."""
    found = [address for family, elsewhere in _ELSEWHERE if (address := _own_address(family, elsewhere))]
    # The interfaces are asked where the network leads nowhere else.
    return [address for address in dict.fromkeys(found or interface_addresses()) if _can_be_reached(address)]


def _own_address(family: socket.AddressFamily, elsewhere: str) -> str | None:
    """The address from which this machine would send to another one; None without a network."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _can_be_reached(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def join_link(address: str, code: str) -> str:
    """The link with which students join a class.

    >>> join_link("http://192.0.2.7:8642/", "abc")
    'http://192.0.2.7:8642/join/abc'
    """
    return f"{address.rstrip('/')}/join/{code}"
