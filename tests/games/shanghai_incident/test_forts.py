"""17.0 Forts."""

from tests.games.shanghai_incident.table import (
    C,
    J,
    at,
    battle,
    do,
    hexes,
    keys,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.forts import fort_hexes, japanese_forts, operative, works
from shapan.games.shanghai_incident.pauses import Refitting
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.victory import total
from shapan.kernel import SPECTATOR, rule
from shapan.mechanics.fire_and_movement.battle import defence_terms


def defence(pos: ShanghaiPosition) -> int:
    return sum(term.value for term in defence_terms(pos, battle(pos)))


@rule("shanghai_incident", "17.1", "R-25", "13.5")
def test_who_builds_a_fort_where() -> None:
    pos = situation({"C-78-1": "1820", "C-78-2": "2108", "C-T1": "0924", "J-3Sas": "1918"}, "C1", logistics=3)
    assert refused(pos, "fortify C-78-2") == "17.1"
    assert refused(pos, "fortify C-78-3") == "17.1"
    assert refused(pos, "fortify J-3Sas") == "17.1"
    do(pos, "fortify C-78-1")
    assert (pos.logistics, pos.forts) == (2, ((at("1820"), unit("C-78-1")),)), "enemy zones do not matter"
    assert refused(pos, "fortify C-78-1") == "17.1"
    assert legal(pos, "fortify C-T1")
    japanese = situation({"J-3Sas": "1820", "C-78-1": "2108"}, "J1")
    assert refused(japanese, "fortify J-3Sas") == "17.1"


@rule("shanghai_incident", "17.1")
def test_a_unit_that_has_moved_builds_no_fort() -> None:
    pos = situation({"C-78-1": "1920", "C-78-2": "1509", "J-3Sas": "1125"}, "C1", logistics=3)
    do(pos, "move C-78-1 1820")
    assert refused(pos, "fortify C-78-1") == "17.1"
    assert options(pos, "fortify") == {"C-78-2"}


@rule("shanghai_incident", "17.1", "R-25", "T-9")
def test_a_fort_goes_with_its_builder_and_not_with_the_hex() -> None:
    forts = ((at("1820"), unit("C-78-1")),)
    pos = situation({"C-78-1": "1820", "C-78-155S": "1820", "J-3Sas": "1125"}, "C1", forts=forts)
    do(pos, "move C-78-155S 1920")
    assert [here for here, _ in pos.forts] == [at("1820")]
    assert keys(do(pos, "move C-78-1 1720"))[-1] == "fort_gone"
    assert list(pos.forts) == []
    dead = situation({"C-78-1": "1820-", "J-7": "1920"}, forts=forts)
    dead.kill(unit("C-78-1"))
    assert dead.forts == ()


@rule("shanghai_incident", "17.2", "7.5", "T-8")
def test_a_fort_counts_instead_of_the_terrain() -> None:
    pos = situation({"J-7": "1623", "C-78-1": "1624"}, "J2", forts=((at("1624"), unit("C-78-1")),))
    do(pos, "attack J-7 1624")
    assert defence(pos) == 3 + 3
    assert pos.resists_freely(battle(pos))


# --- 17.3 the Woosung forts ---------------------------------------------------------------------


@rule("shanghai_incident", "17.3", "X-20", "R-26", "T-10")
def test_a_lone_garrison_falls_to_an_exchange_and_may_be_entered() -> None:
    pos = situation({"J-7": "2725", "J-9C": "2625", "J-2T": "2725", "C-78-1": "0303"}, "J2", support=(-3,) * 9)
    assert operative(pos) == hexes("2626 2726 2825")
    do(pos, "attack J-7 2726")
    assert defence(pos) == 3 + 3
    do(pos, "support FS-A1", "resolve")
    do(pos, "roll 1")
    assert pos.decision.kind == "advance"
    do(pos, "advance J-7")
    assert operative(pos) == hexes("2626 2825")


@rule("shanghai_incident", "17.3", "X-18", "R-26")
def test_an_exchange_in_mobile_combat_leaves_the_garrison() -> None:
    pos = situation({"J-7": "2725", "J-2T": "2725", "C-78-1": "0303"}, "J4", support=(-3,) * 9)
    do(pos, "attack J-7 2726", "support FS-A1", "resolve", "roll 1")
    assert pos.decision.kind != "advance"


@rule("shanghai_incident", "17.3", "T-10")
def test_garrisons_are_as_strong_as_forts_are_left() -> None:
    pos = situation({"J-7": "2725", "J-35": "2626", "C-78-1": "0303"}, "J2")
    do(pos, "attack J-7 2726")
    assert defence(pos) == 2 + 3
    sapped = situation({"J-7": "2725", "J-9E": "2725", "J-35": "2626", "C-78-1": "0303"}, "J2")
    do(sapped, "attack J-7 2726")
    assert defence(sapped) == 2, "engineers leave the garrison its strength only"


@rule("shanghai_incident", "17.3", "5.1", "R-26")
def test_an_operative_fort_bars_entry_but_has_no_zone() -> None:
    pos = situation({"J-7": "2725", "C-78-1": "0303"}, "J1")
    for way in ("2726", "2725-2726"):
        assert (refused(pos, f"move J-7 {way}"), reason(pos, f"move J-7 {way}")) == ("17.3", "fort_fights")
    assert not pos.zone_of(1) & hexes("2725")
    manned = situation({"J-7": "2725", "C-78-1": "2726"}, "J1")
    assert (refused(manned, "move J-7 2726"), reason(manned, "move J-7 2726")) == ("5.1", "path_enemy")


@rule("shanghai_incident", "17.3", "X-21", "12.3", "T-10")
def test_a_fort_that_the_japanese_leave_is_operative_again() -> None:
    pos = situation({"J-7": "2626", "J-35": "2726", "C-78-1": "0303"}, "J1")
    assert operative(pos) == hexes("2825")
    do(pos, "move J-7 2625")
    assert operative(pos) == hexes("2626 2825")
    assert not japanese_forts(pos) & hexes("2626")
    assert total(pos) == 16, "only the unused pauses"


@rule("shanghai_incident", "17.3", "X-22", "12.3")
def test_three_forts_occupied_at_once_are_destroyed_for_good() -> None:
    pos = situation(
        {"J-7": "2626", "J-35": "2726", "J-19": "2824", "J-36": "2725", "C-78-1": "0303"}, "J2", support=(-3,) * 9
    )
    do(pos, "attack J-19 2825", "support FS-A1", "support FS-A2", "resolve", "roll 4", "advance J-19")
    assert pos.razed
    pos.put(unit("J-7"), at("2625"))
    pos.put(unit("J-35"), at("2624"))
    assert operative(pos) == 0
    assert japanese_forts(pos) == pos.book.fort_hexes & pos.held[J]


@rule("shanghai_incident", "17.3", "X-48", "7.6", "R-26")
def test_chinese_units_in_a_fort_take_the_loss_and_keep_it() -> None:
    pos = situation({"J-7": "2725", "J-35": "2625", "C-78-4": "2726"}, "J2", support=(-3,) * 9)
    do(pos, "attack J-7 2726", "join J-35")
    assert defence(pos) == 3 + 3 + 3
    do(pos, "support FS-N1", "resolve", "roll 1")
    if pos.decision.kind == "exchange":
        do(pos, "lose J-7")
    assert (pos.steps[unit("C-78-4")], where(pos, "C-78-4")) == (1, "2726")
    assert pos.decision.kind != "advance"
    assert operative(pos) == hexes("2626 2726 2825")


@rule("shanghai_incident", "17.3", "11.0", "R-26")
def test_a_fort_that_the_last_japanese_have_left_is_chinese_again() -> None:
    pos = situation({"J-7": "2626", "J-9E": "2626", "C-78-1": "0303"}, "J1", held=(hexes("2626"), hexes("2726 2825")))
    assert "fort_revived" not in keys(do(pos, "move J-9E 2625"))
    assert pos.held[J] & hexes("2626"), "the regiment is still there"
    assert "fort_revived" in keys(do(pos, "move J-7 2625"))
    assert not pos.held[J] & hexes("2626")
    assert pos.held[C] & hexes("2626")
    gone = situation({"J-7": "2626-", "C-78-1": "0303"}, held=(hexes("2626"), 0))
    gone.kill(unit("J-7"))
    assert gone.held[C] & hexes("2626"), "dead is gone as well"


@rule("shanghai_incident", "17.3", "17.2")
def test_after_all_were_destroyed_a_fort_stays_with_whoever_entered_it_last() -> None:
    pos = situation({"J-7": "2626", "C-78-1": "0303"}, "J1", held=(hexes("2626"), 0), razed=True)
    do(pos, "move J-7 2625")
    assert pos.held[J] & hexes("2626")


@rule("shanghai_incident", "17.3", "5.1", "R-26")
def test_a_lone_garrison_does_not_leave_a_fort_and_come_back_in_one_move() -> None:
    pos = situation({"J-7": "2626", "C-78-1": "0303"}, "J1", held=(hexes("2626"), 0))
    assert refused(pos, "move J-7 2626-2625-2626") == "17.3"
    assert refused(pos, "move J-7 2626-2625-2626-2527") == "17.3"


@rule("shanghai_incident", "17.1")
def test_everybody_sees_who_built_a_fort() -> None:
    pos = situation({"C-78-1": "1820", "C-78-155S": "1820", "J-3Sas": "1125"}, "C1", logistics=1)
    do(pos, "fortify C-78-1")
    for side in ("japanese", "chinese", SPECTATOR):
        builders = [piece.id for piece in pos.view(side).pieces if "builder" in piece.statuses]
        assert builders == ["C-78-1"]


@rule("shanghai_incident", "14.0", "5.1", "17.3")
def test_nobody_redeploys_onto_an_operative_fort_and_the_reason_is_true() -> None:
    pos = situation({"J-7": "2421", "C-78-1": "0303"}, "J1", held=(0, 0))
    assert refused(pos, "redeploy J-7 2726") == "17.3"
    assert legal(pos, "redeploy J-7 2725"), "it is not for want of points"


@rule("shanghai_incident", "17.1", "13.5")
def test_a_fort_that_cannot_be_built_says_why() -> None:
    pos = situation({"C-78-1": "1820", "C-78-2": "2108", "C-78-3": "0101", "J-7": "2110"}, "C1", logistics=1)
    assert options(pos, "fortify") == {"C-78-1"}
    assert reason(pos, "fortify J-7") == reason(pos, "fortify C-S1") == reason(pos, "fortify FS-A1") == "chinese_only"
    assert reason(pos, "fortify C-78-4") == "not_on_map"
    assert reason(pos, "fortify C-78-2") == reason(pos, "fortify C-78-3") == "fort_where"
    do(pos, "fortify C-78-1")
    assert reason(pos, "fortify C-78-1") == "fort_there"
    assert not options(pos, "fortify"), "no point is left"
    assert reason(situation({"C-78-1": "1820", "J-7": "2110"}, "C1"), "fortify C-78-1") == "logistics"
    moved = situation({"C-78-1": "1920", "C-78-2": "1820", "J-7": "2110"}, "C1", logistics=5)
    do(moved, "move C-78-1 1821", "move C-78-2 1720")
    assert not options(moved, "fortify")


@rule("shanghai_incident", "17.1")
def test_in_a_pause_whoever_stands_in_a_town_builds_even_if_he_has_moved() -> None:
    pos = situation({"C-78-1": "1820", "C-78-2": "1509", "J-7": "2110"}, logistics=5, moved=1 << unit("C-78-1"))
    pos.then(Refitting(C))
    pos.moved = 1 << unit("C-78-1")
    pos.settle()
    assert options(pos, "fortify") == {"C-78-1", "C-78-2"}
    assert legal(pos, "fortify C-78-1")


@rule("shanghai_incident", "17.1")
def test_of_several_forts_only_that_of_the_builder_goes() -> None:
    built = ((at("1820"), unit("C-78-1")), (at("1418"), unit("C-78-2")))
    pos = situation({"C-78-1": "1820", "C-78-2": "1418", "J-7": "2110"}, "C1", forts=built)
    assert fort_hexes(pos) == hexes("1820 1418")
    event = do(pos, "move C-78-1 1720")[-1]
    assert (event.key, event.params["hex"]) == ("event.fort_gone", "1820")
    assert pos.forts == built[1:]
    assert fort_hexes(situation({"C-78-1": "1820", "J-7": "2110"})) == 0


@rule("shanghai_incident", "17.2", "17.3", "7.4")
def test_nobody_profits_from_a_fort_in_the_next_hex() -> None:
    built = ((at("1820"), unit("C-78-1")),)
    pos = situation({"J-7": "1922", "C-78-1": "1820", "C-78-2": "1921"}, "J2", forts=built, rubble=hexes("1024"))
    assert works(pos) == hexes("1820 1024 2626 2726 2825")
    do(pos, "attack J-7 1921")
    assert not pos.resists_freely(battle(pos))
    assert [term.key for term in defence_terms(pos, battle(pos)) if term.value > 2] == ["factor.defender"]
    assert [term.key for term in defence_terms(pos, battle(pos)) if "fort" in term.key or "garrison" in term.key] == []
    beside = situation({"J-7": "2625", "C-78-1": "2624"}, "J2")
    do(beside, "attack J-7 2624")
    assert "factor.garrison" not in [term.key for term in defence_terms(beside, battle(beside))]


@rule("shanghai_incident", "17.3")
def test_japanese_in_a_woosung_fort_have_no_garrison_and_no_fort() -> None:
    pos = situation({"J-7": "2726", "C-78-1": "2725"}, "C2")
    do(pos, "attack C-78-1 2726")
    assert not pos.resists_freely(battle(pos))
    assert not {"factor.garrison", "factor.fort"} & {term.key for term in defence_terms(pos, battle(pos))}
    assert pos.garrisoned(J) == 0
    assert pos.garrisoned(C) == hexes("2626 2825")


@rule("shanghai_incident", "17.3", "5.1", "R-26")
def test_whoever_leaves_a_hex_that_stays_his_may_come_back_in_the_same_move() -> None:
    held = (hexes("2626"), 0)
    mates = situation({"J-7": "2626", "J-9E": "2626", "C-78-1": "0303"}, "J1", held=held)
    assert legal(mates, "move J-9E 2626-2625-2626"), "the regiment holds the fort"
    assert legal(mates, "move J-7 2626-2625-2626")
    assert refused(mates, "carry J-7 J-9E 2626-2625-2626") == "17.3", "nobody does"
    razed = situation({"J-7": "2626", "C-78-1": "0303"}, "J1", held=held, razed=True)
    assert legal(razed, "move J-7 2626-2625-2626")
    field = situation({"J-7": "2110", "C-78-1": "0303"}, "J1")
    assert legal(field, "move J-7 2110-2109-2110")
    chinese = situation({"C-78-1": "2626", "J-7": "2110"}, "C1")
    assert legal(chinese, "move C-78-1 2626-2625-2626"), "the garrison is Chinese"


@rule("shanghai_incident", "17.3", "11.0")
def test_the_chinese_destroy_no_fort_by_entering_it() -> None:
    pos = situation({"J-7": "2626", "J-35": "2726", "C-78-1": "2824"}, "C1")
    do(pos, "move C-78-1 2825")
    assert not pos.razed
    two = situation({"J-7": "2625", "J-35": "2726", "C-78-1": "0303"}, "J1", held=(0, 0))
    do(two, "move J-7 2624")
    assert not two.razed


@rule("shanghai_incident", "17.3", "12.3", "R-26")
def test_forts_are_japanese_while_occupied_and_after_their_end_by_control() -> None:
    pos = situation({"J-7": "2626", "C-78-1": "0303"}, held=(hexes("2626 2726"), hexes("2825")))
    assert japanese_forts(pos) == hexes("2626")
    pos.razed = True
    assert japanese_forts(pos) == hexes("2626 2726")
