import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapan.ground.hexes import bit, bits, has, highest, lowest, mask_of, nth_bit

MEMBERS = st.sets(st.integers(0, 1500)) | st.sets(st.integers(0, 140)) | st.sets(st.integers(0, 90_000), max_size=20)


@given(MEMBERS)
def test_bits_lists_the_members_in_rising_order(members: set[int]) -> None:
    assert bits(mask_of(members)) == sorted(members)


@given(MEMBERS)
def test_nth_bit_agrees_with_the_list(members: set[int]) -> None:
    mask = mask_of(members)
    assert [nth_bit(mask, n) for n in range(len(members))] == sorted(members)
    for outside in (-1, len(members)):
        with pytest.raises(IndexError):
            nth_bit(mask, outside)


@given(st.sets(st.integers(0, 1500), min_size=1))
def test_lowest_and_highest(members: set[int]) -> None:
    mask = mask_of(members)
    assert (lowest(mask), highest(mask)) == (min(members), max(members))


@pytest.mark.parametrize("ask", [lowest, highest])
def test_an_empty_set_has_no_ends(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(ValueError, match="empty set"):
        ask(0)


@given(MEMBERS, st.integers(0, 1500))
def test_has(members: set[int], index: int) -> None:
    assert has(mask_of(members), index) == (index in members)
    assert has(bit(index), index)
