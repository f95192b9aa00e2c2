"""What holds in every position of play: options are all that is legal, and nobody changes the game by listening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.games.shanghai_nanking.players import careful, scattered
from tests.games.shanghai_nanking.table import Position

from shapan.games.shanghai_nanking.actions import (
    CATEGORIES,
    Advance,
    Arrive,
    Assault,
    Commit,
    Entrain,
    Interdicted,
    Land,
    Overrun,
    Remove,
    Replace,
    Retreat,
    Support,
)
from shapan.ground.hexes import bits
from shapan.kernel import DICE, Action, Event, rule
from shapan.mechanics.forces import OFF
from shapan.mechanics.verbs import Attack, Join, Lose, Move

ANSWERS: dict[str, tuple[type[Action], ...]] = {
    "move": (Move, Overrun),
    "stack": (Join,),
    "onward": (Move, Overrun),
    "fight": (Attack,),
    "join": (Join,),
    "lose": (Lose,),
    "advance": (Advance,),
    "trim": (Remove,),
    "interdict": (Interdicted,),
    "arrive": (Arrive, Entrain),
    "replace": (Replace,),
    "land": (Land,),
    "assault": (Assault,),
    "retreat": (Retreat,),
    "inland": (Advance,),
}


def conceivable(pos: Position, rng: Random) -> Iterator[Action]:
    """Answers that somebody could think of, with any unit, in hexes around it, where it arrives, and elsewhere."""
    verbs = ANSWERS.get(pos.decision.kind, ())
    book = pos.book
    yield from (Commit(), *(Support(category) for category in CATEGORIES))
    for unit, stands in enumerate(pos.place):
        anywhere = rng.choice(list(book.lexicon.places))
        here = anywhere if stands == OFF else stands
        hexes = bits(book.grid.spread(1 << here))[rng.randrange(3) :: 3]
        entered = bits(book.lists[book.list_of[unit]].hexes)[:4] if unit in book.list_of else []
        for verb in verbs:
            match verb.__struct_fields__:
                case ("unit",):
                    yield verb(unit)
                case ("hex",):
                    yield from (verb(there) for there in {here, *entered})
                case ("unit", "hex"):
                    yield from (verb(unit, there) for there in {here, anywhere, *hexes, *entered})
                case _:
                    yield from (verb(unit, (there,)) for there in {here, anywhere, *hexes, *entered})


@pytest.mark.parametrize("seed", [1, 4, 5])
@rule("shanghai_nanking", "5.3", "8.2", "8.3", "8.4", "9.0", "9.6", "10.0")
def test_whatever_is_not_refused_is_an_option(seed: int) -> None:
    rng = Random(seed)
    pos = scattered(seed)
    looked_at: Counter[str] = Counter()
    for _ in range(220):
        if pos.outcome:
            break
        kind = pos.decision.kind
        if pos.actor != DICE and looked_at[kind] < 2 and rng.random() < 0.5:
            looked_at[kind] += 1
            offered = set(pos.options())
            for action in conceivable(pos, rng):
                assert (pos.refusal(action) is None) == (action in offered), (kind, action)
        pos.push(careful(pos, rng))
    assert len(looked_at) > 5


@pytest.mark.parametrize("seed", [2, 3])
@rule("shanghai_nanking", "3.2", "4.1", "8.2", "9.0", "9.1", "9.6")
def test_the_game_goes_on_alike_whether_anybody_listens_or_not(seed: int) -> None:
    rng = Random(seed)
    pos = scattered(seed)
    heard: list[Event] = []
    for _ in range(160):
        if pos.outcome:
            break
        action = careful(pos, rng)
        silent = pos.copy()
        silent.push(action)
        pos.push(action, heard.append)
        assert silent.key() == pos.key(), action
    assert heard
