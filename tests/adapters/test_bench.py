"""The bench of the adapters measures what it says, for any title and for the chess of others."""

from random import Random

import pytest

from shapan.adapters import bench
from shapan.adapters.pettingzoo import env


def test_every_figure_is_a_share_of_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "games", lambda: ("ford",))
    said: list[str] = []
    measures = bench.bench_adapters(1, said.append, seconds=0.01)
    assert [measure.name for measure in measures[:3]] == [
        "ford: with masks",
        "ford: with masks and observations",
        "OpenSpiel chess: with masks and observations",
    ]
    assert all(measure.value > 0 for measure in measures)
    assert said[0].startswith("ford")


def test_decisions_are_counted_whole_not_by_tokens() -> None:
    table = env("ford")
    tokens = 0
    spell = table.run.spell

    def counted(token: object) -> object:
        nonlocal tokens
        tokens += 1
        return spell(token)

    table.run.spell = counted  # type: ignore[assignment,method-assign]  # counts on the way
    assert 0 < bench.agents_game(table, False, Random(1)) < tokens
