"""Playing over HTTP: create, join, act, undo, take back, resign, rematch, chat."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Server

from shapan.kernel import Record

pytestmark = pytest.mark.anyio


async def test_a_game_is_created_joined_and_played(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    assert (await host.json(f"/games/{game}"))["status"] == "running"
    state = await host.json(f"/games/{game}/view")
    assert (state["side"], state["view"]["ask"]["actor"]) == ("japanese", "japanese")
    answer = await host.act(game, "declare combat", seq=0, cid="first")
    assert answer.status_code == 200
    done = answer.json()
    assert [entry["author"] for entry in done["entries"]] == ["japanese", "dice"]
    assert done["seq"] == done["state"]["seq"] == 2
    seen = await guest.json(f"/games/{game}/events")
    assert [entry["seq"] for entry in seen["entries"]] == [1, 2]
    assert seen["entries"][0]["action"] is None


async def test_the_same_client_id_is_played_once(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    first = await host.act(game, "declare movement", seq=0, cid="one")
    again = await host.act(game, "declare movement", seq=0, cid="one")
    assert first.status_code == again.status_code == 200
    assert first.json()["entries"] == again.json()["entries"]
    assert (await host.json(f"/games/{game}"))["seq"] == first.json()["seq"]


async def test_a_stale_number_gets_the_new_state(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    await host.act(game, "declare movement", seq=0)
    answer = await host.act(game, "declare movement", seq=0)
    assert answer.status_code == 409
    problem = answer.json()
    assert problem["type"] == "/problems/stale"
    assert problem["state"]["seq"] == (await host.json(f"/games/{game}"))["seq"]
    by_header = await host.post(f"/games/{game}/actions", {"action": "pass"}, headers={"If-Match": '"0"'})
    assert by_header.status_code == 409


async def test_a_refusal_cites_its_case(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    answer = await host.act(game, "move J-1 1313")
    assert answer.status_code == 422
    refusal = answer.json()["refusal"]
    assert refusal["case"].startswith("5")
    assert refusal["text"]
    explained = (await host.post(f"/games/{game}/explain", {"action": "move J-1 1313"})).json()
    assert explained == {"ok": False, "refusal": refusal}
    assert (await host.post(f"/games/{game}/explain", {"action": "declare combat"})).json()["ok"] is True
    assert (await host.json(f"/games/{game}"))["seq"] == 0


async def test_another_sides_action_is_not_even_judged(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    for action in ("declare combat", "move R-2Ch 1414", "roll 6", "capitulate japanese"):
        for path in ("actions", "explain"):
            answer = await guest.post(f"/games/{game}/{path}", {"action": action})
            assert (answer.status_code, answer.json()["type"]) == (403, "/problems/wrong-turn")
            assert answer.json()["refusal"]["key"] == "refusal.out_of_turn"
    watcher = await server.player()
    assert (await watcher.act(game, "declare combat")).json()["type"] == "/problems/no-seat"
    assert (await host.json(f"/games/{game}"))["seq"] == 0


async def test_undo_until_somebody_else_is_asked(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    assert (await host.json(f"/games/{game}"))["can"]["undo"] is False
    await host.act(game, "mark white 2")
    state = await host.json(f"/games/{game}/view")
    assert state["can"]["undo"] is True
    answer = await host.post(f"/games/{game}/undo", {"seq": state["seq"]})
    assert answer.status_code == 200
    done = answer.json()
    assert done["entries"][0]["kind"] == "back"
    assert done["entries"][0]["events"][0]["key"] == "event.taken_back"
    assert (done["seq"], done["ply"]) == (3, 1)
    await host.act(game, "bid 0")
    assert (await guest.post(f"/games/{game}/undo", {})).json()["refusal"]["key"] == "refusal.takeback_consent"
    refused = await host.post(f"/games/{game}/undo", {})
    can = (await host.json(f"/games/{game}/view"))["can"]
    assert refused.json()["refusal"]["key"] == "refusal.takeback_consent"
    assert (can["undo"], can["why_not_undo"]["key"]) == (False, "refusal.takeback_consent")
    await guest.act(game, "mark black 3")
    later = await host.post(f"/games/{game}/undo", {})
    assert {**later.json(), "instance": ""} == {**refused.json(), "instance": ""}, "it tells nothing of the other side"
    assert (await host.json(f"/games/{game}/view"))["can"] == can


async def test_take_back_by_consent(server: Server) -> None:
    wish = {**MUKDEN, "options": {"takebacks_by_consent": True}}
    host, guest, game = await server.two_players(wish)
    await host.act(game, "declare movement")
    state = await host.json(f"/games/{game}/view")
    while state["view"]["ask"]["actor"] == "japanese":
        option = state["view"]["ask"]["options"][0]
        words = [option["verb"], *option.get("words", []), *(option.get("values") or [])[:1]]
        assert (await host.act(game, " ".join(words))).status_code == 200
        state = await host.json(f"/games/{game}/view")
    before = state["ply"]
    theirs = await guest.json(f"/games/{game}/view")
    option = next(one for one in theirs["view"]["ask"]["options"] if one["verb"] == "move")
    moved = await guest.act(game, f"move {option['words'][0]} {option['values'][0]}")
    assert moved.status_code == 200, moved.text
    asked = await host.post(f"/games/{game}/takeback", {"to": before - 1})
    told: dict[str, Any] = {"side": "japanese", "to": before - 1, "known": False, "agreed": [], "stand": False}
    assert asked.json()["takeback"] == told
    assert (await host.post(f"/games/{game}/takeback/answer", {"agree": True})).status_code == 409
    await guest.post(f"/games/{game}/takeback/answer", {"agree": False})
    assert (await host.json(f"/games/{game}"))["takeback"] is None
    await host.post(f"/games/{game}/takeback", {"to": before - 1})
    agreed = await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
    assert agreed.status_code == 200
    assert agreed.json()["ply"] == before - 1
    shown = await host.json(f"/games/{game}/view")
    server.house.forget(game)
    assert await host.json(f"/games/{game}/view") == shown, "rebuilt from its entries, the game is the same"


async def test_dice_are_taken_back_by_consent_and_fall_anew(server: Server) -> None:
    host, guest, game = await server.two_players({**MUKDEN, "options": {"takebacks_by_consent": True}})
    await host.act(game, "declare combat")
    fell = (await host.json(f"/games/{game}"))["ply"]
    asked = await host.post(f"/games/{game}/takeback", {"to": 0})
    assert asked.json()["takeback"] == {"side": "japanese", "to": 0, "known": True, "agreed": [], "stand": False}
    server.house.forget(game)
    agreed = await guest.post(f"/games/{game}/takeback/answer", {"agree": True})
    assert agreed.json()["ply"] == 0
    await host.act(game, "declare combat")
    assert (await host.json(f"/games/{game}"))["ply"] == fell
    await host.post(f"/games/{game}/resign", {})
    record = Record.loads((await host.get(f"/games/{game}/record")).text)
    assert record.skipped == {0: fell - 1}
    record.verify()


async def test_a_bot_takes_back_no_dice_but_ones_own_other_side_does(server: Server) -> None:
    player = await server.player()
    consent = {"takebacks_by_consent": True}
    for other, status in (("bot:random", 422), ("me", 200)):
        wish = {**MUKDEN, "options": consent, "seats": {"japanese": "me", "russian": other}}
        game = (await player.make(wish))["id"]
        await player.act(game, "declare combat")
        assert (await player.json(f"/games/{game}"))["can"]["takeback"] is (status == 200), "offered if granted"
        answer = await player.post(f"/games/{game}/takeback", {"to": 0})
        assert answer.status_code == status, answer.text
        if status == 422:
            assert answer.json()["refusal"]["key"] == "refusal.takeback_bot"
        assert (await player.json(f"/games/{game}"))["takeback"] is None


async def test_take_backs_can_be_switched_off(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    await host.act(game, "declare movement")
    answer = await host.post(f"/games/{game}/takeback", {"to": 0})
    assert answer.json()["refusal"]["key"] == "refusal.takeback_off"


async def test_resigning_ends_the_game_and_publishes_the_seed(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    before = await host.json(f"/games/{game}")
    assert before["seed"] is None
    await host.act(game, "declare combat")
    assert (await guest.get(f"/games/{game}/record")).status_code == 403
    done = await guest.post(f"/games/{game}/resign", {})
    assert done.status_code == 200
    after = await host.json(f"/games/{game}")
    assert (after["status"], after["outcome"]["winner"], after["actor"]) == ("over", "japanese", "nobody")
    assert after["commitment"] == before["commitment"]
    watcher = await server.player()
    text = (await watcher.get(f"/games/{game}/record")).text
    record = Record.loads(text)
    assert record.seed == after["seed"]
    record.verify()
    for side in ("japanese", "russian", "spectator"):
        assert (await watcher.json(f"/games/{game}/view?side={side}&at=1"))["at"] == 1
    over = await host.act(game, "declare combat")
    assert (over.status_code, over.json()["refusal"]["key"]) == (422, "refusal.game_over")
    assert (await host.post(f"/games/{game}/undo", {})).status_code == 422


async def test_rematch_swaps_the_sides_and_is_made_once(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    assert (await host.post(f"/games/{game}/rematch", {})).status_code == 409
    await host.post(f"/games/{game}/resign", {})
    made = await host.post(f"/games/{game}/rematch", {"swap": True})
    again = await guest.post(f"/games/{game}/rematch", {"swap": True})
    assert (made.status_code, again.status_code) == (201, 200)
    assert made.json()["id"] == again.json()["id"]
    assert made.json()["you"] == ["russian"]
    assert again.json()["you"] == ["japanese"]
    assert (await host.json(f"/games/{game}"))["rematch"] == made.json()["id"]


async def test_a_record_goes_round(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    await host.act(game, "declare combat")
    await host.post(f"/games/{game}/resign", {})
    text = (await host.get(f"/games/{game}/record")).text
    imported = await host.post("/records", {"record": text})
    assert imported.status_code == 201, imported.text
    document = imported.json()
    assert (document["imported"], document["status"]) == (True, "over")
    assert (await host.get(f"/games/{document['id']}/record")).text == text
    (roll,) = [line for line in text.splitlines() if line.startswith("dice: roll")]
    changed = text.replace(roll, "dice: roll 1" if roll != "dice: roll 1" else "dice: roll 2")
    refused = await host.post("/records", {"record": changed})
    assert (refused.status_code, refused.json()["type"]) == (422, "/problems/bad-record")
    assert refused.json()["line"]
    unfinished = [line for line in text.splitlines() if not line.startswith(("seed", "result"))][:-1]
    archived = await host.post("/records", {"record": "\n".join(unfinished)})
    assert archived.json()["status"] == "archived", archived.text
    log = await (await server.player()).json(f"/games/{archived.json()['id']}/events?side=russian")
    assert log["entries"][0]["action"] == "declare combat"


async def test_nobody_is_invited_to_sit_down_at_a_record(server: Server) -> None:
    host, _, game = await server.two_players(MUKDEN)
    await host.post(f"/games/{game}/resign", {})
    text = (await host.get(f"/games/{game}/record")).text
    record = (await host.post("/records", {"record": text})).json()["id"]
    refused = await host.post(f"/games/{record}/invite", {"side": "russian"})
    assert (refused.status_code, refused.json()["detail"]) == (409, "this is a record, not a game")


async def test_chat_is_for_players(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    said = await host.post(f"/games/{game}/chat", {"text": "こんにちは"})
    assert said.status_code == 201
    heard = await guest.json(f"/games/{game}/chat")
    assert [line["text"] for line in heard["chat"]] == ["こんにちは"]
    watcher = await server.player()
    assert (await watcher.get(f"/games/{game}/chat")).status_code == 403
    assert (await watcher.post(f"/games/{game}/chat", {"text": "hi"})).status_code == 403


async def test_a_hot_seat_is_handed_over(server: Server) -> None:
    host = await server.player()
    game = (await host.make({"title": "parlour", "seats": {"white": "me", "black": "hotseat"}}))["id"]
    state = await host.json(f"/games/{game}/view")
    assert (state["you"], state["side"], state["handover"]) == (["white", "black"], "white", None)
    done = (await host.post(f"/games/{game}/actions?side=white", {"action": "bid 0"})).json()["state"]
    assert (done["side"], done["handover"]) == ("white", "black")
    assert not done["view"]["ask"].get("options")
    assert (await host.json(f"/games/{game}/view"))["side"] == "black"


async def test_seats_change_hands(server: Server) -> None:
    host, guest, game = await server.two_players(PARLOUR)
    late = await server.player()
    assert (await late.post(f"/games/{game}/join", {"side": "black"})).status_code == 403
    left = await guest.post(f"/games/{game}/leave", {})
    assert left.json()["status"] == "waiting"
    assert (await guest.get(f"/games/{game}/view?side=black")).status_code == 403
    assert (await host.act(game, "bid 0")).json()["type"] == "/problems/conflict"
    invitation = (await host.post(f"/games/{game}/invite", {"side": "black"})).json()
    assert invitation["path"] == f"/{game}/join#{invitation['secret']}"
    joined = await late.post(f"/games/{game}/join", {"secret": invitation["secret"], "name": "Late"})
    assert joined.json()["seats"][1]["name"] == "Late"
    assert (await guest.post(f"/games/{game}/join", {"secret": invitation["secret"]})).status_code == 403
    moved = (await late.post(f"/games/{game}/invite", {"side": "black"})).json()
    phone = await server.player()
    assert (await phone.post(f"/games/{game}/join", {"secret": moved["secret"]})).json()["you"] == ["black"]
    assert (await late.json(f"/games/{game}"))["you"] == []


async def test_public_and_private_games(server: Server) -> None:
    host, guest = await server.player(), await server.player()
    public = (await host.make({**MUKDEN, "visibility": "public"}))["id"]
    private = (await host.make({**MUKDEN, "visibility": "private"}))["id"]
    listed = await guest.json("/games?status=open")
    assert [game["id"] for game in listed["games"]] == [public]
    assert "invitations" not in listed["games"][0]
    assert (await guest.post(f"/games/{public}/join", {"side": "russian"})).json()["status"] == "running"
    assert (await host.post(f"/games/{public}/join", {"side": "russian"})).status_code == 409
    assert (await guest.get(f"/games/{private}")).status_code == 404
    assert (await guest.get(f"/games/{private}/view")).status_code == 404
    assert [game["id"] for game in (await guest.json("/games?status=running"))["games"]] == [public]


async def test_a_title_tells_which_switch_is_about_take_backs(server: Server) -> None:
    host = await server.player()
    titles = {title["id"]: title for title in (await host.json("/titles"))["titles"]}
    assert titles["mukden"]["takeback_switch"] in {switch["id"] for switch in titles["mukden"]["options"]}
    assert titles["taierzhuang"]["takeback_switch"] == ""


async def test_polling_with_etags(server: Server) -> None:
    host, guest, game = await server.two_players(MUKDEN)
    first = await host.get(f"/games/{game}/view")
    tag = {"If-None-Match": first.headers["etag"]}
    assert (await host.get(f"/games/{game}/view", headers=tag)).status_code == 304
    assert (await guest.get(f"/games/{game}/view", headers=tag)).status_code == 200
    await host.act(game, "declare combat")
    assert (await host.get(f"/games/{game}/view", headers=tag)).status_code == 200
    board = await host.get("/titles/mukden/board/battle")
    assert board.headers["content-encoding"] == "gzip"
    same = await host.get("/titles/mukden/board/battle", headers={"If-None-Match": board.headers["etag"]})
    assert same.status_code == 304


@pytest.mark.parametrize(
    ("seat", "switches", "allowed"),
    [
        ("bot:random", {}, True),
        ("bot:random", {"takebacks_by_consent": False}, False),
        ("human", {}, False),
    ],
)
async def test_against_a_bot_a_slip_may_be_taken_back_unless_it_is_refused(
    server: Server, seat: str, switches: dict[str, bool], allowed: bool
) -> None:
    host = await server.player()
    wish = {"title": "mukden", "seats": {"japanese": "me", "russian": seat}, "options": switches}
    made = await host.post("/games", wish)
    assert made.json()["options"]["takebacks_by_consent"] is allowed
