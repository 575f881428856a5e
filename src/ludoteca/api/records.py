"""Games that were played: `play`, `read_record`, and records that can be looked through, verified and tabulated."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ludoteca.core.record as core
from ludoteca.api.arguments import check_language, mind_list, read_numbers
from ludoteca.api.positions import Choice, Game, Position, as_game
from ludoteca.api.progress import progress_bar
from ludoteca.api.rendering import as_slides
from ludoteca.api.reviews import Review, review
from ludoteca.arena.game_runner import DEFAULT_LIMIT, GameRunner
from ludoteca.arena.replay import game_of, referee
from ludoteca.arena.seat import seat_for
from ludoteca.arena.verify import Report, verify
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import say
from ludoteca.core.outcome import outcome
from ludoteca.games import open_game

if TYPE_CHECKING:
    import pandas


def play(
    game: Game | str,
    minds: Sequence[str],
    *,
    seed: int = 0,
    limit: float = DEFAULT_LIMIT,
    opening: int = 0,
    progress: bool = True,
) -> Record:
    """Play a game between minds, one for each seat; the first `opening` moves are drawn from the seed.

    >>> from ludoteca.api.positions import game
    >>> record = play(game("kalah", pits=3, seeds=2), ["greedy", "random"], seed=7)
    >>> record.minds
    ('greedy', 'random')
    """
    seed, limit, opening = read_numbers(seed=seed, limit=limit, opening=opening)
    game = as_game(game)
    minds = mind_list(minds, game.rules)
    if len(minds) != len(game.seats):
        raise BadInput("arena.seats.mismatch", game=game.name, seats=len(game.seats), minds=len(minds))
    with ExitStack() as stack:
        seats = [stack.enter_context(closing(seat_for(mind, game.rules))) for mind in minds]
        note = stack.enter_context(progress_bar(game.name, progress))
        runner = GameRunner(game.rules, seats, seed, limit)
        return Record(game, runner.play(opening, record=lambda lines: note(str(len(runner.turns)))))


def read_record(path: str | Path) -> Record:
    """The record in a file, checked by the referee; raises `BadInput` with the line of what is wrong."""
    data = core.read_record(Path(path))
    rules = game_of(data, open_game)
    referee(data, rules, str(path))
    return Record(Game(rules), data)


class Record:
    """A game that was played. `data` is what a record file holds; positions and choices are made from it on demand."""

    def __init__(self, game: Game, data: core.Record) -> None:
        self.game = game
        self.data = data

    @property
    def minds(self) -> tuple[str, ...]:
        return self.data.header.minds

    @property
    def seed(self) -> int:
        return self.data.header.seed

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(turn.text for turn in self.data.turns)

    @property
    def winner(self) -> str | None:
        """The seat that won; None for a draw and for a game that is not over."""
        return None if self.data.result is None else self.data.result.winner

    @property
    def result(self) -> dict[str, float] | None:
        """1 for the winner, a share for those who are level, 0 for a loser; None for a game that breaks off."""
        ended = self.data.result
        return None if ended is None else dict(zip(self.game.seats, ended.result, strict=True))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the first to the last."""
        found = [self.game.start(self.seed)]
        for text in self.moves:
            found.append(found[-1].after(text))
        return tuple(found)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every move with its explanation, in order."""
        return tuple(self._choices())

    def _choices(self) -> Iterator[Choice]:
        for position, turn in zip(self.positions, self.data.turns, strict=False):
            yield Choice(position, self.minds[self.game.seats.index(turn.seat)], turn.text, turn.why)

    def verify(self) -> Report:
        """What `ludoteca replay --verify` finds: legality, scores, every reason, each choice made again."""
        return verify(self.data, self.game.rules)

    def review(self, *, progress: bool = True) -> Review:
        """Every move graded by what it cost; see `ludoteca.review`."""
        return review(self, progress=progress)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, which `ludoteca replay` reads; it replaces an older file. Raises `BadInput`."""
        try:
            Path(path).write_text(self.data.text, encoding="utf-8")
        except OSError as error:
            raise BadInput("core.record.not_writable", path=str(path), reason=error.strerror or "") from None

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move: number, seat, mind, move, sentence, reason, seconds, and the points after it."""
        return [
            {
                "number": number,
                "seat": turn.seat,
                "mind": choice.mind,
                "move": choice.move,
                "sentence": choice.position.sentence(choice.move),
                "reason": choice.sentence(),
                "seconds": turn.seconds,
                **{f"points_{seat}": points for seat, points in after.scores.items()},
            }
            for number, (choice, turn, after) in enumerate(
                zip(self._choices(), self.data.turns, self.positions[1:], strict=True), 1
            )
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """`rows` as a data frame; needs pandas."""
        from ludoteca.api.frames import data_frame

        return data_frame(self.rows())

    def outcome(self, language: str = "en") -> str:
        """Who won and by how much, or that the game breaks off."""
        check_language(language)
        ended = self.data.result
        if ended is None:
            return "…"
        points = self.positions[-1].board.scores()
        return say(outcome(self.game.rules, ended.result, points, ended.forfeit is None), language)

    def __len__(self) -> int:
        return len(self.data.turns)

    def __iter__(self) -> Iterator[Choice]:
        """The choices in order: each has its position, mind, move and explanation."""
        return self._choices()

    def __getitem__(self, number: int) -> Choice:
        """The choice of a turn, from 0 on."""
        return self.choices[number]

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.game, self.seed, self.minds, self.moves))

    def __repr__(self) -> str:
        return f"<{self.game.name}: {' – '.join(self.minds)}, {len(self)} moves, {self.outcome()}>"

    def _repr_html_(self) -> str:
        slides = [self.positions[0].svg()]
        slides += [
            f"{after.svg()}<p>{number}.</p>{choice.as_html()}"
            for number, (choice, after) in enumerate(zip(self._choices(), self.positions[1:], strict=True), 1)
        ]
        return f"<p>{html.escape(' – '.join(self.minds))}: {html.escape(self.outcome())}</p>{as_slides(slides)}"
