"""What is read between the lines: rulings on melee, fire, people and machines, each as a case; scenarios' own rules."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.actions import CHARGE, COWER, HALT, MOVE, ONWARD, SKIRMISH, Wait, Watch
from shapan.games.yangtze.air.raids import bomb
from shapan.games.yangtze.cards import Orders, card_refusal
from shapan.games.yangtze.command import in_command
from shapan.games.yangtze.dice import Dice
from shapan.games.yangtze.ending import alarm, alarm_die
from shapan.games.yangtze.fire.cover import effective, ladder_row
from shapan.games.yangtze.fire.defence import defence, defend
from shapan.games.yangtze.fire.elements import HALT_FIRE, small_arms
from shapan.games.yangtze.fire.grenades import nearest
from shapan.games.yangtze.fire.hits import bodyguards, fall, stand_ins
from shapan.games.yangtze.fire.sighting import figure_sees, openings
from shapan.games.yangtze.fire.volley import Blast
from shapan.games.yangtze.melee.bouts import contacts, match
from shapan.games.yangtze.movement.interrupts import at_will, unmask
from shapan.games.yangtze.movement.settling import settle_bases
from shapan.games.yangtze.movement.ways import escorted, way_refusal
from shapan.games.yangtze.position import ABOARD, DISABLED, LOST, STANDING, WRECK
from shapan.games.yangtze.setup import SettingUp, deploy_refusal
from shapan.games.yangtze.vessels.carriers import set_out
from shapan.games.yangtze.vessels.driving import drive_refusal
from shapan.games.yangtze.vessels.riders import embark_refusal
from shapan.games.yangtze.vessels.sailing import drift_all
from shapan.games.yangtze.victory import worth
from shapan.games.yangtze.who import numbered, put
from shapan.games.yangtze.works.loads import Load, kept, loads, loads_follow
from shapan.games.yangtze.works.people import capture
from shapan.games.yangtze.works.tasks import finish_works, work_refusal
from shapan.ground.table import OUTDOORS
from shapan.kernel import Refusal, rule


def box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    """A rectangle in data coordinates from one in test coordinates (y to the south)."""
    return [[left, 1200 - top], [right, 1200 - top], [right, 1200 - bottom], [left, 1200 - bottom]]


def case(refusal: Refusal | None) -> str | None:
    return refusal.case if refusal else None


HOUSE = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 700]]}
RIVER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


# --- 4 command --------------------------------------------------------------------------------------------------------


@rule("yangtze", "4.1", "5.0", "R98")
def test_a_unit_of_which_nobody_is_in_command_only_halts() -> None:
    stage = bare()
    company = stage.unit("wl_rifles")
    men = [figure for figure in stage.men(company) if not stage.pos.leads(figure)]
    for number, figure in enumerate(men[:3]):
        stage.pos.stand(figure, 5000 + 300 * number, 5000)
    assert [case(card_refusal(stage.pos, company, card)) for card in (MOVE, SKIRMISH, CHARGE)] == ["4.1"] * 3
    assert card_refusal(stage.pos, company, HALT) is None


@rule("yangtze", "4.4", "4.1", "R103")
def test_a_leader_who_cowers_still_commands() -> None:
    stage = bare()
    company, team = stage.unit("wl_rifles"), stage.unit("wl_lmg")
    stage.put(company, (500, 500))
    (gunner,) = stage.put(team, (600, 500))
    assert stage.pos.leads(stage.pos.standing[company][0])
    stage.card(COWER, company)
    assert in_command(stage.pos, gunner)


@rule("yangtze", "8.2", "R105", "R24")
def test_the_cover_of_a_man_out_of_command() -> None:
    stage = bare()
    (man,) = stage.put(stage.unit("usmc_squad"), (500, 500))
    stage.pos.stuck = 1 << man
    squad = stage.unit("usmc_squad")
    rows = {}
    for card in (MOVE, CHARGE, HALT, SKIRMISH):
        stage.card(card, squad)
        rows[card] = ladder_row(stage.pos, man)
    assert rows[MOVE] == rows[CHARGE] == "PINNED_NOT_HALTED"
    assert rows[HALT] == rows[SKIRMISH] == "AB_HALT_SKIRMISH"


# --- 4.3, 7.2 who falls -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "guarded"), [(50, True), (60, False)])
@rule("yangtze", "4.3", "R26", "R25")
def test_a_warlord_hit_in_a_zone_has_only_the_guards_close_to_him(gap: float, guarded: bool) -> None:
    stage = bare()
    group = stage.unit("wl_fcg")
    general, *guards = stage.put(group, (500, 500), (500 + 25 + gap, 500), (500 - 25 - gap, 500))
    blast = Blast(
        stage.unit("usmc_mmg"), group, 5000, 9000, "bullets", "mmg", False, 5000, 5000, 750, caught=(general,)
    )
    assert bool(bodyguards(stage.pos, general)) == guarded
    assert stand_ins(stage.pos, general, blast) == []
    stage.pos.stack = ()
    fall(stage.pos, general, blast)
    assert bool(stage.pos.doomed >> general & 1) != guarded
    assert guards


@rule("yangtze", "7.2", "R104", "R25")
def test_a_substitute_may_be_far_away() -> None:
    stage = bare()
    company = stage.unit("wl_rifles")
    leader, man = stage.put(company, (500, 500), (1900, 900))
    blast = Blast(
        stage.unit("usmc_mmg"), company, 5000, 9000, "bullets", "mmg", False, 5000, 5000, 750, caught=(leader,)
    )
    assert stand_ins(stage.pos, leader, blast) == [man]


@rule("yangtze", "10.2", "R25")
def test_the_substitute_of_a_strafed_leader_is_sought_in_the_strip() -> None:
    """The nearest of those who were tested, not the nearest of all."""
    stage = bare()
    company = stage.unit("wl_rifles")
    leader, near, tested = stage.put(company, (500, 500), (500, 560), (760, 500))
    blast = Blast(None, company, 3000, 5000, "bullets", "aircraft_mg", False, 3000, 5000, 3000, caught=(leader, tested))
    assert stand_ins(stage.pos, leader, blast) == [tested]
    assert near


# --- 6.1, S6.8 --------------------------------------------------------------------------------------------------------


@rule("yangtze", "6.1", "R102")
def test_in_the_last_moment_only_those_fire_who_see_the_charger() -> None:
    stage = bare(ground={"lines": [{"k": "wall_high", "p": [[560, 1000], [560, 600]]}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    _, _, behind = stage.put(squad, (500, 500), (500, 540), (600, 480))
    (charger,) = stage.put(gang, (400, 500))
    stage.card(HALT, squad)
    stage.card(CHARGE, gang)
    stage.pos.stack, stage.pos.teller = (), stage.events.append
    defend(stage.pos, defence(stage.pos, squad, gang), gang, charger)
    stage.settle()
    assert stage.told("fires")[0].params["count"] == 2
    assert behind


@rule("yangtze", "S6.8", "R101", "R10")
def test_who_is_woken_by_contact_may_fire_in_the_fire_phase() -> None:
    stage = bare()
    guard, gang = stage.unit("wl_guard"), stage.unit("usmc_squad")
    stage.put(guard, (500, 500), (500, 540))
    stage.card(HALT, guard)
    stage.pos.asleep = 1 << guard
    assert small_arms(stage.pos, guard, HALT_FIRE) == []
    assert not defence(stage.pos, guard, gang)
    stage.pos.asleep = 0
    assert small_arms(stage.pos, guard, HALT_FIRE)


@rule("yangtze", "6.1", "R7")
def test_a_halted_vehicle_fires_at_will_where_players_agree_on_it() -> None:
    for switch in (False, True):
        stage = bare(halt_opportunity_fire=switch)
        truck, gang = stage.unit("gun_truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90)
        stage.put(gang, (700, 500), (730, 500))
        stage.card(HALT, truck)
        stage.card(MOVE, gang)
        side = stage.pos.owner[truck]
        stage.pos.stack = (Orders(side, True), ())
        for unit in stage.pos.units_of(side):
            stage.card(HALT, unit)
        assert (stage.pos.refusal(Watch(truck, "any", 400)) is None) == switch
        assert (at_will(stage.pos, truck, "any", 4000) is not None) == switch
        assert at_will(stage.pos, truck, "any", 1000) is None, "beyond its trigger"


@rule("yangtze", "6.1", "12.1", "R7")
def test_a_lorry_that_was_disabled_before_it_set_out_stays() -> None:
    for damage, goes in ((0, True), (DISABLED, False)):
        stage = bare(halt_opportunity_fire=True)
        truck = stage.unit("truck")
        stage.model(truck, 500, 500, 90)
        stage.card(MOVE, truck)
        stage.pos.plan = put(stage.pos.plan, truck, ("drive", ONWARD, ((8000, 5000),)))
        stage.pos.damage = put(stage.pos.damage, truck, damage)
        set_out(stage.pos)
        assert bool(stage.pos.rolling) == goes


# --- 13.2 -------------------------------------------------------------------------------------------------------------


@rule("yangtze", "13.2", "R100")
def test_a_friend_of_another_unit_does_not_help() -> None:
    for helper, help_given in ((0, 1), (1, 0)):
        stage = bare()
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad", 0)
        other = stage.unit("usmc_squad", helper)
        (charger,) = stage.put(gang, (500, 500))
        leader, _ = stage.put(squad, (525, 500), (900, 500))
        if other == squad:
            stage.put(squad, (525, 500), (560, 500))
        else:
            stage.put(other, (560, 500))
        stage.card(CHARGE, gang)
        stage.card(HALT, squad, other)
        stage.pos.touched = 1 << charger | 1 << leader
        stage.pos.abetting = 1 << squad | 1 << gang
        bouts, _ = match(stage.pos, contacts(stage.pos))
        assert bouts[0].standers == help_given


# --- 11, S16 ----------------------------------------------------------------------------------------------------------


@rule("yangtze", "11.2", "S16.5", "R107")
def test_grenades_at_windows_upstairs() -> None:
    """At a man who is seen at one; at nobody else up there."""
    for x, reached in ((660, True), (690, False)):
        stage = bare(ground={"buildings": [{**HOUSE, "k": "two_storey"}]})
        squad, company = stage.unit("usmc_grenadier_squad"), stage.unit("wl_rifles")
        (thrower,) = stage.put(squad, (660, 460))
        _, man = stage.put(company, (1900, 1100), (x, 515 if reached else 580))
        stage.pos.floor = put(stage.pos.floor, man, 1)
        assert (nearest(stage.pos, thrower, company) == man) == reached


@rule("yangtze", "S16.2", "R108")
def test_the_first_two_by_number_use_an_opening() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    men = stage.put(stage.unit("usmc_squad"), (640, 515), (670, 515), (660, 540))
    users = [figure for figure in men if openings(stage.pos, figure, stage.pos.room[figure])]
    assert users == list(men[:2])


@rule("yangtze", "S16.1")
def test_a_floor_holds_so_many_figures_and_no_more() -> None:
    """60 by 60 mm hold four bases of 25 mm, a square of 30 mm for each."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 660, 560), "doors": [[600, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    company = stage.unit("wl_rifles")
    inside = stage.put(company, (615, 515), (645, 515), (615, 545), (645, 545))
    late = stage.men(company)[4]
    assert stage.pos.book.berths == (4,)
    stage.pos.stand(late, 6300, 5300)
    stage.pos.spent = put(stage.pos.spent, late, 1000)
    stage.pos.track = put(stage.pos.track, late, ((0, 5400, 5300), (1000, 6300, 5300)))
    settle_bases(stage.pos)
    assert stage.pos.room[late] == OUTDOORS
    assert all(stage.pos.room[figure] == 0 for figure in inside)


# --- S17 people, loads ------------------------------------------------------------------------------------------------


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
        stage.pos.captive, stage.pos.captors = 1 << captive, ((captive, stage.men(gang)[0]),)
        stage.move()
        assert (stage.pos.fate[captive] == ABOARD) == brought


@rule("yangtze", "S17.6", "R80")
def test_one_porter_carries_nothing_alone() -> None:
    stage = bare("s3_silver_trucks")
    gang = stage.unit("gang")
    one, two = stage.put(gang, (500, 600), (530, 500))
    stage.card(MOVE, gang)
    stage.pos.cargo = (kept(Load("silver", None, 5000, 5000, 1, (one, two))),)
    loads_follow(stage.pos)
    (load,) = loads(stage.pos)
    assert load.on_ground
    assert (load.x, load.y) == (5000, 5000), "it stays where the other one stands"


@rule("yangtze", "S17.6", "R80")
def test_two_others_of_the_unit_lift_a_second_load() -> None:
    stage = bare("s3_silver_trucks")
    gang = stage.unit("gang")
    one, two, three, four = stage.put(gang, (500, 500), (530, 500), (800, 500), (830, 500))
    stage.card(HALT, gang)
    first = kept(Load("silver", None, 5000, 5000, 1, (one, two)))
    stage.pos.cargo = (first, kept(Load("silver", None, 8150, 5000, 0)))
    assert work_refusal(stage.pos, 1, gang, "lift") is None
    stage.pos.works = ((gang, "lift"),)
    finish_works(stage.pos)
    assert {load.bearers for load in loads(stage.pos)} == {(one, two), (three, four)}


@rule("yangtze", "S17.6")
def test_a_load_is_taken_off_by_those_in_contact() -> None:
    for gap, taken in ((1, True), (20, False)):
        stage = bare("s3_silver_trucks")
        truck, gang = stage.unit("truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90, crew=False)
        stage.row(gang, 460, 525 + 12.5 + gap, 4, 26)
        stage.card(HALT, gang)
        assert (work_refusal(stage.pos, 1, gang, "unload") is None) == taken


@rule("yangtze", "S19.3", "R109")
def test_nobody_is_saved_aboard_a_wreck_and_it_drifts() -> None:
    for damage in (0, WRECK):
        stage = bare("s2_mission_rescue")
        ship, people = stage.unit("gunboat"), stage.unit("missionaries")
        stage.model(ship, 600, 500, 90)
        stage.board(people, ship)
        stage.pos.damage = put(stage.pos.damage, ship, damage)
        entry = next(e for e in stage.pos.book.sheet["objectives"] if e["kind"] == "rescue")
        assert bool(worth(stage.pos, entry, stage.pos.owner[people])) != bool(damage)
        stage = bare("s4_ox_gorge", ground=RIVER)
        junk = stage.unit("junk")
        stage.model(junk, 1000, 900, 90)
        stage.pos.damage = put(stage.pos.damage, junk, damage)
        drift_all(stage.pos)
        assert (stage.pos.at[junk][0] != 10000) == bool(damage)


@rule("yangtze", "S19.3", "R112")
def test_unsaved_civilians_when_the_game_ends_early() -> None:
    for marines, taken in ((True, False), (False, True)):
        stage = bare("s2_mission_rescue")
        people, squad = stage.unit("missionaries"), stage.unit("usmc_squad")
        for unit in stage.pos.book.every_unit:
            stage.pos.remove(stage.men(unit), LOST)
        stage.row(people, 500, 500, 3)
        stage.put(stage.unit("wl_rifles"), (1500, 500))
        if marines:
            stage.put(squad, (900, 500))
        entry = next(e for e in stage.pos.book.sheet["objectives"] if e["kind"] == "capture")
        assert bool(worth(stage.pos, entry, 1 - stage.pos.owner[people])) == taken


# --- machines ---------------------------------------------------------------------------------------------------------


@rule("yangtze", "S6.7", "R99")
def test_riders_look_out_for_hidden_men() -> None:
    for gap, seen in ((150, True), (151, False)):
        stage = bare("s3_silver_trucks")
        truck, gang = stage.unit("truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90)
        stage.put(gang, (500, 525 + gap + 12.5))
        stage.pos.hidden = 1 << gang
        unmask(stage.pos)
        assert (not stage.pos.hidden) == seen


@rule("yangtze", "S13", "R111", "S12.1")
def test_a_train_backs_at_half_its_rate() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1200, 500, 90)
    most = stage.pos.allowance(train, MOVE)[1]
    for manner in (ONWARD, "reverse"):
        assert drive_refusal(stage.pos, train, manner, ((12000 - most // 2, 5000),)) is None
        assert case(drive_refusal(stage.pos, train, manner, ((12000 - most // 2 - 100, 5000),))) == "S12.1"
    assert drive_refusal(stage.pos, train, ONWARD, ((12000 + most // 2 + 100, 5000),)) is None


@rule("yangtze", "S12.1", "R115")
def test_the_middle_of_a_vehicle_keeps_out_of_houses_not_its_corners() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    truck = stage.unit("truck")
    stage.model(truck, 500, 480, 90)
    assert drive_refusal(stage.pos, truck, ONWARD, ((7000, 4800),)) is None, "25 mm to each side of its line"
    stage.model(truck, 500, 550, 90)
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((7000, 5500),))) == "S16.1"


@rule("yangtze", "S14.7", "R114")
def test_swimmers_do_not_go_aboard() -> None:
    stage = bare("s5_kuling_battery", ground=RIVER)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 800, 90)
    men = stage.put(squad, (1000, 840))
    stage.pos.swimming = 1 << men[0]
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert case(embark_refusal(stage.pos, squad, boat)) == "S12.3"


@rule("yangtze", "S2.3", "S2.1")
def test_a_gun_is_not_drawn_into_the_river_or_on_to_others() -> None:
    for ground, crowd in ((RIVER, False), (None, True)):
        stage = bare(ground=ground)
        gun = stage.unit("wl_gun_light")
        stage.model(gun, 500, 550)
        (man, *_) = stage.row(gun, 500, 510, 3)
        if crowd:
            stage.put(stage.unit("usmc_squad"), (500, 650))
        stage.card(MOVE, gun)
        stage.pos.track = put(stage.pos.track, man, ((0, 4000, 5100), (1000, 5000, 6100 if crowd else 5900)))
        stage.pos.spent = put(stage.pos.spent, man, 1000)
        stage.pos.stand(man, 4000, 5900)
        settle_bases(stage.pos)
        x, y, _ = stage.pos.at[gun]
        radius = stage.pos.book.units[gun].gun_radius
        assert stage.pos.book.table.ground(x, y).cost[0]
        foes = [f for unit, men in enumerate(stage.pos.standing) if unit != gun for f in men]
        assert all(stage.pos.apart_from(f, x, y) >= (radius + 125) ** 2 for f in foes)
        assert stage.pos.fate[man] == STANDING


# --- scenarios --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "unit", "near", "far"), [
    ("s6_arms_godown", "wl_fcg", (872, 870), (500, 500)),
    ("s8_wanling_bund", "wl_rifles", (1650, 665), (1500, 790)),
])  # fmt: skip
@rule("yangtze", "4.4", "S19.1")
def test_a_leader_stands_by_the_machine_gun_that_he_has_to_lead(
    scenario: str, unit: str, near: tuple[int, int], far: tuple[int, int]
) -> None:
    """Points as on the board, y to the north."""
    pos: Any = GAME.start(scenario)
    side = next(s for s in (0, 1) if pos.book.side_ids[s] == "cn")
    pos.stack = (SettingUp(side), ())
    pos.settle()
    number = next(n for n, spec in numbered(pos.book.units) if spec.template == unit and spec.leads)
    height = pos.book.table.height // 10
    refusals = [deploy_refusal(pos, number, x * 10, (height - y) * 10) for x, y in (near, far)]
    assert refusals[1] is not None
    assert refusals[1].case == "4.1"
    assert any(pos.options()), "there is room for him"
    assert refusals[0] is None or refusals[0].case != "4.1"


@rule("yangtze", "S6.8")
def test_sleepers_hear_what_happens_near_their_wall() -> None:
    wall = {"k": "wall_high", "n": "Depot wall", "p": [[400, 800], [800, 800], [800, 400], [400, 400], [400, 800]]}
    for x, heard in ((600, True), (1090, True), (1110, False)):
        stage = bare("s6_arms_godown", ground={"lines": [wall]})
        (man,) = stage.put(stage.unit("usmc_squad"), (x, 600))
        stage.pos.turn = 1
        stage.pos.fired, stage.pos.stack = 1 << man, ()
        alarm(stage.pos)
        assert (bool(stage.pos.stack) and stage.asks(alarm_die)) == heard


@rule("yangtze", "S17.7")
def test_rubble_is_in_nobody_s_way_or_sight() -> None:
    for rubble in (0, 1):
        stage = bare(ground={"buildings": [HOUSE]})
        (one,) = stage.put(stage.unit("usmc_squad"), (560, 530))
        (two,) = stage.put(stage.unit("gang"), (760, 530))
        stage.card(MOVE, stage.unit("usmc_squad"))
        stage.pos.rubble = rubble
        assert figure_sees(stage.pos, one, two) == bool(rubble)
        assert case(way_refusal(stage.pos, one, ((6600, 5300),))) == (None if rubble else "S16.1")
        (inside,) = stage.put(stage.unit("usn_mmg"), (660, 550))
        assert effective(stage.pos, inside, (9000, 5500), False) in ("hard", "hard+"), "rubble is hard cover"


@rule("yangtze", "S19.2", "R113")
def test_units_with_a_printed_place_are_not_held_back() -> None:
    pos: Any = GAME.start("s8_wanling_bund")
    plane = next(n for n, spec in numbered(pos.book.units) if spec.template == "us_plane")
    pos.turn = pos.book.units[plane].turn
    pos.stack = (SettingUp(pos.book.units[plane].side), ())
    assert case(pos.refusal(Wait(plane))) == "S19.2"
    pos.settle()
    assert pos.laid_out(plane), "it has come by itself"


@rule("yangtze", "S5", "10.1")
def test_cover_from_a_bomb_is_judged_from_where_it_bursts() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.bombs = put(stage.pos.bombs, plane, 1)
    stage.pos.stack = ()
    bomb(stage.pos, plane, 7000, 5000, 90)
    dice = stage.pos.top
    assert isinstance(dice, Dice)
    blast = Blast(*dice.values[0])
    assert (blast.x, blast.y) == (blast.cx, blast.cy) == (7000, 5000)
