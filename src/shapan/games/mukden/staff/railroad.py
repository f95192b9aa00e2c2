"""How the Russian staff mans the railroad while its loss ends the game (4.2).

Nobody walks into a hex that is held (8.2), nor probes into it (9.13). So every hex of the railroad is a post, Mukden
two of them, and the units for all posts are chosen together: who is near may go farther on because another takes his
place. On the way there they stand where they most hinder the Japanese.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from shapan.ground.hexes import LANES, Hex, Mask, bits, past_many
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Flip, Move

from ..book import MukdenBook
from ..position import MukdenPosition
from ..sides import JAPANESE, RUSSIAN
from .assignment import cheapest
from .ground import march_to
from .judgement import marches_left
from .picture import KEPT, dangers, goals, onward
from .russian import BARRED, bar_the_way
from .temper import Temper

A_MARCH: Final = 9
"""March points that can be counted on in a march to come."""
TOO_FAR: Final = 5
"""More marches than there are."""
NO_WAY: Final = 60
"""March points from where there is no way."""
MOVERS: Final = 12
"""How many units are thought of at once, those of the weightiest posts."""
WAYS: Final = 4
"""How many places on the way to a post are tried."""
AT_ONCE, FOLLOWING, SOON, LATER, SOME_DAY, IN_TIME = 6.0, 4.0, 2.0, 1.0, 0.3, 0.1
"""The weight of a post that the Japanese could be in during this phase; with the next march of those who have marched;
of those who have not; with the one after it; or not yet; and if that is too late for them to end the game."""
AT_A_TIME: Final = LANES - 1
"""How many moves are judged together, besides the one of staying where one is."""
SLIGHT: Final = 1e-6
"""By so much sums may differ that were added up in another order."""
WALKED_INTO: Final = 100.0
"""What it costs to open a hex that the Japanese could walk into in this phase."""
DUTY: Final = 10.0
"""What it is worth that a unit goes to its post, whatever the post's weight."""
STRONGEST: Final = 6
"""Steps that are wanted of a unit in Mukden."""
IMPORTANT: Final = 1.0
"""Who is on the way to a post of this weight does nothing else."""

BIDED: Final = 1
"""The last turn on which it is better to wait for the Japanese than to be at a post early."""


class Post(msgspec.Struct, frozen=True):
    """A place in a hex of the railroad that wants a unit."""

    here: Hex
    due: int
    """In how many marches the unit must be there, the present one included."""
    weight: float
    """How bad it is if it comes too late."""


class Duty(msgspec.Struct, frozen=True):
    """Who goes to a post."""

    unit: int
    post: Post
    marches: int
    """How many it takes; 0 if the unit is there."""


class Try(NamedTuple):
    """A move to a post or towards it, and where the Russians stand then."""

    duty: Duty
    there: Hex
    then: Mask


class Risk(NamedTuple):
    """What the Japanese could make of a disposition: all that counts together, and how near they could come."""

    weight: float
    danger: float


def man_the_railroad(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """Marches to the posts; whoever is not needed there bars the way."""
    roster = duties(pos, temper)
    found = [advice for tried in _tries(pos, roster) for advice in _take_posts(pos, temper, tried)]
    return [*found, *_bar(pos, temper, roster), *_bide(pos, temper, roster)]


def best_on_the_railroad(pos: MukdenPosition, temper: Temper, least: float) -> list[Advice]:
    """The same without what is surely worse than the best of it, or than something else that is worth so much.

    To march to a post is worth no more than if it left no risk at all, to bar the way no more than all the danger.
    """
    if min(temper.heed, temper.twice, temper.beside, temper.probed, temper.leaving) < 0 or not temper.keep:
        return man_the_railroad(pos, temper)
    roster = duties(pos, temper)
    biding = _bide(pos, temper, roster)
    least = max([least, *(advice.score for advice in biding)])
    risk = _risks(pos, temper, [pos.occupied[RUSSIAN]])[pos.occupied[RUSSIAN]]
    found: list[Advice] = []
    for tried in _tries(pos, roster):
        hopeful = [one for one in tried if _worth(temper, one.duty) + risk.weight + SLIGHT >= least]
        advice = _take_posts(pos, temper, hopeful) if hopeful else []
        found += advice
        least = max([least, *(one.score for one in advice)])
    barring = _bar(pos, temper, roster) if BARRED + risk.danger + SLIGHT >= least else []
    return [*found, *barring, *biding]


def _bar(pos: MukdenPosition, temper: Temper, roster: list[Duty]) -> list[Advice]:
    """What those can do who are needed at no post of weight, nor stand at one."""
    bound = {duty.unit for duty in roster if duty.post.weight >= IMPORTANT or not duty.marches}
    return bar_the_way(pos, temper, bound)


def _bide(pos: MukdenPosition, temper: Temper, roster: list[Duty]) -> list[Advice]:
    """5.5: as long as the Japanese have units to march, those act who stay where they are anyway, at the front or at
    their posts, so that the others march when it is known where the Japanese are. Later it is more urgent to be there
    than to know."""
    if not temper.bide or pos.turn > BIDED or not pos.can_act(JAPANESE):
        return []
    bound = {duty.unit for duty in roster if duty.marches and duty.post.weight >= IMPORTANT}
    posted = {duty.unit for duty in roster if not duty.marches}
    front = pos.front(RUSSIAN).zone
    idle = [
        unit for unit in pos.ready(RUSSIAN) if unit not in bound and (unit in posted or front >> pos.place[unit] & 1)
    ]
    return [Advice(Flip(unit), temper.bide - 0.1 * pos.steps[unit], "reason.wait") for unit in idle]


def duties(pos: MukdenPosition, temper: Temper) -> list[Duty]:
    """The cheapest way to man all posts: in time if possible, from near, and with those who are not at the front."""
    units, reach = list(pos.on_map(RUSSIAN)), pos.reach_of(RUSSIAN)
    wanted = sorted(posts(pos, temper), key=attrgetter("weight"), reverse=True)[: len(units)]
    starts = [(pos.place[unit], reach.get(unit, 0) | 1 << pos.place[unit]) for unit in units]
    leaving = [_leaving(pos, unit, temper) for unit in units]
    marches = {there: _marches(pos, starts, there) for there in dict.fromkeys(post.here for post in wanted)}
    prices = [_prices(pos, units, post, marches[post.here], leaving, temper) for post in wanted]
    return [Duty(units[at], post, marches[post.here][at]) for post, at in zip(wanted, cheapest(prices), strict=True)]


def posts(pos: MukdenPosition, temper: Temper) -> list[Post]:
    """One in each hex of the railroad and another, of less weight, beside it; both of Mukden are manned at once."""
    at_once = _walkable(pos)
    following, soon = onward(pos, pos.occupied[JAPANESE]), onward(pos, pos.occupied[JAPANESE] | at_once)
    later, left = onward(pos, soon), marches_left(pos)
    stages = ((at_once, 0, AT_ONCE), (following, 1, FOLLOWING), (soon, 1, SOON), (later, 2, LATER), (~0, 3, SOME_DAY))
    found = []
    for here in bits(goals(pos)):
        due, weight = next((due, weight) for mask, due, weight in stages if mask >> here & 1)
        if here == pos.book.end_game_hex:
            found += [Post(here, 1, SOON)] * 2
            continue
        weight = weight if due <= left else IN_TIME
        found += [Post(here, max(1, due), weight), Post(here, max(1, due), weight * temper.second)]
    return found


def _walkable(pos: MukdenPosition) -> Mask:
    """What the Japanese could walk into in this phase."""
    found = 0
    if pos.can_act(JAPANESE):
        for mask in pos.reach_of(JAPANESE).values():
            found |= mask
    return found


def _prices(
    pos: MukdenPosition, units: list[int], post: Post, marches: list[int], leaving: list[float], temper: Temper
) -> list[float]:
    """What it costs to send each of the units to a post."""
    late = [post.weight * temper.late * max(0, count - post.due) for count in range(TOO_FAR + 1)]
    prices = [late[count] for count in marches]
    if post.here == pos.book.end_game_hex:
        steps = pos.steps
        prices = [
            price + temper.garrison * (STRONGEST - steps[unit]) for unit, price in zip(units, prices, strict=True)
        ]
    afar, place, way = temper.afar, pos.place, march_to(pos.book, 1 << post.here)
    return [
        price + afar * way.get(place[unit], NO_WAY) + leave if count else price
        for unit, price, count, leave in zip(units, prices, marches, leaving, strict=True)
    ]


def _leaving(pos: MukdenPosition, unit: int, temper: Temper) -> float:
    """What it costs that the unit leaves its place: at the front more than elsewhere, a strong one more than a weak."""
    here, steps = pos.place[unit], pos.steps[unit]
    if not pos.front(RUSSIAN).zone >> here & 1:
        return 0.05 * steps
    return temper.leaving * (0.5 if pos.shared >> here & 1 else 1.0) * (0.5 + 0.1 * steps)


def _marches(pos: MukdenPosition, starts: list[tuple[Hex, Mask]], there: Hex) -> list[int]:
    """In how many marches each of the units could be there, the present one included if it can still make it; they
    are told by where they stand, and where the present march could bring them."""
    way = march_to(pos.book, 1 << there)
    next_one, second, third = (way.within(count * A_MARCH) for count in (1, 2, 3))
    return [
        0
        if here == there
        else 1
        if start >> there & 1
        else 2
        if start & next_one
        else 3
        if start & second
        else 4
        if start & third
        else TOO_FAR
        for here, start in starts
    ]


def _tries(pos: MukdenPosition, roster: list[Duty]) -> Iterator[list[Try]]:
    """The moves that bring units to their posts or nearer, those of the weightiest first, a few at a time."""
    reach, russians = pos.reach_of(RUSSIAN), pos.occupied[RUSSIAN]
    movers = [duty for duty in roster if duty.marches and reach.get(duty.unit)]
    movers.sort(key=lambda duty: -duty.post.weight)
    found: list[Try] = []
    for duty in movers[:MOVERS]:
        here = pos.place[duty.unit]
        left = russians if pos.shared >> here & 1 else russians & ~(1 << here)
        found += [Try(duty, there, left | 1 << there) for there in _ways(pos, duty, reach[duty.unit])]
    for at in range(0, len(found), AT_A_TIME):
        yield found[at : at + AT_A_TIME]


def _take_posts(pos: MukdenPosition, temper: Temper, tries: list[Try]) -> list[Advice]:
    """Some of these moves, judged by what they open and what they bar."""
    russians = pos.occupied[RUSSIAN]
    risks = _risks(pos, temper, [russians, *(one.then for one in tries)])
    advice = []
    for duty, there, then in tries:
        worth = _worth(temper, duty) - (risks[then].weight - risks[russians].weight)
        if worth > 0:
            params = {"hex": pos.book.grid.name(there)}
            advice.append(Advice(Move(duty.unit, (there,)), worth, "reason.bar", params))
    return advice


def _worth(temper: Temper, duty: Duty) -> float:
    """What it is worth that a unit goes to its post."""
    return DUTY + temper.keep * duty.post.weight


def _risks(pos: MukdenPosition, temper: Temper, dispositions: list[Mask]) -> dict[Mask, Risk]:
    """What the Japanese could make of some dispositions of the Russians, all looked at together."""
    found = dangers(pos, goals(pos), dispositions, temper.beside, temper.probed)
    return {
        then: Risk(WALKED_INTO * once + temper.heed * found[then] + temper.twice * twice, found[then])
        for then, (once, twice) in _open(pos, dispositions).items()
    }


def _ways(pos: MukdenPosition, duty: Duty, reach: Mask) -> list[Hex]:
    """Where the unit could go now to be at its post in time: the nearest place, and some others."""
    if duty.marches == 1:
        return [duty.post.here]
    table = march_to(pos.book, 1 << duty.post.here)
    near = bits(reach & table.within(min((duty.marches - 1) * A_MARCH, table.get(pos.place[duty.unit], 0) - 1)))
    near.sort(key=lambda there: table.get(there, NO_WAY))
    return near[:1] + near[1 :: max(1, len(near) // WAYS)][:WAYS]


def _open(pos: MukdenPosition, dispositions: list[Mask]) -> dict[Mask, tuple[int, int]]:
    """For each disposition: how many hexes of the railroad the Japanese who have not yet marched could walk into with
    one march, and how many with two, which they have until the Russians march again."""
    ready = 0
    for unit in pos.ready(JAPANESE) if pos.can_act(JAPANESE) else ():
        ready |= 1 << pos.place[unit]
    known = _opened(pos.book, ready, goals(pos))
    fresh = [russians for russians in dict.fromkeys(dispositions) if russians not in known]
    if fresh:
        known |= _walked(pos.book, ready, goals(pos), fresh) if ready else dict.fromkeys(fresh, (0, 0))
    return {russians: known[russians] for russians in dispositions}


@lru_cache(KEPT)
def _opened(book: MukdenBook, ready: Mask, wanted: Mask) -> dict[Mask, tuple[int, int]]:
    """What has been found out about dispositions while these Japanese have not yet marched."""
    return {}


def _walked(book: MukdenBook, ready: Mask, wanted: Mask, apart: list[Mask]) -> dict[Mask, tuple[int, int]]:
    zones = [book.grid.spread(russians) for russians in apart]
    march = book.forced_march_points
    reached = past_many(book.costs, ready, apart, zones, 2 * march, wanted)
    return {
        russians: (
            sum(mask.bit_count() for cost, mask in levels if cost <= march),
            sum(mask.bit_count() for _, mask in levels),
        )
        for russians, levels in zip(apart, reached, strict=True)
    }
