"""7.0 Firing, 8.0 Confirming hits."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, SKIRMISH, Card, Charge
from shapan.games.yangtze.fire.cover import effective, lowered
from shapan.games.yangtze.fire.covering import covering_rest
from shapan.games.yangtze.fire.declared import declare
from shapan.games.yangtze.fire.elements import small_arms, snipe_refusal
from shapan.games.yangtze.fire.hits import Struck, ToHit, allotted, bodyguards, fall, stand_ins
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.resolving import Resolving
from shapan.games.yangtze.fire.scores import Need, base_score, ladder, with_cover
from shapan.games.yangtze.fire.shooting import fire_at_unit, in_zone
from shapan.games.yangtze.fire.targets import aim, legal_targets, reaches, target_refusal
from shapan.games.yangtze.fire.volley import Blast, Strikes, bury
from shapan.games.yangtze.melee.morale import MoraleTest, consequences
from shapan.games.yangtze.movement.interrupts import covering_fire
from shapan.games.yangtze.noted import Marker, UnitFire
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule


def shoot(stage: Stage, unit: Unit, target: Unit, stage_name: str = "halt") -> None:
    stage.pos.then(*fire_at_unit(stage.pos, small_arms(stage.pos, unit, stage_name), target))
    stage.settle()


def duel(distance: float, grade: str = "A", **switches: Any) -> tuple[Stage, Unit, Unit]:
    stage = bare(**switches)
    squad = stage.unit({"A": "usmc_squad", "B": "usn_squad"}[grade])
    gang = stage.unit("gang")
    stage.row(squad, 300, 500, 5, 0.0001)
    stage.row(gang, 300 + distance + 25, 500, 1)
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    return stage, squad, gang


@rule("yangtze", "7.7", "7.10", "8.1", "7.3", "14.6", "S8", "R86", "R13", "R14", "R20")
def test_the_volley_of_a_squad() -> None:
    """T20: rifles 6 4 3 1, BAR 4 2 6 5 1: five removed, and no confirmation asked."""
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 300, 500, 5, 0.0001)
    centre = 300 + 340 + 25
    close = [(centre, 500), (centre + 60, 500), (centre - 60, 500), (centre, 560), (centre, 440)]
    spread = [(centre + 150 * side, 500 + 30 * row) for side in (-1, 1) for row in range(-3, 4)]
    chief, mark, *_ = stage.put(gang, (centre, 700), *close, *spread)
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    sight = aim(stage.pos, list(stage.men(squad)), gang, 1 << 20)
    assert sight is not None
    assert sight.nominated == mark
    assert sorted(in_zone(stage.pos, (stage.pos.x[mark], stage.pos.y[mark]), 500)) == list(stage.men(gang)[1:6])
    shoot(stage, squad, gang)
    assert [score for _, score, *_ in stage.volley.shots] == [4] * 9
    stage.roll(6, 4, 3, 1)
    assert not stage.pos.doomed, "all dice to hit come first (S8)"
    stage.roll(4, 2, 6, 5, 1)
    assert stage.asks(Orders)
    assert stage.pos.doomed.bit_count() == 5
    assert not stage.pos.doomed >> chief & 1


@rule("yangtze", "14.3", "14.6", "R43", "R46")
def test_morale_after_the_volley() -> None:
    """T20, T21: 6 - 5 fails, 7 - 5 passes; of fifteen left four desert."""
    stage = bare()
    gang = stage.unit("gang")
    stage.row(gang, 300, 500, 20, 26)
    stage.pos.remove(stage.men(gang)[15:], LOST)
    MoraleTest(gang).scored(stage.pos, 7)
    assert stage.pos.forced[gang] == ""
    MoraleTest(gang).scored(stage.pos, 6)
    assert stage.pos.forced[gang] == "FLEE"
    assert stage.standing(gang) == 11


@pytest.mark.parametrize(
    ("base", "modifiers", "score"),
    [(6, 1, 12), (12, 1, 12), (5, 1, 6), (3, 0, 3), (3, -1, 2), (2, -1, 2), (12, -1, 12), (5, 2, 12)],
)
@rule("yangtze", "7.10", "7.11", "R11", "R13")
def test_the_ladder_of_scores(base: int, modifiers: int, score: int) -> None:
    """T22, T23."""
    assert ladder(base, modifiers) == score


@rule("yangtze", "7.8", "7.11", "5.1", "8.4", "R11", "R12", "R33")
def test_modifiers_of_the_firer() -> None:
    """T22: controlled fire and a pin cancel out; moving costs one step, skirmishing none."""
    stage, squad, _ = duel(100)
    man = stage.men(squad)[1]
    assert base_score(stage.pos, man, True) == 2
    stage.pos.pinned = 1 << man
    assert base_score(stage.pos, man, True) == 3
    stage.pos.pinned = 0
    stage.card(SKIRMISH, squad)
    assert base_score(stage.pos, man, True) == 3
    stage.card(MOVE, squad)
    assert base_score(stage.pos, man, True) == 4
    gang = stage.unit("gang")
    stage.card(HALT, gang)
    assert base_score(stage.pos, stage.men(gang)[1], True) == 5, "no controlled fire for bandits"


@rule("yangtze", "8.2", "R16", "R76")
def test_the_bonus_of_hard_cover() -> None:
    """T25."""
    pos = bare().pos
    assert with_cover(pos, 4, "hard+") == Need(5)
    assert with_cover(pos, 6, "hard+") == Need(6, True)
    assert with_cover(pos, 4, "hard") == Need(4)


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("graves", (4, 4), (5, 4)), ("rocks", (5, 5), (6, 5)), ("trench", (6, 5), (6, 6))]
)
@rule("yangtze", "8.3", "8.4", "R22", "R23")
def test_confirming_and_pinning(kind: str, low: tuple[int, int], high: tuple[int, int]) -> None:
    """T24: 8 pins and 9 removes in soft cover, 10 and 11 in hard, 11 and 12 in hard plus."""
    for dice, dead in ((low, False), (high, True)):
        ground = {"areas": [{"k": kind, "p": [[0, 0], [2400, 0], [2400, 1200], [0, 1200]]}]}
        stage = bare(ground=ground)
        gang = stage.unit("gang")
        (_, man) = stage.row(gang, 500, 500, 2)
        stage.card(HALT, gang)
        Struck(Blast(None, gang, 9000, 5000, Strikes.BULLETS, "rifle"), False).drawn(stage.pos, man)
        stage.roll(*dice)
        assert bool(stage.pos.doomed >> man & 1) == dead
        assert bool(stage.pos.pinned_next >> man & 1) != dead
        assert not stage.pos.pinned


@rule("yangtze", "8.4", "R22")
def test_the_whole_unit_can_be_pinned_by_agreement() -> None:
    stage = bare(
        ground={"areas": [{"k": "rocks", "p": [[0, 0], [2400, 0], [2400, 1200], [0, 1200]]}]}, pin_scope="unit"
    )
    gang = stage.unit("gang")
    men = stage.row(gang, 500, 500, 3)
    stage.card(HALT, gang)
    Struck(Blast(None, gang, 9000, 5000, Strikes.BULLETS, "rifle"), False).drawn(stage.pos, men[1])
    stage.roll(1, 1)
    assert stage.pos.pinned_next == sum(1 << man for man in men)


@pytest.mark.parametrize(("far", "case"), [(500, None), (500.1, "7.5")])
@rule("yangtze", "7.5", "R58")
def test_ranges_are_inclusive(far: float, case: str | None) -> None:
    """T26: 500.0 fires, 500.1 does not."""
    stage, squad, gang = duel(far)
    refusal = target_refusal(stage.pos, small_arms(stage.pos, squad, "halt"), gang)
    assert (refusal.case if refusal else None) == case


@rule("yangtze", "7.5", "7.10")
def test_short_and_long_range() -> None:
    """T26: 200.0 is short, 200.1 long."""
    for far, score in ((200, 2), (200.1, 4)):
        stage, squad, gang = duel(far)
        shoot(stage, squad, gang)
        assert stage.volley.shots[0][1] == score


@rule("yangtze", "7.5", "R19")
def test_pistols_measure_to_the_nearest_figure() -> None:
    """T26: the nearest at 100.0, the middle at 160."""
    stage = bare()
    group, gang = stage.unit("usmc_fcg"), stage.unit("gang")
    stage.put(group, (500, 500))
    stage.put(gang, (700, 500), (625, 500), (685, 500), (745, 500))
    stage.card(HALT, group)
    assert target_refusal(stage.pos, small_arms(stage.pos, group, "halt"), gang) is None


@rule("yangtze", "7.4", "R54")
def test_the_closest_unit_must_be_taken() -> None:
    """T27."""
    for strict in (True, False):
        stage = bare(strict_priorities=strict)
        squad, gang, car = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("armoured_car")
        stage.row(squad, 500, 500, 3)
        stage.row(gang, 560, 745, 3)
        stage.model(car, 500, 300, 0)
        stage.card(HALT, squad)
        stage.card(HALT, car, gang)
        found = set(legal_targets(stage.pos, small_arms(stage.pos, squad, "halt")))
        assert found == ({car} if strict else {car, gang})
        refusal = target_refusal(stage.pos, small_arms(stage.pos, squad, "halt"), gang)
        assert (refusal.case if refusal else None) == ("7.4" if strict else None)


@rule("yangtze", "7.4", "7.2", "R25", "R56")
def test_a_leader_alone_in_view_is_for_snipers() -> None:
    """T28."""
    house = {"id": "h", "k": "house", "p": [[700, 700], [800, 700], [800, 900], [700, 900]], "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang, sniper = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("usmc_sniper")
    stage.row(squad, 400, 400, 2)
    stage.row(sniper, 400, 440, 2)
    chief, man = stage.put(gang, (750, 270), (830, 400))
    stage.card(HALT, squad, sniper)
    assert aim(stage.pos, list(stage.men(squad)[:2]), gang, 1 << 20) is None
    piece = stage.pos.book.piece_of_figure
    assert snipe_refusal(stage.pos, [stage.men(sniper)[0]], piece(chief)) is None
    hidden = snipe_refusal(stage.pos, [stage.men(sniper)[0]], piece(man))
    assert hidden is not None


@rule("yangtze", "7.4", "R25")
def test_a_leader_ashore_whose_men_are_still_aboard_is_not_the_last_of_his_unit() -> None:
    stage = bare()
    gang, squad, boat = stage.unit("gang"), stage.unit("usn_squad"), stage.unit("pulling_boat")
    shooters = stage.row(gang, 500, 500, 4)
    stage.model(boat, 1500, 900)
    stage.board(squad, boat)
    stage.put(squad, (500, 700))
    stage.card(HALT, gang, squad, boat)
    assert case(target_refusal(stage.pos, shooters, squad)) == "7.4"
    stage.pos.remove(stage.men(squad)[1:], LOST)
    assert target_refusal(stage.pos, shooters, squad) is None


@rule("yangtze", "7.4", "7.2", "R211", "R63")
def test_an_american_officer_falls_after_his_sergeants_whether_they_are_seen_or_not() -> None:
    """Round the corner of a house: the officer alone is no target, a sergeant alone is one; with both in view every hit
    that the sergeant does not take is lost, as long as the other sergeant lives."""
    house = {"id": "h", "k": "house", "p": box(600, 900, 800, 1000), "doors": [], "windows": []}
    shown, also, behind, farther = (500.0, 872.0), (530.0, 872.0), (700.0, 1050.0), (720.0, 1080.0)
    stage = bare(ground={"buildings": [house]})
    gang, group = stage.unit("gang"), stage.unit("usmc_fcg")
    shooters = stage.row(gang, 400, 600, 8)[1:6]
    stage.card(HALT, gang, group)
    for cited, *places in (
        ("7.4", shown, behind, farther),
        (None, behind, shown, farther),
        (None, shown, also, behind),
    ):
        stage.put(group, *places)
        assert case(target_refusal(stage.pos, shooters, group)) == cited
    officer, one, other = stage.men(group)
    blast = Blast(None, group, 4000, 6000, Strikes.BULLETS, "rifle", visible=(officer, one))
    assert allotted(stage.pos, blast) == [one]
    stage.pos.doomed = 1 << one
    assert allotted(stage.pos, blast) == []
    stage.pos.doomed |= 1 << other
    assert allotted(stage.pos, blast) == [officer]


@rule("yangtze", "6.1", "7.4", "R212")
def test_a_leader_who_charges_ahead_of_his_men_is_not_fired_at_before_they_show() -> None:
    """His men come from behind the house; then the whole squad fires, though he has touched one of it."""
    house = {"id": "h", "k": "house", "p": box(560, 600, 900, 700), "doors": [], "windows": []}
    for alone in (True, False):
        stage = bare(ground={"buildings": [house]})
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        stage.row(squad, 500, 450, 3, -30)
        stage.put(gang, (500, 750), (700, 730) if alone else (470, 780))
        stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
        assert bool(stage.told("last_moment")) == (not alone)
        assert stage.told("contact")


@rule("yangtze", "7.1", "S18")
def test_in_the_dark_nobody_is_given_away_by_a_shot_that_falls_together_with_his_own() -> None:
    """The second man is out of sight when fire is declared, and within sight of the flash that answers it."""
    stage = bare("s6_arms_godown")
    squad, guard = stage.unit("usmc_squad"), stage.unit("wl_guard")
    (marine,) = stage.put(squad, (500, 500))
    _, near, far = stage.put(guard, (760, 520), (780, 500), (850, 500))
    stage.card(HALT, squad, guard)
    pos = stage.pos
    pos.asleep = 0
    for unit, target in ((squad, guard), (guard, squad)):
        declare(pos, UnitFire(unit, target, tuple(small_arms(pos, unit, "halt"))))
    pos.stack = (Resolving("halt"), pos.stack)
    stage.roll(1, 1)
    assert stage.volley.blasts[0].unit == guard
    assert (len(stage.volley.shots), pos.fired >> near & 1, pos.fired >> far & 1) == (1, 1, 0)
    assert not pos.flashed(marine)
    stage.roll(1)
    assert pos.flashed(marine)


@rule("yangtze", "7.4", "R66")
def test_civilians_bind_nobody() -> None:
    """T66."""
    stage = bare()
    company, squad, people = stage.unit("wl_rifles"), stage.unit("usn_squad"), stage.unit("consul")
    stage.row(company, 500, 500, 5)
    stage.row(people, 500, 645, 3)
    stage.row(squad, 500, 825, 3)
    stage.card(HALT, company)
    assert set(legal_targets(stage.pos, small_arms(stage.pos, company, "halt"))) == {squad}
    stage.pos.remove(stage.men(squad), LOST)
    assert set(legal_targets(stage.pos, small_arms(stage.pos, company, "halt"))) == {people}


@rule("yangtze", "7.2", "R21", "R63")
def test_hits_fall_on_the_nearest_and_on_leaders_last() -> None:
    stage = bare()
    group = stage.unit("usmc_fcg")
    officer, *ncos = stage.put(group, (500, 500), (600, 500), (700, 500))
    blast = Blast(None, group, 0, 5000, Strikes.BULLETS, "rifle", visible=(officer, *ncos))
    assert allotted(stage.pos, blast) == ncos[:1], "all three are leaders: the sergeants go before the officer"
    stage.pos.remove(ncos, LOST)
    assert allotted(stage.pos, blast) == [officer]
    gang = stage.unit("gang")
    chief, near, also, far = stage.put(gang, (400, 500), (500, 500), (550, 500), (551.1, 500))
    blast = Blast(None, gang, 0, 5000, Strikes.BULLETS, "rifle", visible=(chief, near, also, far))
    assert allotted(stage.pos, blast) == [near, also]
    stage.pos.remove([near, also, far], LOST)
    assert allotted(stage.pos, blast) == [chief]


@rule("yangtze", "7.2", "4.3", "R25", "R26")
def test_a_leader_hit_in_a_zone_is_replaced() -> None:
    """R25; T63: bodyguards 60 mm off cannot help in person."""
    stage = bare()
    gang = stage.unit("gang")
    chief, near, far = stage.put(gang, (500, 500), (530, 500), (900, 500))
    zone = Blast(None, gang, 0, 0, Strikes.BULLETS, "mmg", False, 5000, 5000, 750, caught=(chief, near))
    fall(stage.pos, chief, zone)
    assert stage.pos.doomed == 1 << near
    group = stage.unit("wl_fcg")
    warlord, *_ = stage.put(group, (1500, 500), (1585, 500), (1500, 585.1))
    stage.pos.doomed = 0
    fall(stage.pos, warlord, zone._replace(target=group, caught=(warlord,)))
    assert stage.pos.doomed == 1 << warlord
    assert far


@rule("yangtze", "7.2", "R25")
def test_a_leader_ashore_does_not_fall_while_his_men_live_aboard() -> None:
    stage = bare()
    gang, squad, boat = stage.unit("gang"), stage.unit("usn_squad"), stage.unit("pulling_boat")
    stage.model(boat, 1500, 900)
    stage.board(squad, boat)
    chief, man = stage.put(squad, (500, 700), (530, 700))
    blast = Blast(gang, squad, 5000, 5000, Strikes.BULLETS, "rifle", visible=(chief, man))
    assert allotted(stage.pos, blast) == [man]
    stage.pos.doomed = 1 << man
    assert allotted(stage.pos, blast) == []


@rule("yangtze", "7.2", "R21")
def test_fire_comes_from_the_middle_of_those_who_have_a_place_of_their_own() -> None:
    """One of the squad is still aboard; where he once stood does not count."""
    stage = bare()
    gang, squad, boat = stage.unit("gang"), stage.unit("usmc_grenadier_squad"), stage.unit("pulling_boat")
    stage.row(gang, 500, 800, 5)
    stage.row(squad, 500, 600, 5, 40)
    stage.model(boat, 500, 300)
    stage.card(HALT, squad, boat)
    stage.card(MOVE, gang)
    men = stage.men(squad)
    stage.pos.stand(men[3], 15000, 6000)
    stage.pos.go_aboard(men[3:4], boat)
    shoot(stage, squad, gang)
    blast = stage.volley.blasts[0]
    assert (blast.x, blast.y) == (stage.pos.x[men[2]], stage.pos.y[men[2]])


@rule("yangtze", "7.7", "R20", "R31")
def test_a_base_that_touches_the_zone_is_in_it() -> None:
    """T34."""
    stage = bare()
    gang = stage.unit("gang")
    mark, touches, misses = stage.put(gang, (500, 500), (587.5, 500), (500, 587.6))
    assert in_zone(stage.pos, (5000, 5000), 750) == [mark, touches]
    assert misses


@rule("yangtze", "7.1", "S8.10", "R59", "R64")
def test_those_who_fall_are_removed_together() -> None:
    """T36: doomed figures still fire in the same step."""
    stage, squad, gang = duel(150)
    man = stage.men(squad)[1]
    stage.pos.doomed = 1 << man
    assert man in small_arms(stage.pos, squad, "halt")
    bury(stage.pos)
    assert man not in small_arms(stage.pos, squad, "halt")
    assert gang


@rule("yangtze", "7.2", "5.3", "14.5")
def test_who_may_not_fire() -> None:
    stage, squad, _ = duel(150)
    for card in (CHARGE, "COWER", "RETREAT", "FLEE"):
        stage.card(card, squad)
        assert not small_arms(stage.pos, squad, "halt")
    stage.card(HALT, squad)
    stage.pos.fired = sum(1 << f for f in stage.men(squad))
    assert not small_arms(stage.pos, squad, "halt")


@rule("yangtze", "7.9", "R55", "R75")
def test_covering_fire_tests_each_figure_once() -> None:
    """T35: at the moment and in the ground of crossing; in the fire phase only those not tested yet."""
    stage = bare()
    gun, gang, lead = stage.unit("wl_lmg"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
    (weapon, _) = stage.row(gun, 500, 500, 2)
    stage.put(lead, (480, 540))
    runner, other = stage.put(gang, (700, 500), (900, 900))
    stage.card(HALT, gun)
    stage.card(MOVE, gang)
    lay(stage.pos, Marker(weapon, 7000, 5000, 1, 0))
    interruption = covering_fire(stage.pos)
    assert interruption is not None
    interruption(stage.pos)
    stage.roll(1)
    assert covering_fire(stage.pos) is None
    stage.pos.then(*covering_rest(stage.pos))
    assert stage.asks(Orders)
    stage.pos.stand(other, 7000, 4600)
    stage.pos.then(*covering_rest(stage.pos))
    stage.settle()
    assert stage.asks(ToHit)
    assert runner


@rule("yangtze", "8.5", "S5", "R28")
def test_high_explosive_takes_one_level() -> None:
    """T6, T7."""
    pos = bare().pos
    assert [lowered(pos, level) for level in ("soft", "hard", "hard+", "hard_plus")] == ["none", "soft", "soft", "hard"]


@rule("yangtze", "S5", "8.2")
def test_a_wall_close_in_front_is_cover_from_one_side_only() -> None:
    """T60."""
    wall = {"k": "wall_low", "p": [[450, 700], [550, 700]]}
    stage = bare(ground={"lines": [wall]})
    company = stage.unit("wl_rifles")
    (man,) = stage.put(company, (500, 520))
    stage.card(HALT, company)
    assert effective(stage.pos, man, (5000, 1000)) == "hard"
    assert effective(stage.pos, man, (5000, 9000)) == "none"


@rule("yangtze", "8.2", "S5")
def test_a_stone_wall_in_front_of_a_hut_shelters_those_in_it() -> None:
    """The best of both: a hut alone is soft. Who looks out upstairs has no wall before him."""
    wall = {"k": "wall_low", "p": [[450, 710], [650, 710]]}
    tower = {"id": "t", "k": "watchtower", "p": box(450, 500, 650, 650), "doors": [], "windows": [[500, 700]]}
    stage = bare(ground={"lines": [wall], "buildings": [tower]})
    company = stage.unit("wl_rifles")
    (man,) = stage.put(company, (500, 515))
    stage.card(HALT, company)
    assert effective(stage.pos, man, (5000, 1000)) == "hard"
    assert effective(stage.pos, man, (5000, 9000)) == "soft", "from behind"
    assert effective(stage.pos, man, (6000, 6000)) == "none", "from within the room"
    stage.pos.floor = put(stage.pos.floor, man, 1)
    assert effective(stage.pos, man, (5000, 1000)) == "soft"


@rule("yangtze", "14.4", "14.5", "S10", "R47")
def test_what_failing_means_for_a_and_b() -> None:
    """T55: a wood 350 mm to the rear, or none."""
    wood = {"k": "light_wood", "p": [[100, 700], [180, 700], [180, 500], [100, 500]]}
    for areas, state in (([wood], "RETREAT"), ([], "COWER")):
        stage = bare(ground={"areas": areas})
        squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
        stage.row(squad, 500, 600, 5)
        stage.row(gang, 900, 600, 5)
        consequences(stage.pos, squad)
        assert stage.pos.forced[squad] == state
        navy = stage.unit("usn_squad")
        stage.row(navy, 500, 300, 5)
        consequences(stage.pos, navy)
        assert stage.pos.forced[navy] == "COWER"


def test_put_is_a_tuple() -> None:
    assert put((1, 2), 0, 3) == (3, 2)


@rule("yangtze", "7.5", "7.3", "12.1", "S4", "R120")
def test_only_those_who_see_a_vehicle_fire_at_it() -> None:
    """One man of the squad looks past the house; the others stand behind it."""
    house = {"id": "h", "k": "house", "p": box(600, 480, 700, 700), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, truck = stage.unit("wl_rifles"), stage.unit("truck")
    stage.pos.owner = put(stage.pos.owner, truck, 1 - stage.pos.owner[squad])
    stage.model(truck, 800, 500, 90)
    _, outside, *hidden = stage.put(squad, (550, 660), (550, 400), (550, 600), (550, 630))
    stage.card(HALT, squad)
    sight = aim(stage.pos, [outside, *hidden], truck, 1 << 20)
    assert sight is not None
    assert [reaches(stage.pos, figure, sight) for figure in (outside, *hidden)] == [True, False, False]
    stage.pos.then(*fire_at_unit(stage.pos, [outside, *hidden], truck))
    assert len(stage.volley.shots) == 1
    assert [stage.pos.fired >> figure & 1 for figure in (outside, *hidden)] == [1, 0, 0]


@pytest.mark.parametrize(("gap", "guarded"), [(50, True), (60, False)])
@rule("yangtze", "4.3", "R26", "R25")
def test_a_warlord_hit_in_a_zone_has_only_the_guards_close_to_him(gap: float, guarded: bool) -> None:
    stage = bare()
    group = stage.unit("wl_fcg")
    general, *guards = stage.put(group, (500, 500), (500 + 25 + gap, 500), (500 - 25 - gap, 500))
    blast = Blast(
        stage.unit("usmc_mmg"), group, 5000, 9000, Strikes.BULLETS, "mmg", False, 5000, 5000, 750, caught=(general,)
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
        stage.unit("usmc_mmg"), company, 5000, 9000, Strikes.BULLETS, "mmg", False, 5000, 5000, 750, caught=(leader,)
    )
    assert stand_ins(stage.pos, leader, blast) == [man]
