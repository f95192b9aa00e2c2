"""S7: movement with ticks passed over, in step with a judge who looks at everybody in every tick; 14.7 routs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

import pytest
from tests.games.yangtze.crowded import Crowd
from tests.games.yangtze.make_golden import GAME
from tests.games.yangtze.scenes import past_marker, way
from tests.games.yangtze.slow_interrupts import Break
from tests.games.yangtze.slow_segment import SlowTick
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    FLEE,
    MOVE,
    Card,
    Charge,
    March,
    Watch,
)
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.melee.bouts import fights_now
from shapan.games.yangtze.movement import together
from shapan.games.yangtze.movement.charge import pursue
from shapan.games.yangtze.movement.interrupts import Interruption
from shapan.games.yangtze.movement.movers import LAST_LEGS
from shapan.games.yangtze.movement.segment import Segment
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.who import Piece, Unit, put
from shapan.kernel import Event, rule

ROUNDING = 2
"""Where nobody can be too near by his pace, but for the rounding of points, nobody looks."""


class JudgedSegment(Segment):
    """The quick segment; whatever it does is judged, from where it began."""

    judged: ClassVar[int] = 0
    broken: ClassVar[int] = 0
    """How often something broke in."""

    def now(self) -> YangtzePosition:
        self.write()
        return self.pos.copy()

    def tick_of(self, pos: YangtzePosition) -> SlowTick:
        return SlowTick(pos, self.segment == 0, self.stops)

    @property
    def idle(self) -> bool:
        idle = super().idle
        assert not idle or not self.tick_of(self.now()).wish
        return idle

    def astray(self) -> bool:
        astray, now = super().astray(), self.now()
        found = now.copy()
        pursue(found)
        for figure in () if astray else self.tick_of(now).chargers:
            assert (found.track[figure], found.goal[figure]) == (now.track[figure], now.goal[figure])
        return astray

    def pass_over(self, ticks: int) -> None:
        judge, clear = self.now(), True
        for _ in range(ticks):
            tick = self.tick_of(judge)
            clear = clear and not tick.brushes()
            assert tick.run() is None or not clear
        super().pass_over(ticks)
        self.write()
        if clear:
            self.compare(judge, dict(enumerate(judge.spent)))

    def advance(self) -> tuple[bool, Interruption] | None:
        judge = self.now()
        tick = self.tick_of(judge)
        # A charger within a millimetre is in contact (S9.1), and fired at before that (S7.4). One who gets there at his
        # full pace is noticed with his next step, so that the tick in between is not judged.
        clear, men = not tick.brushes(), judge.standing
        ruling, event = tick.run(), super().advance()
        self.write()
        if clear:
            self.compare(judge, dict(enumerate(judge.spent)) | tick.farthest)
            if judge.standing == men:
                assert told(self.pos, event) == ruling
                JudgedSegment.broken += ruling is not None
        return event

    def compare(self, judge: YangtzePosition, farthest: dict[int, int]) -> None:
        """S7.2: where everybody is; S7.5: who is in contact."""
        pos = self.pos
        JudgedSegment.judged += 1
        for figure in pos.book.everyone:
            assert judge.spent[figure] - ROUNDING <= pos.spent[figure] <= farthest[figure] + ROUNDING
            if pos.spent[figure] == judge.spent[figure]:
                assert (pos.x[figure], pos.y[figure]) == (judge.x[figure], judge.y[figure])
                assert (pos.room[figure], pos.floor[figure]) == (judge.room[figure], judge.floor[figure])
            if judge.touched >> figure & 1 and pos.card[pos.book.figures[figure].unit] == CHARGE:
                assert pos.touched >> figure & 1
        for said, ruling in zip(contact(pos), contact(judge), strict=True):
            assert said & ~ruling == 0
        assert (pos.fate, pos.track, pos.goal, pos.hidden) == (judge.fate, judge.track, judge.goal, judge.hidden)


def judged(pos: YangtzePosition, segment: int) -> Segment:
    """The last legs (R117) are for those who have waited; the judge knows the two segments of S7.1."""
    return Segment(pos, segment) if segment == LAST_LEGS else JudgedSegment(pos, segment)


def contact(pos: YangtzePosition) -> tuple[int, ...]:
    """Everything that contact changes, as sets."""
    return pos.touched, pos.touched_early, (1 << len(pos.card)) - 1 & ~pos.asleep


def told(pos: YangtzePosition, event: tuple[bool, Interruption] | None) -> Break | None:
    """What an interruption leads to, by the first that is told of it; whose charge broke a unit is none (14.7)."""
    said: list[Event] = []
    after = pos.copy()
    after.teller = said.append
    if event is not None:
        event[1](after)
    if not said:
        return None
    pieces, told = pos.book.lexicon.piece_numbers, said[0].params
    kind, unit = said[0].key.removeprefix("event."), Unit(Piece(pieces[str(told["unit"])]))
    match kind:
        case "last_moment":
            assert event is not None
            assert event[0], "the tick is begun again"
            return Break(kind, unit, Unit(Piece(pieces[str(told["unit2"])])))
        case "snipes":
            return Break(kind, unit, (pos.book.the_figure(Piece(pieces[str(told["piece"])])),))
    (volley,) = [frame for frame in after.frames() if isinstance(frame, Volley)]
    return Break(kind, unit, volley.blasts[0].caught)


@pytest.mark.parametrize(
    ("scenario", "seed", "actions"),
    [
        ("s1_plum_village", 5, 400),
        ("s1_plum_village", 11, 400),  # somebody passes an enemy who would come nearer and is kept where he is
        ("s1_plum_village", 12, 220),  # a charge passes the wall of a house behind which an enemy stands
        ("s2_mission_rescue", 1, 200),
        ("s3_silver_trucks", 1, 60),  # gangs that move in secret are looked for by everybody in every tick
        ("s4_ox_gorge", 0, 400),
        ("s6_arms_godown", 0, 400),
    ],
)
@rule("yangtze", "5.3", "6.2", "S7")
def test_everybody_goes_where_the_slow_judge_takes_him(
    scenario: str, seed: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "Segment", judged)
    monkeypatch.setattr(JudgedSegment, "judged", 0)
    rng, pos = random.Random(seed), GAME.start(scenario)
    for _ in range(actions):
        if pos.outcome is None:
            pos.apply(pos.options().sample(rng))
    assert JudgedSegment.judged > 10, "ticks, and runs of ticks"


@pytest.mark.parametrize("seed", [2, 8, 12, 14, 15, 23, 31, 32])
@rule("yangtze", "5.3", "6.1", "6.2", "7.1", "7.9", "S2.3", "S3.4", "S7")
def test_so_he_does_on_crowded_tables(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among each other, at walls and in houses; and in the end nobody stands on anybody."""
    monkeypatch.setattr(together, "Segment", judged)
    monkeypatch.setattr(JudgedSegment, "judged", 0)
    crowd = Crowd(seed)
    crowd.march()
    assert JudgedSegment.judged > 10
    assert not crowd.overlaps()


def charged() -> Stage:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 700))
    stage.row(squad, 500, 500, 3)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="halt_fire")
    return stage


def watched() -> Stage:
    stage = bare()
    sniper, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    stage.put(sniper, (500, 500))
    stage.put(gang, (1025, 500))
    stage.play(Watch(sniper, "any", 300), Card(gang, MOVE), March(gang, way((825, 500))), to="halt_fire")
    return stage


def swept() -> Stage:
    return past_marker(0, 1)


@pytest.mark.parametrize(("scene", "what"), [(charged, "last_moment"), (watched, "snipes"), (swept, "covering")])
@rule("yangtze", "6.1", "7.1", "7.9", "S7")
def test_what_breaks_into_movement_is_what_the_slow_judge_hears(
    scene: Callable[[], Stage], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "Segment", judged)
    monkeypatch.setattr(JudgedSegment, "broken", 0)
    assert len(scene().told(what)) == 1
    assert JudgedSegment.broken == 1


@rule("yangtze", "14.5", "14.7")
def test_one_touch_routs_a_whole_cowering_unit() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usn_squad")
    stage.put(gang, (500, 640), (530, 640))
    stage.put(squad, (500, 500), (1400, 1100))
    stage.pos.card = put(stage.pos.card, squad, COWER)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert stage.standing(squad) == 0
    assert not stage.pos.touched
    assert stage.pos.losses(squad) == 0, "the routed are not lost in the sense of 14.3"


@rule("yangtze", "14.6", "14.7", "S7")
def test_fugitives_whom_a_charge_overtakes_are_routed() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 2200, 300, 4)
    stage.row(squad, 2000, 300, 5)
    stage.card(FLEE, gang)
    stage.play(Card(squad, CHARGE), Charge(squad, gang), to="melee")
    assert not stage.standing(gang)
    assert not fights_now(stage.pos)
