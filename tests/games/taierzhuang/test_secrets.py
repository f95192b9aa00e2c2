"""Storm Over Taierzhuang 5.0: nothing that leaves the engine tells what is in the other side's hand or cup."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.taierzhuang.table import GAME, act, lay, refused
from tests.games.traffic import traffic
from tests.games.twins import in_step

from shapan.games.taierzhuang.chits import Discarding, Replenishing
from shapan.games.taierzhuang.deployment import Drawing
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.reinforcements import Levying, Order
from shapan.games.taierzhuang.supply import AirDrop, Guerrillas
from shapan.kernel import DICE, SPECTATOR, Action, Event, rule

CHITS = {chit.id for chit in GAME.book().chits}
OF = {side: {chit.id for chit in GAME.book().chits if chit.side == side} for side in GAME.sides}
WATCHERS = (*GAME.sides, SPECTATOR)
SECRETLY = {"draw", "take", "discard", "pay"}
"""What a side does with chits that others do not see."""
TABLE = {
    **{"M": "JT-1 J10-1..3 C27-1..3", "N": "J63-1", "Y": "J10-4 JT-2", "G": "C31-1..3", "K": "J63-2", "C": "C31-4"},
    **{"JE1": "J39-1..3", "CS": "C2-1..2", "pool.chinese": "C2-3..6", "pool.japanese": "J21-1..4"},
}
"""Tanks among Chinese, areas cut off, exposed and contested: something for every chit."""
HANDS = {"J-HA": 1, "J-BZ": 1, "J-EN": 1, "J-AD": 1, "C-AT": 1, "C-RD": 1, "C-GU": 1, "C-GO": 1}
EVERYTHING = {"infiltration": True, "concentration": True, "battlefield_interdiction": True}


def start(**switches: bool) -> Position:
    pos = GAME.start(None, switches)
    assert isinstance(pos, Position)
    return pos


@rule("taierzhuang", "5.0", "5.1")
@pytest.mark.parametrize("seed", range(3))
def test_worlds_with_other_hands_and_cups_look_the_same(seed: int) -> None:
    rng = Random(seed)
    pos = start(free_tc_choice=bool(seed % 2))
    different = 0
    while pos.outcome is None:
        if rng.random() < 0.1:
            for watcher in WATCHERS:
                world = pos.imagine(watcher, rng)
                different += world.hands != pos.hands
                assert world.view(watcher).to_json() == pos.view(watcher).to_json()
                assert (world.decision, world.actor) == (pos.decision, pos.actor)
                assert not world.violations()
        pos.push(pos.options().sample(rng))
    assert different > 50


@rule("taierzhuang", "5.0")
@pytest.mark.parametrize("seed", range(3))
def test_events_name_only_chits_that_were_played(seed: int) -> None:
    """What a watcher hears of the other side's chits are exactly the chits laid on the table."""
    rng, heard = Random(100 + seed), list[Event]()
    pos = start()
    while pos.outcome is None:
        shown = [*pos.played]
        heard.clear()
        pos.push(pos.options().sample(rng), heard.append)
        assert len(shown) == len(pos.played)
        for watcher in WATCHERS:
            for event in heard:
                if not event.known_to(watcher) or event.key == "event.chit_played":
                    continue
                named = {str(value) for value in event.params.values()} & CHITS
                assert not named - OF.get(watcher, set()), (watcher, event)


@rule("taierzhuang", "5.0", "5.1")
def test_a_draw_is_told_to_its_owner_only() -> None:
    pos = lay({"Y": "J10-1"})
    pos.stack = (Replenishing(0), ())
    pos.settle()
    assert pos.actor == DICE
    events = act(pos, "draw J-BZ")
    assert [(event.key, event.to) for event in events] == [("event.chit_drawn", ("japanese",))]
    for watcher in ("chinese", SPECTATOR):
        assert pos.view(watcher).ask.options == ()
        assert b"J-BZ" not in pos.view(watcher).to_json()
    assert b"J-BZ" in pos.view("japanese").to_json()


@rule("taierzhuang", "5.2", "5.0")
def test_the_other_side_sees_the_same_question_whatever_is_held() -> None:
    def questions(hands: dict[str, int]) -> list[bytes]:
        pos = lay({"M": "JT-1 C27-1", "N": "J10-1", "pool.chinese": "C2-1"}, hands=hands)
        act(pos, "fire M JT-1", "resolve")
        seen = [pos.view("japanese").to_json()]
        act(pos, "decline")
        return [*seen, pos.view("japanese").to_json()]

    assert questions({"C-NA": 4, "C-DD": 2}) == questions({"C-AT": 2, "C-RD": 1, "C-GO": 1, "C-GU": 2})


@rule("taierzhuang", "5.0")
def test_only_the_owner_gets_options_and_preview() -> None:
    rng = Random(5)
    pos = start()
    for _ in range(600):
        if pos.outcome is not None:
            break
        for watcher in WATCHERS:
            if watcher != pos.actor:
                view = pos.view(watcher)
                assert not view.ask.options
                assert not view.previews
        pos.push(pos.options().sample(rng))


@rule("taierzhuang", "5.3", "R-50")
def test_a_chit_that_is_paid_goes_back_unseen() -> None:
    pos = lay({"Y": "J10-1", "pool.japanese": "J21-1"}, hands={"J-HA": 1, "J-BS": 1}, turn=6)
    pos.stack = (Levying(), ())
    events = act(pos, "pay J-HA")
    public = [event for event in events if event.known_to("chinese")]
    assert [event.key for event in public] == ["event.chit_paid"]
    assert "J-HA" not in str([event.params for event in public])


@rule("taierzhuang", "5.0")
def test_refusals_tell_the_opponent_nothing_about_a_hand() -> None:
    """Whatever the acting side could try, its refusals do not depend on what the other side holds."""
    rng = Random(8)
    pos = start()
    tried: list[Action] = []
    for _ in range(900):
        if pos.outcome is not None:
            break
        if pos.actor in GAME.sides:
            side = GAME.sides.index(pos.actor)
            world = pos.imagine(pos.actor, rng)
            for action in tried[-15:]:
                here, there = pos.refusal(action), world.refusal(action)
                assert (here and (here.case, here.key)) == (there and (there.case, there.key)), (side, action)
        action = pos.options().sample(rng)
        tried.append(action)
        pos.push(action)


@rule("taierzhuang", "5.2", "5.0")
def test_a_chit_that_was_shown_cannot_be_taken_back() -> None:
    pos = lay({"M": "J10-1", "G": "C31-1"}, hands={"J-BZ": 1, "J-EN": 1})
    before = pos.horizon
    act(pos, "play J-BZ")
    shown = pos.horizon
    assert shown > before
    act(pos, "assault G J10-1", "wave")
    assert pos.horizon == shown
    act(pos, "play J-EN")
    assert pos.horizon > shown


@rule("taierzhuang", "5.1", "5.2")
def test_a_hand_is_shown_whole_to_its_owner_whatever_can_be_played_now() -> None:
    pos = lay({"Y": "J10-1"}, hands={"J-EN": 2, "J-AD": 1, "C-GU": 1})
    for watcher in WATCHERS:
        hands = [box for box in pos.view(watcher).boxes if box.hand]
        assert {box.side: box.count for box in hands} == {"japanese": 3, "chinese": 1}
        shown = {box.side: list(box.pieces) for box in hands if box.pieces}
        assert shown == {"japanese": {"japanese": ["J-EN", "J-EN.2", "J-AD"]}, "chinese": {"chinese": ["C-GU"]}}.get(
            watcher, {}
        )


@rule("taierzhuang", "5.0", "5.2", "5.3", "6.1", "6.2")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_nobody_is_asked_or_passed_over_for_what_is_in_a_hand(watcher: str) -> None:
    """Played on in step with other hands: the same questions, skips, options and words for who cannot see them."""
    rng = Random(watcher)
    pos = lay(TABLE, hands=HANDS, turn=4, switches=EVERYTHING)
    asked: set[str] = set()
    for window in (Order(), Levying(), Guerrillas(), AirDrop(), Discarding(0, (0,) * len(pos.book.chits)), None):
        for _ in range(3):
            here = pos.copy()
            if window is not None:
                here.stack = (window, here.stack)
            asked |= {*in_step(here, here.imagine(watcher, rng), watcher, rng, most=16, unseen=SECRETLY)}
    assert asked >= {"order", "levy", "guerrillas", "air_drop", "discard", "impulse", "stand"}


# --- nothing of what others get depends on a secret answer --------------------------------------------------


def seen(pos: Position, side: str, *lines: str) -> list[Any]:
    """All that the others get while this side answers."""
    return traffic(pos, lines, [watcher for watcher in WATCHERS if watcher != side])


@rule("taierzhuang", "6.2", "6.1", "R-50")
def test_whichever_chit_is_paid_the_traffic_is_the_same() -> None:
    def paid(chit: str) -> list[Any]:
        pos = lay({"Y": "J10-1", "pool.japanese": "J21-1"}, hands={"J-HA": 1, "J-BS": 1, "C-GU": 1}, turn=6)
        pos.stack = (Levying(), pos.stack)
        return seen(pos, "japanese", f"pay {chit}", "throw 6 6")

    assert paid("J-HA") == paid("J-BS")


@rule("taierzhuang", "5.3", "R-50")
def test_whichever_chits_are_discarded_the_traffic_is_the_same() -> None:
    def discarded(*chits: str) -> list[Any]:
        pos = lay({"Y": "J10-1"}, hands={"J-HA": 2, "J-BS": 1, "J-EN": 1, "C-GU": 1}, turn=3)
        pos.stack = (Discarding(0, (0,) * len(pos.book.chits)), pos.stack)
        return seen(pos, "japanese", *(f"discard {chit}" for chit in chits), "keep", "keep")

    assert discarded("J-HA", "J-HA") == discarded("J-BS", "J-EN")
    one, other = discarded("J-HA"), discarded()
    assert len(one) == len(other) + 1, "how many go back is seen as they go"


@rule("taierzhuang", "12.2", "5.1")
def test_whichever_chits_are_chosen_the_traffic_is_the_same() -> None:
    def taken(*chits: str) -> list[Any]:
        pos = lay({"Y": "J10-1"}, switches={"free_tc_choice": True})
        pos.stack = (Replenishing(0), pos.stack)
        pos.settle()
        return seen(pos, "japanese", *(f"take {chit}" for chit in chits))

    assert taken("J-HA", "J-HA") == taken("J-BS", "J-EN")


@rule("taierzhuang", "12.2", "12.4", "5.1", "6.1")
def test_taking_by_choice_is_refused_where_chance_decides() -> None:
    pos = lay({"Y": "J10-1"})
    pos.stack = (Replenishing(0), pos.stack)
    pos.settle()
    assert refused(pos, "take J-HA") == "12.2"
    pos = lay({"Y": "J10-1", "pool.chinese": "C2-1 C2-2"})
    pos.stack = (Drawing(1, 1), pos.stack)
    assert refused(pos, "take C2-1") == "12.4"


@rule("taierzhuang", "5.2", "5.1")
def test_a_copy_of_a_chit_is_read_as_its_kind() -> None:
    pos = lay({"M": "J10-1", "G": "C31-1"}, hands={"J-HA": 2})
    shown = next(box for box in pos.view("japanese").boxes if box.hand and box.side == "japanese")
    assert "J-HA.2" in shown.pieces
    assert GAME.parse(pos, "call J-HA.2 G") == GAME.parse(pos, "call J-HA G")
    act(pos, "call J-HA.2 G")


@rule("taierzhuang", "5.2", "R-67")
def test_a_chit_that_leaves_the_game_says_so() -> None:
    leaving = {chit.id for chit in GAME.book().chits if chit.after != "cup"}
    assert leaving == {"J-WE", "C-LC"}
    assert {chit.id for chit in GAME.book().chits if "Out of the game" in chit.text} == leaving
