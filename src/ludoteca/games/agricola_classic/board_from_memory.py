"""Working memory as a board to draw.

What never changes is not part of a position, so the printed parts of the board stand here: the cards on it, the periods
of the rounds, and the rounds that end with a harvest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ludoteca.core.game import Fact, PlayedMove
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import EVERYBODY, SEATS, facts_of_element
from ludoteca.games.agricola_classic.farm_from_memory import FarmReader, number, symbol
from ludoteca.games.agricola_classic.moves import cards_of_last_move, labelled_moves
from ludoteca.games.shared.agricola.board import (
    ActionCard,
    Board,
    CardAction,
    FamilyMember,
    Farm,
    Improvement,
    Pile,
    Price,
    RoundTrack,
    StatusText,
    Tag,
)
from ludoteca.games.shared.agricola.moves_by_card import MovesByCard, group_moves
from ludoteca.games.shared.agricola.names import Names, capitalized
from ludoteca.rules.production.game import ProductionPosition
from ludoteca.rules.production.working_memory import Element, State

ROUNDS = 14
PERIODS = ((1, 2, 3, 4), (5, 6, 7), (8, 9), (10, 11), (12, 13), (14,))
"""The rounds of each period; a harvest follows the last of them."""
HARVESTS = tuple(rounds[-1] for rounds in PERIODS)
BOARD_CARDS = (
    "farm-expansion",
    "starting-player",
    "plowland",
    "forest",
    "clay-pit",
    "reed-bank",
    "grain-seeds",
    "day-labourer",
    "fishing",
)
"""The action cards printed on the board, in its order."""
IMPROVEMENTS = (
    "fireplace-2",
    "fireplace-3",
    "hearth-4",
    "hearth-5",
    "clay-oven",
    "stone-oven",
    "joinery",
    "pottery",
    "basketmaker",
    "well",
)
_ACTION_ICONS = {
    "build-room": "room",
    "build-stable": "stable",
    "change-starting-player": "first",
    "plow": "plow",
    "sow": "grain",
    "bake-bread": "bread",
    "build-fence": "fence",
    "take-major-improvement": "star",
    "renovate": "renovate",
    "grow-family": "child",
}
_WORKER_PLACES = 2  # on a card in a terminal: a family member and a newborn

Actions = Mapping[str, Sequence[Element]]
"""The elements of each card's actions, in order."""


def board_of(position: ProductionPosition, last: PlayedMove | None, language: str) -> Board:
    """The board of a position in one language."""
    return _BoardReader(position, last, language).board()


def read_actions(state: State) -> Actions:
    """The actions of every card."""
    found: dict[str, list[Element]] = {}
    for element in state.elements:
        if element.name and {"card", "joint"} <= element.values.keys():
            found.setdefault(symbol(element, "card"), []).append(element)
    return {card: sorted(elements, key=lambda action: number(action, "id")) for card, elements in found.items()}


class _BoardReader:
    """One position, and the move that led to it."""

    def __init__(self, position: ProductionPosition, last: PlayedMove | None, language: str) -> None:
        self.position = position
        self.state = position.state
        self.names = Names("games.agricola_classic", "word", language)
        self.actions = read_actions(self.state)
        self.emptied = _emptied(last, self.actions)
        self.marked = cards_of_last_move(last)
        mover = None if last is None else last.position.turn
        self.mover = mover
        self.mover_colour = "" if mover is None else SEATS[mover]
        phase = self.state.named["phase"]
        self.round, self.phase = number(phase, "round"), symbol(phase, "now")
        self.shown_round = min(self.round, ROUNDS)  # while points are counted, the last one that was played

    def board(self) -> Board:
        round_cards = self._round_cards()
        coming = self._face_down([round_ for _, round_ in round_cards])
        cards = [*((title, 0) for title in BOARD_CARDS), *round_cards]
        farms = tuple(self._farm(seat) for seat in range(len(self.state.of("PLAYER"))))
        return Board(
            label=self._label(),
            prompt=self._prompt(),
            turn=self.position.turn,
            status=tuple(self._status()),
            status_note=self._coming_cards(coming),
            farms=farms,
            cards=tuple(self._card(title, round_) for title, round_ in cards),
            improvements=tuple(map(self._improvement, self._improvement_elements)),
            improvements_title=self.names.say("improvements"),
            legend=self.names.say("signs"),
            panel=self.moves.panel,
            rounds=RoundTrack(
                self.shown_round,
                ROUNDS,
                {round_: self.names.say("harvest", round=round_) for round_ in HARVESTS},
                {
                    round_: self.names.say("to_come", round=round_, period=period)
                    for period, rounds in coming.items()
                    for round_ in rounds
                },
            ),
        )

    @cached_property
    def moves(self) -> MovesByCard:
        piles = {card for card, actions in self.actions.items() if _pile_element(actions) is not None}
        return group_moves(labelled_moves(self.position, self.names), piles)

    # Status

    def _label(self) -> str:
        scores = tuple(
            f"{self.names.seat(name)} {points:g}" for name, points in zip(SEATS, self.position.scores(), strict=True)
        )
        if self.position.turn is None:
            return self.names.say("label_over", scores=scores)
        seat = self.names.seat_key(SEATS[self.position.turn])
        return self.names.say("label", round=self.shown_round, seat=seat, scores=scores)

    def _prompt(self) -> str:
        if self.position.turn is not None:
            key = "place" if self.moves.cards or self.moves.panel_cards else "choose"
            return capitalized(self.names.say(key, seat=self.names.seat_key(SEATS[self.position.turn])))
        scores = self.position.scores()
        best = max(scores)
        winners = [SEATS[seat] for seat, points in enumerate(scores) if points == best]
        if len(winners) > 1:
            return self.names.say("drawn", points=round(best))
        return self.names.say("won", seat=self.names.seat_key(winners[0]), points=round(best))

    def _status(self) -> Iterable[StatusText]:
        yield StatusText(self.names.say("round", round=self.shown_round), Tag("round", Fact("round", (self.round,))))
        phase = word_of(self.phase)
        words = phrase(f"{self.names.prefix}.phase.{phase}", self.names.language)
        yield StatusText(words, Tag("phase", Fact("phase", (phase,))))
        harvest = next((round_ for round_ in HARVESTS if round_ >= self.round), None)
        if harvest is not None:
            yield StatusText(self.names.say("harvest", round=harvest))

    def _coming_cards(self, coming: Mapping[int, Sequence[int]]) -> str:
        if not coming:
            return ""
        periods = [self.names.say("cards_left", period=period, cards=len(rounds)) for period, rounds in coming.items()]
        return f"{self.names.say('face_down')} {', '.join(periods)}"

    # Action cards

    def _round_cards(self) -> list[tuple[str, int]]:
        """The round cards that are turned up, each with its round, period by period.

        Working memory holds what changed last at its end, so the cards of a period stand in the order they were turned
        up; they take the rounds of their period in that order.
        """
        turned = [
            (number(card, "period"), symbol(card, "title"))
            for card in self.state.of("ROUND-CARD")
            if number(card, "player") == EVERYBODY
        ]
        found = []
        for period, rounds in enumerate(PERIODS, 1):
            titles = [title for own, title in turned if own == period]
            found += list(zip(titles, rounds, strict=False))
        return found

    @staticmethod
    def _face_down(turned: Sequence[int]) -> dict[int, list[int]]:
        """The rounds of each period whose cards are still face down; periods without any are left out."""
        left = {
            period: [round_ for round_ in rounds if round_ not in turned] for period, rounds in enumerate(PERIODS, 1)
        }
        return {period: rounds for period, rounds in left.items() if rounds}

    def _card(self, title: str, round_: int) -> ActionCard:
        actions = self.actions.get(title, ())
        buttons = self.moves.cards.get(title, ())
        kinds = dict.fromkeys(action.kind.lower() for action in actions)
        pile, name = self._pile(title), self.names.title(title)
        total = () if pile is None else ((" ", ""), (f"{pile.total:>4} ", "bold" if pile.total else "dim"))
        return ActionCard(
            name=title,
            label=self.names.label(title),
            title=f"{name}: {buttons[0].title}" if len(buttons) == 1 else name,
            tag=Tag(f"card-{title}", Fact("card", (word_of(title),)) if round_ else None),
            actions=tuple(CardAction(_ACTION_ICONS.get(kind, "star")) for kind in kinds),
            buttons=buttons,
            workers=tuple(self._workers(title)),
            is_taken=_is_taken(actions),
            is_offered=title in self.moves.panel_cards or len(buttons) > 1,
            marked_by=self.mover_colour if title in self.marked else "",
            is_joint=any(action.values["joint"] == "TRUE" for action in actions),
            pile=pile,
            round=round_,
            worker_places=_WORKER_PLACES,
            ending=total,
        )

    def _pile(self, title: str) -> Pile | None:
        element = _pile_element(self.actions.get(title, ()))
        if element is None:
            return None
        good, total = symbol(element, "good"), number(element, "total")
        taken_by = self.mover if title in self.emptied else None
        return Pile(good, total, Fact("lies", (word_of(title), good, total)), taken_by)

    def _workers(self, title: str) -> Iterable[FamilyMember]:
        readers = (self._farm_reader(seat) for seat in range(len(self.state.of("PLAYER"))))
        return (member for reader in readers for member in reader.workers.get(title, ()))

    # Improvements

    @cached_property
    def _improvement_elements(self) -> list[Element]:
        elements = (*self.state.of("ONE-RESOURCE-IMPROVEMENT"), *self.state.of("TWO-RESOURCES-IMPROVEMENT"))
        return sorted(elements, key=lambda element: IMPROVEMENTS.index(symbol(element, "title")))

    def _improvement(self, element: Element) -> Improvement:
        title, points, player = symbol(element, "title"), number(element, "points"), number(element, "player")
        slots = [("resource", "cost"), ("resource-1", "cost-1"), ("resource-2", "cost-2")]
        price = [
            self._price(symbol(element, good), number(element, cost)) for good, cost in slots if good in element.values
        ]
        button = self.moves.improvements.get(title)
        (fact,) = facts_of_element(element)
        return Improvement(
            name=title,
            label=self.names.label(title),
            title=f"{self.names.title(title)}: {self.names.say('points', points=points)}",
            tag=Tag(f"improvement-{title}", fact),
            price=tuple(price),
            buttons=() if button is None else (button,),
            marked_by=self.mover_colour if title in self.marked else "",
            either=price[0].good == "fireplace",
            owner=player - 1 if player else None,
            points=points,
        )

    def _price(self, good: str, amount: int) -> Price:
        if good == "fireplace":
            return Price(good, 0, self.names.label("fireplace-2"))
        return Price(good, amount, self.names.amount(good, amount))

    # Farms

    def _farm(self, seat: int) -> Farm:
        return self._farm_reader(seat).farm(self.position.scores()[seat], self.position.turn == seat)

    def _farm_reader(self, seat: int) -> FarmReader:
        if seat not in self._farm_readers:
            taken = {title for title, actions in self.actions.items() if _is_taken(actions)}
            own = [element for element in self._improvement_elements if number(element, "player") == seat + 1]
            self._farm_readers[seat] = FarmReader(self.state, seat, self.names, self.moves, taken, own)
        return self._farm_readers[seat]

    @cached_property
    def _farm_readers(self) -> dict[int, FarmReader]:
        return {}


def _is_taken(actions: Iterable[Element]) -> bool:
    return any(action.values["occupied"] == "TRUE" for action in actions)


def _pile_element(actions: Iterable[Element]) -> Element | None:
    """The element of a card that goods pile up on."""
    return next((action for action in actions if action.kind == "TAKE-GOODS"), None)


def _totals(actions: Actions) -> dict[str, int]:
    """How many goods lie on each card that they pile up on."""
    piles = {card: _pile_element(elements) for card, elements in actions.items()}
    return {card: number(pile, "total") for card, pile in piles.items() if pile is not None}


def _emptied(last: PlayedMove | None, actions: Actions) -> set[str]:
    """The cards whose whole pile the last move took."""
    if last is None:
        return set()
    assert isinstance(last.position, ProductionPosition)
    before = _totals(read_actions(last.position.state))
    return {card for card, total in _totals(actions).items() if not total and before.get(card)}
