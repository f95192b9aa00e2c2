"""12.2, 12.3, S14: vessels in play: what is fired from them and at them, boarding, prizes, wrecks and those aboard."""

import pytest
from tests.games.yangtze.scenes import FIRING
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    HE,
    MOVE,
    STOW,
    Card,
    Charge,
    Embark,
    Fire,
    Hull,
    Land,
    Sail,
    Shell,
    Snipe,
    Throw,
    Work,
)
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.place import Berth, Water, move
from shapan.games.yangtze.position import ABOARD, HALF_SPEED, LEFT, LOST, SUNK, WRECK
from shapan.games.yangtze.vessels.damage import VesselDamage, VesselPeople
from shapan.games.yangtze.victory import worth
from shapan.games.yangtze.who import Piece, Unit, put
from shapan.kernel import rule

WATER = {"areas": [{"k": "river", "p": box(0, 0, 2400, 700)}]}


def river(*vessels: tuple[str, float, float, int], scenario: str = "s8_wanling_bund") -> tuple[Stage, list[Unit]]:
    """Vessels on a river whose bank is at y = 700: template, middle and heading."""
    stage = bare(scenario, ground=WATER)
    found = []
    for template, x, y, heading in vessels:
        unit = stage.unit(template)
        stage.model(unit, x, y, heading)
        found.append(unit)
    return stage, found


def mounts(stage: Stage, unit: Unit) -> list[Piece]:
    return [stage.pos.book.piece_of_mount(mount) for mount in stage.pos.book.guns[unit]]


def needs(stage: Stage) -> set[int]:
    return {event.params["need"] for event in stage.events if event.key in ("event.hit", "event.miss")}


def declaring(stage: Stage, side: int, *units: Unit) -> None:
    """These units are on HALT, and the side declares its fire."""
    stage.card(HALT, *units)
    stage.pos.stack = (Firing("halt", side), ())


# --- fire from a vessel -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "rifles"), [(HALT, 4), (MOVE, 6)])
@rule("yangtze", "S14.8", "7.8", "R96", "R12")
def test_the_rifles_of_a_gunboat_are_controlled_at_anchor_only(card: str, rifles: int) -> None:
    """Class A at long range: five, one less at anchor, one more under way. Twelve aboard: eleven with rifles."""
    stage, (boat,) = river(("gunboat", 600, 300, 90))
    gang = stage.unit("gang")
    stage.row(gang, 700, 760, 2)
    sailed = [Sail(boat, 90, 100, 90)] if card == MOVE else []
    stage.turn({boat: card}, *sailed, Fire(boat, gang), dice=[1] * 11)
    assert needs(stage) == {rifles}
    assert [event.params["count"] for event in stage.told("fires")] == [11]


@pytest.mark.parametrize(("crew", "fires"), [(1, (False, False, True)), (2, (True, True, True))])
@rule("yangtze", "S14.8", "12.2")
def test_a_ships_gun_needs_two_hands_and_a_lewis_one(crew: int, fires: tuple[bool, ...]) -> None:
    stage, (boat,) = river(("gunboat", 600, 300, 90))
    gang = stage.unit("gang")
    stage.row(gang, 700, 760, 2)
    stage.pos.remove(stage.men(boat)[crew:], LOST)
    declaring(stage, 0, boat, gang)
    bow, stern, starboard, port = mounts(stage, boat)
    shots = (Shell(bow, HE, gang), Shell(stern, HE, gang), Fire(starboard, gang))
    assert tuple(stage.why(shot) is None for shot in shots) == fires
    assert stage.why(Fire(port, gang)) == "S12.8", "on the other side"
    stage.pos.apply(shots[2])
    if crew == 2:
        assert stage.why(Shell(bow, HE, gang)) == "S14.8", "one is at the Lewis gun"


@pytest.mark.parametrize(("gap", "cited"), [(100, "9.4"), (100.1, None)])
@rule("yangtze", "9.4", "R27")
def test_a_ships_gun_does_not_reach_what_lies_within_100_mm(gap: float, cited: str | None) -> None:
    stage, (boat,) = river(("gunboat", 600, 300, 90))
    gang = stage.unit("gang")
    stage.put(gang, (600 + 225 + gap + 12.5, 300))
    declaring(stage, 0, boat, gang)
    assert stage.why(Shell(mounts(stage, boat)[0], HE, gang)) == cited


# --- fire at a vessel -------------------------------------------------------------------------------------------------


@rule("yangtze", "12.2", "S14.9", "R68")
def test_a_gunboat_sets_a_junk_on_fire() -> None:
    """Five on the die (class A), ten and two for a medium shell; then the die for how long she can be held."""
    stage, (boat, junk) = river(("gunboat", 600, 300, 90), ("gun_junk", 1400, 300, 270))
    pirates = stage.unit("pirates")
    stage.board(pirates, junk)
    stage.turn({}, Shell(mounts(stage, boat)[0], HE, junk), dice=[5, 6, 4, 3])
    assert stage.pos.damage[junk] == WRECK
    assert stage.pos.timer[junk] == 4, "for three turns more"
    stage.pos.stack = (Orders(1, True), ())
    stage.pos.card = ("",) * len(stage.pos.card)
    assert stage.why(Card(junk, MOVE)) == "12.2"
    assert stage.why(Card(pirates, MOVE)) is None, "they may leave her"


@rule("yangtze", "12.2", "9.2", "R67")
def test_a_shell_that_strays_on_to_a_junk_is_tested_like_one_that_was_aimed_at_her() -> None:
    stage, (junk,) = river(("junk", 1150, 600, 90))
    gun, gang = stage.unit("us_gun_75"), stage.unit("gang")
    stage.model(gun, 300, 800)
    stage.put(gun, (300, 845), (260, 820))
    stage.put(gang, (1000, 800), (1000, 840))
    stage.turn({}, Shell(gun, HE, gang), dice=[2, 3, 6, 6, 5])
    assert needs(stage) == {5}, "six, and class A adds one to the die; the column does not matter"
    assert stage.asks(VesselDamage)
    stage.roll(4, 4)
    assert stage.pos.damage[junk] == HALF_SPEED, "two more for a medium shell"


@pytest.mark.parametrize(("boat", "gun", "cited"), [
    ("sampan", "usmc_mmg", None), ("junk", "usmc_mmg", "12.2"), ("sampan", "usmc_lmg", "12.2"),
])  # fmt: skip
@rule("yangtze", "12.2", "12.3", "R41")
def test_a_medium_machine_gun_holes_a_small_boat_or_fires_at_its_people(boat: str, gun: str, cited: str | None) -> None:
    stage, (target,) = river((boat, 600, 600, 90))
    team, squad = stage.unit(gun), stage.unit("usmc_squad")
    stage.put(team, (600, 800), (630, 800))
    stage.put(squad, (660, 800))
    declaring(stage, 0, team, squad, target)
    assert stage.why(Hull(team, target)) == cited
    assert stage.why(Fire(team, target)) is None
    if cited is None:
        in_window = FIRING.refusal(stage.pos, Firing("window", 0), Hull(team, target))
        assert case(in_window) == "6.1", "a boat does not charge"
        stage = Stage(stage.pos)
        stage.pos.card = ("",) * len(stage.pos.card)
        stage.turn({}, Hull(team, target), dice=[5, 6, 6, 2])
        assert needs(stage) == {5}, "like a gun: six, and one more on the die for class A"
        assert stage.pos.damage[target] == WRECK, "twelve without the two of a shell"


@rule("yangtze", "12.3", "11.1", "R68")
def test_snipers_and_grenades_at_a_sampan() -> None:
    """The grenade lands by its own score, the sniper fires at the hull; either needs eleven to cost her a man."""
    stage, (sampan,) = river(("sampan", 600, 640, 90))
    team, squad = stage.unit("usmc_sniper"), stage.unit("usmc_assault_squad")
    stage.put(team, (600, 800), (630, 800))
    stage.put(squad, (600, 760), (640, 760))
    stage.turn({}, Snipe(team, sampan), Throw(squad, sampan), dice=[3, 5, 5, 2, 5, 5])
    assert [event.params["need"] for event in stage.told("grenade_lands")] == [3]
    assert [event.params["need"] for event in stage.told("hull_holds")] == [11, 11]
    assert stage.pos.turn == 2


@rule("yangtze", "12.3", "R41")
def test_nobody_aboard_is_pinned_by_a_hit_that_the_hull_stops() -> None:
    stage, (sampan,) = river(("sampan", 600, 600, 90), scenario="s4_ox_gorge")
    squad, pirates = stage.unit("usn_squad"), stage.unit("pirates")
    move(stage.pos, *((man, Berth(sampan)) for man in stage.men(pirates)[:9]))
    stage.row(squad, 600, 800, 2)
    stage.turn({}, Fire(squad, sampan), dice=[6, 6, 5, 5])
    assert stage.asks(VesselPeople), "the second hit"
    stage.roll(5, 5)
    assert not stage.pos.pinned_next


# --- S14.6 boarding ---------------------------------------------------------------------------------------------------


@rule("yangtze", "S14.6", "13.2", "R88")
def test_pirates_take_a_launch_that_would_have_sailed_off() -> None:
    """Three fight, two on each, the rest stand by; twelve find room in her, the others stay in the junk."""
    stage, (launch, junk) = river(("launch", 600, 300, 90), ("junk", 600, 385, 90))
    pirates = stage.unit("pirates")
    stage.board(pirates, junk)
    said = Sail(launch, 90, 300, 90), Charge(pirates, launch)
    stage.turn({launch: MOVE, pirates: CHARGE}, *said, dice=[6, 6, 1] * 3)
    assert stage.pos.at[launch] == (6000, 3000, 90)
    assert stage.pos.owner[launch] == 1
    assert len([man for man in stage.men(pirates) if stage.pos.aboard[man] == launch]) == 12
    assert [event.params["score"] for event in stage.told("melee")] == [11, 11, 10]
    stage.pos.stack = (Orders(1, True), ())
    stage.pos.card = ("",) * len(stage.pos.card)
    assert stage.why(Card(launch, MOVE)) is None, "two of them can work her"


@rule("yangtze", "S14.6", "6.1", "7.8")
def test_whoever_halts_aboard_fires_at_those_who_come_across() -> None:
    """The junk comes alongside in its move; the gunboat's people fire first, at men without cover."""
    stage, (boat, junk) = river(("gunboat", 800, 300, 90), ("junk", 400, 410, 90))
    pirates = stage.unit("pirates")
    stage.board(pirates, junk)
    stage.pos.remove(stage.men(boat)[2:], LOST)
    stage.turn({junk: MOVE, pirates: CHARGE}, Sail(junk, 90, 250, 90), Charge(pirates, boat), dice=[2, 2])
    assert stage.told("last_moment")
    assert needs(stage) == {2}, "class A, short and controlled"
    assert (
        len(stage.gone(stage.men(pirates))) - len([m for m in stage.men(pirates) if stage.pos.fate[m] == ABOARD]) == 2
    )


@pytest.mark.parametrize(("hands", "cited"), [(1, "12.2"), (2, None)])
@rule("yangtze", "S14.6", "12.2", "R89")
def test_two_others_work_a_boat_whose_crew_is_gone(hands: int, cited: str | None) -> None:
    stage, (sampan,) = river(("sampan", 600, 300, 90), scenario="s6_arms_godown")
    squad = stage.unit("usmc_assault_squad")
    stage.pos.remove(stage.men(sampan), LOST)
    move(stage.pos, *((man, Berth(sampan)) for man in stage.men(squad)[:hands]))
    stage.pos.stack = (Orders(0, True), ())
    assert stage.why(Card(sampan, MOVE)) == cited


def objective(stage: Stage, name: str, side: int) -> int:
    return worth(stage.pos, next(e for e in stage.pos.book.objectives if e.id == name), side)


@rule("yangtze", "S14.6", "S17.6", "S19.3", "R66", "R80")
def test_pirates_take_the_steamer_with_box_and_passengers_and_put_the_box_aboard_their_junk() -> None:
    """The captain fires his pistol and falls; the passengers do not fight. A turn of work brings the box across."""
    stage, (steamer, junk) = river(("steamer", 900, 300, 90), ("junk", 900, 415, 90), scenario="s4_ox_gorge")
    pirates, people = stage.unit("pirates", 1), stage.unit("passengers")
    stage.put(stage.unit("usn_squad"), (2000, 1000))
    stage.pos.remove(stage.men(steamer)[1:], LOST)
    stage.board(people, steamer)
    stage.board(pirates, junk)
    assert (objective(stage, "box_kept", 0), objective(stage, "box_taken", 1)) == (5, 0)
    stage.turn({pirates: CHARGE}, Charge(pirates, steamer), dice=[1, 6, 6, 1])
    assert stage.pos.owner[steamer] == 1
    assert (objective(stage, "box_kept", 0), objective(stage, "box_taken", 1)) == (0, 5)
    assert objective(stage, "pax_taken", 1) == 4
    stage.turn({}, Work(pirates, STOW))
    assert stage.pos.cargo[0].carrier == junk


# --- wrecks and water -------------------------------------------------------------------------------------------------


@rule("yangtze", "12.2", "S14.5", "S14.7", "R83")
def test_those_who_jump_from_a_wreck_swim_in_the_same_turn_and_go_on_ashore() -> None:
    stage, (junk,) = river(("junk", 1400, 560, 90))
    pirates = stage.unit("pirates")
    move(stage.pos, *((man, Berth(junk)) for man in stage.men(pirates)[:3]))
    stage.pos.damage, stage.pos.timer = put(stage.pos.damage, junk, WRECK), put(stage.pos.timer, junk, 5)
    stage.turn({pirates: MOVE}, Land(pirates, (14000, 6200)), dice=[4, 4, 4])
    swimmers = stage.pos.standing[pirates]
    assert len(swimmers) == 3
    assert all(stage.pos.swimming >> man & 1 and stage.pos.y[man] > 6200 for man in swimmers)
    stage.pos.stack = (Orders(1, True), ())
    stage.pos.card = ("",) * len(stage.pos.card)
    assert stage.why(Card(pirates, MOVE)) == "S14.7"
    stage.turn({}, dice=[4, 4, 4])
    assert not stage.pos.swimming
    assert all(stage.pos.y[man] >= 7000 for man in stage.pos.standing[pirates])


@rule("yangtze", "S14.7", "14.2", "14.3")
def test_the_drowned_count_when_morale_is_tested() -> None:
    """Three of twenty are left, in the water: one drowns, 2+1-1-1 fails, and one of two deserts."""
    stage, _ = river()
    pirates = stage.unit("pirates")
    men = stage.put(pirates, (500, 650), (530, 650), (560, 650))
    move(stage.pos, *((man, Water(stage.pos.x[man], stage.pos.y[man])) for man in men))
    stage.turn({}, dice=[1, 4, 4, 1, 2])
    assert stage.told("drowns")
    assert stage.told("morale_fails")
    assert stage.standing(pirates) == 1


@pytest.mark.parametrize("swimming", [True, False])
@rule("yangtze", "S14.9", "S14.7", "12.2")
def test_a_wreck_whose_time_is_up_goes_down_with_all_aboard(swimming: bool) -> None:
    stage = bare(ground=WATER, swimming=swimming)
    junk, pirates = stage.unit("junk"), stage.unit("pirates")
    stage.model(junk, 600, 300, 90)
    move(stage.pos, *((man, Berth(junk)) for man in stage.men(pirates)[:2]))
    stage.pos.damage, stage.pos.timer = put(stage.pos.damage, junk, WRECK), put(stage.pos.timer, junk, 1)
    stage.turn({}, dice=[4] * 8)
    assert stage.pos.damage[junk] & SUNK
    assert len(stage.pos.standing[pirates]) == (2 if swimming else 0)


@rule("yangtze", "S14.7", "S14.9")
def test_where_a_boat_goes_down_in_the_shallows_riders_stand_and_its_crew_has_done_its_part() -> None:
    shallows = {"areas": [{"k": "shallows", "n": "Shallows", "p": box(0, 0, 2400, 600)}]}
    stage = bare(ground=shallows)
    boat, party = stage.unit("sampan"), stage.unit("dare_to_die")
    stage.model(boat, 600, 300, 90)
    stage.board(party, boat)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, 1)
    stage.row(stage.unit("usmc_squad"), 2200, 1100, 2)
    stage.play(to="end_turn")
    assert stage.standing(party) == 10
    assert not stage.pos.swimming
    assert [stage.pos.fate[figure] for figure in stage.men(boat)] == [LEFT]


@rule("yangtze", "12.2", "S14.5")
def test_nobody_embarks_on_a_wreck_or_on_a_hull_under_way() -> None:
    for card, damage, cited in ((HALT, 0, None), (HALT, WRECK, "12.2"), (MOVE, 0, "S14.5")):
        stage, (launch,) = river(("launch", 600, 670, 90))
        squad = stage.unit("usmc_squad")
        stage.row(squad, 560, 760, 3)
        stage.pos.damage = put(stage.pos.damage, launch, damage)
        stage.card(MOVE, squad)
        stage.card(card, launch)
        stage.pos.stack = (Plan(0), ())
        assert stage.why(Embark(squad, launch)) == cited


@pytest.mark.parametrize(("guard", "place", "cited"), [
    ((660, 760), 740, None), ((900, 900), 740, "S17.1"), ((660, 1100), 1100, "S14.5"),
])  # fmt: skip
@rule("yangtze", "S17.1", "S14.5")
def test_civilians_go_aboard_with_an_escort_who_stays_ashore(
    guard: tuple[float, float], place: float, cited: str | None
) -> None:
    """Without one it is he who is wanting; with one, and too far from the boat, it is the way."""
    stage, (boat,) = river(("pulling_boat", 600, 670, 90))
    people, squad = stage.unit("consul"), stage.unit("usmc_squad")
    stage.put(people, (600, place), (630, place))
    stage.put(squad, guard)
    stage.card(MOVE, people)
    stage.card(HALT, boat, squad)
    stage.pos.stack = (Plan(0), ())
    assert stage.why(Embark(people, boat)) == cited
