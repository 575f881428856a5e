"""Train the network of a game: ``python -m ludoteca.training kalah --folder run --seconds 600 --torch``.

The folder holds the learning curve, the network, the best one against the panel, and what the next run needs to go on.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.games import load_game
from ludoteca.training.config import read_config, training_file, with_numbers
from ludoteca.training.learner import NumpyLearner
from ludoteca.training.loop import Limit, Progress, Run, network_of, restore
from ludoteca.training.self_play import SelfPlay


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ludoteca.training", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--folder", type=Path, required=True, help="for checkpoints and the learning curve")
    parser.add_argument("--config", type=Path, help="by default the training.toml of the game")
    parser.add_argument(
        "--begin", type=Path, help="the file of a network to begin with; blocks and inputs it lacks are added"
    )
    parser.add_argument("--seconds", type=float, default=600.0, help="of the whole run")
    parser.add_argument(
        "--pause", type=float, default=1e9, help="seconds after which this call ends; call it again to go on"
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--panel", type=int, default=0, metavar="N", help="processes for the panel of opponents")
    parser.add_argument("--torch", action="store_true", help="learn with PyTorch, on a GPU if there is one")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=NUMBER", help="another number in the configuration"
    )
    args = parser.parse_args()
    try:
        train(args)
    except BadInput as error:
        parser.error(str(error))


def train(args: argparse.Namespace) -> None:
    """Train, or go on training what the folder holds, or begin with the network of a file."""
    config = with_numbers(read_config(args.config or training_file(load_game(args.game))), args.set)
    network = network_of(config, args.folder, args.begin)
    args.folder.mkdir(parents=True, exist_ok=True)
    sys.setswitchinterval(1e-4)  # threads that return from compiled code need the interpreter soon, and briefly
    if args.torch:
        from ludoteca.training.torch_learner import TorchLearner, pinned

        learner: Any = TorchLearner(config, network)
        self_play = SelfPlay(config, network, args.threads, pinned)
    else:
        learner = NumpyLearner(config, network)
        self_play = SelfPlay(config, network, args.threads)
    restore(learner, args.folder)
    run = Run(config, learner, self_play, args.folder, args.panel)
    run.train(Limit(seconds=args.seconds), _tell, args.pause)
    print({what: round(seconds) for what, seconds in run.times.items()})


def _tell(now: Progress) -> None:
    losses = (
        f"policy {now.losses.policy:.3f} result {now.losses.result:.3f} score {now.losses.score:.4f}"
        if now.losses
        else ""
    )
    print(
        f"{now.seconds:6.0f} s  {now.games} games  {now.positions} positions  {now.steps} steps  {losses}", flush=True
    )
    for each in now.panel:
        print(f"    {each.options} {each.opponent}: {each.result:.1%} of {each.games}", flush=True)


if __name__ == "__main__":
    main()
