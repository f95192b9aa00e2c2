"""What is drawn around a unit: rings of movement and range, lines of sight; and what figures are turned towards."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.yangtze.table import GAME, Stage, bare

from shapan.games.yangtze.actions import MOVE
from shapan.games.yangtze.noted import FiredAt
from shapan.games.yangtze.who import Unit, numbered
from shapan.kernel import rule
from shapan.kernel.view import Aid


def facing() -> tuple[Stage, Unit, Unit]:
    """A squad of each side, 400 mm apart."""
    stage = bare()
    own = next(n for n, unit in numbered(stage.pos.book.units) if unit.side == 0 and unit.kind == "foot")
    enemy = next(n for n, unit in numbered(stage.pos.book.units) if unit.side == 1 and unit.kind == "foot")
    stage.row(own, 600, 600, 3)
    stage.row(enemy, 600, 200, 3)
    stage.card(MOVE, own, enemy)
    return stage, own, enemy


def drawn(stage: Stage, viewer: int, unit: Unit, layer: str) -> list[Aid]:
    pos = stage.pos
    return [aid for aid in pos.aids(pos.book.sides[viewer], pos.book.units[unit].id) if aid.layer == layer]


@rule("yangtze", "5.1")
def test_rings_show_the_least_and_the_most_of_the_card() -> None:
    stage, own, enemy = facing()
    rings = drawn(stage, 0, own, "reach")
    low, high = stage.pos.allowance(own, MOVE)
    assert [ring.label for ring in rings] == [f"MOVE {low // 10} mm", f"MOVE {high // 10} mm"]
    assert drawn(stage, 0, enemy, "reach") == [], "the enemy's card lies face down"


@rule("yangtze", "7.5")
def test_range_bands_are_measured_from_the_edge_of_the_base() -> None:
    stage, own, _ = facing()
    radius = stage.pos.book.units[own].radius
    short = stage.pos.book.weapons["rifle"].short
    band = next(aid for aid in drawn(stage, 0, own, "ranges") if aid.label == f"rifle {short // 10} mm")
    assert band.centre is not None
    assert band.at == (band.centre[0], band.centre[1] - short - radius)


@rule("yangtze", "S4")
def test_a_line_of_sight_tells_the_distance_and_a_hidden_enemy_gets_none() -> None:
    stage, own, enemy = facing()
    lines = [aid for aid in drawn(stage, 0, own, "sight") if aid.kind == "aid.line"]
    radius = stage.pos.book.units[own].radius
    assert [line.label for line in lines] == [f"{(4000 - 2 * radius) // 10} mm"]
    stage.pos.hidden |= 1 << enemy
    assert [aid for aid in drawn(stage, 0, own, "sight") if aid.kind == "aid.line"] == []
    assert drawn(stage, 0, enemy, "ranges") == []


def test_nothing_is_drawn_around_what_is_not_there() -> None:
    stage, *_ = facing()
    assert stage.pos.aids("us", "nobody") == []


@rule("yangtze", "7.4")
def test_figures_face_their_target_else_the_nearest_enemy_in_the_open() -> None:
    stage, own, enemy = facing()
    pos = stage.pos
    other = next(n for n in pos.book.every_unit if pos.owner[n] == 1 and n != enemy and pos.book.men[n])
    stage.row(other, 600, 1100, 1)
    first = pos.book.lexicon.pieces[pos.book.piece_of_figure(stage.men(own)[0])]

    def heading() -> int | None:
        return next(piece.heading for piece in pos.view("us").pieces if piece.id == first)

    assert heading() == 0
    pos.fire_at = (FiredAt(own, other),)
    assert heading() == 180


@pytest.mark.parametrize("scenario", ["s2_mission_rescue", "s6_arms_godown", "s7_tigers_tail"])
def test_hidden_things_draw_nothing(scenario: str) -> None:
    """Worlds that differ only in what a side does not know have the same drawings."""
    rng, pos = Random(3), GAME.start(scenario)
    for number in range(90):
        if pos.outcome:
            break
        pos.apply(pos.options().sample(rng))
        if number % 30 == 29:
            for side in pos.book.sides:
                world = pos.imagine(side, rng)
                for piece in [*pos.book.lexicon.pieces[:: len(pos.book.lexicon.pieces) // 12]]:
                    assert world.aids(side, piece) == pos.aids(side, piece)
