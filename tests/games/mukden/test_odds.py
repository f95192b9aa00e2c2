"""9.6 Combat column shifts."""

import pytest
from tests.games.mukden.table import start, table

from shapan.games.mukden.odds import column_shifts
from shapan.kernel import rule

UNITS = {"J": ("J-1", "J-2", "J-3", "J-4", "J-5", "J-6"), "R": ("R-14", "R-15", "R-9", "R-31", "R-3", "R-35")}


def shifts(attacker: str, target: str, origins: str) -> dict[str, int]:
    """The shifts of an attack by single units from these hexes, ``J`` on a Russian or ``R`` on a Japanese unit."""
    hexes = origins.split()
    victim = "R-55" if attacker == "J" else "J-IG"
    placed = [f"{unit}@{hex_}" for unit, hex_ in zip(UNITS[attacker], hexes, strict=False)]
    t = table(" ".join([*placed, f"{victim}@{target}"]))
    numbers = tuple(t.number(unit) for unit in UNITS[attacker][: len(hexes)])
    found = column_shifts(t.pos, t.pos.book.grid.index(target), numbers)
    return {shift.key: shift.columns for shift in found}


@pytest.mark.parametrize(
    ("attacker", "target", "origins", "net"),
    [
        ("J", "1608", "1609", 0),  # open ground
        ("J", "2315", "2216 2316 2416", -2),  # a town behind river and trench
        ("J", "2916", "2817 2917", -2),  # mountains behind river and trench
        ("J", "2310", "2311 2309", +1),  # a victory town from opposite sides
        ("J", "2310", "2309 2411 2211", +1),  # from three alternate hexes
        ("J", "2310", "2309 2410", -1),  # from two neighbours
        ("J", "2310", "2309 2410 2411", -1),  # three in a row do not close in
        ("J", "2310", "2309 2410 2411 2311", +1),  # more than three do
        ("J", "2311", "2212 2312", -2),  # all over the Hun
        ("J", "2311", "2212 2211", 0),  # one of them crosses nothing
        ("J", "1515", "1616 1516", -1),  # some over the Hun, the others over a trench
        ("J", "1515", "1616", -2),  # over the Hun and the trench on it: the river counts, no more
        ("R", "1716", "1715", -1),  # a Japanese trench helps Japanese defenders; the Russian one beside it does not
        ("R", "1608", "1607 1609", +1),  # a Russian concentric attack is worth one column
        ("J", "1608", "1607 1609", +2),
        ("R", "3418", "3417 3419", 0),  # mountains against a Russian concentric attack
        ("J", "3418", "3417 3419", +1),  # and against a Japanese one
        ("J", "3118", "3117", -1),  # a pass is mountain
        ("J", "2415", "2315", 0),  # clear ground, no river between
    ],
)
@rule("mukden", "9.6")
def test_the_net_shift(attacker: str, target: str, origins: str, net: int) -> None:
    assert sum(shifts(attacker, target, origins).values()) == net


@rule("mukden", "9.6")
def test_clear_terrain_gives_nothing() -> None:
    assert shifts("J", "1608", "1609") == {}


@rule("mukden", "9.6")
def test_towns_victory_towns_and_mountains_shift_one_left() -> None:
    assert shifts("J", "1617", "1618")["town"] == -1
    assert shifts("J", "2310", "2309") == {"victory_town": -1}
    assert shifts("J", "3418", "3417") == {"mountain": -1}
    assert shifts("J", "3118", "3117") == {"pass": -1}


@rule("mukden", "9.6", "R16")
def test_river_and_trench_on_one_hexside_are_one_column() -> None:
    assert shifts("J", "2215", "2216") == {"minor_river_or_trench": -1}


@rule("mukden", "9.6")
def test_a_river_without_trench_helps_anybody() -> None:
    assert shifts("R", "2017", "2117") == {"minor_river_or_trench": -1}
    assert shifts("J", "2017", "2117") == {"minor_river_or_trench": -1}


@rule("mukden", "9.6", "R17")
def test_a_trench_adds_nothing_to_a_major_river() -> None:
    assert shifts("J", "1515", "1616") == {"major_river": -2}


@rule("mukden", "9.6", "R18")
def test_a_trench_works_for_its_nation_from_either_side() -> None:
    """Hexside 2213-2312 has a Russian trench only."""
    assert shifts("J", "2213", "2312") == shifts("J", "2312", "2213") == {"minor_river_or_trench": -1}
    assert shifts("R", "2213", "2312") == shifts("R", "2312", "2213") == {}


@rule("mukden", "9.6")
def test_a_mixed_attack_uses_the_minor_shift() -> None:
    assert shifts("J", "1515", "1616 1516") == {"mixed_major_and_minor": -1}


@rule("mukden", "9.6")
def test_one_unit_over_open_ground_cancels_the_hexside_shift() -> None:
    assert "minor_river_or_trench" in shifts("J", "2115", "2116 2216")
    assert "minor_river_or_trench" not in shifts("J", "2115", "2116 2216 2114")


@rule("mukden", "9.6")
def test_only_participating_units_count() -> None:
    """A unit in the opposite hex that stays out makes nothing concentric."""
    units = "J-1@1607 J-2@1609 R-15@1608 R-Mad@4112"
    alone = table(units).push("attack J-1 1608", "resolve 0")
    assert alone.told("shift") == []
    both = table(units).push("attack J-1 1608", "join J-2", "resolve 0")
    assert both.told("shift") == [{"cause": "shift.concentric_japanese", "columns": "+2"}]


@rule("mukden", "9.6")
def test_a_ring_of_six_is_concentric_once() -> None:
    assert shifts("J", "1608", "1607 1609 1507 1508 1707 1708") == {"concentric_japanese": 2}


@rule("mukden", "9.6", "9.5", "R15")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    crt = start().pos.book.crt
    assert crt.shifted(1, -3) == 0
    assert crt.shifted(6, +4) == 7
    t = table("J-1@2216 R-55@2215 R-37@2215 R-Mad@4112").push("attack J-1 2215", "resolve 0")
    assert (t.told("differential")[0]["index"], t.told("column")[0]["index"]) == (1, 1)


@rule("mukden", "9.6")
def test_all_shifts_make_one() -> None:
    """Mountains, river and trench, and a concentric Japanese attack come to nothing."""
    found = shifts("J", "2916", "2917 2915")
    assert found == {"mountain": -1, "concentric_japanese": 2}
    assert sum(shifts("J", "2916", "2817 2917 3017").values()) == -2
