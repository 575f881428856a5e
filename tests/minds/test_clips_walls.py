"""What knowledge in CLIPS cannot be made to do: escape, harm, lie, or keep the match from going on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.arena.verify import verify
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.record import Record
from ludoteca.games import load_game

HOSTILE = Path(__file__).parent.parent / "hostile" / "knowledge"
# What is said of each when it loses; None: it is harmless, and its game goes on.
SAID = {
    "system": "system is not allowed",
    "system_in_disguise": "Missing function declaration for 'system'",
    "opens": "open is not allowed",
    "exits": "exit is not allowed",
    "loads": "load is not allowed",
    "bloads": "bload is not allowed",
    "saves": "save is not allowed",
    "saves_facts": "save-facts is not allowed",
    "dribbles": "dribble-on is not allowed",
    "batches": "batch is not allowed",
    "removes": "remove is not allowed",
    "renames": "rename is not allowed",
    "reads": "read is not allowed",
    "reads_a_line": "readline is not allowed",
    "clears": "clear is not allowed",
    "runs": "run is not allowed",
    "looks_at_the_clock": "time is not allowed",
    "reaches_python": "python-function is not allowed",
    "a_command": "Expected the beginning of a construct",
    "in_a_global": "system is not allowed",
    "in_a_condition": "system is not allowed",
    "endless_rules": "no move was chosen in 20,000 firings; the last rule was count",
    "endless_loop": "no move was chosen in ",
    "endless_text": "",  # memory runs out, or time: whichever comes first
    "endless_list": "",
    "endless_recursion": "the process ended",
    "endless_facts": "more than 100,000 facts, in the rule any-move",
    "endless_facts_in_secret": "more than 100,000 facts, in the rule any-move",
    "endless_condition": "no move was chosen in ",
    "cheats": "the rule any-move chose everything, which is not a legal move",
    "redefines_a_word": "legal is a template of the game",
    "halts": "no rule has chosen",
    "floods": None,
    "forges": None,
    "lies_about_the_game": None,
    "undoes_the_rules": None,
    "takes_facts_away": None,
}


def played(minds: Sequence[str], limit: float) -> Record:
    seats = [ProcessSeat(mind) for mind in minds]
    try:
        return GameRunner(load_game("kalah"), seats, 3, limit).play()
    finally:
        for seat in seats:
            seat.close()


def test_every_knowledge_here_is_tried() -> None:
    assert {path.stem for path in HOSTILE.glob("*.clp")} == set(SAID)


@pytest.mark.parametrize("name", sorted(SAID))
def test_hostile_knowledge_harms_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = played([f"clips:file={HOSTILE / name}.clp,firings=20000", "random"], limit=6)
    assert list(tmp_path.iterdir()) == []
    assert record.result is not None
    said, forfeit = SAID[name], record.result.forfeit
    if said is None:
        assert forfeit is None
        assert verify(record).problems == []
        return
    assert forfeit is not None, [turn.text for turn in record.turns]
    assert forfeit.seat == "south"
    assert said in say(forfeit.reason)
    assert all(say(forfeit.reason, language) for language in LANGUAGES)
