"""S17.6, S16.8 Work: who does it, and what stops it."""

import pytest
from tests.games.yangtze.scenes import points, robbed_lorry
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CLEAR,
    DROP,
    HALT,
    LIFT,
    MOVE,
    STOW,
    UNLOAD,
    Fire,
    Work,
)
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.noted import Job, Marker
from shapan.games.yangtze.place import Berth, Load, move
from shapan.games.yangtze.position import DISABLED, LOST, WRECK
from shapan.games.yangtze.who import Unit, put
from shapan.games.yangtze.works.tasks import finish_works, stow, tasks_for, work_refusal
from shapan.kernel import rule


def robbers(men: int) -> tuple[Stage, Unit, Unit]:
    """A lorry with silver that nobody is left in, and so many bandits along its side."""
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 600, 600, 90)
    stage.pos.remove(stage.men(truck), LOST)
    stage.row(gang, 555, 638, men)
    stage.put(stage.unit("usmc_fcg"), (2300, 1100))
    return stage, truck, gang


@pytest.mark.parametrize(("men", "pinned", "taken"), [(4, 0, True), (3, 0, False), (4, 1, False)])
@rule("yangtze", "S17.6", "8.4")
def test_four_free_men_take_the_silver_off_a_lorry(men: int, pinned: int, taken: bool) -> None:
    stage, truck, gang = robbers(men)
    stage.pos.pinned = pinned << stage.men(gang)[2]
    stage.turn({}, Work(gang, UNLOAD))
    assert (stage.pos.cargo[0].carrier != truck) == taken
    assert points(stage, "silver_lost", 1) == 5 * taken


@rule("yangtze", "S17.6", "7.1")
def test_the_silver_stays_when_one_of_the_four_is_shot_at_his_work() -> None:
    stage, truck, gang = robbers(4)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (600, 830))
    stage.turn({}, Work(gang, UNLOAD), Fire(squad, gang), dice=[2, 1, 1, 1, 6, 6])
    assert stage.standing(gang) == 3
    assert stage.pos.cargo[0].carrier == truck


@rule("yangtze", "S16.8", "S17.6", "7.9")
def test_who_is_given_no_work() -> None:
    """Nobody of the enemy's, nobody on another card or at another task, no gun that covers an area, and nobody at all
    where there is nothing to do."""
    stage, truck, gang = robbed_lorry()
    stage.pos.remove(stage.men(truck), LOST)
    assert work_refusal(stage.pos, 1, gang, UNLOAD) is None
    assert case(work_refusal(stage.pos, 0, gang, UNLOAD)) == "S17.6", "not yours"
    for task, cited in ((CLEAR, "S16.8"), (STOW, "S17.6"), (DROP, "S17.6"), (LIFT, "S17.6")):
        assert case(work_refusal(stage.pos, 1, gang, task)) == cited
    stage.card(MOVE, gang)
    assert case(work_refusal(stage.pos, 1, gang, UNLOAD)) == "S17.6"
    stage.card(HALT, gang)
    lay(stage.pos, Marker(stage.men(gang)[0], 9000, 9000, 1, 0))
    assert case(work_refusal(stage.pos, 1, gang, UNLOAD)) == "7.9"


@rule("yangtze", "S16.8", "S17.6")
def test_the_work_that_can_be_done_is_offered_and_no_other() -> None:
    stage, _, gang = robbers(4)
    assert tasks_for(stage.pos, 1, gang) == []
    stage.card(HALT, gang)
    assert tasks_for(stage.pos, 1, gang) == [UNLOAD]


def gorge_prize() -> tuple[Stage, Unit, Unit]:
    """The steamer is in the pirates' hands: ten of the cove men are aboard her, the ten before them still in their
    boat far away, and another sampan lies alongside."""
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    steamer, men, boat = stage.unit("steamer"), stage.unit("pirates", 2), stage.unit("sampan", 1)
    stage.model(steamer, 1000, 600, 90, crew=False)
    stage.model(boat, 1000, 695, 90)
    stage.model(stage.unit("sampan"), 300, 300, 90)
    stage.pos.owner = put(stage.pos.owner, steamer, 1)
    crowd = stage.men(men)
    move(stage.pos, *((figure, Berth(stage.unit("sampan"))) for figure in crowd[:10]))
    move(stage.pos, *((figure, Berth(steamer)) for figure in crowd[10:]))
    stage.card(HALT, men)
    return stage, men, boat


@rule("yangtze", "S17.6", "R80")
def test_those_of_a_unit_who_are_with_the_load_pass_it_over_wherever_the_others_are() -> None:
    stage, men, boat = gorge_prize()
    assert work_refusal(stage.pos, 1, men, STOW) is None
    stage.pos.works = (Job(men, STOW),)
    finish_works(stage.pos)
    assert stage.pos.cargo[0].carrier == boat


@rule("yangtze", "S17.6", "S14.6")
def test_those_who_are_boarded_pass_no_load_over() -> None:
    stage, men, _ = gorge_prize()
    stage.pos.works = (Job(men, STOW),)
    stage.pos.touched = sum(1 << figure for figure in stage.men(men))
    finish_works(stage.pos)
    assert stage.pos.cargo[0].carrier == stage.unit("steamer")


@rule("yangtze", "S17.6", "12.2")
def test_nothing_is_stowed_aboard_a_wreck() -> None:
    stage, men, boat = gorge_prize()
    stage.pos.spoil(boat, WRECK)
    assert case(work_refusal(stage.pos, 1, men, STOW)) == "S17.6"


@pytest.mark.parametrize("harm", ["disabled", "driver"])
@rule("yangtze", "S17.6", "R80")
def test_porters_between_two_lorries_put_their_load_on_the_one_that_still_drives(harm: str) -> None:
    """They have taken it off the first, which goes nowhere any more, and the second has come up to them."""
    stage = bare("s3_silver_trucks")
    squad, wreck, lorry = stage.unit("usmc_squad"), stage.unit("truck"), stage.unit("truck", 1)
    stage.model(wreck, 600, 600, 90)
    stage.model(lorry, 600, 690, 90)
    if harm == "disabled":
        stage.pos.spoil(wreck, DISABLED)
    else:
        stage.pos.remove(stage.men(wreck), LOST)
    men = stage.put(squad, (590, 645), (616, 645))
    stage.pos.cargo = (Load(stage.pos.cargo[0].name, None, 6030, 6450, 0, men), stage.pos.cargo[1])
    stow(stage.pos, squad)
    assert stage.pos.cargo[0].carrier == lorry
