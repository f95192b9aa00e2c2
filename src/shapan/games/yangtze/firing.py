"""7.0 Firing: who fires when, how fire is declared, and how each kind of fire becomes a volley."""

from __future__ import annotations

from typing import Any, Final

from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import CHARGE, HALT, HE, MOVE, SHRAPNEL, SKIRMISH, Fire, Ready, Shell, Snipe, Throw
from .artillery import begin_shell, hull_score, rounds_left
from .candidates import lazily
from .cover import effective
from .dice import PURPOSES
from .grenades import begin_throw, throw_refusal, throw_targets, throwers
from .position import YangtzePosition, other
from .scores import BULLETS, base_score, with_cover
from .shooters import SHOTS, arm_of, bit_of, body_gap, fire_card, in_reach, may_fire, muzzle, sees_figure, unit_of
from .targets import Aim, aim, fit_for, legal_targets, middle, reaches, target_refusal
from .volley import ANYONE, Blast, body, fire

WINDOW: Final = "window"
HALT_FIRE: Final = "halt"
OTHER_FIRE: Final = "other"


def defensive_window(pos: YangtzePosition) -> None:
    """5.4, 6.1: halted units may fire at those who charge, before the charge goes on."""
    if CHARGE in pos.card:
        begin(pos, WINDOW)


def halt_fire(pos: YangtzePosition) -> None:
    """6.1, 7.1: units on HALT fire before all others, together."""
    begin(pos, HALT_FIRE)


def other_fire(pos: YangtzePosition) -> None:
    """7.1: then all others, together; aircraft attack now (R35)."""
    begin(pos, OTHER_FIRE)


def begin(pos: YangtzePosition, stage: str) -> None:
    pos.call("resolve", stage)
    pos.call("firing", stage, 1)
    pos.call("firing", stage, 0)


def cards_of(stage: str) -> tuple[str, ...]:
    return (MOVE, SKIRMISH) if stage == OTHER_FIRE else (HALT,)


def element(pos: YangtzePosition, piece: int, stage: str) -> list[int]:
    """7.2: the shooters that fire together under this piece: a unit's small arms, or one mount."""
    kind, number = pos.book.what(piece)
    cards = cards_of(stage)
    if kind == "mount":
        shooters = [~number]
    elif kind == "unit":
        if pos.card[number] not in cards and pos.riding(number) < 0 and not pos.book.units[number].carrier:
            return []
        shooters = [f for f in pos.alive(number) if not arm_of(pos, f).picks and arm_of(pos, f).roll in SHOTS]
    else:
        return []
    able = [s for s in shooters if fire_card(pos, s) in cards and may_fire(pos, s)]
    spoken_for = [shot for shot in pos.shots if shot[0] in ("fire", "shell", "throw") and shot[1] == piece]
    for shot in spoken_for:
        taken = set(firing_at(pos, able, shot))
        able = [s for s in able if s not in taken]
    if len(spoken_for) > 1:
        return []
    return able


def firing_at(pos: YangtzePosition, shooters: list[int], shot: tuple[Any, ...]) -> list[int]:
    """Those of the shooters who take part in a declared shot; the rest may be given one other target (S8.4)."""
    if shot[0] == "throw":
        return [s for s in shooters if s in throwers(pos, shot[1], shot[2])]
    if shot[0] == "shell":
        return shooters
    fit = fit_for(pos, shooters, shot[2])
    sight = aim(pos, fit, shot[2], 1 << 20) if fit else None
    return [s for s in fit if reaches(pos, s, sight)] if sight else []


def pieces_of(pos: YangtzePosition, side: int) -> list[int]:
    """Units and mounts of a side in play."""
    units = pos.units_of(side)
    return units + [pos.book.piece_of_mount(mount) for unit in units for mount in pos.book.guns[unit]]


def targets_for(pos: YangtzePosition, shooters: list[int], stage: str) -> list[int]:
    found = legal_targets(pos, shooters)
    if stage == WINDOW:
        return [target for target in found if pos.card[target] == CHARGE]
    return list(found)


def is_gun(pos: YangtzePosition, piece: int) -> bool:
    kind, number = pos.book.what(piece)
    if kind == "mount":
        return pos.book.weapons[pos.book.mounts[number].weapon].roll == "round"
    return kind == "unit" and pos.book.units[number].kind == "gun"


def gunner(pos: YangtzePosition, piece: int, stage: str) -> list[int]:
    """9.0: the shooter of a gun, if it can fire now."""
    kind, number = pos.book.what(piece)
    crew = [~number] if kind == "mount" else pos.alive(number)[:1]
    if any(shot[0] == "shell" and shot[1] == piece for shot in pos.shots):
        return []
    return [s for s in crew if fire_card(pos, s) in cards_of(stage) and may_fire(pos, s)]


def snipers(pos: YangtzePosition, unit: int, stage: str) -> list[int]:
    """7.2: the figures of a unit that may pick their target."""
    if any(shot[0] == "snipe" and shot[1] == unit for shot in pos.shots):
        return []
    marksmen = [f for f in pos.alive(unit) if arm_of(pos, f).picks]
    return [f for f in marksmen if fire_card(pos, f) in cards_of(stage) and may_fire(pos, f)]


def snipe_refusal(pos: YangtzePosition, marksmen: list[int], figure: int) -> Refusal | None:
    """7.2, 7.5: any visible enemy figure in range; the priorities do not bind a sniper. Civilians are spared (R66)."""
    book = pos.book
    unit = book.figures[figure].unit
    if pos.owner[unit] == pos.owner[book.figures[marksmen[0]].unit] or pos.hidden >> unit & 1:
        return Refusal("7.3", "refusal.target_enemy")
    if figure not in pos.standing[unit] or book.units[unit].kind == "civilian":
        return Refusal("7.3", "refusal.target_enemy")
    if not in_reach(pos, marksmen[0], figure, arm_of(pos, marksmen[0]).reach):
        return Refusal("7.5", "refusal.target_far", unit=unit)
    if not sees_figure(pos, marksmen[0], figure):
        return Refusal("7.5", "refusal.target_unseen", unit=unit)
    return None


def marks(pos: YangtzePosition, unit: int, stage: str) -> list[int]:
    """The figures that a sniper may pick, as pieces."""
    marksmen = snipers(pos, unit, stage)
    if not marksmen:
        return []
    found = []
    for enemy in pos.units_of(other(pos.owner[unit])):
        if stage == WINDOW and pos.card[enemy] != CHARGE:
            continue
        found += [f for f in pos.standing[enemy] if snipe_refusal(pos, marksmen, f) is None]
    return [pos.book.piece_of_figure(figure) for figure in found]


class Firing(Step[YangtzePosition]):
    """One side declares its fire of a stage; the other side learns nothing before both are ready."""

    name = "firing"
    case = "7.3"

    def settle(self, pos: YangtzePosition) -> bool:
        stage, side = pos.frame
        secret = any(pos.hidden >> unit & 1 for unit in pos.units_of(side))
        if secret or self._anything(pos, stage, side):
            return True
        pos.done()
        return False

    def _anything(self, pos: YangtzePosition, stage: str, side: int) -> bool:
        return any(len(group) for group in self.groups(pos, stage, side))

    def actor(self, pos: YangtzePosition) -> Actor:
        return pos.book.sides[pos.frame[1]]

    def groups(self, pos: YangtzePosition, stage: str, side: int) -> list[Group[Action]]:
        found: list[Group[Action]] = []
        for piece in pieces_of(pos, side):
            if is_gun(pos, piece):
                crew = gunner(pos, piece, stage)
                for kind in (HE, SHRAPNEL):
                    if crew and rounds_left(pos, piece, kind):
                        found.append(Group(Shell, piece, kind, values=lazily(targets_for, pos, crew, stage)))
                continue
            shooters = element(pos, piece, stage)
            if shooters:
                found.append(Group(Fire, piece, values=lazily(targets_for, pos, shooters, stage)))
            if piece < len(pos.book.units):
                if throwers(pos, piece, None, cards_of(stage)):
                    found.append(Group(Throw, piece, values=lazily(throw_targets, pos, piece, stage, cards_of(stage))))
                if snipers(pos, piece, stage):
                    found.append(Group(Snipe, piece, values=lazily(marks, pos, piece, stage)))
        return found

    def options(self, pos: YangtzePosition) -> Options:
        stage, side = pos.frame
        return Options(one(Ready()), *self.groups(pos, stage, side))

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        stage, side = pos.frame
        match action:
            case Ready():
                return None
            case Fire(piece, target):
                return self._mine(pos, side, piece) or self._fire(pos, piece, target, stage)
            case Shell(piece, kind, target):
                return self._mine(pos, side, piece) or self._shell(pos, piece, kind, target, stage)
            case Throw(unit, target):
                refusal = self._mine(pos, side, unit) or throw_refusal(pos, unit, target, cards_of(stage))
                return refusal or self._window(pos, target, stage)
            case Snipe(unit, piece):
                return self._mine(pos, side, unit) or self._snipe(pos, unit, piece, stage)
        return Refusal("7.3", "refusal.fire_first")

    def _mine(self, pos: YangtzePosition, side: int, piece: int) -> Refusal | None:
        kind, number = pos.book.what(piece)
        if kind == "figure":
            return Refusal("7.3", "refusal.not_yours")
        unit = pos.book.mounts[number].unit if kind == "mount" else number
        return None if pos.owner[unit] == side and pos.in_play(unit) else Refusal("7.3", "refusal.not_yours")

    def _window(self, pos: YangtzePosition, target: int, stage: str) -> Refusal | None:
        if stage == WINDOW and pos.card[target] != CHARGE:
            return Refusal("6.1", "refusal.window_chargers")
        return None

    def _fire(self, pos: YangtzePosition, piece: int, target: int, stage: str) -> Refusal | None:
        if is_gun(pos, piece):
            return Refusal("9.1", "refusal.shell_wanted")
        shooters = element(pos, piece, stage)
        if not shooters:
            return Refusal(*why_no_fire(pos, piece, stage))
        return target_refusal(pos, shooters, target) or self._window(pos, target, stage)

    def _shell(self, pos: YangtzePosition, piece: int, kind: str, target: int, stage: str) -> Refusal | None:
        if not is_gun(pos, piece):
            return Refusal("9.1", "refusal.no_gun")
        crew = gunner(pos, piece, stage)
        if not crew:
            return Refusal(*why_no_fire(pos, piece, stage))
        if not rounds_left(pos, piece, kind):
            return Refusal("9.3", "refusal.no_rounds")
        return target_refusal(pos, crew, target) or self._window(pos, target, stage)

    def _snipe(self, pos: YangtzePosition, unit: int, piece: int, stage: str) -> Refusal | None:
        kind, figure = pos.book.what(piece)
        if kind != "figure" or unit >= len(pos.book.units):
            return Refusal("7.2", "refusal.figure_wanted")
        marksmen = snipers(pos, unit, stage)
        if not marksmen:
            return Refusal("7.2", "refusal.not_sniper", unit=unit)
        refusal = snipe_refusal(pos, marksmen, figure)
        return refusal or self._window(pos, pos.book.figures[figure].unit, stage)

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        match action:
            case Ready():
                pos.done()
            case Fire(piece, target):
                pos.shots = (*pos.shots, ("fire", piece, target))
            case Shell(piece, kind, target):
                pos.shots = (*pos.shots, ("shell", piece, target, kind))
            case Throw(unit, target):
                pos.shots = (*pos.shots, ("throw", unit, target))
            case Snipe(unit, piece):
                pos.shots = (*pos.shots, ("snipe", unit, pos.book.what(piece)[1]))

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return f"prompt.fire_{pos.frame[0]}", {"side": pos.book.sides[pos.frame[1]]}


def why_no_fire(pos: YangtzePosition, piece: int, stage: str) -> tuple[str, str]:
    """The rule that keeps a unit or mount from firing now."""
    kind, number = pos.book.what(piece)
    unit = pos.book.mounts[number].unit if kind == "mount" else number
    card = pos.card[unit]
    if card == CHARGE:
        return "7.2", "refusal.charging_fire"
    if pos.forced_now(unit):
        return "14.4", "refusal.forced_fire"
    if pos.asleep >> unit & 1:
        return "S6.8", "refusal.asleep_fire"
    if card not in cards_of(stage):
        return "7.1", "refusal.fire_later"
    if any(pos.fired & bit_of(pos, f) for f in pos.book.men[unit]):
        return "7.1", "refusal.fired"
    return "7.2", "refusal.cannot_fire"


class Resolve(Step[YangtzePosition]):
    """S8: declared fire is resolved unit by unit; those who fall are removed at the end, so that all fire counts."""

    name = "resolve"
    case = "7.1"

    def settle(self, pos: YangtzePosition) -> bool:
        if pos.shots:
            shot = min(pos.shots, key=lambda entry: (entry[1], entry[0], entry[2]))
            left = list(pos.shots)
            left.remove(shot)
            pos.shots = tuple(left)
            carry_out(pos, shot, pos.frame[0])
            return False
        (stage,) = pos.frame
        pos.done()
        pos.call("bury")
        if stage == HALT_FIRE:
            PURPOSES["covering_rest"](pos)
        return False


def carry_out(pos: YangtzePosition, shot: tuple[Any, ...], stage: str) -> None:
    kind, piece, target = shot[:3]
    if kind == "fire":
        sort, number = pos.book.what(piece)
        shooters = [~number] if sort == "mount" else small_arms(pos, number, stage)
        fire_at_unit(pos, shooters, target)
    elif kind == "shell":
        sort, number = pos.book.what(piece)
        begin_shell(pos, ~number if sort == "mount" else pos.alive(number)[0], piece, target, shot[3])
    elif kind == "throw":
        begin_throw(pos, piece, target, cards_of(stage))
    else:
        snipe(pos, snipers(pos, piece, stage)[0], target)


def small_arms(pos: YangtzePosition, unit: int, stage: str) -> list[int]:
    armed = [f for f in pos.alive(unit) if not arm_of(pos, f).picks and arm_of(pos, f).roll in SHOTS]
    return [f for f in armed if fire_card(pos, f) in cards_of(stage) and may_fire(pos, f)]


def note_fire(pos: YangtzePosition, unit: int, target: int, shooters: list[int]) -> None:
    """7.4 who fires at whom; 7.1 once a turn; S6.7 fire lays a hidden unit open."""
    for shooter in shooters:
        pos.fired |= bit_of(pos, shooter)
    pos.fire_at = (*pos.fire_at, (unit, target))
    pos.reveal(unit, "S6.7")


def fire_at_unit(pos: YangtzePosition, shooters: list[int], target: int) -> None:
    """7.3: one volley of those shooters who reach the target."""
    shooters = fit_for(pos, shooters, target)
    sight = aim(pos, shooters, target, 1 << 20) if shooters else None
    if sight is None:
        return
    shooters = [s for s in shooters if reaches(pos, s, sight)]
    if not shooters:
        return
    unit = unit_of(pos, shooters[0])
    note_fire(pos, unit, target, shooters)
    pos.tell("7.3", "event.fires", unit=unit, unit2=target, count=len(shooters))
    if sight.nominated < 0:
        at_body(pos, unit, shooters, target)
        return
    small = [s for s in shooters if arm_of(pos, s).roll == "figure"]
    zones = [s for s in shooters if arm_of(pos, s).roll == "zone"]
    for shooter in reversed(zones):
        zone_fire(pos, unit, shooter, sight)
    if small:
        aimed_fire(pos, unit, small, sight)


def aimed_fire(pos: YangtzePosition, unit: int, shooters: list[int], sight: Aim) -> None:
    """7.2: one die for each figure; hits are allotted to the unit."""
    shots = []
    for shooter in shooters:
        arm = arm_of(pos, shooter)
        mark = sight.nearest if arm.nearest else sight.nominated
        x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
        score = base_score(pos, shooter, in_reach(pos, shooter, mark, arm.short))
        need = with_cover(pos, score, effective(pos, mark, (x, y)))
        shots.append((ANYONE, need.score, need.strict))
    own = [s for s in shooters if s >= 0]
    central = middle(pos, tuple(own)) if own else shooters[0]
    x, y, _ = muzzle(pos, central, pos.x[sight.nominated], pos.y[sight.nominated])
    weapon = arm_of(pos, shooters[0]).name
    fire(pos, Blast(unit, sight.target, x, y, BULLETS, weapon, visible=sight.visible), tuple(shots))


def zone_fire(pos: YangtzePosition, unit: int, shooter: int, sight: Aim) -> None:
    """7.7: the nominated figure first, then every other figure in the beaten zone that the weapon sees."""
    arm = arm_of(pos, shooter)
    mark = sight.nearest if arm.nearest else sight.nominated
    x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
    score = base_score(pos, shooter, in_reach(pos, shooter, mark, arm.short))
    centre = (pos.x[mark], pos.y[mark])
    shots = []
    for figure in (mark, *(f for f in in_zone(pos, centre, arm.zone) if f != mark)):
        friend = pos.owner[pos.book.figures[figure].unit] == pos.owner[unit]
        if figure == shooter or (friend and pos.book.switches["zone_spares_friends"]):
            continue
        if figure == mark or sees_figure(pos, shooter, figure):
            need = with_cover(pos, score, effective(pos, figure, (x, y)))
            shots.append((figure, need.score, need.strict))
    blast = Blast(unit, sight.target, x, y, BULLETS, arm.name, False, *centre, arm.zone, visible=sight.visible)
    fire(pos, blast, tuple(shots))


def in_zone(pos: YangtzePosition, centre: tuple[int, int], radius: int) -> list[int]:
    """7.7: all figures, friend or foe, whose base lies wholly or partly in the circle."""
    found = []
    for figures in pos.standing:
        for figure in figures:
            reach = radius + pos.book.figures[figure].radius
            if (pos.x[figure] - centre[0]) ** 2 + (pos.y[figure] - centre[1]) ** 2 <= reach * reach:
                found.append(figure)
    return found


def at_body(pos: YangtzePosition, unit: int, shooters: list[int], target: int) -> None:
    """12.1, 12.3: one die for each weapon; beaten zones do not multiply against vehicles and vessels."""
    groups: dict[str, list[tuple[int, int, bool]]] = {}
    for shooter in shooters:
        arm = arm_of(pos, shooter)
        score = base_score(pos, shooter, body_gap(pos, shooter, target) <= arm.short)
        if arm.hurts_small_boats and pos.book.units[target].hull == "small_boat":
            score = hull_score(pos, pos.book.units[unit].grade)
        groups.setdefault(arm.name, []).append((body(target), score, False))
    x, y, _ = muzzle(pos, shooters[0], *pos.at[target][:2])
    for name, shots in reversed(groups.items()):
        fire(pos, Blast(unit, target, x, y, BULLETS, name), tuple(shots))


def snipe(pos: YangtzePosition, shooter: int, figure: int) -> None:
    """7.2: a sniper's shot at one figure."""
    unit, target = pos.book.figures[shooter].unit, pos.book.figures[figure].unit
    note_fire(pos, unit, target, [shooter])
    pos.tell("7.2", "event.snipes", unit=unit, piece=pos.book.piece_of_figure(figure))
    x, y, _ = muzzle(pos, shooter, pos.x[figure], pos.y[figure])
    score = base_score(pos, shooter, in_reach(pos, shooter, figure, arm_of(pos, shooter).short))
    need = with_cover(pos, score, effective(pos, figure, (x, y)))
    blast = Blast(unit, target, x, y, BULLETS, "sniper_rifle", sniper=True)
    fire(pos, blast, ((figure, need.score, need.strict),))
