"""Snapshots: exact round trip; a damaged one is BadSnapshot and nothing else."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.play import DEAL, after, random_position
from tests.toy import FORD

import shapan
from shapan.kernel import BadSnapshot

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 70), 1 << 70) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.integers(0, 300))
def test_a_snapshot_gives_the_same_position(seed: int) -> None:
    pos = random_position(seed)
    again = FORD.from_json(pos.to_json())
    assert again.key() == pos.key()
    assert again.horizon == pos.horizon
    assert again.to_json() == pos.to_json()
    assert list(again.options()) == list(pos.options())


def test_a_finished_game_makes_the_round_trip() -> None:
    pos = after(*DEAL, "capitulate red")
    again = FORD.from_json(pos.to_json())
    assert again.outcome == pos.outcome
    assert again.key() == pos.key()


def damaged(**changes: Any) -> str:
    """The snapshot of a position with some fields of its state changed."""
    document = json.loads(after(*DEAL).to_json())
    document["state"].update(changes)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "this is not a snapshot"),
        ("null", "expected a table"),
        ("[1]", "expected a table"),
        ("{}", "the snapshot lacks game, data, scenario, options, state"),
        ("[" * 100_000, "this is not a snapshot"),
        ('{"game":' * 100_000, "this is not a snapshot"),
        ("9" * 10_000, "this is not a snapshot"),
        (after().to_json().replace('"game":"ford"', '"game":"chess"'), "is of 'chess', not of 'ford'"),
        (after().to_json().replace(FORD.data_version, "0"), "made with other data: unknown data version '0'"),
        (after().to_json().replace('"dawn"', '"noon"'), "names an unknown scenario 'noon' (known: dawn, dusk)"),
        (after().to_json().replace('"dawn"', '["dawn"]'), "scenario should be a name"),
        (after().to_json().replace('"open_hands":false', '"open_hands":0'), "unknown value of switch open_hands"),
        (after().to_json().replace('"open_hands":false', '"tides":true'), "unknown switch 'tides'"),
        (damaged(moon=1), "do not match this game's position: moon"),
        (damaged(turn="1"), "the snapshot is damaged"),
        (damaged(turn=True), "the snapshot is damaged"),
        (damaged(phase=44), "there is no phase 44"),
        (damaged(stack=[]), "nothing is asked and nobody has won"),
        (damaged(stack=[["charge"], []]), "there is no step 'charge'"),
        (damaged(stack=[["play", 0], [["charge"], []]]), "there is no step 'charge'"),
        (damaged(stack=[7]), "the snapshot is damaged"),
        (damaged(stack=[["play"], []]), "the snapshot is damaged"),
        (damaged(stack=[["play", 9], []]), "the snapshot is damaged"),
        (damaged(hands=[[1, 3], []]), "cards were lost or made"),
        (damaged(banner=99), "the banner is off the road"),
        (damaged(outcome={"winner": "red"}), "the snapshot is damaged"),
    ],
)
def test_a_damaged_snapshot_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadSnapshot) as caught:
        FORD.from_json(text)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 500


def deep(levels: int) -> str:
    return damaged(stack="HERE").replace('"HERE"', "[" * levels + "]" * levels)


@pytest.mark.parametrize("levels", [50, 300, 600, 900, 950, 980, 2000])
def test_frames_without_end_are_no_snapshot(levels: int) -> None:
    with pytest.raises(BadSnapshot):
        FORD.from_json(deep(levels))


def mutated(rng: Random, value: Any, new: Any) -> Any:
    """The same document with one part replaced, doubled or left out."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        changed = {**value, name: mutated(rng, value[name], new)}
        if rng.random() < 0.1:
            del changed[name]
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], mutated(rng, value[at], new), *value[at + rng.choice((0, 1, 1, 1)) :]]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, -100, 1 << 40, 1 << 66))
    return new


@pytest.mark.parametrize("game", [FORD, shapan.game("mukden")], ids=lambda game: str(game.id))
@given(seed=st.integers(0, 10**6), new=json_values)
def test_a_mutated_snapshot_is_a_sound_position_or_a_bad_snapshot(game: Any, seed: int, new: Any) -> None:
    rng = Random(seed)
    pos = game.start()
    for _ in range(rng.randrange(30)):
        pos.apply(pos.options().sample(rng))
        if pos.outcome:
            break
    document = json.loads(pos.to_json())
    for _ in range(rng.randint(1, 2)):
        document["state"] = mutated(rng, document["state"], new)
    try:
        again = game.from_json(json.dumps(document))
    except BadSnapshot:
        return
    assert again.violations() == []
    assert game.from_json(again.to_json()).key() == again.key()


@given(json_values)
def test_any_document_is_a_bad_snapshot(document: Any) -> None:
    with pytest.raises(BadSnapshot):
        FORD.from_json(json.dumps(document))


@given(st.text())
def test_any_text_is_a_bad_snapshot(text: str) -> None:
    with pytest.raises(BadSnapshot):
        FORD.from_json(text)
