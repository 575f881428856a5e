"""Gates: who is let into a lab that other machines can reach, by the token of the lab or as a member of a class."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from ludoteca.classroom.members import Member, Members
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message
from ludoteca.lab.access_request import AccessRequest, DirectAnswer
from ludoteca.lab.entrance_pages import join_page, joined_page, sign_in_page, token_page
from ludoteca.lab.token import COOKIE, Token

SIGN_IN = "/token"
JOIN = "/join/"
_MONTHS = 180 * 24 * 3600  # seconds that the cookie of a member lasts


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who was let in: a member of the class, or whoever has the token of the lab."""

    member: Member | None = None


class Gate(ABC):
    """Knows whom a token or its cookie lets in."""

    cookie_name: str
    lasting: int | None  # seconds that the cookie lasts; None: as long as the browser runs
    no_token = "no_token"
    wrong_token = "wrong_token"

    @abstractmethod
    def by_cookie(self, value: str) -> Entry | None: ...

    @abstractmethod
    def by_token(self, token: str) -> Entry | None: ...

    @abstractmethod
    def form(self, language: str, problem: Message | None) -> bytes:
        """The page that asks for a token."""

    def set_cookie(self, request: AccessRequest, token: str) -> dict[str, str]:
        """The header that lets a browser keep the cookie that stands for a token."""
        return cookie_header(request.is_secure, self.cookie_name, self.cookie_value(token), self.lasting)

    @abstractmethod
    def cookie_value(self, token: str) -> str: ...


class TokenGate(Gate):
    """Lets in who has the token of the lab."""

    cookie_name = COOKIE
    lasting = None

    def __init__(self, token: str) -> None:
        self._token = Token(token)

    def by_cookie(self, value: str) -> Entry | None:
        return Entry() if self._token.matches_cookie(value) else None

    def by_token(self, token: str) -> Entry | None:
        return Entry() if self._token.matches(token) else None

    def cookie_value(self, token: str) -> str:
        return self._token.cookie

    def form(self, language: str, problem: Message | None) -> bytes:
        return token_page(language, problem)


class ClassGate(Gate):
    """Lets in the members of a class, and new students who have its code."""

    lasting = _MONTHS
    no_token = "no_member"
    wrong_token = "wrong_link"

    def __init__(self, members: Members, name: str) -> None:
        self.members = members
        self.cookie_name = members.cookie
        self._name = name

    def by_cookie(self, value: str) -> Entry | None:
        return _entry(self.members.by_cookie(value))

    def by_token(self, token: str) -> Entry | None:
        return _entry(self.members.by_token(token))

    def cookie_value(self, token: str) -> str:
        return self.members.cookie_value(token)

    def form(self, language: str, problem: Message | None) -> bytes:
        return sign_in_page(self._name, language, problem)

    async def join(self, request: AccessRequest, code: str, name: str | None) -> DirectAnswer:
        """The answer to a request to join: the form, or the personal link of a new student."""
        known, language = self.by_cookie(request.cookie(self.cookie_name)), request.language
        signed_in = None if known is None or known.member is None else known.member.name
        try:
            if name is None or not self.members.is_code(code):
                closed = None if self.members.is_code(code) else Message("classroom.members.no_code")
                page = join_page(self._name, code, language, closed, signed_in)
                return DirectAnswer(200 if closed is None else 404, "joining", page=page)
            member, token = await asyncio.to_thread(self.members.join, code, name)
        except BadInput as error:
            page = join_page(self._name, code, language, error.message, signed_in, name or "")
            return DirectAnswer(422, "joining", page=page)
        page = joined_page(self._name, member.name, f"{request.origin}/?token={token}", language)
        return DirectAnswer(200, "entered", self.set_cookie(request, token), page=page)


def _entry(member: Member | None) -> Entry | None:
    return None if member is None else Entry(member)


def token_in(text: str) -> str:
    """The token in what somebody pasted: the token itself, or a personal link.

    >>> token_in(" abc "), token_in("http://192.0.2.7:8642/?token=abc&lang=es")
    ('abc', 'abc')
    """
    given = text.strip()
    if "token=" not in given:
        return given
    try:
        return parse_qs(urlsplit(given).query).get("token", [given])[0]
    except ValueError:
        return given


def cookie_header(secure: bool, name: str, value: str, lasting: int | None = None) -> dict[str, str]:
    """The header that sets a cookie; no script reads it, and only links from other sites send it along."""
    age = "" if lasting is None else f"; Max-Age={lasting}"
    return {"set-cookie": f"{name}={value}; HttpOnly; SameSite=Lax; Path=/{age}{'; Secure' if secure else ''}"}
