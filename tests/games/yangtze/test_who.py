"""Who is who: shooters are figures or mounts, nobody is None, and one module alone knows how they are kept."""

import re

from tests.games.folders import folder_of
from tests.games.yangtze.table import bare

from shapan.games.yangtze.fire.declared import FIRE, Declared, declare, declared
from shapan.games.yangtze.fire.markers import Marker, amend, laid, lay, markers
from shapan.games.yangtze.who import NOBODY, Mounted, anybody, at_rest, awake
from shapan.games.yangtze.works.loads import Load, kept, loads

ENCODED = re.compile(
    r"~(?!\(1 <<)\w*(mount|shooter|number|gun)\b|-[12] - \w|\b(mount|shooter|figure|unit|carrier) (<|>=) 0\b"
)
"""Numbers below zero that stand for somebody."""


def test_a_shooter_is_kept_as_a_number_and_comes_back_as_it_was() -> None:
    for shooter in (0, 7, Mounted(0), Mounted(7)):
        assert awake(at_rest(shooter)) == shooter
    assert len({at_rest(shooter) for shooter in (0, 7, Mounted(0), Mounted(7))}) == 4
    assert (anybody(NOBODY), anybody(0)) == (None, 0)


def test_markers_shots_and_loads_are_kept_as_plain_numbers() -> None:
    pos = bare("s2_mission_rescue").pos
    lay(pos, Marker(Mounted(1), 10, 20, 2, 0))
    amend(pos, 0, markers(pos)[0]._replace(tested=6))
    assert markers(pos) == [(Mounted(1), 10, 20, 2, 6)]
    assert laid(pos, Mounted(1))
    assert not laid(pos, 1)
    declare(pos, Declared(FIRE, 0, 3, (4, Mounted(2))))
    assert declared(pos) == [(FIRE, 0, 3, (4, Mounted(2)), "")]
    pos.cargo = (kept(Load("silver", None, 1, 2, 0)), kept(Load("silver", 5, 1, 2, 0)))
    assert [load.carrier for load in loads(pos)] == [None, 5]
    assert (pos.markers[0][0], pos.shots[0][3], pos.cargo[0][1]) == (-2, (4, -3), -1)
    assert not any(isinstance(who, Mounted) for who in (pos.markers[0][0], *pos.shots[0][3]))


def test_no_other_module_writes_somebody_as_a_number_below_zero() -> None:
    folder = folder_of("yangtze")
    found = [
        f"{file.relative_to(folder)}: {line.strip()}"
        for file in folder.rglob("*.py")
        if file.name != "who.py"
        for line in file.read_text(encoding="utf-8").splitlines()
        if ENCODED.search(line)
    ]
    assert found == []
