"""What the staffs make of sudden death, losses and guns, and that every reason can be said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from tests.games.mukden.table import GAME, Table, table

from shapan.games.mukden.alternation import Moving
from shapan.games.mukden.position import MukdenPosition
from shapan.games.mukden.sides import JAPANESE, RUSSIAN
from shapan.games.mukden.staff import Staff, japanese, picture
from shapan.games.mukden.staff.ground import march_to
from shapan.games.mukden.staff.odds import VICTORY, prospects, worth
from shapan.games.mukden.staff.officers import JAPANESE_STAFF, RUSSIAN_STAFF
from shapan.ground.hexes import Field, bits
from shapan.kernel import DICE, rule

STAFF = Staff()


def opening() -> MukdenPosition:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    return pos


def danger(pos: MukdenPosition) -> float:
    return picture.danger(pos, picture.goals(pos), pos.occupied[RUSSIAN], RUSSIAN_STAFF.beside)


@rule("mukden", "4.2")
def test_the_russians_bar_the_way_to_the_railroad() -> None:
    """Over the first movement phase no Russian march brings the Japanese nearer to the railroad."""
    pos, rng = opening(), Random(5)
    barred = 0
    while pos.outcome is None and pos.turn == 1:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        best = STAFF.advise(pos)[0]
        before = danger(pos) if best.reason == "reason.bar" else 0.0
        pos.push(best.action)
        if best.reason == "reason.bar":
            assert danger(pos) < before
            barred += 1
    assert barred


def test_every_reason_has_words() -> None:
    pos, rng = opening(), Random(6)
    while pos.outcome is None and pos.turn <= 2:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        for entry in STAFF.advise(pos):
            assert "{" not in GAME.say(entry.reason, entry.params, pos)
        pos.apply(STAFF.advise(pos)[0].action)


def scores(t: Table) -> dict[str, float]:
    """What the staff says, in notation."""
    return {GAME.format(t.pos, entry.action): entry.score for entry in STAFF.advise(t.pos)}


@rule("mukden", "4.1", "4.2", "9.11")
@pytest.mark.parametrize(("turn", "won"), [(3, True), (4, False)])
def test_to_advance_onto_the_railroad_is_victory_to_the_end_of_turn_3_only(turn: int, won: bool) -> None:
    t = table("J-1@2406 R-Mad@2407 R-41@2902", turn=turn).push("attack J-1 2407", "resolve 0", "roll 1")
    assert (scores(t)["advance J-1"] >= VICTORY) == won


@rule("mukden", "4.1", "9.11", "9.13")
def test_to_retake_mukden_is_good_for_the_russians_and_no_victory() -> None:
    t = table("R-14@2210 J-1C(1)@2310 J-1@1320", turn=5, to_act="russian", held="1922 2310")
    t.push("attack R-14 2310", "resolve 0", "roll 1")
    assert t.asked == "advance"
    assert 0 < scores(t)["advance R-14"] < VICTORY
    probe = table("R-14@2210 J-1@2311 J-9@2209", turn=5, to_act="russian", held="1922 2310")
    assert 0 < scores(probe)["probe R-14 2310"] < VICTORY
    raid = table("R-14@1921 J-1@1823 J-9@2021", turn=5, to_act="russian")
    assert scores(raid)["probe R-14 1922"] >= VICTORY


@rule("mukden", "9.7", "7.6")
def test_markers_are_planned_only_with_a_line_of_communication() -> None:
    """Ringed by Russian zones the division has no line to Liaoyang, so that no marker can help it."""
    ring = "R-41@2600 R-3@2800 R-9@2702"
    cut_off = table(f"J-9@2701 R-14@2700 {ring} J-1@1922", order="combat", turn=4)
    assert cut_off.pos.markers
    assert not cut_off.pos.front(JAPANESE).has_line(cut_off.pos.place[cut_off.number("J-9")])
    pool = 1 << cut_off.number("J-9")
    with_markers, without = (prospects(cut_off.pos, JAPANESE, pool, count, JAPANESE_STAFF) for count in (8, 0))
    assert with_markers == without
    free = table("J-9@1716 R-14@1715", order="combat", turn=4)
    pool = 1 << free.number("J-9")
    assert prospects(free.pos, JAPANESE, pool, 8, JAPANESE_STAFF) != prospects(
        free.pos, JAPANESE, pool, 0, JAPANESE_STAFF
    )


@rule("mukden", "9.9")
def test_no_attack_gains_more_than_can_die() -> None:
    t = table("J-1@1716 J-9@1616 J-7@1616 R-Mad(1)@1715", turn=4)
    units = tuple(t.number(unit) for unit in ("J-1", "J-9", "J-7"))
    temper = msgspec.structs.replace(JAPANESE_STAFF, cleared=0.0, road=0.0)
    assert worth(t.pos, t.pos.place[t.number("R-Mad")], units, 0, temper) <= temper.kill


@rule("mukden", "4.3")
def test_where_nobody_keeps_count_of_losses_the_staff_does_not_either() -> None:
    hidden = [table("J-1@1716 R-14@1715", turn=4, lost=lost, hidden_losses=True).pos for lost in ((0, 0), (2, 9))]
    open_ = [table("J-1@1716 R-14@1715", turn=4, lost=lost).pos for lost in ((0, 0), (2, 9))]
    assert STAFF.chance(hidden[0]) == STAFF.chance(hidden[1])
    assert STAFF.chance(open_[0]) != STAFF.chance(open_[1])


def crossings(seed: int) -> Iterator[MukdenPosition]:
    """Positions of a random game in which somebody marches."""
    pos, rng = opening(), Random(seed)
    while pos.outcome is None and pos.turn <= 4:
        if isinstance(pos.top, Moving) and rng.random() < 0.15:
            yield pos.copy()
        pos.apply(pos.options().sample(rng))


@rule("mukden", "7.1", "8.3")
def test_marches_cost_what_a_patient_search_finds() -> None:
    for pos in list(crossings(7))[:4]:
        book, enemy = pos.book, pos.occupied[JAPANESE]
        zone, goals = book.grid.spread(enemy), 1 << book.russian_sudden_death
        for detour in (0, 4):
            slow = dict.fromkeys(bits(goals), 0)
            better = True
            while better:
                better = False
                for there, spent in list(slow.items()):
                    toll = 3 * detour * (enemy >> there & 1) or detour * (zone >> there & 1)
                    for here, step in book.inbound[there]:
                        if spent + toll + step < slow.get(here, 1 << 30):
                            slow[here], better = spent + toll + step, True
            march = march_to(book, goals, enemy, detour)
            assert march == slow
            for points in (-1, 0, 7, 30, 500):
                assert set(bits(march.within(points))) == {here for here, cost in slow.items() if cost <= points}


@rule("mukden", "7.1")
def test_the_danger_of_many_dispositions_is_that_of_each() -> None:
    apart = 0
    for pos in list(crossings(8))[:6]:
        wanted, russians = picture.goals(pos), pos.occupied[RUSSIAN]
        tried = [russians, russians & russians - 1, *(russians | 1 << here for here in bits(wanted)[:40])]
        found = picture.dangers(pos, wanted, tried, 0.3)
        for disposition in tried:
            beside, slow = pos.book.grid.spread(wanted) & ~wanted, 0.0
            field = Field(pos.book.costs, disposition, pos.book.grid.spread(disposition))
            for cost, level in enumerate(field.levels_of_any(pos.occupied[JAPANESE], picture.FAR)):
                slow += picture.URGENCY[cost] * ((level & wanted).bit_count() + 0.3 * (level & beside).bit_count())
            assert found[disposition] == pytest.approx(slow)
            assert picture.danger(pos, wanted, disposition, 0.3) == found[disposition]
        assert picture.dangers(pos, wanted, tried[::-1], 0.3) == found
        apart += picture.dangers(pos, wanted, tried, 0.9) != found
    assert apart, "what is kept for one number serves no other"


def test_no_march_is_overlooked_that_is_better_than_to_stay() -> None:
    seen = 0
    for pos in crossings(9):
        for temper in (JAPANESE_STAFF, msgspec.structs.replace(JAPANESE_STAFF, progress=-0.1, detour=4)):
            field = japanese.ground(pos, temper, temper.detour)
            grip = temper.grip[0 if field.early else 1]
            for unit, reach in pos.reach_of(JAPANESE).items():
                here, steps = pos.place[unit], pos.steps[unit]
                stay = field.stand(steps, here) + (grip if field.zone >> here & 1 else 0.0)
                better = {there for there in bits(reach) if field.stand(steps, there) > stay}
                assert better <= set(bits(reach & field.worthwhile(stay)))
                seen += len(better)
    assert seen
