"""Officers of another temper: the plain staff is none of them, and every one of them plays by the rules."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.playing import decisions
from tests.games.shanghai_nanking.table import GAME, THIRD, Position, table

from shapan.games.shanghai_nanking.sides import CHINESE, JAPANESE
from shapan.games.shanghai_nanking.staff import Staff
from shapan.games.shanghai_nanking.staff.needs import (
    city_needs,
    country_needs,
    ring_reserves,
    road_needs,
    shoulder_needs,
)
from shapan.games.shanghai_nanking.staff.picture import Picture
from shapan.games.shanghai_nanking.staff.temper import Temper

STAFF = Staff()
Spoken = list[tuple[Any, float]]
"""Actions with their scores."""
OFFICERS = [(side, name) for side in GAME.sides for name in STAFF.officers(side)]
OTHERWISE: dict[str, Any] = {
    "again": (2.0, 2.0),
    "alarm": 20.0,
    "aside": 30.0,
    "assumed": 0,
    "break_through": 0.99,
    "calm": (9.0, 9.0),
    "cities": 1,
    "citadel": 0.1,
    "clear_city": (30.0, 30.0),
    "clear_ring": (30.0, 30.0),
    "counter": 30.0,
    "delay": 6,
    "early_march": 0.5,
    "far_marches": True,
    "garrison_steps": 9,
    "insist": 0.1,
    "last_ring": 0,
    "lurk": 3,
    "progress": (1.0, 1.0),
    "reserves": 0,
    "sentry": 40.0,
    "shoulders": 0,
    "steadfast": 1.0,
    "sweep": 5,
    "trade_space": True,
    "watched": 5,
}
"""A clearly different choice for each field; the other numbers are doubled or become one."""
CHINESE_ONLY = {"calm", "strike_first", "stout", "counter", "breach", "storm", "trade_space", "shoulders", "reserves"}
CHINESE_ONLY |= {"relieving", "cities", "last_ring", "lurk", "sturdy", "far_marches", "delay", "watched", "pursue"}
FAR_FROM_EVERYTHING = {"3512": "JSNLF1 JG-Shanghai", "2717": THIRD, "2616": "CD57", "0202": "CG-Nanking"}


@cache
def samples() -> list[tuple[Position, Spoken]]:
    """Positions of two games between staffs, in no order, and one of a battle that decides nothing, with what the staff
    says of them."""
    found = [pos.copy() for seed in (6, 1) for number, pos in enumerate(decisions(GAME, seed, {})) if number % 2 == 0]
    Random(1).shuffle(found)
    found.append(table(turn=10, units=FAR_FROM_EVERYTHING, plan="fight-fight"))
    return [(pos, said(STAFF, pos)) for pos in found]


def test_the_plain_staff_plays_as_it_always_did() -> None:
    """All published figures of balance rest on this staff."""
    ends = []
    for seed in (6, 4):
        played = list(decisions(GAME, seed, {}))
        last = played[-1]
        assert last.outcome
        ends.append((last.outcome.winner, last.outcome.case, last.turn, len(played)))
    assert ends == [("japanese", "4.3", 12, 1059), ("japanese", "4.2", 5, 426)]


@pytest.mark.parametrize(("side", "name"), OFFICERS)
def test_officers_give_lawful_advice_with_reasons(side: str, name: str) -> None:
    officer = STAFF.officers(side)[name]
    assert officer is Staff().officers(side)[name], "search remembers what an officer said by who he is"
    for number, pos in enumerate(decisions(GAME, 5, {side: f"staff:{name}"})):
        if pos.actor == side and number % 4 == 0:
            for entry in officer.advise(pos):
                assert pos.refusal(entry.action) is None
                assert entry.reason in GAME.texts.texts
                assert GAME.texts.holes(entry.reason) <= set(entry.params), entry


@pytest.mark.parametrize("name", [field.name for field in msgspec.structs.fields(Temper)])
def test_every_field_of_the_temper_changes_some_advice(name: str) -> None:
    side = CHINESE if name in CHINESE_ONLY else JAPANESE
    now = getattr(STAFF.tempers[side], name)
    other = OTHERWISE.get(name, 2 * now if now else 1.0)
    tempers = list(STAFF.tempers)
    tempers[side] = msgspec.structs.replace(tempers[side], **{name: other})
    changed = Staff(tuple(tempers))
    assert any(said(changed, pos) != plain for pos, plain in samples() if pos.actor == GAME.sides[side])


def said(staff: Staff, pos: Position) -> Spoken:
    return [(entry.action, entry.score) for entry in staff.advise(pos)]


def test_what_the_country_needs_is_the_same_when_it_is_worked_out_anew() -> None:
    seen = set()
    for number, pos in enumerate(decisions(GAME, 4, {})):
        if number % 40 == 0:
            assert isinstance(pos, Position)
            picture = Picture(pos, CHINESE, STAFF.tempers[CHINESE])
            anew = (*city_needs(picture), *road_needs(picture))
            assert country_needs(picture) == country_needs(picture) == anew
            assert shoulder_needs(picture) == shoulder_needs(picture) == tuple(ring_reserves(picture))
            seen.add(anew)
    assert len(seen) > 1
