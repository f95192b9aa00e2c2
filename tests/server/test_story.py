"""A finished game is told as the staff judges it: a curve of the chances, and where the tide turned."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.kit import Server

from shapan.kernel import DICE, Record
from shapan.server.documents import StoryDocument
from shapan.server.luck import luck
from shapan.server.story import MOST_MOMENTS, Judged, moments, story

GOLDEN = Path(__file__).parents[1] / "games"


def course(*chances: float) -> list[Judged]:
    return [Judged(ply, 1, (chance, 1 - chance)) for ply, chance in enumerate(chances)]


def test_the_largest_swings_are_told_in_the_order_of_play_and_none_twice() -> None:
    steady = [0.5] * 10
    found = moments(course(*steady, 0.3, *[0.3] * 10, 0.9, *[0.9] * 10, 0.8, *[0.8] * 10, 0.9, *[0.88] * 9))
    assert [(moment.before[0], moment.after[0]) for moment in found] == [(0.5, 0.3), (0.3, 0.9), (0.9, 0.8)]
    assert [moment.ply for moment in found] == [9, 20, 31]


def test_a_fight_of_several_actions_is_one_moment_and_a_breath_of_wind_is_none() -> None:
    assert [(each.ply, each.after[0]) for each in moments(course(0.5, 0.5, 0.45, 0.4, 0.3, 0.3, 0.31))] == [(1, 0.3)]
    assert moments(course(0.5, 0.52, 0.5, 0.48)) == []


@pytest.mark.parametrize("record", ["taierzhuang/golden/plain.record", "mukden/golden/random-10.record"])
def test_a_record_is_told_from_its_first_action_to_its_last(record: str) -> None:
    told = story((GOLDEN / record).read_text("utf-8"))
    assert isinstance(told, StoryDocument)
    assert told.points[0].ply == 0
    assert sorted(told.points[-1].chances) == [0, 1]
    assert all(abs(sum(point.chances) - 1) < 0.01 for point in told.points)
    assert len(told.moments) <= MOST_MOMENTS


def gained(record: Record) -> float:
    found = luck(record)
    assert found is not None
    return found.gained


def test_fair_dice_give_nothing_on_average() -> None:
    record = Record.loads((GOLDEN / "mukden/golden/random-10.record").read_text("utf-8"))
    attacks = [at for at, (author, _) in enumerate(record.moves) if author == DICE]
    record.truncate(attacks[4])
    pos, before = record.replay(), gained(record)
    after = []
    for face in pos.chances().faces:
        record.add(pos, face)
        after.append(gained(record))
        record.truncate(attacks[4])
    assert sum(after) / len(after) == pytest.approx(before, abs=0.001)
    assert max(after) > min(after)


def test_every_throw_of_a_game_counts_unless_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.loads((GOLDEN / "mukden/golden/random-10.record").read_text("utf-8"))
    found = luck(record)
    assert found is not None
    assert found.throws == sum(author == DICE for author, _ in record.moves)
    monkeypatch.setattr("shapan.server.luck.MOST_FACES", 5)
    assert luck(record) is None


@pytest.mark.anyio
async def test_nothing_is_told_before_the_end(server: Server) -> None:
    host = await server.player()
    wish = {"title": "mukden", "seats": {"japanese": "me", "russian": "bot:random"}}
    game = (await host.post("/games", wish)).json()["id"]
    assert (await host.get(f"/games/{game}/story")).status_code == 403
    await host.post(f"/games/{game}/resign", {"side": "japanese"})
    told = (await host.get(f"/games/{game}/story")).json()
    assert told["sides"] == ["japanese", "russian"]
    assert told["points"][-1]["chances"] == [0, 1]
