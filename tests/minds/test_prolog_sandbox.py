"""Hostile Prolog knowledge: it cannot leave its process, learn about the machine, forge an answer, or stop a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.seat import MindProcess
from ludoteca.child.errors import ChildError
from ludoteca.child.process import Child
from ludoteca.child.sandbox import HIGHEST, Isolation
from ludoteca.games import load_game
from ludoteca.minds import prolog
from ludoteca.minds.prolog import Prolog, engine
from ludoteca.minds.shared.knowledge import Knowledge
from tests import needs
from tests.minds.hostile import LEVELS, check_game, hostile_files, outcome, surprises

pytestmark = needs.prolog
INFERENCES = 300_000


def mind(_: str = "") -> Prolog:
    return Prolog({**Prolog.with_defaults().values, "inferences": INFERENCES})


@pytest.mark.parametrize("level", LEVELS)
def test_hostile_knowledge_does_no_harm(level: Isolation, tmp_path: Path) -> None:
    assert len(hostile_files("prolog")) > 150
    assert surprises(prolog, engine, mind, load_game("kalah"), level, tmp_path) == {}


@pytest.mark.parametrize("file", ["loops.pl", "catches_the_limit.pl", "eats.pl", "floods.pl", "forges.pl", "empty.pl"])
def test_it_loses_its_game_and_nothing_else_happens(file: str, minds: MindProcess) -> None:
    check_game(minds, load_game("kalah"), f"prolog:inferences={INFERENCES}", file)


def test_knowledge_can_have_predicates_with_names_of_builtins() -> None:
    """Those that are replaced by ours are not in the way."""
    text = """
    :- dynamic print/1.
    name(south, 1).
    format(_, _).
    print(nothing).
    choose(Move) :- name(south, 1), format(nonsense, 1), print(nothing), legal(Move).
    """
    assert outcome(mind(), load_game("kalah"), Knowledge("own.pl", text)) == ("Harmless", "")


def test_text_that_is_far_too_deep_is_refused() -> None:
    text = f"choose(Move) :- legal(Move), deep({'f(' * 500_000}a{')' * 500_000}).\ndeep(_).\n"
    verdict, _ = outcome(mind(), load_game("kalah"), Knowledge("deep.pl", text))
    assert verdict != "Harmless"


@pytest.mark.parametrize("level", [level for level in LEVELS if level is not Isolation.LIMITS])
def test_the_sandbox_holds_without_prologs_own(
    level: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Prolog's sandbox, the process can still not write files, start programs or open sockets."""
    monkeypatch.setenv(HIGHEST, level)
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    new = f"{tmp_path}/new"
    goal = (
        f"forall(member(G, [open('{new}', write, _), shell('touch {new}'), delete_file('{secret}'), tcp_socket(_)]), "
        "( catch(( use_module(library(socket)), G ), _, fail) -> true ; true )), "
        "write('{}'), nl, flush_output, halt"
    )
    child = Child(["swipl", "-q", "-g", goal])
    try:
        child.ask({}, 10)
    except ChildError:
        pass
    finally:
        child.kill()
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret"]
