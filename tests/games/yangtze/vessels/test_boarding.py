"""S14.6 Boarding."""

import pytest
from tests.games.yangtze.scenes import WATER
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.melee.bouts import melee
from shapan.games.yangtze.movement.charge import charge_refusal
from shapan.games.yangtze.orders.planned import Charging, Sailing
from shapan.games.yangtze.position import ABOARD, LOST, WRECK
from shapan.games.yangtze.vessels.boarding import boarders, prize, repel
from shapan.games.yangtze.vessels.carriers import set_out
from shapan.games.yangtze.vessels.crews import immobile
from shapan.games.yangtze.vessels.grappling import alongside, grappled
from shapan.games.yangtze.who import Unit, put
from shapan.games.yangtze.works.loads import settle_loads
from shapan.kernel import rule


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


def gorge() -> tuple[Stage, Unit, Unit, Unit]:
    """A steamer with a guard and passengers, and a junk full of pirates alongside."""
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    steamer, junk, pirates = stage.unit("steamer"), stage.unit("junk"), stage.unit("pirates", 1)
    stage.model(steamer, 1000, 600, 90)
    stage.model(junk, 1000, 710, 90)
    stage.board(pirates, junk)
    stage.card(CHARGE, pirates)
    stage.card(HALT, steamer, junk)
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(steamer))
    return stage, steamer, junk, pirates


@rule("yangtze", "S14.6", "R66")
def test_passengers_do_not_fight_and_a_ship_with_nobody_else_is_seized() -> None:
    stage, steamer, _, _ = gorge()
    pax = stage.unit("passengers")
    stage.board(pax, steamer)
    fights, _ = boarders(stage.pos)
    fought = {figure for fight in fights for figure in fight[1]}
    assert fought == set(stage.men(steamer))
    stage.pos.remove(stage.men(steamer), LOST)
    assert boarders(stage.pos)[0] == []
    prize(stage.pos)
    assert stage.pos.owner[steamer] == 1
    assert all(stage.pos.fate[figure] == ABOARD for figure in stage.men(pax))


@rule("yangtze", "S14.6", "6.1", "S8", "R59")
def test_units_fire_at_boarders_in_the_order_of_their_numbers() -> None:
    stage, steamer, _, _ = gorge()
    guards = [stage.unit("usn_squad", number) for number in (0, 1)]
    for guard in reversed(guards):
        stage.board(guard, steamer)
        stage.card(HALT, guard)
    stage.pos.stack = ()
    repel(stage.pos)
    stage.settle()
    fired = []
    while (volley := stage.pos.nearest(Volley)) is not None:
        fired.append(volley.blasts[0].unit)
        stage.roll(*[1] * (len(volley.shots) - volley.rolled))
    assert fired == [steamer, *guards]


@rule("yangtze", "S14.6", "6.1", "7.2", "S8")
def test_boarders_who_are_hit_fall_without_cover_leaders_last() -> None:
    """Two pirates and their leader come; three hits, and nothing is confirmed."""
    stage, steamer, _, pirates = gorge()
    guard = stage.unit("usn_squad")
    stage.board(guard, steamer)
    stage.card(HALT, guard)
    stage.pos.remove(stage.men(pirates)[3:], LOST)
    stage.pos.stack, stage.pos.fired = (), sum(1 << figure for figure in stage.men(steamer))
    repel(stage.pos)
    stage.settle()
    stage.roll(6, 6, 1, 1, 1)
    assert [stage.pos.fate[figure] for figure in stage.men(pirates)[:3]] == [ABOARD, LOST, LOST]


@rule("yangtze", "S14.6", "13.2")
def test_all_extra_boarders_support() -> None:
    """Ten against one: one fights, one doubles up, eight add one each."""
    stage, steamer, _, pirates = gorge()
    stage.pos.remove(stage.men(steamer)[1:], LOST)
    stage.pos.remove(stage.men(pirates)[10:], LOST)
    ((mine, theirs, helpers, standers),) = boarders(stage.pos)[0]
    assert (len(mine), len(theirs), len(helpers), len(standers)) == (2, 1, 8, 0)


@rule("yangtze", "S14.6", "6.1")
def test_halted_units_aboard_fire_at_boarders_who_have_no_cover() -> None:
    stage, steamer, _, pirates = gorge()
    guard = stage.unit("usn_squad")
    stage.board(guard, steamer)
    stage.card(HALT, guard)
    stage.pos.stack = ()
    repel(stage.pos)
    stage.roll(1, 1, 1, 1, 6, 1)
    assert len(stage.pos.alive(pirates)) == 19, "no confirmation is asked"
    assert not stage.pos.doomed
    assert all(stage.pos.fired >> figure & 1 for figure in stage.men(guard))


@rule("yangtze", "S14.6", "6.2", "R88")
def test_a_vessel_alongside_when_the_boarding_begins_does_not_sail_off() -> None:
    stage, steamer, junk, _ = gorge()
    assert grappled(stage.pos) == {steamer, junk}
    stage.card(MOVE, junk)
    stage.pos.plan = put(stage.pos.plan, junk, Sailing(90, 200, 90))
    set_out(stage.pos)
    assert not stage.pos.rolling


@rule("yangtze", "12.2", "S14.6")
def test_a_blazing_wreck_is_not_boarded() -> None:
    stage, steamer, junk, pirates = gorge()
    stage.pos.damage = put(stage.pos.damage, steamer, WRECK)
    assert boarders(stage.pos)[0] == []
    assert case(charge_refusal(stage.pos, pirates, steamer)) == "12.2"
    stage.pos.damage = put(stage.pos.damage, junk, WRECK)
    assert case(immobile(stage.pos, junk)) == "12.2"


@rule("yangtze", "13.3", "S14.6", "R48")
def test_a_unit_whose_men_fall_aboard_tests_after_the_melee_with_those_ashore() -> None:
    """13.3 tests the units that were charged, whatever they ride in: who fails goes back at once and cowers."""
    stage = bare("s4_ox_gorge", ground=WATER)
    steamer, junk, pirates = stage.unit("steamer"), stage.unit("junk"), stage.unit("pirates", 1)
    guard = stage.unit("usn_squad")
    stage.model(steamer, 1000, 900, 90, crew=False)
    stage.model(junk, 1000, 1010, 90)
    stage.board(pirates, junk)
    stage.board(guard, steamer)
    stage.put(guard, (1000, 300), (1030, 300))
    stage.card(CHARGE, pirates)
    stage.card(HALT, steamer, junk, guard)
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(steamer))
    assert boarders(stage.pos)[1] == [(pirates, guard)]
    stage.pos.stack = ()
    melee(stage.pos)
    stage.roll(*(6, 6, 1) * 3, 1, 1)
    assert stage.told("flees_now")
    assert all(y != 300 or x > 1300 for x, y in stage.places(guard))


@pytest.mark.parametrize(("card", "holds", "sleeps", "fires"), [
    (HALT, False, False, True),
    (HALT, True, False, False),
    (HALT, False, True, False),
    (MOVE, False, False, False),
])  # fmt: skip
@rule("yangtze", "S14.6", "6.1", "S6.8")
def test_who_of_a_boarded_vessel_fires_in_the_last_moment(card: str, holds: bool, sleeps: bool, fires: bool) -> None:
    """Units that have halted, are awake and do not hold their fire."""
    stage, steamer, _, _ = gorge()
    guard = stage.unit("usn_squad")
    stage.pos.remove(stage.men(steamer), LOST)
    stage.board(guard, steamer)
    stage.card(card, guard)
    stage.pos.holding, stage.pos.asleep = holds << guard, sleeps << guard
    stage.pos.stack, stage.pos.teller = (), stage.hear
    repel(stage.pos)
    assert bool(stage.told("last_moment")) == fires


@rule("yangtze", "S14.6", "6.1", "14.2")
def test_one_against_one_the_mate_fires_his_pistol_and_a_lone_pirate_takes_the_steamer() -> None:
    stage, steamer, _, pirates = gorge()
    stage.pos.remove(stage.men(steamer)[1:], LOST)
    stage.pos.remove(stage.men(pirates)[1:], LOST)
    stage.pos.stack = ()
    repel(stage.pos)
    stage.roll(4)
    assert stage.pos.fired.bit_count() == 1
    assert stage.standing(pirates) + len(stage.pos.alive(pirates)) == 1, "class C needs five"
    stage.pos.remove(stage.men(steamer), LOST)
    prize(stage.pos)
    assert stage.pos.owner[steamer] == 1
    assert stage.pos.aboard[stage.men(pirates)[0]] == steamer


@rule("yangtze", "S14.6", "S12.3", "R263")
def test_nobody_finds_a_seat_in_a_launch_full_of_passengers_but_she_is_taken() -> None:
    stage, _, junk, pirates = gorge()
    launch, pax = stage.unit("launch"), stage.unit("passengers")
    stage.model(launch, 1000, 780, 90, crew=False)
    stage.board(pax, launch)
    book = stage.pos.book
    book.units = put(book.units, launch, book.units[launch]._replace(seats=len(stage.men(pax))))
    stage.pos.plan = put(stage.pos.plan, pirates, Charging(launch))
    prize(stage.pos)
    assert stage.pos.owner[launch] == 1
    assert {stage.pos.aboard[figure] for figure in stage.men(pirates)} == {junk}


@rule("yangtze", "S14.6", "S14.8", "R142")
def test_a_gun_that_bears_on_one_of_two_boats_fires_at_those_who_come_across() -> None:
    """The bow gun of the launch does not bear on the junk astern, but it does on the one ahead."""
    stage, _, junk, pirates = gorge()
    launch, dragon, men = stage.unit("launch"), stage.unit("gun_junk"), stage.unit("pirates")
    stage.model(launch, 1000, 900, 90)
    stage.model(junk, 780, 900, 90)
    stage.model(dragon, 1220, 900, 90)
    stage.board(men, dragon)
    stage.card(CHARGE, men)
    stage.card(HALT, launch)
    for boarding in (pirates, men):
        stage.pos.plan = put(stage.pos.plan, boarding, Charging(launch))
    stage.pos.remove(stage.men(launch)[1:], LOST)
    stage.pos.stack = ()
    repel(stage.pos)
    assert len(stage.volley.shots) == 1
    assert stage.volley.blasts[0].weapon == "lmg"


@rule("yangtze", "S14.6", "S14.9", "R283")
def test_nobody_fights_for_a_vessel_that_fire_has_wrecked() -> None:
    stage, steamer, junk, pirates = gorge()
    assert boarders(stage.pos)[0]
    stage.pos.spoil(steamer, WRECK)
    assert boarders(stage.pos) == ([], [])
    prize(stage.pos)
    assert stage.pos.owner[steamer] == 0
    assert stage.pos.riding(pirates) == junk
