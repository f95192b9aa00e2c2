"""7.1 to 7.4, 9.1 to 9.4, 11.1, 12.2: what a side may declare in a step of fire, and which rule refuses the rest."""

from collections.abc import Callable

import pytest
from tests.games.yangtze.scenes import say
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    CLEAR,
    COWER,
    FLEE,
    HALT,
    MOVE,
    RETREAT,
    SKIRMISH,
    Card,
    Fire,
    March,
    Shell,
    Snipe,
    Watch,
)
from shapan.games.yangtze.fire.artillery import magazine
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.hits import Guarding
from shapan.games.yangtze.movement.interrupts import sniper_fire, wanted
from shapan.games.yangtze.noted import GunFire, Job, Rounds, SniperFire, Trigger, UnitFire
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.position import LOST, WRECK
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

HALTED = ("usmc_squad", "usmc_sniper", "us_gun_37", "us_gun_75", "usmc_mmg", "usmc_assault_squad")


def name(stage: Stage, template: str, copy: int = 0) -> str:
    return stage.pos.book.units[stage.unit(template, copy)].id


def man(stage: Stage, template: str, number: int = 0) -> str:
    """A figure as a player names it."""
    return stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_figure(stage.men(stage.unit(template))[number])]


def line(step: str = "halt", side: int = 0) -> Stage:
    """Americans on HALT, a gang 220 mm and a company 400 mm before them; the Americans declare."""
    stage = bare()
    for number, template in enumerate(HALTED):
        unit = stage.unit(template)
        stage.row(unit, 500 + 100 * number, 500, 2, 26)
        stage.card(HALT, unit)
    stage.put(stage.unit("usmc_fcg"), (560, 530), (860, 530))
    stage.card(HALT, stage.unit("usmc_fcg"))
    stage.model(stage.unit("us_gun_37"), 713, 540)
    stage.model(stage.unit("us_gun_75"), 813, 550)
    for unit, y in ((stage.unit("gang"), 255), (stage.unit("wl_rifles"), 75)):
        stage.row(unit, 560, y, 6, 60)
        stage.card(MOVE, unit)
    stage.pos.stack = (Firing(step, side), stage.pos.stack)
    return stage


def refused(stage: Stage, text: str) -> str | None:
    return case(stage.pos.refusal(GAME.parse(stage.pos, text)))


@rule("yangtze", "7.3", "7.1", "7.4")
def test_every_arm_declares_in_its_own_words() -> None:
    stage = line()
    squad, gun, gang, company = (name(stage, t) for t in ("usmc_squad", "us_gun_37", "gang", "wl_rifles"))
    assert refused(stage, f"fire {squad} {gang}") is None
    assert refused(stage, f"fire {squad} {company}") == "7.4", "the gang is closer"
    assert refused(stage, f"fire {gun} {gang}") == "9.1", "a gun fires shells"
    assert refused(stage, f"shell {squad} he {gang}") == "9.1"
    assert refused(stage, f"shell {gun} he {gang}") is None
    assert refused(stage, f"shell {name(stage, 'us_gun_75')} shrapnel {gang}") is None
    assert refused(stage, f"snipe {name(stage, 'usmc_sniper')} {man(stage, 'gang')}") is None, "his leader, too"
    assert refused(stage, f"snipe {squad} {man(stage, 'gang')}") == "7.2", "only snipers name a figure"
    assert refused(stage, f"snipe {name(stage, 'usmc_sniper')} {gang}") == "7.3", "a unit on foot is no figure"
    assert refused(stage, f"fire {gang} {squad}") == "7.3", "not theirs to fire"
    assert refused(stage, f"fire {squad} {name(stage, 'usmc_mmg')}") == "7.3", "a friend"
    assert refused(stage, f"fire {man(stage, 'usmc_squad')} {gang}") == "7.3", "units fire, not single men"
    assert refused(stage, f"hull {name(stage, 'usmc_mmg')} {gang}") == "12.2", "no small boat"
    assert refused(stage, f"throw {squad} {gang}") == "11.1", "they carry none"
    assert refused(stage, f"throw {name(stage, 'usmc_assault_squad')} {gang}") == "11.1", "100 mm at most"
    assert refused(stage, f"card {squad} HALT") == "7.3", "fire is declared now"
    offered = {str(action).split("(")[0] for action in stage.pos.options()}
    assert offered == {"Ready", "Fire", "Shell", "Snipe"}


@pytest.mark.parametrize(
    ("change", "cited"),
    [
        (lambda stage, unit: stage.card(CHARGE, unit), "7.2"),
        (lambda stage, unit: stage.card(COWER, unit), "14.5"),
        (lambda stage, unit: stage.card(RETREAT, unit), "14.4"),
        (lambda stage, unit: stage.card(FLEE, unit), "14.6"),
        (lambda stage, unit: stage.card(MOVE, unit), "7.1"),
        (lambda stage, unit: setattr(stage.pos, "asleep", 1 << unit), "S6.8"),
        (lambda stage, unit: setattr(stage.pos, "works", (Job(unit, CLEAR),)), "S16.8"),
        (lambda stage, unit: setattr(stage.pos, "works", (Job(unit, "lift"),)), "S17.6"),
        (lambda stage, unit: setattr(stage.pos, "fired", sum(1 << f for f in stage.men(unit))), "7.1"),
        (lambda stage, unit: setattr(stage.pos, "touched_early", sum(1 << f for f in stage.men(unit))), "6.2"),
    ],
)
@rule("yangtze", "7.2", "7.1", "14.4", "14.5", "14.6", "6.2", "S6.8", "S16.8", "S17.6")
def test_why_a_squad_is_silent(change: Callable[[Stage, Unit], None], cited: str) -> None:
    stage = line()
    change(stage, stage.unit("usmc_squad"))
    assert refused(stage, f"fire {name(stage, 'usmc_squad')} {name(stage, 'gang')}") == cited


@rule("yangtze", "4.1", "7.2")
def test_out_of_command_nobody_fires() -> None:
    stage = line()
    squad = stage.unit("usmc_squad")
    stage.pos.remove(stage.men(squad)[:1], LOST)
    stage.put(stage.unit("usmc_fcg"), (2000, 1100))
    stage.pos.remove(stage.men(stage.unit("usmc_fcg"))[1:], LOST)
    assert refused(stage, f"fire {name(stage, 'usmc_squad')} {name(stage, 'gang')}") == "4.1"


@rule("yangtze", "9.1", "R18", "9.3", "9.4")
def test_why_a_gun_is_silent() -> None:
    stage = line()
    stage.card(MOVE, stage.unit("us_gun_37"))
    assert refused(stage, f"shell {name(stage, 'us_gun_37')} he {name(stage, 'gang')}") == "9.1", "it has moved"
    stage = line()
    stage.row(stage.unit("gang"), 760, 340, 6, 30)
    assert refused(stage, f"shell {name(stage, 'us_gun_75')} he {name(stage, 'gang')}") == "9.4", "under the guns"
    assert refused(stage, f"shell {name(stage, 'us_gun_37')} he {name(stage, 'gang')}") is None
    limited = bare(limited_rounds=True)
    gun, gang = limited.unit("us_gun_75"), limited.unit("gang")
    limited.row(gun, 500, 500, 4, 26)
    limited.model(gun, 539, 545)
    limited.row(gang, 500, 100, 3)
    limited.card(HALT, gun)
    limited.pos.rounds = put(limited.pos.rounds, magazine(limited.pos, gun), Rounds(0, 1))
    limited.pos.stack = (Firing("halt", 0), limited.pos.stack)
    ids = [limited.pos.book.units[unit].id for unit in (gun, gang)]
    assert refused(limited, f"shell {ids[0]} he {ids[1]}") == "9.3"
    assert refused(limited, f"shell {ids[0]} shrapnel {ids[1]}") is None
    assert {action.round for action in limited.pos.options() if isinstance(action, Shell)} == {"shrapnel"}


@rule("yangtze", "6.1", "R7")
def test_in_the_window_only_those_who_charge_are_targets() -> None:
    stage = line("window")
    squad, gang, company = (name(stage, t) for t in ("usmc_squad", "gang", "wl_rifles"))
    assert refused(stage, f"fire {squad} {gang}") == "6.1"
    assert refused(stage, f"shell {name(stage, 'us_gun_37')} he {gang}") == "6.1"
    assert refused(stage, f"snipe {name(stage, 'usmc_sniper')} {man(stage, 'gang', 1)}") == "6.1"
    stage.card(CHARGE, stage.unit("gang"))
    assert refused(stage, f"fire {squad} {gang}") is None
    assert refused(stage, f"fire {squad} {company}") == "7.4"
    assert refused(stage, f"snipe {name(stage, 'usmc_sniper')} {man(stage, 'gang', 1)}") is None


@rule("yangtze", "7.1", "7.3", "S8")
def test_who_has_declared_has_declared() -> None:
    """Those who cannot reach the first target may have one other; nobody a second shot."""
    stage = line()
    squad, gang = name(stage, "usmc_squad"), name(stage, "gang")
    say(stage, f"fire {squad} {gang}")
    assert refused(stage, f"fire {squad} {gang}") == "7.1", "all of them fire already"
    say(stage, f"shell {name(stage, 'us_gun_37')} he {gang}")
    assert refused(stage, f"shell {name(stage, 'us_gun_37')} shrapnel {gang}") is not None, "one round a turn"
    say(stage, f"snipe {name(stage, 'usmc_sniper')} {man(stage, 'gang')}")
    assert refused(stage, f"snipe {name(stage, 'usmc_sniper')} {man(stage, 'gang', 1)}") == "7.1"
    assert [type(shot) for shot in stage.pos.shots] == [UnitFire, GunFire, SniperFire]
    assert not stage.told("fires"), "nothing is told before both sides are ready"
    say(stage, "ready")
    assert not isinstance(stage.pos.top, Firing)


@rule("yangtze", "7.2", "R66", "7.5")
def test_whom_a_sniper_may_pick() -> None:
    """Any figure that he sees in range, civilians too, but nobody who is not there, and nothing out of sight."""
    stage = line()
    sniper = name(stage, "wl_sniper")
    stage.put(stage.unit("wl_sniper"), (900, 300))
    stage.card(HALT, stage.unit("wl_sniper"))
    stage.put(stage.unit("consul"), (900, 350))
    stage.pos.stack = (Firing("halt", 1), stage.pos.stack)
    assert refused(stage, f"snipe {sniper} {man(stage, 'usmc_squad')}") is None
    assert refused(stage, f"snipe {sniper} {man(stage, 'consul')}") is None, "7.4 binds all firing units but snipers"
    assert refused(stage, f"snipe {sniper} {man(stage, 'usmc_squad', 4)}") == "7.3", "he is not on the table"
    assert refused(stage, f"snipe {sniper} {man(stage, 'gang')}") == "7.3", "a friend"
    stage.put(stage.unit("usn_squad"), (2300, 1100))
    assert refused(stage, f"snipe {sniper} {man(stage, 'usn_squad')}") == "7.5"
    wall = {"id": "h", "k": "house", "p": box(600, 380, 800, 420), "doors": [], "windows": []}
    hidden = bare(ground={"buildings": [wall]})
    marksman, squad = hidden.unit("wl_sniper"), hidden.unit("usmc_squad")
    hidden.put(marksman, (700, 300))
    hidden.put(squad, (700, 500))
    hidden.card(HALT, marksman)
    hidden.pos.stack = (Firing("halt", 1), hidden.pos.stack)
    assert refused(hidden, f"snipe {name(hidden, 'wl_sniper')} {man(hidden, 'usmc_squad')}") == "7.5"


@rule("yangtze", "12.2", "R41")
def test_a_wreck_and_its_mounts_are_silent() -> None:
    stage = line()
    boat = stage.unit("gunboat")
    stage.model(boat, 1500, 600, 0)
    stage.card(HALT, boat)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    mount = stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_mount(stage.pos.book.guns[boat][2])]
    assert refused(stage, f"fire {name(stage, 'gunboat')} {name(stage, 'gang')}") == "12.2"
    assert refused(stage, f"fire {mount} {name(stage, 'gang')}") == "12.2"


@pytest.mark.parametrize(("quarry", "answers"), [("any", True), ("leader", True), ("mg", False), ("foot", True)])
@rule("yangtze", "7.1", "R56")
def test_what_a_sniper_waits_for(quarry: str, answers: bool) -> None:
    """His trigger names what he wants and how far; he shoots at the first who answers it."""
    stage = bare()
    sniper, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    stage.put(sniper, (500, 500))
    stage.put(gang, (500, 300), (500, 260))
    stage.card(SKIRMISH, sniper)
    stage.pos.triggers = (Trigger(sniper, quarry, 3000),)
    shot = sniper_fire(stage.pos)
    assert (shot is not None) == answers
    stage.pos.triggers = (Trigger(sniper, quarry, 1749),)
    assert sniper_fire(stage.pos) is None, "not yet near enough"
    if shot is not None:
        shot(stage.pos)
        assert stage.pos.fired >> stage.men(sniper)[0] & 1
        stage.pos.triggers = (Trigger(sniper, quarry, 3000),)
        assert sniper_fire(stage.pos) is None, "once a turn"


@rule("yangtze", "4.3", "R26")
def test_the_owner_says_whether_a_bodyguard_falls() -> None:
    stage = bare()
    group = stage.unit("wl_fcg")
    leader, near, far = stage.put(group, (500, 500), (530, 500), (700, 500))
    for text, fallen in (("spare", leader), (f"guard {man(stage, 'wl_fcg', 1)}", near)):
        twin = Stage(stage.pos.copy())
        twin.pos.stack = (Guarding(leader, (near,)), (Orders(0, True), ()))
        assert twin.pos.actor == "cn"
        assert len(list(twin.pos.options())) == 2
        assert refused(twin, f"guard {man(stage, 'wl_fcg', 2)}") == "4.3", "farther than 50 mm"
        assert refused(twin, "ready") == "4.3"
        say(twin, text)
        assert twin.pos.doomed == 1 << fallen
    assert far


@rule("yangtze", "7.1", "7.2", "R56")
def test_a_sniper_who_has_fired_is_told_so_and_his_spotter_fires() -> None:
    stage = bare()
    sniper, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    stage.row(sniper, 1000, 300, 2)
    stage.row(gang, 970, 800, 3)
    watch = Watch(sniper, "leader", 300)
    stage.play(Card(sniper, HALT), watch, Card(gang, MOVE), March(gang, ((9700, 5500),)), to="halt_fire")
    assert [event.params["piece"] for event in stage.told("snipes")] == ["cn7.1"], "the leader, while he walked"
    assert case(stage.pos.refusal(Snipe(sniper, stage.piece(gang)))) == "7.1"
    assert stage.pos.refusal(Fire(sniper, gang)) is None


@rule("yangtze", "7.1", "R66")
def test_a_sniper_does_not_wait_for_civilians() -> None:
    stage = bare()
    sniper, consul = stage.unit("wl_sniper"), stage.unit("consul")
    stage.put(sniper, (900, 300))
    (civilian,) = stage.put(consul, (900, 500))
    (marine,) = stage.put(stage.unit("usmc_squad"), (900, 600))
    assert not wanted(stage.pos, civilian, "any")
    assert wanted(stage.pos, marine, "any")


@pytest.mark.parametrize(("switch", "cited"), [(True, "5.1"), (False, None)])
@rule("yangtze", "5.1", "R18")
def test_a_machine_gun_that_must_halt_is_told_so(switch: bool, cited: str | None) -> None:
    stage = bare(mmg_must_halt=switch)
    gun, squad, gang = stage.unit("usmc_mmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(gun, 1000, 200, 3)
    stage.put(squad, (980, 240))
    stage.row(gang, 1000, 600, 4)
    ways = (March(gun, ((10000, 3000),)), March(squad, ((9800, 3400),)))
    stage.play(Card(gun, MOVE), Card(squad, MOVE), *ways, to="other_fire")
    assert case(stage.pos.refusal(Fire(gun, gang))) == cited


@rule("yangtze", "7.1", "4.6", "R57")
def test_riders_of_a_moving_lorry_fire_with_those_who_move() -> None:
    stage = bare()
    lorry, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(lorry, 500, 500, 90)
    stage.board(squad, lorry)
    stage.row(gang, 500, 700, 5)
    stage.card(MOVE, lorry)
    stage.card(HALT, squad, gang)
    stage.pos.stack = (Firing("halt", 0), stage.pos.stack)
    assert stage.why(Fire(squad, gang)) == "7.1"
    stage.pos.stack = (Firing("other", 0), stage.pos.stack[1])
    assert stage.why(Fire(squad, gang)) is None
    stage.card(RETREAT, lorry)
    assert stage.why(Fire(squad, gang)) == "14.8"


@pytest.mark.parametrize(("far", "asked"), [(220, True), (1500, False)])
@rule("yangtze", "7.3", "7.6")
def test_a_side_is_asked_for_fire_only_while_somebody_has_a_target(far: int, asked: bool) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (525 + far, 500))
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    stage.pos.stack = (Firing("halt", 0), stage.pos.stack)
    stage.settle()
    assert isinstance(stage.pos.top, Firing) == asked
