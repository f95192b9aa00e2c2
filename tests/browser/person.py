"""Somebody who plays by what lies before him: he sees the page and touches it, and knows no other way.

What can be chosen he tells from what is drawn: ringed counters, lit ground, rings for points, buttons, counts at the
edge. Whatever he touches of these has to answer, and never with a refusal; what he reads are words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, Page, TimeoutError
from tests.browser.table import GAME, GET, PATIENCE

# How much of what the page has asked the server for is still under way; laid before the page is opened.
COUNTS_QUESTIONS: Final = """
    window.underWay = 0;
    const ask = window.fetch.bind(window);
    window.fetch = (...asked) => {
        window.underWay += 1;
        return ask(...asked).finally(() => { window.underWay -= 1; });
    };
"""
# Until nothing moves, nothing is under way, and it is the player's turn or the end.
AT_REST: Final = """() => new Promise((done) => {
    let last = '', since = 0;
    const over = () => document.querySelector('[data-testid=end]');
    const mine = () => document.querySelector('.prompt.mine') && !document.querySelector('[data-sending]');
    const look = () => {
        const glides = document.getAnimations()
            .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime < 5000);
        const now = window.underWay || glides.length || !(over() || mine())
            ? '' : document.querySelector('.sheet').style.transform;
        if (!now || now !== last) since = performance.now();
        last = now;
        if (performance.now() - since > 120) done(true); else setTimeout(look, 30);
    };
    look();
})"""
# Everything that can be told by looking: what is said, and where the things are that can be touched.
LOOK: Final = """(places) => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const port = document.querySelector('[data-zone=map]').getBoundingClientRect();
    const sheet = document.querySelector('.sheet').getBoundingClientRect();
    const scale = sheet.width / parseFloat(document.querySelector('.sheet').style.width);
    const inside = ([x, y]) => x > port.left && x < port.right && y > port.top && y < port.bottom;
    const middle = (each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const onBoard = ([x, y]) => document.elementFromPoint(x, y)?.closest('.sheet, [data-testid=board]')
        && !document.elementFromPoint(x, y).closest('button');
    const hits = (each) => {
        const [x, y] = middle(each);
        return inside([x, y]) && document.elementFromPoint(x, y)?.closest('.piece') === each;
    };
    const drawn = ['.marked', '.target'].map((name) => document.querySelector(`.effects ${name}`)).filter(Boolean);
    const veil = document.querySelector('.effects .veil');
    // Who is asked about stands outside the veil too: there is nowhere to go where they are.
    const about = new Set(all('.piece.involved').map((each) => each.dataset.place));
    const lit = ({ id, x, y }) => {
        const point = new DOMPoint(x, y);
        return drawn.some((each) => each.isPointInFill(point)) || veil && !veil.isPointInFill(point) && !about.has(id);
    };
    const thing = (each, name) => ({ name, spot: middle(each) });
    const chosen = all('.piece.chosen, [data-held].chosen').map((each) => each.dataset.piece ?? each.dataset.held);
    // Where the chosen counters stand, and the place that is chosen already: a touch would only drop the choice.
    const homes = new Set(all('.piece.chosen, [data-chosen]')
        .flatMap((each) => [each.dataset.place, each.dataset.chosen]));
    const answers = all('[data-zone=prompt] button[data-verb], [data-zone=dock] button[data-verb]')
        .filter((each) => each.offsetParent && !each.disabled);
    const said = (name) => document.querySelector(`[data-testid=${name}]`)?.innerText ?? '';
    return {
        seq: Number(document.querySelector('[data-seq]')?.dataset.seq),
        turn: parseInt(said('clock').match(/\\d+/)?.[0] ?? '0'),
        over: !!document.querySelector('[data-testid=end]'),
        prompt: said('prompt'),
        refusal: said('refusal'),
        sure: all('[data-testid=confirm]').some((each) => each.offsetParent),
        more: all('[data-testid=more]').some((each) => each.offsetParent) && !said('more-list'),
        chosen,
        begun: answers.some((each) => each.innerText.trim() === 'Cancel'),
        answers: answers.map((each) => each.innerText.trim()).filter((each) => each && each !== 'Cancel'),
        held: all('[data-held].legal:not(.chosen)').map((each) => each.dataset.held),
        pieces: all('.piece.legal:not(.covered):not(.chosen)').filter(hits)
            .map((each) => thing(each, each.dataset.piece)),
        points: all('[data-point]').map((each) => thing(each, each.dataset.point))
            .filter(({ spot }) => inside(spot) && onBoard(spot)),
        places: places.filter((place) => lit(place) && !homes.has(place.id))
            .map(({ id, x, y }) => ({ name: id, spot: [sheet.x + x * scale, sheet.y + y * scale] }))
            .filter(({ spot }) => inside(spot) && onBoard(spot)),
        edges: all('[data-edge]').map((each) => thing(each, each.dataset.edge)),
        look: document.querySelector('.sheet').style.transform,
        lost: document.activeElement === document.body,
    };
}"""
# The tab key: which way from here to that element, or whether it has been reached.
WAY: Final = """([selector, words]) => {
    const goal = [...document.querySelectorAll(selector)]
        .find((each) => each.offsetParent && (!words || each.innerText.trim() === words));
    const here = document.activeElement;
    if (!goal || goal === here) return goal ? 'there' : 'gone';
    return here.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Tab' : 'Shift+Tab';
}"""
# What no page ever says: keys of texts, coordinates, slips of the pen.
RAW: Final = re.compile(
    r"\b(?:prompt|refusal|event|reason|factor|chance|card|guide|word)\.[a-z_]+\b|\b[a-z]+_[a-z_]+\b"
    r"|the the|\d{3,}:\d{3,}|glowing|one of 1 "
)
ANSWERS: Final = "[data-zone=prompt] button[data-verb], [data-zone=dock] button[data-verb]"
# So many touches belong to one question at most; then it is begun anew and answered by a button.
TOUCHES: Final = 14
# A whole turn of the other side passes between two questions, on whatever machine.
PATIENT: Final = 5 * PATIENCE


class Thing(NamedTuple):
    """Something on the map that can be touched."""

    name: str
    x: float
    y: float


class Sight(NamedTuple):
    """The page at one moment."""

    seq: int
    turn: int
    over: bool
    prompt: str
    refusal: str
    sure: bool
    more: bool
    chosen: tuple[str, ...]
    begun: bool
    answers: tuple[str, ...]
    held: tuple[str, ...]
    on_map: tuple[Thing, ...]
    edges: tuple[Thing, ...]
    look: str
    lost: bool

    @property
    def state(self) -> tuple[object, ...]:
        """What changes when a touch is answered."""
        return (self.seq, self.over, self.sure, self.chosen, self.begun, self.answers, self.look, self.on_map)


def things(found: dict[str, Any], *sorts: str) -> tuple[Thing, ...]:
    return tuple(Thing(each["name"], *each["spot"]) for sort in sorts for each in found[sort])


class Person:
    """With a mouse."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self._map: list[dict[str, Any]] | None = None
        self.touches = 0

    # --- what he sees --------------------------------------------------------------------------

    def see(self) -> Sight:
        """Wait until the page has come to rest, and look at it."""
        self.page.wait_for_function(f"() => ({AT_REST})()", timeout=PATIENT)
        if self._map is None:  # where the places of the printed map are
            game = self.page.evaluate(f"() => {GAME}")
            self._map = self.page.evaluate(GET, f"/api/v1/titles/{game['title']}/board/{game['scenario']}")["places"]
        found = self.page.evaluate(LOOK, self._map)
        on_map = things(found, "pieces", "places", "points")
        lists = ("chosen", "answers", "held")
        plain: dict[str, Any] = {name: found[name] for name in Sight._fields if name in found and name != "edges"}
        plain |= {name: tuple(found[name]) for name in lists}
        return Sight(**plain, on_map=on_map, edges=things(found, "edges"))

    # --- what he does --------------------------------------------------------------------------

    def touch(self, thing: Thing) -> None:
        self.page.mouse.click(thing.x, thing.y)

    def button(self, selector: str, words: str = "") -> Locator:
        found = self.page.locator(selector)
        if words:
            found = found.filter(has_text=re.compile(rf"^\s*{re.escape(words)}\s*$"))
        return found.locator("visible=true").first

    def press(self, selector: str, words: str = "") -> None:
        self.button(selector, words).click(timeout=PATIENCE)

    def fit(self) -> None:
        self.page.keyboard.press("0")

    def agree(self) -> None:
        self.press("[data-testid=confirm]")

    def from_map(self, sight: Sight) -> str:
        """Touch something that is lit on the map; its name."""
        thing = self.rng.choice(sight.on_map)
        self.touch(thing)
        return thing.name

    def elsewhere(self, sight: Sight) -> str:
        """Nothing is in sight: follow a sign at the edge, or look at the whole map."""
        if sight.edges and self.rng.random() < 0.8:
            edge = self.rng.choice(sight.edges)
            self.touch(edge)
            return f"the sign at the {edge.name}"
        self.fit()
        return "the whole map"

    def from_hand(self, sight: Sight) -> str:
        held = self.rng.choice(sight.held)
        self.press(f"[data-held='{held}']")
        return held

    def from_answers(self, answers: Sequence[str]) -> str:
        answer = self.rng.choice(answers)
        self.press(ANSWERS, answer)
        return f"“{answer}”"

    def _something(self, sight: Sight) -> str:
        """Take something up, or complete with the map what has been taken up."""
        completes = sight.begun and sight.on_map and self.rng.random() < 0.85
        if sight.held and not completes and self.rng.randrange(len(sight.held + sight.on_map)) < len(sight.held):
            return self.from_hand(sight)
        return self.from_map(sight) if sight.on_map else self.elsewhere(sight)

    def _one_touch(self, sight: Sight, going: float, tired: bool) -> str:
        """One touch; what was touched. Whoever is tired presses what ends the question, if there is such a button."""
        if sight.sure:
            self.agree()
            return "yes"
        whole = tuple(answer for answer in sight.answers if not answer.endswith("…"))
        if tired and whole:
            return self.from_answers(whole)
        if sight.more and self.rng.random() < 0.5:
            self.press("[data-testid=more]")
            return "More"
        if tired or not sight.answers or ((sight.held or sight.on_map) and self.rng.random() < going):
            return self._something(sight)
        return self.from_answers(sight.answers)

    def answer(self, sight: Sight, going: float = 0.75) -> Sight:
        """Answer one question by touching what is there; what is seen afterwards."""
        raw = RAW.search(self.page.locator("body").inner_text())
        assert raw is None, (sight.prompt, raw)
        seq, done = sight.seq, []
        for at in range(2 * TOUCHES):
            if at == TOUCHES and sight.begun:
                self.press(ANSWERS, "Cancel")
                sight = self.see()
            try:
                done.append(self._one_touch(sight, going, tired=at >= TOUCHES))
            except TimeoutError as late:
                raise AssertionError(f"{sight.prompt}: {done} and then {late}") from late
            self.touches += 1
            before, sight = sight, self.see()
            assert not sight.refusal, (before.prompt, done, sight.refusal)
            if sight.over or sight.seq != seq:  # each side counts for itself
                return sight
            assert sight.state != before.state, f"nothing came of {done}: {before}"
        raise AssertionError(f"no end of {done} ({sight.prompt})")

    def play(self, turns: int, most: int, going: float = 0.75) -> int:
        """Play until this turn is over, or so many questions are answered; how many were."""
        sight = self.see()
        for answered in range(most):
            if sight.over or sight.turn > turns:
                return answered
            sight = self.answer(sight, going)
        return most


class Finger(Person):
    """With a finger, on a phone."""

    def touch(self, thing: Thing) -> None:
        self.page.touchscreen.tap(thing.x, thing.y)

    def fit(self) -> None:
        self.page.get_by_role("button", name="Fit to screen").first.tap()

    def press(self, selector: str, words: str = "") -> None:
        self.button(selector, words).tap(timeout=PATIENCE)


class Typist(Person):
    """Without any pointer: N and Enter on the map, Tab and Enter everywhere else."""

    def see(self) -> Sight:
        sight = super().see()
        assert sight.over or not sight.lost, "the keyboard has lost its place"
        return sight

    def _tab_to(self, selector: str, words: str = "") -> None:
        for _ in range(120):
            way = self.page.evaluate(WAY, [selector, words])
            if way == "there":
                return
            assert way != "gone", (selector, words)
            self.page.keyboard.press(way)
        raise AssertionError(f"Tab does not come to {words or selector}")

    def press(self, selector: str, words: str = "") -> None:
        self._tab_to(selector, words)
        self.page.keyboard.press("Enter")

    def agree(self) -> None:
        self.page.keyboard.press("Enter")

    def from_map(self, sight: Sight) -> str:
        self._tab_to("[data-testid=board]")
        steps = self.rng.randint(1, 3)
        for _ in range(steps):
            self.page.keyboard.press("n")
        self.page.keyboard.press("Enter")
        return f"N×{steps}, Enter"

    def elsewhere(self, sight: Sight) -> str:
        return self.from_map(sight)


def hands(page: Page, how: str, seed: int = 1) -> Person:
    return {"mouse": Person, "touch": Finger, "keyboard": Typist}[how](page, seed)
