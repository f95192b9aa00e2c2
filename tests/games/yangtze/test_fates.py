"""14.2, 4.2, S6.7, S19.3: whoever is lost is entered once; morale, command, hiding and victory read that entry."""

from collections.abc import Callable, Sequence
from typing import Final

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import CHARGE, COWER, FLEE, HALT
from shapan.games.yangtze.command import radius
from shapan.games.yangtze.ending import explode
from shapan.games.yangtze.fates import DESERTED, LOST, ROUTED
from shapan.games.yangtze.fire.hits import doom
from shapan.games.yangtze.fire.volley import bury
from shapan.games.yangtze.melee.bouts import Melee
from shapan.games.yangtze.melee.forced import gone_home
from shapan.games.yangtze.melee.morale import must_test
from shapan.games.yangtze.melee.trials import Bout
from shapan.games.yangtze.movement.movers import MOVE_SEGMENT
from shapan.games.yangtze.movement.segment import Segment
from shapan.games.yangtze.specs import Objective
from shapan.games.yangtze.vessels.damage import Passenger
from shapan.games.yangtze.vessels.overruns import InTheWay
from shapan.games.yangtze.vessels.swimming import Stroke, overboard
from shapan.games.yangtze.victory import casualties
from shapan.games.yangtze.who import Figure
from shapan.kernel import rule

HUT: Final = {"id": "h", "k": "hut", "p": box(480, 480, 600, 560), "doors": [[540, 640]], "windows": []}
RIVER: Final = {"k": "river", "p": box(0, 900, 2400, 1200)}
GROUND: Final = {"areas": [RIVER], "buildings": [HUT]}

Cause = Callable[[Stage, Sequence[Figure]], None]

PER_HEAD = Objective("kills", "casualties", 1, per=1)


def by_fire(stage: Stage, men: Sequence[Figure]) -> None:
    for man in men:
        doom(stage.pos, man)
    bury(stage.pos)


def in_melee(stage: Stage, men: Sequence[Figure]) -> None:
    foes = stage.put(stage.unit("gang"), *((1000, 100 + 30 * at) for at in range(len(men))))
    groups = tuple(Bout((foe,), (man,)) for foe, man in zip(foes, men, strict=True))
    stage.pos.stack = (Melee(groups), stage.pos.stack)
    stage.roll(*(6, 1) * len(men))


def by_drowning(stage: Stage, men: Sequence[Figure]) -> None:
    for man in men:
        stage.pos.swimming |= 1 << man
        Stroke(man).scored(stage.pos, 1)


def by_demolition(stage: Stage, men: Sequence[Figure]) -> None:
    for man in men:
        stage.pos.stand(man, 5000 + 260 * (man - men[0]), 5200)
    stage.pos.then(*explode(stage.pos, 0))


def by_sinking(stage: Stage, men: Sequence[Figure]) -> None:
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 1050, 90)
    stage.pos.go_aboard(men, boat)
    overboard(stage.pos, boat, men)


def by_overrun(stage: Stage, men: Sequence[Figure]) -> None:
    car = stage.unit("armoured_car")
    stage.model(car, 1000, 500, 90)
    for man in men:
        InTheWay(man, car).scored(stage.pos, 1)


def as_passengers(stage: Stage, men: Sequence[Figure]) -> None:
    truck = stage.unit("truck")
    stage.model(truck, 1000, 500, 90)
    stage.pos.go_aboard(men, truck)
    for man in men:
        Passenger(truck).drawn(stage.pos, man)
    bury(stage.pos)


def by_rout(stage: Stage, men: Sequence[Figure]) -> None:
    unit, gang = stage.pos.book.figures[men[0]].unit, stage.unit("gang")
    (charger,) = stage.put(gang, (525, 300))
    stage.card(COWER, unit)
    stage.card(CHARGE, gang)
    Segment(stage.pos, MOVE_SEGMENT)._clash([(charger, men[0])])


def by_flight(stage: Stage, men: Sequence[Figure]) -> None:
    unit = stage.pos.book.figures[men[0]].unit
    stage.card(FLEE, unit)
    edge = stage.pos.book.home[stage.pos.owner[unit]]
    width, height = stage.pos.book.table.width, stage.pos.book.table.height
    for at, man in enumerate(men):
        x, y = {"N": (5000, 130), "S": (5000, height - 130), "W": (130, 5000), "E": (width - 130, 5000)}[edge]
        stage.pos.stand(man, x + (300 * at if edge in "NS" else 0), y + (300 * at if edge in "WE" else 0))
    gone_home(stage.pos, unit)


CAUSES: Final[list[tuple[Cause, int]]] = [
    (by_fire, LOST),
    (in_melee, LOST),
    (by_drowning, LOST),
    (by_demolition, LOST),
    (by_sinking, LOST),
    (by_overrun, LOST),
    (as_passengers, LOST),
    (by_rout, ROUTED),
    (by_flight, DESERTED),
]


@rule("yangtze", "14.2", "14.3", "4.2", "S6.7", "S19.3", "R3")
@pytest.mark.parametrize(("cause", "fate"), CAUSES)
def test_every_loss_is_read_by_all_who_ask(cause: Cause, fate: int) -> None:
    stage = bare(ground=GROUND, swimming=False, flee_leaves_table=True)
    unit = stage.unit("usmc_fcg")
    side = stage.pos.owner[unit]
    stage.pos.remove([f for f in stage.pos.book.fcg[side] if stage.pos.book.figures[f].unit != unit], LOST)
    stage.pos.lost = 0
    men = stage.row(unit, 500, 300, 3)
    stage.card(HALT, unit)
    stage.pos.hidden = 1 << unit
    before = casualties(stage.pos, PER_HEAD, 1 - side)
    assert radius(stage.pos, side) == stage.pos.book.radius
    cause(stage, men)
    assert {stage.pos.fate[man] for man in men} == {fate}
    assert stage.pos.losses(unit) == (3 if fate == LOST else 0), "14.3 counts those lost this turn, not who ran (R45)"
    assert radius(stage.pos, side) == stage.pos.book.radius_reduced, "4.2"
    assert not stage.pos.hidden >> unit & 1, "S6.7"
    assert casualties(stage.pos, PER_HEAD, 1 - side) == before + 3, "S19.3"


@rule("yangtze", "14.2")
@pytest.mark.parametrize("cause", [cause for cause, fate in CAUSES if fate == LOST])
def test_every_loss_of_the_turn_calls_for_a_test(cause: Cause) -> None:
    stage = bare(ground=GROUND, swimming=False)
    unit = stage.unit("usmc_squad")
    *lost, _ = stage.row(unit, 500, 300, 3)
    stage.card(HALT, unit)
    assert not must_test(stage.pos, unit)
    cause(stage, lost)
    assert must_test(stage.pos, unit)
