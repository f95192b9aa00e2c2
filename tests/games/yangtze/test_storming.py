"""5.3 with S16.1, S9, 13.2: charges that go through doors and windows, up the stairs, and meet round one man."""

from collections.abc import Sequence

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import CHARGE, HALT, Card, Charge, Hold
from shapan.games.yangtze.melee.bouts import close_up, fights_now
from shapan.games.yangtze.melee.trials import Bout
from shapan.games.yangtze.movement.standoff import together
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule


def storm(
    foes: Sequence[tuple[float, float]],
    chargers: Sequence[tuple[float, float]],
    kind: str = "house",
    doors: tuple[float, ...] = (1000,),
    windows: tuple[float, ...] = (950, 1050),
    floor: int = 0,
) -> tuple[Stage, Unit, Unit]:
    """Marines charge a gang in a house whose openings are in its north wall, at y = 500; the gang holds its fire."""
    house = {
        "id": "h",
        "k": kind,
        "p": box(900, 500, 1100, 650),
        "doors": [[x, 700] for x in doors],
        "windows": [[x, 700] for x in windows],
    }
    stage = bare(ground={"buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    for man in stage.put(gang, *foes):
        stage.pos.floor = put(stage.pos.floor, man, floor)
    stage.put(squad, *chargers)
    orders = (Card(squad, CHARGE), Card(gang, HALT), Hold(gang), Charge(squad, gang))
    stage.play(*orders, to="halt_fire")
    return stage, squad, gang


def touching(stage: Stage, one: Figure, two: Figure) -> bool:
    """S9: in contact, on one floor and with no wall between them."""
    return stage.pos.within(one, two, stage.pos.book.contact_gap) and together(stage.pos, one, two)


@rule("yangtze", "5.3", "S9", "R87")
def test_a_man_who_fills_a_window_is_reached_by_the_door() -> None:
    stage, squad, gang = storm([(950, 520)], [(950, 400)])
    (charger,), (man,) = stage.pos.standing[squad], stage.pos.standing[gang]
    assert touching(stage, charger, man)
    assert [(bout.chargers, bout.charged) for bout in fights_now(stage.pos)] == [((charger,), (man,))]


@rule("yangtze", "5.3", "R87")
def test_a_house_without_a_door_is_kept_by_the_man_in_its_window() -> None:
    stage, squad, gang = storm([(950, 520)], [(950, 400)], doors=(), windows=(950,))
    assert not stage.pos.touched
    assert stage.places(squad) == [(950, 495)], "at the sill: nobody climbs into an enemy's base (S2.3)"
    stage, squad, gang = storm([(950, 540)], [(950, 400)], doors=(), windows=(950,))
    assert touching(stage, *stage.pos.standing[squad], *stage.pos.standing[gang]), "there is room behind the sill"


@pytest.mark.parametrize("kind", ["two_storey", "pagoda"])
@rule("yangtze", "5.3", "S16.1", "S9")
def test_men_at_windows_upstairs_are_fought_upstairs(kind: str) -> None:
    stage, squad, gang = storm([(950, 520), (1050, 520)], [(1000, 400), (1030, 400)], kind, floor=1)
    chargers, men = stage.pos.standing[squad], stage.pos.standing[gang]
    assert [stage.pos.floor[figure] for figure in chargers] == [1, 1]
    assert [stage.pos.room[figure] for figure in chargers] == [0, 0]
    assert all(any(touching(stage, one, two) for two in men) for one in chargers)
    assert len(fights_now(stage.pos)) == 2


@rule("yangtze", "13.2", "S2.3", "R131")
def test_who_comes_later_does_not_push_a_charger_from_his_man() -> None:
    """Both meet the same man; the second finds his place at that man's base beside the first."""
    for starts in ([(1000, 390), (1100, 390)], [(1100, 390), (1000, 390)]):
        stage, squad, gang = storm([(1000, 300)], starts)
        one, two = stage.pos.standing[squad]
        (man,) = stage.pos.standing[gang]
        assert touching(stage, one, man)
        assert touching(stage, two, man)
        assert not stage.pos.within(one, two, -1), "bases do not overlap"


@rule("yangtze", "13.2", "S7")
def test_chargers_go_for_men_whom_nobody_has_met_yet() -> None:
    """The first is met by the minimum move; in the rest of the charge the next one goes for the man beside him."""
    stage, squad, gang = storm([(1000, 200), (1150, 200)], [(1000, 290), (1000, 380)])
    first, second = stage.pos.standing[squad]
    near, far = stage.pos.standing[gang]
    assert touching(stage, first, near)
    assert touching(stage, second, far)


@rule("yangtze", "5.3", "R87")
def test_those_inside_come_out_by_the_door_at_a_man_under_their_window() -> None:
    house = {"id": "h", "k": "house", "p": box(900, 500, 1100, 650), "doors": [[1000, 700]], "windows": [[950, 700]]}
    stage = bare(ground={"buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (man,), (charger,) = stage.put(gang, (950, 480)), stage.put(squad, (950, 520))
    stage.play(Card(squad, CHARGE), Card(gang, HALT), Hold(gang), Charge(squad, gang), to="halt_fire")
    assert touching(stage, charger, man)


@pytest.mark.parametrize("floor", [0, 1])
@rule("yangtze", "13.2", "S9", "S16.1")
def test_a_late_charger_comes_to_his_man_and_not_his_man_to_him(floor: int) -> None:
    """By a window in the west wall: the man stays where he is, the charger beside him, both in the room."""
    house = {"id": "h", "k": "two_storey", "p": box(900, 500, 1100, 650), "doors": [], "windows": [[900, 625]]}
    stage = bare(ground={"buildings": [house]})
    (man,), (charger,) = stage.put(stage.unit("gang"), (925, 575)), stage.put(stage.unit("usmc_squad"), (1000, 575))
    for figure in (man, charger):
        stage.pos.floor = put(stage.pos.floor, figure, floor)
    close_up(stage.pos, [Bout((charger,), (man,))])
    assert (stage.pos.x[man], stage.pos.y[man], stage.pos.floor[man]) == (9250, 5750, floor)
    assert (stage.pos.room[charger], stage.pos.floor[charger]) == (0, floor)
    assert touching(stage, charger, man)


@rule("yangtze", "13.2", "S9")
def test_who_doubles_up_goes_to_the_near_side_of_his_opponent() -> None:
    """50 mm are the most that a charged man moves for it: he does not go round."""
    for dx, dy in ((70, 0), (-70, 0), (0, 70), (0, -70)):
        stage = bare()
        charged, mate = stage.put(stage.unit("gang"), (1000 - dx / 2.8, 600 - dy / 2.8), (1000 + dx, 600 + dy))
        (charger,) = stage.put(stage.unit("usmc_squad"), (1000, 600))
        close_up(stage.pos, [Bout((charger,), (charged, mate))])
        assert touching(stage, charger, mate)
        assert (stage.pos.x[mate] - 10000 - dx * 10) ** 2 + (stage.pos.y[mate] - 6000 - dy * 10) ** 2 <= 500**2
