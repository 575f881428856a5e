"""`learn`: a network, or linear TD(λ), teaches itself a game and is kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from ludoteca.cli.background import GLANCE, Background
from ludoteca.cli.output import announce_compiling, console, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.i18n import phrase
from ludoteca.core.options import read_settings
from ludoteca.games import open_game
from ludoteca.training.learn import LEARNERS, Lesson, mind_of
from ludoteca.training.loop import Limit, Progress
from ludoteca.training.study import Network

_BAR = 20  # characters of a full bar in the learning curve


def learn(
    game_name: str,
    settings: Sequence[str],
    learner: str,
    minutes: float,
    positions: int | None,
    seed: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Let a learner play for some minutes, or until it has seen so many positions, and write it to a file."""
    announce_compiling()
    if learner not in LEARNERS:
        raise no_such("training.kind.learner", learner, LEARNERS)
    game = open_game(game_name, read_settings(settings))
    file = output or Path(f"{game.name}.npz")
    if not file.parent.is_dir():
        raise BadInput("cli.learn.no_folder", folder=str(file.parent))
    lesson, curve = Lesson(game, seed, learner=learner), list[Progress]()
    limit = Limit(60 * minutes) if positions is None else Limit(positions=positions)
    network = _learnt(lesson, limit, curve, as_json)
    try:
        network.save(file)
    except OSError as error:
        raise BadInput("cli.learn.unwritable", file=str(file), reason=error.strerror or "") from None
    now = curve[-1]
    if as_json:
        told = {"game": game.name, "options": dict(game.values), "learner": learner, "file": str(file)}
        print_json({**told, **asdict(now), "curve": [asdict(each) for each in curve]})
        return
    console.print(_curve_table(curve, len(game.seats)))
    options = "".join(f" --set {setting}" for setting in settings)
    play = f"ludoteca play {game.name}{options} --against {mind_of(str(file))}"
    console.print(phrase("cli.learn.done", LANGUAGE, file=str(file), games=now.games, command=play))


def _learnt(lesson: Lesson, limit: Limit, curve: list[Progress], quiet: bool) -> Network:
    """What a lesson has learnt at its end, or when Ctrl-C ended it; checkpoints are added to the curve."""
    now = lesson.progress()

    def note(progress: Progress) -> None:
        nonlocal now
        now = progress
        if progress.panel:
            curve.append(progress)
            results = ", ".join(f"{each.opponent} {each.result:.0%}" for each in progress.panel)
            if not quiet:
                console.print(tell("learn.measured", games=progress.games, results=results))

    work = Background(lambda: lesson.learn(limit, note))
    with console.status("") as status:
        while True:
            try:
                percent = int(100 * limit.part(now))
                status.update(tell("learn.progress", games=now.games, positions=now.positions, percent=percent))
                if work.done(GLANCE):
                    return work.result()
            except KeyboardInterrupt:
                lesson.stop()


def _curve_table(curve: Sequence[Progress], seats: int) -> Table:
    """The learning curve: a row for each checkpoint, with bars for what it won against each opponent."""
    opponents = [each.opponent for each in curve[-1].panel]
    columns = tell("learn.column.games"), tell("learn.column.positions"), tell("learn.column.seconds")
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold", title_justify="left")
    table.title = tell("learn.curve", games=curve[-1].panel[0].games, percent=round(100 / seats))
    for name in columns:
        table.add_column(name, justify="right")
    for opponent in opponents:
        table.add_column(tell("learn.column.against", opponent=opponent))
    for now in curve:
        bars = [f"{'█' * round(_BAR * each.result):{_BAR}} {each.result:4.0%}" for each in now.panel]
        table.add_row(str(now.games), str(now.positions), f"{now.seconds:.0f}", *bars)
    return table
