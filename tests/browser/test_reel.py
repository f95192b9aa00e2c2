"""What the others did, step by step; hints; the way under the pointer; bots that think."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import moves, play_against
from tests.browser.player import first_answer
from tests.browser.table import PATIENCE, Table, skip_guide, until


def movement_first(page: Page, server: Server) -> Table:
    """Our units move, for movement was declared first."""
    return play_against(page, server, "staff", "instant", moves)


def test_the_opponents_turn_is_shown_step_by_step_and_can_be_skipped(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = play_against(page, server, "staff", "normal")
    table.act("declare combat")
    for _ in range(40):  # pass until the staff has acted several times in a row
        page.wait_for_function(
            "() => document.querySelector('[data-testid=skip]') || document.querySelector('.prompt.mine')"
        )
        if page.get_by_test_id("skip").count():
            break
        view = table.view()
        if view["ask"]["actor"] == "japanese":
            table.act(first_answer(view, "pass"))
    skip = page.get_by_test_id("skip")
    expect(skip).to_be_visible()
    expect(page.get_by_test_id("reel")).to_be_visible()
    expect(page.get_by_test_id("reel-side")).to_have_text("Russia")
    expect(page.locator(".prompt.mine")).to_have_count(0)
    shown = table.log.locator("li").count()
    page.keyboard.press("Escape")
    expect(skip).to_have_count(0)
    assert table.log.locator("li").count() >= shown


def test_whoever_wants_less_motion_sees_the_result_at_once(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    table = play_against(page, server, "staff", "normal")
    before = table.seq()
    table.button("declare movement").click()
    table.confirm()
    table.wait_beyond(before)
    table.expect_log("declares movement first")
    expect(page.get_by_test_id("skip")).to_have_count(0)


def test_the_staff_says_what_it_would_do_and_one_click_does_it(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = movement_first(page, server)
    page.keyboard.press("w")
    card = page.get_by_test_id("hint")
    first = card.locator("[data-advice]").first
    expect(first).to_be_visible()
    expect(card.locator("li").first).to_contain_text("its loss would end the game")
    expect(page.locator(".piece.pointed")).not_to_have_count(0)
    expect(page.locator(".pointed-way")).to_have_count(1)
    action = first.get_attribute("data-advice") or ""
    _, unit, goal = action.split(" ")
    first.click()
    expect(table.piece(unit)).to_have_attribute("data-place", goal, timeout=PATIENCE)
    expect(card).to_have_count(0)


def test_a_game_without_a_staff_has_no_such_button(server: Server, new_page: NewPage) -> None:
    page = new_page()
    skip_guide(page)
    page.goto(server.url)
    titles = page.evaluate(
        """() => Promise.all(['titles', 'bots'].map((name) => fetch('/api/v1/' + name).then((a) => a.json())))
            .then(([{titles}, {bots}]) => titles.map((each) => each.id)
                .filter((id) => !bots.find((bot) => bot.id === 'staff').titles.includes(id)))"""
    )
    for title in titles[:1]:
        page.goto(f"{server.url}/?new={title}")
        page.get_by_test_id("start").click()
        Table(page).expect_mine()
        expect(page.get_by_test_id("ask-staff")).to_have_count(0)


def test_the_rules_own_way_is_shown_under_the_pointer_and_stops_are_marked(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = movement_first(page, server)
    groups = [group for group in table.view()["ask"]["options"] if group["verb"] == "move"]
    group = next(group for group in groups if group.get("stops") and max(group["costs"]) > 2)
    unit, far = group["words"][0], group["values"][group["costs"].index(max(group["costs"]))]
    table.piece(unit).click()
    expect(page.locator("[data-stop]")).to_have_count(len(group["stops"]))
    page.mouse.move(*table.place(far))
    route = page.locator("[data-route]")
    expect(route).to_have_attribute("data-route", re.compile(f"-{far}$"))
    shown = route.get_attribute("data-route") or ""
    assert len(shown.split("-")) > 2
    before = table.seq()
    table.click_place(far)
    table.wait_beyond(before)
    expect_way(page, shown)


def expect_way(page: Page, way: str) -> None:
    """Until the log has a Japanese move along this way as its last one."""
    until(
        page,
        """(way) => fetch('/api/v1/games' + location.pathname + '/events').then((a) => a.json())
            .then(({entries}) => entries.flatMap((entry) => entry.events).findLast((event) =>
                event.key === 'event.moved' && event.params.side === 'japanese')?.params.path.join('-') === way)""",
        way,
    )


def roundabout(page: Page, table: Table) -> tuple[str, str, str, str]:
    """A unit, where it stands, where it can go in two steps, and a stage that its cheapest way there does not touch."""
    board = page.evaluate("fetch('/api/v1/titles/mukden/board/battle').then((a) => a.json())")
    near = {place["id"]: place.get("neighbours", []) for place in board["places"]}
    explain = """(action) => fetch('/api/v1/games' + location.pathname + '/explain', {method: 'POST',
        headers: {'content-type': 'application/json'}, body: JSON.stringify({action})}).then((a) => a.json())"""
    view = table.view()
    stands = {piece["id"]: piece["place"] for piece in view["pieces"]}
    for group in view["ask"]["options"]:
        if group["verb"] != "move":
            continue
        unit, start = group["words"][0], stands[group["words"][0]]
        for end in group["values"]:
            for stage in near[start]:
                if end in near[stage] and end not in near[start] and end != start:
                    usual = page.evaluate(explain, f"move {unit} {end}")["path"]
                    other = page.evaluate(explain, f"move {unit} {start}-{stage}-{end}")
                    if other["ok"] and stage not in usual:
                        return unit, start, stage, end
    raise AssertionError("no unit can go round about")


def test_a_way_is_laid_by_hand(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = movement_first(page, server)
    unit, start, stage, end = roundabout(page, table)
    table.piece(unit).click()
    page.keyboard.down("Shift")
    table.click_place(stage)
    page.keyboard.up("Shift")
    expect(page.locator("[data-route]")).to_have_attribute("data-route", f"{start}-{stage}")
    before = table.seq()
    table.click_place(end)
    table.wait_beyond(before)
    expect_way(page, f"{start}-{stage}-{end}")


def test_a_bot_that_thinks_is_seen_and_can_be_told_to_move_now(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = play_against(page, server, "staff")
    hurried: list[str] = []

    def thinks(line: WebSocketRoute) -> None:
        """The game as the server tells it, with a bot deep in thought."""
        beyond = line.connect_to_server()

        def with_thought(text: str | bytes) -> None:
            message = json.loads(text)
            if "game" in message:
                message["game"]["thinking"] = {"side": "russian", "seconds": 3.2, "fraction": 0.4}
            line.send(json.dumps(message))

        beyond.on_message(with_thought)

    def hurry(route: Route) -> None:
        hurried.append(route.request.method)
        route.fulfill(json={})

    page.route_web_socket(re.compile(r"/ws/v1/"), thinks)
    page.route("**/hurry", hurry)
    page.reload()
    table.expect_mine()
    thinking = page.get_by_test_id("thinking")
    expect(thinking).to_contain_text(re.compile(r"\d+ s"))
    expect(thinking.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    thinking.get_by_role("button", name="Move now").click()
    expect(thinking.get_by_role("button", name="Move now")).to_be_disabled()
    assert hurried == ["POST"]
