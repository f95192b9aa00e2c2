"""OpenSpiel's own test of the interface passes, and its playthroughs of all titles are the same as ever.

A playthrough is a random game to its end with every action, and every now and then what its players see, by digests:
whole observations would fill megabytes. After a change that is meant, ``SHAPAN_GOLDEN=write`` writes them anew.
"""

import os
import random
import unittest
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from tests.adapters.titles import EVERY, SOAK

import shapan
from shapan.adapters.openspiel import WargameState, load_game

FIRST = [(name, next(iter(shapan.game(name).scenarios))) for name in shapan.games()]
STATES = 400 if SOAK else 25
GOLDEN = Path(__file__).with_name("playthroughs")
EVERY_NOW_AND_THEN = 50


@pytest.mark.parametrize(("name", "scenario"), EVERY if SOAK else FIRST)
def test_the_interface_test_of_openspiel_passes(name: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random.seed(1)
    monkeypatch.setattr(
        api_test.sample_some_states, "sample_some_states", lambda game, max_states: sample_some_states(game, STATES)
    )
    about = {"game": load_game(name, scenario), "game_name": name}
    case = type("OurTitle", (api_test.EnforceAPIOnPartialTreeBase,), about)
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun >= 5
    assert [text for _, text in found.errors + found.failures] == []


def digest(text: str | bytes) -> str:
    return blake2b(text.encode() if isinstance(text, str) else text, digest_size=8).hexdigest()


def block(state: WargameState) -> Iterator[str]:
    """A state as its players see it, each long text by its length and digest."""
    yield f"CurrentPlayer() {state.current_player()}"
    for player in range(state.get_game().num_players()):
        seen, known = state.observation_string(player), state.information_state_string(player)
        yield f"ObservationString({player}) {len(seen)} {digest(seen)}"
        yield f"InformationStateString({player}) {len(known)} {digest(known)}"
        tensor = np.asarray(state.observation_tensor(player), np.float32)
        yield f"ObservationTensor({player}) {len(tensor)} {digest(tensor.tobytes())}"
    if state.is_chance_node():
        yield f"ChanceOutcomes() {state.chance_outcomes()}"
    yield f"LegalActions() {digest(str(state.legal_actions()))} {len(state.legal_actions())}"


def playthrough(name: str, scenario: str) -> Iterator[str]:
    """A random game to its end: every action, and every now and then the whole state."""
    rng, state, number = random.Random(f"playthrough {name}"), load_game(name, scenario).new_initial_state(), 0
    yield str(state.get_game())
    while not state.is_terminal():
        if number % EVERY_NOW_AND_THEN == 0:
            yield from block(state)
        action = rng.choice(state.legal_actions())
        yield f"{number}: {action} {state.action_to_string(state.current_player(), action)}"
        state.apply_action(action)
        number += 1
    yield f"Returns() {state.returns()}"


@pytest.mark.parametrize(("name", "scenario"), FIRST)
def test_a_playthrough_is_the_same_as_ever(name: str, scenario: str) -> None:
    path = GOLDEN / f"{name}.txt"
    played = "\n".join(playthrough(name, scenario)) + "\n"
    if os.environ.get("SHAPAN_GOLDEN") == "write":
        path.write_text(played, encoding="utf-8")
    assert played == path.read_text(encoding="utf-8")
