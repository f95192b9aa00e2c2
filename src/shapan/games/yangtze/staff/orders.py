"""5.0 The choice of cards, and what goes with them."""

from __future__ import annotations

from shapan.kernel.staff import Advice

from ..actions import CHARGE, CLEAR, HALT, LIFT, MOVE, SKIRMISH, STOW, UNLOAD, Abet, Card, Cover, Ready, Watch, Work
from ..orders.cards import Orders, legal_cards, needs_card
from ..orders.stances import automatics, cover_refusal, watch_refusal
from ..position import YangtzePosition
from ..specs import SCALE
from ..vessels.crews import immobile
from ..who import Mounted, Unit
from ..works.tasks import tasks_for
from .carriers import carriage
from .errands import NOTHING, Task
from .marches import best_marches, rushes
from .picture import Picture, Troop
from .places import cost
from .scramble import within_reach
from .stand import SAFE, Stand, ground_of
from .tasks import task_of
from .temper import Temper

WORTH_DOING = (CLEAR, UNLOAD, LIFT, STOW)
"""Work that is taken up wherever it offers itself; a load is not set down again."""


def cards(pos: YangtzePosition, at: Orders, temper: Temper) -> list[Advice]:
    """A card for the next unit that has none; then markers and triggers."""
    side = at.side
    left = [unit for unit in pos.units_of(side) if needs_card(pos, unit)]
    if not left:
        return extras(pos, side)
    pic = Picture(pos, side)
    unit = left[0]
    allowed = legal_cards(pos, unit)
    if len(allowed) == 1:
        return [Advice(Card(unit, allowed[0]), 0.0, "reason.only_card", {"unit": unit})]
    spec = pos.book.units[unit]
    if spec.carrier or pos.riding(unit) is not None:
        return bide(pic, unit, carriage.card(pic, unit, allowed), allowed, temper)
    troop = pic.by_unit[unit]
    return walk_card(pic, troop, task_of(pic, unit), allowed, temper)


def bide(pic: Picture, unit: Unit, advice: list[Advice], allowed: list[str], temper: Temper) -> list[Advice]:
    """S12, S14: nobody drives or sails into what his escort has not seen yet, if his officer bides his time."""
    if pic.pos.turn > temper.bide or HALT not in allowed or not pic.book.units[unit].carrier:
        return advice
    most = max((entry.score for entry in advice), default=0.0)
    return [Advice(Card(unit, HALT), most + 1.0, "reason.keep_cover", {"unit": unit, "risk": SAFE}), *advice]


def walk_card(pic: Picture, troop: Troop, task: Task, allowed: list[str], temper: Temper) -> list[Advice]:
    """A unit on foot: the best that can be done under each card."""
    if troop.spec.kind == "civilian":
        return carriage.civilian_card(pic, troop, allowed)
    ground = ground_of(pic, troop.unit)
    advice = []
    if HALT in allowed:
        stand = ground.judge(troop.x, troop.y, HALT)
        bonus = 0.3 * task.weight if task.stand and arrived(pic, troop, task) else 0.0
        advice.append(explain(Card(troop.unit, HALT), stand, stand.score + bonus + temper.steady, troop, task))
    for card in (SKIRMISH, MOVE):
        if card in allowed:
            bonus = within_reach(pic.pos, troop.unit, card) if pic.left == 1 else 0.0
            for march in best_marches(pic, troop.unit, card, 1):
                advice.append(explain(Card(troop.unit, card), march.stand, march.stand.score + bonus, troop, task))
    if CHARGE in allowed:
        here = ground.goal(troop.x, troop.y)
        for rush in rushes(pic, troop, cards_known=False)[:1]:
            params = {"unit": troop.unit, "unit2": rush.target, "gain": f"{rush.worth:+.1f}"}
            score = rush.worth - temper.eager + here
            advice.append(Advice(Card(troop.unit, CHARGE), score, "reason.charge", params))
    return advice


def arrived(pic: Picture, troop: Troop, task: Task) -> bool:
    """Has the unit come to its task?"""
    return any(cost(pic.pos, troop.unit, task.goals, pic.pos.x[f], pic.pos.y[f]) == 0 for f in troop.men)


def explain(action: Card, stand: Stand, score: float, troop: Troop, task: Task) -> Advice:
    """The reason that weighs most."""
    params = {"unit": troop.unit, "gain": f"{stand.given:.1f}", "risk": stand.risk}
    if action.card == HALT and stand.given > 0.05:
        return Advice(action, score, "reason.stand_and_fire", params)
    if task is not NOTHING and action.card != HALT:
        return Advice(action, score, task.reason, {**params, "what": task.what})
    if action.card == HALT:
        return Advice(action, score, "reason.keep_cover", params)
    return Advice(action, score, "reason.better_ground", params)


# --- 7.9 covering fire, 7.1 snipers, 6.1 holding fire --------------------------------------------------------------


def extras(pos: YangtzePosition, side: int) -> list[Advice]:
    """Markers only where an enemy must come and nothing can be shot at now; a sniper always watches."""
    advice = [Advice(Ready(), 0.0, "reason.ready")]
    for unit in pos.units_of(side):
        if watch_refusal(pos, side, unit) is None:
            reach = pos.book.weapons["sniper_rifle"].reach // SCALE
            advice.append(Advice(Watch(unit, "leader", reach), 1.0, "reason.watch", {"unit": unit}))
        for task in tasks_for(pos, side, unit) if pos.card[unit] == HALT else ():
            if task in WORTH_DOING and worth_doing(pos, side, unit, task):
                advice.append(Advice(Work(unit, task), 1.5, "reason.work", {"unit": unit, "task": task}))
    advice += [Advice(Abet(unit), 0.7, "reason.abet", {"unit": unit}) for unit in abettors(pos, side)]
    pic = Picture(pos, side) if any(automatics(pos, unit) for unit in pos.units_of(side)) else None
    for troop in pic.mine if pic else ():
        if not troop.body and pos.card[troop.unit] == HALT and troop.spec.kind == "mg":
            advice += cover_marks(pic, troop) if pic else []
    return advice


def worth_doing(pos: YangtzePosition, side: int, unit: Unit, task: str) -> bool:
    """S16.8: only wheels are stopped by a barricade for good. S17.6: a load that is under way is left where it is."""
    if task == CLEAR:
        return motorised(pos, side)
    riding = pos.riding(unit)
    return task != STOW or riding is None or immobile(pos, riding) is not None


def abettors(pos: YangtzePosition, side: int) -> list[Unit]:
    """13.2: two who double up win hardly more often than one with another at his back, and lose twice as many."""
    return [unit for unit in pos.units_of(side) if pos.card[unit] == CHARGE and not pos.abetting >> unit & 1]


def motorised(pos: YangtzePosition, side: int) -> bool:
    return any(pos.book.units[unit].kind == "vehicle" for unit in pos.units_of(side))


def cover_marks(pic: Picture, troop: Troop) -> list[Advice]:
    """7.9: a machine gun with nobody in sight covers the place where the nearest enemy would come out."""
    pos = pic.pos
    ground = ground_of(pic, troop.unit)
    if ground.given(ground.views(troop.x, troop.y), troop.x, troop.y, HALT) > 0:
        return []
    found = []
    for figure in [shooter for shooter in automatics(pos, troop.unit) if not isinstance(shooter, Mounted)]:
        piece = pos.book.piece_of_figure(figure)
        reach = pos.book.weapons[pos.book.figures[figure].weapon].reach
        for foe in ground.foes:
            for part in (2, 3):
                x, y = troop.x + (foe.x - troop.x) * part // 4, troop.y + (foe.y - troop.y) * part // 4
                far = foe.away(troop.x, troop.y) * part // 4
                if 1500 < far <= reach and cover_refusal(pos, pic.side, piece, x, y) is None:
                    params = {"unit": troop.unit, "unit2": foe.unit}
                    found.append(Advice(Cover(piece, 2, (x, y)), 0.5, "reason.cover", params))
                    break
            if found:
                return found
    return found
