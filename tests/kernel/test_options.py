"""Options: groups, lazy values, sampling, chances."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.toy.actions import Draw, March, Play

from shapan.kernel import NONE, Chances, Group, Options, Roll, one

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
