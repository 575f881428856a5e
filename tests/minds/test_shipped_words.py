"""The words of the knowledge that ships with the games are true: each phrase is checked on the referee's board.

A phrase that is not in the tables below fails too: new words need a check. The words of the document's strategy
for Azul in Prolog are checked in `test_prolog_azul`.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, known_words
from ludoteca.core.mind import Choice
from ludoteca.core.vocabulary import perceive
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelPosition
from tests import needs
from tests.minds import azul_checks, classic_checks, queens_search_checks, working_day_checks
from tests.minds.referee import events, facts, me
from tests.minds.test_agentspeak import sighted
from tests.minds.test_agentspeak_agricola import CHILD, ROOM, SOW, has_most_merit

Check = Callable[..., bool]  # of a position, a move and the numbers and names in a phrase


def asked(game: Game, mind: str, seed: int, turns: int) -> Iterator[tuple[Position, Choice]]:
    """The mind's choices in the positions of a random game."""
    chance, position, history = random.Random(seed), game.start(seed), list[Move]()
    players = [load_mind(mind, game).join(game, seat, seed) for seat in range(len(game.seats))]
    try:
        for _ in range(turns):
            if position.turn is None:
                return
            seen = position.seen_by(position.turn, seed)
            yield seen, players[position.turn].choose(seen, history, Clock(60))
            history.append(chance.choice(list(position.moves)))
            position = position.after(history[-1])
    finally:
        for player in players:
            player.close()


def phrases(choice: Choice) -> Iterator[tuple[str, str]]:
    """Each move that is spoken of, with what the knowledge's own words say of it."""
    claim = choice.why.reason.claim
    yield choice.move.text, str(claim.args["words"])
    for rejected in choice.why.rejected:
        for fact in rejected.reason.claim.args.get("facts", ()):  # type: ignore[union-attr]
            said = re.search(r'\(because "(.*?)"\)', str(fact))
            if said is not None and said[1]:
                yield rejected.move, said[1]


# Kalah


def gain(position: Position, move: Move, own: bool = True) -> float:
    assert position.turn is not None
    seat = position.turn if own else 1 - position.turn
    return position.after(move).scores()[seat] - position.scores()[seat]


def row(position: Position, seat: str) -> dict[int, int]:
    return {int(args[1]): int(args[2]) for args in (fact.args for fact in facts(position, "pit")) if args[0] == seat}


def other(position: Position) -> str:
    return next(seat for seat in position.game.seats if seat != me(position))


def threatened(position: Position) -> dict[int, int]:
    """The own pits, with their seeds, that the other player could capture within its row if it were to move."""
    assert isinstance(position, KernelPosition)
    rows = position.states()
    rows[0].turn = 1 - int(rows[0].turn)
    turned = KernelPosition(position.game, rows.tobytes())
    theirs, mine = row(position, other(position)), row(position, me(position))
    found = {}
    for move in turned.moves:
        for event in events(turned, move, "captured"):
            last = int(str(event["pit"]))
            if move.text != "swap" and int(move.text) + theirs[int(move.text)] == last:
                found[len(mine) + 1 - last] = mine[len(mine) + 1 - last]
    return {pit: seeds for pit, seeds in found.items() if seeds}


def sowings(position: Position) -> list[int]:
    return [int(move.text) for move in position.moves if move.text != "swap"]


def nearest(position: Position, move: Move) -> bool:
    return int(move.text) == max(sowings(position))


def nearest_again(position: Position, move: Move) -> bool:
    again = [int(each.text) for each in position.moves if events(position, each, "extra_turn")]
    return int(move.text) == max(again)


def most_captured(position: Position, move: Move) -> bool:
    def captured(each: Move) -> int:
        return sum(int(str(event["seeds"])) for event in events(position, each, "captured"))

    most = max(map(captured, position.moves))
    return 0 < captured(move) == most >= max(threatened(position).values(), default=0)


def fullest_threatened(position: Position, move: Move) -> bool:
    found = threatened(position)
    return int(move.text) in found and found[int(move.text)] == max(found.values())


def feeds(position: Position, move: Move, pits: str) -> bool:
    if events(position, move, "captured") or events(position, move, "swept"):
        return True  # seeds that were sown are gone again
    before, after = row(position, other(position)), row(position.after(move), other(position))
    return sum(after[pit] > before[pit] for pit in before) == int(pits)


KALAH_SENTENCES: Mapping[str, Check] = {
    "Move again: of the moves that give an extra turn, the pit nearest to my store.": nearest_again,
    "Capture: a move that captures the most seeds, unless a pit of mine with more seeds is in danger.": most_captured,
    "Safety: of my pits that the opponent could now capture without leaving its row, the fullest.": fullest_threatened,
    "Nothing special: sow the pit nearest to my store.": nearest,
    "Only the swap is left.": lambda position, move: [each.text for each in position.moves] == ["swap"],
}
KALAH_PHRASES: Mapping[str, Check] = {
    r"it stores (\d+)": lambda position, move, seeds: gain(position, move) == int(seeds),
    r"my store loses (\d+)": lambda position, move, seeds: gain(position, move) == -int(seeds),
    r"it gives away (\d+)": lambda position, move, seeds: gain(position, move, own=False) == int(seeds),
    r"their store loses (\d+)": lambda position, move, seeds: gain(position, move, own=False) == -int(seeds),
    r"it moves again": lambda position, move: position.after(move).turn == position.turn,
    r"it moves (\d+) threatened seeds": lambda position, move, seeds: (
        threatened(position).get(int(move.text)) == int(seeds)
    ),
    r"it feeds (\d+) of their pits": feeds,
    r"it sows pit (\d+)": lambda position, move, pit: move.text == pit,
}

# Queens


def free(position: Position) -> list[Fact]:
    return facts(position, "free")


def leaves_nothing(position: Position, move: Move) -> bool:
    return not free(position.after(move))


def counted(kind: str) -> Check:
    return lambda position, move, cells: [event["cells"] for event in events(position, move, kind)] == [int(cells)]


def takes_away_most(position: Position, move: Move) -> bool:
    (target,) = (fact.args[1:] for fact in position.move_facts(move))
    counts = sighted(position)
    return counts[int(target[0]), int(target[1])] == max(counts.values())


QUEENS_SENTENCES: Mapping[str, Check] = {
    **queens_search_checks.AGENTS,
    r"My turn: count, then .*most\. Of equal ones, .*": takes_away_most,
    r"No cell is free: .*": lambda position, move: not free(position) and move.text == "pass",
}
QUEENS_PHRASES: Mapping[str, Check] = {
    **queens_search_checks.RULES,
    r"it takes away (\d+) cells": counted("took_away"),
    r"it leaves no free cell": leaves_nothing,
    r"it frees (\d+) cells": counted("freed"),
    r"it frees nothing": lambda position, move: not events(position, move, "freed"),
}

# Agricola


def told(position: Position, *wanted: object) -> bool:
    """Whether a fact of that relation with these first arguments is told."""
    return any((fact.relation, *fact.args)[: len(wanted)] == wanted for fact in perceive(position))


def fires(*rules: str) -> Check:
    return lambda position, move: any(told(position, "fires", move.text, rule) for rule in rules)


def amount(position: Position, relation: str, what: str) -> int:
    (found,) = (fact.args[2] for fact in facts(position, relation) if fact.args[:2] == (me(position), what))
    return int(found)


AGRICOLA_PHRASES: Mapping[str, Check] = {
    r"worth (-?\d+) points": lambda position, move, points: (
        position.after(move).scores()[position.turn or 0] - position.scores()[position.turn or 0] == int(points)
    ),
    r"a child": fires("grow_family", "grow_family_without_room"),
    r"a room": fires("build_room", "build_next_room"),
    r"it sows": fires("sow", "sow_next"),
    r"I have fewer than 5 fields": lambda position, move: amount(position, "count", "field") < 5,
    r"I have less than 2 food for each person": lambda position, move: (
        amount(position, "goods", "food") < 2 * amount(position, "count", "person")
    ),
    r"takes (\d+)": lambda position, move, goods: told(position, "bound", move.text, "amount", int(goods)),
    r"I have no (\w+)": lambda position, move, crop: amount(position, "goods", crop) == 0,
    r"a place to cook": lambda position, move: "fireplace" in move.text or "hearth" in move.text,
    r"no move has a better total": lambda position, move: True,  # the rule's own count
}


def most_merit(*needed: Check) -> Check:
    """Whether no move has more merit, and some other checks."""
    return lambda position, move: has_most_merit(position, move) and all(check(position, move) for check in needed)


HUNGRY = AGRICOLA_PHRASES[r"I have less than 2 food for each person"]
AGRICOLA_SENTENCES: Mapping[str, Check] = {
    r"Have a child, .*": most_merit(fires(*CHILD)),
    r"Build a room, .*": most_merit(fires(*ROOM)),
    r"Sow, .*": most_merit(fires(*SOW)),
    r"Take food, .*": most_merit(fires("take_goods"), HUNGRY, lambda position, move: " food " in move.text),
    r"Take goods: .*": most_merit(fires("take_goods")),
    r"Improve the farm: .*": most_merit(lambda position, move: gain(position, move) > 0),
    r"No move has more merit\.": most_merit(),
}


def grows(position: Position, move: Move) -> bool:
    return any(event.key.rpartition(".")[2].startswith("grow_") for event in position.events(move))


def no_cheaper(position: Position, move: Move) -> bool:
    """Whether no move costs less, apart from those that grow the family."""
    return not grows(position, move) and gain(position, move) == max(
        gain(position, each) for each in position.moves if not grows(position, each)
    )


WORKING_DAY_SENTENCES: Mapping[str, Check] = {
    r"Do cheap work: .*": lambda position, move: no_cheaper(position, move) and gain(position, move) > -4,
    r"Become the starting player, .*": lambda position, move: (
        no_cheaper(position, move) and working_day_checks.begins(position, move)
    ),
    r"Prepare a renovation, .*": lambda position, move: (
        no_cheaper(position, move) and working_day_checks.lacks(position, move)
    ),
    r"Take food or a crop, .*": lambda position, move: (
        no_cheaper(position, move) and working_day_checks.leaves_material(position, move)
    ),
    r"Do ordinary work: .*": lambda position, move: no_cheaper(position, move) and gain(position, move) <= -4,
    r"Have a child: .*": lambda position, move: all(grows(position, each) for each in position.moves),
}


def false_phrases(checks: Mapping[str, Check], position: Position, choice: Choice, separator: str | None) -> list[str]:
    """What the words say that is not so."""
    found = []
    for text, words in phrases(choice):
        move = find_move(position, text)
        for phrase in words.split(separator) if separator else [words]:
            known = [(re.fullmatch(pattern, phrase), check) for pattern, check in checks.items()]
            fitting = [check(position, move, *match.groups()) for match, check in known if match is not None]
            if fitting != [True]:
                found.append(f"{text}: {phrase}")
    return found


SHIPPED = [
    pytest.param("kalah", "prolog", KALAH_SENTENCES, None, marks=needs.prolog),
    ("kalah", "agentspeak", KALAH_SENTENCES, None),
    ("kalah", "clips", KALAH_PHRASES, ", "),
    ("azul", "clips", azul_checks.PHRASES, ", "),
    ("azul", "agentspeak", azul_checks.SENTENCES, None),
    pytest.param("azul", "prolog", azul_checks.SENTENCES, None, marks=needs.prolog),
    ("queens", "agentspeak", QUEENS_SENTENCES, None),
    ("queens", "clips", QUEENS_PHRASES, None),
    pytest.param("queens", "prolog", queens_search_checks.PROLOG, None, marks=needs.prolog),
    ("agricola_classic", "clips", AGRICOLA_PHRASES, ", "),
    pytest.param("agricola_classic", "prolog", classic_checks.SENTENCES, None, marks=needs.prolog),
    pytest.param("agricola_planning", "prolog", working_day_checks.SENTENCES, None, marks=needs.prolog),
    ("agricola_planning", "clips", working_day_checks.PHRASES, ", "),
    ("agricola_classic", "agentspeak", AGRICOLA_SENTENCES, None),
    ("agricola_planning", "agentspeak", WORKING_DAY_SENTENCES, None),
]
VARIANTS: Mapping[str, list[dict[str, object]]] = {
    "kalah": [{}, {}, {"capture": "empty", "sweep": False}, {"lap": "store", "seeds": 6}, {"pie": True, "pits": 4}],
    "azul": [{}, {"players": 3}],
    "queens": [{"n": n, "variant": variant} for n in (1, 2) for variant in ("blocks", "holes")],
    "agricola_classic": [{}],
    "agricola_planning": [{}, {"problem": 2}, {"problem": 5}, {"cards": "per-turn", "turns": 3}],
}
TURNS = {
    ("agricola_classic", "clips"): 16,
    ("agricola_classic", "agentspeak"): 8,
    ("agricola_classic", "prolog"): 12,
    ("azul", "agentspeak"): 10,
    ("azul", "prolog"): 20,
    ("queens", "prolog"): 16,
}


@pytest.mark.parametrize(("name", "mind", "checks", "separator"), SHIPPED)
def test_the_words_of_shipped_knowledge_are_true(
    name: str, mind: str, checks: Mapping[str, Check], separator: str | None
) -> None:
    used: set[str] = set()
    for seed, options in enumerate(VARIANTS[name]):
        for position, choice in asked(load_game(name, options), mind, seed, TURNS.get((name, mind), 60)):
            assert false_phrases(checks, position, choice, separator) == [], position
            used.update(words for _, words in phrases(choice))
    separate = {phrase for words in used for phrase in (words.split(separator) if separator else [words])}
    assert {phrase for phrase in separate if known_words(phrase, "es") == phrase} == set(), "phrases.toml lacks them"
    assert len(used) > 1


@pytest.mark.parametrize("mind", ["agentspeak", "clips", pytest.param("prolog", marks=needs.prolog)])
def test_the_trace_on_the_page_speaks_spanish(mind: str) -> None:
    game = load_game("kalah")
    (_, choice), *_ = asked(game, mind, 1, 1)
    assert choice.why.trace is not None
    pages = [json.dumps(choice.why.trace.page_data(game, language), ensure_ascii=False) for language in LANGUAGES]
    assert ["my store" in page for page in pages] == [True, False]
    assert ["mi almacén" in page for page in pages] == [False, True]
