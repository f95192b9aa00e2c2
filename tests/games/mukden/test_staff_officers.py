"""The staff of Mukden plays as it always did; its officers differ from it, and what they say is legal."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.mukden.table import GAME
from tests.games.playing import led

from shapan.games.mukden.position import MukdenPosition
from shapan.games.mukden.sides import JAPANESE, RUSSIAN
from shapan.games.mukden.staff import Staff, japanese, russian
from shapan.games.mukden.staff.officers import JAPANESE_OFFICERS, JAPANESE_STAFF, RUSSIAN_OFFICERS, RUSSIAN_STAFF
from shapan.games.mukden.staff.temper import Temper
from shapan.kernel import DICE, rule

PLAIN = [(1, 3402499510), (2, 3129198563), (5, 2791476256)]
WHOLE = PLAIN[:0:-1]
"""Games that go on to the last turn."""
NAMED = [(side, name) for side, names in Staff.known.items() for name in names]


def both(japanese: Temper = JAPANESE_STAFF, russian: Temper = RUSSIAN_STAFF) -> dict[str, Any]:
    staff = Staff((japanese, russian))
    return {"japanese": staff, "russian": staff}


@pytest.mark.parametrize(("seed", "told"), PLAIN)
def test_the_plain_staff_plays_as_it_did_before_it_had_a_temper(seed: int, told: int) -> None:
    """The published balance of the game rests on it."""
    assert led(GAME, both(), seed)[1] == told


@pytest.mark.parametrize(("side", "name"), NAMED)
def test_an_officer_gives_legal_advice_and_is_always_the_same_object(side: str, name: str) -> None:
    staff = Staff()
    officer = staff.officers(side)[name]
    assert officer is Staff().officers(side)[name]
    leaders = both() | {side: officer}
    pos, _ = led(GAME, leaders, 7)
    assert pos.outcome


JAPANESE_FIELDS = {
    "attack": 0.9,
    "kill": 2.0,
    "cost": 2.0,
    "cleared": 0.0,
    "marker": 0.5,
    "follow": -2.0,
    "garrison_step": 8.0,
    "mukden": 0.0,
    "road": 0.0,
    "progress": 3.0,
    "contact": 3.0,
    "exposure": 2.0,
    "grip": (9.0, 9.0),
    "siege": -20.0,
    "assault": (0.0, 0.0),
    "reserve": -40.0,
    "detour": 4,
    "probing": 1.0,
    "watch": 20.0,
}
RUSSIAN_FIELDS = {
    "relief": 3.0,
    "leaving": 0.2,
    "garrison": 0.0,
    "beside": 0.6,
    "probed": 3.0,
    "keep": 8.0,
    "late": 30.0,
    "raid": 1.0,
}
TOGETHER = {"bide", "riders", "keep_far", "keep_steps", "second", "afar", "heed", "twice", "raiders"}
"""Numbers that say more about another one; they have tests of their own."""


def test_every_number_of_a_temper_is_listed_here() -> None:
    listed = {*JAPANESE_FIELDS, *RUSSIAN_FIELDS, *TOGETHER}
    assert listed == set(Temper.__struct_fields__)


@pytest.mark.parametrize("field", [*JAPANESE_FIELDS, *RUSSIAN_FIELDS])
def test_every_number_of_a_temper_matters(field: str) -> None:
    if field in JAPANESE_FIELDS:
        changed = both(japanese=msgspec.structs.replace(JAPANESE_STAFF, **{field: JAPANESE_FIELDS[field]}))
    else:
        changed = both(russian=msgspec.structs.replace(RUSSIAN_STAFF, **{field: RUSSIAN_FIELDS[field]}))
    assert any(led(GAME, changed, seed)[1] != told for seed, told in WHOLE)


@rule("mukden", "4.1")
def test_a_raider_goes_for_liaoyang_unless_it_is_guarded() -> None:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    raider = RUSSIAN_OFFICERS["raider"]
    raids = russian.raid(pos, raider)
    assert [entry.reason for entry in raids] == ["reason.raid"] * raider.raiders
    pos.put(pos.on_map(JAPANESE)[0], pos.book.russian_sudden_death)
    assert not russian.raid(pos, raider)


@rule("mukden", "4.1")
def test_two_raiders_are_more_than_one() -> None:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    assert len(russian.raid(pos, msgspec.structs.replace(RUSSIAN_STAFF, raid=1.0, raiders=2))) == 2


def manned(pos: MukdenPosition, **changes: float) -> dict[str, float]:
    """Where a keeper would send somebody at once, with how much he thinks of it."""
    keeper = msgspec.structs.replace(RUSSIAN_OFFICERS["keeper"], **changes)
    found: dict[str, float] = {}
    for entry in russian.keep_the_line(pos, keeper):
        move: Any = entry.action
        name = pos.book.grid.name(move.path[-1])
        found[name] = max(found.get(name, entry.score), entry.score)
    return found


def broken_through(there: str) -> MukdenPosition:
    """The set-up, with a Japanese cavalry brigade far behind the Russian line."""
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    pos.put(pos.on_map(JAPANESE)[-1], pos.book.grid.index(there))
    return pos


@rule("mukden", "4.2")
def test_a_keeper_mans_the_railroad_where_the_japanese_could_walk_into_it() -> None:
    pos = broken_through("2107")
    orders = manned(pos)
    first = max(orders, key=orders.__getitem__)
    assert pos.book.railroad >> pos.book.grid.index(first) & 1
    assert pos.reach_of(JAPANESE)[pos.on_map(JAPANESE)[-1]] >> pos.book.grid.index(first) & 1
    assert orders[first] > max(manned(GAME.start()).values())


@rule("mukden", "4.2")
def test_nobody_leaves_a_hex_of_the_railroad_bare_and_later_nobody_keeps_it() -> None:
    pos = broken_through("2107")
    alone = [unit for unit in pos.on_map(RUSSIAN) if pos.book.railroad >> pos.place[unit] & 1]
    alone = [unit for unit in alone if len(pos.stack_in(pos.place[unit])) == 1]
    assert alone
    movers: set[Any] = {getattr(e.action, "unit", None) for e in russian.keep_the_line(pos, RUSSIAN_OFFICERS["keeper"])}
    assert movers
    assert not movers & set(alone)
    pos.turn = max(pos.book.japanese_sudden_death_turns) + 1
    assert not manned(pos)


def test_a_keeper_thinks_of_the_far_hexes_and_of_how_many_hold_one() -> None:
    pos = broken_through("2107")
    assert manned(pos, keep_far=0.0) != manned(pos)
    town = pos.book.grid.name(pos.book.end_game_hex)
    assert manned(pos, keep_steps=20.0)[town] > manned(pos, keep_steps=1.0).get(town, 0.0)


@rule("mukden", "4.1")
def test_who_watches_liaoyang_sends_one_unit_back_and_leaves_it_there() -> None:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    watching = JAPANESE_OFFICERS["infiltrator"]
    home = pos.book.russian_sudden_death
    assert "reason.watch" in {entry.reason for entry in japanese.march_east(pos, watching)}
    guard = pos.on_map(JAPANESE)[-1]
    pos.put(guard, home)
    moves: list[Any] = [entry.action for entry in japanese.march_east(pos, watching)]
    assert guard not in {move.unit for move in moves}
    assert home not in {move.path[-1] for move in moves}
    moves = [entry.action for entry in japanese.march_east(pos, Temper())]
    assert guard in {move.unit for move in moves}


@rule("mukden", "9.13")
def test_an_infiltrator_probes_through_the_russian_line() -> None:
    leaders = both(japanese=JAPANESE_OFFICERS["infiltrator"])
    probes = 0
    pos, rng = GAME.start(), Random(3)
    while pos.turn == 1:
        action = pos.chances().sample(rng) if pos.actor == DICE else leaders[pos.actor].advise(pos)[0].action
        probes += action.verb == "probe" and pos.actor == "japanese"
        pos.apply(action)
    assert probes


@rule("mukden", "7.1")
def test_the_light_units_of_a_pincer_go_round_and_the_divisions_straight_ahead() -> None:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    pincer = JAPANESE_OFFICERS["pincer"]
    everybody = msgspec.structs.replace(pincer, riders=12)
    nobody = msgspec.structs.replace(pincer, detour=0)

    def marches(temper: Temper, light: bool) -> list[Any]:
        found: list[Any] = [entry for entry in japanese.march_east(pos, temper) if entry.reason == "reason.march"]
        return [entry for entry in found if (pos.steps[entry.action.unit] <= pincer.riders) == light]

    assert marches(pincer, light=True) == marches(everybody, light=True) != marches(nobody, light=True)
    assert marches(pincer, light=False) == marches(nobody, light=False) != marches(everybody, light=False)
