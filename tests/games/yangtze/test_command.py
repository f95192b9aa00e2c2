"""4.0 Command, also through a whole turn: who falls out of it on the way, and what he can still do; 3.0 forces."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import FAR, way
from tests.games.yangtze.table import GAME, bare, case

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    HALT,
    MOVE,
    SKIRMISH,
    Card,
    Charge,
    Cover,
    Fire,
    March,
    Pace,
)
from shapan.games.yangtze.command import in_command, radius
from shapan.games.yangtze.fire.cover import ladder_row
from shapan.games.yangtze.fire.hits import Guarding, bodyguards, fall
from shapan.games.yangtze.fire.scores import chart
from shapan.games.yangtze.fire.shooters import arm_of
from shapan.games.yangtze.fire.volley import Blast, Strikes
from shapan.games.yangtze.melee.bouts import fights_now
from shapan.games.yangtze.orders.cards import card_refusal
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import DESERTED, LOST, ROUTED
from shapan.games.yangtze.who import Figure
from shapan.kernel import rule


@pytest.mark.parametrize(
    ("template", "weapons", "leaders"),
    [
        ("wl_rifles", {"rifle": 19, "pistol": 1}, 1),
        ("gang", {"rifle": 12, "pistol": 5, "blade": 3}, 1),
        ("usmc_squad", {"rifle": 4, "bar": 1}, 1),
        ("usn_squad", {"rifle": 4, "bar": 1}, 1),
        ("wl_fcg", {"pistol": 1, "smg": 2}, 1),
        ("usmc_fcg", {"pistol": 1, "smg": 2}, 3),
        ("wl_lmg", {"lmg": 1, "unarmed": 1}, 0),
        ("usmc_mmg", {"mmg": 1, "unarmed": 2}, 0),
        ("wl_sniper", {"sniper_rifle": 1}, 0),
        ("usmc_sniper", {"sniper_rifle": 1, "rifle": 1}, 0),
    ],
)
@rule("yangtze", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "R61")
def test_units_are_made_up_as_printed(template: str, weapons: dict[str, int], leaders: int) -> None:
    stage = bare()
    figures = [stage.pos.book.figures[f] for f in stage.men(stage.unit(template))]
    assert {name: sum(f.weapon == name for f in figures) for name in {f.weapon for f in figures}} == weapons
    assert sum(figure.leader for figure in figures) == leaders


@rule("yangtze", "3.10", "R60")
def test_class_decides_the_score() -> None:
    pos = bare().pos
    assert [[chart(pos, grade, short) for short in (True, False)] for grade in "ABC"] == [[3, 5], [4, 6], [5, 12]]


@rule("yangtze", "3.2", "4.4", "R70")
def test_a_machine_gun_is_served_by_the_first_of_its_crew_who_lives() -> None:
    stage = bare()
    gun = stage.unit("wl_mmg")
    first, second, third = stage.row(gun, 500, 500, 3)
    assert [arm_of(stage.pos, f).name for f in (first, second, third)] == ["mmg", "unarmed", "unarmed"]
    stage.pos.remove([first], LOST)
    assert arm_of(stage.pos, second).name == "mmg"


@rule("yangtze", "4.1", "R4")
def test_command_reaches_150_mm_from_edge_to_edge() -> None:
    """T10."""
    stage = bare()
    leader, near = stage.put(stage.unit("wl_rifles"), (500, 500), (675, 500))
    assert in_command(stage.pos, near)
    assert in_command(stage.pos, leader)
    stage.pos.stand(near, 6751, 5000)
    assert not in_command(stage.pos, near)


@rule("yangtze", "4.1")
def test_the_fuzzer_would_notice_a_move_out_of_command() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    _, near, far = stage.put(squad, (500, 500), (600, 500), (760, 500))
    pos = stage.pos
    pos.stack = (Plan(0), ())

    def go(figure: Figure) -> None:
        way = ((0, pos.x[figure], pos.y[figure]), (1000, pos.x[figure] + 1000, pos.y[figure]))
        pos.track = tuple(way if f == figure else () for f in range(len(pos.track)))

    go(near)
    assert pos.violations() == []
    go(far)
    (broken,) = pos.violations()
    assert broken.endswith("is to move out of command")


@rule("yangtze", "4.2", "S18", "R3")
def test_the_radius_shrinks_without_the_command_group_and_at_night() -> None:
    """T10, T11."""
    stage = bare()
    chief, *guards = stage.row(stage.unit("wl_fcg"), 100, 100, 3)
    assert radius(stage.pos, 1) == 1500
    stage.pos.remove(guards, LOST)
    assert radius(stage.pos, 1) == 1500
    stage.pos.remove([chief], LOST)
    assert radius(stage.pos, 1) == 750
    assert radius(stage.pos, 0) == 1500
    assert radius(bare("s6_arms_godown").pos, 0) == 750


@rule("yangtze", "4.2", "R3")
def test_all_leaders_of_all_command_groups_must_be_lost() -> None:
    """T11: a Navy and a Marine group together."""
    stage = bare()
    marines = stage.row(stage.unit("usmc_fcg"), 100, 100, 3)
    navy = stage.row(stage.unit("usn_fcg"), 400, 100, 3)
    stage.pos.remove(marines, LOST)
    stage.pos.remove(navy[:2], LOST)
    assert radius(stage.pos, 0) == 1500
    stage.pos.remove(navy[2:], LOST)
    assert radius(stage.pos, 0) == 750


@rule("yangtze", "4.4", "4.1")
def test_a_machine_gun_needs_any_leader_a_rifleman_his_own() -> None:
    """T12."""
    stage = bare()
    (gun, *_) = stage.put(stage.unit("wl_lmg"), (640, 500))
    stage.put(stage.unit("wl_rifles", 0), (475, 500))
    _, stray = stage.put(stage.unit("wl_rifles", 1), (1500, 500), (640, 560))
    assert in_command(stage.pos, gun)
    assert not in_command(stage.pos, stray)


@rule("yangtze", "4.5", "4.6", "R5", "R65")
def test_guns_snipers_and_riders_need_no_command() -> None:
    """T65."""
    stage = bare()
    (gunner, *_) = stage.put(stage.unit("wl_gun_medium"), (500, 500))
    (sniper,) = stage.put(stage.unit("wl_sniper"), (900, 500))
    assert in_command(stage.pos, gunner)
    assert in_command(stage.pos, sniper)
    truck, squad, group = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("usmc_fcg")
    stage.model(truck, 1500, 500)
    stage.board(group, truck)
    _, man = stage.put(squad, (100, 100), (1500 + 25 + 140 + 12.5, 500))
    assert in_command(stage.pos, man), "a riding command group reaches 140 mm from the lorry's edge"
    assert all(in_command(stage.pos, f) for f in stage.men(group))


@rule("yangtze", "4.3", "R26")
def test_a_bodyguard_within_50_mm_may_fall_for_his_leader() -> None:
    """T29."""
    stage = bare()
    unit = stage.unit("wl_fcg")
    chief, near, far = stage.put(unit, (500, 500), (575, 500), (500, 575.1))
    assert bodyguards(stage.pos, chief) == (near,)
    fall(stage.pos, chief, Blast(None, unit, 0, 0, Strikes.BULLETS, "sniper_rifle", sniper=True))
    assert stage.asks(Guarding)
    refused = stage.pos.refusal(
        GAME.parse(stage.pos, f"guard {stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_figure(far)]}")
    )
    assert refused is not None
    assert refused.case == "4.3"
    stage.pos.apply(
        GAME.parse(stage.pos, f"guard {stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_figure(near)]}")
    )
    assert stage.pos.doomed == 1 << near


@rule("yangtze", "4.1", "5.0", "R98")
def test_a_unit_of_which_nobody_is_in_command_only_halts() -> None:
    stage = bare()
    company = stage.unit("wl_rifles")
    men = [figure for figure in stage.men(company) if not stage.pos.leads(figure)]
    for number, figure in enumerate(men[:3]):
        stage.pos.stand(figure, 5000 + 300 * number, 5000)
    assert [case(card_refusal(stage.pos, company, card)) for card in (MOVE, SKIRMISH, CHARGE)] == ["4.1"] * 3
    assert card_refusal(stage.pos, company, HALT) is None


@rule("yangtze", "4.4", "4.1", "R103")
def test_a_leader_who_cowers_still_commands() -> None:
    stage = bare()
    company, team = stage.unit("wl_rifles"), stage.unit("wl_lmg")
    stage.put(company, (500, 500))
    (gunner,) = stage.put(team, (600, 500))
    assert stage.pos.leads(stage.pos.standing[company][0])
    stage.card(COWER, company)
    assert in_command(stage.pos, gunner)


@rule("yangtze", "8.2", "R105", "R24")
def test_the_cover_of_a_man_out_of_command() -> None:
    stage = bare()
    (man,) = stage.put(stage.unit("usmc_squad"), (500, 500))
    stage.pos.stuck = 1 << man
    squad = stage.unit("usmc_squad")
    rows = {}
    for card in (MOVE, CHARGE, HALT, SKIRMISH):
        stage.card(card, squad)
        rows[card] = ladder_row(stage.pos, man)
    assert rows[MOVE] == rows[CHARGE] == "PINNED_NOT_HALTED"
    assert rows[HALT] == rows[SKIRMISH] == "AB_HALT_SKIRMISH"


@pytest.mark.parametrize("fate", [ROUTED, DESERTED, LOST])
@rule("yangtze", "4.2", "R3")
def test_a_general_who_routs_or_deserts_is_lost_like_a_dead_one(fate: int) -> None:
    stage = bare()
    (chief,) = stage.put(stage.unit("wl_fcg"), (100, 100))
    stage.card(COWER, stage.unit("wl_fcg"))
    assert radius(stage.pos, 1) == 1500, "cowering is not lost"
    stage.pos.remove([chief], fate)
    assert radius(stage.pos, 1) == 750


@pytest.mark.parametrize("fault", ["off the table", "overlap", "pinned", "unresolved"])
@rule("yangtze", "S2.3", "S3.5", "8.4", "S8.10")
def test_the_fuzzer_would_notice_what_may_not_be(fault: str) -> None:
    stage = bare()
    one, two = stage.put(stage.unit("usmc_squad"), (500, 500), (600, 500))
    stage.pos.stack = (Plan(0), ())
    assert stage.pos.violations() == []
    if fault == "off the table":
        stage.pos.stand(one, 100, 5000)
    elif fault == "overlap":
        stage.pos.stand(two, 5200, 5000)
    elif fault == "pinned":
        stage.pos.pinned = 1 << two
        stage.pos.remove([two], LOST)
        stage.pos.pinned = 1 << two
    else:
        stage.pos.doomed = 1 << two
    assert any(fault in text for text in stage.pos.violations())


@rule("yangtze", "4.1", "8.4", "R4")
def test_a_pinned_man_whom_his_leader_leaves_behind_does_not_fire() -> None:
    """The squad marches 250 mm; he was in command when it began and is not when it fires."""
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 300, 300, 5)
    stage.row(company, 300, 560, 6)
    stage.pos.pinned = 1 << stage.men(squad)[4]
    stage.play(Card(squad, MOVE), March(squad, ((3000, 500),)), Fire(squad, company), to="melee")
    assert stage.places(squad)[4] == (420, 300)
    assert stage.told("fires")[0].params["count"] == 4


@rule("yangtze", "4.2", "14.7", "R3", "R4")
def test_when_the_general_is_routed_the_radius_shrinks_for_those_who_move_after() -> None:
    """The charge reaches him in its minimum move; a man 100 mm from his officer stays, one 5 mm from him goes."""
    stage = bare()
    general, company, squad = stage.unit("wl_fcg"), stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.row(general, 1000, 600, 3)
    stage.put(company, (1000, 900), (1125, 900), (1030, 900))
    stage.put(squad, (900, 600), (930, 630))
    stage.card(COWER, general)
    march = March(company, ((10000, 11000),))
    stage.play(Card(squad, CHARGE), Charge(squad, general), Card(company, MOVE), march, to="morale")
    assert stage.told("routed")
    assert stage.places(company) == [(1000, 1100), (1125, 900), (1030, 1100)]


@pytest.mark.parametrize("fallen", [True, False])
@rule("yangtze", "4.4", "7.1")
def test_a_machine_gun_whose_leader_falls_in_the_first_fire_has_no_part_in_the_second(fallen: bool) -> None:
    stage = bare()
    gun, gang, squad = stage.unit("wl_lmg"), stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gun, (1000, 600), (1000, 630))
    (leader,) = stage.put(gang, (1100, 600))
    stage.row(squad, 1000, 250, 5)
    orders = (Card(gun, SKIRMISH), March(gun, ((10000, 6500),)), Card(gang, HALT), Card(squad, HALT))
    stage.play(*orders, to="halt_fire")
    if fallen:
        stage.pos.remove([leader], LOST)
    stage.play(to="other_fire")
    assert (stage.pos.refusal(Fire(gun, squad)) is None) != fallen


@pytest.mark.parametrize(("fallen", "opens"), [(True, False), (False, True)])
@rule("yangtze", "7.9", "4.4", "R4")
def test_a_machine_gun_out_of_command_does_not_open_covering_fire(fallen: bool, opens: bool) -> None:
    stage = bare()
    gun, company, squad = stage.unit("wl_mmg"), stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.row(gun, 1000, 200, 3)
    (leader,) = stage.put(company, (980, 240))
    stage.put(squad, (850, 350), (820, 350))
    covering = Cover(stage.piece(gun), 1, (10000, 3500))
    stage.play(Card(gun, HALT), covering, Card(squad, MOVE), to="plan_actions")
    if fallen:
        stage.pos.remove([leader], LOST)
    stage.play(March(squad, ((11000, 3500),)), to="other_fire")
    assert bool(stage.told("covering")) == opens


@rule("yangtze", "4.1", "4.2", "R3")
def test_one_sergeant_of_the_command_group_is_enough_for_a_squad_without_its_leader() -> None:
    """The officer and the other sergeant are gone: the radius stays 150 mm and the squad marches."""
    stage = bare()
    squad, command = stage.unit("usmc_squad"), stage.unit("usmc_fcg")
    stage.row(squad, 1000, 600, 5)
    stage.put(command, (1000, 450), (1000, 480), (1030, 450))
    stage.pos.remove([stage.men(squad)[0], *stage.men(command)[:2]], LOST)
    stage.play(Card(squad, MOVE), March(squad, ((10300, 8000),)), to="melee")
    assert stage.places(squad) == [(1030, 800), (1060, 800), (1090, 800), (1120, 800)]


@pytest.mark.parametrize(("gap", "joins"), [(150, True), (150.1, False)])
@rule("yangtze", "13.2", "4.1", "S9")
def test_doubling_up_is_a_move_and_needs_command(gap: float, joins: bool) -> None:
    """The man beside the one who is charged stands at the edge of his officer's circle."""
    stage = bare()
    company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    _, charged, mate = stage.put(company, (1000, 600), (1000, 600 - 25 - gap + 40), (1000, 600 - 25 - gap))
    stage.put(squad, (880, 600 - 25 - gap + 40))
    march = March(company, ((10300, 6000),))
    stage.play(Card(company, SKIRMISH), march, Card(squad, CHARGE), Charge(squad, company), to="other_fire")
    (bout,) = fights_now(stage.pos)
    assert charged in bout.charged
    assert (mate in bout.charged) == joins


@pytest.mark.parametrize(("gap", "cited"), [(75, None), (75.1, "4.1")])
@rule("yangtze", "4.4", "4.2", "S18")
def test_at_night_a_machine_gun_needs_a_leader_within_75_mm(gap: float, cited: str | None) -> None:
    stage = bare("s6_arms_godown")
    gun, guard, raiders = stage.unit("wl_lmg_b"), stage.unit("wl_guard"), stage.unit("usmc_assault_squad")
    stage.put(gun, (1000, 300), (1030, 300))
    stage.put(guard, (1000, 300 - 25 - gap), (1030, 300 - 25 - gap))
    stage.row(raiders, 1000, 450, 5)
    stage.pos.asleep = 0
    stage.play(to="halt_fire")
    while stage.pos.actor == "us":
        stage.pos.push(next(iter(stage.pos.options())))
    assert case(stage.pos.refusal(Fire(gun, raiders))) == cited


@pytest.mark.parametrize(("scenario", "reach"), [("s8_wanling_bund", 150.0), ("s6_arms_godown", 75.0)])
@rule("yangtze", "4.1", "4.2", "S18")
def test_command_ends_at_its_radius(scenario: str, reach: float) -> None:
    stage = bare(scenario)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (500, 500), (525 + reach, 500), (500, 525.1 + reach))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.push(March(squad, way((500, 350))))
    near, far = stage.piece(squad, 1), stage.piece(squad, 2)
    assert stage.why(Pace(near, way((525 + reach, 620)))) is None
    assert stage.why(Pace(far, way((400, 525.1 + reach)))) == "4.1"


@pytest.mark.parametrize(("east", "commanded"), [(97.5, True), (97.6, False)])
@rule("yangtze", "4.1", "R65", "S1")
def test_the_radius_of_a_riding_leader_is_not_rounded_down(east: float, commanded: bool) -> None:
    """Aslant from the corner of the lorry: 97.5 and 130 mm are 150 and half a base."""
    stage = bare()
    truck, squad, group = map(stage.unit, ("truck", "usmc_squad", "usmc_fcg"))
    stage.model(truck, 1500, 500)
    stage.board(group, truck)
    edges = stage.pos.body(truck)
    right, bottom = max(edge[0] for edge in edges), max(edge[1] for edge in edges)
    _, man = stage.put(squad, (100, 100), (right / 10 + east, bottom / 10 + 130))
    assert in_command(stage.pos, man) == commanded
