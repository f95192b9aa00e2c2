"""Plans of a turn: changed as long as that does better in the same worlds, followed, and made anew after a surprise."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import shapan
from shapan.bots.lookahead import LookAhead, Orders
from shapan.bots.plans import Foreseen, Plan
from shapan.bots.search import Budget, SearchBot
from shapan.bots.staff import staff_of
from shapan.kernel import DICE
from shapan.kernel.staff import Staff
from shapan.mechanics.verbs import Pass

QUICK = Budget(positions=0, council=0, plan=600, width=3, depth=8, tenure=8, span=8)


def marching(turn: int = 1) -> Any:
    """A decision of the Japanese of Mukden that is not routine."""
    game, rng = shapan.game("mukden"), Random(4)
    pos, staff = game.start(), staff_of(game)
    while pos.actor != "japanese" or pos.turn < turn or pos.decision.kind != "move":
        pos.apply(pos.chances().sample(rng) if pos.actor == DICE else staff.decide(pos))
    return pos


def test_orders_put_something_in_the_place_of_what_the_officer_advises_where_the_rules_allow_it() -> None:
    pos = marching()
    staff, ahead = staff_of(pos.book.game), LookAhead("mukden")
    advised, other, *_ = (entry.action for entry in staff.advise(pos))
    assert ahead.ordered(pos, Orders(staff)) == advised
    assert ahead.ordered(pos, Orders(staff, {advised: other})) == other
    assert ahead.ordered(pos, Orders(staff, {other: advised})) == advised
    after = pos.copy()
    after.apply(other)
    assert not after.allows(other)
    assert ahead.ordered(pos, Orders(staff, {advised: type(advised)(0, ())})) == advised, "what cannot be is left out"


def test_a_plan_is_changed_only_where_that_does_better_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = marching()

    def made(worth: float) -> SearchBot:
        player = SearchBot(Random(1), QUICK)
        player.known.officer = "infiltrator"

        def follow(world: Any, plan: Plan, side: str, watch: Any = None) -> int:
            if watch is not None:
                watch(pos, staff_of(pos.book.game).officer(side, plan.officer).decide(pos))
            player.ahead(pos).positions += 8
            player.judged = 0.5 + worth * bool(plan.instead)
            return 1

        monkeypatch.setattr(player, "follow", follow)
        player.make_plan(pos, QUICK.plan)
        return player

    assert not made(0.0).known.changes
    assert not made(-0.1).known.changes
    better = made(0.1)
    assert better.known.changes
    (advised, other), *_ = better.plan(pos).instead.items()
    assert pos.allows(other)
    assert better.proposals(pos)[0] == other, "the plan is followed"
    assert advised in better.proposals(pos)


def test_where_there_is_no_choice_nothing_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = marching()
    staff = staff_of(pos.book.game)
    player = SearchBot(Random(1), QUICK)
    monkeypatch.setattr(type(staff), "advise", lambda self, now: Staff.advise(self, now)[:1])
    player.make_plan(pos, QUICK.plan)
    assert not player.known.changes


def test_a_plan_goes_on_in_another_process() -> None:
    pos = marching()
    first, second = SearchBot(Random(1), QUICK), SearchBot(Random(2), QUICK)
    advised, other, *_ = (entry.action for entry in staff_of(pos.book.game).advise(pos))
    first.known.changes = [(pos.book.game.format(pos, advised), pos.book.game.format(pos, other)), ("no such", "word")]
    first.known.foreseen.note([0.4, 0.5])
    second.memory = first.memory
    assert second.plan(pos).instead == {advised: other}
    assert second.known.foreseen.expected(1, 0.5)


def test_whoever_does_the_same_in_the_same_world_ends_the_same_even_if_the_game_ends_there() -> None:
    """Where the first of several candidates ended the game, the others are judged at the end of that phase too."""
    pos = marching(turn=2)
    staff, player = staff_of(pos.book.game), SearchBot(Random(1), Budget())
    ended = 0
    for _ in range(4):
        world, ahead = player.world(pos), player.ahead(pos)
        orders = {**world.others, "japanese": Orders(staff.officer("japanese", "infiltrator"))}
        ends = [world.start.copy() for _ in range(2)]
        phases = ahead.play(ends[0], orders, 40, world.seed)
        ahead.play(ends[1], orders, 40, world.seed, until=phases)
        assert ends[0].key() == ends[1].key()
        ended += ends[0].outcome is not None
    assert ended


def test_what_lies_outside_the_worlds_that_were_looked_at_is_a_surprise() -> None:
    foreseen = Foreseen()
    assert not foreseen.expected(0, 0.5), "nothing was looked at"
    foreseen.note([0.5, 0.4])
    foreseen.note([0.5, 0.6, 0.7])
    assert foreseen.expected(1, 0.41)
    assert foreseen.expected(1, 0.63)
    assert not foreseen.expected(1, 0.7)
    assert not foreseen.expected(1, 0.3)
    assert not foreseen.expected(3, 0.7), "nobody looked so far"


def test_a_plan_is_made_once_a_turn_and_again_after_a_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = marching()
    player, made = SearchBot(Random(1), QUICK), list[int]()

    def make(_: Any, allowed: int) -> None:
        made.append(allowed)
        player.known.plans += 1
        if len(made) == 1:
            player.known.foreseen.note([player.value(pos)] * 9)

    monkeypatch.setattr(player, "make_plan", make)
    player.choose(pos)
    player.choose(pos)
    assert made == [QUICK.plan]
    monkeypatch.setattr(player, "value", lambda _: 0.999)
    player.choose(pos)
    player.choose(pos)
    player.choose(pos)
    assert made == [QUICK.plan, QUICK.plan // 2, QUICK.plan // 2], "and at most three times"


def test_changes_can_be_taken_back() -> None:
    plan = Plan("keen").amended(Pass(), Pass())
    assert plan.without(Pass()) == Plan("keen")


def test_opponents_are_imagined_as_good_players_would_lead_them() -> None:
    pos = shapan.game("mukden").start()
    player, staff = SearchBot(Random(1), QUICK), staff_of(pos.book.game)
    drawn = Counter(id(player.world(pos).others["russian"].leader) for _ in range(400))
    mixture = staff.mixture("russian", "battle")
    assert sum(mixture.values()) == pytest.approx(1, abs=0.002)
    assert sum(drawn.values()) == 400
    for name, share in mixture.items():
        assert drawn[id(staff.officer("russian", name))] / 400 == pytest.approx(share, abs=0.08)


def test_every_mixture_is_of_officers_who_are_there() -> None:
    for title in ("mukden", "shanghai_nanking", "shanghai_incident", "taierzhuang", "yangtze"):
        game = shapan.game(title)
        staff = staff_of(game)
        for scenario, sides in staff.mixtures.items():
            for side in game.sides_in(scenario):
                assert [staff.officer(side, name) for name in sides[side]]
