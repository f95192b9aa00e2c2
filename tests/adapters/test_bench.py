"""The bench of the adapters measures what it says, for any title and for the chess of others."""

import pytest

from shapan.adapters import bench
from shapan.adapters.run import Run


def test_every_figure_is_a_share_of_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "games", lambda: ("ford",))
    monkeypatch.setattr(bench, "pettingzoo_chess", lambda played: 1)
    said: list[str] = []
    measures = bench.bench_adapters(1, said.append, count=1, rounds=1, chess_games=1)
    assert [measure.name for measure in measures] == [
        "ford: with masks",
        "ford: with masks",
        "ford: with masks and observations",
        "ford: with masks and observations",
        "PettingZoo chess: with masks and observations",
        "OpenSpiel chess: with masks and observations",
    ]
    assert [measure.unit for measure in measures[:2]] == ["% of the engine that lists", "% of the engine that draws"]
    assert all(measure.value > 0 for measure in measures)
    assert said[0].startswith("ford")


def test_agents_play_the_engines_own_games() -> None:
    run, seeds = Run("ford"), ["1", "2"]
    scripts = [bench.spelt(run.game, seed) for seed in seeds]
    played = bench.Round(seeds, scripts)
    assert bench.agents_games(run, played, observe=True) == bench.engine_games(run.game, played)
    assert run.over
    assert sum(len(tokens) for script in scripts for tokens in script) > sum(map(len, scripts))


def test_the_chess_of_pettingzoo_is_played_to_its_end() -> None:
    assert bench.pettingzoo_engine(bench.Round(["1"])) > 10
    assert bench.pettingzoo_chess(bench.Round(["1"])) > 10
