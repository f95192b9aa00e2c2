"""13.1, 13.2, 13.4, 13.5: what both sides call up in a pause, and what nobody learns of it before its time."""

from random import Random

import pytest
from tests.games.shanghai_incident.table import GAME, J, calling, do, keys, options, refused
from tests.games.takebacks import going_on, why_not

from shapan.games.shanghai_incident.position import ShanghaiPosition
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
    assert refused(pos, "call SNLF") == "13.4"
    do(pos, "commit", "call 259")
    assert refused(pos, "commit") == "13.4"
    assert refused(pos, "call 259") == "13.4", "called twice"
    assert refused(pos, "call 119+119") == "13.4"
    assert refused(pos, "place C-517 1601") == "13.1"
    poor = calling(logistics=0)
    poor.logistics = 1
    do(poor, "done", "call 119")
    assert refused(poor, "call 120") == "13.5"


# --- 13.1 secret calls --------------------------------------------------------------------------


def traffic(pos: ShanghaiPosition, *lines: str) -> list[object]:
    """All that the Chinese and spectators get to see of these actions: one by one the events, the view, the prompt."""
    seen: list[object] = []
    for line in lines:
        told = do(pos, line)
        for side in ("chinese", SPECTATOR):
            seen.append([event for event in told if event.known_to(side)])
            seen.append(pos.view(side).to_json())
        seen.append((pos.decision, len(pos.options()), pos.horizon))
    return seen


@rule("shanghai_incident", "13.1", "13.2", "R-06")
@pytest.mark.parametrize("call", ["call SNLF", "call 24B", "call SNLF+24B", "call 9D"])
def test_one_answer_whatever_the_japanese_call_and_nobody_learns_it_before_the_chinese_have_called(call: str) -> None:
    quiet, loud = calling(number=3), calling(number=3)
    chinese = ("call 119", "commit", "call 259")
    assert traffic(loud, call, *chinese) == traffic(quiet, "done", *chinese)
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


@rule("shanghai_incident", "13.1", "R-06")
@pytest.mark.parametrize(
    ("call", "announced"), [("call 9D", "called"), ("call SNLF", "called"), ("done", "called_nothing")]
)
def test_with_the_switch_off_the_japanese_announce_first_and_once(call: str, announced: str) -> None:
    pos = calling(number=3, options={"simultaneous_calls": False})
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
    pos = calling(number=3, options={"simultaneous_calls": simultaneous})
    match = going_on(pos, last)
    assert (match.position.actor, why_not(match, "japanese")) == ("chinese", "consent")
    for line in ("call 119", "commit"):
        match.push(GAME.parse(match.position, line))
        assert (match.position.actor, why_not(match, "japanese")) == ("chinese", "consent")
