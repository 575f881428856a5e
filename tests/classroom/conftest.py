"""A class with its lab in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

import httpx
import pytest

from ludoteca.classroom.members import Member, Members
from ludoteca.classroom.store import ClassStore, new_class
from tests.lab.conftest import Lab, environment_as_before
from tests.waiting import PATIENCE

__all__ = ["environment_as_before"]


@dataclass(frozen=True)
class ClassLab:
    """A lab of a class: its address, the teacher's token, and the code to join."""

    lab: Lab
    teacher: str
    code: str
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def address(self) -> str:
        return str(self.lab.address)

    def client(self, token: str | None = None) -> httpx.Client:
        """A client that sends a token with every request; closed with the lab."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.clients.append(httpx.Client(base_url=self.address, headers=headers, timeout=PATIENCE))
        return self.clients[-1]

    def student(self, name: str) -> tuple[Member, httpx.Client]:
        """A new student, and a client that is signed in."""
        with closing(ClassStore(self.lab.data)) as store:
            member, token = Members(store).add(name, "student")
        return member, self.client(token)


@pytest.fixture(scope="session")
def class_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassLab]:
    home = tmp_path_factory.mktemp("home")
    folder = home / "ludoteca" / "classes" / "logic"
    with closing(new_class(folder)) as store:
        _, teacher = Members(store).add("Prof. Ruiz", "teacher")
        code = Members(store).renew_code()
    running = Lab(folder, "--class", "logic", XDG_DATA_HOME=str(home))
    opened = ClassLab(running, teacher, code)
    yield opened
    for client in opened.clients:
        client.close()
    running.kill()
