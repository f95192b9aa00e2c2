"""5.0, 7.3: what a side chooses before the other one has: nobody else hears or sees anything of it too early."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.games.yangtze.scenes import line, north
from tests.games.yangtze.table import GAME, Stage, bare

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, SKIRMISH, Card, Ready
from shapan.games.yangtze.ending import open_gates
from shapan.games.yangtze.orders.cards import allocate_cards
from shapan.games.yangtze.place import Load
from shapan.games.yangtze.who import Unit, numbered
from shapan.games.yangtze.works.people import capture
from shapan.games.yangtze.works.tasks import lift
from shapan.kernel import SPECTATOR, Event, Position, rule

SECRET = ("orders", "plan", "firing")
SCENARIOS = ["s1_plum_village", "s2_mission_rescue"]


class Watch:
    """What everybody but one side gets: what is told, who is asked what, and all that is shown."""

    def __init__(self, pos: Position[Any]) -> None:
        self.pos = pos
        self.others = [who for who in (*pos.book.sides, SPECTATOR) if who != pos.actor]
        self.told: list[Event] = []

    def hear(self, event: Event) -> None:
        if any(event.known_to(who) for who in self.others):
            self.told.append(event)

    def seen(self) -> list[Any]:
        asked = self.pos.decision
        shown = [self.pos.view(who).to_json() for who in self.others]
        return [self.told, asked.kind, asked.actor, asked.case, asked.prompt, *shown]


def decided(pos: Position[Any], rng: random.Random) -> list[Any]:
    """A side makes all its secret choices at random and is ready: what the others get of it."""
    pos = pos.copy()
    kind, side, watch = pos.decision.kind, pos.actor, Watch(pos)
    while (pos.decision.kind, pos.actor) == (kind, side):
        pos.push(pos.options().sample(rng), watch.hear)
    return watch.seen()


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("yangtze", "2", "5.0", "7.3")
def test_while_a_side_chooses_in_secret_the_others_hear_nothing_and_see_nothing_move(scenario: str) -> None:
    rng, pos, answers = random.Random(7), GAME.start(scenario), Counter[str]()
    while pos.turn < 3:
        asked, action, watch = pos.decision, pos.options().sample(rng), Watch(pos)
        before = watch.seen() if asked.kind in SECRET and not isinstance(action, Ready) else []
        pos.push(action, watch.hear)
        if before and (pos.decision.kind, pos.actor) == (asked.kind, asked.actor):
            assert watch.seen() == before
            answers[asked.kind] += 1
    assert set(answers) == set(SECRET)


@pytest.mark.parametrize("scenario", SCENARIOS)
@rule("yangtze", "2", "5.0", "7.3")
def test_whatever_the_first_side_has_chosen_the_others_get_the_same_before_the_second_has(scenario: str) -> None:
    rng, pos, compared, asked = random.Random(7), GAME.start(scenario), Counter[str](), ("", "")
    while pos.turn < 3:
        last, asked = asked, (pos.decision.kind, pos.actor)
        if asked != last and asked[0] in SECRET and asked[1] == pos.book.sides[0]:
            one, two = (decided(pos, random.Random(seed)) for seed in range(2))
            if one[1] == two[1] == asked[0]:
                assert one == two
                compared[asked[0]] += 1
        pos.apply(pos.options().sample(rng))
    assert compared["orders"] > 1


@pytest.mark.parametrize("card", [MOVE, SKIRMISH, CHARGE, HALT])
@rule("yangtze", "S6.7", "5.0")
def test_who_is_asked_for_plans_or_fire_does_not_tell_what_those_who_hide_are_doing(card: str) -> None:
    """All of the bandits hide behind a wall: whatever card they have, the same questions keep the convoy waiting."""
    wall = {"k": "wall_high", "p": [[1000, 1200], [1000, 0]]}
    stage = bare("s3_silver_trucks", ground={"lines": [wall]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(squad, 600, 750, 5, 35)
    stage.row(gang, 1500, 200, 10)
    stage.pos.hidden = 1 << gang
    asked, stage.pos.stack = [], ()
    allocate_cards(stage.pos)
    stage.settle()
    while stage.pos.turn == 1:
        question = (stage.pos.actor, stage.pos.decision.kind, stage.pos.phase)
        if question not in asked:
            asked.append(question)
        cards = {gang: card, squad: HALT}
        lacking = [Card(unit, cards[unit]) for unit in cards if stage.pos.refusal(Card(unit, cards[unit])) is None]
        ready = [Ready()] if stage.pos.refusal(Ready()) is None else []
        stage.pos.push((lacking or ready or list(stage.pos.options()))[0])
    orders, rest = asked[:2], asked[2:]
    assert orders == [("us", "orders", 1), ("cn", "orders", 1)]
    assert rest == [("cn", "plan", 3), ("cn", "firing", 10), ("cn", "firing", 11)], "plans, fire of HALT, other fire"
    assert stage.pos.hidden


def opens_a_gate(stage: Stage, gang: Unit) -> None:
    stage.put(gang, (587, 500))
    open_gates(stage.pos)


def lifts_a_chest(stage: Stage, gang: Unit) -> None:
    stage.put(gang, (500, 500), (530, 500))
    stage.pos.cargo = (Load("Chest", None, 5150, 5100, 0),)
    lift(stage.pos, gang)


def guards_a_captive(stage: Stage, gang: Unit) -> None:
    people = next(unit for unit, spec in numbered(stage.pos.book.units) if spec.kind == "civilian")
    (captive,) = stage.put(people, (500, 500))
    stage.put(gang, (580, 500))
    stage.put(stage.unit("usn_squad"), (470, 500))
    stage.pos.captive |= 1 << captive
    capture(stage.pos)
    assert stage.pos.captive >> captive & 1


@pytest.mark.parametrize("does", [opens_a_gate, lifts_a_chest, guards_a_captive])
@rule("yangtze", "S6.7", "S16.7", "S17.6", "S17.2", "R177")
def test_nobody_lays_hands_on_what_lies_open_and_stays_hidden(does: Callable[[Stage, Unit], None]) -> None:
    """The enemy hears of nothing that hidden men have done before he hears of them."""
    stage = bare("s2_mission_rescue", line("wall_high", (600, 300), (600, 700), gates=[[600, north(500), 60]]))
    gang = stage.unit("gang")
    stage.pos.hidden |= 1 << gang
    stage.card(HALT, gang)
    stage.pos.teller = stage.hear
    does(stage, gang)
    heard = [event for event in stage.events if "us" in (event.to or ("us",))]
    assert heard[0].key == "event.revealed"
    assert not stage.pos.hidden >> gang & 1


@pytest.mark.parametrize("combined", [False, True])
@rule("yangtze", "5.0", "S6.2")
def test_whoever_belongs_to_neither_side_imagines_the_cards_of_both(combined: bool) -> None:
    """The Americans have chosen and the bandits choose: the worlds of a spectator have every card of either, and the
    same one comes of the same chance whatever the Americans have really chosen."""
    worlds: dict[str, list[tuple[Any, ...]]] = {}
    for card in (HALT, MOVE):
        stage = bare(combined_orders=combined)
        squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
        stage.row(squad, 500, 500, 3)
        stage.row(gang, 500, 800, 3)
        stage.pos.stack, stage.pos.phase = (), 0
        stage.settle()
        for action in (Card(squad, card), Ready()):
            stage.pos.push(action)
        assert stage.pos.actor == "cn"
        dreams = [stage.pos.imagine(SPECTATOR, random.Random(seed)) for seed in range(40)]
        worlds[card] = [dream.key() for dream in dreams]
        assert {dream.card[squad] for dream in dreams} >= {HALT, MOVE}
    assert worlds[HALT] == worlds[MOVE]
