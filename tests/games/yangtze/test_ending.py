"""S6.8, S14.9, S16.7 The end of a turn: the alarm, wrecks, gates."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import NIGHT, WATER, line
from tests.games.yangtze.table import SIZE, bare, box, case

from shapan.games.yangtze.actions import (
    COWER,
    HALT,
    MOVE,
    Card,
    March,
)
from shapan.games.yangtze.alarm import AlarmDie, alarm, raise_alarm
from shapan.games.yangtze.ending import (
    clear,
    open_gates,
    sink_wrecks,
)
from shapan.games.yangtze.movement.ways import way_refusal
from shapan.games.yangtze.orders.cards import Orders, card_refusal
from shapan.games.yangtze.position import SUNK, WHEEL, WRECK
from shapan.games.yangtze.who import put
from shapan.kernel import DICE, rule


@pytest.mark.parametrize(("gap", "card", "opened"), [(1.0, HALT, True), (1.1, HALT, False), (1.0, COWER, False)])
@rule("yangtze", "S16.7")
def test_a_gate_opens_to_an_enemy_who_stands_at_it_for_a_turn(gap: float, card: str, opened: bool) -> None:
    gate = [[600, SIZE[1] - 500, 60]]
    stage = bare("s2_mission_rescue", ground=line("wall_high", (600, 100), (600, 1000), gates=gate))
    gang = stage.unit("gang")
    stage.put(gang, (612.5 + gap, 500))
    stage.put(stage.unit("usn_squad"), (100, 100))
    if card == COWER:
        stage.pos.card = put(stage.pos.card, gang, COWER)
    stage.play(to="end_turn")
    assert bool(stage.told("gate_opened")) is opened


@rule("yangtze", "S16.7", "8.4", "R213")
def test_a_pinned_man_opens_no_gate() -> None:
    gate = [[600, SIZE[1] - 500, 60]]
    stage = bare("s2_mission_rescue", ground=line("wall_high", (600, 100), (600, 1000), gates=gate))
    gang = stage.unit("gang")
    pinned, _ = stage.put(gang, (613, 500), (700, 500))
    stage.pos.pinned = 1 << pinned
    stage.put(stage.unit("usn_squad"), (100, 100))
    stage.play(to="end_turn")
    assert not stage.told("gate_opened")


@pytest.mark.parametrize(("aside", "opened"), [(43.5, True), (43.6, False)])
@rule("yangtze", "S16.7")
def test_who_touches_the_wall_beside_a_gate_does_not_touch_the_gate(aside: float, opened: bool) -> None:
    """A gate of 60 mm: half of that, a base of 12.5 and a millimetre."""
    gate = [[600, SIZE[1] - 500, 60]]
    stage = bare("s2_mission_rescue", ground=line("wall_high", (600, 100), (600, 1000), gates=gate))
    stage.put(stage.unit("gang"), (600, 500 + aside))
    stage.put(stage.unit("usn_squad"), (100, 100))
    stage.play(to="end_turn")
    assert bool(stage.told("gate_opened")) is opened


@rule("yangtze", "S6.8")
def test_marines_aboard_a_sampan_are_in_view_of_a_sentry() -> None:
    stage = bare(NIGHT, ground={"areas": [{"k": "canal", "n": "Canal", "p": box(0, 600, 2400, 700)}]})
    sampan, squad = stage.unit("sampan"), stage.unit("usmc_assault_squad")
    stage.put(stage.unit("sentry"), (500, 500))
    stage.model(sampan, 500, 650, 90)
    stage.board(squad, sampan)
    stage.play(to="end_turn")
    assert stage.pos.actor == DICE


@pytest.mark.parametrize(("gap", "opens"), [(0, True), (30, False)])
@rule("yangtze", "S16.7")
def test_a_shut_gate_opens_to_those_who_touch_it(gap: float, opens: bool) -> None:
    wall = {"k": "wall_high", "p": [[400, 700], [800, 700]], "gates": [[600, 700, 60]]}
    stage = bare("s2_mission_rescue", ground={"lines": [wall]})
    company = stage.unit("wl_rifles")
    stage.put(company, (600, 500 - 12.5 - gap))
    stage.card(HALT, company)
    stage.pos.shut = 1
    open_gates(stage.pos)
    assert (stage.pos.shut == 0) == opens


@rule("yangtze", "S6.8")
def test_sleepers_and_the_alarm() -> None:
    stage = bare("s6_arms_godown")
    guard = stage.unit("wl_guard")
    stage.row(guard, 500, 500, 5)
    assert stage.pos.asleep >> guard & 1
    assert case(card_refusal(stage.pos, guard, MOVE)) == "S6.8"
    AlarmDie().scored(stage.pos, 1)
    assert stage.pos.asleep
    AlarmDie().scored(stage.pos, 2)
    assert not stage.pos.asleep
    assert card_refusal(stage.pos, guard, MOVE) is None
    raise_alarm(stage.pos)


@rule("yangtze", "S14.9", "12.2")
def test_a_wreck_goes_down() -> None:
    stage = bare(ground=WATER)
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 90)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, stage.pos.turn + 1)
    sink_wrecks(stage.pos)
    assert not stage.pos.damage[boat] & SUNK
    stage.pos.turn += 1
    sink_wrecks(stage.pos)
    assert stage.pos.damage[boat] & SUNK
    assert not stage.pos.crew(boat)


@rule("yangtze", "S16.7")
def test_gates() -> None:
    wall = {"k": "wall_high", "p": [[300, 700], [700, 700]], "gates": [[500, 700, 60]]}
    stage = bare("s2_mission_rescue", ground={"lines": [wall]})
    company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    (man,) = stage.put(company, (500, 487))
    (marine,) = stage.put(squad, (500, 600))
    stage.card(MOVE, company, squad)
    assert stage.pos.shut == 1
    assert case(way_refusal(stage.pos, man, ((5000, 5600),))) == "S16.7"
    assert way_refusal(stage.pos, marine, ((5000, 4000),)) is None
    stage.card(HALT, company)
    open_gates(stage.pos)
    assert stage.pos.shut == 0


@rule("yangtze", "S16.7", "6.1")
def test_the_gate_of_the_mission_opens_to_soldiers_after_a_turn_on_halt_and_to_its_own_people_at_once() -> None:
    wall = {"k": "wall_high", "n": "Compound", "p": [[700, 900], [700, 300]], "gates": [[700, 600, 60]]}
    for card, opens in ((HALT, True), (MOVE, False)):
        stage = bare("s2_mission_rescue", ground={"lines": [wall]})
        company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
        (soldier,) = stage.put(company, (687, 600))
        (marine,) = stage.put(squad, (900, 600))
        assert stage.pos.shut_for(company)
        assert not stage.pos.shut_for(squad)
        away = [March(company, ((6870, 7200),))] if card == MOVE else []
        stage.turn({company: card, squad: MOVE}, *away, March(squad, ((9000, 8000),)))
        assert bool(stage.told("gate_opened")) == opens
        assert soldier != marine


@pytest.mark.parametrize(("turn", "wakes"), [(2, False), (3, True)])
@rule("yangtze", "S6.8", "S19.1")
def test_the_barracks_sleep_to_the_end_of_the_third_turn(turn: int, wakes: bool) -> None:
    stage = bare("s5_kuling_battery")
    barracks = stage.unit("wl_rifles", 2)
    stage.row(barracks, 600, 600, 5)
    stage.put(stage.unit("usmc_squad"), (2000, 600))
    stage.pos.turn = turn
    stage.turn({})
    assert bool(stage.pos.asleep >> barracks & 1) != wakes
    stage.pos.stack = (Orders(1, True), ())
    stage.pos.card = ("",) * len(stage.pos.card)
    assert stage.why(Card(barracks, MOVE)) == (None if wakes else "S6.8")


@pytest.mark.parametrize(("watcher", "place", "state", "heard"), [
    ("sentry", (500, 500), HALT, True),
    ("sentry", (500, 500), COWER, True),
    ("wl_fcg", (500, 500), HALT, False),
    ("wl_fcg", (372, 488), HALT, True),
    ("wl_guard", (500, 500), HALT, False),
])  # fmt: skip
@rule("yangtze", "S6.8", "14.5")
def test_the_alarm_is_for_whom_a_sentry_or_the_tower_sees(
    watcher: str, place: tuple[int, int], state: str, heard: bool
) -> None:
    """Captain Feng in the yard is neither; at a window of the tower he is. A Marine who cowers is seen as well."""
    tower = {
        "id": "tower",
        "k": "watchtower",
        "p": box(345, 460, 400, 515),
        "doors": [[345, 712]],
        "windows": [[400, 712]],
    }
    stage = bare("s6_arms_godown", ground={"buildings": [tower]})
    stage.put(stage.unit(watcher), place)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (600, 500))
    stage.card(state, squad)
    stage.pos.then(*alarm(stage.pos))
    stage.settle()
    assert stage.asks(AlarmDie) == heard


@rule("yangtze", "S14.9")
def test_a_wreck_that_goes_down_with_nobody_aboard_is_in_nobodys_way() -> None:
    stage = bare("s4_ox_gorge", ground=WATER)
    junk = stage.unit("junk")
    stage.model(junk, 1000, 900, 90, crew=False)
    stage.pos.damage = put(stage.pos.damage, junk, WRECK)
    sink_wrecks(stage.pos)
    assert stage.pos.damage[junk] & SUNK
    assert [unit for unit, _ in stage.pos.bodies] == []


@rule("yangtze", "S6.8", "R163")
def test_whoever_passes_a_sentrys_view_may_raise_the_alarm_though_he_ends_out_of_it() -> None:
    """Two walls with a gap between them: he is seen in the gap only."""
    walls = (line("wall_high", (0, 500), (560, 500)), line("wall_high", (640, 500), (2400, 500)))
    stage = bare("s6_arms_godown", ground={"lines": [entry for wall in walls for entry in wall["lines"]]})
    sentry, squad = stage.unit("sentry"), stage.unit("usmc_squad")
    stage.put(sentry, (600, 400))
    stage.put(squad, (450, 560))
    stage.turn({squad: MOVE}, March(squad, ((7400, 5600),)), dice=(2,))
    assert stage.told("alarm")


@rule("yangtze", "S6.8", "R163")
def test_whoever_stays_behind_the_wall_raises_no_alarm() -> None:
    stage = bare("s6_arms_godown", ground=line("wall_high", (0, 500), (2400, 500)))
    sentry, squad = stage.unit("sentry"), stage.unit("usmc_squad")
    stage.put(sentry, (600, 400))
    stage.put(squad, (450, 560))
    stage.turn({squad: MOVE}, March(squad, ((7400, 5600),)))
    assert stage.pos.turn == 2
    assert not stage.told("alarm")


@rule("yangtze", "S19.4", "7.1", "13.2", "14.2", "S6.8")
def test_what_belongs_to_a_turn_is_over_with_it() -> None:
    """Who has fired, fought, tested, been lost, held his fire or been heard: nothing of it is left in the next turn."""
    stage = bare()
    pos = stage.pos
    marks = ["fired", "flak", "touched", "touched_early", "stuck", "tested", "lost", "holding", "abetting"]
    for mark in marks:
        setattr(pos, mark, 0b110)
    pos.sighted = pos.heard = True
    pos.pinned, pos.pinned_next = 0b001, 0b010
    pos.hits = (2,) * len(pos.hits)
    clear(pos)
    assert {mark: getattr(pos, mark) for mark in marks} == dict.fromkeys(marks, 0)
    assert not pos.sighted
    assert not pos.heard
    assert (pos.pinned, pos.pinned_next) == (0b010, 0), "8.4: pinned for the next turn, and no longer"
    assert not any(pos.hits)


@rule("yangtze", "12.1", "S6.8", "S19.4")
def test_at_the_end_of_a_turn_wheels_are_mended_that_were_damaged_and_sleepers_wake_whose_turn_it_is() -> None:
    stage = bare("s5_kuling_battery")
    barracks = stage.unit("wl_rifles", 2)
    for turn, asleep in ((2, 1), (3, 0)):
        stage.pos.turn, stage.pos.asleep = turn, 1 << barracks
        clear(stage.pos)
        assert stage.pos.asleep >> barracks & 1 == asleep
    stage = bare()
    whole, lame = stage.unit("truck"), stage.unit("car")
    stage.model(whole, 300, 300, 90)
    stage.model(lame, 600, 300, 90)
    stage.pos.teller = stage.hear
    stage.pos.damage = put(stage.pos.damage, lame, WHEEL)
    stage.pos.timer = put(stage.pos.timer, lame, 2)
    clear(stage.pos)
    assert [event.params["unit"] for event in stage.told("wheel_mended")] == [stage.pos.book.units[lame].id]
    assert not stage.pos.damage[lame]
