"""Officers of another temper: the plain staff is none of them, and every one of them plays by the rules."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.playing import decisions
from tests.games.shanghai_incident.table import DEFAULT, GAME, at, situation, unit

from shapan.bots.search import Memory, SearchBot
from shapan.games.shanghai_incident.calls import Calling
from shapan.games.shanghai_incident.pauses import Administering, Refitting
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.reinforcements import Landing
from shapan.games.shanghai_incident.sides import CHINESE, JAPANESE
from shapan.games.shanghai_incident.staff import Staff
from shapan.games.shanghai_incident.staff.goals import goals
from shapan.games.shanghai_incident.staff.ground import FAR, march_to, nearest_to
from shapan.games.shanghai_incident.staff.march import FEW, own_goals
from shapan.games.shanghai_incident.staff.odds import expectation, prize_of
from shapan.games.shanghai_incident.staff.officers import BESIEGING, ENCIRCLING
from shapan.games.shanghai_incident.staff.picture import Picture
from shapan.games.shanghai_incident.staff.reserve import second_line
from shapan.games.shanghai_incident.staff.temper import JAPANESE_STAFF, PLAIN, Temper
from shapan.games.shanghai_incident.victory import total
from shapan.ground.hexes import bits, mask_of
from shapan.kernel.kept import forget_parts
from shapan.kernel.texts import named
from shapan.mechanics.fire_and_movement.retreat import Withdrawal
from shapan.mechanics.fire_and_movement.terms import ASSAULT, Battle

STAFF = Staff()
Spoken = list[tuple[Any, float]]
"""Actions with their scores."""
OFFICERS = [(side, name) for side in GAME.sides for name in STAFF.officers(side)]
OTHERWISE: dict[str, Any] = {
    "alarm_points": 0,
    "chest": 9,
    "commit_below": 99,
    "commit_from": 0,
    "content": False,
    "evenings": 5,
    "homecoming": 7,
    "late": 4,
    "near": 1,
    "weak": 60,
}
"""A clearly different choice for each field; the other numbers are doubled or become one."""
CHINESE_ONLY = {"last_foothold", "footholds", "threatened", "near", "chest", "commit_below", "commit_from", "refill"}
CHINESE_ONLY |= {"alarm_points", "homecoming", "fort_in_shanghai", "fort_elsewhere", "gap", "forward"}


@cache
def samples() -> list[tuple[ShanghaiPosition, Spoken]]:
    """Positions of two games between staffs, in no order, with what the staff says of them.

    In one of the games Fifth Army is committed.
    """
    found = [
        pos.copy()
        for seed in (4, 7)
        for number, pos in enumerate(decisions(GAME, seed, {}))
        if _worth_asking(pos, number)
    ]
    Random(1).shuffle(found)
    return [(pos, said(STAFF, pos)) for pos in found]


def _worth_asking(pos: ShanghaiPosition, number: int) -> bool:
    return number % 4 == 0 or isinstance(pos.top, Administering | Calling | Landing | Refitting | Withdrawal)


def test_the_plain_staff_plays_as_it_always_did() -> None:
    """All published figures of balance rest on this staff."""
    ends = []
    for seed in (2, 3):
        played = list(decisions(GAME, seed, {}))
        last = played[-1]
        assert last.outcome
        ends.append((last.outcome.winner, last.outcome.case, last.turn, len(played)))
    assert ends == [("chinese", "12.4", 7, 1716), ("chinese", "12.2", 7, 1737)]


@pytest.mark.parametrize(("side", "name"), OFFICERS)
def test_officers_give_lawful_advice_with_reasons(side: str, name: str) -> None:
    officer, texts = STAFF.officers(side)[name], GAME.texts
    assert officer is Staff().officers(side)[name], "search remembers what an officer said by who he is"
    for number, pos in enumerate(decisions(GAME, 5, {side: f"staff:{name}"})):
        if pos.actor == side and number % 5 == 0:
            for entry in officer.advise(pos)[:4]:
                assert pos.refusal(entry.action) is None
                assert texts.holes(entry.reason) <= set(entry.params), entry.reason
                assert not texts.say(entry.reason, named(pos.book.lexicon, entry.params)).startswith("reason.")


@pytest.mark.parametrize("name", [field.name for field in msgspec.structs.fields(Temper)])
def test_every_field_of_the_temper_changes_some_advice(name: str) -> None:
    side = CHINESE if name in CHINESE_ONLY else JAPANESE
    now = getattr(PLAIN[side], name)
    other = OTHERWISE.get(name, 2 * now if now else 1.0)
    tempers = list(PLAIN)
    tempers[side] = msgspec.structs.replace(PLAIN[side], **{name: other})
    changed = Staff(tuple(tempers))
    assert any(said(changed, pos) != plain for pos, plain in samples() if pos.actor == GAME.sides[side])


def said(staff: Staff, pos: ShanghaiPosition) -> Spoken:
    return [(entry.action, entry.score) for entry in staff.advise(pos)]


# --- the officer with the guards (13.4) --------------------------------------------------------------


def test_the_guards_are_committed_where_the_staff_saves_the_points() -> None:
    """13.4: in the last pause Fifth Army gives the Japanese four points, who have twelve then: too few for anything."""
    held = {"J-7": "3013", "C-60-1": "3011"}
    pos = situation(held, "J1", segment=4, pause_marker=1)
    while total(pos) < 8:
        city = next(city for city in pos.book.cities if city.hexes & ~pos.held[JAPANESE])
        pos.held = (pos.held[JAPANESE] | city.hexes, pos.held[CHINESE] & ~city.hexes)
    pos.stack = (Calling(CHINESE), ())
    guards = STAFF.officers("chinese")["guards"]
    assert [GAME.format(pos, one.advise(pos)[0].action) for one in (STAFF, guards)] == ["done", "commit"]


# --- the besieging officer (12.2, 13.1) --------------------------------------------------------------


def test_the_besieging_officer_sends_more_to_the_streets_than_to_a_city() -> None:
    """12.2: nine for a hex of Shanghai with Chinese in it, five as ever for Lotien."""
    pos = situation({"J-7": "3013", "C-60-1": "3011", "C-60-2": "1022"}, "J1", segment=3, pause_marker=2)
    crews = []
    for temper in (ENCIRCLING, BESIEGING):
        needed = Picture(pos, JAPANESE, temper).needs(goals(pos, JAPANESE, temper))
        crews.append({goal.hex: goal.crew for goal in needed})
    assert [[crew[at(place)] for place in ("1022", "3011")] for crew in crews] == [[5, 5], [9, 5]]


def test_the_besieging_officer_pauses_while_the_landing_force_is_alone() -> None:
    """13.1: with a strength of 15 the staff fights on; he calls the division first."""
    landed = {
        "J-3Sas": "1024",
        "J-1Sas": "0925",
        "J-2Sas": "1125",
        "J-1Yok": "1025",
        "J-2Yok": "0924",
        "C-60-1": "3011",
    }
    pos = situation(landed, "J1", segment=2, pause_marker=3)
    pos.stack = (Administering(), ())
    officer = STAFF.officers("japanese")["besieging"]
    assert [GAME.format(pos, one.advise(pos)[0].action) for one in (STAFF, officer)] == [
        "decide continue",
        "decide pause",
    ]


# --- the encircling officer (7.7) ---------------------------------------------------------------------


def before_lotien(**more: str) -> ShanghaiPosition:
    """A Chinese regiment in Lotien with the 7th Infantry, which has moved, on one side of it."""
    pos = situation({"J-7": "3012", "C-60-1": "3011", **more}, "J1", segment=3, pause_marker=2)
    pos.moved = 1 << unit("J-7")
    return pos


def test_the_encircling_officer_goes_round_the_enemy_where_the_staff_closes_up() -> None:
    pos = before_lotien(**{"J-35": "3210"})
    officer = STAFF.officers("japanese")["encircling"]
    assert [GAME.format(pos, one.advise(pos)[0].action) for one in (STAFF, officer)] == [
        "move J-35 3111",
        "move J-35 3010",
    ]


def test_a_ring_is_shut_on_the_far_side_only_and_not_by_cavalry() -> None:
    """16.2: retreating Chinese ignore the zones of cavalry."""
    around = DEFAULT.beside[at("3011")]
    for name, shut in (("J-35", [at("3010")]), ("J-9C", [])):
        pos = before_lotien(**{name: "3210"})
        picture = Picture(pos, JAPANESE, ENCIRCLING)
        assert [here for here in around if picture.ring(here, unit(name)) > 0] == shut


@pytest.mark.parametrize("strength", ["", "-"])
@pytest.mark.parametrize(("place", "trapped"), [("3010", True), ("3111", False)])
def test_the_encircling_officer_values_the_destruction_of_the_trapped(place: str, trapped: bool, strength: str) -> None:
    pos = before_lotien(**{"J-35": place, "C-60-1": "3011" + strength})
    battle = Battle(JAPANESE, at("3011"), 1 << unit("J-7") | 1 << unit("J-35"), 0, 0, False, ASSAULT)
    plain, officer = (
        expectation(pos, battle, prize_of(pos, at("3011"), temper), temper) for temper in (JAPANESE_STAFF, ENCIRCLING)
    )
    assert (officer > plain) is trapped


def test_a_search_follows_the_encircling_officer_in_every_step() -> None:
    """Decision by decision it would call his rings off: their price is seen at once, their worth days later."""
    search = SearchBot(Random(1))
    search.known = Memory(1, "japanese", "encircling")
    pos = before_lotien(**{"J-35": "3210"})
    pos.turn = 1
    officer = STAFF.officers("japanese")["encircling"]
    assert search.proposals(pos) == [officer.advise(pos)[0].action]
    assert len(SearchBot(Random(1)).proposals(pos)) > 1, "the staff's own steps are thought over"


def everything_wanted(pos: ShanghaiPosition, side: int, temper: Temper) -> tuple[dict[int, float], Any, Any]:
    """Goals, the second line, and who is needed where."""
    wanted = goals(pos, side, temper)
    return wanted, second_line(pos, temper), Picture(pos, side, temper).needs(wanted)


def test_what_an_army_wants_is_the_same_when_it_is_worked_out_anew() -> None:
    wanted = set()
    for pos, _ in samples()[::6]:
        for side in (JAPANESE, CHINESE):
            temper = STAFF.tempers[side]
            kept = everything_wanted(pos, side, temper)
            forget_parts()
            assert everything_wanted(pos, side, temper) == kept
            wanted.add(tuple(kept[0].items()))
    assert len(wanted) > 2


def test_the_nearest_door_is_the_nearest_hex() -> None:
    book = GAME.start().book
    rng, edge = Random(1), bits(book.entry)
    for goal in rng.sample(bits(book.urban), 12):
        some = sorted(rng.sample(edge, 5))
        assert nearest_to(book, goal, mask_of(some)) == min(some, key=march_to(book, goal).__getitem__)
        inland = sorted({*some, *rng.sample(bits(book.urban & ~book.entry), 3)})
        assert nearest_to(book, goal, mask_of(inland)) == min(inland, key=march_to(book, goal).__getitem__)


def test_a_goal_needs_only_its_crew() -> None:
    """Whoever has farther to go than as many others as are needed is not among those who go."""
    seen = 0
    for pos, _ in samples()[::12]:
        for side in (JAPANESE, CHINESE):
            picture = Picture(pos, side, STAFF.tempers[side])
            needed = picture.needs(goals(pos, side, picture.temper))
            for mover in bits(pos.present & pos.book.roster[side]):
                here, found = pos.place[mover], []
                for goal in needed:
                    ways = sorted(goal.ways.march[pos.place[mate]] for mate in picture.line)
                    cutoff = ways[goal.crew - 1] if len(ways) >= goal.crew else FAR
                    taken = picture.taken[pos.book.supports >> mover & 1] & ~(1 << here)
                    near = pos.book.around[here] >> goal.hex & 1
                    way = goal.ways.march[here]
                    if way <= cutoff and not taken >> goal.hex & 1 and (near or not goal.ample):
                        found.append((goal.worth - picture.temper.pace * way, goal.worth, goal.hex))
                wanted = [(worth, goal) for _, worth, goal in sorted(found, reverse=True)[:FEW]]
                assert [(worth, goal) for worth, _, goal in own_goals(picture, mover, needed)] == wanted
                seen += len(wanted)
    assert seen
