"""Who is who: shooters are figures or mounts, nobody is None, and no number below zero stands for anybody."""

import re

from tests.games.folders import folder_of
from tests.games.yangtze.table import bare

from shapan.games.yangtze.fire.declared import FIRE, Declared, declare, declared
from shapan.games.yangtze.fire.markers import Marker, amend, laid, lay, markers
from shapan.games.yangtze.who import Figure, Mount, Mounted, Shooter
from shapan.games.yangtze.works.loads import Load, kept, loads

ENCODED = re.compile(
    r"~(?!\(1 <<)\w*(mount|shooter|number|gun)\b|-[12] - \w|\b(mount|shooter|figure|unit|carrier) (<|>=) 0\b"
)
"""Numbers below zero that stand for somebody."""


def test_a_shooter_is_kept_as_a_number_and_comes_back_as_it_was() -> None:
    shooters: list[Shooter] = [Figure(0), Figure(7), Mounted(Mount(0)), Mounted(Mount(7))]
    book = bare("s2_mission_rescue").pos.book
    assert [book.shooter(book.arm(shooter)) for shooter in shooters] == shooters
    assert len({book.arm(shooter) for shooter in shooters}) == 4


def test_markers_shots_and_loads_are_kept_as_plain_numbers() -> None:
    pos = bare("s2_mission_rescue").pos
    men = len(pos.book.figures)
    first, second = Mounted(Mount(1)), Mounted(Mount(2))
    lay(pos, Marker(first, 10, 20, 2, 0))
    amend(pos, 0, markers(pos)[0]._replace(tested=6))
    assert markers(pos) == [(first, 10, 20, 2, 6)]
    assert laid(pos, first)
    assert not laid(pos, Figure(1))
    one, two = pos.book.every_unit[:2]
    declare(pos, Declared(FIRE, one, two, (Figure(4), second)))
    assert declared(pos) == [(FIRE, one, two, (4, second), "")]
    pos.cargo = (kept(Load("silver", None, 1, 2, 0)), kept(Load("silver", two, 1, 2, 0)))
    assert [load.carrier for load in loads(pos)] == [None, two]
    assert (pos.markers[0][0], pos.shots[0][3], pos.cargo[0][1]) == (men + 1, (4, men + 2), None)
    assert not any(isinstance(who, Mounted) for who in (pos.markers[0][0], *pos.shots[0][3]))


def test_no_module_writes_somebody_as_a_number_below_zero() -> None:
    folder = folder_of("yangtze")
    found = [
        f"{file.relative_to(folder)}: {line.strip()}"
        for file in folder.rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if ENCODED.search(line)
    ]
    assert found == []
