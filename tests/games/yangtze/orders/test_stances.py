"""S6.1 What goes with a card: covering fire, watching, holding fire, support only."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.yangtze.scenes import FAR
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    ANYONE,
    CHARGE,
    COWER,
    HALT,
    MOVE,
    SKIRMISH,
    Abet,
    Card,
    Cover,
    Hold,
    March,
    Watch,
)
from shapan.games.yangtze.noted import Job, Marker
from shapan.games.yangtze.orders.stances import (
    abet_refusal,
    hold_refusal,
    reveal_stances,
    watch_refusal,
    watches,
)
from shapan.games.yangtze.who import Piece, Unit, put
from shapan.kernel import Action, rule


def ordered(*cards: tuple[str, str], said: Sequence[Action] = ()) -> tuple[Stage, dict[str, Unit]]:
    """The cards of some American units lie; what goes with them is asked for."""
    stage = bare()
    units = {}
    for number, (template, card) in enumerate(cards):
        unit = units[template] = stage.unit(template)
        stage.row(unit, 400, 400 + 40 * number, min(5, len(stage.men(unit))))
        if card == COWER:
            stage.pos.card = put(stage.pos.card, unit, COWER)
    stage.put(stage.unit("gang"), (900, 500), (930, 500))
    stage.pos.stack, stage.pos.phase = (), 0
    stage.settle()
    for template, card in cards:
        if card != COWER:
            stage.pos.push(Card(units[template], card))
    for action in said:
        stage.pos.push(action)
    return stage, units


@rule("yangtze", "7.9", "S6.1")
def test_covering_fire_is_for_automatic_weapons_on_halt_once_and_in_range() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_fcg", HALT), ("usmc_lmg", MOVE))
    squad, group, gun = units["usmc_squad"], units["usmc_fcg"], units["usmc_lmg"]
    assert stage.why(Cover(stage.piece(squad), 1, (9125, 4000))) is None, "500 mm from the edge of his base"
    assert stage.why(Cover(stage.piece(squad), 1, (9126, 4000))) == "7.9"
    assert stage.why(Cover(stage.piece(squad, 1), 1, (6000, 4000))) == "7.9", "a rifle"
    assert stage.why(Cover(stage.piece(group, 1), 1, (6000, 4000))) == "7.9", "a submachine gun has no zone"
    assert stage.why(Cover(stage.piece(gun), 1, (6000, 4000))) == "7.9", "it is moved"
    assert stage.why(Cover(squad, 1, (6000, 4000))) == "7.9", "a unit is no weapon"
    assert stage.why(Cover(stage.piece(stage.unit("gang")), 1, (6000, 4000))) == "7.9", "the enemy's"
    stage.pos.push(Cover(stage.piece(squad), 1, (6000, 4000)))
    assert stage.why(Cover(stage.piece(squad), 1, (6000, 4000))) == "7.9", "once"


@rule("yangtze", "7.9", "4.1")
def test_a_weapon_out_of_command_covers_nothing() -> None:
    stage = bare()
    gun, squad = stage.unit("usmc_lmg"), stage.unit("usmc_squad")
    stage.put(gun, (500, 500), (500, 530))
    stage.put(squad, (675.1, 500))
    stage.put(stage.unit("gang"), FAR)
    stage.pos.stack, stage.pos.phase = (), 0
    stage.settle()
    for unit in (squad, gun):
        stage.pos.push(Card(unit, HALT))
    assert stage.why(Cover(stage.piece(gun), 1, (6000, 5000))) == "4.1"


@rule("yangtze", "7.1", "7.2", "S6.1")
def test_only_a_sniper_waits_for_a_target_and_not_twice_nor_on_a_charge() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_sniper", SKIRMISH))
    assert stage.why(Watch(units["usmc_squad"], "any", 300)) == "7.1"
    assert stage.why(Watch(stage.unit("gang"), "any", 300)) == "7.1"
    stage.pos.push(Watch(units["usmc_sniper"], "any", 300))
    assert stage.why(Watch(units["usmc_sniper"], "any", 300)) == "7.1"
    stage, units = ordered(("usmc_sniper", CHARGE))
    assert stage.why(Watch(units["usmc_sniper"], "any", 300)) == "7.1"
    stage, units = ordered(("usmc_squad", HALT), ("usmc_sniper", COWER))
    assert stage.why(Watch(units["usmc_sniper"], "any", 300)) == "7.1"


@rule("yangtze", "6.1", "S6.1")
def test_only_halted_troops_hold_their_fire_and_say_so_once() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_lmg", MOVE), ("consul", HALT))
    assert stage.why(Hold(units["usmc_lmg"])) == "6.1"
    assert stage.why(Hold(units["consul"])) == "6.1"
    assert stage.why(Hold(stage.unit("gang"))) == "6.1"
    stage.pos.push(Hold(units["usmc_squad"]))
    assert stage.why(Hold(units["usmc_squad"])) == "6.1"


@rule("yangtze", "13.2", "S6.1")
def test_whoever_can_fight_may_say_that_he_supports_only_and_once() -> None:
    stage, units = ordered(("usmc_squad", CHARGE), ("consul", HALT))
    assert stage.why(Abet(units["consul"])) == "13.2"
    assert stage.why(Abet(stage.unit("gang"))) == "13.2"
    assert stage.why(Abet(stage.unit("usn_squad"))) == "13.2", "not on the table"
    stage.pos.push(Abet(units["usmc_squad"]))
    assert stage.why(Abet(units["usmc_squad"])) == "13.2"


@rule("yangtze", "7.9", "S6.1", "13.2", "7.1")
def test_what_goes_with_a_card_is_offered() -> None:
    """Where a visible enemy stands and half way to him; support to who charges; all of a sniper's range and half."""
    stage, units = ordered(("usmc_squad", HALT), ("usn_squad", CHARGE), ("usmc_sniper", HALT))
    options, leader = list(stage.pos.options()), stage.piece(units["usmc_squad"])
    covers = [action for action in options if isinstance(action, Cover)]
    assert covers == [Cover(leader, 1, (9000, 5000)), Cover(leader, 1, (6500, 4500))]
    assert [action for action in options if isinstance(action, Abet)] == [Abet(units["usn_squad"])]
    watches = [action for action in options if isinstance(action, Watch)]
    assert watches == [Watch(units["usmc_sniper"], "any", 500), Watch(units["usmc_sniper"], "any", 250)]
    holds = [action.unit for action in options if isinstance(action, Hold)]
    assert holds == [units["usmc_squad"], units["usmc_sniper"]]


@rule("yangtze", "7.1", "4.6")
def test_a_sniper_who_rides_waits_for_a_target_too() -> None:
    stage = bare(ground={"areas": [{"k": "river", "p": box(0, 700, 2400, 1200)}]})
    gunboat, sniper, gang = stage.unit("gunboat"), stage.unit("usmc_sniper"), stage.unit("gang")
    stage.model(gunboat, 1000, 900, 90)
    stage.board(sniper, gunboat)
    stage.row(gang, 1000, 300, 5)
    said = (Watch(sniper, ANYONE, 300), Card(gang, MOVE), March(gang, ((10000, 6000),)))
    stage.play(*said, to="halt_fire")
    assert stage.told("snipes")


@rule("yangtze", "6.1", "4.6", "R7")
def test_by_agreement_riders_of_a_halted_lorry_wait_for_a_target() -> None:
    stage = bare(halt_opportunity_fire=True)
    lorry, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(lorry, 1000, 900, 90)
    stage.board(squad, lorry)
    stage.row(gang, 1000, 300, 5)
    said = (Watch(squad, ANYONE, 400), Card(gang, MOVE), March(gang, ((10000, 6000),)))
    stage.play(*said, to="halt_fire")
    assert stage.told("fires")


@rule("yangtze", "7.9", "S6.7", "2")
def test_what_goes_with_the_cards_shows_with_them_but_for_hidden_units() -> None:
    for hides in (False, True):
        stage = bare()
        gun, squad, mates = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
        for unit in (gun, squad, mates):
            stage.row(unit, 500, 500 + 40 * unit, 2)
        stage.pos.markers = (Marker(stage.men(gun)[0], 9000, 5000, 1, 0),)
        stage.pos.works = (Job(squad, "unload"),)
        stage.pos.hidden = (1 << gun | 1 << squad) if hides else 1 << mates
        stage.pos.teller = stage.hear
        reveal_stances(stage.pos)
        assert len(stage.told("covers")) == len(stage.told("works")) == (0 if hides else 1)
        stage.events.clear()
        stage.pos.hidden = 1 << gun
        reveal_stances(stage.pos)
        assert (len(stage.told("covers")), len(stage.told("works"))) == (0, 1)


@rule("yangtze", "6.1", "7.1", "13.2")
def test_what_goes_with_a_card_is_said_for_ones_own_units_in_play_alone() -> None:
    stage, units = ordered(("usmc_squad", HALT), ("usmc_fcg", HALT))
    squad, gang, none = units["usmc_squad"], stage.unit("gang"), Unit(Piece(len(stage.pos.book.units)))
    absent = stage.unit("usmc_squad", 1)
    pos = stage.pos
    pos.card = put(put(pos.card, absent, HALT), gang, HALT)
    for unit in (gang, absent, none):
        assert hold_refusal(pos, 0, unit) is not None
        assert abet_refusal(pos, 0, unit) is not None
        assert watch_refusal(pos, 0, unit) is not None
    assert hold_refusal(pos, 0, squad) is None
    assert abet_refusal(pos, 0, squad) is None
    assert hold_refusal(pos, 1, squad) is not None
    assert hold_refusal(pos, 1, gang) is None
    assert abet_refusal(pos, 1, gang) is None
    pos.asleep = 1 << squad
    assert hold_refusal(pos, 0, squad) is not None, "it sleeps"


@rule("yangtze", "7.1", "R56", "S6.8")
def test_by_agreement_halted_units_that_are_awake_and_armed_wait_for_a_target() -> None:
    stage = bare(halt_opportunity_fire=True)
    squad, consul, sniper = stage.unit("usmc_squad"), stage.unit("consul"), stage.unit("usmc_sniper")
    stage.row(squad, 500, 500, 3)
    stage.row(consul, 500, 600, 3)
    stage.put(sniper, (500, 700))
    stage.card(HALT, squad, consul, sniper)
    pos = stage.pos
    assert watches(pos, squad)
    assert not watches(pos, consul), "unarmed"
    assert watches(pos, sniper)
    pos.asleep = 1 << squad
    assert not watches(pos, squad)
    assert watches(pos, sniper)
    pos.asleep = 0
    stage.card(MOVE, squad, sniper)
    assert not watches(pos, squad)
    assert watches(pos, sniper), "a sniper waits on the move too"
    plain = bare()
    plain.row(squad, 500, 500, 3)
    plain.put(sniper, (500, 700))
    plain.card(HALT, squad, sniper)
    assert not watches(plain.pos, squad)
    assert watches(plain.pos, sniper)


@rule("yangtze", "7.9", "S6.7")
def test_covering_fire_is_offered_on_enemies_that_one_knows_of_and_halfway_to_them() -> None:
    stage, units = ordered(("usmc_squad", HALT))
    squad, gang = units["usmc_squad"], stage.unit("gang")
    spots = {a.point for a in stage.pos.options() if isinstance(a, Cover) and a.figure == stage.piece(squad)}
    assert spots == {(9000, 5000), (6500, 4500)}
    stage.pos.hidden = 1 << gang
    assert not {a.point for a in stage.pos.options() if isinstance(a, Cover)}
