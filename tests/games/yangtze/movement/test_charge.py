"""5.3, S6.6 Charges: their reach, whom they turn on, through doors and windows, up the stairs, round one man."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from tests.games.yangtze.scenes import STOREHOUSE, line, storeyed, upstairs, way
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    HALT,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
    Charge,
    Drive,
    Hold,
    March,
    Ready,
)
from shapan.games.yangtze.contact import in_contact, together
from shapan.games.yangtze.melee.bouts import close_up, fights_now
from shapan.games.yangtze.melee.trials import Bout
from shapan.games.yangtze.movement.charge import charge_refusal, gangway, pursue, quarries, take_up, way_to
from shapan.games.yangtze.movement.together import Moving, charge_minimum, simultaneous_move
from shapan.games.yangtze.orders.planned import Charging
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.ground.table import OUTDOORS
from shapan.ground.table.geometry import near_line
from shapan.kernel import rule


def storm(
    foes: Sequence[tuple[float, float]],
    chargers: Sequence[tuple[float, float]],
    kind: str = "house",
    doors: tuple[float, ...] = (1000,),
    windows: tuple[float, ...] = (950, 1050),
    floor: int = 0,
) -> tuple[Stage, Unit, Unit]:
    """Marines charge a gang in a house whose openings are in its north wall, at y = 500; the gang holds its fire."""
    house = {
        "id": "h",
        "k": kind,
        "p": box(900, 500, 1100, 650),
        "doors": [[x, 700] for x in doors],
        "windows": [[x, 700] for x in windows],
    }
    stage = bare(ground={"buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    for man in stage.put(gang, *foes):
        stage.pos.floor = put(stage.pos.floor, man, floor)
    stage.put(squad, *chargers)
    orders = (Card(squad, CHARGE), Card(gang, HALT), Hold(gang), Charge(squad, gang))
    stage.play(*orders, to="halt_fire")
    return stage, squad, gang


def touching(stage: Stage, one: Figure, two: Figure) -> bool:
    """S9: in contact, on one floor and with no wall between them."""
    return stage.pos.within(one, two, stage.pos.book.contact_gap) and together(stage.pos, one, two)


@rule("yangtze", "5.3", "S9", "R87")
def test_a_man_who_fills_a_window_is_reached_by_the_door() -> None:
    stage, squad, gang = storm([(950, 520)], [(950, 400)])
    (charger,), (man,) = stage.pos.standing[squad], stage.pos.standing[gang]
    assert touching(stage, charger, man)
    assert [(bout.chargers, bout.charged) for bout in fights_now(stage.pos)] == [((charger,), (man,))]


@rule("yangtze", "5.3", "R87")
def test_a_house_without_a_door_is_kept_by_the_man_in_its_window() -> None:
    stage, squad, gang = storm([(950, 520)], [(950, 400)], doors=(), windows=(950,))
    assert not stage.pos.touched
    assert stage.places(squad) == [(950, 495)], "at the sill: nobody climbs into an enemy's base (S2.3)"
    stage, squad, gang = storm([(950, 540)], [(950, 400)], doors=(), windows=(950,))
    assert touching(stage, *stage.pos.standing[squad], *stage.pos.standing[gang]), "there is room behind the sill"


@pytest.mark.parametrize("kind", ["two_storey", "pagoda"])
@rule("yangtze", "5.3", "S16.1", "S9")
def test_men_at_windows_upstairs_are_fought_upstairs(kind: str) -> None:
    stage, squad, gang = storm([(950, 520), (1050, 520)], [(1000, 400), (1030, 400)], kind, floor=1)
    chargers, men = stage.pos.standing[squad], stage.pos.standing[gang]
    assert [stage.pos.floor[figure] for figure in chargers] == [1, 1]
    assert [stage.pos.room[figure] for figure in chargers] == [0, 0]
    assert all(any(touching(stage, one, two) for two in men) for one in chargers)
    assert len(fights_now(stage.pos)) == 2


@rule("yangtze", "13.2", "S2.3", "R131")
def test_who_comes_later_does_not_push_a_charger_from_his_man() -> None:
    """Both meet the same man; the second finds his place at that man's base beside the first."""
    for starts in ([(1000, 390), (1100, 390)], [(1100, 390), (1000, 390)]):
        stage, squad, gang = storm([(1000, 300)], starts)
        one, two = stage.pos.standing[squad]
        (man,) = stage.pos.standing[gang]
        assert touching(stage, one, man)
        assert touching(stage, two, man)
        assert not stage.pos.within(one, two, -1), "bases do not overlap"


@rule("yangtze", "13.2", "S7")
def test_chargers_go_for_men_whom_nobody_has_met_yet() -> None:
    """The first is met by the minimum move; in the rest of the charge the next one goes for the man beside him."""
    stage, squad, gang = storm([(1000, 200), (1150, 200)], [(1000, 290), (1000, 380)])
    first, second = stage.pos.standing[squad]
    near, far = stage.pos.standing[gang]
    assert touching(stage, first, near)
    assert touching(stage, second, far)


@rule("yangtze", "5.3", "R87")
def test_those_inside_come_out_by_the_door_at_a_man_under_their_window() -> None:
    house = {"id": "h", "k": "house", "p": box(900, 500, 1100, 650), "doors": [[1000, 700]], "windows": [[950, 700]]}
    stage = bare(ground={"buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (man,), (charger,) = stage.put(gang, (950, 480)), stage.put(squad, (950, 520))
    stage.play(Card(squad, CHARGE), Card(gang, HALT), Hold(gang), Charge(squad, gang), to="halt_fire")
    assert touching(stage, charger, man)


@pytest.mark.parametrize("floor", [0, 1])
@rule("yangtze", "13.2", "S9", "S16.1")
def test_a_late_charger_comes_to_his_man_and_not_his_man_to_him(floor: int) -> None:
    """By a window in the west wall: the man stays where he is, the charger beside him, both in the room."""
    house = {"id": "h", "k": "two_storey", "p": box(900, 500, 1100, 650), "doors": [], "windows": [[900, 625]]}
    stage = bare(ground={"buildings": [house]})
    (man,), (charger,) = stage.put(stage.unit("gang"), (925, 575)), stage.put(stage.unit("usmc_squad"), (1000, 575))
    for figure in (man, charger):
        stage.pos.floor = put(stage.pos.floor, figure, floor)
    close_up(stage.pos, [Bout((charger,), (man,))])
    assert (stage.pos.x[man], stage.pos.y[man], stage.pos.floor[man]) == (9250, 5750, floor)
    assert (stage.pos.room[charger], stage.pos.floor[charger]) == (0, floor)
    assert touching(stage, charger, man)


@rule("yangtze", "13.2", "S9")
def test_who_doubles_up_goes_to_the_near_side_of_his_opponent() -> None:
    """50 mm are the most that a charged man moves for it: he does not go round."""
    for dx, dy in ((70, 0), (-70, 0), (0, 70), (0, -70)):
        stage = bare()
        charged, mate = stage.put(stage.unit("gang"), (1000 - dx / 2.8, 600 - dy / 2.8), (1000 + dx, 600 + dy))
        (charger,) = stage.put(stage.unit("usmc_squad"), (1000, 600))
        close_up(stage.pos, [Bout((charger,), (charged, mate))])
        assert touching(stage, charger, mate)
        assert (stage.pos.x[mate] - 10000 - dx * 10) ** 2 + (stage.pos.y[mate] - 6000 - dy * 10) ** 2 <= 500**2


@pytest.mark.parametrize(("limit", "far", "refused"), [(False, 500, None), (True, 500, "5.3"), (True, 380, None)])
@rule("yangtze", "5.3", "R8")
def test_charges_out_of_reach(limit: bool, far: int, refused: str | None) -> None:
    stage = bare(charge_reach_limit=limit)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    stage.put(squad, (500 + far, 500))
    stage.card(CHARGE, gang)
    assert case(charge_refusal(stage.pos, gang, squad)) == refused


@pytest.mark.parametrize(("rule_", "silent"), [("minimum", False), ("whole_move", True)])
@rule("yangtze", "6.2", "R10")
def test_contact_late_in_the_charge(rule_: str, silent: bool) -> None:
    """T19: touched in the common movement a skirmisher may fire, unless the players want it otherwise."""
    stage = bare(charge_contact_no_fire=rule_)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    (man,) = stage.put(squad, (750, 500))
    stage.card(CHARGE, gang)
    stage.card(SKIRMISH, squad)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    stage.pos.stack = ()
    charge_minimum(stage.pos)
    stage.pos.step.settle(stage.pos, stage.pos.top)
    simultaneous_move(stage.pos)
    while stage.pos.nearest(Moving):
        stage.pos.step.settle(stage.pos, stage.pos.top)
    assert stage.pos.touched >> man & 1
    assert bool(stage.pos.touched_early >> man & 1) == silent


@rule("yangtze", "5.3", "S7")
def test_a_charger_keeps_his_man_and_goes_where_he_has_gone() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (500, 500))
    first, second = stage.put(squad, (700, 500), (700, 640))
    stage.card(CHARGE, gang)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    charge_minimum(stage.pos)
    way = stage.pos.track[charger]
    assert (stage.pos.goal[charger], way[-1][1:]) == (first, (7000, 5000))
    pursue(stage.pos)
    assert stage.pos.track[charger] is way
    stage.pos.stand(first, 7500, 4000)
    pursue(stage.pos)
    assert (stage.pos.goal[charger], stage.pos.track[charger][-1][1:]) == (first, (7500, 4000))
    take_up(stage.pos)
    assert stage.pos.goal[charger] == second
    stage.pos.remove([second], LOST)
    pursue(stage.pos)
    assert stage.pos.goal[charger] == first


@rule("yangtze", "S3.4", "S7")
def test_where_a_charger_has_come_by_stays_part_of_his_way_when_his_man_goes_elsewhere() -> None:
    """He who finds no room at its end goes back along all of it."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (500, 500))
    (man,) = stage.put(squad, (700, 500))
    stage.card(CHARGE, gang)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    charge_minimum(stage.pos)
    stage.pos.stand(charger, 5500, 5000)
    stage.pos.spent = put(stage.pos.spent, charger, 500)
    stage.pos.stand(man, 6500, 5600)
    pursue(stage.pos)
    way = stage.pos.track[charger]
    assert [way[0], way[1], way[-1][1:]] == [(0, 5000, 5000), (500, 5500, 5000), (6500, 5600)]


@pytest.mark.parametrize(
    ("template", "gap", "ground", "met"),
    [
        ("usmc_squad", 401, None, True),
        ("usmc_squad", 401.2, None, False),
        ("usmc_squad", 375, line("hedge", (300, 650), (900, 650)), True),
        ("usmc_squad", 377, line("hedge", (300, 650), (900, 650)), False),
        ("usmc_mounted", 600, None, True),
        ("usmc_mounted", 601.2, None, False),
    ],
)
@rule("yangtze", "5.3", "S7", "S11")
def test_a_charge_reaches_as_far_as_its_move(
    template: str, gap: float, ground: dict[str, Any] | None, met: bool
) -> None:
    stage = bare(ground=ground)
    unit, gang = stage.unit(template), stage.unit("gang")
    stage.put(unit, (500, 500))
    radius = stage.pos.book.units[unit].radius / 10
    (man,) = stage.put(gang, (500, 500 + radius + 12.5 + gap))
    stage.play(Card(unit, CHARGE), Charge(unit, gang), Hold(gang), to="melee")
    assert bool(stage.pos.touched >> man & 1) is met


@rule("yangtze", "5.3", "13.1", "S16.1")
def test_men_upstairs_are_charged_up_the_stairs() -> None:
    stage = bare(ground={"buildings": [STOREHOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    charger, *_ = stage.put(gang, (560, 550), (530, 550))
    man, lookout = stage.put(squad, (690, 550), (400, 700))
    stage.pos.floor = put(stage.pos.floor, man, 1)
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.holding = 1 << squad
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    stage.pos.goal = put(stage.pos.goal, charger, man)
    stage.pos.stack = ()
    charge_minimum(stage.pos)
    stage.settle()
    stage.pos.stack = ()
    simultaneous_move(stage.pos)
    stage.settle()
    fighting = [figure for figure in stage.pos.standing[gang] if stage.pos.touched >> figure & 1]
    assert any(stage.pos.floor[figure] == 1 for figure in fighting)
    assert stage.pos.touched >> man & 1
    assert lookout


@pytest.mark.parametrize(("far", "met"), [(315, True), (315.1, False)])
@rule("yangtze", "5.3", "S16.1")
def test_a_charge_up_the_stairs_pays_for_the_door_and_then_for_the_stairs(far: float, met: bool) -> None:
    """Of 400 mm the door takes 10 and the stairs 75."""
    stage = bare(ground={"buildings": [STOREHOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (600 - far, 550))
    man, _ = stage.put(squad, (620, 550), (1500, 300))
    upstairs(stage, man)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), Hold(squad), to="melee")
    assert bool(stage.pos.touched >> man & 1) is met


@rule("yangtze", "5.3", "6.1", "S7", "R152")
def test_who_is_held_up_below_has_not_come_up_the_stairs() -> None:
    """On his way to a man upstairs a charger meets another at the door, who fires before he is touched."""
    stage = bare(ground={"buildings": [STOREHOUSE]})
    gang, squad, sailors = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("usn_squad")
    (charger,) = stage.put(gang, (400, 550))
    man, _ = stage.put(squad, (690, 550), (1500, 100))
    upstairs(stage, man)
    (guard,) = stage.put(sailors, (615, 550))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), Hold(squad), to="melee")
    assert stage.told("last_moment")
    assert stage.pos.touched >> charger & stage.pos.touched >> guard & 1
    assert stage.pos.floor[charger] == 0


@rule("yangtze", "5.3", "5.0")
def test_a_unit_on_charge_with_somebody_to_charge_does_not_stand_still() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 300, 500, 3)
    stage.row(squad, 1900, 500, 3)
    stage.card(CHARGE, gang)
    side = stage.pos.owner[gang]
    stage.pos.stack = (Plan(side), ())
    assert quarries(stage.pos, gang) == [squad], "far away, but in sight"
    assert case(stage.pos.refusal(Ready())) == "5.0"


@rule("yangtze", "14.7", "5.3", "R49", "S7")
def test_when_another_unit_has_routed_its_target_a_charge_turns_on_the_nearest_in_sight() -> None:
    stage = bare()
    sailors, squad = stage.unit("usn_squad"), stage.unit("usmc_squad")
    gang, company = stage.unit("gang"), stage.unit("wl_rifles")
    stage.row(sailors, 1000, 300, 5)
    stage.row(squad, 1250, 300, 5)
    stage.row(gang, 1000, 390, 2)
    stage.row(company, 1250, 560, 2)
    stage.card("COWER", sailors)
    orders = [Card(squad, MOVE), March(squad, ((12500, 2000),))]
    for unit in (gang, company):
        orders += [Card(unit, CHARGE), Charge(unit, sailors)]
    stage.play(*orders, to="other_fire")
    assert not stage.standing(sailors)
    assert stage.places(gang) == [(1000, 326), (1030, 326)], "who has routed them ends his move there"
    assert {event.params["piece2"] for event in stage.told("contact")} == {"us6.1", "us6.2"}


def half_ashore() -> tuple[Stage, Unit, Unit]:
    """Ten of the cove men are ashore beside an enemy squad, ten still in their boat."""
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 700, 2400, 1200)}]})
    men, boat, squad = stage.unit("pirates", 2), stage.unit("sampan"), stage.unit("usn_squad")
    stage.model(boat, 300, 1000, 90)
    stage.row(men, 1000, 300, 10)
    move(stage.pos, *((figure, Berth(boat)) for figure in stage.men(men)[10:]))
    stage.row(squad, 1000, 150, 5)
    stage.card(CHARGE, men)
    stage.card(MOVE, boat)
    return stage, men, squad


@rule("yangtze", "5.3", "S14.5")
def test_those_who_are_ashore_charge_while_others_of_their_unit_are_afloat() -> None:
    stage, men, squad = half_ashore()
    assert charge_refusal(stage.pos, men, squad) is None
    assert squad in quarries(stage.pos, men)
    stage.pos.plan = put(stage.pos.plan, men, Charging(squad))
    charge_minimum(stage.pos)
    stage.settle()
    assert min(y for _, y in stage.places(men)) < 300


@rule("yangtze", "5.3", "S6.6")
def test_those_who_are_ashore_charge_only_whom_they_see() -> None:
    stage, men, squad = half_ashore()
    stage.row(squad, 100, 150, 5)
    stage.pos.pinned = stage.pos.book.bits[men]
    assert case(charge_refusal(stage.pos, men, squad)) == "S14.5"


@pytest.mark.parametrize("gap", [101.1, 101.5, 102, 104, 110, 120, 126, 140, 200, 250, 330])
@rule("yangtze", "5.3", "S7")
def test_a_charge_follows_whoever_runs_to_the_last_millimetre_of_its_move(gap: float) -> None:
    """However soon he who charges comes to where his man stood, and however far away the man is by then."""
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (300, 600))
    stage.put(gang, (325 + gap, 600))
    plans = Charge(squad, gang), March(gang, ((round(10 * (625 + gap)), 6000),))
    stage.play(Card(squad, CHARGE), Card(gang, MOVE), *plans, to="other_fire")
    assert stage.places(squad) == [(700, 600)]


@rule("yangtze", "5.3", "S7")
def test_a_charge_goes_round_a_wall_though_it_does_not_get_there_this_turn() -> None:
    wall = {"lines": [{"k": "wall_high", "p": [[500, 780], [500, 400]], "gates": []}]}
    stage = bare(ground=wall)
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    _, marine = stage.put(squad, (440, 300), (440, 600))
    stage.put(stage.unit("usmc_fcg"), (400, 640))
    stage.put(gang, (620, 600), (650, 600))
    stage.pos.pinned = 1 << stage.men(squad)[0]
    stage.play(Card(squad, CHARGE), Charge(squad, gang), to="halt_fire")
    assert stage.pos.spent[marine] == 4000
    assert stage.pos.x[marine] > 5000


@pytest.mark.parametrize("far", [900, 1500])
@rule("yangtze", "5.3", "S7")
def test_a_charge_leaves_its_house_by_the_door_however_far_the_enemy_is(far: int) -> None:
    """The enemy is seen from the window; the door is in the opposite wall. It is a charge move all the same: out by
    the door, and as far towards him as the rest of the 400 mm goes."""
    house = {"id": "h", "k": "house", "p": box(700, 500, 900, 700), "doors": [[700, 600]], "windows": [[900, 600]]}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    man = stage.put(squad, (880, 600), (800, 650))[1]
    stage.put(gang, (far + 400, 600))
    stage.pos.pinned = 1 << stage.men(squad)[0]
    stage.play(Card(squad, CHARGE), Charge(squad, gang), to="air_attacks")
    assert stage.pos.room[man] == OUTDOORS, "not against the wall"


@rule("yangtze", "5.3", "S16.4")
def test_nobody_is_in_the_way_of_a_charge_from_behind_a_wall() -> None:
    """A gunner stands close to the inner face of the wall along which the Marine runs; they do not touch."""
    wall = {"lines": [{"k": "wall_high", "p": [[300, 690], [900, 690]], "gates": []}]}
    stage = bare(ground=wall)
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    (marine,) = stage.put(squad, (400, 525))
    stage.put(gang, (700, 525))
    stage.put(company, (550, 504))
    stage.play(Card(squad, CHARGE), Hold(gang), Charge(squad, gang), to="melee")
    assert stage.pos.touched >> marine & 1
    assert stage.pos.touched >> stage.men(gang)[0] & 1


@pytest.mark.parametrize(("start", "end"), [(900, 800), (590, 500)])
@rule("yangtze", "5.3", "S7")
def test_a_charge_whose_enemy_another_has_routed_still_makes_its_minimum_move(start: float, end: float) -> None:
    """S7.3: there is nobody else; who has less than that to go stops where the enemy was."""
    stage = bare()
    gang, militia, squad = stage.unit("gang"), stage.unit("militia"), stage.unit("usmc_squad")
    stage.put(gang, (500, 460))
    stage.put(militia, (start, 420))
    stage.put(squad, (500, 420))
    stage.put(stage.unit("usmc_squad", 1), (2300, 50))
    stage.card(COWER, squad)
    charges = (Card(gang, CHARGE), Charge(gang, squad), Card(militia, CHARGE), Charge(militia, squad))
    stage.play(*charges, to="halt_fire")
    assert not stage.standing(squad)
    assert stage.places(gang) == [(500, 446)]
    ((x, y),) = stage.places(militia)
    assert (x, y) == (end, 420)


@rule("yangtze", "5.3", "13.1", "S7")
def test_the_charger_nearest_to_the_enemy_chooses_first() -> None:
    """One man is nearer to both of them: he of the two who has the shorter way takes him, the other one the next."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    far, near = stage.put(gang, (500, 500), (550, 550))
    other, wanted = stage.put(squad, (1050, 800), (800, 800))
    stage.card(CHARGE, gang)
    stage.pos.plan = put(stage.pos.plan, gang, Charging(squad))
    charge_minimum(stage.pos)
    assert (stage.pos.goal[near], stage.pos.goal[far]) == (wanted, other)


@pytest.mark.parametrize("lands", [True, False])
@rule("yangtze", "5.3", "S14.5", "S12.3")
def test_the_gangway_is_part_of_a_charge(lands: bool) -> None:
    """Who is still on it has its 50 mm to pay, though he has spent nothing yet; who sets out on the ground has not."""
    stage = bare()
    (charger,) = stage.put(stage.unit("usmc_squad"), (500, 500))
    down = ((500, 5000, 5000),) if lands else ()
    stage.pos.track = put(stage.pos.track, charger, ((0, 5000, 5000), *down, (1500, 6000, 5000)))
    assert gangway(stage.pos, charger) == (500 if lands else 0)


@pytest.mark.parametrize(("upper", "start"), [(0, 100), (1, 180)])
@rule("yangtze", "5.3", "13.2", "S7", "S16.1")
def test_a_charger_goes_to_the_floor_of_his_own_man(upper: int, start: float) -> None:
    """One of them meets the man by the window; the other has his at the back of the house, on another floor."""
    stage = bare(ground={"buildings": [storeyed(300, 300, 500, 500)]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    men = stage.put(squad, (318, 335), (450, 450))
    upstairs(stage, men[upper])
    chargers = stage.put(gang, (start + 40, 370), (start, 370))
    stage.play(Card(gang, CHARGE), Card(squad, HALT), Hold(squad), Charge(gang, squad), to="halt_fire")
    met = {man for man in men for charger in chargers if touching(stage, charger, man)}
    assert met == {*men}


@pytest.mark.parametrize("crewed", [True, False])
@rule("yangtze", "13.1", "5.3", "S2.3", "R71")
def test_a_charge_goes_round_a_vehicle_of_the_enemy(crewed: bool) -> None:
    """A lorry stands between him and the squad that a comrade sees."""
    stage = bare()
    gang, squad, truck = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("truck")
    runner, _ = stage.put(gang, (300, 500), (300, 300))
    stage.put(squad, (600, 500), (600, 530))
    stage.model(truck, 400, 500, 0, crew=crewed)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert [event.params["piece"] for event in stage.told("contact")] == ["cn7.1"]
    hull, points = stage.pos.body(truck), [(x, y) for _, x, y in stage.pos.track[runner]]
    near = [near_line(hull, (*one, *two)) for one, two in pairwise(points)]
    assert min(near) >= stage.pos.book.figures[runner].radius ** 2


@rule("yangtze", "13.1", "S2.3", "R71")
def test_a_charge_stops_at_a_vehicle_that_cannot_be_passed() -> None:
    """It stands across a lane between two walls; the squad behind it is seen over the one of them from a hill."""
    walls = [{"k": "wall_high", "p": [[200, 1200 - y], [700, 1200 - y]]} for y in (430, 570)]
    walls.append({"k": "wall_high", "p": [[200, 630], [200, 770]]})
    hill = {"k": "hill", "level": 2, "p": box(200, 200, 330, 425)}
    stage = bare(ground={"lines": walls, "areas": [hill]})
    gang, squad, truck = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("truck")
    stage.put(gang, (300, 500), (300, 380))
    stage.put(squad, (680, 500))
    stage.model(truck, 400, 500, 0)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert stage.places(gang)[0] == (400 - 25 - 12.5, 500)
    assert not stage.told("contact")


@rule("yangtze", "S2.3", "S17.2", "R71")
def test_a_vehicle_of_ones_own_is_passed_through() -> None:
    stage = bare()
    gang, squad, car = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("car", 1)
    (runner,) = stage.put(gang, (300, 500))
    stage.put(squad, (600, 500))
    stage.model(car, 400, 500, 90)
    assert way_to(stage.pos, gang, runner, stage.men(squad)[0], 4000).track == ((0, 3000, 5000), (3000, 6000, 5000))


@pytest.mark.parametrize("card", [MOVE, CHARGE])
@rule("yangtze", "S2.3", "S17.2", "R223")
def test_civilians_bar_nobodys_way_and_nobody_stands_on_them(card: str) -> None:
    stage = bare()
    gang, squad, consul = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("consul")
    stage.put(gang, (300, 500))
    stage.put(consul, (410, 500))
    stage.put(squad, (650, 500))
    goes = March(gang, way((410, 500))) if card == MOVE else Charge(gang, squad)
    stage.play(Card(gang, card), goes, to="halt_fire" if card == MOVE else "melee")
    assert stage.places(consul) == [(410, 500)]
    assert stage.places(gang) == [(385, 500) if card == MOVE else (625, 500)]


@pytest.mark.parametrize(
    ("kind", "beyond", "spent"), [("hedge", 20, 94), ("wall_low", 20, 94), ("wall_low", 30, 154), ("hedge", 30, 130)]
)
@rule("yangtze", "S9", "S16.4", "R225")
def test_hands_reach_over_a_low_wall(kind: str, beyond: float, spent: float) -> None:
    """Who reaches over it has not crossed it; who has to come to the other side pays for that."""
    stage = bare(ground=line(kind, (500, 300), (500, 700)))
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (400, 500))
    (foe,) = stage.put(squad, (500 + beyond, 500))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), Hold(squad), to="halt_fire")
    assert in_contact(stage.pos, charger, foe)
    assert stage.pos.spent[charger] == spent * 10


def past_lorry(man: tuple[float, float], hidden: bool = False) -> tuple[Stage, Figure, list[int]]:
    """A bandit at (300, 500) charges somebody with a lorry (375 to 425, 440 to 560) in between: how near to it each leg
    of his way leads, squared."""
    stage = bare()
    gang, squad, truck = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("truck")
    (runner,) = stage.put(gang, (300, 500))
    (foe,) = stage.put(squad, man)
    stage.model(truck, 400, 500, 0)
    stage.pos.hidden = int(hidden) << truck
    track = way_to(stage.pos, gang, runner, foe, 4000).track
    stage.pos.track = put(stage.pos.track, runner, track)
    hull, points = stage.pos.body(truck), [(x, y) for _, x, y in track]
    return stage, runner, [near_line(hull, (*one, *two)) for one, two in pairwise(points)]


@rule("yangtze", "13.1", "S2.3", "R71")
def test_who_is_too_far_away_behind_a_vehicle_is_run_after_round_it() -> None:
    stage, runner, near = past_lorry((1000, 500))
    spent, x, _ = stage.pos.track[runner][-1]
    assert min(near) >= 125**2
    assert 3600 <= spent <= 4000
    assert x > 6000


@rule("yangtze", "13.1", "S2.3", "R71")
def test_who_stands_beside_his_vehicle_is_reached_round_it() -> None:
    stage, runner, near = past_lorry((437.5, 500))
    assert min(near[:-1]) >= 125**2
    assert stage.pos.track[runner][-1][1:] == (4375, 5000)


@rule("yangtze", "S6.7", "R71")
def test_a_hidden_vehicle_turns_nobody_aside() -> None:
    stage, runner, _ = past_lorry((600, 500), hidden=True)
    assert stage.pos.track[runner] == ((0, 3000, 5000), (3000, 6000, 5000))


@rule("yangtze", "13.1", "S7", "R71", "R261")
def test_a_charge_does_not_run_through_a_car_that_is_driven_into_its_way() -> None:
    """It comes between him and his man in its last stretch, when he has 60 mm left to run."""
    stage = bare()
    gang, squad, car = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("car")
    (runner,) = stage.put(gang, (340, 500))
    stage.put(squad, (765, 500))
    stage.model(car, 720, 300, 180)
    drive = Drive(car, ONWARD, way((720, 500)))
    stage.play(Card(gang, CHARGE), Card(car, MOVE), Charge(gang, squad), drive, Hold(squad), to="halt_fire")
    assert stage.pos.at[car] == (7200, 5000, 180)
    assert not stage.told("contact")
    assert stage.pos.hull_gap(runner, car) >= 0


@rule("yangtze", "5.3", "S7", "R71", "R261")
def test_a_charge_that_stopped_at_a_lorry_follows_it_when_it_drives_on() -> None:
    """It goes down a lane between two walls, too narrow to pass it; the squad at the end is seen from a hill."""
    walls = [{"k": "wall_high", "p": [[200, 1200 - y], [1000, 1200 - y]]} for y in (460, 540)]
    walls.append({"k": "wall_high", "p": [[200, 660], [200, 740]]})
    hill = {"k": "hill", "level": 2, "p": box(200, 200, 330, 425)}
    stage = bare(ground={"lines": walls, "areas": [hill]})
    gang, squad, truck = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("truck")
    stage.put(gang, (300, 500), (300, 380))
    stage.put(squad, (760, 500))
    stage.model(truck, 400, 500, 90)
    drive = Drive(truck, ONWARD, way((650, 500)))
    stage.play(Card(gang, CHARGE), Card(truck, MOVE), Charge(gang, squad), drive, Hold(squad), to="halt_fire")
    assert stage.pos.at[truck] == (6500, 5000, 90)
    assert stage.places(gang)[0] == (650 - 60 - 12.5, 500)


@rule("yangtze", "13.1", "S2.3", "R71")
def test_who_gets_only_part_of_the_way_round_a_vehicle_is_on_his_way_there() -> None:
    """The squad stands close behind it, and the charge is spent at its corner."""
    stage = bare()
    gang, squad, truck = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("truck")
    (runner,) = stage.put(gang, (50, 500))
    (foe,) = stage.put(squad, (450, 500))
    stage.model(truck, 400, 500, 0)
    spent, x, y = way_to(stage.pos, gang, runner, foe, 4000).track[-1]
    assert spent <= 4000
    assert x > 4000
    assert abs(y - 5000) > 600
