"""7.2, 7.10, 8.0 What hits and what confirms a hit, and who falls for whom."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import area, line, way
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    Card,
    Fire,
    Guard,
    March,
    Ready,
)
from shapan.games.yangtze.fire.hits import allotted, nearest_band, stand_ins
from shapan.games.yangtze.fire.volley import Blast, Strikes
from shapan.games.yangtze.who import Unit
from shapan.kernel import DICE, rule


def shooting(
    firer: str, target: str, gap: float, ground: dict[str, Any] | None = None, card: str = HALT
) -> tuple[Stage, Unit, Unit]:
    """One rifleman beside his leader, and one man of the target so far from him; its leader is behind him."""
    stage = bare(ground=ground)
    unit, foe = stage.unit(firer), stage.unit(target)
    stage.put(unit, (440, 400), (500, 500))
    stage.put(foe, (525 + gap, 600), (525 + gap, 500), (525 + gap, 400))
    said = [Card(unit, card), *([March(unit, way((440, 350), (440, 400)))] if card == MOVE else [])]
    stage.play(*said, to="halt_fire" if card == HALT else "other_fire")
    return stage, unit, foe


@pytest.mark.parametrize(
    ("firer", "target", "gap", "card", "needed"),
    [
        ("usmc_squad", "gang", 200.0, HALT, 2),
        ("usmc_squad", "gang", 200.1, HALT, 4),
        ("usmc_squad", "gang", 500.0, HALT, 4),
        ("usmc_squad", "gang", 500.1, HALT, None),
        ("usmc_squad", "gang", 200.0, MOVE, 4),
        ("usmc_squad", "gang", 200.1, MOVE, 6),
        ("usn_squad", "gang", 200.0, HALT, 3),
        ("usn_squad", "gang", 200.1, HALT, 5),
        ("usn_squad", "gang", 200.1, MOVE, 12),
        ("gov_rifles", "usmc_squad", 200.0, HALT, 4),
        ("gov_rifles", "usmc_squad", 200.1, HALT, 6),
        ("wl_rifles", "usmc_squad", 200.0, HALT, 5),
        ("wl_rifles", "usmc_squad", 200.1, HALT, 12),
        ("wl_rifles", "usmc_squad", 200.0, MOVE, 6),
    ],
)
@rule("yangtze", "7.5", "7.8", "7.10", "7.11", "R12", "R13")
def test_what_a_rifle_needs(firer: str, target: str, gap: float, card: str, needed: int | None) -> None:
    stage, unit, foe = shooting(firer, target, gap, card=card)
    if needed is None:
        assert stage.why(Fire(unit, foe)) is not None
        return
    stage.play(Fire(unit, foe), to="melee", faces=[1, 1])
    assert stage.told("miss")[0].params["need"] == needed


@pytest.mark.parametrize(
    ("target", "ground", "needed", "confirmed"),
    [
        ("gang", None, 6, 0),
        ("gang", area("graves", 600, 300, 900, 900), 6, 9),
        ("gang", line("wall_low", (800, 300), (800, 900)), 6, 11),
        ("gang", area("trench", 600, 300, 900, 900), 6, 12),
        ("usmc_squad", None, 6, 9),
        ("usmc_squad", area("bare", 600, 300, 900, 900), 6, 0),
        ("usmc_squad", area("graves", 600, 300, 900, 900), 6, 11),
        ("usmc_squad", line("wall_low", (800, 300), (800, 900)), 6, 12),
        ("usmc_squad", area("trench", 600, 300, 900, 900), 6, 12),
    ],
)
@rule("yangtze", "8.1", "8.2", "8.3", "5.4", "R14", "R15", "R16", "R17")
def test_what_confirms_a_hit_on_halted_troops(
    target: str, ground: dict[str, Any] | None, needed: int, confirmed: int
) -> None:
    """Class B at long range needs six as it is: the bonus of hard cover goes to the confirmation."""
    firer = "gov_rifles" if target == "usmc_squad" else "usn_squad"
    stage, unit, foe = shooting(firer, target, 300, ground)
    if firer == "usn_squad":
        needed -= 1  # controlled fire
    stage.play(Fire(unit, foe), to="other_fire", faces=[6, *([1] * 12)])
    assert stage.told("hit")[0].params["need"] == needed
    told = [event.params["need"] for event in stage.told("pinned")][:1]
    assert told == ([confirmed] if confirmed else [])


@rule("yangtze", "7.2", "R25", "R21")
def test_a_substitute_outside_the_zone_is_drawn_among_those_nearest_to_the_fire() -> None:
    stage = bare()
    gang = stage.unit("gang")
    chief, near, also, far = stage.put(gang, (500, 500), (700, 500), (740, 500), (900, 500))
    zone = Blast(None, gang, 0, 5000, Strikes.BULLETS, "mmg", False, 5000, 5000, 750, caught=(chief,))
    assert stand_ins(stage.pos, chief, zone) == [near, also]
    assert far


@rule("yangtze", "7.2", "R63", "R25")
def test_a_sergeant_falls_for_his_officer_in_a_zone() -> None:
    stage = bare()
    group = stage.unit("usmc_fcg")
    officer, first, second = stage.put(group, (500, 500), (530, 500), (900, 500))
    zone = Blast(None, group, 0, 5000, Strikes.BULLETS, "mmg", False, 5000, 5000, 750, caught=(officer, first))
    assert stand_ins(stage.pos, officer, zone) == [first]
    assert stand_ins(stage.pos, first, zone) == [], "nobody falls for a sergeant"
    blast = Blast(None, group, 0, 5000, Strikes.BULLETS, "rifle", visible=(officer, second))
    assert allotted(stage.pos, blast) == [second]


@rule("yangtze", "7.2", "R25", "R86")
def test_nobody_falls_for_his_leader_who_is_hit_in_the_same_volley_himself() -> None:
    """The leader and the man beside him are hit in one zone: two hits, two men."""
    stage = bare()
    marines, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(marines, (300, 600))
    chief, near, far = stage.put(gang, (600, 600), (600, 640), (600, 240))
    stage.play(Fire(marines, gang), to="other_fire", faces=[6, 6])
    assert stage.gone((chief, near, far)) == [near, far]


@rule("yangtze", "7.2", "7.1", "R25", "R175", "R59")
def test_who_has_fallen_for_his_leader_is_not_struck_again_by_another_unit() -> None:
    """One squad hits the leader, the other the man beside him, who has fallen in his place: one man is lost."""
    stage = bare()
    first, second, gang = stage.unit("usmc_squad"), stage.unit("usmc_squad", 1), stage.unit("gang")
    stage.put(first, (300, 600))
    stage.put(second, (300, 560))
    chief, near, far = stage.put(gang, (600, 600), (600, 640), (600, 240))
    stage.play(Fire(first, gang), Fire(second, gang), to="other_fire", faces=[6, 1, 1, 6])
    assert stage.gone((chief, near, far)) == [near]


@rule("yangtze", "4.3", "R26", "R86")
def test_a_bodyguard_who_is_hit_himself_cannot_be_given_up_for_his_warlord() -> None:
    stage = bare()
    marines, staff = stage.unit("usmc_squad"), stage.unit("wl_fcg")
    stage.put(marines, (300, 600))
    _, near, other = stage.put(staff, (600, 600), (600, 640), (600, 560))
    stage.play(Card(staff, MOVE), March(staff, way((600, 500), (600, 600))), to="halt_fire")
    stage.pos.push(Fire(marines, staff), stage.hear)
    while stage.pos.actor != DICE:
        stage.pos.push(Ready(), stage.hear)
    stage.roll(6, 6, 1)
    book = stage.pos.book
    assert stage.why(Guard(book.piece_of_figure(near))) == "4.3"
    assert stage.why(Guard(book.piece_of_figure(other))) is None


@pytest.mark.parametrize(("source", "struck"), [
    ((100, 600), (0,)), ((1900, 600), (2, 3)), ((1035, 100), (0, 1, 2, 3)), ((1000, 1100), (0, 1, 2, 3)),
])  # fmt: skip
@rule("yangtze", "7.2", "R21")
def test_casualties_are_those_within_50_mm_of_the_one_nearest_to_the_fire(
    source: tuple[int, int], struck: tuple[int, ...]
) -> None:
    """Four in a row from west to east; fire comes along the row or across it."""
    stage = bare()
    gang = stage.unit("gang")
    men = stage.put(gang, (1000, 600), (1050.1, 600), (1070, 600), (1120, 600))
    blast = Blast(None, gang, source[0] * 10, source[1] * 10, Strikes.BULLETS, "rifle", visible=men)
    assert nearest_band(stage.pos, blast, list(men)) == [men[at] for at in struck]


@pytest.mark.parametrize(
    ("doomed", "struck"), [((), (1, 2)), ((1,), (2,)), ((2,), (1,)), ((1, 2), (0,)), ((0,), (1, 2))]
)
@rule("yangtze", "7.2", "R59", "R86")
def test_who_has_fallen_in_this_volley_is_not_struck_again_and_the_leader_is_last(
    doomed: tuple[int, ...], struck: tuple[int, ...]
) -> None:
    stage = bare()
    gang = stage.unit("gang")
    men = stage.put(gang, (1000, 600), (1000, 630), (1000, 570))
    assert stage.pos.leads(men[0])
    stage.pos.doomed = sum(1 << men[at] for at in doomed)
    blast = Blast(None, gang, 1000, 6000, Strikes.BULLETS, "rifle", visible=men)
    assert sorted(allotted(stage.pos, blast)) == sorted(men[at] for at in struck)
