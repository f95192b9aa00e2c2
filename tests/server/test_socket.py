"""Live updates: sequence numbers, resume, acknowledgements, and a server that is killed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit import MUKDEN, Process, process
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("live")) as server:
        yield server


class Tab:
    """A browser tab of a player: plain requests, and a socket."""

    def __init__(self, server: Process) -> None:
        self.server = server
        self.http = server.client()

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.http.post(path, json=body)
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @contextlib.contextmanager
    def socket(self, game: str, origin: str | None = None) -> Iterator[ClientConnection]:
        headers = {}
        if token := self.http.cookies.get("shapan"):
            headers["Cookie"] = f"shapan={token}"
        if origin:
            headers["Origin"] = origin
        url = f"ws://127.0.0.1:{self.server.port}/ws/v1/{game}"
        with connect(url, additional_headers=headers) as socket:
            yield socket


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind; others are passed over."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if message["t"] == kind:
            return message


def hear_both(socket: ClientConnection, *kinds: str) -> dict[str, dict[str, Any]]:
    """One message of each kind, in whatever order they come."""
    heard: dict[str, dict[str, Any]] = {}
    while len(heard) < len(kinds):
        message = json.loads(socket.recv(timeout=20))
        if message["t"] in kinds:
            heard[message["t"]] = message
    return heard


def two_tabs(live: Process) -> tuple[Tab, Tab, str]:
    host, guest = Tab(live), Tab(live)
    game = host.post("/games", MUKDEN)
    guest.post(f"/games/{game['id']}/join", {"secret": game["invitations"]["russian"]["secret"]})
    return host, guest, game["id"]


def test_both_players_see_a_move_at_once(live: Process) -> None:
    host, guest, game = two_tabs(live)
    with host.socket(game) as ours, guest.socket(game) as theirs, Tab(live).socket(game) as watching:
        for socket in (ours, theirs, watching):
            say(socket, t="hello", proto=1)
        assert hear(ours, "state")["game"]["you"] == ["japanese"]
        assert hear(theirs, "state")["side"] == "russian"
        assert hear(watching, "state")["side"] == "spectator"
        say(ours, t="act", cid="a", seq=0, action="declare combat")
        heard = hear_both(ours, "ack", "patch")
        assert heard["ack"] == {"t": "ack", "cid": "a", "seq": 2}
        assert (heard["patch"]["from"], heard["patch"]["seq"]) == (0, 2)
        for socket, side in ((theirs, "russian"), (watching, "spectator")):
            patch = hear(socket, "patch")
            assert (patch["from"], patch["seq"], patch["view"]["side"]) == (0, 2, side)
            assert patch["entries"][0]["action"] is None


def test_errors_and_explanations(live: Process) -> None:
    host, guest, game = two_tabs(live)
    with host.socket(game) as ours, guest.socket(game) as theirs:
        say(ours, t="hello", proto=1)
        say(theirs, t="hello", proto=1)
        say(theirs, t="act", cid="x", action="declare combat")
        assert hear(theirs, "err")["problem"]["type"] == "/problems/wrong-turn"
        say(ours, t="explain", cid="q", action="move J-1 1313")
        assert hear(ours, "explained")["ok"] is False
        say(ours, t="act", cid="y", seq=5, action="declare combat")
        error = hear(ours, "err")
        assert (error["cid"], error["problem"]["state"]["seq"]) == ("y", 0)
        for odd in ("{", "[]", '{"t":"dance"}', '{"t":"act"}', '{"t":"ping","x":1}', "null", '{"t":"look","side":5}'):
            ours.send(odd)
            assert hear(ours, "err")["problem"]["type"] == "/problems/invalid"
        say(ours, t="look", side="russian")
        assert hear(ours, "err")["problem"]["type"] == "/problems/secret"
        say(ours, t="ping")
        assert hear(ours, "pong")
        say(ours, t="chat", cid="c", text="你好")
        assert hear(theirs, "chat")["text"] == "你好"
        assert hear(ours, "ack")["cid"] == "c"


def test_presence(live: Process) -> None:
    host, guest, game = two_tabs(live)
    with host.socket(game) as ours:
        say(ours, t="hello", proto=1)
        assert hear(ours, "presence")["online"] == {"japanese": True, "russian": False}
        with guest.socket(game) as theirs:
            say(theirs, t="hello", proto=1)
            assert hear(ours, "presence")["online"]["russian"] is True
        assert hear(ours, "presence")["online"]["russian"] is False


def test_resume_after_a_lost_connection(live: Process) -> None:
    host, guest, game = two_tabs(live)
    with guest.socket(game) as theirs:
        say(theirs, t="hello", proto=1)
        seen = hear(theirs, "state")["seq"]
    host.post(f"/games/{game}/actions", {"action": "declare combat", "cid": "one"})
    with guest.socket(game) as theirs:
        say(theirs, t="hello", proto=1, since=seen)
        patch = hear(theirs, "patch")
        assert (patch["from"], patch["seq"], len(patch["entries"])) == (0, 2, 2)
    with guest.socket(game) as theirs:
        say(theirs, t="hello", proto=1, since=2)
        assert hear(theirs, "patch")["entries"] == []
    with guest.socket(game) as theirs:
        say(theirs, t="hello", proto=1, since=2000)
        assert hear(theirs, "state")["seq"] == 2
    with host.socket(game) as ours:
        say(ours, t="hello", proto=1, since=0)
        say(ours, t="act", cid="one", seq=0, action="declare combat")
        assert hear(ours, "ack")["seq"] == 2, "sent again after the connection was lost: acknowledged, played once"


def test_the_end_is_told(live: Process) -> None:
    host, guest, game = two_tabs(live)
    with guest.socket(game) as theirs:
        say(theirs, t="hello", proto=1)
        host.post(f"/games/{game}/resign", {})
        over = hear(theirs, "over")
        assert over["outcome"]["winner"] == "russian"
        assert len(over["seed"]) == 64
        say(theirs, t="look", side="japanese")
        assert hear(theirs, "state")["view"]["side"] == "japanese"


@pytest.mark.parametrize(
    ("frame", "code"), [('{"t":"ping"}', 4400), ('{"t":"hello","proto":9}', 4400), (b"bytes", 4400)]
)
def test_strangers_are_sent_away(live: Process, frame: str | bytes, code: int) -> None:
    _, _, game = two_tabs(live)
    with Tab(live).socket(game) as socket:
        socket.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


def test_other_sites_unknown_games_and_large_frames(live: Process) -> None:
    _, _, game = two_tabs(live)
    for wanted, origin, code in (
        (game, "https://evil.example", 4403),
        (game, "http://[", 4403),
        ("22222222", None, 4404),
        ("x", None, 4404),
    ):
        with Tab(live).socket(wanted, origin) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
    with Tab(live).socket(game) as socket:
        say(socket, t="hello", proto=1)
        socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            hear(socket, "nothing")


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        host, guest, game = two_tabs(server)
        acknowledged = []
        for round_ in range(3):
            for number in range(6):
                for tab in (host, guest):
                    state = tab.http.get(f"/games/{game}/view").json()
                    ask = state["view"]["ask"]
                    if not ask.get("options"):
                        continue
                    option = ask["options"][0]
                    words = [option["verb"], *option.get("words", []), *(option.get("values") or [])[:1]]
                    body = {"action": " ".join(words), "seq": state["seq"], "cid": f"{round_}.{number}"}
                    acknowledged += tab.post(f"/games/{game}/actions", body)["entries"]
            before = [tab.http.get(f"/games/{game}/view").json() for tab in (host, guest)]
            server.kill()
            server.start()
            after = [tab.http.get(f"/games/{game}/view").json() for tab in (host, guest)]
            assert after == before
        log = [host.http.get(f"/games/{game}/events").json(), guest.http.get(f"/games/{game}/events").json()]
        numbers = {entry["seq"]: entry for entry in log[0]["entries"]}
        assert acknowledged
        for entry in acknowledged:
            assert numbers[entry["seq"]]["events"] == entry["events"] or entry["author"] != "japanese"
        with guest.socket(game) as theirs:
            say(theirs, t="hello", proto=1, since=1)
            assert hear(theirs, "patch")["seq"] == log[1]["seq"]


def test_a_graceful_stop_asks_to_connect_again(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        host, _, game = two_tabs(server)
        with host.socket(game) as ours:
            say(ours, t="hello", proto=1)
            hear(ours, "state")
            server.stop()
            with pytest.raises(ConnectionClosed) as closed:
                hear(ours, "pong")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


def test_bots_among_themselves_are_told_in_bundles(live: Process) -> None:
    """Faster than anybody can watch, they would keep a browser from drawing at all."""
    tab = Tab(live)
    game = tab.post(
        "/games", {**MUKDEN, "seats": {"japanese": "bot:random", "russian": "bot:random"}, "bot_delay_ms": 0}
    )
    with tab.socket(game["id"]) as socket:
        say(socket, t="hello", proto=1)
        assert any(len(hear(socket, "patch")["entries"]) > 1 for _ in range(20))
