"""12.0 Victory."""

from typing import Any

import pytest
from tests.games.shanghai_incident.table import DEFAULT, at, do, hexes, refused, situation

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.victory import level_now, schedule, total, unused_pauses
from shapan.kernel import rule

QUIET = {"J-7": "1125", "C-78-1": "0303"}


def cities(*names: str) -> int:
    return sum(city.hexes for city in DEFAULT.cities if city.name in names)


def at_administration(
    units: dict[str, str] | None = None, switches: dict[str, Any] | None = None, **fields: Any
) -> ShanghaiPosition:
    return situation(units or QUIET, "A", switches, **fields)


@rule("shanghai_incident", "12.3", "13.4", "R-04", "X-01", "T-12")
@pytest.mark.parametrize(("number", "points"), [(4, 16), (3, 12), (2, 8), (1, 4)])
def test_fifth_army_is_worth_four_times_the_pause_number(number: int, points: int) -> None:
    pos = situation(QUIET, commitment=number, pause_marker=0)
    assert total(pos) == points


@rule("shanghai_incident", "12.3", "X-02", "X-03", "T-25")
def test_arrivals_cost_by_pause_number_and_the_historical_course_is_a_draw() -> None:
    pos = situation(QUIET, arrived=(4, 2, 3, 1, 0), pause_marker=0)
    assert total(pos) == -4 - 2 - 6 - 2
    pos.commitment = 3
    pos.held = (cities("Woosung", "Paoshan", "Kiangwan", "Tachang") | DEFAULT.fort_hexes, 0)
    pos.razed = True
    assert total(pos) == 18
    assert total(situation(QUIET, pause_marker=0)) == 0, "the units of the start cost nothing"


@rule("shanghai_incident", "12.3", "X-39", "T-11")
def test_a_city_counts_only_with_every_hex() -> None:
    pos = situation(QUIET, pause_marker=0, held=(hexes("1524"), hexes("1624")))
    assert total(pos) == 0
    pos.held = (hexes("1524 1624"), 0)
    assert [(item.about, item.points) for item in schedule(pos)] == [("Kiangwan", 4)]


@rule("shanghai_incident", "12.3", "18.0")
def test_the_settlement_costs_eight_once_and_unused_pauses_pay_four_each() -> None:
    assert total(situation(QUIET, settlement_entered=True, pause_marker=0)) == -8
    assert total(situation(QUIET, pause_marker=4)) == 16


@rule("shanghai_incident", "12.3", "R-02", "X-07", "12.4")
def test_a_cease_fire_scores_the_unused_pauses() -> None:
    pos = at_administration(turn=5, held=(cities("Paoshan"), 0))
    do(pos, "decide ceasefire")
    assert pos.outcome is not None
    assert (pos.outcome.level, pos.outcome.winner, pos.outcome.case) == ("major_japanese", "japanese", "12.4")


@rule("shanghai_incident", "12.2", "X-07", "R-40", "T-26")
def test_a_chinese_train_in_shanghai_is_an_epic_victory() -> None:
    pos = at_administration({"J-7": "1125", "C-T1": "0924"}, turn=5, held=(cities("Paoshan"), 0))
    do(pos, "decide ceasefire")
    assert pos.outcome is not None
    assert (pos.outcome.level, pos.outcome.winner, pos.outcome.case) == ("epic_chinese", "chinese", "12.2")


@rule("shanghai_incident", "12.2", "16.3", "R-12", "X-08")
def test_a_sniper_counts_for_an_epic_victory_only_with_the_switch() -> None:
    sniper = (at("1023"), -1, -1, -1)
    for counts in (False, True):
        pos = at_administration(switches={"snipers_count_for_epic": counts}, snipers=sniper)
        do(pos, "decide ceasefire")
        assert pos.outcome is not None
        assert (pos.outcome.level == "epic_chinese") is counts


@rule("shanghai_incident", "12.4", "X-49")
@pytest.mark.parametrize(
    ("points", "level"),
    [(22, "decisive_japanese"), (21, "major_japanese"), (19, "major_japanese"), (18, "draw"), (16, "draw"),
     (15, "major_chinese"), (13, "major_chinese"), (12, "decisive_chinese"), (-20, "decisive_chinese")],
)  # fmt: skip
def test_the_levels_of_victory(points: int, level: str) -> None:
    assert next(entry.level for entry in DEFAULT.levels if points >= entry.minimum) == level


@rule("shanghai_incident", "12.3", "12.4", "X-49")
def test_a_cease_fire_in_the_third_segment() -> None:
    held = cities("Kiangwan") | DEFAULT.fort_hexes
    pos = at_administration(segment=3, pause_marker=2, arrived=(4, 0, 3, 0, 0), held=(held, 0), razed=True)
    assert total(pos) == 4 + 4 + 8 - 4 - 6
    do(pos, "decide ceasefire")
    assert pos.outcome is not None
    assert pos.outcome.level == "decisive_chinese"


@rule("shanghai_incident", "12.1", "13.1", "R-03", "X-04", "T-12")
def test_the_game_ends_after_the_seventh_turn_of_the_fifth_segment() -> None:
    pos = situation(QUIET, "A", {"ceasefire": False}, segment=5, pause_marker=0, turn=6)
    assert pos.turn == 7, "with the marker on 0 the turn simply ends"
    last = situation(QUIET, segment=5, pause_marker=0, turn=7)
    last.stack = (("admin",), ())
    last.settle()
    assert last.outcome is not None
    days = DEFAULT.days * (DEFAULT.pauses + 1)
    assert days == DEFAULT.track["maximum_turns"] == 35


@rule("shanghai_incident", "12.2", "12.1", "T-21")
def test_a_chinese_regiment_may_walk_into_an_unguarded_shanghai_on_the_last_turn() -> None:
    pos = situation({"J-7": "2110", "C-78-6": "1021"}, "C1", segment=5, pause_marker=0, turn=7, support=(-4,) * 9)
    do(pos, "move C-78-6 1022")
    assert pos.outcome is not None
    assert (pos.outcome.level, pos.outcome.case) == ("epic_chinese", "12.2")


@rule("shanghai_incident", "12.3", "R-02")
def test_the_cease_fire_is_a_switch() -> None:
    pos = at_administration(switches={"ceasefire": False})
    assert refused(pos, "decide ceasefire") == "12.3"


def test_the_ledger_is_itemised() -> None:
    pos = situation(QUIET, "J1", held=(cities("Paoshan"), 0), settlement_entered=True)
    ledger = next(ledger for ledger in pos.view("chinese").ledgers if ledger.id == "victory")
    assert [row.value for row in ledger.rows] == [4, 16, -8, 12]


@rule("shanghai_incident", "12.3", "13.1", "R-02")
def test_a_pause_that_is_being_carried_out_is_used() -> None:
    assert unused_pauses(situation(QUIET, pause_marker=3)) == 3
    assert unused_pauses(situation(QUIET, pause_marker=3, pausing=True)) == 2


@rule("shanghai_incident", "12.2", "12.4", "12.3")
@pytest.mark.parametrize(
    ("names", "number", "level"),
    [("Paoshan Lotien", 2, "decisive_japanese"), ("Paoshan Lotien", 3, "major_japanese"),
     ("Paoshan", 1, "major_japanese"), ("Paoshan", 2, "draw"), ("", 0, "draw"), ("", 1, "major_chinese"),
     ("", 3, "major_chinese"), ("", 4, "decisive_chinese")],
)  # fmt: skip
def test_the_level_reached_by_cities_less_what_the_brigade_cost(names: str, number: int, level: str) -> None:
    held = (cities(*names.split()), 0)
    pos = at_administration(pause_marker=4, turn=5, held=held, arrived=(0, number, 0, 0, 0))
    assert total(pos) == 16 + 4 * len(names.split()) - number
    assert level_now(pos) == level
    do(pos, "decide ceasefire")
    assert pos.outcome is not None
    assert pos.outcome.level == level
    inside = situation({"J-7": "1125", "C-78-1": "0923"}, held=held)
    assert level_now(inside) == "epic_chinese"
