"""Why a move is worse than another: an explanation of the better move that rejects the played one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from ludoteca.arena.review.comparison import Comparison
from ludoteca.arena.review.grading import Scale
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Event, Move, Position, find_move, seat_key
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.minds.shared.claims import expected_margin_gain
from ludoteca.minds.shared.compare_claims import outcome_message
from ludoteca.minds.shared.reasons import changed_facts, consequences, plain_number

_MOST_EVENTS = 3  # of each kind of reason


def why_best(position: Position, move: Move, compared: Comparison, scale: Scale) -> Explanation:
    """Why no move is better than the played one."""
    return Explanation(Reason(_merit(position, compared, scale), changed_facts(position, move)))


def why_better(position: Position, move: Move, compared: Comparison, scale: Scale) -> Explanation:
    """Why the best move is better than the played one, which is the rejected one of the explanation."""
    best = compared.best
    mine = _later(position, compared.best_line, lambda seat: seat == position.turn)
    because = (*consequences(position, best), *_lines(compared.best_line), *mine)
    reason = Reason(_merit(position, compared, scale), changed_facts(position, best), because=because)
    against = Reason(_fault(position, compared, scale), because=tuple(_reasons_against(position, move, compared)))
    return Explanation(reason, (Rejected(move.text, against),))


def _merit(position: Position, compared: Comparison, scale: Scale) -> Message:
    """The value of the best move."""
    if len(position.moves) == 1:
        return Message("minds.only")
    if compared.forced:
        return Message("minds.compare.forces")
    if compared.loses_to is not None:
        return Message("minds.compare.safe")
    if compared.interval is not None:
        return Message(f"minds.compare.choice.{scale.unit}", {"value": _shown(compared.best_value, scale)})
    margin = plain_number(compared.best_value)
    return Message("minds.compare.best", {"outcome": quoted(outcome_message(margin)), "margin": margin})


def _fault(position: Position, compared: Comparison, scale: Scale) -> Message:
    """The value of the played move, beside that of the best one."""
    if compared.loses_to is not None:
        return Message("minds.compare.loses_to", {"seat": seat_key(position.game, compared.loses_to)})
    if compared.interval is None and compared.forced:
        return Message("minds.compare.forces_not")
    if compared.interval is None:
        margin, other = plain_number(compared.played_value), plain_number(compared.best_value)
        outcomes = {"outcome": quoted(outcome_message(margin)), "better": quoted(outcome_message(other))}
        return Message("minds.compare.proven", {**outcomes, "margin": margin, "other": other})
    low, high = compared.interval
    figures = {"value": compared.played_value, "other": compared.best_value, "low": low, "high": high}
    args: dict[str, Argument] = {name: _shown(value, scale) for name, value in figures.items()}
    cost = _shown(compared.best_value - compared.played_value, scale)
    return Message(f"minds.compare.estimated.{scale.unit}", {**args, "cost": cost})


def _shown(value: float, scale: Scale) -> float:
    """A value as sentences give it: a chance in percent, with one decimal."""
    return round(100 * value if scale.unit == "chance" else value, 1)


def _reasons_against(position: Position, move: Move, compared: Comparison) -> Iterator[Reason]:
    """What the referee can confirm: events that a move gives up, causes or allows, and the points it gains at once."""
    best, common = compared.best, _common_kinds(position)
    mine, theirs = position.events(move), position.events(best)
    yield from _telling("gives_up", _of_other_kind(theirs, common | _kinds(mine)))
    yield from _telling("causes", _of_other_kind(mine, common | _kinds(theirs)))
    yield from _differing(mine, theirs, common)
    yield from _allowed(position, move, best, compared.played_line)
    gain, other = (plain_number(expected_margin_gain(position, each)) for each in (move, best))
    if gain < other:
        yield Reason(Message("minds.compare.gain", {"gain": gain, "other": other}))
    yield from _lines(compared.played_line)
    yield from _later(position, compared.played_line, lambda seat: seat != position.turn)


def _kinds(events: Iterable[Event]) -> set[str]:
    return {event.key for event in events}


def _common_kinds(position: Position) -> set[str]:
    """The kinds of events that more than half of the legal moves cause: to tell them explains nothing."""
    counts = Counter(kind for move in position.moves for kind in _kinds(position.events(move)))
    return {kind for kind, count in counts.items() if 2 * count > len(position.moves)}


def _of_other_kind(events: Iterable[Event], kinds: set[str]) -> list[Event]:
    """The events that are of none of these kinds."""
    return [event for event in events if event.key not in kinds]


def _telling(name: str, events: list[Event], **args: Argument) -> Iterator[Reason]:
    for event in events[:_MOST_EVENTS]:
        yield Reason(Message(f"minds.compare.{name}", {**args, "event": _identity(event)}))


def _differing(mine: Sequence[Event], theirs: Sequence[Event], common: set[str]) -> Iterator[Reason]:
    """Events of one kind that both moves cause once, but not the same; of common kinds, those with a single number."""
    for kind in sorted(_kinds(mine) & _kinds(theirs)):
        own, other = ([event for event in events if event.key == kind] for events in (mine, theirs))
        if len(own) != 1 or len(other) != 1 or own == other:
            continue
        numbers = [value for value in own[0].args.values() if isinstance(value, int | float)]
        if kind not in common or len(numbers) == 1:
            yield from _telling("differs", own, other=_identity(other[0]))


def _allowed(position: Position, move: Move, best: Move, line: tuple[str, ...]) -> Iterator[Reason]:
    """What the expected reply to a move does that no reply to the best move could."""
    after, instead = position.after(move), position.after(best)
    if len(line) < 2 or after.turn in (None, position.turn) or after.turn != instead.turn:
        return
    reply = find_move(after, line[1])
    also = {_identity(event) for other in instead.moves for event in instead.events(other)}
    rare = _of_other_kind(after.events(reply), _common_kinds(after))
    yield from _telling("allows", [event for event in rare if _identity(event) not in also], reply=reply.text)


def _later(position: Position, line: tuple[str, ...], is_told: Callable[[int | None], bool]) -> Iterator[Reason]:
    """What some seats do in a line of play after its first two moves, each kind once, with the moves up to there."""
    told = set[str]()
    for number, text in enumerate(line, 1):
        move = find_move(position, text)
        if number > 2 and is_told(position.turn):
            news = _of_other_kind(position.events(move), told | _common_kinds(position))
            yield from _telling("then", news, line=line[:number])
            told |= _kinds(news)
        position = position.after(move)


def _identity(event: Event) -> tuple[str, ...]:
    """An event as the argument of a message."""
    return quoted(Message(event.key, event.args))


def _lines(line: tuple[str, ...]) -> tuple[Reason, ...]:
    return (Reason(Message("minds.compare.line", {"line": line})),) if len(line) > 1 else ()
