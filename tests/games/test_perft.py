"""Golden numbers: how many ways there are to answer the next decisions, dice included.

A number that changes says that a rule has changed, or what the options list. If that was meant, take the new ones from
``shapan perft GAME --scenario S --after N --seed K --depth D``; if not, ``--divide`` in both versions shows where.
"""

import pytest
from tests.games.folders import TITLES

import shapan
from shapan.testing import midgame, perft

SET_UP = 0
NODES: dict[str, list[tuple[str, int, int, list[int]]]] = {
    # scenario, after so many random decisions, seed, nodes by depth
    "mukden": [
        ("battle", SET_UP, 1, [2, 12, 2297]),
        ("battle", 30, 1, [29, 55883]),
        ("battle", 30, 4, [40, 803]),
    ],
    "shanghai_incident": [
        ("campaign", SET_UP, 1, [52, 1872, 41184]),
        ("campaign", 30, 1, [404, 68006]),
        ("campaign", 80, 4, [68, 1697]),
    ],
    "shanghai_nanking": [
        ("campaign", SET_UP, 1, [4, 1370, 812674]),
        ("campaign", 30, 2, [6, 8124]),
        ("campaign", 80, 3, [4, 75, 923, 10957]),
    ],
    "taierzhuang": [
        ("battle", SET_UP, 1, [6, 36, 36900]),
        ("battle", 30, 1, [36, 281, 8928, 321912]),
        ("battle", 80, 2, [38, 1028, 26366]),
    ],
    "yangtze": [
        ("s1_plum_village", SET_UP, 1, [12, 72, 72, 864]),
        ("s1_plum_village", 30, 2, [5, 32, 566]),
        ("s2_mission_rescue", 80, 4, [4, 33, 564]),
    ],
}
ROWS = [pytest.param(name, *row, id=f"{name}-{row[0]}-{row[1]}") for name, rows in NODES.items() for row in rows]


@pytest.mark.parametrize(("name", "scenario", "after", "seed", "nodes"), ROWS)
def test_the_ways_ahead_are_as_many_as_they_were(
    name: str, scenario: str, after: int, seed: int, nodes: list[int]
) -> None:
    pos = midgame(shapan.game(name), after, seed, scenario)
    assert [perft(pos, depth) for depth in range(1, len(nodes) + 1)] == nodes


def test_every_title_is_counted_from_its_set_up_and_from_two_positions_of_midgame() -> None:
    assert set(NODES) == set(TITLES)
    for rows in NODES.values():
        assert [after > 0 for _, after, _, _ in rows] == [False, True, True]
