"""S14.7 People in the water."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import BROAD_RIVER, FAR, WATER, area
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    MOVE,
    Card,
    Charge,
    Fire,
)
from shapan.games.yangtze.ending import sink_wrecks
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.melee.bouts import match
from shapan.games.yangtze.melee.trials import Bout
from shapan.games.yangtze.movement.ways import able
from shapan.games.yangtze.orders.cards import card_refusal
from shapan.games.yangtze.place import Water, move
from shapan.games.yangtze.position import LEFT, LOST, STANDING, WRECK
from shapan.games.yangtze.vessels.riders import embark_refusal, land_refusal
from shapan.games.yangtze.vessels.swimming import Stroke, Swimmers, bank, deep, dive, overboard, swim, water_about
from shapan.games.yangtze.who import Unit, put
from shapan.ground.table import ahead
from shapan.kernel import rule


@rule("yangtze", "S14.7")
def test_a_die_for_every_swimmer_at_the_end_of_the_turn() -> None:
    stage = bare(ground=BROAD_RIVER)
    squad = stage.unit("usmc_squad")
    one, two = stage.men(squad)[1:3]
    move(stage.pos, (one, Water(10000, 8000)), (two, Water(11000, 8000)))
    stage.pos.then(*swim(stage.pos))
    stage.roll(1, 2)
    assert stage.told("drowns")
    assert stage.pos.fate[one] == LOST
    assert (stage.pos.x[two], stage.pos.y[two]) == (11000, 7500), "50 mm towards the bank"
    assert stage.pos.swimming >> two & 1
    stage.pos.then(*swim(stage.pos))
    stage.roll(6)
    assert stage.pos.y[two] == 7000


@rule("yangtze", "S14.7")
def test_who_comes_to_the_bank_is_ashore() -> None:
    stage = bare(ground=BROAD_RIVER)
    squad = stage.unit("usmc_squad")
    man = stage.men(squad)[1]
    move(stage.pos, (man, Water(10000, 4300)))
    assert deep(stage.pos, 10000, 4300)
    assert not deep(stage.pos, 10000, 3900)
    goal = bank(stage.pos, 10000, 4300)
    assert goal is not None
    assert goal[1] <= 4000
    stage.pos.teller = stage.events.append
    Stroke(man).scored(stage.pos, 6)
    assert not stage.pos.swimming >> man & 1
    assert stage.pos.fate[man] == STANDING
    assert stage.told("ashore")


@rule("yangtze", "S2.3", "S14.7", "S6.7")
def test_a_swimmer_does_not_come_ashore_on_an_enemy_who_lies_hidden_there() -> None:
    stage = bare(ground=BROAD_RIVER)
    man = stage.men(stage.unit("usmc_squad"))[1]
    move(stage.pos, (man, Water(10000, 4300)))
    goal = bank(stage.pos, 10000, 4300)
    assert goal is not None
    gang = stage.unit("gang")
    (foe,) = stage.put(gang, (goal[0] / 10, goal[1] / 10))
    stage.pos.hidden = 1 << gang
    Stroke(man).scored(stage.pos, 6)
    assert stage.pos.apart(man, foe) >= (2 * 125) ** 2


@rule("yangtze", "S14.7")
def test_where_there_is_no_bank_he_treads_water() -> None:
    stage = bare(ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    man = stage.men(stage.unit("usmc_squad"))[1]
    move(stage.pos, (man, Water(10000, 6000)))
    assert bank(stage.pos, 10000, 6000) is None
    Stroke(man).scored(stage.pos, 6)
    assert (stage.pos.x[man], stage.pos.y[man]) == (10000, 6000)
    assert stage.pos.swimming >> man & 1
    stage.pos.remove([man], LOST)
    Stroke(man).scored(stage.pos, 1)
    assert not stage.told("drowns"), "who is gone rolls for nothing"


@pytest.mark.parametrize("room", [True, False])
@rule("yangtze", "S14.7", "S14.9")
def test_those_for_whom_there_is_no_water_are_lost(room: bool) -> None:
    """A hull that goes down where nobody could swim takes them with it."""
    stage = bare(ground=BROAD_RIVER if room else None)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 800, 90)
    stage.card(HALT, boat)
    crew = stage.men(boat)
    assert bool(water_about(stage.pos, boat, crew, (10000, 8000))) == room
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, stage.pos.turn)
    sink_wrecks(stage.pos)
    assert not stage.pos.is_body(boat)
    assert all((stage.pos.fate[figure] == LOST) != room for figure in crew)


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


@rule("yangtze", "S14.7", "S2.3")
def test_swimmers_one_behind_the_other_all_make_50_mm() -> None:
    """Whichever of them comes first in number: those in front make room for those behind."""
    for places in ((8000, 8300, 8600), (8600, 8300, 8000), (8300, 8600, 8000)):
        stage = bare(ground=BROAD_RIVER)
        men = stage.men(stage.unit("usmc_squad"))[:3]
        move(stage.pos, *((man, Water(10000, y)) for man, y in zip(men, places, strict=True)))
        stage.pos.then(*swim(stage.pos))
        stage.roll(2, 2, 2)
        assert [(stage.pos.x[man], stage.pos.y[man]) for man in men] == [(10000, y - 500) for y in places]


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


@rule("yangtze", "S14.7")
def test_a_swimmer_makes_for_the_nearest_bank() -> None:
    river = {"k": "river", "p": [[0, 200], [2400, 1000], [2400, 1200], [0, 1200]]}
    stage = bare(ground={"areas": [river]})
    point = bank(stage.pos, 12000, 4000)
    assert point is not None
    far = ((point[0] - 12000) ** 2 + (point[1] - 4000) ** 2) ** 0.5
    assert far < 1960, "straight at a bank that runs aslant"


def sinking(**switches: Any) -> tuple[Stage, Unit, Unit]:
    stage = bare("s5_kuling_battery", ground=WATER, **switches)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 660, 90)
    stage.board(squad, boat)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, stage.pos.turn)
    return stage, boat, squad


@rule("yangtze", "S14.7", "S14.9", "R83")
def test_those_aboard_a_sinking_boat_swim() -> None:
    stage, boat, squad = sinking()
    sink_wrecks(stage.pos)
    men = stage.men(squad)
    assert stage.standing(squad) == 5
    assert all(stage.pos.swimming >> figure & 1 for figure in men)
    assert not any(able(stage.pos, figure) or may_fire(stage.pos, figure) for figure in men), "they cannot act"
    assert case(card_refusal(stage.pos, squad, MOVE)) == "S14.7"
    stage.pos.then(*swim(stage.pos))
    assert stage.asks(Swimmers)
    before = stage.pos.y[men[1]]
    Stroke(men[0]).scored(stage.pos, 1)
    Stroke(men[1]).scored(stage.pos, 2)
    assert stage.gone(men) == [men[0]]
    assert before - 500 <= stage.pos.y[men[1]] < before, "50 mm toward the bank"
    for _ in range(6):
        Stroke(men[1]).scored(stage.pos, 6)
    assert not stage.pos.swimming >> men[1] & 1
    sailor = stage.men(boat)[0]
    for _ in range(8):
        Stroke(sailor).scored(stage.pos, 6)
    assert stage.pos.fate[sailor] == LEFT


@rule("yangtze", "S14.7", "S2.3")
def test_swimmers_do_not_swim_into_each_other() -> None:
    stage = bare("s5_kuling_battery", ground=WATER)
    squad = stage.unit("usn_squad")
    ahead, behind = stage.put(squad, (1000, 700), (1000, 730))
    stage.pos.swimming |= 1 << ahead | 1 << behind
    Stroke(behind).scored(stage.pos, 6)
    assert stage.pos.apart(ahead, behind) >= 250**2
    assert stage.pos.y[behind] < 7300, "as far as there is room"
    Stroke(ahead).scored(stage.pos, 6)
    Stroke(behind).scored(stage.pos, 6)
    assert stage.pos.y[behind] < 7000


@rule("yangtze", "S14.7", "S14.9")
def test_without_swimming_they_are_lost() -> None:
    stage, _, squad = sinking(swimming=False)
    sink_wrecks(stage.pos)
    assert stage.standing(squad) == 0
    assert not stage.pos.swimming


@rule("yangtze", "S14.7", "S14.5", "12.2", "R83")
def test_jumping_from_a_wreck() -> None:
    stage, boat, squad = sinking()
    stage.model(boat, 1000, 900, 90)
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert land_refusal(stage.pos, squad, (10000, 9400)) is None
    dive(stage.pos, {stage.men(squad)[0]: (10000, 9400)})
    assert stage.pos.swimming
    stage.pos.damage = put(stage.pos.damage, boat, 0)
    assert case(land_refusal(stage.pos, squad, (10000, 9400))) == "S14.5", "only from a wreck"


@pytest.mark.parametrize(("gap", "cited"), [(25, None), (200, "S14.5")])
@rule("yangtze", "S14.5", "S14.7", "R83")
def test_nobody_jumps_farther_than_he_steps_off(gap: float, cited: str | None) -> None:
    stage, boat, squad = sinking()
    stage.model(boat, 1000, 900, 90)
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    side = stage.pos.book.units[boat].size[1] / 20
    assert case(land_refusal(stage.pos, squad, (10000, round((900 + side + gap + 12.5) * 10)))) == cited


@rule("yangtze", "S14.7", "R114")
def test_swimmers_do_not_go_aboard() -> None:
    stage = bare("s5_kuling_battery", ground=WATER)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 800, 90)
    men = stage.put(squad, (1000, 840))
    stage.pos.swimming = 1 << men[0]
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert case(embark_refusal(stage.pos, squad, boat)) == "S14.5"


@rule("yangtze", "S14.7", "S2.3")
def test_nobody_swims_where_another_hull_lies() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    junk, launch, pirates = stage.unit("junk"), stage.unit("launch"), stage.unit("pirates")
    stage.model(junk, 1000, 900, 90)
    stage.model(launch, 1000, 970, 90)
    stage.board(pirates, junk)
    stage.pos.damage = put(stage.pos.damage, junk, WRECK)
    sink_wrecks(stage.pos)
    men = [*stage.pos.standing[pirates], *stage.pos.standing[junk]]
    assert len(men) == 24
    assert all(stage.pos.hull_gap(figure, launch) >= 0 for figure in men)
    assert any(stage.pos.y[figure] == 9000 for figure in men)  # where their own hull lay there is water now


@rule("yangtze", "S14.9", "S14.7")
def test_who_goes_down_with_a_hull_and_finds_no_water_is_lost_unsung() -> None:
    """An armoured car has no water about it: nobody is told to swim there."""
    stage = bare(ground=WATER)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 90)
    men = stage.men(boat)
    overboard(stage.pos, boat, men)
    assert not [figure for figure in men if stage.pos.fate[figure] == LOST]
    stage = bare()
    stage.model(boat, 1000, 900, 90)
    stage.pos.teller = stage.hear
    overboard(stage.pos, boat, men)
    assert all(stage.pos.fate[figure] == LOST for figure in men)
    assert not stage.told("overboard")
    stage = bare(ground=WATER)
    stage.model(boat, 1000, 900, 90)
    stage.pos.teller = stage.hear
    overboard(stage.pos, boat, men)
    assert [event.params["count"] for event in stage.told("overboard")] == [len(men)]


@rule("yangtze", "S14.7", "S2.3")
def test_who_comes_ashore_where_somebody_stands_takes_a_place_beside_him() -> None:
    """The bank is 30 mm off; with nobody on it he lands at its nearest point, otherwise beside the other's base."""
    for taken in (False, True):
        stage = bare(ground=WATER)
        swimmer, other = stage.men(stage.unit("usmc_squad"))[:2]
        move(stage.pos, (swimmer, Water(10000, 6300)))
        if taken:
            stage.pos.stand(other, 10000, 5990)
        Stroke(swimmer).scored(stage.pos, 4)
        x, y = stage.pos.x[swimmer], stage.pos.y[swimmer]
        assert not stage.pos.swimming >> swimmer & 1
        assert y <= 6000
        assert (abs(x - 10000) < 50) != taken
        assert not taken or stage.pos.apart(swimmer, other) >= 250**2


@pytest.mark.parametrize(("ground", "found"), [("open", True), ("dense_wood", True), ("river", False)])
@rule("yangtze", "S14.7")
def test_a_bank_is_where_a_man_on_foot_can_stand(ground: str, found: bool) -> None:
    """A wood in which no horse goes is a bank like any other."""
    areas = [{"k": ground, "p": box(0, 0, 2400, 600)}, {"k": "river", "p": box(0, 600, 2400, 1200)}]
    stage = bare(ground={"areas": areas})
    goal = bank(stage.pos, 10000, 6300)
    assert (goal is not None) == found
    assert goal is None or (goal[1] <= 6000 and goal[1] >= 5950)


@rule("yangtze", "S14.7", "S2.3")
def test_nobody_comes_ashore_behind_the_enemy_who_holds_the_bank_nor_farther_off_than_he_swims() -> None:
    for y in (6150, 6125):
        stage = bare(ground=WATER)
        swimmer = stage.men(stage.unit("usmc_squad"))[0]
        move(stage.pos, (swimmer, Water(10000, y)))
        stage.put(stage.unit("gang"), *((1000 + 26 * number, 587) for number in range(-9, 10)))
        Stroke(swimmer).scored(stage.pos, 4)
        assert stage.pos.swimming >> swimmer & 1, "he treads water"
        assert stage.pos.y[swimmer] > 6000


@rule("yangtze", "S14.7", "S14.9")
def test_a_boat_goes_down_in_shallows_and_her_people_wade_ashore() -> None:
    """Nobody swims where a man can stand; it is told in the order in which it happens."""
    stage = bare("s5_kuling_battery", ground=area("shallows", 0, 600, 2400, 1200))
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 800, 90)
    stage.board(squad, boat)
    stage.pos.teller = stage.hear
    overboard(stage.pos, boat, stage.men(squad))
    assert [event.key for event in stage.events] == ["event.overboard", *["event.ashore"] * 5]
    assert stage.standing(squad) == 5
    assert not stage.pos.swimming


@pytest.mark.parametrize("template", ["usmc_squad", "launch"])
@rule("yangtze", "S14.7", "S2.3")
def test_where_the_bank_is_full_a_swimmer_goes_on_along_it_until_there_is_room(template: str) -> None:
    """Men stand on 260 mm of it and do not stir; half of that is three turns' way. A boat's crew swim no worse."""
    stage = bare(ground=WATER)
    swimmer = stage.men(stage.unit(template))[0]
    move(stage.pos, (swimmer, Water(10000, 6150)))
    stage.put(stage.unit("us_consul_guard"), *((896 + 26 * number, 590) for number in range(8)))
    stage.put(stage.unit("usmc_mounted"), *((1104 + 41 * number, 582) for number in range(2)))
    for _ in range(4):
        if stage.pos.swimming >> swimmer & 1:
            was = stage.pos.x[swimmer], stage.pos.y[swimmer]
            Stroke(swimmer).scored(stage.pos, 4)
            assert (stage.pos.x[swimmer], stage.pos.y[swimmer]) != was, "nobody treads water while there is a bank"
    assert not stage.pos.swimming >> swimmer & 1


@rule("yangtze", "S14.7", "13.2", "S9", "R214")
def test_a_swimmer_whom_a_charge_reaches_fights_alone() -> None:
    """He is close to the bank, and his comrades beside him in the water; who swims neither doubles up nor stands by."""
    stage = bare(ground=WATER)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (1000, 590))
    first, *others = stage.men(squad)[:4]
    move(stage.pos, *((man, Water(10000 + 260 * at, 6150)) for at, man in enumerate((first, *others))))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    bouts, _ = match(stage.pos, [(charger, first)])
    assert bouts == [Bout((charger,), (first,))]


@pytest.mark.parametrize(("far", "reached"), [(20, True), (30, False)])
@rule("yangtze", "S14.7", "13.2", "5.3", "R214")
def test_a_charge_reaches_a_swimmer_from_the_bank_on_a_table_with_houses(far: int, reached: bool) -> None:
    """What bears nobody does not part them, as a wall does. He who comes stops at the water's edge."""
    house = {"id": "h", "k": "house", "p": box(100, 100, 200, 200), "doors": [], "windows": []}
    stage = bare(ground={**WATER, "buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (1000, 450))
    swimmer = stage.men(squad)[0]
    move(stage.pos, (swimmer, Water(10000, 6000 + 10 * far)))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert bool(stage.told("contact")) == reached
    assert bool(stage.pos.touched >> swimmer & 1) == reached


@rule("yangtze", "S14.7", "S2.3")
def test_a_swimmer_whom_others_ring_in_comes_as_near_to_them_as_he_can() -> None:
    """Seven lie in a half circle of 50 mm between him and the bank: he makes 25 mm, up to the base of the one ahead."""
    stage = bare(ground=BROAD_RIVER)
    pirates, gang = stage.unit("pirates"), stage.unit("gang")
    (swimmer,) = stage.put(pirates, (600, 800))
    ring = [ahead(6000, 8000, angle % 360, 500) for angle in range(-90, 91, 30)]
    others = stage.put(gang, *((x / 10, y / 10) for x, y in ring))
    for figure in (swimmer, *others):
        move(stage.pos, (figure, Water(stage.pos.x[figure], stage.pos.y[figure])))
    Stroke(swimmer).scored(stage.pos, 6)
    assert stage.places(pirates) == [(600, 775)]
    assert stage.pos.swimming >> swimmer & 1
