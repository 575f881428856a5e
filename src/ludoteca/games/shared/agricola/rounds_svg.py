"""The rounds of a game as SVG: the slots of the round cards on a wide picture, a track of rounds on a narrow one."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from ludoteca.core.i18n import capitalized
from ludoteca.games.shared.agricola.board import Board, RoundTrack
from ludoteca.games.shared.agricola.cards_svg import Frame, attributes
from ludoteca.games.shared.agricola.icons import icon
from ludoteca.games.shared.svg_text import text_element, wrap

TRACK = 92  # the height of the track
SLOT_ROWS = ((1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12, 13, 14))
"""The rounds in each row of slots."""


def face_down_cards(track: RoundTrack, slots: dict[int, Frame]) -> Iterator[str]:
    """The cards of the rounds to come."""
    for number, title in track.face_down.items():
        frame = slots[number]
        x, y = frame.x + frame.width / 2, frame.y + frame.height / 2 + 12
        yield f'<g role="img"><title>{escape(title)}</title><rect class="down"{frame} rx="10"/>'
        yield text_element(str(number), x, y, 34, "big low middle") + "</g>"


def harvest_sickles(track: RoundTrack, slots: dict[int, Frame]) -> Iterator[str]:
    """A sickle on the slot of every round that ends with a harvest."""
    for number, title in track.harvests.items():
        frame = slots[number]
        sickle = icon("sickle", frame.x + frame.width - 17, frame.y - 15, 26)
        yield f'<g role="img"><title>{escape(title)}</title>{sickle}</g>'


def round_status(board: Board, x: float, y: float, room: float) -> Iterator[str]:
    """The round, the phase, and the next harvest if there is one."""
    current, phase, *harvest = board.status
    yield text_element(current.text, x, y, 21, "big over", room, attributes(current.tag))
    yield text_element(capitalized(phase.text), x, y + 26, 17, "over", room, attributes(phase.tag))
    if harvest:
        lines, size = wrap(harvest[0].text, room - 30, 15)
        yield icon("sickle", x - 4, y + 38, 30)
        yield from (
            text_element(line, x + 28, y + 52 + 17 * n, size, "over", room - 30) for n, line in enumerate(lines)
        )


def round_track(board: Board, track: RoundTrack, width: float) -> Iterator[str]:
    """The round and the phase above the rounds in a row, with a sickle after those that end with a harvest."""
    current, phase, *_ = board.status
    x = 4.0
    yield text_element(current.text, x, 22, 21, "big over", 190, attributes(current.tag))
    yield text_element(capitalized(phase.text), width - 4, 22, 18, "over end", 260, attributes(phase.tag))
    step = (width - 8 - len(track.harvests) * 14) / track.rounds
    for number in range(1, track.rounds + 1):
        state = "past" if number < track.current else "now" if number == track.current else ""
        middle = x + step / 2 - 1
        yield f'<circle class="pip {state}" cx="{middle:g}" cy="56" r="12"/>'
        yield text_element(str(number), middle, 61, 14, "middle over", 20)
        x += step
        if number in track.harvests:
            yield icon("sickle", x - 6, 38, 22)
            x += 14
