"""How a staff officer plays Storm Over Taierzhuang.

The Japanese march on the town along one line of supply, soften it with guns and aircraft, enter in strength and fire
inside; once they hold it they cross the bridge, for all six victory areas decide the game at once. The Chinese fill the
town, keep a reserve south of the canal, delay with outposts, and strike back where their numbers tell; on the last turn
a single unit in the town is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from shapan.ground.areas import bits
from shapan.kernel.doctrine import Advice, anything, chance_for, lawful

from . import attacks, housekeeping, judgement, manoeuvres, marches
from .actions import All, Assault, Call, Fire, Go, Halt, Leave, Move, Pass, Play, Resolve, Wave
from .assault import COUNTER, FIRE
from .chits import piece
from .combat import attack_parts, defence_parts, total
from .fire import MODIFIERS
from .frames import attack, march
from .housekeeping import Officer
from .impulse import MANNER
from .position import CHINESE, TaierzhuangPosition, other
from .temper import CHINESE_OFFICERS, CHINESE_STAFF, FOLLOWED, JAPANESE_OFFICERS, JAPANESE_STAFF, Temper

LOOKED_AT: Final = 12
"""So much of the advice is tested against the rules before it is given."""


class Staff:
    """Advice for every decision of both sides."""

    routine = frozenset(
        {
            "set_up",
            "deploy",
            "damage",
            "stand",
            "discard",
            "guerrillas",
            "air_drop",
            "pak",
            "order",
            "reroll_test",
            "reroll_quantity",
        }
    )

    favourites: ClassVar[Mapping[str, str]] = {"japanese": "watchful"}
    """6.3: an army that never loses its supply seldom loses the game; docs/bots.md has the figures."""

    def __init__(
        self, tempers: tuple[Temper, Temper] = (JAPANESE_STAFF, CHINESE_STAFF), followed: bool = False
    ) -> None:
        self.tempers = tempers
        self.followed = followed

    def advise(self, pos: TaierzhuangPosition) -> list[Advice]:
        temper = self.tempers[pos.book.sides.index(pos.actor)]
        officer = ASKED.get(pos.step.name)
        return lawful(pos, officer(pos, temper) if officer else anything(pos), LOOKED_AT)

    def officers(self, side: str) -> Mapping[str, Staff]:
        return OFFICERS[side]

    def value(self, pos: TaierzhuangPosition, side: str) -> float:
        return chance_for(pos, side, judgement.japanese_chance)

    def features(self, pos: TaierzhuangPosition) -> tuple[float, ...]:
        return judgement.features(pos)


# --- 7.0 the impulse --------------------------------------------------------------------------------


def impulse(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    side = pos.frame[0]
    units = unit_actions(pos, temper, side)
    chits = [*calls(pos, temper, side), *assault_chits(pos, temper, side), *command_chit(pos, temper, side, units)]
    optional = [*manoeuvres.infiltrations(pos, temper, side), *manoeuvres.concentrations(pos, temper, side)]
    return [*units, *chits, *optional, pass_()]


def pass_() -> Advice:
    return Advice(Pass(), 0.0, "reason.pass")


def unit_actions(pos: TaierzhuangPosition, temper: Temper, side: int, used: int = 0, acted: int = 0) -> list[Advice]:
    """The Movement and Fire actions that promise something."""
    advice = []
    for plan in attacks.fires(pos, temper, side, used, acted):
        if plan.worth > 0:
            params = plan.outlook.params(plan.target)
            advice.append(Advice(Fire(plan.target, tuple(bits(plan.units))), plan.worth, "reason.fire", params))
    for march_plan in marches.marches(pos, temper, side, used, acted):
        if march_plan.worth > temper.least:
            params = marches.params(pos, side, march_plan.there, march_plan.units)
            advice.append(Advice(Move(tuple(bits(march_plan.units))), march_plan.worth, "reason.march", params))
    return advice


def calls(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """5.2: guns and aircraft where they hurt most; the Emperor's will where many Spent units face the enemy."""
    advice = []
    for chit in pos.book.chits_of[side]:
        if not pos.hands[chit]:
            continue
        effect = pos.book.chits[chit].effect
        if effect == "bombardment":
            for target, points, value in attacks.bombardments(pos, temper, side, chit):
                params = {"area": target, "points": f"{points:.1f}"}
                advice.append(Advice(Call(piece(pos, chit), target), value - temper.chit, "reason.bombard", params))
        elif effect == "recovery":
            for place, value in housekeeping.rallies(pos):
                advice.append(Advice(Call(piece(pos, chit), place), value, "reason.rally", {"area": place}))
    return advice


def assault_chits(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """Banzai, Night Attack, Resolute Defenders: when the best assault pays for the chit."""
    advice = []
    for effect, manner in MANNER.items():
        chit = attacks.chit_piece(pos, effect)
        if chit < 0 or pos.book.chit_side[pos.book.by_effect[effect]] != side:
            continue
        best = max(attacks.assaults(pos, temper, side, manner), key=lambda plan: plan.worth, default=None)
        if best and best.worth > temper.chit:
            price = 2 * temper.chit if manner == COUNTER else temper.chit
            advice.append(Advice(Play(chit), best.worth - price, "reason.assault", best.outlook.params(best.target)))
    return advice


def command_chit(pos: TaierzhuangPosition, temper: Temper, side: int, units: list[Advice]) -> list[Advice]:
    """Li Tsung Jen's Command: when several areas have something good to do at once."""
    chit = attacks.chit_piece(pos, "command")
    if side != CHINESE or chit < 0:
        return []
    best: dict[int, float] = {}
    for entry in units:
        if isinstance(entry.action, Move | Fire):
            here = pos.place_of(entry.action.units[0])
            best[here] = max(best.get(here, 0.0), entry.score)
    good = sorted(best.values(), reverse=True)[: temper.command]
    if len(good) < temper.command or good[-1] < 2 * temper.chit:
        return []
    return [Advice(Play(chit), good[0] + temper.chit, "reason.command")]


def command(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    side, _, used, acted = pos.frame
    return [*unit_actions(pos, temper, side, used, acted), Advice(Halt(), 0.0, "reason.hold")]


# --- 7.1 movement -----------------------------------------------------------------------------------


def marching(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """Where the group goes; on the way the Japanese leave somebody behind for the supply."""
    now = march(pos)
    if now.slip:
        return manoeuvres.slip(pos, temper)
    ways = marches.onward(pos, temper, now.side, now.group, now.here, now.left)
    advice = [
        Advice(
            Go(marches.next_leg(pos, now.side, path)),
            gain,
            "reason.march",
            marches.params(pos, now.side, path[-1], now.group),
        )
        for path, gain in ways
    ]
    if not now.moved:
        return advice
    advice.append(Advice(Halt(), 0.05, "reason.hold"))
    stay = marches.dropped(pos, temper, now.side, now.group, now.here)
    if stay and ways and ways[0][1] > 0.05:
        advice.append(Advice(Leave(stay), ways[0][1] + 1.0, "reason.link", {"area": now.here}))
    return advice


# --- 7.2 attacks ------------------------------------------------------------------------------------


def attacking(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """As it stands, as a Human Wave, with a chit: whatever is worth most."""
    now = attack(pos)
    outside = now.manner == FIRE and now.here != now.target
    defence = total(defence_parts(pos, other(now.side), now.target, outside))

    def judged(wave: bool, more: int) -> tuple[float, dict[str, object]]:
        strength = total(attack_parts(pos, now.side, now.group, now.bonus + more, wave))
        hope = attacks.outlook_of(
            pos,
            temper,
            now.side,
            now.target,
            margin=strength - defence,
            number=now.group.bit_count(),
            wave=wave,
            price=0.0,
        )
        return hope.worth, hope.params(now.target)

    worth, params = judged(now.wave, 0)
    advice = [Advice(Resolve(), worth, "reason.resolve", params), Advice(All(), worth - 1.0, "reason.join")]
    if not now.wave and not outside:
        worth, params = judged(True, 0)
        advice.append(Advice(Wave(), worth, "reason.wave", params))
    for effect in MODIFIERS:
        chit = attacks.chit_piece(pos, effect)
        if chit >= 0 and pos.book.chit_side[pos.book.by_effect[effect]] == now.side:
            worth, params = judged(now.wave, pos.book.chits[pos.book.by_effect[effect]].at)
            if effect == "spearhead":
                worth += temper.chit + temper.flipped * now.group.bit_count()
            advice.append(Advice(Play(chit), worth - temper.chit, "reason.chit", params))
    return advice


def assaulting(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    side, manner = pos.frame
    return [
        Advice(
            Assault(plan.target, tuple(bits(plan.units))),
            plan.worth,
            "reason.assault",
            plan.outlook.params(plan.target),
        )
        for plan in attacks.assaults(pos, temper, side, manner)
    ]


ASKED: Final[dict[str, Officer]] = {
    "impulse": impulse,
    "command": command,
    "move": marching,
    "attack": attacking,
    "assault": assaulting,
    "infiltrate": manoeuvres.infiltrating,
    "gather": manoeuvres.gathering,
    **housekeeping.ASKED,
}

OFFICERS: Final[dict[str, dict[str, Staff]]] = {
    "japanese": {name: Staff((temper, CHINESE_STAFF), name in FOLLOWED) for name, temper in JAPANESE_OFFICERS.items()},
    "chinese": {name: Staff((JAPANESE_STAFF, temper)) for name, temper in CHINESE_OFFICERS.items()},
}
"""Whoever leads one side thinks of the other as the staff does."""
