"""How a staff officer of Shanghai Incident fights: attacks, support, losses, retreats and advances (7.0, 8.0, 16.3)."""

from __future__ import annotations

from typing import NamedTuple

from shapan.ground.hexes import bits
from shapan.kernel import amended
from shapan.kernel.staff import Advice
from shapan.mechanics.fire_and_movement.actions import Bombard, Done, Perish, Resist, Retreat, Support
from shapan.mechanics.fire_and_movement.advance import Advancing, advance_refusal
from shapan.mechanics.fire_and_movement.battle import odds
from shapan.mechanics.fire_and_movement.combat import Covering, Fighting, Joining, bombardments, may_attack, targets
from shapan.mechanics.fire_and_movement.exchange import Exchanging, candidates
from shapan.mechanics.fire_and_movement.resistance import perish_refusal, resist_refusal
from shapan.mechanics.fire_and_movement.retreat import Withdrawal, retreats, spelt
from shapan.mechanics.fire_and_movement.support import ready
from shapan.mechanics.fire_and_movement.terms import ASSAULT, BOMBARDMENT, Battle
from shapan.mechanics.verbs import Advance, Attack, Halt, Join, Lose, Resolve

from ..actions import Snipe
from ..combat import prey
from ..position import ShanghaiPosition
from ..sides import CHINESE, JAPANESE
from ..snipers import SNIPER, hideouts
from .goals import aims, goals
from .march import home_troops, stand
from .odds import columns, expectation, prize_of
from .picture import Picture
from .temper import PLAIN, Temper


def marker_cost(pos: ShanghaiPosition, temper: Temper) -> float:
    days = pos.book.days
    return temper.marker * (days - pos.turn) / days


# --- 7.1 attacks ------------------------------------------------------------------------------------


def fight(pos: ShanghaiPosition, at: Fighting, temper: Temper) -> list[Advice]:
    """The attack that promises most, with all who can take part and the support that pays."""
    side = at.side
    advice = [Advice(Done(), 0.0, "reason.enough")]
    for target in bits(targets(pos, side) & pos.zone_of(side)):
        stacks = _stacks(pos, side, target)
        if stacks:
            units = sum(stacks)
            best = with_support(pos, Battle(side, target, units, 0, 0, at.mobile, ASSAULT), temper)
            first = max(bits(units), key=lambda unit: pos.book.attack[unit][pos.steps[unit]])
            told = _odds(pos, best.battle)
            advice.append(Advice(Attack(first, target), best.worth - temper.threshold, "reason.attack", told))
    return [*advice, *_hunts(pos, side), *_bombardments(pos, at, temper)]


def _odds(pos: ShanghaiPosition, battle: Battle) -> dict[str, int | str]:
    """The column of a battle, and in per cent the chances to drive the defender away and to be thrown back."""
    column = odds(pos, battle).column
    chances = columns(pos.book)[column]
    heading: str = pos.book.crt.headings[""][column]
    swap = 0.0 if battle.mobile else chances.exchange
    return {
        "target": battle.target,
        "odds": heading,
        "chance": round(100 * (chances.one + chances.more)),
        "swap": round(100 * swap),
        "risk": round(100 * chances.repulse),
    }


def _stacks(pos: ShanghaiPosition, side: int, target: int) -> list[int]:
    """The stacks next to a hex that may still attack."""
    found: dict[int, int] = {}
    for unit in bits(pos.present & pos.book.roster[side]):
        if pos.book.around[target] >> pos.place[unit] & 1 and may_attack(pos, side, unit) is None:
            stack = pos.mates(unit)
            found[stack] = stack
    return list(found)


class Supported(NamedTuple):
    """A battle with as many markers as pay."""

    worth: float
    marker: int
    """The one to add next; 0 for none."""
    battle: Battle


def with_support(pos: ShanghaiPosition, battle: Battle, temper: Temper) -> Supported:
    """What a battle promises once the markers that pay are added."""
    prize, first = prize_of(pos, battle.target, temper), pos.book.first_marker
    best, wanted, now, chosen = expectation(pos, battle, prize, temper), 0, battle, battle
    if battle.side != pos.book.support_side:
        return Supported(best, 0, battle)
    cost = marker_cost(pos, temper)
    spent = 0.0
    for marker in sorted(
        ready(pos, battle.target, battle.markers), key=lambda at: -pos.book.markers[at - first].strength
    ):
        now = amended(now, markers=now.markers | 1 << marker - first)
        spent += cost
        gain = expectation(pos, now, prize, temper) - spent
        if gain > best + 0.01:
            best, chosen = gain, now
            wanted = wanted or (now.markers & ~battle.markers)
    return Supported(best, first + bits(wanted)[0] if wanted else 0, chosen)


def _hunts(pos: ShanghaiPosition, side: int) -> list[Advice]:
    """16.3: whoever has nothing better to attack goes after a sniper, at no risk."""
    found: list[Advice] = []
    for target in bits(prey(pos, side)):
        near = pos.book.around[target] | 1 << target
        for unit in bits(pos.present & pos.book.roster[side]):
            if near >> pos.place[unit] & 1 and may_attack(pos, side, unit) is None:
                found.append(Advice(Attack(unit, target), 0.02, "reason.hunt"))
    return found


def _bombardments(pos: ShanghaiPosition, at: Fighting, temper: Temper) -> list[Advice]:
    """8.4: before a pause markers that nobody needs may as well fire."""
    if pos.turn < pos.book.days or at.mobile:
        return []
    found: list[Advice] = []
    for group in bombardments(pos, at.side):
        marker = group.head[0]
        for target in group.values:
            mark = 1 << marker - pos.book.first_marker
            battle = Battle(at.side, target, 0, mark, 0, at.mobile, BOMBARDMENT)
            gain = expectation(pos, battle, prize_of(pos, target, temper), temper)
            found.append(Advice(Bombard(marker, target), 0.05 * gain, "reason.bombard"))
    return found


def join(pos: ShanghaiPosition, battle: Joining, temper: Temper) -> list[Advice]:
    """Whoever makes the attack better, then the markers that pay, then the die."""
    if battle.kind == SNIPER:
        return [Advice(Resolve(), 1.0, "reason.hunt")]
    now = with_support(pos, battle, temper)
    advice = [Advice(Resolve(), now.worth, "reason.resolve", _odds(pos, battle))]
    if battle.kind == ASSAULT:
        stacks = [stack for stack in _stacks(pos, battle.side, battle.target) if not stack & battle.units]
        everybody = with_support(pos, amended(battle, units=battle.units | sum(stacks)), temper) if stacks else now
        for stack in stacks:
            joined = with_support(pos, amended(battle, units=battle.units | stack), temper)
            worth = max(joined.worth, everybody.worth) - 0.001
            advice.append(Advice(Join(bits(stack)[0]), worth, "reason.join", _odds(pos, joined.battle)))
    if now.marker:
        advice.append(Advice(Support(now.marker), now.worth + 0.002, "reason.support", _odds(pos, now.battle)))
    return [*advice, *_snipers(pos, battle)]


def _snipers(pos: ShanghaiPosition, battle: Battle) -> list[Advice]:
    """16.3: a sniper costs nothing; he hampers most where Japanese units stand close."""
    into = battle.side == CHINESE and pos.book.shanghai >> battle.target & 1
    if not into or pos.sniped or -1 not in pos.snipers:
        return []
    around, mine = pos.book.around, pos.occupied[JAPANESE]
    return [
        Advice(Snipe(here), 20.0 + (around[here] & mine).bit_count(), "reason.snipe", {"hex": here})
        for here in bits(hideouts(pos, battle.target))
    ]


def cover(pos: ShanghaiPosition, battle: Covering, temper: Temper) -> list[Advice]:
    """8.3: the defender spends a marker where it spoils an attack that an even-tempered enemy would like."""
    attacker = PLAIN[battle.side]
    prize, first = prize_of(pos, battle.target, attacker), pos.book.first_marker
    now = expectation(pos, battle, prize, attacker)
    advice = [Advice(Resolve(), 0.0, "reason.face", _odds(pos, battle))]
    for marker in ready(pos, battle.target, battle.cover):
        covered = amended(battle, cover=battle.cover | 1 << marker - first)
        spoilt = now - expectation(pos, covered, prize, attacker)
        advice.append(
            Advice(Support(marker), spoilt - marker_cost(pos, temper) - 0.1, "reason.cover", _odds(pos, covered))
        )
    return advice


# --- 7.6 to 7.9 losses, retreats, advances ----------------------------------------------------------


def lose(pos: ShanghaiPosition, at: Exchanging, _: Temper) -> list[Advice]:
    """7.6: the step whose loss leaves most strength."""
    book = pos.book
    advice = []
    for unit in bits(candidates(pos, pos.alive(at.units))):
        steps = pos.steps[unit]
        less = book.attack[unit][steps] - book.attack[unit][steps - 1] + book.defence[unit][steps]
        less -= book.defence[unit][steps - 1]
        advice.append(Advice(Lose(unit), -less - 1.5 * (steps == 1), "reason.spare", {"unit": unit}))
    return advice


def withdraw(pos: ShanghaiPosition, go: Withdrawal, temper: Temper) -> list[Advice]:
    """7.7, 7.8: hold what decides the game or cannot be left; otherwise give way."""
    side, book = go.side, pos.book
    picture, wanted = Picture(pos, side, temper), goals(pos, side, temper)
    marches = aims(pos, wanted)
    advice: list[Advice] = []
    for unit in bits(go.left):
        here = pos.place[unit]
        ends = retreats(pos, go, unit)
        hold = min(wanted.get(here, 0.0), 2 * temper.city) / 3 + temper.held
        if side == JAPANESE:
            decisive = book.shanghai | book.city_hexes | book.fort_hexes
            hold = temper.stand_fast if decisive >> here & 1 else temper.held
        shunned = pos.shunned_by(side)
        for end in ends:
            worth = 0.02 * stand(picture, unit, end, marches) - hold
            price = 12.0 if any(shunned >> step & 1 for step in ends[end][1:]) else 0.0
            path = spelt(pos, side, ends[end])
            advice.append(Advice(Retreat(unit, path), worth - price, "reason.give_way", {"goal": end}))
        if resist_refusal(pos, go, unit) is None:
            strength = book.defence[unit][pos.steps[unit]]
            chance = 1.0 if go.free else min(1.0, strength / 6)
            fail = -hold if ends else -3.0
            worth = (1 - chance) * fail - temper.stubborn - 0.2 * (pos.steps[unit] == 1)
            known = {"hex": here, "chance": round(100 * chance)}
            advice.append(Advice(Resist(unit), worth, "reason.resist", known))
        if perish_refusal(pos, go, unit) is None:
            advice.append(Advice(Perish(unit), -9.0, "reason.perish"))
    return advice


def advance(pos: ShanghaiPosition, at: Advancing, temper: Temper) -> list[Advice]:
    """7.9: the strongest goes where the enemy was, if he stands better there."""
    side, target = at.side, at.target
    advice = [Advice(Halt(), 0.0, "reason.hold")]
    price = -12.0 if pos.shunned_by(side) >> target & 1 else 0.0
    picture, home = Picture(pos, side, temper), home_troops(pos, temper) if side == JAPANESE else 0
    for unit in bits(at.units):
        if advance_refusal(pos, at, unit) is None:
            wanted = aims(pos, goals(pos, side, temper, home=bool(home >> unit & 1)))
            gain = stand(picture, unit, target, wanted) - stand(picture, unit, pos.place[unit], wanted)
            strength = 0.01 * pos.book.attack[unit][pos.steps[unit]]
            advice.append(Advice(Advance(unit), gain + price + strength, "reason.follow", {"hex": target}))
    return advice
