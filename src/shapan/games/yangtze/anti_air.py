"""10.3 Anti-aircraft fire."""

from __future__ import annotations

from shapan.ground.table import Pt
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, SideStep, Step, one

from .actions import HALT, Banish, Flak, Ready
from .dice import purpose, roll
from .flight import inward, on_edge
from .position import YangtzePosition, other, put
from .shooters import arm_of, fire_card, may_fire, muzzle
from .specs import SCALE


def air_attacks(pos: YangtzePosition) -> None:
    """10.3, R35: attacks are announced, and anti-aircraft weapons fire before anything else does."""
    for unit, kind, _, _ in pos.attack:
        pos.tell("10.2", "event.announces", unit=unit, kind=kind.split(":")[0])
    for side in (1, 0):
        if any(pos.owner[entry[0]] == other(side) for entry in pos.attack):
            pos.call("flak", side, ())


def flak_weapons(pos: YangtzePosition, side: int) -> list[int]:
    """10.3: halted automatic weapons that have not fired and do not cover an area, as pieces."""
    book = pos.book
    found = []
    for unit in pos.units_of(side):
        for figure in pos.standing[unit]:
            arm = arm_of(pos, figure)
            if arm.anti_air and fire_card(pos, figure) == HALT and may_fire(pos, figure):
                found.append(book.piece_of_figure(figure))
        for mount in book.guns[unit]:
            if (
                book.weapons[book.mounts[mount].weapon].anti_air
                and fire_card(pos, ~mount) == HALT
                and may_fire(pos, ~mount)
            ):
                found.append(book.piece_of_mount(mount))
    return found


def flak_refusal(pos: YangtzePosition, side: int, piece: int, aircraft: int) -> Refusal | None:
    entry = next((entry for entry in pos.attack if entry[0] == aircraft), None)
    if entry is None or pos.owner[aircraft] == side:
        return Refusal("10.3", "refusal.flak_target")
    kind, number = pos.book.what(piece)
    if kind == "unit" or piece not in flak_weapons(pos, side):
        return Refusal("10.3", "refusal.flak_weapon")
    shooter = ~number if kind == "mount" else number
    x, y, radius = muzzle(pos, shooter, entry[2], entry[3])
    reach = int(pos.book.charts["air"]["aa_range"]) * SCALE + radius
    if (x - entry[2]) ** 2 + (y - entry[3]) ** 2 > reach * reach:
        return Refusal("10.3", "refusal.flak_far")
    return None


class AntiAir(SideStep[YangtzePosition]):
    """10.3: which weapons fire at the aircraft; each rolls two dice, and fires at nothing else this turn."""

    name = "flak"
    case = "10.3"

    def settle(self, pos: YangtzePosition) -> bool:
        _, chosen = pos.frame
        if self._pairs(pos) or chosen:
            return True
        pos.done()
        return False

    def _pairs(self, pos: YangtzePosition) -> list[tuple[int, int]]:
        side, chosen = pos.frame
        taken = {piece for piece, _ in chosen}
        return [
            (piece, entry[0])
            for entry in pos.attack
            for piece in flak_weapons(pos, side)
            if piece not in taken and flak_refusal(pos, side, piece, entry[0]) is None
        ]

    def options(self, pos: YangtzePosition) -> Options:
        pairs = self._pairs(pos)
        return Options(one(Ready()), *(Group(Flak, piece, values=(aircraft,)) for piece, aircraft in pairs))

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        side, chosen = pos.frame
        match action:
            case Ready():
                return None
            case Flak(piece, aircraft):
                if any(piece == taken for taken, _ in chosen):
                    return Refusal("10.3", "refusal.fired")
                return flak_refusal(pos, side, piece, aircraft)
        return Refusal("10.3", "refusal.flak_first")

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        side, chosen = pos.frame
        if isinstance(action, Flak):
            pos.become(side, (*chosen, (action.weapon, action.aircraft)))
            return
        pos.done()
        for piece, aircraft in reversed(chosen):
            kind, number = pos.book.what(piece)
            arm = arm_of(pos, ~number if kind == "mount" else number)
            pos.fired |= 1 << (len(pos.book.figures) + number if kind == "mount" else number)
            roll(pos, int(pos.book.charts["air"]["aa_dice"]), "flak", aircraft, arm.anti_air_bonus, side)

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return "prompt.flak", {"side": pos.book.sides[pos.frame[0]]}


@purpose("flak")
def flak(pos: YangtzePosition, dice: int, aircraft: int, bonus: int, side: int) -> None:
    """10.3: twelve or more drives the aircraft off; one hit is enough."""
    if not any(entry[0] == aircraft for entry in pos.attack):
        return
    if dice + bonus < int(pos.book.charts["air"]["aa_score"]):
        pos.tell("10.3", "event.flak_misses", unit=aircraft, score=dice + bonus)
        return
    pos.tell("10.3", "event.flak_hits", unit=aircraft, score=dice + bonus)
    pos.attack = tuple(entry for entry in pos.attack if entry[0] != aircraft)
    pos.call("banish", aircraft, side)


class ChooseEdge(Step[YangtzePosition]):
    """10.3: the gunner's side says at which point of the edge the aircraft is put."""

    name = "banish"
    case = "10.3"

    def actor(self, pos: YangtzePosition) -> Actor:
        return pos.book.sides[pos.frame[1]]

    def _points(self, pos: YangtzePosition) -> list[Pt]:
        table = pos.book.table
        x, y, _ = pos.at[pos.frame[0]]
        return [(x, 0), (x, table.height), (0, y), (table.width, y)]

    def options(self, pos: YangtzePosition) -> Options:
        return Options(Group(Banish, pos.frame[0], values=self._points(pos)))

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        if not isinstance(action, Banish) or action.aircraft != pos.frame[0]:
            return Refusal("10.3", "refusal.banish_first")
        table = pos.book.table
        if not table.on_table(*action.point) or not on_edge(pos, *action.point):
            return Refusal("10.3", "refusal.banish_edge")
        return None

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        assert isinstance(action, Banish)
        unit, _ = pos.frame
        pos.done()
        x, y = action.point
        pos.at = put(pos.at, unit, (x, y, inward(pos, x, y)))
        pos.plan = put(pos.plan, unit, ("banished",))

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return "prompt.banish", {"unit": pos.frame[0]}
