"""Programs in Python as minds: what they see, what they say, and what is wrong with them, at its line."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena.judgement import judge
from ludoteca.child.errors import TooSlow
from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, Move
from ludoteca.core.i18n import say
from ludoteca.core.verdicts import Verdict
from ludoteca.games import game_names, load_game
from ludoteca.minds.python.mind import Python
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge, read_knowledge
from tests.waiting import PATIENCE

KALAH = load_game("kalah")
MIND = Python.with_defaults()


def tried(text: str, name: str = "kalah") -> tuple[str, str]:
    """The move that a program chooses at the start, and what it says."""
    trial = MIND.trial(load_game(name), Knowledge("mine.py", text))
    assert trial.choice is not None, [say(found.message) for found in trial.diagnostics]
    return trial.choice.move.text, say(trial.choice.why.reason.claim)


def wrong(text: str) -> tuple[int, str]:
    """The line and the sentence of the first thing that is wrong with a program."""
    found: Diagnostic = MIND.trial(KALAH, Knowledge("mine.py", text)).diagnostics[0]
    assert say(found.message, "es")
    return found.line, say(found.message)


def test_a_move_may_come_alone_or_with_words_and_facts() -> None:
    assert tried("def choose(position):\n    return '3'") == ("3", "the program returned it without a reason")
    assert tried("def choose(position):\n    return '3', 'it is mine'") == ("3", "it is mine")
    assert tried("def choose(position):\n    return '3', 'seeds', [('pit', 'south', 3, 4)]") == ("3", "seeds")


def test_a_module_beside_it_has_any_name_and_builtins_are_a_module(tmp_path: Path) -> None:
    (tmp_path / "launch.py").write_text("def best(moves):\n    return moves[-1]\n")
    main = "def choose(position):\n    return best(position.moves), str(__builtins__.len('ab'))\n"
    (tmp_path / "main.py").write_text(f"from launch import best\n{main}")
    player, start = load_mind(f"python:file={tmp_path / 'main.py'}", KALAH).join(KALAH, 0, 7), KALAH.start(0)
    choice = player.choose(start, [], Clock(PATIENCE))
    player.close()
    assert (choice.move, say(choice.why.reason.claim)) == (start.moves[-1], "2")


@pytest.mark.parametrize("name", game_names())
def test_it_sees_every_game(name: str) -> None:
    text = """
def choose(position):
    assert position.me == position.turn == position.seats[0] and not isinstance(position.moves, list)
    assert position.facts() and position.effects(position.moves[0], "gain")
    assert position.after(position.moves[0]).me == position.me
    assert 0 < position.seconds_left < 6
    return position.moves[-1], str(len(position.moves))
"""
    start = load_game(name).start(0)
    assert tried(text, name) == (start.moves[-1].text, str(len(start.moves)))


def test_facts_that_a_program_names_are_checked(tmp_path: Path) -> None:
    text = "def choose(position):\n    return '3', 'so', [('pit', 'south', 3, {seeds})]"
    for seeds, verdict in ((4, Verdict.UNCHECKABLE), (5, Verdict.FALSE)):
        (tmp_path / "mine.py").write_text(text.format(seeds=seeds))
        choice = MIND.trial(KALAH, read_knowledge(tmp_path / "mine.py")).choice
        assert choice is not None and choice.why.reason.evidence == (Fact("pit", ("south", 3, seeds)),)
        assert (
            judge(KALAH.start(0), choice.move, choice.why, f"python:file={tmp_path / 'mine.py'}")[0].verdict == verdict
        )


def test_the_line_of_the_function_that_chose_is_checked() -> None:
    start = KALAH.start(0)
    player = MIND.join(KALAH, 0, 1)
    choice = player.choose(start, [], Clock(20))
    player.close()
    source = choice.why.reason.source
    assert source is not None
    for line in range(source.line - 1, source.line + 4):
        moved = replace(choice.why.reason, source=replace(source, line=line))
        verdict = judge(start, choice.move, replace(choice.why, reason=moved), "python")[0].verdict
        assert (verdict is Verdict.FALSE) == (line != source.line)


def test_the_words_of_the_program_for_kalah_are_true() -> None:
    """After the move, and the reply that costs most if there is one, the lead is what it says."""
    position, lot, history, said = KALAH.start(0), random.Random(1), list[Move](), set[str]()
    players = [MIND.join(KALAH, seat, 1) for seat in range(2)]
    while (seat := position.turn) is not None:
        choice = players[seat].choose(position, history, Clock(20))
        after, words = position.after(choice.move), say(choice.why.reason.claim)
        ends = [after.after(reply) for reply in after.moves] if after.turn == 1 - seat else [after]
        told = re.fullmatch(r"(.*)lead is (?:then )?(-?\d+)(.*)", words)
        assert told is not None and int(told[2]) == min(end.scores()[seat] - end.scores()[1 - seat] for end in ends)
        assert ("reply" in told[1], "turn again" in told[3]) == (after.turn == 1 - seat, after.turn == seat)
        said.add(told[1] + told[3])
        history.append(lot.choice([choice.move, *position.moves]))
        position = position.after(history[-1])
    for player in players:
        player.close()
    assert len(said) >= 2


def test_its_variables_last_and_its_chance_can_be_repeated() -> None:
    text = (
        "import random\nimport numpy\nasked = 0\n\ndef choose(position):\n    global asked\n    asked += 1\n"
        "    return position.moves[0], f'{asked} {random.random()} {numpy.random.rand()}'\n"
    )
    start = KALAH.start(0)
    after = start.after(start.moves[0])
    said = []
    for _ in range(2):
        player = MIND.make_player(KALAH, 0, 7, Knowledge("mine.py", text))
        choices = [player.choose(start, [], Clock(10)), player.choose(after, [start.moves[0]], Clock(10))]
        said.append([say(choice.why.reason.claim) for choice in choices])
        player.close()
    assert said[0] == said[1]
    assert [words.split()[0] for words in said[0]] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("def choose(position:\n    return '3'", 1, "'(' was never closed"),
        ("x = 1\ny = x / 0\n", 2, "ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: 3"),
        ("def chose(position):\n    return '3'\n", 0, "there is no function choose(position)"),
        ("def choose(position):\n    return positon.moves[0]\n", 2, "NameError: name 'positon' is not defined"),
        ("def choose(position):\n    return '9'\n", 1, "choose returned 9, which is not a legal move"),
        ("def choose(position):\n    return 3\n", 1, 'as text, such as "3"'),
        ("def choose(position):\n    return '3', 'so', [3]\n", 1, "a fact is one of position.facts()"),
        ("def choose(position):\n    position.after('9')\n", 2, 'IllegalMove: "9" is not a legal move here'),
        ("def choose(position):\n    raise SystemExit\n", 2, "SystemExit"),
        ("def choose(position):\n    return choose(position)\n", 2, "RecursionError"),
        ("def choose(position):\n    return ' ' * 2**33\n", 2, "out of memory"),
        ("import torch\n", 1, "No module named 'torch'"),
    ],
)
def test_what_is_wrong_is_said_at_its_line(text: str, line: int, sentence: str) -> None:
    found, said = wrong(text)
    assert found == line
    assert sentence in said


def test_a_slow_program_is_stopped_at_its_line() -> None:
    player = MIND.make_player(
        KALAH, 0, 1, Knowledge("mine.py", "def choose(position):\n    while True:\n        pass\n")
    )
    with pytest.raises((BadKnowledge, TooSlow)) as stopped:  # the latter on a machine too busy to ask for the line
        player.choose(KALAH.start(0), [], Clock(1.0))
    player.close()
    assert isinstance(stopped.value, TooSlow) or "mine.py, line " in str(stopped.value)
