"""The staff officer: lawful advice with a reason in words, and what a player would expect of him."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.shanghai_incident.situations import GAME

from shapan.bots.staff import StaffBot, doctrine_of
from shapan.games.shanghai_incident.actions import CEASE_FIRE, Decide
from shapan.games.shanghai_incident.estimate import menace
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.sides import CHINESE
from shapan.ground.hexes import bits
from shapan.kernel import DICE
from shapan.kernel.texts import named
from shapan.mechanics.fire_and_movement.ways import REGULAR, destinations
from shapan.mechanics.forces import OFF

STAFF = doctrine_of(GAME)


def campaign(seed: int) -> Iterator[ShanghaiPosition]:
    """Every position of a game between two staffs in which a side owes a decision."""
    rng, player = Random(seed), StaffBot(Random(seed))
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    while pos.outcome is None:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
        else:
            yield pos
            pos.push(player.choose(pos))


@pytest.mark.parametrize("seed", [1, 2])
def test_advice_is_lawful_and_its_reason_a_whole_sentence(seed: int) -> None:
    texts = GAME.texts
    for pos in campaign(seed):
        advice = STAFF.advise(pos)
        assert [entry.score for entry in advice] == sorted((entry.score for entry in advice), reverse=True)
        for entry in advice[:4]:
            assert pos.refusal(entry.action) is None
            assert texts.holes(entry.reason) <= set(entry.params), entry.reason
            said = texts.say(entry.reason, named(pos.book.lexicon, entry.params))
            assert not said.startswith("reason.")


def test_the_values_of_both_sides_are_chances_that_add_up() -> None:
    for number, pos in enumerate(campaign(3)):
        if number % 25 == 0:
            japanese, chinese = (STAFF.value(pos, side) for side in GAME.sides)
            assert 0 <= japanese <= 1
            assert japanese + chinese == pytest.approx(1)


def test_a_victory_that_is_there_is_taken() -> None:
    ends = [pos.copy() for seed in (3, 5) for pos in campaign(seed) if pos.step.name == "admin"]
    for pos in ends:
        first = STAFF.advise(pos)[0].action
        assert (STAFF.value(pos, "japanese") == 1.0) == (first == Decide(CEASE_FIRE) and _victory(pos))


def _victory(pos: ShanghaiPosition) -> bool:
    after = pos.copy()
    after.push(Decide(CEASE_FIRE))
    return after.outcome is not None and after.outcome.winner == "japanese"


def test_what_the_chinese_could_enter_next_covers_every_move_that_they_have() -> None:
    seen = 0
    for pos in campaign(4):
        if pos.step.name != "move" or pos.frame != (CHINESE, REGULAR) or pos.crowded != OFF or pos.moved:
            continue
        seen += 1
        reached = pos.occupied[CHINESE]
        for unit in bits(pos.present & pos.book.roster[CHINESE] & ~(pos.book.loose | pos.moved | pos.replaced)):
            reached |= destinations(pos, 1 << unit, REGULAR)
        assert not reached & ~menace(pos)
    assert seen > 10
