"""The staff of Taierzhuang plays as it always did; its officers differ from it, and what they say is legal."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.playing import led
from tests.games.taierzhuang.table import GAME, act, lay, strike

from shapan.bots.search import Memory, SearchBot
from shapan.games.taierzhuang.actions import Assault
from shapan.games.taierzhuang.chits import Discarding
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.sides import CHINESE, JAPANESE
from shapan.games.taierzhuang.staff import Staff, lifeline, march, odds, picture
from shapan.games.taierzhuang.staff.temper import CHINESE_STAFF, JAPANESE_STAFF, Temper
from shapan.games.taierzhuang.supply import supplied
from shapan.games.taierzhuang.ways import reach
from shapan.ground.areas import mask_of
from shapan.kernel import DICE, rule
from shapan.kernel.kept import forget_parts
from shapan.kernel.staff import Advice

PLAIN = [(2, 4252458535), (3, 920044496)]
NAMED = [(side, name) for side, names in Staff.known.items() for name in names]


@cache
def positions() -> list[tuple[Position, list[Advice]]]:
    """What the plain staff was asked in a few games, and what it said."""
    found, staff = [], Staff()
    for seed, _ in PLAIN:
        pos, rng = GAME.start(), Random(seed)
        assert isinstance(pos, Position)
        while pos.outcome is None:
            if pos.actor == DICE:
                pos.apply(pos.chances().sample(rng))
                continue
            advice = staff.advise(pos)
            found.append((pos.copy(), advice))
            pos.apply(advice[0].action)
    return found


def both(japanese: Temper = JAPANESE_STAFF, chinese: Temper = CHINESE_STAFF) -> dict[str, Any]:
    staff = Staff((japanese, chinese))
    return {"japanese": staff, "chinese": staff}


@pytest.mark.parametrize(("seed", "told"), PLAIN)
def test_the_plain_staff_plays_as_it_did_before_it_had_a_temper(seed: int, told: int) -> None:
    """The published balance of the game rests on it."""
    assert led(GAME, both(), seed)[1] == told


@pytest.mark.parametrize(("side", "name"), NAMED)
def test_an_officer_gives_legal_advice_and_is_always_the_same_object(side: str, name: str) -> None:
    officer = Staff().officers(side)[name]
    assert officer is Staff().officers(side)[name]
    pos, _ = led(GAME, both() | {side: officer}, 7)
    assert pos.outcome


CHANGED = {
    "cleared": 9.0,
    "flipped": 0.5,
    "spared": 2.0,
    "fallen": 0.0,
    "stakes": (5.0, 0.5),
    "chit": 2.0,
    "useless": 9.0,
    "command": 1,
    "stand": -9.0,
    "stubborn": 2.0,
    "least": 2.0,
    "hope": 2.0,
    "caution": 0.0,
    "ground": 9.0,
    "pull": 9.0,
    "slope": 2.0,
    "hold": 0.0,
    "held": 2,
    "south": 9.0,
    "foothold": 9.0,
    "muster": 9.0,
    "link": 0.0,
    "linked": 9.0,
    "hunger": 0.0,
    "astray": 0.0,
    "post": 4,
    "exposed": 1.0,
    "relief": 9.0,
    "fence": 20.0,
    "denied": 0.0,
    "flood": 2.0,
    "one_by_one": True,
    "dispersed": 20,
    "refuge": 20.0,
    "away": 5,
    "alarming": 1,
    "town": 0.0,
    "bastion": 0.0,
    "retake": 9.0,
    "bridge": 9.0,
    "bridgehead": 10,
    "bank": 9.0,
    "gatekeepers": 10,
    "gate": 9.0,
    "posted": 2.0,
    "reserve": 20,
    "sanctuary": 9.0,
    "released": 9,
    "approach": 9.0,
    "outpost": 2.0,
}
"""For each number of a temper another that should be felt."""


def test_every_number_of_a_temper_is_listed_here() -> None:
    assert set(CHANGED) == set(Temper.__struct_fields__)


@pytest.mark.parametrize("field", [field for field in CHANGED if field != "command"])
def test_every_number_of_a_temper_matters(field: str) -> None:
    """Somewhere in the games of the plain staff an officer with another number judges otherwise."""
    japanese, chinese = (msgspec.structs.replace(one, **{field: CHANGED[field]}) for one in Staff().tempers)
    other = Staff((japanese, chinese))
    assert any(other.advise(pos) != advice for pos, advice in positions())


@rule("taierzhuang", "7.1")
def test_marches_that_are_kept_are_those_that_are_worked_out_anew() -> None:
    """Positions that differ in a single field come one after the other, so that nothing is taken from the wrong one."""
    for pos, _ in positions()[::40]:
        varied = [pos.copy() for _ in range(6)]
        varied[1].event = next(total for total, event in pos.book.events.items() if event.effect == "fuel")
        varied[2].eager = 3 - pos.eager
        varied[3].turn = pos.book.turns
        varied[4].spent = 0
        varied[5].control = (pos.control[1], pos.control[0])
        for side, temper in ((JAPANESE, JAPANESE_STAFF), (CHINESE, CHINESE_STAFF)):
            kept = [march.marches(then, temper, side) for then in varied]
            anew = []
            for then in varied:
                forget_parts()
                for memory in (odds.clash, lifeline.at_risk, lifeline.exposures, picture.surveyed):
                    memory.cache_clear()
                anew.append(march.marches(then, temper, side))
            assert kept == anew


@rule("taierzhuang", "6.3", "7.1")
def test_what_a_march_gains_is_what_it_gains_when_asked_alone() -> None:
    """The survey works out once what all marches have in common; here everything is asked of the position anew."""
    seen = 0
    for pos, _ in positions()[::25]:
        for side, temper in ((JAPANESE, JAPANESE_STAFF), (CHINESE, CHINESE_STAFF)):
            worths, survey = picture.worths(pos, temper, side), march.Survey(pos, temper, side)
            for plan in march.marches(pos, temper, side):
                here, there, number = plan.here, plan.there, plan.units.bit_count()
                path = reach(pos, side, plan.units, here, pos.allowance(plan.units)).get(there)
                if path is None:
                    continue
                before, beyond = pos.strength(side, here), pos.strength(side, there)
                slow = worths[there].of(beyond + number) - worths[there].of(beyond)
                slow -= worths[here].of(before) - worths[here].of(before - number)
                slow += odds.engagement(pos, temper, side, there, plan.units)
                slow -= temper.ground * number * bool(pos.units_in(1 - side, here))
                if side == JAPANESE:
                    empty = [area for area in path[1:-1] if not pos.units_in(side, area)]
                    slow -= temper.astray * sum(not worths[area].need for area in empty)
                    slow -= starved(pos, temper, plan.units, path)
                    slow -= temper.exposed * cut_off(pos, temper, plan.units, path) if temper.exposed else 0.0
                assert survey.gain(plan.units, path) == pytest.approx(slow)
                seen += 1
    assert seen > 100


def starved(pos: Position, temper: Temper, units: int, path: tuple[int, ...]) -> float:
    """6.3: units out of supply after a march, and units that are in supply again, area by area."""
    book, number, cost = pos.book, units.bit_count(), 0.0
    now = {area for area in range(book.area_count) if pos.units_in(JAPANESE, area)}
    empty = [area for area in path[1:-1] if area not in now]
    then = now | {path[-1]} | (set(empty) if number > temper.post * len(empty) else set())
    if pos.strength(JAPANESE, path[0]) == number:
        then -= {path[0]}
    fed, fed_then = book.in_supply(mask_of(now)), book.in_supply(mask_of(then))
    cost += 0.0 if fed_then >> path[-1] & 1 else temper.hunger * number
    for area in now & then:
        strength = pos.strength(JAPANESE, area)
        cost += temper.hunger * strength * bool(fed >> area & 1 and not fed_then >> area & 1)
        cost -= temper.relief * strength * bool(fed_then >> area & 1 and not fed >> area & 1)
    return cost


def cut_off(pos: Position, temper: Temper, units: int, path: tuple[int, ...]) -> int:
    """5.2: how many more could be cut off by guerrillas afterwards."""
    now = [pos.strength(JAPANESE, area) for area in range(pos.book.area_count)]
    then, number = list(now), units.bit_count()
    if path[0] < len(then):
        then[path[0]] -= number
    empty = [area for area in path[1:-1] if not now[area]]
    if number > temper.post * len(empty):
        for area in empty:
            then[area] += temper.post
            number -= temper.post
    then[path[-1]] += number
    anew = lifeline.at_risk.__wrapped__
    return anew(pos.book, tuple(then)) - anew(pos.book, tuple(now))


@rule("taierzhuang", "10.0")
def test_who_floods_the_town_on_the_last_turn_sends_more_than_one() -> None:
    pos = lay({"G": "J10-1", "H": "J10-2", "C": "C27-1..8"}, side="chinese", turn=13)
    town = pos.book.map.index("G")
    plain, flood = (
        picture.worths(pos, temper, CHINESE)[town]
        for temper in (CHINESE_STAFF, msgspec.structs.replace(CHINESE_STAFF, flood=1.0))
    )
    assert flood.of(8) - flood.of(1) > plain.of(8) - plain.of(1) + 6.9


@rule("taierzhuang", "5.2")
def test_a_hasty_officer_uses_the_command_for_fewer_areas() -> None:
    """Two areas have something good to do: the plain staff waits for a third."""
    pos = lay({"N": "C31-1..10 J10-1", "K": "C30-1..10 J10-2"}, side="chinese", spent="J10-1 J10-2", hands={"C-LC": 1})
    hasty = Staff((JAPANESE_STAFF, msgspec.structs.replace(CHINESE_STAFF, command=1)))
    assert [any(entry.reason == "reason.command" for entry in one.advise(pos)) for one in (Staff(), hasty)] == [
        False,
        True,
    ]


# --- the officer who minds his line of supply -------------------------------------------------------

LINE = {"X": "J39-1..3", "R": "J40-1..3", "H": "J10-1..7 J63-1..3"}


def watchful(pos: Position) -> Advice:
    return Staff().officers("japanese")["watchful"].advise(pos)[0]


def told(pos: Position, entry: Advice) -> str:
    return GAME.format(pos, entry.action)


@rule("taierzhuang", "6.3")
def test_the_watchful_do_not_charge_out_of_their_own_line_of_supply() -> None:
    """A weak enemy beside the line tempts the plain staff to a Banzai that leaves the whole army without supply."""
    pos = lay(LINE | {"I": "J42-1 C44-3..8"}, spent="J42-1 J10-1..7 J63-1..3", hands={"J-BZ": 1})
    assert told(pos, Staff().advise(pos)[0]) == "play J-BZ"
    assert told(pos, watchful(pos)) != "play J-BZ"


@rule("taierzhuang", "6.3")
def test_the_watchful_leave_a_post_behind_when_they_charge() -> None:
    tired = "J42-1 J10-1..7 J63-1..3"
    pos = lay(LINE | {"R": "J40-1..6", "I": "J42-1 C44-3..8"}, spent=tired, hands={"J-BZ": 1})
    act(pos, "play J-BZ")
    charging = watchful(pos).action
    assert isinstance(charging, Assault)
    assert len(charging.units) == 3


@rule("taierzhuang", "7.4")
def test_the_watchful_die_where_the_supply_of_an_army_hangs_on_them() -> None:
    pos = lay(LINE | {"I": "J42-1..3", "Y": "C2-1"}, side="chinese", spent="J39-1..3", hands={"C-HA": 1})
    act(pos, "call C-HA X")
    assert strike(pos, 6, 1)[2] >= 2
    assert told(pos, Staff().advise(pos)[0]).startswith("retreat")
    assert told(pos, watchful(pos)).startswith("destroy")


@rule("taierzhuang", "5.2")
def test_guerrillas_put_those_at_risk_who_depend_on_a_weak_post() -> None:
    strong = lay(LINE | {"I": "J42-1..3"})
    weak = lay(LINE | {"I": "J42-1..2"})
    counts = [[pos.strength(JAPANESE, area) for area in range(pos.book.area_count)] for pos in (strong, weak)]
    assert [lifeline.at_risk(strong.book, tuple(those)) for those in counts] == [0, 10]
    assert lifeline.dependents(strong, strong.book.map.index("I")) == 10


@rule("taierzhuang", "6.3")
def test_the_watchful_restore_a_broken_line() -> None:
    """Nobody is left between the zones and the town: some go back and close the gap, while others hold the town."""
    pos = lay(LINE | {"A": "C31-1"})
    while pos.actor == "japanese":
        pos.push(watchful(pos).action)
    town, gap = (pos.strength(JAPANESE, pos.book.map.index(area)) for area in "HI")
    assert min(town, gap) > 0
    assert supplied(pos) >> pos.book.map.index("H") & 1


@rule("taierzhuang", "10.0")
def test_on_the_last_turn_the_watchful_first_stop_who_could_still_come() -> None:
    """One unit in the town is easily driven out, but six over the canal could come after it."""
    pos = lay(LINE | {"I": "J42-1..3", "G": "J21-1..4 C2-1", "C": "C31-1..6"}, spent="C2-1", turn=13, hands={"J-HA": 1})
    assert told(pos, Staff().advise(pos)[0]).startswith("fire G")
    assert told(pos, watchful(pos)) == "call J-HA C"


@rule("taierzhuang", "5.3")
def test_the_watchful_exchange_what_found_no_use() -> None:
    pos = lay(LINE | {"I": "J42-1..3"}, hands={"J-HA": 1, "J-BZ": 1})
    pos.stack = (Discarding(JAPANESE, (0,) * len(pos.book.chits)), ())
    assert told(pos, Staff().advise(pos)[0]) == "keep"
    assert told(pos, watchful(pos)) == "discard J-BZ"


def test_a_search_follows_the_watchful_in_every_step() -> None:
    """Decision by decision it would call the posts away: they are idle on all days but one."""
    pos = lay(LINE | {"I": "J42-1..3", "A": "C31-1"})
    search = SearchBot(Random(1))
    search.known = Memory(pos.turn, "japanese", "watchful")
    assert search.proposals(pos) == [watchful(pos).action]
    assert len(SearchBot(Random(1)).proposals(pos)) > 1, "the staff's own steps are thought over"


# --- the officer who holds the canal, and the one who masses before it ------------------------------


def canal(pos: Position) -> Advice:
    return Staff().officers("chinese")["canal"].advise(pos)[0]


SOUTH = {"B": "C31-1..10", "C": "C30-1..10", "D": "C27-1", "A": "C27-2"}


@rule("taierzhuang", "11.0")
def test_the_canal_officer_does_not_sally_over_the_bridge() -> None:
    """Three tired Japanese tempt the plain staff to a Night Attack; who makes it lies Spent under fire."""
    pos = lay(
        SOUTH | {"F": "J40-1..3", "G": "J10-1..7", "H": "J39-1..5", "I": "J63-1..3"},
        side="chinese",
        spent="J40-1..3",
        turn=6,
        hands={"C-NA": 1},
    )
    assert told(pos, Staff().advise(pos)[0]) == "play C-NA"
    assert told(pos, canal(pos)) != "play C-NA"


@rule("taierzhuang", "2.3", "11.0")
def test_the_canal_officer_fills_the_bridge_out_of_the_zone_and_lets_the_others_wait_there() -> None:
    """At the bridge stands one unit, and twelve have come: the plain staff hurries to the lost town."""
    army = {"G": "J10-1..7", "H": "J39-1..5", "I": "J63-1..3", "R": "J40-1..3", "X": "J42-1..3"}
    pos = lay(SOUTH | {"B": "C31-1"} | army | {"CS": "C2-1..10 C4-1..2"}, side="chinese", turn=6)
    for number in range(3):
        if number:
            act(pos, "pass")
        while pos.actor == "chinese":
            pos.push(canal(pos).action)
    bridge, zone = (pos.strength(CHINESE, pos.book.map.index(place)) for place in ("B", "CS"))
    assert bridge == 10
    assert zone == 3


@rule("taierzhuang", "10.0")
def test_on_the_last_turn_the_canal_officer_sends_one_after_the_other() -> None:
    """One unit denies the town. As long as it stands there nobody else is needed; when it falls, the next one goes."""
    army = {"G": "J10-1..7", "H": "J39-1..5", "I": "J63-1..3", "R": "J40-1..3", "X": "J42-1..3"}
    pos = lay(SOUTH | army | {"CS": "C2-1..10"}, side="chinese", turn=13)
    while pos.actor == "chinese":
        pos.push(canal(pos).action)
    town = [pos.strength(CHINESE, pos.book.map.index(area)) for area in "GH"]
    assert sorted(town) == [0, 1]
    act(pos, "pass")
    assert told(pos, canal(pos)) == "pass"


@rule("taierzhuang", "11.0")
def test_the_massing_gather_before_the_bridge_once_the_town_is_theirs() -> None:
    """The plain staff has three in the North Station, enough for its supply; who masses brings as many as have room."""
    army = {
        "F": "J40-1..3",
        "G": "J10-1..7 J63-4..6",
        "H": "J39-1..7",
        "I": "J63-1..3",
        "R": "J42-1..3",
        "X": "J11-1..3",
    }
    pos = lay(SOUTH | army, turn=6)
    station = pos.book.map.index("F")
    massing = Staff().temper("japanese", "massing")
    plain, gathered = (picture.worths(pos, temper, JAPANESE)[station] for temper in (JAPANESE_STAFF, massing))
    assert (plain.need, gathered.need) == (3, 10)
    before = lay(army | {"G": "C31-1"}, turn=6)
    assert picture.worths(before, massing, JAPANESE)[station].need < 10, "the town comes first"
