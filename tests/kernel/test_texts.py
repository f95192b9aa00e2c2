"""Texts: keys with parameters become sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shapan.kernel
from shapan.kernel import BadData, Catalogue, Lexicon, Param
from shapan.kernel.texts import common, named
from shapan.testing.texts import uses_of

LEXICON = Lexicon(["J-1", "J-2"], {5: "0101", 6: "0102"}, ("red", "blue"))


def test_numbers_become_names_by_the_parameters_name() -> None:
    params: dict[str, Param] = {
        "unit": 1,
        "units": (0, 1),
        "hex": 5,
        "path": (5, 6),
        "unit2": 0,
        "count": 1,
        "side": "red",
    }
    assert named(LEXICON, params) == {
        "unit": "J-2", "units": ["J-1", "J-2"], "hex": "0101", "path": ["0101", "0102"], "unit2": "J-1",
        "count": 1, "side": "red",
    }  # fmt: skip


def test_a_sentence_is_filled() -> None:
    texts = Catalogue({"event.moved": "{side} moves {units} to {hex}", "word.red": "the Reds"})
    assert texts.say("event.moved", {"side": "red", "units": ["J-1", "J-2"], "hex": "0101"}) == (
        "the Reds moves J-1, J-2 to 0101"
    )
    assert texts.say("event.moved", {"units": "J-1"}, {"J-1": "1st Division"}) == "{side} moves 1st Division to {hex}"
    assert texts.holes("event.moved") == {"side", "units", "hex"}


def test_names_that_hold_commas_are_parted_by_semicolons() -> None:
    texts = Catalogue({"event.revealed": "In {hex}: {defenders}. Attacking: {attackers}"})
    names = {"R-3": "3rd Division, XVII Corps", "R-35": "35th Division, XVII Corps", "R-CC": "Cavalry Corps"}
    params = {"hex": "2115", "defenders": ["R-3", "R-35", "R-CC"], "attackers": ["J-4", "J-6"]}
    assert texts.say("event.revealed", params, names) == (
        "In 2115: 3rd Division, XVII Corps; 35th Division, XVII Corps; Cavalry Corps. Attacking: J-4, J-6"
    )
    alone = {"hex": "2115", "defenders": ["R-3"], "attackers": []}
    assert texts.say("event.revealed", alone, names) == "In 2115: 3rd Division, XVII Corps. Attacking: "


def test_an_unknown_key_is_shown_as_it_is() -> None:
    assert Catalogue({}).say("event.none", {"side": "red"}) == "event.none side=red"
    assert Catalogue({}).holes("event.none") == set()


@given(st.dictionaries(st.text(max_size=4), st.integers() | st.text() | st.lists(st.text())), st.text())
def test_any_parameters_and_templates_make_a_sentence(params: dict[str, object], template: str) -> None:
    assert isinstance(Catalogue({"k": template}).say("k", params), str)
    assert isinstance(Catalogue({"k": template}).say("other", params), str)


def test_what_a_value_says_is_not_filled_again() -> None:
    assert Catalogue({"k": "{a}"}).say("k", {"a": "{b}", "b": "secret"}) == "{b}"


def test_the_games_texts_go_before_the_common_ones() -> None:
    base = Catalogue({"a": "common", "b": "common"})
    assert Catalogue({"a": "own"}).over(base).texts == {"a": "own", "b": "common"}


@pytest.mark.parametrize(
    ("source", "complaint"), [("a = ", "x: Invalid value"), ("[a]\nb = 3", "x: a.b should be a text, not int")]
)
def test_a_faulty_catalogue_names_its_file(source: str, complaint: str) -> None:
    with pytest.raises(BadData, match=complaint):
        Catalogue.load(source, "x")


def test_nested_tables_become_dotted_keys() -> None:
    assert Catalogue.load('[a.b]\nc = "d"', "x").texts == {"a.b.c": "d"}


def test_the_kernel_has_a_text_for_each_of_its_own_reasons() -> None:
    texts = common().texts
    own = ("no_action", "malformed", "not_an_option", "dice_first", "game_over", "dice", "takeback_off")
    assert {f"refusal.{key}" for key in (*own, "takeback_known")} <= set(texts)


def test_the_kernel_finds_its_own_texts() -> None:
    keys = {key for key, _ in uses_of(shapan.kernel.__name__) if "*" not in key and not key.startswith("outcome.")}
    assert not keys - set(common().texts)
