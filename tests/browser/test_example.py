"""A game of another package in the browser: the Ford, installed beside ours, from the lobby to its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import NewPage, Server
from tests.browser.table import Table, create, skip_guide
from tests.fresh import ROOT, Fresh


def test_the_example_is_played_from_the_lobby_to_its_end(tmp_path: Path, new_page: NewPage) -> None:
    beside = Fresh(tmp_path / "beside")
    beside.lend_everything()
    beside.install(ROOT / "examples" / "ford")
    server = Server(tmp_path, beside)
    server.start()
    try:
        page = new_page()
        skip_guide(page)
        create(page, server.url, {"red": "me", "blue": "bot:cautious"}, "ford")
        table = Table(page)
        expect(table.prompt).to_contain_text("Lay a card face down")
        play(table)
        table.expect_log("Red shows")
    finally:
        server.kill()
    assert "Traceback" not in server.log(), server.log()


def play(table: Table) -> None:
    """Lay the best card, and lead the banner on as far as it goes, until somebody has won."""
    while True:
        seq, view = table.moment()
        if view["outcome"] is not None:
            return
        if view["ask"]["actor"] == "red":
            table.catch_up()  # only now: the bot may have moved after the page was last looked at
            answer(table, view["ask"]["options"][0])
        table.wait_beyond(seq)


def answer(table: Table, group: dict[str, Any]) -> None:
    if group["verb"] == "march":
        table.piece("banner").click()
        table.click_place(group["values"][-1])
        table.confirm()
    else:
        table.insist(f"play {group['values'][-1]}")
