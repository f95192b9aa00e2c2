"""5.0, S6.2 Plans, also together with the cards."""

from tests.games.yangtze.scenes import TOWNHOUSE, WATER
from tests.games.yangtze.table import bare, box

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, ONWARD, OVERRUN, Bomb, Card, Drive, March, Pace, Stairs
from shapan.games.yangtze.orders.cards import allocate_cards
from shapan.games.yangtze.orders.plans import Plan, adjustments, plan_actions
from shapan.kernel import rule


@rule("yangtze", "S6.2")
def test_plans_with_the_cards() -> None:
    for combined, first, second in ((False, 2, 2), (True, 4, 0)):
        stage = bare(combined_orders=combined)
        stage.pos.stack = ()
        allocate_cards(stage.pos)
        assert len(list(stage.pos.frames())) == first
        stage.pos.stack = ()
        plan_actions(stage.pos)
        assert len(list(stage.pos.frames())) == second


@rule("yangtze", "S6.2")
def test_cards_stay_face_down_while_moves_are_planned_with_them() -> None:
    stage = bare(combined_orders=True)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    stage.put(squad, (900, 500))
    stage.card(MOVE, gang, squad)
    stage.pos.stack = (Plan(0), ())
    stage.pos.phase = 1
    shown = [piece.statuses for piece in stage.pos.view("us").pieces if piece.side == "cn"]
    assert shown == [()]
    stage.card(HALT, gang)
    stage.pos.stack = (Plan(1), ())
    assert stage.pos.step.settle(stage.pos, stage.pos.top), "a side without a moving card is asked too"


@rule("yangtze", "S6.3", "S16.1")
def test_single_figures_are_offered_ways_once_their_unit_marches() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    men = stage.row(squad, 500, 500, 3)
    stage.put(stage.unit("gang"), (2300, 1100))
    stage.play(Card(squad, MOVE), to="plan_actions")
    assert adjustments(stage.pos, 0) == []
    stage.pos.push(March(squad, ((5000, 7000),)))
    pieces = {stage.pos.book.piece_of_figure(figure) for figure in men}
    found = [action for group in adjustments(stage.pos, 0) for action in group]
    assert {action.figure for action in found if isinstance(action, Pace)} == pieces
    assert not [action for action in found if isinstance(action, Stairs)], "nobody is in a house"
    assert adjustments(stage.pos, 1) == []


@rule("yangtze", "S6.3", "S16.1", "R217")
def test_every_floor_that_a_move_pays_for_is_shown_at_the_figure_and_may_be_all_of_it() -> None:
    """In a pagoda of three floors: MOVE pays for two flights; who takes one has moved 75 mm and need not go on."""
    pagoda = {"id": "h", "k": "pagoda", "p": box(600, 450, 800, 650), "doors": [[600, 650]], "windows": []}
    stage = bare(ground={"buildings": [pagoda]})
    squad = stage.unit("usmc_squad")
    _, man = stage.put(squad, (700, 600), (660, 550))
    stage.put(stage.unit("gang"), (2300, 1100))
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.push(March(squad, ((7000, 5000),)))
    stairs = [action for group in adjustments(stage.pos, 0) for action in group if isinstance(action, Stairs)]
    piece = stage.pos.book.piece_of_figure(man)
    assert [action.floor for action in stairs if action.figure == piece] == [1, 2]
    stage.pos.push(Stairs(piece, 1))
    stage.play(to="halt_fire")
    assert (stage.places(squad)[1], stage.pos.floor[man]) == ((660, 550), 1)


@rule("yangtze", "S16.1", "5.1", "R217", "R256")
def test_a_unit_takes_the_stairs_and_needs_no_other_plan() -> None:
    """All three in the house go up together; one of them alone does not, as long as the others could move too."""
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    men = stage.put(squad, (650, 550), (680, 550), (650, 580))
    stage.put(gang, (2300, 1100))
    stage.play(Card(squad, MOVE), to="plan_actions")
    (offered,) = [list(group) for group in adjustments(stage.pos, 0)]
    assert offered == [Stairs(squad, 1)]
    assert stage.why(Stairs(stage.piece(squad, 1), 1)) == "5.0", "his unit has no plan yet"
    assert stage.why(Stairs(squad, 2)) == "S16.1", "there is no such floor"
    assert stage.why(Stairs(gang, 1)) == "5.0"
    stage.pos.push(Stairs(squad, 1))
    assert stage.why(Stairs(squad, 1)) is not None
    stage.play(to="halt_fire")
    assert [stage.pos.floor[man] for man in men] == [1, 1, 1]
    assert stage.places(squad) == [(650, 550), (680, 550), (650, 580)]


@rule("yangtze", "S16.1", "8.4", "R256")
def test_who_alone_can_move_takes_the_stairs_without_more_ado() -> None:
    """His comrade is pinned. With one outside who would have to march there are no stairs for the unit."""
    for pinned, second, refused in ((1, (680, 550), None), (0, (680, 550), "5.0"), (0, (800, 550), "5.0")):
        stage = bare(ground={"buildings": [TOWNHOUSE]})
        squad = stage.unit("usmc_squad")
        man, other = stage.put(squad, (650, 550), second)
        stage.put(stage.unit("gang"), (2300, 1100))
        stage.pos.pinned = pinned << other
        stage.play(Card(squad, MOVE), to="plan_actions")
        assert stage.why(Stairs(stage.piece(squad), 1)) == refused
        assert (stage.why(Stairs(squad, 1)) is None) == (second == (680, 550))
        if refused is None:
            stage.play(Stairs(stage.piece(squad), 1), to="halt_fire")
            assert (stage.pos.floor[man], stage.pos.floor[other]) == (1, 0)


@rule("yangtze", "S16.1", "5.3", "5.4", "R256")
def test_no_stairs_for_those_who_charge_or_halt() -> None:
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    halted, charging = stage.unit("usmc_squad", 0), stage.unit("usmc_squad", 1)
    stage.put(halted, (650, 550))
    stage.put(charging, (680, 580))
    stage.put(stage.unit("gang"), (900, 300))
    stage.play(Card(charging, CHARGE), to="plan_actions")
    assert stage.why(Stairs(halted, 1)) == "5.4"
    assert stage.why(Stairs(charging, 1)) == "5.3"
    assert adjustments(stage.pos, 0) == []


@rule("yangtze", "S12.1", "S14.1", "S15.1", "S12.3", "S14.5")
def test_why_what_is_driven_sailed_or_flown_does_not_march_nor_those_aboard() -> None:
    """They have their MOVE card: what is wrong is the way in which they are to carry it out."""
    stage = bare(ground=WATER)
    truck, launch, plane = stage.unit("truck"), stage.unit("launch"), stage.unit("us_plane")
    squad, sailors = stage.unit("usmc_squad"), stage.unit("usn_squad")
    stage.model(truck, 300, 200, 90)
    stage.model(launch, 600, 800, 90)
    stage.model(plane, 300, 300, 90)
    stage.board(squad, truck)
    stage.board(sailors, launch)
    stage.put(stage.unit("gang"), (2300, 100))
    units = (truck, launch, plane, squad, sailors)
    stage.play(*(Card(unit, MOVE) for unit in units), to="plan_actions")
    there = ((5000, 2000),)
    found = [stage.why(March(unit, there)) for unit in units]
    assert found == ["S12.1", "S14.1", "S15.1", "S12.3", "S14.5"]
    assert stage.why(Bomb(truck, (5000, 2000))) == "10.2", "not: first plan its move"
    assert stage.why(Bomb(plane, (5000, 2000))) == "5.0"


@rule("yangtze", "13.4", "S12.1", "S3.3")
def test_only_vehicles_run_anybody_over_and_their_ways_have_eight_points_too() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 300, 600, 90)
    stage.put(squad, (300, 200))
    stage.put(stage.unit("gang"), (2300, 100))
    stage.play(Card(truck, MOVE), Card(squad, MOVE), to="plan_actions")
    assert stage.why(Drive(squad, OVERRUN, ((5000, 2000),))) == "13.4"
    assert stage.why(Drive(squad, ONWARD, ((5000, 2000),))) == "S12.1"
    way = tuple((3000 + 200 * step, 6000) for step in range(1, 10))
    assert stage.why(Drive(truck, ONWARD, way[:8])) is None
    assert stage.why(Drive(truck, ONWARD, way)) == "S3.3"
