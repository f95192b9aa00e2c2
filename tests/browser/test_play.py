"""Playing by mouse and by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.table import PATIENCE, Table, create, skip_guide

AGAINST_BOT = {"japanese": "me", "russian": "bot:random"}


def test_play_now_starts_a_game_in_two_clicks_with_a_guided_first_turn(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    page.get_by_test_id("play-now-mukden").click()
    page.get_by_test_id("play-as-japanese").click()
    table = Table(page)
    expect(table.prompt).to_contain_text("Declare which comes first")
    card = page.get_by_test_id("opening-card")
    expect(card).to_contain_text("You are Japan")
    expect(card.get_by_test_id("how-to-win")).to_contain_text("Mukden")
    page.get_by_test_id("start-guided").click()
    guide = page.get_by_test_id("guide")
    page.get_by_test_id("show-me").click()
    table.answer(str(guide.get_attribute("data-advice")))
    page.get_by_test_id("confirm").click()
    expect(guide).to_have_attribute("data-step", "2")
    guide.get_by_role("button", name="Stop the tour").click()
    expect(guide).to_have_count(0)
    page.reload()
    table.expect_mine()
    expect(card).to_have_count(0)


class Hand:
    """Answers every question of a Mukden turn: by mouse."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page
        self.moved = self.attacked = False

    def answer(self, kind: str) -> None:
        answers = {
            "declare": self.declare,
            "paralyse": self.paralyse,
            "move": self.move,
            "fight": self.fight,
            "join": self.resolve,
            "lose": self.lose,
        }
        answers.get(kind, self.halt)()

    def press(self, action: str, sure: bool = True) -> None:
        if sure:
            self.table.insist(action)
        else:
            self.table.button(action).click()

    def declare(self) -> None:
        self.press("declare movement")

    def paralyse(self) -> None:
        group = self.table.view()["ask"]["options"][0]
        self.table.click_place(group["words"][0])
        if len(group["values"]) > 1:
            self.press(f"paralyse {group['words'][0]} 1", sure=False)

    def move(self) -> None:
        if self.moved:
            self.press("pass")
            return
        occupied = {piece["place"] for piece in self.table.view()["pieces"]}
        group = next(
            group
            for group in self.table.view()["ask"]["options"]
            if group["verb"] == "move" and set(group["values"]) - occupied
        )
        unit, goal = group["words"][0], sorted(set(group["values"]) - occupied)[0]
        self.table.piece(unit).click()
        expect(self.table.piece(unit)).to_have_class(re.compile("chosen"))
        self.table.click_place(goal)
        expect(self.table.piece(unit)).to_have_attribute("data-place", goal)
        self.moved = True

    def fight(self) -> None:
        if self.attacked:
            self.press("pass")
            return
        group = next((group for group in self.table.view()["ask"]["options"] if group["verb"] == "attack"), None)
        if group is None:
            self.press("pass")
            return
        self.table.piece(group["words"][0]).click()
        self.table.click_place(group["values"][0])
        expect(self.page.get_by_test_id("preview")).to_be_visible()
        self.attacked = True

    def resolve(self) -> None:
        self.press("resolve 0")

    def lose(self) -> None:
        group = self.table.view()["ask"]["options"][0]
        self.table.piece(group["values"][0]).click()

    def halt(self) -> None:
        self.press("halt")


class Keys(Hand):
    """The same without a mouse: Tab, letters, arrows, Enter."""

    def press(self, action: str, sure: bool = True) -> None:
        self.tab_to(f"button[data-action='{action}']")
        self.page.keyboard.press("Enter")
        if sure:
            self.tab_to("[data-testid=confirm]")
            self.page.keyboard.press("Enter")

    def tab_to(self, selector: str) -> None:
        expect(self.page.locator(selector)).to_be_visible()
        for _ in range(80):
            if self.page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {selector}")

    def cursor_to(self, place: str, key: str = "n") -> None:
        """Go on to the next place that can be chosen until the cursor is there."""
        self.tab_to("[data-testid=board]")
        cursor = self.page.locator("[data-cursor]")
        for _ in range(300):
            self.page.keyboard.press(key)
            if cursor.get_attribute("data-cursor") == place:
                return
        raise AssertionError(f"the cursor never reaches {place}")

    def paralyse(self) -> None:
        group = self.table.view()["ask"]["options"][0]
        self.cursor_to(group["words"][0])
        self.page.keyboard.press("Enter")
        if len(group["values"]) > 1:
            self.press(f"paralyse {group['words'][0]} 1", sure=False)

    def move(self) -> None:
        if self.moved:
            self.press("pass")
            return
        occupied = {piece["place"]: piece for piece in self.table.view()["pieces"]}
        group = next(
            group
            for group in self.table.view()["ask"]["options"]
            if group["verb"] == "move" and set(group["values"]) - set(occupied)
        )
        unit, goal = group["words"][0], sorted(set(group["values"]) - set(occupied))[0]
        self.cursor_to(next(piece["place"] for piece in occupied.values() if piece["id"] == unit))
        self.page.keyboard.press("Enter")
        expect(self.table.piece(unit)).to_have_class(re.compile("chosen"))
        self.cursor_to(goal)
        self.page.keyboard.press("Enter")
        expect(self.table.piece(unit)).to_have_attribute("data-place", goal)
        self.moved = True

    def fight(self) -> None:
        self.press("pass")

    def lose(self) -> None:
        group = self.table.view()["ask"]["options"][0]
        place = next(piece["place"] for piece in self.table.view()["pieces"] if piece["id"] == group["values"][0])
        self.cursor_to(place)
        self.page.keyboard.press("Enter")


def play_turn(page: Page, hand: Hand) -> None:
    """Answer whatever is asked until the second turn begins."""
    clock = page.get_by_test_id("clock")
    for _ in range(3000):
        page.wait_for_function(
            """() => document.querySelector('[data-testid=clock]')?.textContent.includes('Turn 2')
                     || document.querySelector('.prompt.mine') && !document.querySelector('.prompt button:disabled')""",
            timeout=PATIENCE,
        )
        if "Turn 2" in (clock.text_content() or ""):
            return
        hand.table.catch_up()
        before, view = hand.table.moment()
        if view["ask"]["actor"] != "japanese" or view["outcome"]:
            hand.table.wait_beyond(before)
            continue
        hand.answer(view["ask"]["kind"])
        hand.table.wait_beyond(before)
    raise AssertionError("the turn never ends")


def test_a_whole_turn_by_mouse(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    skip_guide(page)
    create(page, server.url, AGAINST_BOT)
    hand = Hand(Table(page))
    play_turn(page, hand)
    assert hand.moved
    Table(page).expect_log("Turn 2 begins")


def test_a_whole_turn_by_keyboard(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    skip_guide(page)
    create(page, server.url, AGAINST_BOT)
    hand = Keys(Table(page))
    play_turn(page, hand)
    assert hand.moved


def test_after_the_dice_undo_has_to_be_asked_for_and_says_why(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    skip_guide(page)
    create(page, server.url, {"japanese": "me", "russian": "me"}, fog_of_war=False)
    table = Table(page)
    undo = page.get_by_test_id("undo")
    expect(undo).to_be_disabled()
    table.button("declare movement").click()
    table.confirm()
    table.expect_log("declares movement first")
    asked = page.get_by_role("button", name="Ask to take back")
    expect(asked).to_have_attribute("title", re.compile("dice|agree", re.I))
    expect(undo).to_have_count(0)


def test_an_illegal_click_shows_the_refusal_with_its_case(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    skip_guide(page)
    create(page, server.url, AGAINST_BOT)
    table = Table(page)
    hand = Hand(table)
    table.expect_mine()
    hand.declare()
    while True:
        table.expect_mine()
        expect(page.get_by_test_id("confirm")).to_have_count(0)
        before, view = table.moment()
        if view["ask"]["kind"] == "move":
            break
        if view["ask"]["kind"] == "paralyse":
            hand.paralyse()
            table.wait_beyond(before)
    expect(table.piece("J-1")).to_have_class(re.compile("legal"))
    table.piece("J-1").click()
    table.click_place("1314")
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("is occupied by the enemy")
    case = refusal.get_by_role("button", name=re.compile("What rule"))
    expect(case).to_have_text("8.2")
    case.click()
    expect(page.get_by_test_id("rule")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("8.2")
