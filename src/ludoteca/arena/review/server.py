"""The service that reviews a game in a child process (see `child.server`); a thread works, so that progress is read."""

from __future__ import annotations

import threading
from typing import Any

from ludoteca.arena.review import Review, review
from ludoteca.child.server import serve
from ludoteca.core.record import Record, from_data, to_json


class ReviewService:
    """Reviews one record; it is asked again and again how far that is."""

    def __init__(self) -> None:
        self._latest: Review | None = None
        self._over = False
        self._error: Exception | None = None

    def start(self, record: dict[str, Any]) -> None:
        """Begin to review a record of legal moves."""
        work = from_data(Record, record)
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def snapshot(self, known: int) -> dict[str, Any]:
        """The review so far, without the last `known` moves; None before there is any. `over` when it has ended."""
        over, latest = self._over, self._latest
        if self._error is not None:
            raise self._error
        if latest is None:
            return {"over": over, "review": None}
        new = latest.moves[: len(latest.moves) - known]
        return {"over": over, "review": {**to_json(latest), "moves": to_json(new)}}

    def _run(self, record: Record) -> None:
        try:
            self._latest = review(record, self._note)
        except Exception as error:
            self._error = error
        self._over = True

    def _note(self, so_far: Review) -> bool:
        self._latest = so_far
        return True


def main() -> None:
    """Serve until the input ends."""
    serve(ReviewService())


if __name__ == "__main__":
    main()
