"""2.0 Sequence, 5.0 Action cards, 6.0 Card precedence."""

import random
from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, SKIRMISH, Card
from shapan.games.yangtze.dice import Dice
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.hits import ToHit
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.movement.charge import charge_refusal
from shapan.games.yangtze.movement.marching import march_refusal
from shapan.games.yangtze.movement.movers import MOVE_SEGMENT
from shapan.games.yangtze.movement.segment import Segment
from shapan.games.yangtze.movement.together import Moving, charge_minimum, simultaneous_move
from shapan.games.yangtze.movement.ways import way_refusal
from shapan.games.yangtze.noted import Marker
from shapan.games.yangtze.orders.cards import Orders, allocate_cards, card_refusal, reveal_cards
from shapan.games.yangtze.orders.planned import Charging
from shapan.games.yangtze.orders.stances import cover_refusal
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule


def refused(refusal: object) -> str:
    assert refusal is not None
    return str(getattr(refusal, "case", ""))


@pytest.mark.parametrize(("card", "low", "high"), [(MOVE, 100, 300), (SKIRMISH, 25, 100)])
@rule("yangtze", "5.1", "5.2", "S1", "S3.1")
def test_least_and_most_movement(card: str, low: int, high: int) -> None:
    """T8, T9: a tenth of a millimetre decides."""
    stage = bare()
    unit = stage.unit("wl_rifles")
    (leader,) = stage.put(unit, (500, 500))
    stage.card(card, unit)
    case = "5.1" if card == MOVE else "5.2"
    assert refused(way_refusal(stage.pos, leader, ((5000 + low * 10 - 1, 5000),))) == case
    assert way_refusal(stage.pos, leader, ((5000 + low * 10, 5000),)) is None
    assert way_refusal(stage.pos, leader, ((5000 + high * 10, 5000),)) is None
    assert refused(way_refusal(stage.pos, leader, ((5000 + high * 10 + 1, 5000),))) == case


@rule("yangtze", "S3.1", "5.1", "R74")
def test_wet_paddy_costs_double() -> None:
    """T8."""
    ground = {"areas": [{"k": "paddy_wet", "p": [[0, 0], [2400, 0], [2400, 1200], [0, 1200]]}]}
    stage = bare(ground=ground)
    unit = stage.unit("wl_rifles")
    (leader,) = stage.put(unit, (500, 500))
    stage.card(MOVE, unit)
    assert way_refusal(stage.pos, leader, ((5500, 5000),)) is None
    assert way_refusal(stage.pos, leader, ((6500, 5000),)) is None
    assert refused(way_refusal(stage.pos, leader, ((6501, 5000),))) == "5.1"


@rule("yangtze", "5.2", "13.1", "S15.1", "R5", "S11")
def test_who_may_play_which_card() -> None:
    stage = bare()
    horse, gun, car = stage.unit("wl_cavalry"), stage.unit("wl_gun_medium"), stage.unit("armoured_car")
    plane, people = stage.unit("wl_plane"), stage.unit("consul")
    for unit in (horse, gun, people):
        stage.row(unit, 500, 100 + 100 * unit, 1)
    stage.model(car, 1500, 500)
    stage.model(plane, 100, 100)
    for unit in (horse, gun, car, people):
        assert refused(card_refusal(stage.pos, unit, SKIRMISH)) == "5.2"
    for unit in (gun, car, people):
        assert refused(card_refusal(stage.pos, unit, CHARGE)) == "13.1"
    assert refused(card_refusal(stage.pos, plane, HALT)) == "S15.1"
    assert card_refusal(stage.pos, horse, CHARGE) is None


@rule("yangtze", "2", "5.0", "1")
def test_cards_are_secret_until_both_sides_are_ready() -> None:
    pos = GAME.start("s1_plum_village")
    rng = random.Random(1)
    while not pos.nearest(Orders):
        pos.apply(pos.options().sample(rng))
    before = pos.view("cn").to_json()
    first = next(iter(pos.options()))
    pos.push(first)
    assert pos.view("cn").to_json() == before
    while pos.actor == "us":
        pos.apply(pos.options().sample(rng))
    assert (pos.actor, type(pos.top)) == ("cn", Orders)
    assert not any(status.startswith("card.") for piece in pos.view("cn").pieces for status in piece.statuses)
    while pos.nearest(Orders):
        pos.apply(pos.options().sample(rng))
    shown = [p for p in pos.view("cn").pieces if p.side == "us"]
    assert all(any(status.startswith("card.") for status in piece.statuses) for piece in shown)


@rule("yangtze", "8.4", "4.1", "5.4", "R24")
def test_pinned_and_lost_figures_have_no_way() -> None:
    """T16."""
    stage = bare()
    unit = stage.unit("wl_rifles")
    leader, man, stray = stage.put(unit, (500, 500), (530, 500), (900, 500))
    stage.pos.pinned = 1 << man
    stage.card(MOVE, unit)
    reveal_cards(stage.pos)
    assert refused(way_refusal(stage.pos, man, ((7000, 5000),))) == "8.4"
    assert refused(way_refusal(stage.pos, stray, ((7000, 5000),))) == "4.1"
    assert way_refusal(stage.pos, leader, ((7000, 5000),)) is None
    stage.pos.pinned = 1 << leader | 1 << man | 1 << stray
    stage.pos.card = put(stage.pos.card, unit, "")
    assert refused(card_refusal(stage.pos, unit, MOVE)) == "8.4"
    stage.card(HALT, unit)
    assert refused(march_refusal(stage.pos, unit, ((7000, 5000),))) == "5.4"


GROUNDS = {"bare": "bare", "open": None, "soft": "scrub", "hard": "rocks", "hard_plus": "trench"}


def cover(grade: str, card: str, ground: str, **switches: Any) -> str:
    kind = GROUNDS[ground]
    areas = [{"k": kind, "p": [[0, 0], [2400, 0], [2400, 1200], [0, 1200]]}] if kind else []
    stage = bare(ground={"areas": areas}, **switches)
    unit = stage.unit({"A": "usmc_squad", "B": "wl_guard", "C": "wl_rifles"}[grade])
    (man,) = stage.put(unit, (500, 500))
    stage.card(card, unit)
    return effective(stage.pos, man, (9000, 5000))


@pytest.mark.parametrize(
    ("grade", "card", "results"),
    [
        ("A", MOVE, ("none", "none", "none", "soft", "hard")),
        ("C", MOVE, ("none", "none", "none", "soft", "hard")),
        ("A", SKIRMISH, ("none", "soft", "hard", "hard+", "hard_plus")),
        ("B", HALT, ("none", "soft", "hard", "hard+", "hard_plus")),
        ("C", HALT, ("none", "none", "soft", "hard", "hard_plus")),
        ("A", CHARGE, ("none",) * 5),
        ("B", "COWER", ("none", "soft", "hard", "hard", "hard_plus")),
        ("C", "COWER", ("none", "none", "soft", "hard", "hard_plus")),
        ("C", "FLEE", ("none",) * 5),
        ("A", "RETREAT", ("none", "none", "none", "soft", "hard")),
    ],
)
@rule("yangtze", "5.1", "5.2", "5.3", "5.4", "8.2", "R14", "R15", "R16", "R17", "R45")
def test_cover_by_card_and_class(grade: str, card: str, results: tuple[str, ...]) -> None:
    """T1 to T5, T62."""
    assert tuple(cover(grade, card, ground) for ground in GROUNDS) == results


@rule("yangtze", "8.2", "R15")
def test_class_c_takes_cover_if_the_players_want_it() -> None:
    assert cover("C", HALT, "open", c_class_takes_cover=True) == "soft"


def run(stage: Stage, goals: dict[Figure, tuple[int, int]], segment: int = MOVE_SEGMENT) -> None:
    """Tick by tick to the end, without what would interrupt."""
    pos = stage.pos
    tracks = list(pos.track)
    for figure, goal in goals.items():
        x, y = pos.x[figure], pos.y[figure]
        far = max(abs(goal[0] - x), abs(goal[1] - y))
        tracks[figure] = ((0, x, y), (far, *goal))
    pos.track = tuple(tracks)
    ticks = Segment(pos, segment)
    for _ in range(pos.book.ticks[segment]):
        if ticks.idle:
            break
        ticks.advance()
    ticks.write()


def walk_to(stage: Stage, figure: Figure, goal: tuple[int, int]) -> None:
    run(stage, {figure: goal})


@rule("yangtze", "5.3", "R9", "S7")
def test_a_walker_stops_100_mm_from_an_enemy_in_sight() -> None:
    """T13."""
    stage = bare()
    mover, enemy = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    (man,) = stage.put(mover, (500, 500))
    stage.put(enemy, (775, 500))
    stage.card(MOVE, mover)
    stage.card(HALT, enemy)
    walk_to(stage, man, (8000, 5000))
    assert stage.pos.x[man] == 7750 - 1250


@rule("yangtze", "5.3", "S7")
def test_two_walkers_share_the_way_between_them() -> None:
    """T14."""
    stage = bare()
    first, second = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    (man,) = stage.put(first, (500, 500))
    (foe,) = stage.put(second, (685, 500))
    stage.card(MOVE, first, second)
    run(stage, {man: (8000, 5000), foe: (3850, 5000)})
    assert (stage.pos.x[man], stage.pos.x[foe]) == (5300, 6550)


@rule("yangtze", "5.3", "S16.1")
def test_a_wall_between_them_keeps_no_distance() -> None:
    """T13: without sight the 100 mm do not count."""
    house = {"id": "h", "k": "house", "p": [[560, 660], [640, 660], [640, 740], [560, 740]], "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    mover, enemy = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    (man,) = stage.put(mover, (500, 500))
    stage.put(enemy, (600, 500))
    stage.card(MOVE, mover)
    assert stage.pos.room[stage.men(enemy)[0]] == 0
    walk_to(stage, man, (5400, 6000))
    assert (stage.pos.x[man], stage.pos.y[man]) == (5400, 6000)


@rule("yangtze", "5.3", "R72")
def test_from_within_100_mm_nobody_begins_by_going_nearer() -> None:
    """T15."""
    stage = bare()
    mover, enemy = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    (man,) = stage.put(mover, (500, 500))
    stage.put(enemy, (585, 500))
    stage.card(MOVE, mover)
    assert refused(way_refusal(stage.pos, man, ((6000, 5000),))) == "5.3"
    assert way_refusal(stage.pos, man, ((4000, 5000),)) is None


def charging(stage: Stage, unit: Unit, target: Unit) -> None:
    stage.card(CHARGE, unit)
    stage.pos.plan = put(stage.pos.plan, unit, Charging(target))


@rule("yangtze", "6.2", "R6", "R10")
def test_a_charge_goes_first_and_silences_those_it_reaches() -> None:
    """T17."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    first, second = stage.put(squad, (615, 500), (700, 600))
    charging(stage, gang, squad)
    stage.card(MOVE, squad)
    charge_minimum(stage.pos)
    while isinstance(stage.pos.top, Moving):
        stage.pos.step.settle(stage.pos, stage.pos.top)
    assert stage.pos.touched_early == 1 << first
    assert not may_fire(stage.pos, first)
    assert may_fire(stage.pos, second)
    assert stage.pos.spent[stage.men(gang)[0]] <= 1000


@pytest.mark.parametrize(("gap", "touched"), [(400, True), (400.6, True), (401, True), (401.1, False)])
@rule("yangtze", "5.3", "S7", "R119")
def test_contact_is_made_with_the_last_step_of_a_charge(gap: float, touched: bool) -> None:
    """S7.2: bases within a millimetre of each other are in contact, however little of the move is left."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (500, 500))
    (man,) = stage.put(squad, (500 + 25 + gap, 500))
    charging(stage, gang, squad)
    stage.card(SKIRMISH, squad)
    charge_minimum(stage.pos)
    stage.settle()
    simultaneous_move(stage.pos)
    stage.settle()
    assert stage.pos.touched == (1 << charger | 1 << man if touched else 0)


@pytest.mark.parametrize(("gap", "silent"), [(101, True), (101.1, False)])
@rule("yangtze", "6.2", "S7")
def test_the_last_step_of_the_minimum_silences_those_whom_it_reaches(gap: float, silent: bool) -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    (man,) = stage.put(squad, (500 + 25 + gap, 500))
    charging(stage, gang, squad)
    stage.card(MOVE, squad)
    charge_minimum(stage.pos)
    stage.settle()
    assert stage.pos.touched_early == (1 << man if silent else 0)


@rule("yangtze", "6.1", "5.4", "5.3", "R7", "R55")
def test_a_halted_squad_fires_just_before_it_is_touched() -> None:
    """T18, T69: at short range, at figures without cover, and not again; a covering weapon takes no part."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    men = stage.row(squad, 775, 500, 5, 30)
    stage.card(HALT, squad)
    charging(stage, gang, squad)
    lay(stage.pos, Marker(men[0], 9000, 9000, 1, 0))
    charge_minimum(stage.pos)
    stage.settle()
    assert not isinstance(stage.pos.top, Dice)
    simultaneous_move(stage.pos)
    stage.settle()
    assert stage.asks(ToHit)
    assert len(stage.told("last_moment")) == 1
    assert [score for _, score, *_ in stage.volley.shots] == [2, 2, 2, 2], "class A, short, controlled; four rifles"
    assert not any(may_fire(stage.pos, f) for f in men)


@rule("yangtze", "S6.6", "5.3", "13.1", "R8", "R66", "R71")
def test_what_can_be_charged() -> None:
    house = {"id": "h", "k": "house", "p": [[800, 0], [900, 0], [900, 1200], [800, 1200]], "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    gang, squad, car = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("car")
    people, own = stage.unit("consul"), stage.unit("wl_rifles")
    stage.put(gang, (500, 500))
    stage.put(squad, (700, 500))
    stage.put(own, (500, 600))
    stage.put(people, (600, 500))
    stage.model(car, 600, 800)
    stage.card(CHARGE, gang)
    assert charge_refusal(stage.pos, gang, squad) is None
    assert refused(charge_refusal(stage.pos, gang, own)) == "5.3"
    assert refused(charge_refusal(stage.pos, gang, car)) == "13.1"
    assert refused(charge_refusal(stage.pos, gang, people)) == "13.1"
    stage.put(squad, (1200, 500))
    assert refused(charge_refusal(stage.pos, gang, squad)) == "S6.6"


@rule("yangtze", "7.9", "5.4")
def test_what_can_cover_an_area() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    bar, rifle = stage.row(squad, 500, 500, 2)
    piece = stage.pos.book.piece_of_figure
    stage.card(HALT, squad)
    assert cover_refusal(stage.pos, 0, piece(bar), 9000, 5000) is None
    assert refused(cover_refusal(stage.pos, 0, piece(rifle), 9000, 5000)) == "7.9"
    assert refused(cover_refusal(stage.pos, 0, piece(bar), 11000, 5000)) == "7.9"
    stage.card(MOVE, squad)
    assert refused(cover_refusal(stage.pos, 0, piece(bar), 9000, 5000)) == "7.9"


@rule("yangtze", "14.5", "5.0")
def test_a_card_for_a_cowering_unit_cites_its_state() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 5)
    stage.card("COWER", squad)
    refusal = stage.pos.refusal(Card(squad, MOVE))
    assert case(refusal) == "14.5"


@rule("yangtze", "S6.8", "2")
def test_sleepers_have_their_card_and_are_told_why_it_is_no_other() -> None:
    stage = bare()
    unit = stage.unit("wl_rifles")
    stage.row(unit, 500, 500, 3)
    stage.card(HALT, unit)
    stage.pos.stack = (Orders(1, True), ())
    assert case(stage.pos.refusal(Card(unit, MOVE))) == "2", "one card each"
    stage.pos.asleep = 1 << unit
    assert case(stage.pos.refusal(Card(unit, MOVE))) == "S6.8"
    assert case(stage.pos.refusal(Card(unit, HALT))) == "2"


@rule("yangtze", "14.8", "5.0", "R53")
def test_a_card_for_a_lorry_that_has_lost_its_nerve_or_for_who_rides_in_it_cites_that() -> None:
    """Both halt; somebody of the same unit who is on the ground would have made the card his own."""
    stage = bare()
    lorry, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(lorry, 500, 500, 90)
    stage.board(squad, lorry)
    stage.card(HALT, lorry, squad)
    assert stage.why(Card(lorry, MOVE)) == stage.why(Card(squad, MOVE)) == "2", "one card each"
    stage.pos.shaken = 1 << lorry
    assert stage.why(Card(lorry, MOVE)) == stage.why(Card(squad, MOVE)) == "14.8"
    stage.put(squad, (500, 600))
    assert stage.why(Card(squad, MOVE)) == "2"


@pytest.mark.parametrize(("gap", "shows"), [(150, True), (150.1, False)])
@rule("yangtze", "2", "S6.7", "R251")
def test_hidden_men_near_by_show_before_cards_are_chosen(gap: float, shows: bool) -> None:
    """However somebody has come near them since the last movement: ashore, with the current, or just arrived."""
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(650, 400, 900, 600)}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (700 - 25 - gap, 500))
    stage.put(gang, (700, 500))
    stage.pos.hidden = 1 << gang
    allocate_cards(stage.pos)
    assert (stage.pos.hidden == 0) == shows
