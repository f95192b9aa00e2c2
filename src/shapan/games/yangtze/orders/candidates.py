"""S6.5 Sensible ways: what the options list where the rules allow any point whatever."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from shapan.ground.table import Pt, ahead, bearing, beyond, length
from shapan.kernel import Sieve
from shapan.mechanics.sides import other

from ..actions import CHARGE
from ..movement.ways import guide, own_limits, way_refusal
from ..position import YangtzePosition
from ..who import Figure, Unit

HEADINGS = 8
P = ParamSpec("P")
T = TypeVar("T")


def lazily(make: Callable[P, T], *values: P.args, **named: P.kwargs) -> Callable[[], T]:
    """Values of an option group that are listed only when somebody asks."""
    return lambda: make(*values, **named)


def states(pos: YangtzePosition) -> tuple[int, ...]:
    """What bears on ways and charges besides places: who is held, hidden, captive, on foot or seen by the flash."""
    held = (pos.pinned, pos.stuck, pos.touched, pos.swimming, pos.hidden, pos.captive, pos.afoot)
    return (*held, pos.fired if pos.book.dark else 0)


def marches(pos: YangtzePosition, unit: Unit) -> Sieve:
    """Ways for the guide of a unit: all round at full and least distance, to objectives, to firing range. While a side
    plans, nothing that they depend on changes."""
    key = ("marches", unit, pos.card, pos.cargo, states(pos))
    known = pos.scene.known
    if key not in known:
        known[key] = (guide(pos, unit), _routes(pos, unit), {})
    leader: Figure | None
    verdicts: dict[tuple[Pt, ...], bool]
    leader, routes, verdicts = known[key]

    def allowed(route: tuple[Pt, ...]) -> bool:
        verdict = verdicts.get(route)
        if verdict is None:
            verdict = verdicts[route] = leader is not None and way_refusal(pos, leader, route) is None
        return verdict

    return Sieve(routes, allowed)


def _routes(pos: YangtzePosition, unit: Unit) -> list[tuple[Pt, ...]]:
    leader = guide(pos, unit)
    if leader is None:
        return []
    low, high = own_limits(pos, leader)
    x, y = pos.x[leader], pos.y[leader]
    points = [ahead(x, y, turn * 360 // HEADINGS, far) for turn in range(HEADINGS) for far in (high, low)]
    for goal in goals(pos, unit, leader):
        far = min(max(length(x, y, *goal), low), high)
        points.append(ahead(x, y, bearing(goal[0] - x, goal[1] - y), far))
    return [(point,) for point in dict.fromkeys(points) if min(point) >= 0]


def goals(pos: YangtzePosition, unit: Unit, leader: Figure) -> list[Pt]:
    """Where a unit may want to go: objectives of the scenario, and the nearest enemy at firing range."""
    book = pos.book
    found = [centre(pos, entry.zone) for entry in book.objectives if entry.zone]
    nearest: tuple[int, Figure] | None = None
    for enemy in pos.units_of(other(pos.owner[unit])):
        if not pos.hidden >> enemy & 1 and pos.standing[enemy]:
            figure = pos.standing[enemy][0]
            far = pos.apart(leader, figure)
            if nearest is None or far < nearest[0]:
                nearest = (far, figure)
    if nearest is not None:
        x, y = pos.x[nearest[1]], pos.y[nearest[1]]
        here = (pos.x[leader], pos.y[leader])
        short = book.weapons["rifle"].short
        back = bearing(here[0] - x, here[1] - y)
        found += [(x, y), ahead(x, y, back, short)]
    return found


def centre(pos: YangtzePosition, zone: str) -> Pt:
    """The middle of a zone."""
    points = pos.book.table.zones[zone]
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


def within_charge(pos: YangtzePosition, unit: Unit, enemy: Unit) -> bool:
    """Does a known enemy on foot stand within a charge and a half of this unit?"""
    carrier = pos.riding(unit)
    if pos.hidden >> enemy & 1 or not pos.standing[enemy] or (carrier is None and not pos.standing[unit]):
        return False
    reach = pos.allowance(unit, CHARGE)[1] * 3 // 2
    if carrier is None:
        x, y = pos.x[pos.standing[unit][0]], pos.y[pos.standing[unit][0]]
    else:
        x, y, _ = pos.at[carrier]
    if beyond(pos.scene.box(pos, enemy), x, y, reach):
        return False
    return any(not beyond((x, y, x, y), pos.x[f], pos.y[f], reach) for f in pos.standing[enemy])
