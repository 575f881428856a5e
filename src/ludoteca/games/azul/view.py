"""Draws Azul as SVG: factories and centre above, the players' boards below."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.core.seat_titles import seat_title
from ludoteca.games.azul.drawings import STYLE, SYMBOLS
from ludoteca.games.azul.facts import COLOUR_NAMES, SEATS, line_fact, source_name, tiles_fact
from ludoteca.games.azul.rules import CENTRE, COLOURS, FLOOR, SIZE, TO_FLOOR, column_of, target_of
from ludoteca.games.azul.tiles import (
    LID,
    MARKER_PLACE,
    Places,
    Tile,
    floor_place,
    line_place,
    named_tiles,
    wall_place,
)
from ludoteca.games.shared.spoken import spoken
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.position_editor import EditPlace

_TILE = 44
_PITCH = _TILE + 4
_PAD = 18
_GAP = 24
_HEAD = 46
_BOARD_WIDTH = 2 * _PAD + 10 * _PITCH + 34
_WALL_LEFT = _PAD + 5 * _PITCH + 34
_FLOOR_TOP = _HEAD + SIZE * _PITCH + 30
_BOARD_HEIGHT = _FLOOR_TOP + _PITCH + 12
_FACTORY = 132  # between the centres of factories
_RADIUS = 62
_CENTRE_WIDTH = 6 * (_PITCH + 6) + 20
_CENTRE_HEIGHT = 128
_STACKED = 15  # visible part of a tile under another in the centre
_COSTS = (1, 1, 2, 2, 2, 3, 3)
_WIDE, _NARROW = 2 * _BOARD_WIDTH + _GAP, _BOARD_WIDTH


def draw(
    position: Position, last: PlayedMove | None, language: str, narrow: bool, player_names: tuple[str, ...] = ()
) -> str:
    """The SVG of a position."""
    assert isinstance(position, KernelPosition)
    return picture(position, last, language, narrow, named_tiles(position.state), player_names)


def picture(
    position: KernelPosition,
    last: PlayedMove | None,
    language: str,
    narrow: bool,
    places: Places,
    player_names: tuple[str, ...] = (),
) -> str:
    """The SVG of a position with the given tile ids."""
    return _Picture(position, last, language, narrow, player_names).svg(places)


def edit_places(position: Position, language: str, narrow: bool) -> list[EditPlace]:
    """Factories, centre, bag, lines, walls, floors, scores, starters and the round, which can be changed."""
    assert isinstance(position, KernelPosition)
    return list(_Picture(position, None, language, narrow).places())


class _Picture:
    """The layout and drawing of one position."""

    def __init__(
        self,
        position: KernelPosition,
        last: PlayedMove | None,
        language: str,
        narrow: bool,
        player_names: tuple[str, ...] = (),
    ) -> None:
        self.state: Any = position.state
        self.turn = position.turn
        self.texts = [move.text for move in position.moves]
        self.last = last
        self.language = language
        self.players = int(self.state.players)
        self.seats = SEATS[self.players]
        seats = range(self.players)
        self.titles = [seat_title(position.game, seat, language, player_names) for seat in seats]
        self.factories = 2 * self.players + 1
        self.width = _NARROW if narrow else _WIDE
        self.columns = 1 if narrow else 2
        self.abreast = 4 if narrow else 5
        self.plates = math.ceil(self.factories / self.abreast)
        plates_height = self.plates * _FACTORY
        # The centre is beside the factories in a wide picture, below them in a narrow one.
        self.centre = (0.0, plates_height + 4.0) if narrow else (self.abreast * _FACTORY + 24.0, self._middle())
        below = _CENTRE_HEIGHT + 16 if narrow else 0
        self.top = max(plates_height, 0 if narrow else _CENTRE_HEIGHT) + below + 14
        self.height = self.top + math.ceil(self.players / self.columns) * (_BOARD_HEIGHT + _GAP) - _GAP + 4

    def _middle(self) -> float:
        """The top of the centre in a wide picture."""
        return max(0.0, (self.plates * _FACTORY - _CENTRE_HEIGHT) / 2)

    def svg(self, places: Places) -> str:
        """The SVG with the tiles at the given places."""
        factories = [self._factory(source) for source in range(1, self.factories + 1)]
        boards = [self._board(seat) for seat in range(self.players)]
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="azul" viewBox="-4 -2 {self.width + 8} {self.height}"'
            f"{spoken(self._label(), 'group')}><style>{STYLE}</style>{SYMBOLS}",
            *factories,
            self._centre(),
            *boards,
            '<g pointer-events="none" aria-hidden="true">',
            *(
                self._tile(tile, self._spot(place, number))
                for place in places
                for number, tile in enumerate(places[place])
            ),
            "</g></svg>",
        ]
        return "\n".join(parts)

    def _label(self) -> str:
        """The spoken name of the picture."""
        scores = tuple(f"{title} {int(self.state.scores[seat])}" for seat, title in enumerate(self.titles))
        if self.turn is None:
            return phrase("games.azul.label.over", self.language, scores=scores)
        seat, round_ = self.titles[self.turn], int(self.state.rounds)
        return phrase("games.azul.label.turn", self.language, round=round_, seat=seat, scores=scores)

    # Places

    def _plate(self, source: int) -> tuple[float, float]:
        """The middle of a factory."""
        row, column = divmod(source - 1, self.abreast)
        in_row = min(self.abreast, self.factories - row * self.abreast)
        shift = (self.abreast - in_row) * _FACTORY / 2
        return shift + column * _FACTORY + _FACTORY / 2, row * _FACTORY + _FACTORY / 2

    def _corner(self, seat: int) -> tuple[float, float]:
        """The upper left corner of a board."""
        row, column = divmod(seat, self.columns)
        return column * (_BOARD_WIDTH + _GAP), self.top + row * (_BOARD_HEIGHT + _GAP)

    def _spot(self, place: str, number: int) -> tuple[float, float]:
        """The upper left corner of a tile, by its place and its number there."""
        if place == MARKER_PLACE:
            return self.centre[0] + 12, self.centre[1] + 34
        if place == LID:
            return self.centre[0] + _CENTRE_WIDTH + 14, self.centre[1] + 66
        kind, *numbers = place.split("-")
        first, *rest = map(int, numbers)
        if kind == "source":
            return self._source_spot(first, rest[0], number)
        x, y = self._corner(first)
        match kind:
            case "line":
                return x + _PAD + (SIZE - 1 - number) * _PITCH, y + _HEAD + rest[0] * _PITCH
            case "wall":
                return x + _WALL_LEFT + rest[1] * _PITCH, y + _HEAD + rest[0] * _PITCH
            case _:
                return x + _PAD + number * _PITCH, y + _FLOOR_TOP

    def _source_spot(self, source: int, colour: int, number: int) -> tuple[float, float]:
        """The upper left corner of a tile at a source."""
        if source == CENTRE:
            x, y = self.centre
            deep = max(1, int(self.state.tiles[CENTRE, colour]) - 1)
            step = min(_STACKED, (_CENTRE_HEIGHT - _TILE - 46) / deep)
            return x + 12 + (colour + 1) * (_PITCH + 6), y + 34 + number * step
        x, y = self._plate(source)
        before = sum(int(self.state.tiles[source, other]) for other in range(colour))
        row, column = divmod(before + number, 2)
        return x + (column - 1) * _PITCH + 2, y + (row - 1) * _PITCH + 2

    def places(self) -> Iterator[EditPlace]:
        """Everything that can be changed."""
        for source in range(1, self.factories + 1):
            x, y = self._plate(source)
            box = x - _RADIUS, y - _RADIUS, 2 * _RADIUS, 2 * _RADIUS
            yield EditPlace(f"factory {source}", self._source_title(source), *box)
        x, y = self.centre
        beside = x + _CENTRE_WIDTH + 8
        yield EditPlace("centre", self._source_title(CENTRE), x, y, _CENTRE_WIDTH, _CENTRE_HEIGHT)
        round_ = phrase("games.azul.view.round", self.language, round=int(self.state.rounds))
        yield EditPlace("round", round_, beside, y + 2, 130, 28)
        yield EditPlace("bag", phrase("games.azul.view.bag", self.language), beside, y + 34, 130, 26)
        for seat, name in enumerate(self.seats):
            yield from self._places_of_board(seat, name)

    def _places_of_board(self, seat: int, name: str) -> Iterator[EditPlace]:
        x, y = self._corner(seat)
        title = self.titles[seat]
        starts = phrase("games.azul.view.starts_next", self.language)
        points = phrase("games.azul.view.points", self.language, points=int(self.state.scores[seat]))
        yield EditPlace(f"starter {name}", f"{title}: {starts}", x + 6, y + 6, _BOARD_WIDTH / 2, _HEAD - 10)
        yield EditPlace(f"score {name}", f"{title}: {points}", x + _BOARD_WIDTH - 110, y + 6, 104, _HEAD - 10)
        for row in range(SIZE):
            box = *self._spot(line_place(seat, row), row), (row + 1) * _PITCH - 4, _TILE
            yield EditPlace(f"line {name} {row + 1}", f"{title}: {self._line_title(seat, row)}", *box)
            for column in range(SIZE):
                there = phrase("games.azul.view.wall_space", self.language, row=row + 1, column=column + 1)
                corner = self._spot(wall_place(seat, row, column), 0)
                yield EditPlace(f"wall {name} {row + 1} {column + 1}", f"{title}: {there}", *corner, _TILE, _TILE)
        corner = self._spot(floor_place(seat), 0)
        yield EditPlace(f"floor {name}", f"{title}: {self._floor_title(seat)}", *corner, FLOOR * _PITCH - 4, _TILE)

    # Elements

    def _tile(self, tile: Tile, spot: tuple[float, float]) -> str:
        colour = "marker" if tile.is_marker else COLOUR_NAMES[tile.colour]
        x, y = spot
        return f'<use id="{tile.name}" href="#azul-{colour}" x="{x:g}" y="{y:g}" width="{_TILE}" height="{_TILE}"/>'

    def _factory(self, source: int) -> str:
        x, y = self._plate(source)
        plate = f'<circle class="plate" cx="{x:g}" cy="{y:g}" r="{_RADIUS}"/>'
        place = f'x="{x - _RADIUS + 6:g}" y="{y - _RADIUS + 22:g}"'
        number = f'<text class="number" {place} aria-hidden="true">{source}</text>'
        title = f"<title>{escape(self._source_title(source))}</title>"
        return f'<g role="group">{title}{plate}{number}{self._picks(source)}</g>'

    def _source_title(self, source: int) -> str:
        if source == CENTRE:
            return phrase("games.azul.view.centre", self.language)
        return phrase("games.azul.view.factory", self.language, number=source)

    def _picks(self, source: int) -> str:
        """The clickable groups of a source, one for each colour."""
        groups = []
        for colour in range(COLOURS):
            count = int(self.state.tiles[source, colour])
            if not count:
                continue
            spots = [self._source_spot(source, colour, number) for number in range(count)]
            shapes = "".join(
                f'<rect class="hit" x="{x - 2:g}" y="{y - 2:g}" width="{_PITCH}" height="{_PITCH}" rx="8"/>'
                for x, y in spots
            )
            pick = f"{source_name(source)} {COLOUR_NAMES[colour]}"
            can = any(text.startswith(f"{pick} ") for text in self.texts)
            action = f' data-pick="{pick}" tabindex="0"' if can else ""
            word = f"games.azul.colour.{COLOUR_NAMES[colour]}"
            place = self._source_title(source)
            label = phrase("games.azul.view.tiles", self.language, source=place, tiles=count, colour=word)
            fact = tiles_fact(self.state, source, colour)
            name = f"pick-{source}-{COLOUR_NAMES[colour]}"
            groups.append(f'<g id="{name}"{action}{spoken(label)} data-fact="{fact}">{shapes}</g>')
        return "".join(groups)

    def _centre(self) -> str:
        x, y = self.centre
        width = _CENTRE_WIDTH
        name = self._source_title(CENTRE)
        label = phrase("games.azul.view.marked_centre", self.language) if self.state.marked else name
        words = [phrase(f"games.azul.view.{word}", self.language) for word in ("bag", "lid")]
        counts = [
            f'<text class="count" x="{sx + _TILE / 2:g}" y="{y + 24:g}" aria-hidden="true">{count}</text>'
            for colour in range(COLOURS)
            if (count := int(self.state.tiles[CENTRE, colour])) > 1
            for sx, _ in [self._source_spot(CENTRE, colour, 0)]
        ]
        beside = x + width + 14
        bag, lid = int(self.state.bag.sum()), int(self.state.lid.sum())
        round_ = phrase("games.azul.view.round", self.language, round=int(self.state.rounds))
        return "".join(
            (
                f"<g{spoken(label, 'group')}>",
                f'<rect class="middle" x="{x:g}" y="{y:g}" width="{width}" height="{_CENTRE_HEIGHT}" rx="20"/>',
                f'<text class="note" x="{x + 12:g}" y="{y + 22:g}" aria-hidden="true">{escape(name)}</text>',
                *counts,
                self._picks(CENTRE),
                "</g>",
                f'<text class="note" x="{beside:g}" y="{y + 24:g}" font-weight="700">{escape(round_)}</text>',
                f'<text class="note" id="bag" x="{beside:g}" y="{y + 54:g}">{escape(words[0])} {bag}</text>',
                f'<text class="note" id="lid" x="{beside:g}" y="{y + 84:g}">{escape(words[1])} {lid}</text>',
            )
        )

    def _board(self, seat: int) -> str:
        x, y = self._corner(seat)
        name, title = self.seats[seat], self.titles[seat]
        mine = self.turn == seat
        score = int(self.state.scores[seat])
        points = phrase("games.azul.view.points", self.language, points=score)
        starts = "①" if int(self.state.starter) == seat and not self.state.marked and self.turn is not None else ""
        return "".join(
            (
                f"<g{spoken(f'{title}, {points}', 'group')}>",
                f'<rect class="board{" turn" if mine else ""}" x="{x:g}" y="{y:g}" width="{_BOARD_WIDTH}"'
                f' height="{_BOARD_HEIGHT}" rx="16"/>',
                f'<text class="name" x="{x + _PAD:g}" y="{y + 31:g}" aria-hidden="true">',
                f"{'▶ ' if mine else ''}{escape(title)} {starts}</text>",
                f'<g id="score-{name}" data-fact="score({name}, {score})" aria-hidden="true">',
                f'<text class="points" id="points-{name}" x="{x + _BOARD_WIDTH - _PAD:g}" y="{y + 33:g}">',
                f"{score}</text></g>",
                *(self._line(seat, row) for row in range(SIZE)),
                self._wall(seat),
                self._floor(seat),
                "</g>",
            )
        )

    def _drop(self, seat: int, target: int) -> str:
        """The attribute of a line or a floor that the seat to move can drop tiles on."""
        word = "floor" if target == TO_FLOOR else str(target + 1)
        can = seat == self.turn and any(text.endswith(f" {word}") for text in self.texts)
        return f' data-drop="{word}"' if can else ""

    def _line_title(self, seat: int, row: int) -> str:
        _, _, colour, tiles = line_fact(self.state, seat, row).args
        if not tiles:
            return phrase("games.azul.view.empty_line", self.language, line=row + 1)
        word = f"games.azul.colour.{colour}"
        return phrase("games.azul.view.line", self.language, line=row + 1, colour=word, tiles=tiles)

    def _line(self, seat: int, row: int) -> str:
        left, y = self._spot(line_place(seat, row), row)
        slots = "".join(
            f'<rect class="slot" x="{left + i * _PITCH:g}" y="{y:g}" width="{_TILE}" height="{_TILE}" rx="6"/>'
            for i in range(row + 1)
        )
        width = (row + 1) * _PITCH
        fact, label = line_fact(self.state, seat, row), spoken(self._line_title(seat, row))
        tip = f'<path d="M{left + width + 6:g} {y + 16:g}l9 6-9 6z" fill="#b9a47c"/>'
        return (
            f'<g id="line-{self.seats[seat]}-{row + 1}" data-fact="{fact}"{self._drop(seat, row)}{label}>{slots}{tip}'
            f'<rect class="row" x="{left - 2:g}" y="{y - 2:g}" width="{width}" height="{_PITCH}" rx="8"/>'
            f"{self._mark(seat, row, left, y, width)}</g>"
        )

    def _mark(self, seat: int, target: int, left: float, y: float, width: float) -> str:
        """A frame around the target of the last move."""
        if self.last is None or self.last.position.turn != seat or target_of(self.last.move.code) != target:
            return ""
        return f'<rect class="last" x="{left - 4:g}" y="{y - 4:g}" width="{width + 4:g}" height="{_PITCH + 4}" rx="9"/>'

    def _wall(self, seat: int) -> str:
        cells = []
        name = self.seats[seat]
        for row in range(SIZE):
            cells.append(f"{'</g>' if row else ''}<g{spoken(self._wall_row_title(seat, row))}>")
            for colour in range(COLOURS):
                column = column_of(row, colour)
                x, y = self._spot(wall_place(seat, row, column), 0)
                there = self.state.wall[seat, row, column]
                fact = f' data-fact="wall({name}, {row + 1}, {column + 1}, {COLOUR_NAMES[colour]})"' if there else ""
                cells.append(
                    f'<g id="wall-{name}-{row + 1}-{column + 1}"{fact}><rect class="slot" x="{x:g}" y="{y:g}"'
                    f' width="{_TILE}" height="{_TILE}" rx="6"/><use href="#azul-{COLOUR_NAMES[colour]}" x="{x:g}"'
                    f' y="{y:g}" width="{_TILE}" height="{_TILE}" opacity=".17"/></g>'
                )
        return "".join((*cells, "</g>"))

    def _wall_row_title(self, seat: int, row: int) -> str:
        there = [colour for colour in range(COLOURS) if self.state.wall[seat, row, column_of(row, colour)]]
        words = tuple(phrase(f"games.azul.colour.{COLOUR_NAMES[colour]}", self.language) for colour in there)
        if not words:
            return phrase("games.azul.view.empty_wall", self.language, row=row + 1)
        return phrase("games.azul.view.wall", self.language, row=row + 1, tiles=words)

    def _floor_title(self, seat: int) -> str:
        fallen = int(self.state.fallen[seat])
        return phrase("games.azul.view.floor", self.language, tiles=fallen, points=sum(_COSTS[:fallen]))

    def _floor(self, seat: int) -> str:
        x, y = self._spot(floor_place(seat), 0)
        slots = "".join(
            f'<rect class="slot" x="{x + i * _PITCH:g}" y="{y:g}" width="{_TILE}" height="{_TILE}" rx="6"/>'
            for i in range(FLOOR)
        )
        costs = "".join(
            f'<text class="cost" x="{x + i * _PITCH + _TILE / 2:g}" y="{y - 10:g}">−{_COSTS[i]}</text>'
            for i in range(FLOOR)
        )
        width = FLOOR * _PITCH
        label = spoken(self._floor_title(seat))
        return (
            f'<g id="floor-{self.seats[seat]}"{self._drop(seat, TO_FLOOR)}{label}>{slots}'
            f'<rect class="row" x="{x - 2:g}" y="{y - 2:g}" width="{width}" height="{_PITCH}" rx="8"/>'
            f'{self._mark(seat, TO_FLOOR, x, y, width)}</g><g aria-hidden="true">{costs}</g>'
        )
