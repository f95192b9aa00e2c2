"""Measurements: what is counted, against what, and where it is told; no assertion about time."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest
from tests.toy import FORD

import shapan
from shapan.kernel import DICE, ShapanError
from shapan.lab import bench
from shapan.lab.bench import (
    Measure,
    Say,
    against,
    anchors,
    beside,
    clock,
    crews,
    figures,
    growth,
    memory,
    naive,
    play,
    thinking,
    works,
    worst,
)
from shapan.lab.bench.clock import Rate
from shapan.lab.crews import ALONE


def quiet(text: str) -> None: ...


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured: every piece of work is done once and told as a rate."""

    def rates(given: dict[str, clock.Work], runs: int = 1, say: Say | None = None) -> dict[str, Rate]:
        return {name: Rate(float(work(0)), 1.0, runs) for name, work in given.items()}

    for room in (play, thinking, beside):
        monkeypatch.setattr(room, "rates", rates)


def test_a_measure_knows_whether_it_is_met() -> None:
    assert Measure("copy", 900, 800, "x").met
    assert not Measure("copy", 700, 800, "x").met
    assert Measure("memory", 50, 60, "MB", at_most=True).met
    assert not Measure("memory", 70, 60, "MB", at_most=True).met


def test_choices_leave_out_the_dice_and_steps_do_not() -> None:
    mukden = shapan.game("mukden")
    chosen, taken = works.choices(mukden, "")(3), works.steps(mukden, "")(3)
    assert 0 < chosen < taken
    assert works.choices(mukden, "")(3) == chosen, "the same piece is the same game"


def test_lists_views_staff_and_search_tell_how_much_they_did() -> None:
    assert works.lists(FORD, "")(0) == works.rows(FORD, "")(0) > 0
    assert works.views(FORD, "")(0) > 0
    assert all(pos.actor != DICE for pos in works.sampled(FORD, ""))
    mukden = shapan.game("mukden")
    assert works.search(mukden, "")(0) > 0


def test_a_search_is_measured_where_officers_ask_to_be_followed_too() -> None:
    think = works.search(shapan.game("taierzhuang"), "")
    assert any(map(think, range(4)))


def test_a_process_is_not_charged_with_the_memory_of_whoever_started_it() -> None:
    ballast = bytearray(b"*") * (100 << 20)
    assert memory._in_a_process([], 0) < len(ballast) >> 20


@pytest.mark.usefixtures("still")
def test_every_scenario_is_measured_apart() -> None:
    yangtze = shapan.game("yangtze")
    assert play.scenarios(yangtze) == list(yangtze.scenarios)
    mukden = shapan.game("mukden")
    assert play.scenarios(mukden) == [""]
    names = [measure.name for measure in play.bench_play(mukden, quiet)]
    assert [name for name in names if "chess" not in name] == [
        "calibration loop", "choices of players", "steps (dice too)", "options listed", "options as masks",
    ]  # fmt: skip


def test_a_share_of_chess_has_the_target_of_its_scenario() -> None:
    yangtze, chess = shapan.game("yangtze"), Rate(1000, 900, 3)
    own = play.share(yangtze, "s8_wanling_bund", Rate(50, 45, 3), chess)
    assert (own.value, own.median, own.target, own.met) == (0.05, 0.05, 0.06, False)
    assert play.share(yangtze, "s2_mission_rescue", Rate(1, 1, 3), chess).target == 0
    assert play.shares(FORD, {}) == [], "nothing to compare with"


@pytest.mark.usefixtures("still")
def test_masks_and_searches_have_targets_that_do_not_depend_on_the_machine() -> None:
    mukden = shapan.game("mukden")
    asked = {
        measure.name: measure for measure in (*play.bench_play(mukden, quiet), *thinking.bench_thinking(mukden, quiet))
    }
    masks = asked["options as masks, by choice of python-chess"]
    assert masks.target == play.LISTED["mukden"]
    assert masks.value == asked["options as masks"].value / asked["python-chess"].value
    thought = asked["positions in search, by choice of python-chess"]
    assert thought.target == 2 * thinking.SEARCHED["mukden"]
    assert thought.value == asked["positions in search"].value / asked["python-chess"].value


def test_runs_take_turns_and_do_the_same_pieces() -> None:
    done: list[tuple[str, int]] = []

    def work(name: str) -> clock.Work:
        def one(number: int) -> int:
            done.append((name, number))
            return 1

        return one

    heard: list[str] = []
    found = clock.rates({"a": work("a"), "b": work("b")}, runs=2, seconds=0, say=heard.append)
    assert heard == ["run 1 of 2", "run 2 of 2"]
    assert done == [("a", 0), ("b", 0), *[("a", 0), ("b", 0)] * 2]
    assert found["a"].best >= found["a"].median > 0


@pytest.mark.usefixtures("still")
def test_a_game_without_a_naive_engine_is_measured_by_play_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "bench_memory", lambda game, say: Measure("resident memory", 1, 60, "MB", True))
    names = [measure.name for measure in bench.bench(FORD, 1, quiet)]
    assert {play.labelled("choices of players", scenario) for scenario in FORD.scenarios} < set(names)
    assert names[-1] == "resident memory"


def test_a_game_on_hexes_is_measured_against_its_naive_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naive, "cpu", lambda work, **more: (work(), 1.0)[1])
    mukden = shapan.game("mukden")
    judge = naive.load_reference(mukden)
    pairs = naive.middle_positions(mukden, judge, 1, count=1)
    names = [measure.name for measure in naive.reach_measures(pairs, judge, quiet)]
    assert names == ["whole army's destinations, cold", "whole army's destinations, warm"]
    assert naive.copy_measure(pairs, quiet).value == 1.0


def test_without_a_naive_engine_there_is_nothing_to_measure_against() -> None:
    with pytest.raises(ShapanError, match=r"tests/games/ford/reference\.py is not here"):
        naive.load_reference(FORD)


def test_timing_repeats_until_the_clock_does_not_count() -> None:
    calls: list[int] = []
    assert clock.cpu(lambda: calls.append(1), least=0.001, rounds=2) > 0
    assert len(calls) > 2


def test_the_slowest_calls_come_with_their_positions() -> None:
    found = worst.worst(FORD, "", quiet, random=2, staff=0)
    assert {call.kind for call in found} == {"view", "options", "push", "collection"}
    assert gc.isenabled()
    assert [call.kind == "collection" for call in worst.shown(found)] == [False] * worst.SHOWN + [True]
    assert found == sorted(found, key=lambda call: -call.ms)
    told = worst.told(worst.Call(70.0, "push", "s1", "staff", 4, 17, "strike"))
    assert (told.name, told.target, told.met) == ("push: s1, staff 4, decision 17, strike", 50, False)


@pytest.mark.usefixtures("still")
def test_anchors_stand_beside_our_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "anchors", lambda: {"python-chess": lambda number: 40})
    monkeypatch.setattr(beside, "games", lambda: ("mukden",))
    monkeypatch.setattr(beside, "choices", lambda game, scenario: lambda number: 30)
    found = {measure.name: measure for measure in beside.bench_anchors(quiet)}
    assert found["mukden: share of python-chess"].value == 0.75
    assert found["mukden: share of python-chess"].met
    monkeypatch.setattr(beside, "anchors", dict)
    with pytest.raises(ShapanError, match="extra bench"):
        beside.bench_anchors(quiet)


@pytest.mark.filterwarnings("ignore")  # theirs, not ours
@pytest.mark.parametrize("name", list(anchors.ANCHORS))
def test_every_anchor_plays_a_game_to_its_end(name: str) -> None:
    packages, play_one = anchors.ANCHORS[name]
    if not anchors.installed(packages):
        pytest.skip(f"{name} is not installed")
    assert play_one(1) > 10


def test_two_commits_run_in_turns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[tuple[bool, str]] = []

    def rate(package: Path, game: str, scenario: str, kind: str) -> float:
        seen.append((package == tmp_path, kind))
        return 10.0 if package == tmp_path else 20.0

    class Laid:
        def __enter__(self) -> Path:
            return tmp_path

        def __exit__(self, *error: object) -> None: ...

    monkeypatch.setattr(against, "laid_out", lambda commit: Laid())
    monkeypatch.setattr(against, "rate", rate)
    measures = against.bench_against(FORD, "abc", quiet, runs=2)
    assert [entry for entry in seen if entry[1] == "choices"] == [(False, "choices"), (True, "choices")] * 2 * len(
        FORD.scenarios
    )
    assert {measure.value for measure in measures} == {2.0}


def test_the_works_run_as_a_program_against_any_checkout() -> None:
    program = [sys.executable, works.__file__, "mukden", "", "choices", "1"]
    root = Path(bench.__file__).parents[3]
    told = subprocess.run(program, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(root)})
    done, spent = told.stdout.split()
    assert int(done) == works.choices(shapan.game("mukden"), "")(0)
    assert float(spent) > 0


def test_an_unknown_commit_is_told_in_one_line() -> None:
    with pytest.raises(ShapanError, match="no commit"), against.laid_out("no-such-commit"):
        pass


def test_floods_one_by_one_and_together_come_to_the_same_on_a_made_up_map() -> None:
    country = growth.Country(12, 9, 8)
    assert country.single() == country.together() > 0


def test_the_page_of_figures_is_a_table_of_measures() -> None:
    page = figures.table([Measure("share", 0.5, 0.75, "", median=0.4), Measure("rate", 12345.0, 0, "per CPU second")])
    assert "| share | 0.500 | 0.400 |  | ≥ 0.75 | NO |" in page
    assert "| rate | 12,345 |  | per CPU second |  |  |" in page


def test_a_crews_pace_is_counted_from_the_first_result() -> None:
    found = crews.pace(ALONE, "ford", seed=1, tasks=3, share=1)
    assert found.an_hour > 0
    assert found.handing >= 0


def test_titles_with_long_games_play_fewer_of_them() -> None:
    assert crews.sized(0.01) == (crews.TASKS, crews.SHARE)
    assert crews.sized(crews.BUDGET / 10) == (5, crews.SHARE)
    assert crews.sized(crews.BUDGET) == (crews.FEWEST, 1)


def test_on_paper_a_cluster_plays_what_its_cores_play_until_the_handing_out_is_the_limit() -> None:
    alone, slow = crews.Pace(an_hour=100, handing=0), crews.Pace(an_hour=200, handing=0.1)
    assert [round(one.value) for one in crews.on_paper("ford", alone, slow, share=2)] == [72_000, 720]
    quick = crews.Pace(an_hour=200, handing=0.001)
    assert [round(one.value) for one in crews.on_paper("ford", alone, quick, share=2)] == [100_000, 72_000]
