"""10.3 Anti-aircraft fire."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.ground.table import Pt
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, SideFrame, SideStep, Step, amended, one
from shapan.mechanics.sides import other

from ..actions import HALT, Banish, Bomb, Flak, Ready
from ..dice import Dice, Stake
from ..fire.aimed import AtHull
from ..fire.elements import why_silent
from ..fire.shooters import arm_of, bit_of, fire_card, in_arc, may_fire, met, muzzle, shooter_of, unit_of
from ..fire.trials import Modifier, Trial
from ..orders.planned import Banished
from ..place import Pose, move
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Model, Mounted, Piece, Shooter, Unit, put
from .flight import attack_of, inward, on_edge

FLAK_BONUS: Final = "factor.flak_bonus"


def air_attacks(pos: YangtzePosition) -> None:
    """10.3, R35: attacks are announced, and anti-aircraft weapons fire before anything else does."""
    for attack in pos.attacks:
        pos.tell("10.1" if attack.kind == Bomb.verb else "10.2", "event.announces", unit=attack.unit, kind=attack.kind)
    attacked = {other(pos.owner[attack.unit]) for attack in pos.attacks}
    pos.then(*(AntiAir(side) for side in sorted(attacked)))


def flak_weapons(pos: YangtzePosition, side: int) -> list[Piece]:
    """10.3: halted automatic weapons that have not fired and do not cover an area, as pieces."""
    book = pos.book
    found = []
    for unit in pos.units_of(side):
        for figure in pos.alive(unit):
            arm = arm_of(pos, figure)
            if arm.anti_air and _free_to_fire(pos, figure):
                found.append(book.piece_of_figure(figure))
        for mount in book.guns[unit]:
            gun = Mounted(mount)
            if arm_of(pos, gun).anti_air and _free_to_fire(pos, gun):
                found.append(book.piece_of_mount(mount))
    return found


def _free_to_fire(pos: YangtzePosition, shooter: Shooter) -> bool:
    """10.3: halted, unfired, and not in contact: who is fires only at those who touch him (R10)."""
    halts = fire_card(pos, shooter) == HALT and may_fire(pos, shooter)
    return halts and not met(pos, shooter, pos.touched)


def flak_shooter(pos: YangtzePosition, piece: Piece) -> Shooter:
    """The figure or mount that such a weapon is named by."""
    mount = pos.book.as_mount(piece)
    return pos.book.the_figure(piece) if mount is None else Mounted(mount)


def flak_refusal(pos: YangtzePosition, side: int, piece: Piece, aircraft: Unit) -> Refusal | None:
    attack = attack_of(pos, aircraft)
    if attack is None or pos.owner[aircraft] == side:
        return Refusal("10.3", "refusal.flak_target")
    if piece not in flak_weapons(pos, side):
        return Refusal(*_why_no_flak(pos, side, piece))
    shooter = flak_shooter(pos, piece)
    if not in_arc(pos, shooter, attack.x, attack.y):
        return Refusal("S12.8", "refusal.out_of_arc")
    x, y, radius = muzzle(pos, shooter, attack.x, attack.y)
    reach = int(pos.book.charts["air"]["aa_range"]) * SCALE + radius
    if (x - attack.x) ** 2 + (y - attack.y) ** 2 > reach * reach:
        return Refusal("10.3", "refusal.flak_far")
    return None


def _why_no_flak(pos: YangtzePosition, side: int, piece: Piece) -> tuple[str, str]:
    """The rule that keeps a piece from firing at aircraft."""
    shooter = shooter_of(pos, piece)
    mine = shooter is not None and pos.owner[unit_of(pos, shooter)] == side
    if shooter is None or not mine or not arm_of(pos, shooter).anti_air or fire_card(pos, shooter) != HALT:
        return "10.3", "refusal.flak_weapon"
    if pos.fired & bit_of(pos, shooter):
        return "10.3", "refusal.fired"
    if met(pos, shooter, pos.touched):
        return "6.2", "refusal.touched"
    return why_silent(pos, [shooter])


class Engagement(NamedTuple):
    """10.3: a weapon, as a piece, and the aircraft at which it fires."""

    weapon: Piece
    aircraft: Unit


class AntiAir(SideFrame, step="flak"):
    """10.3: a side says which of its weapons fire at aircraft."""

    chosen: tuple[Engagement, ...] = ()
    """The weapons that fire, in the order in which they were named."""


def flak_pairs(pos: YangtzePosition, at: AntiAir) -> list[Engagement]:
    """Each weapon that can still be given one of the aircraft."""
    then = _engaged(pos, at)
    return [
        Engagement(piece, attack.unit)
        for attack in pos.attacks
        for piece in flak_weapons(then, at.side)
        if flak_refusal(then, at.side, piece, attack.unit) is None
    ]


def _engaged(pos: YangtzePosition, at: AntiAir) -> YangtzePosition:
    """As it will be when the weapons that have been named have fired: their crews serve nothing else (S14.8)."""
    if not at.chosen:
        return pos
    then = pos.copy()
    for aim in at.chosen:
        then.fired |= bit_of(pos, flak_shooter(pos, aim.weapon))
    return then


class FireFlak(SideStep[YangtzePosition, AntiAir]):
    """10.3: which weapons fire at the aircraft; each rolls two dice, and fires at nothing else this turn."""

    case = "10.3"

    def settle(self, pos: YangtzePosition, at: AntiAir) -> bool:
        # S6.7: who is asked tells nothing of a weapon that hides below the aircraft.
        secret = any(pos.hidden >> unit & 1 for unit in pos.units_of(at.side))
        if secret or at.chosen or flak_pairs(pos, at):
            return True
        pos.done()
        return False

    def options(self, pos: YangtzePosition, at: AntiAir) -> Options:
        pairs = flak_pairs(pos, at)
        return Options(one(Ready()), *(Group(Flak, aim.weapon, values=(aim.aircraft,)) for aim in pairs))

    def refusal(self, pos: YangtzePosition, at: AntiAir, action: Action) -> Refusal | None:
        match action:
            case Ready():
                return None
            case Flak(piece, aircraft):
                if any(piece == aim.weapon for aim in at.chosen):
                    return Refusal("10.3", "refusal.fired")
                return flak_refusal(_engaged(pos, at), at.side, piece, aircraft)
        return Refusal("10.3", "refusal.flak_first")

    def apply(self, pos: YangtzePosition, at: AntiAir, action: Action) -> None:
        if isinstance(action, Flak):
            pos.become(amended(at, chosen=(*at.chosen, Engagement(action.weapon, action.aircraft))))
            return
        pos.done()
        pos.then(*(self._opens_up(pos, at.side, aim) for aim in at.chosen))

    def _opens_up(self, pos: YangtzePosition, side: int, aim: Engagement) -> Dice:
        """The dice of one weapon, which fires at nothing else this turn."""
        shooter = flak_shooter(pos, aim.weapon)
        pos.fired |= bit_of(pos, shooter)
        pos.flak |= bit_of(pos, shooter)
        pos.reveal(unit_of(pos, shooter), "S6.7")
        trial = flak_at(pos, shooter, aim.aircraft)
        return Dice(trial.dice, 0, FlakFire(aim.aircraft, _bonus(trial), side))

    def prompt(self, pos: YangtzePosition, at: AntiAir) -> tuple[str, dict[str, Param]]:
        return "prompt.flak", {"side": pos.book.sides[at.side]}


def flak_at(pos: YangtzePosition, shooter: Shooter, aircraft: Unit) -> Trial:
    """10.3: the dice of one weapon at an aircraft; a bonus of the weapon counts on the dice."""
    rules, bonus = pos.book.charts["air"], arm_of(pos, shooter).anti_air_bonus
    lines = [Modifier("factor.flak", int(rules["aa_score"]), "10.3")]
    if bonus:
        lines.append(Modifier(FLAK_BONUS, -bonus, "10.3"))
    score = sum(line.value for line in lines)
    return Trial(shooter, AtHull(aircraft), True, "none", tuple(lines), score, int(rules["aa_dice"]))


def _bonus(trial: Trial) -> int:
    return -sum(line.value for line in trial.lines if line.key == FLAK_BONUS)


class FlakFire(Stake, frozen=True, tag="flak"):
    """10.3: twelve or more drives the aircraft off; one hit is enough."""

    aircraft: Unit
    bonus: int
    side: int

    def scored(self, pos: YangtzePosition, dice: int) -> None:
        if attack_of(pos, self.aircraft) is None:
            return
        if dice + self.bonus < int(pos.book.charts["air"]["aa_score"]):
            pos.tell("10.3", "event.flak_misses", unit=self.aircraft, score=dice + self.bonus)
            return
        pos.tell("10.3", "event.flak_hits", unit=self.aircraft, score=dice + self.bonus)
        pos.attacks = tuple(attack for attack in pos.attacks if attack.unit != self.aircraft)
        pos.then(Banishing(self.aircraft, self.side))


class Banishing(Frame, step="banish"):
    """10.3: an aircraft has been driven off."""

    aircraft: Unit
    side: int
    """Whose gunners have hit it."""


class ChooseEdge(Step[YangtzePosition, Banishing]):
    """10.3: the gunner's side says at which point of the edge the aircraft is put."""

    case = "10.3"

    def actor(self, pos: YangtzePosition, at: Banishing) -> Actor:
        return pos.book.sides[at.side]

    def _points(self, pos: YangtzePosition, aircraft: Unit) -> list[Pt]:
        table = pos.book.table
        x, y, _ = pos.at[aircraft]
        return [(x, 0), (x, table.height), (0, y), (table.width, y)]

    def options(self, pos: YangtzePosition, at: Banishing) -> Options:
        return Options(Group(Banish, at.aircraft, values=self._points(pos, at.aircraft)))

    def refusal(self, pos: YangtzePosition, at: Banishing, action: Action) -> Refusal | None:
        if not isinstance(action, Banish) or action.aircraft != at.aircraft:
            return Refusal("10.3", "refusal.banish_first")
        table = pos.book.table
        if not table.on_table(*action.point) or not on_edge(pos, *action.point):
            return Refusal("10.3", "refusal.banish_edge")
        return None

    def apply(self, pos: YangtzePosition, at: Banishing, action: Action) -> None:
        assert isinstance(action, Banish)
        pos.done()
        x, y = action.point
        move(pos, (Model(at.aircraft), Pose(x, y, inward(pos, x, y))))
        pos.plan = put(pos.plan, at.aircraft, Banished())

    def prompt(self, pos: YangtzePosition, at: Banishing) -> tuple[str, dict[str, Param]]:
        return "prompt.banish", {"unit": at.aircraft}
