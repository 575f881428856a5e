"""Who sends a request: a member of the class or, in a lab without a class, a browser."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.classroom.members import Member
from ludoteca.lab.errors import Forbidden

BROWSER_COOKIE = "ludoteca_browser"
"""Its value tells browsers apart that play by link in a lab without a class."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person; without a class `id` is that of the browser, empty as long as it has none."""

    id: str = ""
    member: Member | None = None

    @property
    def owner(self) -> str | None:
        """To whom belongs what this person makes; None without a class, where everything is everybody's."""
        return None if self.member is None else self.member.id

    @property
    def is_teacher(self) -> bool:
        return self.member is not None and self.member.is_teacher

    @property
    def sees_all(self) -> bool:
        """Whether everything in the lab may be looked at: by the teacher and, without a class, by everybody."""
        return self.member is None or self.member.is_teacher

    def owns(self, owner: str | None) -> bool:
        """Whether something of an owner is this person's to change."""
        return self.member is None or self.member.id == owner

    def may_see(self, owner: str | None) -> bool:
        """Whether something of an owner is listed to this person."""
        return self.sees_all or self.owns(owner)

    def require_teacher(self) -> None:
        """Raise `Forbidden` for everybody but the teacher of a class."""
        if not self.is_teacher:
            raise Forbidden("lab.access.forbidden")
