"""S17.1, S17.2 Civilians, their escort, and captives."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import FAR, STOREHOUSE, points, storeyed, upstairs, way
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    FLEE,
    HALT,
    MOVE,
    Card,
    Charge,
    Embark,
    March,
    Ready,
    Stairs,
)
from shapan.games.yangtze.movement.marching import march_refusal
from shapan.games.yangtze.movement.ways import escorted, guide, way_refusal
from shapan.games.yangtze.noted import Captivity
from shapan.games.yangtze.orders.cards import card_refusal
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import ABOARD, LOST
from shapan.games.yangtze.vessels.riders import embark_refusal, land_refusal
from shapan.games.yangtze.who import Unit, put
from shapan.games.yangtze.works.people import brought_aboard, captives_follow, capture
from shapan.kernel import Action, rule


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


def _party(escort_card: str, *said: object) -> tuple[Stage, Unit]:
    stage = bare()
    consul, squad, gang = stage.unit("consul"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(consul, (500, 500))
    stage.put(squad, (560, 500))
    stage.put(gang, (1000, 500), (1000, 530))
    plan = Charge(squad, gang) if escort_card == CHARGE else March(squad, ((8000, 5000),))
    stage.play(Card(consul, MOVE), Card(squad, escort_card), March(consul, ((5000, 6000),)), plan, to="halt_fire")
    return stage, consul


@rule("yangtze", "S17.1")
def test_civilians_whose_escort_has_gone_before_they_start_stay() -> None:
    """S17.1: within 75 mm at the start of the move; who charges has left before it (6.2), who marches has not."""
    stage, consul = _party(CHARGE)
    assert stage.places(consul) == [(500, 500)]
    stage, consul = _party(MOVE)
    assert stage.places(consul) == [(500, 600)]


@rule("yangtze", "S17.2", "S16.4")
def test_nobody_is_captured_through_a_wall_or_by_a_swimmer() -> None:
    stage = bare(ground={"buildings": [STOREHOUSE]})
    people, gang = stage.unit("consul"), stage.unit("gang")
    inside, outside = stage.put(people, (690, 514), (900, 500))
    through, beside = stage.put(gang, (690, 484), (900, 530))
    stage.card(HALT, gang)
    stage.pos.swimming = 1 << beside
    capture(stage.pos)
    assert not stage.pos.captive
    stage.pos.swimming = 0
    capture(stage.pos)
    assert stage.pos.captive == 1 << outside
    assert inside
    assert through


@rule("yangtze", "S17.1")
def test_an_unarmed_loader_is_no_escort() -> None:
    stage = bare()
    people, team = stage.unit("consul"), stage.unit("usmc_lmg")
    (civilian,) = stage.put(people, (500, 500))
    _, loader = stage.put(team, (900, 900), (530, 500))
    assert not escorted(stage.pos, civilian)
    stage.put(team, (530, 540), (530, 500))
    assert escorted(stage.pos, civilian), "the gunner is"
    assert loader


@rule("yangtze", "S17.1", "14.5")
def test_an_escort_who_cowers_escorts_nobody() -> None:
    for state, cited in ((COWER, "S17.1"), (HALT, None)):
        stage = bare()
        consul, squad = stage.unit("consul"), stage.unit("usmc_squad")
        stage.row(consul, 1000, 300, 3)
        stage.row(squad, 1000, 380, 2)
        stage.card(state, squad)
        stage.card(MOVE, consul)
        assert case(march_refusal(stage.pos, consul, ((10000, 2000),))) == cited


@pytest.mark.parametrize(("gap", "state", "taken"), [
    (75, HALT, False), (75.1, HALT, True), (75, COWER, False), (75, FLEE, False),
])  # fmt: skip
@rule("yangtze", "S17.2", "14.5")
def test_an_armed_friend_keeps_a_civilian_from_being_taken_in_whatever_state_he_is(
    gap: float, state: str, taken: bool
) -> None:
    """The captor must be steady; of the friend the rule says only that he is armed and within 75 mm."""
    stage = bare()
    people, gang, squad = stage.unit("consul"), stage.unit("gang"), stage.unit("usmc_squad")
    (civilian,) = stage.put(people, (500, 500))
    stage.put(gang, (550, 500))
    stage.put(squad, (500 - 25 - gap, 500))
    stage.card(HALT, gang, people)
    stage.card(state, squad)
    capture(stage.pos)
    assert stage.pos.captive == taken << civilian
    stage.card(COWER, gang)
    stage.pos.captive = 0
    capture(stage.pos)
    assert not stage.pos.captive


@rule("yangtze", "S17.1", "14.5")
def test_civilians_without_an_escort_are_refused_for_that() -> None:
    """They need no leader (4.5); a friend who cowers escorts nobody."""
    stage = bare()
    people, squad = stage.unit("consul"), stage.unit("usmc_squad")
    stage.put(people, (500, 500))
    stage.put(squad, (540, 500))
    stage.card(MOVE, people)
    way = ((5000, 6000),)
    stage.card(HALT, squad)
    assert march_refusal(stage.pos, people, way) is None
    stage.card(COWER, squad)
    assert case(march_refusal(stage.pos, people, way)) == "S17.1"


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


@rule("yangtze", "S17.1")
def test_escorted_civilians_move_though_the_first_of_them_has_no_escort() -> None:
    stage = bare()
    people, squad = stage.unit("consul"), stage.unit("usmc_squad")
    _, second, _ = stage.put(people, (500, 500), (900, 500), (930, 500))
    stage.put(squad, (900, 540))
    stage.card(MOVE, people)
    assert guide(stage.pos, people) == second


@rule("yangtze", "S17.2", "R79")
def test_captives_go_with_their_captor() -> None:
    stage = bare("s2_mission_rescue")
    people, squad, company = stage.unit("missionaries"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
    (person,) = stage.put(people, (500, 500))
    (captor,) = stage.put(company, (500, 540))
    stage.put(squad, (900, 900))
    capture(stage.pos)
    assert stage.pos.captors == (Captivity(person, captor),)
    stage.put(squad, (560, 500))
    stage.card(MOVE, people)
    assert not escorted(stage.pos, person)
    assert case(way_refusal(stage.pos, person, ((5000, 4000),))) == "S17.2", "its own side does not move it"
    stage.put(squad, (900, 900))
    stage.put(company, (500, 640))
    stage.walk()
    assert stage.pos.within(person, captor, 250)
    stage.put(company, (500, 1000))
    stage.pos.track = ((),) * len(stage.pos.x)
    stage.walk()
    assert stage.pos.y[person] < 8200, "150 mm at most"


@rule("yangtze", "S17.2", "S17.1", "R110")
def test_mounted_troops_escort_and_capture() -> None:
    stage = bare()
    people = stage.unit("consul")
    (civilian,) = stage.put(people, (500, 500))
    stage.put(stage.unit("usmc_mounted"), (560, 500))
    assert escorted(stage.pos, civilian)
    stage = bare()
    (civilian,) = stage.put(people, (500, 500))
    stage.put(stage.unit("wl_cavalry"), (550, 500))
    capture(stage.pos)
    assert stage.pos.captive >> civilian & 1


@rule("yangtze", "S17.2", "R106")
def test_a_captive_goes_aboard_with_its_captor() -> None:
    for far, brought in ((40, True), (400, False)):
        stage = bare()
        truck, gang, people = stage.unit("truck"), stage.unit("gang"), stage.unit("consul")
        stage.model(truck, 500, 500, 90)
        stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[gang])
        stage.board(gang, truck)
        stage.pos.remove(stage.men(gang)[3:], LOST)
        (captive,) = stage.put(people, (500, 525 + far))
        stage.pos.captive, stage.pos.captors = 1 << captive, (Captivity(captive, stage.men(gang)[0]),)
        stage.walk()
        assert (stage.pos.fate[captive] == ABOARD) == brought


JETTY: dict[str, Any] = {
    "areas": [
        {"k": "river", "n": "River", "p": box(0, 0, 2400, 400)},
        {"k": "jetty", "n": "Jetty", "p": box(1000, 300, 1040, 420)},
    ]
}


def at_the_jetty(guards: bool) -> tuple[Stage, Unit, Unit]:
    """The consul's party on a jetty at which a gunboat lies, whose people are all aboard."""
    stage = bare(ground=JETTY)
    boat, party, consul = (stage.unit(name) for name in ("gunboat", "usn_squad", "consul"))
    stage.model(boat, 1020, 240, 90, crew=False)
    aboard = stage.men(party) if guards else stage.men(stage.unit("pulling_boat"))
    move(stage.pos, *((figure, Berth(boat)) for figure in aboard))
    stage.put(consul, (1020, 320))
    stage.row(stage.unit("wl_rifles"), 2200, 1000, 2)
    return stage, boat, consul


@pytest.mark.parametrize(("guards", "refused"), [(True, None), (False, "S17.1")])
@rule("yangtze", "S17.1", "S14.5")
def test_civilians_go_aboard_under_the_eyes_of_armed_friends_aboard(guards: bool, refused: str | None) -> None:
    stage, boat, consul = at_the_jetty(guards)
    stage.play(Card(consul, MOVE), to="plan_actions")
    assert stage.why(Embark(consul, boat)) == refused


@pytest.mark.parametrize(("guards", "taken"), [(True, False), (False, True)])
@rule("yangtze", "S17.2")
def test_armed_friends_aboard_keep_the_enemy_from_taking_them(guards: bool, taken: bool) -> None:
    stage, _, consul = at_the_jetty(guards)
    stage.put(stage.unit("gang"), (1020, 360))
    stage.play(to="end_turn")
    while stage.pos.turn == 1:
        stage.pos.push(Ready(), stage.hear)
    assert bool(stage.pos.captive >> stage.men(consul)[0] & 1) == taken


@rule("yangtze", "S17.2", "S17.1")
def test_passengers_of_a_vessel_in_enemy_hands_go_nowhere_of_their_own_will() -> None:
    """Those who guard them there are their captors."""
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]})
    steamer, launch, guests, pirates = (stage.unit(name) for name in ("steamer", "launch", "passengers", "pirates"))
    stage.model(launch, 1000, 630, 90, crew=False)
    stage.model(steamer, 1000, 730, 90)
    stage.board(guests, launch)
    move(stage.pos, *((figure, Berth(launch)) for figure in stage.men(pirates)[:5]))
    stage.card(MOVE, guests)
    stage.card(HALT, steamer, launch)
    assert embark_refusal(stage.pos, guests, steamer) is None
    stage.pos.owner = put(stage.pos.owner, launch, 1)
    assert case(embark_refusal(stage.pos, guests, steamer)) == "S17.2"
    assert case(land_refusal(stage.pos, guests, (10000, 5000))) == "S17.2"


@rule("yangtze", "S17.2", "S14.6", "R106")
def test_a_captive_is_free_when_its_friends_have_seized_what_carries_it() -> None:
    stage = bare()
    sampan, consul, pirates = (stage.unit(name) for name in ("sampan", "consul", "pirates"))
    stage.model(sampan, 1000, 700, 90, crew=False)
    captive, captor = stage.men(consul)[0], stage.men(pirates)[0]
    move(stage.pos, (captive, Berth(sampan)), (captor, Berth(sampan)))
    stage.pos.captive, stage.pos.captors = 1 << captive, (Captivity(captive, captor),)
    capture(stage.pos)
    assert stage.pos.captive, "in the hands of those who took it"
    stage.pos.remove([captor], LOST)
    stage.pos.owner = put(stage.pos.owner, sampan, stage.pos.owner[consul])
    capture(stage.pos)
    assert not stage.pos.captive
    assert not stage.pos.captors


def in_a_lorry_that_was_left(friend: float, enemy: float | None, gunner: bool = False) -> tuple[Stage, Unit, Unit]:
    """The consul is a captive aboard a lorry of the gang, whose people have got off; a Marine is so far from it."""
    stage = bare()
    truck, gang, consul, squad = (stage.unit(name) for name in ("truck", "gang", "consul", "usmc_squad"))
    stage.model(truck, 1000, 500, 90, crew=False)
    stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[gang])
    captive, captor = stage.men(consul)[0], stage.men(gang)[0]
    move(stage.pos, (captive, Berth(truck)))
    if gunner:
        move(stage.pos, (stage.men(gang)[1], Berth(truck)))
    half = stage.pos.book.units[truck].size[1] / 20
    stage.put(gang, (1000, 2000) if enemy is None else (1000, 500 + half + 12.5 + enemy))
    stage.put(squad, (1000, 500 - half - 12.5 - friend))
    stage.card(HALT, gang, squad, consul)
    stage.pos.captive, stage.pos.captors = 1 << captive, (Captivity(captive, captor),)
    return stage, consul, truck


@pytest.mark.parametrize(("friend", "enemy", "gunner", "state", "freed"), [
    (25, None, False, HALT, True),
    (25.1, None, False, HALT, False),
    (25, 75, False, HALT, False),
    (25, 75.1, False, HALT, True),
    (25, None, True, HALT, False),
    (25, None, False, COWER, False),
])  # fmt: skip
@rule("yangtze", "S17.2", "R106")
def test_a_captive_in_a_vehicle_that_the_enemy_has_left_is_freed_as_on_the_ground(
    friend: float, enemy: float | None, gunner: bool, state: str, freed: bool
) -> None:
    stage, _, _ = in_a_lorry_that_was_left(friend, enemy, gunner)
    stage.card(state, stage.unit("usmc_squad"))
    capture(stage.pos)
    assert (not stage.pos.captive) == freed
    assert (not stage.pos.captors) == freed


@rule("yangtze", "S17.2", "R106")
def test_armed_enemies_aboard_another_vehicle_within_75_keep_a_captive() -> None:
    for gap, freed in ((75, False), (76, True)):
        stage, _, truck = in_a_lorry_that_was_left(25, None)
        car = stage.unit("armoured_car")
        half = sum(stage.pos.book.units[unit].size[1] for unit in (truck, car)) / 20
        stage.model(car, 1000, 500 + half + gap, 90)
        stage.pos.owner = put(stage.pos.owner, car, stage.pos.owner[truck])
        stage.board(stage.unit("wl_guard"), car)
        capture(stage.pos)
        assert (not stage.pos.captive) == freed


@rule("yangtze", "S17.2", "S17.1", "R106")
def test_who_has_been_freed_gets_off_what_the_enemy_has_left() -> None:
    stage, consul, _ = in_a_lorry_that_was_left(25, None)
    stage.card(MOVE, consul)
    point = (10000, 4400)
    assert case(land_refusal(stage.pos, consul, point)) == "S17.2"
    capture(stage.pos)
    assert land_refusal(stage.pos, consul, point) is None
    stage.put(stage.unit("usmc_squad"), (200, 200))
    assert case(land_refusal(stage.pos, consul, point)) == "S17.1", "nobody goes with it"


@rule("yangtze", "S17.2", "R79", "R106")
def test_a_captive_stays_when_its_captor_has_fallen_or_there_is_no_seat() -> None:
    stage = bare("s2_mission_rescue")
    people, company = stage.unit("missionaries"), stage.unit("wl_rifles")
    (person,) = stage.put(people, (500, 500))
    (captor,) = stage.put(company, (500, 700))
    stage.pos.captive, stage.pos.captors = 1 << person, (Captivity(person, captor),)
    captives_follow(stage.pos)
    assert stage.pos.late == 1 << person
    stage.pos.late = 0
    stage.pos.remove([captor], LOST)
    captives_follow(stage.pos)
    assert not stage.pos.late
    stage = bare()
    truck, gang, consul = stage.unit("truck"), stage.unit("gang"), stage.unit("consul")
    stage.model(truck, 500, 500, 90)
    stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[gang])
    seats = stage.pos.book.units[truck].seats
    riders = [*stage.men(gang), *stage.men(stage.unit("wl_rifles"))][:seats]
    move(stage.pos, *((figure, Berth(truck)) for figure in riders))
    (captive,) = stage.put(consul, (500, 565))
    stage.pos.captive, stage.pos.captors = 1 << captive, (Captivity(captive, riders[0]),)
    stage.walk()
    assert stage.pos.fate[captive] != ABOARD


@pytest.mark.parametrize(("guard", "above"), [((660, 584), 0), ((660, 584), 1), (FAR, 0)])
@rule("yangtze", "S17.1", "S17.2", "R192")
def test_an_armed_friend_behind_a_wall_escorts_and_guards_alike(guard: tuple[float, float], above: int) -> None:
    """He stands behind the southern wall of a house, the civilian before it; through it nobody is taken (S16.4)."""
    stage = bare(ground={"buildings": [STOREHOUSE]})
    consul, squad, gang = stage.unit("consul"), stage.unit("usmc_squad"), stage.unit("gang")
    (person,), (friend,) = stage.put(consul, (660, 620)), stage.put(squad, guard)
    if above:
        upstairs(stage, friend)
    stage.put(gang, (660, 660))
    near = guard != FAR
    assert escorted(stage.pos, person) is near
    stage.play(Card(gang, HALT), to="end_turn")
    assert bool(stage.told("captured")) is not near


@rule("yangtze", "S17.2", "5.0", "R98")
def test_captives_have_no_card_but_halt() -> None:
    stage = bare()
    consul, gang = stage.unit("consul"), stage.unit("gang")
    (person,), (captor,) = stage.put(consul, (500, 500)), stage.put(gang, (530, 500))
    assert card_refusal(stage.pos, consul, MOVE) is None
    stage.pos.captive, stage.pos.captors = 1 << person, (Captivity(person, captor),)
    assert case(card_refusal(stage.pos, consul, MOVE)) == "S17.2"
    assert card_refusal(stage.pos, consul, HALT) is None


@pytest.mark.parametrize(
    ("start", "goes", "ends"),
    [
        # The captor takes the stairs up beside it, goes down and out by the door, or out of it and along the wall.
        ((0, (340, 340)), ((340, 440), 1), (1, (365, 340))),
        ((1, (315, 370)), ((240, 370), 0), (0, (275, 370))),
        ((0, (320, 380)), ((280, 470), 0), (0, (290, 447))),
    ],
    ids=["up", "down", "round"],
)
@rule("yangtze", "S17.2", "S16.1", "R79")
def test_a_captive_goes_after_its_captor_by_doors_and_stairs(
    start: tuple[int, tuple[float, float]], goes: tuple[tuple[float, float], int], ends: tuple[int, tuple[float, float]]
) -> None:
    stage = bare(ground={"buildings": [storeyed(300, 300, 500, 500)]})
    consul, gang = stage.unit("consul"), stage.unit("gang")
    floor, at = start
    (person,), (captor,) = stage.put(consul, (370, 340) if goes[1] else (340, at[1])), stage.put(gang, at)
    stage.put(stage.unit("usmc_squad"), FAR)
    if floor:
        upstairs(stage, person, captor)
    stage.pos.captive, stage.pos.captors = 1 << person, (Captivity(person, captor),)
    orders: list[Action] = [Card(gang, MOVE), March(gang, way((340, 440)) if goes[1] else way((300, 370), goes[0]))]
    stage.play(*orders, *[Stairs(stage.piece(gang), 1)] * goes[1], to="halt_fire")
    assert (stage.pos.floor[person], stage.pos.floor[captor]) == (ends[0], goes[1])
    assert stage.places(consul) == [ends[1]]


def kidnapped(gap: float) -> tuple[Stage, Unit, Unit]:
    """The consul is held by Pao, who sits in his motor-car; so far from its side."""
    stage = bare()
    car, general, consul = stage.unit("car", 1), stage.unit("wl_fcg"), stage.unit("consul")
    stage.model(car, 1000, 500, 90)
    stage.pos.go_aboard(stage.men(general)[:1], car)
    (captive,) = stage.put(consul, (1000, 520 + 12.5 + gap))
    stage.pos.captive = 1 << captive
    stage.pos.captors = (Captivity(captive, stage.men(general)[0]),)
    stage.card(HALT, car, general, consul)
    return stage, car, consul


@pytest.mark.parametrize(("gap", "goes"), [(100, True), (100.1, False)])
@rule("yangtze", "S17.2", "R106", "S12.3")
def test_a_captive_goes_aboard_after_its_captor_if_its_own_move_pays_for_it(gap: float, goes: bool) -> None:
    """150 mm: 100 to the side of the car and 50 to get in."""
    stage, _, consul = kidnapped(gap)
    captives_follow(stage.pos)
    assert bool(stage.pos.late >> stage.men(consul)[0] & 1) is goes


@pytest.mark.parametrize(("others", "sits"), [(2, True), (3, False)])
@rule("yangtze", "S17.2", "R106", "S12.3")
def test_a_captive_takes_the_last_seat_and_none_that_is_taken(others: int, sits: bool) -> None:
    """A touring car has four: its captor and so many others have one."""
    stage, car, consul = kidnapped(0)
    (captive, *_), pos = stage.men(consul), stage.pos
    pos.go_aboard(stage.men(stage.unit("wl_guard"))[:others], car)
    captives_follow(pos)
    pos.spent = put(pos.spent, captive, pos.track[captive][-1][0])
    brought_aboard(pos)
    assert (pos.fate[captive] == ABOARD) is sits


def seized_steamer(pirates: str, friend: float | None) -> Stage:
    """Passengers aboard their steamer, which pirates have; these are aboard her, alongside in a junk, on the bank
    beside her, or away. A sailor is so far from the hull, if he is there."""
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 600)}]})
    steamer, junk, guests, band = (stage.unit(name) for name in ("steamer", "junk", "passengers", "pirates"))
    stage.model(steamer, 1000, 500, 90, crew=False)
    stage.model(junk, 1000, 385, 90)
    stage.pos.owner = put(stage.pos.owner, steamer, stage.pos.owner[band])
    stage.board(guests, steamer)
    stage.put(band, (1100, 592.5) if pirates == "beside" else FAR)
    if pirates in ("aboard", "alongside"):
        stage.board(band, steamer if pirates == "aboard" else junk)
    if pirates == "away":
        stage.model(junk, 1000, 100, 90, crew=False)
    stage.put(stage.unit("usn_squad"), FAR if friend is None else (1000, 500 + 55 + 12.5 + friend))
    stage.card(HALT, *stage.pos.book.every_unit)
    return stage


@pytest.mark.parametrize(("pirates", "friend", "taken"), [
    ("aboard", None, 4), ("alongside", None, 4), ("beside", None, 4), ("away", None, 0), ("aboard", 25, 4),
])  # fmt: skip
@rule("yangtze", "S17.2", "S14.6", "S19.3", "R106", "R292")
def test_people_are_taken_with_what_carries_them(pirates: str, friend: float | None, taken: int) -> None:
    stage = seized_steamer(pirates, friend)
    capture(stage.pos)
    assert points(stage, "pax_taken", 1) == taken


@pytest.mark.parametrize(("friend", "left"), [(25, 0), (25.1, 4)])
@rule("yangtze", "S17.2", "S19.3", "R106", "R292")
def test_people_of_a_seized_vessel_that_was_left_are_freed_and_count_no_more(friend: float, left: int) -> None:
    stage = seized_steamer("aboard", None)
    capture(stage.pos)
    band = stage.unit("pirates")
    stage.put(band, *((2300, 1000 + number) for number in range(20)))
    stage.model(stage.unit("junk"), 1000, 100, 90, crew=False)
    stage.put(stage.unit("usn_squad"), (1000, 500 + 55 + 12.5 + friend))
    capture(stage.pos)
    assert points(stage, "pax_taken", 1) == left
    capture(stage.pos)
    assert points(stage, "pax_taken", 1) == left, "nobody is there to take them again"
    stage.board(band, stage.unit("steamer"))
    capture(stage.pos)
    assert points(stage, "pax_taken", 1) == 4, "they have come back"


@rule("yangtze", "S17.2", "S17.1", "R106", "R292")
def test_who_has_been_freed_gets_off_a_boat_with_nobody_aboard_but_its_oarsman() -> None:
    stage = bare(ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 600)}]})
    sampan, consul = stage.unit("sampan"), stage.unit("consul")
    stage.model(sampan, 1000, 575, 90)
    captive = stage.men(consul)[0]
    move(stage.pos, (captive, Berth(sampan)))
    stage.pos.captive = 1 << captive
    stage.put(stage.unit("usmc_squad"), (1000, 632.5))
    stage.put(stage.unit("gang"), FAR)
    stage.card(HALT, *stage.pos.book.every_unit)
    capture(stage.pos)
    assert (points(stage, "consul_taken", 1), stage.pos.captive) == (0, 0)
    stage.card(MOVE, consul)
    assert land_refusal(stage.pos, consul, (10000, 6600)) is None
