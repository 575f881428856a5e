"""`step`: the program of a mind at a position, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rich.text import Text

from ludoteca.arena.game_runner import first_position, seen_position
from ludoteca.cli.output import console, errors, print_json, show_board
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.execution import Execution, ExecutionStep
from ludoteca.core.game import Move, find_move
from ludoteca.core.i18n import phrase, say
from ludoteca.core.options import read_settings
from ludoteca.core.record import to_json
from ludoteca.core.seeds import derive
from ludoteca.core.traces import trace_types
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import TrialTurn
from ludoteca.minds.shared.stepping import execution_of

_STYLES = {"exit": "green", "fires": "green", "fail": "red", "exception": "bold red", "redo": "yellow", "unify": "dim"}
_MOST_INDENT = 24


def step(
    game_name: str, mind_name: str, moves: Sequence[str], first: int, seed: int, settings: Sequence[str], as_json: bool
) -> None:
    """Print the steps of a mind after some moves of a game; raises `BadInput`."""
    game = load_game(game_name, read_settings(settings))
    mind = load_mind(mind_name, game)
    if mind.stepper is None:
        raise BadInput("core.no_stepper")
    positions, history = [first_position(game, seed)], list[Move]()
    for text in moves:
        history.append(find_move(positions[-1], text))
        positions.append(positions[-1].after(history[-1]))
    seat = positions[-1].turn
    if seat is None:
        raise BadInput("cli.step.over")
    *earlier, turn = [
        TrialTurn(seen_position(one, seed, number), history[:number])
        for number, one in enumerate(positions)
        if one.turn == seat
    ]
    make_player = partial(mind.join, game, seat, derive(seed, "player", seat))
    execution = execution_of(make_player, turn, first, earlier)
    if as_json:
        print_json(to_json(execution))
        return
    show_board(positions[-1])
    for number, one in enumerate(execution.steps, first + 1):
        console.print(_line(number, one, mind.stepper), soft_wrap=True)
    _show_end(execution)


def _line(number: int, step: ExecutionStep, kind: str) -> Text:
    package = trace_types()[kind].package.removeprefix("ludoteca.")
    port = phrase(f"{package}.page.port_{step.port}", LANGUAGE)
    line = Text(f"{number:>5} ", "dim").append("  " * min(step.depth, _MOST_INDENT))
    line.append(f"{port} ", f"not dim {_STYLES.get(step.port, 'cyan')}").append(step.text, "not dim")
    if step.source is not None:
        line.append(f"  {step.source.file}:{step.source.line}", "dim")
    return line


def _show_end(execution: Execution) -> None:
    first, last, total = execution.first + 1, execution.first + len(execution.steps), execution.total
    key = "step.more" if last < total else "step.all"
    console.print(tell(key, first=first, last=last, total=total, next=last + 1), style="dim")
    if execution.printed:
        console.print(Text(execution.printed.rstrip("\n"), "italic"))
    if execution.fault is not None:
        errors.print(Text(say(execution.fault, LANGUAGE), "red"))
    elif execution.move is not None:
        console.print(Text(tell("step.chose", move=execution.move), "bold"))
