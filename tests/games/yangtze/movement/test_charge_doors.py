"""5.3, 13.2, R242 Riders, who enter no building, charge a unit in a house: whom they reach, and from where."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import CHARGE, HALT, Card, Charge, Hold
from shapan.games.yangtze.contact import can_be_met, in_contact
from shapan.games.yangtze.melee.bouts import close_up, fights_now
from shapan.games.yangtze.movement.charge import charge_refusal
from shapan.games.yangtze.who import Unit
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule

HUT = {"id": "h", "k": "house", "p": box(900, 500, 1000, 600), "doors": [[1000, 650]], "windows": [[950, 600]]}
"""A door in the east wall, at y = 550; a window in the south wall, at x = 950."""


def ride(
    men: Sequence[tuple[float, float]], riders: Sequence[tuple[float, float]], to: str = "halt_fire"
) -> tuple[Stage, Unit, Unit]:
    """Mounted Marines charge a gang that holds its fire, at a hut."""
    stage = bare(ground={"buildings": [HUT]})
    horse, gang = stage.unit("usmc_mounted"), stage.unit("gang")
    stage.put(gang, *men)
    stage.put(horse, *riders)
    assert charge_refusal(stage.pos, horse, gang) is None
    stage.play(Card(horse, CHARGE), Card(gang, HALT), Hold(gang), Charge(horse, gang), to=to)
    return stage, horse, gang


@pytest.mark.parametrize("inside", [(), ((930, 520),)])
@rule("yangtze", "5.3", "13.2", "S11", "R242")
def test_riders_fight_a_man_in_a_doorway_from_outside(inside: tuple[tuple[float, float], ...]) -> None:
    stage, horse, gang = ride([(985, 550), *inside], [(1075, 550)])
    (rider,), man = stage.pos.standing[horse], stage.pos.standing[gang][0]
    assert in_contact(stage.pos, rider, man)
    assert stage.pos.room[rider] == OUTDOORS != stage.pos.room[man]
    assert stage.places(horse) == [(1018, 550)]
    assert [bout.charged[0] for bout in fights_now(stage.pos)] == [man]


@rule("yangtze", "5.3", "S7", "R242")
def test_riders_come_round_the_house_to_its_door() -> None:
    stage, horse, gang = ride([(985, 550), (840, 500)], [(940, 430), (890, 430)])
    one, two = stage.pos.standing[horse]
    door, outside = stage.pos.standing[gang]
    assert in_contact(stage.pos, two, outside)
    assert in_contact(stage.pos, one, door)
    assert stage.pos.room[one] == OUTDOORS


@rule("yangtze", "13.2", "S9", "R242")
def test_nobody_is_fought_by_a_rider_who_does_not_touch_him_and_nobody_is_moved_out_of_the_house_for_it() -> None:
    """One in the doorway, his leader outside: each has a rider of his own."""
    stage, horse, gang = ride([(1030, 655), (985, 550)], [(1075, 550), (1075, 605)])
    riders, (leader, man) = stage.pos.standing[horse], stage.pos.standing[gang]
    bouts = fights_now(stage.pos)
    assert [(*bout.chargers, *bout.charged) for bout in bouts] == [(riders[0], man), (riders[1], leader)]
    close_up(stage.pos, bouts)
    assert stage.places(gang) == [(1030, 655), (985, 550)]
    assert in_contact(stage.pos, riders[0], man)


@rule("yangtze", "13.2", "R218", "R242")
def test_a_rider_with_movement_left_takes_the_man_in_the_doorway_at_the_doorstep() -> None:
    """He has come for the leader, as his comrade has; the melee brings him to the one who has no opponent."""
    stage, horse, gang = ride([(1030, 655), (985, 550)], [(1075, 550), (1075, 605)])
    pos, riders, (_, man) = stage.pos, stage.pos.standing[horse], stage.pos.standing[gang]
    pos.stand(riders[0], 10600, 5500)
    pos.touched &= ~(1 << riders[0] | 1 << man)
    close_up(pos, fights_now(pos))
    assert stage.places(gang) == [(1030, 655), (985, 550)]
    assert in_contact(pos, riders[0], man)


@pytest.mark.parametrize("inside", [(940, 550), (950, 585)])
@rule("yangtze", "13.2", "S7", "R87", "R242")
def test_riders_leave_those_whom_they_cannot_reach_for_those_whom_they_can(inside: tuple[float, float]) -> None:
    """Deep in the room, or at a window."""
    stage, horse, gang = ride([inside, (1060, 690)], [(1075, 550), (1135, 550)])
    riders, (man, outside) = stage.pos.standing[horse], stage.pos.standing[gang]
    assert not can_be_met(stage.pos, horse, man)
    assert all(in_contact(stage.pos, rider, outside) for rider in riders)


@rule("yangtze", "5.3", "R8", "R242")
def test_riders_who_can_reach_nobody_charge_up_to_the_wall() -> None:
    """The enemy may come out before they are there; on foot it is the same before a window that is held."""
    stage, horse, _ = ride([(950, 585)], [(950, 760)])
    assert not stage.pos.touched
    assert stage.places(horse) == [(950, 617.5)], "base to base with the man behind the window, who is not in contact"
    assert not fights_now(stage.pos)


@rule("yangtze", "13.2", "S2.3", "R131", "R242")
def test_two_horses_find_room_before_a_man_who_stands_in_the_very_door() -> None:
    stage, horse, gang = ride([(996, 550)], [(1070, 610), (1100, 640)])
    riders, (man,) = stage.pos.standing[horse], stage.pos.standing[gang]
    assert all(in_contact(stage.pos, rider, man) for rider in riders)
    assert [(bout.chargers, bout.charged) for bout in fights_now(stage.pos)] == [(riders, (man,))]


@rule("yangtze", "13.2", "R218", "R242")
def test_a_rider_who_doubles_up_and_finds_no_room_at_the_doorstep_stands_near_it() -> None:
    stage, horse, _ = ride([(985, 550)], [(1075, 550), (1120, 550)])
    pos, (first, second) = stage.pos, stage.pos.standing[horse]
    pos.stand(second, 11200, 5500)
    (bout,) = bouts = fights_now(pos)
    assert bout.chargers == (first, second)
    close_up(pos, bouts)
    assert pos.room[second] == OUTDOORS
    assert pos.gap(first, second) < pos.book.figures[second].radius
