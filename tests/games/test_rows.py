"""Options without objects: in every title rows tell exactly what the list tells."""

from random import Random

import pytest

import shapan
from shapan.ground.hexes import bits
from shapan.kernel import Action, Group
from shapan.kernel.options import OptionRow
from shapan.mechanics.hexoptions import Destinations, Ways
from shapan.mechanics.verbs import Move


def listed(row: OptionRow) -> list[Action]:
    """Every action of a row, as an object."""
    if row.single:
        return [row.make(*row.head)]
    ways = row.make.__struct_fields__[-1] == "path"
    values = [(bit,) if ways else bit for bit in bits(row.mask)]
    return [row.make(*row.head, value) for value in (*values, *row.rest)]


def test_whoever_counts_ways_has_none_of_them_worked_out() -> None:
    def walked(end: int) -> tuple[int, ...]:
        raise AssertionError(f"the way to {end} was worked out")

    values = Destinations(0b101, [Ways(0b110, walked), Ways(0b1000, walked)])
    row = Group(Move, 7, values=values).row()
    assert (len(row), len(row.rest), len(values)) == (5, 3, 5)
    with pytest.raises(AssertionError):
        list(row.rest)


@pytest.mark.parametrize("name", shapan.games())
def test_rows_tell_what_the_list_tells(name: str) -> None:
    rng, pos = Random("rows"), shapan.game(name).start()
    for number in range(160):
        if pos.outcome is not None:
            break
        if number % 4 == 0:
            options = pos.options()
            rows = options.rows()
            assert [action for row in rows for action in listed(row)] == list(options)
            assert sum(map(len, rows)) == len(options)
        pos.apply(pos.options().sample(rng))
