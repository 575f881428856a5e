"""A planning state as a board to draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludoteca.core.game import Fact, PlayedMove
from ludoteca.games.agricola_planning.farm_from_state import FarmReader, StateReader
from ludoteca.games.agricola_planning.generate import ALL_GOODS, GOODS
from ludoteca.games.agricola_planning.moves import MoveGroup, deed_icon, last_bindings, move_groups
from ludoteca.games.shared.agricola import board as model
from ludoteca.games.shared.agricola.board import MoveButton, Tag, TaggedText
from ludoteca.games.shared.agricola.names import Names
from ludoteca.games.shared.agricola.style import COLOURS
from ludoteca.rules.planning.game import PlanningPosition

YIELD: Mapping[str, int] = {"taking-goods": 5, "taking-animals": 2}
"""How much of its good a card gives."""
_USED = "×"


def board_of(
    position: PlanningPosition, last: PlayedMove | None, language: str, player_names: tuple[str, ...] = ()
) -> model.Board:
    """The board of a position in one language."""
    return _BoardReader(position, last, language, player_names).board()


class _BoardReader(StateReader):
    """One position, and the move that led to it."""

    def __init__(
        self, position: PlanningPosition, last: PlayedMove | None, language: str, player_names: tuple[str, ...]
    ) -> None:
        super().__init__(position)
        self.position = position
        self.players = position.game.seats
        self.names = Names(
            "games.agricola_planning", "name", language, tuple(zip(self.players, player_names, strict=False))
        )
        self.groups = move_groups(position, self.names)
        self.last = last_bindings(last)
        self.mover = None if last is None else last.position.turn
        self.ready = {member for group in self.groups for member in group.members}
        # A family member is seen on the card of the last move until it is called home for a new turn.
        member = self.last.get("?p", "")
        self.worker = member if member and self.holds("acted", member) else ""
        self.farms = [
            FarmReader(position, seat, self.names, self.ready | {self.worker}) for seat in range(len(self.players))
        ]

    def board(self) -> model.Board:
        say = self.names.say
        turn, total = self.value("turn"), self.value("total-cost")
        ready = () if self.position.turn is None else self.farms[self.position.turn].members
        return model.Board(
            label=self._label(turn),
            prompt=self._prompt(),
            turn=self.position.turn,
            status=(
                TaggedText(say("turn", turn=turn, last=self.value("last-turn")), Tag("turn", Fact("turn", (turn,)))),
                TaggedText(say("total", cost=total), Tag("total", Fact("total_cost", (total,)))),
            ),
            farms=tuple(farm.farm() for farm in self.farms),
            cards=tuple(map(self._card, self.all("card"))),
            improvements=tuple(map(self._improvement, self.all("improvement"))),
            improvements_title=say("improvements"),
            legend=say("legend"),
            hint="" if self.position.turn is None else say("hint"),
            ready=tuple(member for member in ready if member.name in self.ready),
        )

    def _label(self, turn: int) -> str:
        farms = [(self.names.seat_title(player), self.value("penalty", player)) for player in self.players]
        penalties = tuple(f"{name} {penalty}" for name, penalty in farms)
        if self.position.turn is None:
            return self.names.say("label_over", penalties=penalties)
        return self.names.say("label", turn=turn, seat=self._seat_title(self.position.turn), penalties=penalties)

    def _prompt(self) -> str:
        if self.position.stuck is not None:
            return self.names.say("stuck", seat=self.names.seat_heading(self.players[self.position.stuck]))
        if self.position.turn is not None:
            return self.names.say("choose", seat=self.names.seat_heading(self.players[self.position.turn]))
        result = self.position.result()
        if result.count(max(result)) > 1:
            return self.names.say("drawn")
        return self.names.say("won", seat=self._seat_title(result.index(max(result))))

    def _seat_title(self, seat: int) -> str:
        return self.names.seat_title(self.players[seat])

    # Action cards

    def _card(self, name: str) -> model.ActionCard:
        allowed = [deed for deed in self.all("deed") if self.holds("allows", name, deed)]
        deeds = sorted(allowed, key=lambda deed: deed != "renovating")  # first renovate, then something else
        groups = [group for deed in deeds for group in self.groups if (group.card, group.deed) == (name, deed)]
        buttons = [group.button(self._title(group)) for group in groups]
        title = buttons[0].title if len(buttons) == 1 else self._card_title(name, deeds)
        is_used = self.holds("used", name)
        costs = "/".join(dict.fromkeys(str(self.value("cost", deed)) for deed in deeds))
        gives = "".join(f" {YIELD[deed]}" for deed in deeds if deed in YIELD)
        return model.ActionCard(
            name=name,
            label=self.names.label(name),
            title=f"{self.names.title(name)}: {title}",
            tag=Tag(f"card-{name}", Fact("used", (name,)) if is_used else None),
            actions=tuple(self._actions(name, deeds, list(zip(groups, buttons, strict=True)))),
            buttons=tuple(buttons),
            workers=tuple(self._workers(name)),
            is_taken=is_used,
            is_offered=len(groups) > 1,
            marked_by=self._mark("?c", name),
            sign=_USED if is_used else " ",
            ending=((gives, "dim" if is_used else "bold"), (f" [{costs}]", "dim")),
        )

    def _actions(
        self, card: str, deeds: Sequence[str], moves: Sequence[tuple[MoveGroup, MoveButton]]
    ) -> Iterator[model.CardAction]:
        """A card's actions, one for each deed; sowing is one for each crop."""
        given = next((good for good in ALL_GOODS if self.holds("gives", card, good)), "")
        for deed in deeds:
            for item in GOODS["crop"] if deed == "sowing" else (given if deed in YIELD else "",):
                is_crop = deed == "sowing"
                ways = [move for group, move in moves if group.deed == deed and (not is_crop or group.item == item)]
                button = ways[0] if len(ways) == 1 else None
                cost, amount = self.value("cost", deed), YIELD.get(deed, 0)
                yield model.CardAction(deed_icon(deed, item), cost, amount, bool(ways), button)

    def _card_title(self, name: str, deeds: Sequence[str]) -> str:
        if self.holds("used", name):
            return self.names.say("used_in_turn" if self.holds("returns", name) else "used")
        keys = ((deed, f"{self.names.prefix}.name.{deed}") for deed in deeds)
        return ", ".join(
            self.names.say("deed_with_cost", deed=key, cost=self.value("cost", deed)) for deed, key in keys
        )

    def _title(self, group: MoveGroup) -> str:
        return self.names.say("move_with_cost", what=group.title, cost=self.value("cost", group.deed))

    def _workers(self, card: str) -> Iterator[model.FamilyMember]:
        """The family member that the last move sent to a card; it is shown at work, not as one that has acted."""
        if self.worker and self.mover is not None and self.last["?c"] == card:
            yield self.farms[self.mover].member(self.worker, Fact("acted", (self.worker,)))

    def _mark(self, parameter: str, name: str) -> str:
        return COLOURS[self.mover] if self.mover is not None and self.last.get(parameter) == name else ""

    # Improvements

    def _improvement(self, name: str) -> model.Improvement:
        owner = next((seat for seat, player in enumerate(self.players) if self.holds("owns", player, name)), None)
        fact = Fact("for_sale", (name,)) if owner is None else Fact("owns", (self.players[owner], name))
        price = [(good, amount) for good in GOODS["material"] if (amount := self.value("price", name, good))]
        food = [food for food in (self.value("bread-of-one", name), self.value("bread-of-two", name)) if food]
        groups = [group for group in self.groups if group.improvement == name]
        buttons = [group.button(f"{self._title(group)}: {self.names.word(group.card)}") for group in groups]
        title = self.names.title(name)
        return model.Improvement(
            name=name,
            label=self.names.label(name),
            title=f"{title}: {buttons[0].title}" if len(buttons) == 1 else title,
            tag=Tag(f"improvement-{name}", fact),
            price=tuple(model.Price(good, amount, self.names.amount(good, amount)) for good, amount in price),
            buttons=tuple(buttons),
            marked_by=self._mark("?i", name),
            owner=owner,
            baking=tuple((amount, self.names.say("bread", grain=n, food=amount)) for n, amount in enumerate(food, 1)),
        )
