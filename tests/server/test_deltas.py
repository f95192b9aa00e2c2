"""Differences between Views: applied to the one before they give the next, to the letter."""

from __future__ import annotations

import json
from collections.abc import Collection
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.kit import PARLOUR, Server, Wire

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import SPECTATOR
from shapan.server.deltas import applied, change
from shapan.server.hub import Wanted
from shapan.server.room import Room
from shapan.server.views import Drawn

pytestmark = pytest.mark.anyio
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.text(max_size=3))
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(st.text("abc", max_size=1), inner)),
    max_leaves=20,
)


@given(DOCUMENTS, DOCUMENTS)
def test_a_change_applied_gives_the_new_document(old: Any, new: Any) -> None:
    difference = msgspec.json.decode(msgspec.json.encode(change(old, new)))
    assert applied(old, difference) == new


def test_what_moves_within_a_list_costs_little() -> None:
    old = [f"piece {number}" for number in range(200)]
    new = [*old[:50], "piece 50, moved", *old[51:120], *old[121:], "another"]
    assert change(old, new) == {"list": [50, ["piece 50, moved"], -1, 69, -1, 79, ["another"]]}


@pytest.mark.parametrize("title", games())
def test_a_view_in_parts_is_written_like_the_whole(title: str) -> None:
    pos, rng = find_game(title).start(), Random(title)
    for _ in range(60):
        if pos.outcome is not None:
            break
        for side in (*pos.book.sides, SPECTATOR):
            assert Drawn(pos.view(side)).text == pos.view(side).to_json()
        pos.apply(pos.options().sample(rng))


def test_few_views_are_kept_as_they_were_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.views.TEXTS", 2)
    views = [Drawn(find_game("mukden").start().view(side)) for side in ("japanese", "russian", SPECTATOR)]
    texts = [view.text for view in views]
    assert [view.written for view in views] == [False, True, True]
    assert [view.text for view in views] == texts


@pytest.mark.parametrize("title", games())
async def test_the_changes_of_a_game_add_up_to_its_views(server: Server, title: str) -> None:
    first, second = find_game(title).sides_in()
    host, guest, game = await server.two_players({"title": title, "seats": {first: "me", second: "human"}})
    room, rng = await server.house.room(game), Random(title)
    players = {first: host, second: guest}
    async with Wire(server, host, game) as ours, Wire(server, guest, game) as theirs:
        views, small, large = {}, 0, 0
        for wire, side in ((ours, first), (theirs, second)):
            wire.say(t="hello", proto=1, side=side, deltas=True)
            views[side] = (await wire.hear("state"))["view"]
        for _ in range(12):
            if room.table.over:
                break
            had = {side: room.table.seq_of(side) for side in views}
            action = room.table.position.options().sample(rng)
            await server.house.commit(room, server.house.play(room, action), room.sides)
            for wire, side in ((ours, first), (theirs, second)):
                if room.table.seq_of(side) == had[side]:
                    continue
                patch = await wire.hear("patch")
                whole = (await players[side].json(f"/games/{game}/view?side={side}"))["view"]
                views[side] = patch["view"] if "view" in patch else applied(views[side], patch["change"])
                assert views[side] == whole
                small, large = small + len(json.dumps(patch)), large + len(json.dumps(whole))
        assert small < large


async def test_nothing_is_kept_of_a_view_once_everybody_was_told_what_changed(server: Server) -> None:
    host, guest, game = await server.two_players({"title": "mukden", "seats": {"japanese": "me", "russian": "human"}})
    room = await server.house.room(game)
    async with Wire(server, guest, game) as wire:
        wire.say(t="hello", proto=1, deltas=True)
        since = (await wire.hear("state"))["seq"]
        await host.act(game, "declare combat")
        assert "change" in await wire.hear("patch")
        await server.house.hub.settled()
        assert room.table.views.changed("russian", since) is None


async def test_whoever_does_not_ask_for_changes_gets_the_whole(server: Server) -> None:
    host, guest, game = await server.two_players({"title": "mukden", "seats": {"japanese": "me", "russian": "human"}})
    async with Wire(server, guest, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        await host.act(game, "declare combat")
        assert "view" in await wire.hear("patch")


async def test_long_gone_readers_get_the_state_and_read_the_log_by_pages(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shapan.server.hub.LONGEST_PATCH", 1)
    host, guest, game = await server.two_players({"title": "mukden", "seats": {"japanese": "me", "russian": "human"}})
    await host.act(game, "declare combat")
    async with Wire(server, guest, game) as wire:
        wire.say(t="hello", proto=1, since=0)
        assert (await wire.hear("state", "patch"))["t"] == "state"


async def test_a_client_with_a_socket_is_not_sent_the_view_twice(server: Server) -> None:
    host, _, game = await server.two_players({"title": "mukden", "seats": {"japanese": "me", "russian": "human"}})
    done = (await host.post(f"/games/{game}/actions?live=true", {"action": "declare combat"})).json()
    assert (done["seq"], "state" in done, len(done["entries"])) == (2, False, 2)


async def test_what_whoever_acts_will_see_is_drawn_along_with_his_action(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His patch waits for nobody: neither for a thread that is free nor for what is drawn for others."""
    host, guest, game = await server.two_players(PARLOUR)
    drawn: list[Wanted] = []
    draw = server.house.draw

    async def noting(room: Room, wanted: Collection[Wanted]) -> None:
        drawn.extend(wanted)
        await draw(room, wanted)

    monkeypatch.setattr(server.house.hub, "_draw", noting)
    async with Wire(server, host, game) as own, Wire(server, guest, game) as theirs:
        theirs.say(t="hello", proto=1, deltas=True)
        await theirs.hear("state")
        own.say(t="hello", proto=1, deltas=True)
        state = await own.hear("state")
        own.say(t="act", cid="a", action="mark white 1")
        patch = await own.hear("patch")
        view = (await host.json(f"/games/{game}/view?side=white"))["view"]
        assert applied(state["view"], patch["change"]) == view
        await server.house.hub.settled()
        assert "white" not in {side for side, _ in drawn}
