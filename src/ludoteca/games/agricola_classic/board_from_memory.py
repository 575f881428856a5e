"""Working memory as a board to draw.

What never changes is not part of a position, so the printed parts of the board stand here: the cards on it, the periods
of the rounds, and the rounds that end with a harvest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludoteca.core.game import Fact, PlayedMove
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import EVERYBODY, SEATS, facts_of_element
from ludoteca.games.agricola_classic.farm_from_memory import FarmReader, improvements_of, number, symbol
from ludoteca.games.agricola_classic.moves import cards_of_last_move, labelled_moves
from ludoteca.games.shared.agricola import board as model
from ludoteca.games.shared.agricola.board import Tag, TaggedText
from ludoteca.games.shared.agricola.moves_by_card import group_moves
from ludoteca.games.shared.agricola.names import Names
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
_ACTION_ICONS = {
    "build-room": "room",
    "build-stable": "stable",
    "build-fence": "fence",
    "grow-family": "child",
    "plow": "plow",
    "sow": "grain",
    "bake-bread": "bread",
    "renovate": "renovate",
    "change-starting-player": "first",
}
_WORKER_PLACES = 2  # on a card in a terminal: a family member and a newborn

Actions = Mapping[str, Sequence[Element]]
"""The elements of each card's actions, in order."""


def board_of(
    position: ProductionPosition, last: PlayedMove | None, language: str, player_names: tuple[str, ...] = ()
) -> model.Board:
    """The board of a position in one language."""
    return _BoardReader(position, last, language, player_names).board()


class _BoardReader:
    """One position, and the move that led to it."""

    def __init__(
        self, position: ProductionPosition, last: PlayedMove | None, language: str, player_names: tuple[str, ...]
    ) -> None:
        self.position, self.state, self.turn = position, position.state, position.turn
        self.names = Names("games.agricola_classic", "word", language, tuple(zip(SEATS, player_names, strict=False)))
        self.actions = _actions(self.state)
        self.moves = group_moves(labelled_moves(position, self.names), _totals(self.actions))
        self.mover = None if last is None else last.position.turn
        self.marked = cards_of_last_move(last)
        self.emptied = _emptied(last, self.actions)
        taken = {title for title, actions in self.actions.items() if _is_taken(actions)}
        seats = range(len(self.state.of("PLAYER")))
        self.farms = [FarmReader(self.state, seat, self.names, self.moves, taken) for seat in seats]
        self.round, self.phase = number(self.state.named["phase"], "round"), symbol(self.state.named["phase"], "now")
        self.shown_round = min(self.round, ROUNDS)  # while points are counted, the last one that was played

    def board(self) -> model.Board:
        say = self.names.say
        round_cards = dict(self._round_cards())
        face_down = {
            round_: period
            for period, rounds in enumerate(PERIODS, 1)
            for round_ in rounds
            if round_ not in round_cards.values()
        }
        cards = {**dict.fromkeys(BOARD_CARDS, 0), **round_cards}
        scores = enumerate(self.position.scores())
        return model.Board(
            label=self._label(),
            prompt=self._prompt(),
            turn=self.turn,
            status=tuple(self._status()),
            status_note=self._face_down_note(list(face_down.values())),
            farms=tuple(self.farms[seat].farm(points, self.turn == seat) for seat, points in scores),
            cards=tuple(self._card(title, round_) for title, round_ in cards.items()),
            improvements=tuple(map(self._improvement, improvements_of(self.state))),
            improvements_title=say("improvements"),
            legend=say("legend"),
            panel=self.moves.panel,
            rounds=model.RoundTrack(
                self.shown_round,
                ROUNDS,
                {round_: say("harvest", round=round_) for round_ in HARVESTS},
                {round_: say("card_of_round", round=round_, period=period) for round_, period in face_down.items()},
            ),
        )

    def _label(self) -> str:
        named = zip(SEATS, self.position.scores(), strict=True)
        scores = tuple(f"{self.names.seat_title(seat)} {points:g}" for seat, points in named)
        if self.turn is None:
            return self.names.say("label_over", scores=scores)
        seat = self.names.seat_title(SEATS[self.turn])
        return self.names.say("label", round=self.shown_round, seat=seat, scores=scores)

    def _prompt(self) -> str:
        if self.turn is not None:
            key = "place_person" if self.moves.cards or self.moves.panel_cards else "choose"
            return self.names.say(key, seat=self.names.seat_heading(SEATS[self.turn]))
        scores = self.position.scores()
        best = max(scores)
        if scores.count(best) > 1:
            return self.names.say("drawn", points=round(best))
        return self.names.say("won", seat=self.names.seat_title(SEATS[scores.index(best)]), points=round(best))

    def _status(self) -> Iterator[TaggedText]:
        round_, phase = self.names.say("round", round=self.shown_round), word_of(self.phase)
        yield TaggedText(round_, Tag("round", Fact("round", (self.round,))))
        words = phrase(f"{self.names.prefix}.phase.{phase}", self.names.language)
        yield TaggedText(words, Tag("phase", Fact("phase", (phase,))))
        harvest = next((round_ for round_ in HARVESTS if round_ >= self.round), None)
        if harvest is not None:
            yield TaggedText(self.names.say("harvest", round=harvest))

    def _face_down_note(self, periods: Sequence[int]) -> str:
        """How many cards of each period are still face down, for terminals."""
        counts = {period: periods.count(period) for period in periods}
        told = [self.names.say("cards_left", period=period, cards=cards) for period, cards in counts.items()]
        return f"{self.names.say('face_down')} {', '.join(told)}" if told else ""

    # Action cards

    def _round_cards(self) -> Iterator[tuple[str, int]]:
        """The round cards that are turned up, each with its round.

        Working memory holds what changed last at its end, so the cards of a period stand in the order they were turned
        up; they take the rounds of their period in that order.
        """
        turned = [card for card in self.state.of("ROUND-CARD") if number(card, "player") == EVERYBODY]
        for period, rounds in enumerate(PERIODS, 1):
            titles = [symbol(card, "title") for card in turned if number(card, "period") == period]
            yield from zip(titles, rounds, strict=False)

    def _card(self, title: str, round_: int) -> model.ActionCard:
        actions, buttons = self.actions.get(title, ()), self.moves.cards.get(title, ())
        kinds = dict.fromkeys(action.kind.lower() for action in actions)
        pile, name = self._pile(title), self.names.title(title)
        return model.ActionCard(
            name=title,
            label=self.names.label(title),
            title=f"{name}: {buttons[0].title}" if len(buttons) == 1 else name,
            tag=Tag(f"card-{title}", Fact("card", (word_of(title),)) if round_ else None),
            buttons=buttons,
            marked_by=self._mark(title),
            actions=tuple(model.CardAction(_ACTION_ICONS.get(kind, "star")) for kind in kinds),
            workers=tuple(member for farm in self.farms for member in farm.workers.get(title, ())),
            is_taken=_is_taken(actions),
            is_offered=title in self.moves.panel_cards or len(buttons) > 1,
            is_joint=any(action.values["joint"] == "TRUE" for action in actions),
            pile=pile,
            round=round_,
            ending=((" ", ""), (f"{pile.total:>4} ", "bold" if pile.total else "dim")) if pile else (),
            worker_places=_WORKER_PLACES,
        )

    def _mark(self, title: str) -> str:
        return SEATS[self.mover] if self.mover is not None and title in self.marked else ""

    def _pile(self, title: str) -> model.Pile | None:
        element = _pile_element(self.actions.get(title, ()))
        if element is None:
            return None
        good, total = symbol(element, "good"), number(element, "total")
        fact, taken_by = Fact("lies", (word_of(title), good, total)), self.mover if title in self.emptied else None
        return model.Pile(good, total, fact, taken_by)

    # Improvements

    def _improvement(self, element: Element) -> model.Improvement:
        title, points, player = symbol(element, "title"), number(element, "points"), number(element, "player")
        slots = [("resource", "cost"), ("resource-1", "cost-1"), ("resource-2", "cost-2")]
        costs = [(symbol(element, good), number(element, cost)) for good, cost in slots if good in element.values]
        button = self.moves.improvements.get(title)
        return model.Improvement(
            name=title,
            label=self.names.label(title),
            title=f"{self.names.title(title)}: {self.names.say('points', points=points)}",
            tag=Tag(f"improvement-{title}", next(facts_of_element(element))),
            buttons=() if button is None else (button,),
            marked_by=self._mark(title),
            price=tuple(self._price(good, amount) for good, amount in costs),
            either=costs[0][0] == "fireplace",
            owner=player - 1 if player else None,
            points=points,
        )

    def _price(self, good: str, amount: int) -> model.Price:
        if good == "fireplace":
            return model.Price(good, 0, self.names.label("fireplace-2"))
        return model.Price(good, amount, self.names.amount(good, amount))


def _actions(state: State) -> Actions:
    found: dict[str, list[Element]] = {}
    for element in state.elements:
        if element.name and {"card", "joint"} <= element.values.keys():
            found.setdefault(symbol(element, "card"), []).append(element)
    return {card: sorted(elements, key=lambda action: number(action, "id")) for card, elements in found.items()}


def _is_taken(actions: Iterable[Element]) -> bool:
    return any(action.values["occupied"] == "TRUE" for action in actions)


def _pile_element(actions: Iterable[Element]) -> Element | None:
    """The action that takes the goods piled up on a card."""
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
    before = _totals(_actions(last.position.state))
    return {card for card, total in _totals(actions).items() if not total and before.get(card)}
