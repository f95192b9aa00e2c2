"""A player without a browser: he sets up games and plays until there is something to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import httpx
from playwright.sync_api import Page

Asked = Callable[[dict[str, Any]], bool]
LONG = 60.0


def first_answer(view: Mapping[str, Any], verb: str = "") -> str:
    """The first thing that can be answered, with this verb if possible; to move, where that is a choice."""
    groups = view["ask"]["options"]
    group = next((each for each in groups if each["verb"] == verb), groups[0])
    values = group.get("values") or [""]
    last = next((value for value in values if value.lower() == "move"), values[0])
    return " ".join([group["verb"], *group.get("words", []), last]).strip()


class Player:
    """Somebody with a session of his own; he lends it to the page that goes on for him."""

    def __init__(self, url: str) -> None:
        self.url = url
        alone = httpx.Limits(max_keepalive_connections=0)  # nobody has to hang up
        self._line = httpx.Client(base_url=f"{url}/api/v1", timeout=LONG, limits=alone)
        self._post("/me", {}, "PATCH")

    def set_up(self, title: str, scenario: str, seats: Mapping[str, str] | None = None, **switches: bool) -> str:
        """A game against nobody but oneself, if the seats are not named; its id."""
        if seats is None:
            seats = {side["id"]: "me" for side in self.board(title, scenario)["sides"]}
        wish = {"title": title, "scenario": scenario, "seats": seats, "options": switches}
        return str(self._post("/games", wish)["id"])

    def board(self, title: str, scenario: str) -> dict[str, Any]:
        found: dict[str, Any] = self._get(f"/titles/{title}/board/{scenario}")
        return found

    def view(self, game: str) -> dict[str, Any]:
        found: dict[str, Any] = self._get(f"/games/{game}/view")["view"]
        return found

    def act(self, game: str, action: str) -> dict[str, Any]:
        """Answer; what is seen afterwards."""
        found: dict[str, Any] = self._post(f"/games/{game}/actions", {"action": action})["state"]["view"]
        return found

    def play_until(self, game: str, asked: Asked, verb: str = "") -> None:
        """Answer whatever is asked, by this verb if possible, until a question of this kind comes."""
        view = self.view(game)
        while not asked(view):
            view = self.act(game, first_answer(view, verb)) if view["ask"].get("options") else self.view(game)

    def seat(self, page: Page, game: str) -> None:
        """The page goes on in his place."""
        cookies = self._line.cookies.items()
        page.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies])
        page.goto(f"{self.url}/{game}")

    def _get(self, path: str) -> Any:
        return self._line.get(path).raise_for_status().json()

    def _post(self, path: str, body: Mapping[str, Any], method: str = "POST") -> Any:
        return self._line.request(method, path, json=body).raise_for_status().json()
