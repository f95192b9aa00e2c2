"""What a player may ask before deciding: hints, ways, whether an act is final. Never from the true position."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.shanghai_nanking.table import table as campaign_table
from tests.server.kit import MUKDEN, PARLOUR, Player, Server
from tests.server.test_leaks import put

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import Position
from shapan.server.botlist import has_staff
from shapan.server.counsel import dream
from shapan.server.room import Room

pytestmark = pytest.mark.anyio
WITH_STAFF = [title for title in games() if has_staff(title)]


async def advance(server: Server, room: Room, rng: Random, count: int) -> None:
    """This many random decisions."""
    for _ in range(count):
        if not room.table.over:
            action = room.table.position.options().sample(rng)
            await server.house.commit(room, server.house.play(room, action), room.sides)


async def table_of(server: Server, title: str) -> tuple[dict[str, Player], Player, Room]:
    """A game between two people and somebody who watches: the players by side."""
    first, second = find_game(title).sides_in()
    wish = {"title": title, "seats": {first: "me", second: "human"}, "visibility": "public", "counsel": True}
    host, guest, game = await server.two_players(wish)
    return {first: host, second: guest}, await server.player(), await server.house.room(game)


async def test_odds_are_told_of_what_one_can_know_and_not_of_what_an_action_would_uncover(server: Server) -> None:
    """6.3: committing to an attack turns the defenders up; whom one imagines there is no figure to reckon with."""
    players, _, room = await table_of(server, "shanghai_nanking")
    units = {"3410": "J3-6 J3-18 J3-34 J3-68", "3411": "CD36 CD87 CD98"}
    put(room, campaign_table("japanese_first", "fight-move", units=units))

    async def explained(action: str) -> Any:
        answer = await players["japanese"].post(f"/games/{room.id}/explain", {"action": action, "odds": True})
        assert answer.status_code == 200, answer.text
        return answer.json()

    begun = await explained("attack J3-6 3411")
    assert begun["ok"], begun
    assert begun["previews"]
    assert "CD" not in str(begun["previews"][0]["factors"]).replace("CD36", ""), "only the top counter is known"
    assert (await players["japanese"].act(room.id, "attack J3-6 3411")).status_code == 200
    committed = await explained("commit")
    assert (committed["ok"], committed["final"], committed["previews"]) == (True, "known", [])


@pytest.mark.parametrize("title", WITH_STAFF)
async def test_the_staff_gives_legal_advice_with_reasons_in_words(server: Server, title: str) -> None:
    players, _, room = await table_of(server, title)
    rng = Random(title)
    for _ in range(4):
        if room.table.over:
            return
        side = room.table.position.actor
        answer = await players[side].post(f"/games/{room.id}/hint")
        assert answer.status_code == 200, answer.text
        hint = answer.json()
        assert (hint["seq"], hint["side"]) == (room.table.seq_of(side), side)
        assert 1 <= len(hint["advice"]) <= 3
        for advice in hint["advice"]:
            judged = await players[side].post(f"/games/{room.id}/explain", {"action": advice["action"]})
            assert judged.json()["ok"], advice
            assert "{" not in room.game.say(advice["reason"], advice["params"])
            assert room.game.say(advice["reason"], advice["params"]) != advice["reason"]
        await advance(server, room, rng, 7)


async def test_only_the_seat_that_owes_the_decision_gets_a_hint(server: Server) -> None:
    players, watcher, room = await table_of(server, "mukden")
    assert (await players["japanese"].json(f"/games/{room.id}"))["can"]["hint"] is True
    assert (await players["russian"].json(f"/games/{room.id}"))["can"]["hint"] is False
    refused = await players["russian"].post(f"/games/{room.id}/hint")
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/wrong-turn")
    assert "advice" not in refused.text
    refused = await watcher.post(f"/games/{room.id}/hint")
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/no-seat")


async def test_a_game_without_a_staff_offers_no_hint(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    assert (await host.json(f"/games/{game}"))["can"]["hint"] is False
    assert (await host.post(f"/games/{game}/hint")).status_code == 409


async def test_a_game_that_waits_or_is_over_offers_no_hint(server: Server) -> None:
    host = await server.player()
    game = (await host.make(MUKDEN))["id"]
    assert (await host.post(f"/games/{game}/hint")).status_code == 409
    host, _, game = await server.two_players(MUKDEN)
    await host.post(f"/games/{game}/resign")
    assert (await host.post(f"/games/{game}/hint")).status_code == 409


@pytest.mark.parametrize("title", WITH_STAFF)
async def test_swapping_hidden_facts_does_not_change_a_hint(server: Server, title: str) -> None:
    players, _, room = await table_of(server, title)
    rng = Random(f"swap {title}")
    await advance(server, room, rng, 15)
    checked = 0
    for _ in range(3):
        if room.table.over:
            break
        checked += 1
        truth, side = room.table.position.copy(), room.table.position.actor
        hints = []
        for world in (truth, truth.imagine(side, rng), truth.imagine(side, rng)):
            room.table.match.position = world
            room.table.publish([])
            hints.append((await players[side].post(f"/games/{room.id}/hint")).text)
        room.table.match.position = truth
        room.table.publish([])
        assert hints[0] == hints[1] == hints[2]
        await advance(server, room, rng, 6)
    assert checked


def secretive(title: str) -> Position[Any]:
    """A position of play in which somebody is asked who cannot know everything."""
    for seed in range(20):
        pos: Position[Any] = find_game(title).start()
        rng = Random(seed)
        while pos.outcome is None:
            if pos.actor in pos.book.sides and pos.imagine(pos.actor, Random(1)).to_json() != pos.to_json():
                return pos
            pos.apply(pos.options().sample(rng))
    raise AssertionError("there is nothing hidden to be found out")


@pytest.mark.parametrize("title", ["taierzhuang", "shanghai_incident", "yangtze"])
async def test_the_staff_is_asked_in_a_world_that_tells_nothing_of_the_true_one(server: Server, title: str) -> None:
    _, _, room = await table_of(server, title)
    truth, rng = secretive(title), Random(f"dream {title}")
    for _ in range(12):
        if truth.outcome is not None:
            break
        dreams = set()
        for world in (truth, truth.imagine(truth.actor, Random(1)), truth.imagine(truth.actor, Random(2))):
            room.table.match.position = world
            room.table.publish([])
            dreams.add(dream(room.table.position, room.table.seq, room.table.match.referee.seed, truth.actor).to_json())
        assert len(dreams) == 1
        truth.apply(truth.options().sample(rng))


@pytest.mark.parametrize("title", WITH_STAFF)
def test_every_reason_that_a_staff_can_give_has_its_text(title: str) -> None:
    game = find_game(title)
    folder = Path(str(import_module(game.package).__file__)).parent
    keys = {key for file in folder.glob("**/*.py") for key in re.findall(r'"(reason\.\w+)"', file.read_text("utf-8"))}
    assert keys
    assert sorted(key for key in keys if key not in game.texts.texts) == []


# --- foresight -----------------------------------------------------------------------------------


async def foreseen(player: Player, game: str, action: str) -> dict[str, Any]:
    found: dict[str, Any] = (await player.post(f"/games/{game}/explain", {"action": action})).json()
    assert found["ok"], found
    return found


async def test_the_rules_say_which_way_a_move_goes_and_whether_it_is_final(server: Server) -> None:
    player = await server.player()
    wish = {"title": "mukden", "seats": {"japanese": "me", "russian": "me"}, "options": {"fog_of_war": False}}
    room = await server.house.room((await player.make(wish))["id"])
    assert (await foreseen(player, room.id, "declare movement"))["final"] is not None
    rng = Random(3)
    while room.table.position.decision.kind != "move":
        option = room.table.position.options().sample(rng)
        await player.act(room.id, room.game.format(room.table.position, option))
    ask = (await player.json(f"/games/{room.id}/view"))["view"]["ask"]
    group = next(group for group in ask["options"] if group["verb"] == "move" and max(group["costs"]) > 1)
    far = group["values"][group["costs"].index(max(group["costs"]))]
    text = f"move {group['words'][0]} {far}"
    found = await foreseen(player, room.id, text)
    assert found["path"][-1] == far
    assert len(found["path"]) > 2
    spelt = f"move {group['words'][0]} {'-'.join(found['path'])}"
    assert (await foreseen(player, room.id, spelt))["path"] == found["path"], "the way named step by step is the same"
    before, seq = room.table.position.key(), (await player.json(f"/games/{room.id}"))["seq"]
    await foreseen(player, room.id, text)
    assert (await player.json(f"/games/{room.id}"))["seq"] == seq
    assert room.table.position.key() == before, "asking changes nothing"


async def test_what_ends_a_game_is_final(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    assert (await foreseen(host, game, "capitulate japanese"))["final"] == "over"


# --- where a move must stop ----------------------------------------------------------------------


@pytest.mark.parametrize("title", ["mukden", "shanghai_incident", "shanghai_nanking"])
def test_options_mark_the_hexes_that_a_move_cannot_cross(title: str) -> None:
    """In an enemy zone of control a move ends: from a marked hex no way goes on, and marked hexes are zones."""
    rng, found = Random(5), 0
    pos = find_game(title).start()
    while found < 6:
        if pos.outcome is not None:
            pos = find_game(title).start()
        view = pos.view(pos.actor)
        for group in view.ask.options:
            if not group.stops:
                continue
            found += 1
            enemy = next(side for side in pos.book.sides if side != pos.actor)
            zone = set(view.overlays.get(f"zone.{enemy}", ()))
            assert set(group.stops) <= set(group.values or ())
            assert set(group.stops) <= zone, "only enemy zones stop a move here"
            assert set(group.stops) == set(group.values or ()) & zone
        pos.apply(pos.options().sample(rng))


async def test_between_two_people_there_is_no_counsel_unless_they_want_it(server: Server) -> None:
    host, _, game = await server.two_players({"title": "mukden", "seats": {"japanese": "me", "russian": "human"}})
    seen = await host.json(f"/games/{game}")
    assert (seen["counsel"], seen["can"]["hint"]) == (False, False)
    assert (await host.post(f"/games/{game}/hint")).status_code == 409
    alone = await host.make({"title": "mukden", "seats": {"japanese": "me", "russian": "bot:random"}})
    assert (alone["counsel"], (await host.json(f"/games/{alone['id']}"))["counsel"]) == (True, True)
    screen = await host.make({"title": "mukden", "seats": {"japanese": "me", "russian": "hotseat"}})
    assert screen["counsel"] is True


@pytest.mark.parametrize("counsel", [False, True])
async def test_without_counsel_a_preview_tells_no_chances(server: Server, counsel: bool) -> None:
    wish = {"title": "mukden", "seats": {"japanese": "me", "russian": "human"}, "counsel": counsel}
    _, _, game = await server.two_players(wish)
    room, rng = await server.house.room(game), Random(1)
    told = []
    for _ in range(150):
        view = room.table.position.view(room.table.position.actor)
        if any(preview.chances for preview in view.previews):
            sent = msgspec.json.decode(room.table.view(view.side))["previews"]
            assert all(each["factors"] for each in sent)
            told += [bool(each.get("chances")) for each in sent]
        await advance(server, room, rng, 1)
    assert told
    assert set(told) == {counsel}
