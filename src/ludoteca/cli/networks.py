"""`probe` and `distil`: what a network has learnt, as concepts that can be read from it and as rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.table import Table

from ludoteca.cli.output import announce_compiling, console, games_progress, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import phrase
from ludoteca.core.record import new_file
from ludoteca.rules.concepts import concept_key, concepts_of
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.training import distil as rules
from ludoteca.training import probes as concepts
from ludoteca.training.study import LEAST_ACCURACY, LEAST_SELECTIVITY, Probe, Subject, probes_file, subject_of


@dataclass(frozen=True, slots=True)
class Study:
    """Which network is studied, and in how many of its own games; None is the default of the command."""

    game: str
    settings: Sequence[str]
    weights: Path | None
    games: int | None
    seed: int | None
    output: Path | None
    as_json: bool

    def subject(self) -> Subject:
        """What is studied; raises `BadInput`."""
        return subject_of(self.game, self.settings, self.weights)


def probe(study: Study, positions: int | None) -> None:
    """Train and measure the probes of a network; keep them beside a file of weights that is named, or in `output`."""
    announce_compiling()
    subject = study.subject()
    game = subject.game
    file = study.output or (None if study.weights is None else probes_file(subject.file))
    if file is not None and not file.parent.is_dir():
        raise BadInput("cli.learn.no_folder", folder=str(file.parent))
    games = study.games or concepts.GAMES
    with games_progress(study.as_json) as bar:
        playing = bar.add_task(tell("networks.playing"), total=games)
        reading = bar.add_task(tell("networks.reading"), total=len(concepts_of(game)))
        found = concepts.train_probes(
            subject.network,
            game,
            games,
            1 if study.seed is None else study.seed,
            positions or concepts.POSITIONS,
            played=lambda: bar.advance(playing),
            report=lambda probe: bar.advance(reading),
        )
    if file is not None:
        try:
            found.save(file)
        except OSError as error:
            raise BadInput("cli.learn.unwritable", file=str(file), reason=error.strerror or "") from None
    if study.as_json:
        shown = [
            {**asdict(each), "selectivity": round(each.selectivity, 4), "told": each.is_told} for each in found.probes
        ]
        told = {"file": file and str(file), "training": dict(found.training), "probes": shown}
        print_json({**subject.described(), **told})
        return
    console.print(_probe_table(game, found.probes))
    limits = {"accuracy": round(100 * LEAST_ACCURACY), "selectivity": round(100 * LEAST_SELECTIVITY)}
    console.print(tell("networks.told", told=len(found.told), **limits))
    console.print(tell("networks.not_kept") if file is None else tell("networks.kept", file=str(file)))


def _probe_table(game: KernelGame, probes: Sequence[Probe]) -> Table:
    """What was measured of each concept, in percent."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold", title_justify="left")
    table.title = tell("networks.title")
    table.add_column(tell("networks.column.concept"))
    for name in ("holds", "accuracy", "untrained", "selectivity", "precision"):
        table.add_column(tell(f"networks.column.{name}"), justify="right")
    table.add_column(tell("networks.column.told"))
    for each in probes:
        shares = (each.base_rate, each.accuracy, each.untrained, each.selectivity, each.precision)
        words = phrase(concept_key(game, each.concept), LANGUAGE)
        table.add_row(words, *(f"{100 * share:.1f}" for share in shares), "✓" if each.is_told else "")
    return table


def distil(study: Study) -> None:
    """Induce rules from the choices of a network, and write them as a program to a new file."""
    announce_compiling()
    subject = study.subject()
    game = subject.game
    file = study.output or Path(f"{game.name}.pl")
    with new_file(file) as program:
        try:
            found = _distilled(study, subject)
        except BaseException:
            file.unlink()
            raise
        program.write(found.text)
    if study.as_json:
        told = {"file": str(file), **asdict(found), "rules": len(found.rules)}
        print_json({**subject.described(), **told})
        return
    console.print(found.text, markup=False)
    shares = {"agreement": found.agreement, "one_move_ahead": found.one_move_ahead, "random": found.random}
    options = "".join(f" --set {setting}" for setting in study.settings)
    command = f"ludoteca watch {game.name}{options} {rules.mind_of(str(file))} --why"
    percents = {name: f"{100 * share:.1f}" for name, share in shares.items()}
    console.print(phrase("cli.networks.distilled", LANGUAGE, file=str(file), command=command, **percents))


def _distilled(study: Study, subject: Subject) -> rules.Distilled:
    games, seed = study.games or rules.GAMES, rules.SEED if study.seed is None else study.seed
    with games_progress(study.as_json) as bar:
        playing = bar.add_task(tell("networks.playing"), total=games)
        return rules.distil(subject.network, subject.game, games, seed, played=lambda: bar.advance(playing))
