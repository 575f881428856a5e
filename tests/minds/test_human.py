"""Tests of the human player: commands, illegal input, and a closed terminal."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.mind import Resigned, TakeBack
from ludoteca.games.kalah import Kalah
from ludoteca.minds.human import HumanPlayer


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of input; after them the terminal is closed."""
    lines: list[str] = []
    waiting: Iterator[str] = iter(lines)

    def answer(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", answer)
    return lines


def test_input_that_is_not_legal_is_asked_again(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    game = Kalah({})
    typed += ["7", "hello", "", "help", "why", " 3 "]
    choice = HumanPlayer(game, 0).choose(game.start(0), [], Clock())
    output = capsys.readouterr().out
    assert choice.move.text == "3"
    assert '"7" is not a legal move here; legal: 1, 2, 3, 4, 5, 6.' in output
    assert '"hello" is not a legal move' in output
    assert "undo, resign" in output
    assert "there is nothing to explain" in output


@pytest.mark.parametrize(("word", "error"), [("undo", TakeBack), ("resign", Resigned), ("quit", Resigned)])
def test_commands_that_are_not_moves(typed: list[str], word: str, error: type[Exception]) -> None:
    game = Kalah({})
    typed.append(word)
    with pytest.raises(error):
        HumanPlayer(game, 0).choose(game.start(0), [], Clock())


def test_a_closed_terminal_leaves_the_game(typed: list[str]) -> None:
    game = Kalah({})
    with pytest.raises(KeyboardInterrupt):
        HumanPlayer(game, 0).choose(game.start(0), [], Clock())
