import pytest

from shapan.ground.hexes import Grid
from shapan.mechanics.concentric import Concentric, ConcentricRule

BOTH_RULEBOOKS = Concentric(ConcentricRule(opposite=True, alternate=True, more_than=3))


@pytest.mark.parametrize("ring", range(64))
def test_every_ring_by_the_words_of_the_rule(ring: int) -> None:
    there = {d for d in range(6) if ring >> d & 1}
    opposite = any((d + 3) % 6 in there for d in there)
    alternate = {0, 2, 4} <= there or {1, 3, 5} <= there
    assert BOTH_RULEBOOKS[ring] == (opposite or alternate or len(there) > 3)
    assert Concentric(ConcentricRule(alternate=False, more_than=None))[ring] == opposite
    assert Concentric(ConcentricRule(opposite=False, more_than=None))[ring] == alternate
    assert Concentric(ConcentricRule(opposite=False, alternate=False, more_than=2))[ring] == (len(there) > 2)


@pytest.mark.parametrize(
    ("target", "attackers", "concentric"),
    [
        ("3511", "3510 3512 3611", True),
        ("3511", "3510 3611", False),
        ("3511", "3510", False),
        ("3511", "", False),
    ],
)
def test_attacks_on_the_map(target: str, attackers: str, concentric: bool) -> None:
    grid = Grid(1, 40, 1, 25, high="odd")
    assert BOTH_RULEBOOKS.attack(grid, grid.index(target), grid.hexes(attackers)) == concentric


def test_a_front_from_south_west_to_south_east_is_not_concentric() -> None:
    grid = Grid(10, 42, 0, 25, high="even")
    assert not BOTH_RULEBOOKS.attack(grid, grid.index("2115"), grid.hexes("2016 2116 2216"))
