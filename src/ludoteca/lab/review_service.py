"""Reviews of games: each runs in a process of its own, with low priority, and is kept in the store."""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from ludoteca.arena.review import Review
from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, ServiceError
from ludoteca.child.limits import OURS
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import Record, from_data, to_json, to_line
from ludoteca.lab.errors import LabBusy
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.store_thread import StoreThread
from ludoteca.storage.errors import StoreError

_SERVICE = "ludoteca.arena.review.server"
_RUNNING = 2  # reviews at a time; others wait
_MOST_WAITING = 16  # of the games of one person
_MOST_KEPT = 64  # reviews in memory
_NICENESS = 15  # the lab answers people, and minds think, before games are reviewed
_POLLING = 0.25  # seconds between two requests for progress
_ANSWERING = 60.0  # seconds for an answer: compiled code may hold the interpreter's lock for a while
_NO_REASON = Explanation(Reason(Message("arena.opening")))  # a review does not read the reasons of a record

_log = logging.getLogger(__name__)


class GameReview:
    """The review of a game as far as it is. `found` is None until it begins."""

    def __init__(self, line: tuple[str, ...], found: Review | None = None, owner: str | None = None) -> None:
        self.owner = owner
        self.line = line  # the moves that are reviewed
        self.found = found
        self.fault: Message | None = None
        self.over = found is not None
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self, record: Record, keep: Callable[[Review], None]) -> None:
        """Review the game in a child process, and keep the review when it is complete; called in a thread."""
        turns = tuple(replace(turn, why=_NO_REASON) for turn in record.turns)
        try:
            with Client.of_module(_SERVICE, OURS) as client:
                client.lower_priority(_NICENESS)
                client.ask("start", _ANSWERING, record=to_json(Record(record.header, turns, None)))
                self._poll(client)
        except (ChildError, ServiceError) as error:
            self.fault = Message("lab.review.failed", {"why": quoted(error.message)})
        if self.fault is None and self.found is not None and self.found.complete:
            keep(self.found)
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
    """All reviews of the lab, by the id of their game: those under way and the latest, and those in the store."""

    def __init__(self, store: StoreThread) -> None:
        self._store = store
        self._reviews: OrderedDict[str, GameReview] = OrderedDict()
        self._threads = ThreadPoolExecutor(_RUNNING, thread_name_prefix="review")

    async def start(self, live: LiveGame) -> GameReview:
        """Review a game that is over, unless that is done or under way; raises `BadInput` and `LabBusy`."""
        if not live.over:
            raise BadInput("lab.review.not_over")
        known = await self.find(live)
        if known is not None and known.fault is None:
            return known
        waiting = [review for review in self._reviews.values() if not review.over and review.owner == live.owner]
        if len(waiting) >= _MOST_WAITING:
            raise LabBusy("lab.too_many_requests")
        record = Record(live.runner.header, tuple(live.runner.turns), None)
        review = self._remember(live.id, GameReview(record.line, owner=live.owner))
        self._threads.submit(review.run, record, partial(self._keep, live.id))
        return review

    async def find(self, live: LiveGame) -> GameReview | None:
        """The review of a game as it is now; None if there is none, or moves have changed since."""
        line = tuple(turn.text for turn in live.runner.turns)
        review = self._reviews.get(live.id)
        if review is None or review.line != line:
            found = _read(await self._store.run(lambda store: store.review(live.id)))
            if found is None or tuple(move.move for move in found.moves) != line:
                return None
            review = self._remember(live.id, GameReview(line, found))
        return review

    def _remember(self, game_id: str, review: GameReview) -> GameReview:
        """Keep a review in memory, and drop the oldest that have ended."""
        self._reviews.pop(game_id, None)
        self._reviews[game_id] = review
        for old in [key for key, each in self._reviews.items() if each.over][: len(self._reviews) - _MOST_KEPT]:
            del self._reviews[old]
        return review

    def _keep(self, game_id: str, found: Review) -> None:
        """Store a review; without room on the disk it is kept in memory alone."""
        text = to_line(found)
        try:
            self._store.call(lambda store: store.save_review(game_id, found.total, text))
        except StoreError as error:
            _log.warning("%s", error)

    def close(self) -> None:
        for review in self._reviews.values():
            review.stop()
        self._threads.shutdown(cancel_futures=True)


def _read(text: str | None) -> Review | None:
    """A review from the store; None if there is none, or if another version has written it differently."""
    try:
        return None if text is None else from_data(Review, json.loads(text))
    except ValueError:
        return None
