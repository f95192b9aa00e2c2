"""Storm Over Taierzhuang 7.2 and 7.3: fire, totals, Human Waves. Every figure is worked out by hand from the charts."""

from __future__ import annotations

import pytest
from tests.games.taierzhuang.table import (
    GAME,
    act,
    choices,
    is_spent,
    lay,
    place,
    reason,
    refused,
    strike,
    under_way,
)

from shapan.games.taierzhuang.attack import Attack
from shapan.games.taierzhuang.combat import attack_parts, defence_parts
from shapan.kernel import rule


@rule("taierzhuang", "7.2", "7.2.2", "7.2.2a", "7.2.2c", "7.2.2d", "7.3")
def test_fire_at_the_town_from_outside_and_from_inside() -> None:
    pos = lay({"M": "J39-1..4", "G": "C31-1 C31-5"})
    act(pos, "fire G J39-1,J39-2,J39-3,J39-4", "resolve")
    assert strike(pos, 4, 5) == (16, 14, 2)
    assert (pos.decision.kind, pos.actor) == ("damage", "chinese")
    pos = lay({"G": "J39-1..4 C31-1 C31-5"})
    act(pos, "fire G J39-1,J39-2,J39-3,J39-4", "resolve")
    assert strike(pos, 4, 5) == (16, 11, 5)


@rule("taierzhuang", "7.2.2c", "9.0")
def test_a_contested_area_gives_no_defence_level() -> None:
    pos = lay({"N": "C27-1 J63-4"})
    act(pos, "fire N J63-4", "resolve")
    assert strike(pos, 6, 1) == (8, 7, 1)


@rule("taierzhuang", "7.2.2c", "7.3")
def test_a_controlled_area_gives_its_level_and_equal_totals_do_nothing() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1"})
    act(pos, "fire N J63-1", "resolve")
    assert strike(pos, 6, 1) == (9, 9, 0)
    assert pos.actor == "chinese"
    assert not is_spent(pos, "C27-1")
    assert is_spent(pos, "J63-1")


@rule("taierzhuang", "7.2.2a", "R-17", "2.4")
def test_only_zero_factors_cost_one_once() -> None:
    pos = lay({"N": "C27-5..6 J63-4"}, side="chinese")
    act(pos, "fire N C27-5,C27-6", "resolve")
    assert strike(pos, 5, 4) == (8, 7, 1)
    pos = lay({"N": "C27-1 C27-5 J63-4"}, side="chinese")
    act(pos, "fire N C27-1,C27-5", "resolve")
    assert strike(pos, 5, 4) == (10, 7, 3)
    act(pos, "destroy J63-4")
    assert place(pos, "J63-4") == "lost"
    assert pos.actor == "japanese"


@rule("taierzhuang", "7.2.2b", "7.4", "R-18")
def test_a_human_wave_adds_half_its_units_and_loses_nobody_when_no_defender_is_left() -> None:
    six = "C27-5,C27-6,C27-7,C27-8,C27-9,C27-10"
    pos = lay({"N": "C27-5..10 J63-4"}, side="chinese")
    act(pos, f"fire N {six}", "wave", "resolve")
    assert strike(pos, 5, 4) == (11, 7, 4)
    act(pos, "flip J63-4", "destroy J63-4")
    assert pos.actor == "japanese"
    assert all(place(pos, unit) == "N" and is_spent(pos, unit) for unit in six.split(","))


@rule("taierzhuang", "7.2.2b")
def test_five_attackers_in_a_wave_add_two() -> None:
    pos = lay({"N": "C27-1..5 J63-1"}, side="chinese")
    act(pos, "fire N C27-1,C27-2,C27-3,C27-4,C27-5", "wave", "resolve")
    assert strike(pos, 1, 1) == (4 + 2 + 2, 8, 0)


@rule("taierzhuang", "7.0", "7.2.2b", "R-56")
def test_attackers_of_a_wave_die_on_rolls_not_above_the_survivors() -> None:
    pos = lay({"N": "C27-1..4 J63-1..3"}, side="chinese")
    act(pos, "fire N C27-1,C27-2,C27-3,C27-4", "wave", "resolve")
    strike(pos, 1, 1)
    act(pos, "roll 1", "roll 3", "roll 4", "roll 6")
    assert [place(pos, f"C27-{n}") for n in range(1, 5)] == ["lost", "lost", "N", "N"]
    assert is_spent(pos, "C27-3")
    assert is_spent(pos, "C27-4")
    assert pos.spent.bit_count() == 2, "the dead lie with their Ready side up"


@rule("taierzhuang", "7.2.2b")
def test_with_six_survivors_every_attacker_of_a_wave_dies() -> None:
    pos = lay({"N": "C27-1..4 J63-1..6"}, side="chinese")
    act(pos, "fire N C27-1,C27-2,C27-3,C27-4", "wave", "resolve")
    strike(pos, 1, 1)
    act(pos, "roll 6", "roll 6", "roll 6", "roll 6")
    assert all(place(pos, f"C27-{n}") == "lost" for n in range(1, 5))


@rule("taierzhuang", "7.2.2b", "R-18")
def test_wave_losses_count_the_defenders_left_after_damage() -> None:
    pos = lay({"N": "C2-1..4 J63-4..5"}, side="chinese", spent="J63-4 J63-5")
    act(pos, "fire N C2-1,C2-2,C2-3,C2-4", "wave", "resolve")
    assert strike(pos, 1, 1) == (7 + 2 + 2, 6, 5)
    act(pos, "destroy J63-4", "destroy J63-5")
    assert pos.decision.kind == "impulse"


@rule("taierzhuang", "7.2", "7.1.1")
def test_nobody_fires_over_a_corner_although_areas_are_connected_there() -> None:
    refusal = reason(lay({"F": "J10-1", "C": "C31-1"}), "fire C J10-1")
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("7.2", "refusal.fire_over_corner")


@rule("taierzhuang", "7.2.1")
def test_black_factors_reach_no_other_area() -> None:
    pos = lay({"M": "JT-1", "G": "C31-1"})
    assert refused(pos, "fire G JT-1") == "7.2.1"
    pos = lay({"M": "C31-1", "G": "J10-1"}, side="chinese")
    assert refused(pos, "fire G C31-1") == "7.2.1"
    pos = lay({"JE2": "JT-1", "X": "C31-1"})
    assert refused(pos, "fire X JT-1") == "7.2.1"


@rule("taierzhuang", "7.2", "R-28")
def test_any_number_fires_out_of_a_zone() -> None:
    fifteen = [f"J39-{n}" for n in range(1, 8)] + [f"J40-{n}" for n in range(1, 8)] + ["J10-1"]
    pos = lay({"JE2": "J39-1..7 J40-1..7 J10-1", "X": "C31-1"})
    assert refused(pos, f"fire X {','.join(fifteen)}") == ""


@rule("taierzhuang", "7.2", "2.3", "R-54")
def test_zones_and_empty_areas_are_no_targets() -> None:
    pos = lay({"A": "J10-1", "CS": "C31-1", "B": "J10-2"})
    refusal = reason(pos, "fire CS J10-1")
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("7.2", "refusal.fire_at_zone")
    assert refused(pos, "fire B J10-1") == "7.2"
    pos = lay({"W": "C31-1", "JE1": "J10-1"}, side="chinese")
    assert refused(pos, "fire JE1 C31-1") == "7.2"
    assert refused(pos, "fire R C31-1") == "7.2"


@rule("taierzhuang", "7.2", "R-58")
def test_units_among_enemies_may_fire_elsewhere_and_spare_their_friends() -> None:
    pos = lay({"N": "J63-1 C27-1", "M": "C27-2"})
    act(pos, "fire M J63-1", "resolve")
    assert strike(pos, 4, 5) == (11, 10, 1)
    assert choices(pos) == {"flip C27-2"}


@rule("taierzhuang", "7.2", "R-16")
def test_one_area_of_origin_and_one_target() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1..2", "Y": "J10-1"})
    act(pos, "fire N J63-1")
    assert refused(pos, "join J10-1") == "7.0"
    assert refused(pos, "fire N J63-2") == "7.2"
    act(pos, "resolve")
    strike(pos, 1, 1)
    assert not is_spent(pos, "J63-2")


@rule("taierzhuang", "7.2.2b")
def test_a_wave_is_made_inside_the_area_only() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1..2"})
    act(pos, "fire N J63-1,J63-2")
    assert refused(pos, "wave") == "7.2.2b"
    pos = lay({"N": "C27-1 J63-1..2"})
    act(pos, "fire N J63-1,J63-2", "wave")
    assert refused(pos, "wave") == "7.2.2b"


@rule("taierzhuang", "7.2.2d", "7.2.2c")
@pytest.mark.parametrize(
    ("side", "attacker", "defender"), [("japanese", "J39-1", "C31-1"), ("chinese", "C2-1", "J10-1")]
)
def test_the_town_protects_whoever_defends_in_it(side: str, attacker: str, defender: str) -> None:
    pos = lay({"H": f"{attacker} {defender}"}, side=side)
    act(pos, f"fire H {attacker}", "resolve")
    assert strike(pos, 6, 6) == (2 + 12, 8 + 3, 3)


@rule("taierzhuang", "7.2.2c", "R-19")
def test_the_defense_total_takes_the_best_factor_ready_or_spent() -> None:
    pos = lay({"N": "C31-1 C31-5 J63-1"}, spent="C31-1")
    act(pos, "fire N J63-1", "resolve")
    assert strike(pos, 3, 3) == (8, 7, 1)
    pos = lay({"N": "C31-1 C44-3 J63-1"}, spent="C44-3")
    act(pos, "fire N J63-1", "resolve")
    assert strike(pos, 3, 3) == (8, 8, 0)


@rule("taierzhuang", "7.2.2")
def test_the_preview_tells_both_totals_and_the_whole_distribution() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1"})
    act(pos, "fire N J63-1")
    [preview] = pos.view("japanese").previews
    assert {(factor.key, factor.value) for factor in preview.factors} == {
        ("factor.factors", 2),
        ("factor.defence", -7),
        ("factor.level", -2),
        ("factor.difference", "-7"),
    }
    assert sum(chance.numerator for chance in preview.chances) == 36
    assert [chance.params["count"] for chance in preview.chances] == [5, 4, 3, 2, 1, 0], "best first"
    assert next(c.numerator for c in preview.chances if c.params["count"] == 0) == 21
    assert not pos.view("chinese").previews


@rule("taierzhuang", "7.4", "R-22")
def test_the_preview_counts_no_more_losses_than_the_defenders_can_take() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1"})
    act(pos, "fire N J63-1")
    [preview] = pos.view("japanese").previews
    assert [chance.theirs for chance in preview.chances] == [3, 3, 3, 2, 1, 0]
    pos = lay({"N": "C27-1", "U": "J63-1"}, spent="C27-1")
    act(pos, "fire N J63-1")
    [preview] = pos.view("japanese").previews
    assert max(chance.theirs or 0 for chance in preview.chances) == 2
    assert {chance.yours for chance in preview.chances} == {0}


@rule("taierzhuang", "5.2", "7.2.2")
def test_the_preview_warns_of_guns_only_if_tanks_take_part() -> None:
    pos = lay({"M": "J10-1 JT-1 C27-1"})
    act(pos, "fire M J10-1")
    [preview] = pos.view("japanese").previews
    assert preview.warnings == ["warning.resolute"]
    act(pos, "join JT-1")
    [preview] = pos.view("japanese").previews
    assert preview.warnings == ["warning.reactions"]
    theirs = lay({"M": "J10-1 JT-1 C27-1"}, side="chinese")
    act(theirs, "fire M C27-1")
    [preview] = theirs.view("chinese").previews
    assert not preview.warnings


@rule("taierzhuang", "7.2.2b")
def test_the_preview_of_a_human_wave_promises_nothing_of_its_own_losses() -> None:
    pos = lay({"N": "C27-1 C27-2 J63-1"})
    act(pos, "fire N J63-1", "wave")
    [preview] = pos.view("japanese").previews
    assert {chance.yours for chance in preview.chances} == {None}, "they hang on the survivors and their dice"
    assert not preview.average
    assert "warning.human_wave" in preview.warnings
    assert [(token.side, token.symbol, token.label) for token in preview.tokens] == [("japanese", "infantry", "+0")]


@rule("taierzhuang", "7.2.1", "2.4")
def test_no_chinese_factor_is_red_and_all_spent_sides_are_one_lower() -> None:
    book = GAME.book()
    assert not book.red & book.roster[1]
    assert all(spent == ready - 1 for ready, spent in zip(book.ready_df, book.spent_df, strict=True))
    assert {0, 1, 2, 3} == set(book.cf)


@rule("taierzhuang", "7.0", "7.2.1")
def test_all_who_can_reach_the_target_join_the_attack() -> None:
    pos = lay({"M": "J39-1..4 JT-1", "G": "C31-1"}, spent="J39-4")
    act(pos, "fire G J39-1", "all", "resolve")
    assert strike(pos, 4, 5) == (6 + 9, 14, 1)
    pos = lay({"M": "J39-1", "G": "C31-1"})
    act(pos, "fire G J39-1")
    assert refused(pos, "all") == "7.0"


@rule("taierzhuang", "7.2", "R-28")
def test_all_of_a_zone_fire_however_full_the_target_is() -> None:
    pos = lay({"JE2": "J10-1..7 J63-1..7", "X": "C31-1 J39-1..7"})
    assert pos.book.fire[pos.book.map.index("JE2")] >> pos.book.map.index("X") & 1
    act(pos, "fire X J10-1", "all")
    assert under_way(pos, Attack).group.bit_count() == 14
    assert refused(pos, "all") == "7.0"


@rule("taierzhuang", "7.0", "7.2")
def test_who_is_elsewhere_cannot_join_and_that_is_why() -> None:
    pos = lay({"M": "J10-1..2", "Y": "J63-1", "G": "C31-1"})
    act(pos, "fire G J10-1")
    assert refused(pos, "join J63-1") == "7.0"
    assert refused(pos, "join J10-1") == "7.0"


@rule("taierzhuang", "7.2.2b", "7.2")
def test_the_question_offers_a_human_wave_only_where_it_can_be_made() -> None:
    pos = lay({"M": "J10-1", "G": "C31-1"})
    act(pos, "fire G J10-1")
    assert (pos.decision.prompt, pos.decision.params["offer"]) == ("prompt.attack", "offer_chits")
    assert refused(pos, "wave") == "7.2.2b"
    pos = lay({"G": "J10-1..2 C31-1"})
    act(pos, "fire G J10-1")
    assert (pos.decision.prompt, pos.decision.params["offer"]) == ("prompt.attack_inside", "offer_all")
    assert refused(pos, "wave") == ""
    act(pos, "join J10-2")
    assert pos.decision.params["offer"] == "offer_wave"
    act(pos, "wave")
    assert pos.decision.params["offer"] == "offer_chits", "said whether or not there is one in the hand"
    pos = lay({"M": "J10-1..2", "G": "C31-1"})
    act(pos, "fire G J10-1")
    assert pos.decision.params["offer"] == "offer_units"


@rule("taierzhuang", "7.2", "12.5")
def test_why_guns_and_aircraft_spare_a_zone() -> None:
    pos = lay({"Y": "J10-1", "CW": "C31-1"}, hands={"J-HA": 1, "J-BS": 1})
    assert refused(pos, "call J-HA JE1") == "7.2"
    assert refused(pos, "call J-BS JE1") == "7.2"
    assert refused(pos, "call J-BS CW") == "12.5"
    pos = lay({"JE1": "J10-1"}, side="chinese", hands={"C-HA": 1, "C-AF": 1})
    assert refused(pos, "call C-HA JE1") == "7.2"
    assert refused(pos, "call C-AF JE1") == "7.2"
    pos = lay({"Y": "J10-1", "CW": "C31-1"}, hands={"J-HA": 1, "J-BS": 1}, switches={"battlefield_interdiction": True})
    why = reason(pos, "call J-HA CW")
    assert why is not None
    assert (why.case, why.key) == ("12.5", "refusal.interdiction_observer")
    assert refused(pos, "call J-BS CW") == ""
    assert refused(pos, "call J-BS CN") == "12.5"


@rule("taierzhuang", "8.0", "6.2")
def test_a_unit_that_retreated_into_a_zone_is_told_how_it_comes_back() -> None:
    pos = lay({"Y": "J10-1", "pool.japanese": "J10-2 J21-1"})
    pos.retreated = 1 << pos.book.lexicon.piece_numbers["J10-2"]
    assert refused(pos, "move J10-2") == "8.0"
    assert refused(pos, "move J21-1") == "7.0"


@rule("taierzhuang", "7.2.2a", "7.2.2b", "5.2")
def test_the_parts_of_an_attack_total() -> None:
    def listed(units: str, bonus: int, *, wave: bool) -> list[tuple[str, int]]:
        mask = sum(1 << pos.book.lexicon.piece_numbers[unit] for unit in units.split())
        return [(part.key, part.value) for part in attack_parts(pos, 1, mask, bonus, wave)]

    pos = lay({"N": "C27-1 C27-5..6 J63-1"}, side="chinese")
    assert listed("C27-1 C27-5", 0, wave=False) == [("factors", 1)]
    assert listed("C27-5 C27-6", 3, wave=False) == [("factors", 0), ("chits", 3), ("zero_factors", -1)]
    assert listed("C27-1 C27-5 C27-6", 0, wave=True) == [("factors", 1), ("human_wave", 1)]
    assert listed("", 6, wave=False) == [("chits", 6)], "guns and aircraft have no factors of units"


@rule("taierzhuang", "7.2.2c", "7.2.2d", "5.2")
def test_the_parts_of_a_defense_total() -> None:
    def listed(area: str, *, outside: bool, resolute: int = 0) -> list[tuple[str, int]]:
        parts = defence_parts(pos, 1, pos.book.map.index(area), outside, resolute)
        return [(part.key, part.value) for part in parts]

    pos = lay({"G": "C31-1", "N": "C27-1", "M": "C27-2 J63-1"})
    assert listed("G", outside=True) == [("defence", 8), ("town", 6)]
    assert listed("G", outside=False, resolute=3) == [("defence", 8), ("town", 3), ("resolute", 3)]
    assert listed("N", outside=True) == [("defence", 7), ("level", 2)]
    assert listed("M", outside=True) == [("defence", 7)]


@rule("taierzhuang", "7.2.2b", "R-18")
def test_the_dead_of_a_wave_are_told_one_by_one() -> None:
    pos = lay({"N": "C27-1..2 J63-1..3"}, side="chinese")
    act(pos, "fire N C27-1,C27-2", "wave", "resolve")
    strike(pos, 1, 1)
    assert (pos.decision.prompt, pos.decision.params["count"]) == ("prompt.wave", 3)
    assert [event.key for event in act(pos, "roll 3")] == ["event.wave_loss"]
    assert act(pos, "roll 4")[0].key == "event.wave_survives"


@rule("taierzhuang", "7.2.2c", "2.4")
def test_only_units_of_the_target_count_for_its_defence() -> None:
    pos = lay({"N": "C44-3 J63-1", "M": "C31-1..2"}, spent="C31-2")
    act(pos, "fire N J63-1", "resolve")
    assert strike(pos, 1, 1) == (4, 6, 0)
    pos = lay({"N": "C44-3 J63-1", "M": "C31-1..2"}, spent="C44-3 C31-2")
    act(pos, "fire N J63-1", "resolve")
    assert strike(pos, 1, 1) == (4, 5, 0)
