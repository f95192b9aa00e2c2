"""Charts 1 and 2 and every printed table, line by line: ranges, scores, beaten zones, scatter, damage, morale."""

import pytest
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import CHARGE, HALT, HE, MOVE, SHRAPNEL, SKIRMISH
from shapan.games.yangtze.fire.artillery import Drift, RoundLands, Scatter, begin_shell
from shapan.games.yangtze.fire.elements import small_arms
from shapan.games.yangtze.fire.hits import confirms_on
from shapan.games.yangtze.fire.scores import base_score, chart
from shapan.games.yangtze.fire.shooting import fire_at_unit
from shapan.games.yangtze.fire.targets import aim, legal_targets, reaches, target_refusal
from shapan.games.yangtze.fire.volley import Blast, Strikes
from shapan.games.yangtze.melee.bouts import Melee
from shapan.games.yangtze.melee.trials import Bout, nerve
from shapan.games.yangtze.movement.ways import way_refusal
from shapan.games.yangtze.noted import FiredAt
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Figure, Unit
from shapan.kernel import rule


def gunman(weapon: str, stage: Stage) -> tuple[Unit, Figure]:
    """Somebody who has this weapon."""
    book = stage.pos.book
    figure = next(
        f for f in book.everyone if book.figures[f].weapon == weapon and not book.units[book.figures[f].unit].carrier
    )
    return book.figures[figure].unit, figure


def opposite(stage: Stage, unit: Unit) -> Unit:
    return stage.unit("gang" if stage.pos.owner[unit] == 0 else "usmc_squad")


@pytest.mark.parametrize(
    ("weapon", "short", "most"),
    [
        ("rifle", 200, 500),
        ("bar", 200, 500),
        ("lmg", 200, 500),
        ("mmg", 200, 750),
        ("hmg", 200, 750),
        ("smg", 200, 200),
        ("pistol", 100, 100),
        ("shotgun", 100, 100),
        ("carbine", 200, 500),
        ("sniper_rifle", 200, 500),
        ("gun_light", 200, 1500),
        ("gun_medium", 200, 1500),
    ],
)
@rule("yangtze", "7.5", "7.6", "R58", "R56")
def test_chart_1(weapon: str, short: int, most: int) -> None:
    """Short and long range, both inclusive; beyond it nobody fires."""
    stage = bare()
    unit, figure = gunman(weapon, stage)
    arm = stage.pos.book.weapons[weapon]
    assert (arm.short, arm.reach) == (short * 10, most * 10)
    foe = opposite(stage, unit)
    gun = stage.pos.book.units[unit].gun_radius
    if gun:
        stage.row(unit, 300, 500, 4, 26)
        stage.model(unit, 339, 545)
    else:
        stage.put(unit, *[(339, 545)] * (stage.men(unit).index(figure) + 1))
    stage.card(HALT, unit)
    edge = 339 + (gun or stage.pos.book.figures[figure].radius) / 10
    for far, fires in ((most, True), (most + 0.1, False)):
        stage.put(foe, (edge + far + 12.5, 545))
        sight = aim(stage.pos, [figure], foe, 1 << 20)
        assert sight is not None
        assert reaches(stage.pos, figure, sight) == fires, far


@pytest.mark.parametrize(("grade", "near", "far"), [("A", 3, 5), ("B", 4, 6), ("C", 5, 12)])
@rule("yangtze", "7.10", "3.10")
def test_chart_2(grade: str, near: int, far: int) -> None:
    stage = bare()
    assert (chart(stage.pos, grade, True), chart(stage.pos, grade, False)) == (near, far)


@pytest.mark.parametrize(
    ("card", "pinned", "squad", "scores"),
    [
        (HALT, False, "usmc_squad", (2, 4)),
        (SKIRMISH, False, "usmc_squad", (3, 5)),
        (MOVE, False, "usmc_squad", (4, 6)),
        (HALT, True, "usmc_squad", (3, 5)),
        (SKIRMISH, True, "usmc_squad", (4, 6)),
        (HALT, False, "usn_squad", (3, 5)),
        (SKIRMISH, False, "usn_squad", (4, 6)),
        (MOVE, False, "usn_squad", (5, 12)),
        (HALT, False, "gang", (5, 12)),
        (MOVE, False, "gang", (6, 12)),
        (HALT, True, "gang", (6, 12)),
        (HALT, False, "gov_rifles", (4, 6)),
    ],
)
@rule("yangtze", "7.8", "7.10", "7.11", "5.1", "8.4", "R11", "R12", "R13", "R33")
def test_the_score_by_class_card_and_pin(card: str, pinned: bool, squad: str, scores: tuple[int, int]) -> None:
    """Control takes one, moving and being pinned add one, a score above six is twelve, and no twelve gets worse."""
    stage = bare()
    unit = stage.unit(squad)
    _, man = stage.put(unit, (500, 500), (530, 500))
    stage.card(card, unit)
    stage.pos.pinned = 1 << man if pinned else 0
    assert (base_score(stage.pos, man, True), base_score(stage.pos, man, False)) == scores


@pytest.mark.parametrize(
    ("weapon", "zone"),
    [("mmg", 75), ("hmg", 75), ("lmg", 50), ("bar", 50), ("shotgun", 25), ("grenade", 25), ("bomb", 50)],
)
@rule("yangtze", "7.7", "R20", "R31", "10.1")
def test_beaten_zones(weapon: str, zone: int) -> None:
    assert bare().pos.book.weapons[weapon].zone == zone * 10
    assert bare(beaten_zone_measure="diameter").pos.book.weapons[weapon].zone == zone * 5


@pytest.mark.parametrize(
    ("gun", "kind", "zone"),
    [("us_gun_37", HE, 50), ("us_gun_37", SHRAPNEL, 75), ("us_gun_75", HE, 75), ("us_gun_75", SHRAPNEL, 125)],
)
@rule("yangtze", "9.3", "8.5", "R28")
def test_rounds(gun: str, kind: str, zone: int) -> None:
    """Light and medium, high explosive and shrapnel; only the first lowers cover."""
    stage = bare()
    unit, gang = stage.unit(gun), stage.unit("gang")
    (gunner, *_) = stage.row(unit, 300, 500, 4, 26)
    stage.model(unit, 339, 545)
    stage.put(gang, (339, 120))
    stage.card(HALT, unit)
    stage.pos.then(*begin_shell(stage.pos, gunner, unit, gang, kind))
    blast = stage.stake(RoundLands).blast
    assert (blast.radius, blast.he) == (zone * 10, kind == HE)


@pytest.mark.parametrize(
    ("die", "there"), [(1, (8700, 0)), (2, (7300, 0)), (3, (8000, -700)), (4, (8000, 700)), (5, None), (6, None)]
)
@rule("yangtze", "9.2", "R30")
def test_scatter(die: int, there: tuple[int, int] | None) -> None:
    """Over, under, left or right of the line from the gun; five and six are lost. Seven pips are 70 mm."""
    stage = bare()
    gun, gang = stage.unit("us_gun_75"), stage.unit("gang")
    blast = Blast(gun, gang, 0, 0, Strikes.BURST, "gun_medium", True, 8000, 0, 750)
    stage.pos.teller = stage.events.append
    Scatter(blast, 5).scored(stage.pos, die)
    if there is None:
        assert stage.told("shell_lost")
        return
    stage.put(gang, (there[0] / 10, max(there[1], 0) / 10))
    Drift(blast, 5, die).scored(stage.pos, 7)
    (burst,) = stage.volley.blasts
    assert (burst.cx, burst.cy) == there
    assert (burst.x, burst.y) == there, "the danger comes from where it bursts"


@pytest.mark.parametrize(("cover", "need"), [("none", 0), ("soft", 9), ("hard", 11), ("hard_plus", 12), ("hard+", 11)])
@rule("yangtze", "8.1", "8.3", "8.2", "R16")
def test_confirming(cover: str, need: int) -> None:
    stage = bare()
    assert confirms_on(stage.pos, cover, False) == need
    assert confirms_on(stage.pos, cover, True) == (12 if cover == "hard+" else need)


@pytest.mark.parametrize(
    ("card", "template", "low", "high"),
    [
        (MOVE, "usmc_squad", 100, 300),
        (SKIRMISH, "usmc_squad", 25, 100),
        (CHARGE, "usmc_squad", 100, 400),
        (MOVE, "wl_cavalry", 150, 500),
        (CHARGE, "wl_cavalry", 150, 600),
        (MOVE, "consul", 25, 150),
    ],
)
@rule("yangtze", "5.1", "5.2", "5.3", "S11", "S17.1")
def test_allowances(card: str, template: str, low: int, high: int) -> None:
    stage = bare()
    unit = stage.unit(template)
    (man,) = stage.put(unit, (500, 500))
    stage.put(stage.unit("usmc_squad" if template != "usmc_squad" else "usn_squad"), (500, 540))
    stage.card(card, unit)
    assert stage.pos.allowance(unit, card) == (low * 10, high * 10)
    if card != CHARGE:
        for far, fine in ((low - 0.1, False), (low, True), (high, True), (high + 0.1, False)):
            refusal = way_refusal(stage.pos, man, ((round(5000 + far * 10), 5000),))
            assert (refusal is None) == fine, far


@pytest.mark.parametrize(
    ("tie", "dice", "gone"),
    [("reroll", (4, 4, 5, 2), "theirs"), ("none_die", (4, 4), ""), ("both_die", (4, 4), "both")],
)
@rule("yangtze", "13.2", "R42")
def test_ties_in_melee(tie: str, dice: tuple[int, ...], gone: str) -> None:
    stage = bare(melee_tie=tie)
    (mine,), (theirs,) = stage.put(stage.unit("gang"), (500, 500)), stage.put(stage.unit("usmc_squad"), (525, 500))
    stage.pos.stack = (Melee((Bout((mine,), (theirs,)),)), stage.pos.stack)
    stage.roll(*dice)
    assert stage.gone((mine, theirs)) == {"": [], "theirs": [theirs], "both": [mine, theirs]}[gone]
    assert bool(stage.told("melee_spares")) is not bool(gone), "the log does not name those lost where nobody is"


@pytest.mark.parametrize(
    ("lost", "left", "dice", "total"), [(1, 4, 2, 1), (1, 4, 3, 2), (10, 10, 12, 2), (10, 9, 12, 1)]
)
@rule("yangtze", "14.3", "R43")
def test_the_score_of_morale(lost: int, left: int, dice: int, total: int) -> None:
    """T53: less one for each loss, one more below half; exactly half is not below."""
    stage = bare()
    unit = stage.unit("usmc_squad" if left < 5 else "wl_rifles")
    men = stage.row(unit, 300, 300, len(stage.men(unit)), 26)
    earlier = len(men) - lost - left
    stage.pos.remove(men[len(men) - earlier :], LOST)
    stage.pos.lost = 0
    stage.pos.remove(men[left : left + lost], LOST)
    assert nerve(stage.pos, unit).score(dice) == total
    assert nerve(stage.pos, unit).fails(dice) == (total <= 1)


@rule("yangtze", "7.4", "R54")
def test_second_comes_whoever_fires_at_you() -> None:
    """The closest unit is locked with friends: then the one that has fired at the squad, this turn or last."""
    stage = bare()
    squad, mates = stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    locked, quiet, firing = stage.unit("gang"), stage.unit("wl_rifles"), stage.unit("militia")
    stage.row(squad, 500, 500, 5)
    (mate,) = stage.put(mates, (560, 375))
    foe, *_ = stage.put(locked, (560, 350), (600, 350))
    stage.row(quiet, 500, 280, 3)
    stage.row(firing, 500, 200, 3)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << mate | 1 << foe
    men = small_arms(stage.pos, squad, "halt")
    assert {*legal_targets(stage.pos, men)} == {quiet, firing}, "nobody has fired: any of them"
    for kept in ("fire_at", "fire_before"):
        twin = Stage(stage.pos.copy())
        setattr(twin.pos, kept, (FiredAt(firing, squad),))
        assert {*legal_targets(twin.pos, men)} == {firing}
        refusal = target_refusal(twin.pos, men, quiet)
        assert refusal is not None
        assert refusal.case == "7.4"
    refusal = target_refusal(stage.pos, men, locked)
    assert refusal is not None
    assert refusal.case == "13.2"


@rule("yangtze", "7.2", "7.3")
def test_one_die_for_each_armed_figure() -> None:
    """Three rifles and a pistol within their ranges roll four dice; the unarmed and the distant none."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500), (530, 500), (560, 500), (590, 500))
    stage.put(squad, (545, 390))
    stage.card(HALT, gang)
    stage.pos.then(*fire_at_unit(stage.pos, small_arms(stage.pos, gang, "halt"), squad))
    assert len(stage.volley.shots) == 4
    far = bare()
    far.put(gang, (500, 500), (530, 500), (560, 500), (590, 500))
    far.put(squad, (545, 300))
    far.card(HALT, gang)
    far.pos.then(*fire_at_unit(far.pos, small_arms(far.pos, gang, "halt"), squad))
    assert len(far.volley.shots) == 3, "a pistol reaches 100 mm"
