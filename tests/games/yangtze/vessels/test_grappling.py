"""S14.6 A boarding is a melee: who is in contact by it, what they may fire at, and what others may not."""

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, HE, MOVE, STOW, Card, Charge, Fire, Sail, Shell
from shapan.games.yangtze.air.anti_air import flak_refusal
from shapan.games.yangtze.fire.shooters import idle_hands
from shapan.games.yangtze.fire.targets import target_refusal
from shapan.games.yangtze.melee.bouts import fights_now
from shapan.games.yangtze.noted import Attack, Job
from shapan.games.yangtze.orders.planned import Charging
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.vessels.boarding import boarders, prize, repel
from shapan.games.yangtze.vessels.grappling import come_to_grips
from shapan.games.yangtze.who import Figure, Mounted, Piece, Unit, put
from shapan.kernel import rule

RIVER = {"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]}


def reach(scenario: str = "s8_wanling_bund") -> tuple[Stage, Unit, Unit, Unit]:
    """A gunboat, a junk full of pirates alongside her, and another junk with a gun down the river."""
    stage = bare(scenario, ground=RIVER)
    gunboat, junk, pirates = stage.unit("gunboat"), stage.unit("junk"), stage.unit("pirates")
    stage.model(gunboat, 1000, 900, 90)
    stage.model(junk, 1000, 790, 90)
    stage.board(pirates, junk)
    stage.model(stage.unit("gun_junk"), 1800, 900, 90)
    return stage, gunboat, junk, pirates


def mount(stage: Stage, vessel: Unit, number: int = 0) -> Piece:
    return stage.pos.book.piece_of_mount(stage.pos.book.guns[vessel][number])


def both_board() -> tuple[Stage, Unit, Unit, tuple[Figure, ...], tuple[Figure, ...]]:
    """Three Marines in a launch and three pirates in a junk alongside it, each of whom wants the other's boat."""
    stage = bare("s4_ox_gorge", ground=RIVER)
    launch, junk = stage.unit("launch"), stage.unit("junk")
    pirates, squad = stage.unit("pirates", 1), stage.unit("usmc_squad")
    stage.model(launch, 1000, 900, 90, crew=False)
    stage.model(junk, 1000, 815, 90, crew=False)
    ours, theirs = stage.men(squad)[:3], stage.men(pirates)[:3]
    move(stage.pos, *((figure, Berth(launch)) for figure in ours), *((figure, Berth(junk)) for figure in theirs))
    stage.card(CHARGE, squad, pirates)
    stage.pos.plan = put(put(stage.pos.plan, squad, Charging(junk)), pirates, Charging(launch))
    return stage, launch, junk, ours, theirs


@rule("yangtze", "13.2", "S14.6", "R118")
def test_who_boards_and_is_boarded_fights_once() -> None:
    stage, _, _, ours, theirs = both_board()
    fights = fights_now(stage.pos)
    fighters = [figure for fight in fights for group in fight for figure in group]
    assert sorted(fighters) == sorted((*ours, *theirs))
    assert len(fights) == 3


@pytest.mark.parametrize("switch", ["minimum", "whole_move"])
@rule("yangtze", "6.2", "S14.6", "R10", "R57")
def test_whom_boarders_reach_late_in_the_turn_is_silenced_by_agreement_only(switch: str) -> None:
    """A junk under way, and her riders with her; a boat that has halted fires all the same."""
    for card in (MOVE, HALT):
        stage = bare("s4_ox_gorge", ground=RIVER, charge_contact_no_fire=switch)
        launch, junk, squad = stage.unit("launch"), stage.unit("junk"), stage.unit("usmc_squad")
        stage.model(launch, 1000, 900, 90, crew=False)
        stage.model(junk, 1000, 815, 90)
        stage.board(squad, launch)
        stage.card(CHARGE, squad)
        stage.card(card, junk)
        stage.pos.plan = put(stage.pos.plan, squad, Charging(junk))
        come_to_grips(stage.pos)
        crew = sum(1 << figure for figure in stage.pos.crew(junk))
        assert stage.pos.touched & crew == crew
        assert stage.pos.touched_early == (crew if switch == "whole_move" and card == MOVE else 0)


@rule("yangtze", "S14.6", "R118")
def test_those_who_are_left_take_the_boat_from_which_they_were_boarded() -> None:
    stage, launch, junk, _, theirs = both_board()
    stage.pos.remove(theirs, LOST)
    prize(stage.pos)
    assert (stage.pos.owner[junk], stage.pos.owner[launch]) == (0, 0)


@rule("yangtze", "13.2", "S14.6", "R118")
def test_pirates_who_are_boarded_themselves_fight_those_who_came_for_them() -> None:
    """The pirates board the steamer while Marines in a launch board their junk."""
    stage = bare("s4_ox_gorge", ground=RIVER)
    steamer, launch, junk = stage.unit("steamer"), stage.unit("launch"), stage.unit("junk")
    pirates, squad = stage.unit("pirates", 1), stage.unit("usmc_squad")
    stage.model(steamer, 1000, 600, 90)
    stage.model(junk, 1000, 710, 90, crew=False)
    stage.model(launch, 1000, 790, 90, crew=False)
    move(stage.pos, *((figure, Berth(junk)) for figure in stage.men(pirates)[:5]))
    stage.board(squad, launch)
    stage.card(CHARGE, squad, pirates)
    stage.pos.plan = put(put(stage.pos.plan, squad, Charging(junk)), pirates, Charging(steamer))
    fights, units = boarders(stage.pos)
    assert {figure for fight in fights for figure in fight[0]} == set(stage.men(squad))
    assert {figure for fight in fights for figure in fight[1]} == set(stage.men(pirates)[:5])
    assert units == [(squad, pirates)], "13.3: the units that fight, not the hull"


@rule("yangtze", "6.2", "S14.6", "R161")
def test_whom_boarders_reach_before_the_vessel_gets_under_way_do_not_fire() -> None:
    stage, gunboat, junk, pirates = reach()
    sail = Sail(gunboat, 90, 100, 90)
    stage.turn({pirates: CHARGE, gunboat: MOVE}, Charge(pirates, gunboat), sail)
    fired = [event for event in stage.told("shells") + stage.told("fires") if event.params["unit"] == "us1"]
    assert not fired
    assert stage.why(Fire(gunboat, junk)) is not None


def to_other_fire(stage: Stage, pirates: Unit, gunboat: Unit, junk: Unit) -> None:
    """The junk comes alongside in the common movement, and her men board."""
    cards = (Card(gunboat, MOVE), Card(junk, MOVE), Card(pirates, CHARGE))
    stage.play(*cards, Sail(gunboat, 90, 50, 90), Sail(junk, 90, 250, 90), Charge(pirates, gunboat), to="other_fire")


@rule("yangtze", "6.2", "S14.6", "R10")
def test_whom_boarders_reach_later_fire_at_their_hull_alone() -> None:
    stage, gunboat, junk, pirates = reach()
    stage.model(junk, 500, 790, 90)
    stage.board(pirates, junk)
    to_other_fire(stage, pirates, gunboat, junk)
    other = stage.unit("gun_junk")
    assert stage.why(Shell(mount(stage, gunboat), HE, other)) == "6.2"
    assert stage.why(Fire(gunboat, other)) == "6.2"
    assert stage.why(Fire(gunboat, junk)) is None


@rule("yangtze", "13.2", "S14.6", "R62")
def test_nobody_fires_at_a_hull_where_his_friends_fight() -> None:
    stage, gunboat, junk, pirates = reach()
    other, launch = stage.unit("gun_junk"), stage.unit("launch")
    stage.model(other, 2250, 1000, 270)
    stage.model(launch, 1600, 790, 270)
    gun, lewis = (Mounted(stage.pos.book.guns[vessel][0]) for vessel in (other, launch))
    assert case(target_refusal(stage.pos, [gun], gunboat)) != "13.2"
    stage.play(Card(pirates, CHARGE), Charge(pirates, gunboat), to="halt_fire")
    assert case(target_refusal(stage.pos, [gun], gunboat)) == "13.2"
    assert target_refusal(stage.pos, [lewis], junk) is None


@rule("yangtze", "10.3", "S14.6", "R161")
def test_weapons_of_a_boarded_vessel_do_not_fire_at_aircraft() -> None:
    stage, gunboat, _, pirates = reach()
    plane = stage.unit("wl_plane")
    stage.model(plane, 700, 1000, 90)
    stage.card(HALT, gunboat)
    stage.card(CHARGE, pirates)
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(gunboat))
    stage.pos.fired = (1 << len(stage.pos.x)) - 1  # everybody has fired but the mounts
    stage.pos.holding |= 1 << gunboat
    repel(stage.pos)
    stage.settle()
    stage.pos.attacks = (Attack(plane, "bomb", 10000, 10000, 90),)
    gun = mount(stage, gunboat, 2)
    assert case(flak_refusal(stage.pos, 0, gun, plane)) == "6.2"


@rule("yangtze", "S14.6", "S12.3")
def test_a_prize_takes_no_more_boarders_than_her_passengers_leave_seats_for() -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    launch, junk, pirates, guests = (stage.unit(name) for name in ("launch", "junk", "pirates", "passengers"))
    stage.model(launch, 1000, 900, 90, crew=False)
    stage.model(junk, 1000, 815, 90)
    stage.board(pirates, junk)
    stage.board(guests, launch)
    stage.card(CHARGE, pirates)
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(launch))
    prize(stage.pos)
    assert stage.pos.owner[launch] == 1
    assert len(stage.pos.crew(launch)) == stage.pos.book.units[launch].seats


@rule("yangtze", "7.2", "S14.8")
def test_riders_on_charge_or_at_work_serve_no_mount() -> None:
    stage, gunboat, junk, _ = reach()
    squad = stage.unit("usn_squad")
    stage.model(junk, 1800, 700, 90)
    stage.pos.remove(stage.men(gunboat), LOST)
    stage.board(squad, gunboat)
    gun = stage.pos.book.guns[gunboat][0]
    stage.card(HALT, gunboat, squad)
    assert len(idle_hands(stage.pos, gun)) == len(stage.men(squad))
    stage.card(CHARGE, squad)
    assert idle_hands(stage.pos, gun) == []
    stage.card(HALT, squad)
    stage.pos.works = (Job(squad, STOW),)
    assert idle_hands(stage.pos, gun) == []
