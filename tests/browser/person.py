"""Somebody who plays by what lies before him: he clicks counters, places and buttons, and knows no other way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, Page, TimeoutError, expect
from tests.browser.table import PATIENCE, Table, middle

# What has come of a click: the game has moved on, a yes is asked for, or the button of the action is there.
CAME_OF_IT = """async ([seq, action]) => {
    const seen = (selector) => [...document.querySelectorAll(selector)].some((each) => each.offsetParent);
    if (seen('[data-testid=confirm]')) return 'confirm';
    if (seen('[data-testid=refusal]')) return 'refusal';
    const game = await fetch('/api/v1/games' + location.pathname).then((answer) => answer.json());
    if (game.seq > seq) return 'done';
    if (seen(`button[data-action="${action}"]:not([disabled])`)) return 'button';
    return seen('[data-testid=more]') && !seen('[data-testid=more-list]') ? 'more' : false;
}"""
# Everything that can be touched: units in the rack, counters that lie on top, and units by their figures.
TOUCHABLE = """() => [...document.querySelectorAll('[data-held], .piece[data-piece]')].flatMap((each) => {
    if (each.dataset.held) return [each.dataset.held];
    const figure = each.dataset.piece.lastIndexOf('.');
    const unit = figure < 0 ? [] : [each.dataset.piece.slice(0, figure)];
    return each.classList.contains('covered') ? unit : [each.dataset.piece, ...unit];
})"""
# Until every counter has come to where it goes.
SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime < 5000)
    .map((each) => each.finished))"""
TRIES: Final = 8
BRIEFLY: Final = 3_000
LOOKS: Final = 20


class Wish(NamedTuple):
    """An action that can be carried out by hand: what it names, in the order in which it is pointed out."""

    action: str
    pieces: tuple[str, ...]
    places: tuple[str, ...]
    points: tuple[str, ...]

    @property
    def bare(self) -> bool:
        """Is it given by a button alone?"""
        return not (self.pieces or self.places or self.points)


def wishes(view: dict[str, Any]) -> Iterator[Wish]:
    for group in view["ask"]["options"]:
        for value in group.get("values") or [None]:
            words = [*group.get("words", []), *([] if value is None else [value])]
            named: dict[str, list[str]] = {"piece": [], "place": [], "point": []}
            for kind, word in zip(group.get("kinds", []), words, strict=False):
                sort = {"path": "place", "route": "point"}.get(kind, kind)
                if sort in named:
                    named[sort].append(word.rsplit("-", 1)[-1] if kind in ("path", "route") else word)
            yield Wish(" ".join([group["verb"], *words]), *(tuple(named[sort]) for sort in ("piece", "place", "point")))


class Person:
    """With a mouse."""

    def __init__(self, table: Table, seed: int = 1) -> None:
        self.table, self.page = table, table.page
        self.rng = random.Random(seed)

    # --- what he sees --------------------------------------------------------------------------

    def _counter(self, piece: str) -> Locator | None:
        """Where a piece can be touched: in the rack, as a counter, or as one figure of a unit."""
        ways = [
            f"[data-held='{piece}']",
            f".piece:not(.covered)[data-piece='{piece}']",
            f".piece[data-piece^='{piece}.']",
        ]
        return next((found.first for way in ways if (found := self.page.locator(way)).count()), None)

    def able(self, view: dict[str, Any]) -> list[Wish]:
        """What he could carry out: every piece can be touched, and every place is drawn."""
        seen: set[str] = set(self.page.evaluate(TOUCHABLE))
        knows = self.table.knows
        return [wish for wish in wishes(view) if seen.issuperset(wish.pieces) and all(map(knows, wish.places))]

    def sees(self, wish: Wish) -> bool:
        """Does everything that it names lie before him?"""
        counters = [counter for piece in wish.pieces if (counter := self._counter(piece))]
        spots = [middle(counter) for counter in counters if not counter.get_attribute("data-held")]
        spots += [self.table.place(place) for place in wish.places] + [self.table.spot(point) for point in wish.points]
        return all(self._in_port(x, y) for x, y in spots)

    def _in_port(self, x: float, y: float) -> bool:
        port = self.page.locator("[data-zone=map]").bounding_box()
        assert port is not None
        return port["x"] < x < port["x"] + port["width"] and port["y"] < y < port["y"] + port["height"]

    def choose(self, able: list[Wish]) -> Wish:
        """Something in sight, if there is anything."""
        some = self.rng.sample(able, min(len(able), LOOKS))
        return next((wish for wish in some if self.sees(wish)), some[0])

    # --- what he does --------------------------------------------------------------------------

    def touch(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def whole_map(self) -> None:
        self.page.keyboard.press("0")

    def _into_sight(self, x: float, y: float) -> bool:
        """Is this within the map's port? If not the whole map is shown, and everything is elsewhere."""
        if self._in_port(x, y):
            return True
        self.whole_map()
        self.table.come_to_rest()
        return False

    def _piece(self, piece: str) -> None:
        counter = self._counter(piece)
        assert counter is not None, piece
        if counter.get_attribute("data-held"):
            counter.click()
            return
        if not self._into_sight(*middle(counter)):
            counter = self._counter(piece)
            assert counter is not None, piece
        self.touch(*middle(counter))
        if self._whole_unit(piece):  # a second click means the figure itself
            self.touch(*middle(counter))

    def _whole_unit(self, piece: str) -> bool:
        """Has the click on a figure chosen all of its unit?"""
        unit, figure, _ = piece.rpartition(".")
        return bool(figure) and self.page.locator(f".piece.chosen[data-piece^='{unit}.']").count() > 1

    def _place(self, place: str) -> None:
        if not self._into_sight(*self.table.place(place)):
            self.table.come_to_rest()
        self.touch(*self.table.place(place))

    def _point(self, point: str) -> None:
        if not self._into_sight(*self.table.spot(point)):
            self.table.come_to_rest()
        self.touch(*self.table.spot(point))

    def do(self, wish: Wish, seq: int) -> None:
        self.page.evaluate(f"() => ({SETTLED})().then(() => true)")
        for piece in wish.pieces:
            self._piece(piece)
        for place in wish.places:
            self._place(place)
        for point in wish.points:
            self._point(point)
        for _ in range(TRIES):
            came = self.page.wait_for_function(CAME_OF_IT, arg=[seq, wish.action], timeout=PATIENCE).json_value()
            if came == "done":
                return
            assert came != "refusal", (wish.action, self.page.get_by_test_id("refusal").inner_text())
            if came == "confirm":
                self.page.get_by_test_id("confirm").click()
                self.table.wait_beyond(seq)
                return
            self._press(f"button[data-action='{wish.action}']" if came == "button" else "[data-testid=more]")
        raise AssertionError(f"nothing came of {wish.action}")

    def _press(self, selector: str) -> None:
        # What was clicked on the map may have been enough: then the button goes away under the pointer.
        with suppress(TimeoutError):
            self.press(self.page.locator(selector).first)

    def press(self, button: Locator) -> None:
        button.click(timeout=BRIEFLY)

    def answer(self, going: float = 0.7) -> None:
        """Answer one question: mostly by something on the map, sometimes by a button."""
        self.table.expect_mine()
        seq, view = self.table.moment()
        able = self.able(view)
        assert able, view["ask"]
        onmap = [wish for wish in able if not wish.bare]
        bare = [wish for wish in able if wish.bare]
        self.do(self.choose(onmap if onmap and (not bare or self.rng.random() < going) else bare), seq)

    def play(self, turns: int, most: int) -> int:
        """Play until this turn is over, or so many questions are answered; how many were."""
        for answered in range(most):
            self.page.wait_for_selector(".prompt.mine, [data-testid=end]", timeout=PATIENCE)
            view = self.table.view()
            if view.get("outcome") or view["clock"]["turn"] > turns:
                return answered
            self.answer()
        return most


class Finger(Person):
    """With a finger, on a phone."""

    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def whole_map(self) -> None:
        self.page.get_by_role("button", name="Fit to screen").first.tap()

    def press(self, button: Locator) -> None:
        button.tap(timeout=BRIEFLY)


class Typist(Person):
    """Without any pointer: N and Enter on the map, Tab and Enter on buttons."""

    def answer(self, going: float = 0.7) -> None:
        self.table.expect_mine()
        seq, view = self.table.moment()
        assert self.page.evaluate("() => document.activeElement !== document.body"), "the keyboard has lost its place"
        able = self.able(view)
        bare = [wish for wish in able if wish.bare]
        if bare and (len(bare) == len(able) or self.rng.random() >= going):
            self._by_button(self.rng.choice(bare).action, seq)
            return
        for _ in range(TRIES):
            if self._one_more(seq):
                return
        raise AssertionError(f"the keyboard came to nothing: {view['ask']['kind']}")

    def _one_more(self, seq: int) -> bool:
        """One more part of an action: a button that completes it, a unit in the rack, or the next thing on the map."""
        complete = self.page.locator("[data-zone=prompt] button[data-action]:not([disabled])")
        held = self.page.locator("[data-held].legal:not(.chosen)")
        picked = self.page.locator("[data-zone=prompt] button", has_text="Cancel").count() > 0
        if picked and complete.count():
            complete.last.press("Enter")
        elif not picked and held.count():
            held.first.press("Enter")
        else:
            self.table.board.focus()
            for _ in range(self.rng.randint(1, 3)):
                self.page.keyboard.press("n")
            self.page.keyboard.press("Enter")
        return self._settled(seq)

    def _settled(self, seq: int) -> bool:
        """Has the game moved on, after a yes if one was asked for?"""
        self.page.wait_for_load_state("networkidle")
        if self.page.get_by_test_id("confirm").is_visible():
            self.page.keyboard.press("Enter")
            self.table.wait_beyond(seq)
        return self.table.seq() > seq

    def _by_button(self, action: str, seq: int) -> None:
        button = self.table.button(action)
        if not button.is_visible():
            self.page.get_by_test_id("more").press("Enter")
        button.press("Enter")
        if not self._settled(seq):
            expect(self.page.get_by_test_id("confirm")).to_be_visible()
            self._settled(seq)


def hands(page: Page, how: str, seed: int = 1) -> Person:
    return {"mouse": Person, "touch": Finger, "keyboard": Typist}[how](Table(page), seed)
