"""Levels of play: read from a game's folder, checked, and played by minds that can be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES
from ludoteca.exam.game_exam import GAME_CHECKS
from ludoteca.exam.result import Failed
from ludoteca.games import by_weight, game_names, load_game
from ludoteca.games.levels import FILE, NAMES, level_of, levels_of
from ludoteca.rules.game_base import GameBase


def kalah_with(folder: Path, text: str) -> Game:
    """Kalah with another file of levels."""
    game = load_game("kalah")
    assert isinstance(game, GameBase)
    (folder / FILE).write_text(text, encoding="utf-8")
    game.folder = folder
    return game


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_levels_from_weak_to_strong(name: str) -> None:
    levels = levels_of(load_game(name))
    names = [level.name for level in levels]
    assert names == [name for name in NAMES if name in names]
    assert len({level.mind for level in levels}) == len(levels) >= 2
    for language in LANGUAGES:
        assert len({level.title(language) for level in levels}) == len(levels)


def test_a_level_is_found_by_its_name_and_the_nearest_is_named() -> None:
    game = load_game("kalah")
    assert level_of(game, "first_steps").mind == "random"
    with pytest.raises(BadInput, match='no level "esy"; did you mean "easy"'):
        level_of(game, "esy")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('easy = "greedy"\nfirst_steps = "random"\n', "in this order"),
        ('trivial = "random"\n', "the levels are first_steps, easy"),
        ("easy = 3\n", 'easy = "greedy"'),
        ("easy = \n", "is not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_path(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        levels_of(kalah_with(tmp_path, text))
    assert str(tmp_path / FILE) in str(caught.value)


def test_a_game_without_the_file_has_no_levels(tmp_path: Path) -> None:
    game = kalah_with(tmp_path, "")
    (tmp_path / FILE).unlink()
    assert levels_of(game) == ()


@pytest.mark.parametrize(
    ("mind", "error"),
    [("alphabeta:seconds=1", Failed), ("human", Failed), ("agenda", BadInput), ("nobody", BadInput)],
)
def test_the_exam_refuses_a_level_that_cannot_be_played_or_repeated(
    tmp_path: Path, mind: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        GAME_CHECKS["levels"](kalah_with(tmp_path, f'easy = "{mind}"\n'))


def test_the_simplest_game_comes_first() -> None:
    games = by_weight([load_game(name) for name in reversed(game_names())])
    assert games[0].name == "kalah"
    assert games[-1].name == "agricola_classic"
