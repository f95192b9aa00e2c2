"""Options: groups, lazy values, sampling, chances."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ford.actions import Draw, March, Play
from shapan.kernel import NONE, Action, Chances, Family, First, Group, Options, Roll, Sieve, one
from shapan.kernel.options import OptionRow
from shapan.mechanics.hexoptions import Hexes

PLAYS = Options(Group(Play, values=(1, 3)), one(Roll(2)), Group(March, 0, values=()))


def test_counting_listing_and_containing_agree() -> None:
    assert list(PLAYS) == [Play(1), Play(3), Roll(2)]
    assert len(PLAYS) == 3
    assert all(action in PLAYS for action in PLAYS)
    for stranger in (Play(2), Roll(3), March(0, 1), None, 7, "play 1"):
        assert stranger not in PLAYS


def test_no_options_are_false_and_cannot_be_sampled() -> None:
    assert not NONE
    assert not Options(Group(Play, values=()))
    with pytest.raises(IndexError, match="no option"):
        Options(Group(Play, values=())).sample(Random(1))


def test_values_are_worked_out_once_and_only_when_somebody_asks() -> None:
    asked = []

    def values() -> tuple[int, ...]:
        asked.append(1)
        return (1, 2)

    group = Group(Play, values=values)
    assert not group.single
    assert asked == []
    assert len(group) == 2
    assert list(group) == [Play(1), Play(2)]
    assert group[1] == Play(2)
    assert asked == [1]


def test_sampling_one_group_leaves_the_others_alone() -> None:
    asked: Counter[int] = Counter()

    def lazy(number: int) -> Group[March]:
        def values() -> tuple[int, ...]:
            asked[number] += 1
            return (1,)

        return Group(March, number, values=values)

    Options(*(lazy(number) for number in range(10))).sample(Random(1))
    assert asked.total() == 1


def test_a_sieve_judges_no_more_than_it_is_asked_for() -> None:
    judged: list[int] = []

    def even(value: int) -> bool:
        judged.append(value)
        return value % 2 == 0

    def sieve(*values: int) -> Group[Play]:
        judged.clear()
        return Group(Play, values=Sieve(values, even))

    assert bool(sieve(1, 2, 3, 4))
    assert judged == [1, 2]
    assert Options(sieve(2, 4, 6)).sample(Random(1)) in (Play(2), Play(4), Play(6))
    assert len(judged) == 1
    group = sieve(1, 2, 3, 4)
    assert (len(group), list(group), group[1]) == (2, [Play(2), Play(4)], Play(4))
    assert judged == [1, 2, 3, 4]
    assert Play(2) in group
    assert Play(3) not in group
    assert Play(6) not in group
    assert not sieve(1, 3)
    assert sieve(1, 3).draw(Random(1)) is None


def test_a_sieve_is_sampled_evenly() -> None:
    group, rng = Group(Play, values=Sieve(range(1, 10), lambda value: value % 3 == 0)), Random(1)
    found = Counter(group.draw(rng) for _ in range(900))
    assert set(found) == {Play(3), Play(6), Play(9)}
    assert min(found.values()) > 240


def test_the_first_of_a_row_are_taken_when_somebody_asks() -> None:
    taken: list[int] = []

    def row(most: int) -> Iterator[int]:
        for value in range(1, most + 1):
            taken.append(value)
            yield value

    group = Group(Play, values=First(row(100), 6))
    assert bool(group)
    assert taken == [1]
    assert (len(group), group[5], taken) == (6, Play(6), [1, 2, 3, 4, 5, 6])
    assert list(group) == [Play(value) for value in range(1, 7)]
    assert (Play(6) in group, Play(7) in group) == (True, False)
    rng = Random(1)
    assert {group.draw(rng) for _ in range(100)} == {Play(value) for value in range(1, 7)}
    short = Group(Play, values=First(row(2), 6))
    assert {short.draw(rng) for _ in range(50)} == {Play(1), Play(2)}
    assert not Group(Play, values=First(iter(()), 6))
    assert Group(Play, values=First(iter(()), 6)).draw(rng) is None


def test_sampling_passes_over_empty_groups_and_finds_every_action() -> None:
    empty = [Group(March, number, values=()) for number in range(20)]
    options = Options(*empty, Group(Play, values=(1, 2)), one(Roll(1)))
    rng = Random(1)
    assert {options.sample(rng) for _ in range(50)} == {Play(1), Play(2), Roll(1)}


def test_a_group_gives_each_kind_of_action_the_same_share() -> None:
    options = Options(Group(Play, values=(1, 2, 3)), one(Roll(1)))
    rng = Random(5)
    rolls = sum(isinstance(options.sample(rng), Roll) for _ in range(2000))
    assert 900 < rolls < 1100


def test_chances_are_equal_unless_weighted() -> None:
    dice = Chances([Roll(face) for face in range(1, 7)])
    assert dice.weights == (1,) * 6
    assert dice.total == 6
    assert list(dice) == list(dice.faces)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3).filter(any))
def test_numbers_fall_on_faces_by_weight(weights: list[int]) -> None:
    chances = Chances([Draw(card) for card in range(1, len(weights) + 1)], weights)
    fallen = Counter(chances.at(number) for number in range(chances.total))
    assert fallen == {Draw(card): weight for card, weight in enumerate(weights, 1) if weight}
    for outside in (-1, chances.total):
        with pytest.raises(IndexError):
            chances.at(outside)


def test_a_face_that_cannot_come_up_is_no_option() -> None:
    chances = Chances([Draw(1), Draw(2), Draw(3)], [2, 0, 1])
    assert list(chances) == [Draw(1), Draw(3)]
    assert Draw(2) not in chances
    assert {chances.sample(Random(seed)) for seed in range(40)} == {Draw(1), Draw(3)}


@pytest.mark.parametrize("weights", [[1], [0, 0], [-1, 2], [1, 1, 1]])
def test_weights_that_make_no_sense_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Chances([Roll(1), Roll(2)], weights)


def test_a_family_makes_only_the_group_that_is_drawn() -> None:
    made: list[int] = []

    def moves(unit: int) -> Group[Action]:
        made.append(unit)
        return Group(March, unit, values=[7, 8])

    family = Options(Family(range(40), moves), one(Roll(2)))
    plain = Options(*(Group(March, unit, values=[7, 8]) for unit in range(40)), one(Roll(2)))
    drawn = family.sample(Random(3))
    assert drawn == plain.sample(Random(3))
    assert len(made) <= 1
    assert list(family) == list(plain)
    assert len(family) == len(plain) == 81
    assert drawn in family


def test_an_empty_group_of_a_family_is_passed_over_as_among_groups() -> None:
    family = Options(Family(range(5), lambda unit: Group(March, unit, values=[1] if unit == 3 else [])))
    plain = Options(*(Group(March, unit, values=[1] if unit == 3 else []) for unit in range(5)))
    for seed in range(20):
        assert family.sample(Random(seed)) == plain.sample(Random(seed)) == March(3, 1)
    with pytest.raises(IndexError, match="no option"):
        Options(Family([], lambda unit: Group(March, unit, values=[]))).sample(Random(1))
    with pytest.raises(IndexError, match="no option"):
        Options(Group(March, 1, values=[])).sample(Random(1))


def test_rows_tell_every_option_without_an_object_for_each() -> None:
    options = Options(
        Group(March, 1, values=Hexes(0b1010)),
        Group(March, 2, values=[4, 5]),
        Group(March, 3, values=[]),
        one(Roll(2)),
    )
    rows = options.rows()
    assert rows == [OptionRow(March, (1,), 0b1010, ()), OptionRow(March, (2,), 0, [4, 5]), OptionRow(Roll, (2,), 0, ())]
    assert [len(row) for row in rows] == [2, 2, 1]
    assert [row.single for row in rows] == [False, False, True]
