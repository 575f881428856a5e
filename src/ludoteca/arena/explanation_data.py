"""Data sets of explanations: minds play games, and every choice is written with its reasons and their verdicts."""

from __future__ import annotations

import json
import platform
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from ludoteca import __version__
from ludoteca.arena.game_runner import DEFAULT_LIMIT, GameRunner, seen_position
from ludoteca.arena.judgement import Judged, judge
from ludoteca.arena.record_table import write_table
from ludoteca.arena.replay import replay
from ludoteca.arena.seat import MindProcess, ProcessSeat
from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.extras import load_extra
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.new_folder import new_folder
from ludoteca.core.record import Header, Record, Turn, to_json, to_line
from ludoteca.core.resources import resource
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.minds.schools import load_mind, minds_for, pinned, school

DATA, CARD = "explanations.jsonl", "README.md"
_FORMS = {"jsonl": DATA, "parquet": "explanations.parquet"}
_CARDS = Path(__file__).parent / "data_card"
_OPENING = 2  # moves drawn at random, so that minds without chance play different games
JUDGED = (Verdict.TRUE, Verdict.FALSE, Verdict.UNCHECKABLE)
"""The verdicts that are given without asking the mind."""

Table = tuple[str, str]  # a game and the mind that plays it


@dataclass(frozen=True, slots=True)
class GameSelection:
    """What is played: every game so many times by each mind, at all seats; no minds named are all that can play."""

    games: tuple[Game, ...]
    times: int = 1
    seed: int = 0
    minds: tuple[str, ...] = ()
    seconds: float = DEFAULT_LIMIT  # for a move

    def tables(self) -> list[tuple[Game, str]]:
        """Each game with each mind that plays it; raises `BadInput`."""
        return [(game, mind) for game in self.games for mind in self.minds_of(game)]

    def minds_of(self, game: Game) -> list[str]:
        """The minds that play a game, with what fixes the meaning of their names; raises `BadInput`."""
        names = self.minds or tuple(name for name in minds_for(game) if not school(name).at_terminal)
        for name in names:
            if load_mind(name, game).at_terminal:
                raise BadInput("arena.tournament.no_people", mind=name)
        return [pinned(name, game) for name in names]


@dataclass(slots=True)
class Counts:
    """What is in a data set."""

    games: int = 0
    forfeits: int = 0
    choices: Counter[Table] = field(default_factory=Counter)
    verdicts: dict[Table, Counter[Verdict]] = field(default_factory=lambda: defaultdict(Counter))  # on reasons, traces


def data_file(form: str) -> str:
    """The name of the data file in a format; raises `BadInput`, and `Unavailable` without what writes it."""
    if form not in _FORMS:
        raise no_such("value", form, _FORMS, prefix="format=")
    if form == "parquet":
        load_extra("pyarrow", "data")
    return _FORMS[form]


def write_data_set(
    folder: Path,
    plan: GameSelection,
    language: str = LANGUAGES[0],
    on_game: Callable[[Counts], None] = lambda counts: None,
    data: str = DATA,
) -> Counts:
    """Play the games and write the data set with its card, whole or not at all; raises `BadInput`.

    The folder must be new or empty. The card is in one language, the reasons are in all. `on_game` is called after each
    game.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise BadInput("arena.data_set.exists", path=str(folder))
    tables = plan.tables()
    for game, mind in tables:
        load_mind(mind, game).prepare(game)
    counts = Counts()
    with new_folder(folder) as draft:
        with (draft / DATA).open("w", encoding="utf-8") as file:
            for game, mind in tables:
                for record in _records(game, mind, plan):
                    _write_record(file, game, record, counts)
                    on_game(counts)
        if data != DATA:
            _make_table(draft / DATA, draft / data)
        (draft / CARD).write_text(_card(plan, counts, language, data), encoding="utf-8")
    return counts


def _make_table(lines: Path, table: Path) -> None:
    """Put a table in the place of lines of JSON: a row for each, in which what is no plain value is a JSON text."""
    with lines.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    columns = dict.fromkeys(name for row in rows for name in row)
    write_table(table, [{name: _cell(row.get(name)) for name in columns} for row in rows], "parquet")
    lines.unlink()


def _cell(value: Any) -> Any:
    return to_line(value) if isinstance(value, dict | list) else value


def _records(game: Game, mind: str, plan: GameSelection) -> Iterator[Record]:
    """The games of a mind against itself."""
    with closing(MindProcess()) as process:
        for number in range(plan.times):
            seats = [ProcessSeat(mind, process) for _ in game.seats]
            seed = derive(plan.seed, game.name, number)
            yield GameRunner(game, seats, seed, plan.seconds).play(_OPENING)
            for seat in seats:
                seat.leave()


def _write_record(file: TextIO, game: Game, record: Record, counts: Counts) -> None:
    table = game.name, record.header.minds[0]
    counts.games += 1
    counts.forfeits += record.result is not None and record.result.forfeit is not None
    for line in explained_choices(game, record):
        file.write(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n")
        counts.choices[table] += 1
        counts.verdicts[table].update(Verdict(verdict) for verdict in _verdicts(line))


def _verdicts(line: dict[str, Any]) -> Iterator[str]:
    yield from (reason["verdict"] for reason in line["reasons"])
    if line["trace_verdict"] is not None:
        yield line["trace_verdict"]["verdict"]


def explained_choices(game: Game, record: Record) -> Iterator[dict[str, Any]]:
    """The choices of minds in a record, each as the data of one line."""
    for number, (played, turn) in enumerate(replay(record, game)):
        if not turn.opening:
            seen = seen_position(played.position, record.header.seed, number)
            yield _line(record, number, seen, played.move, turn)


def _line(record: Record, number: int, seen: Position, move: Move, turn: Turn) -> dict[str, Any]:
    header, seat = record.header, seen.turn
    assert seat is not None
    judged = judge(seen, move, turn.why, header.minds[seat])
    trace = [each for each in judged if each.reason is None]
    return {
        **_origin(header),
        "number": number + 1,
        "seat": turn.seat,
        "mind": header.minds[seat],
        "position": {"saved": seen.save(), "facts": to_json(seen.facts())},
        "legal": [move.text for move in seen.moves],
        "move": move.text,
        "reasons": [_told(each) for each in judged if each.reason is not None],
        "trace_verdict": _told(trace[0]) if trace else None,
        "why": to_json(turn.why),
        "outcome": None if record.result is None or record.result.forfeit else record.result.result[seat],
    }


def _origin(header: Header) -> dict[str, Any]:
    origin = {"version": header.version, "game": header.game, "options": to_json(header.options), "seed": header.seed}
    return {**origin, "start": to_json(header.start)} if header.start else origin


def _told(judged: Judged) -> dict[str, Any]:
    """A reason in every language with its verdict and, if it is false, what is wrong; a trace has no words."""
    told: dict[str, Any] = {"move": judged.move}
    if judged.reason is not None:
        told |= {language: say(judged.reason.claim, language) for language in LANGUAGES}
    told["verdict"] = judged.verdict.value
    if judged.problem is not None:
        told["problem"] = {language: say(judged.problem, language) for language in LANGUAGES}
    return told


# The data card


def _card(plan: GameSelection, counts: Counts, language: str, data: str) -> str:
    template = resource(_CARDS / f"{language}.md").read_text(encoding="utf-8")
    return template.format(
        version=__version__,
        python=platform.python_version(),
        machine=platform.machine(),
        choices=counts.choices.total(),
        games=counts.games,
        forfeits=counts.forfeits,
        seed=plan.seed,
        times=plan.times,
        opening=_OPENING,
        seconds=f"{plan.seconds:g}",
        data=data,
        tables="\n".join(_rows(plan.tables(), counts)),
        options="\n".join(f"- {game.name}: `{to_line(dict(game.values))}`" for game in plan.games),
    )


def _rows(tables: Sequence[tuple[Game, str]], counts: Counts) -> Iterator[str]:
    for game, mind in tables:
        table = game.name, mind
        verdicts = " | ".join(str(counts.verdicts[table][verdict]) for verdict in JUDGED)
        yield f"| {game.name} | `{mind}` | {counts.choices[table]} | {verdicts} |"
