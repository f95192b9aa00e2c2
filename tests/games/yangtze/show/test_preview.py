"""7.10, 9.1, 10.1 to 10.3, 11.1, 13.2, 14.3: what is shown before a roll is what the dice then do, throw by throw."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from tests.games.yangtze.scenes import area
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    HE,
    MOVE,
    Bomb,
    Flak,
    Ready,
    Strafe,
)
from shapan.games.yangtze.air.anti_air import AntiAir, flak_pairs
from shapan.games.yangtze.air.raids import bomb, strafe
from shapan.games.yangtze.fire.aimed import AtFigure
from shapan.games.yangtze.fire.artillery import begin_shell
from shapan.games.yangtze.fire.elements import element, gunner
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.grenades import begin_throw, throwers
from shapan.games.yangtze.fire.shooting import fire_at_unit, snipe
from shapan.games.yangtze.game import Position
from shapan.games.yangtze.melee.bouts import melee
from shapan.games.yangtze.melee.morale import morale
from shapan.games.yangtze.noted import Attack
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.planned import Flying
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.show.preview import previews
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import DICE, Event, Frame, rule
from shapan.kernel.view import Preview

OUTCOMES = {
    "event.hit": "chance.hit",
    "event.miss": "chance.miss",
    "event.shell_lands": "chance.lands",
    "event.drifts": "chance.scatters",
    "event.shell_lost": "chance.lost",
    "event.grenade_lands": "chance.lands",
    "event.dud": "chance.dud",
    "event.flak_hits": "chance.driven_off",
    "event.flak_misses": "chance.miss",
    "event.morale_holds": "chance.holds",
    "event.morale_fails": "chance.fails",
}


def walked(pos: Position) -> dict[str, Fraction]:
    """What the dice do from here, every throw of them, up to the first outcome on each branch."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    throws = [(pos, Fraction(1))]
    while throws:
        here, share = throws.pop()
        here.settle()
        assert here.actor == DICE
        faces = list(here.options())
        for face in faces:
            twin, told = here.copy(), list[Event]()
            twin.apply(face, told.append)
            outcome = next((OUTCOMES[event.key] for event in told if event.key in OUTCOMES), None)
            if outcome is None:
                throws.append((twin, share / len(faces)))
            else:
                found[outcome] += share / len(faces)
    return dict(found)


def promised(shown: Preview) -> dict[str, Fraction]:
    kinds = {each.key.removesuffix("_among"): each for each in shown.chances if each.numerator}
    return {kind: Fraction(each.numerator, each.denominator) for kind, each in kinds.items()}


def agrees(stage: Stage, top: Frame, title: str, resolve: Callable[[Position], None]) -> Preview:
    """The preview in this step, and the dice of what follows."""
    stage.pos.stack = (top, ())
    shown = next(each for each in previews(stage.pos, 0) if each.title == title)
    twin = stage.pos.copy()
    twin.stack = (Orders(0, True), ())
    resolve(twin)
    assert promised(shown) == walked(twin)
    assert sum(promised(shown).values()) == 1
    return shown


def facing(own: str, foe: str, gap: int, count: int = 3, **switches: Any) -> tuple[Stage, Unit, Unit]:
    """A unit of ours on HALT, and one of theirs so far off."""
    stage = bare(**switches)
    unit, enemy = stage.unit(own), stage.unit(foe)
    stage.row(unit, 500, 500, min(count, len(stage.men(unit))))
    stage.row(enemy, 500, 500 + gap, 3)
    stage.card(HALT, unit, enemy)
    return stage, unit, enemy


@rule("yangtze", "7.10", "7.11")
@pytest.mark.parametrize("gap", [150, 500])
@pytest.mark.parametrize("pinned", [False, True])
def test_a_shot(gap: int, pinned: bool) -> None:
    stage, squad, gang = facing("usmc_squad", "gang", gap, count=1)
    stage.pos.pinned = (1 << stage.men(squad)[0]) if pinned else 0

    def resolve(pos: Position) -> None:
        pos.then(*fire_at_unit(pos, element(pos, squad, "halt"), gang))

    shown = agrees(stage, Firing("halt", 0), "preview.shot", resolve)
    assert ("factor.pinned" in [factor.key for factor in shown.factors]) == pinned


@rule("yangtze", "8.1", "8.3", "8.2")
@pytest.mark.parametrize(
    ("foe", "kind", "falls"),
    [
        ("gang", "open", 1),
        ("gang", "scrub", 0.278),
        ("gang", "rocks", 0.083),
        ("gov_rifles", "open", 0.278),
        ("gov_rifles", "trench", 0.028),
    ],
)
def test_in_cover_fewer_of_those_who_are_hit_fall(foe: str, kind: str, falls: float) -> None:
    """What the enemy loses by a hit is how often it is confirmed: 9, 11 or 12 on two dice."""
    stage = bare(ground=area(kind, 400, 600, 800, 800))
    squad, enemy = stage.unit("usmc_squad"), stage.unit(foe)
    stage.put(squad, (500, 500))
    stage.row(enemy, 500, 650, 3)
    stage.card(HALT, squad, enemy)
    stage.pos.stack = (Firing("halt", 0), ())
    shown = next(each for each in previews(stage.pos, 0) if each.title == "preview.shot")
    assert [chance.theirs for chance in shown.chances] == [falls, 0]


@rule("yangtze", "12.1", "7.10")
def test_a_shot_at_a_vehicle() -> None:
    stage, squad, _ = facing("usmc_squad", "gang", 900, count=1)
    car = stage.unit("armoured_car")
    stage.model(car, 500, 700)
    stage.card(HALT, car)
    agrees(
        stage,
        Firing("halt", 0),
        "preview.shot",
        lambda pos: pos.then(*fire_at_unit(pos, element(pos, squad, "halt"), car)),
    )


@rule("yangtze", "7.2", "7.10")
def test_a_snipers_shot() -> None:
    stage, team, gang = facing("usmc_sniper", "gang", 400, count=1)
    sniper, mark = stage.men(team)[0], AtFigure(stage.men(gang)[0])
    agrees(stage, Firing("halt", 0), "preview.shot", lambda pos: pos.then(*snipe(pos, sniper, mark)))


@rule("yangtze", "9.1", "9.2")
@pytest.mark.parametrize("gap", [300, 900])
def test_a_shell(gap: int) -> None:
    stage, gun, gang = facing("us_gun_75", "gang", gap)
    stage.model(gun, 515, 490)

    def resolve(pos: Position) -> None:
        pos.then(*begin_shell(pos, gunner(pos, gun, "halt")[0], gun, gang, HE))

    shown = agrees(stage, Firing("halt", 0), "preview.he", resolve)
    assert shown.params == {"unit": stage.pos.book.units[gun].id, "unit2": stage.pos.book.units[gang].id}


def hit(shown: Preview) -> list[tuple[float | None, float | None]]:
    """How many of ours and of theirs each outcome hits."""
    return [(each.yours, each.theirs) for each in shown.chances]


@rule("yangtze", "9.1", "7.7", "9.2")
def test_a_burst_tells_how_many_it_hits() -> None:
    stage, gun, gang = facing("us_gun_75", "gang", 800)
    stage.model(gun, 515, 490)
    stage.pos.stack = (Firing("halt", 0), ())
    shown = next(previews(stage.pos, 0))
    assert hit(shown) == [(0, round(1 + 2 / 6 + 2 / 6, 3)), (0, 0.69), (0, 0)], (
        "the one aimed at, and two who need a five"
    )
    friends = stage.unit("usmc_squad")
    stage.row(friends, 500, 1330, 1)
    assert hit(next(previews(stage.pos, 0)))[0][0] == 0.333, "one of ours stands in the zone"
    stage.pos.hidden = 1 << gang
    assert not list(previews(stage.pos, 0))


@rule("yangtze", "12.2", "R68")
def test_a_shell_at_a_vessel() -> None:
    stage, gun, _ = facing("us_gun_75", "gang", 2000)
    junk = stage.unit("junk")
    stage.model(gun, 515, 490)
    stage.model(junk, 500, 900)
    stage.card(HALT, junk)

    def resolve(pos: Position) -> None:
        pos.then(*begin_shell(pos, gunner(pos, gun, "halt")[0], gun, junk, HE))

    shown = agrees(stage, Firing("halt", 0), "preview.he", resolve)
    assert shown.factors[0].key == "factor.hull"


@rule("yangtze", "12.2", "R41")
def test_a_machine_gun_that_would_hole_a_boat() -> None:
    """Fire at her people and fire at her hull are two things, and each has its own odds."""
    stage, gun, _ = facing("usmc_mmg", "gang", 2000, 1)
    stage.row(stage.unit("usmc_squad"), 500, 400, 1)
    stage.model(stage.unit("sampan"), 500, 700)
    stage.card(HALT, stage.unit("sampan"))

    def resolve(pos: Position) -> None:
        pos.then(*fire_at_unit(pos, element(pos, gun, "halt"), stage.unit("sampan"), True))

    shown = agrees(stage, Firing("halt", 0), "preview.hull", resolve)
    assert shown.factors[0].key == "factor.hull"


@pytest.mark.parametrize("template", ["armoured_car", "junk"])
@rule("yangtze", "12.1", "12.3", "S12.5")
def test_a_hit_on_a_vehicle_or_vessel_is_not_shown_as_a_man(template: str) -> None:
    stage, _, _ = facing("usmc_squad", "gang", 2000)
    body = stage.unit(template)
    stage.model(body, 500, 700)
    stage.card(HALT, body)
    stage.pos.stack = (Firing("halt", 0), ())
    shown = next(previews(stage.pos, 0))
    assert shown.params["unit2"] == stage.pos.book.units[body].id
    assert [(chance.yours, chance.theirs) for chance in shown.chances] == [(None, None), (None, None)]
    assert not shown.average


@rule("yangtze", "11.1", "R69")
@pytest.mark.parametrize("duds", [False, True])
def test_a_grenade(duds: bool) -> None:
    stage, squad, gang = facing("usmc_assault_squad", "gang", 60, count=8, grenade_duds=duds)
    thrower = throwers(stage.pos, squad, gang, (HALT,))[0]
    shown = agrees(
        stage, Firing("halt", 0), "preview.grenade", lambda pos: pos.then(*begin_throw(pos, squad, gang, [thrower]))
    )
    assert ("factor.duds" in [factor.key for factor in shown.factors]) == duds
    assert hit(shown) == [(0, round(1 + 4 / 6 + 4 / 6, 3)), (0, 0)], "the nearest, and two beside him"


def overflown() -> tuple[Stage, Unit, Unit]:
    """An aircraft of ours on its way over three of theirs."""
    stage = bare()
    plane, gang = stage.unit("us_plane"), stage.unit("gang")
    stage.model(plane, 300, 500, 90)
    stage.board(plane, plane)
    stage.row(gang, 700, 500, 3)
    stage.card(MOVE, plane)
    stage.card(HALT, gang)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((9000, 5000),)))
    return stage, plane, gang


@rule("yangtze", "10.1", "9.2")
@pytest.mark.parametrize("vessel", [False, True])
def test_a_bomb(vessel: bool) -> None:
    stage, plane, _ = overflown()
    if vessel:
        stage.model(stage.unit("junk"), 700, 500, 90)
    stage.pos.attacks = (Attack(plane, Bomb.verb, 7000, 5000),)
    agrees(stage, Plan(0), "preview.bomb", lambda pos: pos.then(*bomb(pos, plane, 7000, 5000, 90)))


@rule("yangtze", "10.2", "7.11")
def test_strafing() -> None:
    stage, plane, _ = overflown()
    stage.pos.attacks = (Attack(plane, Strafe.verb, 6500, 5000),)
    agrees(stage, Plan(0), "preview.strafe", lambda pos: pos.then(*strafe(pos, plane, 6500, 5000, 90)))


@rule("yangtze", "S6.7", "10.2")
def test_strafing_shows_nothing_of_those_who_lie_hidden() -> None:
    stage, plane, gang = overflown()
    stage.pos.hidden = 1 << gang
    stage.pos.attacks = (Attack(plane, Strafe.verb, 6500, 5000),)
    stage.pos.stack = (Plan(0), ())
    assert not list(previews(stage.pos, 0))


@rule("yangtze", "S6.7", "10.1")
def test_a_bomb_shows_nothing_of_those_who_lie_hidden() -> None:
    stage, plane, gang = overflown()
    stage.pos.attacks = (Attack(plane, Bomb.verb, 7000, 5000),)
    stage.pos.stack = (Plan(0), ())
    [seen] = previews(stage.pos, 0)
    assert (seen.params["unit2"], hit(seen)[0]) == (stage.pos.book.units[gang].id, (0, 2.333))
    stage.pos.hidden = 1 << gang
    [unseen] = previews(stage.pos, 0)
    assert hit(unseen) == [(0, 0)] * 3
    stage.pos.remove(list(stage.men(gang)), LOST)
    assert list(previews(stage.pos, 0)) == [unseen]


@rule("yangtze", "10.3")
@pytest.mark.parametrize("weapon", ["usmc_lmg", "usmc_mmg"])
def test_anti_aircraft_fire(weapon: str) -> None:
    stage = bare()
    plane, gun = stage.unit("wl_plane"), stage.unit(weapon)
    stage.row(gun, 500, 500, 3)
    stage.row(stage.unit("usmc_fcg"), 500, 460, 1)
    stage.model(plane, 300, 500, 90)
    stage.card(HALT, gun)
    stage.card(MOVE, plane)
    stage.pos.attacks = (Attack(plane, Bomb.verb, 5000, 5500),)

    def resolve(pos: Position) -> None:
        (piece, aircraft), *_ = flak_pairs(pos, AntiAir(0))
        pos.stack = (AntiAir(0), pos.stack)
        pos.apply(Flak(piece, aircraft))
        pos.apply(Ready())

    agrees(stage, AntiAir(0), "preview.flak", resolve)


@rule("yangtze", "7.3")
def test_a_preview_is_for_the_side_that_fires() -> None:
    stage, _, _ = facing("usmc_squad", "gang", 150)
    stage.pos.stack = (Firing("halt", 0), ())
    assert not list(previews(stage.pos, 1))
    assert not list(previews(stage.pos, None))


def brawl(ours: int, theirs: int, by_us: bool, **switches: Any) -> Stage:
    """So many Marines and so many of a gang in one knot, the first of each in contact."""
    stage = bare(**switches)
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    men = stage.put(squad, *((500, 500 - 28 * at) for at in range(ours)))
    foes = stage.put(gang, *((525, 500 + 28 * at) for at in range(theirs)))
    stage.card(CHARGE if by_us else HALT, squad)
    stage.card(HALT if by_us else CHARGE, gang)
    stage.pos.touched = 1 << men[0] | 1 << foes[0]
    return stage


def fought_out(pos: Position) -> dict[str, Fraction]:
    """What the dice of the first group do, equal scores thrown again until they differ."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    throws = [(pos, Fraction(1))]
    while throws:
        here, share = throws.pop()
        here.settle()
        for face in list(here.options()):
            twin, told = here.copy(), list[Event]()
            twin.apply(face, told.append)
            done = next((event for event in told if event.key in ("event.melee", "event.melee_tie")), None)
            if done is None:
                throws.append((twin, share / 6))
            elif done.key == "event.melee":
                (side,) = {str(piece)[:2] for piece in list(done.params["pieces"])}
                found["chance.bout_lost" if side == "us" else "chance.bout_won"] += share / 6
    whole = sum(found.values())
    return {key: value / whole for key, value in found.items()}


@rule("yangtze", "13.2", "R42")
@pytest.mark.parametrize("by_us", [True, False])
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1), (1, 2), (4, 1), (2, 2)])
def test_a_bout(ours: int, theirs: int, by_us: bool) -> None:
    stage = brawl(ours, theirs, by_us)
    stage.pos.stack = (Firing("other", 0), ())
    shown = next(each for each in previews(stage.pos, 0) if each.title == "preview.bout")
    twin = stage.pos.copy()
    twin.stack = (Orders(0, True), ())
    melee(twin)
    assert promised(shown) == fought_out(twin)
    keys = [factor.key for factor in shown.factors]
    extra = max(ours - 2, 0)
    assert keys.count("factor.stands_by") == (extra if by_us else min(extra, 1)), "the charged do not come up for it"


@rule("yangtze", "13.2", "R42")
@pytest.mark.parametrize("tie", ["both_die", "none_die"])
def test_a_bout_whose_equal_scores_stand(tie: str) -> None:
    stage = brawl(1, 1, True, melee_tie=tie)
    stage.pos.stack = (Firing("other", 0), ())
    shown = next(each for each in previews(stage.pos, 0) if each.title == "preview.bout")
    assert promised(shown)["chance.bout_tied"] == Fraction(6, 36)
    (equal,) = [each for each in shown.chances if each.key == "chance.bout_tied"]
    assert (equal.yours, equal.theirs) == ((1, 1) if tie == "both_die" else (0, 0))


@rule("yangtze", "13.2", "R51", "5.0")
def test_a_preview_does_not_tell_who_of_the_enemy_only_supports() -> None:
    shown = []
    for secret in (False, True):
        stage = brawl(1, 3, False)
        stage.pos.abetting = (1 << stage.unit("gang")) if secret else 0
        stage.pos.stack = (Firing("other", 0), ())
        shown.append([each for each in previews(stage.pos, 0) if each.title == "preview.bout"])
    assert shown[0] == shown[1]


@rule("yangtze", "14.3", "R43")
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_a_test_of_morale(lost: int) -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 5)
    stage.pos.remove(stage.men(squad)[-lost:], LOST)

    shown = agrees(stage, Firing("other", 0), "preview.morale", morale)
    factors = {factor.key: factor.value for factor in shown.factors}
    assert factors["factor.figures_lost"] == -lost
    assert ("factor.below_half" in factors) == (lost == 3)
    assert shown.params == {"unit": stage.pos.book.units[squad].id}


@rule("yangtze", "14.8", "14.3")
def test_the_nerve_of_a_crew() -> None:
    stage = bare()
    car = stage.unit("truck")
    stage.model(car, 500, 500)
    stage.pos.owner, stage.pos.hits = put(stage.pos.owner, car, 0), put(stage.pos.hits, car, 3)
    shown = agrees(stage, Firing("other", 0), "preview.morale", morale)
    assert [(factor.key, factor.value, factor.case) for factor in shown.factors] == [
        ("factor.vehicle_hits", -3, "14.8")
    ]


@rule("yangtze", "8.2", "R16")
def test_the_preview_of_a_shot_counts_hard_cover() -> None:
    rocks = {"k": "rocks", "p": box(600, 400, 800, 600)}
    stage = bare(ground={"areas": [rocks]})
    squad, guard = stage.unit("usmc_squad"), stage.unit("wl_guard")
    stage.row(squad, 300, 500, 5)
    stage.row(guard, 650, 500, 3)
    stage.card(HALT, squad, guard)
    stage.pos.stack = (Firing("halt", 0), ())
    shown = next(previews(stage.pos, 0))
    assert "factor.hard_cover" in [factor.key for factor in shown.factors]
