"""The Ford, installed beside ours: on the command line, in the laboratory, on the server; ours is left as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.fresh import Fresh
from tests.server.kit import process

import shapan


def test_it_is_not_here_unless_it_is_installed() -> None:
    """What the tests know of it they were told; the lists name what is installed."""
    assert "ford" not in shapan.games()


def test_it_is_listed_after_ours(beside: Fresh) -> None:
    listed = json.loads(beside.run("-m", "shapan", "games", "--json"))
    assert [entry["id"] for entry in listed] == [*shapan.games(), "ford"]
    assert beside.run("-c", "import shapan.bots; print(*shapan.bots.bots())").split() == [
        *("random", "recruit", "officer", "staff", "search"),
        "cautious",
    ]


def test_the_laboratory_plays_it(beside: Fresh) -> None:
    assert "0 violations" in beside.run("-m", "shapan", "fuzz", "ford", "--games", "5", "--strict")
    beside.run("-m", "shapan", "check", "ford", "--strict")
    beside.run("-m", "shapan", "map", "ford", "-o", "ford.svg")
    words = ("simulate", "ford", "--bots", "staff:thrifty,cautious", "--games", "4", "--jobs", "2", "--json")
    told = json.loads(beside.run("-m", "shapan", *words))
    assert (told["games"], told["bots"]) == (4, ["staff:thrifty", "cautious"])


def test_any_bot_plays_in_a_tournament_by_its_import_path(beside: Fresh) -> None:
    (beside.folder / "mine.py").write_text("from ford.bots import CautiousBot as Mine\n", encoding="utf-8")
    words = ("tournament", "ford", "--bots", "mine:Mine,cautious", "--games", "2", "--jobs", "2", "--json")
    told = json.loads(beside.run("-m", "shapan", *words))
    assert {row["bot"] for row in told["standings"]} == {"mine:Mine", "cautious"}
    assert "the bot cautious cannot play mukden" in beside.run(
        "-m", "shapan", "simulate", "mukden", "--bots", "cautious,random", code=2
    )
    assert "unknown bot 'timid' (known: cautious, officer, random, recruit, search, staff)" in beside.run(
        "-m", "shapan", "simulate", "ford", "--bots", "timid,random", code=2
    )


def test_a_broken_package_brings_nobody_down(beside: Fresh) -> None:
    info = beside.site / "broken-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[shapan.games]\nbroken = broken:GAME\n", encoding="utf-8")
    try:
        told = beside.run("-m", "shapan", "games")
        listed = json.loads(beside.run("-c", "import json, shapan; print(json.dumps(shapan.games()))").splitlines()[0])
    finally:
        (info / "entry_points.txt").unlink()
        (info / "METADATA").unlink()
        info.rmdir()
    assert "The Ford" in told
    assert "the game 'broken' of broken 0 cannot be loaded: ModuleNotFoundError: No module named 'broken'" in told
    assert "Traceback" not in told
    assert listed == [*shapan.games(), "ford"]


def test_the_server_plays_it(beside: Fresh, tmp_path: Path) -> None:
    with process(tmp_path, python=beside.python, environment=beside.environment) as server:
        player = server.client()
        titles = {entry["id"] for entry in player.get("/titles").json()["titles"]}
        bots = {entry["id"]: entry["titles"] for entry in player.get("/bots").json()["bots"]}
        assert "ford" in titles
        assert bots["cautious"] == ["ford"]
        assert "ford" in bots["staff"]
        wish = {"title": "ford", "seats": {"red": "me", "blue": "bot:cautious"}}
        game = player.post("/games", json=wish).json()["id"]
        while (view := player.get(f"/games/{game}/view").json()["view"])["outcome"] is None:
            if view["ask"]["actor"] == "red":
                hint = player.post(f"/games/{game}/hint", json={})
                assert hint.status_code == 200, hint.text
                done = player.post(f"/games/{game}/actions", json={"action": hint.json()["advice"][0]["action"]})
                assert done.status_code == 200, done.text
        assert view["outcome"]["case"] in ("4.1", "4.2")
        log = player.get(f"/games/{game}/events").json()
        assert not [event for entry in log["entries"] for event in entry["events"] if "bot_" in event["key"]]
        assert player.get("/titles/ford/board/dawn").status_code == 200


@pytest.mark.parametrize("seat", ["bot:timid", "bot:ford.bots:CautiousBot"])
def test_the_server_takes_no_bot_that_is_not_on_its_list(beside: Fresh, tmp_path: Path, seat: str) -> None:
    """An import path is for those who run the program, not for those who visit it."""
    with process(tmp_path, python=beside.python, environment=beside.environment) as server:
        answer = server.client().post("/games", json={"title": "ford", "seats": {"red": "me", "blue": seat}})
    assert answer.status_code == 422
