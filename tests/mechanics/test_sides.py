"""Two sides: who opposes whom, and whose secrets a viewer does not know."""

from shapan.kernel import SPECTATOR
from shapan.mechanics.sides import hidden_from, other

SIDES = ("red", "blue")


def test_each_side_opposes_the_other() -> None:
    assert [other(side) for side in (0, 1)] == [1, 0]


def test_a_side_does_not_know_the_others_secrets_and_the_spectator_nobodys() -> None:
    assert hidden_from("red", SIDES) == [1]
    assert hidden_from("blue", SIDES) == [0]
    assert hidden_from(SPECTATOR, SIDES) == [0, 1]
