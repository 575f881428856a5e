"""Our games as PettingZoo environments: agents move in turn (AEC), with action masks.

An agent is a seat. Its observation is a dictionary with `observation`, the vector of the game's `encoding.py` as this
seat sees the position, and `action_mask`, 1 for the number of every legal move; the mask of an agent that is not to
move is all 0. Rewards come at the end of a game and add up to zero: 1 for the winner, -1 for the loser of two, shared
by all losers of more, 0 for a draw. A seed is the seed of `--seed` and of records: it begins the same game.

>>> environment = env("kalah", pits=3, seeds=2)
>>> environment.reset(seed=7)
>>> environment.agent_selection, int(environment.action_space("south").n)
('south', 3)
>>> environment.step(0)
>>> observation, reward, terminated, truncated, info = environment.last()
>>> environment.agent_selection, observation["action_mask"].tolist(), info["moves"]
('north', [1, 1, 1], ('1', '2', '3'))
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from ludoteca.arena.game_runner import first_position
from ludoteca.bridges.rewards import zero_sum
from ludoteca.core.extras import load_extra
from ludoteca.core.game import Game, PlayedMove
from ludoteca.core.options import read_seed
from ludoteca.core.seeds import derive
from ludoteca.games import open_game
from ludoteca.rules.encoding import encoding_of

# First, so that a missing package is told with the command that installs it.
load_extra("pettingzoo", "pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

_RENDER_MODES = ("ansi", "human", "svg")
_METADATA = {"render_modes": list(_RENDER_MODES), "is_parallelizable": False}


def env(game: str, /, *, render_mode: str | None = None, **options: object) -> Any:
    """The environment of a game by its name, with options; raises `BadInput`.

    It is a `GameEnvironment`, wrapped so that steps before `reset` are refused.
    """
    return OrderEnforcingWrapper(GameEnvironment(open_game(game, options), render_mode))


class GameEnvironment(AECEnv):
    """A game as an AEC environment; `position` is the referee's. An illegal action raises `IllegalMove`."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        """`render_mode`: `ansi`, the board as text; `human`, printed; `svg`, as a picture."""
        super().__init__()
        assert render_mode is None or render_mode in _RENDER_MODES, render_mode
        self.game = game
        self.encoding = encoding_of(game)
        self.render_mode = render_mode
        self.metadata = {**_METADATA, "name": f"ludoteca_{game.name}"}
        self.possible_agents = list(game.seats)
        box = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (len(self.encoding.actions),), np.int8)
        seats = self.possible_agents
        self.observation_spaces = {seat: spaces.Dict({"observation": box, "action_mask": mask}) for seat in seats}
        self.action_spaces = {seat: spaces.Discrete(len(self.encoding.actions)) for seat in seats}
        self._seed = secrets.randbits(32)
        self._episode = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of the seed; without one, the next of a series that the last seed began."""
        if seed is not None:
            self._seed, self._episode = read_seed(seed), 0
        start = derive(self._seed, "episode", self._episode) if self._episode else self._seed
        self._episode += 1
        self.position = first_position(self.game, start)
        self.last_move: PlayedMove | None = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees: the vector of the position, and which numbers are its legal moves."""
        seat = self.game.seats.index(agent)
        mask = np.zeros(len(self.encoding.actions), np.int8)
        if self.position.turn == seat:
            mask = self.encoding.mask(self.position)
        return {"observation": self.encoding.vector(self.position, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move with a number; a seat whose game is over is asked once more, for None."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        move = self.encoding.move(self.position, -1 if action is None else int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.last_move = PlayedMove(self.position, move)
        self.position = self.position.after(move)
        if self.position.turn is None:
            self.rewards = dict(zip(self.agents, zero_sum(self.position.result()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """The seat to move is next, or the first one at the end; each is told the texts of its moves."""
        turn = self.position.turn
        self.agent_selection = self.possible_agents[turn or 0]
        texts = tuple(move.text for move in self.position.moves)
        self.infos = {seat: {"moves": texts if seat == self.agent_selection else ()} for seat in self.agents}

    def render(self) -> str | None:
        """The board as text or as a picture; printed with the mode `human`."""
        if self.render_mode == "svg":
            return self.game.svg(self.position, self.last_move)
        from rich.console import Console

        console = Console(width=110, highlight=False, no_color=True)
        with console.capture() as captured:
            console.print(self.game.terminal(self.position, self.last_move))
        if self.render_mode != "human":
            return captured.get()
        print(captured.get())
        return None

    def close(self) -> None:
        """Nothing is left open."""
