"""Options without objects: in every title rows tell exactly what the list tells."""

from random import Random

import pytest

import shapan
from shapan.ground.hexes import bits
from shapan.kernel import Action
from shapan.kernel.options import OptionRow


def listed(row: OptionRow) -> list[Action]:
    """Every action of a row, as an object."""
    if row.single:
        return [row.make(*row.head)]
    ways = row.make.__struct_fields__[-1] == "path"
    values = [(bit,) if ways else bit for bit in bits(row.mask)]
    return [row.make(*row.head, value) for value in (*values, *row.rest)]


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
