"""The referee: fair, repeatable, checkable."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.play import after
from tests.toy import FORD

from shapan.kernel import Chances, Referee, ShapanError, Share, commitment, share_commitment


def chi_square(counts: Counter[int], below: int) -> float:
    expected = counts.total() / below
    return sum((counts[face] - expected) ** 2 / expected for face in range(below))


@pytest.mark.parametrize(("below", "limit"), [(2, 10.8), (6, 20.5), (7, 22.5), (13, 32.9)])
def test_numbers_are_uniform(below: int, limit: float) -> None:
    """Chi-square with the 0.1 per cent limits; the seed is fixed, so that this passes always or never."""
    referee = Referee("uniform")
    counts = Counter(referee.number(roll, below) for roll in range(20_000))
    assert chi_square(counts, below) < limit


def test_pairs_of_rolls_are_independent() -> None:
    referee = Referee("pairs")
    pairs = Counter(referee.number(n, 6) * 6 + referee.number(n + 1, 6) for n in range(0, 40_000, 2))
    assert chi_square(pairs, 36) < 66.6


@given(st.binary(min_size=1, max_size=80), st.integers(0, 10**9), st.integers(1, 1 << 64))
def test_a_roll_is_the_same_whatever_was_asked_before(seed: bytes, roll: int, below: int) -> None:
    fresh, used = Referee(seed), Referee(seed)
    for number in range(3):
        used.number(number, 6)
    assert fresh.number(roll, below) == used.number(roll, below)
    assert 0 <= fresh.number(roll, below) < below


def test_there_is_no_modulo_bias() -> None:
    """A hash in the last, incomplete round of values is thrown away and drawn again."""
    below = 3 << 62
    values = {Referee(1).number(roll, below) for roll in range(50)}
    assert max(values) > 1 << 63
    halves = Counter(Referee(2).number(roll, below) // (1 << 62) for roll in range(3000))
    assert chi_square(halves, 3) < 13.8


@pytest.mark.parametrize("below", [0, -1, (1 << 64) + 1])
def test_an_impossible_range_is_an_error_and_no_endless_loop(below: int) -> None:
    with pytest.raises(ValueError, match="range"):
        Referee(1).number(0, below)


def test_seeds_of_every_sort() -> None:
    assert Referee(7).seed == Referee("7").seed == Referee(b"7").seed
    assert len(Referee().seed) == 32
    assert Referee().seed != Referee().seed
    with pytest.raises(ShapanError, match="at least one byte"):
        Referee("")


def test_every_byte_of_a_long_seed_counts() -> None:
    one, other = Referee(b"x" * 64 + b"a"), Referee(b"x" * 64 + b"b")
    assert [one.number(n, 6) for n in range(50)] != [other.number(n, 6) for n in range(50)]


def test_the_commitment_recognises_its_seed_and_no_other() -> None:
    referee = Referee(b"secret")
    assert referee.matches(commitment(b"secret"))
    for other in (commitment(b"Secret"), "", "é", "\ud800", referee.commitment.upper()):
        assert not referee.matches(other)
    assert b"secret".hex() not in referee.commitment


def test_the_commitment_stays_the_same_for_all_time() -> None:
    """Records on disk depend on these values."""
    assert commitment(b"shapan") == "56a90410f11e9e7beea948fa04980dee7743e4365a0993fdfeeeb77d95876d6b"
    assert [Referee("shapan").number(n, 6) + 1 for n in range(12)] == [1, 6, 4, 6, 1, 4, 4, 1, 4, 3, 1, 2]


def test_faces_come_by_their_weights() -> None:
    pos = after()
    chances = pos.chances()
    assert isinstance(chances, Chances)
    drawn = Counter(FORD.format(pos, Referee(3).answer(pos, roll)) for roll in range(4000))
    for face, weight in zip(chances.faces, chances.weights, strict=True):
        assert abs(drawn[FORD.format(pos, face)] / 4000 - weight / chances.total) < 0.03


PARTS = {"red": b"\1" * 32, "blue": b"\2" * 32}


def shares(*sides: str) -> dict[str, Share]:
    return {side: Share(share_commitment(part), part.hex() if side in sides else "") for side, part in PARTS.items()}


def test_every_part_that_is_shown_changes_the_stream_and_one_that_is_left_out_does_not() -> None:
    streams = {
        tuple(Referee(b"seed", shares(*sides)).number(roll, 6) for roll in range(40))
        for sides in ((), ("red",), ("blue",), ("red", "blue"))
    }
    assert len(streams) == 4
    plain = [Referee(b"seed").number(roll, 6) for roll in range(40)]
    assert tuple(plain) in streams


def test_the_order_in_which_players_show_their_parts_does_not_matter() -> None:
    both = shares("red", "blue")
    back = dict(reversed(both.items()))
    assert [Referee(b"s", both).number(n, 6) for n in range(40)] == [
        Referee(b"s", back).number(n, 6) for n in range(40)
    ]
    assert Referee(b"s", both).commitment == Referee(b"s").commitment


def test_a_share_holds_the_part_that_was_committed_to_and_no_other() -> None:
    share = shares("red")["red"]
    assert (
        share.commitment == "a72bbbef3f9e063580dc5de1db8ea4d415afed3daa0f6620ef79b2e2040dd7e9"
    )  # browsers make the same
    assert share.holds(PARTS["red"].hex())
    assert not share.holds(PARTS["blue"].hex())
