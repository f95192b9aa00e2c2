"""What a shot of the asking side would need: the factors of 7.10 and 7.11 with their cases, and exact chances."""

from __future__ import annotations

from msgspec import structs

from shapan.kernel.view import Chance, Factor, Preview
from shapan.mechanics.outlook import AVERAGE

from ..fire.elements import element, pieces_of
from ..fire.firing import Firing
from ..fire.scores import TWO_DICE, base_score, chart, controlled, modifiers
from ..fire.shooters import arm_of, in_reach, unit_of
from ..fire.shooting import need_at
from ..fire.targets import legal_targets, nominated_for, reaches
from ..position import YangtzePosition
from ..who import Shooter


def preview(pos: YangtzePosition, viewer: int | None) -> Preview | None:
    """In a step of fire: the first unit of this side that can fire, at its nearest legal target."""
    match pos.top if pos.stack else None:
        case Firing(stage, side) if side == viewer:
            shot = _first_shot(pos, stage, side)
            return shot and _counted(shot)
    return None


def _first_shot(pos: YangtzePosition, stage: str, side: int) -> Preview | None:
    for piece in pieces_of(pos, side):
        shooters = element(pos, piece, stage)
        for sight in legal_targets(pos, shooters).values():
            if sight.nominated is not None:
                able = [shooter for shooter in shooters if reaches(pos, shooter, sight)]
                mark = nominated_for(pos, able[0], sight)
                assert mark is not None
                return _shot(pos, able[0], mark)
    return None


def _shot(pos: YangtzePosition, shooter: Shooter, mark: int) -> Preview:
    grade = pos.book.units[unit_of(pos, shooter)].grade
    short = in_reach(pos, shooter, mark, arm_of(pos, shooter).short)
    factors = [Factor("factor.chart", chart(pos, grade, short), "7.10", {"grade": grade})]
    if controlled(pos, shooter):
        factors.append(Factor("factor.controlled", int(pos.book.charts["to_hit_mod"]["controlled_fire"]), "7.8"))
    rest = modifiers(pos, shooter) - (
        int(pos.book.charts["to_hit_mod"]["controlled_fire"]) if controlled(pos, shooter) else 0
    )
    if rest:
        factors.append(Factor("factor.moving_or_pinned", rest, "7.11"))
    need = need_at(pos, shooter, mark, short)
    if need.score != base_score(pos, shooter, short):
        factors.append(Factor("factor.hard_cover", need.score - base_score(pos, shooter, short), "8.2"))
    chance = (1, 36) if need.score == TWO_DICE else (7 - need.score, 6)
    chances = [Chance("chance.hit", *chance), Chance("chance.miss", chance[1] - chance[0], chance[1])]
    return Preview("preview.shot", factors, "to_hit", grade, chances)


def _counted(shot: Preview) -> Preview:
    """8.1: what is hit in the open falls, and who fires loses nobody by it."""
    chances = [structs.replace(each, yours=0, theirs=int(each.key == "chance.hit")) for each in shot.chances]
    return structs.replace(shot, chances=chances, average=AVERAGE)
