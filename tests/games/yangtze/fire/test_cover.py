"""8.1, 8.2, S5: what shelters a figure, told by the number that confirms a hit on it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import TOWER
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    FLEE,
    HALT,
    MOVE,
    RETREAT,
    SKIRMISH,
)
from shapan.games.yangtze.fire.cover import behind_hulk, effective, ground_cover, has_bonus, through_crops
from shapan.games.yangtze.fire.scores import shot_at
from shapan.games.yangtze.position import DISABLED
from shapan.games.yangtze.who import Figure, put
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
    for source in ((10000, 3000), (10000, 9000), (10200, 6100)):
        assert has_bonus(stage.pos, man, source) == (effective(stage.pos, man, source, bullets=False) == "hard+")


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


@pytest.mark.parametrize(("agreed", "cover"), [("marked", "soft"), ("all", "none")])
@rule("yangtze", "8.1", "5.2", "5.4")
def test_completely_open_ground_is_agreed_on(agreed: str, cover: str) -> None:
    stage = bare(completely_open=agreed)
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (500, 500))
    stage.card(HALT, squad)
    assert effective(stage.pos, man, (9000, 5000)) == cover


def _over_crops(*strips: tuple[int, int], level: int) -> tuple[Stage, Figure, Figure]:
    """A squad and a gang 400 mm apart, on hills of this level, with strips of wood between them."""
    hills = [
        {"k": "hill", "n": "Hill", "p": box(left, 300, right, 700), "level": step}
        for left, right in ((300, 700), (950, 1400))
        for step in range(1, level + 1)
    ]
    woods = [{"k": "light_wood", "n": "Wood", "p": box(left, 300, right, 700)} for left, right in strips]
    stage = bare(ground={"areas": hills + woods})
    (marine,) = stage.put(stage.unit("usmc_squad"), (600, 500))
    (bandit,) = stage.put(stage.unit("gang"), (1000, 500))
    stage.card("HALT", stage.unit("usmc_squad"), stage.unit("gang"))
    return stage, marine, bandit


@rule("yangtze", "S5")
def test_crops_far_below_the_line_of_fire_shelter_nobody() -> None:
    stage, marine, bandit = _over_crops((780, 850), level=2)
    assert shot_at(stage.pos, marine, bandit, False).cover == "none"
    stage, marine, bandit = _over_crops((780, 850), level=0)
    assert shot_at(stage.pos, marine, bandit, False).cover == "soft"


@rule("yangtze", "S5")
def test_crops_on_the_way_are_added_up() -> None:
    stage, marine, bandit = _over_crops((700, 720), (760, 780), level=0)
    assert shot_at(stage.pos, marine, bandit, False).cover == "soft"
    stage, marine, bandit = _over_crops((700, 712), (760, 772), level=0)
    assert shot_at(stage.pos, marine, bandit, False).cover == "none"


@rule("yangtze", "S5", "R20")
def test_a_shell_that_bursts_in_a_house_leaves_its_cover() -> None:
    stage = bare(ground={"buildings": [TOWER]})
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (640, 550))
    stage.card(HALT, squad)
    assert effective(stage.pos, man, (6600, 5500), bullets=False) == "hard+"
    assert effective(stage.pos, man, (6600, 5500), bullets=True) == "soft", "from within the room bullets find none"


@rule("yangtze", "S5")
def test_an_open_gate_is_no_wall() -> None:
    wall = {"k": "wall_low", "p": [[400, 700], [800, 700]], "gates": [[600, 700, 60]]}
    stage = bare(ground={"lines": [wall]})
    gang = stage.unit("gang")
    (man,) = stage.put(gang, (600, 520))
    stage.card(HALT, gang)
    stage.pos.shut = 0
    assert effective(stage.pos, man, (6000, 1000)) == "none"
    stage.pos.shut = 1
    assert effective(stage.pos, man, (6000, 1000)) == "hard"


@pytest.mark.parametrize(
    ("damage", "gap", "source", "sheltered"),
    [
        (DISABLED, 0, (1000, 100), True),
        (DISABLED, 25.0, (1000, 100), True),
        (DISABLED, 25.1, (1000, 100), False),
        (DISABLED, 10, (1000, 1100), False),
        (0, 10, (1000, 100), False),
    ],
)
@rule("yangtze", "S12.4", "S5")
def test_a_disabled_vehicle_within_25_mm_shelters_those_behind_it(
    damage: int, gap: float, source: tuple[int, int], sheltered: bool
) -> None:
    stage = bare()
    lorry, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(lorry, 1000, 500, 90)
    stage.pos.damage = put(stage.pos.damage, lorry, damage)
    south = max(edge[1] for edge in stage.pos.body(lorry)) / 10
    (man,) = stage.put(gang, (1000, south + 12.5 + gap))
    assert behind_hulk(stage.pos, man, (source[0] * 10, source[1] * 10)) == sheltered


@pytest.mark.parametrize(("deep", "sheltered"), [(25, True), (24, False)])
@rule("yangtze", "S5", "R150")
def test_25_mm_of_crops_on_the_way_are_soft_cover(deep: int, sheltered: bool) -> None:
    crops = [[900, 700], [1100, 700], [1100, 700 - deep], [900, 700 - deep]]
    stage = bare(ground={"areas": [{"k": "kaoliang", "p": crops}]})
    (man,) = stage.put(stage.unit("gang"), (1000, 700))
    assert through_crops(stage.pos, man, (10000, 3000), 0) == sheltered


@pytest.mark.parametrize(("gap", "bullets", "cover"), [(25, True, "soft"), (25.1, True, "open"), (25, False, "soft")])
@rule("yangtze", "9.5", "S5")
def test_a_gun_shelters_its_crew_in_a_house_too(gap: float, bullets: bool, cover: str) -> None:
    """Who fires inside is not kept off by the walls, but by the piece in front of them; a burst by the walls alone."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    gun, gang = stage.unit("us_gun_37"), stage.unit("gang")
    stage.model(gun, 560, 550)
    (man,) = stage.put(gun, (560 + 25 + 12.5 + gap, 550))
    (foe,) = stage.put(gang, (700, 550))
    assert stage.pos.room[man] == stage.pos.room[foe] == 0
    assert ground_cover(stage.pos, man, (7000, 5500), bullets) == cover
