"""How a staff officer of Shanghai Incident uses a pause: when, whom to call, what to buy, where to land (13.0)."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.fire_and_movement.actions import Done
from shapan.mechanics.sides import other

from ..actions import CEASE_FIRE, CONTINUE, PAUSE, Call, Commit, Decide, Deploy, Fortify, Recall, Restore
from ..calls import Calling, callable_now, commit_refusal
from ..forts import fortify_refusal
from ..pauses import Administering, Refitting, courses
from ..position import ShanghaiPosition
from ..reinforcements import Landing, aboard, entry_hexes, landing_hexes
from ..replacements import means_refusal, recall_hexes, restore_refusal
from ..sides import CHINESE, JAPANESE
from ..victory import epic, total
from .goals import aims, goals, spread
from .ground import FAR, march_to, nearest_to
from .temper import Temper

FEW: Final = 12
SEVERAL: Final = 4
"""How many goals count for a beach."""


# --- 13.1 the decision ------------------------------------------------------------------------------


def decide(pos: ShanghaiPosition, at: Administering, temper: Temper) -> list[Advice]:
    """13.1: end it when it is won; take a draw before a pause spoils it; pause early while there is nobody to fight."""
    book = pos.book
    victory, draw = book.levels[1].minimum, book.levels[2].minimum
    points, lost = total(pos), epic(pos)
    last = pos.turn >= book.days
    strength = sum(book.attack[unit][pos.steps[unit]] for unit in pos.on_map(JAPANESE))
    over = last and (temper.content or not pos.pause_marker)
    end = -5.0 if lost else 10.0 if points >= victory else 3.0 if over and points >= draw else -2.0
    worth = {CEASE_FIRE: end, CONTINUE: 1.0, PAUSE: 1.5 if strength < temper.weak or last else 0.0}
    reason = {CEASE_FIRE: "reason.cease_fire", CONTINUE: "reason.go_on", PAUSE: "reason.pause"}
    known = {"count": points, "needed": victory}
    return [Advice(Decide(course), worth[course], reason[course], known) for course in courses(pos)]


# --- 13.2, 13.4, 13.5 calls -------------------------------------------------------------------------


def call(pos: ShanghaiPosition, at: Calling, temper: Temper) -> list[Advice]:
    """13.1: the formation that brings most for its points; every brigade that can be paid."""
    book, side = pos.book, at.side
    advice = [Advice(Done(), 0.0, "reason.enough")]
    for names in callable_now(pos, side):
        worth = sum(_bargain(pos, side, name, temper) for name in names)
        advice.append(Advice(Call(names), worth, *_terms(pos, side, names)))
    if commit_refusal(pos, side) is None:
        price = book.victory["commitment_per_pause_number"] * pos.pause_marker
        cheap = total(pos) + price <= temper.commit_below and pos.pause_marker <= temper.commit_from
        advice.append(Advice(Commit(), 5.0 if cheap else -5.0, "reason.commit", {"count": price}))
    return advice


def _bargain(pos: ShanghaiPosition, side: int, name: int, temper: Temper) -> float:
    """13.2: the strength that a formation brings, less its points; a brigade is always worth its logistics point."""
    book = pos.book
    if side == CHINESE:
        return 1.0
    entry = book.called[name]
    strength = _strength(pos, name)
    guns = sum(marker.strength for marker in book.markers if marker.arrives_with == entry.id)
    return (strength + temper.guns * guns) / 10 + temper.point * entry.vp_per_pause_number * pos.pause_marker


def _strength(pos: ShanghaiPosition, name: int) -> int:
    book = pos.book
    return sum(book.attack[unit][book.full_steps[unit]] for unit in bits(book.members[name]))


def _terms(pos: ShanghaiPosition, side: int, names: tuple[int, ...]) -> tuple[str, dict[str, int]]:
    """What a call brings and costs, in words."""
    strength = sum(_strength(pos, name) for name in names)
    if side == CHINESE:
        return "reason.brigade", {"strength": strength}
    price = sum(pos.book.called[name].vp_per_pause_number for name in names) * pos.pause_marker
    return "reason.call", {"strength": strength, "count": price}


# --- 13.2 landing, 13.6 entry -----------------------------------------------------------------------


class Post(NamedTuple):
    """A hex from which a goal is near."""

    worth: float
    hex: int


def _nearest(pos: ShanghaiPosition, hexes: Mask, wanted: dict[int, float], temper: Temper) -> list[Post]:
    """Of these hexes the nearest to each goal, with the worth of the goal less the way, the best first."""
    found: dict[int, float] = {}
    for goal, worth in wanted.items():
        here = nearest_to(pos.book, goal, hexes)
        found[here] = max(found.get(here, -FAR), worth - temper.pace * march_to(pos.book, goal)[here])
    return sorted((Post(worth, here) for here, worth in found.items()), reverse=True)


def land(pos: ShanghaiPosition, at: Landing, temper: Temper) -> list[Advice]:
    """13.2: where the goals are near; the strongest first, supports beside them."""
    book = pos.book
    waiting = bits(aboard(pos, at))
    unit = max(waiting, key=lambda one: book.attack[one][book.full_steps[one]] - 5 * (book.supports >> one & 1))
    wanted = goals(pos, JAPANESE, temper, home=pos.pause_marker <= temper.late)
    shunned = pos.shunned_by(JAPANESE)
    aimed, pace = aims(pos, wanted), temper.pace
    advice = []
    for here in bits(landing_hexes(pos, at, unit)):
        price = 8.0 if shunned >> here & 1 else 0.0
        drawn = [aim.worth - pace * aim.march[here] for aim in aimed]
        goal = aimed[drawn.index(max(drawn))].hex if drawn else here
        # A beach near several goals is better than one near a single one.
        near = sum(sorted(drawn, reverse=True)[:SEVERAL])
        advice.append(Advice(Deploy(unit, here), near - price, "reason.land", {"goal": goal}))
    if advice:
        return advice
    return [Advice(action, 0.0, "reason.room") for action in list(pos.options())[:FEW]]


# --- 13.3, 13.7, 17.1 what is bought ----------------------------------------------------------------


def refit(pos: ShanghaiPosition, at: Refitting, temper: Temper) -> list[Advice]:
    """Place what has come, then steps and forts while the points last."""
    side = at.side
    wanted = goals(pos, side, temper)
    for unit in bits(pos.waiting & pos.book.roster[side]) if side == CHINESE else ():
        if hexes := entry_hexes(pos, unit):
            return [
                Advice(Deploy(unit, post.hex), 3 + post.worth, "reason.enter")
                for post in _nearest(pos, hexes, wanted, temper)[:FEW]
            ]
    return [*purchases(pos, side, temper, pause=True), Advice(Done(), 0.0, "reason.enough")]


def purchases(pos: ShanghaiPosition, side: int, temper: Temper, pause: bool) -> list[Advice]:
    """13.3, 13.7, 17.1: the steps and forts to buy now; the Chinese keep a reserve for the days of fighting."""
    book = pos.book
    if side == CHINESE and pos.logistics <= (temper.chest if pause else 0):
        return []
    danger = spread(book, pos.occupied[other(side)], 2 if side == CHINESE else temper.near)
    found = _forts(pos, danger, temper, pause) if side == CHINESE else []
    for unit in pos.on_map(side):
        if pos.steps[unit] == 1 and book.full_steps[unit] == 2 and restore_refusal(pos, side, unit) is None:
            gain = book.defence[unit][2] + book.attack[unit][2] - book.defence[unit][1] - book.attack[unit][1]
            close = danger >> pos.place[unit] & 1
            found.append(Advice(Restore(unit), temper.refill * gain + 0.5 * close, "reason.restore", {"unit": unit}))
    return found or _recalls(pos, side, temper)


def _forts(pos: ShanghaiPosition, danger: int, temper: Temper, pause: bool) -> list[Advice]:
    found = []
    for unit in pos.on_map(CHINESE):
        here = pos.place[unit]
        if not (pos.book.city_hexes & danger) >> here & 1 or fortify_refusal(pos, unit, pause) is not None:
            continue
        if not pos.book.supports >> unit & 1:
            inside = pos.book.shanghai >> here & 1
            worth = temper.fort_in_shanghai if inside else temper.fort_elsewhere
            found.append(Advice(Fortify(unit), worth, "reason.fortify", {"hex": here}))
    return found


def _recalls(pos: ShanghaiPosition, side: int, temper: Temper) -> list[Advice]:
    """The strongest of the eliminated, where it is needed."""
    book = pos.book
    units = [unit for unit in pos.eliminated(side) if means_refusal(pos, side, unit) is None]
    units.sort(key=lambda unit: -book.attack[unit][1] - book.defence[unit][1])
    wanted = goals(pos, side, temper)
    shunned = pos.shunned_by(side)
    for unit in units:
        hexes = recall_hexes(pos, side, unit) & ~shunned
        if hexes:
            best = _nearest(pos, hexes, wanted, temper)[:FEW]
            return [
                Advice(Recall(unit, here), 1.0 + 0.01 * worth, "reason.recall", {"unit": unit, "hex": here})
                for worth, here in best
            ]
    return []
