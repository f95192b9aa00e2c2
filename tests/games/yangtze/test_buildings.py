"""S16 Buildings, walls and gates; S17.7 rubble."""

from tests.games.yangtze.table import bare, box, case

from shapan.games.yangtze.actions import MOVE
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.sighting import figure_sees, openings
from shapan.games.yangtze.movement.settling import settle_bases
from shapan.games.yangtze.movement.ways import way_refusal
from shapan.games.yangtze.who import put
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule

HOUSE = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 700]]}


@rule("yangtze", "S16.2", "R108")
def test_the_first_two_by_number_use_an_opening() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    men = stage.put(stage.unit("usmc_squad"), (640, 515), (670, 515), (660, 540))
    users = [figure for figure in men if openings(stage.pos, figure, stage.pos.room[figure])]
    assert users == list(men[:2])


@rule("yangtze", "S16.1")
def test_a_floor_holds_so_many_figures_and_no_more() -> None:
    """60 by 60 mm hold four bases of 25 mm, a square of 30 mm for each."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 660, 560), "doors": [[600, 670]], "windows": []}
    stage = bare(ground={"buildings": [hut]})
    company = stage.unit("wl_rifles")
    inside = stage.put(company, (615, 515), (645, 515), (615, 545), (645, 545))
    late = stage.men(company)[4]
    assert stage.pos.book.berths == (4,)
    stage.pos.stand(late, 6300, 5300)
    stage.pos.spent = put(stage.pos.spent, late, 1000)
    stage.pos.track = put(stage.pos.track, late, ((0, 5400, 5300), (1000, 6300, 5300)))
    settle_bases(stage.pos)
    assert stage.pos.room[late] == OUTDOORS
    assert all(stage.pos.room[figure] == 0 for figure in inside)


@rule("yangtze", "S17.7")
def test_rubble_is_in_nobody_s_way_or_sight() -> None:
    for rubble in (0, 1):
        stage = bare(ground={"buildings": [HOUSE]})
        (one,) = stage.put(stage.unit("usmc_squad"), (560, 530))
        (two,) = stage.put(stage.unit("gang"), (760, 530))
        stage.card(MOVE, stage.unit("usmc_squad"))
        stage.pos.rubble = rubble
        assert figure_sees(stage.pos, one, two) == bool(rubble)
        assert case(way_refusal(stage.pos, one, ((6600, 5300),))) == (None if rubble else "S16.1")
        (inside,) = stage.put(stage.unit("usn_mmg"), (660, 550))
        assert effective(stage.pos, inside, (9000, 5500), False) in ("hard", "hard+"), "rubble is hard cover"
