"""An agent spells exactly the options: every one of them can be spelt, and nothing else."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.adapters.titles import TITLES, moments

import shapan
from shapan.adapters.spelling import SLOTS, BadToken, Speller, alphabet, spelling
from shapan.kernel import Action, Position
from shapan.kernel.options import Group, Options


def spelt(pos: Position[Any], before: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Action]]:
    """Every spelling that begins so, with its action."""
    speller = Speller(pos, before)
    if speller.action is not None:
        yield speller.spelt, speller.action
    for token in speller.choices:
        yield from spelt(pos, (*before, token))


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_what_can_be_spelt_is_what_the_rules_offer(name: str, scenario: str) -> None:
    for pos in moments(name, scenario, every=20, most=5):
        actions = [action for _, action in spelt(pos)]
        assert len(set(actions)) == len(actions), "an action can be spelt in two ways"
        assert set(actions) == set(pos.options())


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_an_action_is_spelt_as_it_was_taken(name: str, scenario: str) -> None:
    rng = Random(1)
    for pos in moments(name, scenario):
        action = pos.options().sample(rng)
        assert Speller(pos, spelling(pos, action)).action == action


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_the_alphabet_does_not_change_in_a_game(name: str, scenario: str) -> None:
    letters = alphabet(shapan.game(name).book(scenario))
    assert len(set(letters.names)) == len(letters)
    for pos in moments(name, scenario, most=5):
        assert alphabet(pos.book) is letters


def test_a_speller_is_the_same_again_from_position_and_tokens() -> None:
    for pos in moments("mukden", "battle", most=8):
        speller = Speller(pos)
        while speller.action is None:
            again = Speller(pos.copy(), speller.spelt)
            assert list(again.choices) == list(speller.choices)
            assert again.words() == speller.words()
            speller.spell(next(iter(speller.choices)))


def test_a_token_outside_the_mask_is_an_error_that_names_the_legal_ones() -> None:
    pos = shapan.game("mukden").start()
    letters = alphabet(pos.book)
    speller = Speller(pos, [letters.numbers["verb:declare"]])
    with pytest.raises(BadToken, match=r"\(verb:pass\) cannot follow 'verb:declare'; legal: \d+ \(word:movement\)"):
        speller.spell(letters.numbers["verb:pass"])
    for odd in (-1, len(letters), "declare", None, 1.5):
        with pytest.raises(BadToken, match="word:combat"):
            speller.spell(odd)
    assert speller.spell(letters.numbers["word:combat"]) == shapan.game("mukden").parse(pos, "declare combat")
    with pytest.raises(BadToken, match="nothing is asked"):
        speller.spell(0)


def test_an_error_does_not_list_a_thousand_tokens() -> None:
    pos = shapan.game("taierzhuang").start()
    with pytest.raises(BadToken) as caught:
        Speller(pos).spell(-1)
    assert len(str(caught.value)) < 1000


def test_an_action_that_is_not_offered_has_no_spelling() -> None:
    pos = shapan.game("mukden").start()
    with pytest.raises(BadToken, match="not one of the options"):
        spelling(pos, shapan.game("mukden").parse(pos, "pass"))


class Offer:
    """A position of which nothing matters but what it offers."""

    def __init__(self, name: str, *groups: Group[Action]) -> None:
        self.book = shapan.game(name).book()
        self.offered = Options(*groups)

    def options(self) -> Options:
        return self.offered


def every(offer: Any) -> list[tuple[list[str], Action]]:
    """All spellings, in words."""
    names = alphabet(offer.book).names
    return [([names[token] for token in tokens], action) for tokens, action in spelt(offer)]


def test_slots_are_counted_on_across_groups_with_the_same_words_before_them() -> None:
    put = shapan.game("yangtze").grammar.actions["put"]
    near, far = [(1, 1), (2, 2)], [(2, 2), (9, 9)]
    offer = Offer("yangtze", Group(put, 0, values=near), Group(put, 0, values=far), Group(put, 1, values=far))
    found = every(offer)
    assert [(words[-1], action) for words, action in found[:3]] == [
        ("slot:0", put(0, (1, 1))),
        ("slot:1", put(0, (2, 2))),
        ("slot:2", put(0, (9, 9))),
    ]
    assert [words[-1] for words, _ in found[3:]] == ["slot:0", "slot:1"]


def test_more_values_than_slots_are_turned_page_by_page() -> None:
    put = shapan.game("yangtze").grammar.actions["put"]
    points = [(number, 0) for number in range(SLOTS + 5)]
    found = every(Offer("yangtze", Group(put, 0, values=points)))
    assert [action for _, action in found] == [put(0, point) for point in points]
    assert found[0][0][2:] == ["slot:0", "slot:0"]
    assert found[-1][0][2:] == ["slot:1", "slot:4"]


def test_a_path_that_goes_on_from_another_is_told_from_it_by_the_token_for_the_end() -> None:
    move = shapan.game("mukden").grammar.actions["move"]
    first, second, third = list(shapan.game("mukden").book().lexicon.places)[:3]
    paths = [(first,), (first, second), (first, third), (second, third)]
    found = every(Offer("mukden", Group(move, 0, values=paths)))
    assert [action for _, action in found] == [move(0, path) for path in paths]
    assert [len(words) - 2 for words, _ in found] == [2, 2, 2, 2]
    assert found[0][0][-1] == "end:list"


def test_groups_that_turn_out_empty_cannot_be_spelt() -> None:
    actions = shapan.game("mukden").grammar.actions
    place = next(iter(shapan.game("mukden").book().lexicon.places))
    none = Group(actions["attack"], 0, values=())
    offer = Offer("mukden", none, Group(actions["attack"], 1, values=[place]))
    empty = Offer("mukden", none, Group(actions["pass"]))
    assert [action for _, action in every(offer)] == [actions["attack"](1, place)]
    assert [words for words, _ in every(empty)] == [["verb:pass"]]
