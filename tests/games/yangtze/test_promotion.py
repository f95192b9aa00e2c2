"""4.1 Field promotion, where players agree on it."""

import pytest
from tests.games.yangtze.scenes import refusal_of, say
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.actions import (
    Promote,
)
from shapan.games.yangtze.movement.ways import able
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.position import LOST, STANDING
from shapan.games.yangtze.promotion import Promotion, leaderless, promotions
from shapan.kernel import rule


@pytest.mark.parametrize("choice", [1, 3])
@rule("yangtze", "4.1", "R3")
def test_a_unit_names_its_new_leader_a_turn_after_the_loss(choice: int) -> None:
    stage = bare(field_promotion=True)
    squad = stage.unit("usmc_squad")
    men = stage.row(squad, 500, 500, 5)
    stage.pos.remove(men[:1], LOST)
    stage.pos.stack = (Orders(0, True), ())
    stage.pos.then(*promotions(stage.pos))
    stage.settle()
    assert not isinstance(stage.pos.top, Promotion), "not in the turn of the loss"
    stage.pos.then(*promotions(stage.pos))
    stage.settle()
    assert isinstance(stage.pos.top, Promotion)
    assert stage.pos.actor == "us"
    names = stage.pos.book.lexicon.pieces
    pieces = [stage.pos.book.piece_of_figure(man) for man in men]
    assert {*stage.pos.options()} == {Promote(piece) for piece in pieces[1:]}
    assert refusal_of(stage, "ready") == "4.1"
    assert refusal_of(stage, f"promote {names[pieces[0]]}") == "4.1", "he is dead"
    say(stage, f"promote {names[pieces[choice]]}")
    assert stage.pos.leads(men[choice])
    assert stage.told("promoted")
    assert not isinstance(stage.pos.top, Promotion)


@rule("yangtze", "4.1", "4.2", "R3")
def test_who_is_not_replaced() -> None:
    """Command groups and crews have no leader of their own to replace; a unit that has got one again asks no more."""
    stage = bare(field_promotion=True)
    group, squad = stage.unit("usmc_fcg"), stage.unit("usmc_squad")
    stage.pos.stack = (Promotion(group), (Promotion(squad), stage.pos.stack))
    stage.row(squad, 500, 500, 3)
    stage.settle()
    assert not isinstance(stage.pos.top, Promotion)
    assert stage.pos.fate[stage.men(squad)[0]] == STANDING


@pytest.mark.parametrize("switch", [True, False])
@rule("yangtze", "4.1", "R3")
def test_field_promotion(switch: bool) -> None:
    stage = bare(field_promotion=switch)
    squad = stage.unit("usmc_squad")
    leader, *men = stage.row(squad, 500, 500, 5)
    stage.pos.remove([leader], LOST)
    assert leaderless(stage.pos, squad)
    stage.pos.then(*promotions(stage.pos))
    assert stage.asks(Orders), "not in the turn of the loss"
    stage.pos.then(*promotions(stage.pos))
    assert stage.asks(Promotion) == switch
    if switch:
        piece = stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_figure(men[2])]
        stage.pos.push(GAME.parse(stage.pos, f"promote {piece}"))
        assert stage.pos.leads(men[2])
        assert able(stage.pos, men[0]), "he commands again"
    else:
        assert not able(stage.pos, men[0])
