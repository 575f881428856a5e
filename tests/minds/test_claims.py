"""Every claim a mind can make has a checker; what our minds say is never found false, and what they do not say is."""

from __future__ import annotations

import ast
import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena.judgement import reasons_of
from ludoteca.cli.new import new_game
from ludoteca.core import verdicts
from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, Position, find_move
from ludoteca.core.i18n import Argument, Message, quoted, say, unquoted
from ludoteca.core.mind import Choice, MindName
from ludoteca.core.plugins import PACKAGE, plugins
from ludoteca.core.verdicts import Claim, checker_of
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind, mind_names
from tests import needs
from tests.games.test_kalah import board

SHIPPED = [name for name in mind_names() if plugins("minds")[name].shipped]

# The tables of messages that no reason is made of.
NO_CLAIMS = {
    *(
        "about",
        "parameter",
        "parameter_title",
        "needs",
        "refuses",
        "knowledge",
        "missing",
        "no_choice",
        "no_society",
        "diagnostic",
    ),
    *("fault", "syntax"),
    *("engine", "note", "reason", "refusal", "society", "not_legal", "unfit", "slow", "memory", "died", "page"),
    *("prompt", "prompt_many", "help", "nothing_to_explain", "resigned", "counts_on_others", "outcome"),
}

# Each mind with games that make it say what it can: the game, its options, and how many turns.
GAMES: list[tuple[str, str, dict[str, object], int]] = [
    ("random", "kalah", {"pits": 3, "seeds": 2}, 30),
    ("random", "azul", {}, 4),
    ("greedy", "kalah", {"pits": 4, "seeds": 3}, 60),
    ("greedy", "queens", {}, 20),
    ("greedy", "azul", {}, 30),
    ("greedy", "agricola_classic", {}, 2),
    ("greedy", "agricola_planning", {}, 6),
    ("alphabeta:depth=4", "kalah", {"pits": 4, "seeds": 3}, 60),
    ("alphabeta:depth=40", "kalah", {"pits": 2, "seeds": 3}, 30),
    ("alphabeta:depth=2,book=yes", "kalah", {}, 1),
    ("alphabeta:depth=3", "queens", {"n": 1}, 20),
    ("alphabeta:depth=2", "queens", {"n": 2}, 20),
    ("alphabeta:depth=3,nodes=400", "agricola_planning", {}, 20),
    ("alphabeta:nodes=300", "azul", {}, 30),
    ("alphabeta:nodes=300,opponents=maxn", "azul", {"players": 3}, 4),
    ("alphabeta:nodes=300", "azul", {"players": 3}, 4),
    ("alphabeta:nodes=12", "agricola_classic", {}, 3),
    ("montecarlo:simulations=60", "kalah", {"pits": 3, "seeds": 3}, 60),
    ("montecarlo:simulations=100", "queens", {"n": 1}, 20),
    ("montecarlo:simulations=60", "azul", {}, 20),
    ("montecarlo:simulations=8", "agricola_planning", {}, 20),
    ("montecarlo:simulations=3", "agricola_classic", {}, 3),
    ("planner", "kalah", {"pits": 4, "seeds": 3}, 40),
    ("planner:states=5", "kalah", {"pits": 4, "seeds": 3}, 6),
    ("planner:states=12", "kalah", {"pits": 4, "seeds": 3}, 10),
    ("planner", "agricola_planning", {}, 8),
    ("planner:states=3", "agricola_planning", {}, 1),
    ("planner", "azul", {}, 4),
    ("planner", "queens", {"n": 1}, 10),
    *((f"agenda:strategy={name}", "agricola_classic", {}, 2) for name in ("depth", "lex", "random", "complexity")),
    ("clips", "kalah", {}, 12),
    ("clips", "queens", {"n": 1}, 10),
    ("clips", "azul", {}, 6),
    ("clips", "agricola_classic", {}, 3),
    ("clips", "agricola_planning", {"problem": 2}, 3),
    ("prolog", "kalah", {}, 30),
    ("prolog", "azul", {}, 6),
    ("prolog:file=document.pl", "azul", {}, 10),
    ("prolog", "queens", {"n": 1}, 10),
    ("prolog", "agricola_classic", {}, 4),
    ("prolog", "agricola_planning", {"problem": 2}, 6),
    ("agentspeak", "kalah", {}, 30),
    ("agentspeak", "queens", {"n": 1}, 10),
    ("agentspeak", "azul", {}, 3),
    ("agentspeak", "agricola_planning", {"problem": 5}, 4),
]


# Programs without words of their own, so that the minds say what they say then.
ANY_PLAN = "+!move : legal(M) & me(Me) <- play(M)."
NO_PLAN = "+!move : .findall(P, sows(_, P, 99), L) & .max(L, P) <- sow(P).\n+!move <- sow(1).\n"
PICK_PLAN = "+!move <- !pick(P); sow(P).\n+!pick(P) : sows(_, P, _)."
QUEEN_PLAN = "+!move : puts_queen(M, _, _) <- play(M)."
ANY_RULE = "(defrule any-move (legal (move ?move)) => (assert (choose (move ?move))))"
BLIND_RULE = '(defrule always => (assert (choose (move "1"))))'
BETTER = "better(M, Other) :- gain(M, Me, More), gain(Other, Me, Less), me(Me), More > Less."
RAISING = "choose(M) :- legal(M), ( M == '1' -> true ; N is nothing + 1, N > 0 )."
PROGRAMS: list[tuple[str, str, str, str, int]] = [
    ("agentspeak", "any.asl", ANY_PLAN, "kalah", 4),
    ("agentspeak", "no.asl", NO_PLAN, "kalah", 1),
    ("agentspeak", "pick.asl", PICK_PLAN, "kalah", 4),
    ("agentspeak", "queen.asl", QUEEN_PLAN, "queens", 4),
    ("clips", "any.clp", ANY_RULE, "kalah", 4),
    ("clips", "blind.clp", BLIND_RULE, "kalah", 1),
    ("prolog", "any.pl", "choose(M) :- legal(M).", "kalah", 4),
    ("prolog", "one.pl", "choose('1').", "kalah", 1),
    ("prolog", "better.pl", BETTER, "kalah", 20),
    ("prolog", "raising.pl", RAISING, "kalah", 1),
]

# Each mind with a position in which it is asked about a move: the game, its options, and how many moves before it.
ASKED: list[tuple[str, str, dict[str, object], int]] = [
    ("random", "kalah", {}, 2),
    ("agenda", "agricola_classic", {}, 4),
    ("alphabeta:depth=4", "kalah", {"pits": 4, "seeds": 3}, 2),
    ("alphabeta:depth=40", "kalah", {"pits": 2, "seeds": 3}, 0),
    ("alphabeta", "queens", {}, 4),
    ("alphabeta:nodes=3000", "azul", {}, 8),
    ("montecarlo:simulations=60", "kalah", {"pits": 4, "seeds": 3}, 2),
    ("planner", "agricola_planning", {}, 6),
    ("clips", "kalah", {}, 4),
    ("agentspeak", "kalah", {}, 4),
]

# In a game of plain Python, which is searched by `after`.
SEARCHES = ("greedy", "montecarlo:simulations=30", "alphabeta:depth=2", "alphabeta:depth=4", "alphabeta:depth=9")


def said(mind: str, name: str, options: dict[str, object], turns: int, seed: int = 3) -> Iterator[Claim]:
    """What a mind claims, at every seat, in a game with random moves now and then."""
    game, chance = load_game(name, options), random.Random(seed)
    players = [load_mind(mind, game).join(game, seat, seed) for seat in range(len(game.seats))]
    position, history = game.start(seed), list[Move]()
    try:
        for _ in range(turns):
            if position.turn is None:
                return
            seen = position.seen_by(position.turn, seed)
            choice = players[position.turn].choose(seen, history, Clock(60))
            yield from claims_of(seen, choice, mind)
            history.append(choice.move if chance.random() < 0.8 else chance.choice(list(position.moves)))
            position = position.after(history[-1])
    finally:
        for player in players:
            player.close()


def answered(mind: str, name: str, options: dict[str, object], moves: int) -> Iterator[Claim]:
    """What a mind claims when it is asked about each move that it does not choose, in a game with random moves."""
    game, chance = load_game(name, options), random.Random(moves)
    position, history = game.start(0), list[Move]()
    for _ in range(moves):
        history.append(chance.choice(list(position.moves)))
        position = position.after(history[-1])
    assert position.turn is not None
    for move in position.moves[:2]:
        player = load_mind(mind, game).join(game, position.turn, 1)
        choice = player.why_not(position.seen_by(position.turn, 0), history, move, Clock(60))
        player.close()
        yield from (claim for claim in claims_of(position, choice, mind) if claim.move == move != choice.move)


def claims_of(position: Position, choice: Choice, mind: str) -> Iterator[Claim]:
    """Everything an explanation claims; the referee answers for events."""
    for text, reason in reasons_of(choice.move.text, choice.why):
        if not reason.claim.key.startswith("games."):
            yield Claim(reason.claim, position, find_move(position, text), choice.move, choice.why, mind)


def claims_by(school: str, folder: Path) -> list[Claim]:
    """What a school claims in all games above; programs are written to the folder."""
    for _, file, text, _, _ in PROGRAMS:
        (folder / file).write_text(text)
    playing: list[tuple[str, str, dict[str, object], int]] = [*GAMES]
    playing += [(f"{mind}:file={folder / file}", game, {}, turns) for mind, file, _, game, turns in PROGRAMS]
    found = [claim for game in playing if school_of(game[0]) == school for claim in said(*game)]
    found += [claim for game in ASKED if school_of(game[0]) == school for claim in answered(*game)]
    searches = [mind for mind in SEARCHES if school_of(mind) == school]
    if searches:
        new_game(folder / "noughts", "python")
        found += [claim for mind in searches for seed in range(4) for claim in said(mind, "noughts", {}, 9, seed)]
    return found


def school_of(mind: str) -> str:
    return MindName.read(mind).school


def test_every_claim_that_can_be_said_has_a_checker() -> None:
    missing = [key for key in claim_keys() if checker_of(key) is None]
    assert missing == []


def claim_keys() -> Iterator[str]:
    """The keys of all messages of our schools that a reason may be made of."""
    for folder in (PACKAGE / "minds", *(PACKAGE / "minds" / name for name in SHIPPED)):
        tables = tomllib.loads((folder / "messages.toml").read_text(encoding="utf-8"))
        prefix = "minds" if folder.name == "minds" else f"minds.{folder.name}"
        yield from _keys({name: table for name, table in tables.items() if name not in NO_CLAIMS}, prefix)


def _keys(table: dict[str, object], prefix: str) -> Iterator[str]:
    for name, below in table.items():
        assert isinstance(below, dict)
        if "en" in below:
            yield f"{prefix}.{name}"
        else:
            yield from _keys(below, f"{prefix}.{name}")


def test_every_checker_is_for_something_that_can_be_said() -> None:
    known = set(claim_keys())
    for name in SHIPPED:
        assert {f"minds.{name}.{key}" for key in verdicts.claims_of(plugins("minds")[name])} <= known
    assert {f"minds.{key}" for key in verdicts._shared_claims()} <= known


def test_checkers_use_no_code_of_the_minds() -> None:
    """Of the minds they import traces, which are data, other checkers, and what checkers share."""
    for path in (PACKAGE / "minds").glob("*/claims.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludoteca.minds"):
                shared = node.module == "ludoteca.minds.shared.claims"
                checks = (".trace", ".trace.check", ".trace_check", ".obstacle_check")
                assert shared or str(node.module).endswith(checks), path


SAYING = sorted({school_of(mind) for mind, _, _, _ in GAMES})


@pytest.mark.parametrize(
    "school", [pytest.param(name, marks=needs.prolog if name == "prolog" else ()) for name in SAYING]
)
def test_what_a_school_says_is_checked(school: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is never found false; with something changed it is, and forged arguments break nothing."""
    monkeypatch.setenv("LUDOTECA_PATH", "")
    claims = claims_by(school, tmp_path)
    unchecked = {claim.message.key for claim in claims if checker_of(claim.message.key) is None}
    assert unchecked == set()
    assert {f"{claim.mind}: {claim.move}: {say(claim.message)}" for claim in claims if verdict(claim) is False} == set()
    passed = {key: not_caught(key, claims) for key in {claim.message.key for claim in claims}}
    assert {key: names for key, names in passed.items() if names} == {}
    for claim in {claim.message.key: claim for claim in claims}.values():
        check_forged(claim)


def verdict(claim: Claim) -> bool | None:
    """What the checker finds; what it cannot read is false, as for a judge of records."""
    checker = checker_of(claim.message.key)
    assert checker is not None
    try:
        return checker(claim)
    except Exception:
        return False


# What only the mind knows: no proof, no trace and no position shows it.
UNKNOWN = {
    "minds.agentspeak.not.elsewhere": {"condition"},
    "minds.agentspeak.not.fails": {"condition"},
    "minds.agentspeak.not.member": {"member"},
    "minds.alphabeta.again": {"nodes"},
    "minds.alphabeta.estimated.again": {"nodes"},
    "minds.alphabeta.searched": {"nodes"},
    "minds.montecarlo.again": {"simulations", "value"},
    "minds.planner.not.asked": {"states"},
    "minds.planner.not.found.worth": {"cost"},
    "minds.planner.still": {"what"},
    "minds.prolog.not.also": {"the whole"},
    "minds.prolog.not.even": {"the whole"},
    "minds.prolog.not.raises": {"the whole"},
    "minds.prolog.not.detail": {"goal"},
    "minds.prolog.not.fails": {"within"},
    "minds.prolog.not.holds": {"within"},
}


def not_caught(key: str, claims: list[Claim]) -> set[str]:
    """The arguments of a claim that can be changed without being found out."""
    told = [claim for claim in claims if claim.message.key == key]
    left = set(told[0].args or ("the whole",)) - UNKNOWN.get(key, set())
    for claim in told[:40]:
        for name, lie in lies(claim, claims[::29]):
            if name in left and verdict(lie) is False:
                left.discard(name)
        if not left:
            break
    return left


def lies(claim: Claim, others: list[Claim]) -> Iterator[tuple[str, Claim]]:
    """The claim with one argument changed, said of another move, or said in another explanation of the school."""
    for name, value in claim.args.items():
        for lie in (changed(value), "legal('1')", "legal('nothing')"):
            yield name, replace(claim, message=Message(claim.message.key, {**claim.args, name: lie}))
    for move in claim.position.moves:
        if move != claim.move:
            yield "the whole", replace(claim, move=move)
    for other in others:
        yield "the whole", replace(other, message=claim.message)


def changed(value: Argument) -> Argument:
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value} x"
    if value[0].startswith("minds."):
        inner = unquoted(value)
        return quoted(Message(inner.key, {name: changed(given) for name, given in inner.args.items()}))
    return (*value[:-1], f"{value[-1]} x")


def check_forged(claim: Claim) -> None:
    """Forged arguments are not true, and neither they nor a missing trace break the checker."""
    for args in ({}, dict.fromkeys(claim.args), dict.fromkeys(claim.args, ((),))):
        forged = replace(claim, message=Message(claim.message.key, args))  # type: ignore[arg-type]
        assert verdict(forged) in (False, None) or not claim.args
    assert verdict(replace(claim, why=replace(claim.why, trace=None))) in (True, False, None)


# Claims that are seldom made, all of them false of the first moves in a game.
SELDOM: list[tuple[str, str, dict[str, Argument]]] = [
    ("human", "minds.random.drawn", {"moves": 7}),
    ("greedy", "minds.human.chosen", {}),
    ("montecarlo:simulations=60", "minds.montecarlo.not.won", {"visits": 10}),
    ("montecarlo:simulations=60", "minds.montecarlo.not.same", {"visits": 10, "value": 50.0}),
    ("montecarlo:simulations=60", "minds.montecarlo.margin_left", {"visits": 10, "total": 60, "value": 50.0}),
    ("planner", "minds.planner.made.gap.worth", {"plan": ("minds.planner.plan.worth", "steps:=3"), "bound": 3}),
    ("planner", "minds.planner.again.differs", {}),
    ("planner", "minds.planner.not.hopeless", {}),
    ("planner", "minds.planner.not.unknown", {}),
    ("planner", "minds.planner.not.more", {"by": 2}),
    ("planner", "minds.planner.plan.cost", {"steps": 3, "cost": 2}),
    ("planner", "minds.planner.without.idle", {"visited": 1, "states": 20000}),
    ("planner", "minds.planner.without.unsolvable", {"visited": 1, "states": 20000}),
]


@pytest.mark.parametrize(("mind", "key", "args"), SELDOM)
def test_a_claim_that_is_seldom_made_is_found_false(mind: str, key: str, args: dict[str, Argument]) -> None:
    position = load_game("kalah").start(0)
    chooser = load_mind("greedy" if mind == "human" else mind, position.game).join(position.game, 0, 1)
    choice = chooser.choose(position, [], Clock(20))
    worst = position.moves[0]
    assert choice.move != worst
    assert verdict(Claim(Message(key, args), position, worst, choice.move, choice.why, mind)) is False


def test_reasons_for_the_chosen_move_and_against_another_cannot_change_places() -> None:
    position = load_game("kalah").start(0)
    for mind in ("planner", "clips"):
        player = load_mind(mind, position.game).join(position.game, 0, 1)
        choice = player.choose(position, [], Clock(20))
        player.close()
        chosen, rejected = choice.why.reason.claim, choice.why.rejected[0]
        other = find_move(position, rejected.move)
        assert verdict(Claim(chosen, position, other, choice.move, choice.why, mind)) is False
        assert verdict(Claim(rejected.reason.claim, position, choice.move, choice.move, choice.why, mind)) is False
        as_good = Message("minds.planner.not.same")
        assert verdict(Claim(as_good, position, choice.move, choice.move, choice.why, "planner")) is False


def test_that_a_decided_game_is_decided_is_checked() -> None:
    position = board([1, 0, 0, 2], [0, 1, 12, 1], (40, 2))
    player = load_mind("montecarlo:simulations=100", position.game).join(position.game, 0, 1)
    choice = player.choose(position, [], Clock(20))
    assert choice.why.value == 1.0
    found = {claim.message.key: verdict(claim) for claim in claims_of(position, choice, "montecarlo")}
    assert found["minds.montecarlo.margin_left"] is True


def test_a_file_of_checkers_that_is_broken_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteca.core.loading import BrokenPlugin

    folder = tmp_path / "minds" / "broken_claims"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("from ludoteca.minds.random import Random\n\nMIND = Random\n")
    (folder / "claims.py").write_text("CLAIMS = {\n")
    monkeypatch.setenv("LUDOTECA_PATH", str(tmp_path))
    with pytest.raises(BrokenPlugin, match=r"claims\.py"):
        checker_of("minds.broken_claims.drawn")
