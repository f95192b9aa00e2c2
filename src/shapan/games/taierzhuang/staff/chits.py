"""5.0 Chits as a staff officer of Taierzhuang values them: what to take, to keep and to begin an impulse with."""

from __future__ import annotations

from typing import Final

from shapan.kernel.staff import Advice

from ..actions import Call, Discard, Fire, Keep, Move, Play, Take
from ..assault import COUNTER
from ..bombardment import rallying
from ..chits import Discarding, Replenishing, effect_piece, holds, piece
from ..impulse import MANNER
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from . import battle
from .temper import Temper

CHIT_WORTH: Final = {
    "recovery": 3.0,
    "banzai": 2.5,
    "engineers": 2.5,
    "spearhead": 1.2,
    "air_drop": 0.7,
    "night_attack": 3.0,
    "resolute": 3.0,
    "command": 3.5,
    "dare_to_die": 2.5,
    "anti_tank": 2.0,
    "guerrillas": 1.5,
    "order": 1.8,
}
"""What a chit in hand promises, in Damage Points; guns and aircraft by their Attack Total."""


def chit_worth(pos: TaierzhuangPosition, chit: int) -> float:
    entry = pos.book.chits[chit]
    if entry.effect == "order" and not pos.at[pos.book.pool[CHINESE]]:
        return 0.0
    return CHIT_WORTH.get(entry.effect, entry.at / 2)


# --- 5.1, 5.3 the hand ------------------------------------------------------------------------------


def replenish(pos: TaierzhuangPosition, at: Replenishing, temper: Temper) -> list[Advice]:
    """12.1, 12.2: what promises most."""
    return [
        Advice(Take(piece(pos, chit)), chit_worth(pos, chit), "reason.take")
        for chit in pos.book.chits_of[at.side]
        if pos.cups[chit]
    ]


def discard(pos: TaierzhuangPosition, at: Discarding, temper: Temper) -> list[Advice]:
    """5.3: what promises little goes back, since the hand is filled again; the rest stays."""
    advice = [
        Advice(Discard(piece(pos, chit)), temper.useless - chit_worth(pos, chit), "reason.discard")
        for chit in pos.book.chits_of[at.side]
        if pos.hands[chit] > at.chosen[chit]
    ]
    return [*advice, Advice(Keep(), 0.0, "reason.keep")]


# --- 5.2 chits that are an action -------------------------------------------------------------------


def calls(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """5.2: guns and aircraft where they hurt most; the Emperor's will where many Spent units face the enemy."""
    advice = []
    for chit in pos.book.chits_of[side]:
        if not pos.hands[chit]:
            continue
        effect = pos.book.chits[chit].effect
        if effect == "bombardment":
            for each in battle.bombardments(pos, temper, side, chit):
                params = {"area": each.target, "points": f"{each.points:.1f}"}
                call = Call(piece(pos, chit), each.target)
                advice.append(Advice(call, each.worth - temper.chit, "reason.bombard", params))
        elif effect == "recovery":
            for place, value in rallies(pos):
                advice.append(Advice(Call(piece(pos, chit), place), value, "reason.rally", {"area": place}))
    return advice


def rallies(pos: TaierzhuangPosition) -> list[tuple[int, float]]:
    """Will of the Emperor: what it is worth to make units Ready again, above all face to face with the enemy."""
    found = []
    for place in rallying(pos):
        units = pos.units_in(JAPANESE, place) & pos.spent
        facing = pos.book.areas >> place & 1 and pos.units_in(CHINESE, place)
        share = 0.3 if facing else 0.08
        found.append((place, share * (pos.factors(units) + units.bit_count()) - 2.0))
    return found


def assault_chits(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """Banzai, Night Attack, Resolute Defenders: when the best assault pays for the chit."""
    advice = []
    for effect, manner in MANNER.items():
        if not holds(pos, effect) or pos.book.chit_side[pos.book.by_effect[effect]] != side:
            continue
        best = max(battle.assaults(pos, temper, side, manner), key=lambda prospect: prospect.worth, default=None)
        if best and best.worth > temper.chit:
            params = best.outlook.params(best.target)
            price = 2 * temper.chit if manner == COUNTER else temper.chit
            advice.append(Advice(Play(effect_piece(pos, effect)), best.worth - price, "reason.assault", params))
    return advice


def command_chit(pos: TaierzhuangPosition, temper: Temper, side: int, units: list[Advice]) -> list[Advice]:
    """Li Tsung Jen's Command: when several areas have something good to do at once."""
    if side != CHINESE or not holds(pos, "command"):
        return []
    best: dict[int, float] = {}
    for entry in units:
        if isinstance(entry.action, Move | Fire):
            here = pos.place_of(entry.action.units[0])
            best[here] = max(best.get(here, 0.0), entry.score)
    good = sorted(best.values(), reverse=True)[: temper.command]
    if len(good) < temper.command or good[-1] < 2 * temper.chit:
        return []
    return [Advice(Play(effect_piece(pos, "command")), good[0] + temper.chit, "reason.command")]
