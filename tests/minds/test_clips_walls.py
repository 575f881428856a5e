"""Hostile knowledge in CLIPS: it cannot leave its process, forge an answer, or stop a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.arena.verify import verify
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.record import Record
from ludoteca.games import load_game
from ludoteca.minds.clips import Clips
from ludoteca.minds.shared.knowledge import Knowledge

HOSTILE = Path(__file__).parent.parent / "hostile" / "knowledge"
# The diagnostic of each file that does not load.
REFUSED = {
    "system": "system is not allowed",
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
    "redefines_a_word": "legal is a template of the game",
}
# The reason why each file that loads loses its game; None: it does no harm, and its game is played to the end.
PLAYED = {
    "system_in_disguise": "Missing function declaration for 'system'",
    "endless_rules": "no move was chosen in 20,000 firings; the last rule was count",
    "endless_loop": "s (the limit is 6 s)",
    "endless_text": "",  # memory runs out, or time: whichever comes first
    "endless_list": "",
    "endless_recursion": "the process ended",
    "endless_facts": "more than 100,000 facts, in the rule any-move",
    "endless_facts_in_secret": "more than 100,000 facts, in the rule any-move",
    "endless_condition": "s (the limit is 6 s)",
    "cheats": "the rule any-move chose everything, which is not a legal move",
    "halts": "no rule has chosen",
    "floods": None,
    "forges": None,
    "lies_about_the_game": None,
    "undoes_the_rules": None,
    "takes_facts_away": None,
}


def test_every_hostile_file_is_tried() -> None:
    assert {path.stem for path in HOSTILE.glob("*.clp")} == {*REFUSED, *PLAYED}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_knowledge_with_a_forbidden_construct_does_not_load(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (HOSTILE / f"{name}.clp").read_text(encoding="utf-8")
    trial = Clips.with_defaults().trial(load_game("kalah"), Knowledge(f"{name}.clp", text))
    assert list(tmp_path.iterdir()) == []
    assert trial.choice is None
    assert REFUSED[name] in say(trial.diagnostics[0].message)
    assert all(say(trial.diagnostics[0].message, language) for language in LANGUAGES)


def test_knowledge_that_does_not_load_loses_the_game() -> None:
    record = played("system")
    assert record.result is not None and record.result.forfeit is not None
    assert record.result.forfeit.seat == "south"
    assert REFUSED["system"] in say(record.result.forfeit.reason)


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_hostile_knowledge_that_loads_does_no_harm(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = played(name)
    assert list(tmp_path.iterdir()) == []
    assert record.result is not None
    said, forfeit = PLAYED[name], record.result.forfeit
    if said is None:
        assert forfeit is None
        assert verify(record).problems == []
        return
    assert forfeit is not None, [turn.text for turn in record.turns]
    assert forfeit.seat == "south"
    assert said in say(forfeit.reason)
    assert all(say(forfeit.reason, language) for language in LANGUAGES)


def played(name: str) -> Record:
    """A game of a hostile file against a random mind."""
    seats = [ProcessSeat(f"clips:file={HOSTILE / name}.clp,firings=20000"), ProcessSeat("random")]
    try:
        return GameRunner(load_game("kalah"), seats, 3, 6).play()
    finally:
        for seat in seats:
            seat.close()
