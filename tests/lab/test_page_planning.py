"""The planning page: a plan, a changed cost, the comparison of two plans, errors with their lines, a narrow screen."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.lab.conftest import Lab, open_why
from tests.lab.editing import wait_for_exact_text, write, written


def opened(page: Page) -> None:
    page.goto("/plans")
    expect(page.locator('[name="(cost plowing)"]')).to_have_value("5")


def planned(page: Page, number: int) -> None:
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator(".plan-of h2", has_text=f"Plan {number}")).to_be_visible()


def test_a_cost_is_changed_and_two_plans_are_compared(lab: Lab, page: Page) -> None:
    opened(page)
    planned(page, 1)
    first = page.locator(".plan-of")
    expect(first.locator(".total")).to_have_text("32")
    expect(first.locator(".verdict")).to_have_text("Proven optimal: no plan is better.")
    expect(first.locator(".faint")).to_contain_text(re.compile("found by .*, proved by "))
    expect(first.locator(".turn > h3")).to_have_text([re.compile("Turn 1"), re.compile("Turn 2")])
    expect(first.locator(".turn").first.locator("h4")).to_have_text(["player 1", "player 2"])
    expect(first.locator(".deed").first).to_have_text(re.compile(r"^p\d-\d takes"))
    expect(first.get_by_role("region", name="The plan, turn by turn")).to_have_attribute("tabindex", "0")
    assert page.locator(".live").evaluate("live => live.getBoundingClientRect().top") < 100
    costs = [int(text) for text in first.locator(".step .cost").all_inner_texts()]
    assert sum(costs) == 32
    expect(first.locator(".step.itself").last).to_contain_text("the game is over")
    expect(first.locator(".checked")).to_contain_text("ludoteca")
    expect(page.locator(".live .plans_best")).to_have_text("32")

    cost = page.locator('[name="(cost plowing)"]')
    cost.fill("1")
    cost.press("Enter")
    expect(page.locator(".costs .changed")).to_contain_text("was 5")
    planned(page, 2)
    expect(page.locator(".plan-of .total")).to_have_text(["32", "26"])
    expect(page.locator(".cost-changes li")).to_have_text(["plowing 5 → 1"])
    expect(page.locator(".crossed .least")).to_have_text(["32", "26"])
    lit = page.locator(".plan-of").nth(1).locator(".step.alone")
    expect(lit.filter(has_text="plow").first).to_be_visible()
    expect(page.locator(".plan-of").nth(1).locator(".step.alone .only")).to_have_count(lit.count())
    expect(page.locator(".kinds tr", has_text="plowing")).to_have_text("plowing02")
    rows = [
        [int(cell) for cell in row.locator("td").all_inner_texts()] for row in page.locator(".kinds tbody tr").all()
    ]
    assert all(before != after for before, after in rows)
    assert sum(before for before, _ in rows) == sum(after for _, after in rows), "both do eight things"
    assert page.locator(".plan-of").first.locator(".step.alone").count() == lit.count() < 8

    page.locator("[name=plans-turns]").fill("3")
    page.locator("[name=plans-turns]").press("Enter")
    expect(page.locator(".size")).to_contain_text("agricola-3-turns")
    expect(cost).to_have_value("1")
    expect(page.locator(".costs .changed")).to_contain_text("was 5")


def test_a_broken_problem_shows_its_line(lab: Lab, page: Page) -> None:
    opened(page)
    page.get_by_text("Read or edit the PDDL").click()
    expect(page.get_by_role("textbox", name="Problem")).to_be_visible()
    lines = written(page).split("\n")
    place = next(number for number, line in enumerate(lines, 1) if "(starting j1)" in line)
    write(page, "\n".join(lines).replace("(starting j1)", "(startign j1)"))
    with page.expect_response("**/api/plans/read?*"), page.expect_response("**/api/plans?*"):
        page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator(".notice")).to_contain_text(f"problem.pddl, line {place}")
    expect(page.locator(".notice")).to_contain_text("starting")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    expect(page.locator(".cm-here")).to_contain_text("(startign j1)")
    page.locator(".cm-here").click()
    page.keyboard.press("End")
    page.keyboard.type(" ")
    expect(page.locator(".notice")).to_have_text([])
    write(page, "\n".join(lines))
    planned(page, 1)
    expect(page.locator(".notice")).to_have_text([])


def test_a_late_answer_about_an_earlier_text_is_dropped(lab: Lab, page: Page) -> None:
    opened(page)
    page.get_by_text("Read or edit the PDDL").click()
    right = written(page)
    requests: list[Route] = []
    page.route("**/api/plans/read?*", lambda route: requests.append(route))
    write(page, right.replace("(starting j1)", "(startign j1)"))
    with page.expect_request("**/api/plans/read?*"):
        page.locator("h1").click()
    write(page, right)
    page.keyboard.press("Home")
    with page.expect_response("**/api/plans/read?*") as answer:
        requests[0].continue_()
    assert answer.value.status == 422
    answer.value.finished()
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator(".cm-here")).to_have_count(0)
    page.unroute("**/api/plans/read?*")


def test_what_is_written_by_hand_is_not_lost(lab: Lab, page: Page) -> None:
    opened(page)
    turns, choice = page.locator("[name=plans-turns]"), page.locator("[name=game]")
    page.get_by_text("Read or edit the PDDL").click()
    mine = written(page) + "; mine"
    write(page, mine)
    turns.fill("3")
    turns.press("Enter")
    expect(page.locator(".size")).to_contain_text("agricola-3-turns")
    expect(page.locator("#toast")).to_contain_text("a problem of my own")
    write(page, "; another")
    page.once("dialog", lambda dialog: dialog.dismiss())
    choice.select_option("a problem of my own")
    expect(choice).to_have_value("agricola_planning")
    expect(turns).to_have_value("3")
    assert written(page) == "; another"
    page.once("dialog", lambda dialog: dialog.accept())
    choice.select_option("a problem of my own")
    wait_for_exact_text(page, mine)
    page.reload()
    choice.select_option("a problem of my own")
    wait_for_exact_text(page, mine)


def test_a_search_is_watched_and_stopped(lab: Lab, page: Page) -> None:
    """Without counting, four turns take long: there is something to see, and to stop."""
    opened(page)
    page.locator("input[name=plans-turns]").fill("99")
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("turns=99")
    expect(page.get_by_role("button", name="Plan", exact=True)).to_be_enabled()
    expect(page.locator(".live")).to_be_hidden()
    page.locator("input[name=plans-turns]").fill("6")
    page.locator("input[name=plans-turns]").press("Enter")
    expect(page.locator(".size")).to_contain_text("agricola-6-turns")
    expect(page.locator(".notice")).to_have_count(0)
    page.locator("select[name=planner]").select_option("blind")
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator(".live h2")).to_contain_text("blind is searching")
    expect(page.locator(".live .plans_states")).to_have_text(re.compile(r"[1-9][\d,]*"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".plan-of .verdict")).to_have_text(
        "The search ended before it found a plan. The search was stopped."
    )
    page.get_by_role("link", name="Records").click()
    page.get_by_role("link", name="Planning").click()
    expect(page.locator(".plan-of .verdict")).to_be_visible()


def test_a_plan_is_drawn_behind_a_move(lab: Lab, page: Page) -> None:
    body = {"game": "agricola_planning", "minds": ["planner", "human"], "seed": 1, "limit": 600}
    page.goto(f"/game/{lab.client.post('/api/games', json=body).json()['id']}")
    expect(page.locator(".player output")).to_have_text("2 / 2")
    open_why(page)
    plan = page.locator(".why .plan")
    expect(plan.locator("li.now .number")).to_have_text("1")
    players = ["player 1", "player 2"]
    expect(plan.locator("li.turn")).to_have_text(["Turn 1", *players, "Turn 2", *players])
    expect(plan.locator("li.now div")).to_have_text(re.compile(r"^player 1 \(p1-2\) takes 5 "))
    expect(plan.locator(".sum")).to_contain_text("Proven optimal")
    expect(plan.locator(".assumes")).to_have_text("It assumes that the other player follows the plan.")
    plan.locator("li.now .number").click()
    expect(page.locator("h1")).to_contain_text("domain.pddl")
    expect(page.locator(".cm-here")).to_have_count(1)
    expect(page.locator(".vocabulary .words")).to_contain_text("(:predicates")
    expect(page.locator(".found .plan")).to_be_visible()  # the trial's answer moves what stands below it
    page.get_by_role("link", name="Open the planning page").click()
    expect(page.locator("select[name=game]")).to_have_value("agricola_planning")


def test_a_new_domain_plays_at_once_and_its_plan_is_told_in_spanish(lab: Lab, page: Page) -> None:
    page.goto("/write/kalah/fresh.pddl")
    page.get_by_role("button", name="ES").click()
    page.get_by_role("button", name="Probarla").click()
    plan = page.locator(".found .plan")
    expect(plan.locator("li.now div")).to_have_text(
        "sembrar el hoyo 3: la última semilla cae en el almacén y se repite turno"
    )
    expect(plan.locator("li.turn")).to_have_count(0)
    expect(plan.locator(".assumes")).to_have_count(0)


def test_nothing_scrolls_sideways_on_a_phone_in_spanish(lab: Lab, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/plans")
    page.get_by_role("button", name="ES").click()
    page.get_by_role("button", name="Planificar").click()
    expect(page.locator(".plan-of .verdict")).to_have_text("Óptimo demostrado: ningún plan es mejor.")
    expect(page.locator(".plan-of h4").first).to_have_text("jugador 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Leer o editar el PDDL").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_tutorials_problem_in_spanish_and_its_plan_in_a_file(lab: Lab, page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/plans")
    page.get_by_role("button", name="ES").click()
    form = page.locator(".inference-options")
    expect(form.locator("label > span")).to_contain_text(["Problema", "Turnos", "Personas", "Cartas", "Recursos"])
    expect(form.locator("option", has_text="libres de nuevo en cada turno")).to_have_attribute("value", "per-turn")
    expect(page.locator(".runner p")).to_contain_text("enhsp")
    page.locator("[name=game]").select_option("un problema propio")
    expect(page.locator(".size")).to_contain_text("1 hecho y 3 números")
    page.get_by_role("button", name="Planificar").click()
    expect(page.locator(".plan-of .total")).to_have_text("9")
    with page.expect_download() as download:
        page.get_by_role("link", name="Descargar el plan").click()
    assert download.value.suggested_filename == "breakfast.plan"
    download.value.save_as(tmp_path / "breakfast.plan")
    lines = (tmp_path / "breakfast.plan").read_text().splitlines()
    assert lines == ["(heat)", "(bake)", "(bake)", "(bake)", "; cost = 9"]


def test_a_game_opens_at_the_top(lab: Lab, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    begin = page.locator("article.card").last.get_by_role("button", name=re.compile("people", re.IGNORECASE))
    begin.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 800
    begin.click()
    expect(page.locator(".table")).to_be_visible()
    page.wait_for_function("scrollY === 0")
