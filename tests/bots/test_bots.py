"""Bots play legally, see only what their side may know, and choose the same again for the same seed."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest
from tests.server.parlour import GAME
from tests.toy import FORD

import shapan
from shapan.bots import Bot, ask, bot, bots
from shapan.bots.bot import Enough
from shapan.bots.lookahead import KeyedDice, Orders
from shapan.bots.race import Race, Terms
from shapan.bots.search import Budget, SearchBot, various
from shapan.bots.staff import StaffBot, staff_of
from shapan.kernel import DICE, ShapanError, Unknown
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import TwoSidedStaff

GAMES_WITH_STAFF = ["mukden", "shanghai_incident", "shanghai_nanking", "taierzhuang", "yangtze"]


def decisions(name: str, seed: int, share: float) -> list[Any]:
    """Positions of a random game in which a side owes a decision."""
    rng, found = Random(seed), []
    pos = shapan.game(name).start()
    while pos.outcome is None:
        if pos.actor != DICE and rng.random() < share:
            found.append(pos.copy())
        pos.apply(pos.options().sample(rng))
    return found


def few(positions: list[Any], count: int = 4) -> list[Any]:
    """Some of them, from the beginning of the game to its end: a search takes its time at each."""
    return positions[:: -(-len(positions) // count)]


@pytest.mark.parametrize("name", GAMES_WITH_STAFF)
def test_the_staff_has_legal_advice_for_every_decision(name: str) -> None:
    staff = staff_of(shapan.game(name))
    for pos in decisions(name, 3, 0.4):
        before = pos.key()
        advice = staff.advise(pos)
        assert advice
        assert [entry.score for entry in advice] == sorted((entry.score for entry in advice), reverse=True)
        for entry in advice[:6]:
            assert pos.refusal(entry.action) is None, (entry, pos.decision)
            assert pos.book.game.texts.texts[entry.reason]
        assert pos.key() == before
        for side in pos.book.sides:
            assert 0 <= staff.value(pos, side) <= 1


@pytest.mark.parametrize("name", GAMES_WITH_STAFF)
@pytest.mark.parametrize("kind", ["random", "staff"])
def test_swapping_hidden_facts_does_not_change_a_choice(name: str, kind: str) -> None:
    for number, pos in enumerate(decisions(name, 5, 0.25)):
        other_world = pos.imagine(pos.actor, Random(number))
        choices = [ask(bot(kind, number), world, Random(11)) for world in (pos, other_world)]
        assert choices[0] == choices[1]


QUICK = Budget(positions=200, council=100, plan=100, width=3, wild=1, depth=8, tenure=8, span=8)


@pytest.mark.parametrize("name", GAMES_WITH_STAFF)
def test_swapping_hidden_facts_does_not_change_what_a_search_finds(name: str) -> None:
    for number, pos in enumerate(few(decisions(name, 6, 0.03))):
        other_world = pos.imagine(pos.actor, Random(number))
        choices = [ask(SearchBot(Random(number), QUICK), world, Random(11)) for world in (pos, other_world)]
        assert choices[0] == choices[1]


def test_search_chooses_the_same_for_the_same_seed_and_changes_nothing() -> None:
    for pos in few(decisions("mukden", 8, 0.04)):
        before = pos.key()
        choices = [SearchBot(Random(1), QUICK).choose(pos) for _ in range(2)]
        assert choices[0] == choices[1]
        assert pos.refusal(choices[0]) is None
        assert pos.key() == before


def test_search_tells_how_far_it_is_and_stops_when_told() -> None:
    told: list[float] = []
    pos = shapan.game("mukden").start()
    player = SearchBot(Random(1), QUICK)
    player.progress = told.append
    player.choose(pos)
    assert told == sorted(told)
    assert told[0] == 0
    assert told[-1] <= 1

    def enough(_: float) -> None:
        raise Enough

    player.progress = enough
    assert player.choose(pos) == player.leader(pos).advise(pos)[0].action


def test_a_turn_has_its_budget_too() -> None:
    budget = Budget(positions=200, turn=600, council=100, plan=0, width=3, depth=8, tenure=8)
    players = {side: SearchBot(Random(1), budget) for side in ("japanese", "russian")}
    spent: dict[tuple[str, int], int] = {}
    pos, rng = shapan.game("mukden").start(), Random(3)
    while pos.turn < 3:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        side, turn = pos.actor, pos.turn
        action = players[side].choose(pos)
        spent[side, turn] = players[side].known.spent
        pos.apply(action)
    last_lap = (budget.width + budget.wild) * (2 * budget.depth + 40)
    assert all(0 < positions < budget.turn + last_lap for positions in spent.values())


def test_a_staff_says_how_far_one_must_look_ahead() -> None:
    """One turn of skirmishers is soon over: their staff looks further ahead, unless the player has said how far."""
    pos = shapan.game("yangtze").start()
    free, held = SearchBot(Random(1)), SearchBot(Random(1), QUICK)

    def enough(_: float) -> None:
        raise Enough

    for player in (free, held):
        player.progress = enough
        player.choose(pos)
    assert (free.budget.depth, held.budget.depth) == (90, QUICK.depth)
    assert (free.budget.plan, held.budget.plan) == (0, QUICK.plan)


def test_what_a_search_remembers_lets_another_go_on_in_its_place() -> None:
    pos = shapan.game("mukden").start()
    first = SearchBot(Random(1), QUICK)
    first.choose(pos)
    second = SearchBot(Random(2), QUICK)
    second.memory = first.memory
    assert (second.known.turn, second.known.officer) == (pos.turn, first.known.officer)
    assert second.known.spent == first.known.spent > 0


class Council(TwoSidedStaff[Any, float]):
    """A staff of two officers: one who knows how the game is won and one who does not. Tempers are what they know."""

    sides = ("japanese", "russian")
    favourites: ClassVar = {"japanese": "idle", "russian": "idle"}
    plain = (0.0, 0.0)
    known: ClassVar = {side: {"idle": 0.25, "keen": 0.75} for side in sides}

    def advise(self, pos: Any) -> list[Advice]:
        return [Advice(pos.options().sample(Random(0)), max(self.tempers))]

    def chance(self, pos: Any) -> float:
        return 0.5


def test_the_officer_who_does_best_in_imagined_worlds_leads_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    staff = Council()
    player = SearchBot(Random(1), QUICK)
    pos = shapan.game("mukden").start()
    monkeypatch.setattr(pos.book.game, "staff", staff)
    led: list[Any] = []

    def play(world: Any, orders: dict[str, Orders], depth: int, seed: int, **_: Any) -> int:
        led.append(orders[pos.actor].leader)
        player.ahead(pos).positions += 1
        return 1

    ahead = player.ahead(pos)
    monkeypatch.setattr(ahead, "play", play)
    monkeypatch.setattr(staff, "value", lambda world, side: max(led[-1].tempers))
    assert player.elect(pos) == "keen"
    monkeypatch.setattr(staff, "value", lambda world, side: 0.5)
    assert player.elect(pos) == "idle", "where nobody does better, the favourite leads"


def test_the_staff_can_be_led_by_an_officer(monkeypatch: pytest.MonkeyPatch) -> None:
    player = bot("staff:keen", 1)
    assert isinstance(player, StaffBot)
    pos = shapan.game("mukden").start()
    monkeypatch.setattr(pos.book.game, "staff", Council())
    assert player.advise(pos)[0].score == 0.75
    stranger = bot("staff:rommel", 1)
    with pytest.raises(Unknown, match="unknown officer 'rommel'"):
        stranger.choose(pos)


def test_search_leaves_routine_to_the_staff() -> None:
    for pos in decisions("mukden", 8, 0.2):
        if pos.decision.kind == "lose":
            player = SearchBot(Random(1), QUICK)
            assert player.choose(pos) == player.leader(pos).advise(pos)[0].action
            assert player.known.spent == 0


def test_search_keeps_within_its_budget() -> None:
    for pos in few(decisions("mukden", 8, 0.03)):
        player = SearchBot(Random(1), QUICK)
        player.choose(pos)
        last_lap = (QUICK.width + QUICK.wild) * (QUICK.depth + 40)
        assert player.known.spent < QUICK.positions + last_lap


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(Unknown, match="unknown bot 'rommel'"):
        bot("rommel", 1)


def test_a_search_without_time_still_answers() -> None:
    hurried = SearchBot(Random(1), Budget(positions=60, council=60, depth=4, tenure=4, seconds=0.0))
    for pos in decisions("mukden", 3, 0.03):
        assert pos.refusal(hurried.choose(pos)) is None


def test_a_game_without_a_staff_says_so() -> None:
    with pytest.raises(Unknown, match="unknown staff for 'parlour'"):
        staff_of(GAME)


# --- the parts of a search -------------------------------------------------------------------------


def test_a_challenger_that_always_gains_wins_the_race() -> None:
    race = Race(2, Terms())
    for lap in range(12):
        race.lap(
            0.5, {number: value for number, value in ((1, 0.3), (2, 0.65 + 0.01 * (lap % 2))) if number in race.alive}
        )
    assert race.alive == [2]
    assert race.won
    assert race.winner() == 2


def test_luck_does_not_make_the_worse_choice() -> None:
    rng = Random(4)
    overruled = 0
    for _ in range(200):
        race = Race(3, Terms())
        while race.alive and race.laps < 12:
            race.lap(rng.gauss(0.5, 0.05), {number: rng.gauss(0.45, 0.05) for number in race.alive})
        overruled += race.winner() != 0
    assert overruled < 10


def test_what_changes_nothing_is_not_looked_at_for_long() -> None:
    race = Race(1, Terms())
    for _ in range(2):
        race.lap(0.5, {1: 0.5})
    assert not race.alive
    assert race.winner() == 0


def test_the_same_roll_falls_the_same_in_the_same_world() -> None:
    rng = Random(2)
    pos = shapan.game("mukden").start()
    while pos.actor != DICE:
        pos.apply(pos.options().sample(rng))
    faces = [KeyedDice(seed).roll(pos) for seed in range(20)]
    assert faces == [KeyedDice(seed).roll(pos) for seed in range(20)]
    assert len(set(faces)) > 1
    dice = KeyedDice(1)
    assert len({dice.roll(pos) for _ in range(20)}) > 1, "the same roll made again is a new one"


def test_proposals_differ_in_kind_and_piece() -> None:
    pos = shapan.game("mukden").start()
    while pos.decision.kind != "move" or pos.actor != "japanese":
        pos.apply(bot("staff", 1).choose(pos) if pos.actor != DICE else pos.options().sample(Random(1)))
    advice = staff_of(pos.book.game).advise(pos)
    chosen = various(advice, 4)
    assert chosen[0] == advice[0]
    assert len({entry.action.verb for entry in chosen}) > 1
    assert len(various(advice, 1000)) == len(advice)


# --- bots of others --------------------------------------------------------------------------------


class Quiet(Bot):
    """Takes the first option, and plays one title only."""

    titles = ("ford",)

    def choose(self, pos: Any) -> Any:
        return next(iter(pos.options()))


def test_a_bot_is_had_by_its_import_path() -> None:
    player = bot(f"{__name__}:Quiet", 1)
    assert type(player) is Quiet
    assert player.plays(FORD)
    assert not player.plays(GAME)
    with pytest.raises(ShapanError, match="is no bot: a bot is a subclass of"):
        bot(f"{__name__}:QUICK", 1)
    with pytest.raises(Unknown, match=r"unknown bot 'no.where:Bot' \(known: officer, random, recruit, search, staff\)"):
        bot("no.where:Bot", 1)


def test_ours_are_listed_in_the_order_in_which_they_grow() -> None:
    assert bots()[:5] == ("random", "recruit", "officer", "staff", "search")


def test_only_the_staff_is_led_by_an_officer() -> None:
    assert isinstance(bot("staff:bold", 1), StaffBot)
    with pytest.raises(Unknown, match="unknown word for RandomBot 'bold'"):
        bot("random:bold", 1)
    with pytest.raises(Unknown, match="unknown word for RecruitBot 'bold'"):
        bot("recruit:bold", 1)


def test_a_bot_that_needs_a_staff_does_not_play_without_one() -> None:
    assert bot("random", 1).plays(GAME)
    assert not bot("search", 1).plays(GAME)
