"""Moves, endings and points in words: examples by hand, and figures that agree with the referee in random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping

import pytest
from rich.console import Console

from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.games import load_game
from ludoteca.rules.kernel.game import KernelPosition

_PITS = 6  # of a row of Kalah


def game_of(name: str, **options: object) -> Game:
    return load_game(name, options)


def after(position: Position, *texts: str) -> Position:
    for text in texts:
        position = position.after(find_move(position, text))
    return position


def told(position: Position, text: str, language: str = "en") -> tuple[str, str]:
    """The name and the sentence of a move."""
    game, move = position.game, find_move(position, text)
    return say(game.move_name(position, move), language), say(game.move_sentence(position, move), language)


def random_game(game: Game, seed: int) -> Iterator[tuple[Position, Move | None]]:
    """The positions of a random game with the move made in each; None at the end."""
    chance, position = random.Random(seed), game.start(seed)
    while position.turn is not None:
        move = chance.choice(list(position.moves))
        yield position, move
        position = position.after(move)
    yield position, None


def last_position(game: Game, seed: int) -> Position:
    return [position for position, _ in random_game(game, seed)][-1]


def sheet(position: Position, language: str = "en") -> dict[str, tuple[float, ...]]:
    return {say(row.label, language): row.points for row in position.game.score_sheet(position)}


def ending(position: Position, language: str = "en") -> str | None:
    said = position.game.ending(position)
    return None if said is None else say(said, language)


def numbers(pattern: str, text: str) -> list[int]:
    return [int(found) for found in re.findall(pattern, text)]


class TestKalah:
    def test_sowing_moving_again_and_capturing(self) -> None:
        start = game_of("kalah").start(0)
        assert told(start, "3") == ("pit 3", "Sows 4 seeds from pit 3 and moves again.")
        assert told(start, "3", "es") == ("hoyo 3", "Siembra 4 semillas desde el hoyo 3 y repite turno.")
        assert told(start, "1")[1] == "Sows 4 seeds from pit 1."
        assert told(after(start, "6", "3"), "2")[1] == (
            "Sows 4 seeds from pit 2 and captures 6 seeds with the last one in empty pit 6."
        )

    def test_swapping_sides(self) -> None:
        offered = after(game_of("kalah", pie=True).start(0), "1")
        assert told(offered, "swap") == ("swap sides", "Swaps sides.")
        assert told(offered, "swap", "es") == ("cambiar de lado", "Cambia de lado.")

    def test_the_end(self) -> None:
        start = game_of("kalah", pits=1, seeds=1).start(0)
        assert told(start, "1")[1] == "Sows 1 seed from pit 1 and ends the game: north keeps the 1 seed left."
        assert ending(start) is None
        over = after(start, "1")
        assert ending(over) == "One row was empty; the seeds left on the board went to the store of their owner."
        assert sheet(over) == {"seeds in the store": (1, 1)}

    def test_the_end_without_a_sweep_names_the_seat(self) -> None:
        over = after(game_of("kalah", pits=1, seeds=1, sweep=False).start(0), "1")
        assert ending(over) == "South has no seeds left to sow."
        assert ending(over, "es") == "A sur no le quedan semillas que sembrar."

    @pytest.mark.parametrize("options", [{}, {"capture": "empty", "sweep": False, "lap": "store", "seeds": 7}])
    def test_figures_are_the_referees(self, options: Mapping[str, object]) -> None:
        for seed in range(5):
            for position, move in random_game(game_of("kalah", **options), seed):
                if move is None:
                    continue
                sentence, then = told(position, move.text)[1], position.after(move)
                assert position.turn is not None
                pits = {fact.args[:2]: fact.args[2] for fact in position.facts() if fact.relation == "pit"}
                mover, pit = position.game.seats[position.turn], int(move.text)
                assert numbers(r"Sows (\d+)", sentence) == [pits[mover, pit]]
                assert ("moves again" in sentence) == (then.turn == position.turn)
                assert ("ends the game" in sentence) == (then.turn is None)
                stored = sum(numbers(r"(?:captures|the last) (\d+) seed", sentence))
                kept = sum(numbers(rf"{mover} keeps the (\d+)", sentence))
                gained = then.scores()[position.turn] - position.scores()[position.turn]
                beyond = int(pits[mover, pit]) - (_PITS - pit)  # seeds that come as far as the store
                passing = (beyond - 1) // (2 * _PITS + 1) + 1 if beyond > 0 else 0
                assert gained == stored + kept + (min(passing, 1) if options else passing), sentence


class TestAzul:
    def test_taking_filling_and_dropping(self) -> None:
        start = game_of("azul", players=3).start(1)
        assert told(start, "1 yellow 1") == (
            "take 2 yellow tiles from factory 1 for line 1",
            "Takes 2 yellow tiles from factory 1, fills line 1 (at least 1 point) and drops 1 on the floor.",
        )
        assert told(start, "1 yellow floor", "es") == (
            "tomar 2 azulejos amarillos de la factoría 1 para el suelo",
            "Toma 2 azulejos amarillos de la factoría 1 y deja caer 2 al suelo.",
        )

    def test_the_centre_has_the_marker(self) -> None:
        position = after(game_of("azul", players=3).start(1), "1 yellow 1")
        first = next(move for move in position.moves if move.text.startswith("centre"))
        assert "from the centre, takes the starting marker" in told(position, first.text)[1]

    def test_figures_are_the_referees(self) -> None:
        for position, move in random_game(game_of("azul"), 2):
            if move is None:
                assert ending(position) is not None
                assert sum(points[0] for points in sheet(position).values()) == position.scores()[0]
                continue
            assert isinstance(position, KernelPosition) and position.turn is not None
            sentence, then = told(position, move.text)[1], position.after(move)
            takes = position.move_facts(move)[0].args[3]
            assert numbers(r"Takes (\d+)", sentence) == [takes]
            dropped = sum(numbers(r"drops (\d+)", sentence))
            laid = sum(numbers(r"lays (\d+)", sentence))
            assert laid + dropped == takes or "fills line" in sentence
            gains = dict(re.findall(r"(south|north) ([+-]\d+)", sentence))
            changed = [now - before for before, now in zip(position.scores(), then.scores(), strict=True)]
            assert [int(gains.get(seat, 0)) for seat in position.game.seats] == changed
            assert bool(gains) == any(
                "tiled" in event.key or "paid" in event.key for event in position.events(move)
            ) or ("round ends" in sentence)

    def test_a_full_line_scores_at_least_what_is_promised(self) -> None:
        """A promise of a round is kept when the tile goes on the wall."""
        promised: dict[tuple[str, int], int] = {}
        for position, move in random_game(game_of("azul", players=2), 3):
            if move is None:
                return
            assert position.turn is not None
            for line, points in re.findall(r"fills line (\d) \(at least (\d+) ", told(position, move.text)[1]):
                promised[position.game.seats[position.turn], int(line)] = int(points)
            tiled = [event.args for event in position.events(move) if event.key.endswith(".tiled")]
            for args in tiled:
                seat = str(args["seat"]).rpartition(".")[2]
                assert int(str(args["points"])) >= promised.pop((seat, int(str(args["row"]))))

    def test_bonuses_count_at_the_end_only(self) -> None:
        rows = sheet(game_of("azul").start(0))
        assert list(rows) == [
            "tiles placed, less the floor",
            "full rows, 2 each",
            "full columns, 7 each",
            "full colours, 10 each",
        ]
        assert set(rows.values()) == {(0, 0)}
        over = next(
            position
            for seed in range(9)
            if sheet(position := last_position(game_of("azul"), seed))["full rows, 2 each"][0]
        )
        assert "has a full row." in (ending(over) or "") or "have a full row." in (ending(over) or "")


class TestQueens:
    def test_moves(self) -> None:
        start = game_of("queens").start(0)
        assert told(start, "queen d5") == ("queen on d5", "Puts a queen on d5 and takes away 27 more free cells.")
        blocked = after(start, "queen a1")
        assert told(blocked, "block b2", "es") == ("bloque en b2", "Pone un bloque en b2 y libera 6 casillas.")
        assert told(blocked, "pass") == ("pass", "Passes.")
        assert (
            told(after(game_of("queens", variant="holes").start(0), "queen a1"), "hole h7")[1] == "Puts a hole on h7."
        )

    def test_what_decides(self) -> None:
        decisive = {
            0: "White has put more queens than black.",
            1: "Black has put as many queens as white.",
            2: "The blocker kept each player to at most 2 queens.",
        }
        seen = set()
        for seed in range(40):
            over = last_position(game_of("queens"), seed)
            winner = over.result().index(1.0)
            said = ending(over) or ""
            assert said.endswith(decisive[winner])
            assert sheet(over) == {"queens on the board": over.scores()}
            seen.add(winner)
        assert len(seen) > 1


class TestAgricolaClassic:
    def test_moves(self) -> None:
        start = game_of("agricola_classic").start(7)
        assert told(start, "take wood from forest") == (
            "take 3 wood from the forest",
            "Takes 3 wood from the forest.",
        )
        assert told(start, "take wood from forest", "es") == (
            "coger 3 maderas del bosque",
            "Coge 3 maderas del bosque.",
        )
        assert told(start, "plow at plowland")[0] == "plow a field (“plow 1 field”)"

    def test_forced_actions_are_told_together(self) -> None:
        start = game_of("agricola_classic", scenario="3").start(1)
        position = next(
            position
            for seed in range(20)
            for position, move in random_game(start.game, seed)
            if move is not None and any(move.text == "fence double" for move in position.moves)
        )
        assert re.fullmatch(r"Builds \d+ fences?\..*", told(position, "fence double")[1])

    def test_goods_taken_are_the_referees(self) -> None:
        game = game_of("agricola_classic")
        for position, move in random_game(game, 4):
            if move is None:
                assert ending(position) == "Fourteen rounds are over: the farms are scored."
                continue
            taken = re.match(r"Takes (\d+) (wood|clay|reed|stone) ", told(position, move.text)[1])
            if taken is not None:
                assert position.turn is not None
                seat = position.game.seats[position.turn]
                had, has = (_goods(each, seat, taken[2]) for each in (position, position.after(move)))
                assert has - had == int(taken[1])

    def test_every_category_is_scored(self) -> None:
        start = game_of("agricola_classic").start(0)
        assert sheet(start) == {
            **dict.fromkeys(("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle"), (-1, -1)),
            "empty land": (-13, -13),
            "people": (6, 6),
            **dict.fromkeys(("stables", "rooms", "improvements", "goods left for crafts", "begging cards"), (0, 0)),
        }

    def test_the_last_position_is_scored_again(self) -> None:
        over = last_position(game_of("agricola_classic"), 5)
        assert tuple(map(sum, zip(*sheet(over).values(), strict=True))) == over.scores()


def _goods(position: Position, seat: str, good: str) -> int:
    return next(int(fact.args[2]) for fact in position.facts() if fact.args[:2] == (seat, good))


class TestAgricolaPlanning:
    def test_moves(self) -> None:
        start = game_of("agricola_planning").start(0)
        assert told(start, "p1-1 plows by plow-one-field") == (
            "plow a field at “plow one field” (person 1)",
            "Plows a field at “plow one field” (person 1, cost 5).",
        )
        assert told(start, "p1-2 takes wood by three-wood", "es") == (
            "coger 5 maderas en «tres maderas» (persona 2)",
            "Coge 5 maderas en «tres maderas» (persona 2, coste 4).",
        )

    def test_costs_and_the_end(self) -> None:
        for position, move in random_game(game_of("agricola_planning", problem="6"), 3):
            if move is None:
                assert (ending(position) or "").startswith("Both players have done all actions")
                assert sheet(position) == {"cost of all actions": position.scores()}
                continue
            assert position.turn is not None
            paid = position.scores()[position.turn] - position.after(move).scores()[position.turn]
            assert numbers(r"cost (\d+)\)", told(position, move.text)[1]) == [paid]

    def test_a_player_who_cannot_act_loses(self) -> None:
        game = game_of("agricola_planning", problem="4", turns="9")
        over = next(
            position for seed in range(200) if getattr(position := last_position(game, seed), "stuck", None) is not None
        )
        assert re.fullmatch(r"Player [12] has no possible action and loses\.", ending(over) or "")
        assert re.fullmatch(r"El jugador [12] no tiene ninguna acción posible y pierde\.", ending(over, "es") or "")


BOARDS = [
    *(("agricola_classic", {"scenario": scenario}) for scenario in "1234"),
    *(("agricola_planning", {"problem": problem}) for problem in "16"),
    ("azul", {"players": 4}),
]


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_the_terminal_cuts_no_words(name: str, options: Mapping[str, object]) -> None:
    game = game_of(name, **options)
    for number, (position, _) in enumerate(random_game(game, 1)):
        for language in LANGUAGES if number % 8 == 0 or position.turn is None else ():
            console = Console(width=80)
            with console.capture() as captured:
                console.print(game.terminal(position, None, language))
            assert re.findall(r"\w…", captured.get()) == []
