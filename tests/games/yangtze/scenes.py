"""Ground and people that the tests of several chapters begin with."""

from __future__ import annotations

from typing import Any

from tests.games.yangtze.table import GAME, SIZE, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    MOVE,
    Card,
    Cover,
    March,
)
from shapan.games.yangtze.air.anti_air import AntiAir
from shapan.games.yangtze.fire.firing import DeclareFire
from shapan.games.yangtze.noted import Attack
from shapan.games.yangtze.orders.planned import Flying
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.setup import (
    SettingUp,
)
from shapan.games.yangtze.victory import worth
from shapan.games.yangtze.who import Figure, Unit, put

COTTAGE = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 700]]}


def say(stage: Stage, text: str) -> None:
    action = GAME.parse(stage.pos, text)
    assert stage.pos.refusal(action) is None, text
    stage.pos.apply(action, stage.events.append)


def setting(scenario: str = "s1_plum_village", side: int = 0, turn: int = 1) -> Stage:
    """A side sets up on a bare table with the zones of a scenario."""
    stage = bare(scenario)
    stage.pos.turn = turn
    stage.pos.stack = (SettingUp(side), stage.pos.stack)
    return stage


def refusal_of(stage: Stage, text: str) -> str | None:
    return case(stage.pos.refusal(GAME.parse(stage.pos, text)))


BROAD_RIVER = {"areas": [{"k": "river", "p": box(0, 400, 2400, 1200)}]}


Point = tuple[float, float]


FAR = (2300.0, 1100.0)


def way(*points: Point) -> tuple[tuple[int, int], ...]:
    return tuple((round(x * 10), round(y * 10)) for x, y in points)


def north(y: float) -> float:
    """Boards measure from the south."""
    return SIZE[1] - y


def line(kind: str, *points: Point, **more: Any) -> dict[str, Any]:
    return {"lines": [{"k": kind, "n": kind, "p": [[x, north(y)] for x, y in points], **more}]}


def area(kind: str, left: int, top: int, right: int, bottom: int, **more: Any) -> dict[str, Any]:
    return {"areas": [{"k": kind, "n": kind, "p": box(left, top, right, bottom), **more}]}


def house(kind: str = "two_storey") -> dict[str, Any]:
    """A house with a door and two windows; the door and one window look west."""
    holes = {"doors": [[600, north(520)]], "windows": [[600, north(480)], [750, north(520)]]}
    return {"buildings": [{"id": "h", "k": kind, "n": "House", "p": box(600, 450, 750, 600), **holes}]}


def marching(
    card: str, at: Point, ground: dict[str, Any] | None = None, template: str = "usmc_squad"
) -> tuple[Stage, Unit]:
    """A unit of one, alone on its part of the table, that is to plan its way."""
    stage = bare(ground=ground)
    unit = stage.unit(template)
    stage.put(unit, at)
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(unit, card), to="plan_actions")
    return stage, unit


NIGHT = "s6_arms_godown"


def storeyed(left: int, top: int, right: int, bottom: int, kind: str = "two_storey") -> dict[str, object]:
    """A house with a door and a window in its western wall."""
    door, window = [left, SIZE[1] - top - 70], [left, SIZE[1] - top - 30]
    walls = box(left, top, right, bottom)
    return {"id": "h", "k": kind, "n": "House", "p": walls, "doors": [door], "windows": [window]}


def upstairs(stage: Stage, *figures: Figure) -> None:
    for figure in figures:
        move(stage.pos, (figure, Spot(stage.pos.x[figure], stage.pos.y[figure], 1, 0)))


STOREHOUSE = {"id": "h", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}


TOWNHOUSE = {"id": "h", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 600]]}


WATER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


FIRING = DeclareFire()


TOWER = {"id": "t", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [], "windows": [[600, 650]]}


def fired(stage: Stage) -> list[tuple[object, object]]:
    """At whom each volley went, and with how many weapons."""
    return [(event.params["unit2"], event.params["count"]) for event in stage.told("fires")]


def facing(charger: str = "gang", charged: str = "usmc_squad") -> tuple[Stage, Unit, Unit]:
    stage = bare()
    one, two = stage.unit(charger), stage.unit(charged)
    stage.put(one, (500, 500), (500, 460), (500, 420))
    stage.put(two, (525, 500), (560, 500), (595, 500))
    stage.card(CHARGE, one)
    stage.card(HALT, two)
    return stage, one, two


def points(stage: Stage, name: str, side: int) -> int:
    """What an objective is worth to a side now."""
    return worth(stage.pos, next(e for e in stage.pos.book.objectives if e.id == name), side)


def robbed_lorry() -> tuple[Stage, Unit, Unit]:
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.put(gang, (500, 538), (530, 538), (470, 538), (560, 538))
    stage.card(HALT, gang)
    return stage, truck, gang


def raid(*weapons: tuple[str, float]) -> tuple[Stage, Unit, list[Figure]]:
    """A warlord's aeroplane drops its bomb at (500, 500); American weapons stand so far from there, edge to point."""
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 900, 500, 90)
    stage.card(MOVE, plane)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((9000, 5000),)))
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
    gunners = []
    for number, (template, gap) in enumerate(weapons):
        unit = stage.unit(template)
        (man,) = stage.put(unit, (500 + 30 * number, 500 - gap - 12.5))
        stage.card(HALT, unit)
        gunners.append(man)
    stage.pos.stack = (AntiAir(0), stage.pos.stack)
    return stage, plane, gunners


def past_marker(beside: float, count: int = 1) -> Stage:
    """Two bandits march past a covered point; the nearer one so far beside it."""
    stage = bare()
    gun, squad, gang = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gun, (500, 500), (500, 530))
    stage.put(squad, (500, 560))
    stage.put(gang, (900 + beside, 700), (1000 + beside, 700))
    cover = Cover(stage.piece(gun), count, (9000, 5500))
    stage.play(cover, Card(gang, MOVE), March(gang, way((900 + beside, 400))), to="halt_fire")
    return stage
