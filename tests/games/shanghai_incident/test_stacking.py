"""5.3 Stacking, 16.1 Support units."""

from tests.games.shanghai_incident.table import GAME, do, legal, refused, situation, unit, where

from shapan.kernel import rule

FAR = {"C-78-1": "0303"}


@rule("shanghai_incident", "5.3", "16.1", "2.3.1")
def test_one_support_unit_and_one_other_of_its_formation() -> None:
    book = GAME.book()

    def together(one: str, two: str) -> bool:
        return bool(book.partners[unit(one)] >> unit(two) & 1)

    assert together("J-7", "J-9E")
    assert together("J-7", "J-2T")
    assert together("J-9E", "J-2T"), "the other unit may itself be a support unit"
    assert not together("J-7", "J-35")
    assert not together("J-7", "J-11E")
    assert together("C-78-1", "C-78-155S"), "keyed to a brigade"
    assert not together("C-78-4", "C-78-155S")
    assert not together("J-Ron", "J-SAC"), "R-37"


@rule("shanghai_incident", "5.3")
def test_a_full_hex_is_passed_but_not_stayed_in() -> None:
    pos = situation({"J-7": "2110", "J-35": "2109", "J-2T": "2109", "J-9E": "2310", **FAR}, "J1")
    assert legal(pos, "move J-7 2110-2109-2108")
    moved = pos.copy()
    do(moved, "move J-35 2209", "move J-2T 2209")
    assert refused(moved, "move J-7 2209") == "5.3"
    assert refused(moved, "move J-9E 2209") == "5.3"


@rule("shanghai_incident", "5.3", "R-55")
def test_units_change_places_because_stacking_counts_at_the_end_of_the_phase() -> None:
    pos = situation({"J-7": "2110", "J-35": "2109", **FAR}, "J1")
    assert legal(pos, "move J-7 2109")
    do(pos, "move J-7 2109")
    assert refused(pos, "done") == "5.3"
    assert refused(pos, "interdict FS-A1 2109") == "5.3"
    do(pos, "move J-35 2110", "done")
    assert (where(pos, "J-7"), where(pos, "J-35")) == ("2109", "2110")


@rule("shanghai_incident", "5.3", "R-55")
def test_nobody_enters_a_full_hex_that_nobody_can_leave() -> None:
    pos = situation({"J-7": "2110", "J-35": "2108", **FAR}, "J1")
    do(pos, "move J-35 2109")
    assert refused(pos, "move J-7 2109") == "5.3"


@rule("shanghai_incident", "16.4", "5.3", "R-27")
def test_trains_do_not_count_toward_stacking() -> None:
    units = {"C-T1": "0924", "C-T2": "0923", "C-78-1": "0924", "C-78-155S": "0924", "J-7": "2110"}
    pos = situation(units, "C1")
    do(pos, "move C-T2 0924")
    assert not pos.violations()
    assert where(pos, "C-T2") == "0924"


@rule("shanghai_incident", "5.3", "7.1", "16.4", "R-53")
def test_a_stack_attacks_whole_and_each_train_in_its_hex_for_itself() -> None:
    units = {"C-T1": "0924", "C-T2": "0924", "C-527": "0924", "C-264S": "0924", "J-7": "0925", "J-35": "1024"}

    def attacked(name: str) -> set[str]:
        pos = situation(units, "C2")
        do(pos, f"attack {name} 0925")
        return {name for name in units if pos.attacked >> unit(name) & 1}

    assert attacked("C-T1") == {"C-T1"}
    assert attacked("C-T2") == {"C-T2"}
    assert attacked("C-264S") == attacked("C-527") == {"C-264S", "C-527"}
