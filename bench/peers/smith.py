"""Agent Smith, first of 101 teams in a course's competition: Neva-Y/Azul-AI-agent-smith on GitHub.

It samples random play to the end of the round for 0.95 s a move, here of the processor's time, and rates the boards
after it. Its referee numbers colours and lines as our rules do.
"""

from __future__ import annotations

import random
import sys
import time
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludoteca.core.game import Move
from ludoteca.games.azul.rules import CENTRE, COLOURS, FLOOR, MARKER, SIZE, TARGETS, TO_FLOOR
from ludoteca.rules.kernel.game import KernelPosition

_AGENT = "agents.t_014.MCTS.MCTSSubmission3"  # the one that its myTeam.py plays


class SmithPeer:
    """The agent, with the state and the rules of its project."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        self._model, agent, states = map(import_module, ("Azul.azul_model", _AGENT, "agents.t_014.MCTS.MCTSState"))
        agent.__dict__["time"] = SimpleNamespace(time=time.process_time)
        self._agent, self._node_state = agent.MCTSSubmission3, states.MCTSState
        self._rules = self._model.AzulGameRule(2)

    def begin(self, seed: int) -> None:
        random.seed(seed)  # it draws from the generator that all share

    def choose(self, position: KernelPosition) -> int:
        seat = position.turn
        assert seat is not None
        return _code(self._agent(seat, self._node_state(seat, self._state_of(position))).MCTSearch())

    def legal_codes(self, position: KernelPosition) -> set[int]:
        """A line that is full is a target of its own there: what is put on it falls to the floor."""
        return {_code(action) for action in self._rules.getLegalActions(self._state_of(position), position.turn)}

    def agrees(self, position: KernelPosition, move: Move, after: KernelPosition) -> bool:
        """Within a round all that the agent looks at; after it walls and scores."""
        state = self._state_of(position)
        actions = self._rules.getLegalActions(state, position.turn)
        state = self._rules.generateSuccessor(
            state, next(action for action in actions if _code(action) == move.code), position.turn
        )
        if after.turn is not None and after.state.rounds == position.state.rounds:
            assert _contents(state) == _contents(self._state_of(after)), repr(position)
            return True
        for seat, board in enumerate(state.agents):
            board.ScoreRound()
            if after.turn is None:
                board.EndOfGameScore()
            assert board.score == after.state.scores[seat], repr(position)
            assert np.array_equal(board.grid_state, after.state.wall[seat]), repr(position)
        return True

    def _state_of(self, position: KernelPosition) -> Any:
        """A position as the agent's state; the bag, which it does not look at, is not filled."""
        s, state = position.state, self._model.AzulState(2)
        tiles = list(self._model.utils.Tile)
        for source, display in ((CENTRE, state.centre_pool), *enumerate(state.factories, 1)):
            display.tiles = {tile: int(s.tiles[source, tile]) for tile in tiles}
            display.total = sum(display.tiles.values())
        state.first_agent_taken, state.next_first_agent = not s.marked, -1
        for seat, board in enumerate(state.agents):
            fallen = [int(thing) for thing in s.floor[seat] if thing]
            if MARKER in fallen:
                state.next_first_agent = seat
            board.floor = [1] * len(fallen) + [0] * (FLOOR - len(fallen))
            board.floor_tiles = [tiles[thing - 1] for thing in fallen if thing != MARKER]
            board.score, board.grid_state = int(s.scores[seat]), s.wall[seat].astype(float)
            board.lines_number = [int(count) for count in s.counts[seat]]
            board.lines_tile = [
                tiles[colour] if count else -1 for colour, count in zip(s.colours[seat], s.counts[seat], strict=True)
            ]
            board.number_of = {
                tile: sum(int(s.wall[seat, row, (row + tile) % SIZE]) for row in range(SIZE)) for tile in tiles
            }
            for _ in range(s.rounds):
                board.agent_trace.StartRound()
        return state


def _code(action: Any) -> int:
    """The code of a move of the agent's project."""
    _, factory, grab = action
    target = grab.pattern_line_dest if grab.num_to_pattern_line else TO_FLOOR
    return int(((factory + 1) * COLOURS + grab.tile_type) * TARGETS + target)


def _contents(state: Any) -> list[object]:
    """What the agent looks at in a state."""
    boards = [
        (board.floor, sorted(board.floor_tiles), board.score, board.lines_number, board.lines_tile)
        for board in state.agents
    ]
    walls = [board.grid_state.tolist() for board in state.agents]
    offers = [(display.tiles, display.total) for display in (state.centre_pool, *state.factories)]
    return [boards, walls, offers, state.first_agent_taken, state.next_first_agent]
