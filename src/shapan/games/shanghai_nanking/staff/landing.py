"""The Japanese staff at sea: replacements, where reinforcements land, and how the 10th Army goes inland (8.3, 8.4)."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Pass

from ..actions import Advance, Assault, Land, Replace
from ..beaches import Inland, inland_hexes
from ..landings import Assaulting, Landing, Replacing, landing_hexes, pending, replaceable
from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from ..stacking import legal
from .ground import NO_WAY
from .picture import Picture
from .settle import nearest
from .temper import Temper

CROWDED: Final = 4.0
HEXES: Final = 4
"""An army of four formations needs as many hexes; each that is missing costs units (6.0)."""


def replace(pos: CampaignPosition, _at: Replacing, _temper: Temper) -> list[Advice]:
    """8.3: the regiment that gains most, nearest to the enemy."""
    contact = pos.front(JAPANESE).adjacent
    factors = pos.book.factors
    advice = [
        Advice(
            Replace(unit),
            1.0 + factors[unit][-1] - factors[unit][1] + 0.1 * factors[unit][-1] + (contact >> pos.place[unit] & 1),
            "reason.replace",
        )
        for unit in replaceable(pos)
    ]
    return [*advice, Advice(Pass(), 0.0, "reason.done")]


def land(pos: CampaignPosition, _at: Landing, temper: Temper) -> list[Advice]:
    """8.4: formation by formation to the beach from which it can do most."""
    picture = Picture(pos, JAPANESE, temper)
    advice: list[Advice] = []
    for unit in pos.waiting(JAPANESE):
        sites = landing_hexes(pos, unit)
        if not sites:
            continue
        for site in bits(sites):
            worth = beach_worth(picture, unit, site)
            if worth > 0:
                advice.append(Advice(Land(unit, site), worth, "reason.land", {"hex": pos.book.grid.name(site)}))
        if advice:
            break
    return [*advice, Advice(Pass(), 0.0, "reason.delay" if pos.waiting(JAPANESE) else "reason.ashore")]


def beach_worth(picture: Picture, unit: int, site: int) -> float:
    """Near to what has to be taken, lightly held, with room for everybody; where the formation already goes."""
    pos, book = picture.pos, picture.pos.book
    entry = book.lists[book.list_of[unit]]
    if not entry.landing:
        return 10.0 + (site == book.key_hex)
    fleet = [mate for mate, there in pos.at_sea if there == site]
    company = [*picture.stacks[JAPANESE].get(site, ()), *fleet]
    formation = book.formation[unit]
    comrades = sum(1 for mate in fleet if book.formation[mate] == formation)
    worth = 10.0 + 3.0 * comrades - 0.08 * (army_way(picture, site) if entry.one_site else nearest(picture, site))
    worth -= 0.8 * picture.strength(site) if pos.occupied[CHINESE] >> site & 1 else 0.0
    if entry.two_hex_advance:
        return worth - CROWDED * max(0, HEXES - _room(pos, site))
    rest = [mate for mate in pos.waiting(JAPANESE) if book.formation[mate] == formation]
    if not legal(pos, JAPANESE, [*company, *rest]):
        worth -= 6.0
    return worth if legal(pos, JAPANESE, [*company, unit]) else worth - 20.0


def _room(pos: CampaignPosition, site: int) -> int:
    """8.4.1, 6.2: hexes that a whole army finds free, the beach and those next to it."""
    taken = pos.occupied[CHINESE] | pos.occupied[JAPANESE]
    return (pos.book.terrain.steps[site] & ~taken).bit_count() + (not pos.occupied[JAPANESE] >> site & 1)


def army_way(picture: Picture, site: int) -> float:
    """How far the open cities are from a beach on the mean, and Shanghai as far as the army is meant for it."""
    pos, ground = picture.pos, picture.ground
    goals = ground.goals_outside(pos.japanese_held)
    cities = sum(ground.march[goal].get(site, NO_WAY) for goal in goals) / max(1, len(goals))
    share = picture.temper.to_shanghai
    return (1 - share) * cities + share * ground.to_key.get(site, NO_WAY)


def assault(pos: CampaignPosition, _at: Assaulting, temper: Temper) -> list[Advice]:
    """8.4: the hardest beach first, while all markers are at hand."""
    picture = Picture(pos, JAPANESE, temper)
    return [
        Advice(Assault(site), picture.strength(site), "reason.land", {"hex": pos.book.grid.name(site)})
        for site in pending(pos)
    ]


def inland(pos: CampaignPosition, at: Inland, temper: Temper) -> list[Advice]:
    """8.4.1: formations leave the beach together until what stays there may stay (6.2)."""
    picture = Picture(pos, JAPANESE, temper)
    book = pos.book
    free = inland_hexes(pos, at.site, at.forced)
    crowd = picture.stacks[JAPANESE].get(at.site, [])
    crowded = not legal(pos, JAPANESE, crowd)
    advice: list[Advice] = []
    for unit in bits(at.units):
        formation = book.formation[unit]
        staying = sum(1 for mate in crowd if book.formation[mate] == formation)
        for there in bits(free):
            company = picture.stacks[JAPANESE].get(there, [])
            if not legal(pos, JAPANESE, [*company, unit]):
                continue
            friends = sum(1 for mate in company if book.formation[mate] == formation)
            strangers = len(company) - friends
            worth = 5.0 * crowded + 2.0 * friends - 4.0 * strangers - 0.3 * staying - 0.05 * nearest(picture, there)
            worth -= 0.5 if pos.occupied[CHINESE] >> there & 1 else 0.0
            advice.append(Advice(Advance(unit, there), worth, "reason.inland", {"hex": book.grid.name(there)}))
    return [*advice, Advice(Pass(), 0.0 if not crowded else -50.0, "reason.done")]
