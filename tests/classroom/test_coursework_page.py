"""A teacher and two students in the browser: publish, hand in, the deadline passes, grades, a lost game."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

from playwright.sync_api import Browser, Page, expect

from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.store import ClassStore
from ludoteca.core.record import to_line
from tests.classroom.conftest import ClassLab
from tests.lab.conftest import opened
from tests.waiting import eventually

PROGRAM = "choose(Move) :- findall(One, legal(One), All), last(All, Move).\n"
BASE = "/api/coursework/assignments/first-steps"


def publish(page: Page) -> None:
    """Publish an assignment with the form: two games against each of two minds on a small board."""
    page.goto("/assignments/new")
    page.get_by_label("Title").fill("First steps")
    page.get_by_label("Short name for addresses").fill("first-steps")
    page.get_by_label("Deadline").fill("2100-01-01T12:00")
    page.get_by_label("Games against each mind").fill("2")
    page.get_by_text("Options", exact=True).click()
    page.locator("[name=assignment-pits]").fill("2")
    page.locator("[name=assignment-seeds]").fill("2")
    page.get_by_role("button", name="Publish").click()
    expect(page).to_have_url(re.compile("/assignments/first-steps$"))


def fix_seed(class_lab: ClassLab, seed: int) -> None:
    """Take another seed than the one that was drawn, so that the games are always the same."""
    with closing(ClassStore(class_lab.lab.data)) as store:
        assignment = Coursework(store).assignments.find("first-steps")
        with store.transaction() as db:
            db.execute("UPDATE assignments SET data = ?", (to_line(replace(assignment, seed=seed)),))


def end_before_now(class_lab: ClassLab, handed: float) -> None:
    """Let the deadline pass: it was just after the last hand-in."""
    end = datetime.fromtimestamp(handed + 0.001, UTC)
    with closing(ClassStore(class_lab.lab.data)) as store:
        coursework = Coursework(store)
        assignment = coursework.assignments.find("first-steps")
        coursework.assignments.publish(replace(assignment, deadline=end.timestamp()))


def test_from_the_assignment_to_a_review_of_a_lost_game(browser: Browser, class_lab: ClassLab) -> None:
    teacher = class_lab.client(class_lab.teacher)
    (ana, hers), (_, his) = class_lab.student("Ana Gil"), class_lab.student("Ben Ruiz")
    for client, text in ((hers, PROGRAM), (his, "choose(Move) :- legal(Move\n")):
        assert client.put("/api/knowledge/kalah/first.pl", json={"text": text, "base": ""}).status_code == 200
    with contextlib.ExitStack() as contexts:

        def page_of(token: str) -> Page:
            found = contexts.enter_context(contextlib.contextmanager(opened)(browser, class_lab.address))
            found.goto(f"/?token={token}")
            return found

        desk = page_of(class_lab.teacher)
        publish(desk)
        fix_seed(class_lab, 7)
        page = page_of(str(hers.headers["Authorization"]).removeprefix("Bearer "))
        page.goto("/assignments")
        page.get_by_role("link", name="First steps").click()
        expect(page.get_by_text("The seed of the games is secret")).to_be_visible()
        page.get_by_role("button", name="Hand in this version").click()
        expect(page.locator(".badge", has_text="passed the checks")).to_be_visible()
        assert his.post(f"{BASE}/hand-ins", json={"file": "first.pl"}).status_code == 201
        expect(desk.get_by_text("is never closed")).to_be_visible()
        seen = hers.get(BASE).json()
        assert seen["assignment"]["seed"] is None and '"7"' not in page.content()
        assert {hers.get(f"{BASE}/{path}").status_code for path in ("overview", "grades.csv", "similar")} == {403}
        assert his.get("/api/coursework/hand-ins/1").status_code == 404, "Ana's text"

        end_before_now(class_lab, his.get(BASE).json()["hand_ins"][0]["handed"])
        desk.get_by_role("button", name="Play and grade").click()
        expect(desk.get_by_text("finished: 4 games")).to_be_visible()
        with desk.expect_download() as saved:
            desk.get_by_role("link", name="CSV for Moodle").click()
        rows = {row["Full name"]: row for row in csv.DictReader(io.StringIO(saved.value.path().read_text()))}
        grade = eventually(lambda: hers.get(BASE).json(), lambda found: found["grade"] is not None)["grade"]
        assert float(rows["Ana Gil"]["First steps"]) == grade["points"] and rows["Ben Ruiz"]["First steps"] == "0"

        page.reload()
        expect(page.get_by_role("heading", name="Your grade")).to_be_visible()
        expect(page.get_by_text("Seed of the games: 7")).to_be_visible()
        line = page.locator(".game-lines li", has_text="Worst loss")
        key = re.search("[0-9a-f]{32}", line.get_by_role("link", name="Replay").get_attribute("href") or "")
        assert key is not None
        assert his.post(f"/api/coursework/games/{key[0]}/open").status_code == 404, "not his game"
        line.get_by_role("link", name="Review").click()
        expect(page).to_have_url(re.compile("/game/[0-9a-f]{10}/review"))
        expect(page.locator(".reviewed .grade").first).to_be_visible()
        page.goto(f"/class/game/{key[0]}?try")
        expect(page).to_have_url(re.compile("/write/kalah/first.pl.from=[0-9a-f]{10}&ply="))
        expect(page.locator(".cm-content")).to_contain_text("findall")
    assert teacher.get(f"{BASE}/report.html?member={ana.id}").text.count("<svg") == 1
