"""The frame around the map as a player sees it: zones, counters in sight, what the camera shows."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.player import Asked, Player
from tests.browser.table import Table, skip_guide

FIRST: Final = {
    "mukden": "battle",
    "shanghai_nanking": "campaign",
    "shanghai_incident": "campaign",
    "taierzhuang": "battle",
    "yangtze": "s1_plum_village",
}
DESKTOP: Final = {"viewport": {"width": 1440, "height": 900}}
TABLET: Final = {"viewport": {"width": 1024, "height": 768}}
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

BOX = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height];
}"""
# The counters whose middle is in sight: id, box, whether they can act.
COUNTERS = """() => {
    const port = document.querySelector('[data-zone=map]').getBoundingClientRect();
    return [...document.querySelectorAll('.piece:not(.covered)')].map((piece) => {
        const { x, y, width, height } = piece.getBoundingClientRect();
        return { id: piece.dataset.piece, x: x + width / 2, y: y + height / 2, width, height,
                 legal: piece.classList.contains('legal') };
    }).filter(({ x, y }) => x > port.left && x < port.right && y > port.top && y < port.bottom);
}"""


def chooses_pieces(view: dict[str, Any]) -> bool:
    """Is it asked to choose a piece that lies on the map?"""
    seen = {piece["id"] for piece in view["pieces"]}
    units = {each.rsplit(".", 1)[0] for each in seen if "." in each}
    named = {word for group in view["ask"]["options"] for word in (group.get("words") or group.get("values") or [])[:1]}
    return bool(named & (seen | units))


def moves(view: dict[str, Any]) -> bool:
    """Is it asked to move?"""
    return bool(view["ask"]["kind"] == "move")


def prepare(server: Server, title: str, asked: Asked) -> tuple[Player, str]:
    """A game against oneself, answered without a page until a question of this kind is asked."""
    player = Player(server.url)
    game = player.set_up(title, FIRST[title])
    player.play_until(game, asked)
    return player, game


def take_seat(page: Page, player: Player, game: str, pace: str = "instant") -> Table:
    """Go on in the place of a player, once the board lies still before us."""
    skip_guide(page, pace)
    player.seat(page, game)
    table = Table(page)
    table.expect_mine()
    table.come_to_rest()
    return table


def sit_down(page: Page, server: Server, title: str, asked: Asked = chooses_pieces) -> Table:
    """A game of our own, played on from a question of this kind."""
    return take_seat(page, *prepare(server, title, asked))


def look_on(page: Page, server: Server, title: str, asked: Asked = chooses_pieces) -> Table:
    """The same where nothing is going to be done: one such game serves all who only look, choose and drop."""
    key = title, asked
    if key not in server.shared:
        server.shared[key] = prepare(server, title, asked)
    return take_seat(page, *server.shared[key])


def play_against(
    page: Page, server: Server, bot: str, pace: str = "instant", asked: Asked | None = None, /, **switches: bool
) -> Table:
    """Mukden as the Japanese against a bot, from the first question or from one of this kind."""
    player = Player(server.url)
    game = player.set_up("mukden", FIRST["mukden"], {"japanese": "me", "russian": f"bot:{bot}"}, **switches)
    if asked is not None:
        player.play_until(game, asked)
    return take_seat(page, player, game, pace)


def box(page: Page, zone: str) -> list[float]:
    found: list[float] = page.evaluate(BOX, f"[data-zone={zone}]")
    return found


def in_sight(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(COUNTERS)
    return found


def look(page: Page) -> str:
    """Where the camera is, once it has come to rest."""
    return Table(page).come_to_rest()


def expect_zone(page: Page, zone: str, width: float, height: float) -> None:
    expect(page.locator(f"[data-zone={zone}]")).to_be_visible()
    assert box(page, zone)[2:] == [width, height], zone
