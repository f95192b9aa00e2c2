"""S: what the rulebook leaves out: ground, sight, vehicles, vessels, buildings, people, set-up, victory."""

import random

import pytest
from tests.games.yangtze.table import GAME, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, ONWARD, OVERRUN, REVERSE
from shapan.games.yangtze.cards import card_refusal
from shapan.games.yangtze.ending import (
    AlarmDie,
    demolitions,
    open_gates,
    raise_alarm,
    sink_wrecks,
    spike_guns,
)
from shapan.games.yangtze.fire.sighting import figure_sees, openings
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.game import Position
from shapan.games.yangtze.movement.interrupts import unmask
from shapan.games.yangtze.movement.marching import stairs_refusal
from shapan.games.yangtze.movement.settling import settle_bases
from shapan.games.yangtze.movement.ways import escorted, way_refusal
from shapan.games.yangtze.planned import Charging, Embarking, Landing, Marching
from shapan.games.yangtze.plans import Plan
from shapan.games.yangtze.position import ABOARD, LOST, SUNK, WRECK
from shapan.games.yangtze.setup import SettingUp, in_view
from shapan.games.yangtze.vessels.boarding import alongside, boarders, prize
from shapan.games.yangtze.vessels.driving import drive_refusal
from shapan.games.yangtze.vessels.riders import embark_refusal, land_refusal
from shapan.games.yangtze.vessels.sailing import drift_all, run_limits, sail_refusal
from shapan.games.yangtze.victory import decide, holder
from shapan.games.yangtze.who import put
from shapan.games.yangtze.works.loads import settle_loads
from shapan.games.yangtze.works.people import capture
from shapan.kernel import Capitulate, rule

HOUSE = {"id": "h", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 600]]}


@rule("yangtze", "S3.3", "S3.5", "S3.6", "S16.1")
def test_ways_that_are_refused() -> None:
    river = {"k": "river", "p": box(500, 700, 900, 900)}
    stage = bare(ground={"areas": [river], "buildings": [HOUSE]})
    company = stage.unit("wl_rifles")
    (man,) = stage.put(company, (500, 550))
    stage.card(MOVE, company)
    assert case(way_refusal(stage.pos, man, tuple((5000 + step, 5500) for step in range(9)))) == "S3.3"
    assert case(way_refusal(stage.pos, man, ((5000, 8000),))) == "S3.6"
    stage.put(company, (20, 550))
    assert case(way_refusal(stage.pos, man, ((100, 5500),))) == "S3.5"
    stage.put(company, (500, 580))
    assert case(way_refusal(stage.pos, man, ((6500, 5800),))) == "S16.1", "through the wall"
    stage.put(company, (500, 550))
    assert way_refusal(stage.pos, man, ((6500, 5500),)) is None, "through the door"


@rule("yangtze", "S2.3", "S7")
def test_bases_are_settled_apart() -> None:
    stage = bare()
    company = stage.unit("wl_rifles")
    one, two = stage.put(company, (500, 500), (510, 500))
    stage.pos.spent = put(stage.pos.spent, two, 1000)
    stage.pos.track = put(stage.pos.track, two, ((0, 4000, 5000), (1100, 5100, 5000)))
    settle_bases(stage.pos)
    assert stage.pos.apart(one, two) >= 250**2


@rule("yangtze", "S2.3", "S3.6")
def test_who_has_stopped_at_the_waters_edge_finds_room_on_the_bank() -> None:
    river = {"k": "river", "p": box(0, 500, 2400, 900)}
    stage = bare(ground={"areas": [river]})
    company = stage.unit("wl_rifles")
    one, two = stage.put(company, (500, 499), (510, 500.2))
    stage.pos.spent = put(stage.pos.spent, two, 400)
    # All of his way is taken by the others.
    stage.pos.track = put(stage.pos.track, two, ((0, 5100, 5002), (400, 5100, 5002)))
    settle_bases(stage.pos)
    assert stage.pos.apart(one, two) >= 250**2
    assert stage.pos.y[two] < 5000


@rule("yangtze", "S4")
def test_hills_houses_and_crops_hide() -> None:
    hill = {"k": "hill", "level": 1, "p": box(600, 0, 700, 1200)}
    crop = {"k": "kaoliang", "p": box(600, 0, 700, 1200)}
    for areas, sees in (([], True), ([hill], False), ([crop], True)):
        stage = bare(ground={"areas": areas})
        (one,) = stage.put(stage.unit("usmc_squad"), (500, 500))
        (two,) = stage.put(stage.unit("gang"), (800, 500))
        assert figure_sees(stage.pos, one, two) == sees
    deep = {"k": "kaoliang", "p": box(600, 0, 701, 1200)}
    stage = bare(ground={"areas": [deep]})
    (one,) = stage.put(stage.unit("usmc_squad"), (500, 500))
    (two,) = stage.put(stage.unit("gang"), (800, 500))
    assert not figure_sees(stage.pos, one, two), "one millimetre too much of it"


@rule("yangtze", "S16.2", "S4")
def test_two_figures_look_out_of_a_window() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    squad = stage.unit("usmc_squad")
    first, second, third, back = stage.put(squad, (640, 580), (666, 580), (653, 555), (700, 520))
    room = stage.pos.room[first]
    assert [len(openings(stage.pos, f, room)) for f in (first, second, third, back)] == [1, 1, 0, 0]
    (foe,) = stage.put(stage.unit("gang"), (660, 800))
    assert [figure_sees(stage.pos, f, foe) for f in (first, third, back)] == [True, False, False]
    (behind,) = stage.put(stage.unit("wl_rifles"), (660, 300))
    assert not figure_sees(stage.pos, first, behind), "only the ground before that wall"


@rule("yangtze", "S16.1")
def test_stairs() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (650, 550))
    stage.card(MOVE, squad)
    stage.pos.plan = put(stage.pos.plan, squad, Marching())
    piece = stage.pos.book.piece_of_figure(man)
    assert stairs_refusal(stage.pos, piece, 1) is None
    assert case(stairs_refusal(stage.pos, piece, 2)) == "S16.1"


@rule("yangtze", "S6.3", "S2.3")
def test_one_figure_may_go_its_own_way() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 3)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    name = stage.pos.book.units[squad].id
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"pace {name}.2 5300:6500"))) == "5.0"
    stage.pos.push(GAME.parse(stage.pos, f"march {name} 5000:6500"))
    assert [stage.pos.track[f][-1] for f in stage.men(squad)[:3]] == [(1500, 5000 + 300 * n, 6500) for n in range(3)]
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"pace {name}.2 5100:6500"))) == "S2.3"
    stage.pos.push(GAME.parse(stage.pos, f"pace {name}.2 5300:7000"))
    assert stage.pos.track[stage.men(squad)[1]][-1] == (2000, 5300, 7000)
    assert isinstance(stage.pos.top, Plan)


@rule("yangtze", "S6.7")
def test_hidden_units_are_seen_near_by_only() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 500, 500, 3)
    stage.row(squad, 500, 676, 3)
    stage.pos.hidden = 1 << gang
    unmask(stage.pos)
    assert stage.pos.hidden
    assert not [piece for piece in stage.pos.view("us").pieces if piece.side == "cn"]
    assert [piece for piece in stage.pos.view("cn").pieces if piece.side == "cn"]
    stage.row(squad, 500, 675, 3)
    unmask(stage.pos)
    assert not stage.pos.hidden


@rule("yangtze", "S19.1")
def test_the_clock_says_that_units_are_being_set_up() -> None:
    clock = GAME.start().view("us").clock
    assert (clock.turn, clock.phase_key, clock.case) == (1, "phase.setup", "S19.1")


@rule("yangtze", "S6.7", "S19.1", "S19.2")
def test_who_is_still_to_come_is_printed_in_the_scenario_and_who_hides_is_told_by_number_only() -> None:
    """The forces, their zones and their turns of arrival are open to both sides; where somebody hides is not, and while
    units are set up nobody learns in which order."""
    rng, pos = random.Random(4), GAME.start("s3_silver_trucks")
    enemy, seen = "us", set[str]()
    while isinstance(pos.top, SettingUp):
        seen |= {box.id for box in pos.view(enemy).boxes if box.pieces and not box.id.startswith("aboard")}
        pos.apply(pos.options().sample(rng), lambda event: None)
    assert not [name for name in seen if not name.endswith(enemy)]
    for side in ("us", "cn"):
        boxes = {box.id: box for box in pos.view(side).boxes}
        assert list(boxes["reserve.us"].pieces)
        other = "cn" if side == "us" else "us"
        assert boxes[f"hidden.{other}"].pieces == ()
    assert {box.id: box for box in pos.view("us").boxes}["hidden.cn"].count


@rule("yangtze", "S6.7")
def test_hidden_units_are_set_up_out_of_view() -> None:
    wood = {"k": "light_wood", "p": box(700, 300, 1000, 700)}
    stage = bare("s2_mission_rescue", ground={"areas": [wood]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(squad, 400, 400, 3)
    stage.row(gang, 760, 500, 3)
    assert not in_view(stage.pos, gang)
    stage.row(gang, 600, 500, 3)
    assert in_view(stage.pos, gang)


@rule("yangtze", "S6.8")
def test_sleepers_and_the_alarm() -> None:
    stage = bare("s6_arms_godown")
    guard = stage.unit("wl_guard")
    stage.row(guard, 500, 500, 5)
    assert stage.pos.asleep >> guard & 1
    assert case(card_refusal(stage.pos, guard, MOVE)) == "S6.8"
    AlarmDie().scored(stage.pos, 1)
    assert stage.pos.asleep
    AlarmDie().scored(stage.pos, 2)
    assert not stage.pos.asleep
    assert card_refusal(stage.pos, guard, MOVE) is None
    raise_alarm(stage.pos)


@rule("yangtze", "S12.1", "R77")
def test_driving() -> None:
    road = {"k": "road", "p": [[0, 700], [2400, 700]]}
    stage = bare(ground={"lines": [road]})
    truck = stage.unit("truck")
    stage.model(truck, 500, 500, 90)
    assert drive_refusal(stage.pos, truck, ONWARD, ((10000, 5000),)) is None
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((10001, 5000),))) == "S12.1"
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((8000, 8100),))) == "S12.1", "a sharp corner"
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((8000, 5800),))) == "S12.1", "250 mm off the road"
    assert drive_refusal(stage.pos, truck, REVERSE, ((2500, 5000),)) is None
    assert case(drive_refusal(stage.pos, truck, REVERSE, ((2499, 5000),))) == "S12.1"
    stage.pos.damage = put(stage.pos.damage, truck, 1)
    assert case(drive_refusal(stage.pos, truck, OVERRUN, ((7501, 5000),))) == "S12.1", "half speed"


@rule("yangtze", "S13")
def test_trains_keep_to_the_rails() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1000, 500, 270)
    assert drive_refusal(stage.pos, train, ONWARD, ((6000, 5000),)) is None
    assert case(drive_refusal(stage.pos, train, ONWARD, ((6000, 5600),))) == "S13"


@rule("yangtze", "S12.3", "4.6", "R57")
def test_getting_on_and_off_a_lorry() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    men = stage.row(squad, 500, 560, 5)
    stage.card(MOVE, squad)
    stage.card(HALT, truck)
    assert embark_refusal(stage.pos, squad, truck) is None
    stage.pos.plan = put(stage.pos.plan, squad, Embarking(truck))
    stage.move()
    assert all(stage.pos.fate[f] == ABOARD for f in men)
    assert land_refusal(stage.pos, squad, (5000, 6500)) is None
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((5000, 6500),)))
    stage.move()
    assert stage.standing(squad) == 5
    assert (stage.pos.x[men[0]], stage.pos.y[men[0]]) == (5000, 6500)
    stage.card(MOVE, truck)
    assert case(embark_refusal(stage.pos, squad, truck)) == "S12.3"


WATER = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


@rule("yangtze", "S14.1", "S14.2", "12.2")
def test_sailing() -> None:
    stage = bare(ground=WATER)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 90)
    assert sail_refusal(stage.pos, boat, 90, 300, 90) is None
    assert case(sail_refusal(stage.pos, boat, 90, 301, 90)) == "S14.1"
    assert case(sail_refusal(stage.pos, boat, 180, 100, 180)) == "S14.1", "the bow cannot come round so far"
    stage.pos.damage = put(stage.pos.damage, boat, 8)
    assert sail_refusal(stage.pos, boat, 96, 100, 96) is None
    assert case(sail_refusal(stage.pos, boat, 98, 100, 98)) == "12.2", "the steering is hit"
    stage.model(boat, 1000, 640, 90)
    stage.pos.damage = put(stage.pos.damage, boat, 0)
    assert case(sail_refusal(stage.pos, boat, 75, 300, 75)) == "S14.2"


@rule("yangtze", "S14.4")
def test_the_current() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    junk = stage.unit("junk")
    stage.model(junk, 1000, 900, 90)
    assert run_limits(stage.pos, junk, 90)[1] == 3000
    assert run_limits(stage.pos, junk, 270)[1] == 2000
    stage.pos.remove(stage.men(junk), LOST)
    drift_all(stage.pos)
    assert stage.pos.at[junk] == (10500, 9000, 90)


@rule("yangtze", "S14.5")
def test_landing_from_a_boat() -> None:
    stage = bare("s5_kuling_battery", ground=WATER)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 640, 90)
    stage.board(squad, boat)
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert land_refusal(stage.pos, squad, (10000, 5500)) is None
    assert case(land_refusal(stage.pos, squad, (10000, 9000))) == "S14.5", "in the water"
    stage.model(boat, 1000, 700, 90)
    assert case(land_refusal(stage.pos, squad, (10000, 5500))) == "S14.5", "too far from the bank"


@rule("yangtze", "S14.6")
def test_boarding() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    steamer, junk, pirates = stage.unit("steamer"), stage.unit("junk"), stage.unit("pirates", 1)
    stage.model(steamer, 1000, 900, 90)
    stage.model(junk, 1000, 1010, 90)
    stage.board(pirates, junk)
    assert alongside(stage.pos, junk, steamer)
    stage.card(CHARGE, pirates)
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(steamer))
    fights, units = boarders(stage.pos)
    assert len(fights) == len(stage.men(steamer))
    assert all(len(mine) == 2 for mine, *_ in fights)
    assert units == [(pirates, steamer)]
    stage.pos.remove(stage.men(steamer), LOST)
    prize(stage.pos)
    assert stage.pos.owner[steamer] == 1
    settle_loads(stage.pos)
    assert [load.side for load in stage.pos.cargo if load.name == "strongbox"] == [1]


@rule("yangtze", "S14.9", "12.2")
def test_a_wreck_goes_down() -> None:
    stage = bare(ground=WATER)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 90)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, stage.pos.turn + 1)
    sink_wrecks(stage.pos)
    assert not stage.pos.damage[boat] & SUNK
    stage.pos.turn += 1
    sink_wrecks(stage.pos)
    assert stage.pos.damage[boat] & SUNK
    assert not stage.pos.crew(boat)


@rule("yangtze", "S16.7")
def test_gates() -> None:
    wall = {"k": "wall_high", "p": [[300, 700], [700, 700]], "gates": [[500, 700, 60]]}
    stage = bare("s2_mission_rescue", ground={"lines": [wall]})
    company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    (man,) = stage.put(company, (500, 487))
    (marine,) = stage.put(squad, (500, 600))
    stage.card(MOVE, company, squad)
    assert stage.pos.shut == 1
    assert case(way_refusal(stage.pos, man, ((5000, 5600),))) == "S16.7"
    assert way_refusal(stage.pos, marine, ((5000, 4000),)) is None
    stage.card(HALT, company)
    open_gates(stage.pos)
    assert stage.pos.shut == 0


@rule("yangtze", "S17.1", "S17.2", "R79")
def test_civilians_need_an_escort_and_can_be_taken() -> None:
    stage = bare("s2_mission_rescue")
    people, squad, gang = stage.unit("missionaries"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
    (person,) = stage.put(people, (500, 500))
    assert not escorted(stage.pos, person)
    stage.put(squad, (600, 500))
    assert escorted(stage.pos, person)
    stage.put(gang, (500, 540))
    capture(stage.pos)
    assert not stage.pos.captive
    stage.put(squad, (700, 500))
    capture(stage.pos)
    assert stage.pos.captive == 1 << person
    stage.put(gang, (800, 800))
    stage.put(squad, (540, 500))
    capture(stage.pos)
    assert not stage.pos.captive


@rule("yangtze", "S17.7")
def test_demolition_and_spiking() -> None:
    godown = {"id": "godown", "k": "godown", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}
    stage = bare("s6_arms_godown", ground={"buildings": [godown]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (587, 550), (550, 550))
    (inside,) = stage.put(gang, (680, 550))
    stage.card(HALT, squad)
    stage.pos.then(*demolitions(stage.pos))
    assert stage.pos.fuses == 1
    stage.pos.then(*demolitions(stage.pos))
    assert stage.pos.rubble == 1
    assert stage.gone([inside]) == [inside]
    assert stage.asks(Volley), "those outside within 75 mm are tested"
    stage = bare("s5_kuling_battery")
    gun, marines = stage.unit("wl_gun_medium"), stage.unit("usmc_squad")
    stage.model(gun, 500, 500)
    stage.put(marines, (543, 500), (457, 500))
    spike_guns(stage.pos)
    assert not stage.pos.laid_out(gun)


@rule("yangtze", "S19.1", "S19.2", "4.1")
def test_set_up_in_the_zone_in_command() -> None:
    pos = GAME.start("s1_plum_village")
    assert isinstance(pos, Position)
    assert (pos.actor, type(pos.top)) == ("cn", SettingUp)
    outside = GAME.parse(pos, "deploy cn1 6000:8500")
    assert case(pos.refusal(outside)) == "S19.1"
    assert case(pos.refusal(GAME.parse(pos, "ready"))) == "S19.1"
    assert case(pos.refusal(GAME.parse(pos, "deploy us1 6000:8500"))) == "S19.2"
    assert case(pos.refusal(GAME.parse(pos, "deploy cn3 6000:500"))) == "S19.2", "it comes on turn 3"
    pos.push(next(iter(pos.options())))
    assert 20 in [len(pos.standing[unit]) for unit in pos.book.every_unit[2:4]]


@rule("yangtze", "S19.3", "S19.4")
def test_objectives_and_the_end() -> None:
    stage = bare("s1_plum_village")
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    zone = stage.pos.book.table.zones["threshing_floor"]
    x, y = sum(p[0] for p in zone) / 40, sum(p[1] for p in zone) / 40
    stage.put(squad, (x, y))
    stage.put(gang, (100, 100))
    assert holder(stage.pos, "threshing_floor") == 0
    stage.put(gang, (x + 40, y))
    assert holder(stage.pos, "threshing_floor") is None
    stage.pos.forced = put(stage.pos.forced, gang, "FLEE")
    assert holder(stage.pos, "threshing_floor") == 0
    assert decide(stage.pos) is None
    stage.pos.turn = stage.pos.book.turns
    outcome = decide(stage.pos)
    assert outcome is not None
    assert (outcome.winner, outcome.case) == (None, "S19.4") or outcome.winner == "us"


@rule("yangtze", "S19.5")
def test_giving_up() -> None:
    pos = GAME.start("s1_plum_village")
    pos.push(Capitulate("us"))
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("cn", "S19.5")


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
@rule("yangtze", "S10", "S15.1", "2")
def test_every_scenario_has_its_board(scenario: str) -> None:
    board = GAME.board(scenario)
    assert board.layers
    assert board.pieces
    pos = GAME.start(scenario)
    rng = random.Random(5)
    while isinstance(pos.top, SettingUp):
        pos.push(pos.options().sample(rng))
    assert pos.violations() == []
