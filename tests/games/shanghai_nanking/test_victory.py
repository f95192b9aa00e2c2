"""SNC 4.0: sudden death at any instant, the change of turn 8, the victory check."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.shanghai_nanking.table import (
    GAME,
    SIXTEENTH,
    THIRD,
    Position,
    asked,
    at,
    attack,
    do,
    names_in,
    refused,
    roll,
    settle_support,
    start,
    table,
    told,
    where,
)

from shapan.games.shanghai_nanking.advance import Advancing
from shapan.games.shanghai_nanking.beaches import Retreating
from shapan.games.shanghai_nanking.losses import Losing
from shapan.games.shanghai_nanking.reinforcements import Arriving
from shapan.games.shanghai_nanking.victory import wins_by_entering
from shapan.kernel import rule


def result(pos: object) -> tuple[str | None, str] | None:
    outcome = pos.outcome  # type: ignore[attr-defined]
    return None if outcome is None else (outcome.winner, outcome.case)


@rule("shanghai_nanking", "4.1")
def test_control_of_shanghai_wins_at_once_on_any_turn() -> None:
    pos = table("chinese_first", units={"3411": "CD36", "3611": "JSNLF3"}, turn=3)
    do(pos, "move CD36 3411-3512")
    assert result(pos) == ("chinese", "4.1")
    assert pos.outcome is not None
    assert pos.outcome.key == "outcome.shanghai"


@rule("shanghai_nanking", "4.1", "R-01")
def test_entering_a_neighbour_of_shanghai_wins_from_turn_8_on_even_in_passing() -> None:
    units = {"3310": "CD36", "3512": "JSNLF1"}
    pos = table("chinese_first", units=units, turn=7)
    do(pos, "move CD36 3411")
    assert result(pos) is None
    pos = table("chinese_first", units=units, turn=8)
    do(pos, "move CD36 3411")
    assert result(pos) == ("chinese", "4.1")


@rule("shanghai_nanking", "4.1")
def test_the_hexes_that_win_are_shanghai_and_from_turn_8_on_its_neighbours() -> None:
    near = {"3411", "3412", "3511", "3513", "3611", "3612"}
    for turn, winning in ((7, {"3512"}), (8, near | {"3512"})):
        pos = table("chinese_first", units={"2410": "CD36"}, turn=turn)
        assert {name for name in names_in(pos, pos.book.grid.all) if wins_by_entering(pos, at(name))} == winning


@rule("shanghai_nanking", "4.1", "3.2", "R-01")
def test_a_move_that_ends_the_game_on_its_way_is_told_as_far_as_it_went() -> None:
    pos = table("chinese_first", units={"3313": "CD36", "3611": "JSNLF1"}, turn=8, held="3413")
    events = do(pos, "move CD36 3313-3412-3413")
    assert told(events, "moved")[0]["path"] == ["3313", "3412"]
    assert (where(pos, "CD36"), told(events, "control")) == ("3412", [])


@rule("shanghai_nanking", "4.1", "3.2", "R-01")
def test_a_move_that_wins_in_passing_ends_there() -> None:
    pos = table("chinese_first", units={"3311": "CD36", "3611": "JSNLF3"}, turn=8, held="3411 3410")
    do(pos, "move CD36 3311-3411-3410")
    assert result(pos) == ("chinese", "4.1")
    assert where(pos, "CD36") == "3411"
    assert names_in(pos, pos.japanese_held) == {"3410", "3611"}, "it never came so far"


@rule("shanghai_nanking", "4.1", "5.2")
def test_a_lone_garrison_next_to_shanghai_wins_at_the_first_instant_of_turn_8() -> None:
    pos = table("victory_check", units={"3511": "CG-G", "3512": "JSNLF1"}, turn=7)
    assert (pos.turn, result(pos)) == (8, ("chinese", "4.1"))
    assert pos.outcome is not None
    assert pos.outcome.key == "outcome.near_shanghai"
    pos = table("victory_check", units={"3612": "CD57", "3512": "JSNLF1"}, turn=7)
    assert result(pos) == ("chinese", "4.1")
    pos = table("victory_check", units={"3611": "JSNLF3", "3410": "CD57"}, turn=7)
    assert (pos.turn, result(pos)) == (8, None)


@rule("shanghai_nanking", "4.4")
def test_the_log_says_who_won_and_why() -> None:
    pos = table("chinese_first", units={"3411": "CD36", "3512": "JSNLF1"}, turn=5)
    *_, over = do(pos, "move CD36 3411-3311")
    said = "The game is over: the Japanese player wins. No Chinese unit is left in or next to Shanghai."
    assert GAME.say(over.key, over.params, pos) == said
    pos = table("chinese_first", units={"3411": "CD36", "3512": "JSNLF1"}, turn=5)
    resigned, over = do(pos, "capitulate japanese")
    assert GAME.say(resigned.key, resigned.params, pos) == "The Japanese player resigns"
    assert GAME.say(over.key, over.params, pos).endswith("the Chinese player wins. Decided by resignation.")


@rule("shanghai_nanking", "4.2")
def test_moving_the_last_unit_away_from_shanghai_loses_at_once_until_turn_5() -> None:
    units = {"3411": "CD36", "3310": "CD88"}
    for turn, expected in ((5, ("japanese", "4.2")), (6, None)):
        pos = table("chinese_first", units=units, turn=turn)
        do(pos, "move CD36 3311")
        assert result(pos) == expected


@rule("shanghai_nanking", "4.2", "R-01")
def test_losing_the_last_unit_next_to_shanghai_loses_at_once() -> None:
    pos = table(plan="fight-fight", units={"3511": "CG-G", "3512": "JSNLF1 JSNLF2", "3310": "CD88"}, turn=3)
    attack(pos, "3511", "JSNLF1 JSNLF2")
    settle_support(pos)
    roll(pos, 6)
    assert asked(pos, Advancing)  # losses and advance are one act
    do(pos, "pass")
    assert result(pos) == ("japanese", "4.2")


@rule("shanghai_nanking", "4.1", "8.4", "R-16")
def test_a_retreat_next_to_shanghai_wins_too() -> None:
    units = {"3510": "CD36 CD88", "3512": "JSNLF1", "3611": "JSNLF3"}
    pos = table("japanese_reinforcements", units=units, turn=8)
    for name in SIXTEENTH.split():
        do(pos, f"land {name} 3510")
    do(pos, "pass")
    settle_support(pos)
    roll(pos, 1)
    assert asked(pos, Retreating)
    do(pos, "retreat CD36 3511")
    assert result(pos) == ("chinese", "4.1")


CITIES = "0202 1102 1824 2410 3512 3611"


@rule("shanghai_nanking", "4.3", "4.4", "R-42")
def test_six_cities_win_and_the_neutral_one_follows() -> None:
    pos = table("victory_check", units={"3512": "JSNLF1"}, held=CITIES)
    assert result(pos) == ("japanese", "4.3")
    assert pos.outcome is not None
    assert pos.outcome.level == ""


@rule("shanghai_nanking", "4.3")
def test_five_cities_do_not_win_and_after_turn_12_the_chinese_do() -> None:
    five = CITIES.replace("2410 ", "")
    pos = table("japanese_second", "move-move", {"3512": "JSNLF1", "0202": "J3-6"}, held=f"{five} 3308")
    assert told(do(pos, "pass"), "victory_check") == [{"count": 1}]
    pos = table("victory_check", units={"3512": "JSNLF1"}, held=five)
    assert (result(pos), pos.turn) == (None, 7)
    pos = table("victory_check", units={"3512": "JSNLF1"}, held=five, turn=12)
    assert result(pos) == ("chinese", "4.3")
    pos = table("victory_check", units={"3512": "JSNLF1"}, held=CITIES, turn=12)
    assert result(pos) == ("japanese", "4.3")


@rule("shanghai_nanking", "4.3", "R-36")
def test_which_hex_is_the_seventh_city_is_an_option() -> None:
    other = CITIES.replace("1102", "0116")
    assert result(table("victory_check", units={"3512": "JSNLF1"}, held=other)) is None
    switches = {"seventh_city": "0116"}
    pos = table("victory_check", units={"3512": "JSNLF1"}, held=other, switches=switches)
    assert result(pos) == ("japanese", "4.3")
    assert pos.book.terrain.towns >> at("1102") & 1
    assert not pos.book.terrain.towns >> at("0116") & 1


@rule("shanghai_nanking", "4.0", "5.2")
def test_capitulation_ends_the_game() -> None:
    pos = start()
    do(pos, "capitulate chinese")
    assert result(pos) == ("japanese", "5.2")


@rule("shanghai_nanking", "4.2", "4.3")
def test_the_view_tells_the_seven_cities_and_who_stands_at_shanghai() -> None:
    ledgers = {entry.id: entry for entry in start().view("chinese").ledgers}
    holders = [row.value for row in ledgers["cities"].rows]
    assert (len(holders), holders.count("japanese"), holders.count("neutral")) == (7, 2, 1)
    near = next(row for row in ledgers["state"].rows if row.key == "ledger.near_shanghai")
    assert near.value == 9


def warnings(pos: Position) -> list[str]:
    return [warning for preview in pos.view(pos.actor).previews for warning in preview.warnings]


@rule("shanghai_nanking", "4.2", "10.5.3")
def test_the_last_guard_is_warned_before_it_advances_away() -> None:
    def advancing(units: dict[str, str], names: str, target: str) -> Position:
        pos = table("chinese_first", "fight-fight", units, turn=4)
        attack(pos, target, names, "pass")
        settle_support(pos)
        roll(pos, 6)
        while asked(pos, Losing):
            do(pos, GAME.format(pos, next(iter(pos.options()))))
        assert asked(pos, Advancing)
        return pos

    pos = advancing({"3411": "CD36 CD88", "3410": "JSNLF1"}, "CD36 CD88", "3410")
    assert warnings(pos) == []
    do(pos, "advance CD36 3410")
    assert warnings(pos) == ["warning.last_at_shanghai"]
    do(pos, "pass")
    assert pos.outcome is None
    pos = advancing({"3411": "CD36", "3410": "JSNLF1", "3409": "CD88"}, "CD36 CD88", "3410")
    do(pos, "advance CD36 3410", "pass")
    assert result(pos) == ("japanese", "4.2")


@rule("shanghai_nanking", "4.1", "8.2", "9.5.2", "R-55")
def test_a_train_into_an_empty_shanghai_wins() -> None:
    pos = table("chinese_reinforcements", "move-move", {"3308": "J11-12", "3411": "CD36"}, turn=5)
    while not asked(pos, Arriving):
        pos.push(pos.options().sample(Random(1)))
    unit = pos.book.units[pos.waiting(0)[0]].id
    do(pos, f"entrain {unit} 3512")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("chinese", "4.1")
    pos = table("chinese_reinforcements", "move-move", {"3611": "JSNLF3", "3411": "CD36"}, turn=5)
    while not asked(pos, Arriving):
        pos.push(pos.options().sample(Random(1)))
    assert refused(pos, f"entrain {unit} 3512") == "8.2", "next to a Japanese unit"


@rule("shanghai_nanking", "4.2")
def test_the_last_guard_is_warned() -> None:
    pos = table("chinese_first", units={"3411": "CD36", "3310": "CD88", "3510": THIRD}, turn=4)
    [preview] = pos.view("chinese").previews
    assert "warning.last_at_shanghai" in preview.warnings
    do(pos, "move CD36 3511")
    assert warnings(pos) == [], "its move is over"
    assert warnings(table("chinese_first", units={"3511": "CG-G", "3510": THIRD, "3310": "CD88"}, turn=4)) == []


def warned_of_retreats(pos: Position) -> bool:
    return any("warning.retreat_to_shanghai" in preview.warnings for preview in pos.view("japanese").previews)


@pytest.mark.parametrize(
    ("units", "site", "warned"),
    [
        ({"3510": "CD13"}, "3510", True),
        ({"3510": "CD13", "3511": "JDet-Asama"}, "3510", False),
        ({"3510": "CG-H"}, "3510", False),
        ({"3510": "CG-H CG-J"}, "3510", True),
        ({}, "3510", False),
        ({"3004": "CD13"}, "3004", False),
        ({"3510": "CD13"}, "3004", False),
    ],
    ids=["may", "way barred", "garrison", "hidden counter", "empty beach", "far away", "another beach"],
)
@rule("shanghai_nanking", "4.1", "6.3", "8.4", "R-16")
def test_a_landing_that_may_drive_units_to_shanghai_is_warned_of(
    units: dict[str, str], site: str, warned: bool
) -> None:
    pos = table("japanese_reinforcements", units={"3512": "JSNLF1", **units}, turn=8)
    assert not warned_of_retreats(pos), "nobody has been sent yet"
    do(pos, f"land J16-9 {site}")
    assert warned_of_retreats(pos) == warned


@pytest.mark.parametrize(("turn", "site", "warned"), [(7, "3510", False), (8, "3510", True), (8, "3509", True)])
@rule("shanghai_nanking", "4.1", "8.4.1")
def test_the_second_hex_of_a_late_tenth_army_is_warned_of_too(turn: int, site: str, warned: bool) -> None:
    pos = table("japanese_reinforcements", units={"3512": "JSNLF1", "3510": "CD13"}, turn=7)
    pos.turn = turn
    do(pos, f"land J6-13 {site}")
    assert warned_of_retreats(pos) == warned


@rule("shanghai_nanking", "4.1", "8.4", "R-46")
def test_so_is_a_retreat_to_shanghai_by_way_of_another_landing_hex() -> None:
    pos = table("japanese_reinforcements", units={"3512": "JSNLF1", "3509": "CD13"}, turn=8)
    for unit, site in (("J16-9", "3509"), ("J9-7", "3510")):
        pos.at_sea = (*pos.at_sea, (pos.book.lexicon.piece_numbers[unit], at(site)))
    assert warned_of_retreats(pos)
