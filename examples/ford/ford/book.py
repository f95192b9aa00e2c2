"""The data of a scenario, compiled once."""

from typing import Any

from shapan.kernel import BadData, Book, Game, Lexicon


class FordBook(Book):
    """Everything that never changes during a game."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any]) -> None:
        data = game.data.table("scenario.toml")
        self.road: tuple[str, ...] = tuple(data["road"]["places"])
        super().__init__(game, scenario, switches, Lexicon(["banner"], dict(enumerate(self.road)), game.sides))
        entry = next(entry for entry in data["scenario"] if entry["id"] == scenario)
        if entry["start"] not in self.road:
            raise BadData(f"scenario.toml: {scenario} starts in {entry['start']!r}, which is not on the road")
        self.start = self.road.index(entry["start"])
        self.turns = int(entry["turns"])
        self.hand = int(data["cards"]["hand"])
        self.deck: tuple[int, ...] = tuple(data["cards"]["deck"])
        self.goals = (len(self.road) - 1, 0)
        """4.1: where each side wants the banner: in the other's camp."""
