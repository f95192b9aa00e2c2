"""Odds on one line, shifts before limits, fractions rounded once."""

from fractions import Fraction

import pytest

from shapan.mechanics.odds import Multipliers, OddsTable, odds_position, odds_text

TABLE = OddsTable(["1:3", "1:2", "1:1", "2:1"], [["4/0", "3/0", "2/1", "1/1"], ["3/0", "2/0", "1/1", "0/2"]])


@pytest.mark.parametrize(
    ("attack", "defence", "text"),
    [(26, 7, "3:1"), (5, 9, "1:2"), (9, 10, "1:2"), (12, 9, "1:1"), (24, 6, "4:1"), (1, 1, "1:1"), (1, 7, "1:7")],
)
def test_remainders_count_for_the_defender(attack: int, defence: int, text: str) -> None:
    assert odds_text(odds_position(attack, defence)) == text


def test_no_odds_without_strength() -> None:
    with pytest.raises(ValueError, match="no odds"):
        odds_position(0, 3)


def test_shifts_move_along_the_line_before_the_table_ends() -> None:
    assert TABLE.heading(odds_position(5, 1) - 3) == "2:1"
    assert TABLE.heading(odds_position(1, 5) + 3) == "1:2"
    assert str(TABLE.result(odds_position(1, 9), 2)) == "3/0"


def test_headings_must_be_an_unbroken_line() -> None:
    with pytest.raises(ValueError, match="unbroken"):
        OddsTable(["1:1", "3:1"], [["1/1", "0/2"]])


def test_halves_and_thirds_are_rounded_once_and_at_the_end() -> None:
    shares = Multipliers({"creek": Fraction(1, 2), "river": Fraction(1, 3)})
    assert shares.floor(15 * shares["creek"] + 8 * shares.whole) == 15
    assert shares.floor(3 * shares["creek"] + 4 * shares["river"]) == 2
