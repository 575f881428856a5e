"""Agricola in the terminal and as a picture."""

from __future__ import annotations

import io
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic import AgricolaClassic
from ludoteca.games.agricola_classic.board_from_memory import BOARD_CARDS, HARVESTS, PERIODS, board_of
from ludoteca.games.agricola_classic.farm_from_memory import GOODS, IMPROVEMENTS
from ludoteca.games.shared.agricola.board import COLUMNS, ROWS
from ludoteca.lab.animation import steps
from ludoteca.rules.production.game import ProductionPosition
from ludoteca.rules.production.working_memory import Element, State

SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = ("1", "2", "3", "4", "5")
SMALLEST = 14  # in a narrow picture, 480 wide: 11 pixels on a phone


@cache
def played(scenario: str, seed: int = 3) -> tuple[tuple[ProductionPosition, PlayedMove | None], ...]:
    """The positions of a random game, each with the move that led there."""
    position, lot, last = AgricolaClassic({"scenario": scenario}).start(seed), random.Random(seed), None
    found: list[tuple[ProductionPosition, PlayedMove | None]] = [(position, last)]
    while position.turn is not None:
        last = PlayedMove(position, lot.choice(position.moves))
        position = position.after(last.move)
        found.append((position, last))
    return tuple(found)


def some(scenario: str) -> Iterator[tuple[ProductionPosition, PlayedMove | None, bool]]:
    """Every fifth of them and the last one, wide and narrow in turn."""
    frames = played(scenario)
    for number in (*range(0, len(frames) - 1, 5), len(frames) - 1):
        yield (*frames[number], number % 2 == 0)


def drawn(position: Position, last: PlayedMove | None = None, narrow: bool = False, language: str = "en") -> ET.Element:
    return ET.fromstring(position.game.svg(position, last, language, narrow))


def attributes(picture: ET.Element, name: str) -> list[str]:
    return [value for element in picture.iter() if (value := element.get(name)) is not None]


def turned(position: ProductionPosition) -> list[str]:
    """The round cards that are turned up, in the order they lie."""
    return [card.name for card in board_of(position, None, "en").cards if card.round]


def unturned(position: ProductionPosition) -> set[str]:
    """The round cards that lie face down."""
    return {str(card.values["title"]) for card in position.state.of("ROUND-CARD")} - set(turned(position))


def changed(position: ProductionPosition, name: str, **slots: int | str) -> ProductionPosition:
    """The same, with other values in one element."""

    def other(element: Element) -> Element:
        values = tuple((slot, slots.get(slot.replace("-", "_"), value)) for slot, value in element.slots)
        return replace(element, slots=values) if element.name == name else element

    state = position.state
    return ProductionPosition(position.game, State(tuple(map(other, state.elements)), state.chance, state.settings))


@pytest.mark.parametrize("scenario", SCENARIOS)
class TestPicture:
    def test_every_move_can_be_made(self, scenario: str) -> None:
        for position, last, narrow in some(scenario):
            picture = drawn(position, last, narrow)
            moves = {move.text for move in position.moves}
            whole = set(attributes(picture, "data-move"))
            drops = attributes(picture, "data-drop")
            stepped = {f"{pick} {drop}" for pick in attributes(picture, "data-pick") for drop in drops}
            assert whole <= moves
            assert whole | stepped & moves == moves
            for pick in attributes(picture, "data-pick"):
                assert sum(f"{pick} {drop}" in moves for drop in set(drops)) > 1

    def test_whatever_can_be_pressed_has_a_title_and_is_reached_by_keys(self, scenario: str) -> None:
        for position, last, narrow in some(scenario):
            for element in drawn(position, last, narrow, "es").iter():
                if element.get("data-move") or element.get("data-pick"):
                    assert element.get("tabindex") == "0"
                    assert element.findtext(f"{SVG}title")

    def test_every_id_is_there_once_and_every_fact_is_true(self, scenario: str) -> None:
        for position, last, narrow in some(scenario):
            picture = drawn(position, last, narrow)
            ids, shown = attributes(picture, "id"), set(attributes(picture, "data-fact"))
            assert len(ids) == len(set(ids))
            facts = {str(fact) for fact in position.facts()}
            assert shown <= facts
            face_down = [f"lies({word_of(title)}," for title in unturned(position)]
            left_out = ("count(", "taken(", "over(", *face_down)
            assert [fact for fact in facts - shown if not fact.startswith(left_out)] == []
            assert len([fact for fact in shown if fact.startswith("goods(")]) == 2 * len(GOODS)

    def test_letters_are_large_enough_and_stay_inside(self, scenario: str) -> None:
        for position, last, narrow in some(scenario):
            picture = drawn(position, last, narrow, "es")
            left, _, width, height = map(float, (picture.get("viewBox") or "").split())
            for text in picture.iter(f"{SVG}text"):
                assert float(text.get("font-size", "0")) >= SMALLEST
                assert left <= float(text.get("x", "-1")) <= left + width
                assert float(text.get("y", "-1")) <= height

    def test_the_terminal_is_no_wider_than_100_columns(self, scenario: str) -> None:
        from rich.console import Console

        for position, last, _ in some(scenario):
            console = Console(width=200, record=True, file=io.StringIO())
            console.print(position.game.terminal(position, last, "es"))
            lines = console.export_text().splitlines()
            assert max(len(line.rstrip()) for line in lines) <= 100
            assert lines[0].startswith("Ronda")


def test_the_board_is_the_one_of_the_rules() -> None:
    position = AgricolaClassic({}).start(1)
    files = (AgricolaClassic.folder / "setup.clp").read_text(encoding="utf-8")
    rounds = [
        (int(number), int(period)) for number, period in re.findall(r"ROUND \(number (\d+)\) \(period (\d)\)", files)
    ]
    assert rounds == [(round_, period) for period, own in enumerate(PERIODS, 1) for round_ in own]
    assert tuple(map(int, re.findall(r"HARVEST \(round (\d+)\)", files))) == HARVESTS
    assert set(re.findall(r"BOARD-CARD \(title ([a-z-]+)\)", files)) == set(BOARD_CARDS)
    assert [card.name for card in board_of(position, None, "en").improvements] == list(IMPROVEMENTS)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_lands_lie_side_by_side_and_never_on_each_other(scenario: str) -> None:
    for position, _ in played(scenario):
        elements = {element.name: element for element in position.state.elements}
        for farm in board_of(position, None, "en").farms:
            cells = [cell for land in farm.lands for cell in land.cells]
            assert len(cells) == len(set(cells)) == COLUMNS * ROWS
            for land in farm.lands:
                numbers = elements[land.tag.id].values["id"]
                assert len(land.cells) == (len(numbers) if isinstance(numbers, tuple) else 1)
                assert len(land.cells) == 1 or sum(abs(a - b) for a, b in zip(*land.cells, strict=True)) == 1


def test_round_cards_lie_in_the_order_they_were_turned_up() -> None:
    before: list[str] = []
    for position, _ in played("1"):
        now = turned(position)
        assert now[: len(before)] == before
        before = now
    assert len(before) == 14


def test_a_person_goes_to_the_card_and_the_goods_to_the_store() -> None:
    game = AgricolaClassic({})
    position = game.start(2)
    move = next(move for move in position.moves if move.text == "take wood from forest")
    for narrow in (False, True):
        (step,) = steps(game.animation(PlayedMove(position, move), "en", narrow))
        assert {"person-1-1", "pile-forest"} <= step.shifts.keys()
        assert step.texts["amount-one-wood"] == "3"


def test_a_place_is_offered_for_each_animal() -> None:
    position = next(
        position
        for position, _ in played("2")
        if sum(move.text.startswith("take sheep into") for move in position.moves) > 1
        and any(move.text == "become starting player" for move in position.moves)
    )
    picture = drawn(position)
    card = picture.find(f".//{SVG}g[@id='card-sheep-market']")
    assert card is not None
    assert card.get("data-pick") == "take sheep"
    assert {"into house"} < set(attributes(picture, "data-drop"))


def test_large_numbers_are_written_and_nothing_is_drawn_a_thousand_times() -> None:
    position = played("1")[0][0]
    position = changed(position, "sheep-1", amount=1_234_567)
    position = changed(position, "land-1-1", animal="sheep", animals=1_234_567)
    position = changed(position, "forest-1", total=99_999)
    for narrow in (False, True):
        picture = drawn(position, None, narrow)
        assert len(list(picture.iter())) < 900
        assert "99999" in [text.text for text in picture.iter(f"{SVG}text")]


def test_the_game_over_is_told_with_who_won() -> None:
    position, last = played("1")[-1]
    one, two = position.scores()
    told = drawn(position, last).findtext(f".//{SVG}text[@id='prompt']") or ""
    assert ("draw" in told) == (one == two)
    assert f"player {1 if one > two else 2}" in told or one == two
