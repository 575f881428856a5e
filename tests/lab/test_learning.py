"""Learning over the API: a run is stopped and kept, its checkpoints play and answer, bad requests are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludoteca.games import load_game
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.errors import LabBusy
from ludoteca.lab.learning_service import LearningService
from ludoteca.lab.mind_processes import MindProcesses
from tests.lab.conftest import Lab, run_async
from tests.waiting import eventually

SMALL: dict[str, Any] = {"game": "kalah", "options": {"pits": 3, "seeds": 3}}


def asked(lab: Lab, path: str, status: int = 200, **body: object) -> Any:
    answer = lab.client.post(f"/api/learning{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def looked(lab: Lab, run: str) -> Any:
    return lab.client.get(f"/api/learning/{run}").json()


def has_checkpoints(run: Any) -> bool:
    return all(learner["checkpoints"] for learner in run["learners"])


def test_a_run_is_asked_and_played_after_the_lab_was_killed(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    try:
        run = asked(lab, "", 201, **SMALL, positions=500_000)["id"]
        assert "under way" in asked(lab, "", 409, **SMALL, positions=10)["error"]
        eventually(lambda: looked(lab, run), has_checkpoints)
        lab.kill()
        lab.start()
        found = looked(lab, run)
        assert (found["state"], found["title"], found["even"]) == ("stopped", "Kalah(3, 3)", 0.5)
        assert has_checkpoints(found), "checkpoints are kept"
        last = {learner["name"]: learner["checkpoints"][-1] for learner in found["learners"]}
        check_answers(lab, run, last)
        check_play(lab, last["network"]["mind"])
        other = tmp_path / "knowledge" / "kalah" / "other.pl"
        other.write_text("choose(M) :- legal(M).")
        assert lab.client.delete(f"/api/learning/{run}").status_code == 204
        assert list(tmp_path.glob("knowledge/kalah/*")) == [other]
        assert lab.client.get("/api/learning").json() == []
    finally:
        lab.kill()


def check_answers(lab: Lab, run: str, last: Any) -> None:
    """The first and the last checkpoint say what they would play after a move, with what they saw at first sight."""
    chosen = [{"learner": "linear", "number": 0}, {"learner": "network", "number": last["network"]["number"]}]
    told = asked(lab, f"/{run}/ask", checkpoints=chosen, moves=["2"])
    assert told["place"]["seat"] == "north" and "<svg" in told["place"]["svg"]
    for answer in told["answers"]:
        why = answer["explanation"]
        assert why["move"] in told["place"]["moves"] and "at first sight" in why["reason"]["sentence"]
        assert sum(move["prior"] for move in why["trace"]["moves"]) == pytest.approx(1, abs=0.01)
    blank = told["answers"][0]["explanation"]["trace"]
    assert (blank["first_sight"], {move["prior"] for move in blank["moves"]}) == (0.5, {0.333})


def check_play(lab: Lab, mind: str) -> None:
    new = lab.client.post("/api/games", json={**SMALL, "minds": ["human", mind]}).json()
    lab.client.post(f"/api/games/{new['id']}/moves", json={"move": "2"})
    eventually(lambda: lab.client.get(f"/api/games/{new['id']}").json(), lambda look: look["moves"] >= 2)


def test_bad_requests_are_refused_with_a_reason(lab: Lab) -> None:
    assert "small boards" in asked(lab, "", 422, game="kalah", positions=10)["error"]
    assert "small boards" in asked(lab, "", 422, game="agricola_planning", positions=10)["error"]
    assert "chess" in asked(lab, "", 422, game="chess", positions=10)["error"]
    assert "one of seconds" in asked(lab, "", 422, **SMALL)["error"]
    assert "one of seconds" in asked(lab, "", 422, **SMALL, seconds=30, positions=10)["error"]
    for limit in ({"seconds": 1e9}, {"seconds": 0}, {"positions": 0}, {"positions": "many"}):
        asked(lab, "", 422, **SMALL, **limit)
    assert "There is no run" in asked(lab, "/abc/stop", 404)["error"]
    assert lab.client.delete("/api/learning/abc").status_code == 404
    boards = lab.client.get("/api/learning/boards?lang=es").json()
    assert "Reinas y bloques, 4 × 4" in {board["title"] for board in boards}


def test_a_lab_that_has_no_room_for_a_run_says_so(tmp_path: Path) -> None:
    async def work() -> None:
        processes = MindProcesses(Capacity())
        service = LearningService(tmp_path, processes, most=0)
        with pytest.raises(LabBusy, match="as many as it may have"):
            service.start(load_game("kalah", SMALL["options"]), 1, None, 10, None)
        await service.close()
        await processes.close()

    run_async(work())
    assert list(tmp_path.iterdir()) == []
