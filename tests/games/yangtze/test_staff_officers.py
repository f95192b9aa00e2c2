"""Officers of the Yangtze: who charges, stands or waits rather than another."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.table import GAME

from shapan.games.yangtze.actions import CHARGE, HALT, Card
from shapan.games.yangtze.staff import Staff
from shapan.games.yangtze.staff.officers import RECRUIT
from shapan.games.yangtze.staff.temper import Temper
from shapan.kernel import DICE, rule
from shapan.kernel.staff import Advice

STAFF = Staff()


def scores(advice: list[Advice]) -> dict[str, float]:
    found: dict[str, float] = {}
    for entry in advice:
        assert isinstance(entry.action, Card)
        found.setdefault(entry.action.card, entry.score)
    return found


def orders(scenario: str, most: int) -> list[Any]:
    """The first positions of a game of the staff in which somebody is given a card, with a choice."""
    pos: Any = GAME.start(scenario)
    found: list[Any] = []
    while pos.outcome is None and len(found) < most:
        if pos.actor == DICE:
            pos.apply(next(iter(pos.options())))
            continue
        advice = STAFF.advise(pos)
        if isinstance(advice[0].action, Card) and len(advice) > 1:
            found.append(pos.copy())
        pos.push(advice[0].action)
    return found


@rule("yangtze", "5.0")
def test_a_steady_officer_thinks_more_of_standing_and_of_nothing_else() -> None:
    number = STAFF.sides.index("us")
    tempers = list(STAFF.plain)
    tempers[number] = Temper(steady=0.4)
    steady = Staff(tuple(tempers))
    seen = 0
    for pos in orders("s1_plum_village", 6):
        plain, other = scores(STAFF.advise(pos)), scores(steady.advise(pos))
        for card in plain.keys() & other.keys():
            more = 0.4 if pos.actor == "us" and card == HALT else 0.0
            assert other[card] == pytest.approx(plain[card] + more)
            seen += more > 0
    assert seen


@rule("yangtze", "5.3")
@pytest.mark.parametrize("side", STAFF.sides)
def test_a_beginner_wants_more_of_a_charge_than_anybody(side: str) -> None:
    tempers = [STAFF.temper(side, name) for name in STAFF.officers(side)]
    assert all(RECRUIT.eager > temper.eager for temper in tempers)
    assert STAFF.recruit(side).tempers[STAFF.sides.index(side)] is RECRUIT


@rule("yangtze", "S12.1")
def test_a_convoy_bides_its_time_in_the_first_turns() -> None:
    biding = STAFF.officers("us")["biding"]
    seen = 0
    for pos in orders("s3_silver_trucks", 12):
        first: Any = STAFF.advise(pos)[0].action
        if pos.actor == "us" and pos.book.units[first.unit].carrier:
            assert biding.advise(pos)[0].action == Card(first.unit, HALT)
            seen += first.card != HALT
    assert seen


def test_charges_are_worth_what_they_were_less_what_must_be_promised() -> None:
    bold = STAFF.officers("cn")["bold"]
    for pos in orders("s1_plum_village", 12):
        if pos.actor == "cn":
            plain, other = scores(STAFF.advise(pos)), scores(bold.advise(pos))
            if CHARGE in plain and CHARGE in other:
                assert other[CHARGE] == pytest.approx(plain[CHARGE] + 0.17)
