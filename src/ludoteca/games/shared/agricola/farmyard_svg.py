"""A farmyard as SVG: the farm's head, its cells with what stands on them, goods, improvements and family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from ludoteca.core.game import Fact
from ludoteca.games.shared.agricola.board import COLUMNS, ROWS, Cell, Farm, Good, Land, PieceGroup, Tag
from ludoteca.games.shared.agricola.cards_svg import attributes, family_member, pressed
from ludoteca.games.shared.agricola.cells_svg import grass, soil, walls
from ludoteca.games.shared.agricola.farmyard_layout import GOODS_ROW, PAD, FarmyardLayout
from ludoteca.games.shared.agricola.icons import icon
from ludoteca.games.shared.spoken import spoken
from ludoteca.games.shared.svg_text import shortened, text_element

_SMALL_NAME = 15  # the smallest font size of a name


@dataclass(frozen=True, slots=True)
class FarmyardDrawing:
    """One farm and its place in the picture."""

    farm: Farm
    layout: FarmyardLayout
    improvements_title: str

    def svg(self) -> str:
        """Everything but the family."""
        farm, layout, side = self.farm, self.layout, self.layout.cell
        return "".join(
            (
                f'<g id="farm-{farm.player}"{spoken(farm.name.text, "group")}>',
                f'<rect class="yard {farm.colour}{" turn" if farm.is_on_turn else ""}"'
                f' x="{layout.x:g}" y="{layout.y:g}" width="{layout.width:g}"'
                f' height="{layout.height(len(farm.improvements)):g}" rx="16"/>',
                *self._head(),
                f'<rect class="ground" x="{layout.left - 5:g}" y="{layout.top - 5:g}" width="{COLUMNS * side + 10:g}"'
                f' height="{ROWS * side + 10:g}" rx="9"/>',
                *map(self._land, farm.lands),
                *self._goods(),
                *self._improvements(),
                "</g>",
            )
        )

    def family(self, is_inert: bool) -> str:
        """The family at home, to be drawn above everything else; inert, it lets clicks through to the rooms."""
        family = self.farm.family
        rooms = [cell for land in self.farm.lands if land.kind == "room" for cell in land.cells]
        size = self.layout.cell * self.layout.style.member
        places = zip(family, self.layout.members(rooms, len(family)), strict=True)
        drawn = "".join(family_member(member, x, y, size) for member, (x, y) in places)
        return f'<g pointer-events="none">{drawn}</g>' if is_inert else f"<g>{drawn}</g>"

    def _head(self) -> Iterator[str]:
        """The name, the starting player's flag, begging cards or a note, and the score."""
        farm, note, warning = self.farm, self.farm.note, self.farm.warning
        x, y, right = self.layout.x + PAD, self.layout.y + 32, self.layout.x + self.layout.width - PAD
        name = f"▶ {farm.name.text}" if farm.is_on_turn else farm.name.text
        flag = x + (170 if note is None else 146)
        room = flag - x - 8
        heading = shortened(name, _SMALL_NAME, room)
        yield text_element(heading, x, y, 21, f"big {farm.colour}", room, attributes(farm.name.tag))
        if farm.starting_title:
            yield f"<g{attributes(Tag('starting', Fact('starting', (farm.player,))))}>"
            yield f"<title>{escape(farm.starting_title)}</title>{icon('first', flag, y - 24, 30)}</g>"
        if warning is not None:
            yield f"<g{attributes(warning.tag)}><title>{escape(warning.title)}</title>"
            yield icon("begging", flag + 38, y - 24, 30) + text_element(warning.text, flag + 68, y, 18, "big") + "</g>"
        if note is not None:
            text = text_element(note.text, flag + 34, y, 16, "faint", 110, attributes(note.tag))
            yield f"<g{attributes(farm.note_tag)}>{text}</g>"
        score = text_element(farm.score.text, right, y, 21, f"big end {farm.colour}", 150, attributes(farm.score.tag))
        yield f"<g{attributes(farm.score_tag)}><title>{escape(farm.score.title)}</title>{score}</g>"

    # Cells

    def _land(self, land: Land) -> str:
        spot = f'<rect class="spot"{self.layout.box(land.cells, 10)} rx="6"/>' if land.button or land.drops else ""
        drawn = "".join(self._plot(land, plot) for plot in land.plots)
        svg = (
            f'<g{attributes(land.tag)}{pressed(land.button)} role="img"><title>{escape(land.title)}</title>'
            f"{drawn}{self._pieces(land.inside)}{spot if land.button else ''}</g>"
            f"{self._pieces(land.above, is_inert=True)}"
        )
        # A land that accepts several things is a drop target inside a drop target.
        for drop in land.drops:
            svg = f'<g class="drop" data-drop={quoteattr(drop)}>{svg}{spot}</g>'
        return svg if land.wrapper is None else f"<g{attributes(land.wrapper)}>{svg}</g>"

    def _plot(self, land: Land, plot: Sequence[Cell]) -> str:
        x, y = self.layout.corner(plot[0])
        side = self.layout.cell
        match land.kind:
            case "room":
                return walls(x, y, side, land.material or "wood")
            case "field":
                return soil(x, y, side)
            case "pasture":
                meadow = f'<rect class="meadow"{self.layout.box(plot, 2)} rx="7"/>'
                return meadow + self._fences(land, plot) + "".join(self._stables(land, plot))
            case _:
                return grass(x, y, side, plot[0][0] + 2 * plot[0][1] if land.tufts is None else land.tufts)

    def _stables(self, land: Land, plot: Sequence[Cell]) -> Iterator[str]:
        size = self.layout.cell * 0.34
        for number in range(min(land.stables, 4)):
            x, y = self.layout.corner(plot[number % len(plot)])
            yield icon("stable", x + 8 + number // len(plot) * size, y + 8, size)

    def _fences(self, land: Land, plot: Sequence[Cell]) -> str:
        """The fences of a pasture one by one, and a faint line for those still missing; or a finished fence."""
        if land.fences is None:
            return f'<rect class="post"{self.layout.box(plot, 6)} rx="3"/>'
        sides = list(self._sides(plot))
        built, missing = sides[: max(0, land.fences)], sides[max(0, land.fences) :]
        faint = f'<path class="planned" d="{"".join(missing)}"/>' if missing else ""
        return f'{faint}<path class="post" d="{"".join(built)}"/>'

    def _sides(self, plot: Sequence[Cell]) -> Iterator[str]:
        """Every side of the cells that no other of them shares, as a path."""
        side = self.layout.cell
        inset, far = 5, side - 5
        for column, row in plot:
            x, y = self.layout.corner((column, row))
            near = {(-1, 0), (1, 0), (0, -1), (0, 1)} & {(c - column, r - row) for c, r in plot}
            left, right = (0 if (-1, 0) in near else inset), (side if (1, 0) in near else far)
            top, bottom = (0 if (0, -1) in near else inset), (side if (0, 1) in near else far)
            ends = {
                (0, 1): (left, far, right, far),
                (-1, 0): (inset, bottom, inset, top),
                (0, -1): (left, inset, right, inset),
                (1, 0): (far, top, far, bottom),
            }
            for direction, (x1, y1, x2, y2) in ends.items():
                if direction not in near:
                    yield f"M{x + x1:g} {y + y1:g}L{x + x2:g} {y + y2:g}"

    def _pieces(self, group: PieceGroup | None, is_inert: bool = False) -> str:
        if group is None:
            return ""
        side, drawn = self.layout.cell, ""
        for piece in group.pieces:
            x, y = self.layout.corner(piece.cell)
            name = f' id="{piece.id}"' if piece.id else ""
            drawn += icon(piece.icon, x + side * piece.across, y + side * piece.down, side * piece.size, name)
        if group.count:
            x, y = self.layout.corner(group.pieces[0].cell)
            width = 12 + 11 * len(str(group.count))
            left, top = x + side - 8 - width, y + 8
            drawn += f'<rect class="pill" x="{left:g}" y="{top:g}" width="{width}" height="27" rx="13"/>'
            drawn += text_element(f"{group.count}", left + width / 2, top + 20, 18, "big middle")
        inert = ' pointer-events="none"' if is_inert else ""
        return f"<g{attributes(group.tag)}{inert}>{drawn}</g>" if group.tag.id else drawn

    # Goods and improvements

    def _goods(self) -> Iterator[str]:
        layout = self.layout
        rows = -(-len(self.farm.goods) // layout.goods_abreast)
        yield (
            f'<rect class="strip" x="{layout.x + 8:g}" y="{layout.goods_top:g}" width="{layout.width - 16:g}"'
            f' height="{GOODS_ROW * rows:g}" rx="10"/>'
        )
        yield from map(self._good, self.farm.goods)

    def _good(self, good: Good) -> str:
        x, y = self.layout.good(good.name)
        faint = "" if good.amount else ' class="none"'
        room = (self.layout.width - 2 * PAD) / self.layout.goods_abreast - 27
        amount_id = f' id="amount-{self.farm.player}-{good.name}"'
        amount = text_element(str(good.amount), x + 27, y + 21, 18, "big", room, amount_id)
        return (
            f'<g{attributes(good.tag)}{faint} role="img"><title>{escape(good.title)}</title>'
            f"{icon(good.name, x, y + 1, 26)}{amount}</g>"
        )

    def _improvements(self) -> Iterator[str]:
        layout = self.layout
        if not layout.narrow:
            x = layout.left + COLUMNS * layout.cell + 14
            yield text_element(self.improvements_title, x, layout.top + 8, 15, "faint", layout.x + layout.width - 8 - x)
        for number, owned in enumerate(self.farm.improvements):
            x, y, room = layout.improvement(number)
            name = owned.name if owned.remaining is None else f"{owned.name} ({owned.remaining})"
            line = icon(owned.icon, x, y, layout.style.list_icon) + text_element(
                name, x + 28, y + 18, 15, "", room - 30
            )
            yield f"<g><title>{escape(owned.title)}</title>{line}</g>" if owned.title else line
