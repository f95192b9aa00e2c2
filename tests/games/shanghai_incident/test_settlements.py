"""18.0 The settlements."""

from tests.games.shanghai_incident.table import C, do, hexes, keys, options, refused, situation

from shapan.games.shanghai_incident.victory import total
from shapan.kernel import rule


@rule("shanghai_incident", "18.0", "X-32")
def test_the_chinese_stay_out_until_the_japanese_go_in() -> None:
    pos = situation({"C-78-2": "0223", "C-78-6": "0921", "J-7": "2110"}, "C1")
    assert refused(pos, "move C-78-6 0820") == "18.0"
    assert refused(pos, "move C-78-6 0921-0820") == "18.0"
    assert refused(pos, "move C-78-2 0224") == "18.0"
    assert "C-78-2 0224" not in options(pos, "move")


@rule("shanghai_incident", "18.0", "12.3", "R-11", "X-31", "T-20")
def test_a_japanese_entry_opens_everything_at_once_and_costs_eight_points_once() -> None:
    pos = situation({"J-3Sas": "0925", "J-Ron": "0926", "C-78-1": "0303"}, "J1")
    before = total(pos)
    assert "settlement_entered" in keys(do(pos, "move J-3Sas 0825"))
    assert (pos.closed, total(pos)) == (0, before - 8)
    do(pos, "move J-Ron 0824")
    assert total(pos) == before - 8


@rule("shanghai_incident", "18.0", "R-11", "12.3")
def test_the_french_concession_costs_nothing() -> None:
    pos = situation({"J-3Sas": "0223", "C-78-1": "0303"}, "J1")
    do(pos, "move J-3Sas 0323")
    assert not pos.settlement_entered
    assert not pos.closed


@rule("shanghai_incident", "18.0", "R-11")
def test_sector_by_sector_with_the_switch() -> None:
    pos = situation({"J-3Sas": "0223", "C-78-1": "0303"}, "J1", {"sector_opening": "each"})
    do(pos, "move J-3Sas 0323")
    assert pos.closed == pos.book.penalised


@rule("shanghai_incident", "18.0", "7.9", "R-48")
def test_the_chinese_attack_into_a_closed_sector_but_do_not_advance() -> None:
    pos = situation({"C-518": "0223", "C-522": "0123", "J-Ron": "0224"}, "C2")
    assert pos.closed & hexes("0224")
    do(pos, "attack C-518 0224", "resolve")
    while pos.actor == "japanese":
        do(pos, "resolve")
    do(pos, "roll 6")
    while pos.decision.kind == "withdraw":
        pos.push(next(iter(pos.options())))
    assert pos.decision.kind != "advance"
    assert not pos.occupied[C] & hexes("0224")
