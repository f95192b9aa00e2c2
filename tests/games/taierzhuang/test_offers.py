"""What is offered is what is allowed: crowded tables on which everything goes on at once, asked for everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.games.taierzhuang.table import GAME, lay

from shapan.games.taierzhuang.actions import (
    All,
    Assault,
    Call,
    Concentrate,
    Decline,
    Destroy,
    Discard,
    Fire,
    Gather,
    Go,
    Hit,
    Infiltrate,
    Join,
    Keep,
    Leave,
    Move,
    Pay,
    PlaceUnits,
    Play,
    Rest,
    Retreat,
    Rout,
    Summon,
    Take,
    Wave,
)
from shapan.games.taierzhuang.game import Position
from shapan.kernel import DICE, Action, rule
from shapan.mechanics.verbs import Flip, Halt, Pass, Resolve

EVERYTHING = {name: True for name, switch in GAME.switches.items() if switch.values == (False, True)}
LIVELY = EVERYTHING | {"saving_face": False}
"""All optional rules but the one that takes the tanks away."""
GROUND = ["G", "H", "M", "N", "U", "Y", "C", "B", "F", "W", "JE1", "CS", "pool.chinese", "pool.japanese"]


def crowded(rng: Random, switches: dict[str, bool]) -> Position:
    """Both armies in a few areas, some of them empty, units Ready and Spent, chits in both hands."""
    ground = rng.sample(GROUND, 9)
    table: dict[str, list[str]] = {name: [] for name in ground}
    names = GAME.book().lexicon.pieces[: GAME.book().units]
    for name in rng.sample([name for name in names if name != "C110-10"], 60):
        own = [at for at in ground if _may_stand(name, at) and _strength(table[at], name) < 10]
        if own:
            table[rng.choice(own)].append(name)
    placed = [name for at, those in table.items() if not at.startswith("pool") for name in those]
    hands = {chit.id: rng.randint(0, chit.count) for chit in GAME.book().chits}
    return lay(
        {at: " ".join(those) for at, those in table.items()},
        side=rng.choice(GAME.sides),
        spent=" ".join(rng.sample(placed, len(placed) // 3)),
        turn=rng.randint(2, 12),
        hands=hands,
        switches=switches,
        event=rng.choice((0, 0, 4, 9)),
    )


def _may_stand(name: str, at: str) -> bool:
    side = "japanese" if name[0] == "J" else "chinese"
    return at == f"pool.{side}" or (len(at) > 1 and at[0] == name[0]) or len(at) == 1


def _strength(units: list[str], name: str) -> int:
    return sum(other[0] == name[0] for other in units)


def asked(pos: Position, rng: Random) -> Iterator[Action]:
    """Every action that names at most one chit, one place and one unit: some of all, and some of those offered."""
    book, offered = pos.book, list(pos.options())
    named = sorted({unit for action in offered for unit in getattr(action, "units", ())})
    units = {*rng.sample(range(book.units), 12), *rng.sample(named, min(len(named), 12))}
    places = range(book.place_count)
    yield from (Pass(), Halt(), Decline(), Keep(), All(), Wave(), Resolve())
    for place in places:
        yield from (Rest(place), Go((place,)), Summon(place), Concentrate(place))
    for chit in range(book.first_chit, book.first_chit + len(book.chits)):
        yield from (Play(chit), Pay(chit), Discard(chit), Take(chit), *(Call(chit, place) for place in places[::3]))
    for unit in sorted(units):
        squad = (unit,)
        yield from (Flip(unit), Destroy(unit), Rout(unit), Hit(unit), Take(unit))
        yield from (Move(squad), Join(squad), Leave(squad), Gather(squad))
        for place in rng.sample(places, 4):
            yield from (Retreat(unit, place), PlaceUnits(place, squad), Infiltrate(place, squad))
            yield from (Fire(place, squad), Assault(place, squad))
    yield from rng.sample(offered, min(len(offered), 30))


def go_on(pos: Position, rng: Random) -> None:
    """Something happens: each kind of action with the same chance, a pass rarely."""
    kinds: dict[str, list[Action]] = {}
    for action in pos.options():
        kinds.setdefault(action.verb, []).append(action)
    verbs = sorted(kinds)
    if len(verbs) > 1 and rng.random() < 0.9:
        verbs = [verb for verb in verbs if verb not in ("pass", "move")] or verbs
    pos.apply(rng.choice(kinds[rng.choice(verbs)]))


def decisions(seed: int, switches: dict[str, bool], most: int, tables: int) -> Iterator[Position]:
    """Decisions of players on crowded tables, so many of each kind."""
    rng, seen = Random(seed), Counter[str]()
    for _ in range(tables):
        pos = crowded(rng, switches)
        for _ in range(40):
            if pos.outcome is not None:
                break
            if pos.actor != DICE:
                seen[pos.decision.kind] += 1
                if seen[pos.decision.kind] <= most:
                    yield pos
            go_on(pos, rng)


@pytest.mark.parametrize("switches", [{}, LIVELY], ids=["none", "all"])
@rule("taierzhuang", "2.1", "2.3", "5.2", "5.3", "6.0", "6.1", "6.2", "12.5", "12.6", "12.7")
@rule("taierzhuang", "7.0", "7.1", "7.1.1", "7.1.2", "7.2", "7.2.1", "7.2.2", "7.2.2b", "7.4", "8.0", "11.0")
def test_what_is_offered_is_what_is_allowed(switches: dict[str, bool]) -> None:
    rng = Random(5)
    for pos in decisions(3, switches, 10, 25):
        every = list(pos.options())
        offered = set(every)
        assert len(every) == len(offered), "nothing is offered twice"
        for action in asked(pos, rng):
            assert (pos.refusal(action) is None) == (action in offered), (pos.decision.kind, action)
        joining = any(isinstance(action, Join) for action in offered)
        assert (All() in offered) == joining or pos.decision.kind == "group"
