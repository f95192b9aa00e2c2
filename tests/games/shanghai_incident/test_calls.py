"""13.1, 13.2, 13.4, 13.5: what both sides call up in a pause, and what nobody learns of it before its time."""

from random import Random

import pytest
from tests.games.shanghai_incident.table import (
    DEFAULT,
    GAME,
    QUIET,
    J,
    calling,
    do,
    keys,
    legal,
    options,
    reason,
    refused,
    unit,
)
from tests.games.takebacks import going_on, why_not
from tests.games.traffic import traffic
from tests.games.twins import in_step

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.ground.hexes import bits
from shapan.kernel import SPECTATOR, rule

# --- 13.2 calls ---------------------------------------------------------------------------------


@rule("shanghai_incident", "13.2", "X-33", "R-09")
def test_what_the_japanese_may_call_and_when() -> None:
    first = calling(number=4)
    assert options(first, "call") == {"SNLF"}
    assert refused(first, "call 24B") == "13.2"
    assert refused(first, "call 119") == "13.2"
    assert refused(first, "commit") == "13.4"
    second = calling(number=3)
    assert options(second, "call") == {"SNLF", "24B", "9D", "11D", "14D", "SNLF+24B"}
    assert refused(second, "call SNLF+9D") == "13.2"
    assert refused(second, "call SNLF+SNLF") == "13.2"
    do(second, "call 24B+SNLF")
    assert second.calls[J] == 0b11
    late = calling(number=2, arrived=(4, 0, 3, 0, 0))
    assert refused(late, "call 9D") == "13.2"


@rule("shanghai_incident", "13.4", "13.5", "13.6")
def test_what_the_chinese_may_call() -> None:
    pos = calling()
    do(pos, "done")
    assert (pos.actor, pos.logistics) == ("chinese", 12)
    assert refused(pos, "call 259") == "13.4"
    assert refused(pos, "call SNLF") == "13.2"
    do(pos, "commit", "call 259")
    assert refused(pos, "commit") == "13.4"
    assert refused(pos, "call 259") == "13.4", "called twice"
    assert refused(pos, "call 119+119") == "13.4"
    assert refused(pos, "place C-517 1601") == "13.6"
    poor = calling(logistics=0)
    poor.logistics = 1
    do(poor, "done", "call 119")
    assert refused(poor, "call 120") == "13.5"


# --- 13.1 secret calls --------------------------------------------------------------------------


WATCHERS = ("chinese", SPECTATOR)


@rule("shanghai_incident", "13.1", "13.2", "R-06")
@pytest.mark.parametrize("call", ["call SNLF", "call 24B", "call SNLF+24B", "call 9D"])
def test_one_answer_whatever_the_japanese_call_and_nobody_learns_it_before_the_chinese_have_called(call: str) -> None:
    quiet, loud = calling(number=3), calling(number=3)
    chinese = ("call 119", "commit", "call 259")
    assert traffic(loud, [call, *chinese], WATCHERS) == traffic(quiet, ["done", *chinese], WATCHERS)
    for line in ("call 119", "commit", "call 9D", "call 261", "done"):
        one, two = (pos.refusal(GAME.parse(pos, line)) for pos in (loud, quiet))
        assert str(one) == str(two)
    assert "calls.japanese" in [box.id for box in loud.view("japanese").boxes]
    before = loud.horizon
    assert "called" in keys(do(loud, "done"))
    assert loud.horizon > before


@rule("shanghai_incident", "13.1", "R-06")
def test_the_chinese_call_openly_once_the_japanese_call_is_sealed() -> None:
    pos = calling(number=3)
    told = do(pos, "call 9D", "call 119", "commit")
    assert [event.key for event in told if event.known_to("japanese")][1:] == ["event.called", "event.committed"]
    assert [event.key for event in told if event.known_to("chinese")] == ["event.called", "event.committed"]
    match = going_on(calling(number=3), "call 9D", "call 119")
    assert why_not(match, "chinese") == "", "they may change their mind as long as they are asked"
    assert match.known_since(0, ("japanese",)), "the Japanese have seen something since they called"


@rule("shanghai_incident", "13.1", "R-06")
def test_imagined_calls_look_the_same_from_outside() -> None:
    pos = calling(number=3)
    do(pos, "call SNLF", "call 119")
    seen = {side: pos.view(side).to_json() for side in ("japanese", "chinese", SPECTATOR)}
    dealt = set()
    for seed in range(12):
        for side, view in seen.items():
            world = pos.imagine(side, Random(seed))
            assert world.view(side).to_json() == view
            dealt.add(world.calls)
    assert len(dealt) > 3


@rule("shanghai_incident", "13.1", "13.4", "13.5", "R-06")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_who_is_asked_and_for_what_is_the_same_whatever_the_japanese_have_called(watcher: str) -> None:
    """Played on in step until the Chinese end, or have nothing left to call and are no longer asked."""
    for seed in range(8):
        rng = Random(seed)
        pos = calling(number=3, logistics=rng.randint(0, 12), commitment=rng.choice([0, 4]))
        do(pos, rng.choice(["done", "call 9D", "call SNLF", "call SNLF+24B"]))
        if pos.decision.kind == "call":
            world = pos.imagine(watcher, rng)
            assert in_step(pos, world, watcher, rng, most=20, until=lambda one: one.decision.kind != "call")
            assert pos.decision.kind != "call"


@rule("shanghai_incident", "13.1", "R-06")
@pytest.mark.parametrize(
    ("call", "announced"), [("call 9D", "called"), ("call SNLF", "called"), ("done", "called_nothing")]
)
def test_with_the_switch_off_the_japanese_announce_first_and_once(call: str, announced: str) -> None:
    pos = calling(number=3, switches={"simultaneous_calls": False})
    assert "secret" not in GAME.say(pos.decision.prompt, {}, pos)
    before = pos.horizon
    assert keys(do(pos, call)) == [announced]
    assert pos.horizon > before
    assert ("calls.japanese" in [box.id for box in pos.view("chinese").boxes]) == (announced == "called")
    assert [key for key in keys(do(pos, "call 119", "done")) if key.startswith("called")] == ["called"]


@rule("shanghai_incident", "13.1", "R-06")
@pytest.mark.parametrize("simultaneous", [True, False])
@pytest.mark.parametrize("last", ["done", "call 9D", "call SNLF"])
def test_a_call_is_not_taken_back_alone(simultaneous: bool, last: str) -> None:
    pos = calling(number=3, switches={"simultaneous_calls": simultaneous})
    match = going_on(pos, last)
    assert (match.position.actor, why_not(match, "japanese")) == ("chinese", "consent")
    for line in ("call 119", "commit"):
        match.push(GAME.parse(match.position, line))
        assert (match.position.actor, why_not(match, "japanese")) == ("chinese", "consent")


# --- who is asked -------------------------------------------------------------------------------

ARRIVED = (4, 4, 3, 3, 3)


def gone(*brigades: str) -> tuple[int, ...]:
    """The steps of all units if these brigades have come and been destroyed."""
    steps = list(DEFAULT.full_steps)
    for name in brigades:
        for member in bits(DEFAULT.members[DEFAULT.lexicon.formations.index(name)]):
            steps[member] = 0
    return tuple(steps)


NINETEENTH, FIFTH = ("119", "120", "121", "122"), ("259", "261", "262", "264")


@rule("shanghai_incident", "13.1", "13.2")
def test_whoever_has_nothing_left_to_call_is_not_asked() -> None:
    japanese = calling(number=2, arrived=ARRIVED)
    assert (japanese.decision.kind, japanese.actor) == ("call", "chinese")
    assert japanese.decision.prompt == "prompt.call_chinese"
    neither = calling(number=2, arrived=ARRIVED, commitment=4, steps=gone(*NINETEENTH, *FIFTH))
    assert neither.decision.kind != "call"


@rule("shanghai_incident", "13.1", "13.4")
def test_an_army_that_is_not_committed_can_be_even_if_there_is_no_brigade_to_call() -> None:
    pos = calling(number=2, arrived=ARRIVED, steps=gone(*NINETEENTH))
    assert (pos.decision.kind, pos.actor) == ("call", "chinese")
    assert [action.verb for action in pos.options()] == ["commit", "done"]
    assert pos.decision.prompt == "prompt.call_commit"
    do(pos, "commit")
    assert pos.decision.prompt == "prompt.call_brigades", "it is committed once"
    assert options(pos, "call") == set(FIFTH)
    assert "commit" not in [action.verb for action in pos.options()]
    do(pos, "done")
    assert pos.commitment == 2
    assert calling(number=2, commitment=4).commitment == 4


@rule("shanghai_incident", "13.4", "13.5")
def test_whoever_has_spent_his_points_on_brigades_is_not_told_that_he_calls_nothing() -> None:
    pos = calling(number=2, arrived=ARRIVED)
    pos.logistics = 2
    do(pos, "call 119", "call 120")
    assert pos.decision.prompt == "prompt.call_commit"
    assert "nothing" not in pos.book.game.say(pos.decision.prompt, pos.decision.params, pos)


@rule("shanghai_incident", "13.4", "13.5")
def test_a_brigade_of_which_anything_has_come_is_not_called_again() -> None:
    for fields in (
        {"units": {**QUIET, "C-60-2": "1509"}},
        {"steps": gone("119")},
        {"waiting": 1 << unit("C-60-3")},
    ):
        pos = calling(number=3, arrived=ARRIVED, **fields)
        assert reason(pos, "call 119") == "arrived_already"
        assert reason(pos, "call 259") == "not_committed"
        assert (refused(pos, "call 9D"), reason(pos, "call 9D")) == ("13.2", "call_theirs")
        assert legal(pos, "call 120+121")
        assert reason(pos, "call 120+120") == "called_already"


@rule("shanghai_incident", "13.2")
def test_a_refused_call_of_the_japanese_says_why() -> None:
    pos = calling(number=4)
    assert reason(pos, "call 119") == "call_theirs"
    assert reason(pos, "call 9D") == "not_available"
    assert reason(calling(number=3, arrived=(4, 0, 0, 0, 0)), "call SNLF") == "arrived_already"
    later = calling(number=3)
    assert reason(later, "call 9D+11D") == "one_formation"
    assert reason(later, "call SNLF+24B+9D") == "one_formation"
    assert reason(later, "call 9D+9D") == "called_already"
    assert reason(later, "commit") == "chinese_only"


@rule("shanghai_incident", "13.2", "R-04")
def test_a_call_that_comes_too_early_is_told_the_pause_number_to_wait_for() -> None:
    """The second pause is pause number 3, as the marker, the events and the ledgers have it."""
    first = calling(number=4)
    refusal = first.refusal(GAME.parse(first, "call 9D"))
    assert refusal is not None
    assert "pause number 3" in refusal.text
    assert legal(calling(number=3), "call 9D")


def _ledger(pos: ShanghaiPosition) -> tuple[int, int]:
    """13.5, 12.3: the logistics points on the track, and what the Japanese score for Fifth Army."""
    rows = {row.key: row.value for ledger in pos.view("japanese").ledgers for row in ledger.rows}
    return int(rows["ledger.logistics"]), int(rows["ledger.vp_commitment"])


@rule("shanghai_incident", "13.4", "13.5", "R-42")
def test_brigades_cost_what_the_chart_says_and_are_paid_for_as_they_are_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pos = calling(number=4, arrived=ARRIVED)
    monkeypatch.setitem(pos.book.logistics, "brigade", 3)
    assert pos.logistics == 12
    assert refused(pos, "call 119+120+121+122+259") == "13.4", "Fifth Army has not been committed"
    do(pos, "commit")
    assert refused(pos, "call 119+120+121+122+259") == "13.5", "one call costs as much as several"
    assert _ledger(pos) == (12, 16), "and the Japanese have the points of Fifth Army"
    do(pos, "call 119+120", "call 121")
    assert (pos.logistics, _ledger(pos)) == (3, (3, 16)), "the track shows what is left"
    assert options(pos, "call") == {"122", "259", "261", "262", "264"}, "there is enough for one more"
    do(pos, "call 122")
    assert pos.decision.kind == "refit", "to commit costs nothing, four brigades cost all there is"
    assert (pos.logistics, pos.commitment) == (0, 4)
    assert pos.waiting == sum(DEFAULT.members[DEFAULT.lexicon.formations.index(name)] for name in NINETEENTH)
