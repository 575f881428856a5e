"""Draws the board of Kalah as SVG, with each seed and the number of seeds in each pit.

Pits that can be sown have ``data-move``; pits, stores and seeds keep their ``id`` from position to position.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from ludoteca.core.game import Move, PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.core.seat_titles import seat_title
from ludoteca.games.kalah.facts import SEATS, pit_fact, sown_pit
from ludoteca.games.kalah.rules import SWAP
from ludoteca.games.shared.spoken import spoken
from ludoteca.games.shared.svg_text import fitting_size
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.position_editor import EditPlace

_PIT, _GAP, _STORE, _EDGE = 96, 14, 104, 26
_TOP, _BOTTOM = 58, 58  # bands above and below the board for the names
_BETWEEN = 12  # between the rows
_ROW = _PIT + 50  # a pit and its number
_SEED = 8
_NAME = 26  # the font size of names
_SWAP = 210  # the width of the button of the swap
_GOLDEN = math.pi * (3 - math.sqrt(5))
_PALETTE = ("#f4c95d", "#e8e3d3", "#c8553d", "#7fb069", "#588b8b", "#d88c9a")

_STYLE = """
.kalah .wood{fill:url(#kalah-wood);stroke:#5b3716;stroke-width:3}
.kalah .hollow{fill:url(#kalah-hollow);stroke:#4a2c11;stroke-opacity:.55;stroke-width:1.5}
.kalah .seed{stroke:#2b1a0c;stroke-opacity:.45;stroke-width:.8}
.kalah .count{font:600 29px system-ui,sans-serif;fill:#3a2410;text-anchor:middle}
.kalah .total{font:700 44px system-ui,sans-serif;fill:#ffe9c4;text-anchor:middle}
.kalah .pit{font:500 17px system-ui,sans-serif;fill:#3a2410;fill-opacity:.75;text-anchor:middle}
.kalah .tag{fill:none;stroke:#3a2410;stroke-opacity:.4}
.kalah .name{font:600 26px system-ui,sans-serif;fill:currentColor;text-anchor:middle}
.kalah .offer{font:600 20px system-ui,sans-serif;fill:#ffe9c4;text-anchor:middle}
.kalah .last{fill:none;stroke:#fff3d6;stroke-width:4;stroke-dasharray:3 7;stroke-linecap:round}
.kalah [data-move]{cursor:pointer}
.kalah [data-move] .hollow{stroke:#ffe9b0;stroke-opacity:1;stroke-width:3}
"""

_GRADIENTS = """<defs>
<linearGradient id="kalah-wood" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#d9a566"/><stop offset=".5" stop-color="#c98f4e"/><stop offset="1" stop-color="#b57a3c"/>
</linearGradient>
<radialGradient id="kalah-hollow" cx=".5" cy=".35" r=".75">
<stop offset="0" stop-color="#7a4a1f"/><stop offset=".75" stop-color="#94602d"/><stop offset="1" stop-color="#a9723a"/>
</radialGradient></defs>"""


Seeds = dict[str, list[str]]
"""The ids of the seeds in each hollow."""


def draw(
    position: Position,
    last: PlayedMove | None,
    language: str,
    narrow: bool = False,
    player_names: tuple[str, ...] = (),
) -> str:
    """The SVG of a position, seen from the south."""
    assert isinstance(position, KernelPosition)
    return Board(position, last, language, player_names).svg(named_seeds(position))


def edit_places(position: Position, language: str, narrow: bool) -> list[EditPlace]:
    """The pits and stores, where seeds can be placed."""
    assert isinstance(position, KernelPosition)
    return Board(position, None, language).places()


def seed_counts(position: KernelPosition) -> dict[str, int]:
    """The number of seeds in each hollow, by the hollow's name."""
    state: Any = position.state
    pits = {
        f"{name}-{pit + 1}": int(state.pits[seat, pit]) for seat, name in enumerate(SEATS) for pit in range(state.width)
    }
    return pits | {f"store-{name}": int(state.stores[seat]) for seat, name in enumerate(SEATS)}


def named_seeds(position: KernelPosition) -> Seeds:
    """An id for each seed, by the pit or store that holds it."""
    return {hollow: [f"seed-{hollow}-{i + 1}" for i in range(count)] for hollow, count in seed_counts(position).items()}


class Board:
    """The layout and drawing of one position."""

    def __init__(
        self, position: KernelPosition, last: PlayedMove | None, language: str, player_names: tuple[str, ...] = ()
    ) -> None:
        self.position = position
        self.titles = [seat_title(position.game, seat, language, player_names) for seat in range(len(SEATS))]
        self.state: Any = position.state
        self.turn = position.turn
        self.moves = {move.code: move for move in position.moves}
        self.marked = sown_pit(last)
        self.language = language
        self.columns = int(self.state.width)
        self.width = 2 * (_EDGE + _STORE) + self.columns * (_PIT + _GAP) + _GAP
        self.height = _TOP + 2 * _EDGE + 2 * _ROW + _BOTTOM

    def svg(self, seeds: Seeds) -> str:
        """The SVG with the given seeds."""
        self.seeds = seeds
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="kalah" viewBox="0 0 {self.width} {self.height}"'
            f"{spoken(self._label(), 'group')}>",
            f"<style>{_STYLE}</style>{_GRADIENTS}",
            f'<rect class="wood" x="4" y="{_TOP}" width="{self.width - 8}"'
            f' height="{self.height - _TOP - _BOTTOM}" rx="54"/>',
            self._side(0),
            self._side(1),
            self._name(0),
            self._name(1),
            self._all_seeds(),
            self._swap(),
            "</svg>",
        ]
        return "\n".join(parts)

    def places(self) -> list[EditPlace]:
        """The places of all pits and stores."""
        return [place for seat in range(len(SEATS)) for place in (*self._pit_places(seat), self._store_place_of(seat))]

    def _pit_places(self, seat: int) -> Iterator[EditPlace]:
        title = self.titles[seat]
        for pit in range(self.columns):
            x, y = self._centre(seat, pit)
            name = phrase("games.kalah.view.pit", self.language, pit=pit + 1, seeds=int(self.state.pits[seat, pit]))
            corner = x - _PIT / 2, y - _PIT / 2
            yield EditPlace(f"pit {SEATS[seat]} {pit + 1}", f"{title}: {name}", *corner, _PIT, _PIT)

    def _store_place_of(self, seat: int) -> EditPlace:
        left, top, height = self._store_place(seat)
        title = self.titles[seat]
        name = phrase("games.kalah.view.store", self.language, seeds=int(self.state.stores[seat]))
        return EditPlace(f"store {SEATS[seat]}", f"{title}: {name}", left, top, _STORE, height)

    def _label(self) -> str:
        """The spoken name of the picture."""
        stores = tuple(f"{title} {int(self.state.stores[seat])}" for seat, title in enumerate(self.titles))
        if self.turn is None:
            return phrase("games.kalah.label.over", self.language, stores=stores)
        return phrase("games.kalah.label.turn", self.language, seat=self.titles[self.turn], stores=stores)

    def _centre(self, seat: int, pit: int) -> tuple[float, float]:
        """The centre of a pit."""
        column = pit if seat == 0 else self.columns - 1 - pit
        x = _EDGE + _STORE + _GAP + column * (_PIT + _GAP) + _PIT / 2
        # Numbers are on the outer side of a row, so the two rows of pits are close together.
        offset = _PIT / 2 + _BETWEEN / 2
        y = _TOP + _EDGE + _ROW + (offset if seat == 0 else -offset)
        return x, y

    def _side(self, seat: int) -> str:
        """The pits and the store of a seat."""
        pits = (self._pit(seat, pit) for pit in range(self.columns))
        return "".join((f"<g{spoken(self.titles[seat], 'group')}>", *pits, self._store(seat), "</g>"))

    def _spoken_pit(self, pit: int, seeds: int, move: Move | None) -> str:
        """The spoken name of a pit, with the effects of sowing it."""
        name = phrase("games.kalah.view.pit", self.language, pit=pit + 1, seeds=seeds)
        effects = [
            phrase(f"games.kalah.view.{kind}", self.language, **event.args)
            for event in (self.position.events(move) if move else ())
            if (kind := event.key.rpartition(".")[2]) in ("captured", "extra_turn")
        ]
        return f"{name}: {', '.join(effects)}" if effects else name

    def _pit(self, seat: int, pit: int) -> str:
        x, y = self._centre(seat, pit)
        seeds = int(self.state.pits[seat, pit])
        name = f"{SEATS[seat]}-{pit + 1}"
        move = self.moves.get(pit) if seat == self.turn else None
        offer = "" if move is None else f' data-move="{move.text}" tabindex="0"'
        label = spoken(self._spoken_pit(pit, seeds, move))
        below = y + (1 if seat == 0 else -1) * (_PIT / 2 + 20)
        return "".join(
            (
                f'<g id="pit-{name}"{offer}{label} data-fact="{pit_fact(self.state, seat, pit)}">',
                f'<circle class="hollow" cx="{x:g}" cy="{y:g}" r="{_PIT / 2:g}"/>',
                self._mark(seat, pit, x, y),
                # In the order of the spoken name.
                f'<circle class="tag" cx="{x + 32:g}" cy="{below:g}" r="13"/>',
                f'<text class="pit" x="{x + 32:g}" y="{below + 6:g}">{pit + 1}</text> ',
                f'<text class="count" id="count-{name}" x="{x - 6:g}" y="{below + 10:g}">{seeds}</text>',
                "</g>",
            )
        )

    def _mark(self, seat: int, pit: int, x: float, y: float) -> str:
        if self.marked != (seat, pit):
            return ""
        return f'<circle class="last" cx="{x:g}" cy="{y:g}" r="{_PIT / 2 - 5:g}"/>'

    def _store(self, seat: int) -> str:
        left, top, height = self._store_place(seat)
        x = left + _STORE / 2
        seeds = int(self.state.stores[seat])
        label = spoken(phrase("games.kalah.view.store", self.language, seeds=seeds))
        return "".join(
            (
                f'<g id="store-{SEATS[seat]}" data-fact="store({SEATS[seat]}, {seeds})"{label}>',
                f'<rect class="hollow" x="{left}" y="{top}" width="{_STORE}" height="{height}" rx="{_STORE / 2:g}"/>',
                f'<text class="total" id="count-store-{SEATS[seat]}" x="{x:g}" y="{top + 52}">{seeds}</text>',
                "</g>",
            )
        )

    def _all_seeds(self) -> str:
        """All seeds, drawn last so that a moving seed never passes under a pit; clicks go to the pits."""
        drawn = ['<g pointer-events="none">']
        for seat, name in enumerate(SEATS):
            for pit in range(self.columns):
                x, y = self._centre(seat, pit)
                drawn.append(_scattered(self.seeds[f"{name}-{pit + 1}"], x, y, _PIT / 2 - 14, 1.0))
            left, top, height = self._store_place(seat)
            x, y = left + _STORE / 2, top + height / 2 + 14
            drawn.append(_scattered(self.seeds[f"store-{name}"], x, y, _STORE / 2 - 14, 1.9))
        return "".join((*drawn, "</g>"))

    def _swap(self) -> str:
        """The button for the swap, while the pie rule offers it."""
        if SWAP not in self.moves:
            return ""
        x, y, word = self._swap_left(), 12, phrase("games.kalah.swap", self.language)
        return (
            f'<g id="swap" data-move="{self.moves[SWAP].text}" tabindex="0"{spoken(word)}>'
            f'<rect class="hollow" x="{x:g}" y="{y}" width="{_SWAP}" height="36" rx="18"/>'
            f'<text class="offer" x="{x + _SWAP / 2:g}" y="{y + 26}">{escape(word)}</text></g>'
        )

    def _store_place(self, seat: int) -> tuple[float, float, float]:
        """The left edge, the top and the height of a store."""
        return (_EDGE if seat == 1 else self.width - _EDGE - _STORE), _TOP + _EDGE + 24, 2 * _ROW - 48

    def _name(self, seat: int) -> str:
        y = self.height - 22 if seat == 0 else 36
        weight = "" if self.turn == seat else ' opacity=".7"'
        name = f"{'▶ ' if self.turn == seat else ''}{self.titles[seat]}"
        place = f'x="{self.width / 2:g}" y="{y}" style="font-size:{self._name_size(name, seat):.3g}px"'
        return f'<text class="name"{weight} {place} aria-hidden="true">{escape(name)}</text>'

    def _name_size(self, name: str, seat: int) -> float:
        """The font size of a name, which leaves room for the button of the swap."""
        room = 2 * (self._swap_left() - self.width / 2 - 12) if seat == 1 and SWAP in self.moves else self.width - 40
        return fitting_size(name, _NAME, room)

    def _swap_left(self) -> float:
        """The left edge of the button of the swap."""
        return self.width - 4 - _SWAP


def _scattered(names: list[str], x: float, y: float, radius: float, stretch: float) -> str:
    """Seeds in a sunflower spiral, which spreads any number of them evenly."""
    ring = min(radius / math.sqrt(max(len(names), 1)), 1.75 * _SEED)
    drawn = []
    for i, name in enumerate(names):
        distance = ring * math.sqrt(i + 0.5)
        cx, cy = x + distance * math.cos(i * _GOLDEN), y + stretch * distance * math.sin(i * _GOLDEN)
        colour = _PALETTE[zlib.crc32(name.encode()) % len(_PALETTE)]
        drawn.append(f'<circle class="seed" id="{name}" cx="{cx:.1f}" cy="{cy:.1f}" r="{_SEED}" fill="{colour}"/>')
    return "".join(drawn)
