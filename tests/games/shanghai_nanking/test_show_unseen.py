"""SNC 6.3: what a player can know about the unseen counters of a stack that he is about to attack."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from tests.games.shanghai_nanking.players import careful, scattered
from tests.games.shanghai_nanking.table import THIRD, Position, attack, do, roll, settle_support, start, table

from shapan.games.shanghai_nanking.combat import Joining
from shapan.games.shanghai_nanking.overrun import Forming
from shapan.games.shanghai_nanking.stacking import legal
from shapan.kernel import rule
from shapan.kernel.view import Preview

EAST = {"3510": THIRD, "3310": "J11-12"}
FAR = {"1102": "CD87 CD88", "0202": "CD57 CD98", "1824": "CD9 CB14"}
"""In each of these the first lies on top."""


def facing(stack: str, elsewhere: dict[str, str] | None = None, reduced: str = "") -> list[Preview]:
    """What the Japanese player is told before he attacks this stack in Dachang."""
    pos = table(plan="fight-move", units={**EAST, **(elsewhere or {}), "3410": stack}, reduced=reduced)
    do(pos, "attack J3-6 3410")
    return list(pos.view("japanese").previews)


def counts(previews: list[Preview]) -> list[object]:
    """The combat factors of the unseen defenders, at least and at most."""
    assert [preview.title for preview in previews] == ["preview.weakest", "preview.strongest"]
    return [preview.params["count"] for preview in previews]


@rule("shanghai_nanking", "6.3", "10.3")
def test_whoever_can_lie_nowhere_else_is_counted_exactly() -> None:
    """All Chinese units that are neither seen nor dead nor waiting lie in this stack."""
    [preview] = facing("CB1TD CB2TD CD7", {"0202": "CD36", "1824": "CD9"})
    assert list(preview.warnings) == []
    assert [(factor.key, factor.value) for factor in preview.factors[-5:]] == [
        ("factor.defender", 4),
        ("factor.unknown", 2),
        ("factor.unseen", 4 + 2),
        ("factor.odds", "1:5"),
        ("shift.terrain", "-1"),
    ], "two of 4 against ten: halved over the creek"
    assert preview.column == "1:3"
    assert sum(chance.numerator for chance in preview.chances) == 6


@rule("shanghai_nanking", "6.3", "6.2")
def test_an_elite_division_leaves_room_for_few() -> None:
    """1.5 equivalents: a division and a brigade, or two brigades, of those that are nowhere to be seen."""
    previews = facing("CD36 CB20 CB45", FAR)
    assert counts(previews) == [1 + 1, 3 + 1]
    assert {tuple(preview.warnings) for preview in previews} == {("warning.unknown", "warning.unchecked")}
    roomy = facing("CD98 CB20", FAR)
    assert counts(roomy) == [1, 5]
    assert {tuple(preview.warnings) for preview in roomy} == {("warning.unknown",)}, "there is room for anybody"


@rule("shanghai_nanking", "6.3", "6.0")
def test_after_a_combat_of_the_phase_the_limits_are_certain() -> None:
    pos = table(plan="fight-move", units={**EAST, **FAR, "3410": "CD36 CB20 CB45", "3409": "CDPPC"})
    attack(pos, "3409", "J11-12")
    settle_support(pos)
    roll(pos, 1)
    do(pos, "attack J3-6 3410")
    assert {tuple(preview.warnings) for preview in pos.view("japanese").previews} == {("warning.unknown",)}


@rule("shanghai_nanking", "6.3", "6.2")
def test_the_preview_is_the_same_whoever_lies_there() -> None:
    here = facing("CD36 CD98 CB20", {"0202": "CD87 CDTP", "1102": "CD88 CB45"})
    assert here == facing("CD36 CB20 CB45", {"0202": "CD87 CD98", "1102": "CD88 CDTP"})
    assert counts(here) == [1 + 1, 3 + 1]


@rule("shanghai_nanking", "6.3", "9.1")
def test_a_buried_garrison_is_one_because_garrisons_never_move() -> None:
    """Under SNLF 1 lie the only other battalion that is not seen and one of two garrisons, of 3 and 2."""
    pos = start()
    do(pos, "plan fight-move", "attack CD87 3512")
    assert counts(list(pos.view("chinese").previews)) == [2 + 2, 2 + 3]
    elsewhere = {"0202": "CD36 CG-Nanking", "1824": "CD87 CD88"}
    assert counts(facing("CD98 CB20 CG-G", elsewhere)) == [1 + 1, 5 + 2], (
        "of the garrisons 1 or 2, of the others 1 or 5"
    )


@rule("shanghai_nanking", "6.3", "2.2.1")
def test_how_many_unseen_units_are_reduced_is_known_but_not_which() -> None:
    """A brigade of the Training Division has 4, reduced 1; an elite division 5, reduced 3."""
    elsewhere = {"0202": "CD87 CD88"}
    one = facing("CD36 CB1TD", elsewhere, reduced="CD88")
    assert one == facing("CD36 CB1TD", elsewhere, reduced="CB1TD")
    assert counts(one) == [1, 5]
    assert counts(facing("CD36 CB1TD", elsewhere, reduced="CD88 CB1TD")) == [1, 3], "both of them are"
    here = facing("CD36 CD88 CB1TD", reduced="CD88")
    assert here == facing("CD36 CD88 CB1TD", reduced="CB1TD")
    assert counts(here) == [5 + 1, 3 + 4], "one of the two"


@rule("shanghai_nanking", "6.3", "6.2", "R-10")
def test_a_japanese_stack_is_a_formation_and_one_more() -> None:
    """The regiment on top has others of the 3rd Division beside it, or is the one beside those of the 11th."""
    units = {"3410": "J3-6 J3-18 J3-34", "3208": "J11-12 J11-22 J11-43", "3411": "CD36", "3308": "J3-68 JSNLF1"}
    pos = table("chinese_first", "fight-move", units, reduced="JSNLF1")
    do(pos, "attack CD36 3410")
    assert counts(list(pos.view("chinese").previews)) == [3 + 3, 4 + 4], "the reduced battalion is seen elsewhere"


@rule("shanghai_nanking", "6.3", "6.0")
def test_a_stack_above_the_limits_may_hold_anybody() -> None:
    """Reinforcements have piled up in Dachang, and no combat was fought since."""
    previews = facing("CD36 CD87 CD88 CD98", {"0202": "CD9 CD57"})
    assert counts(previews) == [3 + 3 + 3, 5 + 5 + 3]
    assert {tuple(preview.warnings) for preview in previews} == {("warning.unknown",)}


@rule("shanghai_nanking", "6.3", "10.3")
def test_an_attack_without_strength_has_no_odds_against_anybody() -> None:
    pos = table("chinese_first", "fight-move", {"3612": "CB20 CD57", "3512": "JSNLF1 JSNLF2", "3611": "JSNLF3 JSNLF9"})
    do(pos, "attack CB20 3512")
    [preview] = pos.view("chinese").previews
    assert list(preview.warnings) == ["warning.too_weak"]
    assert not preview.chances


def possible(pos: Position, attacked: int) -> list[int]:
    """By trial of all: the strengths that the stack can have, with every choice of unseen counters that fits in it."""
    book, stack = pos.book, pos.stack_in(attacked)
    side = book.side_of[stack[0]]
    seen = pos.uncovered(book.sides[1 - side])
    known = [unit for unit in stack if seen >> unit & 1]
    hidden = [unit for unit in pos.on_map(side) if not seen >> unit & 1]
    garrisons = sum(book.static >> unit & 1 for unit in stack if unit not in known)
    two_step = [unit for unit in hidden if book.full_steps[unit] > 1]
    worn = sum(pos.steps[unit] < book.full_steps[unit] for unit in two_step)
    found = []
    for chosen in combinations(hidden, len(stack) - len(known)):
        if sum(book.static >> unit & 1 for unit in chosen) == garrisons and legal(pos, side, [*known, *chosen]):
            for reduced in combinations(two_step, worn):
                strength = [book.factors[unit][book.full_steps[unit] - (unit in reduced)] for unit in chosen]
                found.append(sum(strength))
    return found


@rule("shanghai_nanking", "6.3", "6.2", "2.2.1")
@pytest.mark.parametrize("seed", range(4))
def test_bounds_are_those_of_a_trial_of_all(seed: int) -> None:
    rng = Random(seed)
    pos, tried = scattered(seed), 0
    for _ in range(900):
        if pos.outcome or tried > 5:
            break
        match pos.top:
            case Joining(target=target) | Forming(path=(*_, target)):
                previews = pos.view(pos.actor).previews
                if [preview.title for preview in previews] == ["preview.weakest", "preview.strongest"]:
                    found = possible(pos, target)
                    if found:
                        tried += 1
                        assert counts(list(previews)) == [min(found), max(found)]
        pos.push(careful(pos, rng))
    assert tried
