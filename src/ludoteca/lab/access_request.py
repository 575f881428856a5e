"""Requests as access control sees them, before the application does, and answers that it gives itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from starlette.types import Scope

from ludoteca.core.i18n import LANGUAGES, Argument, Message

_MOST_HEADER_BYTES = 32 << 10
LONGEST_ADDRESS = 8 << 10
"""Bytes of path and query."""

_SAFE = ("GET", "HEAD", "OPTIONS")
_SINGLE = ("host", "origin", "content-length", "content-type", "authorization")  # headers that can stand once


class DirectAnswer(Exception):
    """An answer without the application: a status, the reason or a page of HTML, and further headers."""

    def __init__(
        self,
        status: int,
        reason: str,
        headers: Mapping[str, str] | None = None,
        /,
        page: bytes | None = None,
        **args: Argument,
    ) -> None:
        super().__init__(status, reason)
        self.status = status
        self.message = Message(f"lab.access.{reason}", args)
        self.headers = dict(headers or {})
        self.page = page


@dataclass(frozen=True, slots=True)
class AccessRequest:
    """What is known of a request before its body is read."""

    scope: Scope
    headers: Mapping[str, str]
    query: Mapping[str, str]

    @property
    def path(self) -> str:
        return str(self.scope.get("path", ""))

    @property
    def is_socket(self) -> bool:
        return bool(self.scope["type"] == "websocket")

    @property
    def is_form(self) -> bool:
        """Whether it sends a form, or at least posts."""
        return not self.is_socket and self.scope["method"] == "POST"

    @property
    def safe(self) -> bool:
        """Whether it is a request that changes nothing."""
        return not self.is_socket and self.scope["method"] in _SAFE

    @property
    def client(self) -> str:
        """The address it comes from."""
        return str((self.scope.get("client") or ("",))[0])

    @property
    def is_secure(self) -> bool:
        """Whether it came over HTTPS, perhaps through a proxy on this machine."""
        return self.scope.get("scheme") in ("https", "wss")

    @property
    def origin(self) -> str:
        """The address of the lab as the client knows it."""
        return f"{'https' if self.is_secure else 'http'}://{self.headers.get('host', '')}"

    @property
    def wants_page(self) -> bool:
        """Whether a person opened it in a browser."""
        return self.safe and not self.path.startswith("/api/") and "text/html" in self.headers.get("accept", "")

    @property
    def language(self) -> str:
        """The language that the query asks for, or else the browser."""
        asked = (self.query.get("lang", ""), self.headers.get("accept-language", "")[:2].lower())
        return next((language for language in asked if language in LANGUAGES), LANGUAGES[0])

    @property
    def length(self) -> int:
        """The length of the body; raises `DirectAnswer` if it is no number."""
        length = self.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 20):
            raise DirectAnswer(400, "length")
        return int(length)

    @property
    def without_token(self) -> str:
        """Its address without the token; on this host, whatever its path looks like."""
        query = urlencode({name: value for name, value in self.query.items() if name != "token"}, encoding="latin-1")
        return f"/{quote(self.path.lstrip('/'))}" + (f"?{query}" if query else "")

    def cookie(self, name: str) -> str:
        """The value of a cookie; empty without it."""
        pairs = (part.strip().partition("=") for part in self.headers.get("cookie", "").split(";"))
        return next((value for known, _, value in pairs if known == name), "")


def read_request(scope: Scope) -> AccessRequest:
    """The headers and the query of a request; raises `DirectAnswer`."""
    if sum(len(name) + len(value) for name, value in scope["headers"]) > _MOST_HEADER_BYTES:
        raise DirectAnswer(431, "headers_too_large", most=_MOST_HEADER_BYTES >> 10)
    query: bytes = scope.get("query_string", b"")
    if len(scope.get("raw_path") or b"") + len(query) > LONGEST_ADDRESS:
        raise DirectAnswer(414, "address_too_long", most=LONGEST_ADDRESS >> 10)
    headers: dict[str, str] = {}
    for raw_name, value in scope["headers"]:
        name = raw_name.decode("latin-1").lower()
        if name in headers and name in _SINGLE:
            raise DirectAnswer(400, "header_twice", name=name)
        headers[name] = f"{headers[name]}; {value.decode('latin-1')}" if name in headers else value.decode("latin-1")
    fields = parse_qs(query.decode("latin-1"))
    return AccessRequest(scope, headers, {name: values[0] for name, values in fields.items()})


def hostname_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        raise DirectAnswer(400, "bad_host") from None


def netloc_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        raise DirectAnswer(400, "bad_origin") from None
