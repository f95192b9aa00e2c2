"""S11, S14.5: getting off and on is a leg of one's way: it takes its share of the allowance, and of the time."""

import pytest
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE
from shapan.games.yangtze.movement.horses import DISMOUNT, MOUNT, change_mounts, make_for_saddles, toll
from shapan.games.yangtze.movement.together import charge_minimum
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule


def riders(word: str) -> tuple[Stage, Unit, tuple[Figure, ...]]:
    """Three riders who are to get off or on where they stand."""
    stage = bare()
    unit = stage.unit("usmc_mounted")
    men = stage.row(unit, 400, 550, 3, 45)
    stage.card(MOVE, unit)
    stage.pos.afoot = (1 << unit) if word == MOUNT else 0
    stage.pos.plan = put(stage.pos.plan, unit, (word,))
    return stage, unit, men


@rule("yangtze", "S11")
@pytest.mark.parametrize("word", [DISMOUNT, MOUNT])
def test_getting_off_and_on_is_paid_for_like_any_other_leg(word: str) -> None:
    stage, unit, men = riders(word)
    before = [(stage.pos.x[man], stage.pos.y[man]) for man in men]
    stage.move()
    assert stage.pos.on_horse(unit) == (word == MOUNT)
    assert [stage.pos.spent[man] for man in men] == [toll(stage.pos)] * 3
    assert [(stage.pos.x[man], stage.pos.y[man]) for man in men] == before


@rule("yangtze", "S11")
def test_after_a_march_it_is_the_last_leg() -> None:
    stage, unit, men = riders(DISMOUNT)
    stage.pos.plan = put(stage.pos.plan, unit, ("march", DISMOUNT))
    for man in men:
        x, y = stage.pos.x[man], stage.pos.y[man]
        stage.pos.track = put(stage.pos.track, man, ((0, x, y), (2000, x + 2000, y)))
    stage.move()
    assert {stage.pos.spent[man] for man in men} == {2000 + toll(stage.pos)}
    assert not stage.pos.on_horse(unit)


@rule("yangtze", "S11", "6.2", "R116")
@pytest.mark.parametrize(("left", "off"), [(0, True), (1, False)])
def test_whom_a_charge_reaches_on_that_leg_stays_in_the_saddle(left: int, off: bool) -> None:
    stage, unit, men = riders(DISMOUNT)
    make_for_saddles(stage.pos)
    for man in men:
        stage.pos.spent = put(stage.pos.spent, man, toll(stage.pos))
    stage.pos.spent = put(stage.pos.spent, men[1], toll(stage.pos) - left)
    stage.pos.touched = 1 << men[1]
    change_mounts(stage.pos)
    assert stage.pos.on_horse(unit) != off


@rule("yangtze", "S11", "8.4")
def test_who_cannot_move_has_no_such_leg() -> None:
    stage, unit, men = riders(DISMOUNT)
    stage.pos.pinned = 1 << men[2]
    make_for_saddles(stage.pos)
    assert [bool(stage.pos.track[man]) for man in men] == [True, True, False]
    stage.pos.touched = 1 << men[2]
    change_mounts(stage.pos)
    assert stage.pos.on_horse(unit), "he is reached while he sits on his horse"


def sally(far: int) -> tuple[Stage, list[Figure], list[Figure]]:
    """Marines on a halted lorry charge a gang so many millimetres from its side."""
    stage = bare()
    squad, lorry, gang = stage.unit("usmc_squad"), stage.unit("truck"), stage.unit("gang")
    stage.model(lorry, 500, 500, 90, crew=False)
    stage.board(squad, lorry)
    stage.pos.owner = put(stage.pos.owner, lorry, stage.pos.owner[squad])
    foes = stage.row(gang, 500, 500 + far, 2)
    stage.card(CHARGE, squad)
    stage.card(HALT, lorry, gang)
    stage.pos.plan = put(stage.pos.plan, squad, ("charge", gang))
    return stage, list(stage.men(squad)), list(foes)


@rule("yangtze", "S6.1", "S14.5", "R97")
def test_riders_who_charge_begin_their_way_on_the_gangway() -> None:
    stage, men, _ = sally(400)
    charge_minimum(stage.pos)
    down = [man for man in men if man in stage.pos.standing[stage.pos.book.figures[man].unit]]
    assert down
    for man in down:
        assert stage.pos.spent[man] == 0, "nobody has moved yet"
        (first, *here), (second, *still) = stage.pos.track[man][:2]
        assert (first, second, here) == (0, stage.pos.book.embark, still)
    begun = {man: stage.pos.y[man] for man in down}
    stage.settle()
    least = stage.pos.allowance(stage.pos.book.figures[men[0]].unit, CHARGE)[0]
    for man in down:
        assert stage.pos.spent[man] == least
        assert 0 < stage.pos.y[man] - begun[man] <= least - stage.pos.book.embark
