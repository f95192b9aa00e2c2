"""9.0 Guns in play: who serves them, what they may be laid on, what their rounds do to men, guns and vehicles."""

from typing import Any

import pytest
from tests.games.yangtze.scenes import BROAD_RIVER
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    HE,
    MOVE,
    SHRAPNEL,
    Charge,
    March,
    Ready,
    Shell,
)
from shapan.games.yangtze.fire.aimed import AtFigure, AtGun
from shapan.games.yangtze.fire.artillery import RoundLands, begin_shell, lowers_cover
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.hits import Confirming, ToHit
from shapan.games.yangtze.fire.shooters import arm_of
from shapan.games.yangtze.fire.targets import aim, reaches
from shapan.games.yangtze.melee.bouts import MeleeDie
from shapan.games.yangtze.noted import Rounds
from shapan.games.yangtze.position import ABOARD, LOST, STANDING
from shapan.games.yangtze.who import Mounted, Unit
from shapan.kernel import DICE, rule

CREW = ((0, 45), (-40, 20), (-40, -20), (0, -45))
"""Where the men of a gun stand about the middle of the piece."""


def gun_at(stage: Stage, template: str, x: float, y: float, men: int = 4) -> Unit:
    """A gun with so many of its crew."""
    gun = stage.unit(template)
    stage.model(gun, x, y)
    stage.put(gun, *((x + dx, y + dy) for dx, dy in CREW[:men]))
    return gun


def laid(template: str, target: str, *places: tuple[float, float], **ground: object) -> tuple[Stage, Unit, Unit]:
    """A gun at (300, 600) and figures of a unit at these places."""
    stage = bare(ground=ground or None)
    foe = stage.unit(target)
    stage.put(foe, *places)
    return stage, gun_at(stage, template, 300, 600), foe


def needed(stage: Stage) -> list[tuple[int, int]]:
    """What has been rolled against what was needed, in order."""
    keys = ("event.shell_lands", "event.shell_misses", "event.hit", "event.miss")
    return [(event.params["score"], event.params["need"]) for event in stage.events if event.key in keys]


ROCKS = {"k": "rocks", "p": box(900, 500, 1100, 700)}


ROW = ((1000, 600), (1000, 630), (1000, 570))


@pytest.mark.parametrize(("gun", "foe", "land", "others", "strict"), [
    ("us_gun_75", "gov_rifles", 5, 6, False),
    ("wl_gun_medium", "usn_squad", 6, 6, True),
])  # fmt: skip
@rule("yangtze", "9.1", "8.2", "R16", "R76")
def test_the_bonus_of_hard_cover_counts_for_those_about_the_nominated_figure_only(
    gun: str, foe: str, land: int, others: int, strict: bool
) -> None:
    """Shrapnel at class B on HALT among rocks: no bonus against the landing roll; where the others' score is six
    already, their hits are confirmed on 12."""
    stage, piece, unit = laid(gun, foe, *ROW, areas=[ROCKS])
    stage.turn({}, Shell(piece, SHRAPNEL, unit), dice=[land, others, others - 1])
    assert needed(stage) == [(land, land), (others, others), (others - 1, others)]
    assert stage.asks(Confirming)
    assert stage.stake(Confirming).need == (12 if strict else 11)
    stage.roll(1, 1)
    assert stage.asks(Confirming)
    assert stage.stake(Confirming).need == 11, "whom the landing roll has hit; he leads, and comes last (R86)"


@rule("yangtze", "9.3", "8.5", "R28")
def test_high_explosive_takes_hard_cover_and_its_bonus_down_to_soft() -> None:
    stage, gun, foe = laid("us_gun_75", "gov_rifles", *ROW, areas=[ROCKS])
    stage.turn({}, Shell(gun, HE, foe), dice=[5, 5, 4])
    assert needed(stage) == [(5, 5), (5, 5), (4, 5)]
    assert stage.asks(Confirming)
    assert stage.stake(Confirming).need == 9


@pytest.mark.parametrize(("pinned", "dice", "need"), [(0, [6, 6], 12), (1, [6], 6)])
@rule("yangtze", "8.4", "9.1", "R70")
def test_the_pin_of_the_man_who_serves_the_gun_counts_and_no_other(pinned: int, dice: list[int], need: int) -> None:
    """Class B at long range needs six; pinned, twelve with two dice, for the landing and for all in the zone."""
    stage, gun, foe = laid("wl_gun_medium", "usn_squad", *ROW)
    stage.pos.pinned = 1 << stage.men(gun)[pinned]
    stage.turn({}, Shell(gun, HE, foe), dice=[*dice, *dice])
    assert needed(stage) == [(sum(dice), need), (sum(dice), need)]


@rule("yangtze", "9.4", "7.4", "R27")
def test_an_enemy_under_the_guns_does_not_shield_those_behind_him() -> None:
    """A medium gun cannot fire at what is nearer than 200 mm, and so need not; at 200.0 it fires at short
    range. The piece has 30 mm to its edge, the base 12.5."""
    stage, gun, far = laid("us_gun_75", "gov_rifles", (1000, 600), (1000, 630))
    near = stage.unit("gang")
    stage.put(near, (542.4, 600), (542.4, 630))
    stage.turn({}, Shell(gun, HE, far), dice=[5])
    assert needed(stage) == [(5, 5)]
    stage, gun, far = laid("us_gun_75", "gov_rifles", (1000, 600), (1000, 630))
    stage.put(near, (542.5, 600), (542.5, 630))
    stage.turn({}, Shell(gun, HE, near), dice=[3])
    assert needed(stage) == [(3, 3)]


@pytest.mark.parametrize(("template", "men", "fires"), [
    ("wl_gun_light", 1, True), ("wl_gun_medium", 1, False), ("wl_gun_medium", 2, True),
])  # fmt: skip
@rule("yangtze", "S2.1", "9.1")
def test_a_light_gun_needs_one_man_and_a_medium_one_two(template: str, men: int, fires: bool) -> None:
    stage, gun, foe = laid(template, "usn_squad", *ROW)
    stage.pos.remove(stage.men(gun)[men:], LOST)
    stage.turn({}, *[Shell(gun, HE, foe)] * fires)
    assert stage.asks(RoundLands) == fires


@rule("yangtze", "9.1", "R18", "5.1")
def test_a_gun_that_is_moved_does_not_fire() -> None:
    stage, gun, foe = laid("us_gun_37", "gov_rifles", *ROW)
    stage.turn({gun: MOVE}, March(gun, ((3000, 7000),)))
    assert stage.pos.turn == 2, "nobody has been asked for a die"
    assert foe


@rule("yangtze", "9.4", "6.1", "S7")
def test_a_medium_gun_fires_at_those_who_charge_it_while_they_are_far_enough() -> None:
    """In the defensive window they are still 250 mm off; in the last moment they are under the gun."""
    for fires in (True, False):
        stage, gun, rifles = laid("us_gun_75", "wl_rifles", *((900, 540 + 30 * n) for n in range(5)))
        stage.pos.stand(stage.men(gun)[0], 3000, 6450)
        stage.turn({rifles: CHARGE}, Charge(rifles, gun), *[Shell(gun, HE, rifles)] * fires)
        assert stage.asks(RoundLands) == fires
        assert not stage.told("last_moment")


@pytest.mark.parametrize(("dice", "left"), [([6, 6, 6], 0), ([6, 6, 5], 4)])
@rule("yangtze", "9.5", "R32")
def test_a_gun_laid_on_a_gun(dice: list[int], left: int) -> None:
    """On target: twelve destroys piece and crew; else the crew is tested man by man, and nobody is hit outright."""
    stage, gun, _ = laid("wl_gun_medium", "gang", (100, 100))
    foe = gun_at(stage, "us_gun_37", 1000, 600)
    stage.turn({}, Shell(gun, HE, foe), dice=dice)
    assert stage.standing(foe) == left
    assert stage.pos.laid_out(foe) == bool(left)
    assert stage.asks(ToHit) == bool(left)


@rule("yangtze", "9.2", "9.5", "R32")
def test_a_gun_beside_which_a_round_bursts_is_tested_with_the_rest() -> None:
    """Aimed at the squad, 100 mm to the left: a hit on the piece, then two dice for it; twelve takes gun and crew."""
    stage, gun, squad = laid("wl_gun_medium", "usn_squad", (1000, 600), (1000, 640))
    other = gun_at(stage, "us_gun_37", 1060, 500)
    stage.turn({}, Shell(gun, HE, squad), dice=[2, 3, 5, 5, *[1] * 4, 6, 6, 6])
    assert stage.told("gun_destroyed")
    assert not stage.pos.laid_out(other)
    assert stage.standing(other) == 0


@rule("yangtze", "9.2", "12.1", "14.8", "R67")
def test_a_stray_round_hits_a_lorry_once_and_its_riders_only_by_the_table() -> None:
    """Even that of a friend: two dice, no bonus; on seven one rider goes, and the lorry alone tests its morale."""
    stage, gun, foe = laid("us_gun_75", "gov_rifles", (1000, 600))
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.put(foe, (1000, 600), (1000, 640))
    stage.model(truck, 1060, 500, 90)
    stage.board(squad, truck)
    stage.turn({}, Shell(gun, HE, foe), dice=[2, 3, 5, 5, 5, 3, 4, 6, 6])
    assert len(stage.told("passenger")) == 1
    assert [event.params["unit"] for event in stage.told("morale_holds")] == [stage.pos.book.units[truck].id]
    assert len([man for man in stage.men(squad) if stage.pos.fate[man] == ABOARD]) == 4
    assert stage.pos.fate[stage.men(squad)[0]] == ABOARD, "the leader is the last"
    assert stage.pos.turn == 2


HOUSE = {"id": "h", "k": "two_storey", "p": box(1000, 520, 1150, 680), "doors": [[1150, 600]], "windows": [[1000, 600]]}


@rule("yangtze", "7.7", "R20", "S5")
def test_a_shell_at_a_man_in_a_window_tests_those_on_his_floor_seen_or_not() -> None:
    """Two more stand in the room, a third upstairs: two dice; the house is hard cover, and soft against the shell."""
    stage, gun, rifles = laid(
        "us_gun_75", "wl_rifles", (1020, 640), (1020, 600), (1060, 600), (1040, 570), buildings=[HOUSE]
    )
    upstairs = stage.men(rifles)[3]
    stage.pos.floor = tuple(1 if f == upstairs else floor for f, floor in enumerate(stage.pos.floor))
    stage.turn({}, Shell(gun, HE, rifles), dice=[5, 1, 1])
    assert needed(stage) == [(5, 5), (1, 5), (1, 5)]
    assert stage.asks(Confirming)
    stake = stage.stake(Confirming)
    assert (stake.figure, stake.need) == (stage.men(rifles)[1], 9)


@rule("yangtze", "13.2", "9.1", "R62")
def test_a_gun_does_not_fire_into_a_melee() -> None:
    stage, gun, rifles = laid("us_gun_75", "wl_rifles", *((1150 + 30 * n, 600) for n in range(5)))
    squad = stage.unit("usmc_squad")
    stage.put(squad, (1000, 600), (1000, 640))
    stage.turn({rifles: CHARGE, squad: MOVE}, Charge(rifles, squad), March(squad, ((10000, 7000),)))
    assert stage.asks(MeleeDie), "no fire has been asked for: there is no other target"
    assert gun


@rule("yangtze", "R66", "7.4", "9.1")
def test_civilians_do_not_bind_a_gun_and_are_no_target_while_there_is_another() -> None:
    stage, gun, squad = laid("wl_gun_medium", "usmc_squad", (1200, 600), (1230, 600))
    people = stage.unit("consul")
    stage.put(people, (900, 600), (930, 600))
    stage.pos.stack = (Firing("halt", 1), ())
    stage.card(HALT, gun, squad, people)
    assert stage.why(Shell(gun, HE, squad)) is None
    assert stage.why(Shell(gun, HE, people)) == "7.4"
    stage.pos.remove(stage.men(squad), LOST)
    assert stage.why(Shell(gun, HE, people)) is None
    assert stage.why(Ready()) is None, "nobody has to fire at them"


@rule("yangtze", "9.3", "9.1")
def test_a_round_of_which_none_is_left_is_refused_and_the_other_is_not() -> None:
    stage = bare(limited_rounds=True)
    foe = stage.unit("usn_squad")
    stage.put(foe, *ROW)
    gun = gun_at(stage, "wl_gun_medium", 300, 600)
    for turn in range(6):
        stage.turn({}, Shell(gun, HE, foe), dice=[1, 6])
        assert stage.pos.turn == turn + 2
    stage.pos.stack = (Firing("halt", 1), ())
    stage.card(HALT, gun, foe)
    assert stage.why(Shell(gun, HE, foe)) == "9.3"
    assert stage.why(Shell(gun, SHRAPNEL, foe)) is None


@rule("yangtze", "9.1", "8.5")
def test_a_heavy_gun_by_agreement() -> None:
    """Three men serve it; its high explosive bursts over 100 mm."""
    stage = bare(heavy_guns=True)
    gun, squad = stage.unit("wl_gun_heavy"), stage.unit("usmc_squad")
    stage.model(gun, 300, 600)
    stage.put(gun, (300, 655), (250, 620), (250, 580))
    stage.put(squad, (900, 600), (900, 712.4), (900, 487.4))
    stage.turn({}, Shell(gun, HE, squad), dice=[6, 1])
    assert needed(stage) == [(6, 6), (1, 6)], "112.4 mm between the centres: the base reaches in; 112.6 does not"


@pytest.mark.parametrize(("switch", "calibre", "lowers"), [(False, "medium", False), (True, "heavy", True)])
@rule("yangtze", "9.1", "8.5", "R28")
def test_heavy_guns_where_the_players_want_them(switch: bool, calibre: str, lowers: bool) -> None:
    stage = bare("s5_kuling_battery", heavy_guns=switch, he_reduces_cover="heavy")
    gun = stage.unit("wl_gun_heavy" if switch else "wl_gun_medium")
    crew = stage.row(gun, 500, 500, 4)
    stage.model(gun, 500, 540)
    assert arm_of(stage.pos, crew[0]).calibre == calibre
    assert lowers_cover(stage.pos, calibre) == lowers


@rule("yangtze", "9.5", "R32")
def test_a_shell_is_laid_on_a_piece_only_if_it_is_seen() -> None:
    wall = {"k": "wall_high", "p": [[700, 690], [700, 800]]}
    stage = bare(ground={"lines": [wall]})
    ours, theirs = stage.unit("us_gun_75"), stage.unit("wl_gun_medium")
    crew = stage.row(ours, 300, 500, 4)
    stage.model(ours, 320, 520)
    stage.put(theirs, (1100, 540), (1130, 540))
    stage.model(theirs, 1100, 460)
    stage.card(HALT, ours)
    stage.pos.then(*begin_shell(stage.pos, crew[0], ours, theirs, HE))
    assert isinstance(stage.stake(RoundLands).target, AtFigure)


@rule("yangtze", "9.5", "R32", "R91")
def test_whoever_serves_a_gun_sees_the_piece_for_it() -> None:
    """A wall hides the enemy's gun from ours, not from the man who stands beside ours."""
    wall = {"k": "wall_high", "p": [[400, 640], [400, 700]]}
    stage = bare(ground={"lines": [wall]})
    ours, theirs = stage.unit("us_gun_75"), stage.unit("wl_gun_medium")
    crew = stage.put(ours, (320, 460), (290, 470))
    stage.model(ours, 320, 520)
    stage.put(theirs, (1100, 460), (1130, 460))
    stage.model(theirs, 1100, 520)
    stage.card(HALT, ours)
    stage.pos.then(*begin_shell(stage.pos, crew[0], ours, theirs, HE))
    assert isinstance(stage.stake(RoundLands).target, AtGun)


@rule("yangtze", "9.4", "7.6")
def test_a_train_s_gun_fires_at_exactly_two_hundred() -> None:
    stage = bare()
    train, squad = stage.unit("armoured_train"), stage.unit("usmc_squad")
    stage.model(train, 1000, 500, 90)
    stage.card(HALT, train)
    mount = Mounted(stage.pos.book.guns[train][0])
    for gap, fires in ((199.9, False), (200, True)):
        stage.put(squad, (1000 + 210 + gap + 12.5, 500))
        sight = aim(stage.pos, [mount], squad, 1 << 20)
        assert sight is not None
        assert reaches(stage.pos, mount, sight) == fires


AT_PIECE = ((-45, 0), (0, 45), (0, -45), (-40, 40))


def gun(stage: Stage, name: str, x: float, y: float, crew: int = 2) -> Unit:
    """A gun with so many of its crew beside it."""
    unit = stage.unit(name)
    stage.model(unit, x, y)
    stage.put(unit, *((x + dx, y + dy) for dx, dy in AT_PIECE[:crew]))
    return unit


def say_all(stage: Stage, *said: Any) -> None:
    for word in said:
        stage.pos.push(word, stage.hear)
    while stage.pos.actor != DICE:
        stage.pos.push(Ready(), stage.hear)


@rule("yangtze", "9.5", "S2.1")
def test_a_direct_hit_kills_the_crew_at_the_piece() -> None:
    stage = bare()
    ours, theirs = gun(stage, "us_gun_75", 300, 600), gun(stage, "wl_gun_light", 900, 600, crew=3)
    away = stage.men(theirs)[3]
    stage.pos.stand(away, 13000, 6000)
    stage.play(to="halt_fire")
    say_all(stage, Shell(ours, HE, theirs))
    stage.roll(6, 6, 6)
    assert not stage.pos.laid_out(theirs)
    assert [stage.pos.fate[figure] for figure in stage.men(theirs)] == [LOST, LOST, LOST, STANDING]


@rule("yangtze", "9.5", "9.1")
def test_a_gun_is_laid_on_the_men_where_they_have_left_their_piece() -> None:
    stage = bare()
    ours, theirs = gun(stage, "us_gun_75", 300, 600), gun(stage, "wl_gun_light", 900, 600, crew=0)
    crew = stage.put(theirs, (1300, 600), (1300, 640))
    stage.play(to="halt_fire")
    say_all(stage, Shell(ours, HE, theirs))
    assert stage.stake(RoundLands).target in [AtFigure(man) for man in crew]


@pytest.mark.parametrize(("gap", "refused"), [(199.9, "9.4"), (200, None)])
@rule("yangtze", "9.4", "9.5")
def test_the_least_range_to_a_gun_is_measured_to_the_piece(gap: float, refused: str | None) -> None:
    stage = bare()
    ours, theirs = gun(stage, "us_gun_75", 300, 600), stage.unit("wl_gun_light")
    x = 300 + 30 + gap + 25
    stage.model(theirs, x, 600)
    stage.put(theirs, (x + 45, 600), (x + 30, 635))
    far = stage.unit("wl_mmg")
    stage.put(far, (1300, 600))
    stage.play(to="halt_fire")
    assert stage.why(Shell(ours, HE, theirs)) == refused


@rule("yangtze", "9.3", "9.1")
def test_a_round_that_is_fired_is_gone_and_no_other_gun_has_one_less() -> None:
    """The guns of a ship and those ashore have their own rounds of either kind."""
    for kind, left in ((HE, (5, 6)), (SHRAPNEL, (6, 5))):
        stage = bare(ground=BROAD_RIVER, limited_rounds=True)
        boat, gang = stage.unit("gunboat"), stage.unit("gang")
        stage.model(boat, 1000, 800, 90)
        stage.row(gang, 1500, 300, 3)
        before = stage.pos.rounds
        fore = stage.pos.book.guns[boat][0]
        stage.play(Shell(stage.pos.book.piece_of_mount(fore), kind, gang), to="other_fire", otherwise=1)
        pairs = enumerate(zip(before, stage.pos.rounds, strict=True))
        changed = {number: now for number, (old, now) in pairs if old != now}
        assert changed == {len(stage.pos.book.units) + fore: Rounds(*left)}
