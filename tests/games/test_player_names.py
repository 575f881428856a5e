"""Boards name who sits at each seat, where that is known."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ludoteca.core.game import PlayedMove
from ludoteca.core.i18n import phrase
from ludoteca.games import game_names, load_game
from ludoteca.rules.game_base import GameBase

BRIDGED = "openspiel"


@pytest.mark.parametrize("name", [name for name in game_names() if name != BRIDGED])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("narrow", [False, True])
def test_the_board_names_the_players(name: str, language: str, narrow: bool) -> None:
    game = load_game(name)
    position = game.start(1)
    names = ("Ana & <b>", "X" * 60, "", "")[: len(game.seats)]
    shown = "".join(ET.fromstring(game.svg(position, None, language, narrow, names)).itertext())
    assert "Ana & <b> (" in shown and f"{'X' * 5}" in shown and "X" * 20 not in shown
    plain = "".join(ET.fromstring(game.svg(position, None, language, narrow)).itertext())
    assert "Ana" not in plain
    first = game.animation(PlayedMove(position, position.moves[0]), language, narrow, names)[0]
    assert "Ana &amp; &lt;b&gt; (" in first


@pytest.mark.parametrize("name", [name for name in game_names() if name != BRIDGED])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_spoken_name_of_the_board_says_who_is_to_move(name: str, language: str) -> None:
    game = load_game(name)
    names = ("Ana", "greedy", "", "")[: len(game.seats)]
    board = ET.fromstring(game.svg(game.start(1), None, language, False, names))
    labels = [label for element in board.iter() if (label := element.get("aria-label"))]
    assert ": Ana (" in labels[0]
    assert not any("Greedy" in text for text in board.itertext())
    for seat, player in zip(game.seats, names[:2], strict=False):
        title = phrase(f"games.{name}.seat.{seat}", language)
        others = [label.replace(f"{player} ({title})", "") for label in labels]
        told = others[1:] if name == "queens" else others  # the board's own counts the white and the black queens
        assert not any(title in label for label in told)


def test_a_drawing_without_the_argument_goes_on_working(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteca.games.kalah import view

    game = load_game("kalah")
    assert isinstance(game, GameBase)
    new = view.draw
    monkeypatch.setattr(view, "draw", lambda position, last, language, narrow: new(position, last, language, narrow))
    assert "south" in game.svg(game.start(1), None, "en", False, ("You", "greedy"))
