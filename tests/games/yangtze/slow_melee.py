"""13.2, S9: who fights whom in a melee, and with whose help, told once more from the book alone.

Nothing here is quick: every charger looks at every figure. The judge does not rule where a figure has reached an enemy
and been reached by another (R118): :func:`plain` tells such fights from the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import isqrt

from tests.games.yangtze.slow_sight import together
from tests.games.yangtze.slow_table import MM, commanded, gap_at_most, place, square

from shapan.games.yangtze.actions import CHARGE, FORCED
from shapan.games.yangtze.position import STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure, Unit
from shapan.ground.table import OUTDOORS, Pt, near_segment, walk

TWO = 2
"""R50: the most active figures of a side in one group."""


@dataclass
class Group:
    """A melee of one or two a side, and those who stand by: first those of the side that charged."""

    chargers: list[Figure]
    charged: list[Figure]
    helpers: list[Figure] = field(default_factory=list)
    """Friends of those who charge."""
    comrades: list[Figure] = field(default_factory=list)
    """Friends of those whom they charge."""


def unit_of(pos: YangtzePosition, figure: Figure) -> Unit:
    return pos.book.figures[figure].unit


def side_of(pos: YangtzePosition, figure: Figure) -> int:
    return pos.owner[unit_of(pos, figure)]


def friends(pos: YangtzePosition, group: Group, figure: Figure) -> list[Figure]:
    """R118: whoever joins a group does so beside his friends."""
    return group.chargers if side_of(pos, group.chargers[0]) == side_of(pos, figure) else group.charged


def foes(pos: YangtzePosition, group: Group, figure: Figure) -> list[Figure]:
    return group.charged if side_of(pos, group.chargers[0]) == side_of(pos, figure) else group.chargers


def extras(pos: YangtzePosition, group: Group, figure: Figure) -> list[Figure]:
    return group.helpers if side_of(pos, group.chargers[0]) == side_of(pos, figure) else group.comrades


# --- 13.1, S9.1: who is in it


def charges(pos: YangtzePosition, figure: Figure) -> bool:
    """13.1: figures of a unit on CHARGE that stand on the table. 8.4, 4.1: who is pinned or out of command has not
    moved, has charged nobody, and fights only when he is touched."""
    return pos.fate[figure] == STANDING and pos.card[unit_of(pos, figure)] == CHARGE and not pos.stuck >> figure & 1


def contacts(pos: YangtzePosition) -> list[tuple[Figure, Figure]]:
    """S9.1: who charges, and an enemy within a millimetre of his base with no wall between them. R66: civilians do not
    fight. Contact is made by a step of a charge: not where S3.4 puts somebody back beside a charger who did not reach
    him. 14.7: who cowers, retreats or flees routs and does not fight. Of two who charge each other he of the first side
    is named first."""
    return [
        (charger, enemy)
        for charger in pos.book.everyone
        if charges(pos, charger) and pos.touched >> charger & 1
        for enemy in enemies(pos, charger)
        if pos.card[unit_of(pos, enemy)] not in FORCED
        if gap_at_most(pos, charger, enemy, pos.book.contact_gap) and together(pos, charger, enemy)
        if not (charges(pos, enemy) and side_of(pos, charger) == 1)
    ]


def enemies(pos: YangtzePosition, figure: Figure) -> Iterator[Figure]:
    for other in pos.book.everyone:
        civilian = pos.book.units[unit_of(pos, other)].kind == "civilian"
        if pos.fate[other] == STANDING and side_of(pos, other) != side_of(pos, figure) and not civilian:
            yield other


def plain(pos: YangtzePosition) -> bool:
    """Has nobody who has reached an enemy been reached himself by another? (R118 has a rule for that.)"""
    pairs = contacts(pos)
    return {one for one, _ in pairs}.isdisjoint({two for _, two in pairs})


def groups(pos: YangtzePosition) -> list[Group]:
    """S9: first one against one, then those who charge, then the others."""
    pairs = contacts(pos)
    units = {unit_of(pos, figure) for pair in pairs for figure in pair}
    found = [Group([one], [two]) for one, two in sorted(one_to_one(pairs).items())]
    reach_out(pos, units, found)
    double_up(pos, units, found)
    stand_by(pos, units - {unit_of(pos, two) for _, two in pairs}, found)
    answer(pos, {unit_of(pos, two) for _, two in pairs}, found)
    return found


def one_to_one(pairs: list[tuple[Figure, Figure]]) -> dict[Figure, Figure]:
    """S9.2: as many pairs as can be; in the order of their numbers, who finds his enemy taken asks the other charger
    to find another."""
    reached: dict[Figure, list[Figure]] = {}
    for charger, charged in sorted(pairs):
        reached.setdefault(charger, []).append(charged)
    partner: dict[Figure, Figure] = {}

    def finds(charger: Figure, asked: set[Figure]) -> bool:
        for charged in reached[charger]:
            if charged not in asked:
                asked.add(charged)
                if charged not in partner or finds(partner[charged], asked):
                    partner[charged] = charger
                    return True
        return False

    for charger in reached:
        finds(charger, set())
    return {charger: charged for charged, charger in partner.items()}


# --- S9.3 to S9.6: the others


def spare(pos: YangtzePosition, units: Collection[Unit], found: list[Group]) -> list[Figure]:
    """R100: those who can help are excess figures of the units in the fight."""
    busy = {f for group in found for f in (*group.chargers, *group.charged, *group.helpers, *group.comrades)}
    return [f for f in pos.book.everyone if pos.fate[f] == STANDING and unit_of(pos, f) in units and f not in busy]


def left(pos: YangtzePosition, charger: Figure) -> int:
    """13.2: what remains of his charge."""
    return max(pos.allowance(unit_of(pos, charger), CHARGE)[1] - pos.spent[charger], 0)


def reaches(pos: YangtzePosition, figure: Figure, other: Figure, allowance: int, short: int = 0) -> bool:
    """Is he so near to the other's base, or does a straight way lead there for so much of his move? Not through walls
    or between floors, nor in a house or at its door past an enemy (R218)."""
    if not together(pos, figure, other):
        return False
    if gap_at_most(pos, figure, other, max(short, pos.book.contact_gap)):
        return True
    here, there = place(pos, figure), place(pos, other)
    whole = isqrt(square(here, there))
    far = whole - pos.book.radii[figure] - pos.book.radii[other] - short
    end = (here[0] + (there[0] - here[0]) * far // whole, here[1] + (there[1] - here[1]) * far // whole)
    unit = unit_of(pos, figure)
    way = walk(pos.table, pos.way(unit), (here, end), pos.book.radii[figure], pos.shut_for(unit))
    near = gap_at_most(pos, figure, other, allowance + short)
    return near and way.snag is None and way.spent <= allowance and not kept_out(pos, figure, here, end)


def kept_out(pos: YangtzePosition, figure: Figure, here: Pt, end: Pt) -> bool:
    """Does an enemy stand in the way, more than a millimetre of him, where at least one end of it is in a house?"""
    if all(pos.book.table.building(*point) == OUTDOORS for point in (here, end)):
        return False
    enemies = [f for f in pos.book.everyone if pos.fate[f] == STANDING and side_of(pos, f) != side_of(pos, figure)]
    return any(
        near_segment(*place(pos, enemy), (*here, *end))
        < (pos.book.radii[figure] + pos.book.radii[enemy] - pos.book.contact_gap) ** 2
        for enemy in enemies
        if pos.floor[enemy] == pos.floor[figure]
    )


def apart(pos: YangtzePosition, one: Figure, two: Figure) -> int:
    return square(place(pos, one), place(pos, two))


def reach_out(pos: YangtzePosition, units: Collection[Unit], found: list[Group]) -> None:
    """S9.3: unmatched chargers take the nearest unmatched enemy whom they reach with what is left of their move."""
    for charger in [figure for figure in spare(pos, units, found) if charges(pos, figure)]:
        free = spare(pos, units, found)
        if charger not in free:
            continue
        within = [
            (apart(pos, charger, enemy), enemy)
            for enemy in free
            if side_of(pos, enemy) != side_of(pos, charger) and reaches(pos, charger, enemy, left(pos, charger))
        ]
        if within:
            found.append(Group([charger], [min(within)[1]]))


def double_up(pos: YangtzePosition, units: Collection[Unit], found: list[Group]) -> None:
    """S9.4: the others join groups in which a friend fights alone, the nearest first, unless their unit only supports
    (R51). R118: those whom a charge has reached while they charged do so too."""
    for charger in [figure for figure in spare(pos, units, found) if charges(pos, figure)]:
        if pos.abetting >> unit_of(pos, charger) & 1:
            continue
        within = [
            (apart(pos, charger, foes(pos, group, charger)[0]), number)
            for number, group in enumerate(found)
            if len(friends(pos, group, charger)) < TWO
            and reaches(pos, charger, foes(pos, group, charger)[0], left(pos, charger))
        ]
        if within:
            friends(pos, found[min(within)[1]], charger).append(charger)


def stand_by(pos: YangtzePosition, units: Collection[Unit], found: list[Group]) -> None:
    """S9.5: the rest support a group if they can stand within 25 mm of a friend in it."""
    for charger in [figure for figure in spare(pos, units, found) if charges(pos, figure)]:
        support(pos, charger, left(pos, charger), found)


def support(pos: YangtzePosition, figure: Figure, allowance: int, found: list[Group]) -> None:
    """Each helps one group: where the fewest do, then the nearest."""
    gap = pos.book.charts["melee"]["support_gap"] * MM
    near = [
        (len(extras(pos, group, figure)), min(apart(pos, figure, friend) for friend in mates), number)
        for number, group in enumerate(found)
        for mates in [friends(pos, group, figure)]
        if any(reaches(pos, figure, friend, allowance, gap) for friend in mates)
    ]
    if near:
        extras(pos, found[min(near)[2]], figure).append(figure)


def answer(pos: YangtzePosition, units: Collection[Unit], found: list[Group]) -> None:
    """S9.6: of the charged, who is neither pinned nor out of command nor broken, and does not swim (S14.7), doubles up
    where a friend fights alone and an enemy is no more than 50 mm off; or he stands by a friend within 25 mm. R254: one
    of those who fight each other must have come by a charge, he or his foe."""
    step = pos.book.charts["melee"]["double_up_move"] * MM
    for figure in spare(pos, units, found):
        unit = unit_of(pos, figure)
        if (pos.pinned | pos.swimming) >> figure & 1 or pos.card[unit] in FORCED or not commanded(pos, figure):
            continue
        joins = [
            (apart(pos, figure, foes(pos, group, figure)[0]), number)
            for number, group in enumerate(found)
            if len(friends(pos, group, figure)) < TWO
            and any(charges(pos, one) for one in (figure, *foes(pos, group, figure)))
            and any(
                gap_at_most(pos, figure, foe, step) and together(pos, figure, foe) for foe in foes(pos, group, figure)
            )
        ]
        if joins and not pos.abetting >> unit & 1:
            friends(pos, found[min(joins)[1]], figure).append(figure)
        else:
            support(pos, figure, left(pos, figure) if charges(pos, figure) else 0, found)


# --- 13.2: the dice


def winner(mine: tuple[int, ...], theirs: tuple[int, ...], group: Group) -> int:
    """The highest single score, with one for each friend who stands by: 1 the chargers win, -1 the charged, 0 equal."""
    attack, defence = max(mine) + len(group.helpers), max(theirs) + len(group.comrades)
    return (attack > defence) - (attack < defence)
