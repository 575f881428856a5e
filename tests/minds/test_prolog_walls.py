"""Tests of the sandbox around Prolog knowledge: hostile files lose their game and do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.child import Child, ChildError
from ludoteca.core.i18n import say
from ludoteca.games import load_game
from tests import needs
from tests.minds.test_prolog import HOSTILE, played

pytestmark = needs.prolog


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.pl")), ids=lambda path: path.stem)
def test_hostile_knowledge_loses_its_game_and_harms_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = played(load_game("kalah"), [f"prolog:file={path},inferences=2000000", "random"], limit=4)
    assert list(tmp_path.iterdir()) == []
    assert record.result is not None
    assert record.result.forfeit is not None, [turn.text for turn in record.turns]
    assert record.result.forfeit.seat == "south"
    assert record.result.winner == "north"
    assert say(record.result.forfeit.reason)


def test_the_walls_hold_without_prologs_own_sandbox(tmp_path: Path) -> None:
    """Without Prolog's sandbox, the process can still not write files, start programs or open sockets."""
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    new = f"{tmp_path}/new"
    goal = (
        f"forall(member(G, [open('{new}', write, _), shell('touch {new}'), delete_file('{secret}'), tcp_socket(_)]), "
        "( catch(( use_module(library(socket)), G ), _, fail) -> true ; true )), "
        "write('{}'), nl, flush_output, sleep(5)"
    )
    child = Child(["swipl", "-q", "-g", goal])
    try:
        child.ask({}, 10)
    except ChildError:
        pass
    finally:
        child.kill()
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret"]
