"""Storm Over Taierzhuang 3.0 Preparation and deployment, 12.3 and 12.8."""

from __future__ import annotations

from random import Random

from tests.games.taierzhuang.table import GAME, act, choices, control, place, reason, refused, units

from shapan.games.taierzhuang.game import Position
from shapan.kernel import DICE, rule


def begun(first: int = 2, second: int = 5, **switches: bool) -> Position:
    pos = GAME.start(None, switches)
    assert isinstance(pos, Position)
    act(pos, f"roll {first}", f"roll {second}")
    return pos


@rule("taierzhuang", "3.0", "3.1", "R-03")
def test_two_dice_limit_w_and_x_before_anything_is_placed() -> None:
    pos = GAME.start()
    assert (pos.actor, pos.decision.kind, pos.turn) == (DICE, "limits", 1)
    pos = begun(2, 5)
    act(pos, "place W C31-1,C31-2", "place X C31-3,C31-4,C31-5,C31-6")
    assert refused(pos, "place W C27-1") == "3.1"
    assert refused(pos, "place X C27-1") == ""
    assert refused(pos, "place X C27-1,C27-2") == "3.1"


@rule("taierzhuang", "3.1", "3.2")
def test_each_side_is_asked_under_its_own_case() -> None:
    pos = begun()
    assert (pos.actor, pos.decision.case) == ("chinese", "3.1")
    act(pos, *(f"rest {area}" for area in "GHFM"))
    assert (pos.actor, pos.decision.case) == ("japanese", "3.2")


@rule("taierzhuang", "3.1")
def test_ten_units_an_area_only_start_units_and_only_areas() -> None:
    pos = begun()
    assert refused(pos, f"place G {','.join(units('C31-1..10 C27-1'))}") == "3.1"
    assert refused(pos, "place G C2-1") == "3.1"
    assert refused(pos, "place CS C31-1") == "3.1"
    assert refused(pos, "place G J10-1") == "3.1"
    assert refused(pos, "place G C31-1,C31-1") == "3.1"
    assert refused(pos, "pass") == "3.1"
    act(pos, f"place G {','.join(units('C31-1..10'))}")
    assert refused(pos, "place H C31-1") == "3.1"
    assert refused(pos, "place G C27-1") == "3.1"


@rule("taierzhuang", "3.1", "3.2", "9.0", "R-04")
def test_china_first_then_japan_in_its_two_zones() -> None:
    pos = begun()
    for area, names in (("G", "C31-1..10"), ("H", "C30-1..10"), ("M", "C27-1..10"), ("K", "C44-1..10")):
        assert pos.actor == "chinese"
        act(pos, f"place {area} {','.join(units(names))}")
    assert pos.actor == "japanese"
    assert control(pos, "G") == "chinese"
    assert control(pos, "A") == ""
    assert refused(pos, "place W J10-1") == "3.2"
    assert refused(pos, "place JE1 J21-1") == "3.2"
    act(pos, "place JE1 J10-1", f"place JE2 {','.join(units('J39-1..7 J40-1..7 J10-2..7 J63-1..7 JD-1..2 JT-1..8'))}")
    assert pos.decision.kind == "replenish"
    assert place(pos, "J10-1") == "JE1"
    assert place(pos, "JT-8") == "JE2"
    assert pos.at[pos.book.pool[0]].bit_count() == 10
    assert pos.at[pos.book.pool[1]].bit_count() == 50
    assert pos.spent == 0
    assert sum(pos.hands) == 0


@rule("taierzhuang", "12.8", "R-45", "R-02")
def test_the_historical_set_up_keeps_each_division_to_its_ground() -> None:
    pos = begun(historical_setup=True)
    assert refused(pos, "place A C31-1") == "12.8"
    assert refused(pos, "place E C31-1") == "12.8"
    assert refused(pos, "place G C27-1") == "12.8"
    act(pos, f"place L {','.join(units('C27-1..4'))}")
    assert refused(pos, "place L C27-5,C27-6") == "12.8"
    act(pos, "place W C27-5")
    assert refused(pos, "place R C27-6") == "12.8"
    act(pos, f"place A {','.join(units('C27-6..10'))}")
    act(pos, f"place E {','.join(units('C30-1..6 C44-1..4'))}")
    assert refused(pos, "place J C44-5") == "12.8"
    assert refused(pos, "rest J") == "12.8"
    assert refused(pos, "rest E") == "3.1", "ten stand there already"
    assert refused(pos, "rest CN") == "3.1"
    assert refused(pos, "place B C44-5") == ""


@rule("taierzhuang", "12.8")
def test_the_historical_set_up_can_always_be_finished() -> None:
    for seed in range(5):
        pos, rng = begun(1, 1, historical_setup=True), Random(seed)
        while pos.decision.kind == "set_up" and pos.actor == "chinese":
            pos.push(pos.options().sample(rng))
        assert all(
            sum((pos.at[at] & entry.units).bit_count() for at in range(25) if entry.areas >> at & 1) == entry.count
            for entry in pos.book.detachments
        )


@rule("taierzhuang", "12.3", "R-40")
def test_saving_face_takes_tanks_and_the_eighth_brigade_out() -> None:
    pos = begun(saving_face=True)
    names = pos.book.lexicon.pieces
    gone = {names[unit] for unit in range(pos.book.units) if pos.book.removed >> unit & 1}
    assert gone == set(units("JT-1..8 J39-1..7 J40-1..7"))
    assert pos.book.start[0].bit_count() == 16
    assert not pos.violations()
    for area, those in (("G", "C31-1..10"), ("H", "C30-1..10"), ("M", "C27-1..10"), ("K", "C44-1..10")):
        act(pos, f"place {area} {','.join(units(those))}")
    assert refused(pos, "place JE1 JT-1") == "3.2"
    assert "place JE1 J10-1" in choices(pos)


@rule("taierzhuang", "2.1", "1.0", "2.0")
def test_the_forces_are_those_of_the_rulebook() -> None:
    book = GAME.book()
    assert (book.start[0].bit_count(), book.start[1].bit_count()) == (38, 40)
    assert book.turns == 13
    board = GAME.board()
    entry = next(piece for piece in board.pieces if piece.id == "J39-1")
    assert (entry.values["cf"], entry.values["df"], entry.values["ma"], entry.values["colour"]) == (2, 8, 3, "red")
    assert "39/8/10" in entry.name


@rule("taierzhuang", "3.1", "3.2")
def test_the_rest_is_placed_as_far_as_it_fits() -> None:
    pos = begun(2, 5)
    act(pos, "rest W")
    assert pos.strength(1, pos.book.map.index("W")) == 2
    assert refused(pos, "rest W") == refused(pos, "rest CS") == refused(pos, "place W C27-1") == "3.1"
    assert not [text for text in choices(pos) if text.split()[1] == "W"]
    assert {"rest X", "rest A", "rest Y", "place X C27-1"} <= choices(pos)
    act(pos, "rest G", "rest H", "rest M", "rest K")
    assert pos.actor == "japanese"
    assert refused(pos, "rest G") == "3.2"
    act(pos, "rest JE2")
    assert pos.strength(0, pos.book.map.index("JE2")) == 38


@rule("taierzhuang", "12.8")
def test_the_rest_keeps_to_the_historical_quotas() -> None:
    pos = begun(6, 6, historical_setup=True)
    act(pos, "rest L")
    assert pos.strength(1, pos.book.map.index("L")) == 5
    act(pos, "rest A")
    assert pos.strength(1, pos.book.map.index("A")) == 10
    assert refused(pos, "rest L") == "12.8"


@rule("taierzhuang", "3.1", "3.2")
def test_the_last_place_of_an_area_is_offered_and_the_last_letter_too() -> None:
    pos = begun(2, 5)
    assert [event.case for event in act(pos, "place W C31-1")] == ["3.1"]
    assert {"place W C31-2", "rest W", "place Y C31-2", "rest Y"} <= choices(pos)
    assert refused(pos, "place Y C31-2") == refused(pos, "rest Y") == ""
    act(pos, "rest Y", "rest G", "rest H")
    assert pos.strength(1, pos.book.map.index("Y")) == 10
    assert refused(pos, "rest Y") == "3.1"
    told = [event for event in act(pos, "rest A", "rest JE1") if event.key == "event.set_up"]
    assert [event.case for event in told] == ["3.1", "3.2"]


@rule("taierzhuang", "3.1", "3.2")
def test_why_a_unit_is_not_placed() -> None:
    pos = begun()
    act(pos, "place G C31-1")
    for unit, key in (("C2-1", "not_a_start_unit"), ("J10-1", "not_a_start_unit"), ("C31-1", "placed_already")):
        why = reason(pos, f"place G {unit}")
        assert why is not None
        assert (why.case, why.key) == ("3.1", f"refusal.{key}")
    assert not [text for text in choices(pos) if text.split()[1] in ("JE1", "JE2", "CS")]
    assert not [text for text in choices(pos) if text.endswith((" C2-1", " J10-1", " C31-1"))]
