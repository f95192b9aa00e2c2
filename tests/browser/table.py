"""A game table as a player handles it, by mouse or by keyboard."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, TimeoutError, expect

PATIENCE = 30_000
POST = """([path, body]) => fetch(path, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body),
}).then((answer) => answer.json())"""
STILL = """() => new Promise((done) => {
    let last = '', same = 0;
    const look = () => {
        const now = document.querySelector('.sheet').style.transform;
        same = now === last ? same + 1 : 0;
        last = now;
        if (same > 12) done(now); else requestAnimationFrame(look);
    };
    look();
})"""
ARRIVED = """() => {
    const shown = document.querySelector('[data-seq]');
    const game = fetch('/api/v1/games' + location.pathname + '?side=' + (shown?.dataset.side ?? 'spectator'));
    return game.then((answer) => answer.json()).then((game) =>
        !!shown && Number(shown.dataset.seq) >= game.seq && !('sending' in shown.dataset)
        || !!document.querySelector('[data-testid=curtain]'));
}"""
GET = "(path) => fetch(path).then((a) => a.json())"
GAME = """fetch('/api/v1/games' + location.pathname).then((answer) => answer.json()).then((game) => {
    const sides = game.you?.length ? game.you : ['spectator'];
    const asked = sides.map((side) => fetch('/api/v1/games' + location.pathname + '?side=' + side));
    return Promise.all(asked.map((one) => one.then((answer) => answer.json()))).then((seen) => ({
        ...game,
        seq: seen.reduce((sum, one) => sum + one.seq, 0),
        ply: Math.max(...seen.map((one) => one.ply)),
    }));
})"""
"""The game; each side counts for itself, and what this browser has seen of it is what all its sides have."""


def create(page: Page, url: str, seats: dict[str, str], title: str = "mukden", /, **switches: bool) -> None:
    """Set up a game, of Mukden if no other is named, with the form; without invitations this ends at the table."""
    page.goto(f"{url}/?new={title}")
    fill_in(page, seats, **switches)


def fill_in(page: Page, seats: dict[str, str], /, **switches: bool) -> None:
    """The form of a new game, from its seats to its button."""
    for side, seat in seats.items():
        page.get_by_test_id(f"seat-{side}").select_option(seat)
    if page.get_by_label("Pause before each move of a bot").count():
        page.get_by_label("Pause before each move of a bot").select_option("0")
    for option, wanted in switches.items():
        page.get_by_test_id(f"option-{option}").set_checked(wanted)
    page.get_by_test_id("start").click()


def skip_guide(page: Page, pace: str = "instant") -> None:
    """Neither be guided through the first turn nor, unless asked for, be shown the moves of others one by one."""
    _prefer(page, guided=True, pace=pace)


def skip_moves(page: Page) -> None:
    """Be guided through the first turn, but not be shown the moves of others one by one."""
    _prefer(page, pace="instant")


def _prefer(page: Page, **wishes: bool | str) -> None:
    """Laid before the page is opened; what is changed there stays changed."""
    settings = json.dumps(wishes)
    page.add_init_script(
        f"if (location.protocol === 'http:') localStorage['shapan.settings'] ??= {json.dumps(settings)};"
    )


def until(page: Page, answer: str, arg: object = None) -> None:
    """Wait for a page's answer to be yes, also if it has to ask the server: `wait_for_function` takes a promise of
    any answer for a yes."""
    looks = f"""(arg) => new Promise((done, fail) => {{
        const [answer, limit] = [{answer}, performance.now() + {PATIENCE}];
        const look = async () => {{
            if (await answer(arg)) done();
            else if (performance.now() > limit) fail(new Error('waited in vain: ' + answer));
            else setTimeout(look, 50);
        }};
        look().catch(fail);
    }})"""
    page.evaluate(looks, arg)


def middle(counter: Locator) -> tuple[float, float]:
    """Where the middle of a counter or figure is on the screen."""
    box = counter.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Table:
    """The page of one game."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.prompt = page.get_by_test_id("prompt")
        self.log = page.get_by_test_id("log")
        self.board = page.get_by_test_id("board")
        self._places: dict[str, Any] | None = None

    def piece(self, name: str) -> Locator:
        return self.page.locator(f".piece[data-piece='{name}']")

    def button(self, action: str) -> Locator:
        return self.page.locator(f"button[data-action='{action}']")

    def answer(self, action: str) -> None:
        """Press the button of an action, also if it is one of those that are not shown at once."""
        button = self.button(action)
        expect(button.or_(self.page.get_by_test_id("more")).first).to_be_visible(timeout=PATIENCE)
        if not button.is_visible():
            self.page.get_by_test_id("more").click()
        button.click()

    @property
    def places(self) -> dict[str, Any]:
        """All places by name, and the width of the sheet."""
        if self._places is None:
            game = self.page.evaluate(f"() => {GAME}")
            path = f"/api/v1/titles/{game['title']}/board/{game['scenario']}"
            board = self.page.evaluate("(path) => fetch(path).then((a) => a.json())", path)
            self._places = {"width": board["width"], **{place["id"]: place for place in board["places"]}}
        return self._places

    def knows(self, place: str) -> bool:
        """Is this a place that is drawn?"""
        return place in self.places

    def place(self, name: str) -> tuple[float, float]:
        """Where the middle of a place is on the screen."""
        return self._on_screen(self.places[name]["x"], self.places[name]["y"])

    def spot(self, point: str) -> tuple[float, float]:
        """Where a point of open ground, written as in an action, is on the screen."""
        x, _, y = point.partition(":")
        return self._on_screen(float(x), float(y))

    def _on_screen(self, x: float, y: float) -> tuple[float, float]:
        box = self.page.locator(".sheet").bounding_box()
        assert box is not None
        scale = box["width"] / self.places["width"]
        return box["x"] + scale * x, box["y"] + scale * y

    def come_to_rest(self) -> str:
        """Wait until the camera moves no more; where it is then."""
        found: str = self.page.wait_for_function(f"() => ({STILL})()", timeout=PATIENCE).json_value()
        return found

    def click_place(self, name: str) -> None:
        """A click on the bare ground of a place, once the map lies still."""
        self.come_to_rest()
        self.page.mouse.click(*self.place(name))

    def seq(self) -> int:
        found: int = self.page.evaluate(f"() => {GAME}.then((game) => game.seq)")
        return found

    def wait_beyond(self, seq: int) -> None:
        """Until the server has stored something more."""
        until(self.page, f"(seq) => {GAME}.then((game) => game.seq > seq)", seq)

    def wait_for_plies(self, count: int) -> None:
        until(self.page, f"(count) => {GAME}.then((game) => game.ply > count)", count)

    def act(self, action: str) -> None:
        """Play an action as another window of the same player would."""
        path = f"/api/v1/games{urlsplit(self.page.url).path}/actions"
        assert "seq" in self.page.evaluate(POST, [path, {"action": action}])

    def view(self) -> dict[str, Any]:
        return self.moment()[1]

    def moment(self) -> tuple[int, dict[str, Any]]:
        """What is seen, and how much the server had stored before it was seen."""
        seq = self.seq()
        found: dict[str, Any] = self.page.evaluate(
            "() => fetch('/api/v1/games' + location.pathname + '/view').then((a) => a.json())"
        )
        return seq, found["view"]

    def catch_up(self) -> None:
        """Wait until the page shows what the server has stored (or the curtain), and nothing is under way."""
        until(self.page, ARRIVED)

    def expect_mine(self) -> None:
        expect(self.page.locator(".prompt.mine")).to_be_visible(timeout=PATIENCE)

    def confirm(self) -> None:
        self.page.get_by_test_id("confirm").click()

    def carry_through(self, seq: int) -> None:
        """What was done is stored, after a yes if one is asked for."""
        came = f"""(seq) => document.querySelector('[data-testid=confirm]') || {GAME}.then((game) => game.seq > seq)"""
        until(self.page, came, seq)
        if self.page.get_by_test_id("confirm").is_visible():
            self.confirm()
        self.wait_beyond(seq)

    def insist(self, action: str) -> None:
        """Press a button and confirm it; if news from the table has closed the question meanwhile, press it again."""
        self.button(action).click()
        try:
            self.page.get_by_test_id("confirm").click(timeout=5_000)
        except TimeoutError:
            if not self.page.get_by_test_id("confirm").is_visible():  # it may only have been slow
                self.button(action).click()
            self.confirm()

    def expect_log(self, text: str | re.Pattern[str]) -> None:
        expect(self.log.locator("li").filter(has_text=text).first).to_be_visible(timeout=PATIENCE)
