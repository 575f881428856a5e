"""Agricola's working day in the terminal and as a picture."""

from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache

import pytest

from ludoteca.core.game import PlayedMove, Position, find_move
from ludoteca.core.i18n import LANGUAGES, phrase
from ludoteca.games.agricola_planning import AgricolaPlanning, domain
from ludoteca.games.agricola_planning.board_from_state import YIELD, board_of
from ludoteca.games.agricola_planning.farm_from_state import HERD, KINDS
from ludoteca.games.agricola_planning.generate import ALL_GOODS, CARDS
from ludoteca.games.shared.agricola.board import COLUMNS, ROWS, Farm
from ludoteca.lab.animation import steps
from ludoteca.rules.planning.game import PlanningPosition

SVG = "{http://www.w3.org/2000/svg}"
OPTIONS: dict[str, dict[str, object]] = {
    "few": {"problem": "4"},
    "plenty": {"problem": "6"},
    "returning": {"problem": "5", "turns": 5, "people": 3, "cards": "per-turn"},
    "long": {"goods": "all:30", "turns": 9, "cards": "per-turn"},
}
SMALLEST = 14  # in a narrow picture, 480 wide: 11 pixels on a phone

games = pytest.mark.parametrize("name", OPTIONS)


@cache
def played(name: str, seed: int = 3) -> tuple[tuple[PlanningPosition, PlayedMove | None], ...]:
    """The positions of a random game, each with the move that led there."""
    position, lot, last = AgricolaPlanning(OPTIONS[name]).start(seed), random.Random(seed), None
    found: list[tuple[PlanningPosition, PlayedMove | None]] = [(position, last)]
    while position.turn is not None:
        last = PlayedMove(position, lot.choice(position.moves))
        position = position.after(last.move)
        found.append((position, last))
    return tuple(found)


def some(name: str) -> Iterator[tuple[PlanningPosition, PlayedMove | None, bool]]:
    """Every third of them and the last one, wide and narrow in turn."""
    frames = played(name)
    for number in (*range(0, len(frames) - 1, 3), len(frames) - 1):
        yield (*frames[number], number % 2 == 0)


def drawn(position: Position, last: PlayedMove | None = None, narrow: bool = False, language: str = "en") -> ET.Element:
    return ET.fromstring(position.game.svg(position, last, language, narrow))


def attributes(picture: ET.Element, name: str) -> list[str]:
    return [value for element in picture.iter() if (value := element.get(name)) is not None]


def told(position: Position, relation: str) -> list[tuple[str | int, ...]]:
    """The arguments of every fact of a relation."""
    return [fact.args for fact in position.facts() if fact.relation == relation]


def farms(position: PlanningPosition) -> tuple[Farm, ...]:
    return board_of(position, None, "en").farms


def in_terminal(position: Position, last: PlayedMove | None, language: str, width: int = 80) -> list[str]:
    from rich.console import Console

    console = Console(width=width, record=True, file=io.StringIO())
    console.print(position.game.terminal(position, last, language))
    return console.export_text().splitlines()


@games
class TestPicture:
    def test_every_move_can_be_made_by_picking_somebody_up(self, name: str) -> None:
        for position, last, narrow in some(name):
            picture = drawn(position, last, narrow)
            picks, drops = attributes(picture, "data-pick"), attributes(picture, "data-drop")
            assert {f"{pick} {drop}" for pick in picks for drop in drops} == {move.text for move in position.moves}

    def test_whatever_can_be_done_can_be_done_with_one_press(self, name: str) -> None:
        for position, last, narrow in some(name):
            picture = drawn(position, last, narrow)
            pressed = set(attributes(picture, "data-move"))
            assert pressed <= {move.text for move in position.moves}
            assert {move.partition(" ")[2] for move in pressed} == set(attributes(picture, "data-drop"))
            for button in picture.iter(f"{SVG}g"):
                if button.get("data-move"):
                    (drop,) = button.findall(f"{SVG}g[@data-drop]")
                    assert (button.get("data-move") or "").endswith(f" {drop.get('data-drop')}")

    def test_whatever_can_be_pressed_has_a_title_and_is_reached_by_keys(self, name: str) -> None:
        for position, last, narrow in some(name):
            for element in drawn(position, last, narrow, "es").iter():
                if element.get("data-move") or element.get("data-pick"):
                    assert element.get("tabindex") == "0"
                    assert element.findtext(f"{SVG}title")

    def test_every_id_is_there_once_and_every_fact_is_true(self, name: str) -> None:
        never_change = ("allows(", "gives(", "returns(", "better(", "costs_", "bakes_two(", "price(", "bread_of_")
        elsewhere = ("finished(", "last_turn(", "people(", "cost(", "belongs(")
        for position, last, narrow in some(name):
            picture = drawn(position, last, narrow)
            ids, shown = attributes(picture, "id"), set(attributes(picture, "data-fact"))
            assert len(ids) == len(set(ids))
            facts = {str(fact) for fact in position.facts()}
            assert shown <= facts
            assert [fact for fact in facts - shown if not fact.startswith((*never_change, *elsewhere))] == []

    def test_letters_are_large_enough_and_stay_inside(self, name: str) -> None:
        for position, last, narrow in some(name):
            picture = drawn(position, last, narrow, "es")
            left, top, width, height = map(float, (picture.get("viewBox") or "").split())
            for text in picture.iter(f"{SVG}text"):
                assert float(text.get("font-size", "0")) >= SMALLEST
                assert left <= float(text.get("x", "-9")) <= left + width
                assert top <= float(text.get("y", "-9")) <= top + height

    def test_the_terminal_tells_it_in_80_columns(self, name: str) -> None:
        for position, last, _ in some(name):
            lines = in_terminal(position, last, "es", 200)
            assert max(len(line.rstrip()) for line in lines) <= 80
            ((turn,), (last_turn,), (total,)) = (
                told(position, name)[0] for name in ("turn", "last_turn", "total_cost")
            )
            assert lines[0].startswith(f"Turno {turn} de {last_turn} · Coste total {total}")
            text = "\n".join(lines)
            assert all(f"Penalización {penalty}" in text for _, penalty in told(position, "penalty"))
            assert text.count("×") == len(told(position, "used"))

    def test_each_cell_has_a_place_of_its_own(self, name: str) -> None:
        for position, _ in played(name):
            for farm in farms(position):
                counts = {kind: count for player, kind, count in told(position, "cells") if player == farm.player}
                assert {land.kind: len(land.cells) for land in farm.lands} == counts
                assert len({cell for land in farm.lands for cell in land.cells}) == COLUMNS * ROWS

    def test_people_beyond_the_actions_are_spare(self, name: str) -> None:
        for position, _ in played(name):
            actions = {player: int(count) for player, count in told(position, "actions")}
            done = {player: int(count) for player, count in told(position, "done")}
            for farm in farms(position):
                ready = [member for member in farm.family if not member.is_idle and not member.is_child]
                assert len(ready) == actions[farm.player] - done[farm.player]


def test_cards_give_what_the_picture_says() -> None:
    position = AgricolaPlanning({"goods": "wood:4"}).start(0)
    fenced = position.after(find_move(position, "p1-1 fences by build-fences"))
    for card, allowed in CARDS.items():
        if allowed[0] in YIELD:
            good = allowed[1]
            after = fenced.after(find_move(fenced, f"p1-2 takes {good} by {card}"))
            assert amount(after, good) - amount(fenced, good) == YIELD[allowed[0]]
    after = fenced.after(find_move(fenced, "p1-2 takes boar by one-boar"))
    assert herds(after) == ["boar"] * HERD
    assert amount(after, "boar") == HERD


def amount(position: PlanningPosition, good: str) -> int:
    """How many of a good the first player has."""
    return next(own.amount for own in farms(position)[0].goods if own.name == good)


def herds(position: PlanningPosition) -> list[str]:
    """The icons of the animals in the first player's pastures."""
    (group,) = (land.inside for land in farms(position)[0].lands if land.kind == "pasture")
    assert group is not None
    return [piece.icon for piece in group.pieces]


def test_species_are_not_guessed() -> None:
    position = AgricolaPlanning({"goods": "wood:4 sheep:2"}).start(0)
    for text in ("p1-1 fences by build-fences", "p1-2 takes boar by one-boar"):
        position = position.after(find_move(position, text))
    assert herds(position) == ["paw"] * HERD
    assert "#agricola-paw" in attributes(drawn(position), "href")


def test_a_person_goes_to_the_card_and_the_goods_into_the_stock() -> None:
    game = AgricolaPlanning({})
    position = game.start(0)
    move = find_move(position, "p1-2 takes wood by three-wood")
    for narrow in (False, True):
        (step,) = steps(game.animation(PlayedMove(position, move), "en", narrow))
        assert "p1-2" in step.shifts
        assert step.texts["amount-j1-wood"] == "5"
        assert step.texts["penalty-j1"] == "Penalty 4"
        assert step.texts["done-j1"] == "1 of 2 actions"


def test_a_card_that_offers_several_things_has_a_button_for_each() -> None:
    position = AgricolaPlanning({"goods": "all:40"}).start(0)
    position = position.after(find_move(position, "p1-1 plows by plow-one-field"))
    picture = drawn(position)
    card = picture.find(f".//{SVG}g[@id='card-plow-and-or-sow']")
    assert card is not None
    assert card.get("data-move") is None
    offered = [f"p1-2 {deed} by plow-and-or-sow" for deed in ("plows", "sows grain", "sows vegetable")]
    assert attributes(card, "data-move") == offered
    oven = picture.find(f".//{SVG}g[@id='improvement-clay-oven']")
    assert oven is not None
    assert attributes(oven, "data-drop") == [
        f"takes clay-oven for stone and clay by {card}" for card in ("renovate-then-improvement", "one-improvement")
    ]


def test_every_move_belongs_to_a_card() -> None:
    for position, _ in played("plenty"):
        buttons = [button.drop for card in board_of(position, None, "en").cards for button in card.buttons]
        assert sorted(buttons) == sorted({move.text.partition(" ")[2] for move in position.moves})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_told(language: str) -> None:
    position, last = played("returning")[-1]
    assert position.stuck is None
    prompt = drawn(position, last, False, language).findtext(f".//{SVG}text[@id='prompt']") or ""
    winner = position.result().index(1)
    assert phrase(f"games.agricola_planning.seat.j{1 + winner}", language) in prompt


def test_whoever_can_do_nothing_is_named() -> None:
    only = {"starting-player", "fishing"}
    cards = [card for card in CARDS if card not in only]
    position = AgricolaPlanning({"people": 1, "without": " ".join(cards)}).start(0)
    for text in ("p1-1 takes food by fishing", "p2-1 makes j2 the starting player by starting-player"):
        position = position.after(find_move(position, text))
    assert position.turn is None
    assert position.result() == (1, 0)
    assert (
        drawn(position).findtext(f".//{SVG}text[@id='prompt']") == "Player 2: no action is possible, the game is lost"
    )


def test_everything_has_a_name_in_every_language() -> None:
    problem = AgricolaPlanning({}).table.task.problem
    for name, kinds in problem.objects.items():
        if not set(kinds) & {"person", "player"}:
            assert all(phrase(f"games.agricola_planning.name.{name}", language) for language in LANGUAGES)
    for language in LANGUAGES:
        names = [phrase(f"games.agricola_planning.name.{name}", language) for name in (*ALL_GOODS, *KINDS)]
        assert len(set(names)) == len(names)
    assert set(KINDS) == {name for name, kinds in domain().constants.items() if "cell" in kinds}
