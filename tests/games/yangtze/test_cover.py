"""8.2, S5: what shelters a figure, told by the number that confirms a hit on it."""

from typing import Any

import pytest
from tests.games.yangtze.table import bare, box

from shapan.games.yangtze.actions import CHARGE, COWER, FLEE, HALT, MOVE, RETREAT, SKIRMISH
from shapan.games.yangtze.fire.cover import effective
from shapan.kernel import rule

FIELD = box(900, 550, 1300, 700)


def ground(kind: str) -> dict[str, Any]:
    return {"areas": [{"k": kind, "p": FIELD}]}


def line(kind: str, y: float) -> dict[str, Any]:
    """An obstacle from west to east at this height of the table."""
    return {"lines": [{"k": kind, "p": [[800, 1200 - y], [1300, 1200 - y]]}]}


def house(kind: str) -> dict[str, Any]:
    return {"buildings": [{"id": "h", "k": kind, "p": box(900, 600, 1100, 700), "windows": [[1000, 600]], "doors": []}]}


@pytest.mark.parametrize(
    ("template", "card", "laid", "cover"),
    [
        ("gov_rifles", HALT, None, "soft"),
        ("gov_rifles", SKIRMISH, None, "soft"),
        ("gov_rifles", MOVE, None, "none"),
        ("gang", HALT, None, "none"),
        ("gov_rifles", HALT, line("road", 625), "none"),
        ("gov_rifles", HALT, ground("paddy_wet"), "soft"),
        ("gov_rifles", HALT, ground("scrub"), "hard"),
        ("gov_rifles", MOVE, ground("scrub"), "none"),
        ("gang", SKIRMISH, ground("scrub"), "soft"),
        ("gang", COWER, ground("scrub"), "soft"),
        ("gov_rifles", COWER, ground("scrub"), "hard"),
        ("gov_rifles", COWER, ground("rocks"), "hard"),
        ("gov_rifles", HALT, ground("rocks"), "hard+"),
        ("gang", HALT, ground("rocks"), "hard"),
        ("usmc_squad", RETREAT, ground("rocks"), "soft"),
        ("gang", FLEE, ground("trench"), "none"),
        ("gov_rifles", CHARGE, ground("trench"), "none"),
        ("gov_rifles", HALT, ground("trench"), "hard_plus"),
        ("gov_rifles", MOVE, ground("trench"), "hard"),
        ("gang", HALT, line("hedge", 588), "soft"),
        ("gang", HALT, line("hedge", 587), "none"),
        ("gang", HALT, line("hedge", 330), "none"),
        ("gang", HALT, line("hedge", 650), "none"),
        ("gang", HALT, {**ground("scrub"), **line("wall_low", 600)}, "hard"),
        ("gang", HALT, {"areas": [{"k": "light_wood", "p": box(800, 400, 1300, 430)}]}, "soft"),
        ("gang", HALT, {"areas": [{"k": "light_wood", "p": box(800, 400, 1300, 424)}]}, "none"),
        ("gang", HALT, house("hut"), "soft"),
        ("gov_rifles", HALT, house("house"), "hard+"),
        ("gov_rifles", MOVE, house("house"), "soft"),
        ("gang", HALT, house("ruin"), "hard"),
        ("gov_rifles", HALT, house("pillbox"), "hard_plus"),
        ("gov_rifles", COWER, house("dugout"), "hard_plus"),
    ],
)
@rule("yangtze", "8.2", "5.1", "5.2", "5.3", "5.4", "S5", "R45", "R47")
def test_cover_by_ground_class_and_card(template: str, card: str, laid: dict[str, Any] | None, cover: str) -> None:
    """The fire comes from 300 mm to the north; a line shelters whoever stands within 25 mm behind it."""
    stage = bare(ground=laid)
    (man,) = stage.put(stage.unit(template), (1000, 625))
    stage.card(card, stage.unit(template))
    assert effective(stage.pos, man, (10000, 3000)) == cover


@rule("yangtze", "8.2", "R24", "R105")
def test_who_stays_behind_has_the_ground_as_it_is() -> None:
    """Of a unit that marches or charges: a man who is pinned or out of command."""
    for card in (MOVE, CHARGE):
        stage = bare(ground=ground("scrub"))
        company = stage.unit("gov_rifles")
        goes, stays = stage.row(company, 1000, 625, 2)
        stage.card(card, company)
        stage.pos.stuck = 1 << stays
        assert effective(stage.pos, goes, (10000, 3000)) == "none"
        assert effective(stage.pos, stays, (10000, 3000)) == "soft"


@pytest.mark.parametrize(("y", "bullets", "cover"), [(665, True, "hard"), (665, False, "soft"), (700, True, "soft")])
@rule("yangtze", "9.5", "8.2")
def test_a_gun_shelters_its_crew_from_bullets(y: float, bullets: bool, cover: str) -> None:
    """Soft within 25 mm of the piece, and class B on HALT makes it hard; elsewhere open ground, which it makes soft."""
    stage = bare()
    gun = stage.unit("wl_gun_light")
    stage.model(gun, 1000, 625)
    (gunner,) = stage.put(gun, (1000, y))
    stage.card(HALT, gun)
    assert effective(stage.pos, gunner, (10000, 3000), bullets) == cover
