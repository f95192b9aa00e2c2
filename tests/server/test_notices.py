"""Every message of the server to a socket is one of those that the client's types are made of."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from tests.server.kit import Server, Wire

from shapan.server.deltas import change
from shapan.server.messages import AnyNotice, Change, ChangeNotice, PatchNotice

pytestmark = pytest.mark.anyio
MUKDEN = {"title": "mukden", "seats": {"japanese": "me", "russian": "human"}}
BY_TAG = {kind.__struct_config__.tag: kind for kind in get_args(AnyNotice)}


def of_its_kind(message: dict[str, Any]) -> str:
    """The message is what its class says: nothing of another type, nothing besides, nothing missing."""
    kind = BY_TAG[message["t"]]
    if message["t"] == "patch":
        kind = ChangeNotice if "change" in message else PatchNotice
    msgspec.convert(message, kind)
    assert set(message) <= {"t", *kind.__struct_encode_fields__}
    return str(kind.__name__)


async def test_what_a_socket_hears_is_what_the_schema_says(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    heard: set[str] = set()
    for deltas, action in ((True, "declare combat"), (False, "pass")):
        async with Wire(server, host, game) as wire:
            wire.say(t="hello", proto=1, deltas=deltas)
            for cid, wish in (("allowed", action), ("refused", "move J-1 1313")):
                wire.say(t="explain", cid=cid, action=wish)
                wire.say(t="act", cid=cid, action=wish)
            wire.say(t="chat", cid="c", text="good luck")
            wire.say(t="dance")
            wire.say(t="ping")
            texts = await wire.all_until("pong")
            await server.house.hub.settled()
            wire.say(t="ping")
            heard |= {of_its_kind(msgspec.json.decode(text)) for text in [*texts, *await wire.all_until("pong")]}
    told = {"StateNotice", "ChangeNotice", "ChatNotice", "AckNotice", "ErrNotice", "ExplainedNotice", "PresenceNotice"}
    assert told <= heard


async def test_the_whole_view_after_an_action_and_the_end_are_such_messages_too(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    async with Wire(server, host, game) as wire:
        wire.say(t="hello", proto=1)
        await wire.hear("state")
        await host.act(game, "declare combat")
        assert of_its_kind(await wire.hear("patch")) == "PatchNotice"
        await guest.post(f"/games/{game}/resign")
        assert of_its_kind(await wire.hear("over")) == "OverNotice"


async def test_a_change_of_a_view_is_of_one_of_three_ways() -> None:
    old, new = {"a": 1, "b": [1, 2], "c": {"d": 1, "e": 2}}, {"a": None, "b": [2, 3], "c": {"e": 3}}
    found = change(old, new)
    assert msgspec.to_builtins(msgspec.convert(found, Change)) == found
