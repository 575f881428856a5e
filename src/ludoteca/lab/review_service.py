"""Reviews of games: each runs in a process of its own, with low priority, and is kept for everybody who reads it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from ludoteca.arena.review import Review
from ludoteca.child import OURS, ChildError, Client, ServiceError
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import Record, from_data, to_json
from ludoteca.lab.errors import LabBusy
from ludoteca.lab.live_game import LiveGame

_SERVICE = "ludoteca.arena.review.server"
_RUNNING = 2  # reviews at a time; others wait
_MOST_WAITING = 16
_MOST_KEPT = 64  # reviews; the oldest that have ended are dropped
_NICENESS = 15  # the lab answers people, and minds think, before games are reviewed
_POLLING = 0.25  # seconds between two requests for progress
_ANSWERING = 60.0  # seconds for an answer: compiled code may hold the interpreter's lock for a while
_NO_REASON = Explanation(Reason(Message("arena.opening")))  # a review does not read the reasons of a record


class GameReview:
    """The review of a game as far as it is. `found` is None until it begins."""

    def __init__(self, record: Record) -> None:
        turns = tuple(replace(turn, why=_NO_REASON) for turn in record.turns)
        self._record = Record(record.header, turns, None)
        self.found: Review | None = None
        self.fault: Message | None = None
        self.over = False
        self._stopped = threading.Event()

    @property
    def line(self) -> tuple[str, ...]:
        """The moves that are reviewed."""
        return self._record.line

    def stop(self) -> None:
        self._stopped.set()

    def run(self) -> None:
        """Review the game in a child process; called in a thread."""
        try:
            with Client.of_module(_SERVICE, OURS) as client:
                client.lower_priority(_NICENESS)
                client.ask("start", _ANSWERING, record=to_json(self._record))
                self._poll(client)
        except (ChildError, ServiceError) as error:
            self.fault = Message("lab.review.failed", {"why": quoted(error.message)})
        self.over = True

    def _poll(self, client: Client) -> None:
        while not self._stopped.wait(_POLLING):
            answer = client.ask("snapshot", _ANSWERING, known=0 if self.found is None else len(self.found.moves))
            if answer["review"] is not None:
                newer, known = from_data(Review, answer["review"]), () if self.found is None else self.found.moves
                self.found = replace(newer, moves=(*newer.moves, *known))
            if answer["over"]:
                return
        client.kill()


class ReviewService:
    """All reviews of the lab, by the id of their game."""

    def __init__(self) -> None:
        self._reviews: OrderedDict[str, GameReview] = OrderedDict()
        self._threads = ThreadPoolExecutor(_RUNNING, thread_name_prefix="review")

    def start(self, live: LiveGame) -> GameReview:
        """Review a game that is over, unless that is done or under way; raises `BadInput` and `LabBusy`."""
        if not live.over:
            raise BadInput("lab.review.not_over")
        known = self.find(live)
        if known is not None and known.fault is None:
            return known
        waiting = [review for review in self._reviews.values() if not review.over]
        if len(waiting) >= _MOST_WAITING:
            raise LabBusy("lab.too_many_requests")
        self._reviews.pop(live.id, None)
        review = GameReview(Record(live.runner.header, tuple(live.runner.turns), None))
        self._reviews[live.id] = review
        for old in [key for key, each in self._reviews.items() if each.over][: len(self._reviews) - _MOST_KEPT]:
            del self._reviews[old]
        self._threads.submit(review.run)
        return review

    def find(self, live: LiveGame) -> GameReview | None:
        """The review of a game as it is now; None if there is none, or moves have changed since."""
        review = self._reviews.get(live.id)
        return review if review is not None and review.line == tuple(turn.text for turn in live.runner.turns) else None

    def close(self) -> None:
        for review in self._reviews.values():
            review.stop()
        self._threads.shutdown(cancel_futures=True)
