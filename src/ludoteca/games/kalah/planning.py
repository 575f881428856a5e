"""The planning view of Kalah: one turn as a problem that maximizes the seeds won."""

from __future__ import annotations

from pathlib import Path

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, ProblemTemplate, StateDescription, Transition
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import Action, State, Task

_MINE, _THEIRS = "pit-{}", "their-pit-{}"
_STORES = ("my-store", "their-store")
_OFFERED = Atom("swap-offered")
_AGAIN = "sow-again"
_PASSING = {"capture-around", "capture-at-home", "sow-and-store-the-rest"}  # one seed is sown into the store besides


class KalahTurn(PlanningView):
    """One turn of a seat, whose own pits are `pit-1` to `pit-6`, from its left."""

    file = Path(__file__).parent / "knowledge" / "turn.pddl"
    compared_moves = 13  # all of them: a turn is a small problem

    def template(self, game: Game, seat: int) -> ProblemTemplate:
        pits, seeds, once = int(game.values["pits"] or 0), int(game.values["seeds"] or 0), game.values["lap"] == "store"
        mine, theirs = _row(_MINE, pits), _row(_THEIRS, pits)
        around = 2 * pits + 1
        rounds = range(1 if once else 2 * pits * seeds // around + 1)
        objects = f"{' '.join(mine)} - mine {' '.join(theirs)} - theirs {' '.join(map(_round, rounds))} - round"
        init = ["(my-turn) (= (bonus) 0)", f"(= (around) {around}) (last-pit {theirs[-1]})"]
        init += [f"(= (rounds {_round(number)}) {number})" for number in rounds]
        init += [word for word, holds in _options(game).items() if holds]
        init += [f"(opposite {pit} {across})" for pit, across in zip(mine, reversed(theirs), strict=True)]
        init += [f"(same-place {pit} {other})" for pit, other in zip(mine, theirs, strict=True)]
        ring = [*mine, _STORES[0], *theirs]
        for place, pit in enumerate(mine):
            for away in range(1, around + 1):
                hollow = ring[(place + away) % around]
                init.append(f"(= (distance {pit} {hollow}) {away})")
                if not once or place + away < around:
                    init.append(f"(ends {pit} {hollow})")
        metric = "maximize (+ (- (seeds my-store) (seeds their-store)) (bonus))"
        return ProblemTemplate("turn", objects, " ".join(init), "(and (done))", metric)

    def described_symbols(self, game: Game) -> frozenset[str]:
        return frozenset({"seeds", _OFFERED.name})

    def describe(self, position: Position, seat: int) -> StateDescription:
        me = position.game.seats[seat]
        values: dict[Atom, Number] = {}
        offered = False
        for fact in position.facts():
            match fact.relation, fact.args:
                case "pit", (owner, pit, int(seeds)):
                    values[Atom("seeds", ((_MINE if owner == me else _THEIRS).format(pit),))] = seeds
                case "store", (owner, int(seeds)):
                    values[Atom("seeds", (_STORES[owner != me],))] = seeds
                case "swap_offered", ():
                    offered = seat == 1  # to north alone
        return StateDescription(frozenset({_OFFERED} if offered else ()), values)

    def move_of(self, game: Game, seat: int, action: Action) -> PlannedMove | None:
        if action.schema.name == "swap":
            return PlannedMove(seat, "swap")
        pits = [arg for arg in action.args if arg.startswith(_MINE.format(""))]
        return PlannedMove(seat, pits[0].removeprefix(_MINE.format(""))) if pits else None

    def step_message(self, game: Game, transition: Transition) -> Message | None:
        name = transition.action.schema.name
        before, after = (_seeds(transition.task, each, _STORES[0]) for each in (transition.before, transition.after))
        stored = after - before
        args: dict[str, Argument] = {"seeds": stored - (name in _PASSING)}
        for word, variable in (("pit", "?p"), ("end", "?h")):
            if variable in transition.action.bound:
                args[word] = int(transition.action.bound[variable].rpartition("-")[2])
        if name == _AGAIN and self._over(game, transition):
            name = "sow-to-store"
        return Message(f"games.kalah.step.{word_of(name)}", args)

    def _over(self, game: Game, transition: Transition) -> bool:
        """Whether a step leaves a row empty."""
        rows = (_row(name, int(game.values["pits"] or 0)) for name in (_MINE, _THEIRS))
        return any(not any(_seeds(transition.task, transition.after, pit) for pit in row) for row in rows)


def _seeds(task: Task, state: State, hollow: str) -> int:
    return int(task.value(state, Atom("seeds", (hollow,))) or 0)


def _row(name: str, pits: int) -> list[str]:
    return [name.format(number) for number in range(1, pits + 1)]


def _round(number: int) -> str:
    return f"round-{number}"


def _options(game: Game) -> dict[str, bool]:
    values = game.values
    return {
        "(banks-singles)": values["capture"] == "empty",
        "(one-round)": values["lap"] == "store",
        "(sweeps)": bool(values["sweep"]),
    }


VIEW = KalahTurn()
