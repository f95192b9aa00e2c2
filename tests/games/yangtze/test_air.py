"""10.0 Bombs, strafing and anti-aircraft fire, S15 flight."""

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, case

from shapan.games.yangtze.actions import HALT, MOVE, Bomb, Flak, Fly, Strafe
from shapan.games.yangtze.air.anti_air import AntiAir, Banishing, FlakFire, air_attacks, flak_refusal
from shapan.games.yangtze.air.flight import (
    attack_points,
    attack_refusal,
    edge_of,
    flights,
    fly_all,
    fly_refusal,
    inward,
    return_points,
    return_refusal,
)
from shapan.games.yangtze.air.raids import bomb, resolve_attacks, strafe
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.fire.artillery import RoundLands, Scatter
from shapan.games.yangtze.fire.elements import why_no_fire
from shapan.games.yangtze.fire.hits import ToHit, stand_ins
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.fire.volley import Blast, at_figure, at_hull
from shapan.games.yangtze.noted import Absence, Attack, Marker
from shapan.games.yangtze.planned import Banished, Flying
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Figure, GunMount, Unit, put
from shapan.kernel import rule


@rule("yangtze", "10.2", "R25")
def test_the_substitute_of_a_strafed_leader_is_sought_in_the_strip() -> None:
    """The nearest of those who were tested, not the nearest of all."""
    stage = bare()
    company = stage.unit("wl_rifles")
    leader, near, tested = stage.put(company, (500, 500), (500, 560), (760, 500))
    blast = Blast(None, company, 3000, 5000, "bullets", "aircraft_mg", False, 3000, 5000, 3000, caught=(leader, tested))
    assert stand_ins(stage.pos, leader, blast) == [tested]
    assert near


@rule("yangtze", "S5", "10.1")
def test_cover_from_a_bomb_is_judged_from_where_it_bursts() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.bombs = put(stage.pos.bombs, plane, 1)
    stage.pos.stack = ()
    stage.pos.then(*bomb(stage.pos, plane, 7000, 5000, 90))
    blast = stage.stake(RoundLands).blast
    assert (blast.x, blast.y) == (blast.cx, blast.cy) == (7000, 5000)


@rule("yangtze", "10.3", "R35")
def test_anti_aircraft_fire() -> None:
    """T37: an LMG needs twelve, an MMG ten; a BAR at 300.1 is out of range; a rifle never."""
    for bonus, dice, hit in ((0, 12, True), (0, 11, False), (2, 10, True), (2, 9, False)):
        stage = bare()
        plane = stage.unit("us_plane")
        stage.model(plane, 500, 500)
        stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
        FlakFire(plane, bonus, 1).scored(stage.pos, dice)
        assert (len(stage.pos.attacks) == 0) == hit
        assert stage.asks(Banishing) == hit
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500)
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
    stage.card(HALT, squad)
    piece = stage.pos.book.piece_of_figure
    bar, rifle = stage.men(squad)[:2]
    for far, refused in ((312.5, None), (312.6, "10.3")):
        stage.put(squad, (500 + far, 500), (500, 540))
        assert case(flak_refusal(stage.pos, 0, piece(bar), plane)) == refused
    assert case(flak_refusal(stage.pos, 0, piece(rifle), plane)) == "10.3"
    assert inward(stage.pos, 0, 6000) == 90


@rule("yangtze", "10.1", "R34")
def test_a_bomb_falls_like_a_light_shell() -> None:
    """T38: class B lands on four and scatters on three."""
    for die, asked in ((4, ToHit), (3, Scatter)):
        stage = bare()
        plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
        stage.model(plane, 500, 500, 90)
        stage.put(squad, (600, 500), (630, 500))
        stage.card(MOVE, squad)
        stage.pos.then(*bomb(stage.pos, plane, 6000, 5000, 90))
        assert stage.pos.bombs[plane] == 3
        stage.roll(die)
        assert stage.asks(asked)


@rule("yangtze", "10.2", "S15.3")
def test_strafing() -> None:
    """T39: 150 mm ahead at five, 250 mm ahead at twelve; nobody beside the strip."""
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500, 90)
    near, far, aside = stage.put(squad, (650, 500), (750, 500), (650, 540))
    stage.card(MOVE, squad)
    stage.pos.then(*strafe(stage.pos, plane, 5000, 5000, 90))
    shots = {shot[0]: shot[1] for shot in stage.volley.shots}
    assert shots == {at_figure(near): 5, at_figure(far): 12}
    assert aside


@rule("yangtze", "S15.1", "S15.3", "10.2", "R78")
def test_flight_and_where_it_may_attack() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    assert fly_refusal(stage.pos, plane, ((12000, 5000),)) is None
    for route in (((7000, 5000),), ((20000, 5000),), ((5000, 9000),)):
        refusal = fly_refusal(stage.pos, plane, route)
        assert refusal is not None
        assert refusal.case == "S15.1"
    stage.card(MOVE, plane)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((12000, 5000),)))
    assert attack_refusal(stage.pos, plane, Bomb, (8000, 5000)) is None
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 6000))
    assert refusal is not None
    assert refusal.case == "S15.3"
    stage.pos.attacks = (Attack(plane, "bomb", 8000, 5000),)
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 5000))
    assert refusal is not None
    assert refusal.case == "10.2"


@rule("yangtze", "10.2")
def test_a_figure_is_no_aircraft() -> None:
    """Pieces of every sort can be named; none may upset the judge."""
    stage = bare()
    book = stage.pos.book
    for piece in (*book.every_unit[:1], book.piece_of_figure(Figure(0)), book.piece_of_mount(GunMount(0))):
        refusal = attack_refusal(stage.pos, Unit(piece), Bomb, (5000, 5000))
        assert refusal is not None
        assert refusal.case == "10.2"


def raid(*weapons: tuple[str, float]) -> tuple[Stage, Unit, list[Figure]]:
    """A warlord's aeroplane drops its bomb at (500, 500); American weapons stand so far from there, edge to point."""
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 900, 500, 90)
    stage.card(MOVE, plane)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((9000, 5000),)))
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
    gunners = []
    for number, (template, gap) in enumerate(weapons):
        unit = stage.unit(template)
        (man,) = stage.put(unit, (500 + 30 * number, 500 - gap - 12.5))
        stage.card(HALT, unit)
        gunners.append(man)
    stage.pos.stack = (AntiAir(0), stage.pos.stack)
    return stage, plane, gunners


def says(stage: Stage, text: str) -> None:
    action = GAME.parse(stage.pos, text)
    assert stage.pos.refusal(action) is None
    stage.pos.apply(action, stage.events.append)


def told(stage: Stage, text: str) -> str | None:
    return case(stage.pos.refusal(GAME.parse(stage.pos, text)))


@rule("yangtze", "10.3", "R35", "7.1")
def test_weapons_are_named_one_by_one_and_fire_at_nothing_else() -> None:
    """S15.4: all dice are declared, then rolled; one hit is enough, and the attack is not made."""
    stage, plane, (bar, lewis) = raid(("usmc_squad", 300), ("usmc_lmg", 290))
    name = stage.pos.book.lexicon.pieces
    aircraft = name[plane]
    pieces = [name[stage.pos.book.piece_of_figure(man)] for man in (bar, lewis)]
    offered = {str(action) for action in stage.pos.options()}
    assert len(offered) == 3, "either weapon, or none of them"
    says(stage, f"flak {pieces[0]} {aircraft}")
    assert told(stage, f"flak {pieces[0]} {aircraft}") == "10.3", "each weapon once"
    assert len(list(stage.pos.options())) == 2
    assert not stage.pos.fired, "nothing is rolled before all is said"
    says(stage, f"flak {pieces[1]} {aircraft}")
    assert told(stage, f"fire {name[stage.unit('usmc_squad')]} {aircraft}") == "10.3"
    says(stage, "ready")
    stage.roll(6, 6)
    assert stage.told("flak_hits")
    assert stage.asks(Banishing)
    assert not stage.pos.attacks
    for man in (bar, lewis):
        assert not may_fire(stage.pos, man)
    assert why_no_fire(stage.pos, stage.unit("usmc_lmg"), "halt")[0] == "10.3"
    assert stage.pos.actor == "us", "the gunner's side chooses where it is put"
    assert told(stage, "ready") == "10.3"
    assert told(stage, f"banish {aircraft} 5000:40") == "10.3", "not a point of the edge"
    assert len(list(stage.pos.options())) == 4
    says(stage, f"banish {aircraft} 24000:7000")
    stage.roll(6, 6)  # the other weapon's
    assert len(stage.told("flak_hits")) == 1, "the other weapon's dice find no target any more"
    assert stage.pos.at[plane] == (24000, 7000, inward(stage.pos, 24000, 7000))
    assert stage.pos.plan[plane] == Banished()
    assert not isinstance(stage.pos.top, Banishing)


@rule("yangtze", "10.3")
def test_a_side_without_such_weapons_is_not_asked() -> None:
    stage, plane, _ = raid(("usmc_squad", 300.1))
    stage.settle()
    assert not isinstance(stage.pos.top, AntiAir)
    assert stage.pos.attacks
    stage, plane, _ = raid(("usmc_squad", 200))
    stage.settle()
    assert isinstance(stage.pos.top, AntiAir)
    says(stage, "ready")
    assert not stage.pos.fired
    assert stage.pos.attacks[0].unit == plane


@rule("yangtze", "10.3", "7.9", "R35")
def test_which_weapons_fire_at_aircraft() -> None:
    """Automatic ones on HALT, in command, that have not fired, cover nothing, and are near the point of the attack."""
    stage, plane, (bar,) = raid(("usmc_squad", 300))
    lewis, _ = stage.put(stage.unit("usmc_lmg"), (500, 700), (530, 700))
    stage.card(HALT, stage.unit("usmc_lmg"))
    assert case(flak_refusal(stage.pos, 0, stage.pos.book.piece_of_figure(lewis), plane)) == "4.1", (
        "400 mm from the BAR"
    )
    squad = stage.unit("usmc_squad")
    piece = stage.pos.book.piece_of_figure(bar)
    assert flak_refusal(stage.pos, 0, piece, plane) is None
    assert case(flak_refusal(stage.pos, 0, squad, plane)) == "10.3", "a unit is no weapon"
    assert case(flak_refusal(stage.pos, 1, piece, plane)) == "10.3", "nobody fires at his own"
    assert case(flak_refusal(stage.pos, 0, piece, stage.unit("us_plane"))) == "10.3", "it attacks nobody"
    for change in ("fired", "markers", "card"):
        twin = Stage(stage.pos.copy())
        if change == "fired":
            twin.pos.fired = 1 << bar
        elif change == "markers":
            lay(twin.pos, Marker(bar, 4000, 4000, 1, 0))
        else:
            twin.card(MOVE, squad)
        assert case(flak_refusal(twin.pos, 0, piece, plane)) == ("7.9" if change == "markers" else "10.3"), change
    stage.model(plane, 500, 500)
    stage.pos.attacks = (Attack(plane, "strafe", 9000, 5000, 90),)
    assert case(flak_refusal(stage.pos, 0, piece, plane)) == "10.3", "S15.4: from the point of the attack, not the nose"


@rule("yangtze", "10.3", "S12.8")
def test_mounts_fire_at_aircraft_from_the_edge_of_their_hull() -> None:
    """The attack is to port of the gunboat, where the other Lewis gun does not bear."""
    stage, plane, _ = raid()
    boat = stage.unit("gunboat")
    _, _, starboard, mount = stage.pos.book.guns[boat]
    stage.card(HALT, boat)
    for gap, refused in ((300, None), (300.1, "10.3")):
        stage.model(boat, 500, 500 + gap + 50, 90)
        assert case(flak_refusal(stage.pos, 0, stage.pos.book.piece_of_mount(mount), plane)) == refused
    stage.model(boat, 500, 700, 90)
    assert case(flak_refusal(stage.pos, 0, stage.pos.book.piece_of_mount(starboard), plane)) == "S12.8"
    piece = stage.pos.book.piece_of_mount(mount)
    says(stage, f"flak {stage.pos.book.lexicon.pieces[piece]} {stage.pos.book.lexicon.pieces[plane]}")
    says(stage, "ready")
    need = 12 - stage.pos.book.weapons[stage.pos.book.mounts[mount].weapon].anti_air_bonus
    stage.roll(need - 6, 6)
    assert stage.told("flak_hits")
    assert stage.pos.fired >> len(stage.pos.book.figures) + mount & 1


@pytest.mark.parametrize(("crew", "guns"), [(1, 1), (2, 2)])
@rule("yangtze", "10.3", "S14.8", "R122")
def test_no_more_mounts_fire_at_aircraft_than_there_are_hands(crew: int, guns: int) -> None:
    """The attack is dead ahead, where both Lewis guns of the gunboat bear."""
    stage, plane, _ = raid()
    boat = stage.unit("gunboat")
    stage.model(boat, 500, 500 + 225 + 100, 0)
    stage.pos.remove(stage.men(boat)[crew:], LOST)
    stage.card(HALT, boat)
    _, _, starboard, port = (stage.pos.book.piece_of_mount(m) for m in stage.pos.book.guns[boat])
    assert stage.pos.refusal(Flak(port, plane)) is None
    stage.pos.apply(Flak(starboard, plane))
    assert case(stage.pos.refusal(Flak(port, plane))) == (None if guns == 2 else "S14.8")
    assert len([o for o in stage.pos.options() if isinstance(o, Flak)]) == guns - 1


@pytest.mark.parametrize("hidden", [True, False])
@rule("yangtze", "10.1", "S6.7", "R34", "R124")
def test_a_bomb_is_aimed_at_nobody_who_is_hidden(hidden: bool) -> None:
    """On target it hits whom it was aimed at; whoever hides there is tested with his own die, and shows."""
    stage = bare()
    plane, gang = stage.unit("us_plane"), stage.unit("gang")
    stage.model(plane, 200, 600, 90)
    stage.put(gang, (700, 600), (700, 900))
    stage.pos.hidden = hidden << gang
    stage.turn({}, Fly(plane, ((10000, 6000),)), Bomb(plane, (7000, 6000)), dice=[3])
    assert stage.asks(ToHit) == hidden
    assert not stage.pos.hidden


@rule("yangtze", "10.1", "10.2", "R35")
def test_attacks_are_announced_and_those_who_survive_are_made() -> None:
    stage, plane, _ = raid()
    stage.pos.stack = (Orders(0, True), ())
    ours = stage.unit("us_plane")
    stage.model(ours, 300, 300, 90)
    stage.pos.attacks = (*stage.pos.attacks, Attack(ours, "strafe", 3000, 3000, 90))
    stage.pos.teller = stage.events.append
    air_attacks(stage.pos)
    stage.settle()
    told = [(event.case, event.params["kind"]) for event in stage.told("announces")]
    assert told == [("10.1", "bomb"), ("10.2", "strafe")]
    stage.pos.stack = (Orders(0, True), ())
    stage.pos.teller = stage.events.append
    stage.pos.then(*resolve_attacks(stage.pos))
    stage.settle()
    assert stage.pos.bombs[plane] == 3
    assert stage.asks(RoundLands)
    assert not stage.pos.attacks, "one attack a turn"
    assert stage.told("bombs")


@rule("yangtze", "S15.1")
def test_how_an_aircraft_flies() -> None:
    """300 to 900 mm; up to 45 degrees at the start and again after each 300 mm."""
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    for route, refused in (
        (((8000, 5000),), None),
        (((7999, 5000),), "S15.1"),
        (((14000, 5000),), None),
        (((14001, 5000),), "S15.1"),
        (((9000, 1000),), None),
        (((9000, 900),), "S15.1"),
        (((8000, 5000), (11000, 2000)), None),
        (((7999, 5000), (11000, 5000)), "S15.1"),
        (((8000, 5000), (8000, 1000)), "S15.1"),
        (((8000, 5000), (8000, 5000)), "S15.1"),
        (((8000, 12001),), "S3.5"),
    ):
        assert case(fly_refusal(stage.pos, plane, route)) == refused, route
    assert case(fly_refusal(stage.pos, stage.unit("gang"), ((8000, 5000),))) == "S15.1"
    stage.model(plane, 2300, 500, 90)
    assert fly_refusal(stage.pos, plane, ((24000, 5000),)) is None, "it may leave at the edge after 100 mm"
    assert all(fly_refusal(stage.pos, plane, route) is None for route in flights(stage.pos, plane))


@rule("yangtze", "10.1", "S15.3")
def test_bombs_are_few_and_fall_on_the_way() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((12000, 5000), (15000, 2000))))
    for point, refused in (((5000, 5000), None), ((9000, 5010), None), ((9000, 5011), "S15.3"), ((13500, 3500), None)):
        assert case(attack_refusal(stage.pos, plane, Bomb, point)) == refused
    assert attack_points(stage.pos, plane, Bomb)
    stage.pos.bombs = put(stage.pos.bombs, plane, 0)
    assert case(attack_refusal(stage.pos, plane, Bomb, (9000, 5000))) == "10.1"
    assert attack_refusal(stage.pos, plane, Strafe, (9000, 5000)) is None
    assert not attack_points(stage.pos, plane, Bomb)
    stage.pos.attacks = (Attack(plane, "strafe", 13500, 3500),)
    fly_all(stage.pos)
    (attack,) = stage.pos.attacks
    assert attack.course == 45, "in the direction that it flies there"
    assert stage.pos.at[plane] == (15000, 2000, 45)


@pytest.mark.parametrize(
    ("edge", "points"),
    [
        (0, [(6000, 0), (12000, 0), (18000, 0)]),
        (1, [(24000, 3000), (24000, 6000), (24000, 9000)]),
        (2, [(6000, 12000), (12000, 12000), (18000, 12000)]),
        (3, [(0, 3000), (0, 6000), (0, 9000)]),
    ],
)
@rule("yangtze", "S15.2", "R78")
def test_where_an_aircraft_comes_back(edge: int, points: list[tuple[int, int]]) -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    assert return_points(stage.pos, plane) == []
    stage.pos.away = (Absence(plane, edge, 3),)
    assert return_points(stage.pos, plane) == points
    for x, y in points:
        assert return_refusal(stage.pos, plane, x, y) is None
        assert edge_of(stage.pos, x, y) == edge
    assert case(return_refusal(stage.pos, plane, 12000, 6000)) == "S15.2"
    assert (
        case(return_refusal(stage.pos, plane, *[(12000, 12000), (0, 6000), (12000, 0), (24000, 6000)][edge])) == "S15.2"
    )


@rule("yangtze", "10.1", "R34", "R20")
def test_larger_bombs_by_agreement() -> None:
    for large, zone in ((False, 500), (True, 750)):
        stage = bare(large_bombs=large)
        plane = stage.unit("wl_plane")
        stage.model(plane, 500, 500, 90)
        stage.put(stage.unit("gang"), (600, 500))
        stage.pos.then(*bomb(stage.pos, plane, 6000, 5000, 90))
        assert stage.stake(RoundLands).blast.radius == zone


@rule("yangtze", "10.2", "R67", "12.3")
def test_strafing_a_vessel_is_one_die_and_needs_eleven() -> None:
    stage = bare()
    plane, boat = stage.unit("wl_plane"), stage.unit("gunboat")
    stage.model(plane, 500, 500, 90)
    stage.model(boat, 700, 540, 90)
    stage.pos.then(*strafe(stage.pos, plane, 5000, 5000, 90))
    assert stage.volley.shots == ((at_hull(boat), 5, False, 0),)
    stage.roll(5, 5, 5)
    assert stage.told("hull_holds")
