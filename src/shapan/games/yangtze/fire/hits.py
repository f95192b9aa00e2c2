"""7.3 Rolling to fire and 8.0 Confirming hits: whether a shot hits, whom it strikes, and what becomes of him."""

from __future__ import annotations

from math import isqrt

from shapan.ground.table import OUTDOORS
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step, amended, one

from ..actions import Guard, Spare
from ..command import first_to_fall, rank, shielded
from ..dice import Lot, Stake, draw, roll
from ..position import ABOARD, STANDING, YangtzePosition
from ..vessels.damage import strike_body
from ..who import Figure
from .aimed import AtAnyone, AtFigure, AtGun, AtHull, Target
from .cover import BONUS, effective, lowered
from .scores import dice_for
from .volley import Blast, Strikes, Volley

BODYGUARD = "bodyguard"


class RollVolley(Step[YangtzePosition, Volley]):
    """All dice to hit, then for each hit whom it strikes and whether it is confirmed (S8). R86: leaders come last, so
    that nobody falls for one of them who is hit himself."""

    case = "7.3"

    def settle(self, pos: YangtzePosition, at: Volley) -> bool:
        if at.rolled < len(at.shots):
            roll(pos, dice_for(at.shots[at.rolled].score), ToHit())
        elif at.hits:
            turn = min(range(len(at.hits)), key=lambda number: _last(pos, at.hits[number].target))
            hit = at.hits[turn]
            pos.become(amended(at, hits=(*at.hits[:turn], *at.hits[turn + 1 :])))
            _strike(pos, at.blasts[hit.part], hit.target, hit.strict)
        else:
            pos.done()
        return False


class ToHit(Stake, frozen=True, tag="to_hit"):
    """7.10: this score or more; a natural 1 always misses (R13)."""

    def scored(self, pos: YangtzePosition, score: int) -> None:
        at = pos.top
        assert isinstance(at, Volley)
        shot = at.shots[at.rolled]
        unit, need = at.blasts[shot.part].unit, shot.score
        hit = score >= need and score > 1
        if unit is None:
            pos.tell("7.10", "event.blast_hits" if hit else "event.blast_misses", score=score, need=need)
        else:
            pos.tell("7.10", "event.hit" if hit else "event.miss", unit=unit, score=score, need=need)
        pos.become(amended(at, rolled=at.rolled + 1, hits=(*at.hits, shot.hit) if hit else at.hits))


def _last(pos: YangtzePosition, target: Target) -> int:
    """7.2, R86: how long a hit waits for the others of its volley."""
    return rank(pos, target.figure) if isinstance(target, AtFigure) else 0


def _strike(pos: YangtzePosition, blast: Blast, target: Target, strict: bool) -> None:
    if isinstance(target, AtHull | AtGun):
        strike_body(pos, target.unit, blast)
    elif isinstance(target, AtAnyone):
        if candidates := allotted(pos, blast):
            draw(pos, candidates, Struck(blast, strict))
    else:
        assert isinstance(target, AtFigure), "on bare ground nothing stands that could be hit"
        if not pos.doomed >> target.figure & 1:
            Struck(blast, strict).drawn(pos, target.figure)


def allotted(pos: YangtzePosition, blast: Blast) -> list[Figure]:
    """7.2, R21: the visible figures nearest to the fire, within a band of 50 mm; leaders last."""
    if blast.strikes is Strikes.BOARDERS:
        return first_to_fall(pos, (f for f in blast.visible if pos.fate[f] == ABOARD and not pos.doomed >> f & 1))
    left = [f for f in blast.visible if pos.fate[f] == STANDING and not pos.doomed >> f & 1]
    if not left or shielded(pos, left, (f for f in pos.alive(blast.at) if not pos.doomed >> f & 1)):
        return []
    return nearest_band(pos, blast, first_to_fall(pos, left))


def nearest_band(pos: YangtzePosition, blast: Blast, candidates: list[Figure]) -> list[Figure]:
    """R21: those nearest to the source of the fire, within a band of 50 mm."""
    if not candidates:
        return []
    gaps = {f: _from(pos, blast, f) for f in candidates}
    near = min(gaps.values())
    return [f for f in candidates if gaps[f] <= near + pos.book.casualty_band]


def _from(pos: YangtzePosition, blast: Blast, figure: Figure) -> int:
    far = isqrt((pos.x[figure] - blast.x) ** 2 + (pos.y[figure] - blast.y) ** 2)
    return far - pos.book.figures[figure].radius


class Struck(Lot, frozen=True, tag="struck"):
    """8.1, 8.3: without cover the figure is removed; otherwise the hit must be confirmed."""

    blast: Blast
    strict: bool

    def drawn(self, pos: YangtzePosition, figure: Figure) -> None:
        if self.blast.strikes is Strikes.GRENADE:
            grenade_strikes(pos, figure, self.blast, self.strict)
            return
        if self.blast.strikes is Strikes.BOARDERS:
            fall(pos, figure, self.blast)
            return
        source, aimed = (self.blast.x, self.blast.y), self.blast.strikes is not Strikes.BURST
        cover = effective(pos, figure, source, aimed, self.blast.floor)
        if self.blast.he:
            cover = lowered(pos, cover)
        need = confirms_on(pos, cover, self.strict)
        if need == 0:
            fall(pos, figure, self.blast)
        else:
            roll(pos, 2, Confirming(figure, need, self.blast))


def grenade_strikes(pos: YangtzePosition, figure: Figure, blast: Blast, strict: bool) -> None:
    """11.1, R36: one die in the open or in a confined place, two dice in cover."""
    chart = pos.book.charts["grenade"]
    if blast.room != OUTDOORS and pos.room[figure] == blast.room:
        roll(pos, 1, Confirming(figure, int(chart["confirm_confined"]), blast))
        return
    cover = effective(pos, figure, (blast.x, blast.y), False, blast.floor, thrown=True)
    if cover == "none":
        roll(pos, 1, Confirming(figure, int(chart["confirm_open"]), blast))
    else:
        roll(pos, 2, Confirming(figure, confirms_on(pos, cover, strict), blast))


def confirms_on(pos: YangtzePosition, cover: str, strict: bool) -> int:
    """8.3, R16: the score that confirms a hit; zero when none is needed."""
    return pos.book.confirm["hard_plus" if strict and cover == BONUS else cover.rstrip("+")]


class Confirming(Stake, frozen=True, tag="confirm"):
    """8.3 confirmed; 8.4 otherwise the target is pinned through the next turn."""

    figure: Figure
    need: int
    blast: Blast

    def scored(self, pos: YangtzePosition, score: int) -> None:
        piece = pos.book.piece_of_figure(self.figure)
        if score >= self.need:
            pos.tell("8.3", "event.confirmed", piece=piece, score=score, need=self.need)
            fall(pos, self.figure, self.blast)
            return
        pos.tell("8.4", "event.pinned", piece=piece, score=score, need=self.need)
        pin(pos, self.figure)


def pin(pos: YangtzePosition, figure: Figure) -> None:
    """8.4, R22: the figure; with the switch its whole unit."""
    if pos.book.switches["pin_scope"] == "unit":
        for mate in pos.standing[pos.book.figures[figure].unit]:
            pos.pinned_next |= 1 << mate
    else:
        pos.pinned_next |= 1 << figure


def fall(pos: YangtzePosition, figure: Figure, blast: Blast) -> None:
    """A figure is hit for good: 4.3 bodyguards, 7.2 leaders last, then it is removed at the end of the step."""
    guards = bodyguards(pos, figure)
    if guards:
        pos.then(Guarding(figure, guards))
        return
    mates = stand_ins(pos, figure, blast) if blast.radius and not blast.sniper else []
    if mates:
        draw(pos, mates, StandIn())
    else:
        doom(pos, figure)


class StandIn(Lot, frozen=True, tag="stand_in"):
    """7.2, R25: this one falls in his leader's place."""

    def drawn(self, pos: YangtzePosition, figure: Figure) -> None:
        doom(pos, figure)


def doom(pos: YangtzePosition, figure: Figure) -> None:
    pos.doomed |= 1 << figure
    pos.tell("8.1", "event.falls", piece=pos.book.piece_of_figure(figure))


def bodyguards(pos: YangtzePosition, figure: Figure) -> tuple[Figure, ...]:
    """4.3, R26: bodyguards of this leader within 50 mm who still stand."""
    book = pos.book
    unit = book.figures[figure].unit
    if not pos.leads(figure) or book.units[unit].kind != "command":
        return ()
    return tuple(
        mate
        for mate in pos.standing[unit]
        if book.figures[mate].role == BODYGUARD
        and not pos.doomed >> mate & 1
        and pos.within(mate, figure, book.bodyguard_reach)
    )


def stand_ins(pos: YangtzePosition, leader: Figure, blast: Blast) -> list[Figure]:
    """7.2, R25: a leader hit in a zone is replaced by the nearest other of his unit in that zone, else by one of the
    others as R21 draws them; R63: an officer by his sergeants. R26: a warlord by nobody but a bodyguard close by."""
    unit = pos.book.figures[leader].unit
    if not pos.leads(leader) or any(pos.book.figures[f].role == BODYGUARD for f in pos.book.men[unit]):
        return []
    own = rank(pos, leader)
    lower = [f for f in pos.standing[unit] if not pos.doomed >> f & 1 and rank(pos, f) < own]
    inside = [f for f in lower if f in blast.caught]
    if inside:
        return [min(inside, key=lambda f: (pos.apart(f, leader), f))]
    return nearest_band(pos, blast, lower)


class Guarding(Frame, step="guard"):
    """4.3: a leader has been hit who has bodyguards near by."""

    leader: Figure
    guards: tuple[Figure, ...]
    """The bodyguards of whom one may fall in his place."""


class ChooseGuard(Step[YangtzePosition, Guarding]):
    """4.3: may a bodyguard fall in his leader's place?"""

    case = "4.3"

    def actor(self, pos: YangtzePosition, at: Guarding) -> Actor:
        return pos.book.sides[pos.owner[pos.book.figures[at.leader].unit]]

    def options(self, pos: YangtzePosition, at: Guarding) -> Options:
        pieces = tuple(pos.book.piece_of_figure(figure) for figure in at.guards)
        return Options(Group(Guard, values=pieces), one(Spare()))

    def refusal(self, pos: YangtzePosition, at: Guarding, action: Action) -> Refusal | None:
        match action:
            case Spare():
                return None
            case Guard(piece):
                return None if pos.book.as_figure(piece) in at.guards else Refusal("4.3", "refusal.guard_far")
        return Refusal("4.3", "refusal.guard_first")

    def apply(self, pos: YangtzePosition, at: Guarding, action: Action) -> None:
        pos.done()
        if isinstance(action, Guard):
            doom(pos, pos.book.the_figure(action.figure))
        else:
            doom(pos, at.leader)

    def prompt(self, pos: YangtzePosition, at: Guarding) -> tuple[str, dict[str, Param]]:
        return "prompt.guard", {"piece": pos.book.piece_of_figure(at.leader)}
