"""7.0 Combat, 7.9 Advance, 8.0 Support fire and bombardment."""

import pytest
from tests.games.shanghai_incident.table import (
    GAME,
    at,
    battle,
    do,
    keys,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.battle import attack_terms, defence_terms, odds
from shapan.mechanics.fire_and_movement.position import READY, USED
from shapan.mechanics.forces import OFF


def differential(pos: ShanghaiPosition) -> tuple[int, str]:
    """Of the battle being put together: the number and the heading of its column."""
    found = odds(pos, battle(pos))
    return found.differential, pos.book.crt.headings[""][found.column]


@rule("shanghai_incident", "7.6", "X-11", "R-34")
@pytest.mark.parametrize(
    ("number", "die", "code"),
    [
        (7, 1, "Ex"),
        (6, 2, "Ex"),
        (4, 6, "D2"),
        (2, 3, "Ex"),
        (-2, 6, "D1"),
        (-5, 6, "Ex"),
        (-6, 6, "NE"),
        (-6, 1, "A2"),
    ],
)
def test_the_combat_results_table(number: int, die: int, code: str) -> None:
    table = GAME.book().crt
    assert table.result(table.column("", number), die).code == code


@rule("shanghai_incident", "7.0", "7.1", "7.2", "R-18")
def test_who_may_attack_what() -> None:
    pos = situation({"J-7": "2107", "J-35": "2109", "J-19": "2306", "C-78-1": "2108", "C-78-2": "2206"}, "J2")
    assert refused(pos, "attack J-19 2108") == "7.1"
    assert refused(pos, "attack J-7 2106") == "7.1"
    assert refused(pos, "attack C-78-1 2107") == refused(pos, "attack C-S1 2108") == "7.1"
    assert reason(pos, "attack J-36 2108") == "not_on_map"
    do(pos, "attack J-7 2108")
    assert refused(pos, "join J-7") == "7.1"
    assert refused(pos, "join J-19") == "7.1"
    assert refused(pos, "attack J-35 2108") == "7.1"
    do(pos, "join J-35", "resolve", "roll 1", "lose J-7")
    assert refused(pos, "attack J-35 2206") == "7.1", "once a phase"
    assert refused(pos, "attack J-19 2108") == "7.1", "and each hex once a phase"
    assert legal(pos, "attack J-19 2206")


@rule("shanghai_incident", "7.1")
def test_a_unit_in_the_corner_of_the_map_joins_like_any_other() -> None:
    pos = situation({"J-7": "0103", "J-19": "0101", "J-35": "2110", "C-78-1": "0102"}, "J2")
    do(pos, "attack J-7 0102")
    assert options(pos, "join") == {"J-19"}


@rule("shanghai_incident", "5.3", "7.1", "16.1", "T-17")
def test_a_stack_attacks_whole_or_not_at_all() -> None:
    pos = situation({"J-7": "2107", "J-9E": "2107", "C-78-1": "2108", "C-78-2": "2006"}, "J2")
    do(pos, "attack J-9E 2108")
    assert battle(pos).units == 1 << unit("J-7") | 1 << unit("J-9E")
    do(pos, "resolve", "roll 2")
    assert pos.decision.kind == "combat"
    assert refused(pos, "attack J-7 2006") == "7.1"


@rule("shanghai_incident", "7.3", "7.4", "16.5")
def test_worked_numbers_of_a_differential() -> None:
    pos = situation({"J-7": "0805", "J-35": "0905", "J-2T": "0905", "C-518": "0804"}, "J2")
    assert GAME.book().map.terrain[at("0804")] == "paddy"
    do(pos, "attack J-7 0804", "join J-35")
    assert differential(pos) == (14 - 5, "+7+")
    city = situation({"J-3Sas": "1125", "J-SAC": "1125", "C-78-6": "1024"}, "J2")
    do(city, "attack J-3Sas 1024", "support FS-A1")
    assert differential(city) == (5, "+5/+6")
    assert [term.value for term in attack_terms(city, battle(city))] == [3, 2, 5]
    assert [term.value for term in defence_terms(city, battle(city))] == [3, 2]


@rule("shanghai_incident", "7.4", "X-38", "17.2")
def test_a_creek_counts_only_if_every_attacker_crosses_one() -> None:
    fort = ((at("2116"), unit("C-78-1")),)
    units = {"J-7": "2016", "J-35": "2117", "J-19": "2115", "C-78-1": "2116"}
    pos = situation(units, "J2", forts=fort)
    do(pos, "attack J-7 2116", "join J-35")
    assert sum(term.value for term in defence_terms(pos, battle(pos))) == 3 + 3
    across = situation({"J-7": "2015", "J-35": "2016", "C-78-1": "2116"}, "J2", forts=fort)
    do(across, "attack J-7 2116", "join J-35")
    assert sum(term.value for term in defence_terms(across, battle(across))) == 3 + 3 + 1


@rule("shanghai_incident", "7.6", "16.1", "16.5", "R-16", "X-19", "T-24")
def test_an_exchange_takes_engineers_and_support_units_first() -> None:
    units = {"J-7": "2107", "J-9E": "2107", "J-35": "2109", "C-518": "2108", "C-259S": "2108"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 2108", "join J-35", "resolve")
    do(pos, "roll 1")
    assert (where(pos, "J-9E"), where(pos, "C-259S"), where(pos, "C-518")) == ("eliminated", "eliminated", "2108")
    assert pos.decision.kind != "advance", "no advance after an exchange"
    assert pos.steps[unit("J-7")] == pos.steps[unit("J-35")] == 2


@rule("shanghai_incident", "7.6", "16.1", "R-16")
def test_the_owner_picks_the_stack_that_loses_the_step() -> None:
    units = {"J-7": "2107", "J-2T": "2107", "J-35": "2109", "C-78-1": "2108"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 2108", "join J-35", "resolve", "roll 1")
    assert (pos.decision.kind, pos.actor) == ("exchange", "japanese")
    assert refused(pos, "lose J-7") == "16.1"
    assert refused(pos, "lose C-78-1") == "7.6"
    assert options(pos, "lose") == {"J-2T", "J-35"}
    do(pos, "lose J-35")
    assert pos.steps[unit("J-35")] == 1


@rule("shanghai_incident", "7.9", "5.3", "6.2")
def test_attackers_advance_one_by_one_into_the_emptied_hex() -> None:
    units = {"J-7": "2107", "J-9E": "2107", "J-35": "2109", "C-78-1": "2108-", "C-78-2": "2406"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 2108", "join J-35", "resolve", "roll 6")
    assert pos.decision.kind == "advance", "surrounded by zones, the lone step is lost"
    assert where(pos, "C-78-1") == "lost"
    assert refused(pos, "advance J-19") == "7.9"
    do(pos, "advance J-7")
    assert refused(pos, "advance J-35") == "5.3"
    assert refused(pos, "advance J-7") == "7.9"
    do(pos, "advance J-9E")
    assert where(pos, "J-9E") == "2108"


@rule("shanghai_incident", "7.9", "R-17")
def test_nobody_advances_without_a_d_result() -> None:
    for die, result in (("1", "A1"), ("2", "NE"), ("3", "Ex")):
        pos = situation({"J-7": "2107-", "C-78-1": "2108"}, "J2")
        do(pos, "attack J-7 2108", "resolve")
        assert do(pos, f"roll {die}")[0].params["result"] == result
        assert pos.decision.kind != "advance"


# --- 8.0 support fire ---------------------------------------------------------------------------


@rule("shanghai_incident", "8.0", "8.3", "8.6", "15.1", "R-45")
def test_a_marker_is_used_once_until_the_next_pause() -> None:
    pos = situation({"J-7": "2107", "J-35": "2309", "C-78-1": "2108", "C-78-2": "2310"}, "J2")
    do(pos, "attack J-7 2108", "support FS-A1")
    assert refused(pos, "support FS-A1") == "15.1"
    assert refused(pos, "support FS-A2") == "15.1"
    assert refused(pos, "support J-35") == "15.1"
    do(pos, "resolve", "roll 3")
    while pos.decision.kind != "combat":
        pos.apply(next(iter(pos.options())))
    do(pos, "attack J-35 2310")
    assert refused(pos, "support FS-A1") == "15.1"


@rule("shanghai_incident", "8.3", "15.2", "R-20")
def test_the_japanese_support_their_defence_before_the_die_is_cast() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, "C2")
    do(pos, "attack C-78-1 2107")
    assert refused(pos, "support FS-A1") == "15.1", "the Chinese have no fire support"
    do(pos, "resolve")
    assert (pos.decision.kind, pos.actor) == ("cover", "japanese")
    before = differential(pos)[0]
    do(pos, "support FS-A1")
    assert differential(pos)[0] == before - 5
    assert pos.actor == "dice", "no other marker reaches so far inland"


@rule("shanghai_incident", "8.3", "8.6", "15.1")
def test_whichever_marker_covers_the_defence_it_is_the_one_that_is_used() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, "C2", support=(READY,) * 9)
    do(pos, "attack C-78-1 2107", "resolve", "support FS-A2", "resolve")
    assert pos.actor == "dice"
    assert [state == USED for state in pos.support] == [False, True, *[False] * 7]


@rule("shanghai_incident", "8.4", "8.5", "7.1", "R-23")
def test_bombardment_needs_no_units_and_brings_no_advance() -> None:
    pos = situation({"J-7": "3019", "C-78-1": "2108"}, "J2", support=(-3,) * 9)
    assert refused(pos, "bombard FS-A1 2107") == "8.4"
    assert refused(pos, "bombard FS-9 2108") == "15.2"
    do(pos, "bombard FS-A1 2108")
    assert refused(pos, "join J-7") == "8.4"
    do(pos, "support FS-A2", "resolve", "roll 3", "retreat C-78-1 2109")
    assert pos.decision.kind != "advance"


@rule("shanghai_incident", "8.4", "7.1")
def test_nobody_has_attacked_because_of_a_bombardment() -> None:
    pos = situation({"J-3Sas": "2105", "C-78-1": "2108", "C-78-2": "2104"}, "J2")
    do(pos, "bombard FS-A1 2108", "resolve", "roll 1")
    assert legal(pos, "attack J-3Sas 2104")
    assert refused(pos, "bombard FS-N1 2108") == "7.1", "but the hex has been"


@rule("shanghai_incident", "8.4")
def test_bombardment_results() -> None:
    def bombarded(die: int, phase: str = "J2") -> ShanghaiPosition:
        pos = situation({"J-7": "3019", "C-78-1": "2108"}, phase, support=(-3,) * 9)
        do(pos, "bombard FS-A1 2108", "resolve", f"roll {die}")
        return pos

    assert bombarded(1).steps[unit("C-78-1")] == 2, "an A result does nothing"
    assert bombarded(3).steps[unit("C-78-1")] == 1, "an exchange costs the defender a step"
    assert bombarded(3, "J4").steps[unit("C-78-1")] == 2, "but not in mobile combat"
    assert bombarded(5).decision.kind == "withdraw"


@rule("shanghai_incident", "8.4", "R-23")
def test_bombardment_is_a_switch() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, "J2", switches={"bombardment": False})
    assert refused(pos, "bombard FS-A1 2108") == "8.4"
    assert not options(pos, "bombard")
    chinese = situation({"J-7": "2107", "C-78-1": "2108"}, "C2")
    assert refused(chinese, "bombard FS-A1 2107") == "15.1"


@rule("shanghai_incident", "7.1", "R-49")
def test_an_empty_enemy_city_is_walked_into() -> None:
    pos = situation({"J-7": "1623", "C-78-1": "0303"}, "J1")
    do(pos, "move J-7 1624")
    assert pos.held[0] >> at("1624") & 1


def test_a_preview_shows_every_term_and_the_exact_chances() -> None:
    pos = situation({"J-3Sas": "1125", "J-SAC": "1125", "C-78-6": "1024"}, "J2")
    do(pos, "attack J-3Sas 1024", "support FS-A1")
    [shown] = pos.view("japanese").previews
    assert sum(int(factor.value) for factor in shown.factors) == 5
    assert shown.column == "+5/+6"
    assert [(chance.key, chance.numerator, chance.yours, chance.theirs) for chance in shown.chances] == [
        ("chance.they_retreat", 2, 0, 0),
        ("chance.they_retreat", 2, 0, 0),
        ("chance.losses", 2, 1, 1),
    ]
    assert [chance.params["count"] for chance in shown.chances[:2]] == [2, 1], "the farther the better"
    assert shown.average
    assert [(token.side, token.piece) for token in shown.tokens] == [("japanese", "FS-A1")]
    assert shown.params == {"unit": "C-78-6", "hex": "1024"}
    assert not pos.view("chinese").previews


@rule("shanghai_incident", "7.0", "7.1", "4.1")
def test_a_combat_phase_is_over_when_nobody_can_attack() -> None:
    units = {"J-7": "2107", "C-78-1": "0102", "C-78-2": "0103"}
    away = situation(units, "J2", switches={"bombardment": False})
    assert away.book.phases[away.phase].number != "J2"
    near = situation({"J-7": "0103", "J-35": "2110", "C-78-1": "0102"}, "J2", switches={"bombardment": False})
    assert near.book.phases[near.phase].number == "J2"
    assert options(near, "attack") == {"J-7 0102"}
    shells = situation({"J-7": "2107", "C-78-1": "0102"}, "J2")
    assert options(shells, "bombard") == {"FS-A1 0102"}
    do(near, "attack J-7 0102", "resolve", "roll 2")
    while near.decision.kind in ("withdraw", "exchange", "advance"):
        near.push(next(iter(near.options())))
    assert near.book.phases[near.phase].number != "J2", "who could has attacked"
    assert (near.attacked, near.struck) == (0, 0), "in the next phase everybody attacks and is attacked anew"


@rule("shanghai_incident", "7.6", "7.7", "7.8", "7.9", "4.1")
def test_the_first_unit_of_the_game_resists_and_advances_like_any_other() -> None:
    thrown = situation({"J-3Sas": "2107", "C-518": "2108"}, "J2")
    do(thrown, "attack J-3Sas 2108", "resolve", "roll 1")
    assert thrown.decision.kind == "withdraw"
    assert legal(thrown, "resist J-3Sas")
    victorious = situation({"J-3Sas": "2107", "J-7": "2109", "C-78-1": "2108-"}, "J2")
    do(victorious, "attack J-3Sas 2108", "join J-7", "support FS-A1", "resolve", "roll 6")
    while victorious.decision.kind == "withdraw":
        victorious.push(next(iter(victorious.options())))
    assert options(victorious, "advance") == {"J-3Sas", "J-7"}
    units = {"J-3Sas": "2107", "C-518": "2108", "C-522": "2106", "C-259S": "2108"}
    defending = situation(units, "C2", support=(-4,) * 9)
    do(defending, "attack C-518 2107", "join C-522", "resolve", "roll 6")
    assert defending.decision.kind == "withdraw"
    assert legal(defending, "resist J-3Sas")


@rule("shanghai_incident", "7.3", "8.3")
def test_before_the_die_is_cast_everything_that_counts_is_told() -> None:
    pos = situation({"J-3Sas": "1125", "J-SAC": "1125", "C-78-6": "1024"}, "J2")
    do(pos, "attack J-3Sas 1024", "support FS-A1")
    told = do(pos, "resolve")
    counted = [(event.params.get("unit", event.params.get("cause")), event.params["value"]) for event in told[:-1]]
    assert [value for _, value in counted] == ["+3", "+2", "+5", "-3", "-2"]
    assert [who for who, _ in counted][:4] == ["J-3Sas", "J-SAC", "FS-A1", "C-78-6"]
    last = told[-1]
    assert (last.key, last.params["attack"], last.params["defence"]) == ("event.differential", 10, 5)


@rule("shanghai_incident", "7.9", "7.8", "17.2")
def test_nobody_advances_into_a_hex_whose_defenders_have_held_out() -> None:
    units = {"J-7": "2725", "J-35": "2625", "J-2T": "2108", "C-78-4": "2726", "C-78-1": "2107"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 2726", "join J-35", "support FS-A1", "support FS-N1", "resolve", "roll 6", "resist C-78-4")
    assert pos.decision.kind == "combat"
    assert (refused(pos, "advance J-7"), reason(pos, "advance J-7")) == ("7.9", "advance_held")


def previewed(pos: ShanghaiPosition, side: str) -> list[tuple[str, int, float | None, float | None]]:
    [shown] = pos.view(side).previews
    return [(chance.key, chance.numerator, chance.yours, chance.theirs) for chance in shown.chances]


@rule("shanghai_incident", "16.3")
def test_a_preview_foretells_that_whoever_attacks_a_sniper_ignores_all_results() -> None:
    quarry = (at("1024"), OFF, OFF, OFF)
    pos = situation({"J-3Sas": "1025", "C-78-1": "0303"}, "J2", snipers=quarry)
    do(pos, "attack J-3Sas 1024")
    assert sorted(previewed(pos, "japanese")) == [("chance.nothing", 3, 0, 0), ("chance.sniper", 3, 0, 0)]
    [shown] = pos.view("japanese").previews
    assert (shown.title, shown.average) == ("preview.attack_sniper", "")
    mobile = situation({"J-3Sas": "1025", "C-78-1": "0303"}, "J4", snipers=quarry)
    do(mobile, "attack J-3Sas 1024")
    assert sorted(previewed(mobile, "japanese")) == [("chance.nothing", 5, 0, 0), ("chance.sniper", 1, 0, 0)]


@rule("shanghai_incident", "17.3")
def test_a_preview_foretells_that_a_garrison_has_no_step_to_lose_and_does_not_retreat() -> None:
    pos = situation({"J-7": "2725", "C-78-1": "0303"}, "J2")
    do(pos, "attack J-7 2726")
    assert sorted(previewed(pos, "japanese")) == [
        ("chance.garrison", 1, 0, 0),
        ("chance.garrison_dearly", 2, 1, 0),
        ("chance.nothing", 2, 0, 0),
        ("chance.you_retreat", 1, 0, 0),
    ]
    mobile = situation({"J-7": "2725", "C-78-1": "0303"}, "J4")
    do(mobile, "attack J-7 2726")
    assert ("chance.nothing", 4, 0, 0) in previewed(mobile, "japanese")
    manned = situation({"J-7": "2725", "C-78-1": "2726"}, "J2")
    do(manned, "attack J-7 2726")
    assert ("chance.losses", 1, 1, 1) in previewed(manned, "japanese")


@rule("shanghai_incident", "17.3", "7.6", "7.9")
def test_a_preview_foretells_whether_anybody_is_left_to_enter_a_fort_after_an_exchange() -> None:
    alone = situation({"J-9C": "2526", "C-78-1": "0303"}, "J2")
    do(alone, "attack J-9C 2626", "support FS-A1")
    assert ("chance.losses", 2, 1, 0) in previewed(alone, "japanese")
    told = do(alone, "resolve", "roll 4")
    assert "eliminated" in keys(told)
    assert alone.decision.kind != "advance"
    last = situation({"J-7": "2526", "C-78-4": "2626-", "C-78-1": "0303"}, "J2")
    do(last, "attack J-7 2626")
    assert ("chance.defender_dearly", 1, 1, 1) in previewed(last, "japanese")
    do(last, "resolve", "roll 5")
    assert options(last, "advance") == {"J-7"}
    for units in ({"J-7": "2526-", "C-78-4": "2626-"}, {"J-7": "2526", "C-78-4": "2626"}):
        pos = situation({**units, "C-78-1": "0303"}, "J2")
        do(pos, "attack J-7 2626")
        assert "chance.defender_dearly" not in {chance[0] for chance in previewed(pos, "japanese")}


@rule("shanghai_incident", "7.6", "7.7")
def test_a_preview_lists_the_hex_won_first_and_the_retreat_of_the_viewer_last() -> None:
    units = {"J-7": "1125", "C-78-1": "1024"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 1024")
    said = [chance[0].removeprefix("chance.") for chance in previewed(pos, "japanese")]
    assert (said[0], said[-1]) == ("they_retreat", "you_retreat")
    defending = situation(units, "C2")
    do(defending, "attack C-78-1 1125", "resolve")
    said = [chance[0].removeprefix("chance.") for chance in previewed(defending, "japanese")]
    assert (said[0], said[-1]) == ("they_retreat", "losses"), "they attack, and are too weak to win the hex"


@rule("shanghai_incident", "7.7", "7.8")
@pytest.mark.parametrize(("defender", "steps"), [("1024", 2), ("1024-", 1)], ids=["can resist", "on its last step"])
def test_a_preview_foretells_what_it_costs_at_least_to_have_no_way_out(defender: str, steps: int) -> None:
    around = {"J-7": "1125", "J-35": "1025", "J-19": "0923", "J-36": "1124"}
    pos = situation({**around, "C-518": defender}, "J2")
    assert pos.steps[unit("C-518")] == steps
    do(pos, "attack J-7 1024", "join J-35")
    said = {chance[0]: chance[2:] for chance in previewed(pos, "japanese")}
    assert said == {"chance.losses": (1, 1), "chance.they_cornered": (0, 1)}


@rule("shanghai_incident", "7.7", "7.8")
def test_a_preview_foretells_attackers_without_a_way_back_stack_by_stack() -> None:
    units = {"J-Ron": "1125", "J-3Sas": "1025", "C-518": "1024", "C-517": "1126", "C-521": "1224"}
    pos = situation(units, "J2")
    do(pos, "attack J-Ron 1024")
    assert ("chance.you_retreat", 3, 0, 0) in previewed(pos, "japanese"), "by way of the battalion"
    do(pos, "join J-3Sas")
    assert ("chance.you_cornered", 2, 1, 0) in previewed(pos, "japanese"), "which now falls back itself"
    shut = situation({**units, "C-522": "1026"}, "J2")
    do(shut, "attack J-Ron 1024", "join J-3Sas")
    assert ("chance.you_cornered", 2, 2, 0) in previewed(shut, "japanese")


@rule("shanghai_incident", "8.3", "15.1", "15.2")
@pytest.mark.parametrize(
    ("states", "target", "warned"),
    [((READY, READY), "1025", True), ((USED, USED), "1025", False), ((USED, READY), "0411", False)],
    ids=["at hand", "used", "out of range"],
)
def test_a_preview_warns_of_defensive_support_only_while_there_is_any(
    states: tuple[int, int], target: str, warned: bool
) -> None:
    units = {"J-3Sas": target, "C-78-1": {"1025": "1024", "0411": "0412"}[target]}
    pos = situation(units, "C2")
    for name, state in zip(("FS-A1", "FS-N1"), states, strict=True):
        pos.set_support(unit(name), state)
    do(pos, f"attack C-78-1 {target}")
    [shown] = pos.view("chinese").previews
    assert (list(shown.warnings) == ["warning.defensive_support"]) is warned
    do(pos, "resolve")
    assert (pos.decision.kind == "cover") is warned


@rule("shanghai_incident", "8.4", "16.3", "17.3")
def test_a_bombardment_strikes_neither_a_garrison_nor_a_sniper_by_himself() -> None:
    pos = situation({"J-3Sas": "2725", "C-78-1": "0303"}, "J2", snipers=(at("1024"), OFF, OFF, OFF))
    for lone in ("2726", "1024"):
        refusal = pos.refusal(GAME.parse(pos, f"bombard FS-A1 {lone}"))
        assert refusal is not None
        assert (refusal.case, refusal.key) == ("8.4", "refusal.bombard_empty")
    assert legal(pos, "bombard FS-A1 0303")


@rule("shanghai_incident", "7.9", "7.8")
def test_attackers_advance_if_the_defender_has_left_and_not_if_he_holds() -> None:
    pos = situation({"J-7": "2107", "J-35": "2207", "C-78-1": "2108"}, "J2")
    do(pos, "attack J-7 2108", "join J-35", "support FS-A1", "resolve")
    assert do(pos, "roll 3")[0].params["result"] == "D1"
    held = pos.copy()
    do(held, "resist C-78-1", "roll 1")
    assert held.decision.kind != "advance"
    do(pos, "retreat C-78-1 2109")
    assert options(pos, "advance") == {"J-7", "J-35"}


@rule("shanghai_incident", "7.1", "8.3", "15.1")
def test_support_is_offered_to_the_japanese_and_to_nobody_else() -> None:
    japanese = situation({"J-7": "2107", "C-78-1": "2108"}, "J2")
    do(japanese, "attack J-7 2108")
    assert options(japanese, "support") == {"FS-A1"}
    do(japanese, "support FS-A1")
    assert not options(japanese, "support")
    assert battle(japanese).markers == 1
    chinese = situation({"J-7": "2107", "C-78-1": "2108"}, "C2")
    do(chinese, "attack C-78-1 2107")
    assert not options(chinese, "support")
    do(chinese, "resolve")
    assert (chinese.actor, options(chinese, "support")) == ("japanese", {"FS-A1"})


@rule("shanghai_incident", "8.4", "7.1", "15.1")
def test_a_bombardment_that_is_refused_says_why() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108", "C-78-2": "2310"}, "J2", support=(-3, -2, *(-4,) * 7))
    assert options(pos, "bombard") == {"FS-A1 2108", "FS-A1 2310"}
    assert reason(pos, "bombard FS-A1 2107") == reason(pos, "bombard FS-A1 2109") == "bombard_empty"
    assert reason(pos, "bombard FS-A2 2108") == "marker_used"
    assert reason(pos, "bombard FS-9 2108") == "marker_absent"
    assert reason(pos, "bombard J-7 2108") == "no_marker"
    do(pos, "attack J-7 2108", "resolve", "roll 2")
    while pos.decision.kind != "combat":
        pos.push(next(iter(pos.options())))
    assert (refused(pos, "bombard FS-A1 2108"), reason(pos, "bombard FS-A1 2108")) == ("7.1", "struck")
    assert options(pos, "bombard") == {"FS-A1 2310"}
    chinese = situation({"J-7": "2107", "C-78-1": "2108"}, "C2")
    assert reason(chinese, "bombard FS-A1 2107") == "no_support"
    assert not options(chinese, "bombard")
    garrison = situation({"J-7": "2725", "C-78-1": "0303"}, "J2")
    assert reason(garrison, "bombard FS-A1 2726") == "bombard_empty", "a garrison alone is no unit"


@rule("shanghai_incident", "7.6", "16.5", "16.1")
def test_with_two_engineers_the_owner_chooses_between_them_and_nobody_else() -> None:
    units = {"J-7": "2107", "J-9E": "2107", "J-12": "2109", "J-11E": "2109", "C-518": "2108"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 2108", "join J-12", "resolve", "roll 1")
    assert (pos.decision.kind, options(pos, "lose")) == ("exchange", {"J-9E", "J-11E"})
    assert (refused(pos, "lose J-7"), reason(pos, "lose J-7")) == ("16.5", "loss_order")
    assert reason(pos, "lose C-518") == reason(pos, "lose J-35") == "not_in_battle"
    assert reason(pos, "done") == "loss_first"
    do(pos, "lose J-11E")
    assert (where(pos, "J-11E"), where(pos, "J-9E"), pos.steps[unit("C-518")]) == ("eliminated", "2107", 1)


@rule("shanghai_incident", "7.9", "5.3")
def test_an_advance_that_is_refused_says_why() -> None:
    units = {"J-7": "2107", "J-9E": "2107", "J-9C": "2109", "J-36": "2310", "C-78-1": "2108-"}
    pos = situation(units, "J2")
    do(pos, "attack J-7 2108", "join J-9C", "resolve", "roll 6")
    while pos.decision.kind == "withdraw":
        pos.push(next(iter(pos.options())))
    assert options(pos, "advance") == {"J-7", "J-9E", "J-9C"}
    assert reason(pos, "advance J-36") == reason(pos, "advance C-78-1") == "not_victorious"
    assert reason(pos, "move J-7 2108") == "advance_now"
    do(pos, "advance J-7")
    assert reason(pos, "advance J-7") == "advanced"
    assert reason(pos, "advance J-9C") == "stacking"
    assert options(pos, "advance") == {"J-9E"}
    do(pos, "halt")
    assert (where(pos, "J-9E"), pos.decision.kind != "advance") == ("2107", True)
