"""7.2, 7.7 to 8.4, 4.3: a volley from the first die to the last man who falls, told once more from the book alone.

A volley is a conversation: it names the next roll, draw or choice, is told what came of it, and goes on. Whoever leads
it (the tests) puts the same answers to the game.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import isqrt
from typing import NamedTuple

from tests.games.yangtze.slow_fire import (
    Shooter,
    Sight,
    at_most,
    card_of,
    middle,
    nominated,
    origin,
    origin_point,
    sees,
    spread,
    spread_hull,
)
from tests.games.yangtze.slow_sight import on_outline
from tests.games.yangtze.slow_table import MM, against, confirmation, cover, gap_at_most, place, score, square

from shapan.games.yangtze.actions import HALT, MOVE
from shapan.games.yangtze.position import ABOARD, STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure, Unit
from shapan.ground.table import OUTDOORS, Pt, near_polygon

CONFINED = 2
"""11.1: what confirms a grenade's hit in a room or bunker."""


class Roll(NamedTuple):
    """So many dice, and the score that is wanted."""

    what: str
    dice: int
    need: int


class Pick(NamedTuple):
    """7.2: chance takes one of these."""

    what: str
    figures: tuple[Figure, ...]


class Choice(NamedTuple):
    """4.3: his owner may give up one of these in his place."""

    leader: Figure
    guards: tuple[Figure, ...]


class Shot(NamedTuple):
    """One die: at a figure, at a hull or gun, or at anybody of the target unit."""

    figure: Figure | None
    hull: Unit | None
    need: int
    """Nothing: the figure is hit without a die (R29)."""
    strict: bool
    """R76: a hit has to be confirmed with twelve."""
    source: Pt
    """From where cover is judged, and who is nearest."""
    room: int = OUTDOORS
    """The building that the source is in."""
    caught: tuple[Figure, ...] = ()
    """All who are tested in the same zone."""
    bullets: bool = True
    he: bool = False
    """8.5: it lowers cover."""
    sniper: bool = False
    open_die: int = 0
    """11.1: a grenade's hit without cover, or in a confined place, is confirmed by one die."""


class Tally:
    """Who has fallen and who is pinned in this step of fire."""

    def __init__(self, doomed: int) -> None:
        self.doomed = doomed
        self.pinned = 0


Talk = Generator[Roll | Pick | Choice, int | None, None]


def two_dice(need: int) -> int:
    """7.10: above six two dice are rolled."""
    return 2 if need > 6 else 1


def steps(pos: YangtzePosition, shooter: Shooter) -> int:
    """7.11, R11, R12: controlled fire -1, a pinned firer +1, a moving one +1; who had to stay where he was does not
    move (R24, R105)."""
    unit, card = pos.book.units[shooter.unit], card_of(pos, shooter)
    pinned = shooter.figure is not None and shooter.carrier is None and bool(pos.pinned >> shooter.figure & 1)
    controlled = unit.controlled and card == HALT and shooter.weapon.small_arm
    stays = shooter.figure is not None and shooter.carrier is None and bool(pos.stuck >> shooter.figure & 1)
    return pinned - controlled + (card == MOVE and not pinned and not stays)


def need_at(pos: YangtzePosition, shooter: Shooter, gap: tuple[int, int]) -> int:
    """7.10: by class and range, before the target's cover."""
    short = at_most(gap, shooter.weapon.short)
    return score(pos, pos.book.units[shooter.unit].grade, short, steps(pos, shooter))


def cover_from(pos: YangtzePosition, shooter: Shooter, figure: Figure) -> str:
    room = OUTDOORS
    if shooter.carrier is None and shooter.figure is not None:
        room = pos.room[shooter.figure]
    return cover(pos, figure, origin_point(pos, shooter, figure), room, bullets=True)


def snipe(pos: YangtzePosition, shooter: Shooter, figure: Figure) -> Shot:
    """7.2, R56: a sniper's shot at one figure: it strikes nobody else but a bodyguard."""
    need, strict = against(need_at(pos, shooter, spread(pos, shooter, figure)), cover_from(pos, shooter, figure))
    source = origin_point(pos, shooter, figure)
    return Shot(figure, None, need, strict, source, pos.table.building(*source), sniper=True)


# --- the dice


def volley(pos: YangtzePosition, firing: Sequence[Shooter], seen: Sight) -> list[Shot]:
    """R86: weapons that hit one figure, in the order of the figures, then each weapon with a beaten zone. 12.1, 12.3:
    at a hull one die each, without a zone, weapon by weapon."""
    if seen.hull:
        weapons = list(dict.fromkeys(s.weapon.name for s in firing))
        firing = sorted(firing, key=lambda s: weapons.index(s.weapon.name))
        return [Shot(None, seen.unit, need_at(pos, s, spread_hull(pos, s, seen.unit)), False, (0, 0)) for s in firing]
    shots = []
    small = [s for s in firing if not s.weapon.zone]
    source = source_of(pos, small, seen) if small else (0, 0)
    for shooter in small:
        figure = nominated(pos, shooter, seen)
        need, strict = against(need_at(pos, shooter, spread(pos, shooter, figure)), cover_from(pos, shooter, figure))
        shots.append(Shot(None, None, need, strict, source, pos.table.building(*source)))
    for shooter in [s for s in firing if s.weapon.zone]:
        shots += burst(pos, shooter, nominated(pos, shooter, seen))
    return shots


def burst(pos: YangtzePosition, shooter: Shooter, centre: Figure) -> list[Shot]:
    """7.7: the nominated figure first, then every other in the zone by number, each with its own die and its own cover;
    the range of the nominated figure holds for all. R20: those whom the weapon sees, friends too, on that floor."""
    need = need_at(pos, shooter, spread(pos, shooter, centre))
    caught = [centre, *(f for f in in_zone(pos, place(pos, centre), shooter.weapon.zone) if f != centre)]
    tested = []
    for figure in caught:
        level = pos.room[figure] == OUTDOORS or pos.floor[figure] == pos.floor[centre]
        if figure != shooter.figure and level and not spared(pos, shooter, figure) and sees(pos, shooter, figure):
            tested.append(figure)
    source = origin_point(pos, shooter, centre)
    room = pos.table.building(*source)
    return [
        Shot(figure, None, *against(need, cover_from(pos, shooter, figure)), source, room, tuple(tested))
        for figure in tested
    ]


def covered(pos: YangtzePosition, shooter: Shooter, marker: Pt, tested: int) -> list[Shot]:
    """7.9, R55: a covering weapon tests whoever is in the circle about its marker, in view and not tested yet, friends
    too; the range is that of the marker."""
    base = origin(pos, shooter)
    if base is None:
        assert shooter.carrier is not None
        gap = near_polygon(pos.body(shooter.carrier), *marker), 0
    else:
        gap = square(base[0], marker), base[1]
    need = need_at(pos, shooter, gap)
    caught = [f for f in in_zone(pos, marker, shooter.weapon.zone) if not tested >> f & 1 and f != shooter.figure]
    mine = [f for f in caught if not spared(pos, shooter, f) and sees(pos, shooter, f)]
    return [
        Shot(f, None, *against(need, cover_from(pos, shooter, f)), source, pos.table.building(*source), tuple(mine))
        for f in mine
        for source in [muzzle_towards(pos, shooter, marker)]
    ]


def muzzle_towards(pos: YangtzePosition, shooter: Shooter, point: Pt) -> Pt:
    base = origin(pos, shooter)
    if base is not None:
        return base[0]
    assert shooter.carrier is not None
    return on_outline(pos.body(shooter.carrier), point)


def spared(pos: YangtzePosition, shooter: Shooter, figure: Figure) -> bool:
    """R20: by agreement friends are not tested in the zones of bullets."""
    friend = pos.owner[pos.book.figures[figure].unit] == pos.owner[shooter.unit]
    return friend and bool(pos.book.switches["zone_spares_friends"])


def in_zone(pos: YangtzePosition, centre: Pt, radius: int) -> list[Figure]:
    """R20: bases that the circle touches."""
    return [
        f
        for f in pos.book.everyone
        if pos.fate[f] == STANDING and square(place(pos, f), centre) <= (radius + pos.book.radii[f]) ** 2
    ]


def resolve(pos: YangtzePosition, shots: Sequence[Shot], seen: Sight, tally: Tally) -> Talk:
    """S8: all dice to hit, then hit by hit who is struck and whether it is confirmed; leaders last (7.2, R86)."""
    hits = []
    for shot in shots:
        total = None
        if shot.need:
            total = yield Roll("to_hit", two_dice(shot.need), shot.need)
        if total is None or (total >= shot.need and total > 1):
            hits.append(shot)
    for shot in sorted(hits, key=lambda shot: 0 if shot.figure is None else rank(pos, shot.figure)):
        figure = shot.figure
        if shot.hull is not None:
            continue
        if figure is None:
            figure = yield from allot(pos, seen, shot.source, tally)
        elif tally.doomed >> figure & 1:
            continue
        if figure is not None:
            yield from strike(pos, shot, figure, tally)


def source_of(pos: YangtzePosition, men: Sequence[Shooter], seen: Sight) -> Pt:
    """S8.7, R21: the central figure of those who fire at the unit as such; of those who ride nobody has a place of his
    own: the point of their hull nearest to the middle of the target."""
    afoot = {s.figure: s for s in men if s.figure is not None and s.carrier is None}
    central = afoot[middle(pos, sorted(afoot))] if afoot else men[0]
    return origin_point(pos, central, middle(pos, seen.figures))


def allot(
    pos: YangtzePosition, seen: Sight, central: Pt, tally: Tally
) -> Generator[Roll | Pick | Choice, int | None, Figure | None]:
    """S8.7, R21: one of those who are seen and stand; drawn among those within 50 mm of the nearest. Leaders come last
    of their unit, whether the others are seen or not: where only they are left in view the hit is lost (R25)."""
    unit = [f for f in pos.book.men[seen.unit] if pos.fate[f] in (STANDING, ABOARD) and not tally.doomed >> f & 1]
    least = min((rank(pos, f) for f in unit), default=0)
    alive = [f for f in seen.figures if f in unit and rank(pos, f) == least]
    return (yield from nearest_band(pos, "struck", central, alive)) if alive else None


def rank(pos: YangtzePosition, figure: Figure) -> int:
    """7.2, R63: men first, then NCOs, then those who lead."""
    if not pos.leads(figure):
        return 0
    return 1 if pos.book.figures[figure].role == "nco" else 2


def nearest_band(
    pos: YangtzePosition, what: str, source: Pt, figures: Sequence[Figure]
) -> Generator[Roll | Pick | Choice, int | None, Figure | None]:
    """R21: uniform among those whose gap is at most 50 mm larger than the least."""
    gaps = {f: isqrt(square(source, place(pos, f))) - pos.book.radii[f] for f in figures}
    least = min(gaps.values())
    band = tuple(sorted(f for f in figures if gaps[f] <= least + 50 * MM))
    if len(band) == 1:
        return band[0]
    drawn = yield Pick(what, band)
    return None if drawn is None else Figure(drawn)


def strike(pos: YangtzePosition, shot: Shot, figure: Figure, tally: Tally) -> Talk:
    """8.1, 8.3, 8.4: without cover he falls; in cover the hit is confirmed, or he is pinned. Hits on a unit are judged
    from the central figure of those who fire, as they are allotted from there (R21)."""
    has = cover(pos, figure, shot.source, shot.room, bullets=shot.bullets, he=shot.he)
    need, dice = confirmation(has, shot.strict), 2
    if shot.open_die and (need == 0 or shot.open_die == CONFINED):
        need, dice = shot.open_die, 1
    if need:
        total = yield Roll("confirm", dice, need)
        assert total is not None
        if total < need:
            tally.pinned |= 1 << figure
            return
    in_person = shot.figure is not None
    yield from fall(pos, shot, figure, tally, in_person=in_person)


def fall(pos: YangtzePosition, shot: Shot, figure: Figure, tally: Tally, *, in_person: bool) -> Talk:
    """4.3, R26: a bodyguard within 50 mm may fall for a warlord who is hit in person. R25: who else leads is replaced
    by the nearest of his unit in the zone, else by one of those nearest to the fire."""
    unit = pos.book.figures[figure].unit
    mates = [f for f in pos.book.men[unit] if pos.fate[f] == STANDING and not tally.doomed >> f & 1 and f != figure]
    guards = [f for f in mates if pos.book.figures[f].role == "bodyguard"]
    if in_person and pos.leads(figure) and guards:
        near = tuple(f for f in guards if gap_at_most(pos, figure, f, 50 * MM))
        if near:
            chosen = yield Choice(figure, near)
            figure = figure if chosen is None else Figure(chosen)
    elif in_person and pos.leads(figure) and not shot.sniper:
        lower = [f for f in mates if rank(pos, f) < rank(pos, figure)]
        least = min((rank(pos, f) for f in lower), default=0)
        lower = [f for f in lower if rank(pos, f) == least]
        close = [f for f in lower if f in shot.caught]
        if close:
            figure = min(close, key=lambda f: (square(place(pos, f), place(pos, figure)), f))
        elif lower:
            drawn = yield from nearest_band(pos, "stand_in", shot.source, lower)
            figure = figure if drawn is None else drawn
    tally.doomed |= 1 << figure
