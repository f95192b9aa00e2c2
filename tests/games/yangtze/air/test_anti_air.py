"""10.3 Anti-aircraft fire."""

import pytest
from tests.games.yangtze.scenes import raid, refusal_of
from tests.games.yangtze.table import GAME, Stage, bare, case

from shapan.games.yangtze.actions import HALT, MOVE, Banish, Flak, Ready
from shapan.games.yangtze.air.anti_air import AntiAir, Banishing, FlakFire, air_attacks, flak_refusal, flak_weapons
from shapan.games.yangtze.air.flight import (
    inward,
)
from shapan.games.yangtze.fire.elements import why_no_fire
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.noted import Attack, Marker
from shapan.games.yangtze.orders.planned import Banished
from shapan.games.yangtze.position import LOST
from shapan.kernel import rule


@rule("yangtze", "10.3")
def test_riders_of_a_halted_carrier_fire_at_aircraft() -> None:
    stage = bare()
    truck, squad, plane = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("wl_plane")
    stage.model(truck, 500, 500)
    stage.board(squad, truck)
    stage.model(plane, 500, 600)
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 6000, 90),)
    stage.card(HALT, truck, squad)
    assert stage.pos.book.piece_of_figure(stage.men(squad)[0]) in flak_weapons(stage.pos, 0)


@rule("yangtze", "10.3", "R35")
def test_anti_aircraft_fire() -> None:
    """T37: an LMG needs twelve, an MMG ten; a BAR at 300.1 is out of range; a rifle never."""
    for bonus, dice, hit in ((0, 12, True), (0, 11, False), (2, 10, True), (2, 9, False)):
        stage = bare()
        plane = stage.unit("us_plane")
        stage.model(plane, 500, 500)
        stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
        FlakFire(plane, bonus, 1).scored(stage.pos, dice)
        assert (len(stage.pos.attacks) == 0) == hit
        assert stage.asks(Banishing) == hit
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500)
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
    stage.card(HALT, squad)
    piece = stage.pos.book.piece_of_figure
    bar, rifle = stage.men(squad)[:2]
    for far, refused in ((312.5, None), (312.6, "10.3")):
        stage.put(squad, (500 + far, 500), (500, 540))
        assert case(flak_refusal(stage.pos, 0, piece(bar), plane)) == refused
    assert case(flak_refusal(stage.pos, 0, piece(rifle), plane)) == "10.3"
    assert inward(stage.pos, 0, 6000) == 90


def says(stage: Stage, text: str) -> None:
    action = GAME.parse(stage.pos, text)
    assert stage.pos.refusal(action) is None
    stage.pos.apply(action, stage.events.append)


@rule("yangtze", "10.3", "R35", "7.1")
def test_weapons_are_named_one_by_one_and_fire_at_nothing_else() -> None:
    """S15.4: all dice are declared, then rolled; one hit is enough, and the attack is not made."""
    stage, plane, (bar, lewis) = raid(("usmc_squad", 300), ("usmc_lmg", 290))
    name = stage.pos.book.lexicon.pieces
    aircraft = name[plane]
    pieces = [name[stage.pos.book.piece_of_figure(man)] for man in (bar, lewis)]
    offered = {str(action) for action in stage.pos.options()}
    assert len(offered) == 3, "either weapon, or none of them"
    says(stage, f"flak {pieces[0]} {aircraft}")
    assert refusal_of(stage, f"flak {pieces[0]} {aircraft}") == "10.3", "each weapon once"
    assert len(list(stage.pos.options())) == 2
    assert not stage.pos.fired, "nothing is rolled before all is said"
    says(stage, f"flak {pieces[1]} {aircraft}")
    assert refusal_of(stage, f"fire {name[stage.unit('usmc_squad')]} {aircraft}") == "10.3"
    says(stage, "ready")
    stage.roll(6, 6)
    assert stage.told("flak_hits")
    assert stage.asks(Banishing)
    assert not stage.pos.attacks
    for man in (bar, lewis):
        assert not may_fire(stage.pos, man)
    assert why_no_fire(stage.pos, stage.unit("usmc_lmg"), "halt")[0] == "10.3"
    assert stage.pos.actor == "us", "the gunner's side chooses where it is put"
    assert refusal_of(stage, "ready") == "10.3"
    assert refusal_of(stage, f"banish {aircraft} 5000:40") == "10.3", "not a point of the edge"
    assert len(list(stage.pos.options())) == 4
    says(stage, f"banish {aircraft} 24000:7000")
    stage.roll(6, 6)  # the other weapon's
    assert len(stage.told("flak_hits")) == 1, "the other weapon's dice find no target any more"
    assert stage.pos.at[plane] == (24000, 7000, inward(stage.pos, 24000, 7000))
    assert stage.pos.plan[plane] == Banished()
    assert not isinstance(stage.pos.top, Banishing)


@rule("yangtze", "10.3")
def test_a_side_without_such_weapons_is_not_asked() -> None:
    stage, plane, _ = raid(("usmc_squad", 300.1))
    stage.settle()
    assert not isinstance(stage.pos.top, AntiAir)
    assert stage.pos.attacks
    stage, plane, _ = raid(("usmc_squad", 200))
    stage.settle()
    assert isinstance(stage.pos.top, AntiAir)
    says(stage, "ready")
    assert not stage.pos.fired
    assert stage.pos.attacks[0].unit == plane


@rule("yangtze", "10.3", "7.9", "R35")
def test_which_weapons_fire_at_aircraft() -> None:
    """Automatic ones on HALT, in command, that have not fired, cover nothing, and are near the point of the attack."""
    stage, plane, (bar,) = raid(("usmc_squad", 300))
    lewis, _ = stage.put(stage.unit("usmc_lmg"), (500, 700), (530, 700))
    stage.card(HALT, stage.unit("usmc_lmg"))
    assert case(flak_refusal(stage.pos, 0, stage.pos.book.piece_of_figure(lewis), plane)) == "4.1", (
        "400 mm from the BAR"
    )
    squad = stage.unit("usmc_squad")
    piece = stage.pos.book.piece_of_figure(bar)
    assert flak_refusal(stage.pos, 0, piece, plane) is None
    assert case(flak_refusal(stage.pos, 0, squad, plane)) == "10.3", "a unit is no weapon"
    assert case(flak_refusal(stage.pos, 1, piece, plane)) == "10.3", "nobody fires at his own"
    assert case(flak_refusal(stage.pos, 0, piece, stage.unit("us_plane"))) == "10.3", "it attacks nobody"
    for change in ("fired", "markers", "card"):
        twin = Stage(stage.pos.copy())
        if change == "fired":
            twin.pos.fired = 1 << bar
        elif change == "markers":
            lay(twin.pos, Marker(bar, 4000, 4000, 1, 0))
        else:
            twin.card(MOVE, squad)
        assert case(flak_refusal(twin.pos, 0, piece, plane)) == ("7.9" if change == "markers" else "10.3"), change
    stage.model(plane, 500, 500)
    stage.pos.attacks = (Attack(plane, "strafe", 9000, 5000, 90),)
    assert case(flak_refusal(stage.pos, 0, piece, plane)) == "10.3", "S15.4: from the point of the attack, not the nose"


@rule("yangtze", "10.3", "S12.8")
def test_mounts_fire_at_aircraft_from_the_edge_of_their_hull() -> None:
    """The attack is to port of the gunboat, where the other Lewis gun does not bear."""
    stage, plane, _ = raid()
    boat = stage.unit("gunboat")
    _, _, starboard, mount = stage.pos.book.guns[boat]
    stage.card(HALT, boat)
    for gap, refused in ((300, None), (300.1, "10.3")):
        stage.model(boat, 500, 500 + gap + 50, 90)
        assert case(flak_refusal(stage.pos, 0, stage.pos.book.piece_of_mount(mount), plane)) == refused
    stage.model(boat, 500, 700, 90)
    assert case(flak_refusal(stage.pos, 0, stage.pos.book.piece_of_mount(starboard), plane)) == "S12.8"
    piece = stage.pos.book.piece_of_mount(mount)
    says(stage, f"flak {stage.pos.book.lexicon.pieces[piece]} {stage.pos.book.lexicon.pieces[plane]}")
    says(stage, "ready")
    need = 12 - stage.pos.book.weapons[stage.pos.book.mounts[mount].weapon].anti_air_bonus
    stage.roll(need - 6, 6)
    assert stage.told("flak_hits")
    assert stage.pos.fired >> len(stage.pos.book.figures) + mount & 1


@pytest.mark.parametrize(("crew", "guns"), [(1, 1), (2, 2)])
@rule("yangtze", "10.3", "S14.8", "R122")
def test_no_more_mounts_fire_at_aircraft_than_there_are_hands(crew: int, guns: int) -> None:
    """The attack is dead ahead, where both Lewis guns of the gunboat bear."""
    stage, plane, _ = raid()
    boat = stage.unit("gunboat")
    stage.model(boat, 500, 500 + 225 + 100, 0)
    stage.pos.remove(stage.men(boat)[crew:], LOST)
    stage.card(HALT, boat)
    _, _, starboard, port = (stage.pos.book.piece_of_mount(m) for m in stage.pos.book.guns[boat])
    assert stage.pos.refusal(Flak(port, plane)) is None
    stage.pos.apply(Flak(starboard, plane))
    assert case(stage.pos.refusal(Flak(port, plane))) == (None if guns == 2 else "S14.8")
    assert len([o for o in stage.pos.options() if isinstance(o, Flak)]) == guns - 1


@rule("yangtze", "10.3", "6.2", "R10")
def test_a_weapon_in_contact_does_not_fire_at_aircraft() -> None:
    stage = bare()
    gun, plane = stage.unit("usmc_lmg"), stage.unit("wl_plane")
    stage.put(stage.unit("usmc_fcg"), (560, 500))
    gunner, _ = stage.put(gun, (500, 500), (530, 500))
    stage.model(plane, 500, 600)
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 6000, 90),)
    stage.card(HALT, gun)
    piece = stage.pos.book.piece_of_figure(gunner)
    assert flak_refusal(stage.pos, 0, piece, plane) is None
    stage.pos.touched = 1 << gunner
    assert case(flak_refusal(stage.pos, 0, piece, plane)) == "6.2"


@rule("yangtze", "10.3", "S6.7")
def test_fire_at_aircraft_lays_a_hidden_weapon_open() -> None:
    stage = bare()
    gun, plane = stage.unit("usmc_lmg"), stage.unit("wl_plane")
    stage.put(stage.unit("usmc_fcg"), (560, 500))
    stage.put(gun, (500, 500), (530, 500))
    stage.model(plane, 500, 600)
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 6000, 90),)
    stage.card(HALT, gun)
    stage.pos.hidden = 1 << gun
    stage.pos.stack = (AntiAir(0), stage.pos.stack)
    stage.pos.apply(Flak(stage.piece(gun), plane), stage.events.append)
    stage.pos.apply(Ready(), stage.events.append)
    assert not stage.pos.hidden


@pytest.mark.parametrize("gap", [200, 300, 300.1, 600])
@rule("yangtze", "S6.7", "10.3")
def test_whether_a_hidden_weapon_is_near_enough_does_not_show_in_who_is_asked(gap: float) -> None:
    stage, _, (gunner,) = raid(("usmc_squad", gap))
    stage.pos.hidden = 1 << stage.pos.book.figures[gunner].unit
    stage.settle()
    assert stage.pos.top == AntiAir(0)
    says(stage, "ready")
    assert stage.pos.hidden


@pytest.mark.parametrize(("kind", "cited"), [("bomb", "10.1"), ("strafe", "10.2")])
@rule("yangtze", "10.3", "R35", "10.1", "10.2")
def test_an_attack_is_announced_as_what_it_is_and_its_victims_are_asked(kind: str, cited: str) -> None:
    stage, plane, _ = raid(("usmc_squad", 200))
    stage.pos.attacks = (Attack(plane, kind, 5000, 5000, 90),)
    stage.pos.stack = stage.pos.stack[1]
    stage.pos.teller = stage.events.append
    air_attacks(stage.pos)
    (announced,) = stage.told("announces")
    assert (announced.case, announced.params["kind"]) == (cited, kind)
    assert stage.pos.top == AntiAir(0)


@rule("yangtze", "10.3")
def test_all_four_edges_are_offered_to_the_gunner_and_each_of_them_holds() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 400, 90)
    stage.pos.stack = (Banishing(plane, 0), stage.pos.stack)
    offered = list(stage.pos.options())
    assert {action.point for action in offered if isinstance(action, Banish)} == {
        *((5000, 0), (5000, 12000)),
        *((0, 4000), (24000, 4000)),
    }
    assert all(stage.pos.refusal(action) is None for action in offered)
