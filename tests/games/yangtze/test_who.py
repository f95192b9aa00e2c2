"""Who is who: shooters are figures or mounts, nobody is None, and no number below zero stands for anybody."""

import re

from tests.games.folders import folder_of
from tests.games.yangtze.make_golden import GAME
from tests.games.yangtze.table import bare

from shapan.games.yangtze.fire.aimed import AtFigure, AtHull
from shapan.games.yangtze.fire.declared import declare
from shapan.games.yangtze.fire.markers import amend, laid, lay
from shapan.games.yangtze.noted import (
    Absence,
    Attack,
    Captivity,
    Climb,
    FiredAt,
    GrenadeFire,
    GunFire,
    HullFire,
    Job,
    Marker,
    SniperFire,
    Trigger,
    UnderWay,
    UnitFire,
)
from shapan.games.yangtze.orders.planned import (
    Banished,
    Charged,
    Charging,
    Driven,
    Driving,
    Embarking,
    Flying,
    Landing,
    Marching,
    Planned,
    Saddling,
    Sailing,
)
from shapan.games.yangtze.place import Load
from shapan.games.yangtze.who import Figure, GunMount, Mounted, Shooter, put

ENCODED = re.compile(
    r"~(?!\(1 <<)\w*(mount|shooter|number|gun)\b|-[12] - \w|\b(mount|shooter|figure|unit|carrier) (<|>=) 0\b"
)
"""Numbers below zero that stand for somebody."""


def test_every_shooter_has_a_bit_of_its_own() -> None:
    shooters: list[Shooter] = [Figure(0), Figure(7), Mounted(GunMount(0)), Mounted(GunMount(7))]
    book = bare("s2_mission_rescue").pos.book
    assert len({book.arm(shooter) for shooter in shooters}) == 4


def test_what_is_planned_and_noted_comes_back_from_a_snapshot_as_it_was() -> None:
    pos = GAME.start("s2_mission_rescue")
    first, second = Mounted(GunMount(1)), Mounted(GunMount(2))
    one, two, *_ = pos.book.every_unit
    point = (1000, 2000)
    lay(pos, Marker(first, 10, 20, 2, 0))
    amend(pos, 0, pos.markers[0]._replace(tested=6))
    assert laid(pos, first)
    assert not laid(pos, Figure(1)), "a figure is not the mount of the same number"
    for shot in (
        *(UnitFire(one, two, (Figure(4), second)), HullFire(one, two, (second,)), GunFire(one, two, (second,), "HE")),
        *(GrenadeFire(one, two, (Figure(4),)), SniperFire(one, AtFigure(Figure(9)), (Figure(4),))),
        SniperFire(one, AtHull(two), (Figure(4),)),
    ):
        declare(pos, shot)
    pos.cargo = (Load("silver", None, 1, 2, 0), Load("silver", two, 1, 2, 0, (Figure(1),)))
    pos.works, pos.triggers = (Job(one, "clear"),), (Trigger(two, "any", 3000),)
    pos.attacks, pos.away = (Attack(one, "bomb", 1, 2), Attack(one, "bomb", 1, 2, 90)), (Absence(one, 1, 3),)
    pos.rolling, pos.captors = (UnderWay(one, 1, 2, 3),), (Captivity(Figure(1), Figure(2)),)
    pos.fire_at = pos.fire_before = (FiredAt(one, two),)
    pos.stairs = put(pos.stairs, Figure(3), (Climb(500, 1, 0), Climb(900, 0, 1)))
    going: list[Planned | None] = [Marching((point,), True, True), Saddling(), Charging(two), Charged(), None]
    going += [Landing((point, point)), Embarking(two), Driving("onward", (point,)), Driven()]
    going += [Sailing(90, 200, 270), Flying((point,)), Banished()]
    pos.plan = (*going, *(None for _ in range(len(pos.plan) - len(going))))
    again = GAME.from_json(pos.to_json())
    assert again.key() == pos.key()
    for name in again.state_fields():
        assert repr(getattr(again, name)) == repr(getattr(pos, name)), "by class and field name"


def test_no_module_writes_somebody_as_a_number_below_zero() -> None:
    folder = folder_of("yangtze")
    found = [
        f"{file.relative_to(folder)}: {line.strip()}"
        for file in folder.rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if ENCODED.search(line)
    ]
    assert found == []
