"""1.0 The parts as they lie on the table: the road, the river across it, the banner."""

from shapan.kernel import Board, Game
from shapan.kernel.board import Layer, PieceEntry, PlaceEntry, Shape, Style
from shapan.kernel.documents import rule_entries, ruling_entries, side_entries, sources

STEP = 100.0
"""From one place to the next, in board units."""
OUTLINE = "M-40-40H40V40H-40Z"
STYLES = {
    "land": Style(fill="#e7e0c3", dark={"fill": "#2b2a22"}),
    "river": Style(fill="#9fc3d8", dark={"fill": "#27485a"}),
    "road": Style(stroke="#b98d4f", width=8.0),
    "place": Style(fill="#f6efdd", stroke="#7d705a", width=1.5, dark={"fill": "#3a372d"}),
    "name": Style(fill="#2e261a", font=12.0, dark={"fill": "#e6dcc4"}),
}


def board(game: Game, scenario: str | None) -> Board:
    """Everything that never changes: geometry, pieces, rules, provenance, texts."""
    book = game.book(scenario)
    middles = [STEP * (at + 0.5) for at in range(len(book.road))]
    names = [game.texts.texts[f"word.{name}"] for name in book.road]
    return Board(
        game=game.id,
        title=game.title,
        scenario=book.scenario,
        data_version=game.data_version,
        ground="area",
        width=STEP * len(book.road),
        height=STEP,
        piece=40.0,
        outline=OUTLINE,
        styles=STYLES,
        layers=layers(middles, names),
        places=[PlaceEntry(book.road[at], x, STEP / 2, name=names[at]) for at, x in enumerate(middles)],
        pieces=[PieceEntry("banner", "", "", "banner", "headquarters")],
        sides=side_entries(game, game.data.table("scenario.toml")["sides"]),
        charts=[],
        track=[],
        rules=rule_entries(game),
        rulings=ruling_entries(game),
        sources=sources(game),
        texts=game.texts.texts,
    )


def layers(middles: list[float], names: list[str]) -> list[Layer]:
    """The ground as vector shapes: any renderer draws it and knows nothing of fords."""
    width, bank = STEP * len(middles), STEP * (len(middles) // 2)
    ground = [
        Shape("land", f"M0 0H{width}V{STEP}H0Z"),
        Shape("river", f"M{bank} 0h{STEP}v{STEP}h-{STEP}Z"),
        Shape("road", f"M0 {STEP / 2}H{width}"),
    ]
    places = [Shape("place", f"M{x - 40} 10h80v80h-80Z") for x in middles]
    written = [Shape("name", text=name, x=x, y=STEP - 14) for x, name in zip(middles, names, strict=True)]
    return [Layer("ground", ground), Layer("places", places), Layer("names", written)]
