"""S6.7 Hidden units: from where they are seen, what lays them open, and what is not said of them before."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import way
from tests.games.yangtze.table import bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    MOVE,
    Card,
    Charge,
    Fire,
    March,
    Snipe,
)
from shapan.games.yangtze.movement.interrupts import unmask
from shapan.kernel import rule


@pytest.mark.parametrize(("gap", "hidden"), [(150.0, False), (150.1, True)])
@rule("yangtze", "S6.7")
def test_the_hidden_are_seen_from_150(gap: float, hidden: bool) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (725 + gap, 500))
    stage.pos.hidden |= 1 << gang
    stage.play(Card(squad, MOVE), March(squad, way((700, 500))), to="halt_fire")
    assert bool(stage.pos.hidden >> gang & 1) is hidden


@rule("yangtze", "S6.7")
def test_hidden_units_are_seen_near_by_only() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 500, 500, 3)
    stage.row(squad, 500, 676, 3)
    stage.pos.hidden = 1 << gang
    unmask(stage.pos)
    assert stage.pos.hidden
    assert not [piece for piece in stage.pos.view("us").pieces if piece.side == "cn"]
    assert [piece for piece in stage.pos.view("cn").pieces if piece.side == "cn"]
    stage.row(squad, 500, 675, 3)
    unmask(stage.pos)
    assert not stage.pos.hidden


@rule("yangtze", "S6.7", "5.3", "2")
def test_the_card_of_a_hidden_unit_is_not_shown_and_its_charge_lays_it_open() -> None:
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(900, 480, 1100, 600)}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 1000, 900, 2)
    stage.row(gang, 1000, 560, 2)
    stage.pos.hidden = 1 << gang
    stage.play(Card(gang, CHARGE), to="plan_actions")
    assert [event.params["unit"] for event in stage.told("revealed_card")] == ["us6"]
    stage.play(Charge(gang, squad), to="defensive_window")
    assert len(stage.told("revealed")) == 1
    assert stage.pos.refusal(Fire(squad, gang)) is None


@rule("yangtze", "S6.7", "7.3", "5.3")
def test_a_hidden_unit_is_refused_in_the_words_for_one_that_is_not_there() -> None:
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(900, 400, 1100, 600)}]})
    squad, sniper = stage.unit("usmc_squad"), stage.unit("usmc_sniper")
    gang, absent = stage.unit("gang"), stage.unit("militia")
    stage.row(squad, 1700, 800, 3)
    stage.row(sniper, 1000, 200, 2)
    stage.row(gang, 1000, 500, 2)
    stage.row(stage.unit("wl_rifles"), 1500, 650, 3)
    stage.pos.hidden = 1 << gang
    stage.play(Card(squad, CHARGE), to="plan_actions")
    words = [[str(stage.pos.refusal(Charge(squad, unit))) for unit in (gang, absent)]]
    stage.play(Charge(squad, stage.unit("wl_rifles")), to="halt_fire")
    words.append([str(stage.pos.refusal(Snipe(sniper, stage.piece(unit)))) for unit in (gang, absent)])
    assert all(hidden == missing != "None" for hidden, missing in words)


@rule("yangtze", "S6.7", "R99")
def test_riders_look_out_for_hidden_men() -> None:
    for gap, seen in ((150, True), (151, False)):
        stage = bare("s3_silver_trucks")
        truck, gang = stage.unit("truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90)
        stage.put(gang, (500, 525 + gap + 12.5))
        stage.pos.hidden = 1 << gang
        unmask(stage.pos)
        assert (not stage.pos.hidden) == seen
