"""The data holds against the evidence, and a wrong datum is found."""

import pytest
from tests.games.mukden.table import GAME

from shapan.kernel import Finding, rule
from shapan.kernel.data import DataFolder


class Altered(DataFolder):
    """The data with one text changed."""

    def __init__(self, file: str, old: str, new: str) -> None:
        super().__init__("shapan.games.mukden")
        self.file, self.old, self.new = file, old, new

    def text(self, name: str) -> str:
        text = super().text(name)
        if name != self.file:
            return text
        assert self.old in text, f"{name} no longer says {self.old!r}"
        return text.replace(self.old, self.new, 1)


def findings(file: str, old: str, new: str) -> list[Finding]:
    """What the checks find wrong with altered data."""
    game = type(GAME)()
    game.data = Altered(file, old, new)
    return [finding for finding in game.check() if not finding.holds]


@rule("mukden", "2.0", "2.1", "2.5", "2.12")
def test_the_data_holds() -> None:
    wrong = [finding for finding in GAME.check() if not finding.holds]
    assert not wrong
    assert len(GAME.check()) > 90


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("map.toml", 'high = "even"', 'high = "odd"', "can be read"),
        ("map.toml", "2801 2900", "2801 2800", "critical railroad"),
        ("map.toml", '"2310", "Mukden"', '"2309", "Mukden"', "Mukden and Liaoyang"),
        ("map.toml", "....t...............m.mt", "....t...............m.m.", "every town"),
        ("map.toml", "2600-2700 2600-2601 2500-2601", "2600-2700 2500-2601", "continuous"),
        ("map.toml", "2716-2816 2715-2716 2616-2715", "2716-2816 2616-2715", "crosses Wen Kia Pass"),
        ("map.toml", 'owner = "japanese"', 'owner = "russian"', "japanese trenches"),
        ("map.toml", "3717 3716 3715 3615 3614", "3717 3716 3715 3615", "pass hexes"),
        ("units.toml", "steps=12", "steps=11", "J-IG"),
        ("units.toml", "steps=12", "steps=11", "counters"),
        ("units.toml", 'hex="2215"', 'hex="2214"', "R-55"),
        ("units.toml", 'id="J-7", ', 'id="J-17", ', "rulebook names"),
        ("units.toml", 'size="XXX"', 'size="XX"', "one corps"),
        ("units.toml", 'size="III", steps=1, hex="3914"', 'size="X", steps=1, hex="3914"', "R-Mas"),
        ("units.toml", "XXX = 4", "XXX = 2", "6.1"),
        ("units.toml", 'hex="1320"', 'hex="2405"', "first move"),
        ("units.toml", 'hex="2016", prov="HDH"', 'hex="1715", prov="HDH"', "shared"),
        ("units.toml", "count = 8", "count = 9", "markers"),
        ("charts.toml", '"+5",  "+10", "+15", "+20", ">=25"]', '"+6",  "+10", "+15", "+20", ">=25"]', "every heading"),
        ("charts.toml", "0,    2,    5,     10,", "0,    2,    6,     10,", "+9"),
        ("charts.toml", '["3/1", "2/1", "2/2", "2/2", "1/3"', '["3/1", "2/1", "2/2", "2/2", "2/3"', "russian +15"),
        ("charts.toml", '"1/3", "0/4", "0/4"', '"1/3", "1/4", "0/4"', "without loss"),
        ("charts.toml", "mountain = -1", "mountain = -2", "9.6"),
        ("charts.toml", "concentric_russian = 1", "concentric_russian = 2", "9.6"),
        ("charts.toml", "minor_river = 1", "minor_river = 2", "8.3"),
        ("charts.toml", "pass_from_pass = 1", "pass_from_pass = 2", "3117 to 3116"),
        ("charts.toml", "by_die = [0, 1, 1, 2, 2, 3]", "by_die = [1, 1, 2, 2, 3, 3]", "paralysis"),
        ("charts.toml", "factor_each = 1", "factor_each = 2", "bombardment"),
        ("scenario.toml", "turns = 6 ", "turns = 7 ", "can be read"),
        (
            "scenario.toml",
            "japanese_sudden_death_turns = [1, 2, 3]",
            "japanese_sudden_death_turns = [1, 2]",
            "sudden death",
        ),
        ("scenario.toml", "loss_ratio = [6, 5]", "loss_ratio = [5, 4]", "percent"),
        ("scenario.toml", 'japanese = ["1922"]', 'japanese = ["2310"]', "Liaoyang"),
        ("scenario.toml", 'russian_last = "4200"', 'russian_last = "4100"', "north edge"),
        ("scenario.toml", 'provenance = "rulebook"\nturns', "turns", "provenance"),
        ("style.toml", 'provenance = "rulebook"', "", "style.toml has a provenance"),
        ("scenario.toml", 'provenance = "rulebook"\nturns', 'provenance = "hearsay"\nturns', "known words"),
    ],
)
def test_a_wrong_datum_is_found(file: str, old: str, new: str, found: str) -> None:
    wrong = findings(file, old, new)
    assert [finding.what for finding in wrong if found in finding.what], wrong


def test_a_change_that_matters_to_nobody_is_still_another_version() -> None:
    assert Altered("units.toml", "Tamura", "Tamura Hisai").version() != GAME.data_version
