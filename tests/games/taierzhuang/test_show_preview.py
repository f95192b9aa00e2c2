"""What is promised before a roll is what the dice then do: every preview is walked face by face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import pytest
from tests.games.taierzhuang.table import GAME, act, begin, choices, is_spent, lay, place, result
from tests.games.taierzhuang.test_offers import LIVELY, decisions
from tests.games.taierzhuang.test_reinforcements import phase

from shapan.games.taierzhuang.anti_tank import Gun
from shapan.games.taierzhuang.bombardment import Affected, Raid
from shapan.games.taierzhuang.combat import Blow
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.infiltration import Slipping
from shapan.games.taierzhuang.reinforcements import Arrival, Quantity
from shapan.games.taierzhuang.supply import AirDrop, AirDropRoll
from shapan.kernel import DICE, Event, rule
from shapan.kernel.view import Preview

T = TypeVar("T")
CALLED_FOR = (Blow, Gun, Raid, Affected, AirDropRoll, Slipping, Arrival, Quantity)
"""What the dice fall for when somebody has asked for them."""
INTERDICTION = {"battlefield_interdiction": True}


def fall(pos: Position, seen: Callable[[Position, list[Event]], T]) -> Counter[T]:
    """What the dice do, face by face, as it is seen afterwards."""
    found: Counter[T] = Counter()
    chances = pos.chances()
    for face, weight in zip(chances.faces, chances.weights, strict=True):
        world, events = pos.copy(), list[Event]()
        world.push(face, events.append)
        found[seen(world, events)] += weight
    return found


def damage(_: Position, events: list[Event]) -> int:
    return result(events)[2]


def told(*keys: str) -> Callable[[Position, list[Event]], str]:
    """Which of these events is told."""
    return lambda _, events: next(event.key for event in events if event.key in keys)


def promised(preview: Preview) -> Counter[int]:
    """The chances of Damage Points, hits or units, by their number."""
    return Counter({chance.params["count"]: chance.numerator for chance in preview.chances})


def declined(pos: Position) -> Position:
    """The dice, after everybody who is asked for a chit has declined."""
    while pos.actor != DICE:
        act(pos, "decline")
    return pos


def calls(pos: Position, side: str) -> dict[str, Preview]:
    """The previews of an impulse, by the action that calls for the roll."""
    found = pos.view(side).previews
    return {f"call {preview.params['piece']} {preview.params['target']}": preview for preview in found}


# --- artillery and aircraft ---------------------------------------------------------------------------


@rule("taierzhuang", "5.2", "7.2.2c", "7.2.2d", "7.3")
@pytest.mark.parametrize(
    ("side", "hands"), [("japanese", {"J-HA": 1, "J-BS": 1, "J-FS": 1, "J-BZ": 1}), ("chinese", {"C-HA": 1, "C-AF": 1})]
)
def test_artillery_and_aircraft_do_what_was_promised(side: str, hands: dict[str, int]) -> None:
    """In the town, under own control, contested, with Spent units, across the canal."""
    table = {"G": "C31-1", "H": "J10-1 J10-2 C31-2", "C": "C27-1 C27-5", "N": "C27-2 J63-1", "U": "J63-4", "F": "J40-1"}
    pos = lay(table, side=side, spent="C31-1 J63-4", hands=hands)
    found = calls(pos, side)
    assert found
    assert set(found) == {text for text in choices(pos) if text.startswith("call ")}
    for text, preview in found.items():
        world = pos.copy()
        act(world, text)
        assert fall(declined(world), damage) == promised(preview), text
    assert not pos.view("spectator").previews


@rule("taierzhuang", "7.4", "R-22")
def test_artillery_promises_no_more_losses_than_there_can_be() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1"}, spent="C27-1", hands={"J-HA": 1})
    preview = calls(pos, "japanese")["call J-HA N"]
    assert max(chance.theirs or 0 for chance in preview.chances) == 2
    assert preview.warnings == ["warning.resolute"]
    act(pos, "call J-HA N")
    applied = fall(declined(pos), lambda world, _: world.decision.params.get("count", 0))
    assert applied == Counter(chance.theirs for chance in preview.chances for _ in range(chance.numerator))


@rule("taierzhuang", "12.5")
def test_a_raid_on_a_zone_hits_as_many_as_was_promised() -> None:
    pos = lay({"CS": "C2-1 C2-4 C110-1", "A": "J10-1"}, hands={"J-HA": 1, "J-BS": 1, "J-FS": 1}, switches=INTERDICTION)
    found = {text: preview for text, preview in calls(pos, "japanese").items() if text.endswith("CS")}
    assert len(found) == 3
    for text, preview in found.items():
        world = pos.copy()
        act(world, text)
        hits = fall(world, lambda after, _: after.decision.params.get("count", 0))
        assert hits == promised(preview), text
        assert {factor.case for factor in preview.factors} == {"12.5"}


@rule("taierzhuang", "12.5")
def test_the_die_of_a_unit_that_is_hit_is_told_and_that_a_spent_one_needs_none() -> None:
    pos = lay({"CS": "C2-1 C2-4", "A": "J10-1"}, spent="C2-4", hands={"J-BS": 1}, switches=INTERDICTION)
    act(pos, "call J-BS CS", "throw 3 3")
    [preview] = pos.view("chinese").previews
    assert {chance.key: chance.numerator for chance in preview.chances} == {"chance.turned_back": 3, "chance.spent": 3}
    assert preview.warnings == ["warning.hit_spent"]
    act(pos, "hit C2-1")
    seen = fall(pos, lambda world, _: "spent" if is_spent(world, "C2-1") else place(world, "C2-1"))
    assert seen == {"pool": 3, "spent": 3}
    act(pos, "roll 1")
    [preview] = pos.view("chinese").previews
    assert not preview.chances, "only the Spent one is left"


# --- reactions ----------------------------------------------------------------------------------------


@rule("taierzhuang", "5.2", "R-60")
def test_a_pak_does_to_tanks_what_was_promised() -> None:
    pos = lay({"U": "JT-1 JT-2 J10-1", "N": "C27-1 JT-3"}, spent="JT-3", hands={"C-AT": 2})
    act(pos, "move JT-1,JT-2,J10-1", "go N")
    for first, second in ((2, 2), (2, 3)):
        [preview] = pos.view("chinese").previews
        tanks = [unit for unit in ("JT-1", "JT-2") if place(pos, unit) == "N"]
        most = sum(2 if is_spent(pos, unit) else 3 for unit in tanks)
        act(pos, "play C-AT")
        assert fall(pos, damage) == promised(preview)
        assert max(chance.theirs or 0 for chance in preview.chances) == min(most, 9)
        act(pos, f"throw {first} {second}", "flip JT-1" if second == 2 else "flip JT-2")
        while pos.decision.kind == "damage":
            act(pos, min(choices(pos)))


@rule("taierzhuang", "5.2")
def test_who_holds_no_chit_for_a_reaction_is_promised_nothing_of_it() -> None:
    pos = lay({"N": "C27-1 JT-1"}, hands={"C-HA": 1})
    act(pos, "fire N JT-1", "resolve")
    assert (pos.decision.kind, pos.view("chinese").previews) == ("pak", ())
    act(pos, "decline")
    assert [preview.title for preview in pos.view("chinese").previews] == ["preview.attack"]


@rule("taierzhuang", "5.2", "7.2.2", "7.2.2b")
@pytest.mark.parametrize(
    "announced",
    [
        ["fire N J63-1,JT-1", "play J-EN", "wave", "resolve", "play C-AT", "throw 2 2", "flip JT-1", "decline"],
        ["fire M J63-2", "resolve"],
        ["call J-HA G"],
        ["play J-BZ", "assault M J63-2", "wave", "resolve"],
    ],
)
def test_an_attack_does_what_was_promised_with_and_without_resolute_defenders(announced: list[str]) -> None:
    table = {"N": "C27-1 J63-1 JT-1", "M": "C31-1", "Q": "J63-2", "G": "C31-5", "F": "J40-1"}
    pos = lay(table, hands={"J-EN": 1, "J-HA": 1, "J-BZ": 1, "C-RD": 1, "C-AT": 1})
    act(pos, *announced)
    assert pos.decision.kind == "stand"
    assert not pos.view("japanese").previews
    as_it_comes, resolute = pos.view("chinese").previews
    assert (as_it_comes.title, resolute.title) == ("preview.attack", "preview.stand")
    for answer, preview in (("decline", as_it_comes), ("play C-RD", resolute)):
        world = pos.copy()
        act(world, answer)
        assert fall(world, damage) == promised(preview), answer
        assert [chance.params["count"] for chance in preview.chances] == sorted(promised(preview)), "best first"
        losses = fall(world, lambda after, _: after.decision.params["count"] if after.decision.kind == "damage" else 0)
        assert losses == Counter(chance.yours for chance in preview.chances for _ in range(chance.numerator)), answer


# --- reinforcements and supply ------------------------------------------------------------------------


@rule("taierzhuang", "5.2", "6.1", "R-07")
@pytest.mark.parametrize("turn", [2, 4, 9, 13])
def test_the_generalissimos_order_does_what_was_promised(turn: int) -> None:
    pos = phase(turn, {"C-GO": 1, "C-HA": 1}, drm=2)
    without, ordered = pos.view("chinese").previews
    assert (without.title, ordered.title) == ("preview.arrival", "preview.order")
    for answer, preview in (("decline", without), ("play C-GO", ordered)):
        world = pos.copy()
        act(world, answer)
        good, bad = (chance.numerator for chance in preview.chances)
        seen = fall(world, told("event.test_succeeds", "event.test_fails"))
        assert (seen["event.test_succeeds"], seen["event.test_fails"]) == (good, bad), answer


@rule("taierzhuang", "6.1", "R-09")
@pytest.mark.parametrize("pool", [20, 5])
def test_another_roll_for_the_number_of_units_brings_what_was_promised(pool: int) -> None:
    pos = phase(9, {"C-HA": 2}, pools="chinese")
    rest = pos.at[pos.book.pool[1]]
    while rest.bit_count() > pool:
        rest &= rest - 1
    pos.at = tuple(rest if at == pos.book.pool[1] else those for at, those in enumerate(pos.at))
    act(pos, "decline", "throw 2 3", "decline", "throw 1 1")
    [preview] = pos.view("chinese").previews
    act(pos, "pay C-HA")
    assert promised(preview) == fall(pos, lambda world, _: min(world.decision.params["count"], pool))


@rule("taierzhuang", "5.2")
def test_an_air_drop_does_what_was_promised() -> None:
    pos = begin(lay({"G": "J10-1", "X": "J63-1"}, hands={"J-AD": 1}), AirDrop())
    [preview] = pos.view("japanese").previews
    act(pos, "call J-AD G")
    seen = fall(pos, told("event.air_drop", "event.air_drop_fails"))
    assert [seen["event.air_drop"], seen["event.air_drop_fails"]] == [chance.numerator for chance in preview.chances]
    without = begin(lay({"G": "J10-1"}, hands={"J-HA": 1}), AirDrop())
    assert not without.view("japanese").previews


# --- all of them --------------------------------------------------------------------------------------


@pytest.mark.parametrize("switches", [{}, LIVELY], ids=["none", "all"])
@rule("taierzhuang", "5.2", "6.1", "6.2", "7.2.2", "12.5", "12.6")
def test_whoever_can_call_for_dice_is_told_what_they_do(switches: dict[str, bool]) -> None:
    """On crowded tables: an answer after which the dice fall is never given without a preview of them."""
    promised = Counter[str]()
    for pos in decisions(23, switches, most=12, tables=30):
        side, kind = pos.actor, pos.decision.kind
        previews = pos.view(side).previews
        for preview in previews:
            assert sum(chance.numerator for chance in preview.chances) in {0, 6, 36}
            assert all(chance.numerator >= 0 for chance in preview.chances)
        rolls = [action for action in pos.options() if _rolls(pos, GAME.format(pos, action))]
        promised[kind] += len(rolls)
        assert previews or not rolls, (kind, [GAME.format(pos, action) for action in rolls])
    assert {"attack", "impulse", "stand"} <= set(+promised)


def _rolls(pos: Position, text: str) -> bool:
    """Do dice fall because of this, once the other side has declined whatever it is asked?"""
    world, side = pos.copy(), pos.actor
    act(world, text)
    while world.outcome is None and world.actor not in (DICE, side) and world.decision.kind in ("pak", "stand"):
        act(world, "decline")
    return world.outcome is None and isinstance(world.top, CALLED_FOR)
