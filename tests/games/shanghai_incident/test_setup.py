"""11.0 Set-up and hex control."""

from random import Random

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
    reason,
    refused,
    situation,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.kernel import rule


def japanese_placed() -> ShanghaiPosition:
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    do(pos, "place J-3Sas 1125", "place J-SAC 1025", "place J-Ron 0925", "place J-Vol 1127")
    return pos


@rule("shanghai_incident", "11.0", "R-08", "3.0")
def test_four_japanese_units_unstacked_in_their_sector() -> None:
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    assert pos.actor == "japanese"
    do(pos, "place J-3Sas 1125")
    assert refused(pos, "place J-SAC 1125") == "11.0"
    assert refused(pos, "place J-SAC 1024") == "11.0"
    assert refused(pos, "place J-SAC 0825") == "11.0"
    assert refused(pos, "place J-7 1126") == "11.0"
    assert refused(pos, "place J-3Sas 1126") == "11.0"
    assert refused(pos, "done") == "11.0"
    do(pos, "place J-SAC 1025", "place J-Ron 0925", "place J-Vol 1127")
    assert pos.actor == "chinese"


@rule("shanghai_incident", "11.0", "R-08", "R-30", "T-7")
def test_ten_chinese_units_one_to_a_city_or_town() -> None:
    pos = japanese_placed()
    assert refused(pos, "place C-78-1 2108") == "11.0", "open country"
    assert refused(pos, "place C-78-1 0825") == "11.0", "a settlement"
    assert refused(pos, "place C-78-1 1026") == "11.0", "the Japanese Sector"
    assert refused(pos, "place C-78-1 0325") == "11.0", "Nanshi"
    assert refused(pos, "place C-T1 1820") == "11.0", "no railroad at Miaohang"
    do(pos, "place C-78-6 1024")
    assert refused(pos, "place C-78-5 0922") == "11.0", "all of Chapei is one place"
    do(pos, "place C-78-5 1624")
    assert refused(pos, "place C-T1 1524") == "11.0", "trains count"
    do(pos, "place C-T1 1925", "place C-T2 2226", "place C-78-1 0917", "place C-78-2 1418", "place C-78-3 1509")
    do(pos, "place C-78-4 2525", "place C-78-155S 1820", "place C-78-156S 1321")
    assert (pos.decision.kind, pos.actor, pos.turn, pos.pause_marker, pos.logistics) == ("move", "japanese", 1, 4, 0)


@rule("shanghai_incident", "11.0")
def test_places_with_a_railroad_are_kept_for_the_trains() -> None:
    pos = japanese_placed()
    towns = ["0924", "0917", "1509", "1624", "2526", "1925", "2226"]
    names = ["C-78-1", "C-78-2", "C-78-3", "C-78-4", "C-78-5", "C-78-6", "C-78-155S"]
    do(pos, *(f"place {name} {town}" for name, town in zip(names, towns, strict=True)))
    assert refused(pos, "place C-78-156S 0518") == "11.0"
    do(pos, "place C-78-156S 1820", "place C-T1 0518", "place C-T2 0120")
    assert pos.decision.kind == "move"


@rule("shanghai_incident", "11.0")
def test_random_set_ups_always_come_to_an_end() -> None:
    for seed in range(20):
        rng, pos = Random(seed), GAME.start()
        while pos.decision.kind == "setup":
            pos.push(pos.options().sample(rng))
        assert pos.decision.kind == "move"
        assert not pos.violations()


@rule("shanghai_incident", "11.0", "15.1")
def test_two_markers_are_there_from_the_start() -> None:
    boxes = {box.id: box for box in GAME.start().view("japanese").boxes}
    assert boxes["markers_ready"].pieces == ["FS-A1", "FS-N1"]
    assert boxes["markers_absent"].count == 7


@rule("shanghai_incident", "11.0")
def test_the_historical_set_up_is_a_switch() -> None:
    pos = situation({"J-3Sas": "1125", "C-78-1": "0303"})
    start = GAME.start(switches={"historical_setup": True})
    assert isinstance(start, ShanghaiPosition)
    assert (start.decision.kind, start.book.grid.name(start.place[0])) == ("move", "1125")
    assert where(pos, "J-7") == "pool"


@rule("shanghai_incident", "11.0", "R-35")
def test_who_controls_what_at_the_start() -> None:
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    assert pos.held[J] == pos.book.japanese_setup
    assert not (pos.held[J] | pos.held[C]) & hexes("0825 0321"), "the settlements belong to nobody"
    for name in ("1024", "0325", "2726", "2702", "1820"):
        assert pos.held[C] >> at(name) & 1


@rule("shanghai_incident", "11.0", "R-35")
def test_control_passes_with_every_kind_of_entry() -> None:
    pos = situation({"J-7": "1920", "C-78-1": "1417"}, "J1")
    do(pos, "move J-7 1920-1820-1720")
    assert pos.held[J] >> at("1820") & 1, "passing through is enough"
    assert not pos.held[C] >> at("1820") & 1
    assert legal(pos, "done")


@rule("shanghai_incident", "11.0", "3.0")
def test_a_placement_that_is_not_allowed_says_why() -> None:
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    assert reason(pos, "done") == "setup_first"
    assert reason(pos, "place C-78-1 1820") == reason(pos, "place FS-A1 1125") == "setup_unit"
    assert reason(pos, "place C-S1 1125") == "setup_unit"
    do(pos, "place J-3Sas 1125")
    assert reason(pos, "place J-SAC 1125") == "setup_unstacked"
    assert reason(pos, "place J-SAC 1124") == "setup_sector", "next to a unit, outside the sector"
    assert reason(pos, "place J-SAC 1820") == "setup_sector"
    assert options(pos, "place") >= {"J-SAC 1126", "J-Ron 0925"}
    assert "J-SAC 1125" not in options(pos, "place")


@rule("shanghai_incident", "11.0", "16.4", "R-08")
def test_a_chinese_placement_that_is_not_allowed_says_why() -> None:
    pos = japanese_placed()
    assert reason(pos, "place C-78-1 2108") == reason(pos, "place C-78-1 1026") == "setup_town"
    assert reason(pos, "place C-78-1 1625") == "setup_town", "next to Kiangwan"
    do(pos, "place C-78-5 1624")
    assert reason(pos, "place C-T1 1524") == reason(pos, "place C-78-1 1624") == "setup_once"
    for train in ("C-T1", "C-T2"):
        assert reason(pos, f"place {train} 1820") == "setup_railroad"
    towns = ["0924", "0917", "1509", "2526", "1925", "2226"]
    names = ["C-78-1", "C-78-2", "C-78-3", "C-78-4", "C-78-6", "C-78-155S"]
    do(pos, *(f"place {name} {town}" for name, town in zip(names, towns, strict=True)))
    assert reason(pos, "place C-78-156S 0518") == "setup_trains"
    assert "C-78-156S 0518" not in options(pos, "place")
    assert {"C-T1 0518", "C-T2 0120", "C-78-156S 1820"} <= options(pos, "place")


@rule("shanghai_incident", "11.0", "R-35")
def test_a_change_of_control_is_told_once() -> None:
    pos = situation({"J-7": "1920", "C-78-1": "1417"}, "J1")
    told = do(pos, "move J-7 1920-1820-1720")
    assert [(event.params["side"], event.params["hex"]) for event in told if event.key == "event.control"] == [
        ("japanese", "1820")
    ]
    back = situation({"J-7": "1920", "C-78-1": "1417"}, "J1", held=(hexes("1820"), 0))
    assert "control" not in keys(do(back, "move J-7 1920-1820-1720")), "it was theirs"


@rule("shanghai_incident", "11.0", "13.2", "13.6")
def test_a_set_up_by_history_has_nothing_to_say_about_units_that_come_later() -> None:
    pos = GAME.start(switches={"historical_setup": True})
    assert isinstance(pos, ShanghaiPosition)
    assert (refused(pos, "place J-1Sas 1130"), reason(pos, "place J-1Sas 1130")) == ("13.2", "place_when")
    assert refused(pos, "place C-60-2 0303") == "13.6"
    assert refused(pos, "place J-3Sas 1125") == "13.2", "it stands already"
