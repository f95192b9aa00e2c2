"""10.0 Bombs, strafing and anti-aircraft fire, S15 flight."""

from tests.games.yangtze.table import bare

from shapan.games.yangtze.actions import HALT, MOVE, Bomb
from shapan.games.yangtze.air.anti_air import Banishing, flak, flak_refusal
from shapan.games.yangtze.air.flight import Attack, attack_refusal, fly_refusal, inward
from shapan.games.yangtze.air.raids import bomb, strafe
from shapan.games.yangtze.dice import Dice
from shapan.games.yangtze.fire.artillery import scatter
from shapan.games.yangtze.fire.hits import stand_ins, to_hit
from shapan.games.yangtze.fire.volley import Blast, at_figure
from shapan.games.yangtze.who import Figure, Mount, Unit, put
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
    bomb(stage.pos, plane, 7000, 5000, 90)
    dice = stage.pos.top
    assert isinstance(dice, Dice)
    blast = Blast(*dice.values[0])
    assert (blast.x, blast.y) == (blast.cx, blast.cy) == (7000, 5000)


@rule("yangtze", "10.3", "R35")
def test_anti_aircraft_fire() -> None:
    """T37: an LMG needs twelve, an MMG ten; a BAR at 300.1 is out of range; a rifle never."""
    for bonus, dice, hit in ((0, 12, True), (0, 11, False), (2, 10, True), (2, 9, False)):
        stage = bare()
        plane = stage.unit("us_plane")
        stage.model(plane, 500, 500)
        stage.pos.attack = (Attack(plane, "bomb", 5000, 5000, 90),)
        flak(stage.pos, dice, plane, bonus, 1)
        assert (len(stage.pos.attack) == 0) == hit
        assert stage.asks(Banishing) == hit
    stage = bare()
    plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
    stage.model(plane, 500, 500)
    stage.pos.attack = (Attack(plane, "bomb", 5000, 5000, 90),)
    stage.card(HALT, squad)
    piece = stage.pos.book.piece_of_figure
    bar, rifle = stage.men(squad)[:2]
    for far, case in ((312.5, None), (312.6, "10.3")):
        stage.put(squad, (500 + far, 500), (500, 540))
        refusal = flak_refusal(stage.pos, 0, piece(bar), plane)
        assert (refusal.case if refusal else None) == case
    refusal = flak_refusal(stage.pos, 0, piece(rifle), plane)
    assert refusal is not None
    assert inward(stage.pos, 0, 6000) == 90


@rule("yangtze", "10.1", "R34")
def test_a_bomb_falls_like_a_light_shell() -> None:
    """T38: class B lands on four and scatters on three."""
    for die, asked in ((4, to_hit), (3, scatter)):
        stage = bare()
        plane, squad = stage.unit("wl_plane"), stage.unit("usmc_squad")
        stage.model(plane, 500, 500, 90)
        stage.put(squad, (600, 500), (630, 500))
        stage.card(MOVE, squad)
        bomb(stage.pos, plane, 6000, 5000, 90)
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
    strafe(stage.pos, plane, 5000, 5000, 90)
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
    stage.pos.plan = put(stage.pos.plan, plane, ("fly", ((12000, 5000),)))
    assert attack_refusal(stage.pos, plane, Bomb, (8000, 5000)) is None
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 6000))
    assert refusal is not None
    assert refusal.case == "S15.3"
    stage.pos.attack = (Attack(plane, "bomb", 8000, 5000),)
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 5000))
    assert refusal is not None
    assert refusal.case == "10.2"


@rule("yangtze", "10.2")
def test_a_figure_is_no_aircraft() -> None:
    """Pieces of every sort can be named; none may upset the judge."""
    stage = bare()
    book = stage.pos.book
    for piece in (*book.every_unit[:1], book.piece_of_figure(Figure(0)), book.piece_of_mount(Mount(0))):
        refusal = attack_refusal(stage.pos, Unit(piece), Bomb, (5000, 5000))
        assert refusal is not None
        assert refusal.case == "10.2"
