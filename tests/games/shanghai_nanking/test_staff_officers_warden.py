"""The warden (9.6): next to Shanghai the strong take the places of the weak before they are worn down (4.2)."""

from __future__ import annotations

from tests.games.shanghai_nanking.table import GAME, THIRD, Position, table

from shapan.games.shanghai_nanking.staff import Staff
from shapan.kernel import rule

STAFF = Staff()
WORN_GUARD = {
    "3512": "JSNLF1 JG-Shanghai",
    "3611": "JSNLF3 JG-A",
    "3412": "J9-19",
    "3511": "J9-35",
    "3712": THIRD,
    "3411": "CD57 CD58 CD98",
    "3310": "CB1TD",
    "0202": "CG-Nanking",
}


def moves(pos: Position, officer: str) -> list[str]:
    return [GAME.format(pos, entry.action) for entry in STAFF.officers("chinese")[officer].advise(pos)]


@rule("shanghai_nanking", "9.6")
def test_a_strong_division_takes_the_place_of_a_weak_one_next_to_shanghai() -> None:
    pos = table("chinese_first", "move-move", units=WORN_GUARD, turn=4)
    assert "move CB1TD 3411" in moves(pos, "warden")
    assert "move CB1TD 3411" not in moves(pos, "steadfast")


@rule("shanghai_nanking", "6.0")
def test_who_has_been_relieved_goes_elsewhere_before_the_phase_ends() -> None:
    pos = table("chinese_first", "move-move", units=WORN_GUARD, turn=4)
    pos.push(GAME.parse(pos, "move CB1TD 3411"))
    first = moves(pos, "warden")[0]
    assert first.split()[0] == "move"
    assert first.split()[1] in {"CD57", "CD58", "CD98"}


def test_the_weak_do_not_relieve_the_strong() -> None:
    pos = table("chinese_first", "move-move", units=WORN_GUARD, reduced="CB1TD", turn=4)
    assert "move CB1TD 3411" not in moves(pos, "warden")
