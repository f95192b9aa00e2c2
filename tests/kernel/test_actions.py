"""Actions, kinds, lexicon and grammar: any text is read or refused, any object judged, every action written exactly."""

from typing import Annotated, Any, ClassVar

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.kernel.play import random_position
from tests.toy import FORD

from ford.actions import GRAMMAR, Arrange, March, Play
from shapan.kernel import (
    Action,
    BadData,
    BadNotation,
    Capitulate,
    Grammar,
    Lexicon,
    ListKind,
    NumberKind,
    Path,
    Piece,
    Pieces,
    Place,
    Places,
    Roll,
    SideName,
    WordKind,
)
from shapan.kernel.actions import kinds

LEXICON = Lexicon(["J-1", "J-2", "R.3"], {7: "0101", 9: "0102", 500: "x"}, ("red", "blue"))


class Everything(Action, frozen=True):
    """One field of each kind."""

    verb: ClassVar[str] = "everything"
    piece: Piece
    place: Place
    pieces: Pieces
    places: Places
    path: Path
    number: Annotated[int, NumberKind(-5, 99)]
    word: Annotated[str, WordKind("one", "two")]
    side: SideName
    numbers: Annotated[tuple[int, ...], ListKind(NumberKind(0, 9), "/", "numbers", least=1, most=3)]


GRAMMAR_OF_ALL = Grammar(Everything, Roll)
PIECE_NUMBERS = st.integers(0, 2)
PLACE_NUMBERS = st.sampled_from([7, 9, 500])

well_formed = st.builds(
    Everything,
    PIECE_NUMBERS,
    PLACE_NUMBERS,
    st.lists(PIECE_NUMBERS, max_size=4).map(tuple),
    st.lists(PLACE_NUMBERS, max_size=4).map(tuple),
    st.lists(PLACE_NUMBERS, min_size=1, max_size=4).map(tuple),
    st.integers(-5, 99),
    st.sampled_from(["one", "two"]),
    st.sampled_from(["red", "blue"]),
    st.lists(st.integers(0, 9), min_size=1, max_size=3).map(tuple),
)


class LikeOne(str):
    """A text that passes for any other."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=5)
    | st.binary(max_size=3)
    | st.sampled_from([1 << 70, -(1 << 200), LikeOne("z"), object(), int, Roll]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=6,
)


@given(well_formed)
def test_every_action_is_written_and_read_back_exactly(action: Everything) -> None:
    assert GRAMMAR_OF_ALL.fits(LEXICON, action)
    text = GRAMMAR_OF_ALL.write(LEXICON, action)
    assert GRAMMAR_OF_ALL.read(LEXICON, text) == action
    assert len(text.split()) == 10


@given(st.text() | st.lists(st.text(max_size=6), max_size=12).map(lambda words: " ".join(["everything", *words])))
def test_any_text_is_an_action_or_bad_notation(text: str) -> None:
    try:
        action = GRAMMAR_OF_ALL.read(LEXICON, text)
    except BadNotation:
        return
    assert GRAMMAR_OF_ALL.fits(LEXICON, action)
    assert GRAMMAR_OF_ALL.read(LEXICON, GRAMMAR_OF_ALL.write(LEXICON, action)) == action


@given(well_formed, st.sampled_from([name for name, _ in kinds(Everything)]), anything)
def test_a_field_of_any_value_is_judged_without_a_crash(action: Everything, field: str, value: Any) -> None:
    fields: dict[str, Any] = {name: getattr(action, name) for name, _ in kinds(Everything)}
    odd = Everything(**{**fields, field: value})
    if GRAMMAR_OF_ALL.fits(LEXICON, odd):
        assert GRAMMAR_OF_ALL.read(LEXICON, GRAMMAR_OF_ALL.write(LEXICON, odd)) == odd


@given(anything)
def test_any_object_is_judged_without_a_crash(thing: object) -> None:
    assert not GRAMMAR_OF_ALL.fits(LEXICON, thing)


@pytest.mark.parametrize("value", [True, 1.0, 0, 7, 1 << 64, -1, float("nan"), "1", None, (1,), LikeOne("1")])
def test_a_die_takes_whole_numbers_from_one_to_six_only(value: Any) -> None:
    assert not GRAMMAR_OF_ALL.fits(LEXICON, Roll(value))


def test_a_word_that_equals_everything_is_no_word() -> None:
    assert not GRAMMAR_OF_ALL.fits(LEXICON, Capitulate(LikeOne("red")))


def test_subclasses_of_an_action_are_not_that_action() -> None:
    class Loaded(Roll, frozen=True):
        pass

    class Unhashable(Action, frozen=True):
        verb: ClassVar[Any] = ["roll"]

    assert GRAMMAR_OF_ALL.fits(LEXICON, Roll(6))
    assert not GRAMMAR_OF_ALL.fits(LEXICON, Loaded(6))
    assert not GRAMMAR_OF_ALL.fits(LEXICON, Unhashable())


def test_lists_have_their_bounds() -> None:
    assert not FORD.grammar.fits(FORD.book().lexicon, Arrange("red", (1,) * 1001))
    with pytest.raises(BadNotation, match="0 to 1000 of them"):
        GRAMMAR.read(FORD.book().lexicon, "arrange red " + ",".join("1" * 1001))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "unknown verb ''; expected one of: arrange, capitulate, draw, march, play, roll"),
        ("retreat", "unknown verb 'retreat'"),
        ("march", "'march' should have the form: march PIECE PLACE"),
        ("march banner ford now", "should have the form: march PIECE PLACE"),
        ("march flag ford", "there is no piece 'flag' in this scenario"),
        ("march banner sea", "there is no place 'sea' on this map"),
        ("play 4", "'4' is not a whole number from 1 to 3"),
        ("play ２", "is not a whole number"),
        ("play -", "is not a whole number"),
        ("play +1", "is not a whole number"),
        ("play 99999999999999999999999", "is not a whole number"),
        ("arrange green 1", "'green' is not a side (sides: red, blue)"),
        ("arrange red 1,,2", "'' is not a whole number"),
    ],
)
def test_bad_notation_says_what_was_expected(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as caught:
        FORD.parse(FORD.start(), text)
    assert complaint in str(caught.value)


def test_an_endless_text_makes_a_short_complaint() -> None:
    for text in ("x" * 10**6, "play " + "9" * 10**6, "play " * 10**5, "arrange red " + "1," * 10**5):
        with pytest.raises(BadNotation) as caught:
            FORD.parse(FORD.start(), text)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("thing", [None, 7, b"play 1", ["play", "1"], Play(1)])
def test_what_is_no_text_is_no_notation(thing: Any) -> None:
    with pytest.raises(BadNotation, match="written as a text"):
        FORD.parse(FORD.start(), thing)


def test_spaces_do_not_matter_when_reading() -> None:
    assert FORD.parse(FORD.start(), "  march \t banner\u3000ford\n") == March(0, 2)


@given(st.integers(0, 50))
def test_every_option_makes_the_round_trip(seed: int) -> None:
    pos = random_position(seed)
    for action in pos.options():
        assert FORD.parse(pos, FORD.format(pos, action)) == action


names = st.text(min_size=1, max_size=4)


@given(st.lists(names, max_size=4), st.lists(names, max_size=4))
def test_a_lexicon_has_names_that_the_notation_can_carry(pieces: list[str], places: list[str]) -> None:
    try:
        lexicon = Lexicon(pieces, dict(enumerate(places)), ("red", "blue"))
    except BadData:
        return
    grammar = Grammar(Everything)
    assume(places)
    assume(pieces)
    action = Everything(
        len(pieces) - 1, 0, tuple(range(len(pieces))), tuple(range(len(places))), tuple(range(len(places))),
        1, "one", "red", (1,),
    )  # fmt: skip
    assert grammar.read(lexicon, grammar.write(lexicon, action)) == action


@pytest.mark.parametrize("pieces", [["a", "a"], ["a b"], [""], ["."], ["a,b"], ["a\u2003b"]])
def test_a_lexicon_refuses_names_that_would_be_misread(pieces: list[str]) -> None:
    with pytest.raises(BadData, match="called"):
        Lexicon(pieces, {}, ("red",))


def test_places_of_a_path_are_joined_by_a_mark_that_no_place_may_contain() -> None:
    with pytest.raises(BadData, match="a place cannot be called 'a-b'"):
        Lexicon([], {0: "a-b"}, ("red",))


def test_a_grammar_refuses_two_actions_with_one_verb() -> None:
    with pytest.raises(TypeError, match="share a verb"):
        Grammar(Roll, Roll)


def test_a_field_without_a_kind_is_a_mistake_of_the_game() -> None:
    class Bare(Action, frozen=True):
        verb: ClassVar[str] = "bare"
        number: int

    with pytest.raises(TypeError, match=r"Bare\.number needs exactly one Kind"):
        Grammar(Bare)


def test_the_author_is_who_is_asked_unless_the_action_carries_its_side() -> None:
    assert Play(1).author("red") == "red"
    assert Capitulate("blue").author("red") == "blue"
    assert Arrange("blue", ()).author("dice") == "blue"
