"""S14.6, S14.8, 12.3 Crews: who serves the guns of a vessel and with what skill, who works it, and who is lost."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    HE,
    STOW,
    Abet,
    Card,
    Charge,
    Cover,
    Fire,
    Lose,
    Ready,
    Shell,
    Work,
)
from shapan.games.yangtze.dice import Dice
from shapan.games.yangtze.fire.artillery import RoundLands
from shapan.games.yangtze.melee.bouts import Melee
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.vessels.crews import immobile
from shapan.games.yangtze.vessels.damage import LosingCrew
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import DICE, rule

RIVER: dict[str, Any] = {"areas": [{"k": "river", "n": "River", "p": box(0, 0, 2400, 400)}]}


def gunboat_of_riders() -> tuple[Stage, Unit, Unit, Unit]:
    """A gunboat whose crew is gone, with a landing party aboard, off a company ashore."""
    stage = bare(ground=RIVER)
    boat, party, company = (stage.unit(name) for name in ("gunboat", "usn_squad", "wl_rifles"))
    stage.model(boat, 600, 200, 90, crew=False)
    stage.board(party, boat)
    stage.row(company, 700, 600, 6)
    return stage, boat, party, company


def mount(stage: Stage, boat: Unit, number: int) -> Any:
    return stage.pos.book.piece_of_mount(stage.pos.book.guns[boat][number])


@rule("yangtze", "S14.8", "7.2")
def test_riders_who_serve_a_gun_do_not_fire_their_rifles_too() -> None:
    stage, boat, party, company = gunboat_of_riders()
    stage.play(to="halt_fire")
    stage.pos.push(Shell(mount(stage, boat, 0), HE, company), stage.hear)
    stage.pos.push(Fire(party, company), stage.hear)
    volley = next(shot for shot in stage.pos.shots if shot.piece == party)
    assert len(volley.shooters) == 3, "two of the five serve the gun"


@rule("yangtze", "S14.8", "7.2", "R92", "R262")
def test_riders_leave_their_volley_for_a_gun_that_is_named_after_it() -> None:
    stage, boat, party, company = gunboat_of_riders()
    stage.play(to="halt_fire")
    stage.pos.push(Fire(party, company), stage.hear)
    stage.pos.push(Shell(mount(stage, boat, 0), HE, company), stage.hear)
    assert {shot.piece: len(shot.shooters) for shot in stage.pos.shots} == {party: 3, mount(stage, boat, 0): 1}


@rule("yangtze", "S14.8", "7.2", "R92")
def test_riders_who_have_fired_their_rifles_serve_no_gun() -> None:
    """Four of the five have fired at a charge, earlier in the turn."""
    stage, boat, party, company = gunboat_of_riders()
    stage.play(to="halt_fire")
    gun = Shell(mount(stage, boat, 0), HE, company)
    assert stage.why(gun) is None
    stage.pos.fired |= sum(1 << figure for figure in stage.men(party)[1:])
    assert stage.why(gun) == "S14.8", "one man is left for it"


@rule("yangtze", "S14.8", "7.9")
def test_a_rider_who_covers_an_area_serves_no_gun() -> None:
    stage, boat, party, company = gunboat_of_riders()
    stage.pos.remove(stage.men(party)[2:], LOST)
    stage.play(Cover(stage.piece(party), 1, (12000, 5000)), to="halt_fire")
    assert stage.why(Shell(mount(stage, boat, 0), HE, company)) == "S14.8", "one man is left for it"


@rule("yangtze", "9.1", "7.10", "S14.8")
def test_a_gun_is_laid_with_the_skill_of_those_who_serve_it() -> None:
    stage, boat, _, company = gunboat_of_riders()
    stage.play(to="halt_fire")
    stage.pos.push(Shell(mount(stage, boat, 0), HE, company), stage.hear)
    while stage.pos.actor != DICE:
        stage.pos.push(Ready(), stage.hear)
    stake = stage.stake(RoundLands)
    assert (stake.need, stake.score) == (6, 6), "class B at long range, though gunboat crews are class A"


@rule("yangtze", "9.1", "S14.8")
def test_the_own_crew_comes_to_the_guns_before_riders_do() -> None:
    stage, boat, _, company = gunboat_of_riders()
    move(stage.pos, *((figure, Berth(boat)) for figure in stage.men(boat)[:2]))
    stage.play(to="halt_fire")
    stage.pos.push(Shell(mount(stage, boat, 0), HE, company), stage.hear)
    while stage.pos.actor != DICE:
        stage.pos.push(Ready(), stage.hear)
    stake = stage.stake(RoundLands)
    assert (stake.need, stake.score) == (5, 5), "class A"


CN = 1


def turn_of(stage: Stage, side: int) -> None:
    """Whoever declares before this side has nothing to say."""
    while getattr(stage.pos.top, "side", side) != side:
        stage.pos.push(Ready(), stage.hear)


@rule("yangtze", "7.8", "7.10", "S14.6")
def test_pirates_fire_the_gun_of_a_prize_as_pirates_do() -> None:
    stage = bare(ground=RIVER)
    launch, pirates, squad = (stage.unit(name) for name in ("launch", "pirates", "usmc_squad"))
    stage.model(launch, 600, 370, 90, crew=False)
    move(stage.pos, *((figure, Berth(launch)) for figure in stage.men(pirates)[:6]))
    stage.pos.owner = put(stage.pos.owner, launch, CN)
    stage.row(squad, 650, 520, 5)
    stage.play(to="halt_fire")
    turn_of(stage, CN)
    stage.pos.push(Fire(mount(stage, launch, 0), squad), stage.hear)
    while stage.pos.actor != DICE:
        stage.pos.push(Ready(), stage.hear)
    stage.roll(1)
    assert stage.told("miss")[0].params["need"] == 5, "class C at short range, and no controlled fire"


def alongside(boarders: int = 10) -> tuple[Stage, Unit, Unit, Unit]:
    """A junk with a storming party alongside a launch."""
    stage = bare(ground=RIVER)
    junk, party, launch = (stage.unit(name) for name in ("junk", "dare_to_die", "launch"))
    stage.model(junk, 600, 200, 90)
    move(stage.pos, *((figure, Berth(junk)) for figure in stage.men(party)[:boarders]))
    stage.model(launch, 600, 290, 90)
    return stage, junk, party, launch


@rule("yangtze", "S14.6", "6.1", "S14.8")
def test_the_machine_gun_of_a_boarded_vessel_fires_in_the_last_moment() -> None:
    stage, _, party, launch = alongside()
    stage.play(Card(party, CHARGE), Charge(party, launch), to="melee", otherwise=1)
    assert len(stage.told("miss")) == 3, "the coxswain's pistol, a rifle, and the Lewis gun with its gunner"


@rule("yangtze", "S14.6", "S12.8")
def test_it_does_not_where_its_arc_does_not_hold_them() -> None:
    stage, _, party, launch = alongside()
    stage.model(launch, 600, 345, 180)
    stage.play(Card(party, CHARGE), Charge(party, launch), to="melee", otherwise=1)
    assert len(stage.told("miss")) == 2, "they come over the stern, behind the gun"


@rule("yangtze", "S14.6", "7.2")
def test_a_sniper_aboard_fires_at_boarders() -> None:
    stage, _, party, launch = alongside()
    sniper = stage.unit("usmc_sniper")
    stage.board(sniper, launch)
    stage.play(Card(party, CHARGE), Charge(party, launch), to="melee", otherwise=1)
    assert len(stage.told("miss")) == 5, "the boat's three, the sniper and his spotter"


@rule("yangtze", "13.2", "S14.6")
def test_boarders_who_only_support_do_not_double_up() -> None:
    stage, _, party, launch = alongside(4)
    stage.pos.remove(stage.men(launch)[2:], LOST)
    stage.play(Card(party, CHARGE), Abet(party), Charge(party, launch), to="melee", otherwise=1)
    melee = stage.pos.nearest(Melee)
    assert melee is not None
    shapes = [tuple(map(len, bout)) for bout in melee.bouts]
    assert shapes == [(1, 1, 1, 0), (1, 1, 1, 0)], "one against one, each with a friend standing by"


@rule("yangtze", "S14.6", "6.2")
def test_who_has_been_boarded_charges_nobody_ashore() -> None:
    stage, junk, party, launch = alongside()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(junk, 600, 285, 90)
    stage.model(launch, 600, 370, 90)
    stage.board(squad, launch)
    stage.row(gang, 560, 600, 6)
    stage.play(
        Card(squad, CHARGE), Card(party, CHARGE), Charge(squad, gang), Charge(party, launch), to="melee", otherwise=1
    )
    assert not stage.standing(squad), "boarders have reached them at the start"


def steamer_under_fire(crew: bool) -> tuple[Stage, Unit, Unit]:
    """A steamer with passengers has been hit from the bank."""
    stage = bare("s4_ox_gorge", ground=RIVER)
    steamer, people, pirates = (stage.unit(name) for name in ("steamer", "passengers", "pirates"))
    stage.model(steamer, 900, 200, 90, crew=crew)
    stage.board(people, steamer)
    stage.row(pirates, 900, 420, 6)
    stage.play(to="halt_fire")
    turn_of(stage, CN)
    stage.pos.push(Fire(pirates, steamer), stage.hear)
    while stage.pos.actor == DICE or not isinstance(stage.pos.top, LosingCrew):
        if isinstance(stage.pos.top, Dice):
            stage.roll(6)
        else:
            stage.pos.push(Ready(), stage.hear)
    return stage, steamer, people


@rule("yangtze", "12.3", "12.2")
def test_passengers_are_not_given_up_for_the_crew() -> None:
    stage, _, people = steamer_under_fire(crew=True)
    assert stage.why(Lose(stage.piece(people))) == "12.3"


@rule("yangtze", "12.3")
def test_where_there_is_no_crew_a_passenger_is_hit() -> None:
    stage, _, people = steamer_under_fire(crew=False)
    assert stage.why(Lose(stage.piece(people))) is None


@pytest.mark.parametrize(("hands", "refused"), [(1, "S17.6"), (2, None)])
@rule("yangtze", "S17.6")
def test_it_takes_two_to_pass_a_load_from_hull_to_hull(hands: int, refused: str | None) -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    steamer, launch, guard = (stage.unit(name) for name in ("steamer", "launch", "usn_squad"))
    stage.model(steamer, 900, 200, 90)
    stage.model(launch, 900, 300, 90)
    move(stage.pos, *((figure, Berth(steamer)) for figure in stage.men(guard)[:hands]))
    stage.row(stage.unit("pirates"), 2000, 900, 3)
    stage.card("HALT", *stage.pos.units_of(0))
    assert stage.why(Work(guard, STOW)) == refused


@rule("yangtze", "12.2", "S12.7", "R89")
def test_who_works_vehicles_and_vessels() -> None:
    stage = bare()
    boat, car = stage.unit("gunboat"), stage.unit("armoured_car")
    stage.model(boat, 1000, 900, 90)
    stage.model(car, 500, 300)
    stage.pos.remove(stage.men(boat), LOST)
    party = stage.unit("consul")
    stage.board(party, boat)
    assert immobile(stage.pos, boat) is not None, "civilians do not sail a gunboat"
    assert immobile(stage.pos, car) is None
    stage.pos.remove(stage.men(car)[:1], LOST)
    assert immobile(stage.pos, car) is not None, "nobody else drives"
