"""Hostile knowledge in CLIPS: it cannot leave its process, forge an answer, or stop a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.seat import MindProcess
from ludoteca.child.sandbox import Isolation
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import say
from ludoteca.games import load_game
from ludoteca.minds import clips
from ludoteca.minds.clips import engine
from ludoteca.minds.clips.mind import Clips
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.rules.production.trace import RuleFirings
from tests.minds.hostile import FOLDER, LEVELS, check_game, hostile_files, surprises

FIRINGS = 2000


def mind(_: str = "") -> Clips:
    return Clips({**Clips.with_defaults().values, "firings": FIRINGS})


@pytest.mark.parametrize("level", LEVELS)
def test_hostile_knowledge_does_no_harm(level: Isolation, tmp_path: Path) -> None:
    assert len(hostile_files("clips")) > 80
    assert surprises(clips, engine, mind, load_game("kalah"), level, tmp_path) == {}


@pytest.mark.parametrize(
    "file", ["endless_loop.clp", "endless_recursion.clp", "endless_list.clp", "floods.clp", "forges.clp", "empty.clp"]
)
def test_it_loses_its_game_and_nothing_else_happens(file: str, minds: MindProcess) -> None:
    check_game(minds, load_game("kalah", {"pits": 3, "seeds": 2}), f"clips:firings={FIRINGS}", file)


def test_a_trace_has_what_fired_and_nothing_that_was_printed() -> None:
    game = load_game("kalah")
    text = (FOLDER / "clips" / "forges_firings.clp").read_text(encoding="utf-8")
    choice = Clips.with_defaults().trial(game, Knowledge("mine.clp", text)).choice
    assert choice is not None and isinstance(choice.why.trace, RuleFirings)
    made, chose = choice.why.trace.firings
    assert (made.activation.rule, chose.activation.rule) == ("make", "any-move:f-3,f-4,f-5")
    assert chose.activation.source == Source("mine.clp", 15)
    odd = '(note (text (sym-cat "a) (more b")) (more (sym-cat "(move \\"6\\")")))'
    assert made.asserted == (odd,)
    assert chose.activation.matched == (odd, '[(sym-cat "a],f-1,[b")]', f'(legal (move "{choice.move.text}"))')
    assert chose.asserted == (f'(choose (move "{choice.move.text}") (because ""))',)
    # The rule is on the agenda for the note of the file too, whose text has two lines; each choice has its own move.
    agenda = choice.why.trace.agenda
    assert {activation.rule for activation in agenda} == {"any-move:f-3,f-4,f-5"}
    assert all(activation.matched[2] == f'(legal (move "{activation.text}"))' for activation in agenda)
    strings = {activation.matched[0] for activation in agenda} - {odd}
    assert strings == {r'(note (text "(move \"6\")\n==> f-9     (best (move \"6\"))") (more nil))'}
    assert not [rejected for rejected in choice.why.rejected if "note" in say(rejected.reason.claim)]
