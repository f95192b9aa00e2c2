"""The worked examples of the rulebook, one test each."""

from tests.games.mukden.table import start, table

from shapan.games.mukden.sides import JAPANESE
from shapan.kernel import rule


@rule("mukden", "2.1")
def test_2_1_the_town_of_mukden_is_in_2310() -> None:
    book = start().pos.book
    assert book.grid.names(book.map.place("Mukden").hexes) == ("2310",)


@rule("mukden", "2.3", "2.10", "2.11")
def test_2_3_the_imperial_guard() -> None:
    """Twelve steps in 2917; each step lost brings the next lower counter, and there is only ever one on the map."""
    t = start()
    assert (t.at("J-IG"), t.steps("J-IG"), t.face_up("J-IG")) == ("2917", 12, True)
    t = table("J-IG@1609 R-15@1608 R-14@1608 R-9@4112").push("attack J-IG 1608", "resolve 0", "roll 2")
    pieces = [piece for piece in t.view("japanese").pieces if piece.id == "J-IG"]
    assert [(piece.values["steps"], piece.face) for piece in pieces] == [(11, "front")]


@rule("mukden", "3.2")
def test_3_2_the_counter_erratum_of_the_55th() -> None:
    assert (start().at("R-55"), start().steps("R-55")) == ("2215", 4)


@rule("mukden", "5.1")
def test_5_1_a_turn_with_combat_first() -> None:
    t = table("J-1@1609 J-7@1320 R-15@1608 R-14@1715", turn=2, phase="II")
    t.push("declare combat", "roll 2", "paralyse 1715 1")
    assert t.down("R-14"), "paralysis is determined and implemented"
    t.push("attack J-1 1608", "resolve 6", "roll 6")
    assert t.actor == "japanese", "no Russian unit is left to act with"
    t.push("pass")
    assert (t.phase, t.pos.disrupted) == ("VI", 0), "the joint recovery phase"
    t.push("roll 1", "move J-7 1319")
    assert t.actor == "russian"
    t.push("move R-14 1714", "pass", "pass")
    assert (t.pos.turn, t.pos.disrupted) == (3, 0)


@rule("mukden", "7.1")
def test_7_1_zones_of_control_and_movement() -> None:
    t = table("R-1ESi@2003 J-IG@2102 J-12@1804", phase="movement", to_act="russian")
    for hex_ in ("2002", "2103", "1903"):
        t.refuses(f"move R-1ESi 2003-{hex_}", "7.1")
    for hex_ in ("1803", "1903", "2002"):
        assert t.allows(f"move R-1ESi 2003-1902-{hex_}")
        onward = t.pos.book.grid.spread(t.pos.book.grid.hexes(hex_))
        for further in t.pos.book.grid.names(onward & ~t.pos.occupied[JAPANESE]):
            t.refuses(f"move R-1ESi 2003-1902-{hex_}-{further}", "7.1")


@rule("mukden", "8.3")
def test_8_3_a_minor_river_into_a_mountain_hex() -> None:
    assert table("J-10@2416 R-Mad@4112", phase="movement").reach("J-10")["2515"] == 3


@rule("mukden", "9.5")
def test_9_5_five_against_three_and_a_differential_of_nine() -> None:
    t = table("J-1(5)@1609 R-15(3)@1608").push("attack J-1 1608", "resolve 0")
    assert (t.told("differential")[0]["differential"], t.told("column")[0]["heading"]) == ("+2", "+2")
    t = table("J-IG@1609 R-15(3)@1608").push("attack J-IG 1608", "resolve 0")
    assert (t.told("differential")[0]["differential"], t.told("column")[0]["heading"]) == ("+9", "+5")


@rule("mukden", "9.7")
def test_9_7_six_factors_take_six_markers() -> None:
    t = table("J-1@1821 R-15@1820 R-Mad@4112", order="combat").push("attack J-1 1820")
    t.refuses("resolve 7", "9.7")
    assert t.push("resolve 6").told("differential")[0]["attack"] == 12


@rule("mukden", "9.8", "9.9")
def test_9_8_a_three_under_the_russian_fifteen() -> None:
    units = "R-9@1608 R-31@1608 R-3@1708 R-35@1708 J-1(5)@1609 J-7@1320"
    t = table(units, to_act="russian").push(
        "attack R-9 1609", "join R-31", "join R-3", "join R-35", "resolve 0", "roll 3"
    )
    assert t.told("column")[0]["heading"] == "+15"
    assert t.told("result")[0]["result"] == "1/3"
    assert t.push("lose R-9").pos.lost == (3, 1)


POSITION_9_13 = "J-1@1609 J-9@1708 J-7@1809 J-IG@1509 R-15(4)@1707 R-9(3)@1808 R-25(5)@1907 R-1Si(4)@1508 R-Mad@4112"


@rule("mukden", "9.12", "9.13", "R23")
def test_9_13_probing_and_momentum() -> None:
    t = table(POSITION_9_13).push("probe J-1 1608", "join J-9", "resolve 0", "attack J-1 1707", "join J-9", "resolve 0")
    told = t.told("differential")[0]
    assert (told["differential"], told["heading"]) == ("+8", "+5")
    assert t.told("shift") == []
    t.push("roll 1")
    assert (t.told("result")[0]["result"], t.at("R-15")) == ("0/4", None)
    t.push("advance J-1", "advance J-9")
    assert t.stack("1707") == ["J-9", "J-1"]
    assert t.down("J-1", "J-9")
    assert t.actor == "russian", "one probe and one momentum attack are all that an action holds"


@rule("mukden", "9.12", "9.13")
def test_9_13_an_attack_and_what_may_follow() -> None:
    t = table(POSITION_9_13).push("attack J-7 1808", "resolve 0")
    assert (t.told("differential")[0]["differential"], t.told("column")[0]["index"]) == ("+3", 3)
    t.push("roll 1")
    assert (t.told("result")[0]["result"], t.at("R-9"), t.steps("J-7")) == ("1/3", None, 5)
    t.push("advance J-7")
    assert "attack J-7 1907" in t.options()
    assert {"probe J-7 1807", "probe J-7 1908"} <= set(t.options())
    t.push("halt")
    assert (t.at("J-7"), t.down("J-7"), t.actor) == ("1808", True, "russian")


@rule("mukden", "9.13")
def test_9_13_the_guard_probes_and_attacks() -> None:
    t = table(POSITION_9_13).push("probe J-IG 1409", "resolve 0")
    assert t.at("J-IG") == "1409"
    t.push("attack J-IG 1508", "resolve 0")
    assert t.told("differential")[0]["differential"] == "+8"
