"""S2.1, S2.3, S3.4 Bases do not overlap: who stands where when a movement ends, guns with their crews included."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import STOREHOUSE, WATER, line, storeyed, upstairs
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    MOVE,
    SKIRMISH,
    Card,
    March,
    Pace,
    Stairs,
)
from shapan.games.yangtze.movement.settling import Rooms, settle_bases
from shapan.games.yangtze.movement.standoff import nearer
from shapan.games.yangtze.noted import Climb
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.position import STANDING
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule


@rule("yangtze", "S2.3", "S6.3")
def test_ends_on_two_floors_do_not_overlap() -> None:
    stage = bare(ground={"buildings": [storeyed(600, 450, 750, 600)]})
    squad = stage.unit("usmc_squad")
    _, above = stage.put(squad, (650, 520), (690, 520))
    upstairs(stage, above)
    stage.put(stage.unit("gang"), (2000, 1000))
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.push(March(squad, ((6500, 4650), (7000, 5800))))
    piece = stage.piece(squad, 1)
    assert stage.why(Pace(piece, ((6400, 4800), (7000, 5700)))) is None
    move(stage.pos, (above, Spot(6900, 5200, 0, 0)))
    assert stage.why(Pace(piece, ((6400, 4800), (7000, 5700)))) == "S2.3"


@rule("yangtze", "S2.3", "S16.1")
def test_bases_on_different_floors_do_not_crowd_each_other() -> None:
    stage = bare(ground={"buildings": [STOREHOUSE]})
    below, above = stage.put(stage.unit("usmc_squad"), (660, 550), (660, 550))
    stage.pos.floor = put(stage.pos.floor, above, 1)
    stage.pos.spent = put(stage.pos.spent, above, 750)
    stage.pos.track = put(stage.pos.track, above, ((0, 6600, 5500), (750, 6600, 5500)))
    settle_bases(stage.pos)
    assert (stage.pos.x[above], stage.pos.y[above]) == (6600, 5500)
    assert below


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


@rule("yangtze", "S2.3", "S2.1")
def test_a_gun_is_not_drawn_into_the_river_or_on_to_others() -> None:
    for ground, crowd in ((WATER, False), (None, True)):
        stage = bare(ground=ground)
        gun = stage.unit("wl_gun_light")
        stage.model(gun, 500, 550)
        (man, *_) = stage.row(gun, 500, 510, 3)
        if crowd:
            stage.put(stage.unit("usmc_squad"), (500, 650))
        stage.card(MOVE, gun)
        stage.pos.track = put(stage.pos.track, man, ((0, 5000, 5100), (1000, 5000, 6100)))
        stage.pos.spent = put(stage.pos.spent, man, 1000)
        stage.pos.stand(man, 5000, 6100)
        settle_bases(stage.pos)
        x, y, _ = stage.pos.at[gun]
        radius = stage.pos.book.units[gun].gun_radius
        assert stage.pos.book.table.ground(x, y).cost[0]
        foes = [f for unit, men in enumerate(stage.pos.standing) if unit != gun for f in men]
        assert all(stage.pos.apart_from(f, x, y) >= (radius + 125) ** 2 for f in foes)
        assert stage.pos.fate[man] == STANDING


@rule("yangtze", "S2.3", "13.2")
def test_whom_the_enemy_meets_on_his_way_past_a_lorry_fights_beside_it_and_not_under_it() -> None:
    """A man may be anywhere in the moment of contact; at rest he is off the lorry, and still at his enemy."""
    stage = bare()
    stage.model(stage.unit("truck"), 500, 500, 90)
    (man,) = stage.put(stage.unit("usmc_squad"), (500, 536))
    (foe,) = stage.put(stage.unit("gang"), (500, 561))
    stage.card(MOVE, stage.unit("usmc_squad"))
    stage.card(CHARGE, stage.unit("gang"))
    stage.pos.track = put(stage.pos.track, man, ((0, 5000, 4000), (1360, 5000, 5360)))
    stage.pos.spent = put(stage.pos.spent, man, 1360)
    stage.pos.touched = 1 << man | 1 << foe
    assert stage.pos.on_body(stage.pos.x[man], stage.pos.y[man], 125)
    settle_bases(stage.pos)
    assert not stage.pos.on_body(stage.pos.x[man], stage.pos.y[man], 125)
    assert stage.pos.within(man, foe, stage.pos.book.contact_gap)


def manned_gun(gap: float = 5) -> tuple[Stage, Unit, tuple[Figure, ...]]:
    """A light gun at (500, 600) with three men about it, so far from its edge."""
    stage = bare()
    gun, off = stage.unit("wl_gun_light"), 37.5 + gap
    stage.model(gun, 500, 600)
    return stage, gun, stage.put(gun, (500 - off, 600), (500, 600 - off), (500, 600 + off))


@rule("yangtze", "S16.1", "S2.3")
def test_whoever_was_in_a_house_before_the_move_has_his_place_in_it() -> None:
    """He may have stood still or walked about inside; who has come in or down the stairs looks for room."""
    stage = bare(ground={"buildings": [STOREHOUSE]})
    squad = stage.unit("usmc_squad")
    still, about, new, down = stage.put(squad, (630, 520), (630, 560), (680, 520), (680, 560))
    for man, start in ((about, (6800, 5800)), (new, (5000, 5200)), (down, (6800, 5600))):
        stage.pos.track = put(stage.pos.track, man, ((0, *start), (1000, stage.pos.x[man], stage.pos.y[man])))
        stage.pos.spent = put(stage.pos.spent, man, 1000)
    stage.pos.stairs = put(stage.pos.stairs, down, (Climb(750, 0, 1),))
    assert set(Rooms(stage.pos).inside) == {still, about}


@rule("yangtze", "S2.3", "S3.4")
def test_nobody_comes_to_rest_on_a_gun() -> None:
    stage = bare()
    gun, squad = stage.unit("wl_gun_light"), stage.unit("usmc_squad")
    stage.model(gun, 500, 600, 90)
    (man,) = stage.put(squad, (500, 400))
    stage.turn({squad: MOVE}, March(squad, ((5000, 6000),)))
    assert (stage.pos.x[man], stage.pos.y[man]) == (5000, 6000 - 375)


@pytest.mark.parametrize("step", [(30, 0), (-40, 0), (0, 40), (0, -40), (60, -60), (-100, 0)])
@rule("yangtze", "S2.1", "S2.3")
def test_a_gun_goes_with_its_crew_and_they_keep_their_places_about_it(step: tuple[int, int]) -> None:
    """Where the piece stood before is in nobody's way, not in its own crew's either."""
    stage, gun, crew = manned_gun()
    before = [(stage.pos.x[man], stage.pos.y[man]) for man in crew]
    dx, dy = step[0] * 10, step[1] * 10
    stage.turn({gun: MOVE}, March(gun, ((before[0][0] + dx, before[0][1] + dy),)))
    assert stage.pos.at[gun][:2] == (5000 + dx, 6000 + dy)
    assert [(stage.pos.x[man], stage.pos.y[man]) for man in crew] == [(x + dx, y + dy) for x, y in before]


@pytest.mark.parametrize(("gap", "goes"), [(25, True), (25.1, False), (300, False)])
@rule("yangtze", "S2.1", "R90", "R123")
def test_nobody_draws_a_gun_beside_which_he_does_not_stand(gap: float, goes: bool) -> None:
    stage, gun, (man, *_) = manned_gun(gap)
    stage.turn({gun: MOVE}, March(gun, ((stage.pos.x[man] + 1000, 6000),)))
    assert (stage.pos.at[gun][:2] == (6000, 6000)) == goes
    assert goes or stage.pos.at[gun][:2] == (5000, 6000)


@rule("yangtze", "S16.1", "S2.3", "S3.4")
def test_who_finds_the_floor_full_comes_down_the_stairs_again() -> None:
    """Room for four on each floor: the fifth stays below, and stands on nobody."""
    hut = {"id": "h", "k": "two_storey", "p": box(700, 500, 760, 560), "doors": [[700, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    squad, sailors = stage.unit("usmc_squad"), stage.unit("usn_squad")
    for man in stage.put(squad, (715, 515), (745, 515), (715, 545), (745, 545)):
        stage.pos.floor = put(stage.pos.floor, man, 1)
    (sailor,) = stage.put(sailors, (730, 530))
    up = March(sailors, ((7050, 5300), (7300, 5300))), Stairs(stage.piece(sailors), 1)
    stage.play(Card(sailors, SKIRMISH), *up, to="air_attacks")
    assert stage.pos.floor[sailor] == 0
    assert stage.places(sailors) == [(730, 530)]


def squeezed(card: str, enemy: str = "") -> tuple[int, int]:
    """Where a man finds room who has stopped on his comrade's base; there is none to the west, and the enemy stands
    100 mm to the east."""
    stage = bare()
    squad, others = stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    _, man = stage.put(squad, (500, 500), (500, 500))
    stage.put(others, (475, 500), (482, 525))
    stage.card(card, squad)
    if enemy == "gang":
        stage.put(stage.unit("gang"), (625, 500))
    elif enemy:
        stage.model(stage.unit(enemy), 612.5 + 55, 500, 90)
    stage.pos.spent = put(stage.pos.spent, man, 100)
    stage.pos.track = put(stage.pos.track, man, ((0, 5000, 5000), (100, 5000, 5000)))
    settle_bases(stage.pos)
    return stage.pos.x[man], stage.pos.y[man]


@rule("yangtze", "5.3", "S2.3", "S12.2")
def test_who_makes_room_beside_his_way_steps_no_nearer_to_the_enemy() -> None:
    alone = squeezed(MOVE)
    assert alone[0] > 5000, "without an enemy he steps to the east"
    for enemy, east, keep in (("gang", 6250, 1250), ("armoured_car", 6125, 1125)):
        x, y = squeezed(MOVE, enemy)
        assert (x, y) != alone
        assert (x - east) ** 2 + (y - 5000) ** 2 >= keep**2
        assert squeezed(CHARGE, enemy) == alone


@rule("yangtze", "5.3", "S3.4")
def test_nobody_goes_back_along_his_way_towards_those_who_have_come_after_him() -> None:
    """The gang has followed to 100 mm; where he would end a comrade stands."""
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    _, man = stage.put(squad, (800, 500), (790, 500))
    (pursuer,) = stage.put(gang, (665, 500))
    stage.card(MOVE, squad, gang)
    stage.pos.spent = put(stage.pos.spent, man, 2000)
    stage.pos.track = put(stage.pos.track, man, ((0, 5900, 5000), (2000, 7900, 5000)))
    settle_bases(stage.pos)
    assert stage.pos.apart(man, pursuer) >= 1250**2
    assert stage.pos.apart(man, stage.men(squad)[0]) >= 250**2


@rule("yangtze", "5.3", "S2.3")
def test_an_enemy_who_has_made_room_counts_where_he_stands_now() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (man,), (foe,) = stage.put(squad, (500, 500)), stage.put(gang, (650, 500))
    stage.card(MOVE, squad)
    assert not nearer(stage.pos, man, (5200, 5000), {})
    assert nearer(stage.pos, man, (5200, 5000), {foe: Spot(6400, 5000, 0)})
    about = {gang: (6400, 5000, 6500, 5000)}
    assert nearer(stage.pos, man, (5200, 5000), {foe: Spot(6400, 5000, 0)}, about), "and his unit with him"


@rule("yangtze", "5.3", "S2.3")
def test_nobody_makes_room_round_a_corner_before_the_eyes_of_an_enemy() -> None:
    """Behind the wall they do not see each other; beyond its end they do."""
    stage = bare(ground=line("wall_high", (560, 300), (560, 500)))
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (man,), _ = stage.put(squad, (540, 480)), stage.put(gang, (600, 490))
    stage.card(MOVE, squad)
    assert not nearer(stage.pos, man, (5420, 4850), {})
    assert nearer(stage.pos, man, (5550, 5150), {})


@rule("yangtze", "S2.3")
def test_who_finds_no_room_close_by_stays_where_he_was() -> None:
    """On a narrow bank, where there is room again 150 mm farther on; who has come to his place gives way."""
    banks = [{"k": "river", "p": box(300, 100, 486, 900)}, {"k": "river", "p": box(514, 100, 700, 900)}]
    stage = bare(ground={"areas": banks})
    row = [(500, 500 + 25.2 * step) for step in range(-6, 7) if step]
    came, stayed, *_ = stage.put(stage.unit("wl_rifles"), (500, 498), (500, 501), *row)
    for man, start in ((came, (5000, 8000)), (stayed, (5000, 5000))):
        here = (stage.pos.x[man], stage.pos.y[man])
        spent = abs(here[1] - start[1])
        stage.pos.spent = put(stage.pos.spent, man, spent)
        stage.pos.track = put(stage.pos.track, man, ((0, *start), (spent, *here)))
    settle_bases(stage.pos)
    assert (stage.pos.x[stayed], stage.pos.y[stayed]) == (5000, 5000)
    assert stage.pos.y[came] > 6500
