"""Checks of texts: processes are kept, bounded and replaced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludoteca.child.errors import Crashed, TooSlow
from ludoteca.games import load_game
from ludoteca.lab import knowledge_checks
from ludoteca.lab.knowledge_checks import KnowledgeChecks
from ludoteca.minds.agentspeak.mind import AgentSpeak
from ludoteca.minds.shared.knowledge import TRUST, Diagnostic, Knowledge
from tests.lab.conftest import run_async

GOOD, BAD = "+!move : legal(M) <- play(M).", "+!move : legal(M) <- play(M)"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[KnowledgeChecks]:
    monkeypatch.setenv(TRUST, "1")
    service = KnowledgeChecks()
    yield service
    service.close()
    assert not service._kept


def checked(checks: KnowledgeChecks, text: str, name: str = "mine.asl") -> tuple[Diagnostic, ...]:
    found: list[Diagnostic] = []

    async def check() -> None:
        found.extend(await checks.run(AgentSpeak, load_game("kalah"), Knowledge(name, text)))

    run_async(check())
    return tuple(found)


def test_a_file_has_one_process_and_only_some_are_kept(
    checks: KnowledgeChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge_checks, "_MOST_KEPT", 1)
    assert checked(checks, GOOD) == ()
    (first,) = checks._kept.values()
    assert [found.warning for found in checked(checks, BAD)] == [False]
    assert list(checks._kept.values()) == [first]
    assert first.checks == 2
    assert checked(checks, GOOD, "other.asl") == ()
    assert not first.checker.alive
    (second,) = checks._kept.values()
    monkeypatch.setattr(knowledge_checks, "_MOST_CHECKS", 2)
    assert checked(checks, GOOD, "other.asl") == ()
    assert not second.checker.alive


def test_a_process_that_ends_is_replaced(checks: KnowledgeChecks, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(checks, GOOD) == ()
    (kept,) = checks._kept.values()
    kept.checker.close()
    assert checked(checks, GOOD) == ()
    (kept,) = checks._kept.values()

    def crash(knowledge: Knowledge, seconds: float) -> tuple[Diagnostic, ...]:
        kept.checker.close()
        raise Crashed("child.crashed.code", code=139, last="–")

    monkeypatch.setattr(kept.checker, "check", crash)
    assert checked(checks, GOOD) == ()
    (kept,) = checks._kept.values()

    def stall(knowledge: Knowledge, seconds: float) -> tuple[Diagnostic, ...]:
        kept.checker.close()
        raise TooSlow("child.too_slow", seconds=seconds)

    monkeypatch.setattr(kept.checker, "check", stall)
    assert [found.message.key for found in checked(checks, GOOD)] == ["child.too_slow"]
    assert checked(checks, GOOD) == ()
