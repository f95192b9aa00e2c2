"""5.2 The chits of a staff officer of Taierzhuang outside his own impulses: reactions, and those of the End Phase."""

from __future__ import annotations

from shapan.ground.areas import bits
from shapan.kernel.staff import Advice

from ..actions import Call, Decline, Play
from ..anti_tank import TanksMet
from ..chits import effect_piece, holds
from ..combat import Blow, Stand, attack_parts, defence_parts, total
from ..damage import endurance
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from ..supply import AirDrop, Guerrillas, exposed, starving, supplied
from . import odds, picture
from .temper import Temper


def anti_tank(pos: TaierzhuangPosition, at: TanksMet, temper: Temper) -> list[Advice]:
    """PaK 36: tanks are what it is for."""
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if holds(pos, "anti_tank"):
        here = at.tanks & pos.at[at.area]
        strength = pos.book.chits[pos.book.by_effect["anti_tank"]].at
        points, _ = odds.damage(strength - pos.best_defence(here), endurance(pos, here))
        advice.append(
            Advice(Play(effect_piece(pos, "anti_tank")), points - 1.0, "reason.pak", {"points": f"{points:.1f}"})
        )
    return advice


def stand(pos: TaierzhuangPosition, at: Stand, temper: Temper) -> list[Advice]:
    """Resolute Defenders Case 2: when it saves more than it could do elsewhere."""
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    blow = pos.nearest(Blow)
    if blow and holds(pos, "resolute"):
        theirs = pos.units_in(CHINESE, at.target)
        defence = total(defence_parts(pos, CHINESE, at.target, blow.outside))
        margin = total(attack_parts(pos, blow.side, blow.units, blow.bonus, blow.wave)) - defence
        more = pos.book.chits[pos.book.by_effect["resolute"]].dt
        before, _ = odds.damage(margin, endurance(pos, theirs))
        after, _ = odds.damage(margin - more, endurance(pos, theirs))
        saved = (before - after) * picture.stake(pos, temper, at.target)
        chit = effect_piece(pos, "resolute")
        advice.append(Advice(Play(chit), saved - temper.stand, "reason.stand", {"points": f"{before - after:.1f}"}))
    return advice


def guerrillas(pos: TaierzhuangPosition, at: Guerrillas, temper: Temper) -> list[Advice]:
    """Where they leave most Japanese units without supply."""
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if holds(pos, "guerrillas"):
        chit, fed = effect_piece(pos, "guerrillas"), supplied(pos)
        for area in bits(exposed(pos)):
            after = pos.book.in_supply(pos.occupied(JAPANESE) & ~pos.cut & ~(1 << area))
            lost = sum(pos.strength(JAPANESE, place) for place in bits(fed & ~after))
            advice.append(Advice(Call(chit, area), lost - 1.5, "reason.guerrillas", {"area": area, "count": lost}))
    return advice


def air_drop(pos: TaierzhuangPosition, at: AirDrop, temper: Temper) -> list[Advice]:
    """Where most units starve."""
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if holds(pos, "air_drop"):
        chit = effect_piece(pos, "air_drop")
        for area in bits(starving(pos)):
            count = pos.strength(JAPANESE, area)
            advice.append(Advice(Call(chit, area), float(count), "reason.air_drop", {"area": area, "count": count}))
    return advice
