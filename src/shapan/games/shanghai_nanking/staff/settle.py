"""Both staffs while something is being settled: losses, advances, retreats, air, excess, overruns on the way."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits
from shapan.kernel.staff import Advice
from shapan.mechanics.odds import odds_text
from shapan.mechanics.verbs import Join, Lose, Move, Pass

from ..actions import NAVAL, Advance, Commit, Intercept, Interdicted, Overrun, Remove, Retreat, Support
from ..advance import Advancing
from ..battle import Defending, Intercepting
from ..beaches import Retreating, retreat_hexes
from ..combat import odds
from ..interdiction import Covering, Interdicting, victims
from ..losses import Losing, next_to_lose
from ..overrun import Forming, Onward
from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from ..stacking import Trimming, fits, legal, removable
from .ground import NO_WAY, ground_of
from .guard import leaves_hole, may_change
from .odds import VICTORY, air_matters
from .overrun import weigh_overrun
from .picture import Picture
from .temper import Temper

WORTH_COVER: Final = 4
"""11.3: reinforcements of so many factors are worth the risk to the aircraft."""


# --- 11.3, 11.4 the defender's means ----------------------------------------------------------------


def intercept(pos: CampaignPosition, at: Intercepting, _temper: Temper) -> list[Advice]:
    """11.3: where the column lost would change a result."""
    column = odds(pos, at).final
    matters = air_matters(ground_of(pos.book), column)
    told = {"odds": odds_text(column)}
    return [
        Advice(Intercept(), 1.0 if matters else -1.0, "reason.intercept", told),
        Advice(Pass(), 0.0, "reason.spare_air", told),
    ]


def cover(pos: CampaignPosition, _at: Covering, _temper: Temper) -> list[Advice]:
    """11.2, 11.3: when there is something to lose."""
    pool = pos.strength(pos.waiting(CHINESE))
    told = {"count": pool}
    return [
        Advice(Intercept(), 1.0 if pool >= WORTH_COVER else -1.0, "reason.cover", told),
        Advice(Pass(), 0.0, "reason.spare_air", told),
    ]


def defend(pos: CampaignPosition, at: Defending, _temper: Temper) -> list[Advice]:
    """11.4: naval gunfire whenever it changes the column; at Shanghai always."""
    column = odds(pos, at).final
    matters = at.target == pos.book.key_hex or air_matters(ground_of(pos.book), column)
    told = {"hex": pos.book.grid.name(at.target)}
    return [
        Advice(Support(NAVAL), 1.0 if matters else -1.0, "reason.naval", told),
        Advice(Pass(), 0.0, "reason.enough"),
    ]


def interdict(pos: CampaignPosition, at: Interdicting, _temper: Temper) -> list[Advice]:
    """11.2: few strong units rather than many weak ones: every unit is a step and a zone."""
    short = at.die - pos.strength(bits(at.chosen))
    advice = []
    for unit in victims(pos, at.die, at.chosen):
        factor = pos.factor(unit)
        advice.append(Advice(Interdicted(unit), factor if factor <= short else -float(factor), "reason.interdicted"))
    return advice


# --- 10.5 losses, advances, excess ------------------------------------------------------------------


def lose(pos: CampaignPosition, at: Losing, _temper: Temper) -> list[Advice]:
    """10.5.2: among equals the unit that stands where it is least needed."""
    key = pos.book.key_area
    return [
        Advice(Lose(unit), -1.0 * (key >> pos.place[unit] & 1 if pos.place[unit] >= 0 else 0), "reason.bear")
        for unit in next_to_lose(pos, at.units)
    ]


def trim(pos: CampaignPosition, at: Trimming, _temper: Temper) -> list[Advice]:
    """6.0: the weakest goes."""
    return [Advice(Remove(unit), -float(pos.factor(unit)), "reason.excess") for unit in removable(pos, at.side)]


def advance(pos: CampaignPosition, at: Advancing, temper: Temper) -> list[Advice]:
    """10.5.3: each side has its own reasons to leave where it stands."""
    side = pos.owner(at.units)
    return chinese_advance(pos, at, temper) if side == CHINESE else japanese_advance(pos, at, temper)


def chinese_advance(pos: CampaignPosition, at: Advancing, temper: Temper) -> list[Advice]:
    """10.5.3: only where it decides something; the trenches are better than the open."""
    target, book = at.target, pos.book
    wins = target == book.key_hex or (book.key_area >> target & 1 and pos.turn >= book.adjacent_wins_from)
    holds = book.key_area >> target & 1 or book.terrain.japanese_goal >> target & 1
    eager = VICTORY if wins else 2.0 if holds else temper.pursue
    told = {"hex": book.grid.name(target)}
    advice: list[Advice] = [
        Advice(Advance(unit, target), eager + 0.1 * pos.factor(unit), "reason.follow", told)
        for unit in bits(at.units)
        if fits(pos, unit, target)
    ]
    return [*advice, Advice(Pass(), 0.0, "reason.hold", told)]


def japanese_advance(pos: CampaignPosition, at: Advancing, temper: Temper) -> list[Advice]:
    """10.5.3: into what has to be held, and forward, if those who go can stay; Shanghai keeps its guard."""
    target, book = at.target, pos.book
    picture = Picture(pos, JAPANESE, temper)
    told = {"hex": book.grid.name(target)}
    able = [
        unit
        for unit in bits(at.units)
        if fits(pos, unit, target) and (may_change(picture, unit, target) or not leaves_hole(picture, unit))
    ]
    force = picture.strength(target) + sum(sorted((picture.factors[unit] for unit in able), reverse=True)[:5])
    risk = exposure(picture, target, force)
    mates = picture.stacks[JAPANESE].get(target, [])
    advice: list[Advice] = []
    for unit in able:
        worth = temper.follow + 0.1 * (nearest(picture, pos.place[unit]) - nearest(picture, target))
        if book.terrain.japanese_goal >> target & 1:
            worth = 6.0
        elif picture.ground.ring >> target & 1:
            worth = 3.0 if pos.turn + 1 < book.adjacent_wins_from else 8.0
        if book.naval_infantry >> unit & 1 and pos.turn + 1 < book.adjacent_wins_from:
            worth -= 3.0
        alike = sum(1 for mate in mates if book.formation[mate] == book.formation[unit])
        worth += 0.3 * alike + 0.3 * pos.factor(unit) - risk
        advice.append(Advice(Advance(unit, target), worth, "reason.follow", told))
    return [*advice, Advice(Pass(), 0.0, "reason.hold", told)]


def exposure(picture: Picture, here: int, force: float) -> float:
    """What the Chinese next to a hex could do to a force that enters it."""
    pos = picture.pos
    enemies = pos.occupied[CHINESE] & pos.book.terrain.steps[here]
    foe = sum(picture.strength(there) for there in bits(enemies))
    return picture.temper.follow_exposure * max(0.0, foe - 2.0 * force)


def nearest(picture: Picture, here: int) -> float:
    """The march to Shanghai's neighbours while they are contested, afterwards to the nearest open city."""
    pos, ground = picture.pos, picture.ground
    if pos.occupied[CHINESE] & ground.ring and pos.turn < pos.book.adjacent_wins_from:
        return ground.to_key.get(here, NO_WAY)
    goals = ground.goals_outside(pos.japanese_held)
    return min((ground.march[goal].get(here, NO_WAY) for goal in goals), default=0)


# --- 8.4 retreats -----------------------------------------------------------------------------------


def retreat(pos: CampaignPosition, at: Retreating, temper: Temper) -> list[Advice]:
    """8.4: where there is room, shelter, and no enemy; from turn 8 on next to Shanghai, which wins."""
    picture = Picture(pos, CHINESE, temper)
    book = pos.book
    advice = []
    contact = pos.front(CHINESE).adjacent
    for unit in pos.stack_in(at.hex):
        for there in bits(retreat_hexes(pos, at.hex)):
            wins = book.key_area >> there & 1 and pos.turn >= book.adjacent_wins_from
            room = legal(pos, CHINESE, [*picture.stacks[CHINESE].get(there, ()), unit])
            worth = VICTORY if wins else 5.0 * room - book.terrain.shift[CHINESE][there] - (contact >> there & 1)
            worth += 2.0 * (book.key_area >> there & 1)
            advice.append(Advice(Retreat(unit, there), worth, "reason.retreat", {"hex": book.grid.name(there)}))
    return advice


# --- 9.6 overruns under way -------------------------------------------------------------------------


def stack(pos: CampaignPosition, at: Forming, _temper: Temper) -> list[Advice]:
    """The comrades of the leader join as long as they may stand together afterwards."""
    book = pos.book
    leader = book.formation[bits(at.units)[0]]
    comrades = [unit for unit in bits(at.pool) if book.formation[unit] == leader]
    told = {"hex": book.grid.name(at.path[-1])}
    advice: list[Advice] = [Advice(Join(unit), 2.0, "reason.join_overrun", told) for unit in comrades]
    others: list[Advice] = [Advice(Join(unit), 0.5, "reason.join_overrun", told) for unit in bits(at.pool)]
    return [*advice, *others, Advice(Commit(), 1.0, "reason.commit_overrun", told)]


def onward(pos: CampaignPosition, at: Onward, temper: Temper) -> list[Advice]:
    """Another lone division, or nearer to the goal."""
    picture = Picture(pos, JAPANESE, temper)
    book = pos.book
    members = bits(at.units)
    advice: list[Advice] = []
    for group in pos.options().groups:
        if group.make is Overrun and group.head[0] == members[0]:
            here = pos.place[members[0]]
            near = book.terrain.steps[here]
            for target in {path[-1] for path in group.values if near >> path[-1] & 1}:
                attempt = weigh_overrun(picture, here, target, members, at.points)
                if attempt.enough:
                    straight = Overrun(members[0], (here, target))
                    advice.append(Advice(straight, attempt.worth, attempt.reason, attempt.told(book, target)))
        elif group.make is Move and at.free:
            advice += _move_on(picture, group.head[0], [there for (there,) in group.values])
    return [*advice, Advice(Pass(), 0.0, "reason.done")]


def _move_on(picture: Picture, unit: int, hexes: list[int]) -> list[Advice]:
    """The hex nearest to the goal in which the unit finds room."""
    pos = picture.pos
    here = nearest(picture, pos.place[unit])
    room = [there for there in hexes if fits(pos, unit, there)]
    if not room:
        return []
    best = min(room, key=lambda there: (nearest(picture, there), there))
    gain = 0.1 * (here - nearest(picture, best))
    told = {"hex": pos.book.grid.name(best)}
    return [Advice(Move(unit, (best,)), gain, "reason.march", told)] if gain > 0.3 else []
