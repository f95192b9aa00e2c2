"""Calibration: what predicts the winner gets weight, what does not gets none; games held out say what it is worth."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from shapan.games import game
from shapan.kernel import ShapanError
from shapan.kernel.judgement import Judgement, Learned
from shapan.lab import calibrate as room
from shapan.lab import judgement_page
from shapan.lab.calibrate import Measure, Noted, bins, calibrate, held_out, learn
from shapan.lab.fitting import Sample, chances, fit, surprise
from shapan.lab.lessons import Taught, lessons, play, teach
from shapan.lab.logs import read

ROOT = Path(__file__).parents[2]


def drawn(truth: Judgement, games: int) -> Sample:
    """Positions whose games end as a judgement says."""
    rng = Random(1)
    features = [(1.0, rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(games)]
    won = [float(rng.random() < truth.chance(each)) for each in features]
    return Sample(np.array(features), np.array(won), np.arange(games))


def test_the_fit_finds_the_feature_that_decides() -> None:
    found = fit(drawn(Judgement((0.0, 2.0, 0.0)), 800))
    constant, decisive, idle = found.weights
    assert decisive > 1.4
    assert abs(idle) < 0.3
    assert abs(constant) < 0.3


def test_a_product_is_found_where_two_features_decide_together() -> None:
    truth = Judgement((0.0, 0.0, 0.0), ((1, 2, 2.0),))
    found = fit(drawn(truth, 800))
    weights = {(one, other): weight for one, other, weight in found.products}
    assert weights[1, 2] > 1.2
    fresh = drawn(truth, 400)
    assert surprise(chances(found, fresh.features), fresh.won) < 0.6 < surprise(np.full(400, 0.5), fresh.won)


def test_many_positions_are_judged_as_one_by_one() -> None:
    judgement = Judgement((0.1, 0.5, -0.4), ((1, 1, 0.2), (1, 2, -0.3)))
    features = drawn(judgement, 5).features
    assert chances(judgement, features) == pytest.approx([judgement.chance(row) for row in features.tolist()])


def test_what_is_told_rests_on_games_that_were_held_out() -> None:
    """Games that follow no rule teach nothing, however well they are learned by heart."""
    rng = Random(2)
    rows = [
        Noted(number, bool(at % 2), (1.0, *(rng.gauss(0, 1) for _ in range(6))), 0.5, won)
        for number in range(48)
        for won in [float(rng.random() < 0.5)]
        for at in range(10)
    ]
    found = learn(game("mukden"), "battle", rows, 1, "")
    assert (found.games, found.held_out, found.positions) == (48, 12, 480)
    assert found.whole.positions == sum(map(held_out, rows)) == found.amid.positions + found.between.positions
    assert found.whole.learned > found.whole.constant
    assert found.whole.present == pytest.approx(0.6931, abs=1e-4)


def test_a_curve_tells_what_became_of_positions_judged_alike() -> None:
    rows = [Noted(0, False, (1.0,), 0.5, won) for won in (1.0, 0.0, 1.0, 1.0)]
    found = bins([0.12, 0.18, 0.95, 1.0], rows)
    assert [(each.positions, each.won) for each in found] == [(2, 0.5), (2, 1.0)]
    assert found[0].judged == pytest.approx(0.15)


def test_a_title_is_calibrated_the_same_for_the_same_seed_and_its_log_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "mukden.log"
    wanted = lessons("mukden", ["battle"], 8, 3)
    first = list(teach(wanted[:5], log=log))
    with log.open("ab") as file:
        file.write(b'{"cut short')
    assert [each.lesson for each in read(log, Taught)] == wanted[:5]
    assert first[4] == play(wanted[4])
    (found,) = calibrate("mukden", 8, 3, log=log)
    assert [found] == calibrate("mukden", 8, 3, log=log)
    assert (found.games, found.held_out) == (8, 2)
    assert found.amid.positions > 0
    assert found.between.positions > 0
    (onward,) = calibrate("mukden", 8, 3, log=log, onward=True)
    known = room.read(room.file_of(game("mukden")))["battle"].weights
    distance = [
        sum(abs(one - other) for one, other in zip(each.judgement.weights[1:], known[1:], strict=True))
        for each in (onward, found)
    ]
    assert distance[0] < distance[1], "few games change little of what is known already"
    judgement_page.keep(tmp_path, [found])
    page = (tmp_path / "judgement.md").read_text(encoding="utf-8")
    assert f"| battle | 8 (2) | {found.whole.positions} |" in page
    assert (tmp_path / "judgement" / "mukden.svg").read_text(encoding="utf-8").count("<circle") == len(
        found.curve + found.present
    )


def test_what_was_learned_is_kept_beside_the_staff(tmp_path: Path) -> None:
    beside = room.file_of(game("yangtze"))
    assert (beside.name, beside.parent.name) == ("judgement.json", "staff")
    path = tmp_path / "judgement.json"
    rows = [Noted(number, False, (1.0, number % 2), 0.5, float(number % 2)) for number in range(8)]
    found = learn(game("yangtze"), "s4_ox_gorge", rows, 7, "mark")
    room.keep(path, [found])
    kept = msgspec.json.decode(path.read_bytes(), type=Learned)
    assert kept.scenarios["s4_ox_gorge"] == found.judgement
    again = learn(game("yangtze"), "s1_plum_village", rows, 7, "mark")
    room.keep(path, [again])
    worse = msgspec.structs.replace(found, judgement=Judgement((9.0, 9.0)), whole=Measure(9, 0.6, 0.5, 0.7))
    room.keep(path, [worse])
    assert room.read(path)["s4_ox_gorge"] == found.judgement, "nothing better was learned"
    assert set(msgspec.json.decode(path.read_bytes(), type=Learned).scenarios) == {
        "s1_plum_village",
        "s4_ox_gorge",
    }


def test_a_staff_without_features_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game("yangtze").staff), "features", lambda staff, pos: ())
    with pytest.raises(ShapanError, match="yangtze"):
        calibrate("yangtze", 1, seed=1)


def test_too_few_games_teach_nothing() -> None:
    with pytest.raises(ShapanError, match="nothing can be learned from 1 games"):
        learn(game("mukden"), "battle", [Noted(0, False, (1.0,), 0.5, 1.0)], 1, "")


@pytest.mark.parametrize("title", ["mukden", "shanghai_nanking", "shanghai_incident", "taierzhuang", "yangtze"])
def test_every_scenario_has_a_judgement_for_every_feature(title: str) -> None:
    played = game(title)
    staff = played.staff
    assert staff is not None
    for scenario in played.scenarios:
        pos = played.start(scenario)
        assert 0 < staff.value(pos, played.sides_in(scenario)[0]) < 1
        assert staff.features(pos)[0] == 1.0


def test_a_scenario_of_few_games_hardly_differs_from_the_others() -> None:
    prior = Judgement((0.2, 1.0, -0.5), ((1, 2, 0.4),))
    few = drawn(Judgement((0.2, 1.0, -0.5)), 8)
    distance = [
        max(abs(one - other) for one, other in zip(found.weights, prior.weights, strict=True))
        for found in (fit(few, prior), fit(few))
    ]
    assert distance[0] < 0.5 * distance[1]


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "judgement").glob("*.json")), ids=lambda path: path.stem)
def test_the_documents_tell_of_the_judgement_that_is_in_use(path: Path) -> None:
    """The figures were measured with the very weights that the staff has, and the page is written from them."""
    kept = msgspec.json.decode(room.file_of(game(path.stem)).read_bytes(), type=Learned)
    measured = judgement_page.read(path)
    for each in measured:
        assert (each.judgement == kept.scenarios[each.scenario]) == each.better
    page = (ROOT / "docs" / "judgement.md").read_text(encoding="utf-8")
    assert judgement_page.section(path.stem, measured) in page
    picture = path.with_suffix(".svg").read_text(encoding="utf-8")
    assert picture == judgement_page.picture(measured)
