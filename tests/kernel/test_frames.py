"""Frames: typed classes that are plain tuples at rest."""

import copy
import doctest
import pickle

import pytest

from shapan.kernel import Frame, SideFrame, amended, frames


class Assault(SideFrame):
    target: int
    units: int = 0


class Boarding(Assault, step="board"):
    deck: str = "main"


def test_the_examples_in_the_docstring_hold() -> None:
    assert doctest.testmod(frames).failed == 0


def test_at_rest_a_frame_is_a_tuple_that_begins_with_its_step() -> None:
    assert Assault(1, 7) == ("assault", 1, 7, 0)
    assert Boarding(0, target=3, deck="poop") == ("board", 0, 3, 0, "poop")
    assert hash(Assault(1, 7)) == hash(("assault", 1, 7, 0))


def test_fields_are_read_by_name_those_of_the_base_too() -> None:
    at = Boarding(1, 2, 3, "main")
    assert (at.side, at.target, at.units, at.deck) == (1, 2, 3, "main")
    assert Boarding.fields == ("side", "target", "units", "deck")
    match at:
        case Assault(target=target, units=units):
            assert (target, units) == (2, 3)


def test_a_frame_is_amended_by_the_names_of_its_fields_alone() -> None:
    at = Assault(1, 2)
    assert amended(at, units=5) == Assault(1, 2, 5)
    assert type(amended(at, units=5)) is Assault
    with pytest.raises(TypeError, match="Assault has no field unit"):
        amended(at, unit=5)  # type: ignore[call-arg]


def test_too_many_and_too_few_values_are_a_mistake() -> None:
    with pytest.raises(TypeError):
        Assault(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Assault(1, 2, 3, 4)  # type: ignore[call-arg]


def test_frames_survive_pickle_and_copies_with_their_kind() -> None:
    at = Boarding(1, 2)
    for twin in (pickle.loads(pickle.dumps(at)), copy.copy(at), copy.deepcopy(at)):
        assert (type(twin), twin) == (Boarding, at)


def test_a_frame_says_what_it_holds() -> None:
    assert repr(Assault(1, 2)) == "Assault(side=1, target=2, units=0)"

    class Pause(Frame):
        pass

    assert repr(Pause()) == "Pause()"
