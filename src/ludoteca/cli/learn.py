"""`learn`: a network teaches itself a game and is kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from ludoteca.cli.background import GLANCE, Background
from ludoteca.cli.output import announce_compiling, console, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import phrase
from ludoteca.core.options import read_settings
from ludoteca.games import open_game
from ludoteca.training.learn import Lesson
from ludoteca.training.loop import Limit, Progress


def learn(
    game_name: str,
    settings: Sequence[str],
    minutes: float,
    positions: int | None,
    seed: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Let a network learn a game for some minutes, or until it has seen so many positions, and write it to a file."""
    announce_compiling()
    game = open_game(game_name, read_settings(settings))
    file = output or Path(f"{game.name}.npz")
    if not file.parent.is_dir():
        raise BadInput("cli.learn.no_folder", folder=str(file.parent))
    lesson, now = Lesson(game, seed), Progress(0.0, 0, 0, 0)

    def note(progress: Progress) -> None:
        nonlocal now
        now = progress
        if progress.panel and not as_json:
            results = ", ".join(f"{each.opponent} {each.result:.0%}" for each in progress.panel)
            console.print(tell("learn.measured", games=progress.games, results=results))

    limit = Limit(60 * minutes) if positions is None else Limit(positions=positions)
    work = Background(lambda: lesson.learn(limit, note))
    with console.status(tell("learn.progress", games=0, positions=0)) as status:
        while True:
            try:
                if work.done(GLANCE):
                    break
                status.update(tell("learn.progress", games=now.games, positions=now.positions))
            except KeyboardInterrupt:
                lesson.stop()
    network = work.result()
    try:
        network.save(file)
    except OSError as error:
        raise BadInput("cli.learn.unwritable", file=str(file), reason=error.strerror or "") from None
    if as_json:
        print_json({"game": game.name, "options": dict(game.values), "file": str(file), **asdict(now)})
        return
    options = "".join(f" --set {setting}" for setting in settings)
    play = f"ludoteca play {game.name}{options} --against learned:file={file}"
    console.print(phrase("cli.learn.done", LANGUAGE, file=str(file), games=now.games, command=play))
