"""Where things are: every kind of place, the one function that moves things, and nobody besides who writes it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.games.folders import folder_of
from tests.games.yangtze.table import bare

from shapan.games.yangtze.place import (
    Berth,
    Hands,
    Load,
    Off,
    Parcel,
    Place,
    Pose,
    Spot,
    Water,
    move,
    place_of,
    walk_on,
)
from shapan.games.yangtze.position import LOST, TO_COME
from shapan.games.yangtze.who import Figure, Model, Mounted
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule

FIELDS = frozenset({"x", "y", "room", "floor", "fate", "aboard", "swimming", "at", "cargo"})
"""What a position keeps of places."""
CORNERS = [[600, 600], [720, 600], [720, 700], [600, 700]]
HOUSE = {"buildings": [{"id": "h", "k": "two_storey", "p": CORNERS, "doors": [[600, 650]], "windows": []}]}


@rule("yangtze", "S16.1", "S14.7", "S12.3")
@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Spot(9000, 5000), Spot(9000, 5000, 0, OUTDOORS)),
        (Spot(6400, 5500, 1), Spot(6400, 5500, 1, 0)),
        (Water(9000, 5000), Water(9000, 5000)),
        (Off(LOST), Off(LOST)),
        (Off(TO_COME), Off(TO_COME)),
    ],
)
def test_a_figure_is_where_it_was_moved_to(place: Place, found: Place) -> None:
    stage = bare(ground=HOUSE)
    man, mate = stage.put(stage.unit("usmc_squad"), (300, 300), (330, 300))
    move(stage.pos, (man, place))
    assert place_of(stage.pos, man) == found
    assert place_of(stage.pos, mate) == Spot(3300, 3000, 0, OUTDOORS), "nobody else moves"
    assert (man in stage.pos.standing[stage.pos.book.figures[man].unit]) == (not isinstance(place, Off))


@rule("yangtze", "S12.3", "S14.7")
def test_whoever_goes_from_place_to_place_leaves_the_last_one() -> None:
    stage = bare(ground=HOUSE)
    squad, boat = stage.unit("usmc_squad"), stage.unit("gunboat")
    (man,) = stage.put(squad, (640, 550))
    stage.model(boat, 1200, 900)
    for place in (Spot(6400, 5500, 1), Berth(boat), Water(9000, 9000), Spot(300, 300), Berth(boat), Off(LOST)):
        move(stage.pos, (man, place))
        found = place_of(stage.pos, man)
        assert found[: len(place)] == place if not isinstance(place, Spot) else found[:3] == place[:3]
        assert (man in stage.pos.crew(boat)) == isinstance(place, Berth)
        assert bool(stage.pos.swimming >> man & 1) == isinstance(place, Water)


@rule("yangtze", "S14.7")
def test_who_walks_leaves_the_swimmers_in_the_water() -> None:
    stage = bare(ground=HOUSE)
    walker, swimmer = stage.put(stage.unit("usmc_squad"), (300, 300), (900, 900))
    move(stage.pos, (swimmer, Water(9000, 9000)))
    walk_on(stage.pos, [(walker, Spot(3100, 3000))])
    assert place_of(stage.pos, walker)[:2] == (3100, 3000)
    assert place_of(stage.pos, swimmer) == Water(9000, 9000)


@rule("yangtze", "S12.8")
def test_models_lie_where_they_are_put_and_mounts_with_them() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    assert place_of(stage.pos, Model(boat)) == Off()
    move(stage.pos, (Model(boat), Pose(12000, 9000, 90)))
    assert place_of(stage.pos, Model(boat)) == Pose(12000, 9000, 90)
    assert [unit for unit, _ in stage.pos.bodies] == [boat], "its outline bars the way"
    assert place_of(stage.pos, Mounted(stage.pos.book.guns[boat][0])) == Berth(boat)
    move(stage.pos, (Model(boat), Off()))
    assert not stage.pos.laid_out(boat)
    assert not stage.pos.bodies


@rule("yangtze", "S17.6")
def test_loads_lie_on_the_ground_are_aboard_or_go_with_their_bearers() -> None:
    pos = bare().pos
    pos.cargo = (Load("silver", None, 10, 20, 1),)
    for place in (
        Spot(10, 20),
        Hands((Figure(3), Figure(4)), 30, 40),
        Berth(pos.book.every_unit[2]),
        Spot(50, 60),
        Off(),
    ):
        move(pos, (Parcel(0), place))
        found = place_of(pos, Parcel(0))
        assert found[:2] == place[:2]
        assert pos.cargo[0].place == found
        assert pos.cargo[0].side == 1, "whose it is does not follow from where it is"


def writers(file: Path) -> Iterator[str]:
    """Assignments to what a position keeps of places; ``self`` is a position only in its own class."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(part, ast.Attribute) and part.attr in FIELDS:
                    owner = ast.unparse(part.value)
                    if owner != "self" or file.name == "position.py":
                        yield f"{file.name}: {ast.unparse(node)}"


def test_nobody_else_writes_where_anything_is() -> None:
    files = [file for file in folder_of("yangtze").rglob("*.py") if file.name != "place.py"]
    assert [line for file in files for line in writers(file)] == []
    assert list(writers(folder_of("yangtze") / "place.py")), "the search finds what there is to find"
