"""18.0 The settlements."""

import pytest
from tests.games.shanghai_incident.table import (
    GAME,
    C,
    J,
    at,
    do,
    hexes,
    keys,
    legal,
    options,
    refused,
    situation,
    unit,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.victory import total
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.retreat import Withdrawal
from shapan.mechanics.fire_and_movement.ways import REGULAR, March
from shapan.mechanics.verbs import Move


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
    assert not {"settlement_entered", "opened"} & set(keys(do(pos, "move J-Ron 0824")))
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


@rule("shanghai_incident", "18.0", "12.3", "5.1", "14.0", "R-57")
@pytest.mark.parametrize(
    ("start", "line"), [("0619", "move J-3Sas 0521"), ("0417", "redeploy J-3Sas 0624")], ids=["move", "redeployment"]
)
def test_a_way_into_the_french_concession_keeps_out_of_the_international_settlement(start: str, line: str) -> None:
    pos = situation({"J-3Sas": start, "C-78-1": "4301"}, "J1", held=(0, 0))
    do(pos, line)
    assert not pos.settlement_entered
    assert not pos.closed, "the French Concession has been entered"


@rule("shanghai_incident", "18.0", "14.0", "R-57")
def test_a_way_through_a_settlement_is_spelt_out_and_offered_so() -> None:
    pos = situation({"J-3Sas": "0122", "C-78-1": "4301"}, "J1", held=(0, 0))
    assert refused(pos, "redeploy J-3Sas 0823") == "18.0", "not for want of points"
    spelt = [text for text in options(pos, "redeploy") if text.endswith("-0823")]
    assert len(spelt) == 1
    do(pos, f"redeploy {spelt[0]}")
    assert pos.settlement_entered


def thrown_back(start: str, enemy: str, count: int) -> ShanghaiPosition:
    pos = situation({"J-3Sas": start, "C-522": enemy}, "C2")
    pos.stack = ()
    runners = 1 << unit("J-3Sas")
    pos.then(Withdrawal(J, runners, runners, count, free=False, defending=True, tried=0))
    pos.settle()
    return pos


@rule("shanghai_incident", "18.0", "7.7", "12.3", "R-57", "R-41")
def test_a_retreat_through_a_settlement_is_spelt_out_and_comes_with_a_warning() -> None:
    pos = thrown_back("0219", "0218", 2)
    assert refused(pos, "retreat J-3Sas 0419") == "18.0"
    assert "J-3Sas 0219-0320-0419" in options(pos, "retreat")
    assert "J-3Sas 0419" not in options(pos, "retreat")
    [preview] = pos.view("japanese").previews
    assert "warning.settlement" in preview.warnings
    do(pos, "retreat J-3Sas 0219-0320-0419")
    assert not pos.closed
    assert not pos.settlement_entered, "the French Concession costs no points"


@rule("shanghai_incident", "11.0", "12.3", "5.1", "R-57", "R-35")
def test_a_single_unit_goes_by_a_town_of_the_enemy_and_another_town_is_offered_apart() -> None:
    pos = situation({"J-7": "1821", "C-78-1": "0303"}, "J1")
    assert not pos.held[J] & hexes("1820")
    do(pos, "move J-7 1819")
    assert pos.held[J] & hexes("1820"), "Miaohang lies on a way there"
    stack = situation({"J-7": "1821", "J-2T": "1821", "C-78-1": "0303"}, "J3")
    assert "J-2T J-7 1819" in options(stack, "carry")
    assert "J-2T J-7 1821-1820-1819" not in options(stack, "carry"), "it is what is meant anyway: no way is cheaper"
    assert "J-2T J-7 1821-1820-1921" in options(stack, "carry"), "a detour, so it is offered apart"
    do(stack, "carry J-2T J-7 1921")
    assert not stack.held[J] & hexes("1820")


@rule("shanghai_incident", "11.0", "12.3", "5.1", "R-57")
def test_the_way_by_the_one_town_is_meant_and_that_by_the_other_offered_apart() -> None:
    pos = situation({"J-7": "3417", "C-78-1": "0303"}, "J1", held=(0, hexes("3415 3617")))
    apart = "J-7 3417-3518-3617-3517-3416"
    assert {"J-7 3416", apart} <= options(pos, "move")
    meant, other = pos.copy(), pos.copy()
    do(meant, "move J-7 3416")
    do(other, f"move {apart}")
    assert [end.held[J] & hexes("3415 3617") for end in (meant, other)] == [hexes("3415"), hexes("3617")]


@rule("shanghai_incident", "11.0", "12.3", "5.1", "R-57")
@pytest.mark.parametrize("cavalry", ["1622", "2114", "3417"])
def test_no_way_is_offered_twice_nor_apart_from_the_end_that_means_it(cavalry: str) -> None:
    pos = situation({"J-9C": cavalry, "C-78-1": "0303"}, "J1")
    named = [GAME.format(pos, action).split()[2] for action in pos.options() if isinstance(action, Move)]
    assert len(named) == len(set(named))
    apart = [way for way in named if "-" in way]
    assert apart
    for way in apart:
        if way[-4:] != cavalry:  # there and back has no end to name
            meant = do(pos.copy(), f"move J-9C {way[-4:]}")[0].params["path"]
            assert "-".join(meant) != way


@rule("shanghai_incident", "11.0", "12.3", "5.1", "R-57")
def test_a_single_unit_takes_both_hexes_of_a_town_on_its_way() -> None:
    pos = situation({"J-7": "1510", "C-78-1": "0303"}, "J1", held=(0, hexes("1409 1509")))
    assert do(pos, "move J-7 1309")[0].params["path"] == ["1510", "1509", "1409", "1309"]
    assert pos.held[J] & hexes("1409 1509") == hexes("1409 1509")
    near = situation({"J-7": "1410", "C-78-1": "0303"}, "J1", held=(0, hexes("1409 1509")))
    assert do(near, "move J-7 1510")[0].params["path"] == ["1410", "1409", "1509", "1510"], "one after the other"


@rule("shanghai_incident", "18.0", "12.3", "R-57")
def test_what_is_closed_to_whom_and_what_has_a_price() -> None:
    pos = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1")
    international, french = pos.book.settlements
    assert (pos.closed_to(J), pos.closed_to(C)) == (0, international | french | pos.book.opened_with)
    assert (pos.shunned_by(J), pos.shunned_by(C)) == (international | french, 0)
    assert pos.sectors_shunned(J) == (french, international), "the cheaper one first"
    assert pos.sectors_shunned(C) == ()
    do(pos, "move J-3Sas 0825")
    assert (pos.closed_to(C), pos.shunned_by(J), pos.sectors_shunned(J)) == (0, 0, ())


@rule("shanghai_incident", "18.0", "12.3", "R-11")
def test_a_settlement_that_has_been_entered_has_no_price_any_more() -> None:
    pos = situation({"J-3Sas": "0223", "C-78-1": "0303"}, "J1", {"sector_opening": "each"})
    international, french = pos.book.settlements
    assert "opened" in keys(do(pos, "move J-3Sas 0323"))
    assert (pos.shunned_by(J), pos.sectors_shunned(J)) == (international, (international,))
    whole = situation({"J-3Sas": "0223", "C-78-1": "0303"}, "J1")
    do(whole, "move J-3Sas 0323")
    assert (whole.closed, whole.shunned_by(J)) == (0, international), "only its price is left"
    paid = situation({"J-3Sas": "0925", "C-78-1": "0303"}, "J1", {"sector_opening": "each"})
    do(paid, "move J-3Sas 0825")
    assert (paid.closed, paid.sectors_shunned(J)) == (french, (french,))


@rule("shanghai_incident", "18.0", "5.1", "11.0", "R-57")
def test_a_way_matters_if_it_could_change_anything_where_it_leads() -> None:
    pos = situation({"J-3Sas": "0223", "C-78-1": "0303"}, "J1")
    _, french = pos.book.settlements
    pos.held = (pos.book.landmarks & ~french, 0)
    march = March(pos, (unit("J-3Sas"),), REGULAR)
    assert march.way_matters(at("0423")), "the last hex of the French Concession there"
    assert not march.way_matters(at("0222")), "no way to it enters the concession"
    pos.held = (pos.book.landmarks, 0)
    assert not march.way_matters(at("0423"))


@rule("shanghai_incident", "11.0", "5.1", "R-57")
def test_a_stack_is_offered_the_detour_by_the_only_town_there_is() -> None:
    book = situation({"J-7": "1821", "C-78-1": "0303"}).book
    held = (book.landmarks & ~hexes("1820"), hexes("1820"))
    stack = situation({"J-7": "1821", "J-2T": "1821", "C-78-1": "0303"}, "J3", held=held)
    assert "J-2T J-7 1821-1820-1921" in options(stack, "carry")
    assert "J-2T J-7 1821-1820-1819" not in options(stack, "carry"), "no way is cheaper"
    alone = situation({"J-7": "1821", "C-78-1": "0303"}, "J1", held=held)
    assert {text for text in options(alone, "move") if "-1820-" in text} == {"J-7 1821-1820-1821"}, "there and back"


@rule("shanghai_incident", "17.3", "11.0", "R-26", "R-57")
def test_no_way_by_a_town_leads_back_through_the_fort_that_was_left() -> None:
    pos = situation({"J-9E": "2626", "J-7": "2726", "C-78-1": "0303"}, "J1")
    assert refused(pos, "move J-9E 2626-2526-2626-2726") == "17.3", "its garrison is back"
    assert "2626" not in do(pos, "move J-9E 2726")[0].params["path"][1:]
    assert pos.held[C] & hexes("2626"), "nobody has entered it again"
    shared = situation({"J-9E": "2626", "J-7": "2626", "C-78-1": "0303"}, "J1")
    assert "J-9E 2626-2526-2626" in options(shared, "move"), "the other one keeps the fort"
    assert not [text for text in options(shared, "carry") if text.endswith("-2626")]


@rule("shanghai_incident", "5.1", "11.0", "12.3", "R-57")
def test_a_unit_may_take_a_city_hex_and_come_back() -> None:
    pos = situation({"C-78-1": "1624", "J-35": "1128"}, "C1", held=(hexes("1524"), 0))
    assert "C-78-1 1624-1524-1624" in options(pos, "move")
    do(pos, "move C-78-1 1624-1524-1624")
    assert pos.place[unit("C-78-1")] == at("1624")
    assert not pos.held[J] & hexes("1524")


@rule("shanghai_incident", "5.1", "11.0", "18.0", "R-57")
def test_a_way_may_take_several_hexes_and_end_in_a_settlement() -> None:
    cavalry = situation({"J-11C": "0425", "C-78-1": "0303"}, "J1")
    apart = [text for text in options(cavalry, "move") if text.endswith("-0424")] + ["J-11C 0424"]
    found = []
    for text in apart:
        after = cavalry.copy()
        do(after, f"move {text}")
        found.append(after.held[J] & hexes("0424 0525 0526"))
    assert hexes("0424 0525 0526") in found, "all three of them in one move"
    cars = situation({"J-SAC": "0221", "C-78-1": "0303"}, "J1", held=(0, hexes("0120")))
    way = do(cars, "move J-SAC 0321")[0].params["path"]
    assert "0120" in way, "a move that ends in the French Concession goes by Siccawei, too"
    assert not cars.settlement_entered


@rule("shanghai_incident", "16.4", "11.0", "R-57")
def test_a_train_goes_by_every_town_that_it_can_take_and_may_come_back() -> None:
    lost = hexes("0120 0518 1524")
    pos = situation({"C-T1": "0917", "J-35": "2814"}, "C1", held=(lost, 0))
    (there_and_back,) = [text for text in options(pos, "move") if "-" in text[4:]]
    assert there_and_back.endswith("-0917")
    do(pos, "move C-T1 0915")
    assert not pos.held[J] & lost, "distance is nothing to it"
    held = situation({"C-T1": "1424", "J-35": "1325"}, "C1", held=(lost, 0))
    assert not [text for text in options(held, "move") if "-" in text[4:]], "it left an enemy zone and enters none"
    do(held, "move C-T1 1624")
    assert held.held[J] & lost == hexes("0120 0518"), "beyond the zone that it left"


@rule("shanghai_incident", "16.4", "R-57")
@pytest.mark.parametrize(("end", "steps"), [("1925", 14), ("0924", 16), ("2526", 14)])
def test_a_train_passes_the_farthest_town_first_and_runs_up_and_down_the_line_no_more_than_it_must(
    end: str, steps: int
) -> None:
    pos = situation({"C-T1": "1925", "J-35": "2814"}, "C1", held=(hexes("1524 1624 2226"), 0))
    (way,) = [text for text in options(pos, "move") if text.endswith("-1925")]
    order = f"move {way}" if end == "1925" else f"move C-T1 {end}"
    assert len(do(pos, order)[0].params["path"]) == steps + 1
    assert not pos.held[J]


@rule("shanghai_incident", "18.0", "5.1", "R-57")
@pytest.mark.parametrize(
    ("start", "end", "path"),
    [
        ("0317", "0319", ["0317", "0217", "0218", "0319"]),
        ("0223", "0423", ["0223", "0324", "0423"]),
        ("1026", "0825", ["1026", "0926", "0925", "0825"]),
        ("1025", "0824", ["1025", "0925", "0825", "0824"]),
    ],
)
def test_the_way_that_is_meant_by_an_end_beside_or_inside_a_settlement(start: str, end: str, path: list[str]) -> None:
    pos = situation({"J-3Sas": start, "C-78-1": "4301"}, "J1")
    pos.held = (pos.book.landmarks, 0)
    assert do(pos, f"move J-3Sas {end}")[0].params["path"] == path


@rule("shanghai_incident", "18.0", "5.3", "14.0", "R-55", "R-57")
def test_a_way_through_a_settlement_is_offered_to_where_somebody_makes_room() -> None:
    near = situation({"J-9C": "0925", "J-2Yok": "0624", "C-78-1": "0303"}, "J1", closed=0)
    way = "J-9C 0925-0825-0725-0624"
    assert legal(near, f"move {way}")
    assert way in options(near, "move")
    near.moved = 1 << unit("J-2Yok")
    assert refused(near, f"move {way}") == "5.3"
    assert way not in options(near, "move"), "whoever is there cannot leave any more"
    units = {"J-SAC": "0925", "J-3Sas": "0925", "J-2Yok": "0421", "C-78-1": "0303"}
    far = situation(units, "J1", closed=0, held=(near.book.landmarks, 0))
    for verb, who in (("redeploy", "J-3Sas"), ("transfer", "J-SAC J-3Sas")):
        offered = [text for text in options(far, verb) if text.startswith(f"{who} 0925-") and text.endswith("-0421")]
        assert len(offered) == 1, f"{verb}: {sorted(options(far, verb))}"
        assert legal(far, f"{verb} {offered[0]}")
