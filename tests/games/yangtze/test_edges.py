"""Sentences of the book and its supplement at their very edge: the last millimetre that is allowed, and the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    HALT,
    MOVE,
    SKIRMISH,
    Abet,
    Card,
    Charge,
    Cover,
    Deploy,
    Dismount,
    Fire,
    Hold,
    March,
    Pace,
    Put,
    Stairs,
    Watch,
)
from shapan.games.yangtze.game import Position
from shapan.games.yangtze.place import Spot, Water, move
from shapan.games.yangtze.vessels.swimming import water_about
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import Action, rule

from .table import GAME, SIZE, Stage, bare, box

Point = tuple[float, float]
FAR = (2300.0, 1100.0)


def way(*points: Point) -> tuple[tuple[int, int], ...]:
    return tuple((round(x * 10), round(y * 10)) for x, y in points)


def north(y: float) -> float:
    """Boards measure from the south."""
    return SIZE[1] - y


def line(kind: str, *points: Point, **more: Any) -> dict[str, Any]:
    return {"lines": [{"k": kind, "n": kind, "p": [[x, north(y)] for x, y in points], **more}]}


def area(kind: str, left: int, top: int, right: int, bottom: int, **more: Any) -> dict[str, Any]:
    return {"areas": [{"k": kind, "n": kind, "p": box(left, top, right, bottom), **more}]}


def house(kind: str = "two_storey") -> dict[str, Any]:
    """A house with a door and two windows; the door and one window look west."""
    holes = {"doors": [[600, north(520)]], "windows": [[600, north(480)], [750, north(520)]]}
    return {"buildings": [{"id": "h", "k": kind, "n": "House", "p": box(600, 450, 750, 600), **holes}]}


def marching(
    card: str, at: Point, ground: dict[str, Any] | None = None, template: str = "usmc_squad"
) -> tuple[Stage, Unit]:
    """A unit of one, alone on its part of the table, that is to plan its way."""
    stage = bare(ground=ground)
    unit = stage.unit(template)
    stage.put(unit, at)
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(unit, card), to="plan_actions")
    return stage, unit


# --- 5.1, 5.2, S3, S16: what a way costs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "ground", "start", "end", "cited"),
    [
        (MOVE, None, (500, 500), (599.9, 500), "5.1"),
        (MOVE, None, (500, 500), (600, 500), None),
        (MOVE, None, (500, 500), (800, 500), None),
        (MOVE, None, (500, 500), (800.1, 500), "5.1"),
        (SKIRMISH, None, (500, 500), (524.9, 500), "5.2"),
        (SKIRMISH, None, (500, 500), (525, 500), None),
        (SKIRMISH, None, (500, 500), (600, 500), None),
        (SKIRMISH, None, (500, 500), (600.1, 500), "5.2"),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (549.9, 500), "5.1"),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (550, 500), None),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (650, 500), None),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (650.1, 500), "5.1"),
        (MOVE, line("hedge", (600, 300), (600, 900)), (500, 500), (775, 500), None),
        (MOVE, line("hedge", (600, 300), (600, 900)), (500, 500), (775.1, 500), "5.1"),
        (SKIRMISH, line("wall_low", (520, 300), (520, 900)), (500, 500), (550, 500), None),
        (SKIRMISH, line("wall_low", (520, 300), (520, 900)), (500, 500), (550.1, 500), "5.2"),
        (MOVE, area("hill", 600, 300, 1200, 900, level=1), (500, 500), (750, 500), None),
        (MOVE, area("hill", 600, 300, 1200, 900, level=1), (500, 500), (750.1, 500), "5.1"),
        (MOVE, area("hill", 600, 300, 1200, 900, level=1), (750, 500), (450, 500), None),
        (MOVE, area("river", 600, 300, 900, 900), (500, 500), (700, 500), "S3.6"),
        (MOVE, line("cliff", (600, 300), (600, 900)), (500, 500), (700, 500), "S3.1"),
        (MOVE, house(), (350, 520), (640, 520), None),
        (MOVE, house(), (350, 520), (640.1, 520), "5.1"),
        (MOVE, house(), (400, 480), (650, 480), None),
        (MOVE, house(), (400, 480), (650.1, 480), "5.1"),
        (MOVE, house(), (500, 570), (660, 570), "S16.1"),
    ],
)
@rule("yangtze", "5.1", "5.2", "S3.1", "S3.6", "S16.1")
def test_a_way_costs_what_the_ground_asks(
    card: str, ground: dict[str, Any] | None, start: Point, end: Point, cited: str | None
) -> None:
    stage, unit = marching(card, start, ground)
    assert stage.why(March(unit, way(end))) == cited


@rule("yangtze", "S3.3")
def test_eight_points_make_a_way_and_nine_are_too_many() -> None:
    stage, unit = marching(MOVE, (500, 500))
    points = [(500 + 30 * number, 500) for number in range(1, 10)]
    assert stage.why(March(unit, way(*points[:8]))) is None
    assert stage.why(March(unit, way(*points))) == "S3.3"


@pytest.mark.parametrize(("end", "cited"), [((645, 520), None), ((645.1, 520), "S16.1")])
@rule("yangtze", "S16.1")
def test_door_and_stairs_are_part_of_one_allowance(end: Point, cited: str | None) -> None:
    """215 mm, ten for the door and 75 for the stairs are the 300 of MOVE."""
    stage, unit = marching(MOVE, (430, 520), house())
    stage.pos.push(March(unit, way(end)))
    assert stage.why(Stairs(stage.piece(unit), 1)) == cited


@pytest.mark.parametrize(("end", "cited"), [((597.5, 520), None), ((597.4, 520), "5.2")])
@rule("yangtze", "S16.1", "5.2")
def test_the_way_down_and_out_is_one_way(end: Point, cited: str | None) -> None:
    """75 mm of stairs, ten for the door and 15 on foot are the hundred of SKIRMISH."""
    stage = bare(ground=house())
    squad = stage.unit("usmc_squad")
    (marine,) = stage.put(squad, (612.5, 520))
    move(stage.pos, (marine, Spot(6125, 5200, 1, 0)))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(squad, SKIRMISH), to="plan_actions")
    assert stage.why(March(squad, way(end))) == cited


@rule("yangtze", "S16.1")
def test_whoever_walks_about_upstairs_pays_for_no_stairs() -> None:
    stage = bare(ground=house())
    squad = stage.unit("usmc_squad")
    (marine,) = stage.put(squad, (650, 520))
    move(stage.pos, (marine, Spot(6500, 5200, 1, 0)))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(squad, MOVE), March(squad, way((700, 560), (620, 470))), to="halt_fire")
    assert stage.places(squad) == [(620, 470)]
    assert stage.pos.floor[marine] == 1


# --- 4.1, 4.2: the radius of command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "reach"), [("s8_wanling_bund", 150.0), ("s6_arms_godown", 75.0)])
@rule("yangtze", "4.1", "4.2", "S18")
def test_command_ends_at_its_radius(scenario: str, reach: float) -> None:
    stage = bare(scenario)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (500, 500), (525 + reach, 500), (500, 525.1 + reach))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.push(March(squad, way((500, 350))))
    near, far = stage.piece(squad, 1), stage.piece(squad, 2)
    assert stage.why(Pace(near, way((525 + reach, 620)))) is None
    assert stage.why(Pace(far, way((400, 525.1 + reach)))) == "4.1"


# --- 5.3: the hundred millimetres ------------------------------------------------------------------------------------


def stopped(path: Sequence[Point], enemies: Sequence[Point], ground: dict[str, Any] | None = None) -> Point:
    """Where a man comes to rest who walks towards halted enemies."""
    stage = bare(ground=ground)
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, *enemies)
    stage.play(Card(squad, MOVE), March(squad, way(*path)), to="halt_fire")
    return stage.places(squad)[0]


@pytest.mark.parametrize(
    ("ground", "end"),
    [
        (None, (625, 500)),
        (line("hedge", (700, 100), (700, 1000)), (625, 500)),
        (line("wall_high", (700, 100), (700, 1000)), (670, 500)),
    ],
)
@rule("yangtze", "5.3", "S16.4")
def test_who_does_not_charge_stops_at_a_hundred_of_those_whom_he_sees(
    ground: dict[str, Any] | None, end: Point
) -> None:
    assert stopped([(670, 500)], [(750, 500)], ground) == end


@rule("yangtze", "5.3")
def test_between_two_enemies_he_keeps_from_both() -> None:
    x, y = stopped([(800, 500)], [(750, 410), (750, 590)])
    assert y == 500
    assert abs((750 - x) ** 2 + 90**2 - 125**2) < 60


@pytest.mark.parametrize(("step", "cited"), [((501, 500), "5.3"), ((500, 540), None), ((460, 500), None)])
@rule("yangtze", "5.3")
def test_from_within_a_hundred_nobody_goes_nearer(step: Point, cited: str | None) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (585, 500))
    stage.play(Card(squad, SKIRMISH), to="plan_actions")
    assert stage.why(March(squad, way(step, (470, 500)) if cited else way(step))) == cited


@pytest.mark.parametrize(("template", "crew", "end"), [("truck", True, 100.0), ("truck", False, 40.0)])
@rule("yangtze", "S12.2", "5.3")
def test_foot_keeps_the_hundred_from_a_manned_vehicle_alone(template: str, crew: bool, end: float) -> None:
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit(template)
    stage.put(gang, (500, 500))
    stage.model(lorry, 760, 500, 0, crew=crew)
    stage.play(Card(gang, MOVE), March(gang, way((760 - 25 - 40 - 12.5, 500))), to="halt_fire")
    ((x, _),) = stage.places(gang)
    assert 760 - 25 - 12.5 - x == end


@rule("yangtze", "S12.2", "5.3")
def test_from_within_the_hundred_of_a_lorry_nobody_turns_back_towards_it() -> None:
    """R9: who has stepped away from 60 to 90 mm does not come back to 70."""
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit("truck")
    stage.put(gang, (662.5, 500))
    stage.model(lorry, 760, 500, 0)
    stage.play(Card(gang, SKIRMISH), March(gang, way((632.5, 500), (652.5, 500))), to="halt_fire")
    assert stage.places(gang) == [(632.5, 500)]


# --- 5.3, S7: how far a charge reaches -------------------------------------------------------------------------------


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


# --- 7.9, 7.1, S6.7: what is watched while others move ---------------------------------------------------------------


def covered(beside: float, count: int = 1) -> Stage:
    """Two bandits march past a covered point; the nearer one so far beside it."""
    stage = bare()
    gun, squad, gang = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gun, (500, 500), (500, 530))
    stage.put(squad, (500, 560))
    stage.put(gang, (900 + beside, 700), (1000 + beside, 700))
    cover = Cover(stage.piece(gun), count, (9000, 5500))
    stage.play(cover, Card(gang, MOVE), March(gang, way((900 + beside, 400))), to="halt_fire")
    return stage


@pytest.mark.parametrize(("beside", "count", "tested"), [(62.5, 1, 1), (62.6, 1, 0), (20, 1, 1), (20, 2, 0)])
@rule("yangtze", "7.9", "7.7")
def test_who_touches_the_covered_circle_is_tested(beside: float, count: int, tested: int) -> None:
    stage = covered(beside, count)
    assert len(stage.told("miss")) == tested


@pytest.mark.parametrize(("reach", "shots"), [(300, 1), (299, 0)])
@rule("yangtze", "7.1", "7.2")
def test_a_sniper_waits_for_his_distance(reach: int, shots: int) -> None:
    stage = bare()
    sniper, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    stage.put(sniper, (500, 500))
    stage.put(gang, (1025, 500))
    stage.play(Watch(sniper, "any", reach), Card(gang, MOVE), March(gang, way((825, 500))), to="halt_fire")
    assert len(stage.told("snipes")) == shots


@pytest.mark.parametrize(("gap", "hidden"), [(150.0, False), (150.1, True)])
@rule("yangtze", "S6.7")
def test_the_hidden_are_seen_from_150(gap: float, hidden: bool) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (725 + gap, 500))
    stage.pos.hidden |= 1 << gang
    stage.play(Card(squad, MOVE), March(squad, way((700, 500))), to="halt_fire")
    assert bool(stage.pos.hidden >> gang & 1) is hidden


# --- 7.9, 7.1, 6.1, 13.2: what goes with a card ----------------------------------------------------------------------


def ordered(*cards: tuple[str, str], said: Sequence[Action] = ()) -> tuple[Stage, dict[str, Unit]]:
    """The cards of some American units lie; what goes with them is asked for."""
    stage = bare()
    units = {}
    for number, (template, card) in enumerate(cards):
        unit = units[template] = stage.unit(template)
        stage.row(unit, 400, 400 + 40 * number, min(5, len(stage.men(unit))))
        if card == COWER:
            stage.pos.card = put(stage.pos.card, unit, COWER)
    stage.put(stage.unit("gang"), (900, 500), (930, 500))
    stage.pos.stack, stage.pos.phase = (), 0
    stage.settle()
    for template, card in cards:
        if card != COWER:
            stage.pos.push(Card(units[template], card))
    for action in said:
        stage.pos.push(action)
    return stage, units


@rule("yangtze", "7.9", "S6.1")
def test_covering_fire_is_for_automatic_weapons_on_halt_once_and_in_range() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_fcg", HALT), ("usmc_lmg", MOVE))
    squad, group, gun = units["usmc_squad"], units["usmc_fcg"], units["usmc_lmg"]
    assert stage.why(Cover(stage.piece(squad), 1, (9125, 4000))) is None, "500 mm from the edge of his base"
    assert stage.why(Cover(stage.piece(squad), 1, (9126, 4000))) == "7.9"
    assert stage.why(Cover(stage.piece(squad, 1), 1, (6000, 4000))) == "7.9", "a rifle"
    assert stage.why(Cover(stage.piece(group, 1), 1, (6000, 4000))) == "7.9", "a submachine gun has no zone"
    assert stage.why(Cover(stage.piece(gun), 1, (6000, 4000))) == "7.9", "it is moved"
    assert stage.why(Cover(squad, 1, (6000, 4000))) == "7.9", "a unit is no weapon"
    assert stage.why(Cover(stage.piece(stage.unit("gang")), 1, (6000, 4000))) == "7.9", "the enemy's"
    stage.pos.push(Cover(stage.piece(squad), 1, (6000, 4000)))
    assert stage.why(Cover(stage.piece(squad), 1, (6000, 4000))) == "7.9", "once"


@rule("yangtze", "7.9", "4.1")
def test_a_weapon_out_of_command_covers_nothing() -> None:
    stage = bare()
    gun, squad = stage.unit("usmc_lmg"), stage.unit("usmc_squad")
    stage.put(gun, (500, 500), (500, 530))
    stage.put(squad, (675.1, 500))
    stage.put(stage.unit("gang"), FAR)
    stage.pos.stack, stage.pos.phase = (), 0
    stage.settle()
    for unit in (squad, gun):
        stage.pos.push(Card(unit, HALT))
    assert stage.why(Cover(stage.piece(gun), 1, (6000, 5000))) == "4.1"


@rule("yangtze", "7.1", "7.2", "S6.1")
def test_only_a_sniper_waits_for_a_target_and_not_twice_nor_on_a_charge() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_sniper", SKIRMISH))
    assert stage.why(Watch(units["usmc_squad"], "any", 300)) == "7.1"
    assert stage.why(Watch(stage.unit("gang"), "any", 300)) == "7.1"
    stage.pos.push(Watch(units["usmc_sniper"], "any", 300))
    assert stage.why(Watch(units["usmc_sniper"], "any", 300)) == "7.1"
    stage, units = ordered(("usmc_sniper", CHARGE))
    assert stage.why(Watch(units["usmc_sniper"], "any", 300)) == "7.1"
    stage, units = ordered(("usmc_squad", HALT), ("usmc_sniper", COWER))
    assert stage.why(Watch(units["usmc_sniper"], "any", 300)) == "7.1"


@rule("yangtze", "6.1", "S6.1")
def test_only_halted_troops_hold_their_fire_and_say_so_once() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_lmg", MOVE), ("consul", HALT))
    assert stage.why(Hold(units["usmc_lmg"])) == "6.1"
    assert stage.why(Hold(units["consul"])) == "6.1"
    assert stage.why(Hold(stage.unit("gang"))) == "6.1"
    stage.pos.push(Hold(units["usmc_squad"]))
    assert stage.why(Hold(units["usmc_squad"])) == "6.1"


@rule("yangtze", "13.2", "S6.1")
def test_whoever_can_fight_may_say_that_he_supports_only_and_once() -> None:
    stage, units = ordered(("usmc_squad", CHARGE), ("consul", HALT))
    assert stage.why(Abet(units["consul"])) == "13.2"
    assert stage.why(Abet(stage.unit("gang"))) == "13.2"
    assert stage.why(Abet(stage.unit("usn_squad"))) == "13.2", "not on the table"
    stage.pos.push(Abet(units["usmc_squad"]))
    assert stage.why(Abet(units["usmc_squad"])) == "13.2"


@rule("yangtze", "7.9", "S6.1", "13.2", "7.1")
def test_what_goes_with_a_card_is_offered() -> None:
    """Where a visible enemy stands and half way to him; support to who charges; all of a sniper's range and half."""
    stage, units = ordered(("usmc_squad", HALT), ("usn_squad", CHARGE), ("usmc_sniper", HALT))
    options, leader = list(stage.pos.options()), stage.piece(units["usmc_squad"])
    covers = [action for action in options if isinstance(action, Cover)]
    assert covers == [Cover(leader, 1, (9000, 5000)), Cover(leader, 1, (6500, 4500))]
    assert [action for action in options if isinstance(action, Abet)] == [Abet(units["usn_squad"])]
    watches = [action for action in options if isinstance(action, Watch)]
    assert watches == [Watch(units["usmc_sniper"], "any", 500), Watch(units["usmc_sniper"], "any", 250)]
    holds = [action.unit for action in options if isinstance(action, Hold)]
    assert holds == [units["usmc_squad"], units["usmc_sniper"]]


# --- S14.7: swimming -------------------------------------------------------------------------------------------------


def swimmer(far: float, die: int) -> tuple[Stage, Unit]:
    """A sailor so far from the southern bank at the end of a turn."""
    stage = bare(ground=area("river", 0, 0, 2400, 600))
    squad = stage.unit("usn_squad")
    (sailor,) = stage.put(squad, (500, 600 - far))
    move(stage.pos, (sailor, Water(5000, round((600 - far) * 10))))
    stage.put(stage.unit("gang"), FAR)
    stage.play(to="morale", faces=[die], otherwise=6)
    return stage, squad


@pytest.mark.parametrize(("die", "drowned"), [(1, 1), (2, 0), (6, 0)])
@rule("yangtze", "S14.7")
def test_a_one_drowns_the_swimmer_and_nothing_else(die: int, drowned: int) -> None:
    stage, squad = swimmer(200, die)
    assert len(stage.told("drowns")) == drowned
    assert stage.standing(squad) == 1 - drowned


@rule("yangtze", "S14.7")
def test_a_swimmer_makes_50_mm_a_turn_for_the_bank() -> None:
    stage, squad = swimmer(200, 4)
    ((x, y),) = stage.places(squad)
    assert abs(x - 500) <= 3
    assert abs(y - 450) <= 1
    assert not stage.told("ashore")


@rule("yangtze", "S14.7")
def test_whoever_has_no_more_than_50_mm_to_go_is_ashore() -> None:
    stage, _ = swimmer(45, 4)
    assert stage.told("ashore")
    assert not stage.pos.swimming
    stage, _ = swimmer(60, 4)
    assert not stage.told("ashore")
    assert stage.pos.swimming


@rule("yangtze", "S14.7")
def test_nobody_is_put_into_other_water_than_that_about_the_hull() -> None:
    """Where there is no room within 300 mm they are lost with her."""
    ponds = [*area("canal", 470, 470, 530, 530)["areas"], *area("canal", 850, 300, 1200, 700)["areas"]]
    stage = bare(ground={"areas": ponds})
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    found = water_about(stage.pos, boat, (*stage.men(boat), *stage.men(squad)), (5000, 5000))
    assert 0 < len(found) < 7
    assert all(4700 <= x <= 5300 for x, _ in found.values())


@rule("yangtze", "S14.7")
def test_swimmers_neither_move_nor_fire() -> None:
    stage = bare(ground=area("river", 0, 0, 2400, 600))
    squad, gang = stage.unit("usn_squad"), stage.unit("gang")
    sailor, mate = stage.put(squad, (500, 550), (500, 650))
    move(stage.pos, (sailor, Water(5000, 5500)))
    stage.put(gang, (500, 800), (530, 800))
    stage.play(Card(squad, HALT), Fire(squad, gang), to="other_fire")
    assert [event.params["count"] for event in stage.told("fires")] == [1]
    stage = bare(ground=area("river", 0, 0, 2400, 600))
    squad = stage.unit("usn_squad")
    (sailor,) = stage.put(squad, (500, 550))
    move(stage.pos, (sailor, Water(5000, 5500)))
    stage.put(stage.unit("gang"), FAR)
    stage.pos.stack, stage.pos.phase = (), 0
    stage.settle()
    assert stage.why(Card(squad, MOVE)) == "S14.7"
    assert mate


# --- S17: people -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "cited"), [(75.0, None), (75.1, "S17.1")])
@rule("yangtze", "S17.1")
def test_an_escort_is_within_75(gap: float, cited: str | None) -> None:
    stage = bare()
    consul, squad = stage.unit("consul"), stage.unit("usmc_squad")
    stage.put(consul, (500, 500))
    stage.put(squad, (525 + gap, 500))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(consul, MOVE), to="plan_actions")
    assert stage.why(March(consul, way((500, 600)))) == cited


@pytest.mark.parametrize(("captor", "guard", "taken"), [(25.0, 75.1, True), (25.1, 75.1, False), (25.0, 75.0, False)])
@rule("yangtze", "S17.2")
def test_captured_within_25_and_guarded_within_75(captor: float, guard: float, taken: bool) -> None:
    stage = bare()
    consul, squad, gang = stage.unit("consul"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(consul, (500, 500))
    stage.put(gang, (525 + captor, 500))
    stage.put(squad, (475 - guard, 500))
    stage.play(Card(gang, HALT), to="end_turn")
    assert bool(stage.told("captured")) is taken


# --- S11: horses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ride", "cited"), [(350, None), (350.1, "S11")])
@rule("yangtze", "S11")
def test_getting_off_costs_150_of_the_ride(ride: float, cited: str | None) -> None:
    stage, riders = marching(MOVE, (300, 300), template="usmc_mounted")
    stage.pos.push(March(riders, way((300 + ride, 300))))
    assert stage.why(Dismount(riders)) == cited


# --- S19: setting up -------------------------------------------------------------------------------------------------


def village() -> Stage:
    """The beginners' scenario, with the bandits to set up."""
    pos = GAME.set_up(GAME.book("s1_plum_village"))
    assert isinstance(pos, Position)
    stage = Stage(pos)
    stage.settle()
    return stage


@rule("yangtze", "S19.1", "S3.5", "S2.3")
def test_a_unit_is_set_up_in_its_zone_on_the_table_and_on_nobody() -> None:
    stage = village()
    first, second = stage.unit("gang"), stage.unit("gang", 1)
    options = [action for action in stage.pos.options() if isinstance(action, Deploy) and action.unit == first]
    point = options[0].point
    assert stage.why(Deploy(first, (100, 100))) == "S3.5", "his base would hang over the edge"
    assert stage.why(Deploy(first, (6000, 8500))) == "S19.1", "the Marines' edge"
    assert stage.why(Deploy(stage.unit("usmc_squad"), point)) == "S19.2", "not this side's turn"
    stage.pos.push(Deploy(first, point))
    assert stage.why(Deploy(second, point)) == "S2.3"
    assert stage.why(Put(stage.piece(second), point)) == "S19.1", "it has not been placed"
    x, y = stage.pos.x[stage.men(first)[1]], stage.pos.y[stage.men(first)[1]]
    assert stage.why(Put(stage.piece(first), (x, y))) == "S2.3"
    assert stage.why(Put(first, (x, y))) == "S19.1", "a figure is wanted"
