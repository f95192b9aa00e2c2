"""What other dice do than those of a combat: aircraft (11.2, 11.3), and elite units that may return (8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from shapan.ground.hexes import bits
from shapan.kernel import Frame
from shapan.kernel.view import Chance, Factor, Preview

from ..interdiction import Covering, least_sets
from ..losses import Losing
from ..position import CampaignPosition
from ..sides import CHINESE
from ..stacking import Trimming, removable

D6: Final = range(1, 7)


def other_rolls(pos: CampaignPosition, at: Frame) -> Iterator[Preview]:
    """What the dice do that an answer may call for now."""
    match at:
        case Covering():
            yield _interdiction(pos)
            yield interception(pos)
        case Losing(side=side, units=units, left=left) if side == CHINESE:
            if any(pos.steps[unit] <= left for unit in bits(pos.alive(units) & pos.book.elite)):
                yield _return(pos)
        case Trimming(side=side) if side == CHINESE:
            if any(pos.book.elite >> unit & 1 for unit in removable(pos, CHINESE)):
                yield _return(pos)


def interception(pos: CampaignPosition) -> Preview:
    """11.3: the die of the Chinese air support."""
    book = pos.book
    told = {book.air_aborts: "chance.aborted", book.air_lost: "chance.air_lost"}
    faces = Counter(told.get(face, "chance.air_missed") for face in reversed(D6))
    return Preview("preview.intercept", [], chances=[Chance(key, count, len(D6)) for key, count in faces.items()])


def _interdiction(pos: CampaignPosition) -> Preview:
    """11.2: how many factors of what waits each face costs at least, for the Chinese player chooses (R-07)."""
    waiting = pos.waiting(CHINESE)
    lost = Counter(_least(pos, waiting, face) for face in D6)
    return Preview(
        "preview.interdiction",
        [Factor("factor.waiting", pos.strength(waiting), "11.2")],
        chances=[Chance("chance.interdicted", lost[count], len(D6), {"count": count}) for count in sorted(lost)],
    )


def _least(pos: CampaignPosition, waiting: list[int], die: int) -> int:
    factors = tuple(sorted(Counter(pos.factor(unit) for unit in waiting).items()))
    totals = [
        sum(factor * count for (factor, _), count in zip(factors, counts, strict=True))
        for counts in least_sets(factors, die)
    ]
    return min(totals, default=pos.strength(waiting))


def _return(pos: CampaignPosition) -> Preview:
    """8.1: when an elite unit would come back that is eliminated now."""
    ahead = [pos.turn + face for face in D6]
    chances = [Chance("chance.returns", 1, len(D6), {"turn": turn}) for turn in ahead if turn <= pos.book.turns]
    if gone := len(ahead) - len(chances):
        chances.append(Chance("chance.gone", gone, len(D6)))
    return Preview("preview.return", [], chances=chances)
