"""13.0 Melee, 14.0 Morale."""

import random

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, Card, Charge
from shapan.games.yangtze.fire.targets import in_contact_with_friends
from shapan.games.yangtze.melee.bouts import Melee, close_up, contacts, match
from shapan.games.yangtze.melee.morale import aftermath, desert, fails, must_test
from shapan.games.yangtze.melee.trials import Bout, nerve
from shapan.games.yangtze.movement.movers import MOVE_SEGMENT
from shapan.games.yangtze.movement.segment import Segment
from shapan.games.yangtze.movement.ways import follow
from shapan.games.yangtze.orders.planned import Charged, Charging
from shapan.games.yangtze.position import FALLEN, LOST
from shapan.games.yangtze.vessels.driving import course
from shapan.games.yangtze.vessels.overruns import InTheWay, in_path
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule


def front(chargers: int, charged: int) -> tuple[Stage, Unit, Unit]:
    """Chargers and charged in contact, in two facing rows."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("wl_rifles")
    stage.pos.owner = put(stage.pos.owner, squad, 0)
    stage.row(gang, 500, 500, chargers, 25)
    stage.row(squad, 500, 525, charged, 25)
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = sum(1 << f for f in (*stage.men(gang)[:chargers], *stage.men(squad)[:charged]))
    return stage, gang, squad


@rule("yangtze", "13.1", "13.2", "S9", "R50")
def test_one_to_one_before_anybody_doubles_up() -> None:
    """T47: five chargers, three charged: three pairs, two of them doubled."""
    stage, _, _ = front(5, 3)
    bouts, fights = match(stage.pos, contacts(stage.pos))
    assert len(bouts) == 3
    assert sorted(len(bout.chargers) for bout in bouts) == [1, 2, 2]
    assert all(len(bout.charged) == 1 for bout in bouts)
    assert len(fights) == 1


@rule("yangtze", "13.2", "R51")
def test_a_unit_that_only_supports_does_not_double_up() -> None:
    stage, gang, _ = front(5, 3)
    stage.pos.abetting = 1 << gang
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert all(len(bout.chargers) == 1 for bout in bouts)
    assert sum(len(bout.helpers) for bout in bouts) == 2, "T51: each extra helps one group only"


def fight(bout: Bout, *dice: int) -> Stage:
    stage, _, _ = front(3, 3)
    stage.pos.stack = (Melee((bout,)), stage.pos.stack)
    stage.roll(*dice)
    return stage


@rule("yangtze", "13.2", "R42")
def test_the_highest_die_wins_and_all_losers_fall() -> None:
    """T48, T49."""
    stage, gang, squad = front(3, 3)
    a, b, d, *_ = stage.men(gang)
    c, *_ = stage.men(squad)
    done = fight(Bout((a, b), (c,)), 3, 4, 6)
    assert done.gone((a, b, c)) == [a, b]
    done = fight(Bout((a, b), (c,), (d,)), 3, 4, 6)
    assert done.gone((a, b, c)) == [a, b]
    done = fight(Bout((a,), (c,)), 4, 4, 5, 2)
    assert done.gone((a, c)) == [c]


@pytest.mark.parametrize(("gap", "pinned", "joins"), [(50, False, True), (50.1, False, False), (50, True, False)])
@rule("yangtze", "13.2")
def test_charged_figures_within_50_mm_double_up(gap: float, pinned: bool, joins: bool) -> None:
    """T50."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (500, 500))
    target, mate = stage.put(squad, (525, 500), (500, 500 + gap + 25))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << charger | 1 << target
    stage.pos.pinned = 1 << mate if pinned else 0
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert (mate in bouts[0].charged) == joins


@rule("yangtze", "13.2", "S9")
def test_all_double_up_before_the_first_stands_by() -> None:
    """The one in the middle is nearest to a friend who joins the group after him in the order of numbers."""
    stage, gang, squad = front(1, 1)
    a, c, b = stage.put(gang, (500, 500), (525, 440), (525, 475))
    (target,) = stage.put(squad, (525, 500))
    stage.pos.touched = sum(1 << figure for figure in (a, b, target))
    stage.pos.spent = tuple(4000 for _ in stage.pos.x)
    ((chargers, _, helpers, _),), _ = match(stage.pos, contacts(stage.pos))
    assert sorted(chargers) == [a, b]
    assert helpers == (c,)


@rule("yangtze", "13.2", "S9")
def test_a_charger_whose_man_is_taken_goes_for_another_before_he_doubles_up() -> None:
    stage, gang, squad = front(1, 1)
    a, b = stage.put(gang, (500, 500), (515, 522.9))
    one, two = stage.put(squad, (525, 500), (525, 600))
    stage.pos.touched = sum(1 << figure for figure in (a, b, one))
    stage.pos.spent = tuple(3000 for _ in stage.pos.x)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert [(bout.chargers, bout.charged) for bout in bouts] == [((a,), (one,)), ((b,), (two,))]


@rule("yangtze", "13.2", "S9")
def test_a_late_charger_looks_past_those_he_cannot_reach() -> None:
    stage, gang, squad = front(1, 1)
    a, b = stage.put(gang, (500, 500), (475, 500))
    one, *upstairs, two = stage.put(squad, (525, 500), (440, 500), (440, 530), (440, 470), (475, 620))
    stage.pos.floor = tuple(int(figure in upstairs) for figure in stage.pos.book.everyone)
    stage.pos.touched = 1 << a | 1 << one
    stage.pos.spent = tuple(2000 for _ in stage.pos.x)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert [(bout.chargers, bout.charged) for bout in bouts] == [((a,), (one,)), ((b,), (two,))]


@rule("yangtze", "13.2", "8.4", "S9", "R118")
def test_a_pinned_man_of_a_unit_that_charges_has_charged_nobody_and_helps_nobody() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    pinned, mate, far = stage.put(squad, (500, 500), (475, 500), (600, 600))
    (charger,) = stage.put(gang, (525, 500))
    stage.card(CHARGE, squad, gang)
    stage.pos.pinned = stage.pos.stuck = 1 << pinned | 1 << mate
    stage.pos.touched = 1 << pinned | 1 << charger
    stage.pos.spent = tuple(4000 if figure == far else 0 for figure in stage.pos.book.everyone)
    assert contacts(stage.pos) == [(charger, pinned)]
    ((chargers, charged, helpers, standers),), _ = match(stage.pos, contacts(stage.pos))
    assert (chargers, charged, helpers, standers) == ((charger,), (pinned,), (), ())


@rule("yangtze", "13.2", "4.1", "S9", "R118")
def test_who_was_out_of_command_when_his_unit_charged_does_not_run_up_to_help() -> None:
    """His unit is charged too; he has a leader again, and a whole charge that he could not make."""
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (charger,) = stage.put(squad, (500, 500))
    leader, lost = stage.put(gang, (525, 500), (650, 500))
    stage.card(CHARGE, squad, gang)
    stage.pos.stuck = 1 << lost
    stage.pos.touched = 1 << charger | 1 << leader
    ((*_, standers),), _ = match(stage.pos, contacts(stage.pos))
    assert standers == ()


@rule("yangtze", "13.2", "S9", "R118")
def test_of_two_that_charge_each_other_both_have_their_move() -> None:
    """Numbers of the second side take the free enemy and double up, as those of the first would."""
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    one, two = stage.put(squad, (500, 500), (500, 300))
    x, y, z = stage.put(gang, (525, 500), (600, 300), (600, 500))
    stage.card(CHARGE, squad, gang)
    stage.pos.touched = 1 << one | 1 << x
    stage.pos.spent = tuple(4000 if figure in (one, two) else 2500 for figure in stage.pos.book.everyone)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert sorted((*bout.chargers, *bout.charged) for bout in bouts) == [(one, x, z), (y, two)]


def chain() -> tuple[Stage, tuple[Figure, ...], tuple[Figure, ...], tuple[Figure, ...]]:
    """Marines charge a gang that charges other Marines: the gang is between them."""
    stage = bare()
    one, foe, two = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("usmc_squad", 1)
    ours = stage.put(one, (500, 500))
    theirs = stage.put(foe, (525, 500), (525, 526), (525, 552))
    mates = stage.put(two, (550, 500), (550, 474))
    stage.card(CHARGE, one, foe)
    stage.card(HALT, two)
    stage.pos.touched = sum(1 << figure for figure in (ours[0], theirs[0], mates[0]))
    return stage, ours, theirs, mates


@rule("yangtze", "13.2", "S9", "R118")
def test_nobody_fights_his_own_side_where_charges_chain() -> None:
    stage, (a,), (x, y, z), (b, c) = chain()
    stage.pos.spent = tuple(4000 if f in (a, x, y, z) else 0 for f in range(len(stage.pos.x)))
    bouts, _ = match(stage.pos, contacts(stage.pos))
    (bout,) = bouts
    assert bout.chargers == (a, b)
    assert bout.charged == (x, y), "who charges with the one in the middle doubles up with him"
    assert (len(bout.helpers), len(bout.standers)) == (1, 1), "each side has one more, and nobody helps twice"
    assert {c, z}.isdisjoint({*bout.chargers, *bout.charged})


@rule("yangtze", "13.2", "S9", "R118")
def test_late_chargers_take_enemies_and_not_their_own_comrades() -> None:
    stage, (a,), (x, y, z), (b, c) = chain()
    stage.put(stage.unit("gang"), (525, 500), (700, 500), (725, 526))
    bouts, _ = match(stage.pos, contacts(stage.pos))
    for bout in bouts:
        sides = [{stage.pos.owner[stage.pos.book.figures[f].unit] for f in s} for s in (bout.chargers, bout.charged)]
        assert sides in ([{0}, {1}], [{1}, {0}])
    assert any(c in bout.charged and {y, z} & {*bout.chargers} for bout in bouts), "they have movement left for him"
    assert a in bouts[0].chargers
    assert x in bouts[0].charged
    assert b in bouts[0].chargers


@rule("yangtze", "13.3", "R48", "R73")
def test_when_both_sides_fail_the_charger_runs() -> None:
    """T52."""
    stage, gang, squad = front(12, 5)
    aftermath(stage.pos, ((gang, squad),), 1 << gang | 1 << squad)
    assert stage.pos.forced[gang] == stage.pos.forced[squad] == "COWER"
    assert stage.standing(squad) == 5
    assert stage.standing(gang) == 9, "class C loses its quarter"
    assert min(stage.pos.x[f] for f in stage.pos.standing[gang]) > 5000


@rule("yangtze", "13.3", "R48")
def test_several_chargers_each_stand_for_themselves() -> None:
    """T67."""
    stage, gang, squad = front(8, 5)
    second = stage.unit("wl_rifles", 1)
    stage.row(second, 900, 700, 8)
    stage.card(CHARGE, second)
    aftermath(stage.pos, ((gang, squad), (second, squad)), 1 << gang | 1 << squad)
    assert stage.pos.forced[gang] == stage.pos.forced[squad] == "COWER"
    assert stage.pos.forced[second] == ""
    assert stage.standing(squad) == 5


@rule("yangtze", "13.4", "R52")
def test_overrun() -> None:
    """T57: odd runs over, even escapes; only those in the corridor."""
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
    stage.model(car, 500, 500, 90)
    one, two, three, aside = stage.put(squad, (600, 500), (650, 500), (700, 500), (650, 560))
    way = course(stage.pos, car, ((8000, 5000),))
    assert [figure for _, figure in in_path(stage.pos, car, way)] == [one, two, three]
    for figure, die in ((one, 1), (two, 2), (three, 5)):
        InTheWay(figure, car).scored(stage.pos, die)
    assert stage.gone((one, two, three, aside)) == [one, three]


@rule("yangtze", "14.1", "14.2", "14.8")
def test_who_tests() -> None:
    stage = bare()
    squad, boat, truck = stage.unit("usmc_squad"), stage.unit("gunboat"), stage.unit("truck")
    men = stage.row(squad, 500, 500, 5)
    stage.model(boat, 1000, 800, 90)
    stage.model(truck, 1500, 300)
    assert not must_test(stage.pos, squad)
    stage.pos.remove(men[:1], LOST)
    assert must_test(stage.pos, squad)
    stage.pos.hits = put(put(stage.pos.hits, boat, 1), truck, 1)
    assert not must_test(stage.pos, boat)
    assert must_test(stage.pos, truck)


@rule("yangtze", "14.3", "R43", "R44")
def test_how_morale_is_tested() -> None:
    """T53: a squad that lost one fails on 2; half is not below half."""
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    men = stage.row(squad, 500, 500, 5)
    stage.pos.remove(men[4:], LOST)
    assert fails(stage.pos, squad, 2)
    assert not fails(stage.pos, squad, 3)
    men = stage.row(company, 500, 700, 20, 26)
    stage.pos.remove(men[10:], LOST)
    assert nerve(stage.pos, company).score(12) == 2
    stage.pos.lost &= ~(1 << men[19])
    stage.pos.remove(men[9:10], LOST)
    assert nerve(stage.pos, company).score(12) == 1


@pytest.mark.parametrize(("left", "gone"), [(13, 4), (12, 3), (1, 1)])
@rule("yangtze", "14.6")
def test_deserters(left: int, gone: int) -> None:
    """T58: a quarter, rounded up; the leader goes last."""
    stage = bare()
    gang = stage.unit("gang")
    men = stage.row(gang, 500, 500, left, 26)
    desert(stage.pos, gang)
    assert stage.standing(gang) == left - gone
    assert (men[0] in stage.pos.standing[gang]) == (left > 1)


@rule("yangtze", "14.7", "14.5", "R49")
def test_a_cowering_unit_routs_when_touched() -> None:
    """T54: the whole unit goes, without dice, and the charger stops."""
    stage = bare()
    gang, navy = stage.unit("gang"), stage.unit("usn_squad")
    (charger, second) = stage.put(gang, (500, 500), (500, 460))
    stage.row(navy, 540, 500, 5)
    stage.card(CHARGE, gang)
    stage.card("COWER", navy)
    pos = stage.pos
    pos.plan = put(pos.plan, gang, Charging(navy))
    pos.goal = put(pos.goal, charger, stage.men(navy)[0])
    way = follow(pos, gang, ((5000, 5000), (5400, 5000)))
    pos.track = put(pos.track, charger, way.track)
    ticks = Segment(pos, MOVE_SEGMENT)
    while not ticks.idle and stage.standing(navy):
        ticks.advance()
    assert stage.standing(navy) == 0
    assert all(pos.fate[f] in FALLEN for f in stage.men(navy))
    assert pos.plan[gang] == Charged()
    assert second


@rule("yangtze", "14.8", "R53")
def test_vehicle_morale() -> None:
    """T56: a lorry hit twice fails on 3; a tank in a hostile town hit once on 6."""
    town = {"k": "town", "p": [[400, 400], [1000, 400], [1000, 1000], [400, 1000]]}
    stage = bare(ground={"areas": [town]})
    truck, tank = stage.unit("truck"), stage.unit("tank_ft")
    stage.model(truck, 1500, 500)
    stage.model(tank, 700, 500)
    stage.pos.hits = put(put(stage.pos.hits, truck, 2), tank, 1)
    assert fails(stage.pos, truck, 3)
    assert not fails(stage.pos, truck, 4)
    assert fails(stage.pos, tank, 6)
    friends = stage.unit("wl_rifles")
    stage.row(friends, 600, 500, 2)
    assert not fails(stage.pos, tank, 6)


@rule("yangtze", "13.2", "R62")
def test_fire_into_a_melee() -> None:
    """T70."""
    stage = bare()
    gang, squad, other = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    (charger,) = stage.put(gang, (500, 500))
    held, _ = stage.put(squad, (525, 500), (560, 500))
    stage.row(other, 500, 700, 5)
    stage.card(MOVE, gang)
    stage.pos.touched = 1 << charger | 1 << held
    assert in_contact_with_friends(stage.pos, gang, other)
    assert not in_contact_with_friends(stage.pos, gang, squad)


@rule("yangtze", "13.2", "6.2", "R62", "R10")
def test_a_unit_fires_in_its_own_fight_though_others_are_in_it_too() -> None:
    """One gang has reached two squads: either may fire at it, a third may not."""
    stage = bare()
    gang, squad, other = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    chargers = stage.put(gang, (500, 500), (500, 530))
    (one, _), (two, _) = stage.put(squad, (525, 500), (560, 500)), stage.put(other, (525, 530), (560, 530))
    stage.pos.touched = sum(1 << figure for figure in (*chargers, one, two))
    assert not in_contact_with_friends(stage.pos, gang, squad)
    assert not in_contact_with_friends(stage.pos, gang, other)
    assert in_contact_with_friends(stage.pos, gang, stage.unit("usn_squad"))


@rule("yangtze", "13.2", "S9")
def test_those_who_double_up_are_placed_beside_their_opponent() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    one, two = stage.put(gang, (500, 500), (500, 560))
    (man,) = stage.put(squad, (525, 500))
    stage.card(CHARGE, gang)
    close_up(stage.pos, [Bout((one, two), (man,))])
    assert stage.pos.within(two, man, 150)
    assert stage.pos.touched >> two & 1
    assert (stage.pos.x[one], stage.pos.y[one]) == (5000, 5000)


@rule("yangtze", "S2.3", "13.2")
def test_who_doubles_up_and_finds_no_room_beside_his_enemy_does_not_stand_on_him() -> None:
    """A hut of 48 by 40 mm, with others close outside; in the middle of it one man leaves no room for another."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 648, 540), "doors": [[624, 700]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    stage.put(stage.unit("wl_rifles"), (596, 500), (652, 500), (596, 540), (652, 540), (624, 545), (624, 495))
    one, _, late = stage.put(stage.unit("gang"), (599, 520), (649, 520), (760, 520))
    (man,) = stage.put(stage.unit("usmc_squad"), (624, 520))
    close_up(stage.pos, [Bout((one, late), (man,))])
    assert stage.pos.apart(late, man) >= (2 * 125) ** 2
    assert stage.pos.touched >> late & 1
    assert stage.places(stage.unit("gang")) == [(599, 520), (649, 520), (760, 520)], "he fights from where he is"


@rule("yangtze", "13.2", "S2.3", "S16.4", "R218")
def test_nobody_joins_a_fight_through_a_wall_or_past_the_enemy() -> None:
    """Four Marines fill a hut; two of the bandits who come to its door find somebody there. The third doubles up and
    the Marine in the far corner too, from where they are: he does not go out through the wall, nor the bandit in."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 660, 560), "doors": [[600, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    corners = [(615, 515), (615, 545), (645, 515), (645, 545)]
    stage.put(squad, *corners)
    stage.put(gang, (500, 530), (470, 530), (440, 530))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert stage.places(squad) == corners
    assert [stage.pos.room[figure] for figure in stage.men(gang)[:3]] == [OUTDOORS] * 3


@rule("yangtze", "13.2", "S9", "R131", "R218")
def test_one_man_holds_a_door() -> None:
    """A Marine stands in the door of a house, two others far inside. Four bandits come: all of them stay outside, two
    fight him, the others stand by, and nobody fights those inside."""
    house = {"id": "h", "k": "house", "p": box(600, 450, 900, 650), "doors": [[600, 650]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    keeper, *_ = stage.put(squad, (613, 550), (800, 600), (830, 600))
    men = stage.put(gang, (500, 550), (470, 550), (440, 550), (410, 550))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    fight = stage.pos.nearest(Melee)
    assert fight is not None
    assert fight.bouts == (Bout(men[:2], (keeper,), men[2:]),)
    assert [stage.pos.room[figure] for figure in men] == [OUTDOORS] * 4


@rule("yangtze", "13.2", "R100")
def test_a_friend_of_another_unit_does_not_help() -> None:
    for helper, help_given in ((0, 1), (1, 0)):
        stage = bare()
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad", 0)
        other = stage.unit("usmc_squad", helper)
        (charger,) = stage.put(gang, (500, 500))
        leader, _ = stage.put(squad, (525, 500), (900, 500))
        if other == squad:
            stage.put(squad, (525, 500), (560, 500))
        else:
            stage.put(other, (560, 500))
        stage.card(CHARGE, gang)
        stage.card(HALT, squad, other)
        stage.pos.touched = 1 << charger | 1 << leader
        stage.pos.abetting = 1 << squad | 1 << gang
        bouts, _ = match(stage.pos, contacts(stage.pos))
        assert len(bouts[0].standers) == help_given


@pytest.mark.parametrize("seed", range(12))
@rule("yangtze", "13.2", "S9", "R50", "R118")
def test_whoever_stands_where_the_groups_are_sound(seed: int) -> None:
    """Crowds of both sides on any cards: at most two a side in a group, friends together, nobody twice, and nobody
    without an opponent while an enemy whom he touches has none."""
    rng = random.Random(seed)
    stage = bare()
    units = [stage.unit(t, n) for t, n in (("usmc_squad", 0), ("usmc_squad", 1), ("gang", 0), ("wl_rifles", 0))]
    spots = [(500 + 25 * column, 500 + 25 * row) for column in range(6) for row in range(4)]
    rng.shuffle(spots)
    for unit in units:
        stage.put(unit, *[spots.pop() for _ in range(rng.randint(2, 5))])
        stage.card(rng.choice([CHARGE, CHARGE, HALT, MOVE]), unit)
    pos = stage.pos
    people = [f for unit in units for f in pos.standing[unit]]
    pos.touched = sum(1 << f for f in people)
    pos.spent = tuple(rng.choice([0, 2000, 4000]) for _ in pos.x)
    pairs = contacts(pos)
    bouts, fights = match(pos, pairs)
    owner = {f: pos.owner[pos.book.figures[f].unit] for f in people}
    for charger, enemy in pairs:
        assert owner[charger] != owner[enemy]
    for bout in bouts:
        sides = (*bout.chargers, *bout.helpers), (*bout.charged, *bout.standers)
        assert [len({owner[f] for f in side}) for side in sides] == [1, 1]
        assert owner[sides[0][0]] != owner[sides[1][0]]
        assert 1 <= len(bout.chargers) <= 2
        assert 1 <= len(bout.charged) <= 2
    seen = [f for bout in bouts for f in (*bout.chargers, *bout.charged, *bout.helpers, *bout.standers)]
    assert len(seen) == len({*seen})
    active = {f for bout in bouts for f in (*bout.chargers, *bout.charged)}
    assert all(charger in active or enemy in active for charger, enemy in pairs)
    assert {unit for pair in fights for unit in pair} >= {pos.book.figures[f].unit for f in active}
