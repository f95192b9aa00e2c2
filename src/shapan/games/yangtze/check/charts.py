"""The charts against the numbers that the rulebook prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from shapan.kernel import Finding

from .sheets import Sheets

PRINTED: Final[tuple[tuple[str, str, Any], ...]] = (
    ("4.1 command radius", "command.radius", 150),
    ("4.2 reduced radius", "command.radius_reduced", 75),
    ("4.3 bodyguards", "command.bodyguard_substitute", 50),
    ("5.1 MOVE", "movement.foot.MOVE", [100, 300]),
    ("5.2 SKIRMISH", "movement.foot.SKIRMISH", [25, 100]),
    ("5.3 CHARGE", "movement.foot.CHARGE", [100, 400]),
    ("5.3 the 100 mm", "standoff.distance", 100),
    ("7.5 rifle, BAR, LMG", "ranges.rifle", [200, 500]),
    ("7.5 MMG, HMG", "ranges.mmg", [200, 750]),
    ("7.5 SMG", "ranges.smg", [200, 0]),
    ("7.5 pistol, shotgun", "ranges.pistol", [100, 0]),
    ("7.5 artillery", "ranges.artillery", [200, 1500]),
    ("7.7 zone of an MMG", "beaten_zone.mmg", 75),
    ("7.7 zone of an LMG or BAR", "beaten_zone.bar", 50),
    ("7.7 zone of a grenade or shotgun", "beaten_zone.grenade", 25),
    ("7.10 class A", "to_hit.A", [3, 5]),
    ("7.10 class B", "to_hit.B", [4, 6]),
    ("7.10 class C", "to_hit.C", [5, 12]),
    ("7.11 controlled fire", "to_hit_mod.controlled_fire", -1),
    ("7.11 pinned firer", "to_hit_mod.firer_pinned", 1),
    ("8.3 soft", "confirm.soft", 9),
    ("8.3 hard", "confirm.hard", 11),
    ("8.3 hard plus", "confirm.hard_plus", 12),
    ("9.3 light HE", "beaten_zone.he_light", 50),
    ("9.3 medium shrapnel", "beaten_zone.shrapnel_medium", 125),
    ("9.4 medium guns", "artillery.min_medium", 200),
    ("9.4 ship's guns", "artillery.min_ship", 100),
    ("9.5 direct hit", "artillery.direct_hit_on_gun.destroyed_on", 12),
    ("10.2 strafing", "beaten_zone.strafe", [300, 50]),
    ("10.3 range", "air.aa_range", 300),
    ("10.3 score", "air.aa_score", 12),
    ("11.1 grenades", "grenade.hand_range", 100),
    ("11.3 launchers", "grenade.launcher_range", 400),
    ("12.1 disabled", "vehicle_damage.disabled", 10),
    ("12.1 machine gun", "vehicle_damage.mg_bonus", 3),
    ("12.2 wreck", "vessel_damage.wreck", 12),
    ("12.2 heavy shell", "vessel_damage.heavy_bonus", 2),
    ("13.2 doubling up", "melee.double_up_move", 50),
    ("13.4 overrun", "overrun.overrun_on", [1, 3, 5]),
    ("14.3 fails at", "morale.fail_at", 1),
    ("14.6 deserters", "morale.desert_fraction", 4),
    ("14.8 tank in a town", "vehicle_morale.tank_in_hostile_town", -4),
)


def numbers(sheets: Sheets) -> Iterator[Finding]:
    for what, path, printed in PRINTED:
        value: Any = sheets.charts
        for part in path.split("."):
            value = value[part]
        yield Finding(f"{what} is {printed}", value == printed, f"charts.toml: {path} = {value}")


def cards(sheets: Sheets) -> Iterator[Finding]:
    foot, cards = sheets.charts["movement"]["foot"], sheets.charts["cards"]
    same = all([cards[card]["min"], cards[card]["max"]] == foot[card] for card in foot)
    yield Finding("5.0 cards and movement chart agree", same)
