"""A planning domain in any folder is a game: it is played, recorded, and its faults are told with file and line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.games import open_game
from ludoteca.minds.schools import load_mind
from ludoteca.rules.planning.folder_game import PlanningFolder

DOMAIN = """
(define (domain nim)
  (:requirements :typing :numeric-fluents :equality)
  (:types player heap)
  (:predicates (current ?p - player) (over))
  (:functions (left ?h - heap))
  (:action take-one
    ; ?p: take one of ?h
    :parameters (?p ?q - player ?h - heap)
    :precondition (and (current ?p) (not (= ?p ?q)) (>= (left ?h) 1))
    :effect (and (decrease (left ?h) 1) (not (current ?p)) (current ?q)))
  (:action take-two
    ; ?p: take two of ?h
    :parameters (?p ?q - player ?h - heap)
    :precondition (and (current ?p) (not (= ?p ?q)) (>= (left ?h) 2))
    :effect (and (decrease (left ?h) 2) (not (current ?p)) (current ?q))))
"""
PROBLEM = """
(define (problem a) (:domain nim) (:objects ann bob - player x y - heap)
  (:init (current ann) (= (left x) 3) (= (left y) 4)) (:goal (over)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "problems").mkdir()
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "problems" / "a.pddl").write_text(PROBLEM)
    return tmp_path


def test_a_player_without_a_move_loses(folder: Path) -> None:
    game = open_game(str(folder))
    assert isinstance(game, PlanningFolder)
    lot, position = random.Random(1), game.start(0)
    movers = list[int]()
    while position.turn is not None:
        movers.append(position.turn)
        position = position.after(lot.choice(position.moves))
    assert movers[:4] == [0, 1, 0, 1]
    assert position.stuck == 1 - movers[-1]
    assert position.result()[movers[-1]] == 1
    assert game.load(position.save()) == position


def test_the_board_shows_every_number(folder: Path) -> None:
    game = open_game(str(folder))
    position = game.start(0)
    for text in ("(left x) = 3", "(current ann)"):
        assert text in game.svg(position)
    assert {str(fact) for fact in position.facts()} >= {"number((left y), 4)", "holds((current ann))"}


def test_a_search_finds_the_forced_win(folder: Path) -> None:
    game = open_game(str(folder))
    chosen = load_mind("montecarlo:simulations=400", game).join(game, 0, 1).choose(game.start(0), [], Clock(30))
    assert chosen.move.text in ("take one of y", "take two of x")  # what is left is worth nothing to whoever is next


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("domain.pddl", "; ?p: take one", "; take one", 7),
        ("domain.pddl", "take two of ?h", "take two of ?z", 12),
        ("domain.pddl", "take two of ?h", "take two", 12),
        ("domain.pddl", "(>= (left ?h) 1)", "(>= (lft ?h) 1)", 10),
        ("problems/a.pddl", "(= (left y) 4)", "", 3),
        ("problems/a.pddl", "ann bob - player", "ann - player", 1),
    ],
)
def test_faults_are_told_with_file_and_line(folder: Path, file: str, old: str, new: str, line: int) -> None:
    path = folder / file
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(BadInput) as error:
        open_game(str(folder))
    for language in LANGUAGES:
        assert f"{path}, {'line' if language == 'en' else 'línea'} {line}:" in say(error.value.message, language)


def test_a_folder_without_problems_is_refused(folder: Path) -> None:
    (folder / "problems" / "a.pddl").unlink()
    with pytest.raises(BadInput, match="no problem"):
        open_game(str(folder))
