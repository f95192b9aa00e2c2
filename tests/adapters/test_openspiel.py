"""OpenSpiel's own simulation passes with serialisation; dice are chance nodes, and texts tell a player only his own."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from tests.adapters.titles import EVERY, SOAK, TITLES, moments

import shapan
from shapan.adapters.openspiel import WargameState, load_game
from shapan.adapters.spelling import BadToken
from shapan.kernel import DICE, ShapanError, Unknown

SIMULATED = [("ford", None), *(EVERY if SOAK else [])]


def walk(state: Any, seed: int, most: int = 100_000) -> Iterator[Any]:
    """The states of a random game."""
    rng = Random(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        if state.is_chance_node():
            faces, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(faces, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "scenario"), SIMULATED)
def test_the_simulation_of_openspiel_passes(name: str, scenario: str | None) -> None:
    pyspiel.random_sim_test(load_game(name, scenario), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_copies_and_saved_states_go_on_alike(name: str, scenario: str) -> None:
    game = load_game(name, scenario)
    for number, state in enumerate(walk(game.new_initial_state(), 1, most=60)):
        if number % 6:
            continue
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for twin in (state.clone(), read):
            assert str(twin) == str(state)
            assert twin.legal_actions() == state.legal_actions()
            twin.apply_action(twin.legal_actions()[-1])
            assert str(twin) != str(state)


def test_dice_fall_with_our_weights() -> None:
    chances = 0
    for state in walk(load_game("taierzhuang").new_initial_state(), 2, most=300):
        assert state.is_chance_node() == (state.pos.actor == DICE)
        if state.is_chance_node():
            ours = state.pos.chances()
            assert state.chance_outcomes() == [(n, weight / ours.total) for n, weight in enumerate(ours.weights)]
            words = [state.action_to_string(face) for face in state.legal_actions()]
            assert words == [shapan.game("taierzhuang").format(state.pos, face) for face in ours.faces]
            chances += 1
    assert chances > 5


def test_the_result_is_returned_when_the_game_is_over() -> None:
    game = load_game("ford")
    first, second = game.book.sides
    pairs = [(first, second), (second, first)]
    for seed in range(6):
        state = game.new_initial_state()
        for at in walk(state, seed):
            assert at.returns() == [0.0, 0.0]
        outcome = state.pos.outcome
        assert outcome is not None
        assert state.returns() == [float((outcome.winner == side) - (outcome.winner == other)) for side, other in pairs]
        assert state.legal_actions() == []


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_two_worlds_that_a_player_cannot_tell_apart_look_the_same(name: str, scenario: str) -> None:
    game = load_game(name, scenario)
    for pos in moments(name, scenario, every=25, most=6):
        for player, side in enumerate(pos.book.sides):
            here, there = game.new_initial_state(), game.new_initial_state()
            here.pos, there.pos = pos.copy(), pos.imagine(side, Random(1))
            assert here.observation_string(player) == there.observation_string(player)
            assert here.information_state_string(player) == there.information_state_string(player)
            assert np.array_equal(here.observation_tensor(player), there.observation_tensor(player))


def test_a_player_remembers_what_he_did_and_was_told() -> None:
    state: WargameState = load_game("mukden").new_initial_state()
    for word in ("verb:declare", "word:combat"):
        state.apply_action(state.speller.alphabet.numbers[word])
    assert "> declare combat" in state.information_state_string(0)
    assert "> declare combat" not in state.information_state_string(1)
    assert "> declare combat" not in state.observation_string(0)
    assert state.information_state_string(1).count("\n") > 0, "the Russians are told of it"


def test_what_is_being_spelt_is_its_spellers_alone() -> None:
    state: WargameState = load_game("mukden").new_initial_state()
    before = [state.observation_string(player) for player in range(2)]
    state.apply_action(state.speller.alphabet.numbers["verb:declare"])
    after = [state.observation_string(player) for player in range(2)]
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_mistakes_are_told_with_what_would_have_been_right() -> None:
    with pytest.raises(Unknown, match="battle"):
        load_game("mukden", "sunday")
    with pytest.raises(BadToken, match="verb:declare"):
        load_game("mukden").new_initial_state()._apply_action(0)
    with pytest.raises(BadToken, match="0 to 5"):
        load_game("taierzhuang").new_initial_state()._apply_action(6)
    with pytest.raises(BadToken, match="0 to 5"):
        load_game("taierzhuang").new_initial_state().action_to_string(-1, 9)
    for nothing in (-1, 10**6):
        with pytest.raises(BadToken, match="from 0 to 1095"):
            load_game("mukden").new_initial_state().action_to_string(0, nothing)
    with pytest.raises(ShapanError, match="switches are written"):
        pyspiel.load_game("shapan(game=mukden,options=fog)")


def test_switches_are_parameters() -> None:
    game = load_game("mukden", options={"fog_of_war": False})
    assert game.book.switches["fog_of_war"] is False
    assert pyspiel.load_game(str(game)).book is game.book
